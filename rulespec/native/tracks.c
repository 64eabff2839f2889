/* A guess of where each card lies at each moment, as Python sees it: two cards can change places in between. The same as
   in `run/tracks.py`, with a place for each card and moment instead of bits. */

#include "module.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    size_t length;
    int32_t *lying;  /* of each card, one after another, the place at each moment; -1 where that is not said */
    int32_t *named;  /* of each card, how many moments before each named it, and at last all of them */
    uint64_t *may;   /* of each card the places it may lie in at first, and those at last */
    size_t width;    /* of a set of places, in words */
} Tracks;

PyTypeObject *tracks_type;

static size_t cards_of(const Tracks *self) { return (size_t)self->plan->plan.cards; }
static int32_t *track(const Tracks *self, size_t card) { return self->lying + card * self->length; }

static bool is_card(const Tracks *self, Py_ssize_t card) {
    if (card >= 0 && (size_t)card < cards_of(self)) return true;
    PyErr_SetString(PyExc_ValueError, "there is no such card");
    return false;
}

static bool is_moment(const Tracks *self, Py_ssize_t at, size_t end) {
    if (at >= 0 && (size_t)at < end) return true;
    PyErr_SetString(PyExc_ValueError, "there is no such moment");
    return false;
}

/* ---- two cards that change places */

static bool may_lie_in(const Tracks *self, size_t card, bool at_last, int32_t place) {
    const uint64_t *may = self->may + (2 * card + at_last) * self->width;
    return place >= 0 && may[place / 64] >> (place % 64) & 1;
}

static bool may_change(const Tracks *self, size_t one, size_t other, bool at_last) {
    size_t at = at_last ? self->length - 1 : 0;
    return may_lie_in(self, one, at_last, track(self, other)[at]) && may_lie_in(self, other, at_last, track(self, one)[at]);
}

/* Whether an event named a card, from a moment to another, that one included. */
static bool is_named(const Tracks *self, size_t card, size_t first, size_t last) {
    const int32_t *named = self->named + card * (self->length + 1);
    return named[last < self->length ? last + 1 : self->length] > named[first];
}

static bool swap_tracks(Tracks *self, size_t one, size_t other, size_t first, size_t last) {
    if (first == 0 && !may_change(self, one, other, false)) return false;
    if (last == self->length && !may_change(self, one, other, true)) return false;
    if (is_named(self, one, first, last) || is_named(self, other, first, last)) return false;
    int32_t *mine = track(self, one), *theirs = track(self, other);
    for (size_t at = first; at < last; at++) {
        int32_t place = mine[at];
        mine[at] = theirs[at], theirs[at] = place;
    }
    return true;
}

/* Whether both lie in one place that is no row. */
static bool meet(const Tracks *self, const int32_t *mine, const int32_t *theirs, size_t at) {
    return mine[at] == theirs[at] && mine[at] >= 0 && !self->plan->plan.rows[mine[at]];
}

static size_t after_meeting(const Tracks *self, size_t one, size_t other, size_t at) {
    const int32_t *mine = track(self, one), *theirs = track(self, other);
    size_t first = at + 1;
    while (first > 0 && !meet(self, mine, theirs, first - 1)) first--;
    return first;
}

static size_t next_meeting(const Tracks *self, size_t one, size_t other, size_t at) {
    const int32_t *mine = track(self, one), *theirs = track(self, other);
    size_t next = at + 1;
    while (next < self->length && !meet(self, mine, theirs, next)) next++;
    return next < self->length ? next : self->length;
}

/* ---- as Python sees it */

static PyObject *tracks_lies(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    Py_ssize_t card, place, first, until;
    if (!PyArg_ParseTuple(args, "nnnn:lies", &card, &place, &first, &until) || !is_card(self, card)) return NULL;
    if (place < 0 || place >= (Py_ssize_t)self->plan->plan.places || first < 0 || until > (Py_ssize_t)self->length)
        return PyErr_SetString(PyExc_ValueError, "there is no such place, or moment"), NULL;
    for (Py_ssize_t at = first; at < until; at++) track(self, (size_t)card)[at] = (int32_t)place;
    Py_RETURN_NONE;
}

static PyObject *tracks_place(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    Py_ssize_t card, at;
    if (!PyArg_ParseTuple(args, "nn:place", &card, &at) || !is_card(self, card) || !is_moment(self, at, self->length)) return NULL;
    return number(track(self, (size_t)card)[at]);
}

static PyObject *tracks_swap(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    Py_ssize_t one, other, first, last;
    if (!PyArg_ParseTuple(args, "nnnn:swap", &one, &other, &first, &last) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, first, self->length + 1) || !is_moment(self, last, self->length + 1)) return NULL;
    return PyBool_FromLong(swap_tracks(self, (size_t)one, (size_t)other, (size_t)first, (size_t)last));
}

