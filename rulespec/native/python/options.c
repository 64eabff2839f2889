/* Options, made once for each answer at each place, and what a snapshot asks with them. */

#include "module.h"

#include <string.h>

#include "questions.h"

/* ---- options by their answers */

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

static PyObject *option_new(PlanObject *self, Word pc, PyObject *raw) {
    PyObject *said = self->sites ? PyTuple_GetItem(self->sites, (Py_ssize_t)pc) : self->option;
    if (!said || self->offered) return said ? option_saying((PyTypeObject *)self->offered, said, raw) : NULL;
    return PyObject_CallFunction(said, "LO", (long long)pc, raw);
}

static PyObject *option_made(PlanObject *self, Word pc, const Word *answer) {
    Kept *kept = &self->kept[pc];
    size_t size = answer_size(answer);
    uint64_t hash = words_hash(answer, size);
    Entry *entry = kept_find(kept, answer, size, hash);
    if (entry && entry->option) return Py_NewRef(entry->option);
    PyObject *raw = answer_as_python(answer);
    PyObject *option = raw ? option_new(self, pc, raw) : NULL;
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

bool options_begin(PlanObject *plan) {
    plan->kept = PyMem_Calloc((size_t)plan->plan.instructions, sizeof(Kept));
    plan->questions = PyMem_Calloc((size_t)(plan->plan.instructions * plan->plan.players), sizeof(PyObject *));
    return plan->kept && plan->questions;
}

int options_visit(PlanObject *plan, visitproc visit, void *arg) {
    for (Word pc = 0; plan->kept && pc < plan->plan.instructions; pc++) {
        for (size_t i = 0; i < plan->kept[pc].room; i++) Py_VISIT(plan->kept[pc].entries[i].option);
        for (size_t i = 0; i < plan->kept[pc].things_room; i++) Py_VISIT(plan->kept[pc].things[i]);
    }
    for (Word i = 0; plan->questions && i < plan->plan.instructions * plan->plan.players; i++) Py_VISIT(plan->questions[i]);
    return 0;
}

void options_free(PlanObject *plan) {
    for (Word pc = 0; plan->kept && pc < plan->plan.instructions; pc++) kept_clear(&plan->kept[pc]);
    for (Word i = 0; plan->questions && i < plan->plan.instructions * plan->plan.players; i++) Py_XDECREF(plan->questions[i]);
    PyMem_Free(plan->kept);
    PyMem_Free(plan->questions);
}

/* ---- what a snapshot waits for */

static bool thing_is(const Kept *kept, Word thing, PyObject *option) {
    return thing >= 0 && (size_t)thing < kept->things_room && kept->things[thing] == option;
}

bool option_meant(Snapshot *self, PyObject *option, size_t *at) {
    size_t count = self->answers, i = 0;
    if (self->things && !self->options) { /* which of them was looked at is found by the things, and none has to be made for it */
        const Word *things = raws_in(self);
        const Kept *kept = &self->plan->kept[self->pc];
        if (thing_is(kept, things[self->seen], option)) return *at = self->seen, true;
        while (i < count && !thing_is(kept, things[i], option)) i++;
        if (i < count) return *at = i, true;
    }
    PyObject *options = options_of(self);
    if (!options) return false;
    for (i = 0; i < count && PyTuple_GetItem(options, (Py_ssize_t)i) != option;) i++;
    Py_DECREF(options);
    return *at = i, i < count;
}

PyObject *option_at(Snapshot *self, size_t at) {
    Word thing[2];
    self->seen = at;
    return option_of(self->plan, self->pc, answer_in(self, at, thing));
}

/* Python's collector does not know of them, as what they are made by leads to nothing that leads back: with 100,000 states kept,
   to go through the options of each took twice as long as to make the states. */
PyObject *options_of(Snapshot *self) {
    if (self->options) return Py_NewRef(self->options);
    PyObject *options = PyTuple_New((Py_ssize_t)self->answers);
    for (size_t i = 0; options && i < self->answers; i++) put_item(&options, i, option_at(self, i));
    if (options && self->plan->offered) PyObject_GC_UnTrack(options);
    if (options && !self->options) self->options = Py_NewRef(options);
    return options;
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

PyObject *pending_of(Snapshot *self) {
    PyObject *question = self->pending || self->asked ? NULL : question_at(self->plan, self->pc, self->own);
    if (self->pending || self->asked) return Py_NewRef(self->pending ? self->pending : self->asked);
    if (!question || question != Py_None) return question ? question_of(self, question) : NULL;
    PyObject *found = PyObject_CallFunctionObjArgs(self->plan->ended, (PyObject *)self, NULL);
    if (found && !self->pending) self->pending = Py_NewRef(found);
    return found;
}

