/* What a plan means: one case for each instruction, which says where the game goes on. */

#include <string.h>

#include "coupled.h"
#include "coverage.h"
#include "generated/events.h"
#include "steps.h"
#include "terms.h"

/* ---- reasons to end that hold at once */

/* The seats of whom something has changed, by the bits of the first one. */
static inline uint64_t in_turn_changed(const Machine *mc, const Reason *reason) {
    uint64_t changed = 0;
    Word bit;
    for EACH_BIT(bit, reason->in_turn) changed |= mc->dirty[0] >> bit;
    return changed & UINT64_MAX >> (MOST_SEATS - reason->players);
}

static bool reason_holds(Machine *mc, const Reason *reason) {
    if (!reason->players) return holds(mc, reason->test, &(Who){mc->active, 0, true, false});
    for (size_t first = 0; first < reason->players; first += MOST_SEATS) {
        size_t left = reason->players - first;
        uint64_t changed = reason->in_turn ? in_turn_changed(mc, reason) : seats_changed(mc, reason->seats + first * mc->plan->dirt, left < MOST_SEATS ? left : MOST_SEATS);
        for (; changed; changed &= changed - 1) {
            Word each = (Word)first + __builtin_ctzll(changed);
            if (holds(mc, reason->test, &(Who){each, each, true, true})) return true;
        }
    }
    return false;
}

/* Where a reason leads that holds now, by what has changed; 0 if there is none. */
static Word reason_holding(Machine *mc) {
    const Reason *reason = mc->plan->reasons, *end = reason + mc->plan->watches;
    Word own = mc->own;
    mc->own = mc->active;
    for (; reason < end; reason++)
        if (has_changed(mc, reason->mask) && reason_holds(mc, reason)) return reason->to;
    mc->own = own;
    return 0;
}

/* Most of what happens is nothing that a reason depends on. */
Word unless_a_reason_holds(Machine *mc, Word after) {
    forget_known(mc);
    Word to = has_changed(mc, mc->plan->watched) ? reason_holding(mc) : 0;
    if (mc->coverage) coverage_settles(mc, mc->coverage);
    mc->changed[0] |= mc->dirty[0], mc->dirty[0] = 0; /* most games have but one word of them */
    for (size_t i = 1; i < mc->plan->dirt; i++) mc->changed[i] |= mc->dirty[i], mc->dirty[i] = 0;
    return to ? to : after;
}

/* ---- what happens */

static Word happens(Machine *mc, Word effect, Word after) {
    Lasts lasts = lasts_begin(mc);
    mc->about.used = 0;
    if (evaluate(mc, effect, &mc->about)) {
        execute(mc, effect, mc->about.at);
        after = unless_it_ends(mc, after);
    }
    lasts_end(mc, lasts);
    return after;
}

/* All are worked out before any happens. */
static Word happen_together(Machine *mc, const Word *effects, size_t count, Word after) {
    Lasts lasts = lasts_begin(mc);
    size_t list = mc->arena.used;
    mc->about.used = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = mc->about.used;
        push(mc, &mc->arena, evaluate(mc, effects[i], &mc->about) ? (Word)at : -1);
    }
    for (size_t i = 0; i < count; i++)
        if (mc->arena.at[list + i] >= 0) execute(mc, effects[i], mc->about.at + mc->arena.at[list + i]);
    after = unless_it_ends(mc, after);
    lasts_end(mc, lasts);
    return after;
}

static void resets(Machine *mc, const Word *list) {
    ALIKE(TURN_BEGINS_EACH_VARIABLE, ROUND_BEGINS_EACH_VARIABLE);
    ALIKE(TURN_BEGINS_EACH_HAS_VALUE, ROUND_BEGINS_EACH_HAS_VALUE);
    ALIKE(TURN_BEGINS_EACH_VALUE, ROUND_BEGINS_EACH_VALUE);
    ALIKE(TURN_BEGINS_EACH_SIZE, ROUND_BEGINS_EACH_SIZE);
    for (Word i = 0; i < list[LIST_COUNT]; i++) {
        Word variable = list[LIST_PARTS + ROUND_BEGINS_EACH_VARIABLE + ROUND_BEGINS_EACH_SIZE * i];
        if (mc->coverage) coverage_writes(mc->coverage, variable, -1);
        mc->has[variable] = (uint8_t)list[LIST_PARTS + ROUND_BEGINS_EACH_HAS_VALUE + ROUND_BEGINS_EACH_SIZE * i];
        mc->variables[variable] = list[LIST_PARTS + ROUND_BEGINS_EACH_VALUE + ROUND_BEGINS_EACH_SIZE * i];
    }
}

