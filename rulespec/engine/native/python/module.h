/* What the sources of the extension module share: plans and snapshots as Python sees them. */

#ifndef RULESPEC_MODULE_H
#define RULESPEC_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <string.h>

#include "machine/machine.h"
#include "objects.h"

/* ---- history.c: the log, as chunks that share what was before them */

typedef struct {
    Word *at;
    size_t used, room;
} Buffer;

typedef struct Keys Keys;

typedef struct Chunk {
    struct Chunk *before;
    PyObject *python; /* the log up to here as Python keeps it, once somebody asked */
    Keys *keys;       /* what some have heard up to here, see `summary.c` */
    size_t refs, size;
    Word words[];
} Chunk;

void chunk_release(Chunk *chunk);
Chunk *chunk_new(Chunk *before, PyObject *python, const Word *words, size_t size);
bool chunk_goes_on(const Chunk *log, const Chunk *from);
Chunk **chunks_after(Chunk *log, const Chunk *after, size_t *count); /* oldest first, to be freed; `after` can be NULL */
PyObject *log_as_python(Chunk *chunk); /* pairs of an event and the log before it, or None */
bool add_log(Buffer *buffer, PyObject *log, const Plan *plan); /* the events of such pairs, oldest first, each with its size */
bool add_chunks(Buffer *buffer, Chunk *log, const Chunk *after, const Plan *plan); /* the same of chunks */

/* ---- plans, snapshots, watches */

typedef struct Kept Kept; /* the options of one place that asks that are one thing */

typedef struct {
    Word *at;
    size_t room;
} Spare;

enum { SPARES = 16 };

enum { LENT = 11 };
enum { IDLE = 3 }; /* machines that are kept for the next run: while one is watched, two more can look at a law */

enum { HANDED = 7 };

typedef struct {
    PyObject_HEAD
    Plan plan;
    union {
        struct {
            PyObject *option, *position, *asked, *ended, *exceeded;
            PyObject *offered, *sites; /* the class of options, and for each instruction what says what its options are */
        };
        PyObject *given[HANDED]; /* all of these */
    };
    PyObject **questions; /* what is asked at each place of each seat, as far as it was made; its options are still to come */
    Kept *kept;
    Machine *idle[IDLE];
    Words lent[LENT]; /* buffers for searches, between two of them */
    struct Snapshot *warm; /* as the first of them stands, if it is known to stand like that */
    unsigned runs;
    Spare spare[SPARES]; /* words of snapshots that are gone */
    size_t spares, block; /* how many words a machine's block has */
    uint64_t fuel;
    Word budget, allowance; /* steps that may be charged between two questions, and in a whole game */
} PlanObject;

typedef struct Watch Watch;

typedef struct Snapshot {
    PyObject_HEAD
    PlanObject *plan;
    Watch *watch; /* what watches a game that goes on from here; NULL if nothing does */
    Chunk *log;
    Word *words; /* the block, then names of sets, stack, together, stage, answers; and where each begins, unless all are things */
    size_t room, sets, stack, together, stage, raws, answers;
    bool things; /* whether each answer is one thing, and where it begins need not be said */
    size_t seen; /* which of them was looked at last: it is the one that is likely taken */
    Word active, next, own, direction, pc, turns, spent;
    bool has_next, watching, is_together, is_staged;
    PyObject *options, *numbers, *frozen, *pending; /* its answers as options and in numbers, its position, what it waits for: once asked */
    PyObject *asked; /* what it waits for while somebody has that, who owns the snapshot; see questions.c */
} Snapshot;

static inline const Word *stage_in(const Snapshot *snap) {
    return snap->words + snap->plan->block + snap->sets + snap->stack + snap->together;
}
static inline const Word *raws_in(const Snapshot *snap) { return stage_in(snap) + snap->stage; }

static inline const Word *answer_in(const Snapshot *snap, size_t at) { /* one of its answers */
    const Word *raws = raws_in(snap);
    return raws + (snap->things ? (Word)(2 * at) : raws[snap->raws + at]);
}

extern Plain plain_snapshot;

/* ---- words.c: between words and Python; what fails has set an exception */

/* Each adds to a tuple, or a list, that was just made, which is NULL after a failure. */
static inline void put_item(PyObject **tuple, size_t at, PyObject *item) {
    if (!item || PyTuple_SetItem(*tuple, (Py_ssize_t)at, item)) Py_CLEAR(*tuple);
}
static inline void append_item(PyObject **list, PyObject *item) {
    if (!item || PyList_Append(*list, item)) Py_CLEAR(*list);
    Py_XDECREF(item);
}
PyObject *as_tuple(PyObject *list); /* in place of a list, which can be NULL */

PyObject *number(Word value);
PyObject *maybe(bool has, Word value); /* a number or None */
PyObject *numbers(const Word *values, size_t count);
PyObject *small_numbers(const int32_t *values, size_t count);
PyObject *answer_as_python(const Word *answer);
PyObject *event_as_python(const Word *event); /* its kind, then its fields; a string in place of what was not heard */

