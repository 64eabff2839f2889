/* Conditions on two chosen things, worked out once for each thing instead of once for each pair.

   This is only there for speed: where a condition has another form, each pair is tried out as it is, with the same
   result. A whole game whose players exchange two of the cards that lie open takes a third longer without it. */

#include "terms.h"

/* The two slots of a choice whose answers are pairs of things, each of which has a name. */
static bool binds_pairs(const Machine *mc, Word choice, Word slots[2]) {
    const Word *n = node_at(mc, choice), *named = choice_slots(n);
    if (named[0] != 2) return false;
    for (Word i = 0; i < n[6]; i++)
        if (node_at(mc, n[7 + i])[0] == CARDS) return false;
    slots[0] = named[1], slots[1] = named[2];
    return slots[0] != slots[1];
}

static Word thing_in(const Machine *mc, Word answer, int which) { return mc->raws.at[answer + 3 + 2 * which]; }

/* ---- a comparison of something of one thing with something of the other */

enum { BY_NONE = -1, BY_MORE = -2 }; /* instead of the one slot that a term depends on */

static Word only_slot(const Machine *mc, Word term) {
    const Word *n = node_at(mc, term);
    switch (n[0]) {
    case SLOT:
        return n[1];
    case OWNER_OF:
    case NEIGHBOUR:
    case NEXT_WORD:
    case PREVIOUS_WORD:
        return only_slot(mc, n[1]);
    case LOOKUP:
        return only_slot(mc, n[2]);
    case VARIABLE:
        return n[2] ? only_slot(mc, n[2]) : BY_NONE;
    default:
        return BY_MORE;
    }
}

/* What a term is worth for each thing: known, whether it is anything, and what. */
typedef struct {
    size_t at; /* of all cards, in the arena */
    Word term, slot;
    const Who *who;
} Side;

static Side side_begins(Machine *mc, Word term, Word slot, const Who *who) {
    Side side = {mc->arena.used, term, slot, who};
    size_t size = 3 * (size_t)mc->plan->cards;
    words_reserve(mc, &mc->arena, size);
    for (size_t i = 0; i < size; i += 3) mc->arena.at[mc->arena.used + i] = 0;
    mc->arena.used += size;
    return side;
}

static bool side_worked_out(Machine *mc, const Side *side, Word thing, bool is_kept, Word *found) {
    *found = 0;
    name_number(mc, side->slot, thing);
    bool has = value_of(mc, side->term, side->who, found);
    name_unset(mc, side->slot);
    if (!is_kept) return has;
    Word *kept = mc->arena.at + side->at + 3 * (size_t)thing;
    kept[0] = 1, kept[1] = has, kept[2] = *found;
    return has;
}

static inline bool side_of(Machine *mc, const Side *side, Word thing, Word *found) {
    bool is_kept = thing >= 0 && thing < mc->plan->cards;
    const Word *kept = mc->arena.at + side->at + 3 * (is_kept ? (size_t)thing : 0);
    if (!is_kept || !kept[0]) return side_worked_out(mc, side, thing, is_kept, found);
    *found = kept[2];
    return kept[1];
}

bool pairs_apart(Machine *mc, Word choice, Word test, const Who *who, Set *answers) {
    Word slots[2];
    const Word *n = node_at(mc, test);
    bool wanted = n[0] != NOT;
    if (!wanted) n = node_at(mc, n[1]);
    bool is_known = n[0] == SAME || (wanted && (n[0] == AT_LEAST || n[0] == AT_MOST || n[0] == MORE || n[0] == LESS));
    if (!is_known || !binds_pairs(mc, choice, slots)) return false;
    Word left = only_slot(mc, n[1]), right = only_slot(mc, n[2]);
    int first = left == slots[1], second = right == slots[1];
    if (left != slots[first] || right != slots[second] || first == second) return false;
    Who nobody = *who;
    nobody.has_it = false;
    Side one = side_begins(mc, n[1], left, &nobody), other = side_begins(mc, n[2], right, &nobody);
    size_t kept = 0;
    unsigned where = holds_where(n[0]);
    works(mc, answers->count);
    for (size_t i = 0; i < answers->count; i++) {
        Word answer = mc->arena.at[answers->at + i], a, b;
        bool has = side_of(mc, &one, thing_in(mc, answer, first), &a);
        has &= side_of(mc, &other, thing_in(mc, answer, second), &b);
        if ((has && stands(where, a, b)) == wanted) mc->arena.at[answers->at + kept++] = answer;
    }
    mc->arena.used = one.at;
    answers->count = kept;
    return true;
}

/* ---- an exchange after which no zone of a player shows a word twice */

