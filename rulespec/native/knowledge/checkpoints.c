/* Games as they waited before an answer, in which cards are exchanged until what was heard next comes true: as `Guessing` does
   in `knowledge/guessing.py`. */

#include <stdlib.h>
#include <string.h>

#include "stretch.h"

enum { ALARM = 256 };

/* ---- exchanging */

static Word turned(Word card, Word one, Word other) { return card == one ? other : card == other ? one : card; }

static void exchange_names(Machine *mc, Word one, Word other, const Word *slots, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Word slot = slots[i];
        if (slot < 0 || slot >= mc->plan->slots) fail(mc, "there is no such slot");
        if (mc->named[slot] == NUMBER_NAMED) mc->names[slot] = turned(mc->names[slot], one, other);
        if (mc->named[slot] != SET_NAMED) continue;
        Word *set = mc->sets.at + mc->names[slot];
        for (Word k = 1; k <= set[0]; k++) set[k] = turned(set[k], one, other);
    }
}

/* What has changed since reasons to end were looked at stays as it was: nothing happens in the game. */
void exchange_cards(Machine *mc, Word one, Word other, const Word *slots, size_t count) {
    mc->arena.used = 0;
    push_all(mc, &mc->arena, (const Word *)mc->dirty, mc->plan->dirt);
    swap(mc, one, other);
    memcpy(mc->dirty, mc->arena.at, mc->plan->dirt * sizeof(Word));
    exchange_names(mc, one, other, slots, count);
    mc->raws.used = mc->raw_at.used = 0, mc->waits = false;
}

static void turn_card(Word *card, Word one, Word other) { *card = turned(*card, one, other); }

/* An answer that names nothing but cards, with each other's names; of several names, those that are one card each. */
static bool turn_answer(const Machine *mc, const Hearing *hearing, Word *answer, Word one, Word other) {
    uint64_t are_cards = (uint64_t)hearing->cards[mc->pc];
    Word count = answer[0] == SEVERAL ? answer[1] : 1;
    if (!are_cards || count > 63 || are_cards != ((uint64_t)1 << count) - 1) return false;
    Word *at = answer + (answer[0] == SEVERAL || answer[0] == ONE_SET ? 2 : 1);
    bool is_turned = false;
    switch (answer[0]) {
    case ONE_THING:
        is_turned = at[0] == one || at[0] == other;
        turn_card(at, one, other);
        break;
    case ONE_SET:
        for (Word i = 0; i < answer[1]; i++) is_turned |= at[i] == one || at[i] == other, turn_card(at + i, one, other);
        break;
    case SEVERAL:
        for (Word i = 0; i < count; i++, at += answer_size(at)) {
            if (at[0] != ONE_THING) continue;
            is_turned |= at[1] == one || at[1] == other;
            turn_card(at + 1, one, other);
        }
        break;
    default:
        break;
    }
    return is_turned;
}

/* ---- one of them */

static void copy(Machine *mc, Words *to, const Words *from) {
    to->used = 0;
    push_all(mc, to, from->at, from->used);
}

static void exchange_words(Words *one, Words *other) {
    Words words = *one;
    *one = *other, *other = words;
}

static void keep_anew(Machine *mc, Words *kept) {
    kept->used = 0;
    mc->log.used = 0;
    keep(mc, kept, 0);
}

static bool runs(Machine *mc, bool ran, jmp_buf *out) {
    mc->out = out;
    if (!ran) longjmp(*out, 1);
    return true;
}

/* Whether it is another game after an exchange; if so, it is that one now. */
static bool touches(Machine *mc, const Checkpoints *all, Checkpoint *checkpoint, Word one, Word other, size_t first, size_t last, jmp_buf *out) {
    size_t start = all->stretch->start, moment = (size_t)checkpoint->target - 1;
    if (moment < start + first || moment >= start + last) return false;
    copy(mc, &checkpoint->answered, &checkpoint->answer);
    stand_again(mc, &checkpoint->now, 0);
    bool changed = turn_answer(mc, all->stretch->account->hearing, checkpoint->answer.at, one, other);
    if ((Word)(start + first) >= checkpoint->at || mc->where[one] == mc->where[other]) {
        if (changed) copy(mc, &checkpoint->before, &checkpoint->now);
        return changed;
    }
    exchange_cards(mc, one, other, all->slots, all->slot_count);
    exchange_words(&checkpoint->before, &checkpoint->now);
    keep_anew(mc, &checkpoint->now);
    runs(mc, run_question(mc), out);
    if (mc->waits) keep_anew(mc, &checkpoint->now); /* else nothing can be answered there */
    return true;
}

static void untouch(Checkpoint *checkpoint) {
    exchange_words(&checkpoint->before, &checkpoint->now);
    exchange_words(&checkpoint->answered, &checkpoint->answer);
}

