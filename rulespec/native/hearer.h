/* Somebody who hears of games, as Python sees him. */

#ifndef RULESPEC_HEARER_H
#define RULESPEC_HEARER_H

#include "hearing.h"
#include "module.h"

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Hearing hearing;
    uint64_t number; /* of no other hearer */
} Hearer;

Snapshot *snapshot_of(const Hearer *hearer, PyObject *object); /* one of the plan that he hears of, or NULL with an exception */

/* ---- comparing.c */

PyObject *hearer_comparison(PyObject *hearer, PyObject *args);

/* ---- told.c: what was heard, from Python's tuples to words */

bool add_told(Buffer *buffer, PyObject *event, const Plan *plan);
bool add_log(Buffer *buffer, PyObject *log, const Plan *plan); /* the events of a log, oldest first, each with its size */
bool add_chunks(Buffer *buffer, const Chunk *chunk, const Plan *plan); /* the same of the log up to a chunk */

#endif
