/* Instructions: what the files that carry them out share. Each gives the instruction where the game goes on, or STOPPED. */

#ifndef RULESPEC_STEPS_H
#define RULESPEC_STEPS_H

#include "machine.h"

static inline void stops(Machine *mc, Word pc) { mc->pc = pc, mc->waits = true; }

/* ---- run.c */

Word unless_a_reason_holds(Machine *mc, Word after);

/* Where a reason to end leads that holds now, else `after`. Much happens where nobody looks for one, as while cards are dealt. */
static inline Word unless_it_ends(Machine *mc, Word after) { return mc->watching ? unless_a_reason_holds(mc, after) : after; }

/* Around whatever happens: rows whose last card everybody sees. */
typedef struct {
    size_t before, since;
} Lasts;

static inline Lasts lasts_begin(Machine *mc) {
    Lasts lasts = {mc->arena.used, mc->log.used};
    if (mc->plan->lasts) lasts_before(mc);
    return lasts;
}

static inline void lasts_end(Machine *mc, Lasts lasts) {
    if (mc->plan->lasts && mc->log.used != lasts.since) lasts_tell(mc, lasts.before, lasts.since);
    mc->arena.used = lasts.before;
}

/* ---- asking.c: questions, and what waits for a close */

bool has_lapsed(const Machine *mc); /* whether the player had nothing to choose since the last close */
Word defers(Machine *mc, const Word *n, Word after); /* an effect is worked out, and happens at the close */
Word together_ends(Machine *mc, Word after); /* the close: what has waited is told and happens */
Word asks(Machine *mc, const Word *n, Word here, Word after); /* `asks`: what can be answered, `asked`: what an answer leads to */
Word asked(Machine *mc, const Word *n, Word here, Word after, const Word *answer);
Word gauges(Machine *mc, const Word *n, Word after);
Word asks_part(Machine *mc, const Word *n, Word here);
Word asked_part(Machine *mc, const Word *n, Word here, Word after, const Word *answer);
Word asks_whether(Machine *mc, const Word *n, Word here);
Word asked_whether(Machine *mc, const Word *n, Word here, Word after, const Word *answer);

#endif
