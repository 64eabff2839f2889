/* What the rules say of a snapshot: who has won, what each seat gets, how scores stand, which law is not the case. */

#include "module.h"

static PyObject *winners_in(Machine *mc) {
    if (!mc->plan->winners) Py_RETURN_NONE;
    Set winners;
    return run_winners(mc, &winners) ? numbers(mc->arena.at + winners.at, winners.count) : refused(mc);
}

/* What each seat gets, or how its score stands. */
static PyObject *of_seats(Machine *mc, bool (*run)(Machine *, Word *)) {
    Word *each = PyMem_Malloc((size_t)mc->plan->players * sizeof(Word));
    if (!each) return PyErr_NoMemory();
    PyObject *found = run(mc, each) ? numbers(each, (size_t)mc->plan->players) : refused(mc);
    PyMem_Free(each);
    return found;
}

static PyObject *outcome_in(Machine *mc) {
    PyObject *winners = winners_in(mc); /* first, as what each gets is worked out with him as the subject */
    if (!winners) return NULL;
    return Py_BuildValue("(NN)", winners, mc->plan->returns ? of_seats(mc, run_returns) : Py_NewRef(Py_None));
}

static PyObject *scores_in(Machine *mc) { return of_seats(mc, run_scores); }

PyObject *snapshot_outcome(PyObject *self, PyObject *unused) { return looked_up((Snapshot *)self, outcome_in); }

PyObject *snapshot_scores(PyObject *object, PyObject *unused) {
    const Snapshot *self = (Snapshot *)object;
    return self->plan->plan.score ? looked_up(self, scores_in) : Py_NewRef(Py_None);
}

/* A law from Python: its number, and the snapshot that it compares with, or None; what comes then are circumstances. */
static bool law_from(const PlanObject *plan, PyObject *said, Word *law, Snapshot **then) {
    if (!is_tuple(said, 4) || !number_from(PyTuple_GetItem(said, 0), law)) return false;
    PyObject *earlier = PyTuple_GetItem(said, 1);
    *then = earlier == Py_None ? NULL : (Snapshot *)earlier;
    if (*law < 0 || *law >= plan->plan.laws) return PyErr_SetString(PyExc_ValueError, "there is no such law"), false;
    if (*then && (Py_TYPE(earlier) != snapshot_type || (*then)->plan != plan))
        return PyErr_SetString(PyExc_ValueError, "this is no snapshot of the same plan"), false;
    return true;
}

static bool give_words(Machine *mc, Words *to, const Buffer *from) {
    GUARD(mc, refused(mc) != NULL);
    words_set(mc, to, from->at, from->used);
    return true;
}

/* Gives a machine circumstances, as Python has them: the members of each by its number. */
static bool circumstances_from(Machine *mc, PyObject *known) {
    PyObject *number, *members;
    Buffer buffer = {NULL, 0, 0};
    bool done = PyDict_Check(known);
    if (!done) PyErr_SetString(PyExc_TypeError, "circumstances come in a dictionary");
    for (Py_ssize_t at = 0; done && PyDict_Next(known, &at, &number, &members);)
        done = add_number(&buffer, number) && add_numbers(&buffer, members);
    mc->circumstances.used = 0;
    done = done && (!buffer.used || give_words(mc, &mc->circumstances, &buffer));
    PyMem_Free(buffer.at);
    return done;
}

/* The number of the first law that is not the case; -1 if there is none. */
static PyObject *failing_in(Snapshot *self, PyObject *laws, Machine *mc, Machine *other) {
    const Snapshot *compared = NULL;
    for (Py_ssize_t i = 0; i < PyList_Size(laws); i++) {
        Word law;
        Snapshot *then;
        bool held;
        PyObject *said = PyList_GetItem(laws, i);
        if (!law_from(self->plan, said, &law, &then)) return NULL;
        if (then && then != compared && !thaw(other, then)) return NULL;
        if (!circumstances_from(mc, PyTuple_GetItem(said, 2)) || !circumstances_from(other, PyTuple_GetItem(said, 3))) return NULL;
        if (then) compared = then;
        if (!run_holds(mc, law, then ? other : NULL, &held)) return refused(mc);
        if (!held) return number(law);
    }
    return number(-1);
}

PyObject *snapshot_failing(PyObject *object, PyObject *laws) {
    Snapshot *self = (Snapshot *)object;
    if (!PyList_Check(laws)) return PyErr_SetString(PyExc_TypeError, "laws come in a list"), NULL;
    Machine *mc = machine_for(self->plan), *other = mc ? machine_for(self->plan) : NULL;
    PyObject *found = other && thaw(mc, self) ? failing_in(self, laws, mc, other) : NULL;
    if (mc) machine_done(self->plan, mc);
    if (other) machine_done(self->plan, other);
    return found;
}
