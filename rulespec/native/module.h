/* What the sources of the extension module share: plans and snapshots as Python sees them. */

#ifndef RULESPEC_MODULE_H
#define RULESPEC_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "machine.h"

/* ---- the log: chunks that share what was before them */

typedef struct Keys Keys;

typedef struct Chunk {
    struct Chunk *before;
    PyObject *python; /* the log up to here as Python keeps it, once somebody asked */
    Keys *keys;       /* what some have heard up to here, see `comparing.c` */
    size_t refs, size;
    Word words[];
} Chunk;

void chunk_release(Chunk *chunk);
Chunk *chunk_new(Chunk *before, PyObject *python, const Word *words, size_t size);

/* ---- plans */

typedef struct Kept Kept; /* the options of one place that asks, by their answers */

enum { IDLE = 3 }; /* machines that are kept for the next run: while one is watched, two more can look at a law */

typedef struct {
    PyObject_HEAD
    Plan plan;
    PyObject *image, *option, *position, *asked, *ended;
    PyObject **questions; /* what is asked at each place of each seat, as far as it was made; its options are still to come */
    Kept *kept;
    Machine *idle[IDLE];
    uint64_t fuel;
} PlanObject;

typedef struct Watch Watch;

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Watch *watch; /* what watches a game that goes on from here; NULL if nothing does */
    Chunk *log;
    Word *words; /* the block, then names of sets, stack, together, stage, answers and where each begins */
    size_t sets, stack, together, stage, raws, raw_at;
    Word active, next, own, direction, pc, turns;
    bool has_next, watching, is_together, is_staged;
    PyObject *options, *answers, *frozen, *pending;
} Snapshot;

extern PyTypeObject *plan_type, *snapshot_type, *watch_type;

bool has_answer(Snapshot *self, const Word *answer, size_t size);

/* ---- machines for runs */

Machine *machine_for(PlanObject *self);
void machine_done(PlanObject *self, Machine *mc);
void *refused(const Machine *mc); /* sets an exception if there is none */
void *cannot_go_on(const char *failed); /* the same, where the machine has gone on to something else */

bool thaw(Machine *mc, const Snapshot *snap); /* sets a machine up as a snapshot stands */
bool thaw_answers(Machine *mc, const Snapshot *snap); /* and gives it the answers that can be given there */
PyObject *freeze(PlanObject *plan, const Machine *mc, Chunk *before); /* a snapshot that nobody watches, with a log that goes on from another */

/* Sets a machine up as a position of Python's says; false with an exception if that is none of its plan. */
bool set_position(Machine *mc, PyObject *position, PyObject *dirty, Word turns);

/* ---- between words and Python; what fails has set an exception */

typedef struct {
    Word *at;
    size_t used, room;
} Buffer;

PyObject *number(Word value);
PyObject *event_as_python(const Word *event);
PyObject *answer_as_python(const Word *answer);

bool add(Buffer *buffer, Word value);
bool number_from(PyObject *value, Word *found);
bool is_tuple(PyObject *value, Py_ssize_t size);
bool add_numbers(Buffer *buffer, PyObject *tuple); /* how many, and which */
bool add_answer(Buffer *buffer, PyObject *raw, size_t names);
bool places_from(PyObject *bits, uint64_t *places, size_t width); /* a set of places, as so many words */
size_t names_at(const Plan *plan, Word pc); /* how many names an answer at a place binds */

/* ---- comparing.c: what somebody has heard */

extern PyType_Spec hearer_spec, comparison_spec;
extern PyTypeObject *hearer_type, *comparison_type;

PyObject *plan_hearer(PyObject *plan, PyObject *table); /* of the games of a plan */

/* ---- tracks.c: guesses of where cards lie */

extern PyType_Spec tracks_spec;
extern PyTypeObject *tracks_type;

PyObject *plan_tracks(PyObject *plan, PyObject *args);

/* ---- batch.c: many games that go on together */

PyTypeObject *games_type_made(void);

#endif
