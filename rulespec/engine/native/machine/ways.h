/* The cards that an event moves, and those that it shows where they are: by the roles of its fields, as in `engine/events/motions.py`.

   Nothing else says which cards an event moves. */

#ifndef RULESPEC_WAYS_H
#define RULESPEC_WAYS_H

#include "generated/events.h"
#include "machine.h"

/* ---- fields */

static inline size_t field_size(char field, const Word *at) {
    switch (field) {
    case '#':
        return 1;
    case '?':
        return 2;
    case '*':
    case 'z':
        return 1 + (size_t)at[0];
    case 'v':
        return 1 + 2 * (size_t)at[0];
    default:
        return answer_size(at);
    }
}

/* Where each field of an event begins, counted from 1, and where the last one ends; gives how many there are. */
#define MOST_FIELDS 8
static inline int fields_of(const Word *event, const Word *at[MOST_FIELDS + 2]) {
    const char *fields = EVENT_FIELDS[event[0]];
    int count = 0;
    const Word *field = event + 1;
    for (; fields[count]; count++) {
        at[count + 1] = field;
        field += field_size(fields[count], field);
    }
    at[count + 1] = field;
    return count;
}

/* ---- cards */

/* How a field carries cards. */
typedef enum { NO_CARDS, CARD_MOVED, ROW_MOVED, ROW_EXCHANGED, ROW_SHOWN, CARD_SHOWN, LAST_SHOWN } How;

typedef struct {
    uint8_t how, card, from, to; /* the fields */
    uint8_t single;              /* how many fields come first that are one number each */
} CardField;

/* Some cards of an event: where each was, and where it is now. */
typedef struct {
    const Word *card, *from, *to;
    Word count;
    Word apart; /* 1 if each has its own place `to`, 0 if all go to the same */
} Carried;

#define MOST_CARRIED 2 /* the two sides of an exchange */

extern const CardField CARD_FIELDS[EVENT_COUNT][MOST_CARRIED + 1];

/* Where a field begins, if all that come before it are numbers and rows; found by steps, as that is faster than `fields_of`. */
static inline const Word *row_field(const Word *event, int field, int single) {
    if (field <= single + 1) return event + field;
    const Word *at = event + single + 1;
    for (const char *letter = EVENT_FIELDS[event[0]] + single; ++single < field; letter++) at += *letter == '*' ? 1 + at[0] : 1;
    return at;
}

static inline Carried carried_by(Machine *mc, const Word *event, CardField field) {
    const Word *card = row_field(event, field.card, field.single), *from = row_field(event, field.from, field.single);
    const Word *to = row_field(event, field.to, field.single);
    switch ((How)field.how) {
    case CARD_MOVED:
    case CARD_SHOWN:
    case LAST_SHOWN:
        return (Carried){card, from, to, 1, 0};
    case ROW_MOVED:
    case ROW_EXCHANGED: /* each goes to where its counterpart was, or all go to where the first of the others was */
    case ROW_SHOWN:
    case NO_CARDS:
        break;
    }
    bool several = field.how != ROW_MOVED; /* places in `to` */
    if (card[0] != from[0] || (several && card[0] && !to[0])) fail(mc, "a row of cards does not say where each lay");
    return (Carried){card + 1, from + 1, to + several, card[0], several && to[0] == card[0]};
}

static inline int carried_by_all(Machine *mc, const Word *event, bool moving, Carried found[MOST_CARRIED]) {
    const CardField *field = CARD_FIELDS[event[0]];
    if (field->how == NO_CARDS || (field->how <= ROW_EXCHANGED) != moving) return 0;
    found[0] = carried_by(mc, event, field[0]);
    if (field[1].how == NO_CARDS) return 1;
    found[1] = carried_by(mc, event, field[1]);
    return 2;
}

/* The cards that an event, which is its kind and its fields, moves; gives how many groups of them there are. */
static inline int event_moves(Machine *mc, const Word *event, Carried found[MOST_CARRIED]) { return carried_by_all(mc, event, true, found); }

/* The same of the cards that it shows without moving them. */
static inline int event_shows(Machine *mc, const Word *event, Carried found[MOST_CARRIED]) { return carried_by_all(mc, event, false, found); }

/* Whether events of a kind move cards to the places of others, and whether they show the last card of a row. */
static inline bool kind_exchanges(Word kind) { return CARD_FIELDS[kind][0].how == ROW_EXCHANGED; }
static inline bool kind_shows_last(Word kind) { return CARD_FIELDS[kind][0].how == LAST_SHOWN; }

#endif