static void forget(Machine *mc, const Word *slots) {
    for (Word i = 0; i < slots[LIST_COUNT]; i++) name_unset(mc, slots[LIST_PARTS + i]);
}

static Word turn_begins(Machine *mc, const Word *n, Word after) {
    const Plan *plan = mc->plan;
    mc->turns++;
    if (mc->turns > n[TURN_BEGINS_TURNS]) {
        note(mc, EVENT_LIMIT, 1, (Word[]){n[TURN_BEGINS_TURNS]});
        return n[TURN_BEGINS_AT_LIMIT];
    }
    Word seat = (mc->active + mc->direction) % plan->players;
    mc->active = mc->own = mc->has_next ? mc->next : seat < 0 ? seat + plan->players : seat;
    mc->next = 0, mc->has_next = false;
    if (mc->coverage) coverage_reads(mc->coverage, plan->variables);
    resets(mc, n + TURN_BEGINS_CHANGED + plan->dirt + TURN_BEGINS_AFTER_CHANGED_RESETS_COUNT);
    names_unset(mc, 0);
    mc->sets.used = 0;
    mc->watching = true;
    touch_mask(mc, n + TURN_BEGINS_CHANGED);
    note(mc, EVENT_TURN, 1, (Word[]){mc->active});
    return unless_it_ends(mc, after);
}

static Word reason_begins(Machine *mc, const Word *n, Word after) {
    mc->watching = false, mc->own = mc->active;
    mc->stack.used = mc->together.used = mc->stage.used = 0;
    mc->is_together = mc->is_staged = false;
    names_unset(mc, n[REASON_BEGINS_KEPT]);
    note(mc, n[REASON_BEGINS_GAME] ? EVENT_GAME_ENDS : EVENT_ROUND_ENDS, 2, (Word[]){n[REASON_BEGINS_ORIGIN], mc->active});
    return after;
}

/* ---- going on elsewhere */

static Word each_next(Machine *mc, const Word *n, Word after) {
    Words *stack = &mc->stack;
    if (stack->used < 3 || stack->at[stack->used - 1] != FRAME_EACH) fail(mc, "nobody goes round here");
    forget(mc, n + EACH_NEXT_SLOTS_COUNT);
    Word own = stack->at[stack->used - 2], left = stack->at[stack->used - 3];
    stack->used -= 3;
    if (!left) {
        mc->own = checked_seat(mc, own);
        return n[EACH_NEXT_OUT];
    }
    mc->own = checked_seat(mc, pop(mc, stack));
    push(mc, stack, left - 1);
    push(mc, stack, own);
    push(mc, stack, FRAME_EACH);
    return after;
}

static Word each_begins(Machine *mc, const Word *n, Word after) {
    Set players = set_of(mc, n[EACH_BEGINS_PLAYERS], ACTING(mc));
    for (size_t i = players.count; i-- > 0;) push(mc, &mc->stack, mc->arena.at[players.at + i]);
    mc->arena.used = players.at;
    push(mc, &mc->stack, (Word)players.count);
    push(mc, &mc->stack, mc->own);
    push(mc, &mc->stack, FRAME_EACH);
    return after;
}

enum { MOST_TIMES = 100000 }; /* `language/tree/limits.py`: effects in one block */

static Word repeat_begins(Machine *mc, const Word *n, Word after) {
    Word times = number_of(mc, n[REPEAT_BEGINS_TIMES], ACTING(mc));
    push(mc, &mc->stack, times < 0 ? 0 : times);
    push(mc, &mc->stack, FRAME_REPEAT);
    return after;
}

static Word repeat_next(Machine *mc, const Word *n, Word after) {
    Words *stack = &mc->stack;
    if (stack->used < 2 || stack->at[stack->used - 1] != FRAME_REPEAT) fail(mc, "nothing is repeated here");
    Word *left = &stack->at[stack->used - 2];
    if (*left > MOST_TIMES) fail(mc, "something is repeated more often than any block does anything");
    if ((*left)-- > 0) return after;
    stack->used -= 2;
    return n[REPEAT_NEXT_OUT];
}

