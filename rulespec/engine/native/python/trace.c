/* What a game was like: events of some kinds, scores, and how many answers there were wherever somebody was asked. */

#include "hearer.h"

#include "generated/events.h"
#include "trace.h"

/* Events of some kinds, each a bit of `kinds`; only of these tuples are made. */
PyObject *snapshot_happened(PyObject *object, PyObject *kinds) {
    const Snapshot *self = (Snapshot *)object;
    uint64_t wanted = PyLong_AsUnsignedLongLong(kinds);
    if (PyErr_Occurred()) return NULL;
    Buffer log = {NULL, 0, 0};
    PyObject *found = PyList_New(0);
    if (found && !add_chunks(&log, self->log, NULL, &self->plan->plan)) Py_CLEAR(found);
    for (size_t at = 0; found && at < log.used; at += (size_t)log.at[at]) {
        if (!(wanted >> log.at[at + 1] & 1)) continue;
        append_item(&found, event_as_python(log.at + at + 1));
    }
    PyMem_Free(log.at);
    return found;
}

/* By origin its group, or -1; the numbers of groups are less than those of origins. */
static Word *groups_of(PyObject *given, size_t origins) {
    Word *groups = PyMem_Malloc((origins + 1) * sizeof(Word));
    for (size_t i = 0; groups && i < origins; i++) {
        groups[i] = PyLong_AsLongLong(PyTuple_GetItem(given, (Py_ssize_t)i));
        if (groups[i] >= -1 && groups[i] < (Word)origins && !PyErr_Occurred()) continue;
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a group has a number less than there are origins, or is -1");
        return PyMem_Free(groups), NULL;
    }
    return groups ? groups : (Word *)PyErr_NoMemory();
}

/* Of each group of origins, in how many turns an event of some kinds came from one: counted here, as there are many of them. */
PyObject *snapshot_turns_from(PyObject *object, PyObject *args) {
    const Snapshot *self = (Snapshot *)object;
    unsigned long long kinds;
    PyObject *given, *found = NULL;
    if (!PyArg_ParseTuple(args, "KO!:turns_from", &kinds, &PyTuple_Type, &given)) return NULL;
    size_t origins = (size_t)PyTuple_Size(given), count = 0;
    Word *groups = groups_of(given, origins), *turns = groups ? PyMem_Calloc(2 * origins + 1, sizeof(Word)) : NULL;
    Buffer log = {NULL, 0, 0};
    if (groups && !turns) PyErr_NoMemory();
    if (turns && add_chunks(&log, self->log, NULL, &self->plan->plan)) {
        Word *last = turns + origins, turn = 1;
        for (size_t at = 0; at < log.used; at += (size_t)log.at[at]) {
            Word kind = log.at[at + 1];
            turn += kind == EVENT_TURN;
            if (!(kinds >> kind & 1) || log.at[at] < 3) continue;
            Word origin = log.at[at + 2];
            if (origin < 0 || origin >= (Word)origins || groups[origin] < 0 || last[groups[origin]] == turn) continue;
            last[groups[origin]] = turn, turns[groups[origin]]++;
        }
        for (size_t i = 0; i < origins; i++)
            if (groups[i] >= (Word)count) count = (size_t)groups[i] + 1;
        found = numbers(turns, count);
    }
    PyMem_Free(log.at);
    PyMem_Free(turns);
    PyMem_Free(groups);
    return found;
}

/* ---- while a game is played */

bool trace_is(Trace *trace, const Plan *plan, PyObject *lists) {
    *trace = (Trace){NULL, NULL, NULL, NULL, (size_t)plan->players};
    if (lists == Py_None) return true;
    if (!is_tuple(lists, 3)) return false;
    trace->options = PyTuple_GetItem(lists, 0), trace->scores = PyTuple_GetItem(lists, 1), trace->going_on = PyTuple_GetItem(lists, 2);
    if (!PyList_Check(trace->options) || !PyList_Check(trace->scores) || !PyList_Check(trace->going_on))
        return PyErr_SetString(PyExc_TypeError, "a trace is three lists"), false;
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

bool trace_asks(const Trace *trace, const Machine *mc) {
    if (!trace->options) return true;
    if (run_goes_on(mc) && !appended(trace->going_on, number((Word)PyList_Size(trace->options)))) return false;
    return appended(trace->options, number((Word)mc->raw_at.used));
}

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
