/* How far a condition is from holding: a heuristic for searches. */

#include "coverage.h"
#include "terms.h"

static Word least(Word one, Word other) { return one < other ? one : other; }

/* The sum of distances, or the least of them. */
static Word over(bool all, Word one, Word other) { return all ? least(added(one, other), FAR) : least(one, other); }

static Word of_parts(Machine *mc, const Word *n, const Who *who, bool hold, bool all) {
    Word found = all ? 0 : FAR;
    for (Word i = 0; i < n[1]; i++) found = over(all, found, distance(mc, n[2 + i], who, hold));
    return found;
}

static Word of_members(Machine *mc, const Word *n, const Who *who, bool hold) {
    Set members = set_of(mc, n[1], who);
    bool all = hold == (n[0] != SOME);
    Word found = all ? 0 : FAR;
    works(mc, members.count);
    for (size_t i = 0; i < members.count; i++) {
        Word member = mc->arena.at[members.at + i];
        Who each = {n[3] ? member : who->own, member, n[3] || who->has_own, true};
        found = over(all, found, distance(mc, n[2], &each, n[0] == NONE_OF ? !hold : hold));
    }
    mc->arena.used = members.at;
    return found;
}

static Word compared(Machine *mc, const Word *n, const Who *who, bool hold) {
    Word one, other;
    if (!value(mc, n[1], who, &one) || !value(mc, n[2], who, &other)) return hold ? FAR : 0;
    unsigned where = hold ? holds_where(n[0]) : 7 & ~holds_where(n[0]);
    if (stands(where, one, other)) return 0;
    Word apart = one > other ? added(one, -other) : added(other, -one);
    if (one == other || !(where & EQUAL)) apart = added(apart, 1);
    return least(apart, FAR);
}

Word distance(Machine *mc, Word node, const Who *who, bool hold) {
    const Word *n = node_at(mc, node);
    Word of;
    works(mc, 0);
    switch (n[0]) {
    case ALL_OF:
        return of_parts(mc, n, who, hold, hold);
    case ANY_OF:
        return of_parts(mc, n, who, hold, !hold);
    case NOT:
        return distance(mc, n[1], who, !hold);
    case SOME:
    case EVERY:
    case NONE_OF:
        return of_members(mc, n, who, hold);
    case HOLDS:
        if (!n[2]) return distance(mc, n[1], NOBODY, hold);
        if (!value(mc, n[2], who, &of)) return hold ? FAR : 0;
        return distance(mc, n[1], &(Who){of, of, true, true}, hold);
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS:
        return compared(mc, n, who, hold);
    case EMPTY: {
        Set members = set_of(mc, n[1], who);
        mc->arena.used = members.at;
        return hold ? least((Word)members.count, FAR) : members.count == 0;
    }
    default:
        return holds(mc, node, who) != hold;
    }
}
