/* Effects: each works out what it is about, then makes it happen and tells it.

   What it is about is kept in words, as it may wait for a close:
     move       where to, how many cards, the cards
     insert     how many cards, the cards, two, where to, the position
     exchange   how many, the cards, how many, the others
     show       how many, the cards, how many, the players; secretly, too
     set        how many, the counters or notes, whether to a value, the value
     add        how many, the counters, the amount
     make next  who */

#include "coverage.h"
#include "terms.h"
#include "ways.h"

static void push_set(Machine *mc, Words *what, Set members) {
    field_set(pushed_room(mc, what, members.count + 1), mc->arena.at + members.at, members.count);
}

bool place_of(Machine *mc, const Word *place, Word *found) {
    *found = place[PLACE_FIRST];
    if (!place[PLACE_WHOSE]) return true;
    Word seat;
    if (!value(mc, place[PLACE_WHOSE], ACTING(mc), &seat)) return false;
    *found = checked_place(mc, counted_on(place[PLACE_FIRST], seat));
    return true;
}

Set refilled_from(Machine *mc, Word set, Word place) {
    Word owner = mc->plan->owners[place];
    return set_of(mc, set, &(Who){owner < 0 ? 0 : owner, 0, owner >= 0, false});
}

/* The cards of several sets, each once. */
static Set cards_of(Machine *mc, const Word *sets, size_t count) {
    size_t at = mc->arena.used;
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        Set part = set_of(mc, sets[i], ACTING(mc));
        size_t kept = part.at;
        for (size_t k = 0; count > 1 && k < part.count; k++) {
            Word card = mc->arena.at[part.at + k];
            bool is_few = bit_of(card) != 0;
            if (!is_few) works(mc, kept - at);
            bool twice = is_few ? seen & bit_of(card) : is_among(mc->arena.at + at, kept - at, card);
            seen |= bit_of(card);
            if (!twice) mc->arena.at[kept++] = card;
        }
        if (count > 1) mc->arena.used = kept;
    }
    return (Set){at, mc->arena.used - at};
}

static void push_variables(Machine *mc, Words *what, Word first, Word whose) {
    if (!whose) {
        Word *at = pushed_room(mc, what, 2);
        at[0] = 1, at[1] = first;
        return;
    }
    Set seats = set_of(mc, whose, ACTING(mc));
    push(mc, what, (Word)seats.count);
    for (size_t i = 0; i < seats.count; i++)
        push(mc, what, checked_variable(mc, counted_on(first, mc->arena.at[seats.at + i])));
}

/* ---- what each is about; false where it would do nothing */

static bool about_move(Machine *mc, const Word *n, Words *what) {
    Word to, card;
    if (!place_of(mc, n + MOVE_TO, &to)) return false;
    const Word *first = n[MOVE_CARDS_COUNT] == 1 ? node_at(mc, n[MOVE_CARDS]) : NULL;
    if (first && first[KIND] == SINGLE) { /* as most often: told and moved as one card, it takes a game a thirtieth fewer instructions */
        if (!value(mc, first[SINGLE_OF], ACTING(mc), &card)) return false;
        Word *at = pushed_room(mc, what, 3);
        at[0] = to, at[1] = 1, at[2] = card;
        return true;
    }
    Set cards = cards_of(mc, n + MOVE_CARDS, (size_t)n[MOVE_CARDS_COUNT]);
    if (!cards.count) return false;
    push(mc, what, to);
    push_set(mc, what, cards);
    return true;
}

static bool about_insert(Machine *mc, const Word *n, Words *what) {
    Word to;
    if (!place_of(mc, n + INSERT_TO, &to)) return false;
    Set cards = cards_of(mc, n + INSERT_CARDS, (size_t)n[INSERT_CARDS_COUNT]);
    if (!cards.count) return false;
    push_set(mc, what, cards);
    Word position = number_of(mc, n[INSERT_POSITION], ACTING(mc));
    push_all(mc, what, (Word[]){2, to, position}, 3);
    return true;
}

static bool about_exchange(Machine *mc, const Word *n, Words *what) {
    Set mine = set_of(mc, n[EXCHANGE_ONE], ACTING(mc)), theirs = set_of(mc, n[EXCHANGE_OTHER], ACTING(mc));
    if (!mine.count || !theirs.count) return false;
    for (size_t i = 0; i < mine.count; i++) {
        works(mc, theirs.count);
        for (size_t k = 0; k < theirs.count; k++)
            if (mc->arena.at[mine.at + i] == mc->arena.at[theirs.at + k]) return false;
    }
    push_set(mc, what, mine);
    push_set(mc, what, theirs);
    return true;
}

