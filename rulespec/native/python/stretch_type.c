/* A stretch of what somebody heard, as Python sees it: it lays cards, plays guesses, and tries all ways. */

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

/* ---- guesses */

static bool add_cards(Buffer *cards, PyObject *from, const Plan *plan) {
    for (Py_ssize_t i = 0; i < PyList_Size(from); i++) {
        if (!add_number(cards, PyList_GetItem(from, i))) return false;
        if (cards->at[i] < 0 || cards->at[i] >= plan->cards) return PyErr_SetString(PyExc_ValueError, "there is no such card"), false;
    }
    return true;
}

typedef enum { FAILED, NOTHING_CAME_OF_IT, LAID } Laid;

static Laid laid(Machine *mc, const Stretch *stretch, Tracks *tracks, int32_t *order, const Buffer *unsure, size_t exchanges, Numbers numbers) {
    GUARD(mc, (refused(mc), FAILED));
    if (!stretch_lay(mc, stretch, tracks, order, numbers)) return NOTHING_CAME_OF_IT;
    if (unsure->used) tracks_shuffle(mc, tracks, unsure->at, unsure->used, exchanges, tracks->ground->length, numbers);
    return LAID;
}

static PyObject *lay(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *draw, *cards, *found = NULL;
    Py_ssize_t exchanges;
    if (!PyArg_ParseTuple(args, "OO!n:lay", &draw, &PyList_Type, &cards, &exchanges)) return NULL;
    size_t count = (size_t)plan->plan.cards;
    int32_t *order = PyMem_Malloc((count + 1) * sizeof(int32_t));
    Buffer unsure = {NULL, 0, 0};
    bool done = order ? true : PyErr_NoMemory() != NULL;
    done = done && add_cards(&unsure, cards, &plan->plan);
    TracksObject *tracks = done ? tracks_new(plan, self->stretch.ground) : NULL;
    Machine *mc = tracks ? machine_for(plan) : NULL;
    if (mc) {
        Laid how = laid(mc, &self->stretch, &tracks->tracks, order, &unsure, exchanges > 0 ? (size_t)exchanges : 0, numbers_of(draw));
        machine_done(plan, mc);
        if (how == LAID) found = Py_BuildValue("(ON)", (PyObject *)tracks, small_numbers(order, count));
        if (how == NOTHING_CAME_OF_IT) found = Py_NewRef(Py_None);
    }
    PyMem_Free(unsure.at);
    PyMem_Free(order);
    Py_XDECREF((PyObject *)tracks);
    return found;
}

static bool barred(Machine *mc, Stretch *stretch, size_t moment, size_t place, const Buffer *cards) {
    GUARD(mc, refused(mc) != NULL);
    stretch_bar(mc, stretch, moment, place, cards->at, cards->used);
    return true;
}

