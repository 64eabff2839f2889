/* Somebody who hears of games, as Python sees him; and keys of what he has heard, which are kept with the log. */

#include "hearer.h"

#include <string.h>

PyTypeObject *hearer_type;

struct Keys {
    size_t used;
    struct {
        uint64_t number;
        Key key;
    } each[];
};

static const Key *kept_key(const Chunk *chunk, uint64_t number) {
    for (size_t i = 0; chunk->keys && i < chunk->keys->used; i++)
        if (chunk->keys->each[i].number == number) return &chunk->keys->each[i].key;
    return NULL;
}

static bool keep_key(Chunk *chunk, uint64_t number, Key key) {
    size_t used = chunk->keys ? chunk->keys->used : 0;
    Keys *keys = PyMem_Realloc(chunk->keys, sizeof(Keys) + (used + 1) * sizeof(keys->each[0]));
    if (!keys) return PyErr_NoMemory() != NULL;
    keys->each[used].number = number, keys->each[used].key = key;
    keys->used = used + 1;
    chunk->keys = keys;
    return true;
}

/* What is heard of some events more. */
static bool extend(Machine *mc, const Hearing *hearing, const Word *log, size_t size, Key *key) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    for (const Word *event = log; event < log + size; event += event[0]) {
        mc->heard.used = 0;
        if (hear(mc, hearing, event + 1, &mc->heard)) *key = key_after(*key, mc->heard.at, mc->heard.used);
    }
    return true;
}

static bool key_of_first(Machine *mc, const Hearer *self, const Chunk *chunk, Key *key) {
    Buffer buffer = {NULL, 0, 0};
    bool done = (!chunk->python || add_log(&buffer, chunk->python, &self->plan->plan)) && extend(mc, &self->hearing, buffer.at, buffer.used, key);
    PyMem_Free(buffer.at);
    return done;
}

static bool key_of(Machine *mc, const Hearer *self, Chunk *chunk, Key *key) {
    Chunk *known = chunk;
    size_t depth = 0;
    while (known->before && !kept_key(known, self->number)) known = known->before, depth++;
    Chunk **path = PyMem_Malloc((depth + 1) * sizeof(Chunk *));
    if (!path) return PyErr_NoMemory() != NULL;
    for (size_t i = depth + 1; i-- > 0; chunk = chunk->before) path[i] = chunk;
    bool done = true;
    *key = (Key){0, 0};
    for (size_t i = 0; i <= depth && done; i++) {
        const Key *kept = kept_key(path[i], self->number);
        if (kept) {
            *key = *kept;
            continue;
        }
        done = path[i]->before ? extend(mc, &self->hearing, path[i]->words, path[i]->size, key) : key_of_first(mc, self, path[i], key);
        done = done && keep_key(path[i], self->number, *key);
    }
    PyMem_Free(path);
    return done;
}

Snapshot *snapshot_of(const Hearer *hearer, PyObject *object) {
    if (PyObject_TypeCheck(object, snapshot_type) && ((Snapshot *)object)->plan == hearer->plan) return (Snapshot *)object;
    PyErr_SetString(PyExc_TypeError, "this is no snapshot of the same plan");
    return NULL;
}

static PyObject *hearer_key(PyObject *object, PyObject *of) {
    Hearer *self = (Hearer *)object;
    Snapshot *snapshot = snapshot_of(self, of);
    Machine *mc = snapshot ? machine_for(self->plan) : NULL;
    if (!mc) return NULL;
    Key key;
    bool done = key_of(mc, self, snapshot->log, &key);
    machine_done(self->plan, mc);
    return done ? PyBytes_FromStringAndSize((const char *)&key, sizeof(Key)) : NULL;
}

/* ---- the type */

PyObject *plan_hearer(PyObject *object, PyObject *args) {
    static uint64_t hearers = 0;
    PlanObject *plan = (PlanObject *)object;
    char *bytes;
    Py_ssize_t size;
    const char *why;
    PyObject *table, *material;
    if (!PyArg_ParseTuple(args, "OO:hearer", &table, &material) || PyBytes_AsStringAndSize(table, &bytes, &size)) return NULL;
    Word *words = PyMem_Malloc((size_t)size + sizeof(Word));
    if (!words) return PyErr_NoMemory();
    memcpy(words, bytes, (size_t)size);
    Hearing hearing;
    Verdict verdict = hearing_read(&hearing, &plan->plan, words, (size_t)size / sizeof(Word), &why);
    PyMem_Free(words);
    if (verdict == NO_MEMORY) return PyErr_NoMemory();
    if (verdict != FINE) return PyErr_SetString(PyExc_ValueError, why), NULL;
    Hearer *found = PyObject_New(Hearer, hearer_type);
    if (!found) return hearing_free(&hearing), NULL;
    found->plan = (PlanObject *)Py_NewRef(object);
    found->hearing = hearing;
    found->material = Py_NewRef(material);
    found->number = ++hearers;
    return (PyObject *)found;
}

static void hearer_dealloc(PyObject *object) {
    Hearer *self = (Hearer *)object;
    hearing_free(&self->hearing);
    Py_DECREF(self->material);
    Py_DECREF((PyObject *)self->plan);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyMethodDef hearer_methods[] = {
    {"key", hearer_key, METH_O, "key(snapshot): one value for all that was heard."},
    {"memory", hearer_memory, METH_VARARGS, "memory(snapshot, earlier=None): what he has heard of a game; it goes on from what he had heard of it earlier."},
    {"recalled", hearer_recalled, METH_O, "recalled(heard): the same, from a tuple of what he has heard."},
    {"comparison", hearer_comparison, METH_O, "comparison(memory): with what he has heard, games are compared."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot hearer_slots[] = {
    {Py_tp_dealloc, hearer_dealloc},
    {Py_tp_methods, hearer_methods},
    {Py_tp_doc, "Somebody who hears of the games of a plan what he may hear."},
    {0, NULL},
};

PyType_Spec hearer_spec = {
    "rulespec._native.Hearer", sizeof(Hearer), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, hearer_slots,
};