static bool about_show(Machine *mc, const Word *n, Words *what) {
    push_set(mc, what, set_of(mc, n[SHOW_CARDS], ACTING(mc)));
    push_set(mc, what, set_of(mc, n[SHOW_TO], ACTING(mc)));
    return true;
}

static bool about_show_secretly(Machine *mc, const Word *n, Words *what) {
    Set cards = set_of(mc, n[SHOW_SECRETLY_CARDS], ACTING(mc)), seats = set_of(mc, n[SHOW_SECRETLY_TO], ACTING(mc));
    if (!cards.count || !seats.count) return false;
    push_set(mc, what, cards);
    push_set(mc, what, seats);
    return true;
}

static bool about_set(Machine *mc, const Word *n, Words *what) {
    Word found = 0;
    push_variables(mc, what, n[SET_TARGET_FIRST], n[SET_TARGET_WHOSE]);
    bool has = value(mc, n[SET_VALUE], ACTING(mc), &found);
    push(mc, what, has);
    push(mc, what, has ? found : 0);
    return true;
}

static bool about_add(Machine *mc, const Word *n, Words *what) {
    push_variables(mc, what, n[ADD_TARGET_FIRST], n[ADD_TARGET_WHOSE]);
    Word amount = number_of(mc, n[ADD_AMOUNT], ACTING(mc));
    if (n[ADD_SIGN] < 0) amount = amount == INT64_MIN ? INT64_MAX : -amount;
    push(mc, what, amount);
    return true;
}

static bool about_make_next(Machine *mc, const Word *n, Words *what) {
    Word who;
    if (!value(mc, n[MAKE_NEXT_PLAYER], ACTING(mc), &who)) return false;
    push(mc, what, checked_seat(mc, who));
    return true;
}

static bool about_reverse(Machine *mc, const Word *n, Words *what) { return true; }

/* No effect: it is only asked whether there is a card to draw. */
static bool about_can_draw(Machine *mc, const Word *n, Words *what) {
    Word place;
    if (!place_of(mc, n + CAN_DRAW_SOURCE, &place)) return false;
    return zone_count(mc, place) || (n[CAN_DRAW_REFILL] && refilled_from(mc, n[CAN_DRAW_REFILL], place).count);
}

typedef bool About(Machine *mc, const Word *n, Words *what);

static About *const ABOUT[NODE_COUNT] = {
#define X(name, function) [name] = about_##function,
    EACH_EFFECT(X)
#undef X
};

bool evaluate(Machine *mc, Word effect, Words *what) {
    size_t at = mc->arena.used;
    const Word *n = node_at(mc, effect);
    bool does = ABOUT[n[KIND]](mc, n, what);
    mc->arena.used = at;
    return does;
}

/* ---- making it happen */

/* An event of an effect, with so many words of fields after its origin and who acts. */
static Word *event_of(Machine *mc, Word kind, Word origin, size_t size) {
    Word *at = event_room(mc, kind, size + 2);
    at[0] = origin, at[1] = mc->own;
    return at + 2;
}

static void change(Machine *mc, Word variable, bool has, Word value, Word origin) {
    checked_variable(mc, variable);
    bool had = mc->has[variable];
    Word old = mc->variables[variable];
    if (mc->coverage && !mc->trying) coverage_writes(mc->coverage, variable, origin);
    if (had == has && (!has || value == old)) return;
    mc->has[variable] = has;
    mc->variables[variable] = has ? value : 0;
    touch(mc, mc->plan->places + variable);
    Word *at = event_of(mc, EVENT_CHANGE, origin, 5);
    field_maybe(field_maybe(field_number(at, variable), had, old), has, value);
}

static Word bounded(Word value, Word low, Word high) { return value < low ? low : value > high ? high : value; }

static void execute_move(Machine *mc, const Word *n, const Word *what) {
    size_t count = (size_t)what[1];
    if (count == 1) { /* as most often */
        Word card = checked_card(mc, what[2]);
        note(mc, EVENT_MOVE, 7, (Word[]){n[MOVE_ORIGIN], mc->own, 1, card, 1, mc->where[card], what[0]});
        put(mc, card, what[0]);
        return;
    }
    Word *at = event_of(mc, EVENT_MOVE, n[MOVE_ORIGIN], 2 * (1 + count) + 1);
    field_number(field_sources(mc, field_set(at, what + 2, count), what + 2, count), what[0]);
    gather(mc, what + 2, count, what[0]);
}