bool add(Buffer *buffer, Word value);
bool add_all(Buffer *buffer, const Word *values, size_t count);
bool number_from(PyObject *value, Word *found);
bool add_number(Buffer *buffer, PyObject *value); /* or a string in place of what was not heard */
bool add_maybe(Buffer *buffer, PyObject *value);  /* a number or None */
bool is_tuple(PyObject *value, Py_ssize_t size);
bool add_numbers(Buffer *buffer, PyObject *tuple); /* how many, and which */
bool add_answer(Buffer *buffer, PyObject *raw, size_t names);
PyObject *field_as_python(char field, const Word **next); /* of an event, as its kind says what it is */
bool add_field(Buffer *buffer, char field, PyObject *value, const Plan *plan);
bool add_event(Buffer *buffer, PyObject *event, const Plan *plan);
bool add_sized_event(Buffer *buffer, PyObject *event, const Plan *plan); /* with its size in front, as on a log */
Word *words_of_bytes(PyObject *bytes, size_t *count); /* in memory of their own, as bytes need not lie where words may */
bool bits_from(PyObject *bits, uint64_t *words, size_t width); /* a set, as so many words of bits */
size_t names_at(const Plan *plan, Word pc); /* how many names an answer at a place binds */

/* ---- options.c: options, those of one thing made once for each place, and what a snapshot asks with them */

bool options_begin(PlanObject *plan);
int options_visit(PlanObject *plan, visitproc visit, void *arg);
void options_free(PlanObject *plan);
PyObject *options_of(Snapshot *snap);
PyObject *option_at(Snapshot *snap, size_t at); /* one of them */
bool option_meant(Snapshot *snap, PyObject *option, size_t *at); /* false if none of them was made for the same, or with an exception */
PyObject *pending_of(Snapshot *snap);

/* ---- runs.c: machines for runs, and the runs from one snapshot to the next */

Machine *machine_for(PlanObject *self);
void machine_done(PlanObject *self, Machine *mc);
int interrupted(void);                           /* whether a run has to end */
double chance_of(void *from);                    /* a number from a function of Python's; negative if there is none */
void give_chance(Machine *mc, PyObject *random); /* which decides draws; with None, the machine waits at each */
void *refused(const Machine *mc);                /* sets an exception if there is none */
void *cannot_go_on(const char *failed); /* the same, where the machine has gone on to something else */
bool answer_from(const Snapshot *snap, PyObject *raw, Buffer *answer); /* one of its answers */
PyObject *snapshot_next(PyObject *snapshot, PyObject *args);
PyObject *snapshot_take(PyObject *snapshot, PyObject *args);

/* Lends buffers, which begin empty, to a search, and takes them back: to make them anew each time takes longer than to search. */
void buffers_lend(PlanObject *self, Words *const *to, size_t count);
void buffers_return(PlanObject *self, Words *const *from, size_t count);

/* ---- freezing.c: between a machine and a snapshot */

void words_set(Machine *mc, Words *words, const Word *from, size_t count);
bool thaw(Machine *mc, const Snapshot *snap); /* sets a machine up as a snapshot stands */
PyObject *looked_up(const Snapshot *snap, PyObject *(*look_up)(Machine *)); /* of a machine that stands so */
bool thaw_answers(Machine *mc, const Snapshot *snap); /* and gives it the answers that can be given there */
void words_spare(PlanObject *plan, Word *words, size_t room); /* for the next snapshot */
bool stands_as(const Machine *mc, const Snapshot *snap); /* whether a machine that was left as a snapshot stands still does */
PyObject *freeze_watched(PlanObject *plan, const Machine *mc, Chunk *before, Watch *watch); /* its log goes on from another */
PyObject *freeze(PlanObject *plan, const Machine *mc, Chunk *before); /* the same, that nobody watches */
PyObject *copied_with(const Snapshot *snap, Chunk *log, Watch *watch); /* the same, with a log, which it takes over, and a watch */
PyObject *standing_of(const Snapshot *snap);                           /* bytes: equal if and only if the positions are */

/* ---- position.c: positions as Python has them */

PyObject *position_of(Snapshot *snap);
PyObject *variables_as_python(Machine *mc);

/* Sets a machine up as a position of Python's says; false with an exception if that is none of its plan. */
bool set_position(Machine *mc, PyObject *position, PyObject *dirty, Word turns);

/* ---- watch_type.c: runs that are watched */

typedef struct {
    PlanObject *plan;
    Watch *watch;
    Chunk *before; /* the log that the run goes on from */
} Watched;

bool is_watch(PyObject *watch); /* or None; else false with an exception */
bool watch_begins(Machine *mc, Watched *watched);
bool watch_ends(Machine *mc, Watched *watched); /* hands over what was noted */

/* ---- playout.c, judging.c, trace.c: what else a snapshot can be asked */

PyObject *snapshot_playout(PyObject *snapshot, PyObject *args);
PyObject *snapshot_coupled(PyObject *snapshot, PyObject *args);
PyObject *snapshot_outcome(PyObject *snapshot, PyObject *unused);
PyObject *snapshot_failing(PyObject *snapshot, PyObject *laws);
PyObject *snapshot_scores(PyObject *snapshot, PyObject *unused);
PyObject *snapshot_happened(PyObject *snapshot, PyObject *kinds);
PyObject *snapshot_turns_from(PyObject *snapshot, PyObject *args);

/* ---- hearer.c, comparing.c: what somebody has heard */


PyObject *plan_hearer(PyObject *plan, PyObject *args); /* of the games of a plan, by a table; and what it calls cards and places */

/* ---- numbers_type.c, stretch_type.c: what is needed to sample */


#endif