/* Words are kept with the first of their list on top. */
static Word words_begin(Machine *mc, const Word *n, Word after) {
    Words *stack = &mc->stack;
    Set words = set_of(mc, n[WORDS_BEGIN_WORDS], ACTING(mc));
    for (size_t i = 0; i < words.count; i++) {
        Word word = mc->arena.at[words.at + i];
        push(mc, stack, word);
        size_t at = stack->used - 1;
        for (size_t steps = i; steps && stack->at[at - 1] < word; steps--, at--) stack->at[at] = stack->at[at - 1];
        stack->at[at] = word;
    }
    mc->arena.used = words.at;
    push(mc, stack, (Word)words.count);
    push(mc, stack, FRAME_WORDS);
    return after;
}

static Word words_next(Machine *mc, const Word *n, Word after) {
    Words *stack = &mc->stack;
    if (stack->used < 2 || stack->at[stack->used - 1] != FRAME_WORDS) fail(mc, "nothing is done word by word here");
    forget(mc, n + WORDS_NEXT_SLOTS_COUNT);
    name_unset(mc, n[WORDS_NEXT_SLOT]);
    Word left = stack->at[stack->used - 2];
    stack->used -= 2;
    if (!left) return n[WORDS_NEXT_OUT];
    name_number(mc, n[WORDS_NEXT_SLOT], pop(mc, stack));
    push(mc, stack, left - 1);
    push(mc, stack, FRAME_WORDS);
    return after;
}

static Word performs(Machine *mc, const Word *n, Word after) {
    Word word;
    if (!value(mc, n[PERFORM_WORD], ACTING(mc), &word)) return after;
    if (word < 0 || word >= n[PERFORM_ENTRANCES_COUNT]) fail(mc, "there is no such word");
    push(mc, &mc->stack, after);
    push(mc, &mc->stack, FRAME_RETURN);
    return n[PERFORM_ENTRANCES + word];
}

static Word returns(Machine *mc, const Word *n) {
    forget(mc, n + RETURN_SLOTS_COUNT);
    if (pop(mc, &mc->stack) != FRAME_RETURN) fail(mc, "an action ends where none has begun");
    Word back = pop(mc, &mc->stack);
    if (back < 0 || back >= mc->plan->instructions) fail(mc, "an action leads back to nowhere");
    return back;
}

/* ---- draws */


enum { DRAW_WORDS = sizeof(Draw) / sizeof(Word) };

Draw *drawing(Machine *mc) {
    Words *stack = &mc->stack;
    if (stack->used < DRAW_WORDS || stack->at[stack->used - 1] != FRAME_DRAW) fail(mc, "nothing is being drawn");
    Draw *draw = (Draw *)(stack->at + stack->used - DRAW_WORDS);
    if (draw->has_source) checked_place(mc, draw->source);
    if (draw->has_to) checked_place(mc, draw->to);
    return draw;
}

static Word draw_begins(Machine *mc, const Word *n, Word after) {
    Draw draw = {.frame = FRAME_DRAW};
    if (!value(mc, n[DRAW_BEGINS_AMOUNT], ACTING(mc), &draw.left)) draw.left = 0;
    if (draw.left > mc->plan->cards) draw.left = mc->plan->cards; /* no draw goes on for ever by refilling itself */
    draw.has_source = place_of(mc, n + DRAW_BEGINS_SOURCE, &draw.source);
    draw.has_to = place_of(mc, n + DRAW_BEGINS_TO, &draw.to);
    if (!draw.has_source) draw.source = 0;
    if (!draw.has_to) draw.to = 0;
    memcpy(pushed_room(mc, &mc->stack, DRAW_WORDS), &draw, sizeof(Draw));
    return after;
}

/* On the stack: the places, in order; how many they are, how many cards are left, from where. */
enum { DEAL_WORDS = 4 };

