/* Many games as Python sees them: what it takes to step them, and arrays that they are written into. */

#include "module.h"

#include <string.h>

#include "batch/games.h"
#include "crew.h"

enum { ASKED, COUNTS, MASK, OBSERVATIONS, RETURNS, OVER, TRUNCATED, ARRAYS };

#define MOST_PARTS 256

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Games all;
    Word *layout;
    Py_buffer arrays[ARRAYS];
    bool held[ARRAYS], busy;
    Crew *crew; /* who plays each part but the first */
} GamesObject;

/* Looks whether somebody has pressed Ctrl-C, from a run that has given the interpreter up. */
static int signals(void) {
    PyGILState_STATE state = PyGILState_Ensure();
    int found = PyErr_CheckSignals();
    PyGILState_Release(state);
    return found;
}

/* ---- making */

/* So many numbers of this size, which lie where such numbers may. */
static bool hold(PyObject *array, Py_buffer *buffer, size_t count, size_t each, int flags) {
    if (PyObject_GetBuffer(array, buffer, flags)) return false;
    if ((size_t)buffer->len == count * each && (uintptr_t)buffer->buf % each == 0) return true;
    PyBuffer_Release(buffer);
    PyErr_SetString(PyExc_ValueError, "an array has another size than it should, or lies askew");
    return false;
}

static bool hold_arrays(GamesObject *self, PyObject *arrays) {
    const Games *all = &self->all;
    size_t actions = (size_t)all->layout.actions, size = (size_t)all->layout.size, players = (size_t)all->plan->players;
    const size_t many[ARRAYS] = {1, 1, actions, size, players, 1, 1};
    const size_t each[ARRAYS] = {sizeof(int64_t), sizeof(int64_t), 1, sizeof(float), sizeof(double), 1, 1};
    if (!PyTuple_Check(arrays) || PyTuple_Size(arrays) != ARRAYS) return PyErr_SetString(PyExc_ValueError, "there are too few arrays"), false;
    for (int i = 0; i < ARRAYS; i++) {
        self->held[i] = hold(PyTuple_GetItem(arrays, i), &self->arrays[i], many[i] * all->count, each[i], PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE);
        if (!self->held[i]) return false;
    }
    self->all.rows = (Rows){
        .asked = self->arrays[ASKED].buf, .counts = self->arrays[COUNTS].buf, .mask = self->arrays[MASK].buf,
        .over = self->arrays[OVER].buf, .truncated = self->arrays[TRUNCATED].buf,
        .observations = self->arrays[OBSERVATIONS].buf, .returns = self->arrays[RETURNS].buf,
    };
    return true;
}

static bool read_layout(GamesObject *self, PyObject *layout) {
    size_t count;
    const char *why;
    self->layout = words_of_bytes(layout, &count);
    if (!self->layout) return false;
    Verdict verdict = layout_read(&self->all.layout, self->all.plan, self->layout, count, &why);
    if (verdict == NO_MEMORY) return PyErr_NoMemory() != NULL;
    return verdict == FINE || (PyErr_SetString(PyExc_ValueError, why), false);
}

static bool makes(GamesObject *self, PyObject *args, PyObject *names) {
    Games *all = &self->all;
    PyObject *plan, *position, *dirty, *layout, *arrays;
    long long turns, begin, count, parts;
    if (names && PyDict_Size(names)) return PyErr_SetString(PyExc_TypeError, "Games takes no names"), false;
    if (!PyArg_ParseTuple(args, "O!OOLLSOLL:Games", plan_type, &plan, &position, &dirty, &turns, &begin, &layout, &arrays, &count, &parts)) return false;
    self->plan = (PlanObject *)Py_NewRef(plan);
    all->plan = &self->plan->plan, all->begin = begin, all->fuel = self->plan->fuel, all->budget = self->plan->budget, all->allowance = self->plan->allowance;
    if (begin < 0 || begin >= all->plan->instructions) return PyErr_SetString(PyExc_ValueError, "there is no such instruction"), false;
    if (count < 1 || count > INT32_MAX || parts < 1 || parts > MOST_PARTS) return PyErr_SetString(PyExc_ValueError, "so many games, or parts, there cannot be"), false;
    all->opening = machine_new(all->plan);
    if (!all->opening) return PyErr_NoMemory() != NULL;
    if (!set_position(all->opening, position, dirty, turns) || !read_layout(self, layout)) return false;
    const Machine *opening = all->opening;
    if (opening->sets.used || opening->stack.used || opening->is_together || opening->is_staged)
        return PyErr_SetString(PyExc_ValueError, "games begin where nobody has been asked yet"), false;
    if (!games_make(all, (size_t)count, (size_t)parts) || !(self->crew = crew_new((size_t)parts - 1))) return PyErr_NoMemory() != NULL;
    return hold_arrays(self, arrays);
}

