/* Layouts: what numbers the atoms of answers have, and where an observation tells what. */

#include <stdlib.h>
#include <string.h>

#include "games.h"

typedef struct {
    const Word *at, *end;
    bool broken;
} Reading;

static const Word *words_of(Reading *reading, Word count) {
    if (reading->broken || count < 0 || count > reading->end - reading->at) {
        reading->broken = true;
        return NULL;
    }
    const Word *found = reading->at;
    reading->at += count;
    return found;
}

static Word word_of(Reading *reading, Word least, Word below) {
    const Word *found = words_of(reading, 1);
    if (!found) return least;
    if (*found < least || *found >= below) reading->broken = true;
    return *found;
}

static void within(Reading *reading, const Word *words, Word count, Word least, Word below) {
    for (Word i = 0; i < count && !reading->broken; i++) reading->broken = words[i] < least || words[i] >= below;
}

static void read_header(Reading *reading, Layout *layout, const Plan *plan) {
    layout->actions = word_of(reading, 1, INT32_MAX);
    layout->size = word_of(reading, 1, INT32_MAX);
    layout->most_turns = word_of(reading, 0, INT64_MAX);
    layout->yes = word_of(reading, -1, layout->actions);
    layout->enough = word_of(reading, 0, layout->actions);
    layout->nothing = word_of(reading, 0, layout->actions);
    layout->answered = word_of(reading, 0, layout->size);
    if (layout->answered > layout->size - layout->actions || 3 * plan->players > layout->size) reading->broken = true;
}

static void read_pieces(Reading *reading, Layout *layout, const Plan *plan) {
    layout->lying = words_of(reading, plan->places);
    within(reading, layout->lying, plan->places, 0, layout->size - plan->cards);
    layout->standing = words_of(reading, plan->variables);
    layout->words = words_of(reading, plan->variables);
    within(reading, layout->standing, plan->variables, 0, layout->size);
    for (Word i = 0; i < plan->variables && !reading->broken; i++)
        reading->broken = layout->words[i] < -1 || layout->words[i] > layout->size - layout->standing[i];
    layout->shown = words_of(reading, plan->players * plan->places);
    within(reading, layout->shown, plan->players * plan->places, SHOWS_CARDS, SHOWS_NUMBER + 1);
}

static void read_tables(Reading *reading, Layout *layout) {
    for (Word i = 0; i < layout->table_count && !reading->broken; i++) {
        layout->tables[i] = reading->at;
        Word count = word_of(reading, 0, INT32_MAX);
        const Word *values = words_of(reading, count), *actions = words_of(reading, count);
        within(reading, actions, count, 0, layout->actions);
        layout->in_order[i] = true;
        for (Word k = 1; k < count && !reading->broken; k++) {
            reading->broken = values[k] <= values[k - 1];
            layout->in_order[i] &= actions[k] > actions[k - 1];
        }
    }
}

static void read_sites(Reading *reading, Layout *layout, const Plan *plan) {
    for (Word pc = 0; pc < plan->instructions && !reading->broken; pc++) {
        if (!word_of(reading, 0, 2)) continue;
        layout->sites[pc] = reading->at;
        word_of(reading, -1, layout->actions);
        Word names = word_of(reading, 0, INT32_MAX);
        within(reading, words_of(reading, names), names, 0, layout->table_count);
    }
}

Verdict layout_read(Layout *layout, const Plan *plan, const Word *words, size_t count, const char **why) {
    Reading reading = {words, words + count, false};
    *layout = (Layout){0};
    *why = "a layout does not fit its plan";
    read_header(&reading, layout, plan);
    read_pieces(&reading, layout, plan);
    layout->table_count = word_of(&reading, 0, (Word)count + 1);
    if (reading.broken) return BROKEN_PLAN;
    layout->tables = calloc((size_t)layout->table_count + 1, sizeof(Word *));
    layout->in_order = calloc((size_t)layout->table_count + 1, sizeof(bool));
    layout->sites = calloc((size_t)plan->instructions + 1, sizeof(Word *));
    if (!layout->tables || !layout->in_order || !layout->sites) {
        layout_free(layout);
        return NO_MEMORY;
    }
    read_tables(&reading, layout);
    read_sites(&reading, layout, plan);
    if (!reading.broken && reading.at == reading.end) return FINE;
    layout_free(layout);
    return BROKEN_PLAN;
}

void layout_free(Layout *layout) {
    free(layout->tables);
    free(layout->in_order);
    free(layout->sites);
    layout->tables = layout->sites = NULL, layout->in_order = NULL;
}