static void execute_insert(Machine *mc, const Word *n, const Word *what) {
    size_t count = (size_t)what[0];
    const Word *cards = what + 1, *where = cards + count;
    if (where[0] != 2) fail(mc, "cards move to no position");
    Word to = checked_place(mc, where[1]);
    Word *at = event_of(mc, EVENT_INSERT, n[INSERT_ORIGIN], 2 * (1 + count) + 2);
    at = field_number(field_sources(mc, field_set(at, cards, count), cards, count), to);
    field_number(at, insert(mc, cards, count, to, where[2]));
}

static void execute_exchange(Machine *mc, const Word *n, const Word *what) {
    size_t many = (size_t)what[0], others = (size_t)what[1 + many];
    const Word *mine = what + 1, *theirs = what + 2 + many;
    if (!many || !others) fail(mc, "an exchange is of no card");
    Word here = mc->where[checked_card(mc, mine[0])], there = mc->where[checked_card(mc, theirs[0])];
    Word *at = event_of(mc, EVENT_EXCHANGE, n[EXCHANGE_ORIGIN], 2 * (1 + many) + 2 * (1 + others));
    at = field_set(field_set(at, mine, many), theirs, others);
    field_sources(mc, field_sources(mc, at, mine, many), theirs, others);
    if (many == others) {
        for (size_t i = 0; i < many; i++) {
            works(mc, (size_t)mc->plan->cards);
            swap(mc, mine[i], theirs[i]);
        }
    } else {
        gather(mc, mine, many, there);
        gather(mc, theirs, others, here);
    }
}

static void execute_show(Machine *mc, const Word *n, const Word *what) {
    const Word *seats = what + 1 + what[0];
    size_t count = (size_t)what[0];
    Word *at = event_of(mc, EVENT_SHOW, n[SHOW_ORIGIN], 2 * (1 + count) + 1 + (size_t)seats[0]);
    field_set(field_sources(mc, field_set(at, what + 1, count), what + 1, count), seats + 1, (size_t)seats[0]);
}

static void execute_show_secretly(Machine *mc, const Word *n, const Word *what) {
    const Word *seats = what + 1 + what[0];
    size_t count = (size_t)what[0];
    for (Word i = 0; i < seats[0]; i++) {
        Word *at = event_room(mc, EVENT_SHOW_SECRETLY, 2 + 2 * (1 + count) + 2);
        at[0] = n[SHOW_SECRETLY_ORIGIN], at[1] = checked_seat(mc, seats[1 + i]);
        field_set(field_sources(mc, field_set(at + 2, what + 1, count), what + 1, count), seats + 1 + i, 1);
    }
}

static void execute_set(Machine *mc, const Word *n, const Word *what) {
    bool is_counter = n[SET_TARGET_HAS_BOUNDS], has = what[1 + what[0]];
    Word value = what[2 + what[0]];
    if (is_counter) has = true, value = bounded(value, n[SET_TARGET_BOUNDS_LEAST], n[SET_TARGET_BOUNDS_MOST]);
    for (Word i = 0; i < what[0]; i++) change(mc, what[1 + i], has, value, n[SET_ORIGIN]);
}

static void execute_add(Machine *mc, const Word *n, const Word *what) {
    for (Word i = 0; i < what[0]; i++) {
        if (mc->coverage) coverage_reads(mc->coverage, checked_variable(mc, what[1 + i]));
        Word variable = checked_variable(mc, what[1 + i]), now = mc->has[variable] ? mc->variables[variable] : 0;
        Word value = added(now, what[1 + what[0]]);
        change(mc, variable, true, n[ADD_TARGET_HAS_BOUNDS] ? bounded(value, n[ADD_TARGET_BOUNDS_LEAST], n[ADD_TARGET_BOUNDS_MOST]) : value,
               n[ADD_ORIGIN]);
    }
}

static void execute_make_next(Machine *mc, const Word *n, const Word *what) {
    mc->next = checked_seat(mc, what[0]), mc->has_next = true;
    if (mc->coverage && !mc->trying) coverage_writes(mc->coverage, mc->plan->variables, n[MAKE_NEXT_ORIGIN]);
    field_maybe(event_of(mc, EVENT_NEXT, n[MAKE_NEXT_ORIGIN], 2), true, what[0]);
}

