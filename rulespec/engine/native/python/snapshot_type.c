/* The type `Snapshot`: a position with its history, as Python sees it. */

#include "hearer.h"

Plain plain_snapshot;

static int snapshot_traverse(PyObject *object, visitproc visit, void *arg) {
    Snapshot *self = (Snapshot *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->plan);
    Py_VISIT(self->watch);
    return 0;
}

static void snapshot_dealloc(PyObject *object) {
    Snapshot *self = (Snapshot *)object;
    PyObject_GC_UnTrack(object);
    chunk_release(self->log);
    if (self->plan->warm == self) self->plan->warm = NULL;
    words_spare(self->plan, self->words, self->room);
    Py_XDECREF(self->options);
    Py_XDECREF(self->numbers);
    Py_XDECREF(self->frozen);
    Py_XDECREF(self->pending);
    Py_XDECREF((PyObject *)self->watch);
    Py_XDECREF((PyObject *)self->plan);
    unmade(object, &plain_snapshot);
}

/* The same with the histories of some snapshots, one after another, in place of its own. */
static PyObject *snapshot_retold(PyObject *object, PyObject *told) {
    const Snapshot *self = (Snapshot *)object;
    Buffer words = {NULL, 0, 0};
    Py_ssize_t count = PySequence_Size(told);
    bool done = count >= 0;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        PyObject *each = PySequence_GetItem(told, i);
        done = each && Py_TYPE(each) == snapshot_type && ((Snapshot *)each)->plan == self->plan && add_chunks(&words, ((Snapshot *)each)->log, NULL, &self->plan->plan);
        if (!done && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "this is no snapshot of the same plan");
        Py_XDECREF(each);
    }
    Chunk *begun = done ? chunk_new(NULL, Py_None, NULL, 0) : NULL;
    Chunk *log = begun && words.used ? chunk_new(begun, NULL, words.at, words.used) : NULL;
    if (log || words.used) chunk_release(begun); /* as the other has it */
    PyMem_Free(words.at);
    return PyErr_Occurred() ? NULL : copied_with(self, words.used ? log : begun, self->watch);
}

static PyObject *get_standing(PyObject *self, void *closure) { return standing_of((Snapshot *)self); }

static PyObject *get_stage(PyObject *object, void *closure) {
    const Snapshot *self = (Snapshot *)object;
    if (!self->is_staged) Py_RETURN_NONE;
    return numbers(stage_in(self), self->stage);
}

static PyObject *get_is_together(PyObject *self, void *closure) { return PyBool_FromLong(((Snapshot *)self)->is_together); }

static PyObject *get_position(PyObject *self, void *closure) { return position_of((Snapshot *)self); }
static PyObject *get_log(PyObject *self, void *closure) { return log_as_python(((Snapshot *)self)->log); }
static PyObject *get_turns(PyObject *self, void *closure) { return number(((Snapshot *)self)->turns); }
static PyObject *get_spent(PyObject *self, void *closure) { return number(((Snapshot *)self)->spent); }
static PyObject *get_pc(PyObject *self, void *closure) { return number(((Snapshot *)self)->pc); }
static PyObject *get_own(PyObject *self, void *closure) { return number(((Snapshot *)self)->own); }
static PyObject *get_active(PyObject *self, void *closure) { return number(((Snapshot *)self)->active); }
static PyObject *get_pending(PyObject *self, void *closure) { return pending_of((Snapshot *)self); }
static PyObject *get_options(PyObject *self, void *closure) { return options_of((Snapshot *)self); }

static PyObject *get_variables(PyObject *self, void *closure) { return looked_up((Snapshot *)self, variables_as_python); }

static PyObject *get_where(PyObject *object, void *closure) {
    Snapshot *self = (Snapshot *)object;
    const Plan *plan = &self->plan->plan;
    const int32_t *cards = (const int32_t *)(self->words + plan->dirt + plan->variables + plan->slots);
    const int32_t *where = cards + plan->cards + plan->places + 1;
    return small_numbers(where, (size_t)plan->cards);
}

