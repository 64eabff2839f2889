/* Games played to their end. */

#include "module.h"

#include "nodes.h"

/* One of the answers where the machine waits, by a number in [0, 1) of whoever is asked, or of chance; it is copied, since
   the run makes new ones in their place. */
static bool picks(Machine *mc, PyObject *seats) {
    bool is_draw = mc->plan->words[mc->plan->code[mc->pc]] == DRAW;
    double chance = chance_of(is_draw ? mc->from : PyTuple_GetItem(seats, (Py_ssize_t)mc->own));
    if (!(chance >= 0.0 && chance < 1.0)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a random number is not in [0, 1)");
        return false;
    }
    const Word *answer = mc->raws.at + mc->raw_at.at[(size_t)(chance * (double)mc->raw_at.used)];
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    mc->picked.used = 0;
    push_all(mc, &mc->picked, answer, answer_size(answer));
    return true;
}

enum { MUCH_LOG = 1 << 16 }; /* words, after which a chunk is made of them */

static bool keeps_log(Machine *mc, Chunk **log) {
    Chunk *longer = chunk_new(*log, NULL, mc->log.at, mc->log.used);
    if (!longer) return false;
    chunk_release(*log);
    *log = longer;
    mc->log.used = 0;
    return true;
}

PyObject *snapshot_playout(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    PyObject *seats, *random;
    if (!PyArg_ParseTuple(args, "O!O:playout", &PyTuple_Type, &seats, &random)) return NULL;
    if (PyTuple_Size(seats) != (Py_ssize_t)self->plan->plan.players) return PyErr_SetString(PyExc_ValueError, "each seat needs numbers"), NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    give_chance(mc, random);
    Watched watched = {self->plan, self->watch, self->log};
    self->log->refs++;
    bool goes = thaw(mc, self) && thaw_answers(mc, self) && watch_begins(mc, &watched);
    for (unsigned decisions = 1; goes && mc->raw_at.used; decisions++) {
        goes = picks(mc, seats) && (run_answer(mc, mc->picked.at) || refused(mc)) && watch_ends(mc, &watched) &&
               (mc->log.used < MUCH_LOG || keeps_log(mc, &watched.before));
        if (decisions % 1024 == 0 && interrupted()) goes = false;
    }
    PyObject *found = goes ? freeze_watched(self->plan, mc, watched.before, self->watch) : NULL;
    chunk_release(watched.before);
    machine_done(self->plan, mc);
    return found;
}
