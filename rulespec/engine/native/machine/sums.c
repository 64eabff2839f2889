/* The sums that a search follows: what each card counts for each measure of a choice. */

#include "search.h"
#include "terms.h"

/* What a card counts: its amount, or the bit of its word; 0 if it counts nothing. */
static Word weight_of(Search *s, const Measure *each, Word card) {
    Machine *mc = s->mc;
    Who who = {mc->own, card, true, true};
    Word found = 1;
    for (Word i = 0; i < each->fits[LIST_COUNT]; i++)
        if (!holds(mc, each->fits[LIST_PARTS + i], &who)) return 0;
    if (each->column) {
        if (card >= node_at(mc, each->column)[COLUMN_WORDS_COUNT]) fail(mc, "there is nothing in a list for this");
        return (Word)mc->plan->bits[each->column + 2 + card];
    }
    return !each->amount || value_of(mc, each->amount, &who, &found) ? found : 0;
}

void weighs(Search *s) {
    Machine *mc = s->mc;
    size_t cards = s->cards.count;
    if (s->weighed && !s->node[COMPLETION_DEPENDS]) return;
    s->weighed = true;
    fill(s, WEIGHTS, s->measures * cards, 0);
    fill(s, LATER, s->measures * (cards + 1), 0);
    fill(s, BEGIN, s->width, 0);
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Set beside = {mc->arena.used, 0};
        Word sum = 0, seen = 0;
        bool repeats = false;
        charge_each(mc, s->measure[LIST_PARTS + m], cards);
        if (each.beside) beside = set_of(mc, each.beside, ACTING(mc));
        for (size_t i = 0; i < beside.count; i++) {
            Word weight = weight_of(s, &each, checked_card(mc, mc->arena.at[beside.at + i]));
            if (!each.column) sum = added(sum, weight);
            repeats |= seen & weight, seen |= weight;
        }
        Word *weights = words(s, WEIGHTS) + m * cards, *later = words(s, LATER) + m * (cards + 1);
        for (size_t i = 0; i < cards; i++) {
            works(mc, beside.count);
            if (is_among(mc->arena.at + beside.at, beside.count, card_at(s, i)) == each.left) weights[i] = weight_of(s, &each, card_at(s, i));
            if (each.left) weights[i] = -(weights[i] + (weights[i] == INT64_MIN));
        }
        for (size_t i = cards; i-- > 0;) later[i] = later[i + 1] | weights[i];
        Word *begin = words(s, BEGIN) + s->sets + 2 * m;
        begin[0] = !each.column ? sum : each.repeats ? repeats : bits_in((uint64_t)seen);
        if (each.column && begin[0] > each.most) begin[0] = each.most;
        begin[1] = begin[0] < each.most ? seen & later[0] : 0;
        mc->arena.used = beside.at;
    }
}

void add_card(const Search *s, Word *sums, size_t index, Word role) {
    size_t cards = s->cards.count;
    for (size_t i = 0; i < s->sets; i++) sums[i] += (Word)s->set[i] == role;
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Word *at = sums + s->sets + 2 * m, weight = role == each.of ? words(s, WEIGHTS)[m * cards + index] : 0;
        if (!each.column) {
            *at = added(*at, weight);
            continue;
        }
        if (weight && ((at[1] & weight) != 0) == each.repeats && *at < each.most) ++*at;
        at[1] = *at < each.most ? (at[1] | weight) & words(s, LATER)[m * (cards + 1) + index + 1] : 0;
    }
}
