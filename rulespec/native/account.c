/* Games compared with what somebody has heard: event by event, and what can come next in them. */

#include <string.h>

#include "events.h"
#include "hearing.h"
#include "nodes.h"

bool account_hears(Machine *mc, const Account *account, const Word *log, size_t size, size_t *at, Words *masked) {
    for (const Word *event = log; event < log + size; event += event[0]) {
        mc->heard.used = 0;
        if (!hear(mc, account->hearing, event + 1, &mc->heard)) continue;
        if (*at >= account->count) return false;
        const Word *expected = account->events + account->begins[*at];
        size_t expected_size = account->begins[*at + 1] - account->begins[*at];
        if (mc->heard.used != expected_size || memcmp(mc->heard.at, expected, expected_size * sizeof(Word))) return false;
        if ((size_t)event[0] - 1 != expected_size || memcmp(event + 1, expected, expected_size * sizeof(Word))) {
            push(mc, masked, event - log);
            push(mc, masked, (Word)*at);
        }
        ++*at;
    }
    return true;
}

/* Whether a card may lie in a place after an event. */
static bool may_lie(const Machine *mc, const Account *account, size_t moment, Word card, Word place) {
    const uint64_t *may = account->may + (account->row[moment] * (size_t)mc->plan->cards + (size_t)card) * account->width;
    return may[place / 64] >> (place % 64) & 1;
}

bool account_allows(const Machine *mc, const Account *account, size_t since, size_t at) {
    if (!at || at > account->count) return true;
    if (since && account->row[since - 1] == account->row[at - 1]) return true;
    for (Word card = 0; card < mc->plan->cards; card++)
        if (!may_lie(mc, account, at - 1, card, mc->where[card])) return false;
    return true;
}

/* ---- what can come next */

static const Word *mask_for(const KindHeard *kind, Word which, Word field) {
    for (Word i = 0; i < kind->masks; i++) {
        const Word *mask = kind->mask + OF_A_MASK * i;
        if (mask[0] == which && (!field || mask[1] == field)) return mask;
    }
    return NULL;
}

/* The only one of the draws that can be, as `wanted`. */
static Word forced_draw(Machine *mc, const Account *account, size_t at, Wanted wanted, void *by) {
    const Word *event = account->events + account->begins[at], *fields[MOST_FIELDS + 2];
    const KindHeard *kind = &account->hearing->kinds[event[0]];
    const Word *mask = kind->chance ? mask_for(kind, ONE_CARD, kind->chance) : NULL;
    if (!mask) return -1;
    fields_of(event, fields);
    Word drawn = fields[mask[1]][0], source = checked_place(mc, fields[mask[2]][0]), to = checked_place(mc, fields[mask[3]][0]), found = -1;
    if (mc->plan->rows[source]) return -1;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *raw = mc->raws.at + mc->raw_at.at[i];
        Word card = checked_card(mc, raw[1]);
        if ((drawn != UNSEEN && card != drawn) || !may_lie(mc, account, at, card, to) || !wanted(by, at, card)) continue;
        if (found >= 0) return -1;
        found = (Word)i;
    }
    return found;
}

static bool sounds_like(Machine *mc, const Hearing *hearing, const Word *answer, const Word *heard) {
    mc->heard.used = 0;
    bool masked = hear_answer(mc, hearing, mc->own, mc->pc, answer, &mc->heard);
    const Word *told = masked ? mc->heard.at : answer;
    size_t size = answer_size(told);
    return size == answer_size(heard) && !memcmp(told, heard, size * sizeof(Word));
}

static Word unheard_at(const Machine *mc) {
    const Word *n = mc->plan->words + mc->plan->code[mc->pc];
    return n[0] == ASK || n[0] == ASK_WHETHER ? n[3] : n[0] == ASK_PART ? n[5] : 0;
}

/* The only one of the answers of somebody who is asked. */
static Word forced_answer(Machine *mc, const Account *account, size_t at) {
    const Word *event = account->events + account->begins[at], *fields[MOST_FIELDS + 2];
    const KindHeard *kind = &account->hearing->kinds[event[0]];
    const Word *mask = kind->decides ? mask_for(kind, ANSWERED, 0) : NULL;
    fields_of(event, fields);
    if (!mask || fields[mask[2]][0] != mc->pc || fields[mask[3]][0] != mc->own)
        return mc->own != account->hearing->viewer && !unheard_at(mc) && mc->raw_at.used == 1 ? 0 : -1;
    Word found = -1;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        if (!sounds_like(mc, account->hearing, mc->raws.at + mc->raw_at.at[i], fields[mask[1]])) continue;
        if (found >= 0) return -1;
        found = (Word)i;
    }
    return found;
}

Word account_forced(Machine *mc, const Account *account, size_t at, Wanted wanted, void *by) {
    if (!mc->raw_at.used || at >= account->count) return -1;
    bool draws = mc->plan->words[mc->plan->code[mc->pc]] == DRAW;
    return draws ? forced_draw(mc, account, at, wanted, by) : forced_answer(mc, account, at);
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
