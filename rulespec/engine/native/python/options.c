/* Options, those of one thing made once for each place, and what a snapshot asks with them. */

#include "module.h"

#include <string.h>

#include "questions.h"

/* ---- options by their answers */

struct Kept {
    PyObject **things; /* by number the options that are one thing, once they were made; they are most, and found at once */
    size_t room;
};

enum { MOST_THINGS = 1024 };

/* What is no thing is made anew each time. To find it among all that were made before, of which there are tens of thousands, and
   to have Python's collector go through these, took a step an eighth more. */
static PyObject *option_new(PlanObject *self, Word pc, const Word *answer) {
    PyObject *said = self->sites ? PyTuple_GetItem(self->sites, (Py_ssize_t)pc) : self->option;
    if (!said || self->offered) return said ? option_saying((PyTypeObject *)self->offered, said, answer) : NULL;
    PyObject *raw = answer_as_python(answer), *option = raw ? PyObject_CallFunction(said, "LO", (long long)pc, raw) : NULL;
    Py_XDECREF(raw);
    return option;
}

/* Where the option for a thing is kept, or is to be; NULL with an exception. */
static PyObject **kept_at(Kept *kept, size_t thing) {
    size_t room = kept->room ? kept->room : 64;
    while (room <= thing) room *= 2;
    PyObject **things = room > kept->room ? PyMem_Realloc(kept->things, room * sizeof(PyObject *)) : kept->things;
    if (!things) return PyErr_NoMemory(), NULL;
    if (room > kept->room) memset(things + kept->room, 0, (room - kept->room) * sizeof(PyObject *));
    kept->things = things, kept->room = room;
    return things + thing;
}

/* The option for an answer at a place; a new reference. */
static PyObject *option_of(PlanObject *self, Word pc, const Word *answer) {
    Kept *kept = &self->kept[pc];
    if (answer[0] != ONE_THING || answer[1] < 0 || answer[1] >= MOST_THINGS) return option_new(self, pc, answer);
    size_t thing = (size_t)answer[1];
    if (thing < kept->room && kept->things[thing]) return Py_NewRef(kept->things[thing]);
    PyObject *option = option_new(self, pc, answer), **place = option ? kept_at(kept, thing) : NULL;
    if (!place) {
        Py_XDECREF(option);
        return NULL;
    }
    if (!*place) return *place = option, Py_NewRef(option);
    Py_DECREF(option); /* somebody made it meanwhile */
    return Py_NewRef(*place);
}

bool options_begin(PlanObject *plan) {
    plan->kept = PyMem_Calloc((size_t)plan->plan.instructions, sizeof(Kept));
    plan->questions = PyMem_Calloc((size_t)(plan->plan.instructions * plan->plan.players), sizeof(PyObject *));
    return plan->kept && plan->questions;
}

int options_visit(PlanObject *plan, visitproc visit, void *arg) {
    for (Word pc = 0; plan->kept && pc < plan->plan.instructions; pc++) {
        for (size_t i = 0; i < plan->kept[pc].room; i++) Py_VISIT(plan->kept[pc].things[i]);
    }
    for (Word i = 0; plan->questions && i < plan->plan.instructions * plan->plan.players; i++) Py_VISIT(plan->questions[i]);
    return 0;
}

void options_free(PlanObject *plan) {
    for (Word pc = 0; plan->kept && pc < plan->plan.instructions; pc++) {
        for (size_t i = 0; i < plan->kept[pc].room; i++) Py_XDECREF(plan->kept[pc].things[i]);
        PyMem_Free(plan->kept[pc].things);
    }
    for (Word i = 0; plan->questions && i < plan->plan.instructions * plan->plan.players; i++) Py_XDECREF(plan->questions[i]);
    PyMem_Free(plan->kept);
    PyMem_Free(plan->questions);
}

/* ---- what a snapshot waits for */

static bool are_same(const Word *one, const Word *other, size_t size) {
    if (one[0] != other[0] || (size > 1 && one[1] != other[1])) return false;
    return size <= 2 || (answer_size(other) == size && !memcmp(one, other, size * sizeof(Word)));
}

/* Which of the answers this is, the one that was looked at last first; how many there are if it is none. */
static size_t place_among(const Snapshot *self, const Word *answer) {
    size_t count = self->answers, size = answer_size(answer), i = 0;
    if (count && are_same(answer, answer_in(self, self->seen), size)) return self->seen;
    while (i < count && !are_same(answer, answer_in(self, i), size)) i++;
    return i;
}

bool option_meant(Snapshot *self, PyObject *option, size_t *at) {
    PlanObject *plan = self->plan;
    if (plan->offered) { /* what was made for an answer at the same place is found by that, and no option has to be made for it */
        const Word *answer = answer_meant(option, PyTuple_GetItem(plan->sites, (Py_ssize_t)self->pc));
        return answer && (*at = place_among(self, answer)) < self->answers;
    }
    PyObject *options = options_of(self);
    if (!options) return false;
    size_t count = self->answers, i = 0;
    while (i < count && PyTuple_GetItem(options, (Py_ssize_t)i) != option) i++;
    Py_DECREF(options);
    return *at = i, i < count;
}

PyObject *option_at(Snapshot *self, size_t at) {
    self->seen = at;
    return option_of(self->plan, self->pc, answer_in(self, at));
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

