/* What is traced of a game while it is played to its end. */

#ifndef RULESPEC_TRACE_H
#define RULESPEC_TRACE_H

#include "module.h"

typedef struct {
    PyObject *options, *scores, *going_on; /* lists, borrowed; NULL if nothing is traced */
    Word *stood;                           /* the scores as they stood last, and room for the next; NULL where there are none */
    size_t players;
} Trace;

bool trace_is(Trace *trace, const Plan *plan, PyObject *lists); /* the three lists, or None */
void trace_free(Trace *trace);
bool trace_asks(const Trace *trace, const Machine *mc); /* that a player is asked where a machine waits */
bool trace_scores(Trace *trace, Machine *mc);           /* how the scores stand there */

#endif
