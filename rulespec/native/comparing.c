/* Games that are compared with what somebody has heard, as they are played on. */

#include "hearer.h"

typedef struct {
    PyObject_HEAD
    Hearer *hearer;
    MemoryObject *memory;
    Account account; /* of the memory */
} Comparison;

PyTypeObject *comparison_type;

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
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    Py_DECREF(type);
}

/* ---- comparing */

typedef enum { FAILED, DIFFERS, AGREES } Compared;

static Compared compare(Machine *mc, const Account *account, const Word *log, size_t size, size_t since, size_t *at) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc), FAILED;
    mc->arena.used = 0;
    return account_hears(mc, account, log, size, at, &mc->arena) && account_allows(mc, account, since, *at) ? AGREES : DIFFERS;
}

/* The events that were masked, each with its moment; `arena` has where they begin. */
static PyObject *masked_in(const Machine *mc, const Word *log) {
    PyObject *masked = PyTuple_New((Py_ssize_t)(mc->arena.used / 2));
    for (size_t i = 0; masked && i < mc->arena.used; i += 2) {
        PyObject *event = event_as_python(log + mc->arena.at[i] + 1);
        PyObject *each = event ? Py_BuildValue("(NL)", event, (long long)mc->arena.at[i + 1]) : NULL;
        if (!each || PyTuple_SetItem(masked, (Py_ssize_t)(i / 2), each)) Py_CLEAR(masked);
    }
    return masked;
}

static PyObject *step_of(PyObject *snapshot, size_t at, PyObject *masked) {
    if (snapshot && masked) return Py_BuildValue("(NnN)", snapshot, (Py_ssize_t)at, masked);
    Py_XDECREF(snapshot);
    Py_XDECREF(masked);
    return NULL;
}

static PyObject *comparison_begun(PyObject *object, PyObject *of) {
    Comparison *self = (Comparison *)object;
    PlanObject *plan = self->hearer->plan;
    Snapshot *snapshot = snapshot_of(self->hearer, of);
    Machine *mc = snapshot ? machine_for(plan) : NULL;
    if (!mc) return NULL;
    Buffer log = {NULL, 0, 0};
    size_t at = 0;
    Compared compared = thaw(mc, snapshot) && add_chunks(&log, snapshot->log, &plan->plan) ? compare(mc, &self->account, log.at, log.used, 0, &at) : FAILED;
    PyObject *found = compared == AGREES ? step_of(Py_NewRef(of), at, masked_in(mc, log.at)) : compared == DIFFERS ? Py_NewRef(Py_None) : NULL;
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
        if (compared == AGREES) found = step_of(freeze(plan, mc, snapshot->log), at, masked_in(mc, mc->log.at));
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
    Buffer buffer = {NULL, 0, 0};
    PyObject *found = NULL;
    if (add_answer(&buffer, raw, names_at(&snapshot->plan->plan, snapshot->pc))) {
        if (has_answer(snapshot, buffer.at, buffer.used))
            found = stepped(self, snapshot, (size_t)at, buffer.at);
        else
            PyErr_Format(PyExc_ValueError, "%R is no answer here", raw);
    }
    PyMem_Free(buffer.at);
    return found;
}

/* ---- playing on for as long as there is one way */

typedef struct {
    PyObject *moved; /* for each moment from `start` on, a set of the cards that are guessed to move */
    size_t start, failed;
} Guess;

static PyObject *guessed(Guess *guess, size_t at) {
    if (at < guess->start || at - guess->start >= (size_t)PyList_Size(guess->moved)) return NULL;
    return PyList_GetItem(guess->moved, (Py_ssize_t)(at - guess->start));
}

static bool has_card(Guess *guess, PyObject *cards, Word card) {
    PyObject *each = number(card);
    int has = each ? PySet_Contains(cards, each) : -1;
    Py_XDECREF(each);
    guess->failed |= has < 0;
    return has > 0;
}

static bool is_guessed(void *by, size_t at, Word card) {
    PyObject *cards = guessed(by, at);
    return cards && has_card(by, cards, card);
}

/* Whether masked events move the cards that were guessed; where nothing was guessed, all is well. */
static bool moves_as_guessed(Machine *mc, const Hearing *hearing, Guess *guess) {
    for (size_t i = 0; i < mc->arena.used; i += 2) {
        PyObject *cards = guessed(guess, (size_t)mc->arena.at[i + 1]);
        if (!cards) continue;
        mc->heard.used = 0;
        event_moves(mc, hearing, mc->log.at + mc->arena.at[i] + 1, &mc->heard);
        if ((Py_ssize_t)mc->heard.used != PySet_Size(cards)) return false;
        for (size_t card = 0; card < mc->heard.used; card++)
            if (!has_card(guess, cards, mc->heard.at[card])) return false;
    }
    return true;
}

