/* When players who answered at the same time move cards: each of what he alone saw, so no card moves twice. As in
   `knowledge/closings.py`. */

#include <stdlib.h>

#include "generated/events.h"
#include "generated/nodes.h"
#include "stretch.h"

static const Word *event_at(const Stretch *stretch, size_t moment) {
    return stretch->memory->events.at + stretch->memory->begins.at[moment];
}

/* Whether a statement moves cards once all have answered, and works out before that which cards these are. */
static bool waits(const Plan *plan, Word origin) {
    for (Word i = 0; i < plan->deferred; i++) {
        const Word *effect = plan->words + plan->deferral[i];
        if (effect[0] == MOVE && effect[1] == origin) return true;
    }
    return false;
}

/* Whether an event is a move that waited, from where its player alone saw the cards, by the same statement as another. */
static bool waited(const Stretch *stretch, const Word *event, const Word *first) {
    if (event[0] != EVENT_MOVE || first[0] != EVENT_MOVE || event[1] != first[1] || !waits(stretch->plan, event[1])) return false;
    const Word *sources = event + 4 + event[3];
    for (Word i = 1; i <= sources[0]; i++)
        if (stretch->memory->hearing->keepers[sources[i]] != event[2]) return false;
    return true;
}

/* Whether the player of an event is one of those of the events before it, since a moment. */
static bool has_moved(const Stretch *stretch, size_t first, size_t moment) {
    Word seat = event_at(stretch, moment)[2];
    for (size_t at = first; at < moment; at++)
        if (event_at(stretch, at)[2] == seat) return true;
    return false;
}

static bool is_answer(Word kind) { return kind == EVENT_PICK || kind == EVENT_COMMIT || kind == EVENT_REVEAL; }

size_t closing_until(const Stretch *stretch, size_t at, size_t ahead) {
    const Ground *ground = stretch->ground;
    for (size_t i = 0; i < ground->closing_count; i++) {
        size_t first = (size_t)ground->closings[i].first + stretch->start, last = (size_t)ground->closings[i].last + stretch->start;
        if (at > first + 1) continue;
        for (size_t moment = at; moment <= first; moment++)
            if (!is_answer(event_at(stretch, moment)[0])) return ahead;
        return last + 1 - at;
    }
    return ahead;
}

Word closing_lists(const Stretch *stretch, size_t at, size_t events, Word card) {
    Word found = 0;
    for (size_t moment = at; moment < at + events && card >= 0; moment++) {
        const Word *event = event_at(stretch, moment);
        for (Word i = 0; event[0] == EVENT_MOVE && i < event[3]; i++)
            if (event[4 + i] == card) found = i;
    }
    return found;
}

void closings_read(Machine *mc, const Stretch *stretch) {
    Ground *ground = stretch->ground;
    if (!stretch->plan->deferred) return;
    ground->closings = calloc(ground->length / 2 + 1, sizeof(Closing)); /* each has two events at least */
    if (!ground->closings) fail(mc, NO_MEMORY_LEFT);
    for (size_t moment = stretch->start + 1; moment <= stretch->end;) {
        size_t first = moment;
        while (moment <= stretch->end && waited(stretch, event_at(stretch, moment), event_at(stretch, first)) && !has_moved(stretch, first, moment)) moment++;
        if (moment - first > 1 && is_answer(event_at(stretch, first - 1)[0])) ground->closings[ground->closing_count++] = (Closing){(int32_t)(first - 1 - stretch->start), (int32_t)(moment - 1 - stretch->start)};
        moment += moment == first;
    }
}
