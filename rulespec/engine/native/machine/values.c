/* Terms and tests: what they are now, for somebody. */

#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "terms.h"

enum { MOST_PLACES = 60, MOST_ARRANGED = 20 }; /* cards that sets are taken from, and that are laid out in sets */

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

/* A quotient; by 0 it is 0, and the only one that goes beyond 64 bits stops there. */
static Word divided(Word one, Word by, bool up) {
    if (by == 0) return 0;
    if (by == -1) return taken(0, one);
    Word quotient = one / by, uneven = one % by != 0, below = (one < 0) != (by < 0);
    return quotient + (up ? uneven && !below : -(uneven && below));
}

static Word remaining(Word one, Word by) {
    if (by == 0 || by == -1) return 0;
    Word left = one % by;
    return left != 0 && (left < 0) != (by < 0) ? left + by : left;
}

Word reckoned(Word operator, Word one, Word other) {
    switch (operator) {
    case PLUS:
        return added(one, other);
    case MINUS:
        return taken(one, other);
    case TIMES:
        return multiplied(one, other);
    case DIVIDED_DOWN:
        return divided(one, other, false);
    case DIVIDED_UP:
        return divided(one, other, true);
    case REMAINDER:
        return remaining(one, other);
    case SMALLER:
        return one < other ? one : other;
    default:
        return one > other ? one : other;
    }
}

bool value_of(Machine *mc, Word node, const Who *who, Word *found) { return value(mc, node, who, found); }

Word number_of(Machine *mc, Word node, const Who *who) {
    Word found = 0;
    return value(mc, node, who, &found) ? found : 0;
}

/* Somebody as he looks at a member of a set. */
static inline Who of_member(const Who *who, Word member, bool player) {
    return (Who){player ? member : who->own, member, player || who->has_own, true};
}

static int by_number(const void *one, const void *other) {
    Word a = *(const Word *)one, b = *(const Word *)other;
    return (a > b) - (a < b);
}

/* Replaces the set on top of the arena by the words that its members show, in order, each once. */
static Set words_shown(Machine *mc, Word column, Set members) {
    size_t kept = 0;
    Few few = {0, true};
    Word *words = mc->arena.at + members.at;
    for (size_t i = 0; i < members.count; i++) {
        Word word;
        if (!shown(mc, column, words[i], &word)) continue;
        words[kept++] = word;
        few_add(&few, word);
    }
    size_t different = 0;
    if (few.all) {
        for (uint64_t bits = few.bits; bits; bits &= bits - 1) words[different++] = __builtin_ctzll(bits);
    } else {
        qsort(words, kept, sizeof(Word), by_number);
        for (size_t i = 0; i < kept; i++)
            if (i == 0 || words[i] != words[different - 1]) words[different++] = words[i];
    }
    mc->arena.used = members.at + different;
    return (Set){members.at, different};
}

static size_t words_among(Machine *mc, Word column, Set members) { /* how many show a word */
    size_t count = 0;
    Word word;
    for (size_t i = 0; i < members.count; i++) count += shown(mc, column, mc->arena.at[members.at + i], &word);
    return count;
}

static size_t others_count(Machine *mc, Word node, const Who *who) { /* of another set than the cards of a place */
    const Word *n = node_at(mc, node);
    uint64_t bits;
    Span span;
    if (n[KIND] == GIVEN_SET && mc->given[n[GIVEN_REGISTER]].is == SET_NAMED) return (size_t)mc->given[n[GIVEN_REGISTER]].number;
    if (span_of(mc, node, who, &span)) return span.count;
    if (bits_of(mc, node, who, &bits)) return (size_t)bits_in(bits);
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    return members.count;
}

size_t count_of(Machine *mc, Word node, const Who *who) {
    Word place;
    if (is_zone(mc, node, who, &place)) return place < 0 ? 0 : zone_count(mc, place);
    return others_count(mc, node, who);
}

/* Whether a word is shown by a member of a set. */
static bool is_shown(Machine *mc, Word column, Word node, const Who *who, Word word) {
    Word each;
    Shows shows;
    if (set_shows(mc, column, node, who, &shows)) return shows.words & bit_of(word);
    Set members = set_of(mc, node, who);
    bool found = false;
    for (size_t i = 0; i < members.count && !found; i++) found = shown(mc, column, mc->arena.at[members.at + i], &each) && each == word;
    mc->arena.used = members.at;
    return found;
}

static bool has_member(Machine *mc, Word node, const Who *who, Word value) {
    const Word *n = node_at(mc, node);
    Word place;
    if (n[KIND] == LOOKUPS) return is_shown(mc, n[LOOKUPS_COLUMN], n[LOOKUPS_OF], who, value);
    if (is_zone(mc, node, who, &place)) return place >= 0 && value >= 0 && value < mc->plan->cards && mc->where[value] == place;
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    return is_among(mc->arena.at + members.at, members.count, value);
}

/* The first or last member. */
static bool end_of(Machine *mc, Word node, const Who *who, bool last, Word *found) {
    Span span;
    if (span_of(mc, node, who, &span)) {
        if (span.count) *found = span.at[last ? span.count - 1 : 0];
        return span.count > 0;
    }
    Set members = set_of(mc, node, who);
    mc->arena.used = members.at;
    if (members.count) *found = mc->arena.at[members.at + (last ? members.count - 1 : 0)];
    return members.count > 0;
}

