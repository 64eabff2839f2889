/* Sieves: which members of a set, or which answers, come through.

   A test is asked of one candidate after another, and most tests compare something of the candidate with something that
   is the same for all of them, which is worked out once. That is only there for speed: it saves a game a tenth of its
   instructions, or a quarter where a card can be played for one of several reasons. */

#include "terms.h"

/* ---- candidates, one after another */

typedef struct {
    Candidates of;
    const Who *who;   /* for whom everything is worked out, */
    Who each;         /* and the same as he looks at one candidate */
    unsigned varying; /* what is not the same for all of them */
    bool binds;       /* whether answers are bound to the names of a choice */
} Looking;

static Looking looking(const Machine *mc, Candidates of, const Who *who) {
    bool binds = of.choice && node_at(mc, of.choice)[2];
    unsigned varying = BY_IT | (of.players ? BY_OWN : 0) | (of.slot >= 0 || binds ? BY_NAMES : 0);
    return (Looking){of, who, {.own = who->own, .has_own = who->has_own || of.players, .has_it = true}, varying, binds};
}

static void looks_at_answer(Machine *mc, Looking *l, const Word *answer) {
    l->each = *l->who;
    l->each.has_it = answer[0] == ONE_THING;
    if (l->each.has_it) l->each.it = answer[1];
    if (l->each.has_it && l->of.players) l->each.own = answer[1], l->each.has_own = true;
    if (l->binds) choice_bind(mc, l->of.choice, answer);
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
    if (l->binds) choice_unbind(mc, l->of.choice);
}

static inline bool holds_for(Machine *mc, Word test, Looking *l, Word item) {
    looks_at(mc, l, item);
    bool found = holds(mc, test, &l->each);
    looks_away(mc, l);
    return found;
}

/* A term that is worked out for each candidate. Most are the candidate himself, or what he shows of a list, and need
   nobody to look at him, which saves as much again as half of that. */
typedef struct {
    enum { HIMSELF, SHOWN_OF_HIM, OF_ONE_NAME, ANYTHING } is;
    Word term, count, slot;
    const Word *column;  /* the words of the list, and how many there are */
    size_t index, known; /* of the thing in an answer; where it lies of each thing whether it is known, is anything, and what */
} Worth;

/* Where answers have the one thing that a term depends on alone; 0 if it depends on more. */
static size_t index_of(const Machine *mc, Word node, const Looking *l) {
    bool is_of_names = l->binds && (mc->plan->varies[node] & l->varying) == BY_NAMES;
    return is_of_names ? index_in_answers(mc, node_at(mc, l->of.choice), mc->plan->named[node]) : 0;
}

static size_t nothing_known(Machine *mc) {
    size_t size = 3 * (size_t)mc->plan->cards, at = mc->arena.used;
    memset(pushed_room(mc, &mc->arena, size), 0, size * sizeof(Word));
    return at;
}

static inline bool is_himself(const Word *n, Candidates of) {
    return !of.choice && (n[0] == IT || (n[0] == OWN && of.players) || (n[0] == SLOT && n[1] == of.slot));
}

static inline Worth worth(Machine *mc, Word term, const Looking *l) {
    const Word *n = node_at(mc, term);
    if (is_himself(n, l->of)) return (Worth){.is = HIMSELF};
    size_t index = index_of(mc, term, l);
    if (index) return (Worth){.is = OF_ONE_NAME, .term = term, .slot = mc->plan->named[term], .index = index, .known = nothing_known(mc)};
    if (n[0] != LOOKUP || !is_himself(node_at(mc, n[2]), l->of)) return (Worth){.is = ANYTHING, .term = term};
    return (Worth){.is = SHOWN_OF_HIM, .count = node_at(mc, n[1])[1], .column = node_at(mc, n[1]) + 2};
}

