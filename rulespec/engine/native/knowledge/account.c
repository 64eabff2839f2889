/* Games compared with what somebody has heard, event by event. */

#include <string.h>

#include "generated/events.h"
#include "hearing.h"

/* Whether an event of a kind is heard by all as it is. */
static bool is_plain(const KindHeard *kind) { return !kind->masks && !kind->audience_field && kind->audience == HEARD_BY_ALL; }

bool account_hears(Machine *mc, const Account *account, const Word *log, size_t size, size_t *at, Words *masked) {
    for (const Word *event = log; event < log + size; event += event[0]) {
        bool plain = is_plain(&account->hearing->kinds[event[1]]);
        mc->heard.used = 0;
        if (!plain && !hear(mc, account->hearing, event + 1, &mc->heard)) continue;
        if (*at >= account->count) return false;
        const Word *expected = account->events + account->begins[*at];
        size_t expected_size = account->begins[*at + 1] - account->begins[*at];
        if (plain) { /* it takes a third of the time to compare it where it stands */
            if ((size_t)event[0] - 1 != expected_size || memcmp(event + 1, expected, expected_size * sizeof(Word))) return false;
            ++*at;
            continue;
        }
        if (mc->heard.used != expected_size || memcmp(mc->heard.at, expected, expected_size * sizeof(Word))) return false;
        if ((size_t)event[0] - 1 != expected_size || memcmp(event + 1, expected, expected_size * sizeof(Word))) {
            push(mc, masked, event - log);
            push(mc, masked, (Word)*at);
        }
        ++*at;
    }
    return true;
}

bool account_allows(const Machine *mc, const Account *account, size_t since, size_t at) {
    if (!at || at > account->count) return true;
    if (since && account->row[since - 1] == account->row[at - 1]) return true;
    const uint64_t *may = account_row(account, mc->plan, at - 1);
    for (Word card = 0; card < mc->plan->cards; card++, may += account->width)
        if (!(may[mc->where[card] / 64] >> (mc->where[card] % 64) & 1)) return false;
    return true;
}

bool account_goes_on(Machine *mc, const Account *account, Word answer, size_t *at, jmp_buf *out) {
    const Word *words = mc->raws.at + mc->raw_at.at[answer];
    size_t now = *at, told = mc->log.used;
    bool ran = run_answer(mc, words);
    mc->out = out;
    if (!ran) longjmp(*out, 1);
    mc->arena.used = 0;
    if (!account_hears(mc, account, mc->log.at + told, mc->log.used - told, &now, &mc->arena) || !account_allows(mc, account, *at, now)) return false;
    for (size_t i = 0; i < mc->arena.used; i += 2) mc->arena.at[i] += (Word)told;
    *at = now;
    return true;
}