static Word deal_begins(Machine *mc, const Word *n, Word after) {
    Word source, out = n[DEAL_BEGINS_OUT];
    if (!place_of(mc, n + DEAL_BEGINS_SOURCE, &source)) return out;
    size_t begun = mc->stack.used;
    Set which = set_of(mc, n[DEAL_BEGINS_TO], ACTING(mc));
    for (size_t i = 0; i < which.count; i++) {
        Word to = checked_place(mc, counted_on(n[DEAL_BEGINS_FIRST], mc->arena.at[which.at + i]));
        if (to != source) push(mc, &mc->stack, to);
    }
    mc->arena.used = which.at;
    Word places = (Word)(mc->stack.used - begun), left = places ? (Word)zone_count(mc, source) : 0;
    if (places && n[DEAL_BEGINS_EVENLY]) left -= left % places;
    if (!left) {
        mc->stack.used = begun;
        return out;
    }
    push(mc, &mc->stack, places);
    push(mc, &mc->stack, left);
    push(mc, &mc->stack, source);
    push(mc, &mc->stack, FRAME_DEAL);
    return after;
}

static Word deal_next(Machine *mc, const Word *n, Word after) {
    Words *stack = &mc->stack;
    if (stack->used < DEAL_WORDS || stack->at[stack->used - 1] != FRAME_DEAL) fail(mc, "nothing is being dealt");
    Word *deal = stack->at + stack->used - DEAL_WORDS, count = deal[0];
    if (count < 1 || (size_t)count > stack->used - DEAL_WORDS) fail(mc, "cards are dealt to nowhere");
    if (deal[1] <= 0) {
        stack->used -= DEAL_WORDS + (size_t)count;
        return n[DEAL_NEXT_OUT];
    }
    if (deal[1] > mc->plan->cards) fail(mc, "more is dealt than there are cards");
    deal[1]--;
    Word *places = deal - count, to = checked_place(mc, places[0]);
    memmove(places, places + 1, (size_t)(count - 1) * sizeof(Word));
    places[count - 1] = to;
    Draw draw = {.has_source = true, .source = checked_place(mc, deal[2]), .has_to = true, .to = to, .left = 1, .frame = FRAME_DRAW};
    memcpy(pushed_room(mc, stack, DRAW_WORDS), &draw, sizeof(Draw));
    return after;
}

static void refill(Machine *mc, const Word *n, Word empty) {
    if (!n[DRAW_REFILL]) return;
    Lasts lasts = lasts_begin(mc);
    Set cards = refilled_from(mc, n[DRAW_REFILL], empty);
    if (cards.count) {
        const Word *members = mc->arena.at + cards.at;
        Word *at = field_number(event_room(mc, EVENT_REFILL, 2 * (1 + cards.count) + 2), n[DRAW_QUERY_ORIGIN]);
        field_number(field_sources(mc, field_set(at, members, cards.count), members, cards.count), empty);
        gather(mc, members, cards.count, empty);
    }
    lasts_end(mc, lasts);
}

/* The card at an index of all cards is drawn. */
static Word drawn(Machine *mc, Word origin, int32_t index, Draw *draw, Word here) {
    Lasts lasts = lasts_begin(mc);
    Word card = mc->cards[index];
    draw->left--;
    note(mc, EVENT_DRAW, 5, (Word[]){origin, mc->own, card, draw->source, draw->to});
    put_from(mc, draw->source, index, draw->to);
    Word on = unless_it_ends(mc, here);
    lasts_end(mc, lasts);
    return on;
}

static Word asks_chance(Machine *mc, Word source, Word here) {
    mc->raws.used = mc->raw_at.used = 0;
    offer_cards(mc, zone_cards(mc, source), zone_count(mc, source));
    stops(mc, here);
    return STOPPED;
}

/* Which of so many outcomes comes, by a number in [0, 1). */
static size_t by_number(Machine *mc, size_t outcomes) {
    double chance = mc->chance(mc->from);
    if (!(chance >= 0.0 && chance < 1.0)) fail(mc, "a random number is not in [0, 1)");
    if (outcomes > 1) mc->chanced = mc->turns;
    return (size_t)(chance * (double)outcomes);
}

