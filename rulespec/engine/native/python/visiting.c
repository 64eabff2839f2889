/* All positions that games can come to, if they are few enough: so what holds in them is proved. */

#include "explorer.h"

#include "machine/visited.h"

enum { FROM_START = UINT32_MAX, FEW = 4 }; /* `FEW`: one in so many */
enum { VISITS_INTERRUPTED_EVERY = 4096 }; /* positions */

typedef struct {
    Explorer *self;
    Machine *mc;
    Visited visited;
    size_t most, hopeful, ends; /* `hopeful`: beyond so many bytes it is given up if many positions are still to be gone on from */
    bool complete;
    PyObject *found, *broken;
} Visiting;

/* The answers by which a position was reached, after the number of the start. */
static PyObject *way_to(const Visited *visited, uint32_t number, uint32_t last) {
    PyObject *way = PyList_New(0), *answer = way ? PyLong_FromUnsignedLong(last) : NULL;
    append_item(&way, answer);
    for (uint32_t at = number; way; at = visited->visits[at].before) {
        append_item(&way, PyLong_FromUnsignedLong(visited->visits[at].answer));
        if (visited->visits[at].before == FROM_START) break;
    }
    if (way && PyList_Reverse(way)) Py_CLEAR(way);
    return way;
}

/* Tells of marks that were met for the first time after an answer, and of a law that is broken there. */
static bool told(Visiting *of, uint32_t number, uint32_t answer) {
    Coverage *coverage = &of->self->coverage;
    bool done = true;
    if (coverage->fresh.used) {
        PyObject *each = Py_BuildValue("(NN)", way_to(&of->visited, number, answer), numbers(coverage->fresh.at, coverage->fresh.used));
        done = each && !PyList_Append(of->found, each);
        Py_XDECREF(each);
    }
    if (done && coverage->broken >= 0) {
        PyObject *each = Py_BuildValue("(LN)", (long long)coverage->broken, way_to(&of->visited, number, answer));
        done = each && !PyList_Append(of->broken, each);
        Py_XDECREF(each);
    }
    coverage->fresh.used = 0, coverage->broken = -1;
    return done;
}

static bool position_added(Visiting *of, uint32_t before, uint32_t answer, uint32_t *number) {
    GUARD(of->mc, refused(of->mc) != NULL);
    int how = visited_adds(of->mc, &of->visited, before, answer, number);
    if (how == TOO_MANY || of->visited.count > of->most) of->complete = false;
    return true;
}

static bool stands(Visiting *of, uint32_t number) {
    GUARD(of->mc, refused(of->mc) != NULL);
    visited_again(of->mc, &of->visited, number);
    return true;
}

/* Gives the answer with this number where the machine waits; false with an exception. */
static bool answered(Visiting *of, uint32_t answer) {
    Machine *mc = of->mc;
    if (!run_answer(mc, mc->raws.at + mc->raw_at.at[answer])) return refused(mc) != NULL;
    return !mc->coverage || coverage_rests(mc, mc->coverage) || refused(mc) != NULL;
}

static bool visited_all(Visiting *of) {
    for (uint32_t i = 0; of->complete && i < of->visited.count; i++) {
        size_t many = 1, open = of->visited.count - i;
        if (visited_takes(&of->visited) > of->hopeful && open > of->visited.count / FEW) of->complete = false;
        for (uint32_t answer = 0; of->complete && answer < many; answer++) {
            uint32_t number;
            if (!stands(of, i)) return false;
            many = of->mc->raw_at.used;
            if (!answered(of, answer) || !told(of, i, answer)) return false;
            coverage_game(&of->self->coverage, false);
            if (!of->mc->raw_at.used) {
                of->ends++;
                continue;
            }
            if (!position_added(of, i, answer, &number)) return false;
            if (of->complete) of->visited.visits[number].ways++;
        }
        if (i % VISITS_INTERRUPTED_EVERY == 0 && interrupted()) return false;
    }
    return true;
}

/* Whether no position comes again: those to which no more ways lead are left out, one after another. */
static bool without_circle(Visiting *of, bool *none) {
    Visited *visited = &of->visited;
    uint32_t *ready = PyMem_Malloc((visited->count + 1) * sizeof(uint32_t)), many = 0;
    if (!ready) return PyErr_NoMemory() != NULL;
    for (uint32_t i = 0; i < visited->count; i++)
        if (!visited->visits[i].ways) ready[many++] = i;
    bool done = true;
    for (uint32_t at = 0; done && at < many; at++) {
        size_t answers = 1;
        for (uint32_t answer = 0; done && answer < answers; answer++) {
            uint32_t number;
            done = stands(of, ready[at]);
            answers = of->mc->raw_at.used;
            done = done && answered(of, answer);
            if (!done || !of->mc->raw_at.used) continue;
            done = position_added(of, 0, 0, &number);
            if (done && !--visited->visits[number].ways) ready[many++] = number;
        }
        if (at % VISITS_INTERRUPTED_EVERY == 0 && interrupted()) done = false;
    }
    *none = many == visited->count;
    PyMem_Free(ready);
    return done;
}

static bool begun(Visiting *of, PyObject *starts) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(starts); i++) {
        PyObject *start = PyTuple_GetItem(starts, i);
        uint32_t number;
        if (Py_TYPE(start) != snapshot_type || ((Snapshot *)start)->plan != of->self->plan)
            return PyErr_SetString(PyExc_ValueError, "this is no snapshot of the same plan"), false;
        if (!thaw(of->mc, (Snapshot *)start) || !thaw_answers(of->mc, (Snapshot *)start)) return false;
        if (of->mc->raw_at.used && !position_added(of, FROM_START, (uint32_t)i, &number)) return false;
    }
    return true;
}

PyObject *explorer_visits(PyObject *object, PyObject *args) {
    Explorer *self = (Explorer *)object;
    PyObject *starts, *result = NULL;
    Py_ssize_t positions, bytes, hopeful;
    if (!PyArg_ParseTuple(args, "O!nnn:visits", &PyTuple_Type, &starts, &positions, &bytes, &hopeful)) return NULL;
    Visiting of = {.self = self, .most = positions > 0 ? (size_t)positions : 0, .hopeful = hopeful > 0 ? (size_t)hopeful : 0, .complete = true};
    of.found = PyList_New(0), of.broken = PyList_New(0);
    of.mc = machine_for(self->plan);
    if (of.mc && visited_begins(&of.visited, bytes > 0 ? (size_t)bytes : 0)) {
        bool acyclic = false;
        self->coverage.nears = false, self->coverage.fresh.used = 0, self->coverage.broken = -1;
        coverage_watches(&self->coverage, of.mc);
        coverage_opens(&self->coverage, NULL);
        bool done = of.found && of.broken && begun(&of, starts) && visited_all(&of);
        of.mc->coverage = NULL;
        if (done && of.complete) done = without_circle(&of, &acyclic);
        if (done)
            result = Py_BuildValue("(nnOOOO)", (Py_ssize_t)of.visited.count, (Py_ssize_t)of.ends, of.complete ? Py_True : Py_False,
                                   acyclic ? Py_True : Py_False, of.found, of.broken);
    } else if (of.mc) {
        PyErr_NoMemory();
    }
    visited_ends(&of.visited);
    if (of.mc) machine_done(self->plan, of.mc);
    Py_XDECREF(of.found);
    Py_XDECREF(of.broken);
    return result;
}
