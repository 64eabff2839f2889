/* Terms, tests and sieves: what they are now, for somebody. */

#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "nodes.h"

Word checked_card(Machine *mc, Word card) {
    if (card < 0 || card >= mc->plan->cards) fail(mc, "something else stands where a card should");
    return card;
}

Word checked_place(Machine *mc, Word place) {
    if (place < 0 || place >= mc->plan->places) fail(mc, "there is no such place");
    return place;
}

Word checked_seat(Machine *mc, Word seat) {
    if (seat < 0 || seat >= mc->plan->players) fail(mc, "something else stands where a player should");
    return seat;
}

Word checked_variable(Machine *mc, Word variable) {
    if (variable < 0 || variable >= mc->plan->variables) fail(mc, "there is no such counter or note");
    return variable;
}

static Word taken(Word one, Word other) {
    Word difference;
    if (!__builtin_sub_overflow(one, other, &difference)) return difference;
    return other < 0 ? INT64_MAX : INT64_MIN;
}

static Word multiplied(Word one, Word other) {
    Word product;
    if (!__builtin_mul_overflow(one, other, &product)) return product;
    return (one < 0) == (other < 0) ? INT64_MAX : INT64_MIN;
}

Word number_of(Machine *mc, Word node, Who who) {
    Word found = 0;
    return value_of(mc, node, who, &found) ? found : 0;
}

/* A number counted on from a seat, which need not be one: it is checked where it is used. */
static Word counted_on(Word first, Word seat) { return added(first, seat); }

static bool shown(Machine *mc, Word column, Word of, Word *word) {
    const Word *n = node_at(mc, column);
    if (of < 0 || of >= n[1]) fail(mc, "there is nothing in a list for this");
    *word = n[3 + 2 * of];
    return n[2 + 2 * of];
}

static Who of_member(Who who, Word member, bool player) {
    if (player) who.own = member, who.has_own = true;
    who.it = member, who.has_it = true;
    return who;
}

static int by_number(const void *one, const void *other) {
    Word a = *(const Word *)one, b = *(const Word *)other;
    return (a > b) - (a < b);
}

/* Replaces the set on top of the arena by the words that its members show, in order, each once. */
static Set words_shown(Machine *mc, Word column, Set members) {
    size_t kept = 0;
    for (size_t i = 0; i < members.count; i++) {
        Word word;
        if (shown(mc, column, mc->arena.at[members.at + i], &word)) mc->arena.at[members.at + kept++] = word;
    }
    Word *words = mc->arena.at + members.at;
    if (kept > 1) qsort(words, kept, sizeof(Word), by_number);
    size_t different = 0;
    for (size_t i = 0; i < kept; i++)
        if (i == 0 || words[i] != words[different - 1]) words[different++] = words[i];
    mc->arena.used = members.at + different;
    return (Set){members.at, different};
}

static size_t words_among(Machine *mc, Word column, Set members) { /* how many show a word */
    size_t count = 0;
    Word word;
    for (size_t i = 0; i < members.count; i++) count += shown(mc, column, mc->arena.at[members.at + i], &word);
    return count;
}

/* The place whose cards a set is, -1 if it has none; false if it is another set. It is there for speed: what only asks
   for how many cards there are, or which, need not copy them. */
static bool is_zone(Machine *mc, Word node, Who who, Word *place) {
    const Word *n = node_at(mc, node);
    if (n[0] != CARDS_IN) return false;
    Word seat;
    *place = !n[2] ? n[1] : value_of(mc, n[2], who, &seat) ? checked_place(mc, counted_on(n[1], seat)) : -1;
    return true;
}

static size_t count_of(Machine *mc, Word node, Who who) {
    Word place;
    if (is_zone(mc, node, who, &place)) return place < 0 ? 0 : zone_count(mc, place);
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    return members.count;
}

/* Whether a word is shown by a member of a set. */
static bool is_shown(Machine *mc, Word column, Word node, Who who, Word word) {
    Word place, each;
    if (is_zone(mc, node, who, &place)) {
        size_t count = place < 0 ? 0 : zone_count(mc, place);
        for (size_t i = 0; i < count; i++)
            if (shown(mc, column, zone_cards(mc, place)[i], &each) && each == word) return true;
        return false;
    }
    Set members = set_of(mc, node, who);
    bool found = false;
    for (size_t i = 0; i < members.count && !found; i++) found = shown(mc, column, mc->arena.at[members.at + i], &each) && each == word;
    mc->arena.used = members.at;
    return found;
}

