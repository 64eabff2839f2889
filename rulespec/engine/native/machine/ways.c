/* The fields of events that carry cards, from the declared roles. */

#include "ways.h"

const CardField CARD_FIELDS[EVENT_COUNT][MOST_CARRIED + 1] = {
#define X(kind, number, how, card, from, to, single) [EVENT_##kind][number] = {how, card, from, to, single},
    CARD_FIELDS_OF_EVENTS(X)
#undef X
};
