/* Games decided by keys, which `rulespec/engine/python/coupled.py` tells all about. */

#ifndef RULESPEC_COUPLED_H
#define RULESPEC_COUPLED_H

#include "machine.h"

/* What keys are hashed from, and what has happened in one game that they depend on.

   The table has a number for each card, then for each place, then for each instruction where its question stands, 0 if it asks
   none. A question is a number for its block, how many names it binds, and of each: its number, where the numbers stand of the
   things that it can be, and how many; none if they are numbers themselves. */
struct Coupling {
    const uint64_t *table;
    size_t count;
    uint64_t seed, round;
    size_t heard;       /* how much of the machine's log */
    uint32_t *choices;  /* of each seat, and at last of chance, in this round */
    uint32_t *fillings; /* of each place, in this round */
    uint32_t *draws;    /* from each place */
    uint32_t *lain;     /* of each place for each card: the last draw from there after which it lay there */
};

bool coupling_begins(Coupling *coupling, const Plan *plan, const uint64_t *table, size_t count, uint64_t seed); /* false if there is no memory */
void coupling_ends(Coupling *coupling);

size_t coupling_draws(Machine *mc, const Draw *draw); /* which of the cards that lie where they are drawn from */
size_t coupling_chooses(Machine *mc);                 /* which of the answers where the machine waits, other than cards to draw */

#endif
