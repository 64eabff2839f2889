/* What terms are of each thing that depend on nothing else, as what a card counts: it is worked out once, when a plan is read.

   That is there for speed alone: a game in which it is asked what sets of cards count takes a quarter less. */

#include <stdlib.h>

#include "machine.h"
#include "generated/nodes.h"

enum { THINGS = 64, MOST_KNOWN = 1 << 20 }; /* what is farther from 0 is worked out when it is asked for: so no sum of what is known is held */

static bool is_test(Word node) {
    static const char kinds[NODE_COUNT] = {
#define X(name, kind, fields, depends) [name] = kind,
        NODES(X)
#undef X
    };
    return kinds[node] == 't';
}

/* What a term is of one thing; false where that cannot be said, which whoever asks for it in play hears then. */
static bool finds(Machine *mc, Word node, Word thing, bool *has, Word *found) {
    GUARD(mc, false);
    const Who who = {0, thing, false, true};
    *found = 0;
    *has = is_test(*node_at(mc, node)) ? holds(mc, node, &who) : value_of(mc, node, &who, found);
    return true;
}

static void know(Machine *mc, Word node, Known *known) {
    for (Word thing = 0; thing < THINGS; thing++) {
        bool has;
        Word found;
        if (!finds(mc, node, thing, &has, &found) || found > MOST_KNOWN || found < -MOST_KNOWN) continue;
        known->found |= (uint64_t)1 << thing;
        known->has |= (uint64_t)has << thing;
        known->of[thing] = found;
    }
}

Verdict plan_knows(Plan *plan) {
    if (!plan->knowns) return FINE;
    Machine *mc = machine_new(plan);
    plan->known = calloc(plan->knowns, sizeof(Known));
    if (!mc || !plan->known) return machine_free(mc), NO_MEMORY;
    mc->fuel = 1; /* a plan that no rules are compiled to could take very long */
    mc->until_look = LOOK_EVERY;
    for (size_t at = 0; at < plan->count; at++)
        if (plan->traits[at].knows) know(mc, (Word)at, &plan->known[plan->traits[at].knows - 1]);
    machine_free(mc);
    return FINE;
}
