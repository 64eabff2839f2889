/* Sieves: which members of a set, or which answers, come through.

   Cards and seats are few in most games: as bits of a word, a test is asked of all of them at once, and the members are laid
   out anew once, when all sieves are through. Answers, and cards of larger games, are asked one after another. Either way most
   tests compare something of the candidate with something that is the same for all of them, which is worked out once. That is
   only there for speed: it saves a game a tenth of its instructions, or a quarter where a card can be played for one of
   several reasons, and bits as much again. */

#include "sieves.h"

/* ---- candidates, one after another */

static Looking looking(const Machine *mc, Candidates of, const Who *who) {
    bool binds = of.choice && node_at(mc, of.choice)[CHOICE_NAMED];
    unsigned varying = BY_IT | (of.players ? BY_OWN : 0) | (of.slot >= 0 || binds ? BY_NAMES : 0);
    Looking l; /* not the one who looks at a candidate, as often nobody has to */
    l.of = of, l.who = who, l.varying = varying, l.binds = binds, l.keeps = -1;
    return l;
}

/* The register keeps what this candidate picks, where it lies. */
static void keeps_picked(Machine *mc, const Looking *l, Word item) {
    const Given *set = &l->picks->set;
    Given *kept = &mc->given[l->keeps];
    if (l->picks->which == AT_PLACES) {
        pick(kept, set, (uint64_t)item);
    } else {
        size_t count = some_of(mc, item, (size_t)set->number);
        *kept = *set, kept->number = (Word)count;
        if (l->picks->which == LAST_ONES) kept->at += (size_t)set->number - count;
    }
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
    if (l->keeps >= 0) {
        keeps_picked(mc, l, item);
        return;
    }
    l->each = (Who){l->of.players ? item : l->who->own, item, l->who->has_own || l->of.players, true};
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

/* Where answers have the one thing that a term depends on alone; 0 if it depends on more. */
static size_t index_of(const Machine *mc, Word node, const Looking *l) {
    bool is_of_names = l->binds && !is_counted(mc, node) && (mc->plan->traits[node].varies & l->varying) == BY_NAMES;
    return is_of_names ? index_in_answers(mc, node_at(mc, l->of.choice), mc->plan->traits[node].named) : 0;
}

static size_t nothing_known(Machine *mc) {
    size_t size = 3 * (size_t)mc->plan->cards, at = mc->arena.used;
    memset(pushed_room(mc, &mc->arena, size), 0, size * sizeof(Word));
    return at;
}

/* Room on the arena for something of each candidate, by his number. */
static inline size_t amounts_room(Machine *mc) { return (size_t)(pushed_room(mc, &mc->arena, 64) - mc->arena.at); }

/* How many of a set show the candidate, if that is what a term says, and the set is the same for all of them: as it is not known
   beforehand who asks, the count goes through whatever stands around the set. A game in which each hand is looked through for each
   word takes less than half of the time so. */
static bool counts_showing(Machine *mc, const Word *n, const Looking *l, Worth *found) {
    Word given = -1, of;
    Who asking = *l->who;
    if (n[KIND] != COUNT || l->of.choice) return false;
    for (n = node_at(mc, n[COUNT_OF]); n[KIND] != SIEVED; n = node_at(mc, n[KIND] == WITH_SET ? n[WITH_INNER] : n[CALL_FUNCTION])) {
        if (n[KIND] == WITH_SET && given < 0 && n[WITH_ONE] && is_himself(node_at(mc, n[WITH_ONE]), l)) {
            given = n[WITH_REGISTER];
        } else if (n[KIND] == CALL_SET) {
            if (n[CALL_OF] && (!is_same_for_all(mc, n[CALL_OF], l) || !value(mc, n[CALL_OF], &asking, &of))) return false;
            asking = n[CALL_OF] ? (Who){of, of, true, true} : *NOBODY;
        } else {
            return false;
        }
    }
    if (n[SIEVED_PLAYERS] || n[SIEVED_SIEVES_COUNT] != 1 || mc->plan->traits[n[SIEVED_SET]].varies & (l->varying | BY_GIVEN)) return false;
    const Word *sieve = node_at(mc, n[SIEVED_SIEVES]), *test = node_at(mc, sieve[WHERE_CONDITION]);
    if (sieve[KIND] != WHERE || test[KIND] != SAME) return false;
    const Word *one = node_at(mc, test[SAME_ONE]), *other = node_at(mc, test[SAME_OTHER]);
    if (one[KIND] != LOOKUP || node_at(mc, one[LOOKUP_OF])[KIND] != IT) return false;
    if (other[KIND] != GIVEN || other[GIVEN_REGISTER] != given) return false;
    Word column = one[LOOKUP_COLUMN];
    *found = (Worth){.is = SHOWING_HIM, .count = node_at(mc, column)[COLUMN_WORDS_COUNT], .bits = mc->plan->bits + column};
    return found->bits[0] && found->bits[1] && bits_of(mc, n[SIEVED_SET], &asking, &found->members);
}

static Word count_showing(const Worth *worth, Word word) {
    if (word >= 0 && word < worth->count) return bits_in(worth->members & worth->bits[2 + worth->count + word]);
    Word found = 0, member; /* which things show a word is known as far as there is room for it */
    for EACH_BIT(member, worth->members) found += member < worth->count && bit_of(word) & worth->bits[2 + member];
    return found;
}

static bool counter_of(Machine *mc, Word first, Word whose, Word *found) {
    Word at = checked_variable(mc, counted_on(first, whose));
    if (mc->coverage) coverage_reads(mc->coverage, at);
    return *found = mc->variables[at], mc->has[at];
}

/* What is known of each thing, by itself or with something added that is the same for all, as what lies on a table already. */
static inline bool is_known_and_more(const Machine *mc, const Word *n, Word term, const Looking *l) {
    return known_of(mc->plan, term) ||
           (n[KIND] == PLUS && known_of(mc->plan, n[ARITHMETIC_ONE]) && is_same_for_all(mc, n[ARITHMETIC_OTHER], l));
}

static inline Worth known_and_more(Machine *mc, const Word *n, Word term, const Looking *l) {
    const Known *known = known_of(mc->plan, term);
    if (known) return (Worth){.is = KNOWN_OF_HIM, .term = term, .all = known};
    return (Worth){
        .is = KNOWN_AND_MORE, .term = term, .all = known_of(mc->plan, n[ARITHMETIC_ONE]),
        .more = number_of(mc, n[ARITHMETIC_OTHER], l->who)};
}

/* ---- terms that are worked out for each */

static Worth worth_of_more(Machine *mc, Word term, const Word *n, const Looking *l) {
    ALIKE(OWNER_OF_OF, COUNT_OF);
    if (is_counted(mc, term)) return (Worth){.is = ANYTHING, .term = term};
    size_t index = index_of(mc, term, l);
    if (index) return (Worth){.is = OF_ONE_NAME, .term = term, .slot = mc->plan->traits[term].named, .index = index, .known = nothing_known(mc)};
    if (!l->of.choice && is_known_and_more(mc, n, term, l)) return known_and_more(mc, n, term, l);
    const Word *of = node_at(mc, n[COUNT_OF]);
    if (n[KIND] == OWNER_OF && is_himself(of, l)) return (Worth){.is = OWNER_OF_HIM};
    if (n[KIND] == COUNT && of[KIND] == CARDS_IN && of[CARDS_IN_WHOSE] && is_himself(node_at(mc, of[CARDS_IN_WHOSE]), l))
        return (Worth){.is = CARDS_OF_HIM, .first = of[CARDS_IN_FIRST]};
    Word counter = l->of.choice || l->keeps >= 0 ? -1 : counter_of_each(mc->words, n, l->of.players);
    if (counter >= 0) return (Worth){.is = COUNTER_OF_HIM, .first = counter};
    Worth found;
    return counts_showing(mc, n, l, &found) || asks_of_kept(mc, n, l, &found) ? found : (Worth){.is = ANYTHING, .term = term};
}

static inline Worth worth(Machine *mc, Word term, const Looking *l) {
    const Word *n = node_at(mc, term);
    if (is_himself(n, l)) return (Worth){.is = HIMSELF};
    if (n[KIND] == LOOKUP && is_himself(node_at(mc, n[LOOKUP_OF]), l))
        return (Worth){
            .is = SHOWN_OF_HIM, .count = node_at(mc, n[LOOKUP_COLUMN])[COLUMN_WORDS_COUNT],
            .column = node_at(mc, n[LOOKUP_COLUMN]) + COLUMN_WORDS, .bits = mc->plan->bits + n[LOOKUP_COLUMN]};
    return worth_of_more(mc, term, n, l);
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
    switch (worth->is) {
    case CARDS_OF_HIM:
        return *found = (Word)zone_count(mc, checked_place(mc, counted_on(worth->first, item))), true;
    case COUNTER_OF_HIM:
        return counter_of(mc, worth->first, item, found);
    case SHOWING_HIM:
        return *found = count_showing(worth, item), true;
    case OWNER_OF_HIM:
        return owner_of(mc, item, found);
    case OF_HIS_SET:
        return of_his_set(mc, worth, item & worth->places, found);
    case OF_SO_MANY:
        return of_his_set(mc, worth, (Word)some_of(mc, item, (size_t)worth->places), found);
    case OF_HIS_CARDS:
        return of_his_cards(mc, worth, item, found);
    case OF_ONE_NAME:
        return worth_of_name(mc, worth, l, item, found);
    case KNOWN_OF_HIM:
        if (!knows_one(worth->all, item)) break;
        return *found = worth->all->of[item], worth->all->has >> item & 1;
    case KNOWN_AND_MORE: /* what is none counts as 0 */
        if (!knows_one(worth->all, item)) break;
        return *found = added(worth->all->has >> item & 1 ? worth->all->of[item] : 0, worth->more), true;
    case HIMSELF:
    case SHOWN_OF_HIM:
    case ANYTHING:
        break;
    }
    looks_at(mc, l, item);
    bool has = value(mc, worth->term, &l->each, found);
    looks_away(mc, l);
    return has;
}

static inline bool worth_for(Machine *mc, const Worth *worth, Looking *l, Word item, Word *found) {
    if (worth->is == HIMSELF) return *found = item, true;
    if (worth->is != SHOWN_OF_HIM) return worth_worked_out(mc, worth, l, item, found);
    *found = worth->column[COLUMN_EACH_SIZE * checked(mc, item, worth->count, "there is nothing in a list for this") + COLUMN_EACH_VALUE];
    return worth->column[COLUMN_EACH_SIZE * item + COLUMN_EACH_HAS_VALUE];
}

/* ---- candidates as bits */

/* Whether a list says for each of these what it shows, so that nobody need look whether it does. */
static inline bool is_listed(const Worth *worth, uint64_t among) { return worth->count >= 64 || !(among >> worth->count); }

/* The numbers below 64 that stand so to one. */
static inline uint64_t numbers_that_stand(unsigned where, Word to) {
    uint64_t equal = bit_of(to), lower = to <= 0 ? 0 : to >= 64 ? UINT64_MAX : equal - 1;
    return (where & LOWER ? lower : 0) | (where & EQUAL ? equal : 0) | (where & HIGHER ? ~(lower | equal) : 0);
}

/* Whether it lies there for each of these what it is. */
static inline bool is_laid(const Worth *worth, uint64_t among) { return worth->places >= 63 || !(among >> (worth->places + 1)); }

/* A comparison of which one side is known. */
static uint64_t bits_compared(Machine *mc, const Word *n, bool left, Looking *l, uint64_t among) {
    Word known, other, item;
    if (!value(mc, left ? n[COMPARE_SUBJECT] : n[COMPARE_OTHER], l->who, &known)) return 0;
    Worth each = worth(mc, left ? n[COMPARE_OTHER] : n[COMPARE_SUBJECT], l);
    unsigned where = holds_where(n[KIND]);
    if (left && where != EQUAL) where ^= LOWER | HIGHER; /* the other way round */
    if (each.is == HIMSELF) return among & numbers_that_stand(where, known);
    if (where == EQUAL && each.is == SHOWN_OF_HIM && each.bits[1] && known >= 0 && known < each.count && is_listed(&each, among))
        return among & each.bits[2 + each.count + known];
    uint64_t found = 0;
    if (each.is == SHOWING_HIM) {
        for EACH_BIT(item, among) found |= (uint64_t)stands(where, count_showing(&each, item), known) << item;
        return found;
    }
    if (where == EQUAL && each.is == OWNER_OF_HIM) { /* without a branch for each */
        for (Word place = 0; place < mc->plan->places; place++) found |= mc->lying[place] & -(uint64_t)(mc->plan->owners[place] == known);
        return known < 0 ? 0 : found & among;
    }
    if (each.is == OF_HIS_SET && is_laid(&each, among)) {
        const Word *amount = mc->arena.at + each.amounts;
        for EACH_BIT(item, among & each.has) found |= (uint64_t)stands(where, amount[item], known) << item;
        return found;
    }
    for EACH_BIT(item, among) found |= (uint64_t)(worth_for(mc, &each, l, item, &other) && stands(where, other, known)) << item;
    return found;
}

/* What a term is of each candidate, by his number, 0 where it is none: gives where that lies in the arena, and for whom it is something. */
static size_t amounts_of(Machine *mc, Word term, Looking *l, uint64_t among, uint64_t *has) {
    const Word *n = node_at(mc, term);
    Word item, one;
    if (is_same_for_all(mc, term, l)) {
        size_t to = amounts_room(mc);
        bool is_any = value(mc, term, l->who, &one);
        for EACH_BIT(item, among) mc->arena.at[to + (size_t)item] = is_any ? one : 0;
        return *has = is_any ? among : 0, to;
    }
    if (is_arithmetic(n[KIND])) {
        size_t left = amounts_of(mc, n[ARITHMETIC_ONE], l, among, has), right = amounts_of(mc, n[ARITHMETIC_OTHER], l, among, has);
        size_t to = amounts_room(mc);
        const Word *some = mc->arena.at + left, *other = mc->arena.at + right;
        for EACH_BIT(item, among) mc->arena.at[to + (size_t)item] = reckoned(n[KIND], some[item], other[item]);
        return *has = among, to;
    }
    Worth each = worth(mc, term, l);
    if (each.is == OF_HIS_SET && is_laid(&each, among) && !(among & ~each.has)) return *has = among, each.amounts;
    size_t to = amounts_room(mc);
    *has = 0;
    for EACH_BIT(item, among) {
        bool is_any = worth_for(mc, &each, l, item, &one);
        mc->arena.at[to + (size_t)item] = is_any ? one : 0, *has |= (uint64_t)is_any << item;
    }
    return to;
}

/* A comparison of which both sides are another for each. */
static uint64_t bits_both(Machine *mc, const Word *n, Looking *l, uint64_t among) {
    unsigned where = holds_where(n[KIND]);
    uint64_t found = 0;
    Word item;
    size_t left = amounts_of(mc, n[COMPARE_SUBJECT], l, among, &among), right = amounts_of(mc, n[COMPARE_OTHER], l, among, &among);
    const Word *one = mc->arena.at + left, *other = mc->arena.at + right;
    for EACH_BIT(item, among) found |= (uint64_t)stands(where, one[item], other[item]) << item;
    return found;
}

/* Whether something is in a set that is known. */
static uint64_t bits_within(Machine *mc, const Word *n, Looking *l, uint64_t among) {
    Word place, one, item;
    uint64_t found = 0;
    Worth each = worth(mc, n[WITHIN_SUBJECT], l);
    if (is_zone(mc, n[WITHIN_OTHER], l->who, &place)) {
        for EACH_BIT(item, among)
            found |= (uint64_t)(worth_for(mc, &each, l, item, &one) && one >= 0 && one < mc->plan->cards && mc->where[one] == place) << item;
        return found;
    }
    const Word *in = node_at(mc, n[WITHIN_OTHER]);
    Shows shows;
    if (in[KIND] == LOOKUPS && set_shows(mc, in[LOOKUPS_COLUMN], in[LOOKUPS_OF], l->who, &shows)) {
        if (each.is == SHOWN_OF_HIM && each.bits[1] == ALL_LISTED && is_listed(&each, among)) {
            Word word; /* they are fewer than the candidates, in most games */
            for EACH_BIT(word, shows.words) found |= each.bits[2 + each.count + word];
            found &= among;
        } else if (each.is == SHOWN_OF_HIM && is_listed(&each, among)) {
            for EACH_BIT(item, among) found |= (uint64_t)((each.bits[2 + item] & shows.words) != 0) << item;
        } else {
            for EACH_BIT(item, among) found |= (uint64_t)(worth_for(mc, &each, l, item, &one) && bit_of(one) & shows.words) << item;
        }
        return found;
    }
    Set set = set_of(mc, n[WITHIN_OTHER], l->who);
    for EACH_BIT(item, among)
        found |= (uint64_t)(worth_for(mc, &each, l, item, &one) && is_among(mc->arena.at + set.at, set.count, one)) << item;
    mc->arena.used = set.at;
    return found;
}

static uint64_t bits_where(Machine *mc, Word test, Looking *l, uint64_t among);

/* ... of a test that is no opposite of another. */
static uint64_t bits_for_which(Machine *mc, Word test, Looking *l, uint64_t among) {
    const Word *n = node_at(mc, test);
    Looking inside;
    Picks picks;
    Given before;
    uint64_t found = 0;
    Word item;
    works(mc, 0);
    if (is_same_for_all(mc, test, l)) return holds(mc, test, l->who) ? among : 0;
    const Known *known = known_of(mc->plan, test);
    if (knows_all(known, among)) return among & known->has;
    switch (is_counted(mc, test) && n[KIND] != ALL_OF && n[KIND] != ANY_OF ? NO_NODE : n[KIND]) {
    case ALL_OF:
        for (Word i = 0; i < n[ALL_OF_PARTS_COUNT] && among; i++) among = bits_where(mc, n[ALL_OF_PARTS + i], l, among);
        return among;
    case ANY_OF:
        for (Word i = 0; i < n[ANY_OF_PARTS_COUNT] && among != found; i++) found |= bits_where(mc, n[ANY_OF_PARTS + i], l, among & ~found);
        return found;
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS:
        if (is_same_for_all(mc, n[COMPARE_OTHER], l)) return bits_compared(mc, n, false, l, among);
        if (is_same_for_all(mc, n[COMPARE_SUBJECT], l)) return bits_compared(mc, n, true, l, among);
        if (l->keeps < 0) break;
        return bits_both(mc, n, l, among);
    case WITHIN:
        if (is_same_for_all(mc, n[WITHIN_OTHER], l)) return bits_within(mc, n, l, among);
        break;
    case REPEATS:
        if (finds_repeating(mc, n, l, among, &found)) return found;
        break;
    case HOLDS:
        if (l->keeps < 0 || n[HOLDS_SUBJECT]) break;
        inside = as_nobody(l);
        return bits_where(
            mc, is_kept(node_at(mc, n[HOLDS_FUNCTION])) ? node_at(mc, n[HOLDS_FUNCTION])[REMEMBERED_TEST_INNER] : n[HOLDS_FUNCTION],
            &inside, among);
    case REMEMBERED_TEST: /* all candidates at once take less than looking for each, unless it is charged for once */
        if (mc->plan->traits[test].each) break;
        return bits_where(mc, n[REMEMBERED_TEST_INNER], l, among);
    case WITH_TEST:
        if (!told_by_picks(mc, n, l, &inside, &picks)) break;
        before = mc->given[n[WITH_TEST_REGISTER]];
        found = bits_where(mc, n[WITH_TEST_INNER], &inside, among);
        mc->given[n[WITH_TEST_REGISTER]] = before;
        return found;
    default:
        break;
    }
    for EACH_BIT(item, among) found |= (uint64_t)holds_for(mc, test, l, item) << item;
    return found;
}

/* Those among some for which a test holds. */
static uint64_t bits_where(Machine *mc, Word test, Looking *l, uint64_t among) {
    bool others = false;
    for (const Word *n = node_at(mc, test); n[KIND] == NOT; n = node_at(mc, test)) others = !others, test = n[NOT_PART];
    uint64_t those = bits_for_which(mc, test, l, among);
    return others ? among & ~those : those;
}

uint64_t bits_for_whom(Machine *mc, Word test, bool players, const Who *who, uint64_t among) {
    Looking l = looking(mc, (Candidates){0, players, -1}, who);
    size_t used = mc->arena.used;
    among = bits_where(mc, test, &l, among);
    mc->arena.used = used;
    return among;
}

static uint64_t bits_preferring(Machine *mc, const Word *n, Looking *l, uint64_t among) {
    uint64_t found = 0;
    for (Word i = 0; i < n[PREFERRING_CONDITIONS_COUNT] && !found; i++) found = bits_where(mc, n[PREFERRING_CONDITIONS + i], l, among);
    return found ? found : among;
}

static uint64_t bits_extreme(Machine *mc, const Word *n, Looking *l, uint64_t among) {
    for (Word i = 0; i < n[EXTREMES_MEASURES_COUNT] && among & (among - 1); i++) {
        bool most = n[EXTREMES_IS_MOST_AT(i)], best_has = false;
        Word best = 0, item;
        uint64_t kept = 0;
        Worth each = worth(mc, n[EXTREMES_MEASURE_AT(i)], l);
        for EACH_BIT(item, among) {
            Word amount = 0;
            bool has = worth_for(mc, &each, l, item, &amount);
            if (has && (!best_has || (most ? amount > best : amount < best))) best = amount, best_has = true, kept = 0;
            if (has == best_has && (!has || amount == best)) kept |= (uint64_t)1 << item;
        }
        among = kept;
    }
    return among;
}

/* All sieves, one after another. */
static uint64_t bits_through(Machine *mc, const Word *sieves, size_t count, Looking *l, uint64_t among) {
    for (size_t i = 0; i < count && among; i++) {
        const Word *n = node_at(mc, sieves[i]);
        among = n[KIND] == WHERE        ? bits_where(mc, n[WHERE_CONDITION], l, among)
                : n[KIND] == PREFERRING ? bits_preferring(mc, n, l, among)
                                        : bits_extreme(mc, n, l, among);
    }
    return among;
}

uint64_t sieve_bits(Machine *mc, const Word *sieves, size_t count, Candidates of, const Who *who, uint64_t among) {
    Looking l = looking(mc, of, who);
    size_t used = mc->arena.used;
    among = bits_through(mc, sieves, count, &l, among);
    mc->arena.used = used;
    return among;
}

/* The members that are left keep their order. */
static size_t narrow_bits(Machine *mc, const Word *sieves, size_t count, Looking *l, Set members, uint64_t among) {
    works(mc, members.count);
    among = bits_through(mc, sieves, count, l, among);
    Word *at = mc->arena.at + members.at;
    size_t kept = 0;
    for (size_t i = 0; i < members.count; i++) {
        Word item = at[i];
        at[kept] = item, kept += among >> item & 1;
    }
    return kept;
}

/* ---- those for which a test holds, one after another */

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
    bool has = value(mc, left ? n[COMPARE_SUBJECT] : n[COMPARE_OTHER], l->who, &known);
    Worth each = worth(mc, left ? n[COMPARE_OTHER] : n[COMPARE_SUBJECT], l);
    unsigned where = holds_where(n[KIND]);
    if (left && where != EQUAL) where ^= LOWER | HIGHER; /* the other way round */
    LAY_THOSE(has && worth_for(mc, &each, l, item, &other) && stands(where, other, known))
}

