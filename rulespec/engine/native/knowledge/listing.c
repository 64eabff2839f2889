/* All games that agree with what somebody has heard, in the order in which `Worlds` in `knowledge/worlds.py` goes through
   them: how a game stands is kept only where it can go on in several ways. */

#include <stdlib.h>

#include "listing.h"

enum { ALARM = 256 };

/* One step of the way: how many events had come true, where it is kept, or -1 where there is but one way on, where the
   answers begin that can be tried, how many there are, and how many were. */
typedef struct {
    Word at, kept, open, count, next;
} Step;

enum { STEP_WORDS = sizeof(Step) / sizeof(Word) };

static Step *last_step(Listing *listing) { return (Step *)(listing->steps.at + listing->steps.used - STEP_WORDS); }

void listing_begin(Listing *listing, size_t at) { listing->arrived = true, listing->at = at; }

static bool is_one(Machine *mc, const Listing *listing) {
    return listing->at >= listing->account->count && listing->is_now(listing->by, mc);
}

/* All that can be tried where the machine stands. */
static void open_step(Machine *mc, Listing *listing) {
    Step step = {(Word)listing->at, -1, (Word)listing->answers.used, 0, 0};
    mc->arena.used = 0;
    account_answers(mc, listing->account, listing->at, &listing->answers);
    step.count = (Word)listing->answers.used - step.open;
    if (step.count > 1) step.kept = (Word)keep(mc, &listing->kept, mc->log.used);
    push_all(mc, &listing->steps, (const Word *)&step, STEP_WORDS);
    listing->arrived = listing->told = false;
}

static void leave(Listing *listing, const Step *step) {
    if (step->kept >= 0) listing->kept.used = (size_t)step->kept;
    listing->answers.used = (size_t)step->open;
    listing->steps.used -= STEP_WORDS;
}

/* Tries one more answer of the last step. */
static void try_next(Machine *mc, Listing *listing, Step *step, jmp_buf *out) {
    if (listing->tried % ALARM == 0 && mc->interrupted && mc->interrupted()) fail(mc, NULL);
    listing->tried++;
    if (step->next) stand_again(mc, &listing->kept, (size_t)step->kept);
    Word answer = listing->answers.at[step->open + step->next++];
    size_t at = (size_t)step->at;
    listing->arrived = account_goes_on(mc, listing->account, answer, &at, out);
    listing->at = at;
}

static bool next(Machine *mc, Listing *listing, jmp_buf *out) {
    for (;;) {
        if (listing->arrived) {
            listing->told = !listing->told && is_one(mc, listing);
            if (listing->told) return true;
            open_step(mc, listing);
        } else if (!listing->steps.used) {
            return false;
        } else {
            Step *step = last_step(listing);
            if (step->next == step->count) {
                leave(listing, step);
                continue;
            }
            if (listing->tried == listing->left) {
                listing->tried++;
                return false;
            }
            try_next(mc, listing, step, out);
        }
    }
}

bool listing_next(Machine *mc, Listing *listing, bool *found) {
    GUARD(mc, false);
    listing->tried = 0;
    *found = next(mc, listing, &out);
    return true;
}

void listing_free(Listing *listing) {
    Words *all[] = {&listing->steps, &listing->answers, &listing->kept};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) free(all[i]->at), *all[i] = (Words){0};
}
