/* What plays many games, or goes through all their positions, and counts what happens there. */

#ifndef RULESPEC_EXPLORER_H
#define RULESPEC_EXPLORER_H

#include "sampling.h"

#include "machine/coverage.h"

/* What games from a deal were like, in which all answers are equally likely. */
typedef struct {
    uint64_t games, limit, stuck, nobody, shared, left, turns, unasked;
    uint64_t *wins; /* of each seat, alone or not, counted from the one who began */
} Tally;

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Coverage coverage;
    Tally tally;
    uint64_t ended; /* games of all kinds that ended before the limit of turns */
    bool won;       /* whether any of them had a winner */
} Explorer;

/* ---- visiting.c */

PyObject *explorer_visits(PyObject *explorer, PyObject *args);

#endif