static void execute_reverse(Machine *mc, const Word *n, const Word *what) {
    mc->direction = -mc->direction;
    note(mc, EVENT_REVERSE, 3, (Word[]){n[REVERSE_ORIGIN], mc->own, mc->direction});
}

static void execute_can_draw(Machine *mc, const Word *n, const Word *what) { fail(mc, "this is no effect"); }

typedef void Execute(Machine *mc, const Word *n, const Word *what);

static Execute *const EXECUTE[NODE_COUNT] = {
#define X(name, function) [name] = execute_##function,
    EACH_EFFECT(X)
#undef X
};

void execute(Machine *mc, Word effect, const Word *what) {
    const Word *n = node_at(mc, effect);
    EXECUTE[n[KIND]](mc, n, what);
}

/* ---- rows whose last card everybody sees */

size_t lasts_before(Machine *mc) {
    size_t at = mc->arena.used;
    for (Word i = 0; i < mc->plan->lasts; i++) {
        Word row = mc->plan->last[2 * i];
        size_t count = zone_count(mc, row);
        push(mc, &mc->arena, count ? zone_cards(mc, row)[count - 1] : -1);
    }
    return at;
}

static Word last_of(const Machine *mc, Word row) {
    size_t count = zone_count(mc, row);
    return count ? zone_cards(mc, row)[count - 1] : -1;
}

typedef struct {
    bool found, drawn, inserted;
    Word source, to;
} Way;

/* How a card moved last, by the events since then, whether it was ever drawn, and whether it moved to a position. */
static Way way_of(Machine *mc, Word card, size_t since, size_t until) {
    Way way = {0};
    for (size_t at = since; at < until; at += (size_t)mc->log.at[at]) {
        const Word *event = mc->log.at + at + 1;
        Carried found[MOST_CARRIED];
        int count = event_moves(mc, event, found);
        for (const Carried *group = found; group < found + count; group++)
            for (Word i = 0; i < group->count; i++)
                if (group->card[i] == card) way = (Way){true, way.drawn || event[0] == EVENT_DRAW, event[0] == EVENT_INSERT, group->from[i], group->to[i * group->apart]};
    }
    return way;
}

/* Tells if cards arrived in a row and left again, according to the events since then. */
static bool was_covered(Machine *mc, Word row, size_t since, size_t until) {
    for (size_t at = since + (size_t)mc->log.at[since]; at < until; at += (size_t)mc->log.at[at]) { /* the first covers nothing */
        Carried found[MOST_CARRIED];
        int count = event_moves(mc, mc->log.at + at + 1, found);
        for (const Carried *group = found; group < found + count; group++)
            for (Word i = 0; i < group->count; i++) {
                if (group->from[i] != row) continue;
                Way way = way_of(mc, group->card[i], since, at);
                if (way.found && way.to == row) return true;
            }
    }
    return false;
}

void lasts_tell(Machine *mc, size_t before, size_t since) {
    const Plan *plan = mc->plan;
    size_t until = mc->log.used;
    bool same = true;
    for (Word i = 0; i < plan->lasts && same; i++) {
        Word row = plan->last[2 * i];
        same = mc->arena.at[before + (size_t)i] == last_of(mc, row) && !was_covered(mc, row, since, until);
    }
    for (Word i = 0; i < plan->lasts && !same; i++) {
        Word row = plan->last[2 * i], card = mc->arena.at[before + (size_t)i];
        works(mc, until - since);
        if (card < 0) continue;
        Way way = way_of(mc, card, since, until);
        bool is_last = false;
        for (Word k = 0; k < plan->lasts && !is_last; k++) is_last = last_of(mc, plan->last[2 * k]) == card;
        if (way.found && way.source == row && way.to != row && !plan->seen[checked_place(mc, way.to)] && !way.drawn && !is_last)
            note(mc, EVENT_LEAVES, 4, (Word[]){plan->last[2 * i + 1], card, row, way.to});
    }
    for (Word i = 0; i < plan->lasts && !same; i++) {
        Word row = plan->last[2 * i], now = last_of(mc, row);
        if (now < 0) continue;
        Way way = way_of(mc, now, since, until);
        bool is_told = now == mc->arena.at[before + (size_t)i] ? was_covered(mc, row, since, until)
                                                               : !plan->seen[checked_place(mc, way.found && !way.inserted ? way.source : row)];
        if (is_told)
            note(mc, EVENT_IS_LAST, 3, (Word[]){plan->last[2 * i + 1], now, row});
    }
    mc->arena.used = before;
}