/* The table that a law compares with; without one, that is the present table. What registers keep stays the same there. */
static Machine *before(Machine *mc) {
    if (!mc->then) return mc;
    mc->then->out = mc->out;
    memcpy(mc->then->given, mc->given, (size_t)mc->plan->registers * sizeof(Given));
    return mc->then;
}

/* The members of a circumstance, of which the first word says how many there are; of one that is not known, none. */
static const Word *circumstance(const Machine *mc, Word number) {
    static const Word none[] = {0};
    const Words *all = &mc->circumstances;
    for (size_t at = 0; at < all->used; at += 2 + (size_t)all->at[at + 1])
        if (all->at[at] == number) return all->at + at + 1;
    return none;
}

/* ---- what a register keeps while something else is worked out */

/* A set that is kept already, or some of its members, is kept where it lies; false if it is another one. */
static bool kept_there(Machine *mc, Word node, const Who *who, Given *found) {
    const Word *n = node_at(mc, node);
    Word places = 0;
    if (n[KIND] == GIVEN_SET) return *found = mc->given[n[GIVEN_REGISTER]], found->is == SET_NAMED;
    Given of;
    if (n[KIND] != MEMBERS || !picks(mc, node_at(mc, n[MEMBERS_SOURCE]), &of)) return false;
    pick(found, &of, value(mc, n[MEMBERS_BITS], who, &places) ? (uint64_t)places : 0);
    return true;
}

/* Puts into the register of a node what it keeps, and gives what was there before; false where that is none. */
bool keeps(Machine *mc, const Word *n, const Who *who, Given *before) {
    Given now = {.is = NUMBER_NAMED};
    if (n[WITH_SEVERAL] && !kept_there(mc, n[WITH_SEVERAL], who, &now)) {
        Set set = set_of(mc, n[WITH_SEVERAL], who);
        now = (Given){.is = SET_NAMED, .number = (Word)set.count, .arena = &mc->arena, .at = set.at};
    }
    if (!n[WITH_SEVERAL] && !value(mc, n[WITH_ONE], who, &now.number)) return false;
    works(mc, 0);
    *before = mc->given[n[WITH_REGISTER]];
    mc->given[n[WITH_REGISTER]] = now;
    return true;
}

/* ---- values, a function for each kind of node: so each saves no more registers than it needs, a thirtieth of a game */

static bool value_subject(Machine *mc, const Word *n, const Who *who, Word *found) { return *found = mc->own, true; }