static bool has_member(Machine *mc, Word node, Who who, Word value) {
    const Word *n = node_at(mc, node);
    Word place;
    if (n[0] == LOOKUPS) return is_shown(mc, n[1], n[2], who, value);
    if (is_zone(mc, node, who, &place)) return place >= 0 && value >= 0 && value < mc->plan->cards && mc->where[value] == place;
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    return is_among(mc->arena.at + members.at, members.count, value);
}

/* The first or last member. */
static bool end_of(Machine *mc, Word node, Who who, bool last, Word *found) {
    Word place;
    if (is_zone(mc, node, who, &place)) {
        size_t count = place < 0 ? 0 : zone_count(mc, place);
        if (count) *found = zone_cards(mc, place)[last ? count - 1 : 0];
        return count > 0;
    }
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    if (members.count) *found = mc->arena.at[members.at + (last ? members.count - 1 : 0)];
    return members.count > 0;
}

/* How many different words the members of a set show, and how many of them show one. */
typedef struct {
    Word different, showing;
} Shown;

static Shown shown_in(Machine *mc, Word column, Word node, Who who) {
    Word place, word;
    uint64_t met = 0; /* the words below 64, as bits: a list of them would have to be sorted */
    Shown found = {0, 0};
    if (is_zone(mc, node, who, &place)) {
        size_t count = place < 0 ? 0 : zone_count(mc, place), i = 0;
        const int32_t *cards = count ? zone_cards(mc, place) : NULL;
        for (; i < count; i++) {
            if (!shown(mc, column, cards[i], &word)) continue;
            if (word < 0 || word >= 64) break;
            found.different += !(met >> word & 1), found.showing++;
            met |= (uint64_t)1 << word;
        }
        if (i == count) return found;
    }
    Set members = set_of(mc, node, who);
    found.showing = (Word)words_among(mc, column, members);
    found.different = (Word)words_shown(mc, column, members).count;
    mc->arena.used = members.at;
    return found;
}

/* What a sum, or what is like it, is made of. It is counted, as terms may stand in many others, and so be worked out
   far more often than there are any. */
static void both(Machine *mc, const Word *n, Who who, Word *one, Word *other) {
    works(mc, 0);
    *one = number_of(mc, n[1], who);
    *other = number_of(mc, n[2], who);
}

/* The table that a law compares with; without one, that is the present table. */
static Machine *before(Machine *mc) {
    if (!mc->then) return mc;
    mc->then->out = mc->out;
    return mc->then;
}

