/* What somebody has heard of a game, as Python sees it: read bit by bit, as it is asked for. */

#include "hearer.h"

#include <string.h>

#include "generated/events.h"

/* ---- moments: what a memory says of each, in Python's numbers */

typedef enum { HEARD, MAY, SIZES } Said;

typedef struct {
    PyObject_HEAD
    MemoryObject *memory;
    Said said;
} Moments;

static Py_ssize_t moments_count(PyObject *object) { return (Py_ssize_t)((Moments *)object)->memory->memory.count; }

static PyObject *places_as_python(const uint64_t *places, size_t width) {
    PyObject *found = PyLong_FromUnsignedLongLong(width ? places[width - 1] : 0), *by = width > 1 ? number(64) : NULL;
    for (size_t i = width; found && i-- > 1;) {
        PyObject *shifted = by ? PyNumber_Lshift(found, by) : NULL, *lower = PyLong_FromUnsignedLongLong(places[i - 1]);
        Py_DECREF(found);
        found = shifted && lower ? PyNumber_Or(shifted, lower) : NULL;
        Py_XDECREF(shifted);
        Py_XDECREF(lower);
    }
    Py_XDECREF(by);
    return found;
}

static PyObject *may_as_python(const Memory *memory, size_t at) {
    size_t cards = (size_t)memory->hearing->plan->cards;
    const uint64_t *places = places_after(memory, at);
    PyObject *tuple = PyTuple_New((Py_ssize_t)cards);
    for (size_t card = 0; tuple && card < cards; card++) put_item(&tuple, card, places_as_python(places + card * memory->width, memory->width));
    return tuple;
}

/* One moment, made when it is asked for first; moments that share a row have one object. */
static PyObject *moment_of(MemoryObject *self, Said said, size_t at) {
    const Memory *memory = &self->memory;
    size_t row = said == HEARD ? at : (size_t)(said == MAY ? memory->row.at[at] : memory->heard_row.at[at]);
    if (!self->made[said]) self->made[said] = PyMem_Calloc(memory->count, sizeof(PyObject *)); /* there are no more rows than events */
    if (!self->made[said]) return PyErr_NoMemory();
    PyObject **kept = &self->made[said][row];
    if (*kept) return Py_NewRef(*kept);
    PyObject *found = said == HEARD ? event_as_python(memory->events.at + memory->begins.at[at])
                      : said == MAY ? may_as_python(memory, at)
                                    : numbers(sizes_after(memory, at), (size_t)memory->hearing->plan->places);
    if (!found || !*kept) return found ? *kept = Py_NewRef(found) : NULL;
    Py_DECREF(found); /* another thread was first: moments of one row have one object */
    return Py_NewRef(*kept);
}

static PyObject *moments_item(PyObject *object, Py_ssize_t at) {
    Moments *self = (Moments *)object;
    if (at >= 0 && at < moments_count(object)) return moment_of(self->memory, self->said, (size_t)at);
    PyErr_SetString(PyExc_IndexError, "there is no such moment");
    return NULL;
}

static PyObject *moments_slice(PyObject *object, PyObject *slice) {
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step)) return NULL;
    Py_ssize_t count = PySlice_AdjustIndices(moments_count(object), &start, &stop, step);
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple && i < count; i++) put_item(&tuple, (size_t)i, moments_item(object, start + i * step));
    return tuple;
}

static PyObject *moments_subscript(PyObject *object, PyObject *key) {
    if (PySlice_Check(key)) return moments_slice(object, key);
    Py_ssize_t at = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (at == -1 && PyErr_Occurred()) return NULL;
    return moments_item(object, at < 0 ? at + moments_count(object) : at);
}

static void moments_dealloc(PyObject *object) {
    Py_DECREF((PyObject *)((Moments *)object)->memory);
    gone(object);
}

TYPE(moments, "Moments", Moments, INNER,
     {Py_tp_dealloc, moments_dealloc}, {Py_sq_length, moments_count}, {Py_sq_item, moments_item},
     {Py_mp_subscript, moments_subscript}, {Py_tp_iter, PySeqIter_New},
     {Py_tp_doc, "What a memory says of each moment, one after another."});

static PyObject *moments(PyObject *object, Said said) {
    Moments *found = PyObject_New(Moments, moments_type);
    if (!found) return NULL;
    found->memory = (MemoryObject *)Py_NewRef(object), found->said = said;
    return (PyObject *)found;
}

static PyObject *get_heard(PyObject *object, void *closure) { return moments(object, HEARD); }
static PyObject *get_may(PyObject *object, void *closure) { return moments(object, MAY); }
static PyObject *get_sizes(PyObject *object, void *closure) { return moments(object, SIZES); }

/* ---- what is made of it */

static bool lists(Machine *mc, const Memory *memory, bool cuts, size_t start, size_t end) {
    GUARD(mc, refused(mc) != NULL);
    mc->listed.used = 0;
    if (cuts)
        memory_cuts(mc, memory, &mc->listed);
    else
        memory_unsure(mc, memory, start, end, &mc->listed);
    return true;
}