static PyObject *tracks_turn(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    Py_ssize_t one, other, at;
    if (!PyArg_ParseTuple(args, "nnn:turn", &one, &other, &at) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, at, self->length)) return NULL;
    size_t next = next_meeting(self, (size_t)one, (size_t)other, (size_t)at);
    return PyBool_FromLong(swap_tracks(self, (size_t)one, (size_t)other, (size_t)at, next));
}

static PyObject *tracks_exchange(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    Py_ssize_t one, other, at;
    if (!PyArg_ParseTuple(args, "nnn:exchange", &one, &other, &at) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, at, self->length)) return NULL;
    size_t first = after_meeting(self, (size_t)one, (size_t)other, (size_t)at);
    size_t last = next_meeting(self, (size_t)one, (size_t)other, (size_t)at);
    if (first > (size_t)at || !swap_tracks(self, (size_t)one, (size_t)other, first, last)) Py_RETURN_NONE;
    return Py_BuildValue("(nn)", (Py_ssize_t)first, (Py_ssize_t)last);
}

/* A number below another, drawn; -1 if that fails. */
static Py_ssize_t drawn_below(PyObject *draw, Py_ssize_t count) {
    PyObject *found = PyObject_CallNoArgs(draw);
    double chance = found ? PyFloat_AsDouble(found) : -1.0;
    Py_XDECREF(found);
    if (PyErr_Occurred()) return -1;
    if (!(chance >= 0.0 && chance < 1.0)) return PyErr_SetString(PyExc_ValueError, "a random number is not between 0 and 1"), -1;
    return (Py_ssize_t)(chance * (double)count);
}

static Py_ssize_t drawn_card(const Tracks *self, PyObject *draw, PyObject *cards) {
    Py_ssize_t at = drawn_below(draw, PyList_Size(cards));
    Word card = -1;
    if (at < 0 || !number_from(PyList_GetItem(cards, at), &card) || !is_card(self, (Py_ssize_t)card)) return -1;
    return (Py_ssize_t)card;
}

static PyObject *tracks_shuffle(PyObject *object, PyObject *args) {
    Tracks *self = (Tracks *)object;
    PyObject *cards, *draw;
    Py_ssize_t times, length;
    if (!PyArg_ParseTuple(args, "O!nnO:shuffle", &PyList_Type, &cards, &times, &length, &draw)) return NULL;
    if (!is_moment(self, length - 1, self->length)) return NULL;
    for (; times > 0; times--) {
        Py_ssize_t one = drawn_card(self, draw, cards), other = one < 0 ? -1 : drawn_card(self, draw, cards);
        if (other < 0) return NULL;
        if (one == other) continue;
        Py_ssize_t at = drawn_below(draw, length);
        if (at < 0) return NULL;
        size_t first = after_meeting(self, (size_t)one, (size_t)other, (size_t)at);
        swap_tracks(self, (size_t)one, (size_t)other, first, next_meeting(self, (size_t)one, (size_t)other, (size_t)at));
    }
    Py_RETURN_NONE;
}

static PyObject *tracks_first(PyObject *object, PyObject *unused) {
    Tracks *self = (Tracks *)object;
    PyObject *first = PyTuple_New((Py_ssize_t)cards_of(self));
    for (size_t card = 0; first && card < cards_of(self); card++) {
        PyObject *place = number(track(self, card)[0]);
        if (!place || PyTuple_SetItem(first, (Py_ssize_t)card, place)) Py_CLEAR(first);
    }
    return first;
}

static PyObject *moved_at(const Tracks *self, size_t at, PyObject *nothing) {
    PyObject *moved = NULL;
    for (size_t card = 0; at && card < cards_of(self); card++) {
        const int32_t *lying = track(self, card);
        if (lying[at] == lying[at - 1]) continue;
        PyObject *each = number((Word)card);
        if (!moved) moved = PyFrozenSet_New(NULL);
        if (!each || !moved || PySet_Add(moved, each)) {
            Py_XDECREF(each);
            Py_XDECREF(moved);
            return NULL;
        }
        Py_DECREF(each);
    }
    return moved ? moved : Py_NewRef(nothing);
}

static PyObject *tracks_moves(PyObject *object, PyObject *unused) {
    Tracks *self = (Tracks *)object;
    PyObject *moves = PyList_New((Py_ssize_t)self->length), *nothing = PyFrozenSet_New(NULL);
    for (size_t at = 0; moves && at < self->length; at++) {
        PyObject *moved = nothing ? moved_at(self, at, nothing) : NULL;
        if (!moved || PyList_SetItem(moves, (Py_ssize_t)at, moved)) Py_CLEAR(moves);
    }
    Py_XDECREF(nothing);
    return moves;
}

/* ---- making and copying */