/* A comparison of something of one thing in an answer with something of another. */
static size_t those_both(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    Word one, other;
    Worth left = worth(mc, n[COMPARE_SUBJECT], l), right = worth(mc, n[COMPARE_OTHER], l);
    unsigned where = holds_where(n[KIND]);
    LAY_THOSE(worth_of_name(mc, &left, l, item, &one) && worth_of_name(mc, &right, l, item, &other) && stands(where, one, other))
}

/* Whether something is in a set that is known. */
static size_t those_within(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    Word place, one;
    Worth each = worth(mc, n[WITHIN_SUBJECT], l);
    if (is_zone(mc, n[WITHIN_OTHER], l->who, &place)) {
        LAY_THOSE(worth_for(mc, &each, l, item, &one) && one >= 0 && one < mc->plan->cards && mc->where[one] == place)
    }
    const Word *in = node_at(mc, n[WITHIN_OTHER]);
    Shows shows;
    if (in[KIND] == LOOKUPS && set_shows(mc, in[LOOKUPS_COLUMN], in[LOOKUPS_OF], l->who, &shows)) {
        LAY_THOSE(worth_for(mc, &each, l, item, &one) && one >= 0 && one < 64 && shows.words >> one & 1)
    }
    Set set = set_of(mc, n[WITHIN_OTHER], l->who);
    LAY_THOSE(worth_for(mc, &each, l, item, &one) && is_among(mc->arena.at + set.at, set.count, one))
}

