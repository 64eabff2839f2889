/* Sieves: which members of a set, or which answers, come through.

   A test is asked of one candidate after another, and most tests compare something of the candidate with something that
   is the same for all of them, which is worked out once: that is only there for speed. */

#include "terms.h"

/* ---- candidates, one after another */

typedef struct {
    Candidates of;
    const Who *who; /* for whom everything is worked out, */
    Who each;       /* and the same as he looks at one candidate */
} Looking;

static inline Looking looking(Candidates of, const Who *who) {
    return (Looking){of, who, {.own = who->own, .has_own = who->has_own || of.players, .has_it = true}};
}

static bool binds(const Machine *mc, Candidates of) { return of.choice && node_at(mc, of.choice)[2]; }

static void looks_at_answer(Machine *mc, Looking *l, const Word *answer) {
    l->each = *l->who;
    l->each.has_it = answer[0] == ONE_THING;
    if (l->each.has_it) l->each.it = answer[1];
    if (l->each.has_it && l->of.players) l->each.own = answer[1], l->each.has_own = true;
    if (binds(mc, l->of)) choice_bind(mc, l->of.choice, answer);
}

/* Looks at one, whose names are bound until he `looks_away`. */
static inline void looks_at(Machine *mc, Looking *l, Word item) {
    if (l->of.choice) {
        looks_at_answer(mc, l, mc->raws.at + item);
        return;
    }
    l->each.it = item;
    if (l->of.players) l->each.own = item;
    if (l->of.slot >= 0) name_number(mc, l->of.slot, item);
}

static inline void looks_away(Machine *mc, const Looking *l) {
    if (l->of.slot >= 0) name_unset(mc, l->of.slot);
    if (binds(mc, l->of)) choice_unbind(mc, l->of.choice);
}

static inline bool holds_for(Machine *mc, Word test, Looking *l, Word item) {
    looks_at(mc, l, item);
    bool found = holds(mc, test, &l->each);
    looks_away(mc, l);
    return found;
}

/* A term that is worked out for each candidate. Most are the candidate himself, or what he shows of a list, and need
   nobody to look at him. */
typedef struct {
    Word term, column; /* the column is 0 where it is himself */
    bool is_plain;
} Worth;

static bool is_himself(const Word *n, Candidates of) {
    return !of.choice && (n[0] == IT || (n[0] == OWN && of.players) || (n[0] == SLOT && n[1] == of.slot));
}

static Worth worth(const Machine *mc, Word term, Candidates of) {
    const Word *n = node_at(mc, term);
    if (is_himself(n, of)) return (Worth){term, 0, true};
    if (n[0] == LOOKUP && is_himself(node_at(mc, n[2]), of)) return (Worth){term, n[1], true};
    return (Worth){term, 0, false};
}

static inline bool worth_for(Machine *mc, const Worth *worth, Looking *l, Word item, Word *found) {
    if (worth->is_plain && worth->column) return shown(mc, worth->column, item, found);
    if (worth->is_plain) return *found = item, true;
    looks_at(mc, l, item);
    bool has = value(mc, worth->term, &l->each, found);
    looks_away(mc, l);
    return has;
}

/* Whether a term is the same for all candidates. */
static bool is_same_for_all(const Machine *mc, Word node, Candidates of) {
    unsigned varying = BY_IT | (of.players ? BY_OWN : 0) | (of.slot >= 0 || binds(mc, of) ? BY_NAMES : 0);
    return !(mc->plan->varies[node] & varying);
}

/* ---- those for which a test holds */

/* Those members for which a condition on an `item` is what is wanted, laid where the first of them may lie. */
#define LAY_THOSE(condition)                                                                                           \
    size_t kept = 0;                                                                                                   \
    for (size_t i = 0; i < members.count; i++) {                                                                       \
        Word item = mc->arena.at[members.at + i];                                                                      \
        if ((condition) == wanted) mc->arena.at[to + kept++] = item;                                                   \
    }                                                                                                                  \
    return kept;

/* A comparison of which one side is known. */
static size_t those_compared(Machine *mc, const Word *n, bool wanted, bool left, Looking *l, Set members, size_t to) {
    Word known, other;
    bool has = value(mc, left ? n[1] : n[2], l->who, &known);
    Worth each = worth(mc, left ? n[2] : n[1], l->of);
    LAY_THOSE(has && worth_for(mc, &each, l, item, &other) && compares(n[0], left ? known : other, left ? other : known))
}