static inline bool worth_of_name(Machine *mc, const Worth *worth, const Looking *l, Word item, Word *found) {
    Word thing = mc->raws.at[(size_t)item + worth->index];
    bool is_kept = thing >= 0 && thing < mc->plan->cards;
    size_t at = worth->known + 3 * (size_t)thing;
    if (is_kept && mc->arena.at[at]) return *found = mc->arena.at[at + 2], mc->arena.at[at + 1];
    name_number(mc, worth->slot, thing);
    bool has = value(mc, worth->term, l->who, found);
    name_unset(mc, worth->slot);
    if (is_kept) mc->arena.at[at] = 1, mc->arena.at[at + 1] = has, mc->arena.at[at + 2] = *found;
    return has;
}

static bool worth_worked_out(Machine *mc, const Worth *worth, Looking *l, Word item, Word *found) {
    if (worth->is == OF_ONE_NAME) return worth_of_name(mc, worth, l, item, found);
    looks_at(mc, l, item);
    bool has = value(mc, worth->term, &l->each, found);
    looks_away(mc, l);
    return has;
}

static inline bool worth_for(Machine *mc, const Worth *worth, Looking *l, Word item, Word *found) {
    if (worth->is == HIMSELF) return *found = item, true;
    if (worth->is != SHOWN_OF_HIM) return worth_worked_out(mc, worth, l, item, found);
    *found = worth->column[2 * checked(mc, item, worth->count, "there is nothing in a list for this") + 1];
    return worth->column[2 * item];
}

static inline bool is_same_for_all(const Machine *mc, Word node, const Looking *l) { return !(mc->plan->varies[node] & l->varying); }

/* ---- those for which a test holds */

/* Those members for which a condition on an `item` is what is wanted, laid from an index of the arena on: that of the
   members themselves, or one behind them. */
#define LAY_THOSE(condition)                                                                                           \
    size_t kept = 0;                                                                                                   \
    for (size_t i = 0; i < members.count; i++) {                                                                       \
        Word item = mc->arena.at[members.at + i];                                                                      \
        bool stays = (condition) == wanted;                                                                            \
        mc->arena.at[to + kept] = item, kept += stays;                                                                 \
    }                                                                                                                  \
    return kept;

/* A comparison of which one side is known. */
static size_t those_compared(Machine *mc, const Word *n, bool wanted, bool left, Looking *l, Set members, size_t to) {
    Word known, other;
    bool has = value(mc, left ? n[1] : n[2], l->who, &known);
    Worth each = worth(mc, left ? n[2] : n[1], l);
    unsigned where = holds_where(n[0]);
    if (left && where != EQUAL) where ^= LOWER | HIGHER; /* the other way round */
    LAY_THOSE(has && worth_for(mc, &each, l, item, &other) && stands(where, other, known))
}

/* A comparison of something of one thing in an answer with something of another. */
static size_t those_both(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    Word one, other;
    Worth left = worth(mc, n[1], l), right = worth(mc, n[2], l);
    unsigned where = holds_where(n[0]);
    LAY_THOSE(worth_of_name(mc, &left, l, item, &one) && worth_of_name(mc, &right, l, item, &other) && stands(where, one, other))
}

/* Whether something is in a set that is known. */
static size_t those_within(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    Word place, one;
    Worth each = worth(mc, n[1], l);
    if (is_zone(mc, n[2], l->who, &place)) {
        LAY_THOSE(worth_for(mc, &each, l, item, &one) && one >= 0 && one < mc->plan->cards && mc->where[one] == place)
    }
    const Word *in = node_at(mc, n[2]);
    ZoneShows zone;
    if (in[0] == LOOKUPS && zone_shows(mc, in[1], in[2], l->who, &zone)) {
        LAY_THOSE(worth_for(mc, &each, l, item, &one) && one >= 0 && one < 64 && zone.words >> one & 1)
    }
    Set set = set_of(mc, n[2], l->who);
    LAY_THOSE(worth_for(mc, &each, l, item, &one) && is_among(mc->arena.at + set.at, set.count, one))
}

static size_t those_tested(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to) {
    LAY_THOSE(holds_for(mc, test, l, item))
}

static size_t those(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to);