bool value_of(Machine *mc, Word node, Who who, Word *found) {
    const Word *n = node_at(mc, node);
    Word one, other;
    switch (n[0]) {
    case NUMBER:
        *found = n[1];
        return true;
    case NOTHING:
        return false;
    case SLOT:
        if (mc->named[n[1]] == SET_NAMED) fail(mc, "a name stands for a set where one thing is meant");
        *found = mc->names[n[1]];
        return mc->named[n[1]] != UNSET;
    case IT:
        *found = who.it;
        return who.has_it;
    case OWN:
        *found = who.own;
        return who.has_own;
    case SUBJECT:
        *found = mc->own;
        return true;
    case ACTIVE:
        *found = mc->active;
        return true;
    case VARIABLE: {
        Word at = n[1];
        if (n[2]) {
            if (!value_of(mc, n[2], who, &one)) return false;
            at = checked_variable(mc, counted_on(at, one));
        }
        *found = mc->variables[at];
        return mc->has[at];
    }
    case CALL:
        if (!n[2]) return value_of(mc, n[1], who, found);
        if (!value_of(mc, n[2], who, &one)) return false;
        return value_of(mc, n[1], (Who){one, one, true, true}, found);
    case SWITCH:
        for (Word i = 0; who.has_it && i < n[2]; i++)
            if (n[3 + 2 * i] == who.it) return value_of(mc, n[4 + 2 * i], who, found);
        return value_of(mc, n[1], who, found);
    case LOOKUP:
        return value_of(mc, n[2], who, &one) && shown(mc, n[1], one, found);
    case OWNER:
        if (!value_of(mc, n[1], who, &one)) return false;
        *found = mc->plan->owners[mc->where[checked_card(mc, one)]];
        return *found >= 0;
    case NEIGHBOUR: {
        if (!value_of(mc, n[1], who, &one)) return false;
        Word players = mc->plan->players, seat = added(one, n[2]) % players;
        *found = seat < 0 ? seat + players : seat;
        return true;
    }
    case NEXT_WORD:
        if (!value_of(mc, n[1], who, &one) || one == n[2]) return false;
        *found = added(one, 1);
        return true;
    case PREVIOUS_WORD:
        if (!value_of(mc, n[1], who, &one) || one == 0) return false;
        *found = taken(one, 1);
        return true;
    case PLUS:
        both(mc, n, who, &one, &other);
        *found = added(one, other);
        return true;
    case MINUS:
        both(mc, n, who, &one, &other);
        *found = taken(one, other);
        return true;
    case TIMES:
        both(mc, n, who, &one, &other);
        *found = multiplied(one, other);
        return true;
    case SMALLER:
        both(mc, n, who, &one, &other);
        *found = one < other ? one : other;
        return true;
    case LARGER:
        both(mc, n, who, &one, &other);
        *found = one > other ? one : other;
        return true;
    case COUNT:
        *found = (Word)count_of(mc, n[1], who);
        return true;
    case DISTINCT:
        *found = shown_in(mc, n[1], n[2], who).different;
        return true;
    case SUM: {
        Set members = set_of(mc, n[1], who);
        *found = 0;
        works(mc, members.count);
        for (size_t i = 0; i < members.count; i++)
            *found = added(*found, number_of(mc, n[2], of_member(who, mc->arena.at[members.at + i], n[3])));
        mc->arena.used = members.at;
        return true;
    }
    case FIRST:
    case LAST:
        return end_of(mc, n[1], who, n[0] == LAST, found);
    case EARLIER:
        return value_of(before(mc), n[1], who, found);
    default:
        fail(mc, "this is no value");
    }
}

static void push_zone(Machine *mc, Word place) {
    size_t count = zone_count(mc, place);
    words_reserve(mc, &mc->arena, count);
    const int32_t *cards = zone_cards(mc, place);
    for (size_t i = 0; i < count; i++) mc->arena.at[mc->arena.used++] = cards[i];
}

static void push_seats(Machine *mc, Word from, Word but) {
    Word players = mc->plan->players;
    for (Word i = 0; i < players; i++)
        if ((from + i) % players != but) push(mc, &mc->arena, (from + i) % players);
}

/* Takes away a set below the set on top of the arena, which moves down. */
static Set moved_down(Machine *mc, size_t to, Set top) {
    if (top.count) memmove(mc->arena.at + to, mc->arena.at + top.at, top.count * sizeof(Word));
    mc->arena.used = to + top.count;
    return (Set){to, top.count};
}

