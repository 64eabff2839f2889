/* What candidates pick of a set. Where sets of some cards are the candidates, most is asked of the cards in them: how many there
   are, what they come to, which words they show. Conditions on that are asked of all sets at once, through named ones, and what the
   members count is found out once. That saves a game that counts what each set of a hand scores a fifth of its instructions. */

#include "sieves.h"

/* Whether a set is for each candidate what he picks of one that is the same for all, which is laid on the arena if it lies nowhere. */
static bool is_picked(Machine *mc, Word node, const Looking *l, Picks *found) {
    const Word *n = node_at(mc, node);
    if (n[0] == GIVEN_SET && n[1] == l->keeps) return *found = *l->picks, true;
    if (n[0] == MEMBERS) return found->which = AT_PLACES, is_himself(node_at(mc, n[2]), l) && picks(mc, node_at(mc, n[1]), &found->set);
    if ((n[0] != FIRST_CARDS && n[0] != LAST_CARDS) || !is_himself(node_at(mc, n[1]), l) || !is_same_for_all(mc, n[2], l)) return false;
    Set all = set_of(mc, n[2], l->who);
    found->which = n[0] == FIRST_CARDS ? FIRST_ONES : LAST_ONES;
    found->set = (Given){.is = SET_NAMED, .number = (Word)all.count, .arena = &mc->arena, .at = all.at};
    return all.count < 64;
}

/* Whether a register keeps for each candidate what he picks, and nothing else makes a difference: then he is told by that alone. */
bool told_by_picks(Machine *mc, const Word *n, const Looking *l, Looking *inside, Picks *picks) {
    if (!n[3] || l->of.choice || !is_same_for_all(mc, n[4], l) || !is_picked(mc, n[3], l, picks)) return false;
    inside->of = (Candidates){0, false, -1}, inside->who = l->who, inside->each = *l->who;
    inside->varying = BY_GIVEN, inside->binds = false, inside->keeps = n[1], inside->picks = picks;
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

/* What a member counts there, for what counts nothing as much as no members do; false if that is not known. */
static inline bool counts_for(const Machine *mc, const Word *n, Word member, Word *found) {
    if (n[0] == COUNT) return *found = 1, true;
    if (n[0] == DISTINCT || n[0] == REPEATS) {
        Word column = n[0] == DISTINCT ? n[1] : n[2];
        const uint64_t *bits = mc->plan->bits + column;
        return bits[0] && member >= 0 && member < node_at(mc, column)[1] && (*found = (Word)bits[2 + member], true);
    }
    const Word *measure = node_at(mc, n[2]);
    if (measure[0] == LOOKUP && node_at(mc, measure[2])[0] == IT) {
        const Word *column = node_at(mc, measure[1]);
        if (member < 0 || member >= column[1] || !bit_of(column[3 + 2 * member])) return false;
        return *found = column[2 + 2 * member] ? column[3 + 2 * member] : of_nothing(n[0]), true;
    }
    const Known *known = known_of(mc->plan, n[2]);
    return knows_one(known, member) && (*found = known->has >> member & 1 ? known->of[member] : of_nothing(n[0]), true);
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
    if (!is_picked(mc, n[0] == DISTINCT ? n[2] : n[1], l, picks)) return false;
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
    if (n[0] != COUNT && n[0] != DISTINCT && n[0] != SUM && n[0] != HIGHEST && n[0] != LOWEST) return false;
    if (!lays_counts(mc, n, l, &picks, &at)) return false;
    bool at_places = picks.which == AT_PLACES;
    size_t count = (size_t)picks.set.number, all = at_places ? (size_t)1 << count : count + 1;
    *found = (Worth){.is = OF_HIS_CARDS, .what = (uint8_t)n[0], .places = (Word)all - 1, .amounts = at};
    if (at_places && count > FEW_PICKED) return true;
    Word *to = pushed_room(mc, &mc->arena, 64);
    found->is = at_places ? OF_HIS_SET : OF_SO_MANY, found->amounts = at + count;
    found->has = lay_what_comes(n[0], mc->arena.at + at, all, at_places, to);
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
    if (n[0] != WITH) return asks_of_picked(mc, n, l, found);
    if (!told_by_picks(mc, n, l, &inside, &picks)) return false;
    for (n = node_at(mc, n[4]); is_kept(n) || (n[0] == CALL && !n[2]);) n = node_at(mc, n[is_kept(n) ? 3 : 1]);
    return asks_of_picked(mc, n, &inside, found);
}

bool of_his_cards(const Machine *mc, const Worth *worth, Word item, Word *found) {
    const Word *amount = mc->arena.at + worth->amounts;
    Word place, of_all = of_nothing(worth->what);
    for EACH_BIT(place, (uint64_t)(item & worth->places)) of_all = joined(worth->what, of_all, amount[place]);
    return comes_to(worth->what, of_all, found);
}
