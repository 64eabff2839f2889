/* What terms, tests and sieves share: the simplest terms, columns and zones, worked out where they are asked for. */

#ifndef RULESPEC_TERMS_H
#define RULESPEC_TERMS_H

#include "machine.h"
#include "generated/nodes.h"

/* The values of terms that are not of the simplest: of what something shows of a list, and of all the others. */
bool value_lookup(Machine *mc, const Word *n, const Who *who, Word *found);
bool value_worked_out(Machine *mc, const Word *n, const Who *who, Word *found);

static inline bool value_constant(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = n[2], n[1]; }

static inline bool value_slot(Machine *mc, const Word *n, const Who *who, Word *found) {
    if (mc->named[n[1]] == SET_NAMED) fail(mc, "a name stands for a set where one thing is meant");
    *found = mc->names[n[1]];
    return mc->named[n[1]] != UNSET;
}

static inline bool value_it(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = who->it, who->has_it; }

static inline bool value_own(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = who->own, who->has_own; }

static inline bool value_active(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = mc->active, true; }

/* The same as `value_of`, but the simplest terms, which more than half of all are, without a call for each: that saves a
   game a twentieth of its instructions. */
static inline bool value(Machine *mc, Word node, const Who *who, Word *found) {
    const Word *n = node_at(mc, node);
    switch (n[0]) {
    case CONSTANT:
        return value_constant(mc, n, who, found);
    case SLOT:
        return value_slot(mc, n, who, found);
    case IT:
        return value_it(mc, n, who, found);
    case OWN:
        return value_own(mc, n, who, found);
    case ACTIVE:
        return value_active(mc, n, who, found);
    case LOOKUP:
        return value_lookup(mc, n, who, found);
    default:
        return value_worked_out(mc, n, who, found);
    }
}

/* A number counted on from a seat, which need not be one: it is checked where it is used. */
static inline Word counted_on(Word first, Word seat) { return added(first, seat); }

static inline bool shown(Machine *mc, Word column, Word of, Word *word) {
    const Word *n = node_at(mc, column);
    if (of < 0 || of >= n[1]) fail(mc, "there is nothing in a list for this");
    *word = n[3 + 2 * of];
    return n[2 + 2 * of];
}

/* The place whose cards a set is, -1 if it has none; false if it is another set. It is there for speed: what only asks
   for how many cards there are, or which, need not copy them. */
static inline bool is_zone(Machine *mc, Word node, const Who *who, Word *place) {
    const Word *n = node_at(mc, node);
    if (n[0] != CARDS_IN) return false;
    Word seat;
    *place = !n[2] ? n[1] : value(mc, n[2], who, &seat) ? checked_place(mc, counted_on(n[1], seat)) : -1;
    return true;
}

/* For which ways two numbers can stand to each other a relation holds. So a comparison needs no branch: which way it went
   would never be known beforehand. */
enum { LOWER = 1, EQUAL = 2, HIGHER = 4 };

static inline unsigned holds_where(Word relation) {
    static const uint8_t found[NODE_COUNT] = {
        [SAME] = EQUAL, [AT_LEAST] = HIGHER | EQUAL, [AT_MOST] = LOWER | EQUAL, [MORE] = HIGHER, [LESS] = LOWER};
    return found[relation];
}

static inline bool stands(unsigned where, Word one, Word other) { return where >> (1 + (one > other) - (one < other)) & 1; }

/* A set of numbers as bits, as long as all are below 64, which words and seats are in most games: then a number is found
   in it at once, and a list of them is in order without being sorted. */
typedef struct {
    uint64_t bits;
    bool all; /* whether none was beyond that */
} Few;

static inline void few_add(Few *few, Word number) {
    if (number < 0 || number >= 64)
        few->all = false;
    else
        few->bits |= (uint64_t)1 << number;
}

/* The words that the cards of a zone show; false where a set is none, or they are not all below 64. */
typedef struct {
    uint64_t words, twice; /* and those that more than one card shows */
} ZoneShows;

static inline bool zone_shows(Machine *mc, Word column, Word node, const Who *who, ZoneShows *shows) {
    Word place;
    const uint64_t *bits = mc->plan->bits + column;
    if (!bits[0] || !is_zone(mc, node, who, &place)) return false;
    uint64_t words = 0, twice = 0;
    if (place >= 0) {
        const int32_t *card = zone_cards(mc, place), *end = card + zone_count(mc, place);
        for (; card < end; card++) twice |= words & bits[2 + *card], words |= bits[2 + *card];
    }
    *shows = (ZoneShows){words, twice};
    return true;
}

#endif
