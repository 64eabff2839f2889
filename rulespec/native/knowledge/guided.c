/* A guess played on under the rules, for as long as it agrees with what was heard: as in `knowledge/guessing.py`. */

#include <stdlib.h>
#include <string.h>

#include "generated/nodes.h"
#include "stretch.h"

/* One step of the way: how many events had come true, by which guess, where the answers end that led to it, where it is kept
   so that something else can be tried there, or -1, and the answers that can be tried, of which so many were. */
typedef struct {
    Word at, guess, answers, kept, open, count, next;
} Step;

enum { STEP_WORDS = sizeof(Step) / sizeof(Word), ALARM = 256, FEW = 12, DEAD_ENDS = 16 };

static Step *step_at(Words *steps, size_t i) { return (Step *)(steps->at + i * STEP_WORDS); }
static size_t depth(const Words *steps) { return steps->used / STEP_WORDS; }

static void push_step(Machine *mc, Words *steps, Step step) { push_all(mc, steps, (const Word *)&step, STEP_WORDS); }

/* ---- which answer is tried first */

typedef struct {
    Word missing, later; /* how many of its cards the guess does not move until a closing is over, and soon */
    Word listed; /* where the closing lists the card that he saw there: it does so in the order of the answers */
    double chance;
    Word answer;
} Rank;

static int by_rank(const void *one, const void *other) {
    const Rank *a = one, *b = other;
    if (a->missing != b->missing) return a->missing < b->missing ? -1 : 1;
    if (a->later != b->later) return a->later < b->later ? -1 : 1;
    if (a->listed != b->listed) return a->listed < b->listed ? -1 : 1;
    if (a->chance != b->chance) return a->chance < b->chance ? -1 : 1;
    return (a->answer > b->answer) - (a->answer < b->answer);
}

static const Word *members_in(const Word *part, Word *count) {
    *count = part[0] == ONE_SET ? part[1] : part[0] == ONE_THING;
    return part + (part[0] == ONE_SET ? 2 : 1);
}

/* How many cards are chosen that the guess does not move soon. */
static Word missing(Machine *mc, const Guided *guided, const Word *answer, const uint64_t *soon, Word odds) {
    uint64_t are_cards = (uint64_t)guided->stretch->account->hearing->cards[mc->pc];
    if (answer[0] == DECLINED) return odds;
    Word parts = answer[0] == SEVERAL ? answer[1] : 1, count;
    const Word *part = answer[0] == SEVERAL ? answer + 2 : answer;
    mc->heard.used = 0;
    for (Word i = 0; i < parts && i < 64; i++, part += answer_size(part)) {
        const Word *members = members_in(part, &count);
        for (Word k = 0; are_cards >> i & 1 && k < count; k++)
            if (!has(soon, checked_card(mc, members[k])) && !is_among(mc->heard.at, mc->heard.used, members[k])) push(mc, &mc->heard, members[k]);
    }
    return (Word)mc->heard.used;
}

/* The one card that an answer is; -1 if it is something else. */
static Word card_named(Machine *mc, const Guided *guided, const Word *answer) {
    bool is_card = answer[0] == ONE_THING && guided->stretch->account->hearing->cards[mc->pc] & 1;
    return is_card ? answer[1] : -1;
}

static bool names_one(Machine *mc, const Guided *guided, const uint64_t *cards, size_t begin) {
    for (size_t i = 0; i < mc->stage.used; i++)
        if (has(cards, mc->stage.at[i])) return true;
    for (size_t i = begin; i < guided->open.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[guided->open.at[i]];
        if (answer[0] == ONE_SET && answer[1] && has(cards, checked_card(mc, answer[2]))) return true;
    }
    return false;
}

/* Of a set that is named card by card, the cards that the guess moves first, and maybe others; NULL if there are none. */
static const uint64_t *first_named(Machine *mc, const Guided *guided, size_t at, size_t begin) {
    for (size_t moment = at; mc->is_staged && moment < at + guided->ahead; moment++) {
        const uint64_t *moved = guess_moves(guided, moment);
        if (moved && names_one(mc, guided, moved, begin)) return moved;
    }
    return NULL;
}