static Word draws(Machine *mc, const Word *n, Word here, Word after) {
    Draw *draw = drawing(mc);
    size_t held = 0;
    if (draw->left > 0 && draw->has_source && draw->has_to) {
        if (!zone_count(mc, draw->source)) refill(mc, n, draw->source);
        held = zone_count(mc, draw->source);
    }
    if (!held) {
        mc->fell_short |= draw->left > 0;
        mc->stack.used -= DRAW_WORDS;
        return after;
    }
    bool is_row = mc->plan->rows[draw->source];
    if (!is_row && !mc->chance && !mc->coupling) return asks_chance(mc, draw->source, here);
    size_t at = is_row ? held - 1 : mc->coupling ? coupling_draws(mc, draw) : by_number(mc, held);
    return drawn(mc, n[DRAW_QUERY_ORIGIN], mc->begins[draw->source] + (int32_t)at, draw, here);
}

/* A card that somebody says was drawn. */
static Word draws_card(Machine *mc, const Word *n, Word here, const Word *answer) {
    if (answer[0] != ONE_THING) fail(mc, "a draw is answered by a card");
    Draw *draw = drawing(mc);
    if (!draw->has_source || !draw->has_to || mc->where[checked_card(mc, answer[1])] != draw->source)
        fail(mc, "a card is drawn that does not lie there");
    return drawn(mc, n[DRAW_QUERY_ORIGIN], index_of_card(mc, answer[1]), draw, here);
}

/* ---- what chance chooses */

static Word chosen(Machine *mc, const Word *n, Word here, Word after, const Word *answer) {
    size_t size = answer_size(answer);
    choice_bind(mc, n[CHOOSE_BY_CHANCE_CHOICE], answer);
    touch_mask(mc, n + CHOOSE_BY_CHANCE_CHANGED);
    Word *at = event_room(mc, EVENT_CHOOSE_BY_CHANCE, 3 + size);
    at[0] = n[CHOOSE_BY_CHANCE_QUERY_ORIGIN], at[1] = mc->own, at[2] = here;
    for (size_t i = 0; i < size; i++) at[3 + i] = answer[i];
    return unless_it_ends(mc, after);
}

static Word chooses(Machine *mc, const Word *n, Word here, Word after) {
    choice_raws(mc, n[CHOOSE_BY_CHANCE_CHOICE]);
    if (!mc->raw_at.used) {
        choice_unbind(mc, n[CHOOSE_BY_CHANCE_CHOICE]);
        touch_mask(mc, n + CHOOSE_BY_CHANCE_CHANGED);
        return after;
    }
    if (!mc->chance && !mc->coupling) return stops(mc, here), STOPPED;
    if (mc->coupling) mc->pc = here; /* whose question it is that keys decide */
    size_t at = mc->coupling ? coupling_chooses(mc) : by_number(mc, mc->raw_at.used);
    return chosen(mc, n, here, after, mc->raws.at + mc->raw_at.at[at]);
}

/* ---- running */