static Tracks *tracks_new(PlanObject *plan, size_t length) {
    Tracks *self = PyObject_New(Tracks, tracks_type);
    if (!self) return NULL;
    size_t cards = (size_t)plan->plan.cards;
    self->plan = (PlanObject *)Py_NewRef((PyObject *)plan);
    self->length = length, self->width = (size_t)(plan->plan.places + 63) / 64;
    self->lying = PyMem_Malloc((cards * length + 1) * sizeof(int32_t));
    self->named = PyMem_Malloc((cards * (length + 1) + 1) * sizeof(int32_t));
    self->may = PyMem_Malloc((2 * cards * self->width + 1) * sizeof(uint64_t));
    if (!self->lying || !self->named || !self->may) {
        Py_DECREF((PyObject *)self);
        return (Tracks *)PyErr_NoMemory();
    }
    return self;
}

static PyObject *tracks_copy(PyObject *object, PyObject *unused) {
    Tracks *self = (Tracks *)object, *copy = tracks_new(self->plan, self->length);
    if (!copy) return NULL;
    size_t cards = cards_of(self);
    memcpy(copy->lying, self->lying, cards * self->length * sizeof(int32_t));
    memcpy(copy->named, self->named, cards * (self->length + 1) * sizeof(int32_t));
    memcpy(copy->may, self->may, 2 * cards * self->width * sizeof(uint64_t));
    return (PyObject *)copy;
}

static void tracks_dealloc(PyObject *object) {
    Tracks *self = (Tracks *)object;
    PyMem_Free(self->lying);
    PyMem_Free(self->named);
    PyMem_Free(self->may);
    Py_DECREF((PyObject *)self->plan);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    Py_DECREF(type);
}

static bool set_card(Tracks *self, size_t card, PyObject *named, PyObject *first, PyObject *last) {
    int32_t *before = self->named + card * (self->length + 1);
    memset(before, 0, (self->length + 1) * sizeof(int32_t));
    if (!is_tuple(named, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(named); i++) {
        Word at = -1;
        if (!number_from(PyTuple_GetItem(named, i), &at) || !is_moment(self, (Py_ssize_t)at, self->length)) return false;
        before[at + 1] = 1;
    }
    for (size_t at = 0; at < self->length; at++) before[at + 1] += before[at], track(self, card)[at] = -1;
    uint64_t *may = self->may + 2 * card * self->width;
    return places_from(first, may, self->width) && places_from(last, may + self->width, self->width);
}

PyObject *plan_tracks(PyObject *object, PyObject *args) {
    PlanObject *plan = (PlanObject *)object;
    Py_ssize_t length, cards = (Py_ssize_t)plan->plan.cards;
    PyObject *named, *first, *last;
    if (!PyArg_ParseTuple(args, "nOOO:tracks", &length, &named, &first, &last)) return NULL;
    if (length < 1 || length > 1 << 24) return PyErr_SetString(PyExc_ValueError, "there are no such moments"), NULL;
    if (!is_tuple(named, cards) || !is_tuple(first, cards) || !is_tuple(last, cards)) return NULL;
    Tracks *self = tracks_new(plan, (size_t)length);
    for (Py_ssize_t card = 0; self && card < cards; card++)
        if (!set_card(self, (size_t)card, PyTuple_GetItem(named, card), PyTuple_GetItem(first, card), PyTuple_GetItem(last, card)))
            Py_CLEAR(self);
    return (PyObject *)self;
}

static PyMethodDef tracks_methods[] = {
    {"lies", tracks_lies, METH_VARARGS, "lies(card, place, first, until): a card lies in a place from a moment until another."},
    {"place", tracks_place, METH_VARARGS, "place(card, at): where a card lies."},
    {"shuffle", tracks_shuffle, METH_VARARGS, "shuffle(cards, times, length, draw): cards change places at random."},
    {"exchange", tracks_exchange, METH_VARARGS, "exchange(one, other, at): two cards change places between two meetings; gives from when until when, or None."},
    {"turn", tracks_turn, METH_VARARGS, "turn(one, other, at): two cards change places until they meet; whether they can."},
    {"swap", tracks_swap, METH_VARARGS, "swap(one, other, first, last): two cards change places for some time; whether they can."},
    {"first", tracks_first, METH_NOARGS, "Where each card lies at first."},
    {"moves", tracks_moves, METH_NOARGS, "The cards that come to lie elsewhere at each moment."},
    {"copy", tracks_copy, METH_NOARGS, "Others that go their own way."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot tracks_slots[] = {
    {Py_tp_dealloc, tracks_dealloc},
    {Py_tp_methods, tracks_methods},
    {Py_tp_doc, "Where each card lies at each moment, as it is guessed."},
    {0, NULL},
};

PyType_Spec tracks_spec = {
    "rulespec._native.Tracks", sizeof(Tracks), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, tracks_slots,
};