/* The cards that the guess moves from an event on, among so many. */
static void cards_moved(const Guided *guided, size_t at, size_t events, uint64_t *cards) {
    size_t words = card_words(guided);
    memset(cards, 0, words * sizeof(uint64_t));
    for (size_t moment = at; moment < at + events; moment++) {
        const uint64_t *moved = guess_moves(guided, moment);
        for (size_t k = 0; moved && k < words; k++) cards[k] |= moved[k];
    }
}

static void by_guess(Machine *mc, Guided *guided, size_t at, size_t begin) {
    size_t count = guided->open.used - begin, words = card_words(guided);
    words_reserve(mc, &mc->arena, 2 * words + count * sizeof(Rank) / sizeof(Word));
    uint64_t *soon = (uint64_t *)mc->arena.at, *near = soon + words;
    Rank *ranks = (Rank *)(mc->arena.at + 2 * words);
    size_t until = closing_until(guided->stretch, at, guided->ahead);
    cards_moved(guided, at, guided->ahead, soon);
    if (until != guided->ahead) cards_moved(guided, at, until, near);
    const uint64_t *first = first_named(mc, guided, at, begin);
    Word odds = (Word)drawn_below(mc, guided->numbers, 2); /* whether he declined is often told by what he was asked then */
    for (size_t i = 0; i < count; i++) {
        Word answer = guided->open.at[begin + i];
        const Word *words = mc->raws.at + mc->raw_at.at[answer];
        Word later = missing(mc, guided, words, soon, odds), sooner = until == guided->ahead ? later : missing(mc, guided, words, near, odds);
        Word listed = until == guided->ahead || !guided->guessed ? 0 : closing_lists(guided->stretch, at, until, card_named(mc, guided, words));
        ranks[i] = (Rank){sooner, later, listed, drawn(mc, guided->numbers), answer};
        if (first && words[0] == ONE_SET && words[1] && has(first, checked_card(mc, words[2]))) ranks[i].listed = 0, ranks[i].chance = (double)i - (double)count; /* named in one order */
    }
    if (count <= FEW) { /* as they mostly are: it takes half the time */
        for (size_t i = 1; i < count; i++) {
            Rank rank = ranks[i];
            size_t k = i;
            for (; k > 0 && by_rank(&ranks[k - 1], &rank) > 0; k--) ranks[k] = ranks[k - 1];
            ranks[k] = rank;
        }
    } else {
        qsort(ranks, count, sizeof(Rank), by_rank);
    }
    for (size_t i = 0; i < count; i++) guided->open.at[begin + i] = ranks[i].answer;
}

/* Of the cards that can be drawn those that the guess moves; where it can be mended, the others after them in any order. */
static void draws_as_guessed(Machine *mc, Guided *guided, size_t at, size_t begin) {
    const uint64_t *moved = guess_moves(guided, at);
    Words *open = &guided->open;
    size_t left = begin, count = open->used, others = mc->heard.used = 0;
    for (size_t i = begin; i < count; i++) {
        Word answer = open->at[i];
        if (has(moved, checked_card(mc, mc->raws.at[mc->raw_at.at[answer] + 1])))
            open->at[left++] = answer;
        else if (guided->mends)
            push(mc, &mc->heard, answer), others++;
    }
    for (size_t last = others; last-- > 1;) {
        size_t which = drawn_below(mc, guided->numbers, last + 1);
        Word answer = mc->heard.at[which];
        mc->heard.at[which] = mc->heard.at[last], mc->heard.at[last] = answer;
    }
    open->used = left;
    push_all(mc, open, mc->heard.at, others);
}

/* What can follow where the machine waits, the likeliest first. */
static void open_step(Machine *mc, Guided *guided, Step *step) {
    size_t begin = guided->open.used, at = (size_t)step->at;
    mc->arena.used = 0;
    account_answers(mc, guided->stretch->account, at, &guided->open);
    if (mc->raw_at.used && mc->plan->words[mc->plan->code[mc->pc]] == DRAW)
        draws_as_guessed(mc, guided, at, begin);
    else if (guided->open.used - begin > 1)
        by_guess(mc, guided, at, begin);
    step->open = (Word)begin, step->count = (Word)(guided->open.used - begin), step->next = 0;
    step->kept = step->count > 1 ? (Word)keep(mc, &guided->kept, mc->log.used) : -1;
}