Set set_of(Machine *mc, Word node, Who who) {
    const Word *n = node_at(mc, node);
    size_t at = mc->arena.used;
    Word one;
    switch (n[0]) {
    case LISTED:
        push_all(mc, &mc->arena, n + 2, (size_t)n[1]);
        break;
    case SLOT_SET: {
        Word slot = n[1];
        if (mc->named[slot] == NUMBER_NAMED) fail(mc, "a name stands for one thing where a set is meant");
        if (mc->named[slot] == SET_NAMED) {
            const Word *set = mc->sets.at + mc->names[slot];
            push_all(mc, &mc->arena, set + 1, (size_t)set[0]);
        }
        break;
    }
    case CARDS_IN: {
        Word place = n[1];
        if (n[2]) {
            if (!value_of(mc, n[2], who, &one)) break;
            place = checked_place(mc, counted_on(place, one));
        }
        push_zone(mc, place);
        break;
    }
    case CARDS_OF_ALL: {
        Set seats = set_of(mc, n[2], who);
        for (size_t i = 0; i < seats.count; i++)
            push_zone(mc, checked_place(mc, counted_on(n[1], mc->arena.at[seats.at + i])));
        return moved_down(mc, at, (Set){seats.at + seats.count, mc->arena.used - seats.at - seats.count});
    }
    case VARIABLES: {
        Set seats = set_of(mc, n[2], who);
        size_t kept = 0;
        for (size_t i = 0; i < seats.count; i++) {
            works(mc, kept);
            Word variable = checked_variable(mc, counted_on(n[1], mc->arena.at[seats.at + i]));
            Word value = mc->variables[variable], *members = mc->arena.at + at;
            if (mc->has[variable] && !is_among(members, kept, value)) members[kept++] = value;
        }
        mc->arena.used = at + kept;
        break;
    }
    case CALL_SET:
        if (!n[2]) return set_of(mc, n[1], who);
        if (!value_of(mc, n[2], who, &one)) break;
        return set_of(mc, n[1], (Who){one, one, true, true});
    case SWITCH_SET:
        for (Word i = 0; who.has_it && i < n[2]; i++)
            if (n[3 + 2 * i] == who.it) return set_of(mc, n[4 + 2 * i], who);
        return set_of(mc, n[1], who);
    case LOOKUPS:
        return words_shown(mc, n[1], set_of(mc, n[2], who));
    case ALL_PLAYERS:
        push_seats(mc, mc->active, -1);
        break;
    case OTHER_PLAYERS:
        push_seats(mc, mc->active, mc->own);
        break;
    case SINGLE:
        if (value_of(mc, n[1], who, &one)) push(mc, &mc->arena, one);
        break;
    case UNION: {
        Set some = set_of(mc, n[1], who), more = set_of(mc, n[2], who);
        size_t kept = 0;
        for (size_t i = 0; i < more.count; i++) {
            Word each = mc->arena.at[more.at + i];
            works(mc, some.count);
            if (!is_among(mc->arena.at + some.at, some.count, each)) mc->arena.at[more.at + kept++] = each;
        }
        mc->arena.used = more.at + kept;
        break;
    }
    case WITHOUT: {
        Set some = set_of(mc, n[1], who), out = set_of(mc, n[2], who);
        size_t kept = 0;
        for (size_t i = 0; i < some.count; i++) {
            Word each = mc->arena.at[some.at + i];
            works(mc, out.count);
            if (!is_among(mc->arena.at + out.at, out.count, each)) mc->arena.at[some.at + kept++] = each;
        }
        mc->arena.used = some.at + kept;
        break;
    }
    case SIEVED: {
        Set members = set_of(mc, n[1], who);
        size_t left = narrow(mc, n + 4, (size_t)n[3], (Candidates){0, n[2]}, who, members);
        mc->arena.used = members.at + left;
        break;
    }
    case EARLIER_SET: {
        Machine *then = before(mc);
        Set members = set_of(then, n[1], who);
        if (then == mc) return members;
        push_all(mc, &mc->arena, then->arena.at + members.at, members.count);
        then->arena.used = members.at;
        break;
    }
    default:
        fail(mc, "this is no set");
    }
    works(mc, mc->arena.used - at);
    return (Set){at, mc->arena.used - at};
}

bool holds(Machine *mc, Word node, Who who) {
    const Word *n = node_at(mc, node);
    Word one, other;
    switch (n[0]) {
    case ALL_OF:
        works(mc, 0);
        for (Word i = 0; i < n[1]; i++)
            if (!holds(mc, n[2 + i], who)) return false;
        return true;
    case ANY_OF:
        works(mc, 0);
        for (Word i = 0; i < n[1]; i++)
            if (holds(mc, n[2 + i], who)) return true;
        return false;
    case NOT:
        return !holds(mc, n[1], who);
    case SOME:
    case EVERY:
    case NONE_OF: {
        Set members = set_of(mc, n[1], who);
        bool wanted = n[0] != EVERY, found = false;
        works(mc, members.count);
        for (size_t i = 0; i < members.count && !found; i++)
            found = holds(mc, n[2], of_member(who, mc->arena.at[members.at + i], n[3])) == wanted;
        mc->arena.used = members.at;
        return found == (n[0] == SOME);
    }
    case IS_NONE:
        return !value_of(mc, n[1], who, &one);
    case SAME:
        return value_of(mc, n[1], who, &one) && value_of(mc, n[2], who, &other) && one == other;
    case AT_LEAST:
        return value_of(mc, n[1], who, &one) && value_of(mc, n[2], who, &other) && one >= other;
    case AT_MOST:
        return value_of(mc, n[1], who, &one) && value_of(mc, n[2], who, &other) && one <= other;
    case MORE:
        return value_of(mc, n[1], who, &one) && value_of(mc, n[2], who, &other) && one > other;
    case LESS:
        return value_of(mc, n[1], who, &one) && value_of(mc, n[2], who, &other) && one < other;
    case WITHIN:
        return value_of(mc, n[1], who, &one) && has_member(mc, n[2], who, one);
    case EMPTY:
        return count_of(mc, n[1], who) == 0;
    case REPEATS: {
        Shown words = shown_in(mc, n[2], n[1], who);
        return words.different < words.showing;
    }
    case HOLDS:
        return holds(mc, n[1], NOBODY);
    case HOLDS_FOR:
        return value_of(mc, n[2], who, &one) && holds(mc, n[1], (Who){one, one, true, true});
    case HOLDS_FOR_IT:
        return holds(mc, n[1], who);
    default:
        fail(mc, "this is no test");
    }
}

