/* What a game waits for, as Python sees it. */

#ifndef RULESPEC_QUESTIONS_H
#define RULESPEC_QUESTIONS_H

#include "module.h"

/* outcomes(Outcomes, share): what outcomes are in Python, and how likely each of so many is. */
PyObject *outcomes_are(PyObject *module, PyObject *args);

/* A decision or chance like one without options, with those of a snapshot. */
PyObject *question_of(Snapshot *snap, PyObject *like);

/* An option that asks `said` what it says for an answer once somebody wants to know. */
PyObject *option_saying(PyTypeObject *type, PyObject *said, const Word *answer);
const Word *answer_meant(PyObject *option, PyObject *said); /* for which such an option was made; NULL if it is none of these */
bool is_option_type(PyObject *type);

int set_field(PyObject **field, PyObject *value); /* for Python's `object.__setattr__` */

#endif
