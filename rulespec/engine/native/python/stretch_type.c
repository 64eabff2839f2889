/* A stretch of what somebody heard, as Python sees it: it samples games, and tries all ways. */

#include "knowledge/chain.h"
#include "sampling.h"

#include <stdlib.h>
#include <string.h>

#include "generated/nodes.h"

static PlanObject *plan_of(const StretchObject *self) { return self->comparison->hearer->plan; }

/* ---- whether a game waits as the one does that is known */

enum { MOST_KNOWN = 1 << 16 }; /* words */

/* What decides whether it does: of what others are asked, only that they are; appends it, with room for the verdict. */
static void question(Machine *mc, const StretchObject *self, Words *words) {
    bool by_chance = answers_chance(mc->plan, mc->pc);
    push(mc, words, 0), push(mc, words, 0);
    push(mc, words, mc->pc);
    push(mc, words, by_chance ? -1 : mc->own);
    for (size_t i = 0; !by_chance && mc->own == self->stretch.account->hearing->viewer && i < mc->raw_at.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        push_all(mc, words, answer, answer_size(answer));
    }
    words->at[0] = (Word)words->used;
}

static const Word *known(const StretchObject *self, const Words *question) {
    for (const Word *each = self->known.at; each < self->known.at + self->known.used; each += each[0])
        if (each[0] == question->at[0] && !memcmp(each + 2, question->at + 2, (question->used - 2) * sizeof(Word))) return each;
    return NULL;
}

bool stretch_is_now(void *by, Machine *mc) {
    const Asking *asking = by;
    StretchObject *self = asking->self;
    Words *words = &mc->heard;
    words->used = 0;
    question(mc, self, words);
    const Word *found = mc->raw_at.used ? known(self, words) : NULL;
    if (found) return found[1];
    mc->waits = mc->raw_at.used > 0;
    PyObject *snapshot = freeze(plan_of(self), mc, asking->log);
    PyObject *verdict = snapshot ? PyObject_CallFunctionObjArgs(self->is_now, snapshot, NULL) : NULL;
    Py_XDECREF(snapshot);
    int is = verdict ? PyObject_IsTrue(verdict) : -1;
    Py_XDECREF(verdict);
    if (is < 0) fail(mc, NULL);
    words->at[1] = is;
    bool has_room = self->known.used + words->used < MOST_KNOWN;
    if (mc->raw_at.used && has_room && !add_all(&self->known, words->at, words->used)) fail(mc, NULL);
    return is;
}

bool stretch_stands(Machine *mc, const Snapshot *snapshot) {
    mc->chance = NULL, mc->failed = NULL;
    if (!thaw(mc, snapshot) || !thaw_answers(mc, snapshot)) return false;
    mc->waits = mc->raw_at.used > 0;
    return true;
}

bool stretch_heard(const StretchObject *self, Py_ssize_t at) {
    if (at >= 0 && (size_t)at <= self->stretch.account->count) return true;
    PyErr_SetString(PyExc_ValueError, "so much was not heard");
    return false;
}

/* ---- one game, and others next to it */

static bool add_below(Buffer *cards, PyObject *from, Word count) {
    Py_ssize_t size = PySequence_Size(from);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *card = PySequence_GetItem(from, i);
        bool added = card && add_number(cards, card);
        Py_XDECREF(card);
        if (!added) return false;
        if (cards->at[i] < 0 || cards->at[i] >= count) return PyErr_SetString(PyExc_ValueError, "there is no such card"), false;
    }
    return size >= 0;
}

/* What a chain asks of Python. */
typedef struct {
    Asking asking;
    PyObject *begin;    /* makes a game by how its cards lie at first; or None */
    PyObject *snapshot; /* that the game began with last */
} Beginning;

static bool chain_is_now(void *by, Machine *mc) { return stretch_is_now(&((Beginning *)by)->asking, mc); }

static bool chain_begins(void *by, Machine *mc, const Word *lying, const Word *order, size_t *at) {
    Beginning *beginning = by;
    StretchObject *self = beginning->asking.self;
    size_t count = (size_t)mc->plan->cards;
    PyObject *places = numbers(lying, count), *cards = places ? numbers(order, count) : NULL;
    PyObject *step = cards ? PyObject_CallFunctionObjArgs(beginning->begin, places, cards, NULL) : NULL, *of;
    Py_XDECREF(places);
    Py_XDECREF(cards);
    if (!step) fail(mc, NULL);
    if (step == Py_None) return Py_DECREF(step), false;
    Py_ssize_t events;
    Snapshot *snapshot = is_tuple(step, 3) && PyArg_ParseTuple(step, "OnO", &of, &events, &places) ? snapshot_of(self->comparison->hearer, of) : NULL;
    if (snapshot && stretch_heard(self, events)) {
        Py_DECREF(beginning->snapshot);
        beginning->snapshot = Py_NewRef(of);
        beginning->asking.log = snapshot->log;
        *at = (size_t)events;
    }
    Py_DECREF(step);
    if (PyErr_Occurred() || !stretch_stands(mc, snapshot)) fail(mc, NULL);
    return true;
}