static PyObject *listed(MemoryObject *self, bool cuts, size_t start, size_t end) {
    Machine *mc = machine_for(self->hearer->plan);
    if (!mc) return NULL;
    PyObject *found = lists(mc, &self->memory, cuts, start, end) ? numbers(mc->listed.at, mc->listed.used) : NULL;
    machine_done(self->hearer->plan, mc);
    return found;
}

static PyObject *get_cuts(PyObject *object, void *closure) { return listed((MemoryObject *)object, true, 0, 0); }

static PyObject *memory_doubts(PyObject *object, PyObject *args) {
    MemoryObject *self = (MemoryObject *)object;
    Py_ssize_t start, end;
    if (!PyArg_ParseTuple(args, "nn:unsure", &start, &end)) return NULL;
    if (start >= 0 && start <= end && (size_t)end < self->memory.count) return listed(self, false, (size_t)start, (size_t)end);
    return PyErr_SetString(PyExc_ValueError, "there are no such moments"), NULL;
}

/* ---- making one */

static void memory_dealloc(PyObject *object) {
    MemoryObject *self = (MemoryObject *)object;
    for (size_t said = 0; said < SAID; said++) {
        for (size_t i = 0; self->made[said] && i < self->memory.count; i++) Py_XDECREF(self->made[said][i]);
        PyMem_Free(self->made[said]);
    }
    memory_free(&self->memory);
    chunk_release(self->log);
    Py_DECREF((PyObject *)self->hearer);
    gone(object);
}

static bool fills(Machine *mc, Memory *memory, const Memory *earlier, const Buffer *events, bool told) {
    GUARD(mc, refused(mc) != NULL);
    memory_fill(mc, memory, earlier, events->at, events->used, told);
    return true;
}

/* A memory of events, which are freed; NULL where there are none because of an exception. */
static PyObject *memory_of(Hearer *hearer, Chunk *log, MemoryObject *earlier, Buffer events, bool done) {
    MemoryObject *found = done ? PyObject_New(MemoryObject, memory_type) : NULL;
    if (found) {
        found->hearer = (Hearer *)Py_NewRef((PyObject *)hearer), found->log = log;
        if (log) log->refs++;
        memset(found->made, 0, sizeof(found->made));
        found->memory = (Memory){.hearing = &hearer->hearing, .width = (size_t)(hearer->plan->plan.places + 63) / 64};
        Machine *mc = machine_for(hearer->plan);
        done = mc && fills(mc, &found->memory, earlier ? &earlier->memory : NULL, &events, !log);
        if (mc) machine_done(hearer->plan, mc);
        if (!done) Py_CLEAR(found);
    }
    PyMem_Free(events.at);
    return (PyObject *)found;
}

PyObject *hearer_memory(PyObject *object, PyObject *args) {
    Hearer *self = (Hearer *)object;
    PyObject *of, *before = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:memory", &of, &before)) return NULL;
    Snapshot *snapshot = snapshot_of(self, of);
    if (!snapshot) return NULL;
    MemoryObject *earlier = Py_TYPE(before) == memory_type && ((MemoryObject *)before)->hearer == self ? (MemoryObject *)before : NULL;
    if (earlier && (!earlier->log || !chunk_goes_on(snapshot->log, earlier->log))) earlier = NULL;
    if (earlier && earlier->log == snapshot->log) return Py_NewRef(before);
    Buffer events = {NULL, 0, 0};
    bool done = add_chunks(&events, snapshot->log, earlier ? earlier->log : NULL, &self->plan->plan);
    return memory_of(self, snapshot->log, earlier, events, done);
}

PyObject *hearer_recalled(PyObject *object, PyObject *told) {
    Hearer *self = (Hearer *)object;
    Buffer events = {NULL, 0, 0};
    bool done = is_tuple(told, -1);
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(told); i++) done = add_sized_event(&events, PyTuple_GetItem(told, i), &self->plan->plan);
    return memory_of(self, NULL, NULL, events, done);
}

/* ---- the type */

static Py_ssize_t memory_count(PyObject *object) { return (Py_ssize_t)((MemoryObject *)object)->memory.count; }

static PyObject *get_material(PyObject *object, void *closure) { return Py_NewRef(((MemoryObject *)object)->hearer->material); }

static PyGetSetDef memory_fields[] = {
    {"material", get_material, NULL, "What cards and places are called.", NULL},
    {"heard", get_heard, NULL, "The events that he heard, oldest first.", NULL},
    {"may", get_may, NULL, "After each event the places, as bits, in which each card may lie.", NULL},
    {"sizes", get_sizes, NULL, "After each event how many cards lie in each place.", NULL},
    {"cuts", get_cuts, NULL, "The moments at which nothing hidden matters any more.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef memory_methods[] = {
    {"unsure", memory_doubts, METH_VARARGS, "unsure(start, end): the cards whose places he does not always know from one moment to another."},
    {NULL, NULL, 0, NULL},
};

TYPE(memory, "Memory", MemoryObject, INNER,
     {Py_tp_dealloc, memory_dealloc}, {Py_sq_length, memory_count}, {Py_tp_getset, memory_fields},
     {Py_tp_methods, memory_methods},
     {Py_tp_doc, "What somebody has heard of a game, and where each card may have lain after each event of it."});
