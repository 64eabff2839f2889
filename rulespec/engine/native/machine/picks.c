/* What candidates pick of a set. Where sets of some cards are the candidates, most is asked of the cards in them: how many there
   are, what they come to, which words they show. Conditions on that are asked of all sets at once, through named ones, and what the
   members count is found out once. That saves a game that counts what each set of a hand scores a fifth of its instructions. */

#include "sieves.h"

/* Whether a set is for each candidate what he picks of one that is the same for all, which is laid on the arena if it lies nowhere. */
static bool is_picked(Machine *mc, Word node, const Looking *l, Picks *found) {
    const Word *n = node_at(mc, node);
    if (n[KIND] == GIVEN_SET && n[GIVEN_REGISTER] == l->keeps) return *found = *l->picks, true;
    if (n[KIND] == MEMBERS) {
        found->which = AT_PLACES;
        return is_himself(node_at(mc, n[MEMBERS_BITS]), l) && picks(mc, node_at(mc, n[MEMBERS_SOURCE]), &found->set);
    }
    if (n[KIND] != FIRST_CARDS && n[KIND] != LAST_CARDS) return false;
    if (!is_himself(node_at(mc, n[FIRST_CARDS_NUMBER]), l) || !is_same_for_all(mc, n[FIRST_CARDS_OF], l)) return false;
    Set all = set_of(mc, n[FIRST_CARDS_OF], l->who);
    found->which = n[KIND] == FIRST_CARDS ? FIRST_ONES : LAST_ONES;
    found->set = (Given){.is = SET_NAMED, .number = (Word)all.count, .arena = &mc->arena, .at = all.at};
    return all.count < 64;
}

/* Whether a register keeps for each candidate what he picks, and nothing else makes a difference: then he is told by that alone. */
bool told_by_picks(Machine *mc, const Word *n, const Looking *l, Looking *inside, Picks *picks) {
    if (!n[WITH_SEVERAL] || l->of.choice || !is_same_for_all(mc, n[WITH_INNER], l)) return false;
    if (!is_picked(mc, n[WITH_SEVERAL], l, picks)) return false;
    inside->of = (Candidates){0, false, -1}, inside->who = l->who, inside->each = *l->who;
    inside->varying = BY_GIVEN, inside->binds = false, inside->keeps = n[WITH_REGISTER], inside->picks = picks;
    return true;
}

/* What is asked of sets that are picked: how many members they have, what these come to, the most or the least of them, and how many words
   they show, which are bits until all are there. */
static Word of_nothing(Word what) { return what == HIGHEST ? INT64_MIN : what == LOWEST ? INT64_MAX : 0; }

static inline Word joined(Word what, Word some, Word one) {
    switch (what) {
    case DISTINCT:
        return some | one;
    case HIGHEST:
        return one > some ? one : some;
    case LOWEST:
        return one < some ? one : some;
    default:
        return some + one; /* of fewer than 64 numbers below a million */
    }
}

ALIKE(SUM_SET, COUNT_OF);
ALIKE(END_SET, COUNT_OF);
ALIKE(REPEATS_OF, COUNT_OF);
ALIKE(END_MEASURE, SUM_MEASURE);

/* What a member counts there, for what counts nothing as much as no members do; false if that is not known. */
static inline bool counts_for(const Machine *mc, const Word *n, Word member, Word *found) {
    if (n[KIND] == COUNT) return *found = 1, true;
    if (n[KIND] == DISTINCT || n[KIND] == REPEATS) {
        Word column = n[KIND] == DISTINCT ? n[DISTINCT_NAME] : n[REPEATS_NAME];
        const uint64_t *bits = mc->plan->bits + column;
        return bits[0] && member >= 0 && member < node_at(mc, column)[COLUMN_WORDS_COUNT] && (*found = (Word)bits[2 + member], true);
    }
    const Word *measure = node_at(mc, n[SUM_MEASURE]);
    if (measure[KIND] == LOOKUP && node_at(mc, measure[LOOKUP_OF])[KIND] == IT) {
        const Word *column = node_at(mc, measure[LOOKUP_COLUMN]);
        if (member < 0 || member >= column[COLUMN_WORDS_COUNT] || !bit_of(column[COLUMN_VALUE_AT(member)])) return false;
        return *found = column[COLUMN_HAS_VALUE_AT(member)] ? column[COLUMN_VALUE_AT(member)] : of_nothing(n[KIND]), true;
    }
    const Known *known = known_of(mc->plan, n[SUM_MEASURE]);
    return knows_one(known, member) && (*found = known->has >> member & 1 ? known->of[member] : of_nothing(n[KIND]), true);
}

static inline bool comes_to(Word what, Word of_all, Word *found) {
    *found = what == DISTINCT ? bits_in((uint64_t)of_all) : of_all;
    return (what != HIGHEST && what != LOWEST) || of_all != of_nothing(what);
}

