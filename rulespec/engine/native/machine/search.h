/* Choices whose parts are asked for: what the files of a search share. */

#ifndef RULESPEC_SEARCH_H
#define RULESPEC_SEARCH_H

#include "generated/nodes.h"
#include "machine.h"

#define MOST_PARTS 64

enum {
    INDEX,   /* of each card of the game where it stands in the order in which cards are asked for, or -1 */
    CAN,     /* of each part and each card of the game whether it can be chosen there */
    TAKEN,   /* of each part the cards of its set that were named */
    CHECKS_, /* conditions on a whole answer, each in CHECK_SIZE words */
    BEFORE,  /* of each card of the order the last one before it that no check can tell from it, or -1 */
    ROLES,   /* of each card of the order in which part it is that is being tried, or -1 */
    CHOSEN,  /* the cards of a set that is being tried */
    WEIGHTS, /* of each measure and each card what it counts: its amount or the bit of its word, else 0 */
    BEGIN,   /* the sums before any card */
    LATER,   /* of each measure and each card the words that count from it on */
    TABLE,   /* where the entries of `KEYS` are, by their hash */
    KEYS,    /* entries: whether it is known that a whole answer can be reached, and the key */
    QUEUE,   /* what is still to be tried: an index and sums */
    PATH     /* for each index the entry that led there */
};

enum { CHECK_SIZE = 7 }; /* its node or 0 for what has to hold afterwards, the last part that it depends on, on what else, its price, best, there is one, which */
enum { ON_PARTS, ON_SUMS, ON_SETS }; /* `plan/nodes/stepwise.py` */
enum { ANY_PART = -2, TRIED = 20 }; /* steps for what is tried as a part: `plan/prices.py` */
enum { UNKNOWN, REACHES, FAILS };

typedef struct {
    Word value;
    bool given, closed;
    size_t count; /* of the cards of a set; they stand in TAKEN */
} Said;

typedef struct {
    Machine *mc;
    Word completion;
    const Word *node;
    Word own;
    size_t parts, sets, measures;
    size_t width; /* of sums: of each set its cards, and of each measure its number and the words that count already */
    const Word *part[MOST_PARTS];
    Set source[MOST_PARTS];
    Word least[MOST_PARTS], most[MOST_PARTS];
    size_t set[MOST_PARTS]; /* which parts are sets */
    Set cards;              /* all that can be in a set, in the order in which they are asked for */
    const Word *measure;    /* the list of measures */
    Said said[MOST_PARTS];
    bool weighed;
    Word tries; /* how often it was asked what completes */
    size_t mark;
} Search;

static inline Word *words(const Search *s, int which) { return s->mc->search[which].at; }

static inline void fill(Search *s, int which, size_t count, Word value) {
    Words *words = &s->mc->search[which];
    words->used = 0;
    words_reserve(s->mc, words, count + 1);
    for (size_t i = 0; i < count; i++) words->at[i] = value;
    words->used = count;
}

static inline const Word *completion_parts(const Word *completion) { return completion + COMPLETION_PARTS_COUNT; }
static inline bool is_set_part(const Word *part) { return part[PART_SOURCE] && part[PART_LOW]; }
static inline Word slot_of(const Search *s, size_t at) { return s->part[at][PART_SLOT]; }
static inline Word source_at(const Search *s, size_t at, size_t i) { return s->mc->arena.at[s->source[at].at + i]; }
static inline Word card_at(const Search *s, size_t i) { return s->mc->arena.at[s->cards.at + i]; }
static inline Word *taken_of(const Search *s, size_t at) { return words(s, TAKEN) + at * (size_t)s->mc->plan->cards; }
static inline Word index_of(const Search *s, Word card) { return words(s, INDEX)[checked_card(s->mc, card)]; }
static inline bool can(const Search *s, size_t at, Word card) { return words(s, CAN)[at * (size_t)s->mc->plan->cards + (size_t)card]; }

static inline Word number_or_0(Machine *mc, Word node) { return node ? number_of(mc, node, ACTING(mc)) : 0; }

/* The word by which the cards of a choice are grouped. */
static inline Word group_word(const Search *s, Word card) { /* -1 for none, as words are numbered from 0 */
    const Word *column = node_at(s->mc, s->node[COMPLETION_GROUP]);
    if (card >= column[COLUMN_WORDS_COUNT]) fail(s->mc, "there is nothing in a list for this");
    return column[COLUMN_HAS_VALUE_AT(card)] ? column[COLUMN_VALUE_AT(card)] : -1;
}

/* Where a thing stands in what a part is chosen from; as many as there are, if nowhere. */
static inline size_t place_in_source(const Search *s, size_t at, Word value) {
    size_t i = 0;
    while (i < s->source[at].count && source_at(s, at, i) != value) i++;
    return i;
}

/* ---- sums.c: what each card counts */

typedef struct {
    Word of, slot, amount;
    const Word *fits;
    Word beside, column;
    bool left, repeats;
    Word most;
} Measure;

static inline Measure measure_at(const Search *s, size_t i) {
    const Word *n = node_at(s->mc, s->measure[LIST_PARTS + i]);
    return (Measure){
        n[MEASURE_OF], n[MEASURE_SLOT], n[MEASURE_AMOUNT], n + MEASURE_FITS_COUNT, n[MEASURE_BESIDE], n[MEASURE_COLUMN], n[MEASURE_LEFT],
        n[MEASURE_REPEATS], n[MEASURE_MOST]};
}

void weighs(Search *s); /* what each card counts for each measure, and the sums before any card */
void add_card(const Search *s, Word *sums, size_t index, Word role); /* the sums after a card of the order, chosen as a part or, with -1, not */

/* ---- parts.c: sets as they are named */

void name_whole(Search *s, size_t at, const Word *cards, size_t count); /* cards in the order of what they are chosen from */

/* ---- search.c: what is legal */

bool is_used(const Search *s, Word card, size_t at); /* whether a card was said of another part, or is tried as one before it */
void narrows(Search *s);   /* finds the conditions on a whole answer, with what is preferred or most among the legal ones */
void forget_all(Search *s); /* forgets what is known of earlier completions */
bool completes(Search *s); /* whether what was said so far can become a legal whole answer */

#endif