/* The answer that has to come next is copied to `answer`; false if there is none. */
static bool forced(Machine *mc, const Account *account, size_t at, Guess *guess, Buffer *answer) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    Word found = account_forced(mc, account, at, is_guessed, guess);
    if (found < 0 || guess->failed) return false;
    const Word *raw = mc->raws.at + mc->raw_at.at[found];
    answer->used = 0;
    for (size_t i = 0; i < answer_size(raw); i++)
        if (!add(answer, raw[i])) return false;
    return true;
}

static bool agrees(Machine *mc, const Account *account, size_t since, size_t *at, Guess *guess) {
    jmp_buf out;
    if (compare(mc, account, mc->log.at, mc->log.used, since, at) != AGREES) return false;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    return moves_as_guessed(mc, account->hearing, guess);
}

/* Goes on one step, if there is one way; the step is appended to `steps`, with the answer. */
static bool drive(Comparison *self, Machine *mc, Chunk **log, size_t *at, Guess *guess, Buffer *answer, PyObject *steps) {
    size_t since = *at;
    mc->log.used = 0;
    if (!forced(mc, &self->account, since, guess, answer)) return false;
    if (!run_answer(mc, answer->at)) return refused(mc) != NULL;
    if (!agrees(mc, &self->account, since, at, guess) || PyErr_Occurred()) return false;
    PyObject *snapshot = freeze(self->hearer->plan, mc, *log);
    if (snapshot) *log = ((Snapshot *)snapshot)->log;
    PyObject *step = step_of(snapshot, *at, snapshot ? PyTuple_New(0) : NULL); /* what was masked has been looked at */
    PyObject *taken = step ? Py_BuildValue("(NN)", step, answer_as_python(answer->at)) : NULL;
    bool done = taken && !PyList_Append(steps, taken);
    Py_XDECREF(taken);
    return done;
}

static PyObject *comparison_forced(PyObject *object, PyObject *args) {
    Comparison *self = (Comparison *)object;
    PlanObject *plan = self->hearer->plan;
    PyObject *of, *moved;
    Py_ssize_t at, start, end;
    if (!PyArg_ParseTuple(args, "OnO!nn:forced", &of, &at, &PyList_Type, &moved, &start, &end)) return NULL;
    Snapshot *snapshot = snapshot_of(self->hearer, of);
    if (!snapshot) return NULL;
    if (at < 0 || start < 0) return PyErr_SetString(PyExc_ValueError, "there is no such moment"), NULL;
    Guess guess = {moved, (size_t)start, 0};
    Buffer answer = {NULL, 0, 0};
    PyObject *steps = PyList_New(0);
    Machine *mc = steps ? machine_for(plan) : NULL;
    if (!mc) return Py_XDECREF(steps), NULL;
    mc->chance = NULL;
    if (thaw(mc, snapshot) && thaw_answers(mc, snapshot)) {
        Chunk *log = snapshot->log;
        size_t now = (size_t)at;
        while ((Py_ssize_t)now <= end && drive(self, mc, &log, &now, &guess, &answer, steps)) continue;
    }
    machine_done(plan, mc);
    PyMem_Free(answer.at);
    if (PyErr_Occurred()) Py_CLEAR(steps);
    return steps;
}

/* ---- the types */

static PyMethodDef comparison_methods[] = {
    {"begun", comparison_begun, METH_O, "begun(snapshot): a step, of a game that has begun; None if something else would have been heard."},
    {"after", comparison_after, METH_VARARGS, "after(snapshot, at, raw): a step, after an answer; None if something else would have been heard."},
    {"forced", comparison_forced, METH_VARARGS, "forced(snapshot, at, moved, start, end): the steps after answers of which each is the only one, with the answers."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot comparison_slots[] = {
    {Py_tp_dealloc, comparison_dealloc},
    {Py_tp_methods, comparison_methods},
    {Py_tp_doc, "What somebody has heard, with which games are compared that are played on."},
    {0, NULL},
};

PyType_Spec comparison_spec = {
    "rulespec._native.Comparison", sizeof(Comparison), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, comparison_slots,
};