/* ---- playing on */

/* Whether the machine, which waits, has gone on by an answer as was heard; `at` is then how many events have come true. */
static bool goes_on(Machine *mc, Guided *guided, Word answer, Word *at, bool as_guessed, jmp_buf *out) {
    size_t now = (size_t)*at;
    if (guided->tried % ALARM == 0 && mc->interrupted && mc->interrupted()) fail(mc, NULL);
    guided->tried++;
    if (!account_goes_on(mc, guided->stretch->account, answer, &now, out)) return false;
    *at = (Word)now;
    return !as_guessed || guess_holds(mc, guided);
}

static bool is_at(Machine *mc, const Guided *guided, Word at, size_t end) {
    if (at <= (Word)end) return false;
    return end + 1 < guided->stretch->account->count || guided->is_now(guided->by, mc);
}

/* Arrives at a step; where no more is heard that tells anything, it is kept as the one from which all endings differ. */
static void arrive(Machine *mc, Guided *guided, Word at) {
    size_t before = depth(&guided->steps);
    if (at >= (Word)guided->stretch->quiet && (!before || step_at(&guided->steps, before - 1)->at < (Word)guided->stretch->quiet)) {
        guided->silent.used = 0;
        push(mc, &guided->silent, at);
        keep(mc, &guided->silent, mc->log.used);
    }
    push_step(mc, &guided->steps, (Step){at, (Word)guided->guess, (Word)guided->answers.used, -1, (Word)guided->open.used, -1, 0});
}

/* The guess as it is mended at a step. */
static void note_guess(Machine *mc, Guided *guided, const Step *step) {
    guided->lying.used = 0;
    const Word *lying = (const Word *)guess_tracks(guided, (size_t)step->guess).lying;
    if (guided->mends && guided->guessed) push_all(mc, &guided->lying, lying, lying_words(guided->stretch->ground));
}

/* Of those that came equally far it is the first, which is the likeliest by the guess. */
static void note_best(Machine *mc, Guided *guided, const Step *step) {
    if (step->at < (Word)guided->at || (step->at == (Word)guided->at && guided->best.used)) return;
    guided->at = (size_t)step->at;
    guided->best.used = 0;
    push_all(mc, &guided->best, guided->answers.at, (size_t)step->answers);
    note_guess(mc, guided, step);
}

static void leave(Guided *guided, const Step *step) {
    size_t before = depth(&guided->steps) - 1;
    if (step->kept >= 0) guided->kept.used = (size_t)step->kept;
    guided->open.used = (size_t)step->open;
    guided->answers.used = before ? (size_t)step_at(&guided->steps, before - 1)->answers : 0;
    guided->steps.used -= STEP_WORDS;
}

/* The next thing to try at a step, if there is any. */
static void try_next(Machine *mc, Guided *guided, Step *step, jmp_buf *out) {
    Word answer = guided->open.at[step->open + step->next], at = step->at;
    if (step->next) stand_again(mc, &guided->kept, (size_t)step->kept);
    step->next++;
    guided->guess = (size_t)step->guess;
    const Word *words = mc->raws.at + mc->raw_at.at[answer];
    size_t size = answer_size(words), begun = guided->answers.used;
    push(mc, &guided->answers, (Word)size);
    push_all(mc, &guided->answers, words, size);
    if (goes_on(mc, guided, answer, &at, true, out))
        arrive(mc, guided, at);
    else
        guided->answers.used = begun;
}

/* ---- what nobody has heard of yet */

/* Goes through the games that have come as far as this one is now, from the step on from which they differ, until the one
   with a number; gives how many there were. The machine stands there then. */
