/* What one player has heard of a game, and where each card may have lain after each event of it: `engine/python/memory.py` says the
   same in Python. A memory never changes once it is made; one of a later state goes on from it. */

#ifndef RULESPEC_MEMORY_H
#define RULESPEC_MEMORY_H

#include "hearing.h"

#define OF_A_WAY 3 /* words: a card, or UNSEEN, from where, to where */

/* Sets of places take `width` words each. Rows lie one after another; events that changed nothing of a row share it. */
typedef struct {
    const Hearing *hearing;
    size_t count, width;
    Words events, begins; /* what was heard, and where each event begins; at last, where the last one ends */
    Words ways;           /* the cards that events move, and those that they show where they lie, all within bounds */
    Words moved, shown;   /* of each event where its ways begin, first those of cards that move; at last, where the last ones end */
    Words heard, sizes;   /* rows by what was heard so far: the places of each card, and how many cards lie in each place */
    Words heard_row;      /* of each event, in both */
    Words may;            /* rows by all that was heard: the places of each card, those after the last event first */
    Words row;            /* of each event */
} Memory;

void memory_free(Memory *memory);

/* Fills an empty memory: what an earlier one has of the same game (or NULL), then what he hears of more events, each with its
   size; where they are `told`, they are what he has heard. */
void memory_fill(Machine *mc, Memory *memory, const Memory *earlier, const Word *events, size_t size, bool told);

/* The places of each card after an event, and how many cards lay in each place. */
static inline const uint64_t *places_after(const Memory *memory, size_t moment) {
    return (const uint64_t *)memory->may.at + (size_t)memory->row.at[moment] * (size_t)memory->hearing->plan->cards * memory->width;
}
static inline const Word *sizes_after(const Memory *memory, size_t moment) {
    return memory->sizes.at + (size_t)memory->heard_row.at[moment] * (size_t)memory->hearing->plan->places;
}

/* Whether there is more than one place in a set of so many words. */
static inline bool are_several(const uint64_t *places, size_t width) {
    bool one = false;
    for (size_t i = 0; i < width; i++) {
        if (!places[i]) continue;
        if (one || (places[i] & (places[i] - 1))) return true;
        one = true;
    }
    return false;
}

/* The same as games are compared with; it lives as long as the memory. */
Account memory_account(const Memory *memory);

/* Appends the ways of some cards of an event, each of them within bounds. */
void push_ways(Machine *mc, Words *ways, const Carried *carried, int count);

/* ---- stretches.c */

/* The moments at which nothing hidden matters any more, appended to `cuts`. */
void memory_cuts(Machine *mc, const Memory *memory, Words *cuts);

/* The cards whose places he does not always know from one moment to another. */
void memory_unsure(Machine *mc, const Memory *memory, size_t start, size_t end, Words *cards);

#endif
