/* How many cards can have come to a place unseen since some moment: there lie no more of those that must have, as in
   `knowledge/arrivals.py`. */

#include <stdlib.h>
#include <string.h>
#include <string.h>

#include "stretch.h"

/* From where on it is the same, back from a moment: until then a card cannot have lain in a place, where it could from then on. */
static size_t came_to_lie(const Stretch *stretch, size_t card, size_t place, size_t moment) {
    bool after = can_lie(stretch, card, place, moment);
    for (; moment > stretch->start; moment--) {
        bool lies = can_lie(stretch, card, place, moment - 1);
        if (!lies && after) break;
        after = lies;
    }
    return moment;
}

int32_t came_since(const Stretch *stretch, size_t card, size_t place, size_t moment) {
    const Ground *ground = stretch->ground;
    if (!ground->unseen[place * (ground->length + 1) + ground->length]) return LONG;
    Coming *coming = ground->coming + card * (size_t)stretch->plan->places + place;
    if ((int32_t)moment >= coming->first && (int32_t)moment < coming->until) return coming->since;
    size_t first = came_to_lie(stretch, card, place, moment), at = first - stretch->start;
    int32_t since = !at || is_named(ground, card, at, at) ? LONG : (int32_t)first - 1;
    *coming = (Coming){since, (int32_t)first, (int32_t)moment + 1}; /* which is asked again and again: it saves a tenth of a guess */
    return since;
}

/* The first of those leaving a place after a moment. */
static size_t leaving_after(const Ground *ground, size_t place, int64_t moment) {
    size_t low = 0, high = ground->leaving_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const Leaving *each = ground->leaving + middle;
        if ((size_t)each->place < place || ((size_t)each->place == place && each->moment <= moment))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int64_t arrivals_since(const Stretch *stretch, size_t place, int32_t since, size_t moment) {
    const Ground *ground = stretch->ground;
    const int32_t *unseen = ground->unseen + place * (ground->length + 1);
    int64_t found = unseen[moment + 1 - stretch->start] - unseen[(size_t)since + 1 - stretch->start];
    size_t until = leaving_after(ground, place, (int64_t)moment + 1);
    for (size_t i = leaving_after(ground, place, since); i < until; i++) found -= ground->leaving[i].since >= since;
    return found;
}

static int by_place(const void *one, const void *other) {
    const Leaving *a = one, *b = other;
    return a->place != b->place ? (a->place > b->place) - (a->place < b->place) : (a->moment > b->moment) - (a->moment < b->moment);
}

/* Those that were seen leaving, but for those that can have lain there all along; only counted without a list. */
static size_t leave(Machine *mc, const Stretch *stretch, Leaving *leaving) {
    const Memory *memory = stretch->memory;
    size_t count = 0;
    for (size_t moment = stretch->start + 1; moment <= stretch->end; moment++)
        for (Word i = memory->moved.at[moment]; i < memory->shown.at[moment]; i += OF_A_WAY) {
            const Word *way = memory->ways.at + i;
            if (way[0] == UNSEEN || way[1] == way[2]) continue;
            works(mc, moment - stretch->start);
            int32_t since = came_since(stretch, (size_t)way[0], (size_t)way[1], moment - 1);
            if (since == LONG) continue;
            if (leaving) leaving[count] = (Leaving){(int32_t)way[1], (int32_t)moment, since};
            count++;
        }
    return count;
}

void arrivals_bar(Machine *mc, const Stretch *stretch) {
    Ground *ground = stretch->ground;
    memset(ground->coming, 0, ground->cards * (size_t)stretch->plan->places * sizeof(Coming));
    size_t count = leave(mc, stretch, NULL);
    Leaving *leaving = realloc(ground->leaving, (count + 1) * sizeof(Leaving));
    if (!leaving) fail(mc, NO_MEMORY_LEFT);
    ground->leaving = leaving, ground->leaving_count = leave(mc, stretch, leaving);
    qsort(leaving, count, sizeof(Leaving), by_place);
}

void arrivals_read(Machine *mc, const Stretch *stretch) {
    const Memory *memory = stretch->memory;
    Ground *ground = stretch->ground;
    size_t row = ground->length + 1, places = (size_t)stretch->plan->places;
    ground->unseen = calloc(places * row, sizeof(int32_t));
    ground->coming = calloc(ground->cards * places + 1, sizeof(Coming));
    if (!ground->unseen || !ground->coming) fail(mc, NO_MEMORY_LEFT);
    for (size_t at = 1; at < ground->length; at++) {
        size_t moment = stretch->start + at;
        for (Word i = memory->moved.at[moment]; i < memory->shown.at[moment]; i += OF_A_WAY) {
            const Word *way = memory->ways.at + i;
            if (way[0] == UNSEEN && way[1] != way[2]) ground->unseen[(size_t)way[2] * row + at + 1]++;
        }
    }
    for (size_t place = 0; place < places; place++)
        for (size_t at = 0; at < ground->length; at++) ground->unseen[place * row + at + 1] += ground->unseen[place * row + at];
    arrivals_bar(mc, stretch);
}
