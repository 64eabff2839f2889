/* Games played to their end. */

#include "sampling.h"

#include "machine/coupled.h"
#include "generated/nodes.h"
#include "trace.h"
#include "machine/twister.h"

/* ---- random numbers: of each seat, and at last of chance */

typedef struct {
    size_t count, seeded;
    Numbers *numbers;
    PyObject **owned; /* what they are from, if nobody else has it */
    Twister *twister; /* of those that are seeded; the other two are as long as they may be, too */
    uint64_t *seed;
} Sources;

static void sources_free(Sources *all) {
    for (size_t i = 0; all->owned && i < all->count; i++) Py_XDECREF(all->owned[i]);
    PyMem_Free(all->owned);
    PyMem_Free(all->numbers);
    PyMem_Free(all->twister);
    PyMem_Free(all->seed);
}

/* Python's own generator, for a seed that does not fit into a word. */
static PyObject *generator(PyObject *seed) {
    PyObject *module = PyImport_ImportModule("random"), *made = module ? PyObject_CallMethod(module, "Random", "O", seed) : NULL;
    PyObject *found = made ? PyObject_GetAttrString(made, "random") : NULL;
    Py_XDECREF(module);
    Py_XDECREF(made);
    return found;
}

/* A function that gives numbers, or the seed of a generator. */
static bool source_is(Sources *all, size_t i, PyObject *given) {
    all->numbers[i] = numbers_of(given);
    if (!PyLong_Check(given)) return true;
    uint64_t seed = PyLong_AsUnsignedLongLong(given);
    if (seed == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        all->owned[i] = generator(given);
        return all->owned[i] && (all->numbers[i] = numbers_of(all->owned[i]), true);
    }
    all->numbers[i] = (Numbers){twister_next, &all->twister[all->seeded]};
    all->seed[all->seeded++] = seed;
    return true;
}

static bool sources_are(Sources *all, PyObject *seats, PyObject *random) {
    all->numbers = PyMem_Malloc(all->count * sizeof(Numbers));
    all->owned = PyMem_Calloc(all->count, sizeof(PyObject *));
    all->twister = PyMem_Malloc(all->count * sizeof(Twister));
    all->seed = PyMem_Malloc(all->count * sizeof(uint64_t));
    if (!all->numbers || !all->owned || !all->twister || !all->seed) return PyErr_NoMemory() != NULL;
    for (size_t i = 0; i < all->count; i++)
        if (!source_is(all, i, i + 1 < all->count ? PyTuple_GetItem(seats, (Py_ssize_t)i) : random)) return false;
    twisters_seed(all->twister, all->seed, all->seeded);
    return true;
}

/* ---- games */

/* Which of the answers where the machine waits, by a number in [0, 1) of whoever is asked, or of chance; false with an exception. */
static bool picked_by_number(Machine *mc, const Sources *all, bool by_chance, size_t *at) {
    size_t who = by_chance ? all->count - 1 : (size_t)mc->own;
    if (who >= all->count) return PyErr_SetString(PyExc_RuntimeError, "somebody is asked who does not play"), false;
    double chance = all->numbers[who].next(all->numbers[who].from);
    if (!(chance >= 0.0 && chance < 1.0)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a random number is not in [0, 1)");
        return false;
    }
    *at = (size_t)(chance * (double)mc->raw_at.used);
    return true;
}

/* The same by the machine's coupling. */
static bool picked_by_coupling(Machine *mc, size_t *at) {
    GUARD(mc, refused(mc) != NULL);
    *at = mc->plan->words[mc->plan->code[mc->pc]] == DRAW ? coupling_draws(mc, drawing(mc)) : coupling_chooses(mc);
    return true;
}

/* The answer that is picked; NULL with an exception. */
static const Word *picked(Machine *mc, const Sources *all, Trace *trace) {
    bool by_chance = answers_chance(mc->plan, mc->pc);
    if (!by_chance && !(trace_asks(trace, mc) && trace_scores(trace, mc))) return NULL;
    size_t at;
    bool found = mc->coupling ? picked_by_coupling(mc, &at) : picked_by_number(mc, all, by_chance, &at);
    return found ? mc->raws.at + mc->raw_at.at[at] : NULL;
}