/* The game that was found, and those after it in the chain, as far as the steps last. */
static PyObject *chained(Machine *mc, PlanObject *plan, Chain *chain, const Beginning *beginning, Py_ssize_t count) {
    PyObject *ends = PyList_New(0);
    for (Py_ssize_t i = 0; ends && chain->ended && i < count && (!i || chain->tried <= chain->left); i++) {
        if (i && !chain_next(mc, chain)) {
            refused(mc);
            Py_CLEAR(ends);
            break;
        }
        PyObject *end = freeze(plan, mc, beginning->asking.log);
        append_item(&ends, end ? Py_BuildValue("(NnN)", end, (Py_ssize_t)chain->at, PyTuple_New(0)) : NULL);
    }
    return ends;
}

static PyObject *sample(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *of, *draw, *unsure, *begin, *lying, *order, *found = NULL;
    Py_ssize_t at, count, left, moves, effort;
    if (!PyArg_ParseTuple(args, "OnnOOnnnOO!O!:sample", &of, &at, &count, &draw, &unsure, &left, &moves, &effort, &begin, &PyTuple_Type, &lying, &PyTuple_Type, &order)) return NULL;
    Snapshot *snapshot = snapshot_of(self->comparison->hearer, of);
    if (!snapshot || !stretch_heard(self, at)) return NULL;
    size_t cards = (size_t)plan->plan.cards;
    bool hidden = begin != Py_None;
    if (hidden && (PyTuple_Size(lying) != (Py_ssize_t)cards || PyTuple_Size(order) != (Py_ssize_t)cards)) return PyErr_SetString(PyExc_ValueError, "it is not said where each card lies"), NULL;
    Buffer all = {NULL, 0, 0};
    Machine *mc = add_below(&all, unsure, plan->plan.cards) ? machine_for(plan) : NULL;
    if (!mc) return PyMem_Free(all.at), NULL;
    Beginning beginning = {{self, snapshot->log}, begin, Py_NewRef(of)};
    Chain chain = {.stretch = &self->stretch, .numbers = numbers_of(draw), .is_now = chain_is_now, .begins = hidden ? chain_begins : NULL, .by = &beginning,
                   .unsure = all.at, .unsure_count = all.used, .left = left > 0 ? (size_t)left : 0, .moves = moves > 0 ? (size_t)moves : 0, .effort = effort > 0 ? (size_t)effort : 0};
    Words *buffers[CHAIN_BUFFERS];
    chain_buffers(&chain, buffers);
    buffers_lend(plan, buffers, CHAIN_BUFFERS);
    Buffer first = {NULL, 0, 0};
    bool done = stretch_stands(mc, snapshot);
    for (Py_ssize_t i = 0; done && hidden && i < 2 * (Py_ssize_t)cards; i++)
        done = add_number(&first, PyTuple_GetItem(i < (Py_ssize_t)cards ? lying : order, i % (Py_ssize_t)cards));
    if (done && !chain_play(mc, &chain, first.at, (size_t)at)) done = refused(mc) != NULL;
    if (done) {
        PyObject *ends = chained(mc, plan, &chain, &beginning, count);
        found = ends ? Py_BuildValue("(nnN)", (Py_ssize_t)chain.tried, (Py_ssize_t)chain.furthest, ends) : NULL;
    }
    PyMem_Free(first.at);
    buffers_return(plan, buffers, CHAIN_BUFFERS);
    machine_done(plan, mc);
    Py_DECREF(beginning.snapshot);
    PyMem_Free(all.at);
    return found;
}

/* ---- all ways */

/* Each game that is gone on from, with how many events have come true in it. */
static Snapshot *begun_with(StretchObject *self, PyObject *begun, size_t i, Py_ssize_t *at) {
    PyObject *of, *each = PyTuple_GetItem(begun, (Py_ssize_t)i);
    if (!is_tuple(each, 2) || !PyArg_ParseTuple(each, "On", &of, at)) return NULL;
    return stretch_heard(self, *at) ? snapshot_of(self->comparison->hearer, of) : NULL;
}

static bool begins(Machine *mc, StretchObject *self, Through *through, PyObject *begun) {
    Py_ssize_t at;
    for (Py_ssize_t i = 0; i < PyTuple_Size(begun); i++) {
        Snapshot *snapshot = begun_with(self, begun, (size_t)i, &at);
        if (!snapshot || !stretch_stands(mc, snapshot)) return false;
        if (!through_begin(mc, through, (size_t)at)) return refused(mc) != NULL;
    }
    return true;
}