/* ---- sieves */

static Who looked_at(Machine *mc, Candidates of, Who who, Word item) {
    if (!of.choice) return of_member(who, item, of.players);
    const Word *answer = mc->raws.at + item;
    if (answer[0] == ONE_THING)
        who = of_member(who, answer[1], of.players);
    else
        who.has_it = false;
    if (node_at(mc, of.choice)[2]) choice_bind(mc, of.choice, answer);
    return who;
}

static void looked_away(Machine *mc, Candidates of) {
    if (of.choice && node_at(mc, of.choice)[2]) choice_unbind(mc, of.choice);
}

static size_t those(Machine *mc, Word test, Candidates of, Who who, Set members) {
    size_t kept = 0;
    works(mc, members.count);
    for (size_t i = 0; i < members.count; i++) {
        Word each = mc->arena.at[members.at + i];
        bool stays = holds(mc, test, looked_at(mc, of, who, each));
        looked_away(mc, of);
        if (stays) mc->arena.at[members.at + kept++] = each;
    }
    return kept;
}

static size_t preferring(Machine *mc, const Word *n, Candidates of, Who who, Set members) {
    for (Word i = 0; i < n[1]; i++) {
        size_t at = mc->arena.used;
        words_reserve(mc, &mc->arena, members.count);
        memcpy(mc->arena.at + at, mc->arena.at + members.at, members.count * sizeof(Word));
        mc->arena.used += members.count;
        size_t kept = those(mc, n[2 + i], of, who, (Set){at, members.count});
        mc->arena.used = at;
        if (kept) {
            memcpy(mc->arena.at + members.at, mc->arena.at + at, kept * sizeof(Word));
            return kept;
        }
    }
    return members.count;
}

static size_t extremes(Machine *mc, const Word *n, Candidates of, Who who, Set members) {
    for (Word i = 0; i < n[1] && members.count > 1; i++) {
        bool most = n[2 + 2 * i], best_has = false;
        works(mc, members.count);
        Word best = 0;
        size_t at = mc->arena.used;
        for (size_t k = 0; k < members.count; k++) {
            Word amount = 0;
            bool has = value_of(mc, n[3 + 2 * i], looked_at(mc, of, who, mc->arena.at[members.at + k]), &amount);
            looked_away(mc, of);
            push(mc, &mc->arena, has);
            push(mc, &mc->arena, has ? amount : 0);
            if (has && (!best_has || (most ? amount > best : amount < best))) best = amount, best_has = true;
        }
        size_t kept = 0;
        for (size_t k = 0; k < members.count; k++) {
            const Word *amount = mc->arena.at + at + 2 * k;
            if (amount[0] == best_has && (!best_has || amount[1] == best))
                mc->arena.at[members.at + kept++] = mc->arena.at[members.at + k];
        }
        mc->arena.used = at;
        members.count = kept;
    }
    return members.count;
}

size_t narrow(Machine *mc, const Word *sieves, size_t count, Candidates of, Who who, Set members) {
    for (size_t i = 0; i < count && members.count; i++) {
        const Word *n = node_at(mc, sieves[i]);
        switch (n[0]) {
        case WHERE:
            if (!of.choice || !pairs_apart(mc, of.choice, n[1], who, &members)) members.count = those(mc, n[1], of, who, members);
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
