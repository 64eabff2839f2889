/* Which cards an event moves, and which it shows where they lie: the same as in `events/motions.py`. */

#include "generated/events.h"
#include "memory.h"

static Word card_or_unseen(Machine *mc, Word card) { return card == UNSEEN ? card : checked_card(mc, card); }

static void push_way(Machine *mc, Words *ways, Word card, Word from, Word to) {
    const Word way[OF_A_WAY] = {card_or_unseen(mc, card), checked_place(mc, from), checked_place(mc, to)};
    push_all(mc, ways, way, OF_A_WAY);
}

/* Those of one side of an exchange: each to where its counterpart lay, or all to where the first of the others lay. */
static void push_side(Machine *mc, Words *ways, const Word *cards, const Word *from, const Word *to) {
    if (cards[0] != from[0] || (cards[0] && !to[0])) fail(mc, "a row of cards does not say where each lay");
    for (Word i = 1; i <= cards[0]; i++) push_way(mc, ways, cards[i], from[i], to[0] == cards[0] ? to[i] : to[1]);
}

static void push_row(Machine *mc, Words *ways, const Word *cards, const Word *from, const Word *to) {
    if (cards[0] != from[0]) fail(mc, "a row of cards does not say where each lay");
    for (Word i = 1; i <= cards[0]; i++) push_way(mc, ways, cards[i], from[i], to ? to[0] : from[i]);
}

void ways_moved(Machine *mc, const Hearing *hearing, const Word *event, Words *ways) {
    const KindHeard *kind = &hearing->kinds[event[0]];
    const Word *at[MOST_FIELDS + 2];
    fields_of(event, at);
    for (Word i = 0; i < kind->masks; i++) {
        const Word *mask = kind->mask + OF_A_MASK * i;
        if (mask[0] == ONE_CARD) push_way(mc, ways, at[mask[1]][0], at[mask[2]][0], at[mask[3]][0]);
        if (mask[0] == ROW && mask[3]) push_row(mc, ways, at[mask[1]], at[mask[2]], at[mask[3]]);
        if (mask[0] == EXCHANGED) {
            push_side(mc, ways, at[mask[1]], at[mask[2]], at[mask[4]]);
            push_side(mc, ways, at[mask[3]], at[mask[4]], at[mask[2]]);
        }
    }
}

void ways_shown(Machine *mc, const Hearing *hearing, const Word *event, Words *ways) {
    const KindHeard *kind = &hearing->kinds[event[0]];
    const Word *at[MOST_FIELDS + 2];
    fields_of(event, at);
    for (Word i = 0; i < kind->masks; i++) {
        const Word *mask = kind->mask + OF_A_MASK * i;
        if (mask[0] == OPEN_CARD) push_way(mc, ways, at[mask[1]][0], at[mask[2]][0], at[mask[2]][0]);
        if (mask[0] == ROW && !mask[3]) push_row(mc, ways, at[mask[1]], at[mask[2]], NULL);
    }
}

bool kind_exchanges(const Hearing *hearing, Word kind) { return mask_of(hearing, kind, EXCHANGED) != NULL; }

bool kind_shows_last(const Hearing *hearing, Word kind) {
    const Word *mask = mask_of(hearing, kind, OPEN_CARD);
    return mask && mask[3];
}