static PyObject *end_of(Machine *mc, StretchObject *self, Through *through, PyObject *begun, size_t end) {
    size_t at, from;
    double weight;
    Py_ssize_t since;
    if (!through_stand(mc, through, end, &at, &from, &weight)) return refused(mc);
    Snapshot *first = begun_with(self, begun, from, &since);
    PyObject *snapshot = first ? freeze(plan_of(self), mc, first->log) : NULL;
    return snapshot ? Py_BuildValue("((NnN)d)", snapshot, (Py_ssize_t)at, PyTuple_New(0), weight) : NULL;
}

static PyObject *ends_of(Machine *mc, StretchObject *self, Through *through, PyObject *begun) {
    PyObject *ends = PyList_New(0);
    for (size_t i = 0; ends && i < through_ends(through); i++) append_item(&ends, end_of(mc, self, through, begun, i));
    return ends;
}

static PyObject *ways(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *begun, *found = NULL;
    Py_ssize_t most, left, at;
    if (!PyArg_ParseTuple(args, "O!nn:ways", &PyTuple_Type, &begun, &most, &left)) return NULL;
    if (!PyTuple_Size(begun)) return Py_BuildValue("(nN)", (Py_ssize_t)0, PyList_New(0));
    Snapshot *first = begun_with(self, begun, 0, &at);
    Machine *mc = first ? machine_for(plan) : NULL;
    if (!mc) return NULL;
    Asking asking = {self, first->log};
    Through through = {.stretch = &self->stretch, .is_now = stretch_is_now, .by = &asking, .left = left > 0 ? (size_t)left : 0, .most = most > 0 ? (size_t)most : 0};
    Words *buffers[THROUGH_BUFFERS];
    through_buffers(&through, buffers);
    buffers_lend(plan, buffers, THROUGH_BUFFERS);
    if (begins(mc, self, &through, begun)) {
        if (!through_search(mc, &through)) {
            refused(mc);
        } else {
            PyObject *ends = through.gives_up ? Py_NewRef(Py_None) : ends_of(mc, self, &through, begun);
            found = ends ? Py_BuildValue("(nN)", (Py_ssize_t)through.tried, ends) : NULL;
        }
    }
    buffers_return(plan, buffers, THROUGH_BUFFERS);
    machine_done(plan, mc);
    return found;
}

/* ---- the type */

PyObject *comparison_stretch(PyObject *object, PyObject *args) {
    Comparison *comparison = (Comparison *)object;
    PlanObject *plan = comparison->hearer->plan;
    const Memory *memory = &comparison->memory->memory;
    PyObject *asked;
    Py_ssize_t start, end;
    if (!PyArg_ParseTuple(args, "nnO:stretch", &start, &end, &asked)) return NULL;
    if (start < 0 || end < start || (size_t)end >= memory->count) return PyErr_SetString(PyExc_ValueError, "there are no such moments"), NULL;
    StretchObject *self = PyObject_GC_New(StretchObject, stretch_type);
    if (!self) return NULL;
    self->comparison = (Comparison *)Py_NewRef(object), self->is_now = Py_NewRef(asked), self->known = (Buffer){NULL, 0, 0};
    self->stretch = (Stretch){.plan = &plan->plan, .memory = memory, .account = &comparison->account, .start = (size_t)start, .end = (size_t)end};
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}

static int stretch_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((StretchObject *)object)->is_now);
    return 0;
}

static int stretch_clear(PyObject *object) {
    Py_CLEAR(((StretchObject *)object)->is_now);
    return 0;
}

static void stretch_dealloc(PyObject *object) {
    StretchObject *self = (StretchObject *)object;
    PyObject_GC_UnTrack(object);
    stretch_clear(object);
    PyMem_Free(self->known.at);
    Py_DECREF((PyObject *)self->comparison);
    gone(object);
}

static PyMethodDef stretch_methods[] = {
    {"sample", sample, METH_VARARGS, "sample(snapshot, at, count, draw, unsure, left, moves, effort, begin, lying, order): how many steps were tried, how many events came true at most, and the steps of random games."},
    {"ways", ways, METH_VARARGS, "ways(begun, most, left): how much was tried, and all steps that games lead to; None if there is too much to try."},
    {"listing", stretch_listing, METH_VARARGS, "listing(snapshot, at): all games that agree with what was heard and go on from one."},
    {NULL, NULL, 0, NULL},
};

TYPE(stretch, "Stretch", StretchObject, Py_TPFLAGS_HAVE_GC | INNER,
     {Py_tp_dealloc, stretch_dealloc}, {Py_tp_traverse, stretch_traverse}, {Py_tp_clear, stretch_clear},
     {Py_tp_methods, stretch_methods},
     {Py_tp_doc, "A part of what somebody heard, in which ways are looked for that agree with it."});
