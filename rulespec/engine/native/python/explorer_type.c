/* The type `Explorer`: plays many games of random players, counts what happens in them, and keeps the states at which
   something happened for the first time. */

#include "explorer.h"

/* How players answer: each alike, or by a habit of the game. */
enum { ANY_ANSWER, DECLINES, INSISTS, STUBBORN, RAREST, HABITS };

enum { INTERRUPTED_EVERY = 1024 }; /* answers and games */
enum { STUCK_ROUNDS = 3 };
enum { BY_LIMIT = -1, STUCK = -2, WITHOUT_WINNER = -3 }; /* ends of games, among marks */

/* ---- making */

/* A law: its number, the moments at which it is looked at, whether it compares with an earlier table, what it reads as bits. */
static bool law_from(Explorer *self, PyObject *said) {
    Coverage *coverage = &self->coverage;
    int number, moments, compares;
    PyObject *reads;
    if (!PyTuple_Check(said)) return PyErr_SetString(PyExc_TypeError, "a law to look at is a tuple"), false;
    if (!PyArg_ParseTuple(said, "iipO", &number, &moments, &compares, &reads)) return false;
    if (number < 0 || (size_t)number >= coverage->law_count) return PyErr_SetString(PyExc_ValueError, "there is no such law"), false;
    WatchedLaw *law = &coverage->law[number];
    law->moments = moments, law->is_off = false;
    if (compares && !law->then && !(law->then = machine_new(coverage->plan))) return PyErr_NoMemory() != NULL;
    return bits_from(reads, law->reads, coverage->plan->dirt);
}

static bool explores(Explorer *self, PyObject *args) {
    PyObject *plan, *led, *laws;
    const char *looked_at;
    Py_ssize_t count;
    long long turn_ended, round_ended;
    Py_ssize_t origins;
    if (!PyArg_ParseTuple(args, "O!O!y#O!LLn:Explorer", plan_type, &plan, &PyBytes_Type, &led, &looked_at, &count, &PyTuple_Type, &laws, &turn_ended, &round_ended, &origins))
        return false;
    self->plan = (PlanObject *)Py_NewRef(plan);
    const Plan *of = &self->plan->plan;
    if (!coverage_begins(&self->coverage, of, origins > 0 ? (size_t)origins : 0)) return PyErr_NoMemory() != NULL;
    if (!(self->tally.wins = PyMem_Calloc((size_t)of->players, sizeof(uint64_t)))) return PyErr_NoMemory() != NULL;
    self->coverage.turn_ended = turn_ended, self->coverage.round_ended = round_ended;
    size_t words = 0;
    Word *leads = words_of_bytes(led, &words);
    if (!leads) return false;
    bool done = words == (size_t)of->instructions && count == (Py_ssize_t)words;
    if (done) memcpy(self->coverage.led, leads, words * sizeof(Word)), memcpy(self->coverage.looked_at, looked_at, words);
    PyMem_Free(leads);
    if (!done) return PyErr_SetString(PyExc_ValueError, "this is about another plan"), false;
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(laws); i++) done = law_from(self, PyTuple_GetItem(laws, i));
    return done;
}

static PyObject *explorer_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !explores((Explorer *)self, args)) Py_CLEAR(self);
    return self;
}

static void explorer_dealloc(PyObject *object) {
    Explorer *self = (Explorer *)object;
    coverage_ends(&self->coverage);
    PyMem_Free(self->tally.wins);
    Py_XDECREF((PyObject *)self->plan);
    gone(object);
}

/* ---- games */

typedef struct {
    Explorer *self;
    Machine *mc;
    Numbers numbers;
    Watched watched; /* whose log what is kept goes on from */
    PyObject *found, *broken;
    int habit;
    uint64_t taste; /* of a game of stubborn players */
    Word turn, choice; /* the last one in which somebody was asked something, and in which anything could go one way or another */
    Word first;     /* who began */
    bool counted;
    uint64_t work, unasked; /* the turns of a game in which nobody was asked */
    unsigned steps; /* answers and games, so that many short games can be interrupted, too */
} Exploring;

static bool goes_on(Exploring *of) { return ++of->steps % INTERRUPTED_EVERY || !interrupted(); }

static bool chance_in(Exploring *of, size_t many, size_t *at) {
    double chance = of->numbers.next(of->numbers.from);
    if (!(chance >= 0.0 && chance < 1.0)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a random number is not in [0, 1)");
        return false;
    }
    *at = (size_t)(chance * (double)many);
    return true;
}

static const Word *answer_at(const Machine *mc, size_t at) { return mc->raws.at + mc->raw_at.at[at]; }

