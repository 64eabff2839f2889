/* The extension module: plans and snapshots as Python sees them, made of the machine, which knows nothing of Python. */

#include "module.h"

#include <string.h>

#include "events.h"
#include "nodes.h"
#include "standing.h"

/* ---- the log: chunks that share what was before them */

void chunk_release(Chunk *chunk) {
    while (chunk && --chunk->refs == 0) {
        Chunk *before = chunk->before;
        Py_XDECREF(chunk->python);
        PyMem_Free(chunk->keys);
        PyMem_Free(chunk);
        chunk = before;
    }
}

Chunk *chunk_new(Chunk *before, PyObject *python, const Word *words, size_t size) {
    Chunk *chunk = PyMem_Malloc(sizeof(Chunk) + size * sizeof(Word));
    if (!chunk) return (Chunk *)PyErr_NoMemory();
    if (before) before->refs++;
    *chunk = (Chunk){before, python, NULL, 1, size};
    Py_XINCREF(python);
    if (size) memcpy(chunk->words, words, size * sizeof(Word));
    return chunk;
}

PyTypeObject *plan_type, *snapshot_type, *watch_type;
static PyObject *options_name; /* "options", whose hash is worked out once */

/* What looks at games, or notes what they did; watches can lie one above the other. */
struct Watch {
    PyObject_HEAD
    struct Watch *below;
    PyObject *look, *notes; /* either can be NULL */
    uint8_t *places, *all;  /* of each instruction when this watch looks, or any of those below, too */
    size_t count;
};

/* ---- numbers and answers as Python has them */

PyObject *number(Word value) { return PyLong_FromLongLong(value); }

static PyObject *maybe(bool has, Word value) {
    if (has) return number(value);
    Py_RETURN_NONE;
}

