/* The sums that a search follows: what each card counts for each measure of a choice. */

#include "search.h"

static bool weight_of(Search *s, const Measure *each, Word card, Word *found) {
    Machine *mc = s->mc;
    Who who = {mc->own, card, true, true};
    for (Word i = 0; i < each->fits[0]; i++)
        if (!holds(mc, each->fits[1 + i], &who)) return false;
    if (each->column) {
        const Word *column = node_at(mc, each->column);
        if (card >= column[1]) fail(mc, "there is nothing in a list for this");
        *found = column[3 + 2 * card];
        return column[2 + 2 * card];
    }
    *found = 1;
    if (each->amount && !value_of(mc, each->amount, &who, found)) *found = 0;
    return true;
}

void weighs(Search *s) {
    Machine *mc = s->mc;
    if (s->weighed && !s->node[4]) return;
    s->weighed = true;
    fill(s, WEIGHTS, 2 * s->measures * s->cards.count, 0);
    fill(s, BEGIN, s->width, 0);
    fill(s, FIXED, 0, 0);
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Set beside = {mc->arena.used, 0};
        if (each.beside) beside = set_of(mc, each.beside, ACTING(mc));
        size_t fixed = mc->search[FIXED].used, different = 0, many = 0;
        Word sum = 0, weight, only = 0;
        push(mc, &mc->search[FIXED], 0);
        for (size_t i = 0; i < beside.count; i++) {
            Word card = checked_card(mc, mc->arena.at[beside.at + i]);
            if ((each.left && index_of(s, card) >= 0) || !weight_of(s, &each, card, &weight)) continue;
            sum = added(sum, weight);
            if (many++ == 0) only = weight;
            if (is_among(words(s, FIXED) + fixed + 1, different, weight)) continue;
            push(mc, &mc->search[FIXED], weight);
            different++;
        }
        words(s, FIXED)[fixed] = (Word)different;
        Word *begin = words(s, BEGIN) + s->sets;
        begin[m] = !each.column ? sum : each.repeats ? different < many : each.few && different > 2 ? 2 : (Word)different;
        begin[s->measures + m] = each.few && different == 1 ? only + 1 : 0;
        for (size_t i = 0; i < s->cards.count; i++) {
            Word card = card_at(s, i);
            works(mc, beside.count);
            bool is_beside = is_among(mc->arena.at + beside.at, beside.count, card);
            if (is_beside != each.left || !weight_of(s, &each, card, &weight)) continue;
            Word *at = words(s, WEIGHTS) + 2 * (m * s->cards.count + i);
            at[0] = 1, at[1] = weight;
        }
        mc->arena.used = beside.at;
    }
}

static bool is_fixed(const Search *s, size_t m, Word word) {
    const Word *fixed = words(s, FIXED);
    while (m-- > 0) fixed += 1 + fixed[0];
    return is_among(fixed + 1, (size_t)fixed[0], word);
}

/* The sums after a card of the order: chosen as a part of the answer (a set), or not (-1). */
void add_card(const Search *s, Word *sums, size_t index, Word role) {
    for (size_t i = 0; i < s->sets; i++) sums[i] += (Word)s->set[i] == role;
    Word word = s->node[3] ? group_word(s, card_at(s, index)) : -1;
    bool new_group = s->node[3] && (index == 0 || word != group_word(s, card_at(s, index - 1)));
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Word *at = sums + s->sets + m, *bit = at + s->measures;
        if (each.column && new_group && !each.few) *bit = word >= 0 && is_fixed(s, m, word);
        const Word *weight = words(s, WEIGHTS) + 2 * (m * s->cards.count + index);
        if (!weight[0] || (role == each.of) == each.left) continue;
        if (!each.column) {
            *at = added(*at, weight[1]);
        } else if (each.few) {
            *at = !*at ? 1 : *bit != weight[1] + 1 ? 2 : *at;
            *bit = *at == 1 ? weight[1] + 1 : 0;
        } else if (*bit) {
            if (each.repeats) *at = 1;
        } else {
            *bit = 1;
            *at += !each.repeats;
        }
    }
}