static size_t to_ending(Machine *mc, Guided *guided, size_t wanted, jmp_buf *out) {
    const Account *account = guided->stretch->account;
    Words *steps = &guided->steps;
    size_t found = 0, begun = steps->used, open = guided->open.used, kept = guided->kept.used;
    stand_again(mc, &guided->silent, 1);
    for (Word at = guided->silent.at[0];;) {
        if (is_at(mc, guided, at, account->count - 1) && found++ == wanted) break;
        Step step = {at, 0, 0, -1, (Word)guided->open.used, -1, 0};
        mc->arena.used = 0;
        account_answers(mc, account, (size_t)at, &guided->open);
        step.count = (Word)guided->open.used - step.open;
        if (step.count > 1) step.kept = (Word)keep(mc, &guided->kept, mc->log.used);
        push_step(mc, steps, step);
        bool goes = false;
        while (!goes && steps->used > begun) {
            Step *last = step_at(steps, depth(steps) - 1);
            if (last->next == last->count || guided->tried > guided->left) {
                if (last->kept >= 0) guided->kept.used = (size_t)last->kept;
                guided->open.used = (size_t)last->open, steps->used -= STEP_WORDS;
                continue;
            }
            if (last->next) stand_again(mc, &guided->kept, (size_t)last->kept);
            at = last->at;
            goes = goes_on(mc, guided, guided->open.at[last->open + last->next++], &at, false, out);
        }
        if (!goes) break;
    }
    steps->used = begun, guided->open.used = open, guided->kept.used = kept;
    return found;
}

/* Where all has come true: as it stands; if nothing was heard of the latest answers yet, any that they may lead to. */
static void ends_at(Machine *mc, Guided *guided, jmp_buf *out) {
    const Step *last = step_at(&guided->steps, depth(&guided->steps) - 1);
    guided->at = (size_t)last->at, guided->ended = true;
    note_guess(mc, guided, last);
    if ((size_t)last->at < guided->stretch->account->count) return;
    size_t here = keep(mc, &guided->kept, 0);
    size_t found = to_ending(mc, guided, guided->ends - 1, out), tried = guided->tried;
    if (tried > guided->left) return;
    size_t wanted = drawn_below(mc, guided->numbers, found ? found : 1);
    if (found <= 1) {
        stand_again(mc, &guided->kept, here);
    } else if (wanted + 1 < guided->ends) { /* else it stands there */
        guided->tried = 0;
        to_ending(mc, guided, wanted, out);
        guided->tried = tried;
    }
}

/* ---- a guess */

static void play(Machine *mc, Guided *guided, size_t at, jmp_buf *out) {
    const Stretch *stretch = guided->stretch;
    Word furthest = (Word)at, dead_ends = DEAD_ENDS;
    guided->at = at;
    arrive(mc, guided, (Word)at);
    while (guided->steps.used && dead_ends > 0 && guided->tried <= guided->left) {
        Step *step = step_at(&guided->steps, depth(&guided->steps) - 1);
        if (step->at > furthest) furthest = step->at, dead_ends = DEAD_ENDS;
        if (step->count < 0) {
            if (is_at(mc, guided, step->at, stretch->end)) {
                ends_at(mc, guided, out);
                return;
            }
            open_step(mc, guided, step);
        } else if (step->next < step->count) {
            try_next(mc, guided, step, out);
        } else {
            note_best(mc, guided, step);
            leave(guided, step);
            dead_ends--;
        }
    }
}

bool guided_play(Machine *mc, Guided *guided, const Tracks *tracks, size_t at) {
    GUARD(mc, false);
    guided->steps.used = guided->answers.used = guided->kept.used = guided->silent.used = guided->open.used = guided->best.used = 0;
    guided->tried = 0, guided->ended = false;
    guided->guessed = tracks != NULL;
    if (tracks) guess_begins(mc, guided, tracks);
    play(mc, guided, at, &out);
    return true;
}

void guided_buffers(Guided *guided, Words *all[GUIDED_BUFFERS]) {
    Words *each[] = {&guided->guesses, &guided->steps, &guided->answers, &guided->kept, &guided->silent, &guided->open, &guided->best, &guided->lying};
    memcpy(all, each, sizeof(each));
}
