/* What terms, tests and sieves share: the simplest terms, columns and zones, worked out where they are asked for. */

#ifndef RULESPEC_TERMS_H
#define RULESPEC_TERMS_H

#include "machine.h"
#include "generated/nodes.h"

ALIKE(SAME_ONE, COMPARE_SUBJECT);
ALIKE(SAME_OTHER, COMPARE_OTHER);
ALIKE(ANY_OF_PARTS_COUNT, ALL_OF_PARTS_COUNT);
ALIKE(LAST_CARDS_NUMBER, FIRST_CARDS_NUMBER);
ALIKE(LAST_CARDS_OF, FIRST_CARDS_OF);
ALIKE(SWITCH_OTHERWISE, CASES_OTHERWISE);
ALIKE(SWITCH_ROWS_COUNT, CASES_CASES_COUNT);
ALIKE(SWITCH_VALUE_AT(1), CASES_VALUE_AT(1));
ALIKE(VARIABLE_WHOSE, CALL_OF);
ALIKE(WITH_TEST_REGISTER, WITH_REGISTER);
ALIKE(WITH_TEST_ONE, WITH_ONE);
ALIKE(WITH_TEST_SEVERAL, WITH_SEVERAL);
ALIKE(WITH_TEST_INNER, WITH_INNER);
ALIKE(REMEMBERED_TEST_FIRST, REMEMBERED_FIRST);
ALIKE(REMEMBERED_TEST_THINGS, REMEMBERED_THINGS);
ALIKE(REMEMBERED_TEST_KEY_COUNT, REMEMBERED_KEY_COUNT);
ALIKE(REMEMBERED_TEST_BY_AT(1), REMEMBERED_BY_AT(1));
ALIKE(REMEMBERED_TEST_OF_AT(1), REMEMBERED_OF_AT(1));

/* The values of terms that are not of the simplest: of what something shows of a list, and of all the others. */
bool value_lookup(Machine *mc, const Word *n, const Who *who, Word *found);
bool value_worked_out(Machine *mc, const Word *n, const Who *who, Word *found);

static inline bool value_constant(Machine *mc, const Word *n, const Who *who, Word *found) {
    return *found = n[CONSTANT_VALUE], n[CONSTANT_HAS_VALUE];
}

static inline bool value_slot(Machine *mc, const Word *n, const Who *who, Word *found) {
    if (mc->named[n[SLOT_SLOT]] == SET_NAMED) fail(mc, "a name stands for a set where one thing is meant");
    *found = mc->names[n[SLOT_SLOT]];
    return mc->named[n[SLOT_SLOT]] != UNSET;
}

static inline bool value_it(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = who->it, who->has_it; }

static inline bool value_own(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = who->own, who->has_own; }

static inline bool value_active(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = mc->active, true; }

/* The same as `value_of`, but the simplest terms, which more than half of all are, without a call for each: that saves a
   game a twentieth of its instructions. */
