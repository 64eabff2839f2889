/* Parts of a choice that is asked bit by bit: what can be named next, and what was answered. */

#include "search.h"

/* ---- beginning and ending */

static void find_sources(Search *s) {
    Machine *mc = s->mc;
    for (size_t at = 0; at < s->parts; at++) {
        const Word *part = s->part[at];
        s->least[at] = s->most[at] = 0;
        if (part[PART_SOURCE]) {
            s->source[at] = set_of(mc, part[PART_SOURCE], ACTING(mc));
        } else {
            Word low = number_or_0(mc, part[PART_LOW]), high = number_or_0(mc, part[PART_HIGH]);
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
        Word low = number_or_0(mc, part[PART_LOW]), high = number_or_0(mc, part[PART_HIGH]);
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
    for (size_t i = 1; s->node[COMPLETION_GROUP] && i < s->cards.count; i++) { /* in the order of the group, else as they are */
        Word card = cards[i], word = group_word(s, card);
        size_t k = i;
        works(mc, i);
        for (; k > 0 && group_word(s, cards[k - 1]) > word; k--) cards[k] = cards[k - 1];
        cards[k] = card;
    }
    for (size_t i = 0; i < s->cards.count; i++) words(s, INDEX)[cards[i]] = (Word)i;
}

/* Of each card the last one before it that no check can tell from it. */
static void find_alike(Search *s) {
    fill(s, BEFORE, s->cards.count, -1);
    const Word *kinds = node_at(s->mc, s->node[COMPLETION_KINDS]);
    for (size_t i = 0; i < s->cards.count; i++) {
        Word card = card_at(s, i);
        if (card >= kinds[COLUMN_WORDS_COUNT]) fail(s->mc, "there is nothing in a list for this");
        works(s->mc, i);
        for (size_t k = i; k-- > 0 && words(s, BEFORE)[i] < 0;) {
            bool alike = kinds[COLUMN_VALUE_AT(card_at(s, k))] == kinds[COLUMN_VALUE_AT(card)];
            for (size_t j = 0; j < s->sets; j++) alike &= can(s, s->set[j], card_at(s, k)) == can(s, s->set[j], card);
            if (alike) words(s, BEFORE)[i] = (Word)k;
        }
    }
}

static void opens(Search *s, Machine *mc, Word completion) {
    *s = (Search){.mc = mc, .completion = completion, .node = node_at(mc, completion), .own = mc->own};
    s->parts = (size_t)completion_parts(s->node)[LIST_COUNT];
    if (s->parts > MOST_PARTS) fail(mc, "a choice has too many parts");
    s->measure = after_list(after_list(completion_parts(s->node)));
    s->measures = (size_t)s->measure[LIST_COUNT];
    s->mark = put_aside(mc);
    for (size_t at = 0; at < s->parts; at++) {
        s->part[at] = node_at(mc, completion_parts(s->node)[LIST_PARTS + at]);
        name_unset(mc, s->part[at][PART_SLOT]);
    }
    find_sources(s);
    order_cards(s);
    s->width = s->sets + 2 * s->measures;
    fill(s, ROLES, s->cards.count, -1);
    fill(s, CHOSEN, s->cards.count, 0);
    if (s->node[COMPLETION_KINDS]) find_alike(s);
}

/* ---- what can be said */

/* Lists in `about` what can be said next of a part, of a set each further card; gives whether a set can have no card more. */
static bool next(Search *s, size_t at) {
    Machine *mc = s->mc;
    Said *said = &s->said[at];
    Words *list = &mc->about;
    for (size_t i = 0; i < s->parts; i++) name_unset(mc, slot_of(s, i));
    forget_all(s);
    list->used = 0;
    if (!is_set_part(s->part[at])) {
        for (size_t i = 0; i < s->source[at].count; i++) {
            said->given = true, said->value = source_at(s, at, i);
            if (completes(s)) push(mc, list, said->value);
        }
        return said->given = false;
    }
    Word from = said->count ? index_of(s, taken_of(s, at)[said->count - 1]) + 1 : 0;
    for (size_t i = (size_t)from; i < s->cards.count && (Word)said->count < s->most[at]; i++) {
        Word card = card_at(s, i), before = s->node[COMPLETION_KINDS] ? words(s, BEFORE)[i] : -1;
        Word shows = before < from ? -1 : card_at(s, (size_t)before);
        if (!can(s, at, card) || is_used(s, card, at)) continue;
        if (shows >= 0 && !is_among(list->at, list->used, shows) && !is_used(s, shows, at)) continue; /* no set goes on with one that shows the same */
        works(mc, s->cards.count);
        taken_of(s, at)[said->count++] = card;
        if (completes(s)) push(mc, list, card);
        said->count--;
    }
    said->closed = true;
    bool enough = completes(s);
    said->closed = false;
    return enough;
}

void name_whole(Search *s, size_t at, const Word *cards, size_t count) {
    Machine *mc = s->mc;
    size_t base = mc->arena.used;
    works(mc, count * s->source[at].count);
    for (size_t i = 0; i < s->source[at].count; i++) {
        Word card = source_at(s, at, i);
        if (is_among(cards, count, card)) push(mc, &mc->arena, card);
    }
    name_set(mc, slot_of(s, at), mc->arena.at + base, mc->arena.used - base);
    mc->arena.used = base;
}

/* What was said so far: names of the parts before, and the cards of a set so far. */
static void says(Search *s, size_t at) {
    Machine *mc = s->mc;
    take_back(mc, s->mark);
    for (size_t i = 0; i < at; i++) {
        Word slot = slot_of(s, i);
        if (mc->named[slot] == NUMBER_NAMED) s->said[i] = (Said){mc->names[slot], true, false, 0};
        if (mc->named[slot] != SET_NAMED) continue;
        const Word *set = mc->sets.at + mc->names[slot];
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

static void closes(Search *s, size_t arena) {
    let_go(s->mc, s->mark);
    s->mc->arena.used = arena;
}

void part_raws(Machine *mc, Word completion, Word at) {
    Search s;
    size_t arena = mc->arena.used;
    opens(&s, mc, completion);
    bool is_set = is_set_part(s.part[at]);
    if (is_set) mc->is_staged = true;
    narrows(&s);
    says(&s, (size_t)at);
    bool enough = next(&s, (size_t)at);
    take_back(mc, s.mark);
    closes(&s, arena);
    mc->raws.used = mc->raw_at.used = 0;
    for (size_t i = 0; i < mc->about.used; i++) {
        if (is_set)
            offer(mc, (Word[]){ONE_SET, 1, mc->about.at[i]});
        else
            offer_number(mc, mc->about.at[i]);
    }
    if (enough) offer(mc, (Word[]){ONE_SET, 0});
}

bool part_answer(Machine *mc, Word completion, Word at, const Word *answer) {
    const Word *part = node_at(mc, completion_parts(node_at(mc, completion))[LIST_PARTS + at]);
    if (!is_set_part(part)) {
        if (answer[0] != ONE_THING) fail(mc, "an answer says nothing that could have a name");
        name_number(mc, part[PART_SLOT], answer[1]);
        return true;
    }
    if (answer[0] != ONE_SET) fail(mc, "an answer says nothing that could be a card");
    push_all(mc, &mc->stage, answer + 2, (size_t)answer[1]);
    mc->is_staged = true;
    size_t arena = mc->arena.used;
    Search s;
    opens(&s, mc, completion);
    take_back(mc, s.mark);
    bool complete = !answer[1] || (Word)mc->stage.used >= s.most[at];
    if (complete) {
        name_whole(&s, (size_t)at, mc->stage.at, mc->stage.used);
        mc->stage.used = 0, mc->is_staged = false;
    }
    closes(&s, arena);
    return complete;
}

bool part_settles(Machine *mc, Word completion) {
    Search s;
    size_t arena = mc->arena.used, found = 1;
    opens(&s, mc, completion);
    narrows(&s);
    for (size_t at = 0; at < s.parts && found == 1;) { /* each part in the only way */
        bool enough = next(&s, at);
        Said *said = &s.said[at];
        found = mc->about.used + enough;
        if (found == 1 && !enough && is_set_part(s.part[at])) taken_of(&s, at)[said->count++] = mc->about.at[0];
        if (found == 1 && !is_set_part(s.part[at])) said->given = true, said->value = mc->about.at[0];
        said->closed = enough || (Word)said->count == s.most[at];
        at += said->closed;
    }
    take_back(mc, s.mark);
    for (size_t i = 0; i < s.parts && found == 1; i++) {
        if (is_set_part(s.part[i]))
            name_whole(&s, i, taken_of(&s, i), s.said[i].count);
        else
            name_number(mc, slot_of(&s, i), s.said[i].value);
    }
    if (found == 1) mc->is_staged = false, mc->stage.used = 0;
    closes(&s, arena);
    return found == 1;
}