/* The zone of a player and the column, where a test for him is whether a word repeats in it. */
static bool is_doubling(const Machine *mc, Word test, Word *first, Word *column) {
    const Word *n = node_at(mc, test);
    for (; n[0] == HOLDS && n[2]; n = node_at(mc, n[1]))
        if (node_at(mc, n[2])[0] != IT && node_at(mc, n[2])[0] != OWN) return false;
    if (n[0] != REPEATS) return false;
    const Word *set = node_at(mc, n[1]);
    if (set[0] != CARDS_IN || !set[2]) return false;
    Word whose = node_at(mc, set[2])[0];
    *first = set[1], *column = n[2];
    return (whose == IT || whose == OWN) && set[1] + mc->plan->players <= mc->plan->places;
}

static bool exchanges_both(const Machine *mc, Word effect, const Word slots[2]) {
    const Word *n = node_at(mc, effect);
    if (n[0] != EXCHANGE) return false;
    Word named[2];
    for (int i = 0; i < 2; i++) {
        const Word *set = node_at(mc, n[2 + i]);
        if (set[0] != SINGLE || node_at(mc, set[1])[0] != SLOT) return false;
        named[i] = node_at(mc, set[1])[1];
    }
    return (named[0] == slots[0] && named[1] == slots[1]) || (named[0] == slots[1] && named[1] == slots[0]);
}

enum { FEW_WORDS = 64 };

/* How often each zone shows each word, and how many cards in all show a word that an earlier one shows. */
typedef struct {
    size_t counts; /* in the arena, for each player each word */
    Word first, repeats;
    const Word *column;
} Zones;

/* The word that a card shows; -1 for none, -2 for one that is not counted. */
static Word word_of(const Zones *zones, Word card) {
    if (card < 0 || card >= zones->column[1]) return -2;
    if (!zones->column[2 + 2 * card]) return -1;
    Word word = zones->column[3 + 2 * card];
    return word < 0 || word >= FEW_WORDS ? -2 : word;
}

static bool zones_begin(Machine *mc, Zones *zones) {
    size_t size = (size_t)mc->plan->players * FEW_WORDS;
    zones->counts = mc->arena.used, zones->repeats = 0;
    words_reserve(mc, &mc->arena, size);
    Word *counts = mc->arena.at + mc->arena.used;
    for (size_t i = 0; i < size; i++) counts[i] = 0;
    mc->arena.used += size;
    for (Word seat = 0; seat < mc->plan->players; seat++, counts += FEW_WORDS) {
        const int32_t *cards = zone_cards(mc, zones->first + seat);
        for (size_t i = 0; i < zone_count(mc, zones->first + seat); i++) {
            Word word = word_of(zones, cards[i]);
            if (word == -2) return false;
            if (word >= 0) zones->repeats += counts[word]++ > 0;
        }
    }
    return true;
}

/* How many more cards of a place repeat a word once one of them is exchanged for another that shows another word. */
static Word more_repeats(const Machine *mc, const Zones *zones, Word place, Word gone, Word come) {
    Word seat = place - zones->first;
    if (seat < 0 || seat >= mc->plan->players) return 0;
    const Word *counts = mc->arena.at + zones->counts + (size_t)seat * FEW_WORDS;
    return (come >= 0 && counts[come] > 0) - (gone >= 0 && counts[gone] > 1);
}

bool pairs_foreseen(Machine *mc, Word choice, Set *answers) {
    const Word *n = node_at(mc, choice), *test = node_at(mc, n[3]);
    Word slots[2], column;
    Zones zones;
    if (test[0] != NONE_OF || !test[3] || node_at(mc, test[1])[0] != ALL_PLAYERS) return false;
    if (!binds_pairs(mc, choice, slots) || !exchanges_both(mc, n[4], slots) || !is_doubling(mc, test[2], &zones.first, &column)) return false;
    size_t arena = mc->arena.used, kept = 0;
    zones.column = node_at(mc, column);
    works(mc, answers->count);
    bool is_known = zones_begin(mc, &zones);
    for (Word card = 0; card < mc->plan->cards && is_known; card++) is_known = word_of(&zones, card) != -2;
    for (size_t i = 0; i < answers->count && is_known; i++) {
        Word answer = mc->arena.at[answers->at + i];
        Word one = checked_card(mc, thing_in(mc, answer, 0)), other = checked_card(mc, thing_in(mc, answer, 1));
        Word here = mc->where[one], there = mc->where[other], repeats = zones.repeats;
        Word shown = word_of(&zones, one), beside = word_of(&zones, other);
        if (here != there && shown != beside)
            repeats += more_repeats(mc, &zones, here, shown, beside) + more_repeats(mc, &zones, there, beside, shown);
        if (!repeats) mc->arena.at[answers->at + kept++] = answer;
    }
    mc->arena.used = arena;
    if (is_known) answers->count = kept;
    return is_known;
}