/* Whether something is in a set that is known. */
static size_t those_within(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    Word place, one;
    Worth each = worth(mc, n[1], l->of);
    if (is_zone(mc, n[2], l->who, &place)) {
        LAY_THOSE(worth_for(mc, &each, l, item, &one) && one >= 0 && one < mc->plan->cards && mc->where[one] == place)
    }
    Set set = set_of(mc, n[2], l->who);
    Few few = {0, true};
    for (size_t i = 0; i < set.count; i++) few_add(&few, mc->arena.at[set.at + i]);
    LAY_THOSE(worth_for(mc, &each, l, item, &one) && (few.all ? few_has(few, one) : is_among(mc->arena.at + set.at, set.count, one)))
}

static size_t those_tested(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to) {
    LAY_THOSE(holds_for(mc, test, l, item))
}

/* They are laid over the members, or elsewhere in the arena; gives how many they are. */
static size_t those(Machine *mc, Word test, Candidates of, const Who *who, Set members, size_t to) {
    const Word *n = node_at(mc, test);
    size_t used = mc->arena.used;
    bool wanted = true;
    for (; n[0] == NOT; n = node_at(mc, n[1])) wanted = !wanted;
    Looking l = looking(of, who);
    works(mc, members.count);
    switch (n[0]) {
    case ALL_OF:
        if (!wanted) break;
        if (!n[1]) break;
        for (Word i = 0; i < n[1] && members.count; i++) members = (Set){to, those(mc, n[2 + i], of, who, members, to)};
        return members.count;
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS: {
        bool left = is_same_for_all(mc, n[1], of);
        if (left || is_same_for_all(mc, n[2], of)) return those_compared(mc, n, wanted, left, &l, members, to);
        break;
    }
    case WITHIN:
        if (!is_same_for_all(mc, n[2], of)) break;
        members.count = those_within(mc, n, wanted, &l, members, to);
        mc->arena.used = used;
        return members.count;
    default:
        break;
    }
    return those_tested(mc, n - mc->plan->words, wanted, &l, members, to);
}

/* ---- the three sieves */

static size_t preferring(Machine *mc, const Word *n, Candidates of, const Who *who, Set members) {
    size_t to = mc->arena.used, kept = 0;
    pushed_room(mc, &mc->arena, members.count);
    for (Word i = 0; i < n[1] && !kept; i++) kept = those(mc, n[2 + i], of, who, members, to);
    for (size_t i = 0; i < kept; i++) mc->arena.at[members.at + i] = mc->arena.at[to + i];
    mc->arena.used = to;
    return kept ? kept : members.count;
}

static size_t extremes(Machine *mc, const Word *n, Candidates of, const Who *who, Set members) {
    for (Word i = 0; i < n[1] && members.count > 1; i++) {
        bool most = n[2 + 2 * i], best_has = false;
        Word best = 0;
        size_t kept = 0;
        Looking l = looking(of, who);
        Worth each = worth(mc, n[3 + 2 * i], of);
        works(mc, members.count);
        for (size_t k = 0; k < members.count; k++) {
            Word item = mc->arena.at[members.at + k], amount = 0;
            bool has = worth_for(mc, &each, &l, item, &amount);
            if (has && (!best_has || (most ? amount > best : amount < best))) best = amount, best_has = true, kept = 0;
            if (has == best_has && (!has || amount == best)) mc->arena.at[members.at + kept++] = item;
        }
        members.count = kept;
    }
    return members.count;
}

size_t narrow(Machine *mc, const Word *sieves, size_t count, Candidates of, const Who *who, Set members) {
    for (size_t i = 0; i < count && members.count; i++) {
        const Word *n = node_at(mc, sieves[i]);
        switch (n[0]) {
        case WHERE:
            if (!of.choice || !pairs_apart(mc, of.choice, n[1], who, &members)) members.count = those(mc, n[1], of, who, members, members.at);
            break;
        case PREFERRING:
            members.count = preferring(mc, n, of, who, members);
            break;
        case EXTREMES:
            members.count = extremes(mc, n, of, who, members);
            break;
        default:
            fail(mc, "this is no sieve");
        }
    }
    return members.count;
}