/* Goes on by an answer, if that agrees with what was heard; `at` is then how many events have come true. */
static bool goes_on(Machine *mc, Checkpoints *all, const Word *answer, Word *at, jmp_buf *out) {
    const Account *account = all->stretch->account;
    size_t since = (size_t)*at, now = since, told = mc->log.used;
    if (all->tried % ALARM == 0 && mc->interrupted && mc->interrupted()) fail(mc, NULL);
    all->tried++;
    runs(mc, run_answer(mc, answer), out);
    mc->arena.used = 0;
    if (!account_hears(mc, account, mc->log.at + told, mc->log.used - told, &now, &mc->arena) || !account_allows(mc, account, since, now)) return false;
    *at = (Word)now;
    return true;
}

static bool is_offered(const Machine *mc, const Words *answer) {
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *raw = mc->raws.at + mc->raw_at.at[i];
        if (answer_size(raw) == answer->used && !memcmp(raw, answer->at, answer->used * sizeof(Word))) return true;
    }
    return false;
}

/* Whether a game has come further than this one failed; where nothing more was heard, whether it waits as is known. */
static bool is_further(Machine *mc, const Checkpoints *all, const Checkpoint *checkpoint, Word at) {
    return at > checkpoint->target || ((size_t)at == all->stretch->account->count && all->is_now(all->by, mc));
}

/* Whether what was heard next can come true in it. */
static bool passes(Machine *mc, Checkpoints *all, const Checkpoint *checkpoint, jmp_buf *out) {
    Word at = checkpoint->at;
    stand_again(mc, &checkpoint->now, 0);
    if (!is_offered(mc, &checkpoint->answer) || !goes_on(mc, all, checkpoint->answer.at, &at, out)) return false;
    if (is_further(mc, all, checkpoint, at)) return true;
    all->open.used = 0;
    account_answers(mc, all->stretch->account, (size_t)at, &all->open);
    size_t count = all->open.used;
    size_t kept = count > 1 ? keep(mc, &all->open, mc->log.used) : 0;
    for (size_t i = 0; i < count && all->tried <= all->left; i++) {
        Word now = at;
        if (i) stand_again(mc, &all->open, kept);
        if (goes_on(mc, all, mc->raws.at + mc->raw_at.at[all->open.at[i]], &now, out) && is_further(mc, all, checkpoint, now)) return true;
    }
    return false;
}

/* ---- all of them */

static void pass(Machine *mc, Checkpoints *all, jmp_buf *out) {
    Checkpoint *failed = &all->each[0];
    size_t more = 0, first, last, moment = (size_t)failed->target - 1 - all->stretch->start;
    for (size_t times = 0; times < all->most && more < all->mixed; times++) {
        size_t one = (size_t)all->unsure[drawn_below(mc, all->numbers, all->unsure_count)];
        size_t other = (size_t)all->unsure[drawn_below(mc, all->numbers, all->unsure_count)];
        works(mc, all->tracks->ground->spells);
        if (one == other || !tracks_exchange(all->tracks, one, other, moment, &first, &last)) continue;
        for (size_t i = 0; i < all->count; i++) all->each[i].touched = touches(mc, all, &all->each[i], (Word)one, (Word)other, first, last, out);
        bool passed = true;
        for (size_t i = 0; i < all->count && passed; i++) passed = !all->each[i].touched || !all->each[i].required || passes(mc, all, &all->each[i], out);
        if (passed && failed->required)
            more++;
        else if (passed && failed->touched)
            failed->required = passes(mc, all, failed, out);
        if (all->tried > all->left) return;
        if (passed) continue;
        tracks_swap(all->tracks, one, other, first, last);
        for (size_t i = 0; i < all->count; i++)
            if (all->each[i].touched) untouch(&all->each[i]);
    }
}

bool checkpoint_begin(Machine *mc, Checkpoint *checkpoint, const Word *answer, size_t size) {
    GUARD(mc, false);
    push_all(mc, &checkpoint->answer, answer, size);
    keep_anew(mc, &checkpoint->now);
    return true;
}

bool checkpoint_stand(Machine *mc, const Checkpoint *checkpoint) {
    GUARD(mc, false);
    stand_again(mc, &checkpoint->now, 0);
    return true;
}

bool checkpoints_pass(Machine *mc, Checkpoints *all) {
    GUARD(mc, false);
    if (all->unsure_count && all->count) pass(mc, all, &out);
    return true;
}

void checkpoints_free(Checkpoints *all) {
    for (size_t i = 0; i < all->count; i++) {
        Words *words[] = {&all->each[i].answer, &all->each[i].answered, &all->each[i].now, &all->each[i].before};
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) free(words[k]->at);
    }
    free(all->each);
    free(all->open.at);
}