/* It stands in the loop that runs it, which saves a game a sixtieth of its instructions. */
static inline __attribute__((always_inline)) Word step(Machine *mc, const Instruction *steps, Word pc) {
    const Word *n = steps[pc].node;
    Word after = steps[pc].after;
    switch ((AnyInstruction)n[KIND]) {
    case STOP:
        mc->raws.used = mc->raw_at.used = 0;
        stops(mc, pc);
        return STOPPED;
    case ROUND_BEGINS:
        resets(mc, n + ROUND_BEGINS_RESETS_COUNT);
        touch_all(mc);
        if (n[ROUND_BEGINS_TOLD]) note(mc, EVENT_ROUND, 0, NULL);
        return after;
    case TURN_BEGINS:
        return turn_begins(mc, n, after);
    case TURN_ENDS:
        mc->watching = false, mc->own = mc->active;
        return after;
    case ENDS_IF:
        return holds(mc, n[ENDS_IF_TEST], &(Who){mc->active, 0, true, false}) ? n[ENDS_IF_TO] : after;
    case REASON_BEGINS:
        return reason_begins(mc, n, after);
    case JUMP:
        return n[JUMP_TO];
    case BRANCH:
        return holds(mc, n[BRANCH_TEST], ACTING(mc)) ? after : n[BRANCH_OTHERWISE];
    case EACH_BEGINS:
        return each_begins(mc, n, after);
    case EACH_NEXT:
        return each_next(mc, n, after);
    case PERFORM:
        return performs(mc, n, after);
    case REPEAT_BEGINS:
        return repeat_begins(mc, n, after);
    case REPEAT_NEXT:
        return repeat_next(mc, n, after);
    case WORDS_BEGIN:
        return words_begin(mc, n, after);
    case WORDS_NEXT:
        return words_next(mc, n, after);
    case RETURN:
        return returns(mc, n);
    case FORGET:
        forget(mc, n + FORGET_SLOTS_COUNT);
        return after;
    case HAPPEN:
        return happens(mc, n[HAPPEN_EFFECT], after);
    case DRAW_BEGINS:
        return draw_begins(mc, n, after);
    case DEAL_BEGINS:
        return deal_begins(mc, n, after);
    case DEAL_NEXT:
        return deal_next(mc, n, after);
    case DRAW:
        return draws(mc, n, pc, after);
    case CHOOSE_BY_CHANCE:
        return chooses(mc, n, pc, after);
    case TOGETHER:
        return happen_together(mc, n + TOGETHER_EFFECTS, (size_t)n[TOGETHER_EFFECTS_COUNT], after);
    case TOGETHER_BEGINS:
        mc->is_together = true, mc->together.used = 0;
        return after;
    case DEFER:
        return defers(mc, n, after);
    case SKIP_LAPSED:
        return has_lapsed(mc) ? n[SKIP_LAPSED_TO] : after;
    case COMMIT:
        note(mc, EVENT_COMMIT, 2, (Word[]){n[COMMIT_ORIGIN], mc->own});
        return after;
    case TOGETHER_ENDS:
        return together_ends(mc, after);
    case GAUGE:
        return gauges(mc, n, after);
    case ASK:
        return asks(mc, n, pc, after);
    case ASK_PART:
        return asks_part(mc, n, pc);
    case ASK_WHETHER:
        return asks_whether(mc, n, pc);
    default:
        fail(mc, "this is no instruction");
    }
}

static Word single_step(Machine *mc, Word pc) { return mc->doing = pc, step(mc, mc->plan->steps, pc); }

static Word step_answer(Machine *mc, const Word *answer) {
    Word pc = mc->doing = mc->pc, after = mc->plan->steps[pc].after;
    const Word *n = mc->plan->steps[pc].node;
    switch (n[KIND]) {
    case DRAW:
        return draws_card(mc, n, pc, answer);
    case CHOOSE_BY_CHANCE:
        return chosen(mc, n, pc, after, answer);
    case ASK:
        return asked(mc, n, pc, after, answer);
    case ASK_PART:
        return asked_part(mc, n, pc, after, answer);
    case ASK_WHETHER:
        return asked_whether(mc, n, pc, after, answer);
    default:
        fail(mc, "nobody is asked here");
    }
}

static void looks_before(Machine *mc, Word pc) {
    if (mc->looked_at && mc->looked_at[pc] & LOOK_BEFORE) mc->look(mc->looking, mc, pc, LOOK_BEFORE);
}

static void looks_after(Machine *mc, Word pc, size_t told) {
    if (mc->looked_at && mc->looked_at[pc] & LOOK_AFTER && mc->log.used != told) mc->look(mc->looking, mc, pc, LOOK_AFTER);
}

static bool is_lapse(const Machine *mc) { return mc->raw_at.used == 1 && mc->raws.at[mc->raw_at.at[0]] == DECLINED; }

static Word watched_step(Machine *mc, Word pc) {
    size_t told = mc->log.used, waiting = mc->together.used;
    bool is_together = mc->is_together;
    looks_before(mc, pc);
    if (mc->coverage) coverage_before(mc, mc->coverage, pc);
    mc->settled = mc->fell_short = false;
    Word to = single_step(mc, pc);
    Word did = (mc->log.used != told ? DID_TELL : 0) | (mc->settled ? DID_SETTLE : 0) | (to == STOPPED && is_lapse(mc) ? DID_LAPSE : 0);
    if (mc->together.used != waiting || mc->is_together != is_together) did |= DID_WAIT;
    if (mc->fell_short) did |= DID_LESS;
    if (mc->noting) push_all(mc, &mc->notes, (Word[]){pc, to, did}, NOTE_WORDS);
    if (mc->coverage) coverage_step(mc, mc->coverage, pc, to, did);
    looks_after(mc, pc, told);
    return to;
}

