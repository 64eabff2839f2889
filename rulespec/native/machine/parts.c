/* Parts of a choice that is asked bit by bit: what can be named next, and what was answered. */

#include <stdlib.h>

#include "search.h"

/* ---- beginning and ending */

static void find_sources(Search *s) {
    Machine *mc = s->mc;
    for (size_t at = 0; at < s->parts; at++) {
        const Word *part = s->part[at];
        s->least[at] = s->most[at] = 0;
        if (part[2]) {
            s->source[at] = set_of(mc, part[2], ACTING(mc));
        } else {
            Word low = number_or_0(mc, part[4]), high = number_or_0(mc, part[5]);
            s->source[at] = (Set){mc->arena.used, 0};
            for (Word number = low; number <= high; number++) {
                works(mc, 0);
                push(mc, &mc->arena, number);
                if (number == INT64_MAX) break;
            }
            s->source[at].count = mc->arena.used - s->source[at].at;
        }
        if (!is_set_part(part)) continue;
        s->set[s->sets++] = at;
        Word low = number_or_0(mc, part[4]), high = number_or_0(mc, part[5]);
        s->least[at] = low < 0 ? 0 : low, s->most[at] = high;
    }
}

static void order_cards(Search *s) {
    Machine *mc = s->mc;
    size_t all = (size_t)mc->plan->cards;
    fill(s, INDEX, all, -1);
    fill(s, CAN, s->parts * all, 0);
    fill(s, TAKEN, s->parts * all, 0);
    s->cards = (Set){mc->arena.used, 0};
    for (size_t i = 0; i < s->sets; i++) {
        size_t at = s->set[i];
        for (size_t k = 0; k < s->source[at].count; k++) {
            Word card = checked_card(mc, source_at(s, at, k));
            words(s, CAN)[at * all + (size_t)card] = 1;
            if (words(s, INDEX)[card] >= 0) continue;
            words(s, INDEX)[card] = 0;
            push(mc, &mc->arena, card);
            s->cards.count++;
        }
    }
    Word *cards = mc->arena.at + s->cards.at;
    for (size_t i = 1; s->node[3] && i < s->cards.count; i++) { /* in the order of the group, else as they are */
        Word card = cards[i], word = group_word(s, card);
        size_t k = i;
        works(mc, i);
        for (; k > 0 && group_word(s, cards[k - 1]) > word; k--) cards[k] = cards[k - 1];
        cards[k] = card;
    }
    for (size_t i = 0; i < s->cards.count; i++) words(s, INDEX)[cards[i]] = (Word)i;
}

static void opens(Search *s, Machine *mc, Word completion) {
    *s = (Search){.mc = mc, .completion = completion, .node = node_at(mc, completion), .own = mc->own};
    s->parts = (size_t)s->node[5];
    if (s->parts > MOST_PARTS) fail(mc, "a choice has too many parts");
    const Word *steps = s->node + 6 + s->parts;
    s->measure = steps + 1 + steps[0];
    s->measures = (size_t)s->measure[0];
    s->settled = true;
    for (size_t i = 0; i < s->measures; i++)
        if (node_at(mc, s->measure[1 + i])[5]) s->settled = false;
    s->mark = put_aside(mc);
    for (size_t at = 0; at < s->parts; at++) {
        s->part[at] = node_at(mc, s->node[6 + at]);
        name_unset(mc, s->part[at][1]);
    }
    find_sources(s);
    order_cards(s);
    s->width = s->sets + 2 * s->measures;
}

static void closes(Search *s, size_t arena) {
    take_back(s->mc, s->mark);
    let_go(s->mc, s->mark);
    s->mc->arena.used = arena;
}

/* ---- what can be said */

static void offer_card(Machine *mc, Words *list, Word card) { /* a list of what can be said next: how many things, and which */
    push(mc, list, 1);
    push(mc, list, card);
}

