/* Which answers may lead to what somebody heard next. */

#include <string.h>

#include "generated/events.h"
#include "hearing.h"
#include "generated/nodes.h"

static bool sounds_like(Machine *mc, const Hearing *hearing, const Word *answer, const Word *heard) {
    bool open = mc->own == hearing->viewer || hearing->answers[2 * mc->pc] < 0;
    mc->heard.used = 0;
    bool masked = !open && hear_answer(mc, hearing, mc->own, mc->pc, answer, &mc->heard);
    const Word *told = masked ? mc->heard.at : answer;
    size_t size = answer_size(told);
    return size == answer_size(heard) && !memcmp(told, heard, size * sizeof(Word));
}

/* ---- what is answered in secret, and revealed later */

/* Where the machine waits, what becomes known later of a secret answer; 0 if it is none. */
static Word unheard_at(const Machine *mc) {
    ALIKE(ASK_WHETHER_UNHEARD, ASK_UNHEARD);
    const Word *n = mc->plan->words + mc->plan->code[mc->pc];
    return n[KIND] == ASK || n[KIND] == ASK_WHETHER ? n[ASK_UNHEARD] : n[KIND] == ASK_PART ? n[ASK_PART_UNHEARD] : 0;
}

/* What is revealed, after so many events, of what is answered here: where each of the answers stands in the account. */
static void revealed(Machine *mc, const Account *account, size_t at, Word part, Words *found) {
    int commits = 0;
    for (; at < account->count; at++) {
        works(mc, 1);
        const Word *event = account->events + account->begins[at];
        if (event[0] == EVENT_COMMIT && event[EVENT_COMMIT_ORIGIN] == part && event[EVENT_COMMIT_SEAT] == mc->own) commits++;
        if (event[0] == EVENT_REVEAL && event[EVENT_REVEAL_SEAT] == mc->own && event[EVENT_REVEAL_PC] == account->hearing->asks[mc->pc])
            push(mc, found, event + EVENT_REVEAL_ANSWER - account->events);
        if (commits > 1 || (commits == 0 && event[0] == EVENT_TURN)) return;
    }
}

/* The members of an answer that is a thing or a set of them; false if it is neither. */
static bool members_of(const Word *answer, const Word **members, size_t *count) {
    if (answer[0] != ONE_THING && answer[0] != ONE_SET) return false;
    *members = answer + (answer[0] == ONE_SET ? 2 : 1);
    *count = answer[0] == ONE_SET ? (size_t)answer[1] : 1;
    return true;
}

/* Whether one more of some cards, or no more of them, can lead to what is revealed. */
static bool leads(const Machine *mc, const Word *answer, const Word *shown) {
    if (answer[0] == DECLINED || shown[0] == DECLINED) return answer[0] == shown[0] && !mc->stage.used;
    const Word *more, *all;
    size_t added, count, chosen = mc->stage.used;
    if (!members_of(answer, &more, &added) || !members_of(shown, &all, &count)) return false;
    for (size_t i = 0; i < added; i++) chosen += !is_among(mc->stage.at, mc->stage.used, more[i]);
    if (is_among(all, count, UNSEEN)) return chosen <= count;
    for (size_t i = 0; i < mc->stage.used; i++)
        if (!is_among(all, count, mc->stage.at[i])) return false;
    for (size_t i = 0; i < added; i++)
        if (!is_among(all, count, more[i])) return false;
    return added || chosen == count;
}

static void committed(Machine *mc, const Account *account, size_t at, Word unheard, Words *found) {
    size_t begun = mc->listed.used;
    Word part = mc->plan->words[unheard + UNHEARD_PART];
    if (part >= 0 && part < account->hearing->statements) part = account->hearing->origins[part];
    revealed(mc, account, at, part, &mc->listed);
    size_t shown = mc->listed.used - begun;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        bool may = !shown;
        works(mc, shown);
        for (size_t k = 0; k < shown && !may; k++) {
            const Word *each = account->events + mc->listed.at[begun + k];
            may = mc->is_staged ? leads(mc, answer, each) : sounds_like(mc, account->hearing, answer, each);
        }
        if (may) push(mc, found, (Word)i);
    }
    mc->listed.used = begun;
}

/* ---- answers of chance */

/* A card that is drawn; of a row it is always the last one: there chance decides nothing. */
static void draws(Machine *mc, const Account *account, size_t at, const Word **fields, const Word *mask, Words *found) {
    Word drawn = fields[mask[1]][0], source = checked_place(mc, fields[mask[2]][0]), to = checked_place(mc, fields[mask[3]][0]);
    if (mc->plan->rows[source]) return;
    const uint64_t *row = account_row(account, mc->plan, at);
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        Word card = checked_card(mc, mc->raws.at[mc->raw_at.at[i] + 1]);
        if ((drawn == UNSEEN || card == drawn) && may_lie(account, row, card, to)) push(mc, found, (Word)i);
    }
}

static void sounding_like(Machine *mc, const Hearing *hearing, const Word *heard, Words *found) {
    for (size_t i = 0; i < mc->raw_at.used; i++)
        if (sounds_like(mc, hearing, mc->raws.at + mc->raw_at.at[i], heard)) push(mc, found, (Word)i);
}

static void decides(Machine *mc, const Account *account, size_t at, Words *found) {
    if (at >= account->count) return;
    const Hearing *hearing = account->hearing;
    const Word *event = account->events + account->begins[at], *fields[MOST_FIELDS + 2];
    Word decided = hearing->kinds[event[0]].chance;
    const Word *card = mask_of(hearing, event[0], ONE_CARD), *answer = mask_of(hearing, event[0], ANSWERED);
    fields_of(event, fields);
    if (card && card[1] == decided)
        draws(mc, account, at, fields, card, found);
    else if (answer && answer[1] == decided)
        sounding_like(mc, hearing, fields[decided], found);
}

/* ---- answers of players */

static void answers(Machine *mc, const Account *account, size_t at, Words *found) {
    const Hearing *hearing = account->hearing;
    if (at < account->count) {
        const Word *event = account->events + account->begins[at], *fields[MOST_FIELDS + 2];
        const KindHeard *kind = &hearing->kinds[event[0]];
        const Word *mask = kind->decides ? mask_of(hearing, event[0], ANSWERED) : NULL;
        fields_of(event, fields);
        if (mask && fields[mask[2]][0] == hearing->asks[mc->pc] && fields[mask[3]][0] == mc->own) {
            sounding_like(mc, hearing, fields[mask[1]], found);
            return;
        }
    }
    if (mc->own == hearing->viewer) return;
    Word unheard = unheard_at(mc);
    if (unheard) {
        committed(mc, account, at, unheard, found);
        return;
    }
    for (size_t i = 0; i < mc->raw_at.used; i++) push(mc, found, (Word)i);
}

void account_answers(Machine *mc, const Account *account, size_t at, Words *found) {
    works(mc, mc->raw_at.used);
    if (!mc->raw_at.used) return;
    if (answers_chance(mc->plan, mc->pc))
        decides(mc, account, at, found);
    else
        answers(mc, account, at, found);
}
