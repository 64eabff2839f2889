/* What a game was like: events of some kinds, scores, and how many answers there were wherever somebody was asked. */

#include "hearer.h"

#include "trace.h"

/* Events of some kinds, each a bit of `kinds`; only of these tuples are made. */
PyObject *snapshot_happened(PyObject *object, PyObject *kinds) {
    const Snapshot *self = (Snapshot *)object;
    uint64_t wanted = PyLong_AsUnsignedLongLong(kinds);
    if (PyErr_Occurred()) return NULL;
    Buffer log = {NULL, 0, 0};
    PyObject *found = PyList_New(0);
    if (found && !add_chunks(&log, self->log, &self->plan->plan)) Py_CLEAR(found);
    for (size_t at = 0; found && at < log.used; at += (size_t)log.at[at]) {
        if (!(wanted >> log.at[at + 1] & 1)) continue;
        PyObject *event = event_as_python(log.at + at + 1);
        if (!event || PyList_Append(found, event)) Py_CLEAR(found);
        Py_XDECREF(event);
    }
    PyMem_Free(log.at);
    return found;
}

PyObject *snapshot_scores(PyObject *object, PyObject *unused) {
    Snapshot *self = (Snapshot *)object;
    if (!self->plan->plan.score) Py_RETURN_NONE;
    size_t players = (size_t)self->plan->plan.players;
    Word *scores = PyMem_Malloc(players * sizeof(Word));
    Machine *mc = scores ? machine_for(self->plan) : (Machine *)PyErr_NoMemory();
    PyObject *found = !mc || !thaw(mc, self) ? NULL : run_scores(mc, scores) ? numbers(scores, players) : refused(mc);
    if (mc) machine_done(self->plan, mc);
    PyMem_Free(scores);
    return found;
}

/* ---- while a game is played */

bool trace_is(Trace *trace, const Plan *plan, PyObject *lists) {
    *trace = (Trace){NULL, NULL, NULL, (size_t)plan->players};
    if (lists == Py_None) return true;
    if (!is_tuple(lists, 2)) return false;
    trace->options = PyTuple_GetItem(lists, 0), trace->scores = PyTuple_GetItem(lists, 1);
    if (!PyList_Check(trace->options) || !PyList_Check(trace->scores)) return PyErr_SetString(PyExc_TypeError, "a trace is two lists"), false;
    if (!plan->score) return true;
    trace->stood = PyMem_Calloc(2 * trace->players, sizeof(Word));
    return trace->stood || PyErr_NoMemory() != NULL;
}

void trace_free(Trace *trace) { PyMem_Free(trace->stood); }

static bool appended(PyObject *list, PyObject *value) {
    bool done = value && !PyList_Append(list, value);
    Py_XDECREF(value);
    return done;
}

bool trace_asks(const Trace *trace, const Machine *mc) { return !trace->options || appended(trace->options, number((Word)mc->raw_at.used)); }

/* The turn with the scores, if they are not as they stood last. */
bool trace_scores(Trace *trace, Machine *mc) {
    if (!trace->stood) return true;
    Word *before = trace->stood, *scores = before + trace->players, own = mc->own;
    if (!run_scores(mc, scores)) return refused(mc) != NULL;
    mc->own = own;
    size_t size = trace->players * sizeof(Word);
    if (PyList_Size(trace->scores) && !memcmp(before, scores, size)) return true;
    memcpy(before, scores, size);
    return appended(trace->scores, Py_BuildValue("(LN)", (long long)mc->turns, numbers(scores, trace->players)));
}