static PyObject *bar(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *from;
    Py_ssize_t moment, place;
    if (!PyArg_ParseTuple(args, "nnO!:bar", &moment, &place, &PyList_Type, &from)) return NULL;
    if (moment < (Py_ssize_t)self->stretch.start || moment > (Py_ssize_t)self->stretch.end || place < 0 || place >= plan->plan.places)
        return PyErr_SetString(PyExc_ValueError, "there is no such moment, or place"), NULL;
    Buffer cards = {NULL, 0, 0};
    Machine *mc = add_cards(&cards, from, &plan->plan) ? machine_for(plan) : NULL;
    bool done = mc && barred(mc, &self->stretch, (size_t)moment, (size_t)place, &cards);
    if (mc) machine_done(plan, mc);
    PyMem_Free(cards.at);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* The answers that came furthest, after none to where it began. */
static PyObject *answers_of(const Words *best) {
    PyObject *answers = PyList_New(0);
    if (!answers || PyList_Append(answers, Py_None)) Py_CLEAR(answers);
    for (size_t at = 0; answers && at < best->used; at += 1 + (size_t)best->at[at]) append_item(&answers, answer_as_python(best->at + at + 1));
    return answers;
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

static bool is_of(const StretchObject *self, PyObject *tracks) {
    if (((TracksObject *)tracks)->tracks.ground == self->stretch.ground) return true;
    PyErr_SetString(PyExc_ValueError, "these tracks are of another stretch");
    return false;
}

/* The guess that came furthest, as it was mended by then; None if it was not. */
static PyObject *mended(const StretchObject *self, const Guided *guided) {
    const Ground *ground = self->stretch.ground;
    if (!guided->lying.used) Py_RETURN_NONE;
    TracksObject *tracks = tracks_new(plan_of(self), self->stretch.ground);
    if (tracks) memcpy(tracks->tracks.lying, guided->lying.at, ground->cards * ground->spells * sizeof(int32_t));
    return (PyObject *)tracks;
}

static PyObject *play(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *of, *tracks, *draw, *found = NULL;
    Py_ssize_t at, left, ahead, ends;
    int mends;
    if (!PyArg_ParseTuple(args, "OnOOpnnn:play", &of, &at, &tracks, &draw, &mends, &left, &ahead, &ends)) return NULL;
    Snapshot *snapshot = snapshot_of(self->comparison->hearer, of);
    if (!snapshot || !stretch_heard(self, at)) return NULL;
    bool guessed = tracks != Py_None;
    if (guessed && Py_TYPE(tracks) != tracks_type) return PyErr_SetString(PyExc_TypeError, "a guess is played by its tracks, or by None"), NULL;
    if (guessed && !is_of(self, tracks)) return NULL;
    if (ahead < 0 || ends < 1) return PyErr_SetString(PyExc_ValueError, "there are no such numbers of events, or of games"), NULL;
    Machine *mc = machine_for(plan);
    if (!mc) return NULL;
    Asking asking = {self, snapshot->log};
    Guided guided = {.stretch = &self->stretch, .numbers = numbers_of(draw), .is_now = stretch_is_now, .by = &asking, .mends = mends,
                     .left = left > 0 ? (size_t)left : 0, .ahead = (size_t)ahead, .ends = (size_t)ends};
    Words *buffers[GUIDED_BUFFERS];
    guided_buffers(&guided, buffers);
    buffers_lend(plan, buffers, GUIDED_BUFFERS);
    if (stretch_stands(mc, snapshot)) {
        if (!guided_play(mc, &guided, guessed ? &((TracksObject *)tracks)->tracks : NULL, (size_t)at)) {
            refused(mc);
        } else {
            PyObject *end = guided.ended ? freeze(plan, mc, snapshot->log) : Py_NewRef(Py_None);
            found = end ? Py_BuildValue("(nnNNN)", (Py_ssize_t)guided.tried, (Py_ssize_t)guided.at, end, answers_of(&guided.best), mended(self, &guided)) : NULL;
        }
    }
    buffers_return(plan, buffers, GUIDED_BUFFERS);
    machine_done(plan, mc);
    return found;
}

/* ---- cards exchanged until what failed comes true */

static bool add_checkpoint(Machine *mc, Asking *asking, PyObject *from, Checkpoint *checkpoint) {
    StretchObject *self = asking->self;
    PyObject *of, *raw;
    Py_ssize_t at, target;
    if (!is_tuple(from, 4) || !PyArg_ParseTuple(from, "OnOn", &of, &at, &raw, &target)) return false;
    Snapshot *snapshot = snapshot_of(self->comparison->hearer, of);
    if (!snapshot || !stretch_heard(self, at)) return false;
    if (target <= (Py_ssize_t)self->stretch.start || target > (Py_ssize_t)self->stretch.end + 1)
        return PyErr_SetString(PyExc_ValueError, "there is no such moment"), false;
    Buffer answer = {NULL, 0, 0};
    bool done = add_answer(&answer, raw, names_at(mc->plan, snapshot->pc)) && stretch_stands(mc, snapshot);
    if (done && !checkpoint_begin(mc, checkpoint, answer.at, answer.used)) done = refused(mc) != NULL;
    PyMem_Free(answer.at);
    checkpoint->at = at, checkpoint->target = target;
    asking->log = snapshot->log; /* any of them does, as what has happened before decides nothing */
    return done;
}

/* Where the checkpoints stand now, each with its answer. */
static PyObject *exchanged_checkpoints(Machine *mc, StretchObject *self, const Checkpoints *all, PyObject *from) {
    PyObject *found = PyList_New(0);
    for (size_t i = 0; found && i < all->count; i++) {
        const Snapshot *before = (Snapshot *)PyTuple_GetItem(PyTuple_GetItem(from, (Py_ssize_t)i), 0);
        PyObject *snapshot = checkpoint_stand(mc, &all->each[i]) ? freeze(plan_of(self), mc, before->log) : refused(mc);
        append_item(&found, snapshot ? Py_BuildValue("(NN)", snapshot, answer_as_python(all->each[i].answer.at)) : NULL);
    }
    return found;
}

static PyObject *exchange(PyObject *object, PyObject *args) {
    StretchObject *self = (StretchObject *)object;
    PlanObject *plan = plan_of(self);
    PyObject *tracks, *checkpoints, *draw, *unsure, *slots, *found = NULL;
    Py_ssize_t left, most, mixed;
    if (!PyArg_ParseTuple(args, "O!O!OO!O!nnn:exchange", tracks_type, &tracks, &PyTuple_Type, &checkpoints, &draw, &PyList_Type, &unsure, &PyTuple_Type, &slots, &left, &most, &mixed))
        return NULL;
    if (!is_of(self, tracks)) return NULL;
    Buffer cards = {NULL, 0, 0}, names = {NULL, 0, 0};
    Asking asking = {self, NULL};
    Checkpoints all = {.stretch = &self->stretch, .tracks = &((TracksObject *)tracks)->tracks, .numbers = numbers_of(draw), .is_now = stretch_is_now, .by = &asking,
                       .left = left > 0 ? (size_t)left : 0, .most = most > 0 ? (size_t)most : 0, .mixed = mixed > 0 ? (size_t)mixed : 0};
    bool done = add_cards(&cards, unsure, &plan->plan);
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(slots); i++) done = add_number(&names, PyTuple_GetItem(slots, i));
    all.unsure = cards.at, all.unsure_count = cards.used, all.slots = names.at, all.slot_count = names.used;
    if (done) all.each = calloc((size_t)PyTuple_Size(checkpoints) + 1, sizeof(Checkpoint));
    if (done && !all.each) PyErr_NoMemory();
    Machine *mc = all.each ? machine_for(plan) : NULL;
    for (Py_ssize_t i = 0; mc && done && i < PyTuple_Size(checkpoints); i++) {
        all.each[i].required = i > 0;
        all.count++;
        done = add_checkpoint(mc, &asking, PyTuple_GetItem(checkpoints, i), &all.each[i]);
    }
    if (mc && done && all.count) {
        PyObject *ends = checkpoints_pass(mc, &all) ? exchanged_checkpoints(mc, self, &all, checkpoints) : refused(mc);
        found = ends ? Py_BuildValue("(nNN)", (Py_ssize_t)all.tried, PyBool_FromLong(all.each[0].required), ends) : NULL;
    }
    if (mc) machine_done(plan, mc);
    checkpoints_free(&all);
    PyMem_Free(cards.at);
    PyMem_Free(names.at);
    if (!found && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "there is no checkpoint");
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
    Py_ssize_t since;
    if (!through_stand(mc, through, end, &at, &from)) return refused(mc);
    Snapshot *first = begun_with(self, begun, from, &since);
    PyObject *snapshot = first ? freeze(plan_of(self), mc, first->log) : NULL;
    return snapshot ? Py_BuildValue("(NnN)", snapshot, (Py_ssize_t)at, PyTuple_New(0)) : NULL;
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

static bool reads(Machine *mc, Stretch *stretch) {
    GUARD(mc, refused(mc) != NULL);
    stretch_read(mc, stretch);
    return true;
}

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
    self->stretch.quiet = memory_quiet(memory);
    Machine *mc = machine_for(plan);
    bool done = mc && reads(mc, &self->stretch);
    if (mc) machine_done(plan, mc);
    PyObject_GC_Track((PyObject *)self);
    if (!done) Py_CLEAR(self);
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
    ground_release(self->stretch.ground);
    PyMem_Free(self->known.at);
    Py_DECREF((PyObject *)self->comparison);
    gone(object);
}

static PyMethodDef stretch_methods[] = {
    {"lay", lay, METH_VARARGS, "lay(draw, unsure, exchanges): a guess, as tracks and the order in which cards lie at first; None if it came to nothing."},
    {"bar", bar, METH_VARARGS, "bar(moment, place, cards): from now on no guess lets some cards lie in a place at a moment."},
    {"play", play, METH_VARARGS, "play(snapshot, at, tracks, draw, mends, left, ahead, ends): a guess played; how much was tried and came true, where it led, or by which answers, and how it was mended."},
    {"exchange", exchange, METH_VARARGS, "exchange(tracks, checkpoints, draw, unsure, slots, left, most, mixed): how much was tried, whether what failed came true, and the checkpoints then."},
    {"ways", ways, METH_VARARGS, "ways(begun, most, left): how much was tried, and all steps that games lead to; None if there is too much to try."},
    {"listing", stretch_listing, METH_VARARGS, "listing(snapshot, at): all games that agree with what was heard and go on from one."},
    {NULL, NULL, 0, NULL},
};

TYPE(stretch, "Stretch", StretchObject, Py_TPFLAGS_HAVE_GC | INNER,
     {Py_tp_dealloc, stretch_dealloc}, {Py_tp_traverse, stretch_traverse}, {Py_tp_clear, stretch_clear},
     {Py_tp_methods, stretch_methods},
     {Py_tp_doc, "A part of what somebody heard, in which ways are looked for that agree with it."});
