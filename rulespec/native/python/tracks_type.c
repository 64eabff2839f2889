/* A guess of where each card lies at each moment, as Python sees it. */

#include "sampling.h"

#include <string.h>

static bool is_card(const TracksObject *self, Py_ssize_t card) {
    if (card >= 0 && (size_t)card < self->tracks.ground->cards) return true;
    PyErr_SetString(PyExc_ValueError, "there is no such card");
    return false;
}

static bool is_moment(const TracksObject *self, Py_ssize_t at, size_t more) { /* or one of so many after the last */
    if (at >= 0 && (size_t)at < self->tracks.ground->length + more) return true;
    PyErr_SetString(PyExc_ValueError, "there is no such moment");
    return false;
}

static PyObject *place(PyObject *object, PyObject *args) {
    TracksObject *self = (TracksObject *)object;
    Py_ssize_t card, at;
    if (!PyArg_ParseTuple(args, "nn:place", &card, &at) || !is_card(self, card) || !is_moment(self, at, 0)) return NULL;
    return number(lies_at(&self->tracks, (size_t)card, (size_t)at));
}

static PyObject *swap_(PyObject *object, PyObject *args) {
    TracksObject *self = (TracksObject *)object;
    Py_ssize_t one, other, first, last;
    if (!PyArg_ParseTuple(args, "nnnn:swap", &one, &other, &first, &last) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, first, 1) || !is_moment(self, last, 1)) return NULL;
    return PyBool_FromLong(tracks_swap(&self->tracks, (size_t)one, (size_t)other, (size_t)first, (size_t)last));
}

static PyObject *turn(PyObject *object, PyObject *args) {
    TracksObject *self = (TracksObject *)object;
    Py_ssize_t one, other, at;
    if (!PyArg_ParseTuple(args, "nnn:turn", &one, &other, &at) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, at, 0)) return NULL;
    return PyBool_FromLong(tracks_turn(&self->tracks, (size_t)one, (size_t)other, (size_t)at));
}

static PyObject *exchange(PyObject *object, PyObject *args) {
    TracksObject *self = (TracksObject *)object;
    Py_ssize_t one, other, at;
    size_t first, last;
    if (!PyArg_ParseTuple(args, "nnn:exchange", &one, &other, &at) || !is_card(self, one) || !is_card(self, other)) return NULL;
    if (!is_moment(self, at, 0)) return NULL;
    if (!tracks_exchange(&self->tracks, (size_t)one, (size_t)other, (size_t)at, &first, &last)) Py_RETURN_NONE;
    return Py_BuildValue("(nn)", (Py_ssize_t)first, (Py_ssize_t)last);
}

static bool shuffled(Machine *mc, TracksObject *self, const Buffer *cards, size_t times, size_t length, PyObject *draw) {
    GUARD(mc, refused(mc) != NULL);
    for (size_t i = 0; i < cards->used; i++) checked_card(mc, cards->at[i]);
    tracks_shuffle(mc, &self->tracks, cards->at, cards->used, times, length, numbers_of(draw));
    return true;
}