/* What it comes to for each who picks, by his number, each made of one who picks one member less; gives of whom it is something. */
static inline uint64_t lay_joined(Word what, const Word *amount, size_t all, bool at_places, Word *to) {
    uint64_t found = 0;
    to[0] = of_nothing(what);
    for (size_t i = 1; i < all; i++)
        to[i] = at_places ? joined(what, to[i & (i - 1)], amount[__builtin_ctzll(i)]) : joined(what, to[i - 1], amount[i - 1]);
    if (what != DISTINCT && what != HIGHEST && what != LOWEST) return UINT64_MAX;
    for (size_t i = 0; i < all; i++) found |= (uint64_t)comes_to(what, to[i], &to[i]) << i;
    return found;
}

static uint64_t lay_what_comes(Word what, const Word *amount, size_t all, bool at_places, Word *to) {
    switch (what) { /* so each has a loop of its own */
    case DISTINCT:
        return lay_joined(DISTINCT, amount, all, at_places, to);
    case HIGHEST:
        return lay_joined(HIGHEST, amount, all, at_places, to);
    case LOWEST:
        return lay_joined(LOWEST, amount, all, at_places, to);
    default:
        return lay_joined(SUM, amount, all, at_places, to);
    }
}

enum { FEW_PICKED = 6 }; /* members, of which each set is a number below 64 */

/* What each member of a set counts that candidates pick of, laid on the arena; if they pick at an end, from there on. */
static bool lays_counts(Machine *mc, const Word *n, const Looking *l, Picks *picks, size_t *at) {
    if (!is_picked(mc, n[KIND] == DISTINCT ? n[DISTINCT_OF] : n[COUNT_OF], l, picks)) return false;
    size_t count = (size_t)picks->set.number;
    *at = mc->arena.used;
    Word *amount = pushed_room(mc, &mc->arena, count);
    const Word *member = picks->set.arena->at + picks->set.at;
    for (size_t i = 0; i < count; i++)
        if (!counts_for(mc, n, member[picks->which == LAST_ONES ? count - 1 - i : i], &amount[i])) return false;
    return true;
}

/* What is asked of all that candidates pick: of few members, what each set of them comes to is worked out at once. */
static bool asks_of_picked(Machine *mc, const Word *n, const Looking *l, Worth *found) {
    Picks picks;
    size_t at;
    if (n[KIND] != COUNT && n[KIND] != DISTINCT && n[KIND] != SUM && n[KIND] != HIGHEST && n[KIND] != LOWEST) return false;
    if (!lays_counts(mc, n, l, &picks, &at)) return false;
    bool at_places = picks.which == AT_PLACES;
    size_t count = (size_t)picks.set.number, all = at_places ? (size_t)1 << count : count + 1;
    *found = (Worth){.is = OF_HIS_CARDS, .what = (uint8_t)n[KIND], .places = (Word)all - 1, .amounts = at};
    if (at_places && count > FEW_PICKED) return true;
    Word *to = pushed_room(mc, &mc->arena, 64);
    found->is = at_places ? OF_HIS_SET : OF_SO_MANY, found->amounts = at + count;
    found->has = lay_what_comes(n[KIND], mc->arena.at + at, all, at_places, to);
    return true;
}

/* Whether a word is shown by more than one of what each of them picks. */
bool finds_repeating(Machine *mc, const Word *n, const Looking *l, uint64_t among, uint64_t *found) {
    Picks picks;
    size_t at;
    Word item, place;
    if (!lays_counts(mc, n, l, &picks, &at)) return false;
    uint64_t all = ((uint64_t)1 << picks.set.number) - 1;
    for EACH_BIT(item, among) {
        uint64_t words = 0, twice = 0, those = picks.which == AT_PLACES ? (uint64_t)item : ((uint64_t)1 << some_of(mc, item, (size_t)picks.set.number)) - 1;
        for EACH_BIT(place, those & all) {
            uint64_t word = (uint64_t)mc->arena.at[at + (size_t)place];
            twice |= words & word, words |= word;
        }
        *found |= (uint64_t)(twice != 0) << item;
    }
    return true;
}

bool asks_of_kept(Machine *mc, const Word *n, const Looking *l, Worth *found) {
    Looking inside;
    Picks picks;
    if (n[KIND] != WITH) return asks_of_picked(mc, n, l, found);
    if (!told_by_picks(mc, n, l, &inside, &picks)) return false;
    for (n = node_at(mc, n[WITH_INNER]); is_kept(n) || (n[KIND] == CALL && !n[CALL_OF]);)
        n = node_at(mc, n[is_kept(n) ? REMEMBERED_INNER : CALL_FUNCTION]);
    return asks_of_picked(mc, n, &inside, found);
}

bool of_his_cards(const Machine *mc, const Worth *worth, Word item, Word *found) {
    const Word *amount = mc->arena.at + worth->amounts;
    Word place, of_all = of_nothing(worth->what);
    for EACH_BIT(place, (uint64_t)(item & worth->places)) of_all = joined(worth->what, of_all, amount[place]);
    return comes_to(worth->what, of_all, found);
}
