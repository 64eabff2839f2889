/* What all guesses of a stretch have in common, read off what was heard in it. */

#include <stdlib.h>
#include <string.h>

#include "stretch.h"

static void *room_for(Machine *mc, size_t count, size_t size) {
    void *found = calloc(count + 1, size);
    if (!found) fail(mc, NO_MEMORY_LEFT);
    return found;
}

static bool moves(const Memory *memory, size_t moment) { return memory->shown.at[moment] > memory->moved.at[moment]; }

static void read_spells(const Stretch *stretch, Ground *ground) {
    for (size_t at = 1; at < ground->length; at++)
        if (moves(stretch->memory, stretch->start + at)) ground->begins[ground->spells++] = (int32_t)at;
    ground->begins[ground->spells] = (int32_t)ground->length;
    for (size_t spell = 0; spell < ground->spells; spell++)
        for (int32_t at = ground->begins[spell]; at < ground->begins[spell + 1]; at++) ground->spell[at] = (int32_t)spell;
}

static void read_named(Machine *mc, const Stretch *stretch, Ground *ground) {
    const Memory *memory = stretch->memory;
    size_t row = ground->length + 1;
    for (size_t at = 1; at < ground->length; at++) {
        size_t moment = stretch->start + at;
        for (Word way = memory->moved.at[moment]; way < memory->moved.at[moment + 1]; way += OF_A_WAY)
            if (memory->ways.at[way] != UNSEEN) ground->names[(size_t)memory->ways.at[way] * row + at] = (int32_t)at;
    }
    for (size_t card = 0; card < ground->cards; card++) {
        int32_t *named = ground->named + card * row, *names = ground->names + card * row;
        works(mc, ground->length);
        names[ground->length] = NEVER, named[0] = -1; /* at the first moment none was named yet */
        for (size_t at = 1; at <= ground->length; at++) named[at] = names[at] == (int32_t)at ? (int32_t)at : named[at - 1];
        for (size_t at = ground->length; at-- > 0;)
            if (names[at] != (int32_t)at || !at) names[at] = names[at + 1];
    }
}

/* The places from which each card is barred at a moment. */
static uint64_t *barred_at(Machine *mc, const Stretch *stretch, size_t at) {
    Ground *ground = stretch->ground;
    if (!ground->barred[at]) {
        ground->barred[at] = room_for(mc, ground->cards * stretch->memory->width, sizeof(uint64_t));
        ground->bars[ground->bar_count++] = (int32_t)at;
    }
    return ground->barred[at];
}

/* What was seen moving in a closing lies there until it is over. */
static void bar_closing(Machine *mc, const Stretch *stretch, const Closing *closing) {
    const Memory *memory = stretch->memory;
    size_t width = memory->width, first = stretch->start + (size_t)closing->first, last = stretch->start + (size_t)closing->last;
    for (Word i = memory->moved.at[first + 1]; i < memory->moved.at[last + 1]; i += OF_A_WAY) {
        const Word *way = memory->ways.at + i;
        if (way[0] == UNSEEN) continue;
        const uint64_t *may = places_after(memory, last) + (size_t)way[0] * width;
        uint64_t *barred = barred_at(mc, stretch, (size_t)closing->last) + (size_t)way[0] * width;
        for (size_t k = 0; k < width; k++) barred[k] |= may[k] & ~((size_t)way[2] / 64 == k ? (uint64_t)1 << (way[2] % 64) : 0);
    }
}

void stretch_read(Machine *mc, Stretch *stretch) {
    const Memory *memory = stretch->memory;
    size_t cards = (size_t)stretch->plan->cards, length = stretch->end - stretch->start + 1, bytes = memory->width * sizeof(uint64_t);
    Ground *ground = stretch->ground = room_for(mc, 1, sizeof(Ground));
    *ground = (Ground){.refs = 1, .cards = cards, .length = length, .width = memory->width, .spells = 1, .rows = stretch->plan->rows};
    ground->begins = room_for(mc, length + 1, sizeof(int32_t));
    ground->spell = room_for(mc, length, sizeof(int32_t));
    ground->named = room_for(mc, cards * (length + 1), sizeof(int32_t));
    ground->names = room_for(mc, cards * (length + 1), sizeof(int32_t));
    ground->may = room_for(mc, 2 * cards * memory->width, sizeof(uint64_t));
    const uint64_t *first = places_after(memory, stretch->start), *last = places_after(memory, stretch->end);
    for (size_t card = 0; card < cards; card++) {
        memcpy(ground->may + 2 * card * memory->width, first + card * memory->width, bytes);
        memcpy(ground->may + (2 * card + 1) * memory->width, last + card * memory->width, bytes);
    }
    read_spells(stretch, ground);
    read_named(mc, stretch, ground);
    ground->barred = room_for(mc, length, sizeof(uint64_t *));
    ground->bars = room_for(mc, length, sizeof(int32_t));
    closings_read(mc, stretch);
    for (size_t i = 0; i < ground->closing_count; i++) bar_closing(mc, stretch, ground->closings + i);
    arrivals_read(mc, stretch);
}

void stretch_bar(Machine *mc, Stretch *stretch, size_t moment, size_t place, const Word *cards, size_t count) {
    uint64_t *barred = barred_at(mc, stretch, moment - stretch->start);
    for (size_t i = 0; i < count; i++) barred[(size_t)cards[i] * stretch->memory->width + place / 64] |= (uint64_t)1 << (place % 64);
    arrivals_bar(mc, stretch);
}
