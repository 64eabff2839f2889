/* Between a machine and a snapshot: both have the same words. */

#include "module.h"

#include "generated/nodes.h"

enum { MOST_SPARE = 4096 }; /* words; more are given back */

void words_set(Machine *mc, Words *words, const Word *from, size_t count) {
    words->used = 0;
    push_all(mc, words, from, count);
}

/* Sets a machine up as a snapshot stands. */
bool thaw(Machine *mc, const Snapshot *snap) {
    GUARD(mc, refused(mc) != NULL);
    const Word *at = snap->words;
    memcpy(mc->block, at, mc->size * sizeof(Word));
    at += mc->size;
    words_set(mc, &mc->sets, at, snap->sets), at += snap->sets;
    words_set(mc, &mc->stack, at, snap->stack), at += snap->stack;
    words_set(mc, &mc->together, at, snap->together), at += snap->together;
    words_set(mc, &mc->stage, at, snap->stage);
    mc->active = snap->active, mc->next = snap->next, mc->own = snap->own, mc->direction = snap->direction;
    mc->pc = snap->pc, mc->turns = snap->turns, mc->spent = snap->spent;
    mc->has_next = snap->has_next, mc->watching = snap->watching;
    mc->is_together = snap->is_together, mc->is_staged = snap->is_staged;
    mc->log.used = 0;
    return true;
}

PyObject *looked_up(const Snapshot *snap, PyObject *(*look_up)(Machine *)) {
    Machine *mc = machine_for(snap->plan);
    PyObject *found = mc && thaw(mc, snap) ? look_up(mc) : NULL;
    if (mc) machine_done(snap->plan, mc);
    return found;
}

bool thaw_answers(Machine *mc, const Snapshot *snap) {
    GUARD(mc, refused(mc) != NULL);
    mc->raws.used = mc->raw_at.used = 0;
    for (size_t i = 0; i < snap->answers; i++) {
        const Word *answer = answer_in(snap, i);
        push(mc, &mc->raw_at, (Word)mc->raws.used);
        push_all(mc, &mc->raws, answer, answer_size(answer));
    }
    return true;
}

enum { MOST_SETS = 1024 }; /* of a machine that goes on without being set up; what was named before is still among them */

/* What only a large run needed was given back, and is empty. */
bool stands_as(const Machine *mc, const Snapshot *snap) {
    return mc->stack.used == snap->stack && mc->sets.used >= snap->sets && mc->sets.used < MOST_SETS &&
           (!snap->is_together || mc->together.used == snap->together) && (!snap->is_staged || mc->stage.used == snap->stage);
}

/* The sets that names stand for now, one after another. */
static size_t sets_in_use(const Machine *mc) {
    size_t size = 0;
    if (!memchr(mc->named, SET_NAMED, (size_t)mc->plan->slots)) return 0;
    for (Word slot = 0; slot < mc->plan->slots; slot++)
        if (mc->named[slot] == SET_NAMED) size += 1 + (size_t)mc->sets.at[mc->names[slot]];
    return size;
}

/* Whether the answers are all things, one after another, as most are. */
static bool answers_are_things(const Machine *mc) {
    bool are = mc->raws.used == 2 * mc->raw_at.used;
    if (are && mc->plan->words[mc->plan->code[mc->pc]] == DRAW) return true; /* of many cards, which need not be looked at */
    for (size_t i = 0; are && i < mc->raw_at.used; i++) are = mc->raw_at.at[i] == (Word)(2 * i) && mc->raws.at[2 * i] == ONE_THING;
    return are;
}

static size_t raws_in_use(const Machine *mc, size_t answers) {
    size_t size = 0;
    for (size_t i = 0; i < answers; i++) size += answer_size(mc->raws.at + mc->raw_at.at[i]);
    return size;
}

static size_t words_in(const Snapshot *snap, size_t block) {
    return block + snap->sets + snap->stack + snap->together + snap->stage + snap->raws + (snap->things ? 0 : snap->answers);
}

static Word *copied(Word *to, const Words *from) {
    if (from->used) memcpy(to, from->at, from->used * sizeof(Word));
    return to + from->used;
}

/* ---- words of snapshots, which are all about as many, so that those that are gone do for others */

static Word *words_for(PlanObject *plan, size_t count, size_t *room) {
    if (plan->spares && plan->spare[plan->spares - 1].room >= count) {
        Spare spare = plan->spare[--plan->spares];
        *room = spare.room;
        return spare.at;
    }
    *room = (count + 32) & ~(size_t)31;
    return PyMem_Malloc(*room * sizeof(Word));
}

void words_spare(PlanObject *plan, Word *words, size_t room) {
    if (words && plan->spares < SPARES && room <= MOST_SPARE)
        plan->spare[plan->spares++] = (Spare){words, room};
    else
        PyMem_Free(words);
}

/* ---- snapshots of machines */

