/* Somebody who hears of games, as Python sees him. */

#include "hearer.h"

#include <string.h>

Snapshot *snapshot_of(const Hearer *hearer, PyObject *object) {
    if (PyObject_TypeCheck(object, snapshot_type) && ((Snapshot *)object)->plan == hearer->plan) return (Snapshot *)object;
    PyErr_SetString(PyExc_TypeError, "this is no snapshot of the same plan");
    return NULL;
}

/* ---- the type */

PyObject *plan_hearer(PyObject *object, PyObject *args) {
    static uint64_t hearers = 0;
    PlanObject *plan = (PlanObject *)object;
    size_t count;
    const char *why;
    PyObject *table, *material;
    Word *words = PyArg_ParseTuple(args, "OO:hearer", &table, &material) ? words_of_bytes(table, &count) : NULL;
    if (!words) return NULL;
    Hearing hearing;
    Verdict verdict = hearing_read(&hearing, &plan->plan, words, count, &why);
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
    gone(object);
}

static PyMethodDef hearer_methods[] = {
    {"key", hearer_key, METH_O, "key(snapshot): one value for all that was heard."},
    {"summary", hearer_summary, METH_O, "summary(snapshot): all that he has heard, in short."},
    {"memory", hearer_memory, METH_VARARGS, "memory(snapshot, earlier=None): what he has heard of a game; it goes on from what he had heard of it earlier."},
    {"recalled", hearer_recalled, METH_O, "recalled(heard): the same, from a tuple of what he has heard."},
    {"comparison", hearer_comparison, METH_O, "comparison(memory): with what he has heard, games are compared."},
    {NULL, NULL, 0, NULL},
};

TYPE(hearer, "Hearer", Hearer, INNER,
     {Py_tp_dealloc, hearer_dealloc}, {Py_tp_methods, hearer_methods},
     {Py_tp_doc, "Somebody who hears of the games of a plan what he may hear."});