/* Appends what can be said next of a part: one thing, or no card more, in two words each: how many, and which. */
static void next(Search *s, size_t at, Words *list) {
    Machine *mc = s->mc;
    Said *said = &s->said[at];
    for (size_t i = 0; i < s->parts; i++) name_unset(mc, slot_of(s, i));
    forget_all(s);
    if (!is_set_part(s->part[at])) {
        for (size_t i = 0; i < s->source[at].count; i++) {
            said->given = true, said->value = source_at(s, at, i);
            if (completes(s)) offer_card(mc, list, said->value);
        }
        said->given = false;
        return;
    }
    if ((Word)said->count < s->most[at]) {
        size_t from = said->count ? (size_t)index_of(s, taken_of(s, at)[said->count - 1]) + 1 : 0;
        for (size_t i = from; i < s->cards.count; i++) {
            Word card = card_at(s, i);
            bool elsewhere = false;
            for (size_t k = 0; k < s->sets; k++)
                elsewhere |= s->set[k] != at && is_among(taken_of(s, s->set[k]), s->said[s->set[k]].count, card);
            if (!can(s, at, card) || elsewhere) continue;
            works(mc, s->cards.count);
            taken_of(s, at)[said->count++] = card;
            if (completes(s)) offer_card(mc, list, card);
            said->count--;
        }
    }
    said->closed = true;
    if (completes(s)) push_all(mc, list, (Word[]){0, 0}, 2);
    said->closed = false;
}

static int by_place(const void *one, const void *other) {
    const Word *a = one, *b = other;
    return (a[0] > b[0]) - (a[0] < b[0]);
}

/* Names a set, its cards in the order of what they are chosen from. */
static void name_whole(Search *s, size_t at, const Word *cards, size_t count) {
    Machine *mc = s->mc;
    size_t base = mc->arena.used;
    for (size_t i = 0; i < count; i++) {
        works(mc, s->source[at].count);
        push(mc, &mc->arena, (Word)place_in_source(s, at, cards[i]));
        push(mc, &mc->arena, cards[i]);
    }
    Word *pairs = mc->arena.at + base;
    if (count > 1) qsort(pairs, count, 2 * sizeof(Word), by_place);
    for (size_t i = 0; i < count; i++) pairs[i] = pairs[2 * i + 1];
    name_set(mc, slot_of(s, at), pairs, count);
    mc->arena.used = base;
}

/* What was said so far: names of the parts before, and the cards of a set so far. */
static void says(Search *s, size_t at) {
    Machine *mc = s->mc;
    for (size_t i = 0; i < at; i++) {
        Word slot = slot_of(s, i);
        const Word *kept = mc->spare.at + s->mark; /* as it was before the names were taken away */
        Word name = kept[(mc->names - mc->block) + slot];
        uint8_t named = ((const uint8_t *)kept)[(const uint8_t *)mc->named - (const uint8_t *)mc->block + slot];
        if (named == NUMBER_NAMED) s->said[i] = (Said){name, true, false, 0};
        if (named != SET_NAMED) continue;
        const Word *set = mc->sets.at + name;
        s->said[i] = (Said){0, false, true, 0};
        for (size_t k = 0; k < s->cards.count; k++)
            if (is_among(set + 1, (size_t)set[0], card_at(s, k))) taken_of(s, i)[s->said[i].count++] = card_at(s, k);
    }
    if (!is_set_part(s->part[at])) return;
    Word before = -1;
    for (size_t i = 0; i < mc->stage.used; i++) { /* each comes later than the one before, so that there are not too many */
        Word card = mc->stage.at[i], index = index_of(s, card);
        if (index <= before) fail(mc, "cards were named that cannot be, or in another order");
        taken_of(s, at)[i] = card, before = index;
    }
    s->said[at] = (Said){0, false, false, mc->stage.used};
}

