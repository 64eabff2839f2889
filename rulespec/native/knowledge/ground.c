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
            if (memory->ways.at[way] != UNSEEN) ground->named[(size_t)memory->ways.at[way] * row + at + 1] = 1;
    }
    for (size_t card = 0; card < ground->cards; card++) {
        int32_t *named = ground->named + card * row;
        works(mc, ground->length);
        for (size_t at = 0; at < ground->length; at++) named[at + 1] += named[at];
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
    arrivals_read(mc, stretch);
}

void stretch_bar(Machine *mc, Stretch *stretch, size_t moment, size_t place, const Word *cards, size_t count) {
    Ground *ground = stretch->ground;
    size_t at = moment - stretch->start, width = stretch->memory->width;
    if (!ground->barred[at]) {
        ground->barred[at] = room_for(mc, ground->cards * width, sizeof(uint64_t));
        ground->bars[ground->bar_count++] = (int32_t)at;
    }
    for (size_t i = 0; i < count; i++) ground->barred[at][(size_t)cards[i] * width + place / 64] |= (uint64_t)1 << (place % 64);
    arrivals_bar(mc, stretch);
}