/* The answer that was taken least often of those that are counted; from one of them on, so that none is preferred. */
static size_t rarest(Exploring *of, size_t from, size_t many) {
    size_t found = from;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < many && i < 64; i++) {
        size_t at = (from + i) % many;
        const uint64_t *taken = coverage_taken(&of->self->coverage, of->mc->pc, answer_at(of->mc, at));
        if (taken && *taken < least) least = *taken, found = at;
    }
    return found;
}

/* Which of the answers is given. */
static bool answered(Exploring *of, size_t *at) {
    Machine *mc = of->mc;
    size_t many = mc->raw_at.used;
    if (!chance_in(of, many, at)) return false;
    if (answers_chance(mc->plan, mc->pc) || of->habit == ANY_ANSWER) return true;
    bool declines = *answer_at(mc, many - 1) == DECLINED;
    if (of->habit == DECLINES && declines) *at = many - 1;
    if (of->habit == INSISTS && declines && many > 1) *at %= many - 1;
    if (of->habit == STUBBORN && *at % 4) *at = (size_t)(((of->taste ^ (uint64_t)mc->pc) * 0xff51afd7ed558ccdu >> 40) % many);
    if (of->habit == RAREST) *at = rarest(of, *at, many);
    return true;
}

/* Keeps the state if something happened for the first time, or a law was broken. */
static bool kept(Exploring *of) {
    Coverage *coverage = &of->self->coverage;
    if (!coverage->fresh.used && coverage->broken < 0) return true;
    PyObject *snap = freeze_watched(of->self->plan, of->mc, of->watched.before, NULL);
    if (!snap) return false;
    Chunk *log = ((Snapshot *)snap)->log;
    log->refs++;
    chunk_release(of->watched.before);
    of->watched.before = log, of->mc->log.used = 0;
    bool done = true;
    if (coverage->fresh.used) {
        PyObject *each = Py_BuildValue("(ON)", snap, numbers(coverage->fresh.at, coverage->fresh.used));
        done = each && !PyList_Append(of->found, each);
        Py_XDECREF(each);
    }
    if (coverage->broken >= 0) {
        PyObject *each = Py_BuildValue("(LO)", (long long)coverage->broken, snap);
        done = done && each && !PyList_Append(of->broken, each);
        Py_XDECREF(each);
    }
    Py_DECREF(snap);
    coverage->fresh.used = 0, coverage->broken = -1;
    return done;
}

/* Whether nothing has been decided in the last turns of all players, neither by anybody nor by chance. */
static bool is_stuck(const Exploring *of) {
    const Machine *mc = of->mc;
    Word last = of->choice > mc->chanced ? of->choice : mc->chanced;
    return mc->turns - last > STUCK_ROUNDS * mc->plan->players;
}

/* Keeps the end of the first game that ended in some way. */
static bool end_kept(Exploring *of, int way) {
    PyObject *snap = freeze_watched(of->self->plan, of->mc, of->watched.before, NULL);
    PyObject *each = snap ? Py_BuildValue("(N(i))", snap, way) : NULL;
    bool done = each && !PyList_Append(of->found, each);
    Py_XDECREF(each);
    return done;
}

static bool game_tallied(Exploring *of) {
    Machine *mc = of->mc;
    Tally *tally = &of->self->tally;
    bool is_limit = mc->pc == mc->plan->limit;
    tally->games++, tally->turns += (uint64_t)mc->turns, tally->unasked += of->unasked;
    if (is_limit && !tally->limit++ && !end_kept(of, BY_LIMIT)) return false;
    if (is_limit && is_stuck(of) && !tally->stuck++ && !end_kept(of, STUCK)) return false;
    if (!mc->plan->winners) return true;
    Set winners;
    if (!run_winners(mc, &winners)) return refused(mc) != NULL;
    of->self->won |= winners.count > 0;
    tally->shared += winners.count > 1;
    for (size_t i = 0; i < winners.count; i++) {
        Word seat = mc->arena.at[winners.at + i] - of->first;
        tally->wins[seat < 0 ? seat + mc->plan->players : seat]++;
    }
    if (!winners.count && !is_limit && !tally->nobody++) return end_kept(of, WITHOUT_WINNER);
    return true;
}

/* Whether any game has had a winner: those that are not counted are only asked until one has. */
static bool winner_sought(Exploring *of) {
    Set winners;
    if (of->self->won || !of->mc->plan->winners) return true;
    if (!run_winners(of->mc, &winners)) return refused(of->mc) != NULL;
    of->self->won = winners.count > 0;
    return true;
}

static void turns_unasked(Exploring *of) {
    Machine *mc = of->mc;
    if (mc->turns > of->turn + 1) of->unasked += (uint64_t)(mc->turns - of->turn - 1);
    of->turn = mc->turns;
}

