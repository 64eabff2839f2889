/* Where what was heard can be cut: nothing hidden matters any more there, neither a card nor what somebody chose. */

#include "generated/events.h"
#include "memory.h"

/* Whether he knows where every card lay. */
static bool is_settled(const Memory *memory, size_t moment) {
    const Plan *plan = memory->hearing->plan;
    const Word *sizes = sizes_after(memory, moment);
    for (Word place = 0; place < plan->places; place++)
        if (plan->rows[place] && !memory->hearing->sees[place] && sizes[place] > 1) return false; /* they lie in an order */
    const uint64_t *may = places_after(memory, moment);
    for (Word card = 0; card < plan->cards; card++)
        if (are_several(may + (size_t)card * memory->width, memory->width)) return false;
    return true;
}

static const Word *event_at(const Memory *memory, size_t moment) { return memory->events.at + memory->begins.at[moment]; }

/* Whether somebody chose something that he did not hear. */
static bool is_secret(const Memory *memory, const Word *event) {
    if (event[0] == EVENT_COMMIT) return true;
    const Word *mask = event[0] == EVENT_CHOOSE || event[0] == EVENT_REVEAL ? mask_of(memory->hearing, event[0], ANSWERED) : NULL;
    if (!mask) return false;
    const Word *at[MOST_FIELDS + 2];
    fields_of(event, at);
    return is_among(at[mask[1]], (size_t)(at[mask[1] + 1] - at[mask[1]]), UNSEEN);
}

/* Whether an event tells what chance decided; of a row it decides nothing. */
static bool tells_chance(const Memory *memory, const Word *event) {
    const Hearing *hearing = memory->hearing;
    Word chance = hearing->kinds[event[0]].chance;
    if (!chance) return false;
    const Word *mask = mask_of(hearing, event[0], ONE_CARD), *at[MOST_FIELDS + 2];
    fields_of(event, at);
    if (mask && mask[1] == chance) {
        Word source = at[mask[2]][0]; /* within bounds, as one of its ways */
        return !hearing->plan->rows[source];
    }
    return at[chance][0] != DECLINED;
}

void memory_cuts(Machine *mc, const Memory *memory, Words *cuts) {
    bool plain = false, settled = false;
    Word row = -1, sizes = -1; /* for which it was found whether all is settled */
    for (size_t moment = 0; moment + 1 < memory->count; moment++) {
        const Word *event = event_at(memory, moment), *after = event_at(memory, moment + 1);
        plain = plain || event[0] == EVENT_BEGIN || event[0] == EVENT_ROUND || event[0] == EVENT_TURN; /* what was chosen before is not used any more */
        if (!plain) continue;
        if (memory->row.at[moment] != row || memory->heard_row.at[moment] != sizes) {
            works(mc, (size_t)memory->hearing->plan->cards);
            settled = is_settled(memory, moment), row = memory->row.at[moment], sizes = memory->heard_row.at[moment];
        }
        plain = !is_secret(memory, event) && (settled || !memory->hearing->tacit);
        bool asked = after[0] == EVENT_CHOOSE || tells_chance(memory, after);
        if (plain && settled && moment && event[0] != EVENT_CHOOSE && asked) push(mc, cuts, (Word)moment);
    }
}

void memory_unsure(Machine *mc, const Memory *memory, size_t start, size_t end, Words *cards) {
    size_t width = memory->width, count = (size_t)memory->hearing->plan->cards;
    size_t first = (size_t)memory->row.at[end], last = (size_t)memory->row.at[start]; /* the later come first */
    works(mc, (last - first + 1) * count);
    for (size_t card = 0; card < count; card++)
        for (size_t row = first; row <= last; row++)
            if (are_several((const uint64_t *)memory->may.at + (row * count + card) * width, width)) {
                push(mc, cards, (Word)card);
                break;
            }
}
