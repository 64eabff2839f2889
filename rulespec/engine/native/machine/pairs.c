/* Choices of two things of one set: for each first one, the second ones are narrowed down as bits, and answers are made of
   those that are left. That is there for speed alone: a game in which players exchange cards that lie open takes a
   twentieth less. */

#include "terms.h"

/* Whether a choice is such a one, and it can be said of many second things at once which are legal; of what must hold afterwards
   it is found out then how things stand. */
static bool by_second(Machine *mc, const Word *n, const Word *sieves, Exchanging *x) {
    if (n[CHOICE_PICKS_COUNT] != 1 || node_at(mc, n[CHOICE_PICKS])[KIND] != PAIR) return false;
    for (Word i = 0; i < sieves[LIST_COUNT]; i++)
        if (node_at(mc, sieves[LIST_PARTS + i])[KIND] != WHERE) return false;
    return !n[CHOICE_AFTERWARDS] || !n[CHOICE_FOLLOWING] || exchange_repeats(mc, n, x);
}

/* Those second things that may go with a first one, whose name is bound. */
static uint64_t seconds(Machine *mc, const Word *n, const Word *sieves, const Exchanging *x, Word one, uint64_t others) {
    Candidates of = {0, false, n[CHOICE_NAMED] ? choice_slots(n)[LIST_PARTS + 1] : -1};
    if (n[CHOICE_NAMED]) name_number(mc, choice_slots(n)[LIST_PARTS], one);
    if (sieves[LIST_COUNT]) others = sieve_bits(mc, sieves + LIST_PARTS, (size_t)sieves[LIST_COUNT], of, ACTING(mc), others);
    return n[CHOICE_AFTERWARDS] && n[CHOICE_FOLLOWING] ? those_to_exchange(mc, x, one, others) : others;
}

bool pairs_raws(Machine *mc, const Word *n) {
    const Word *sieves = choice_sieves(n);
    Exchanging x;
    uint64_t left;
    if (!by_second(mc, n, sieves, &x)) return false;
    Set members = set_of(mc, node_at(mc, n[CHOICE_PICKS])[PAIR_SOURCE], ACTING(mc));
    mc->arena.used = members.at;
    if (!bits_of_list(mc->arena.at + members.at, members.count, &left) || (size_t)bits_in(left) != members.count) return false;
    size_t pairs = members.count ? members.count * (members.count - 1) / 2 : 0;
    mc->arena.used = members.at + members.count;
    works(mc, pairs);
    charge_each(mc, n - mc->words, pairs);
    Word *at = pushed_room(mc, &mc->raw_at, pairs), *raw = pushed_room(mc, &mc->raws, 6 * pairs);
    for (size_t i = 0; i + 1 < members.count; i++) {
        Word one = mc->arena.at[members.at + i];
        left &= ~((uint64_t)1 << one);
        uint64_t others = seconds(mc, n, sieves, &x, one, left);
        for (size_t k = i + 1; k < members.count; k++) { /* without a branch, as nobody can foretell which they are */
            Word other = mc->arena.at[members.at + k], stays = (Word)(others >> other & 1);
            *at = raw - mc->raws.at;
            raw[0] = SEVERAL, raw[1] = 2, raw[2] = raw[4] = ONE_THING, raw[3] = one, raw[5] = other;
            at += stays, raw += 6 * stays;
        }
    }
    mc->raw_at.used = (size_t)(at - mc->raw_at.at), mc->raws.used = (size_t)(raw - mc->raws.at);
    if (n[CHOICE_NAMED] && pairs) name_unset(mc, choice_slots(n)[LIST_PARTS]), name_unset(mc, choice_slots(n)[LIST_PARTS + 1]);
    mc->arena.used = members.at;
    return true;
}