static PyObject *numbers(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *each = number(values[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *answer_as_python(const Word *answer) {
    switch (answer[0]) {
    case YES:
        Py_RETURN_TRUE;
    case ONE_THING:
        return number(answer[1]);
    case ONE_SET:
        return numbers(answer + 2, (size_t)answer[1]);
    case SEVERAL: {
        PyObject *tuple = PyTuple_New((Py_ssize_t)answer[1]);
        const Word *part = answer + 2;
        for (Word i = 0; tuple && i < answer[1]; i++, part += answer_size(part)) {
            PyObject *each = answer_as_python(part);
            if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
        }
        return tuple;
    }
    default:
        Py_RETURN_NONE;
    }
}

/* ---- words from Python */

bool add(Buffer *buffer, Word value) {
    if (buffer->used == buffer->room) {
        size_t room = buffer->room ? 2 * buffer->room : 64;
        Word *at = PyMem_Realloc(buffer->at, room * sizeof(Word));
        if (!at) return PyErr_NoMemory() != NULL;
        buffer->at = at, buffer->room = room;
    }
    buffer->at[buffer->used++] = value;
    return true;
}

bool number_from(PyObject *value, Word *found) {
    *found = PyLong_AsLongLong(value);
    return !(*found == -1 && PyErr_Occurred());
}

static bool add_number(Buffer *buffer, PyObject *value) {
    Word found;
    return number_from(value, &found) && add(buffer, found);
}

bool is_tuple(PyObject *value, Py_ssize_t size) {
    if (PyTuple_Check(value) && (size < 0 || PyTuple_Size(value) == size)) return true;
    PyErr_SetString(PyExc_ValueError, "this is no part of a position");
    return false;
}

bool add_numbers(Buffer *buffer, PyObject *tuple) { /* how many, and which */
    if (!is_tuple(tuple, -1) || !add(buffer, PyTuple_Size(tuple))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (!add_number(buffer, PyTuple_GetItem(tuple, i))) return false;
    return true;
}

bool add_answer(Buffer *buffer, PyObject *raw, size_t names) {
    if (raw == Py_None) return add(buffer, DECLINED);
    if (raw == Py_True) return add(buffer, YES);
    if (!PyTuple_Check(raw)) return add(buffer, ONE_THING) && add_number(buffer, raw);
    if (names < 2) return add(buffer, ONE_SET) && add_numbers(buffer, raw);
    if (!add(buffer, SEVERAL) || !add(buffer, PyTuple_Size(raw))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(raw); i++)
        if (!add_answer(buffer, PyTuple_GetItem(raw, i), 1)) return false;
    return true;
}

/* How many names an answer at a place binds. */
size_t names_at(const Plan *plan, Word pc) {
    if (pc < 0 || pc >= plan->instructions) return 0;
    const Word *n = plan->words + plan->code[pc];
    if (n[0] != ASK) return n[0] == ASK_PART || n[0] == DRAW ? 1 : 0;
    const Word *choice = plan->words + n[2];
    return (size_t)choice[7 + choice[6]];
}

/* ---- options, made once for each answer at each place */

typedef struct {
    Word *answer;
    size_t size;
    uint64_t hash;
    PyObject *option;
} Entry;

struct Kept {
    Entry *entries;
    size_t used, room;
    PyObject **things; /* by number the options that are one thing; they are most, and found at once */
    size_t things_room;
};

enum { MOST_KEPT = 50000, MOST_THINGS = 1024 };

static void kept_clear(Kept *kept) {
    Kept old = *kept;
    *kept = (Kept){NULL, 0, 0, NULL, 0}; /* first, as an option that goes can run anything */
    for (size_t i = 0; i < old.room; i++) {
        PyMem_Free(old.entries[i].answer);
        Py_XDECREF(old.entries[i].option);
    }
    for (size_t i = 0; i < old.things_room; i++) Py_XDECREF(old.things[i]);
    PyMem_Free(old.entries);
    PyMem_Free(old.things);
}

static Entry *kept_find(Kept *kept, const Word *answer, size_t size, uint64_t hash) {
    if (!kept->room) return NULL;
    for (size_t at = hash & (kept->room - 1);; at = (at + 1) & (kept->room - 1)) {
        Entry *entry = &kept->entries[at];
        if (!entry->option || (entry->hash == hash && entry->size == size && !memcmp(entry->answer, answer, size * sizeof(Word))))
            return entry;
    }
}

static bool kept_grow(Kept *kept) {
    if (kept->used > MOST_KEPT) kept_clear(kept);
    if (4 * kept->used < 3 * kept->room) return true;
    Kept more = {PyMem_Calloc(kept->room ? 2 * kept->room : 16, sizeof(Entry)), kept->used, kept->room ? 2 * kept->room : 16, kept->things, kept->things_room};
    if (!more.entries) return PyErr_NoMemory() != NULL;
    for (size_t i = 0; i < kept->room; i++) {
        Entry *entry = &kept->entries[i];
        if (entry->option) *kept_find(&more, entry->answer, entry->size, entry->hash) = *entry;
    }
    PyMem_Free(kept->entries);
    *kept = more;
    return true;
}

static PyObject *option_made(PlanObject *self, Word pc, const Word *answer);

/* The option for an answer at a place; a new reference. */
static PyObject *option_of(PlanObject *self, Word pc, const Word *answer) {
    Kept *kept = &self->kept[pc];
    if (answer[0] != ONE_THING || answer[1] < 0 || answer[1] >= MOST_THINGS) return option_made(self, pc, answer);
    size_t thing = (size_t)answer[1];
    if (thing < kept->things_room && kept->things[thing]) return Py_NewRef(kept->things[thing]);
    PyObject *option = option_made(self, pc, answer);
    if (option && thing >= kept->things_room) {
        size_t room = kept->things_room ? kept->things_room : 64;
        while (room <= thing) room *= 2;
        PyObject **things = PyMem_Realloc(kept->things, room * sizeof(PyObject *));
        if (!things) {
            Py_DECREF(option);
            return PyErr_NoMemory();
        }
        memset(things + kept->things_room, 0, (room - kept->things_room) * sizeof(PyObject *));
        kept->things = things, kept->things_room = room;
    }
    if (option && !kept->things[thing]) kept->things[thing] = Py_NewRef(option);
    return option;
}

static PyObject *option_made(PlanObject *self, Word pc, const Word *answer) {
    Kept *kept = &self->kept[pc];
    size_t size = answer_size(answer);
    uint64_t hash = words_hash(answer, size);
    Entry *entry = kept_find(kept, answer, size, hash);
    if (entry && entry->option) return Py_NewRef(entry->option);
    PyObject *raw = answer_as_python(answer);
    PyObject *option = raw ? PyObject_CallFunction(self->option, "LO", (long long)pc, raw) : NULL;
    Py_XDECREF(raw);
    if (!option) return NULL;
    Word *copy = PyMem_Malloc(size * sizeof(Word));
    if (!copy || !kept_grow(kept)) {
        PyMem_Free(copy);
        Py_DECREF(option);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    memcpy(copy, answer, size * sizeof(Word));
    entry = kept_find(kept, answer, size, hash);
    if (entry->option) { /* somebody made it meanwhile */
        PyMem_Free(copy);
        Py_DECREF(option);
        return Py_NewRef(entry->option);
    }
    *entry = (Entry){copy, size, hash, Py_NewRef(option)};
    kept->used++;
    return option;
}

/* ---- machines for runs */

/* Whether a run has to end; others get their turn meanwhile, as it is the main thread that hears a signal. */
static int interrupted(void) {
    Py_BEGIN_ALLOW_THREADS
    Py_END_ALLOW_THREADS
    return PyErr_CheckSignals();
}

Machine *machine_for(PlanObject *self) {
    Machine *mc = NULL;
    for (size_t i = 0; i < IDLE && !mc; i++) mc = self->idle[i], self->idle[i] = NULL;
    if (!mc) mc = machine_new(&self->plan);
    if (!mc) return (Machine *)PyErr_NoMemory();
    mc->fuel = self->fuel;
    mc->interrupted = interrupted;
    return mc;
}

void machine_done(PlanObject *self, Machine *mc) {
    mc->chance = NULL;
    mc->looked_at = NULL, mc->noting = false, mc->then = NULL;
    for (size_t i = 0; i < IDLE; i++) {
        if (self->idle[i]) continue;
        machine_rests(mc);
        self->idle[i] = mc;
        return;
    }
    machine_free(mc);
}

static double chance_of(void *from) {
    PyObject *found = PyObject_CallNoArgs(from);
    if (!found) return -1.0;
    double chance = PyFloat_AsDouble(found);
    Py_DECREF(found);
    if (PyErr_Occurred()) return -1.0;
    if (chance < 0.0) PyErr_SetString(PyExc_ValueError, "a random number is below 0");
    return chance;
}

static void give_chance(Machine *mc, PyObject *random) {
    mc->chance = random && random != Py_None ? chance_of : NULL;
    mc->from = random;
}

void *cannot_go_on(const char *failed) {
    if (!PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "the plan cannot be played on: %s", failed ? failed : "it was interrupted");
    return NULL;
}

void *refused(const Machine *mc) { return cannot_go_on(mc->failed); }

/* ---- between a machine and a snapshot */

static void words_set(Machine *mc, Words *words, const Word *from, size_t count) {
    words->used = 0;
    push_all(mc, words, from, count);
}

/* Sets a machine up as a snapshot stands. */
bool thaw(Machine *mc, const Snapshot *snap) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    const Word *at = snap->words;
    memcpy(mc->block, at, mc->size * sizeof(Word));
    at += mc->size;
    words_set(mc, &mc->sets, at, snap->sets), at += snap->sets;
    words_set(mc, &mc->stack, at, snap->stack), at += snap->stack;
    words_set(mc, &mc->together, at, snap->together), at += snap->together;
    words_set(mc, &mc->stage, at, snap->stage);
    mc->active = snap->active, mc->next = snap->next, mc->own = snap->own, mc->direction = snap->direction;
    mc->pc = snap->pc, mc->turns = snap->turns;
    mc->has_next = snap->has_next, mc->watching = snap->watching;
    mc->is_together = snap->is_together, mc->is_staged = snap->is_staged;
    mc->log.used = 0;
    return true;
}

/* The sets that names stand for now, one after another. */
static size_t sets_in_use(const Machine *mc) {
    size_t size = 0;
    for (Word slot = 0; slot < mc->plan->slots; slot++)
        if (mc->named[slot] == SET_NAMED) size += 1 + (size_t)mc->sets.at[mc->names[slot]];
    return size;
}

/* Whether the answers are all things, one after another, as most are: they are then copied as they lie. */
static bool answers_are_things(const Machine *mc) {
    bool are = mc->raws.used == 2 * mc->raw_at.used;
    for (size_t i = 0; are && i < mc->raw_at.used; i++) are = mc->raw_at.at[i] == (Word)(2 * i) && mc->raws.at[2 * i] == ONE_THING;
    return are;
}

static size_t raws_in_use(const Machine *mc, size_t answers) {
    size_t size = 0;
    for (size_t i = 0; i < answers; i++) size += answer_size(mc->raws.at + mc->raw_at.at[i]);
    return size;
}

static Word *copied(Word *to, const Words *from) {
    if (from->used) memcpy(to, from->at, from->used * sizeof(Word));
    return to + from->used;
}

/* A snapshot without words, in which nothing is said yet. */
static Snapshot *snapshot_new(PlanObject *plan, Watch *watch) {
    Snapshot *snap = PyObject_GC_New(Snapshot, snapshot_type);
    if (!snap) return NULL;
    snap->plan = (PlanObject *)Py_NewRef((PyObject *)plan);
    snap->watch = (Watch *)Py_XNewRef((PyObject *)watch);
    snap->log = NULL, snap->words = NULL, snap->options = snap->answers = snap->frozen = snap->pending = NULL;
    return snap;
}

/* Only what is watched can refer to itself, by way of who watches it. */
static PyObject *snapshot_done(Snapshot *snap) {
    if (snap->watch) PyObject_GC_Track((PyObject *)snap);
    return (PyObject *)snap;
}

/* A snapshot of a machine, with a log that goes on from another. */
static PyObject *freeze_watched(PlanObject *plan, const Machine *mc, Chunk *before, Watch *watch) {
    Snapshot *snap = snapshot_new(plan, watch);
    if (!snap) return NULL;
    size_t answers = mc->waits ? mc->raw_at.used : 0;
    snap->sets = sets_in_use(mc), snap->stack = mc->stack.used;
    snap->together = mc->is_together ? mc->together.used : 0, snap->stage = mc->is_staged ? mc->stage.used : 0;
    bool things = answers && answers_are_things(mc);
    snap->raws = things ? mc->raws.used : raws_in_use(mc, answers), snap->raw_at = answers;
    snap->words = PyMem_Malloc((mc->size + snap->sets + snap->stack + snap->together + snap->stage + snap->raws + snap->raw_at) * sizeof(Word) + 1);
    if (mc->log.used) {
        snap->log = chunk_new(before, NULL, mc->log.at, mc->log.used);
    } else {
        snap->log = before;
        before->refs++;
    }
    if (!snap->words || !snap->log) {
        if (!PyErr_Occurred()) PyErr_NoMemory();
        Py_DECREF(snap);
        return NULL;
    }
    memcpy(snap->words, mc->block, mc->size * sizeof(Word));
    Word *names = snap->words + (mc->names - mc->block), *at = snap->words + mc->size, *sets = at;
    for (Word slot = 0; slot < mc->plan->slots; slot++) {
        if (mc->named[slot] != SET_NAMED) continue;
        const Word *set = mc->sets.at + mc->names[slot];
        names[slot] = at - sets;
        memcpy(at, set, (1 + (size_t)set[0]) * sizeof(Word));
        at += 1 + set[0];
    }
    at = copied(at, &mc->stack);
    if (mc->is_together) at = copied(at, &mc->together);
    if (mc->is_staged) at = copied(at, &mc->stage);
    Word *raws = at, *raw_at = at + snap->raws;
    if (things) at = copied(at, &mc->raws), at = copied(at, &mc->raw_at);
    for (size_t i = 0; !things && i < answers; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        size_t size = answer_size(answer);
        raw_at[i] = at - raws;
        memcpy(at, answer, size * sizeof(Word));
        at += size;
    }
    snap->active = mc->active, snap->next = mc->next, snap->own = mc->own, snap->direction = mc->direction;
    snap->pc = mc->pc, snap->turns = mc->turns;
    snap->has_next = mc->has_next, snap->watching = mc->watching;
    snap->is_together = mc->is_together, snap->is_staged = mc->is_staged;
    return snapshot_done(snap);
}

PyObject *freeze(PlanObject *plan, const Machine *mc, Chunk *before) { return freeze_watched(plan, mc, before, NULL); }

static const Word *stack_in(const Snapshot *snap, size_t block) { return snap->words + block + snap->sets; }
static const Word *together_in(const Snapshot *snap, size_t block) { return stack_in(snap, block) + snap->stack; }
static const Word *stage_in(const Snapshot *snap, size_t block) { return together_in(snap, block) + snap->together; }
static const Word *raws_in(const Snapshot *snap, size_t block) { return stage_in(snap, block) + snap->stage; }

/* ---- events as Python has them */

static PyObject *sets_as_python(const Word *sets, size_t size) { /* None where there are none */
    if (!size) Py_RETURN_NONE;
    PyObject *list = PyList_New(0), *tuple = NULL;
    for (const Word *set = sets; list && set < sets + size; set += 1 + set[0]) {
        PyObject *each = numbers(set + 1, (size_t)set[0]);
        if (!each || PyList_Append(list, each)) Py_CLEAR(list);
        Py_XDECREF(each);
    }
    if (list) tuple = PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static PyObject *all_maybe(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *each = maybe(values[2 * i], values[2 * i + 1]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static const Word *event_field(char field, const Word *at, PyObject **found) {
    switch (field) {
    case '#':
        *found = number(at[0]);
        return at + 1;
    case '?':
        *found = maybe(at[0], at[1]);
        return at + 2;
    case '*':
        *found = numbers(at + 1, (size_t)at[0]);
        return at + 1 + at[0];
    case 'z':
        *found = sets_as_python(at + 1, (size_t)at[0]);
        return at + 1 + at[0];
    case 'v':
        *found = all_maybe(at + 1, (size_t)at[0]);
        return at + 1 + 2 * at[0];
    default:
        *found = answer_as_python(at);
        return at + answer_size(at);
    }
}

PyObject *event_as_python(const Word *event) { /* its kind, then its fields */
    const char *fields = EVENT_FIELDS[event[0]];
    PyObject *tuple = PyTuple_New(1 + (Py_ssize_t)strlen(fields)), *each = number(event[0]);
    const Word *at = event + 1;
    if (!tuple || !each || PyTuple_SetItem(tuple, 0, each)) goto failed;
    for (Py_ssize_t i = 0; fields[i]; i++) {
        at = event_field(fields[i], at, &each);
        if (!each || PyTuple_SetItem(tuple, i + 1, each)) goto failed;
    }
    return tuple;
failed:
    Py_XDECREF(tuple);
    return NULL;
}

static bool add_event(Buffer *buffer, PyObject *event, const Plan *plan) {
    Word kind;
    if (!is_tuple(event, -1) || PyTuple_Size(event) < 1 || !number_from(PyTuple_GetItem(event, 0), &kind)) return false;
    const char *fields = kind > 0 && kind < EVENT_COUNT ? EVENT_FIELDS[kind] : NULL;
    if (!fields) {
        PyErr_SetString(PyExc_ValueError, "there is no such event");
        return false;
    }
    if (!is_tuple(event, 1 + (Py_ssize_t)strlen(fields)) || !add(buffer, kind)) return false;
    Word asked = -1;
    for (Py_ssize_t i = 0; fields[i]; i++) {
        PyObject *each = PyTuple_GetItem(event, i + 1);
        switch (fields[i]) {
        case '#':
            if (!number_from(each, &asked) || !add(buffer, asked)) return false;
            break;
        case '?':
            if (!add(buffer, each != Py_None) || !(each == Py_None ? add(buffer, 0) : add_number(buffer, each))) return false;
            break;
        case '*':
            if (!add_numbers(buffer, each)) return false;
            break;
        default:
            if (!add_answer(buffer, each, names_at(plan, asked))) return false;
        }
    }
    return true;
}

/* The log as Python keeps it: pairs of an event and the log before it, or None. */
static PyObject *log_as_python(Chunk *chunk) {
    size_t depth = 0;
    for (Chunk *each = chunk; !each->python; each = each->before) depth++;
    if (depth) {
        Chunk **path = PyMem_Malloc(depth * sizeof(Chunk *)), *each = chunk;
        if (!path) return PyErr_NoMemory();
        for (size_t i = depth; i-- > 0; each = each->before) path[i] = each;
        PyObject *log = Py_NewRef(each->python);
        for (size_t i = 0; i < depth && log; i++) {
            for (size_t at = 0; at < path[i]->size && log; at += (size_t)path[i]->words[at]) {
                PyObject *event = event_as_python(path[i]->words + at + 1);
                PyObject *longer = event ? PyTuple_Pack(2, event, log) : NULL;
                Py_XDECREF(event);
                Py_DECREF(log);
                log = longer;
            }
            if (!log) break;
            if (!path[i]->python) {
                path[i]->python = Py_NewRef(log);
            } else { /* another thread was first: a log is the same object for all */
                Py_DECREF(log);
                log = Py_NewRef(path[i]->python);
            }
        }
        Py_XDECREF(log);
        PyMem_Free(path);
        if (!log) return NULL;
    }
    return Py_NewRef(chunk->python);
}

/* ---- positions as Python has them */

static PyObject *effect_as_python(const Plan *plan, const Word *effect, const Word *what) {
    switch (effect[0]) {
    case MOVE: {
        bool one = effect[4] == 1 && plan->words[effect[5]] == SINGLE;
        PyObject *cards = one ? number(what[2]) : numbers(what + 2, (size_t)what[1]);
        return Py_BuildValue("(NL)", cards, (long long)what[0]);
    }
    case EXCHANGE:
    case SHOW: {
        const Word *more = what + 1 + what[0];
        return Py_BuildValue("(NN)", numbers(what + 1, (size_t)what[0]), numbers(more + 1, (size_t)more[0]));
    }
    case SET: {
        const Word *value = what + 1 + what[0];
        return Py_BuildValue("(NN)", numbers(what + 1, (size_t)what[0]), maybe(value[0], value[1]));
    }
    case ADD:
        return Py_BuildValue("(NL)", numbers(what + 1, (size_t)what[0]), (long long)what[1 + what[0]]);
    case MAKE_NEXT:
        return number(what[0]);
    default:
        Py_RETURN_TRUE;
    }
}

static bool add_effect(Buffer *buffer, const Word *effect, PyObject *what) {
    switch (effect[0]) {
    case REVERSE:
        return true;
    case MAKE_NEXT:
        return add_number(buffer, what);
    default:
        if (!is_tuple(what, 2)) return false;
    }
    PyObject *one = PyTuple_GetItem(what, 0), *other = PyTuple_GetItem(what, 1);
    switch (effect[0]) {
    case MOVE:
        if (!add_number(buffer, other)) return false;
        return PyTuple_Check(one) ? add_numbers(buffer, one) : add(buffer, 1) && add_number(buffer, one);
    case EXCHANGE:
    case SHOW:
        return add_numbers(buffer, one) && add_numbers(buffer, other);
    case SET:
        return add_numbers(buffer, one) && add(buffer, other != Py_None) && (other == Py_None ? add(buffer, 0) : add_number(buffer, other));
    default:
        return add_numbers(buffer, one) && add_number(buffer, other);
    }
}

static PyObject *zones_as_python(const Machine *mc) {
    PyObject *zones = PyTuple_New((Py_ssize_t)mc->plan->places);
    for (Word place = 0; zones && place < mc->plan->places; place++) {
        size_t count = zone_count(mc, place);
        PyObject *cards = PyTuple_New((Py_ssize_t)count);
        for (size_t i = 0; cards && i < count; i++) {
            PyObject *card = number(zone_cards(mc, place)[i]);
            if (!card || PyTuple_SetItem(cards, (Py_ssize_t)i, card)) Py_CLEAR(cards);
        }
        if (!cards || PyTuple_SetItem(zones, (Py_ssize_t)place, cards)) Py_CLEAR(zones);
    }
    return zones;
}

static PyObject *variables_as_python(const Machine *mc) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)mc->plan->variables);
    for (Word i = 0; tuple && i < mc->plan->variables; i++) {
        PyObject *each = maybe(mc->has[i], mc->variables[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *names_as_python(const Machine *mc) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)mc->plan->slots);
    for (Word i = 0; tuple && i < mc->plan->slots; i++) {
        const Word *set = mc->named[i] == SET_NAMED ? mc->sets.at + mc->names[i] : NULL;
        PyObject *each = set ? numbers(set + 1, (size_t)set[0]) : maybe(mc->named[i] == NUMBER_NAMED, mc->names[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *stack_as_python(const Word *stack, size_t used) {
    PyObject *frames = PyList_New(0);
    while (frames && used) {
        PyObject *frame = NULL;
        switch (stack[used - 1]) {
        case FRAME_RETURN:
            frame = number(stack[used - 2]);
            used -= 2;
            break;
        case FRAME_EACH: {
            Word left = stack[used - 3];
            PyObject *members = PyTuple_New((Py_ssize_t)left);
            for (Word i = 0; members && i < left; i++) {
                PyObject *each = number(stack[used - 4 - (size_t)i]);
                if (!each || PyTuple_SetItem(members, (Py_ssize_t)i, each)) Py_CLEAR(members);
            }
            frame = members ? Py_BuildValue("(NL)", members, (long long)stack[used - 2]) : NULL;
            used -= 3 + (size_t)left;
            break;
        }
        default: {
            const Word *draw = stack + used - 6;
            frame = Py_BuildValue("(LNN)", (long long)draw[4], maybe(draw[0], draw[1]), maybe(draw[2], draw[3]));
            used -= 6;
        }
        }
        if (!frame || PyList_Append(frames, frame)) Py_CLEAR(frames);
        Py_XDECREF(frame);
    }
    if (!frames || PyList_Reverse(frames)) {
        Py_XDECREF(frames);
        return NULL;
    }
    PyObject *tuple = PyList_AsTuple(frames);
    Py_DECREF(frames);
    return tuple;
}

static PyObject *together_as_python(const Plan *plan, const Word *words, size_t used) {
    PyObject *all = PyList_New(0);
    for (size_t at = 0; all && at < used; at += (size_t)words[at]) {
        const Word *each = words + at;
        PyObject *what = each[1] < 0 ? event_as_python(each + 3) : effect_as_python(plan, plan->words + plan->deferral[each[1]], each + 3);
        PyObject *entry = what ? Py_BuildValue("(L(LN))", (long long)each[1], (long long)each[2], what) : NULL;
        if (!entry || PyList_Append(all, entry)) Py_CLEAR(all);
        Py_XDECREF(entry);
    }
    if (!all) return NULL;
    PyObject *tuple = PyList_AsTuple(all);
    Py_DECREF(all);
    return tuple;
}

static PyObject *none_or(bool there, PyObject *found) {
    if (there) return found;
    Py_XDECREF(found);
    Py_RETURN_NONE;
}

static PyObject *position_of(Snapshot *snap) {
    if (snap->frozen) return Py_NewRef(snap->frozen);
    Machine *mc = machine_for(snap->plan);
    if (!mc) return NULL;
    PyObject *found = NULL;
    if (thaw(mc, snap)) {
        const Plan *plan = mc->plan;
        PyObject *fields = Py_BuildValue(
            "(NNNLNLLNNNLN)", zones_as_python(mc), variables_as_python(mc), names_as_python(mc), (long long)mc->active,
            maybe(mc->has_next, mc->next), (long long)mc->own, (long long)mc->direction, PyBool_FromLong(mc->watching),
            none_or(mc->is_together, together_as_python(plan, mc->together.at, mc->together.used)),
            none_or(mc->is_staged, numbers(mc->stage.at, mc->stage.used)), (long long)mc->pc,
            stack_as_python(mc->stack.at, mc->stack.used));
        found = fields ? PyObject_CallFunctionObjArgs(snap->plan->position, fields, NULL) : NULL;
        Py_XDECREF(fields);
    }
    machine_done(snap->plan, mc);
    if (found && !snap->frozen) snap->frozen = Py_NewRef(found);
    return found;
}

/* ---- machines set up from Python's positions */

#define MOST_TURNS ((Word)1 << 62)

static bool set_cards(Machine *mc, PyObject *zones) {
    const Plan *plan = mc->plan;
    int32_t at = 0;
    if (!is_tuple(zones, (Py_ssize_t)plan->places)) return false;
    for (Word card = 0; card < plan->cards; card++) mc->where[card] = -1;
    for (Word place = 0; place < plan->places; place++) {
        PyObject *cards = PyTuple_GetItem(zones, (Py_ssize_t)place);
        mc->begins[place] = at;
        if (!is_tuple(cards, -1)) return false;
        for (Py_ssize_t i = 0; i < PyTuple_Size(cards); i++) {
            Word card;
            if (!number_from(PyTuple_GetItem(cards, i), &card)) return false;
            if (card < 0 || card >= plan->cards || mc->where[card] >= 0) return PyErr_SetString(PyExc_ValueError, "a card is not there, or twice"), false;
            mc->where[card] = (int32_t)place;
            mc->cards[at++] = (int32_t)card;
        }
    }
    mc->begins[plan->places] = at;
    if (at != plan->cards) return PyErr_SetString(PyExc_ValueError, "a card lies nowhere"), false;
    return true;
}

static bool set_variables(Machine *mc, PyObject *variables) {
    if (!is_tuple(variables, (Py_ssize_t)mc->plan->variables)) return false;
    for (Word i = 0; i < mc->plan->variables; i++) {
        PyObject *each = PyTuple_GetItem(variables, (Py_ssize_t)i);
        mc->has[i] = each != Py_None;
        mc->variables[i] = 0;
        if (each != Py_None && !number_from(each, &mc->variables[i])) return false;
    }
    return true;
}

static bool set_names(Machine *mc, PyObject *names, Buffer *sets) {
    if (!is_tuple(names, (Py_ssize_t)mc->plan->slots)) return false;
    for (Word i = 0; i < mc->plan->slots; i++) {
        PyObject *each = PyTuple_GetItem(names, (Py_ssize_t)i);
        mc->names[i] = 0, mc->named[i] = UNSET;
        if (each == Py_None) continue;
        mc->named[i] = PyTuple_Check(each) ? SET_NAMED : NUMBER_NAMED;
        if (PyTuple_Check(each)) mc->names[i] = (Word)sets->used;
        if (!(PyTuple_Check(each) ? add_numbers(sets, each) : number_from(each, &mc->names[i]))) return false;
    }
    return true;
}

static bool add_stack(Buffer *buffer, PyObject *stack) {
    if (!is_tuple(stack, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(stack); i++) {
        PyObject *frame = PyTuple_GetItem(stack, i);
        if (!PyTuple_Check(frame)) {
            if (!add_number(buffer, frame) || !add(buffer, FRAME_RETURN)) return false;
        } else if (PyTuple_Size(frame) == 2) {
            PyObject *members = PyTuple_GetItem(frame, 0);
            if (!is_tuple(members, -1)) return false;
            for (Py_ssize_t k = PyTuple_Size(members); k-- > 0;)
                if (!add_number(buffer, PyTuple_GetItem(members, k))) return false;
            if (!add(buffer, PyTuple_Size(members)) || !add_number(buffer, PyTuple_GetItem(frame, 1)) || !add(buffer, FRAME_EACH)) return false;
        } else {
            if (!is_tuple(frame, 3)) return false;
            for (Py_ssize_t k = 1; k < 3; k++) {
                PyObject *place = PyTuple_GetItem(frame, k);
                if (!add(buffer, place != Py_None) || !(place == Py_None ? add(buffer, 0) : add_number(buffer, place))) return false;
            }
            if (!add_number(buffer, PyTuple_GetItem(frame, 0)) || !add(buffer, FRAME_DRAW)) return false;
        }
    }
    return true;
}

static bool add_together(Buffer *buffer, PyObject *together, const Plan *plan) {
    if (together == Py_None) return true;
    if (!is_tuple(together, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(together); i++) {
        PyObject *entry = PyTuple_GetItem(together, i);
        if (!is_tuple(entry, 2) || !is_tuple(PyTuple_GetItem(entry, 1), 2)) return false;
        PyObject *who = PyTuple_GetItem(PyTuple_GetItem(entry, 1), 0), *what = PyTuple_GetItem(PyTuple_GetItem(entry, 1), 1);
        size_t begun = buffer->used;
        Word effect;
        if (!add(buffer, 0) || !number_from(PyTuple_GetItem(entry, 0), &effect) || !add(buffer, effect) || !add_number(buffer, who)) return false;
        if (effect < -1 || effect >= plan->deferred) return PyErr_SetString(PyExc_ValueError, "there is no such effect"), false;
        if (!(effect < 0 ? add_event(buffer, what, plan) : add_effect(buffer, plan->words + plan->deferral[effect], what))) return false;
        Word *begins = buffer->at + begun;
        begins[0] = (Word)(buffer->used - begun);
        bool waits = effect >= 0 || begins[3] == EVENT_LAPSED || begins[3] == EVENT_REVEALED;
        if (!waits || begins[2] < 0 || begins[2] >= plan->players)
            return PyErr_SetString(PyExc_ValueError, "this does not wait for a close"), false;
    }
    return true;
}

static bool set_dirty(Machine *mc, PyObject *dirty) {
    PyObject *left = Py_NewRef(dirty), *shift = number(64);
    for (size_t i = 0; left && shift && i < mc->plan->dirt; i++) {
        mc->dirty[i] = PyLong_AsUnsignedLongLongMask(left);
        PyObject *rest = PyErr_Occurred() ? NULL : PyNumber_Rshift(left, shift);
        Py_DECREF(left);
        left = rest;
    }
    bool done = left && shift;
    Py_XDECREF(left);
    Py_XDECREF(shift);
    return done;
}

static bool words_from(Machine *mc, Words *words, Buffer *buffer) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    words_set(mc, words, buffer->at, buffer->used);
    buffer->used = 0;
    return true;
}

bool set_position(Machine *mc, PyObject *position, PyObject *dirty, Word turns) {
    const Plan *plan = mc->plan;
    Buffer buffer = {NULL, 0, 0};
    if (!is_tuple(position, 12)) return false;
    PyObject *next = PyTuple_GetItem(position, 4), *together = PyTuple_GetItem(position, 8), *stage = PyTuple_GetItem(position, 9);
    bool done =
        set_cards(mc, PyTuple_GetItem(position, 0)) && set_variables(mc, PyTuple_GetItem(position, 1)) &&
        set_names(mc, PyTuple_GetItem(position, 2), &buffer) && words_from(mc, &mc->sets, &buffer) &&
        number_from(PyTuple_GetItem(position, 3), &mc->active) && (next == Py_None || number_from(next, &mc->next)) &&
        number_from(PyTuple_GetItem(position, 5), &mc->own) && number_from(PyTuple_GetItem(position, 6), &mc->direction) &&
        add_together(&buffer, together, plan) && words_from(mc, &mc->together, &buffer) &&
        (stage == Py_None || add_numbers(&buffer, stage)) && words_from(mc, &mc->stage, &buffer) &&
        number_from(PyTuple_GetItem(position, 10), &mc->pc) && add_stack(&buffer, PyTuple_GetItem(position, 11)) &&
        words_from(mc, &mc->stack, &buffer) && set_dirty(mc, dirty);
    PyMem_Free(buffer.at);
    if (!done) return false;
    if (mc->stage.used) /* without the number in front */
        memmove(mc->stage.at, mc->stage.at + 1, --mc->stage.used * sizeof(Word));
    int watching = PyObject_IsTrue(PyTuple_GetItem(position, 7));
    if (watching < 0) return false;
    mc->has_next = next != Py_None;
    mc->watching = watching;
    mc->is_together = together != Py_None, mc->is_staged = stage != Py_None;
    mc->turns = turns;
    mc->log.used = mc->raws.used = mc->raw_at.used = 0;
    if (mc->pc < 0 || mc->pc >= plan->instructions || mc->active < 0 || mc->active >= plan->players || mc->own < 0 ||
        mc->own >= plan->players || (mc->has_next && (mc->next < 0 || mc->next >= plan->players)) ||
        (mc->direction != 1 && mc->direction != -1) || turns < 0 || turns > MOST_TURNS)
        return PyErr_SetString(PyExc_ValueError, "this is no position of this plan"), false;
    return true;
}

/* ---- snapshots */

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
    PyMem_Free(self->words);
    Py_XDECREF(self->options);
    Py_XDECREF(self->answers);
    Py_XDECREF(self->frozen);
    Py_XDECREF(self->pending);
    Py_XDECREF((PyObject *)self->watch);
    Py_XDECREF((PyObject *)self->plan);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static size_t block_of(const Snapshot *self) {
    const Plan *plan = &self->plan->plan;
    size_t small = (size_t)(2 * plan->cards + plan->places + 1) * sizeof(int32_t) + (size_t)(plan->variables + plan->slots);
    return plan->dirt + (size_t)(plan->variables + plan->slots) + (small + sizeof(Word) - 1) / sizeof(Word);
}

/* ---- runs that are watched */

typedef struct {
    PlanObject *plan;
    Watch *watch;
    Chunk *before; /* the log that the run goes on from */
} Watched;

static void look_at(void *from, Machine *mc, Word pc, int when) {
    Watched *watched = from;
    bool waits = mc->waits;
    mc->waits = false; /* nobody answers here, even where the run is about to stop */
    PyObject *snap = freeze(watched->plan, mc, watched->before);
    mc->waits = waits;
    for (Watch *each = watched->watch; snap && each; each = each->below) {
        if (!each->look || !(each->places[pc] & when)) continue;
        PyObject *done = PyObject_CallFunction(each->look, "LO", (long long)pc, snap);
        if (!done) Py_CLEAR(snap);
        Py_XDECREF(done);
    }
    if (!snap) fail(mc, NULL);
    Py_DECREF(snap);
}

static bool watch_begins(Machine *mc, Watched *watched) {
    for (Watch *each = watched->watch; each; each = each->below) mc->noting |= each->notes != NULL;
    if (!watched->watch) return true;
    if (watched->watch->count != (size_t)mc->plan->instructions) return PyErr_SetString(PyExc_ValueError, "this is watched for another plan"), false;
    mc->looked_at = watched->watch->all, mc->look = look_at, mc->looking = watched;
    return true;
}

/* Hands over what was noted. */
static bool watch_ends(Machine *mc, Watched *watched) {
    for (size_t at = 0; mc->noting && at < mc->notes.used; at += NOTE_WORDS) {
        const Word *note = mc->notes.at + at;
        PyObject *tuple = numbers(note, NOTE_WORDS);
        bool done = tuple != NULL;
        for (Watch *each = watched->watch; done && each; each = each->below)
            done = !each->notes || !PyList_Append(each->notes, tuple);
        Py_XDECREF(tuple);
        if (!done) return false;
    }
    return true;
}

/* The snapshot after an answer in words. */
static PyObject *after(Snapshot *self, const Word *answer, PyObject *random) {
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    give_chance(mc, random);
    PyObject *found = NULL;
    Watched watched = {self->plan, self->watch, self->log};
    if (thaw(mc, self) && watch_begins(mc, &watched)) {
        if (!run_answer(mc, answer))
            refused(mc);
        else if (watch_ends(mc, &watched))
            found = freeze_watched(self->plan, mc, self->log, self->watch);
    }
    machine_done(self->plan, mc);
    return found;
}

bool has_answer(Snapshot *self, const Word *answer, size_t size) {
    size_t block = block_of(self);
    const Word *raws = raws_in(self, block), *raw_at = raws + self->raws;
    for (size_t i = 0; i < self->raw_at; i++)
        if (answer_size(raws + raw_at[i]) == size && !memcmp(raws + raw_at[i], answer, size * sizeof(Word))) return true;
    return false;
}

static PyObject *snapshot_next(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    PyObject *raw, *random = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:next", &raw, &random)) return NULL;
    Buffer buffer = {NULL, 0, 0};
    PyObject *found = NULL;
    if (add_answer(&buffer, raw, names_at(&self->plan->plan, self->pc))) {
        if (has_answer(self, buffer.at, buffer.used))
            found = after(self, buffer.at, random);
        else
            PyErr_Format(PyExc_ValueError, "%R is no answer here", raw);
    }
    PyMem_Free(buffer.at);
    return found;
}

static PyObject *options_of(Snapshot *self) {
    if (self->options) return Py_NewRef(self->options);
    size_t block = block_of(self);
    const Word *raws = raws_in(self, block), *raw_at = raws + self->raws;
    PyObject *options = PyTuple_New((Py_ssize_t)self->raw_at);
    for (size_t i = 0; options && i < self->raw_at; i++) {
        PyObject *each = option_of(self->plan, self->pc, raws + raw_at[i]);
        if (!each || PyTuple_SetItem(options, (Py_ssize_t)i, each)) Py_CLEAR(options);
    }
    if (options && !self->options) self->options = Py_NewRef(options);
    return options;
}

static PyObject *taken(Snapshot *self, PyObject *option, PyObject *random) {
    PyObject *options = options_of(self);
    if (!options) return NULL;
    size_t at = 0;
    while (at < self->raw_at && PyTuple_GetItem(options, (Py_ssize_t)at) != option) at++;
    Py_DECREF(options);
    if (at == self->raw_at) Py_RETURN_NONE;
    const Word *raws = raws_in(self, block_of(self)), *raw_at = raws + self->raws;
    return after(self, raws + raw_at[at], random);
}

static PyObject *snapshot_take(PyObject *self, PyObject *args) {
    PyObject *option, *random = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:take", &option, &random)) return NULL;
    return taken((Snapshot *)self, option, random);
}

PyObject *snapshot_after(PyObject *snapshot, PyObject *option, PyObject *random) {
    if (Py_TYPE(snapshot) == snapshot_type) return taken((Snapshot *)snapshot, option, random);
    return PyObject_CallMethod(snapshot, "take", "OO", option, random);
}

/* ---- what a snapshot waits for */

/* A question with the options that it has here: a new object of the same class, with the same fields but for those. */
static PyObject *with_options(PyObject *question, PyObject *options) {
    PyObject *made = PyType_GenericAlloc(Py_TYPE(question), 0), *fields = PyObject_GenericGetDict(question, NULL);
    PyObject *own = made ? PyObject_GenericGetDict(made, NULL) : NULL; /* to set another does not do in Python 3.13 */
    if (!fields || !own || PyDict_Update(own, fields) || PyDict_SetItem(own, options_name, options)) Py_CLEAR(made);
    Py_XDECREF(fields);
    Py_XDECREF(own);
    return made;
}

static PyObject *question_at(PlanObject *plan, Word pc, Word seat) {
    PyObject **kept = &plan->questions[pc * plan->plan.players + seat];
    if (!*kept) {
        PyObject *question = PyObject_CallFunction(plan->asked, "LL", (long long)pc, (long long)seat);
        if (*kept) /* somebody made it meanwhile */
            Py_XDECREF(question);
        else
            *kept = question;
    }
    return *kept;
}

static PyObject *pending_of(Snapshot *self) {
    if (self->pending) return Py_NewRef(self->pending);
    PyObject *question = question_at(self->plan, self->pc, self->own), *found = NULL;
    if (question == Py_None) {
        found = PyObject_CallFunctionObjArgs(self->plan->ended, (PyObject *)self, NULL);
    } else if (question) {
        PyObject *options = options_of(self);
        found = options ? with_options(question, options) : NULL;
        Py_XDECREF(options);
    }
    if (found && !self->pending) self->pending = Py_NewRef(found);
    return found;
}

PyObject *snapshot_waits(PyObject *snapshot) {
    if (Py_TYPE(snapshot) == snapshot_type) return pending_of((Snapshot *)snapshot);
    return PyObject_GetAttrString(snapshot, "pending");
}

/* ---- games played to their end */

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

bool thaw_answers(Machine *mc, const Snapshot *snap) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    const Word *raws = raws_in(snap, mc->size);
    words_set(mc, &mc->raws, raws, snap->raws);
    words_set(mc, &mc->raw_at, raws + snap->raws, snap->raw_at);
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

static PyObject *snapshot_playout(PyObject *object, PyObject *args) {
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

static PyObject *winners_in(Machine *mc) {
    if (!mc->plan->winners) Py_RETURN_NONE;
    Set winners;
    return run_winners(mc, &winners) ? numbers(mc->arena.at + winners.at, winners.count) : refused(mc);
}

static PyObject *returns_in(Machine *mc) {
    if (!mc->plan->returns) Py_RETURN_NONE;
    Word *returns = PyMem_Malloc((size_t)mc->plan->players * sizeof(Word));
    if (!returns) return PyErr_NoMemory();
    PyObject *found = run_returns(mc, returns) ? numbers(returns, (size_t)mc->plan->players) : refused(mc);
    PyMem_Free(returns);
    return found;
}

static PyObject *snapshot_outcome(PyObject *object, PyObject *unused) {
    Snapshot *self = (Snapshot *)object;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    PyObject *found = NULL;
    if (thaw(mc, self)) {
        PyObject *winners = winners_in(mc); /* first, as what each gets is worked out with him as the subject */
        found = winners ? Py_BuildValue("(NN)", winners, returns_in(mc)) : NULL;
    }
    machine_done(self->plan, mc);
    return found;
}

/* The same snapshot with another log, which it takes over, and watched by another watch. */
static PyObject *copied_with(const Snapshot *self, Chunk *log, Watch *watch) {
    Snapshot *snap = log ? PyObject_GC_New(Snapshot, snapshot_type) : NULL;
    if (!snap) return chunk_release(log), NULL;
    size_t size = block_of(self) + self->sets + self->stack + self->together + self->stage + self->raws + self->raw_at;
    PyObject head = snap->ob_base;
    *snap = *self;
    snap->ob_base = head, snap->log = log;
    snap->plan = (PlanObject *)Py_NewRef((PyObject *)self->plan), snap->watch = (Watch *)Py_XNewRef((PyObject *)watch);
    snap->options = Py_XNewRef(self->options), snap->answers = Py_XNewRef(self->answers), snap->frozen = Py_XNewRef(self->frozen);
    snap->pending = Py_XNewRef(self->pending);
    snap->words = PyMem_Malloc(size * sizeof(Word) + 1);
    if (!snap->words) {
        Py_DECREF((PyObject *)snap);
        return PyErr_NoMemory();
    }
    memcpy(snap->words, self->words, size * sizeof(Word));
    return snapshot_done(snap);
}

static PyObject *snapshot_retold(PyObject *object, PyObject *log) {
    const Snapshot *self = (Snapshot *)object;
    return copied_with(self, chunk_new(NULL, log, NULL, 0), self->watch);
}

static Word turned(Word card, Word one, Word other) { return card == one ? other : card == other ? one : card; }

static bool exchange_names(Machine *mc, Word one, Word other, PyObject *slots) {
    PyObject *each, *all = PyObject_GetIter(slots);
    Word slot = 0;
    while (all && (each = PyIter_Next(all))) {
        bool found = number_from(each, &slot);
        Py_DECREF(each);
        if (!found) break;
        if (slot < 0 || slot >= mc->plan->slots) {
            PyErr_SetString(PyExc_ValueError, "there is no such slot");
            break;
        }
        if (mc->named[slot] == NUMBER_NAMED) mc->names[slot] = turned(mc->names[slot], one, other);
        if (mc->named[slot] != SET_NAMED) continue;
        Word *set = mc->sets.at + mc->names[slot];
        for (Word i = 1; i <= set[0]; i++) set[i] = turned(set[i], one, other);
    }
    Py_XDECREF(all);
    return !PyErr_Occurred();
}

/* What has changed since reasons to end were looked at stays as it was: nothing happens in the game. */
static bool exchange_cards(Machine *mc, Word one, Word other) {
    jmp_buf out;
    mc->out = &out;
    if (setjmp(out)) return refused(mc) != NULL;
    mc->arena.used = 0;
    push_all(mc, &mc->arena, (const Word *)mc->dirty, mc->plan->dirt);
    swap(mc, one, other);
    memcpy(mc->dirty, mc->arena.at, mc->plan->dirt * sizeof(Word));
    return true;
}

/* The same snapshot with two cards in each other's place, and with each other's names; without answers where nobody is
   asked then. */
static PyObject *snapshot_exchanged(PyObject *object, PyObject *args) {
    Snapshot *self = (Snapshot *)object;
    long long one, other;
    PyObject *slots, *found = NULL;
    if (!PyArg_ParseTuple(args, "LLO:exchanged", &one, &other, &slots)) return NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    mc->chance = NULL;
    if (thaw(mc, self) && exchange_cards(mc, one, other) && exchange_names(mc, one, other, slots)) {
        mc->raws.used = mc->raw_at.used = 0, mc->waits = false;
        found = freeze_watched(self->plan, mc, self->log, self->watch);
        bool ran = found && run_options(mc);
        if (found && !ran) {
            Py_CLEAR(found);
            refused(mc);
        } else if (found && mc->waits) {
            mc->log.used = 0;
            Py_DECREF(found);
            found = freeze_watched(self->plan, mc, self->log, self->watch);
        }
    }
    machine_done(self->plan, mc);
    return found;
}

static PyObject *get_stage(PyObject *object, void *closure) {
    const Snapshot *self = (Snapshot *)object;
    if (!self->is_staged) Py_RETURN_NONE;
    return numbers(stage_in(self, block_of(self)), self->stage);
}

static PyObject *get_is_together(PyObject *self, void *closure) { return PyBool_FromLong(((Snapshot *)self)->is_together); }

/* A law from Python: its number, and the snapshot that it compares with, or None. */
static bool law_from(const PlanObject *plan, PyObject *pair, Word *law, Snapshot **then) {
    if (!is_tuple(pair, 2) || !number_from(PyTuple_GetItem(pair, 0), law)) return false;
    PyObject *earlier = PyTuple_GetItem(pair, 1);
    *then = earlier == Py_None ? NULL : (Snapshot *)earlier;
    if (*law < 0 || *law >= plan->plan.laws) return PyErr_SetString(PyExc_ValueError, "there is no such law"), false;
    if (*then && (Py_TYPE(earlier) != snapshot_type || (*then)->plan != plan))
        return PyErr_SetString(PyExc_ValueError, "this is no snapshot of the same plan"), false;
    return true;
}

/* The number of the first law that is not the case; -1 if there is none. */
static PyObject *failing_in(Snapshot *self, PyObject *laws, Machine *mc, Machine *other) {
    const Snapshot *compared = NULL;
    for (Py_ssize_t i = 0; i < PyList_Size(laws); i++) {
        Word law;
        Snapshot *then;
        bool held;
        if (!law_from(self->plan, PyList_GetItem(laws, i), &law, &then)) return NULL;
        if (then && then != compared && !thaw(other, then)) return NULL;
        if (then) compared = then;
        if (!run_holds(mc, law, then ? other : NULL, &held)) return refused(mc);
        if (!held) return number(law);
    }
    return number(-1);
}

static PyObject *snapshot_failing(PyObject *object, PyObject *laws) {
    Snapshot *self = (Snapshot *)object;
    if (!PyList_Check(laws)) return PyErr_SetString(PyExc_TypeError, "laws come in a list"), NULL;
    Machine *mc = machine_for(self->plan), *other = mc ? machine_for(self->plan) : NULL;
    PyObject *found = other && thaw(mc, self) ? failing_in(self, laws, mc, other) : NULL;
    if (mc) machine_done(self->plan, mc);
    if (other) machine_done(self->plan, other);
    return found;
}

static PyObject *get_position(PyObject *self, void *closure) { return position_of((Snapshot *)self); }
static PyObject *get_log(PyObject *self, void *closure) { return log_as_python(((Snapshot *)self)->log); }
static PyObject *get_turns(PyObject *self, void *closure) { return number(((Snapshot *)self)->turns); }
static PyObject *get_pc(PyObject *self, void *closure) { return number(((Snapshot *)self)->pc); }
static PyObject *get_own(PyObject *self, void *closure) { return number(((Snapshot *)self)->own); }
static PyObject *get_active(PyObject *self, void *closure) { return number(((Snapshot *)self)->active); }
static PyObject *get_pending(PyObject *self, void *closure) { return pending_of((Snapshot *)self); }
static PyObject *get_options(PyObject *self, void *closure) { return options_of((Snapshot *)self); }

static PyObject *get_variables(PyObject *object, void *closure) {
    Snapshot *self = (Snapshot *)object;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    PyObject *found = thaw(mc, self) ? variables_as_python(mc) : NULL;
    machine_done(self->plan, mc);
    return found;
}

static PyObject *get_where(PyObject *object, void *closure) {
    Snapshot *self = (Snapshot *)object;
    const Plan *plan = &self->plan->plan;
    const int32_t *cards = (const int32_t *)(self->words + plan->dirt + plan->variables + plan->slots);
    const int32_t *where = cards + plan->cards + plan->places + 1;
    PyObject *tuple = PyTuple_New((Py_ssize_t)plan->cards);
    for (Word i = 0; tuple && i < plan->cards; i++) {
        PyObject *each = number(where[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
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
    if (self->answers) return Py_NewRef(self->answers);
    const Word *raws = raws_in(self, block_of(self)), *raw_at = raws + self->raws;
    PyObject *tuple = PyTuple_New((Py_ssize_t)self->raw_at);
    for (size_t i = 0; tuple && i < self->raw_at; i++) {
        PyObject *each = answer_as_python(raws + raw_at[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    if (tuple && !self->answers) self->answers = Py_NewRef(tuple);
    return tuple;
}

static PyGetSetDef snapshot_fields[] = {
    {"position", get_position, NULL, "Everything that decides how the game can go on.", NULL},
    {"variables", get_variables, NULL, "Counters and notes.", NULL},
    {"where", get_where, NULL, "The place of each card.", NULL},
    {"log", get_log, NULL, "Everything that happened, the newest first.", NULL},
    {"turns", get_turns, NULL, "How many turns have begun.", NULL},
    {"dirty", get_dirty, NULL, "What has changed since reasons to end were looked at, as bits.", NULL},
    {"raws", get_raws, NULL, "What can be answered, in the engine's numbers.", NULL},
    {"options", get_options, NULL, "What can be answered, as options.", NULL},
    {"pending", get_pending, NULL, "What the game waits for.", NULL},
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
    {"playout", snapshot_playout, METH_VARARGS, "playout(seats, random): the snapshot at the end of the game; each seat answers by its numbers, chance by others."},
    {"retold", snapshot_retold, METH_O, "The same with another history."},
    {"exchanged", snapshot_exchanged, METH_VARARGS, "The same with two cards in each other's place, and with each other's names in some slots."},
    {"failing", snapshot_failing, METH_O, "The number of the first law in a list that is not the case, each with the earlier snapshot that it compares with, or None; else -1."},
    {"outcome", snapshot_outcome, METH_NOARGS, "Who has won, and what each seat gets, as far as the rules say so."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot snapshot_slots[] = {
    {Py_tp_dealloc, snapshot_dealloc},
    {Py_tp_traverse, snapshot_traverse},
    {Py_tp_getset, snapshot_fields},
    {Py_tp_methods, snapshot_methods},
    {Py_tp_doc, "A position of a game with its history, as the native machine keeps it; it never changes."},
    {0, NULL},
};

static PyType_Spec snapshot_spec = {
    "rulespec._native.Snapshot", sizeof(Snapshot), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, snapshot_slots,
};

/* ---- watches */

static int watch_init(PyObject *object, PyObject *args, PyObject *names) {
    Watch *self = (Watch *)object;
    static char *arguments[] = {"places", "look", "notes", "below", NULL};
    const char *places;
    Py_ssize_t count;
    PyObject *look, *notes, *below;
    if (self->places) return PyErr_SetString(PyExc_ValueError, "a watch is set once"), -1;
    if (!PyArg_ParseTupleAndKeywords(args, names, "y#OOO:Watch", arguments, &places, &count, &look, &notes, &below)) return -1;
    if (below != Py_None && (Py_TYPE(below) != watch_type || ((Watch *)below)->count != (size_t)count))
        return PyErr_SetString(PyExc_ValueError, "the watch below is of another plan"), -1;
    if (notes != Py_None && !PyList_Check(notes)) return PyErr_SetString(PyExc_TypeError, "notes are added to a list"), -1;
    self->places = PyMem_Malloc((size_t)count + 1), self->all = PyMem_Malloc((size_t)count + 1);
    if (!self->places || !self->all) return PyErr_NoMemory(), -1;
    memcpy(self->places, places, (size_t)count);
    memcpy(self->all, places, (size_t)count);
    self->count = (size_t)count;
    if (look != Py_None) self->look = Py_NewRef(look);
    if (notes != Py_None) self->notes = Py_NewRef(notes);
    if (below != Py_None) {
        self->below = (Watch *)Py_NewRef(below);
        for (size_t i = 0; i < self->count; i++) self->all[i] |= self->below->all[i];
    }
    return 0;
}

static int watch_traverse(PyObject *object, visitproc visit, void *arg) {
    Watch *self = (Watch *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->below);
    Py_VISIT(self->look);
    Py_VISIT(self->notes);
    return 0;
}

static int watch_clear(PyObject *object) {
    Py_CLEAR(((Watch *)object)->look);
    Py_CLEAR(((Watch *)object)->notes);
    return 0;
}

static void watch_dealloc(PyObject *object) {
    Watch *self = (Watch *)object;
    PyObject_GC_UnTrack(object);
    watch_clear(object);
    PyMem_Free(self->places);
    PyMem_Free(self->all);
    Py_XDECREF((PyObject *)self->below);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static PyType_Slot watch_slots[] = {
    {Py_tp_init, watch_init},
    {Py_tp_dealloc, watch_dealloc},
    {Py_tp_traverse, watch_traverse},
    {Py_tp_clear, watch_clear},
    {Py_tp_doc, "Watch(places, look, notes, below): what looks at games at some instructions, or notes all that were done."},
    {0, NULL},
};

static PyType_Spec watch_spec = {
    "rulespec._native.Watch", sizeof(Watch), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, watch_slots,
};

/* ---- plans */

static int plan_init(PyObject *object, PyObject *args, PyObject *names) {
    PlanObject *self = (PlanObject *)object;
    static char *arguments[] = {"image", "option", "position", "fuel", "asked", "ended", NULL};
    PyObject *image, *option, *position, *asked = Py_None, *ended = Py_None;
    unsigned long long fuel = 0;
    if (self->image) return PyErr_SetString(PyExc_ValueError, "a plan is read once"), -1;
    if (!PyArg_ParseTupleAndKeywords(args, names, "SOO|KOO:Plan", arguments, &image, &option, &position, &fuel, &asked, &ended)) return -1;
    char *bytes;
    Py_ssize_t size;
    const char *why;
    if (PyBytes_AsStringAndSize(image, &bytes, &size)) return -1;
    if (size % (Py_ssize_t)sizeof(Word)) return PyErr_SetString(PyExc_ValueError, "this is no plan"), -1;
    Word *words = PyMem_Malloc((size_t)size + 1);
    if (!words) return PyErr_NoMemory(), -1;
    memcpy(words, bytes, (size_t)size);
    Verdict verdict = plan_read(&self->plan, words, (size_t)size / sizeof(Word), &why);
    if (verdict != FINE) {
        PyMem_Free(words);
        if (verdict == NO_MEMORY) return PyErr_NoMemory(), -1;
        return PyErr_Format(PyExc_ValueError, "the plan is broken: %s", why), -1;
    }
    self->kept = PyMem_Calloc((size_t)self->plan.instructions, sizeof(Kept));
    self->questions = PyMem_Calloc((size_t)(self->plan.instructions * self->plan.players), sizeof(PyObject *));
    if (!self->kept || !self->questions) return PyErr_NoMemory(), -1;
    self->asked = Py_NewRef(asked), self->ended = Py_NewRef(ended);
    self->image = Py_NewRef(image), self->option = Py_NewRef(option), self->position = Py_NewRef(position);
    self->fuel = fuel;
    return 0;
}

static int plan_traverse(PyObject *object, visitproc visit, void *arg) {
    PlanObject *self = (PlanObject *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->option);
    Py_VISIT(self->position);
    Py_VISIT(self->asked);
    Py_VISIT(self->ended);
    for (Word pc = 0; self->kept && pc < self->plan.instructions; pc++) {
        for (size_t i = 0; i < self->kept[pc].room; i++) Py_VISIT(self->kept[pc].entries[i].option);
        for (size_t i = 0; i < self->kept[pc].things_room; i++) Py_VISIT(self->kept[pc].things[i]);
    }
    for (Word i = 0; self->questions && i < self->plan.instructions * self->plan.players; i++) Py_VISIT(self->questions[i]);
    return 0;
}

static int plan_clear(PyObject *object) {
    PlanObject *self = (PlanObject *)object;
    Py_CLEAR(self->option);
    Py_CLEAR(self->position);
    Py_CLEAR(self->asked);
    Py_CLEAR(self->ended);
    return 0;
}

static void plan_dealloc(PyObject *object) {
    PlanObject *self = (PlanObject *)object;
    PyObject_GC_UnTrack(object);
    plan_clear(object);
    for (Word pc = 0; self->kept && pc < self->plan.instructions; pc++) kept_clear(&self->kept[pc]);
    for (Word i = 0; self->questions && i < self->plan.instructions * self->plan.players; i++) Py_XDECREF(self->questions[i]);
    PyMem_Free(self->kept);
    PyMem_Free(self->questions);
    for (size_t i = 0; i < IDLE; i++) machine_free(self->idle[i]);
    PyMem_Free((void *)self->plan.words);
    plan_free(&self->plan);
    Py_XDECREF(self->image);
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static bool is_watch(PyObject *watch) {
    if (watch == Py_None || Py_TYPE(watch) == watch_type) return true;
    PyErr_SetString(PyExc_TypeError, "this is no watch");
    return false;
}

/* Sets a machine up in a position, lets it run if `runs`, and gives the snapshot. */
static PyObject *standing(PlanObject *self, PyObject *args, bool runs) {
    PyObject *position, *log, *dirty, *random = Py_None, *watch = Py_None;
    long long turns, pc = 0;
    if (runs ? !PyArg_ParseTuple(args, "OOLOL|OO:begin", &position, &log, &turns, &dirty, &pc, &random, &watch)
             : !PyArg_ParseTuple(args, "OOLO|O:stand", &position, &log, &turns, &dirty, &watch))
        return NULL;
    if (!is_watch(watch)) return NULL;
    if (runs && (pc < 0 || pc >= self->plan.instructions)) return PyErr_SetString(PyExc_ValueError, "there is no such instruction"), NULL;
    Machine *mc = machine_for(self);
    if (!mc) return NULL;
    give_chance(mc, random);
    PyObject *found = NULL;
    Chunk *chunk = chunk_new(NULL, log, NULL, 0);
    Watched watched = {self, watch == Py_None ? NULL : (Watch *)watch, chunk};
    if (chunk && set_position(mc, position, dirty, turns) && (!runs || watch_begins(mc, &watched))) {
        if (!(runs ? run_from(mc, pc) : run_options(mc))) {
            refused(mc);
        } else {
            if (!runs) mc->log.used = 0;
            if (watch_ends(mc, &watched)) found = freeze_watched(self, mc, chunk, watched.watch);
        }
    }
    chunk_release(chunk);
    machine_done(self, mc);
    return found;
}

/* The same as another snapshot of this plan, for games that are watched otherwise; None if it is of another. */
static PyObject *plan_adopt(PyObject *object, PyObject *args) {
    PlanObject *self = (PlanObject *)object;
    PyObject *watch, *other;
    if (!PyArg_ParseTuple(args, "OO:adopt", &watch, &other) || !is_watch(watch)) return NULL;
    Snapshot *from = (Snapshot *)other;
    if (Py_TYPE(other) != snapshot_type || from->plan != self) Py_RETURN_NONE;
    from->log->refs++;
    return copied_with(from, from->log, watch == Py_None ? NULL : (Watch *)watch);
}

static PyObject *plan_begin(PyObject *self, PyObject *args) { return standing((PlanObject *)self, args, true); }
static PyObject *plan_stand(PyObject *self, PyObject *args) { return standing((PlanObject *)self, args, false); }

static PyMethodDef plan_methods[] = {
    {"begin", plan_begin, METH_VARARGS, "begin(position, log, turns, dirty, pc, random=None, watch=None): a game that goes on from a place in the plan."},
    {"stand", plan_stand, METH_VARARGS, "stand(position, log, turns, dirty, watch=None): the snapshot of a game that waits in a position."},
    {"adopt", plan_adopt, METH_VARARGS, "adopt(watch, snapshot): the same snapshot, watched by this; None if it is of another plan."},
    {"hearer", plan_hearer, METH_O, "hearer(table): somebody who hears of its games what a table says."},
    {"tracks", plan_tracks, METH_VARARGS, "tracks(length, named, first, last): where its cards lie, as it is guessed; nothing is yet."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_init, plan_init},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_traverse, plan_traverse},
    {Py_tp_clear, plan_clear},
    {Py_tp_methods, plan_methods},
    {Py_tp_doc, "Plan(image, option, position, fuel=0, asked=None, ended=None): a plan, verified, as the native machine plays it."},
    {0, NULL},
};

static PyType_Spec plan_spec = {
    "rulespec._native.Plan", sizeof(PlanObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, plan_slots,
};

/* ---- the module */

static PyObject *nodes_as_python(void) {
    PyObject *nodes = PyDict_New();
#define X(name, kind, fields)                                                                                          \
    if (nodes) {                                                                                                       \
        PyObject *each = number(name);                                                                                 \
        if (!each || PyDict_SetItemString(nodes, #name, each)) Py_CLEAR(nodes);                                        \
        Py_XDECREF(each);                                                                                              \
    }
    NODES(X)
#undef X
    return nodes;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rulespec._native", "The machine that plays plans, in C.", -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) {
    PyObject *module = PyModule_Create(&definition), *nodes = nodes_as_python();
    PyTypeObject *games_type = games_type_made();
    plan_type = (PyTypeObject *)PyType_FromSpec(&plan_spec);
    snapshot_type = (PyTypeObject *)PyType_FromSpec(&snapshot_spec);
    watch_type = (PyTypeObject *)PyType_FromSpec(&watch_spec);
    PyTypeObject *standing_type = (PyTypeObject *)PyType_FromSpec(&standing_spec);
    hearer_type = (PyTypeObject *)PyType_FromSpec(&hearer_spec);
    comparison_type = (PyTypeObject *)PyType_FromSpec(&comparison_spec);
    tracks_type = (PyTypeObject *)PyType_FromSpec(&tracks_spec);
    options_name = PyUnicode_InternFromString("options");
    PyTypeObject *types[] = {standing_type, plan_type, snapshot_type, watch_type, hearer_type, comparison_type, tracks_type, games_type};
    bool done = module && nodes && options_name && !PyModule_AddObjectRef(module, "NODES", nodes);
    for (size_t i = 0; done && i < sizeof(types) / sizeof(types[0]); i++) done = types[i] && !PyModule_AddType(module, types[i]);
    if (!done)
        Py_CLEAR(module);
    Py_XDECREF(nodes);
    return module;
}
