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

PyTypeObject *memory_type, *moments_type;

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
    for (size_t card = 0; tuple && card < cards; card++) {
        PyObject *each = places_as_python(places + card * memory->width, memory->width);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)card, each)) Py_CLEAR(tuple);
    }
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
    PyObject *found = said == HEARD ? told_as_python(memory->events.at + memory->begins.at[at])
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
    for (Py_ssize_t i = 0; tuple && i < count; i++) {
        PyObject *each = moments_item(object, start + i * step);
        if (!each || PyTuple_SetItem(tuple, i, each)) Py_CLEAR(tuple);
    }
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
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyType_Slot moments_slots[] = {
    {Py_tp_dealloc, moments_dealloc},
    {Py_sq_length, moments_count},
    {Py_sq_item, moments_item},
    {Py_mp_subscript, moments_subscript},
    {Py_tp_iter, PySeqIter_New},
    {Py_tp_doc, "What a memory says of each moment, one after another."},
    {0, NULL},
};

PyType_Spec moments_spec = {
    "rulespec._native.Moments", sizeof(Moments), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, moments_slots,
};

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

static bool cut(Machine *mc, const Memory *memory) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    mc->listed.used = 0;
    memory_cuts(mc, memory, &mc->listed);
    return true;
}

static bool doubt(Machine *mc, const Memory *memory, size_t start, size_t end) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    mc->listed.used = 0;
    memory_unsure(mc, memory, start, end, &mc->listed);
    return true;
}

static PyObject *get_cuts(PyObject *object, void *closure) {
    MemoryObject *self = (MemoryObject *)object;
    Machine *mc = machine_for(self->hearer->plan);
    if (!mc) return NULL;
    PyObject *found = cut(mc, &self->memory) ? numbers(mc->listed.at, mc->listed.used) : NULL;
    machine_done(self->hearer->plan, mc);
    return found;
}

static PyObject *memory_doubts(PyObject *object, PyObject *args) {
    MemoryObject *self = (MemoryObject *)object;
    Py_ssize_t start, end, count = (Py_ssize_t)self->memory.count;
    if (!PyArg_ParseTuple(args, "nn:unsure", &start, &end)) return NULL;
    if (start < 0 || start > end || end >= count) return PyErr_SetString(PyExc_ValueError, "there are no such moments"), NULL;
    Machine *mc = machine_for(self->hearer->plan);
    if (!mc) return NULL;
    PyObject *found = doubt(mc, &self->memory, (size_t)start, (size_t)end) ? numbers(mc->listed.at, mc->listed.used) : NULL;
    machine_done(self->hearer->plan, mc);
    return found;
}

static PyObject *get_quiet(PyObject *object, void *closure) {
    return number((Word)memory_quiet(&((MemoryObject *)object)->memory));
}

/* ---- making one */

static MemoryObject *memory_new(Hearer *hearer, Chunk *log) {
    MemoryObject *found = PyObject_New(MemoryObject, memory_type);
    if (!found) return NULL;
    found->hearer = (Hearer *)Py_NewRef((PyObject *)hearer), found->log = log;
    if (log) log->refs++;
    memset(found->made, 0, sizeof(found->made));
    found->memory = (Memory){.hearing = &hearer->hearing, .width = (size_t)(hearer->plan->plan.places + 63) / 64};
    return found;
}

static void memory_dealloc(PyObject *object) {
    MemoryObject *self = (MemoryObject *)object;
    for (size_t said = 0; said < SAID; said++) {
        for (size_t i = 0; self->made[said] && i < self->memory.count; i++) Py_XDECREF(self->made[said][i]);
        PyMem_Free(self->made[said]);
    }
    memory_free(&self->memory);
    chunk_release(self->log);
    Py_DECREF((PyObject *)self->hearer);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    Py_DECREF(type);
}

static bool hears(Machine *mc, Memory *memory, const Word *log, size_t size) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    memory_hears(mc, memory, log, size);
    return true;
}

static bool heard(Machine *mc, Memory *memory, const Word *event, size_t size) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    memory_heard(mc, memory, event, size);
    return true;
}

static bool begins(Machine *mc, Memory *memory, const Memory *earlier) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    memory_begins(mc, memory, earlier);
    return true;
}

static bool concludes(Machine *mc, Memory *memory, const Memory *earlier) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    memory_concludes(mc, memory, earlier);
    return true;
}

/* Hears the chunks of a log that come after another, or all of them. */
static bool hears_log(Machine *mc, MemoryObject *self, Chunk *log, const Chunk *after) {
    size_t depth = 0;
    for (const Chunk *each = log; each != after && each->before; each = each->before) depth++;
    Chunk **path = PyMem_Malloc((depth + 1) * sizeof(Chunk *));
    if (!path) return PyErr_NoMemory() != NULL;
    size_t left = depth;
    for (; left > 0; log = log->before) path[--left] = log;
    bool done = true;
    if (log != after) { /* what comes from elsewhere */
        Buffer buffer = {NULL, 0, 0};
        done = add_chunks(&buffer, log, &self->hearer->plan->plan) && hears(mc, &self->memory, buffer.at, buffer.used);
        PyMem_Free(buffer.at);
    }
    for (size_t i = 0; done && i < depth; i++) done = hears(mc, &self->memory, path[i]->words, path[i]->size);
    PyMem_Free(path);
    return done;
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
    MemoryObject *found = memory_new(self, snapshot->log);
    Machine *mc = found ? machine_for(self->plan) : NULL;
    const Memory *known = earlier ? &earlier->memory : NULL;
    bool done = mc && (!known || begins(mc, &found->memory, known)) &&
                hears_log(mc, found, snapshot->log, earlier ? earlier->log : NULL) && concludes(mc, &found->memory, known);
    if (mc) machine_done(self->plan, mc);
    if (!done) Py_CLEAR(found);
    return (PyObject *)found;
}

PyObject *hearer_recalled(PyObject *object, PyObject *told) {
    Hearer *self = (Hearer *)object;
    if (!is_tuple(told, -1)) return NULL;
    MemoryObject *found = memory_new(self, NULL);
    Machine *mc = found ? machine_for(self->plan) : NULL;
    Buffer buffer = {NULL, 0, 0};
    bool done = mc != NULL;
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(told); i++) {
        buffer.used = 0;
        done = add_told(&buffer, PyTuple_GetItem(told, i), &self->plan->plan) && heard(mc, &found->memory, buffer.at, buffer.used);
    }
    done = done && concludes(mc, &found->memory, NULL);
    PyMem_Free(buffer.at);
    if (mc) machine_done(self->plan, mc);
    if (!done) Py_CLEAR(found);
    return (PyObject *)found;
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
    {"quiet", get_quiet, NULL, "From which event on he has heard no more than that others have committed.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef memory_methods[] = {
    {"unsure", memory_doubts, METH_VARARGS, "unsure(start, end): the cards whose places he does not always know from one moment to another."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot memory_slots[] = {
    {Py_tp_dealloc, memory_dealloc},
    {Py_sq_length, memory_count},
    {Py_tp_getset, memory_fields},
    {Py_tp_methods, memory_methods},
    {Py_tp_doc, "What somebody has heard of a game, and where each card may have lain after each event of it."},
    {0, NULL},
};

PyType_Spec memory_spec = {
    "rulespec._native.Memory", sizeof(MemoryObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, memory_slots,
};
