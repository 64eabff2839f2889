/* What sieves know of their candidates, and of what each of them picks of a set. */

#ifndef RULESPEC_SIEVES_H
#define RULESPEC_SIEVES_H

#include "coverage.h"
#include "terms.h"

/* What each candidate picks of a set that is the same for all of them: those at the places that are the bits of his number, or as many
   as he is at one of its ends. */
typedef struct {
    enum { AT_PLACES, FIRST_ONES, LAST_ONES } which;
    Given set; /* of fewer than 64 */
} Picks;

/* How one looks at candidates. */
typedef struct {
    Candidates of;
    const Who *who;   /* for whom everything is worked out, */
    Who each;         /* and the same as he looks at one candidate */
    unsigned varying; /* what is not the same for all of them */
    bool binds;       /* whether answers are bound to the names of a choice */
    Word keeps;       /* the register that keeps what a candidate picks, by which alone he is told then; -1 if none does */
    const Picks *picks;
} Looking;

static inline bool is_himself(const Word *n, const Looking *l) {
    bool is_him = n[KIND] == IT || (n[KIND] == OWN && l->of.players) || (n[KIND] == SLOT && n[SLOT_SLOT] == l->of.slot);
    return is_him && !l->of.choice && l->keeps < 0;
}

/* Whether a term or test is the same for all candidates: of names it may depend on another than theirs. */
static inline bool is_same_for_all(const Machine *mc, Word node, const Looking *l) {
    const Traits *of = &mc->plan->traits[node];
    unsigned varies = of->varies & l->varying;
    return !of->counted && (!varies || (varies == BY_NAMES && l->of.slot >= 0 && of->named >= 0 && of->named != l->of.slot));
}

/* A term that is worked out for each candidate. Most are the candidate himself, or what he shows of a list, and need
   nobody to look at him, which saves as much again as half of that. */
typedef struct {
    enum {
        HIMSELF, SHOWN_OF_HIM, KNOWN_OF_HIM, KNOWN_AND_MORE, CARDS_OF_HIM, COUNTER_OF_HIM, SHOWING_HIM, OWNER_OF_HIM, OF_HIS_SET, OF_SO_MANY, OF_HIS_CARDS, OF_ONE_NAME, ANYTHING
    } is;
    uint8_t what; /* of what he picks, the node that says what is asked of it */
    Word term;
    union {
        Word count; /* how many things the list has */
        Word slot;  /* the name that the term depends on */
        Word first; /* the place in which his cards are counted, or his counter, if he were the first seat */
        Word more;  /* what is added to what is known, the same for all candidates */
        Word places; /* of the set of which he picks some, all as bits; or if he picks as many as he is, how many it has */
    };
    union {
        const Word *column; /* the words of the list */
        size_t index;       /* of the thing in an answer */
        const Known *all;   /* what the term is of each thing */
        uint64_t members;   /* of a set, of which those are counted that show him */
        size_t amounts;     /* where it lies what it comes to for each who picks of a set, or what each of its members counts */
    };
    union {
        const uint64_t *bits; /* of the list: see `Plan` */
        size_t known;         /* where it lies of each thing whether it is known, is anything, and what */
        uint64_t has;         /* ... for whom that comes to something, as bits */
    };
} Worth;

/* ---- picks.c: what candidates pick of a set */

bool told_by_picks(Machine *mc, const Word *n, const Looking *l, Looking *inside, Picks *picks);
bool asks_of_kept(Machine *mc, const Word *n, const Looking *l, Worth *found);
bool finds_repeating(Machine *mc, const Word *n, const Looking *l, uint64_t among, uint64_t *found); /* a word among what each picks */
bool of_his_cards(const Machine *mc, const Worth *worth, Word item, Word *found);

static inline bool of_his_set(const Machine *mc, const Worth *worth, Word number, Word *found) {
    return *found = mc->arena.at[worth->amounts + (size_t)number], worth->has >> number & 1;
}

/* As one looks at a candidate within a named value or condition, in which nobody asks. */
static inline Looking as_nobody(const Looking *l) {
    static const Who nobody = {0, 0, false, false};
    Looking found = *l;
    found.who = &nobody, found.each = nobody;
    return found;
}

#endif
