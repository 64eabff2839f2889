/* Snapshots with two cards in each other's place, as another world has them. */

#include "module.h"

#include <string.h>

static Word turned(Word card, Word one, Word other) { return card == one ? other : card == other ? one : card; }

static bool exchange_names(Machine *mc, Word one, Word other, PyObject *slots) {
    PyObject *each, *all = PyObject_GetIter(slots);
    Word slot = 0;
    while (all && (each = PyIter_Next(all))) {
        bool found = number_from(each, &slot);
        Py_DECREF(each);
        if (!found) break;
        if (slot < 0 || slot >= mc->plan->slots) {
            PyErr_SetString(PyExc_ValueError, "there is no such slot");
            break;
        }
        if (mc->named[slot] == NUMBER_NAMED) mc->names[slot] = turned(mc->names[slot], one, other);
        if (mc->named[slot] != SET_NAMED) continue;
        Word *set = mc->sets.at + mc->names[slot];
        for (Word i = 1; i <= set[0]; i++) set[i] = turned(set[i], one, other);
    }
    Py_XDECREF(all);
    return !PyErr_Occurred();
}

/* What has changed since reasons to end were looked at stays as it was: nothing happens in the game. */
static bool exchange_cards(Machine *mc, Word one, Word other) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    mc->arena.used = 0;
    push_all(mc, &mc->arena, (const Word *)mc->dirty, mc->plan->dirt);
    swap(mc, one, other);
    memcpy(mc->dirty, mc->arena.at, mc->plan->dirt * sizeof(Word));
    return true;
}

/* The same snapshot with two cards in each other's place, and with each other's names; without answers where nobody is
   asked then. */
PyObject *snapshot_exchanged(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    long long one, other;
    PyObject *slots, *found = NULL;
    if (!PyArg_ParseTuple(args, "LLO:exchanged", &one, &other, &slots)) return NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    mc->chance = NULL;
    if (thaw(mc, self) && exchange_cards(mc, one, other) && exchange_names(mc, one, other, slots)) {
        mc->raws.used = mc->raw_at.used = 0, mc->waits = false;
        found = freeze_watched(self->plan, mc, self->log, self->watch);
        bool ran = found && run_options(mc);
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
    return found;
}