/* One game, from where the machine was set up, until it is over or has taken long enough; false with an exception. */
static bool game_explored(Exploring *of, size_t longest, size_t *made) {
    Machine *mc = of->mc;
    Coverage *coverage = &of->self->coverage;
    for (*made = 0; mc->raw_at.used && *made < longest;) {
        size_t at;
        if (!answered(of, &at)) return false;
        if (!answers_chance(mc->plan, mc->pc)) {
            uint64_t *taken = coverage_taken(coverage, mc->pc, answer_at(mc, at));
            if (taken) ++*taken;
            if (of->counted) turns_unasked(of);
            ++*made;
        }
        if (mc->raw_at.used > 1) of->choice = mc->turns;
        if (!run_answer(mc, answer_at(mc, at)) || !coverage_rests(mc, coverage)) return refused(mc) != NULL;
        of->work += (uint64_t)mc->charged;
        if (!kept(of) || !goes_on(of)) return false;
    }
    of->self->ended += !mc->raw_at.used && mc->pc != mc->plan->limit;
    coverage_game(coverage, of->counted);
    if (mc->raw_at.used) of->self->tally.left += of->counted;
    return mc->raw_at.used || (of->counted ? game_tallied(of) : winner_sought(of));
}

static bool games_explored(Exploring *of, const Snapshot *start, const Snapshot *opening, size_t decisions, size_t longest, int habits, Py_ssize_t found[3]) {
    Machine *mc = of->mc;
    while ((size_t)found[1] < decisions && of->work / MUCH < decisions) {
        size_t made, habit = 0, taste = 0;
        if (!goes_on(of)) return false;
        if (habits != ANY_ANSWER && !(chance_in(of, HABITS, &habit) && chance_in(of, 1 << 30, &taste))) return false;
        if (opening && !thaw(mc, opening)) return false;
        coverage_opens(&of->self->coverage, opening ? mc : NULL);
        if (!thaw(mc, start) || !thaw_answers(mc, start)) return false;
        mc->log.used = 0, of->habit = (int)habit, of->taste = taste, of->first = start->active, of->turn = of->choice = mc->chanced = mc->turns, of->unasked = 0;
        start->log->refs++;
        chunk_release(of->watched.before);
        of->watched.before = start->log;
        if (!game_explored(of, longest, &made)) return false;
        found[0]++, found[1] += (Py_ssize_t)made, found[2] += mc->raw_at.used != 0;
        if (!made && ++found[1]) continue; /* nobody was asked: it counts as one, so that there is an end */
    }
    return true;
}

static PyObject *explorer_games(PyObject *object, PyObject *args) {
    Explorer *self = (Explorer *)object;
    PyObject *start, *opening, *numbers, *result = NULL;
    Py_ssize_t decisions, longest;
    int habits, nears, counted;
    if (!PyArg_ParseTuple(args, "O!OOnnppp:games", snapshot_type, &start, &opening, &numbers, &decisions, &longest, &habits, &nears, &counted)) return NULL;
    if (((Snapshot *)start)->plan != self->plan || (opening != Py_None && (Py_TYPE(opening) != snapshot_type || ((Snapshot *)opening)->plan != self->plan)))
        return PyErr_SetString(PyExc_ValueError, "these are snapshots of another plan"), NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    Exploring of = {.self = self, .mc = mc, .numbers = numbers_of(numbers), .counted = counted};
    of.found = PyList_New(0), of.broken = PyList_New(0);
    mc->chance = of.numbers.next, mc->from = of.numbers.from;
    self->coverage.nears = nears, self->coverage.counts_plain = counted, self->coverage.fresh.used = 0, self->coverage.broken = -1;
    coverage_watches(&self->coverage, mc);
    Py_ssize_t count[3] = {0, 0, 0};
    bool done = of.found && of.broken &&
                games_explored(&of, (Snapshot *)start, opening == Py_None ? NULL : (Snapshot *)opening, decisions > 0 ? (size_t)decisions : 0,
                               longest > 0 ? (size_t)longest : 0, habits, count);
    if (of.watched.before) chunk_release(of.watched.before);
    machine_done(self->plan, mc);
    if (done) result = Py_BuildValue("((nnnK)OO)", count[0], count[1], count[2], (unsigned long long)of.work, of.found, of.broken);
    Py_XDECREF(of.found);
    Py_XDECREF(of.broken);
    return result;
}

/* ---- what was counted */

static PyObject *explorer_counts(PyObject *object, PyObject *unused) {
    const Coverage *coverage = &((Explorer *)object)->coverage;
    return PyBytes_FromStringAndSize((const char *)coverage->counts, (Py_ssize_t)(coverage->marks * sizeof(uint64_t)));
}

