/* Snapshots with two cards in each other's place, as another world has them. */

#include "sampling.h"

static bool exchanged(Machine *mc, Word one, Word other, const Buffer *slots) {
    GUARD(mc, refused(mc) != NULL);
    exchange_cards(mc, one, other, slots->at, slots->used);
    return true;
}

static bool add_slots(Buffer *slots, PyObject *from) {
    PyObject *each, *all = PyObject_GetIter(from);
    bool done = all != NULL;
    while (done && (each = PyIter_Next(all))) {
        done = add_number(slots, each);
        Py_DECREF(each);
    }
    Py_XDECREF(all);
    return done && !PyErr_Occurred();
}

/* The same snapshot with two cards in each other's place, and with each other's names; without answers where nobody is
   asked then. */
PyObject *snapshot_exchanged(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    long long one, other;
    PyObject *from, *found = NULL;
    if (!PyArg_ParseTuple(args, "LLO:exchanged", &one, &other, &from)) return NULL;
    Buffer slots = {NULL, 0, 0};
    Machine *mc = add_slots(&slots, from) ? machine_for(self->plan) : NULL;
    if (!mc) {
        PyMem_Free(slots.at);
        return NULL;
    }
    mc->chance = NULL;
    if (thaw(mc, self) && exchanged(mc, one, other, &slots)) {
        found = freeze_watched(self->plan, mc, self->log, self->watch);
        bool ran = found && run_question(mc);
        if (found && !ran) {
            Py_CLEAR(found);
            refused(mc);
        } else if (found && mc->waits) {
            mc->log.used = 0;
            Py_DECREF(found);
            found = freeze_watched(self->plan, mc, self->log, self->watch);
        }
    }
    machine_done(self->plan, mc);
    PyMem_Free(slots.at);
    return found;
}