/* Where a word stands in a list, which is in order; false if it does not. */
static bool index_in(const Word *list, Word word, Word *found) {
    Word low = 0, high = list[LIST_COUNT];
    while (low < high) {
        Word middle = low + (high - low) / 2;
        if (list[LIST_PARTS + middle] < word)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low;
    return low < list[LIST_COUNT] && list[LIST_PARTS + low] == word;
}

/* Which of several shares is that of a player and of a word. */
static bool value_cell(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word seat = 0, word;
    if (n[CELL_WHOSE] && !value(mc, n[CELL_WHOSE], who, &seat)) return false;
    if (!value(mc, n[CELL_BY], who, &word) || !index_in(n + CELL_WORDS_COUNT, word, found)) return false;
    *found += checked_seat(mc, seat) * n[CELL_WORDS_COUNT];
    return true;
}

static bool value_variable(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word at = n[VARIABLE_FIRST], whose;
    if (n[VARIABLE_WHOSE]) {
        if (!value(mc, n[VARIABLE_WHOSE], who, &whose)) return false;
        at = checked_variable(mc, counted_on(at, whose));
    }
    if (mc->coverage) coverage_reads(mc->coverage, at);
    *found = mc->variables[at];
    return mc->has[at];
}

static bool value_circumstance(Machine *mc, const Word *n, const Who *who, Word *found) {
    const Word *members = circumstance(mc, n[CIRCUMSTANCE_NUMBER]);
    *found = members[0] ? members[1] : 0;
    return members[0];
}

static bool value_call(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word of;
    if (!n[CALL_OF]) return value(mc, n[CALL_FUNCTION], NOBODY, found);
    if (!value(mc, n[CALL_OF], who, &of)) return false;
    const Known *known = known_of(mc->plan, n[CALL_FUNCTION]);
    if (knows_one(known, of)) return *found = known->of[of], known->has >> of & 1;
    return value(mc, n[CALL_FUNCTION], &(Who){of, of, true, true}, found);
}

/* The row of a switch for the one who is looked at. */
Word row_of(const Word *n, const Who *who) {
    for (Word i = 0; who->has_it && i < n[SWITCH_ROWS_COUNT]; i++)
        if (n[SWITCH_NUMBER_AT(i)] == who->it) return n[SWITCH_VALUE_AT(i)];
    return n[SWITCH_OTHERWISE];
}

static bool value_switch(Machine *mc, const Word *n, const Who *who, Word *found) { return value(mc, row_of(n, who), who, found); }

/* The first of several cases whose test holds. */
Word case_of(Machine *mc, const Word *n, const Who *who) {
    works(mc, 0);
    for (Word i = 0; i < n[CASES_CASES_COUNT]; i++)
        if (holds(mc, n[CASES_TEST_AT(i)], who)) return n[CASES_VALUE_AT(i)];
    return n[CASES_OTHERWISE];
}

static bool value_cases(Machine *mc, const Word *n, const Who *who, Word *found) { return value(mc, case_of(mc, n, who), who, found); }

bool value_lookup(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word of;
    return value(mc, n[LOOKUP_OF], who, &of) && shown(mc, n[LOOKUP_COLUMN], of, found);
}

static bool value_owner_of(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word card;
    if (!value(mc, n[OWNER_OF_OF], who, &card)) return false;
    return owner_of(mc, card, found);
}

static bool value_neighbour(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word of;
    if (!value(mc, n[NEIGHBOUR_OF], who, &of)) return false;
    Word players = mc->plan->players, seat = added(of, n[NEIGHBOUR_STEPS]) % players;
    *found = seat < 0 ? seat + players : seat;
    return true;
}

static bool value_next_word(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word of;
    return value(mc, n[NEXT_WORD_OF], who, &of) && of != n[NEXT_WORD_LAST] && (*found = added(of, 1), true);
}

static bool value_previous_word(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word of;
    return value(mc, n[PREVIOUS_WORD_OF], who, &of) && of != 0 && (*found = taken(of, 1), true);
}

/* A sum, or what is like it. It is counted, as terms may stand in many others, and so be worked out far more often than
   there are any. */
static bool value_arithmetic(Machine *mc, const Word *n, const Who *who, Word *found) {
    works(mc, 0);
    Word one = number_of(mc, n[ARITHMETIC_ONE], who), other = number_of(mc, n[ARITHMETIC_OTHER], who);
    return *found = reckoned(n[KIND], one, other), true;
}

static bool value_count(Machine *mc, const Word *n, const Who *who, Word *found) {
    return *found = (Word)count_of(mc, n[COUNT_OF], who), true;
}

static bool value_distinct(Machine *mc, const Word *n, const Who *who, Word *found) {
    Shows shows;
    if (set_shows(mc, n[DISTINCT_NAME], n[DISTINCT_OF], who, &shows)) return *found = bits_in(shows.words), true;
    Set words = words_shown(mc, n[DISTINCT_NAME], set_of(mc, n[DISTINCT_OF], who));
    mc->arena.used = words.at;
    return *found = (Word)words.count, true;
}

/* What a term is of a member of a set. */
static inline bool each_is(Machine *mc, Word term, const Known *known, const Who *who, Word *found) {
    if (knows_one(known, who->it)) return *found = known->of[who->it], known->has >> who->it & 1;
    return value(mc, term, who, found);
}

/* The sum over a set of bits; false if it goes beyond 64 bits on the way, where the order of the members makes a difference. */
static bool sum_of_bits(Machine *mc, const Word *n, const Known *known, const Who *who, uint64_t bits, Word *found) {
    Word item, amount;
    *found = 0;
    if (knows_all(known, bits)) {
        for EACH_BIT(item, bits & known->has) *found += known->of[item];
        return true;
    }
    for EACH_BIT(item, bits) {
        Who each = of_member(who, item, n[SUM_PLAYERS]);
        works(mc, 0);
        if (each_is(mc, n[SUM_MEASURE], known, &each, &amount) && __builtin_add_overflow(*found, amount, found)) return false;
    }
    return true;
}

static bool value_sum(Machine *mc, const Word *n, const Who *who, Word *found) {
    const Known *known = known_of(mc->plan, n[SUM_MEASURE]);
    uint64_t bits;
    Word total = 0;
    if (!is_counted(mc, n - mc->words) && bits_of(mc, n[SUM_SET], who, &bits) && sum_of_bits(mc, n, known, who, bits, found)) return true;
    Set members = set_of(mc, n[SUM_SET], who);
    charge_each(mc, n - mc->words, members.count);
    works(mc, members.count);
    for (size_t i = 0; i < members.count; i++) {
        Who each = of_member(who, mc->arena.at[members.at + i], n[SUM_PLAYERS]);
        Word amount;
        if (each_is(mc, n[SUM_MEASURE], known, &each, &amount)) total = added(total, amount);
    }
    mc->arena.used = members.at;
    return *found = total, true;
}

static bool value_end(Machine *mc, const Word *n, const Who *who, Word *found) {
    const Known *known = known_of(mc->plan, n[END_MEASURE]);
    uint64_t bits;
    Word item;
    bool has = false;
    if (known && !is_counted(mc, n - mc->words) && bits_of(mc, n[END_SET], who, &bits) && knows_all(known, bits)) {
        for EACH_BIT(item, bits & known->has) {
            Word amount = known->of[item];
            if (!has || (n[KIND] == HIGHEST ? amount > *found : amount < *found)) *found = amount;
            has = true;
        }
        return has;
    }
    Set members = set_of(mc, n[END_SET], who);
    works(mc, members.count);
    charge_each(mc, n - mc->words, members.count);
    for (size_t i = 0; i < members.count; i++) {
        Who each = of_member(who, mc->arena.at[members.at + i], n[END_PLAYERS]);
        Word amount;
        if (!each_is(mc, n[END_MEASURE], known, &each, &amount)) continue;
        if (!has || (n[KIND] == HIGHEST ? amount > *found : amount < *found)) *found = amount;
        has = true;
    }
    mc->arena.used = members.at;
    return has;
}

/* The sets, on top of the arena, of which the first card is one and the same: the last of them, and before each another. */
typedef struct {
    size_t count[MOST_ARRANGED], last[MOST_ARRANGED];
} ByFirst;

static ByFirst by_first(Machine *mc, Set sets, size_t cards, size_t before, uint64_t *found) {
    ByFirst first = {0};
    for (size_t i = 0; i < sets.count; i++) {
        uint64_t bits = (uint64_t)mc->arena.at[sets.at + i];
        if (!bits || bits >> cards) fail(mc, "a set has cards that are not there");
        size_t card = (size_t)__builtin_ctzll(bits);
        mc->arena.at[before + i] = (Word)first.last[card];
        first.last[card] = i, first.count[card]++;
        found[bits / 64] |= (uint64_t)1 << bits % 64;
    }
    return first;
}

/* In how many ways sets are tried out: for each part of the cards, those that begin with its first card. */
static size_t ways_to_lay(Machine *mc, Set sets, size_t cards) {
    size_t count[MOST_ARRANGED + 1] = {0}, ways = cards;
    for (size_t i = 0; i < sets.count; i++) {
        uint64_t bits = (uint64_t)mc->arena.at[sets.at + i];
        count[bits ? (size_t)__builtin_ctzll(bits) % (MOST_ARRANGED + 1) : 0]++;
    }
    for (size_t card = 0; card < cards; card++) {
        size_t parts = (size_t)1 << (cards - 1 - card);
        ways += parts * (1 + (count[card] < parts ? count[card] : parts));
    }
    return ways;
}

/* For each part of some cards the least that can be left of it: its first card is left, or in one of the sets. These are
   gone through, or all parts of the part, whichever are fewer. */
static bool value_outside(Machine *mc, const Word *n, const Who *who, Word *found) {
    Set cards = set_of(mc, n[OUTSIDE_SOURCE], who);
    if (cards.count > MOST_ARRANGED) fail(mc, OUT_OF_BUDGET);
    for (size_t i = 0; i < cards.count; i++) {
        Who each = of_member(who, mc->arena.at[cards.at + i], false);
        Word amount = number_of(mc, n[OUTSIDE_MEASURE], &each);
        mc->arena.at[cards.at + i] = amount;
    }
    Set sets = set_of(mc, n[OUTSIDE_SETS], who);
    charge_each(mc, n - mc->words, ways_to_lay(mc, sets, cards.count));
    size_t parts = (size_t)1 << cards.count, before = mc->arena.used, lefts = before + sets.count;
    pushed_room(mc, &mc->arena, sets.count + parts + parts / 64 + 1);
    Word *at = mc->arena.at, *left = at + lefts;
    uint64_t *wanted = (uint64_t *)(left + parts);
    memset(left, 0, (parts + parts / 64 + 1) * sizeof(Word));
    ByFirst first = by_first(mc, sets, cards.count, before, wanted);
    for (size_t part = 1; part < parts; part++) {
        size_t card = (size_t)__builtin_ctzll(part), others = part & (part - 1), all = (size_t)1 << bits_in(others);
        size_t sets_there = first.count[card];
        Word least = added(at[cards.at + card], left[others]);
        works(mc, sets_there < all ? sets_there : all);
        for (size_t i = first.last[card], k = 0; sets_there <= all && k < sets_there; i = (size_t)at[before + i], k++) {
            size_t bits = (size_t)at[sets.at + i];
            if (!(bits & ~part) && left[part ^ bits] < least) least = left[part ^ bits];
        }
        for (size_t some = others, k = 0; sets_there > all && k < all; some = (some - 1) & others, k++) {
            size_t bits = part ^ others ^ some;
            if (wanted[bits / 64] >> bits % 64 & 1 && left[part ^ bits] < least) least = left[part ^ bits];
        }
        left[part] = least;
    }
    *found = left[parts - 1];
    mc->arena.used = cards.at;
    return true;
}

static bool value_first(Machine *mc, const Word *n, const Who *who, Word *found) { return end_of(mc, n[FIRST_OF], who, false, found); }

static bool value_last(Machine *mc, const Word *n, const Who *who, Word *found) { return end_of(mc, n[LAST_OF], who, true, found); }

/* The member at a place, counted from 1. */
static bool value_position_in(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word number = number_of(mc, n[POSITION_IN_NUMBER], who);
    Span span;
    if (span_of(mc, n[POSITION_IN_OF], who, &span)) {
        if (number < 1 || (size_t)number > span.count) return false;
        return *found = span.at[number - 1], true;
    }
    Set members = set_of(mc, n[POSITION_IN_OF], who);
    mc->arena.used = members.at;
    if (number < 1 || (size_t)number > members.count) return false;
    return *found = mc->arena.at[members.at + (size_t)number - 1], true;
}

/* The place of a card in its row, counted from 1. */
static bool value_position_of(Machine *mc, const Word *n, const Who *who, Word *found) {
    Word card;
    if (!value(mc, n[POSITION_OF_OF], who, &card)) return false;
    Word place = mc->where[checked_card(mc, card)];
    if (!mc->plan->rows[place]) return false;
    size_t count = zone_count(mc, place);
    const int32_t *cards = zone_cards(mc, place);
    works(mc, count);
    for (size_t i = 0; i < count; i++)
        if (cards[i] == card) return *found = (Word)i + 1, true;
    return false;
}

static bool value_earlier(Machine *mc, const Word *n, const Who *who, Word *found) { return value(before(mc), n[EARLIER_OF], who, found); }

static bool value_given(Machine *mc, const Word *n, const Who *who, Word *found) {
    const Given *given = &mc->given[n[GIVEN_REGISTER]];
    if (given->is == SET_NAMED) fail(mc, "a register keeps a set where one thing is meant");
    return *found = given->number, given->is == NUMBER_NAMED;
}

static bool value_with(Machine *mc, const Word *n, const Who *who, Word *found) {
    Given before;
    size_t used = mc->arena.used;
    if (!keeps(mc, n, who, &before)) return false;
    bool has = value(mc, n[WITH_INNER], who, found);
    mc->given[n[WITH_REGISTER]] = before;
    mc->arena.used = used;
    return has;
}

typedef bool Value(Machine *mc, const Word *n, const Who *who, Word *found);

static Value *const VALUES[NODE_COUNT] = {
#define X(name, function) [name] = value_##function,
    EACH_VALUE(X)
#undef X
};

bool value_worked_out(Machine *mc, const Word *n, const Who *who, Word *found) {
    return VALUES[n[KIND]](mc, n, who, found);
}

/* ---- sets, each of which comes to lie on top of the arena */

static Set set_from(Machine *mc, size_t at) { /* all that lies in the arena from there on */
    works(mc, mc->arena.used - at);
    return (Set){at, mc->arena.used - at};
}

static void push_zone(Machine *mc, Word place) {
    size_t count = zone_count(mc, place);
    words_reserve(mc, &mc->arena, count + 3); /* four at a time, and perhaps some behind them that lie on the table, too */
    Word *to = mc->arena.at + mc->arena.used;
    const int32_t *card = zone_cards(mc, place), *end = card + count;
    for (; card < end; card += 4, to += 4) to[0] = card[0], to[1] = card[1], to[2] = card[2], to[3] = card[3];
    mc->arena.used += count;
}

static Set seats_but(Machine *mc, Word but, Word seat) { /* from one leftwards */
    Word players = mc->plan->players;
    size_t at = mc->arena.used;
    Word *to = pushed_room(mc, &mc->arena, (size_t)players);
    for (Word i = 0; i < players; i++) {
        if (seat != but) *to++ = seat;
        if (++seat == players) seat = 0;
    }
    mc->arena.used = (size_t)(to - mc->arena.at);
    return set_from(mc, at);
}

static Set set_listed(Machine *mc, const Word *n, const Who *who) {
    size_t at = mc->arena.used;
    push_all(mc, &mc->arena, n + LISTED_VALUES, (size_t)n[LISTED_VALUES_COUNT]);
    return set_from(mc, at);
}

static Set set_slot(Machine *mc, const Word *n, const Who *who) {
    Word slot = n[SLOT_SLOT];
    size_t at = mc->arena.used;
    if (mc->named[slot] == NUMBER_NAMED) fail(mc, "a name stands for one thing where a set is meant");
    if (mc->named[slot] == SET_NAMED) {
        const Word *set = mc->sets.at + mc->names[slot];
        push_all(mc, &mc->arena, set + 1, (size_t)set[0]);
    }
    return set_from(mc, at);
}

static Set set_circumstance(Machine *mc, const Word *n, const Who *who) {
    const Word *members = circumstance(mc, n[CIRCUMSTANCE_NUMBER]);
    size_t at = mc->arena.used;
    push_all(mc, &mc->arena, members + 1, (size_t)members[0]);
    return set_from(mc, at);
}

/* The shares of all of some players for all of some words. */
static Set set_cells(Machine *mc, const Word *n, const Who *who) {
    size_t at = mc->arena.used;
    if (n[CELLS_WHOSE])
        set_of(mc, n[CELLS_WHOSE], who);
    else
        push(mc, &mc->arena, 0);
    size_t seats = mc->arena.used - at;
    Set words = set_of(mc, n[CELLS_BY], who);
    size_t cells = mc->arena.used;
    for (size_t i = 0; i < seats; i++) {
        Word seat = checked_seat(mc, mc->arena.at[at + i]), index;
        works(mc, words.count);
        for (size_t k = 0; k < words.count; k++)
            if (index_in(n + CELLS_WORDS_COUNT, mc->arena.at[words.at + k], &index))
                push(mc, &mc->arena, seat * n[CELLS_WORDS_COUNT] + index);
    }
    size_t count = mc->arena.used - cells;
    if (count) memmove(mc->arena.at + at, mc->arena.at + cells, count * sizeof(Word));
    mc->arena.used = at + count;
    return set_from(mc, at);
}

static Set set_cards_in(Machine *mc, const Word *n, const Who *who) {
    Word place = n[CARDS_IN_FIRST], whose;
    size_t at = mc->arena.used;
    if (n[CARDS_IN_WHOSE]) {
        if (!value(mc, n[CARDS_IN_WHOSE], who, &whose)) return (Set){at, 0};
        place = checked_place(mc, counted_on(place, whose));
    }
    push_zone(mc, place);
    return set_from(mc, at);
}

static Set set_cards_of_all(Machine *mc, const Word *n, const Who *who) {
    Set seats = set_of(mc, n[CARDS_OF_ALL_WHOSE], who);
    size_t cards = mc->arena.used;
    for (size_t i = 0; i < seats.count; i++)
        push_zone(mc, checked_place(mc, counted_on(n[CARDS_OF_ALL_FIRST], mc->arena.at[seats.at + i])));
    size_t count = mc->arena.used - cards;
    if (count) memmove(mc->arena.at + seats.at, mc->arena.at + cards, count * sizeof(Word));
    mc->arena.used = seats.at + count;
    return set_from(mc, seats.at);
}

static Set set_variables(Machine *mc, const Word *n, const Who *who) {
    Set seats = set_of(mc, n[VARIABLES_WHOSE], who);
    size_t kept = 0;
    for (size_t i = 0; i < seats.count; i++) {
        works(mc, kept);
        Word each = checked_variable(mc, counted_on(n[VARIABLES_FIRST], mc->arena.at[seats.at + i]));
        Word *members = mc->arena.at + seats.at;
        if (mc->coverage) coverage_reads(mc->coverage, each);
        if (mc->has[each] && !is_among(members, kept, mc->variables[each])) members[kept++] = mc->variables[each];
    }
    mc->arena.used = seats.at + kept;
    return set_from(mc, seats.at);
}

static Set set_call(Machine *mc, const Word *n, const Who *who) {
    Word of;
    if (!n[CALL_OF]) return set_of(mc, n[CALL_FUNCTION], NOBODY);
    if (!value(mc, n[CALL_OF], who, &of)) return (Set){mc->arena.used, 0};
    return set_of(mc, n[CALL_FUNCTION], &(Who){of, of, true, true});
}

static Set set_switch(Machine *mc, const Word *n, const Who *who) { return set_of(mc, row_of(n, who), who); }

static Set set_cases(Machine *mc, const Word *n, const Who *who) { return set_of(mc, case_of(mc, n, who), who); }

static Set set_lookups(Machine *mc, const Word *n, const Who *who) {
    return words_shown(mc, n[LOOKUPS_COLUMN], set_of(mc, n[LOOKUPS_OF], who));
}

static Set set_all_players(Machine *mc, const Word *n, const Who *who) { return seats_but(mc, -1, mc->active); }

static Set set_other_players(Machine *mc, const Word *n, const Who *who) { return seats_but(mc, mc->own, mc->active); }

static Set set_players_from(Machine *mc, const Word *n, const Who *who) {
    Word seat;
    if (!value(mc, n[PLAYERS_FROM_OF], who, &seat)) return (Set){mc->arena.used, 0};
    return seats_but(mc, -1, checked_seat(mc, seat));
}

static Set set_single(Machine *mc, const Word *n, const Who *who) {
    Word member;
    size_t at = mc->arena.used;
    if (!value(mc, n[SINGLE_OF], who, &member)) return (Set){at, 0};
    push(mc, &mc->arena, member);
    return (Set){at, 1};
}

/* Leaves those of `some`, laid at an index, that are not among the others. */
static Set left_of(Machine *mc, Set some, Set others, size_t to) {
    size_t kept = 0;
    for (size_t i = 0; i < some.count; i++) {
        Word each = mc->arena.at[some.at + i];
        works(mc, others.count);
        if (!is_among(mc->arena.at + others.at, others.count, each)) mc->arena.at[to + kept++] = each;
    }
    mc->arena.used = to + kept;
    return (Set){to, kept};
}

size_t some_of(Machine *mc, Word number, size_t count) {
    mc->fell_short |= number > (Word)count;
    return number < 0 ? 0 : (uint64_t)number < count ? (size_t)number : count;
}

static Set push_span(Machine *mc, Span span) {
    Word *to = pushed_room(mc, &mc->arena, span.count);
    for (size_t i = 0; i < span.count; i++) to[i] = span.at[i];
    return set_from(mc, mc->arena.used - span.count);
}

static Set set_first_cards(Machine *mc, const Word *n, const Who *who) {
    Span span;
    if (span_of(mc, n - mc->words, who, &span)) return push_span(mc, span);
    Word number = number_of(mc, n[FIRST_CARDS_NUMBER], who);
    Set members = set_of(mc, n[FIRST_CARDS_OF], who);
    members.count = some_of(mc, number, members.count);
    mc->arena.used = members.at + members.count;
    return members;
}

static Set set_last_cards(Machine *mc, const Word *n, const Who *who) {
    Span span;
    if (span_of(mc, n - mc->words, who, &span)) return push_span(mc, span);
    Word number = number_of(mc, n[LAST_CARDS_NUMBER], who);
    Set members = set_of(mc, n[LAST_CARDS_OF], who);
    size_t count = some_of(mc, number, members.count);
    Word *at = mc->arena.at + members.at;
    if (count) memmove(at, at + members.count - count, count * sizeof(Word));
    mc->arena.used = members.at + count;
    return (Set){members.at, count};
}

static Set set_union(Machine *mc, const Word *n, const Who *who) {
    Set some = set_of(mc, n[UNION_ONE], who), more = set_of(mc, n[UNION_OTHER], who);
    left_of(mc, more, some, more.at);
    return set_from(mc, some.at);
}

static Set set_without(Machine *mc, const Word *n, const Who *who) {
    Set some = set_of(mc, n[WITHOUT_ONE], who);
    uint64_t bits;
    if (!bits_of(mc, n[WITHOUT_OTHER], who, &bits)) return left_of(mc, some, set_of(mc, n[WITHOUT_OTHER], who), some.at);
    Word *to = mc->arena.at + some.at, *from = to, *end = from + some.count;
    for (; from < end; from++) { /* without a branch, as nobody can foretell which they are */
        Word each = *from;
        *to = each, to += !(bit_of(each) & bits);
    }
    mc->arena.used = (size_t)(to - mc->arena.at);
    return set_from(mc, some.at);
}

static Set set_sieved(Machine *mc, const Word *n, const Who *who) {
    return sieved(mc, n[SIEVED_SET], n + SIEVED_SIEVES, (size_t)n[SIEVED_SIEVES_COUNT], (Candidates){0, n[SIEVED_PLAYERS], -1},
                  who, mc->plan->traits[n - mc->words].each);
}

static Set set_earlier(Machine *mc, const Word *n, const Who *who) {
    Machine *then = before(mc);
    Set members = set_of(then, n[EARLIER_OF], who);
    if (then == mc) return members;
    size_t at = mc->arena.used;
    push_all(mc, &mc->arena, then->arena.at + members.at, members.count);
    then->arena.used = members.at;
    return set_from(mc, at);
}

static Set set_given(Machine *mc, const Word *n, const Who *who) {
    Given given = mc->given[n[GIVEN_REGISTER]];
    size_t at = mc->arena.used, count = (size_t)given.number;
    if (given.is == UNSET) return (Set){at, 0};
    if (given.is != SET_NAMED) fail(mc, "a register keeps one thing where a set is meant");
    Word *to = pushed_room(mc, &mc->arena, count), place;
    const Word *from = given.arena->at + given.at;
    if (given.picked) {
        for EACH_BIT(place, given.places) *to++ = from[place];
    } else if (count) {
        memcpy(to, from, count * sizeof(Word));
    }
    return set_from(mc, at);
}

static Set set_with(Machine *mc, const Word *n, const Who *who) {
    Given before;
    size_t at = mc->arena.used;
    if (!keeps(mc, n, who, &before)) return (Set){at, 0};
    Set found = set_of(mc, n[WITH_INNER], who);
    mc->given[n[WITH_REGISTER]] = before;
    if (found.count) memmove(mc->arena.at + at, mc->arena.at + found.at, found.count * sizeof(Word));
    mc->arena.used = at + found.count;
    return (Set){at, found.count};
}

/* Lays all sets of so many of some places on top of the arena, each as bits. */
static void push_subsets(Machine *mc, size_t places, size_t size) {
    size_t at[MOST_PLACES];
    for (size_t i = 0; i < size; i++) at[i] = i;
    for (;;) {
        uint64_t bits = 0;
        for (size_t i = 0; i < size; i++) bits |= (uint64_t)1 << at[i];
        push(mc, &mc->arena, (Word)bits);
        size_t last = size;
        while (last && at[last - 1] == places - size + last - 1) last--;
        if (!last) return;
        at[last - 1]++;
        for (size_t i = last; i < size; i++) at[i] = at[i - 1] + 1;
        works(mc, size);
    }
}

size_t many_sets(Sizes sizes) {
    uint64_t found = 0, ways = 1; /* to take so many of the places, of which there are few enough for 64 bits */
    for (Word size = 1; size <= sizes.most; size++) {
        ways = (uint64_t)((__uint128_t)ways * (sizes.of - (uint64_t)size + 1) / (uint64_t)size);
        if (size >= sizes.least) found += ways;
    }
    return (size_t)found;
}

Sizes sizes_of(Machine *mc, const Word *n, const Who *who) {
    Word cards = (Word)count_of(mc, n[SUBSETS_SOURCE], who), least = n[SUBSETS_LOW] ? number_of(mc, n[SUBSETS_LOW], who) : 1;
    Word most = n[SUBSETS_HIGH] ? number_of(mc, n[SUBSETS_HIGH], who) : n[SUBSETS_LOW] ? least : cards;
    if (cards > MOST_PLACES) fail(mc, OUT_OF_BUDGET);
    return (Sizes){(size_t)cards, least > 1 ? least : 1, most < cards ? most : cards};
}

static Set set_subsets(Machine *mc, const Word *n, const Who *who) {
    Sizes sizes = sizes_of(mc, n, who);
    size_t at = mc->arena.used;
    charge_each(mc, n - mc->words, many_sets(sizes));
    for (Word size = sizes.least; size <= sizes.most; size++) push_subsets(mc, sizes.of, (size_t)size);
    return set_from(mc, at);
}

static Set set_members(Machine *mc, const Word *n, const Who *who) {
    Set cards = set_of(mc, n[MEMBERS_SOURCE], who);
    Word bits = 0;
    size_t kept = 0;
    bool has = value(mc, n[MEMBERS_BITS], who, &bits);
    Word *members = mc->arena.at + cards.at;
    cards.count = has ? cards.count : 0;
    for (size_t i = 0; i < cards.count && i < 64; i++)
        if ((uint64_t)bits >> i & 1) members[kept++] = members[i];
    mc->arena.used = cards.at + kept;
    return (Set){cards.at, kept};
}

typedef Set Members(Machine *mc, const Word *n, const Who *who);

static Members *const SETS[NODE_COUNT] = {
#define X(name, function) [name] = set_##function,
    EACH_SET(X)
#undef X
};

Set set_of(Machine *mc, Word node, const Who *who) {
    const Word *n = node_at(mc, node);
    return SETS[n[KIND]](mc, n, who);
}

/* ---- tests */

static bool test_all_of(Machine *mc, const Word *n, const Who *who) {
    works(mc, 0);
    for (Word i = 0; i < n[ALL_OF_PARTS_COUNT]; i++)
        if (!holds(mc, n[ALL_OF_PARTS + i], who)) return false;
    return true;
}

static bool test_any_of(Machine *mc, const Word *n, const Who *who) {
    works(mc, 0);
    for (Word i = 0; i < n[ANY_OF_PARTS_COUNT]; i++)
        if (holds(mc, n[ANY_OF_PARTS + i], who)) return true;
    return false;
}

static bool test_not(Machine *mc, const Word *n, const Who *who) { return !holds(mc, n[NOT_PART], who); }

static bool test_quantified(Machine *mc, const Word *n, const Who *who) {
    if (n[QUANTIFIED_SEATS_COUNT] && mc->trying && !is_counted(mc, n[QUANTIFIED_TEST])) {
        charge_each(mc, n - mc->words, (size_t)n[QUANTIFIED_SEATS_COUNT]);
        return holds_by_seat(mc, n);
    }
    uint64_t all;
    bool at_once = mc->plan->traits[n - mc->words].form & AT_ONCE && !mc->coverage; /* which counts what is read before somebody stops */
    if (at_once && bits_of(mc, n[QUANTIFIED_SET], who, &all)) {
        charge_each(mc, n - mc->words, (size_t)bits_in(all));
        uint64_t those = bits_for_whom(mc, n[QUANTIFIED_TEST], n[QUANTIFIED_PLAYERS], who, all);
        return n[KIND] == EVERY ? those == all : (those != 0) == (n[KIND] == SOME);
    }
    Set members = set_of(mc, n[QUANTIFIED_SET], who);
    bool wanted = n[KIND] != EVERY, found = false;
    works(mc, members.count);
    charge_each(mc, n - mc->words, members.count);
    for (size_t i = 0; i < members.count && !found; i++) {
        Who each = of_member(who, mc->arena.at[members.at + i], n[QUANTIFIED_PLAYERS]);
        found = holds(mc, n[QUANTIFIED_TEST], &each) == wanted;
    }
    mc->arena.used = members.at;
    return found == (n[KIND] == SOME);
}

static bool test_is_none(Machine *mc, const Word *n, const Who *who) {
    Word one;
    return !value(mc, n[IS_NONE_OF], who, &one);
}

static bool compared(Machine *mc, const Word *n, const Who *who) {
    Word one, other;
    return value(mc, n[COMPARE_SUBJECT], who, &one) && value(mc, n[COMPARE_OTHER], who, &other) && stands(holds_where(n[KIND]), one, other);
}

static bool test_compare(Machine *mc, const Word *n, const Who *who) { return compared(mc, n, who); }

static bool test_same(Machine *mc, const Word *n, const Who *who) { return compared(mc, n, who); }

static bool test_within(Machine *mc, const Word *n, const Who *who) {
    Word one;
    return value(mc, n[WITHIN_SUBJECT], who, &one) && has_member(mc, n[WITHIN_OTHER], who, one);
}

static bool test_empty(Machine *mc, const Word *n, const Who *who) { return count_of(mc, n[EMPTY_SUBJECT], who) == 0; }

static bool test_repeats(Machine *mc, const Word *n, const Who *who) {
    Shows shows;
    if (set_shows(mc, n[REPEATS_NAME], n[REPEATS_OF], who, &shows)) return shows.twice != 0;
    Set members = set_of(mc, n[REPEATS_OF], who);
    size_t showing = words_among(mc, n[REPEATS_NAME], members), different = words_shown(mc, n[REPEATS_NAME], members).count;
    mc->arena.used = members.at;
    return different < showing;
}

static bool test_holds(Machine *mc, const Word *n, const Who *who) {
    Word one;
    if (!n[HOLDS_SUBJECT]) return holds(mc, n[HOLDS_FUNCTION], NOBODY);
    return value(mc, n[HOLDS_SUBJECT], who, &one) && holds(mc, n[HOLDS_FUNCTION], &(Who){one, one, true, true});
}

static bool test_with_test(Machine *mc, const Word *n, const Who *who) {
    Given before;
    size_t used = mc->arena.used;
    if (!keeps(mc, n, who, &before)) return false;
    bool found = holds(mc, n[WITH_TEST_INNER], who);
    mc->given[n[WITH_TEST_REGISTER]] = before;
    mc->arena.used = used;
    return found;
}

typedef bool Test(Machine *mc, const Word *n, const Who *who);

static Test *const TESTS[NODE_COUNT] = {
#define X(name, function) [name] = test_##function,
    EACH_TEST(X)
#undef X
};

bool holds(Machine *mc, Word node, const Who *who) {
    const Word *n = node_at(mc, node);
    return TESTS[n[KIND]](mc, n, who);
}
