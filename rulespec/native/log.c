/* Events: what happened, appended to the log in the numbers that every log is kept in. */

#include "events.h"
#include "machine.h"

const char *const EVENT_FIELDS[EVENT_COUNT] = {
#define X(name, number, fields) [number] = fields,
    EVENTS(X)
#undef X
};

void event_set(Machine *mc, const Word *members, size_t count) {
    push(mc, &mc->log, (Word)count);
    push_all(mc, &mc->log, members, count);
}

void event_answer(Machine *mc, const Word *answer) { push_all(mc, &mc->log, answer, answer_size(answer)); }

void note(Machine *mc, Word kind, int count, const Word *numbers) {
    size_t begun = event_begins(mc, kind);
    push_all(mc, &mc->log, numbers, (size_t)count);
    event_ends(mc, begun);
}