static PyObject *games_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !makes((GamesObject *)self, args, names)) Py_CLEAR(self);
    return self;
}

static void games_dealloc(PyObject *object) {
    GamesObject *self = (GamesObject *)object;
    for (int i = 0; i < ARRAYS; i++)
        if (self->held[i]) PyBuffer_Release(&self->arrays[i]);
    crew_free(self->crew);
    games_free(&self->all);
    PyMem_Free(self->layout);
    Py_XDECREF((PyObject *)self->plan);
    gone(object);
}

/* ---- stepping */

static bool is_ready(const GamesObject *self) {
    return !self->busy || (PyErr_SetString(PyExc_RuntimeError, "the games are being stepped already"), false);
}

static bool goes_on(const GamesObject *self) {
    if (!self->all.stop) return true;
    PyErr_SetString(PyExc_RuntimeError, "the games were stopped half-way: reset() begins all of them anew");
    return false;
}

typedef struct {
    Games *all;
    const int64_t *actions;
} Step;

static void play_part(void *of, size_t part) {
    const Step *step = of;
    games_play(step->all, part, step->actions, part ? NULL : signals); /* Python tells them to the thread that has called */
}

/* What one of the parts has failed by, if any has. */
static const char *failure(const Games *all) {
    size_t i = 0;
    while (i < all->parts - 1 && !all->each[i].failed) i++;
    return all->each[i].failed;
}

/* Plays all parts at the same time; see `games_play`. */
static PyObject *played(GamesObject *self, const int64_t *actions) {
    if (!is_ready(self) || !goes_on(self)) return NULL;
    Step step = {&self->all, actions};
    self->busy = true;
    games_begin(&self->all);
    Py_BEGIN_ALLOW_THREADS
    crew_works(self->crew, play_part, &step);
    Py_END_ALLOW_THREADS
    self->busy = false;
    if (self->all.stop) return cannot_go_on(failure(&self->all));
    Py_RETURN_NONE;
}

static bool actions_from(const GamesObject *self, PyObject *array, Py_buffer *buffer, int flags) {
    return hold(array, buffer, self->all.count, sizeof(int64_t), PyBUF_C_CONTIGUOUS | flags);
}

static PyObject *py_step(PyObject *object, PyObject *actions) {
    GamesObject *self = (GamesObject *)object;
    Py_buffer buffer;
    if (!actions_from(self, actions, &buffer, 0)) return NULL;
    PyObject *found = played(self, buffer.buf);
    PyBuffer_Release(&buffer);
    return found;
}

static PyObject *py_play_out(PyObject *object, PyObject *unused) { return played((GamesObject *)object, NULL); }

static PyObject *py_illegal(PyObject *object, PyObject *actions) {
    GamesObject *self = (GamesObject *)object;
    Py_buffer buffer;
    if (!is_ready(self) || !goes_on(self) || !actions_from(self, actions, &buffer, 0)) return NULL;
    int64_t found = games_illegal(&self->all, buffer.buf);
    PyBuffer_Release(&buffer);
    return PyLong_FromLongLong(found);
}

