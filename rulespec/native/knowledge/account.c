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

/* ---- cards that are moved */

static void moves_of(Machine *mc, const Word *cards, const Word *from, const Word *to, bool in_pairs, Words *moved) {
    for (Word i = 0; i < cards[0]; i++)
        if (from[1 + i] != (in_pairs ? to[1 + i] : to[1])) push(mc, moved, cards[1 + i]);
}

void event_moves(Machine *mc, const Hearing *hearing, const Word *event, Words *moved) {
    const KindHeard *kind = &hearing->kinds[event[0]];
    const Word *at[MOST_FIELDS + 2];
    fields_of(event, at);
    for (Word i = 0; i < kind->masks; i++) {
        const Word *mask = kind->mask + OF_A_MASK * i, *first = at[mask[1]], *second = at[mask[2]], *third = at[mask[3]];
        switch (mask[0]) {
        case ONE_CARD:
            if (second[0] != third[0]) push(mc, moved, first[0]);
            break;
        case ROW:
            for (Word card = 0; mask[3] && card < first[0]; card++)
                if (second[1 + card] != third[0]) push(mc, moved, first[1 + card]);
            break;
        case EXCHANGED: {
            const Word *fourth = at[mask[4]];
            bool in_pairs = first[0] == third[0];
            if (!in_pairs && (!first[0] || !third[0])) break;
            moves_of(mc, first, second, fourth, in_pairs, moved);
            moves_of(mc, third, fourth, second, in_pairs, moved);
            break;
        }
        default:
            break;
        }
    }
}