enum { MUCH_LOG = 1 << 16 }; /* words, after which a chunk is made of them */

static bool keeps_log(Machine *mc, Chunk **log) {
    Chunk *longer = chunk_new(*log, NULL, mc->log.at, mc->log.used);
    if (!longer) return false;
    chunk_release(*log);
    *log = longer;
    mc->log.used = 0;
    if (mc->coupling) mc->coupling->heard = 0;
    return true;
}

/* One answer after another, to the end of a game. Whatever fails leaves here, guarded once for all of them. */
static bool plays_on(Machine *mc, const Sources *all, Trace *trace, Watched *watched) {
    GUARD(mc, refused(mc) != NULL);
    for (unsigned decisions = 1; mc->raw_at.used; decisions++) {
        const Word *answer = picked(mc, all, trace);
        if (!answer) return false;
        mc->out = &out; /* to pick one may have been guarded by itself */
        run_on_answer(mc, answer);
        if (!watch_ends(mc, watched) || (mc->log.used >= MUCH_LOG && !keeps_log(mc, &watched->before))) return false;
        if (decisions % 1024 == 0 && interrupted()) return false;
    }
    return true;
}

/* The snapshot at the end of a game; a machine plays it that has, with these sources, all that answers are picked by. */
static PyObject *played_out(Snapshot *self, Machine *mc, const Sources *all, Trace *trace) {
    Watched watched = {self->plan, self->watch, self->log};
    self->log->refs++;
    bool goes = thaw(mc, self) && thaw_answers(mc, self) && watch_begins(mc, &watched) && plays_on(mc, all, trace, &watched) && trace_scores(trace, mc);
    PyObject *found = goes ? freeze_watched(self->plan, mc, watched.before, self->watch) : NULL;
    chunk_release(watched.before);
    machine_done(self->plan, mc);
    return found;
}

PyObject *snapshot_playout(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    PyObject *seats, *random, *lists = Py_None;
    if (!PyArg_ParseTuple(args, "O!O|O:playout", &PyTuple_Type, &seats, &random, &lists)) return NULL;
    if (PyTuple_Size(seats) != (Py_ssize_t)self->plan->plan.players) return PyErr_SetString(PyExc_ValueError, "seats must have one item for each seat"), NULL;
    Trace trace;
    if (!trace_is(&trace, &self->plan->plan, lists)) return NULL;
    Sources all = {(size_t)self->plan->plan.players + 1, 0, NULL, NULL, NULL, NULL};
    Machine *mc = sources_are(&all, seats, random) ? machine_for(self->plan) : NULL;
    if (!mc) return sources_free(&all), trace_free(&trace), NULL;
    mc->chance = all.numbers[all.count - 1].next, mc->from = all.numbers[all.count - 1].from;
    PyObject *found = played_out(self, mc, &all, &trace);
    sources_free(&all);
    trace_free(&trace);
    return found;
}

PyObject *snapshot_coupled(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    PyObject *keys, *lists = Py_None, *found = NULL;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OK|O:coupled", &keys, &seed, &lists)) return NULL;
    Trace trace;
    if (!trace_is(&trace, &self->plan->plan, lists)) return NULL;
    size_t count = 0;
    PyObject *table = PyObject_GetAttrString(keys, "table");
    Word *words = table ? words_of_bytes(table, &count) : NULL;
    Py_XDECREF(table);
    Coupling coupling;
    if (words && !coupling_begins(&coupling, &self->plan->plan, (uint64_t *)words, count, (uint64_t)seed)) {
        PyErr_NoMemory();
    } else if (words) {
        Machine *mc = machine_for(self->plan);
        if (mc) mc->coupling = &coupling, found = played_out(self, mc, NULL, &trace);
        coupling_ends(&coupling);
    }
    PyMem_Free(words);
    trace_free(&trace);
    return found;
}