static PyObject *get_dirty(PyObject *object, void *closure) {
    Snapshot *self = (Snapshot *)object;
    size_t dirt = self->plan->plan.dirt;
    bool all = true;
    for (size_t i = 0; i < dirt; i++) all &= (uint64_t)self->words[i] == UINT64_MAX;
    if (all) return number(-1);
    PyObject *found = number(0), *shift = number(64);
    for (size_t i = dirt; i-- > 0 && found && shift;) {
        PyObject *higher = PyNumber_Lshift(found, shift), *word = PyLong_FromUnsignedLongLong((uint64_t)self->words[i]);
        Py_DECREF(found);
        found = higher && word ? PyNumber_Or(higher, word) : NULL;
        Py_XDECREF(higher);
        Py_XDECREF(word);
    }
    Py_XDECREF(shift);
    return found;
}

static PyObject *get_raws(PyObject *object, void *closure) {
    Snapshot *self = (Snapshot *)object;
    if (self->numbers) return Py_NewRef(self->numbers);
    PyObject *tuple = PyTuple_New((Py_ssize_t)self->answers);
    for (size_t i = 0; tuple && i < self->answers; i++) put_item(&tuple, i, answer_as_python(answer_in(self, i)));
    if (tuple && !self->numbers) self->numbers = Py_NewRef(tuple);
    return tuple;
}

static PyGetSetDef snapshot_fields[] = {
    {"position", get_position, NULL, "Everything that decides how the game can go on.", NULL},
    {"standing", get_standing, NULL, "One value for the position: equal if and only if that is.", NULL},
    {"variables", get_variables, NULL, "Counters and notes.", NULL},
    {"where", get_where, NULL, "The place of each card.", NULL},
    {"log", get_log, NULL, "Everything that happened, the newest first.", NULL},
    {"spent", get_spent, NULL, "How many steps the game was charged.", NULL},
    {"turns", get_turns, NULL, "How many turns have begun.", NULL},
    {"dirty", get_dirty, NULL, "What has changed since reasons to end were looked at, as bits.", NULL},
    {"raws", get_raws, NULL, "What can be answered, in the engine's numbers.", NULL},
    {"options", get_options, NULL, "What can be answered, as options.", NULL},
    {"pending", get_pending, NULL, "The pending decision or draw, or the result.", NULL},
    {"pc", get_pc, NULL, "The place in the plan.", NULL},
    {"own", get_own, NULL, "Who acts, or is asked.", NULL},
    {"active", get_active, NULL, "Whose turn it is.", NULL},
    {"stage", get_stage, NULL, "The cards of a set that were named so far, one by one.", NULL},
    {"is_together", get_is_together, NULL, "Whether answers wait until all have given theirs.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef snapshot_methods[] = {
    {"next", snapshot_next, METH_VARARGS, "The snapshot after an answer in numbers; with `random`, after the draws that follow."},
    {"take", snapshot_take, METH_VARARGS, "The snapshot after one of its options; None if it is none of them."},
    {"playout", snapshot_playout, METH_VARARGS, "playout(seats, random, trace): the snapshot at the end of the game; each seat answers by its numbers, chance by others."},
    {"coupled", snapshot_coupled, METH_VARARGS, "coupled(keys, seed, trace): the snapshot at the end of the game; chance and random players are decided by keys."},
    {"retold", snapshot_retold, METH_O, "retold(snapshots): the same with the histories of some snapshots, one after another, in place of its own."},
    {"failing", snapshot_failing, METH_O, "The number of the first law in a list that is not the case, each with the earlier snapshot that it compares with, or None; else -1."},
    {"outcome", snapshot_outcome, METH_NOARGS, "Who has won, and what each seat gets, as far as the rules say so."},
    {"scores", snapshot_scores, METH_NOARGS, "How the score of each seat stands; None where the rules declare none."},
    {"happened", snapshot_happened, METH_O, "The events of some kinds, each a bit of a number, oldest first."},
    {"turns_from", snapshot_turns_from, METH_VARARGS, "turns_from(kinds, groups): of each group of origins, in how many turns an event of these kinds came from one."},
    {NULL, NULL, 0, NULL},
};

TYPE(snapshot, "Snapshot", Snapshot, Py_TPFLAGS_HAVE_GC | INNER,
     {Py_tp_dealloc, snapshot_dealloc}, {Py_tp_traverse, snapshot_traverse}, {Py_tp_getset, snapshot_fields},
     {Py_tp_methods, snapshot_methods},
     {Py_tp_doc, "A position of a game with its history, as the native machine keeps it; it never changes."});
