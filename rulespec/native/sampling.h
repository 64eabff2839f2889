/* How Python sees what is needed to sample: numbers, tracks, and stretches of what somebody heard. */

#ifndef RULESPEC_SAMPLING_H
#define RULESPEC_SAMPLING_H

#include "hearer.h"
#include "stretch.h"

/* ---- numbers_type.c */

Numbers numbers_of(PyObject *draw); /* of a function of Python's, which has to live as long */

/* ---- tracks_type.c */

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Tracks tracks;
} TracksObject;

TracksObject *tracks_new(PlanObject *plan, Ground *ground); /* in which nothing lies anywhere yet */

/* ---- stretch_type.c */

PyObject *comparison_stretch(PyObject *comparison, PyObject *args);

#endif