static PyObject *py_pick(PyObject *object, PyObject *actions) {
    GamesObject *self = (GamesObject *)object;
    Py_buffer buffer;
    if (!is_ready(self) || !goes_on(self) || !actions_from(self, actions, &buffer, PyBUF_WRITABLE)) return NULL;
    games_pick(&self->all, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *py_reset(PyObject *object, PyObject *seed) {
    GamesObject *self = (GamesObject *)object;
    if (!is_ready(self)) return NULL;
    if (seed != Py_None) {
        unsigned long long found = PyLong_AsUnsignedLongLong(seed);
        if (PyErr_Occurred()) return NULL;
        games_seed(&self->all, found);
    }
    games_over(&self->all);
    Py_RETURN_NONE;
}

/* ---- looking */

static PyObject *py_observe(PyObject *object, PyObject *args) {
    GamesObject *self = (GamesObject *)object;
    Games *all = &self->all;
    PyObject *seats, *into;
    Py_buffer who, rows;
    if (!PyArg_ParseTuple(args, "OO:observe", &seats, &into) || !is_ready(self) || !actions_from(self, seats, &who, 0)) return NULL;
    size_t size = (size_t)all->layout.size;
    bool done = true;
    const int64_t *seat = who.buf;
    for (size_t i = 0; done && i < all->count; i++) done = seat[i] >= 0 && seat[i] < all->plan->players;
    if (!done) PyErr_SetString(PyExc_ValueError, "there is no such seat");
    done = done && hold(into, &rows, all->count * size, sizeof(float), PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE);
    if (done) {
        games_observe(all, seat, rows.buf);
        PyBuffer_Release(&rows);
    }
    PyBuffer_Release(&who);
    if (!done) return NULL;
    Py_RETURN_NONE;
}

static bool is_game(const GamesObject *self, long long at) {
    return (at >= 0 && at < (long long)self->all.count) || (PyErr_SetString(PyExc_IndexError, "there is no such game"), false);
}

static PyObject *py_place(PyObject *object, PyObject *args) {
    GamesObject *self = (GamesObject *)object;
    long long at;
    if (!PyArg_ParseTuple(args, "L:place", &at) || !is_ready(self)) return NULL;
    if (!is_game(self, at)) return NULL;
    return PyLong_FromLongLong(game_at(&self->all, (size_t)at)->pc);
}

/* ---- keeping */

static PyObject *py_kept(PyObject *object, PyObject *args) {
    GamesObject *self = (GamesObject *)object;
    Games *all = &self->all;
    long long at;
    if (!PyArg_ParseTuple(args, "L:kept", &at) || !is_ready(self) || !goes_on(self) || !is_game(self, at)) return NULL;
    if (!games_has_begun(all, (size_t)at)) return PyErr_SetString(PyExc_ValueError, "this game has not begun"), NULL;
    Chunk *log = chunk_new(NULL, Py_None, NULL, 0);
    PyObject *snapshot = log ? freeze(self->plan, games_stand(all, (size_t)at), log) : NULL;
    if (log) games_leave(all, (size_t)at);
    chunk_release(log);
    if (!snapshot) return NULL;
    const Words *actions = &game_at(all, (size_t)at)->so_far;
    PyObject *so_far = numbers(actions->at, actions->used);
    uint32_t words[TWISTER_KEPT];
    twister_kept(&all->chances[at], words);
    PyObject *chance = PyBytes_FromStringAndSize((const char *)words, sizeof(words));
    if (so_far && chance) return Py_BuildValue("(NNNK)", snapshot, so_far, chance, (unsigned long long)all->offers[at].picks);
    Py_DECREF(snapshot);
    Py_XDECREF(so_far);
    Py_XDECREF(chance);
    return NULL;
}

static bool chance_from(PyObject *bytes, Twister *chance) {
    uint32_t kept[TWISTER_KEPT];
    bool whole = PyBytes_Check(bytes) && PyBytes_Size(bytes) == sizeof(kept);
    if (whole) memcpy(kept, PyBytes_AsString(bytes), sizeof(kept));
    if (whole && twister_restore(chance, kept)) return true;
    PyErr_SetString(PyExc_ValueError, "these are no random numbers of a game");
    return false;
}

static PyObject *py_restore(PyObject *object, PyObject *args) {
    GamesObject *self = (GamesObject *)object;
    Games *all = &self->all;
    PyObject *position, *dirty, *so_far, *bytes;
    long long at, turns;
    unsigned long long picks;
    Buffer actions = {NULL, 0, 0};
    Twister chance;
    if (!PyArg_ParseTuple(args, "LOOLOOK:restore", &at, &position, &dirty, &turns, &so_far, &bytes, &picks) || !is_ready(self) ||
        !goes_on(self) || !is_game(self, at) || !chance_from(bytes, &chance))
        return NULL;
    bool done = add_numbers(&actions, so_far);
    if (done) {
        all->chances[at] = chance, all->offers[at].picks = picks;
        Machine *mc = games_stand(all, (size_t)at);
        done = set_position(mc, position, dirty, turns);
        if (done && !games_resume(all, (size_t)at, actions.at + 1, actions.used - 1)) done = cannot_go_on(mc->failed) != NULL;
        games_leave(all, (size_t)at);
        if (!done) {
            all->stop = true;
            games_forget(all, (size_t)at);
        }
    }
    PyMem_Free(actions.at);
    if (!done) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef games_methods[] = {
    {"illegal", py_illegal, METH_O, "illegal(actions): the first game in which an action is not legal, or -1."},
    {"step", py_step, METH_O, "step(actions): an action in each game; those that are over begin anew."},
    {"play_out", py_play_out, METH_NOARGS, "play_out(): random actions to the end of each game."},
    {"pick", py_pick, METH_O, "pick(actions): writes a random legal action for each game; 0 where it is over."},
    {"reset", py_reset, METH_O, "reset(seed): all games are over, and chance is seeded anew unless the seed is None."},
    {"observe", py_observe, METH_VARARGS, "observe(seats, into): writes what a seat sees of each game."},
    {"kept", py_kept, METH_VARARGS, "kept(game): a snapshot, the actions so far of an answer, and the random numbers to come."},
    {"restore", py_restore, METH_VARARGS, "restore(game, position, dirty, turns, so_far, chance, picks): a game as it was kept."},
    {"place", py_place, METH_VARARGS, "place(game): the place in the plan where a game stands."},
    {NULL, NULL, 0, NULL},
};

TYPE(games, "Games", GamesObject, Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, games_new}, {Py_tp_dealloc, games_dealloc}, {Py_tp_methods, games_methods},
     {Py_tp_doc, "Games(plan, position, dirty, turns, pc, layout, arrays, count, parts): games that go on together."});