/* A snapshot without words, in which nothing is said yet. */
static Snapshot *snapshot_new(PlanObject *plan, Watch *watch) {
    Snapshot *snap = (Snapshot *)made_bare(snapshot_type, &plain_snapshot, sizeof(Snapshot));
    if (!snap) return NULL;
    snap->log = NULL, snap->words = NULL, snap->seen = 0;
    snap->options = snap->numbers = snap->frozen = snap->pending = snap->asked = NULL;
    snap->plan = (PlanObject *)Py_NewRef((PyObject *)plan);
    snap->watch = (Watch *)Py_XNewRef((PyObject *)watch);
    return snap;
}

/* Only what is watched can refer to itself, by way of who watches it. */
static PyObject *snapshot_done(Snapshot *snap) {
    if (snap->watch) PyObject_GC_Track((PyObject *)snap);
    return (PyObject *)snap;
}

/* A snapshot of a machine, with a log that goes on from another. */
PyObject *freeze_watched(PlanObject *plan, const Machine *mc, Chunk *before, Watch *watch) {
    Snapshot *snap = snapshot_new(plan, watch);
    if (!snap) return NULL;
    size_t answers = mc->waits ? mc->raw_at.used : 0;
    snap->sets = sets_in_use(mc), snap->stack = mc->stack.used;
    snap->together = mc->is_together ? mc->together.used : 0, snap->stage = mc->is_staged ? mc->stage.used : 0;
    snap->things = answers && answers_are_things(mc), snap->answers = answers;
    snap->raws = snap->things ? 2 * answers : raws_in_use(mc, answers);
    snap->words = words_for(plan, words_in(snap, mc->size), &snap->room);
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
    for (Word slot = 0; snap->sets && slot < mc->plan->slots; slot++) {
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
    if (snap->things) memcpy(raws, mc->raws.at, snap->raws * sizeof(Word));
    for (size_t i = 0; !snap->things && i < answers; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        size_t size = answer_size(answer);
        raw_at[i] = at - raws;
        memcpy(at, answer, size * sizeof(Word));
        at += size;
    }
    snap->active = mc->active, snap->next = mc->next, snap->own = mc->own, snap->direction = mc->direction;
    snap->pc = mc->pc, snap->turns = mc->turns, snap->spent = mc->spent;
    snap->has_next = mc->has_next, snap->watching = mc->watching;
    snap->is_together = mc->is_together, snap->is_staged = mc->is_staged;
    return snapshot_done(snap);
}

PyObject *freeze(PlanObject *plan, const Machine *mc, Chunk *before) { return freeze_watched(plan, mc, before, NULL); }

/* The same snapshot with another log, which it takes over, and watched by another watch. */
PyObject *copied_with(const Snapshot *self, Chunk *log, Watch *watch) {
    Snapshot *snap = log ? (Snapshot *)made_bare(snapshot_type, &plain_snapshot, sizeof(Snapshot)) : NULL;
    if (!snap) return chunk_release(log), NULL;
    size_t size = words_in(self, self->plan->block);
    PyObject head = snap->ob_base;
    *snap = *self;
    snap->ob_base = head, snap->log = log;
    snap->plan = (PlanObject *)Py_NewRef((PyObject *)self->plan), snap->watch = (Watch *)Py_XNewRef((PyObject *)watch);
    snap->options = Py_XNewRef(self->options), snap->numbers = Py_XNewRef(self->numbers), snap->frozen = Py_XNewRef(self->frozen);
    snap->pending = Py_XNewRef(self->pending), snap->asked = NULL;
    snap->words = words_for(self->plan, size, &snap->room);
    if (!snap->words) {
        Py_DECREF((PyObject *)snap);
        return PyErr_NoMemory();
    }
    memcpy(snap->words, self->words, size * sizeof(Word));
    return snapshot_done(snap);
}

/* One value for the position alone: without what has changed since reasons to end were looked at, and what cannot matter. */
PyObject *standing_of(const Snapshot *self) {
    const Plan *plan = &self->plan->plan;
    size_t block = self->plan->block, more = self->sets + self->stack + self->together + self->stage, known = block - plan->dirt + more;
    const Word scalars[] = {
        self->active, self->has_next, self->has_next ? self->next : 0, self->own, self->direction, self->pc, self->watching,
        self->is_together, self->is_staged, (Word)self->sets, (Word)self->stack, (Word)self->together, (Word)self->stage,
    };
    PyObject *found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(known * sizeof(Word) + sizeof(scalars)));
    if (!found) return NULL;
    char *bytes = PyBytes_AsString(found);
    memcpy(bytes, scalars, sizeof(scalars));
    memcpy(bytes + sizeof(scalars), self->words + plan->dirt, known * sizeof(Word));
    const uint8_t *has = (const uint8_t *)((const int32_t *)(self->words + plan->dirt + plan->variables + plan->slots) + 2 * plan->cards + plan->places + 1);
    const Word nothing = 0;
    for (Word i = 0; i < plan->variables + plan->slots; i++) /* what is not said can be anything */
        if (!has[i]) memcpy(bytes + sizeof(scalars) + (size_t)i * sizeof(Word), &nothing, sizeof(Word));
    return found;
}
