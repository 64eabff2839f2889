/* Machines for runs, and the runs from one snapshot to the next. */

#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "standing.h"

/* ---- machines for runs */

/* Whether a run has to end; others get their turn meanwhile, as it is the main thread that hears a signal. */
int interrupted(void) {
    Py_BEGIN_ALLOW_THREADS
    Py_END_ALLOW_THREADS
    return PyErr_CheckSignals();
}

enum { REST_EVERY = 16 }; /* as it takes a twentieth of a short run */

Machine *machine_for(PlanObject *self) {
    Machine *mc = NULL;
    if (self->idle[0]) self->warm = NULL;
    for (size_t i = 0; i < IDLE && !mc; i++) mc = self->idle[i], self->idle[i] = NULL;
    if (!mc) mc = machine_new(&self->plan);
    if (!mc) return (Machine *)PyErr_NoMemory();
    mc->fuel = self->fuel, mc->budget = self->budget, mc->allowance = self->allowance;
    mc->interrupted = interrupted;
    return mc;
}

void machine_done(PlanObject *self, Machine *mc) {
    mc->chance = NULL, mc->coupling = NULL;
    mc->looked_at = NULL, mc->noting = false, mc->coverage = NULL, mc->then = NULL, mc->circumstances.used = 0;
    for (size_t i = 0; i < IDLE; i++) {
        if (self->idle[i]) continue;
        if (self->runs++ % REST_EVERY == 0) machine_rests(mc);
        self->idle[i] = mc;
        return;
    }
    machine_free(mc);
}

enum { MOST_LENT = 1 << 18 }; /* words that a buffer may keep */

void buffers_lend(PlanObject *self, Words *const *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        *to[i] = i < LENT ? self->lent[i] : (Words){NULL, 0, 0};
        to[i]->used = 0;
        if (i < LENT) self->lent[i] = (Words){NULL, 0, 0};
    }
}

void buffers_return(PlanObject *self, Words *const *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i < LENT && !self->lent[i].at && from[i]->room <= MOST_LENT)
            self->lent[i] = *from[i];
        else
            free(from[i]->at);
        *from[i] = (Words){NULL, 0, 0};
    }
}

double chance_of(void *from) {
    PyObject *found = PyObject_CallNoArgs(from);
    if (!found) return -1.0;
    double chance = PyFloat_AsDouble(found);
    bool is_one = chance >= 0.0 && chance < 1.0;
    if (!is_one && !PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "random numbers must be in [0, 1), not %R", found);
    Py_DECREF(found);
    return is_one ? chance : -1.0;
}

void give_chance(Machine *mc, PyObject *random) {
    mc->chance = random && random != Py_None ? chance_of : NULL;
    mc->from = random;
}

void *cannot_go_on(const char *failed) {
    if (failed == NO_MEMORY_LEFT && !PyErr_Occurred()) return PyErr_NoMemory();
    if (!PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "the plan cannot be played on: %s", failed ? failed : "it was interrupted");
    return NULL;
}

/* Raises what the plan makes of an instruction at which a run has used up its budget. */
static void *exceeds(const Machine *mc) {
    PlanObject *plan = (PlanObject *)((char *)mc->plan - offsetof(PlanObject, plan));
    if (plan->exceeded == Py_None) return PyErr_Format(PyExc_RuntimeError, "%s", OUT_OF_BUDGET);
    PyObject *error = PyObject_CallFunction(plan->exceeded, "LO", (long long)mc->doing, mc->allowed < mc->budget ? Py_True : Py_False);
    if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return NULL;
}

void *refused(const Machine *mc) {
    bool then = mc->then && mc->then->failed == OUT_OF_BUDGET; /* the table that a law compares with is charged for itself */
    return (then || mc->failed == OUT_OF_BUDGET) && !PyErr_Occurred() ? exceeds(mc) : cannot_go_on(mc->failed);
}

/* ---- from one snapshot to the next */

/* The end of a game, once it is known who has won, which can take too many steps, too: before the state is anybody's. */
static PyObject *is_judged(PyObject *end) {
    if (((Snapshot *)end)->plan->ended == Py_None) return end;
    PyObject *over = pending_of((Snapshot *)end);
    if (!over) Py_CLEAR(end);
    Py_XDECREF(over);
    return end;
}

/* The snapshot after an answer in words. */
static PyObject *after(Snapshot *self, const Word *answer, PyObject *random) {
    bool warm = self->plan->warm == self && stands_as(self->plan->idle[0], self);
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    give_chance(mc, random);
    PyObject *found = NULL;
    Watched watched = {self->plan, self->watch, self->log};
    mc->log.used = 0;
    if ((warm || thaw(mc, self)) && watch_begins(mc, &watched)) {
        if (!run_answer(mc, answer))
            refused(mc);
        else if (watch_ends(mc, &watched))
            found = freeze_watched(self->plan, mc, self->log, self->watch);
    }
    bool over = found && !((Snapshot *)found)->answers;
    machine_done(self->plan, mc);
    if (found && self->plan->idle[0] == mc) self->plan->warm = (Snapshot *)found;
    return found && over ? is_judged(found) : found;
}

bool answer_from(const Snapshot *snap, PyObject *raw, Buffer *answer) {
    if (!add_answer(answer, raw, names_at(&snap->plan->plan, snap->pc))) return false;
    for (size_t i = 0; i < snap->answers; i++) {
        const Word *each = answer_in(snap, i);
        if (answer_size(each) == answer->used && !memcmp(each, answer->at, answer->used * sizeof(Word))) return true;
    }
    return PyErr_Format(PyExc_ValueError, "%R is no answer here", raw), false;
}

PyObject *snapshot_next(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    PyObject *raw, *random = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:next", &raw, &random)) return NULL;
    Buffer answer = {NULL, 0, 0};
    PyObject *found = answer_from(self, raw, &answer) ? after(self, answer.at, random) : NULL;
    PyMem_Free(answer.at);
    return found;
}

static PyObject *taken(Snapshot *self, PyObject *option, PyObject *random) {
    size_t at;
    if (option_meant(self, option, &at)) return after(self, answer_in(self, at), random);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

PyObject *snapshot_take(PyObject *self, PyObject *args) {
    PyObject *option, *random = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:take", &option, &random)) return NULL;
    return taken((Snapshot *)self, option, random);
}

PyObject *snapshot_after(PyObject *snapshot, PyObject *option, PyObject *random) {
    if (Py_TYPE(snapshot) == snapshot_type) return taken((Snapshot *)snapshot, option, random);
    return PyObject_CallMethod(snapshot, "take", "OO", option, random);
}

PyObject *snapshot_waits(PyObject *snapshot) {
    if (Py_TYPE(snapshot) == snapshot_type) return pending_of((Snapshot *)snapshot);
    return PyObject_GetAttrString(snapshot, "pending");
}