/* Those for which all parts hold, or do not, are found part by part; if it is the others that are wanted, they are left
   over. So each part has its own known side. */
static size_t those_joined(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    bool all = n[0] == ALL_OF, others = wanted != all;
    size_t used = mc->arena.used, at = others ? used : to, kept = 0, next = 0;
    Set left = members;
    if (others) pushed_room(mc, &mc->arena, members.count);
    for (Word i = 0; i < n[1] && left.count; i++) left = (Set){at, those(mc, n[2 + i], all, l, left, at)};
    for (size_t i = 0; others && i < members.count; i++) {
        Word item = mc->arena.at[members.at + i];
        if (next < left.count && mc->arena.at[at + next] == item)
            next++;
        else
            mc->arena.at[to + kept++] = item;
    }
    mc->arena.used = used;
    return others ? kept : left.count;
}

/* They are laid over the members, or elsewhere in the arena; gives how many they are. */
static size_t those(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to) {
    const Word *n = node_at(mc, test);
    size_t used = mc->arena.used;
    for (; n[0] == NOT; n = node_at(mc, n[1])) wanted = !wanted;
    works(mc, members.count);
    switch (n[0]) {
    case ALL_OF:
    case ANY_OF:
        if (n[1]) return those_joined(mc, n, wanted, l, members, to);
        break;
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS:
        if (is_same_for_all(mc, n[2], l)) return those_compared(mc, n, wanted, false, l, members, to);
        if (is_same_for_all(mc, n[1], l)) return those_compared(mc, n, wanted, true, l, members, to);
        if (index_of(mc, n[1], l) && index_of(mc, n[2], l)) {
            members.count = those_both(mc, n, wanted, l, members, to);
            mc->arena.used = used;
            return members.count;
        }
        break;
    case WITHIN:
        if (!is_same_for_all(mc, n[2], l)) break;
        members.count = those_within(mc, n, wanted, l, members, to);
        mc->arena.used = used;
        return members.count;
    default:
        break;
    }
    return those_tested(mc, n - mc->words, wanted, l, members, to);
}

/* ---- the three sieves */

static size_t preferring(Machine *mc, const Word *n, Looking *l, Set members) {
    size_t to = mc->arena.used, kept = 0;
    pushed_room(mc, &mc->arena, members.count);
    for (Word i = 0; i < n[1] && !kept; i++) kept = those(mc, n[2 + i], true, l, members, to);
    for (size_t i = 0; i < kept; i++) mc->arena.at[members.at + i] = mc->arena.at[to + i];
    mc->arena.used = to;
    return kept ? kept : members.count;
}

static size_t extremes(Machine *mc, const Word *n, Looking *l, Set members) {
    for (Word i = 0; i < n[1] && members.count > 1; i++) {
        bool most = n[2 + 2 * i], best_has = false;
        Word best = 0;
        size_t kept = 0;
        Worth each = worth(mc, n[3 + 2 * i], l);
        works(mc, members.count);
        for (size_t k = 0; k < members.count; k++) {
            Word item = mc->arena.at[members.at + k], amount = 0;
            bool has = worth_for(mc, &each, l, item, &amount);
            if (has && (!best_has || (most ? amount > best : amount < best))) best = amount, best_has = true, kept = 0;
            if (has == best_has && (!has || amount == best)) mc->arena.at[members.at + kept++] = item;
        }
        members.count = kept;
    }
    return members.count;
}

size_t narrow(Machine *mc, const Word *sieves, size_t count, Candidates of, const Who *who, Set members) {
    Looking l = looking(mc, of, who);
    for (size_t i = 0; i < count && members.count; i++) {
        const Word *n = node_at(mc, sieves[i]);
        switch ((AnySieve)n[0]) {
        case WHERE:
            members.count = those(mc, n[1], true, &l, members, members.at);
            break;
        case PREFERRING:
            members.count = preferring(mc, n, &l, members);
            break;
        case EXTREMES:
            members.count = extremes(mc, n, &l, members);
            break;
        default:
            fail(mc, "this is no sieve");
        }
    }
    return members.count;
}