static size_t those_tested(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to) {
    LAY_THOSE(holds_for(mc, test, l, item))
}

static size_t those(Machine *mc, Word test, bool wanted, Looking *l, Set members, size_t to);

/* Those for which all parts hold, or do not, are found part by part; if it is the others that are wanted, they are left
   over. So each part has its own known side. */
static size_t those_joined(Machine *mc, const Word *n, bool wanted, Looking *l, Set members, size_t to) {
    bool all = n[KIND] == ALL_OF, others = wanted != all;
    size_t used = mc->arena.used, at = others ? used : to, kept = 0, next = 0;
    Set left = members;
    if (others) pushed_room(mc, &mc->arena, members.count);
    for (Word i = 0; i < n[ALL_OF_PARTS_COUNT] && left.count; i++) left = (Set){at, those(mc, n[ALL_OF_PARTS + i], all, l, left, at)};
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
    Looking inside;
    Picks picks;
    Given before;
    for (; n[KIND] == NOT; n = node_at(mc, n[NOT_PART])) wanted = !wanted;
    works(mc, members.count);
    switch (is_counted(mc, n - mc->words) && n[KIND] != ALL_OF && n[KIND] != ANY_OF ? NO_NODE : n[KIND]) {
    case ALL_OF:
    case ANY_OF:
        if (n[ALL_OF_PARTS_COUNT]) return those_joined(mc, n, wanted, l, members, to);
        break;
    case SAME:
    case AT_LEAST:
    case AT_MOST:
    case MORE:
    case LESS:
        if (is_same_for_all(mc, n[COMPARE_OTHER], l)) return those_compared(mc, n, wanted, false, l, members, to);
        if (is_same_for_all(mc, n[COMPARE_SUBJECT], l)) return those_compared(mc, n, wanted, true, l, members, to);
        if (index_of(mc, n[COMPARE_SUBJECT], l) && index_of(mc, n[COMPARE_OTHER], l)) {
            members.count = those_both(mc, n, wanted, l, members, to);
            mc->arena.used = used;
            return members.count;
        }
        break;
    case WITHIN:
        if (!is_same_for_all(mc, n[WITHIN_OTHER], l)) break;
        members.count = those_within(mc, n, wanted, l, members, to);
        mc->arena.used = used;
        return members.count;
    case HOLDS:
        if (l->keeps < 0 || n[HOLDS_SUBJECT]) break;
        inside = as_nobody(l);
        return those(
            mc, is_kept(node_at(mc, n[HOLDS_FUNCTION])) ? node_at(mc, n[HOLDS_FUNCTION])[REMEMBERED_TEST_INNER] : n[HOLDS_FUNCTION], wanted,
            &inside, members, to);
    case WITH_TEST:
        if (!told_by_picks(mc, n, l, &inside, &picks)) break;
        before = mc->given[n[WITH_TEST_REGISTER]];
        members.count = those(mc, n[WITH_TEST_INNER], wanted, &inside, members, to);
        mc->given[n[WITH_TEST_REGISTER]] = before;
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
    for (Word i = 0; i < n[PREFERRING_CONDITIONS_COUNT] && !kept; i++) kept = those(mc, n[PREFERRING_CONDITIONS + i], true, l, members, to);
    for (size_t i = 0; i < kept; i++) mc->arena.at[members.at + i] = mc->arena.at[to + i];
    mc->arena.used = to;
    return kept ? kept : members.count;
}

static size_t extremes(Machine *mc, const Word *n, Looking *l, Set members) {
    for (Word i = 0; i < n[EXTREMES_MEASURES_COUNT] && members.count > 1; i++) {
        bool most = n[EXTREMES_IS_MOST_AT(i)], best_has = false;
        Word best = 0;
        size_t kept = 0;
        Worth each = worth(mc, n[EXTREMES_MEASURE_AT(i)], l);
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
    uint64_t among;
    if (!of.choice && bits_of_list(mc->arena.at + members.at, members.count, &among)) return narrow_bits(mc, sieves, count, &l, members, among);
    for (size_t i = 0; i < count && members.count; i++) {
        const Word *n = node_at(mc, sieves[i]);
        switch ((AnySieve)n[KIND]) {
        case WHERE:
            members.count = those(mc, n[WHERE_CONDITION], true, &l, members, members.at);
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

Set sieved(Machine *mc, Word set, const Word *sieves, size_t count, Candidates of, const Who *who, Word each) {
    unsigned form = mc->plan->traits[set].form;
    uint64_t bits;
    if (count && form & (IN_ORDER | IN_TURN) && bits_of(mc, set, who, &bits)) {
        charge_for(mc, each, (size_t)bits_in(bits));
        return push_bits(mc, form, sieve_bits(mc, sieves, count, of, who, bits));
    }
    Set members = set_of(mc, set, who);
    charge_for(mc, each, members.count);
    if (count) members.count = narrow(mc, sieves, count, of, who, members);
    mc->arena.used = members.at + members.count;
    return members;
}
