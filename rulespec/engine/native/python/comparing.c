/* Games that are compared with what somebody has heard, as they are played on. */

#include "sampling.h"

#include <string.h>

PyObject *hearer_comparison(PyObject *object, PyObject *of) {
    if (Py_TYPE(of) != memory_type || (PyObject *)((MemoryObject *)of)->hearer != object)
        return PyErr_SetString(PyExc_TypeError, "this is not what he has heard"), NULL;
    Comparison *found = PyObject_New(Comparison, comparison_type);
    if (!found) return NULL;
    found->hearer = (Hearer *)Py_NewRef(object), found->memory = (MemoryObject *)Py_NewRef(of);
    found->account = memory_account(&found->memory->memory);
    return (PyObject *)found;
}

static void comparison_dealloc(PyObject *object) {
    Comparison *self = (Comparison *)object;
    Py_DECREF((PyObject *)self->memory);
    Py_DECREF((PyObject *)self->hearer);
    gone(object);
}

/* ---- comparing */

typedef enum { FAILED, DIFFERS, AGREES } Compared;

static Compared compare(Machine *mc, const Account *account, const Word *log, size_t size, size_t since, size_t *at) {
    GUARD(mc, (refused(mc), FAILED));
    mc->arena.used = 0;
    return account_hears(mc, account, log, size, at, &mc->arena) && account_allows(mc, account, since, *at) ? AGREES : DIFFERS;
}

/* The events that were masked, each with its moment; `arena` has where they begin. */
static PyObject *masked_in(const Machine *mc, const Word *log) {
    PyObject *masked = PyTuple_New((Py_ssize_t)(mc->arena.used / 2));
    for (size_t i = 0; masked && i < mc->arena.used; i += 2) {
        put_item(&masked, i / 2, Py_BuildValue("(NL)", event_as_python(log + mc->arena.at[i] + 1), (long long)mc->arena.at[i + 1]));
    }
    return masked;
}

static PyObject *comparison_begun(PyObject *object, PyObject *of) {
    Comparison *self = (Comparison *)object;
    PlanObject *plan = self->hearer->plan;
    Snapshot *snapshot = snapshot_of(self->hearer, of);
    Machine *mc = snapshot ? machine_for(plan) : NULL;
    if (!mc) return NULL;
    Buffer log = {NULL, 0, 0};
    size_t at = 0;
    Compared compared = thaw(mc, snapshot) && add_chunks(&log, snapshot->log, NULL, &plan->plan) ? compare(mc, &self->account, log.at, log.used, 0, &at) : FAILED;
    PyObject *found = compared == AGREES ? Py_BuildValue("(OnN)", of, (Py_ssize_t)at, masked_in(mc, log.at)) : compared == DIFFERS ? Py_NewRef(Py_None) : NULL;
    PyMem_Free(log.at);
    machine_done(plan, mc);
    return found;
}

static PyObject *stepped(Comparison *self, Snapshot *snapshot, size_t since, const Word *answer) {
    PlanObject *plan = self->hearer->plan;
    Machine *mc = machine_for(plan);
    if (!mc) return NULL;
    PyObject *found = NULL;
    if (thaw(mc, snapshot)) {
        size_t at = since;
        Compared compared = FAILED;
        if (run_answer(mc, answer))
            compared = compare(mc, &self->account, mc->log.at, mc->log.used, since, &at);
        else
            refused(mc);
        if (compared == DIFFERS) found = Py_NewRef(Py_None);
        if (compared == AGREES) found = Py_BuildValue("(NnN)", freeze(plan, mc, snapshot->log), (Py_ssize_t)at, masked_in(mc, mc->log.at));
    }
    machine_done(plan, mc);
    return found;
}

static PyObject *comparison_after(PyObject *object, PyObject *args) {
    Comparison *self = (Comparison *)object;
    PyObject *of, *raw;
    Py_ssize_t at;
    if (!PyArg_ParseTuple(args, "OnO:after", &of, &at, &raw)) return NULL;
    Snapshot *snapshot = snapshot_of(self->hearer, of);
    if (!snapshot) return NULL;
    if (at < 0 || (size_t)at > self->account.count) return PyErr_SetString(PyExc_ValueError, "so much was not heard"), NULL;
    Buffer answer = {NULL, 0, 0};
    PyObject *found = answer_from(snapshot, raw, &answer) ? stepped(self, snapshot, (size_t)at, answer.at) : NULL;
    PyMem_Free(answer.at);
    return found;
}

/* ---- the types */

static PyMethodDef comparison_methods[] = {
    {"begun", comparison_begun, METH_O, "begun(snapshot): a step, of a game that has begun; None if something else would have been heard."},
    {"after", comparison_after, METH_VARARGS, "after(snapshot, at, raw): a step, after an answer; None if something else would have been heard."},
    {"stretch", comparison_stretch, METH_VARARGS, "stretch(start, end, is_now): the events after a moment, up to another, in which ways are looked for."},
    {NULL, NULL, 0, NULL},
};

TYPE(comparison, "Comparison", Comparison, INNER,
     {Py_tp_dealloc, comparison_dealloc}, {Py_tp_methods, comparison_methods},
     {Py_tp_doc, "What somebody has heard, with which games are compared that are played on."});
