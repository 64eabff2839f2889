/* The type `Plan`: a plan that the machine plays, as Python sees it. */

#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "questions.h"

static bool reads(PlanObject *self, PyObject *args, PyObject *names) {
    static char *arguments[] = {"image", "option", "position", "fuel", "asked", "ended", "offered", "sites", "budget", "allowance", "exceeded", NULL};
    PyObject *image, *option, *position, *asked = Py_None, *ended = Py_None, *offered = NULL, *sites = NULL, *exceeded = Py_None;
    long long budget = INT64_MAX, allowance = INT64_MAX;
    unsigned long long fuel = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "SOO|KOOOO!LLO:Plan", arguments, &image, &option, &position, &fuel, &asked, &ended, &offered, &PyTuple_Type, &sites, &budget, &allowance, &exceeded)) return false;
    if (!offered != !sites || (offered && !is_option_type(offered))) return PyErr_SetString(PyExc_TypeError, "these are no options"), false;
    size_t count;
    const char *why;
    Word *words = words_of_bytes(image, &count);
    if (!words) return false;
    Verdict verdict = plan_read(&self->plan, words, count, &why);
    if (verdict != FINE) {
        PyMem_Free(words);
        if (verdict == NO_MEMORY) return PyErr_NoMemory() != NULL;
        return PyErr_Format(PyExc_ValueError, "the plan is broken: %s", why), false;
    }
    if (!options_begin(self)) return PyErr_NoMemory() != NULL;
    self->asked = Py_NewRef(asked), self->ended = Py_NewRef(ended), self->exceeded = Py_NewRef(exceeded);
    self->option = Py_NewRef(option), self->position = Py_NewRef(position);
    self->offered = Py_XNewRef(offered), self->sites = Py_XNewRef(sites);
    self->fuel = fuel, self->budget = budget, self->allowance = allowance;
    self->block = table_size(&self->plan);
    return true;
}

/* A plan is read as it is made, so there is none that was never read. */
static PyObject *plan_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !reads((PlanObject *)self, args, names)) Py_CLEAR(self);
    return self;
}

static int plan_traverse(PyObject *object, visitproc visit, void *arg) {
    PlanObject *self = (PlanObject *)object;
    Py_VISIT(Py_TYPE(object));
    for (size_t i = 0; i < HANDED; i++) Py_VISIT(self->given[i]);
    return options_visit(self, visit, arg);
}

static int plan_clear(PyObject *object) {
    for (size_t i = 0; i < HANDED; i++) Py_CLEAR(((PlanObject *)object)->given[i]);
    return 0;
}

static void plan_dealloc(PyObject *object) {
    PlanObject *self = (PlanObject *)object;
    PyObject_GC_UnTrack(object);
    plan_clear(object);
    options_free(self);
    for (size_t i = 0; i < IDLE; i++) machine_free(self->idle[i]);
    for (size_t i = 0; i < LENT; i++) free(self->lent[i].at);
    for (size_t i = 0; i < self->spares; i++) PyMem_Free(self->spare[i].at);
    PyMem_Free((void *)self->plan.words);
    plan_free(&self->plan);
    gone(object);
}

/* Sets a machine up in a position, lets it run if `runs`, and gives the snapshot. */
static PyObject *standing(PlanObject *self, PyObject *args, bool runs) {
    PyObject *position, *log, *dirty, *random = Py_None, *watch = Py_None;
    long long turns, spent = 0, pc = 0;
    if (runs ? !PyArg_ParseTuple(args, "OOLOL|OO:begin", &position, &log, &turns, &dirty, &pc, &random, &watch)
             : !PyArg_ParseTuple(args, "OOLO|OL:stand", &position, &log, &turns, &dirty, &watch, &spent))
        return NULL;
    if (!is_watch(watch)) return NULL;
    if (runs && (pc < 0 || pc >= self->plan.instructions)) return PyErr_SetString(PyExc_ValueError, "there is no such instruction"), NULL;
    Machine *mc = machine_for(self);
    if (!mc) return NULL;
    give_chance(mc, random);
    PyObject *found = NULL;
    Chunk *chunk = chunk_new(NULL, log, NULL, 0);
    Watched watched = {self, watch == Py_None ? NULL : (Watch *)watch, chunk};
    if (chunk && set_position(mc, position, dirty, turns) && (mc->spent = spent, !runs || watch_begins(mc, &watched))) {
        if (!(runs ? run_from(mc, pc) : run_options(mc))) {
            refused(mc);
        } else {
            if (!runs) mc->log.used = 0;
            if (watch_ends(mc, &watched)) found = freeze_watched(self, mc, chunk, watched.watch);
        }
    }
    chunk_release(chunk);
    machine_done(self, mc);
    return found;
}

/* The same as another snapshot of this plan, for games that are watched otherwise; None if it is of another. */
static PyObject *plan_adopt(PyObject *object, PyObject *args) {
    PlanObject *self = (PlanObject *)object;
    PyObject *watch, *other;
    if (!PyArg_ParseTuple(args, "OO:adopt", &watch, &other) || !is_watch(watch)) return NULL;
    Snapshot *from = (Snapshot *)other;
    if (Py_TYPE(other) != snapshot_type || from->plan != self) Py_RETURN_NONE;
    from->log->refs++;
    return copied_with(from, from->log, watch == Py_None ? NULL : (Watch *)watch);
}

static PyObject *plan_begin(PyObject *self, PyObject *args) { return standing((PlanObject *)self, args, true); }
static PyObject *plan_stand(PyObject *self, PyObject *args) { return standing((PlanObject *)self, args, false); }

static PyObject *plan_worked_out(PyObject *object, PyObject *unused) {
    unsigned long long all = 0;
    for (size_t i = 0; i < IDLE; i++)
        if (((PlanObject *)object)->idle[i]) all += ((PlanObject *)object)->idle[i]->worked_out;
    return PyLong_FromUnsignedLongLong(all);
}

static PyMethodDef plan_methods[] = {
    {"begin", plan_begin, METH_VARARGS, "begin(position, log, turns, dirty, pc, random=None, watch=None): a game that goes on from a place in the plan."},
    {"stand", plan_stand, METH_VARARGS, "stand(position, log, turns, dirty, watch=None, spent=0): the snapshot of a game that waits in a position."},
    {"adopt", plan_adopt, METH_VARARGS, "adopt(watch, snapshot): the same snapshot, watched by this; None if it is of another plan."},
    {"worked_out", plan_worked_out, METH_NOARGS, "worked_out(): how often named values that are kept were not found, and so worked out."},
    {"hearer", plan_hearer, METH_VARARGS, "hearer(table, material): somebody who hears of its games what a table says."},
    {NULL, NULL, 0, NULL},
};

TYPE(plan, "Plan", PlanObject, Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, plan_new}, {Py_tp_dealloc, plan_dealloc}, {Py_tp_traverse, plan_traverse}, {Py_tp_clear, plan_clear},
     {Py_tp_methods, plan_methods},
     {Py_tp_doc, "Plan(image, option, position, fuel=0, asked=None, ended=None, budget=2**63-1, allowance=2**63-1, exceeded=None): a plan, verified, as the native machine plays it."});
