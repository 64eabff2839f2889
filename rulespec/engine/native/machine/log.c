/* Events: what happened, appended to the log in the numbers that every log is kept in. */

#include "generated/events.h"
#include "machine.h"

const char *const EVENT_FIELDS[EVENT_COUNT] = {
#define X(name, number, fields) [number] = fields,
    EVENTS(X)
#undef X
};

Word *field_sources(Machine *mc, Word *at, const Word *cards, size_t count) {
    *at++ = (Word)count;
    for (size_t i = 0; i < count; i++) at[i] = mc->where[checked_card(mc, cards[i])];
    return at + count;
}