static inline bool value(Machine *mc, Word node, const Who *who, Word *found) {
    const Word *n = node_at(mc, node);
    switch (n[KIND]) {
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

/* The members of a list as bits; false if one of them is not below 64. */
static inline bool bits_of_list(const Word *member, size_t count, uint64_t *bits) {
    uint64_t all = 0;
    *bits = 0;
    for (const Word *end = member + count; member < end; member++) all |= (uint64_t)*member, *bits |= (uint64_t)1 << (*member & 63);
    return all < 64;
}

static inline bool shown(Machine *mc, Word column, Word of, Word *word) {
    const Word *n = node_at(mc, column);
    if (of < 0 || of >= n[COLUMN_WORDS_COUNT]) fail(mc, "there is nothing in a list for this");
    *word = n[COLUMN_VALUE_AT(of)];
    return n[COLUMN_HAS_VALUE_AT(of)];
}

static inline bool owner_of(Machine *mc, Word card, Word *found) { return *found = mc->plan->owners[mc->where[checked_card(mc, card)]], *found >= 0; }

/* The place whose cards a set is, -1 if it has none; false if it is another set. It is there for speed: what only asks
   for how many cards there are, or which, need not copy them. */
static inline bool is_zone(Machine *mc, Word node, const Who *who, Word *place) {
    const Word *n = node_at(mc, node);
    if (n[KIND] != CARDS_IN) return false;
    Word seat;
    *place = !n[CARDS_IN_WHOSE]                          ? n[CARDS_IN_FIRST]
             : value(mc, n[CARDS_IN_WHOSE], who, &seat) ? checked_place(mc, counted_on(n[CARDS_IN_FIRST], seat))
                                                        : -1;
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

/* The counter of the first of some whose own it is that a term is of each of them, by itself or as a named value says; -1 if it is none. */
static inline Word counter_of_each(const Word *words, const Word *n, bool players) {
    bool is_called = n[KIND] == CALL;
    const Word *whose = n[KIND] == CALL || n[KIND] == VARIABLE ? words + n[CALL_OF] : words;
    if (whose == words || (whose[KIND] != IT && !(whose[KIND] == OWN && players))) return -1;
    if (!is_called) return n[VARIABLE_FIRST];
    n = words + n[CALL_FUNCTION];
    if (n[KIND] != VARIABLE || !n[VARIABLE_WHOSE]) return -1;
    return words[n[VARIABLE_WHOSE]] == IT || words[n[VARIABLE_WHOSE]] == OWN ? n[VARIABLE_FIRST] : -1;
}

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

static inline bool is_arithmetic(Word node) {
    static const bool is[NODE_COUNT] = {
        [PLUS] = true, [MINUS] = true, [TIMES] = true, [DIVIDED_DOWN] = true, [DIVIDED_UP] = true, [REMAINDER] = true, [SMALLER] = true, [LARGER] = true};
    return is[node];
}

/* Each member of a set of bits, the lowest first. */
#define EACH_BIT(item, bits) (uint64_t left = (bits); left && ((item) = __builtin_ctzll(left), true); left &= left - 1)

/* How many these are; many processors have an instruction for it, which not all have. */
static inline Word bits_in(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return (Word)(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

static inline uint64_t bit_of(Word word) { return word >= 0 && word < 64 ? (uint64_t)1 << word : 0; }

/* ---- bits.c: sets without a list of their members; false where a set is none that can be had so */

/* Its members as bits; some of it may be worked out in vain. */
bool bits_of(Machine *mc, Word node, const Who *who, uint64_t *bits);
Set push_bits(Machine *mc, unsigned form, uint64_t bits); /* in the order that a set of this form has */

/* Those members of a set of this form that come before the others: of seats, those from the active one on. */
static inline uint64_t first_in(const Machine *mc, unsigned form, uint64_t bits) { return form & IN_TURN ? bits & UINT64_MAX << mc->active : bits; }

/* Cards that lie side by side on the table. */
typedef struct {
    const int32_t *at;
    size_t count;
} Span;
bool span_of(Machine *mc, Word node, const Who *who, Span *span);

static inline Shows cards_show(const uint64_t *bits, const int32_t *card, size_t count) {
    Shows shows = {0, 0};
    for (const int32_t *end = card + count; card < end; card++) shows.twice |= shows.words & bits[2 + *card], shows.words |= bits[2 + *card];
    return shows;
}

/* The same for all cards of a place, which are asked for several times before one of them moves: so nobody goes through them once
   more, and where that would end nobody could foretell. */
static inline Shows zone_shows(Machine *mc, const uint64_t *bits, Word place) {
    Shown *shown = &mc->shown[place];
    uint64_t cards = mc->lying[place];
    if (shown->column == bits && shown->cards == cards) return shown->shows;
    Shows shows = cards_show(bits, zone_cards(mc, place), zone_count(mc, place));
    if (mc->plan->cards <= 64) *shown = (Shown){bits, cards, shows};
    return shows;
}
bool others_show(Machine *mc, Word column, Word node, const Who *who, Shows *shows); /* of another set than the cards of a place */
static inline bool set_shows(Machine *mc, Word column, Word node, const Who *who, Shows *shows) {
    Word place;
    const uint64_t *bits = mc->plan->bits + column;
    if (!bits[0] || is_counted(mc, node)) return false;
    if (!is_zone(mc, node, who, &place)) return others_show(mc, column, node, who, shows);
    *shows = place < 0 ? (Shows){0, 0} : zone_shows(mc, bits, place);
    return true;
}

/* ---- remembering.c: named values that are worked out once */

/* What parts keys have, as `By` in `plan/remembered.py`; and how a node says that it goes by a key. */
enum {
    KEY_IT, KEY_OWN, KEY_GIVEN, KEY_NAME, KEY_PLACE, KEY_VARIABLE, KEY_PLACE_OF_IT, KEY_PLACE_OF_OWN, KEY_VARIABLE_OF_IT, KEY_VARIABLE_OF_OWN,
    KEY_ACTIVE, KEY_SUBJECT, KEY_PARTS
};
enum { KEPT_BY_KEY = -1, MOST_KEY_PARTS = 12 };
static inline bool is_kept(const Word *n) {
    return (n[KIND] == REMEMBERED || n[KIND] == REMEMBERED_SET || n[KIND] == REMEMBERED_TEST) && n[REMEMBERED_THINGS] == KEPT_BY_KEY;
}

bool value_remembered(Machine *mc, const Word *n, const Who *who, Word *found);
Set set_remembered(Machine *mc, const Word *n, const Who *who);
bool test_remembered_test(Machine *mc, const Word *n, const Who *who);
bool bits_remembered(Machine *mc, const Word *n, const Who *who, uint64_t *bits);

/* ---- sieves.c: those of some members that come through all sieves */
/* Those for whom a test holds. */
uint64_t bits_for_whom(Machine *mc, Word test, bool players, const Who *who, uint64_t among);
uint64_t sieve_bits(Machine *mc, const Word *sieves, size_t count, Candidates of, const Who *who, uint64_t among);

/* Those members of a set which a register keeps that lie at some places, kept where they are; false unless it is a whole one that has
   few of them. */
static inline bool picks(const Machine *mc, const Word *given, Given *set) {
    if (given[KIND] != GIVEN_SET) return false;
    *set = mc->given[given[GIVEN_REGISTER]];
    return set->is == SET_NAMED && !set->picked && set->number < 64;
}
static inline void pick(Given *set, const Given *of, uint64_t places) {
    *set = *of, set->picked = true, set->places = places & (((uint64_t)1 << of->number) - 1);
    set->number = bits_in(set->places);
}

/* ---- afterwards.c: what must hold once two of the chosen cards are exchanged */

/* Where no player's cards may repeat a word afterwards, and none do now: how they lie. */
typedef struct {
    const uint64_t *bits, *of_word; /* of the list: see `Plan`; the cards that show each word */
    Word first;                     /* the place of the first seat's cards */
    uint64_t words[MOST_SEATS], alike[MOST_SEATS]; /* of each seat, the words that his cards show, and all cards that show one of them */
} Exchanging;

bool exchange_repeats(Machine *mc, const Word *choice, Exchanging *x); /* whether this is asked of a choice of two things; then how all lies now */
uint64_t those_to_exchange(Machine *mc, const Exchanging *x, Word card, uint64_t others); /* those with which it holds */

/* ---- pairs.c */

bool pairs_raws(Machine *mc, const Word *choice); /* offers what can be chosen; false if the choice is of something else */

/* ---- values.c: what terms have in common with these */

typedef struct {
    size_t of;
    Word least, most;
} Sizes;

Word reckoned(Word operator, Word one, Word other); /* what a sum, or what is like it, is of two numbers */
bool keeps(Machine *mc, const Word *n, const Who *who, Given *before); /* a register keeps something until it gets back what it kept before */
Word row_of(const Word *n, const Who *who);                            /* the row of a switch, */
Word case_of(Machine *mc, const Word *n, const Who *who);              /* and the case that is meant */
size_t count_of(Machine *mc, Word set, const Who *who);                 /* how many members a set has */
size_t many_sets(Sizes sizes);                                          /* how many sets there are of so many cards */
Sizes sizes_of(Machine *mc, const Word *n, const Who *who);             /* how large the sets are that are taken from some cards */
size_t some_of(Machine *mc, Word number, size_t count);                /* how many of so many members a number means */

#endif