static Word watched_answer(Machine *mc, const Word *answer) {
    size_t told = mc->log.used;
    Word pc = mc->pc, to = step_answer(mc, answer);
    if (mc->coverage && mc->log.used != told) coverage_answered(mc, mc->coverage, pc);
    looks_after(mc, pc, told);
    return to;
}

static inline void charge_for_step(Machine *mc, Word pc) {
    mc->doing = pc;
    forget_known(mc);
    charge(mc, mc->plan->steps[pc].cost);
}

static void run(Machine *mc, Word pc) {
    bool watched = mc->looked_at || mc->noting || mc->coverage;
    mc->knows = true;
    for (; watched && pc != STOPPED; pc = watched_step(mc, pc)) charge_for_step(mc, pc);
    for (const Instruction *steps = mc->plan->steps; pc != STOPPED; pc = step(mc, steps, pc)) charge_for_step(mc, pc);
    mc->charged = mc->allowed - mc->left - mc->rest;
    mc->spent += mc->charged, mc->knows = false;
}

static void begins(Machine *mc) {
    mc->failed = "it was interrupted";
    mc->arena.used = mc->spare.used = mc->about.used = mc->listed.used = mc->notes.used = 0;
    mc->until_look = LOOK_EVERY, mc->burnt = 0;
    forget_known(mc);
    mc->knows = false;
    Word rest = mc->allowance - mc->spent;
    mc->allowed = rest < mc->budget ? rest : mc->budget;
    allow(mc, mc->allowed);
    mc->trying = false;
}

/* Whatever fails leaves here: the machine can then be thawed anew, and nothing else. */
#define GUARDED(...)                                                                                                   \
    jmp_buf out;                                                                                                       \
    mc->out = &out;                                                                                                    \
    begins(mc);                                                                                                        \
    if (setjmp(out)) return false;                                                                                     \
    __VA_ARGS__;                                                                                                       \
    return true;

bool run_from(Machine *mc, Word pc) {
    GUARDED(mc->waits = false; run(mc, pc))
}

void run_on_from(Machine *mc, Word pc) {
    begins(mc);
    mc->waits = false;
    run(mc, pc);
}

static void carry_out(Machine *mc, const Word *answer) {
    mc->waits = false, mc->picked.used = 0;
    push_all(mc, &mc->picked, answer, answer_size(answer));
    run(mc, watched_answer(mc, mc->picked.at));
}

bool run_answer(Machine *mc, const Word *answer) {
    GUARDED(carry_out(mc, answer))
}

void run_on_answer(Machine *mc, const Word *answer) {
    begins(mc);
    carry_out(mc, answer);
}

bool run_options(Machine *mc) {
    GUARDED(mc->waits = false; mc->knows = true; if (single_step(mc, mc->pc) != STOPPED) fail(mc, "nobody is asked in this position"); mc->knows = false)
}

bool run_question(Machine *mc) {
    GUARDED(mc->waits = false; mc->knows = true; single_step(mc, mc->pc); mc->knows = false)
}

bool run_winners(Machine *mc, Set *winners) {
    GUARDED(mc->doing = WORKS_OUT_WINNERS; *winners = set_of(mc, mc->plan->winners, &(Who){mc->active, 0, true, false}))
}

/* What a term is worth to each seat. */
static void find_each(Machine *mc, Word term, Word *found) {
    for (Word seat = 0; seat < mc->plan->players; seat++) {
        mc->own = seat;
        if (!value(mc, term, ACTING(mc), &found[seat])) found[seat] = 0;
    }
}

bool run_returns(Machine *mc, Word *returns) {
    GUARDED(mc->doing = WORKS_OUT_RETURNS; find_each(mc, mc->plan->returns, returns))
}

bool run_scores(Machine *mc, Word *scores) {
    GUARDED(mc->doing = WORKS_OUT_SCORE; find_each(mc, mc->plan->score, scores))
}

bool run_holds(Machine *mc, Word law, Machine *then, bool *found) {
    GUARDED(mc->own = mc->active; mc->doing = WORKS_OUT_LAWS - law; mc->then = then; if (then) begins(then); *found = holds(mc, mc->plan->law[law], ACTING(mc)))
}
