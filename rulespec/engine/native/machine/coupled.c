/* Games whose chance and random players are decided by keys, hashed from the words of things: `rulespec/engine/python/coupled.py` is the
   same in Python, and says why what comes of it is chance. */

#include "coupled.h"

#include <stdlib.h>

#include "generated/events.h"

bool coupling_begins(Coupling *coupling, const Plan *plan, const uint64_t *table, size_t count, uint64_t seed) {
    size_t players = (size_t)plan->players, places = (size_t)plan->places, cards = (size_t)plan->cards;
    uint32_t *numbers = calloc(players + 1 + 2 * places + places * cards, sizeof(uint32_t));
    *coupling = (Coupling){.table = table, .count = count, .seed = seed, .choices = numbers};
    if (!numbers) return false;
    coupling->fillings = numbers + players + 1, coupling->draws = coupling->fillings + places, coupling->lain = coupling->draws + places;
    for (size_t place = 0; place < places; place++) coupling->draws[place] = 1; /* no card has lain there after it */
    return true;
}

void coupling_ends(Coupling *coupling) { free(coupling->choices); }

/* ---- keys */

static inline uint64_t mixed(uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
    return number ^ (number >> 31);
}

static inline uint64_t joined(const uint64_t *numbers, size_t count) {
    uint64_t key = 0;
    for (size_t i = 0; i < count; i++) key = mixed(key ^ numbers[i]);
    return key;
}

/* So many words of the table. */
static inline const uint64_t *in_table(Machine *mc, uint64_t at, uint64_t size) {
    const Coupling *coupling = mc->coupling;
    if (at > coupling->count || size > coupling->count - at) fail(mc, "what keys are hashed from ends too early");
    return coupling->table + at;
}

/* With a round, all places count as filled anew, and all choices begin to be counted again. */
static void hears(Machine *mc) {
    Coupling *coupling = mc->coupling;
    const Plan *plan = mc->plan;
    for (; coupling->heard < mc->log.used; coupling->heard += (size_t)mc->log.at[coupling->heard]) {
        if (mc->log.at[coupling->heard + 1] != EVENT_ROUND) continue;
        coupling->round++;
        for (Word seat = 0; seat <= plan->players; seat++) coupling->choices[seat] = 0;
        for (Word place = 0; place < plan->places; place++) coupling->fillings[place] = 0, coupling->draws[place]++;
    }
}

size_t coupling_draws(Machine *mc, const Draw *draw) {
    Coupling *coupling = mc->coupling;
    hears(mc);
    size_t held = zone_count(mc, draw->source), all = (size_t)mc->plan->cards, least = 0;
    const int32_t *cards = zone_cards(mc, draw->source);
    uint32_t *lain = coupling->lain + (size_t)draw->source * all, last = coupling->draws[draw->source]++;
    bool filled = false;
    for (size_t i = 0; i < held; i++) filled |= lain[cards[i]] != last, lain[cards[i]] = last + 1;
    coupling->fillings[draw->source] += filled;
    const uint64_t *of = in_table(mc, 0, all), *places = in_table(mc, all, (uint64_t)mc->plan->places);
    uint64_t base = joined((uint64_t[]){coupling->seed, coupling->round, places[draw->source], coupling->fillings[draw->source], places[draw->to]}, 5);
    uint64_t best = UINT64_MAX;
    for (size_t i = 0; i < held; i++) {
        uint64_t key = mixed(base ^ of[cards[i]]);
        if (key < best) best = key, least = i;
    }
    lain[cards[least]] = 0;
    return least;
}

/* The number of one thing that a name can stand for, mixed with that of the name. */
static inline uint64_t part_key(Machine *mc, const uint64_t *name, Word value) {
    if (!name[2]) return mixed(name[0] ^ (uint64_t)value);
    if (value < 0 || (uint64_t)value >= name[2]) fail(mc, "something is chosen that has no words");
    return mixed(name[0] ^ in_table(mc, name[1], name[2])[value]);
}

/* The number of an answer; the order of the cards of a set does not matter. */
static uint64_t answer_key(Machine *mc, const uint64_t *names, uint64_t count, const Word *answer) {
    if (answer[0] == DECLINED) return 1;
    if (answer[0] == YES) return 2;
    uint64_t key = 0, parts = answer[0] == SEVERAL ? (uint64_t)answer[1] : 1;
    if (parts != count) fail(mc, "an answer has another number of parts than there are names");
    const Word *part = answer[0] == SEVERAL ? answer + 2 : answer;
    for (uint64_t i = 0; i < parts; i++, part += answer_size(part), names += 3) {
        bool is_set = part[0] == ONE_SET;
        Word members = is_set ? part[1] : 1;
        for (Word k = 0; k < members; k++) key += part_key(mc, names, part[is_set ? 2 + k : 1]);
    }
    return key;
}

size_t coupling_chooses(Machine *mc) {
    Coupling *coupling = mc->coupling;
    size_t answers = mc->raw_at.used, least = 0;
    hears(mc);
    if (answers == 1) return 0;
    uint64_t begin = (uint64_t)(mc->plan->cards + mc->plan->places), at = *in_table(mc, begin + (uint64_t)mc->pc, 1);
    const uint64_t *question = in_table(mc, at, 2), count = question[1], *names = in_table(mc, at + 2, 3 * count);
    bool by_chance = answers_chance(mc->plan, mc->pc);
    Word seat = by_chance ? -1 : checked_seat(mc, mc->own);
    uint32_t *choices = coupling->choices + (by_chance ? mc->plan->players : seat);
    uint64_t base = joined((uint64_t[]){coupling->seed, coupling->round, (uint64_t)seat, ++*choices, question[0]}, 5), best = UINT64_MAX;
    for (size_t i = 0; i < answers; i++) {
        uint64_t key = mixed(base ^ answer_key(mc, names, count, mc->raws.at + mc->raw_at.at[i]));
        if (key < best) best = key, least = i;
    }
    return least;
}
