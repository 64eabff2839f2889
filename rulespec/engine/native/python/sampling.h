/* How Python sees what is needed to sample: numbers, and stretches of what somebody heard. */

#ifndef RULESPEC_SAMPLING_H
#define RULESPEC_SAMPLING_H

#include "hearer.h"
#include "knowledge/stretch.h"

/* ---- numbers_type.c */

Numbers numbers_of(PyObject *draw); /* of a function of Python's, which has to live as long */

/* ---- stretch_type.c */

typedef struct {
    PyObject_HEAD
    Comparison *comparison;
    Stretch stretch;
    PyObject *is_now;
    Buffer known; /* what is known of places where somebody is asked: its size, whether it is as now, the place, who, and what */
} StretchObject;

/* Whether a game waits as the one does that is known; asked by a pointer to this. */
typedef struct {
    StretchObject *self;
    Chunk *log; /* that the game goes on from */
} Asking;

PyObject *comparison_stretch(PyObject *comparison, PyObject *args);

bool stretch_is_now(void *asking, Machine *mc);
bool stretch_stands(Machine *mc, const Snapshot *snapshot); /* sets a machine up to go on; false with an exception */
bool stretch_heard(const StretchObject *self, Py_ssize_t at); /* whether so much was heard; else false with an exception */

/* ---- listing_type.c */


PyObject *stretch_listing(PyObject *stretch, PyObject *args);

#endif