static PyObject *shuffle(PyObject *object, PyObject *args) {
    TracksObject *self = (TracksObject *)object;
    PyObject *cards, *draw;
    Py_ssize_t times, length;
    if (!PyArg_ParseTuple(args, "O!nnO:shuffle", &PyList_Type, &cards, &times, &length, &draw)) return NULL;
    if (!is_moment(self, length, 1)) return NULL;
    Buffer which = {NULL, 0, 0};
    bool done = true;
    for (Py_ssize_t i = 0; done && i < PyList_Size(cards); i++) done = add_number(&which, PyList_GetItem(cards, i));
    Machine *mc = done && which.used ? machine_for(self->plan) : NULL;
    if (mc) {
        done = shuffled(mc, self, &which, times > 0 ? (size_t)times : 0, (size_t)length, draw);
        machine_done(self->plan, mc);
    }
    PyMem_Free(which.at);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static PyObject *first(PyObject *object, PyObject *unused) {
    TracksObject *self = (TracksObject *)object;
    PyObject *found = PyTuple_New((Py_ssize_t)self->tracks.ground->cards);
    for (size_t card = 0; found && card < self->tracks.ground->cards; card++) put_item(&found, card, number(lies_at(&self->tracks, card, 0)));
    return found;
}

/* The cards that come to lie elsewhere at a moment; `nothing` where there are none. */
static PyObject *moved_at(const Tracks *tracks, size_t at, PyObject *nothing) {
    const Ground *ground = tracks->ground;
    int32_t spell = ground->spell[at];
    if (!at || ground->begins[spell] != (int32_t)at) return Py_NewRef(nothing);
    PyObject *moved = PyFrozenSet_New(NULL);
    for (size_t card = 0; moved && card < ground->cards; card++) {
        if (track(tracks, card)[spell] == track(tracks, card)[spell - 1]) continue;
        PyObject *each = number((Word)card);
        if (!each || PySet_Add(moved, each)) Py_CLEAR(moved);
        Py_XDECREF(each);
    }
    return moved;
}

static PyObject *moves(PyObject *object, PyObject *unused) {
    const Tracks *tracks = &((TracksObject *)object)->tracks;
    PyObject *found = PyList_New((Py_ssize_t)tracks->ground->length), *nothing = PyFrozenSet_New(NULL);
    for (size_t at = 0; found && at < tracks->ground->length; at++) {
        PyObject *moved = nothing ? moved_at(tracks, at, nothing) : NULL;
        if (!moved || PyList_SetItem(found, (Py_ssize_t)at, moved)) Py_CLEAR(found);
    }
    Py_XDECREF(nothing);
    return found;
}

/* ---- making and copying */

TracksObject *tracks_new(PlanObject *plan, Ground *ground) {
    TracksObject *self = PyObject_New(TracksObject, tracks_type);
    if (!self) return NULL;
    self->plan = (PlanObject *)Py_NewRef((PyObject *)plan);
    if (tracks_make(&self->tracks, ground)) return self;
    Py_DECREF((PyObject *)self);
    return (TracksObject *)PyErr_NoMemory();
}

static PyObject *copy(PyObject *object, PyObject *unused) {
    TracksObject *self = (TracksObject *)object, *found = tracks_new(self->plan, self->tracks.ground);
    const Ground *ground = self->tracks.ground;
    if (found) memcpy(found->tracks.lying, self->tracks.lying, ground->cards * ground->spells * sizeof(int32_t));
    return (PyObject *)found;
}

static void tracks_dealloc(PyObject *object) {
    TracksObject *self = (TracksObject *)object;
    tracks_free(&self->tracks);
    Py_DECREF((PyObject *)self->plan);
    gone(object);
}

static PyMethodDef tracks_methods[] = {
    {"place", place, METH_VARARGS, "place(card, at): where a card lies."},
    {"shuffle", shuffle, METH_VARARGS, "shuffle(cards, times, length, draw): cards change places at random."},
    {"exchange", exchange, METH_VARARGS, "exchange(one, other, at): two cards change places between two meetings; gives from when until when, or None."},
    {"turn", turn, METH_VARARGS, "turn(one, other, at): two cards change places until they meet; whether they can."},
    {"swap", swap_, METH_VARARGS, "swap(one, other, first, last): two cards change places for some time; whether they can."},
    {"first", first, METH_NOARGS, "Where each card lies at first."},
    {"moves", moves, METH_NOARGS, "The cards that come to lie elsewhere at each moment."},
    {"copy", copy, METH_NOARGS, "Others that go their own way."},
    {NULL, NULL, 0, NULL},
};

TYPE(tracks, "Tracks", TracksObject, INNER,
     {Py_tp_dealloc, tracks_dealloc}, {Py_tp_methods, tracks_methods},
     {Py_tp_doc, "Where each card lies at each moment, as it is guessed."});
