/* How far a condition is from holding: a heuristic for searches. */

#include "coverage.h"
#include "terms.h"

static Word least(Word one, Word other) { return one < other ? one : other; }

/* The sum of distances, or the least of them. */
static Word over(bool all, Word one, Word other) { return all ? least(added(one, other), FAR) : least(one, other); }

static Word of_parts(Machine *mc, const Word *n, const Who *who, bool hold, bool all) {
    Word found = all ? 0 : FAR;
    for (Word i = 0; i < n[ALL_OF_PARTS_COUNT]; i++) found = over(all, found, distance(mc, n[ALL_OF_PARTS + i], who, hold));
    return found;
}

static Word of_members(Machine *mc, const Word *n, const Who *who, bool hold) {
    Set members = set_of(mc, n[QUANTIFIED_SET], who);
    bool all = hold == (n[KIND] != SOME);
    Word found = all ? 0 : FAR;
    works(mc, members.count);
    for (size_t i = 0; i < members.count; i++) {
        Word member = mc->arena.at[members.at + i];
        Who each = {n[QUANTIFIED_PLAYERS] ? member : who->own, member, n[QUANTIFIED_PLAYERS] || who->has_own, true};
        found = over(all, found, distance(mc, n[QUANTIFIED_TEST], &each, n[KIND] == NONE_OF ? !hold : hold));
    }
    mc->arena.used = members.at;
    return found;
}

static Word compared(Machine *mc, const Word *n, const Who *who, bool hold) {
    Word one, other;
    if (!value(mc, n[COMPARE_SUBJECT], who, &one) || !value(mc, n[COMPARE_OTHER], who, &other)) return hold ? FAR : 0;
    unsigned where = hold ? holds_where(n[KIND]) : 7 & ~holds_where(n[KIND]);
    if (stands(where, one, other)) return 0;
    Word apart = one > other ? added(one, -other) : added(other, -one);
    if (one == other || !(where & EQUAL)) apart = added(apart, 1);
    return least(apart, FAR);
}

Word distance(Machine *mc, Word node, const Who *who, bool hold) {
    const Word *n = node_at(mc, node);
    Word of;
    works(mc, 0);
    switch (n[KIND]) {
    case ALL_OF:
        return of_parts(mc, n, who, hold, hold);
    case ANY_OF:
        return of_parts(mc, n, who, hold, !hold);
    case NOT:
        return distance(mc, n[NOT_PART], who, !hold);
    case SOME:
    case EVERY:
    case NONE_OF:
        return of_members(mc, n, who, hold);
    case HOLDS:
        if (!n[HOLDS_SUBJECT]) return distance(mc, n[HOLDS_FUNCTION], NOBODY, hold);
        if (!value(mc, n[HOLDS_SUBJECT], who, &of)) return hold ? FAR : 0;
        return distance(mc, n[HOLDS_FUNCTION], &(Who){of, of, true, true}, hold);
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS:
        return compared(mc, n, who, hold);
    case EMPTY: {
        Set members = set_of(mc, n[EMPTY_SUBJECT], who);
        mc->arena.used = members.at;
        return hold ? least((Word)members.count, FAR) : members.count == 0;
    }
    default:
        return holds(mc, node, who) != hold;
    }
}