static PyObject *explorer_plain(PyObject *object, PyObject *unused) {
    const Coverage *coverage = &((Explorer *)object)->coverage;
    return PyBytes_FromStringAndSize((const char *)coverage->plain, (Py_ssize_t)(coverage->marks * sizeof(uint64_t)));
}

static PyObject *explorer_looked(PyObject *object, PyObject *unused) {
    const Coverage *coverage = &((Explorer *)object)->coverage;
    PyObject *found = PyTuple_New((Py_ssize_t)coverage->law_count);
    for (size_t i = 0; found && i < coverage->law_count; i++) put_item(&found, i, number((Word)coverage->law[i].looked));
    return found;
}

static PyObject *explorer_broken(PyObject *object, PyObject *unused) {
    const Coverage *coverage = &((Explorer *)object)->coverage;
    PyObject *found = PyTuple_New((Py_ssize_t)coverage->law_count);
    for (size_t i = 0; found && i < coverage->law_count; i++) put_item(&found, i, number((Word)coverage->law[i].games));
    return found;
}

static PyObject *explorer_written(PyObject *object, PyObject *unused) {
    const Coverage *coverage = &((Explorer *)object)->coverage;
    return Py_BuildValue("(NN)", numbers((const Word *)coverage->used, coverage->origins), numbers((const Word *)coverage->lost, coverage->origins));
}

static PyObject *explorer_taken(PyObject *object, PyObject *args) {
    Explorer *self = (Explorer *)object;
    long long pc;
    PyObject *raw;
    if (!PyArg_ParseTuple(args, "LO:taken", &pc, &raw)) return NULL;
    if (pc < 0 || pc >= self->plan->plan.instructions) return PyErr_SetString(PyExc_ValueError, "there is no such instruction"), NULL;
    Buffer answer = {NULL, 0, 0};
    PyObject *found = NULL;
    if (add_answer(&answer, raw, names_at(&self->plan->plan, (Word)pc))) {
        const uint64_t *taken = coverage_taken(&self->coverage, (Word)pc, answer.at);
        found = taken ? number((Word)*taken) : Py_NewRef(Py_None);
    }
    PyMem_Free(answer.at);
    return found;
}

static PyObject *explorer_tally(PyObject *object, PyObject *unused) {
    const Tally *tally = &((Explorer *)object)->tally;
    const Word all[] = {(Word)((Explorer *)object)->ended, (Word)tally->games, (Word)tally->limit, (Word)tally->stuck, (Word)tally->nobody, (Word)tally->shared,
                        (Word)tally->left, (Word)tally->turns, (Word)tally->unasked, (Word)((Explorer *)object)->won};
    size_t players = (size_t)((Explorer *)object)->plan->plan.players;
    return Py_BuildValue("(NN)", numbers(all, sizeof(all) / sizeof(all[0])), numbers((const Word *)tally->wins, players));
}

static PyMethodDef explorer_methods[] = {
    {"games", explorer_games, METH_VARARGS, "games(start, opening, numbers, decisions, longest, habits, nears, counted): plays from a snapshot until so many decisions were made; gives how many games, decisions and unfinished games there were, with how much was done, the snapshots with marks met for the first time, and those that broke a law."},
    {"visits", explorer_visits, METH_VARARGS, "visits(starts, positions, bytes, hopeful): goes through all positions that can be reached, if there are not more, and as long as few are still to be gone on from, if they take more than a hopeful number of bytes; gives how many there are, how many games ends, whether that is all, whether none comes again, and by which answers marks were met for the first time and laws broken."},
    {"counts", explorer_counts, METH_NOARGS, "How often each mark was met, as 64-bit words."},
    {"plain", explorer_plain, METH_NOARGS, "How often each mark was met in the games that are counted, as 64-bit words."},
    {"looked", explorer_looked, METH_NOARGS, "How often each law was looked at."},
    {"broken", explorer_broken, METH_NOARGS, "How many of the games that are counted broke each law."},
    {"written", explorer_written, METH_NOARGS, "How often what each effect wrote was read, and how often it was overwritten before."},
    {"taken", explorer_taken, METH_VARARGS, "taken(pc, raw): how often an answer was given at a place; None if it is not counted."},
    {"tally", explorer_tally, METH_NOARGS, "What the games that are counted were like, and how often each seat won."},
    {NULL, NULL, 0, NULL},
};

TYPE(explorer, "Explorer", Explorer, Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, explorer_new}, {Py_tp_dealloc, explorer_dealloc}, {Py_tp_methods, explorer_methods},
     {Py_tp_doc, "Explorer(plan, led, looked_at, laws, turn_ended, round_ended, origins): plays many games and counts what happens in them."});