void part_raws(Machine *mc, Word completion, Word at) {
    Search s;
    size_t arena = mc->arena.used;
    opens(&s, mc, completion);
    if (is_set_part(s.part[at])) mc->is_staged = true;
    narrows(&s);
    says(&s, (size_t)at);
    mc->about.used = 0;
    next(&s, (size_t)at, &mc->about);
    closes(&s, arena);
    mc->raws.used = mc->raw_at.used = 0;
    for (size_t i = 0; i < mc->about.used; i += 2) {
        const Word *each = mc->about.at + i;
        if (is_set_part(s.part[at]))
            offer(mc, (Word[]){ONE_SET, each[0], each[1]});
        else
            offer_number(mc, each[1]);
    }
}

bool part_answer(Machine *mc, Word completion, Word at, const Word *answer) {
    const Word *part = node_at(mc, node_at(mc, completion)[6 + at]);
    if (!is_set_part(part)) {
        if (answer[0] != ONE_THING) fail(mc, "an answer says nothing that could have a name");
        name_number(mc, part[1], answer[1]);
        return true;
    }
    if (answer[0] != ONE_SET) fail(mc, "an answer says nothing that could be a card");
    push_all(mc, &mc->stage, answer + 2, (size_t)answer[1]);
    mc->is_staged = true;
    size_t arena = mc->arena.used;
    Search s;
    opens(&s, mc, completion);
    bool complete = !answer[1] || (Word)mc->stage.used >= s.most[at];
    if (complete) { /* the set is named once the names are as they were */
        Word slot = slot_of(&s, (size_t)at);
        name_whole(&s, (size_t)at, mc->stage.at, mc->stage.used);
        size_t whole = (size_t)mc->names[slot], count = (size_t)mc->sets.at[whole];
        size_t kept = mc->arena.used;
        push_all(mc, &mc->arena, mc->sets.at + whole + 1, count);
        take_back(mc, s.mark);
        name_set(mc, slot, mc->arena.at + kept, count);
        let_go(mc, s.mark);
        mc->arena.used = arena;
        mc->stage.used = 0, mc->is_staged = false;
    } else {
        closes(&s, arena);
    }
    return complete;
}

/* The first whole answer is kept in `about`; counts how many there are, and stops at two. */
static int count_answers(Search *s, size_t at, Words *list, int found) {
    Machine *mc = s->mc;
    if (at == s->parts) {
        if (found == 0) {
            for (size_t i = 0; i < s->parts; i++) {
                push(mc, &mc->about, s->said[i].value);
                push(mc, &mc->about, (Word)s->said[i].count);
                push_all(mc, &mc->about, taken_of(s, i), s->said[i].count);
            }
        }
        return found + 1;
    }
    size_t begin = list->used;
    next(s, at, list);
    size_t end = list->used;
    for (size_t i = begin; i < end && found < 2; i += 2) {
        Said *said = &s->said[at], before = *said;
        Word many = list->at[i], which = list->at[i + 1];
        bool closed = true;
        if (!is_set_part(s->part[at])) {
            said->given = true, said->value = which;
        } else {
            if (many) taken_of(s, at)[said->count++] = which;
            said->closed = closed = !many || (Word)said->count == s->most[at];
        }
        found = count_answers(s, at + closed, list, found);
        s->said[at] = before;
    }
    list->used = begin;
    return found;
}

bool part_settles(Machine *mc, Word completion) {
    Search s;
    size_t arena = mc->arena.used;
    opens(&s, mc, completion);
    narrows(&s);
    mc->about.used = 0;
    int found = count_answers(&s, 0, &mc->listed, 0);
    take_back(mc, s.mark);
    if (found < 2 && found > 0) {
        const Word *at = mc->about.at;
        for (size_t i = 0; i < s.parts; i++) {
            Word value = at[0], count = at[1];
            if (is_set_part(s.part[i]))
                name_whole(&s, i, at + 2, (size_t)count);
            else
                name_number(mc, slot_of(&s, i), value);
            at += 2 + count;
        }
        mc->is_staged = false, mc->stage.used = 0;
    }
    let_go(mc, s.mark);
    mc->arena.used = arena;
    return found == 1;
}
