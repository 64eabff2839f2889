/* A Markov chain of games that agree with what a player heard: see `chain.h`. */

#include "chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generated/events.h"
#include "generated/nodes.h"

enum { ALARM = 256, OFFERED = 60, LOOKED_AT = 4, DRAWN = 2, PARTNERS = 12, PAIRS = 48, TRIALS = 300, RECENT = 24, WORSE = 24, BACK = 10, TAIL = 64, LEAST_MOVES = 40, ENDINGS = 5000, SHORTEST = 4000, MOST_SPANS = 32, SHORT = 40, LONG = 100000, MISTAKE = 4,  MOST_OPEN = 6, DIFFERENT = 1 << 28, NONE = -1 };

static const double COLD = 1.2, WARM = 2; /* the temperature in the end, and how much higher it is at first */

/* A moment at which the game waits: the number of events that have come true, where its state is in `kept`, the answer given,
   the numbers of answers that may lead to the next observation and of all answers, the instruction, how much the events
   since the previous step differ from the observation, and the first event that does. */
typedef struct {
    Word at, kept, answer, open, raws, pc, energy, wrong;
} Step;

enum { STEP_WORDS = sizeof(Step) / sizeof(Word) };

/* Two cards that change places after one step and up to another. */
typedef struct {
    Word one, other;
    size_t from, until;
    bool since_beginning;
} Exchange;

/* The distance of the next events from the observation: how many come true, and how much the one after them differs. */
typedef struct {
    Word events, apart;
} Distance;

static const Account *account_of(const Chain *chain) { return chain->stretch->account; }
static size_t count_of(const Words *steps) { return steps->used / STEP_WORDS; }
static Step *step_in(const Words *steps, size_t i) { return (Step *)(steps->at + i * STEP_WORDS); }
static Step *last_in(const Words *steps) { return step_in(steps, count_of(steps) - 1); }
static Word energy_of(const Words *steps, size_t first, size_t last) {
    Word energy = 0;
    for (size_t i = first; i < last; i++) energy += step_in(steps, i)->energy;
    return energy;
}
static Word energy(const Words *steps) { return energy_of(steps, 0, count_of(steps)); }
static size_t below(Machine *mc, const Chain *chain, size_t count) { return drawn_below(mc, chain->numbers, count); }

static void stand(Machine *mc, const Chain *chain, const Step *step) {
    mc->failed = NULL;
    stand_again(mc, &chain->kept, (size_t)step->kept);
}

static void arrive(Machine *mc, Chain *chain, Words *steps, size_t at) {
    mc->log.used = 0;
    Step step = {(Word)at, (Word)keep(mc, &chain->kept, 0), NONE, 0, (Word)mc->raw_at.used, mc->pc, chain->energy, chain->wrong};
    push_all(mc, steps, (const Word *)&step, STEP_WORDS);
}

/* Drops the states and answers of steps that are no longer part of the game. */
static void clear(Machine *mc, Chain *chain) {
    if (chain->kept.used < 4 * chain->live + 65536) return;
    Words *fresh = &chain->spare;
    fresh->used = 0;
    for (size_t i = 0; i < count_of(&chain->steps); i++) {
        stand(mc, chain, step_in(&chain->steps, i));
        step_in(&chain->steps, i)->kept = (Word)keep(mc, fresh, 0);
    }
    Words old = chain->kept;
    chain->kept = *fresh, *fresh = old;
    fresh->used = 0;
    for (size_t i = 0; i < count_of(&chain->steps); i++) {
        Step *step = step_in(&chain->steps, i);
        if (step->answer == NONE) continue;
        const Word *answer = chain->answers.at + step->answer;
        size_t size = answer_size(answer);
        Word begin = (Word)fresh->used;
        push_all(mc, fresh, answer, size);
        step->answer = begin;
    }
    chain->answers.used = 0;
    push_all(mc, &chain->answers, fresh->at, fresh->used);
    chain->live = chain->kept.used;
}

/* ---- playing on */

static Word noted(Machine *mc, Chain *chain, const Word *answer) {
    Word at = (Word)chain->answers.used;
    push_all(mc, &chain->answers, answer, answer_size(answer));
    return at;
}

/* Gives an answer; false if the game then exceeds its budget, as the true game did not. */
static bool runs(Machine *mc, Chain *chain, Word answer, jmp_buf *out) {
    if (chain->tried % ALARM == 0 && mc->interrupted && mc->interrupted()) fail(mc, NULL);
    chain->tried++;
    mc->log.used = 0;
    bool ran = run_answer(mc, chain->answers.at + answer);
    mc->out = out;
    if (!ran && mc->failed != OUT_OF_BUDGET) longjmp(*out, 1);
    return ran;
}

static Word distance_of(Word one, Word other) {
    uint64_t apart = one > other ? (uint64_t)one - (uint64_t)other : (uint64_t)other - (uint64_t)one;
    return apart > 100 ? 100 : (Word)apart;
}

enum { CHANGED = 3, HAD = 4, OLD = 5, HAS = 6, NEW = 7 }; /* where the event of a change has its counter or note and the values */

/* How different two changes of a counter are: by the new values, or by the steps from the old ones. A counter that is wrong
   already and changes as it should is no further mistake. */
static Word change_apart(const Word *told, const Word *heard) {
    if (memcmp(told, heard, CHANGED * sizeof(Word)) || told[HAD] != heard[HAD] || told[HAS] != heard[HAS]) return 2 * MISTAKE;
    Word set = distance_of(told[NEW], heard[NEW]);
    Word added = distance_of((Word)((uint64_t)told[NEW] - (uint64_t)told[OLD]), (Word)((uint64_t)heard[NEW] - (uint64_t)heard[OLD]));
    Word apart = set < added ? set : added;
    return apart ? MISTAKE + (apart < 12 ? apart : 12) : 0;
}

static void differs(Chain *chain, size_t at, Word apart) {
    if (!chain->energy) chain->wrong = (Word)at;
    chain->energy += apart;
}

/* Compares an event of the game, as it is heard, with the next one in the account. A tolerant search accepts changes of
   counters and notes that have another value, are missing or are too many; each adds to the energy of the game. */
static bool agrees(Machine *mc, Chain *chain, size_t *at) {
    const Account *account = account_of(chain);
    const Word *told = mc->heard.at;
    for (size_t i = *at; i < account->count; i++) {
        const Word *heard = account->events + account->begins[i];
        bool same = mc->heard.used == (size_t)(account->begins[i + 1] - account->begins[i]) && !memcmp(told, heard, mc->heard.used * sizeof(Word));
        bool alike = same || (chain->tolerant && told[0] == EVENT_CHANGE && heard[0] == EVENT_CHANGE && told[CHANGED] == heard[CHANGED]);
        if (alike) {
            differs(chain, *at, (Word)(i - *at) * 2 * MISTAKE + (same ? 0 : change_apart(told, heard)));
            *at = i + 1;
            return true;
        }
        if (!chain->tolerant || heard[0] != EVENT_CHANGE) break;
    }
    if (!chain->tolerant || told[0] != EVENT_CHANGE) return false;
    differs(chain, *at, 2 * MISTAKE);
    return true;
}

/* Compares all events of an answer. A tolerant search skips changes that are missing before a question. */
static bool all_agree(Machine *mc, Chain *chain, size_t *at) {
    const Account *account = account_of(chain);
    mc->arena.used = 0;
    if (!chain->tolerant) return account_hears(mc, account, mc->log.at, mc->log.used, at, &mc->arena);
    for (const Word *event = mc->log.at; event < mc->log.at + mc->log.used; event += event[0]) {
        mc->heard.used = 0;
        if (hear(mc, account->hearing, event + 1, &mc->heard) && !agrees(mc, chain, at)) return false;
    }
    for (; *at < account->count && account->events[account->begins[*at]] == EVENT_CHANGE; ++*at) {
        size_t used = chain->open.used;
        account_answers(mc, account, *at, &chain->open);
        bool open = chain->open.used > used;
        chain->open.used = used;
        if (open) break;
        differs(chain, *at, 2 * MISTAKE);
    }
    return true;
}

static bool goes_on(Machine *mc, Chain *chain, Word answer, size_t *at, jmp_buf *out) {
    size_t now = *at;
    if (!runs(mc, chain, answer, out)) return false;
    chain->energy = 0;
    if (!all_agree(mc, chain, &now) || !account_allows(mc, account_of(chain), *at, now)) return false;
    *at = now;
    return true;
}

/* All continuations of a game of which nothing was heard that wait for the same as the true game. The answers of a random
   one are left in `chosen`. */
typedef struct {
    size_t left;
    double total;
} Endings;

static void find_endings(Machine *mc, Chain *chain, Endings *ends, size_t at, double weight, jmp_buf *out) {
    if (chain->is_now(chain->by, mc)) {
        ends->total += weight;
        if (drawn(mc, chain->numbers) * ends->total < weight) {
            chain->chosen.used = 0;
            push_all(mc, &chain->chosen, chain->path.at, chain->path.used);
        }
    }
    if (chain->path.used == TAIL) return;
    Word energy = chain->energy;
    size_t begun = chain->open.used, kept = chain->kept.used, answers = mc->raw_at.used;
    mc->arena.used = 0;
    account_answers(mc, account_of(chain), at, &chain->open);
    size_t count = chain->open.used - begun;
    mc->log.used = 0;
    if (count) keep(mc, &chain->kept, 0);
    for (size_t i = 0; i < count && ends->left; i++) {
        size_t now = at;
        ends->left--;
        mc->failed = NULL;
        stand_again(mc, &chain->kept, kept);
        Word answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[chain->open.at[begun + i]]);
        if (!goes_on(mc, chain, answer, &now, out) || chain->energy) continue;
        push(mc, &chain->path, answer);
        find_endings(mc, chain, ends, now, weight / (double)answers, out);
        chain->path.used--;
    }
    chain->open.used = begun, chain->kept.used = kept, chain->energy = energy;
}

static bool is_last(const Chain *chain) { return chain->stretch->end + 1 == account_of(chain)->count; }

/* The probability that the game goes on to one of its endings; 1 before the last stretch. */
static double weigh_endings(Machine *mc, Chain *chain, size_t at, jmp_buf *out) {
    if (!is_last(chain)) return 1;
    Endings ends = {.left = ENDINGS};
    chain->path.used = chain->chosen.used = 0;
    find_endings(mc, chain, &ends, at, 1, out);
    return ends.total;
}

/* True if all events have come true, and the game can wait for the same as the true one. */
static bool is_complete(Machine *mc, Chain *chain, size_t at, jmp_buf *out) {
    if (at <= chain->stretch->end) return false;
    return !is_last(chain) || chain->is_now(chain->by, mc) || weigh_endings(mc, chain, at, out) > 0;
}

static bool draws(const Machine *mc, const Step *step) { return mc->plan->words[mc->plan->code[step->pc]] == DRAW; }

/* The last of several draws in a row. */
static size_t drawn_until(const Account *account, size_t at) {
    while (at + 1 < account->count && account->events[account->begins[at + 1]] == account->events[account->begins[at]]) at++;
    return at;
}

/* Lists the answers that may lead to the next observation in random order, but drawn cards with the fewest possible places
   first: once all of several cards in a row are drawn. */
static void list_open(Machine *mc, Chain *chain, const Step *step) {
    Words *open = &chain->open;
    open->used = 0;
    mc->arena.used = 0;
    account_answers(mc, account_of(chain), (size_t)step->at, open);
    for (size_t last = open->used; last-- > 1;) {
        size_t which = below(mc, chain, last + 1);
        Word answer = open->at[which];
        open->at[which] = open->at[last], open->at[last] = answer;
    }
    if (!mc->raw_at.used || !draws(mc, step) || (size_t)step->at >= account_of(chain)->count) return;
    const uint64_t *may = account_row(account_of(chain), mc->plan, drawn_until(account_of(chain), (size_t)step->at));
    size_t width = account_of(chain)->width, count = open->used;
    mc->arena.used = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *places = may + (size_t)mc->raws.at[mc->raw_at.at[open->at[i]] + 1] * width;
        Word number = 0;
        for (size_t k = 0; k < width; k++) number += __builtin_popcountll(places[k]);
        push(mc, &mc->arena, number);
    }
    for (size_t i = 1; i < count; i++) /* they are few */
        for (size_t k = i; k > 0 && mc->arena.at[k] < mc->arena.at[k - 1]; k--) {
            Word answer = open->at[k], number = mc->arena.at[k];
            open->at[k] = open->at[k - 1], mc->arena.at[k] = mc->arena.at[k - 1];
            open->at[k - 1] = answer, mc->arena.at[k - 1] = number;
        }
}

/* True if an answer may lead to the next observation, or all events have come true. */
static bool leads_on(Machine *mc, Chain *chain, size_t at, jmp_buf *out) {
    size_t used = chain->open.used;
    mc->arena.used = 0;
    account_answers(mc, account_of(chain), at, &chain->open);
    bool leads = chain->open.used > used || is_complete(mc, chain, at, out);
    chain->open.used = used;
    return leads;
}

/* Plays one more answer that leads to what was heard, the one with the least energy; false if there is none. */
static bool extends(Machine *mc, Chain *chain, jmp_buf *out) {
    Step last = *last_in(&chain->steps);
    stand(mc, chain, &last);
    list_open(mc, chain, &last);
    last_in(&chain->steps)->open = (Word)chain->open.used;
    size_t count = chain->open.used < OFFERED ? chain->open.used : OFFERED, begun = chain->answers.used, at, best = count;
    Word least = INT64_MAX, answer = NONE;
    for (size_t i = 0; i <= count && least; i++) {
        size_t which = i < count ? i : best;
        if (which == count) return false;
        if (i) stand(mc, chain, &last);
        chain->answers.used = begun, at = (size_t)last.at;
        answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[chain->open.at[which]]);
        if (!goes_on(mc, chain, answer, &at, out) || !leads_on(mc, chain, at, out)) continue;
        if (chain->energy < least) least = chain->energy, best = i;
    }
    last_in(&chain->steps)->answer = answer;
    arrive(mc, chain, &chain->steps, at);
    return true;
}

/* ---- exchanging */

static Word turned(Word card, Word one, Word other) { return card == one ? other : card == other ? one : card; }

static void turn_part(Word *part, Word one, Word other) {
    if (part[0] == ONE_THING) part[1] = turned(part[1], one, other);
    for (Word i = 0; part[0] == ONE_SET && i < part[1]; i++) part[2 + i] = turned(part[2 + i], one, other);
}

static bool is_same_part(const Word *one, const Word *other) {
    if (one[0] != other[0]) return false;
    if (one[0] != ONE_SET) return !memcmp(one, other, answer_size(one) * sizeof(Word));
    if (one[1] != other[1]) return false;
    for (Word i = 0; i < one[1]; i++)
        if (!is_among(other + 2, (size_t)other[1], one[2 + i])) return false;
    return true;
}

static bool is_same(const Word *one, const Word *other) {
    if (one[0] != SEVERAL || other[0] != SEVERAL) return is_same_part(one, other);
    if (one[1] != other[1]) return false;
    const Word *a = one + 2, *b = other + 2;
    for (Word i = 0; i < one[1]; i++, a += answer_size(a), b += answer_size(b))
        if (!is_same_part(a, b)) return false;
    return true;
}

static bool is_same_answer(const Chain *chain, Word one, Word other) { return is_same(chain->answers.at + one, chain->answers.at + other); }

/* A copy of an answer with two cards exchanged. */
static Word turn_raw(Machine *mc, Chain *chain, Word answer, Word one, Word other) {
    size_t begun = chain->answers.used, size = answer_size(chain->answers.at + answer);
    words_reserve(mc, &chain->answers, size);
    Word *at = chain->answers.at + begun;
    memcpy(at, chain->answers.at + answer, size * sizeof(Word));
    chain->answers.used += size;
    uint64_t are_cards = (uint64_t)account_of(chain)->hearing->cards[mc->pc];
    Word parts = at[0] == SEVERAL ? at[1] : 1;
    Word *part = at[0] == SEVERAL ? at + 2 : at;
    for (Word i = 0; i < parts && i < 64 && one != other; i++, part += answer_size(part))
        if (are_cards >> i & 1) turn_part(part, one, other);
    return (Word)begun;
}

/* An answer as it is offered, perhaps with its cards in another order; NONE if it is not. */
static Word as_offered(Machine *mc, Chain *chain, Word answer) {
    Word *at = chain->answers.at + answer;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *raw = mc->raws.at + mc->raw_at.at[i];
        if (!is_same(raw, at)) continue;
        memcpy(at, raw, answer_size(at) * sizeof(Word));
        return answer;
    }
    return NONE;
}

static Word turn_answer(Machine *mc, Chain *chain, Word answer, Word one, Word other) { return as_offered(mc, chain, turn_raw(mc, chain, answer, one, other)); }

static const int32_t *places_at(const Machine *mc, const Chain *chain, const Step *step) { return kept_places(mc, &chain->kept, (size_t)step->kept); }

static bool lie_together(const Machine *mc, const int32_t *where, Word one, Word other) {
    return where[one] == where[other] && !mc->plan->rows[where[one]];
}

/* True if the answer to a step names a card. */
static bool names(const Chain *chain, const Step *step, Word card) {
    if (step->answer == NONE) return false;
    const Word *answer = chain->answers.at + step->answer;
    uint64_t are_cards = (uint64_t)account_of(chain)->hearing->cards[step->pc];
    Word parts = answer[0] == SEVERAL ? answer[1] : 1;
    const Word *part = answer[0] == SEVERAL ? answer + 2 : answer;
    for (Word i = 0; are_cards && i < parts && i < 64; i++, part += answer_size(part)) {
        if (!(are_cards >> i & 1)) continue;
        if (part[0] == ONE_THING && part[1] == card) return true;
        if (part[0] == ONE_SET && is_among(part + 2, (size_t)part[1], card)) return true;
    }
    return false;
}

/* A step of the game, or of the trial from the step `trial` on. */
static const Step *step_on(const Chain *chain, size_t i, size_t trial) {
    return trial != SIZE_MAX && i >= trial && i - trial < count_of(&chain->trial) ? step_in(&chain->trial, i - trial) : step_in(&chain->steps, i);
}

/* False if a card contradicts an observation in the place of the other. */
static bool may_change(const Machine *mc, const Chain *chain, const Exchange *exchange, size_t trial) {
    const Account *account = account_of(chain);
    size_t count = count_of(&chain->steps), last = exchange->until < count ? exchange->until : count;
    for (size_t i = exchange->from + !exchange->since_beginning; i < last; i++) {
        const Step *step = step_on(chain, i, trial);
        if (!step->at) continue;
        const int32_t *where = places_at(mc, chain, step);
        const uint64_t *row = account_row(account, mc->plan, (size_t)step->at - 1);
        if (!may_lie(account, row, exchange->one, where[exchange->other]) || !may_lie(account, row, exchange->other, where[exchange->one])) return false;
    }
    return true;
}

static Exchange between(Word one, Word other, size_t from, size_t until) { /* since the beginning if `from` is SIZE_MAX */
    return (Exchange){one, other, from == SIZE_MAX ? 0 : from, until, from == SIZE_MAX};
}

/* The spans of steps in which two cards can be exchanged. */
typedef struct {
    Exchange each[MOST_SPANS];
    size_t count, open, from[MOST_OPEN];
} Spans;

static void end_spans(const Machine *mc, const Chain *chain, Spans *spans, Word one, Word other, size_t until, size_t trial) {
    for (size_t i = 0; i < spans->open && spans->count < MOST_SPANS; i++) {
        spans->each[spans->count] = between(one, other, spans->from[i], until);
        spans->count += may_change(mc, chain, &spans->each[spans->count], trial);
    }
}

static void begin_span(Spans *spans, size_t from) {
    if (spans->open < MOST_OPEN) spans->from[spans->open++] = from;
}

/* Finds the spans from the step at which two cards part, or one is chosen, until they meet, or now. In a row two cards meet,
   and can be exchanged as well. */
static void find_spans(Machine *mc, const Chain *chain, Spans *spans, Word one, Word other, size_t trial) {
    size_t count = count_of(&chain->steps);
    bool parted = false, met = false;
    spans->count = spans->open = 0;
    works(mc, 4 * count);
    for (size_t i = 0; i < count; i++) {
        const Step *step = step_on(chain, i, trial);
        const int32_t *where = places_at(mc, chain, step);
        bool meet = where[one] == where[other], apart = !meet || mc->plan->rows[where[one]];
        if (meet && !met && parted) end_spans(mc, chain, spans, one, other, i, trial);
        if (!apart && parted) spans->open = 0, parted = false;
        if (apart && !parted) {
            if (!spans->open) begin_span(spans, i ? i - 1 : SIZE_MAX);
            parted = true;
        }
        if (meet && (apart || !spans->open) && names(chain, step, one) != names(chain, step, other)) begin_span(spans, i);
        met = meet;
    }
    end_spans(mc, chain, spans, one, other, count, trial);
}

/* The chance that a span is taken: half of the time one that lasts until now, if there are others, too. */
static double chance_of_span(const Chain *chain, const Spans *spans, const Exchange *exchange) {
    size_t lasting = 0, found = 0, last = count_of(&chain->steps);
    for (size_t i = 0; i < spans->count; i++) {
        const Exchange *each = spans->each + i;
        lasting += each->until == last;
        found += each->from == exchange->from && each->until == exchange->until && each->since_beginning == exchange->since_beginning;
    }
    if (!found) return 0;
    size_t of = exchange->until == last ? lasting : spans->count - lasting;
    return (lasting && lasting < spans->count ? 0.5 : 1) / (double)of;
}

/* Takes a random span in which two cards can be exchanged; false if there is none. */
static bool take_span(Machine *mc, Chain *chain, Exchange *exchange, double *chance) {
    Spans spans;
    size_t lasting = 0, last = count_of(&chain->steps);
    find_spans(mc, chain, &spans, exchange->one, exchange->other, SIZE_MAX);
    if (!spans.count) return false;
    for (size_t i = 0; i < spans.count; i++) lasting += spans.each[i].until == last;
    bool lasts = lasting && (lasting == spans.count || below(mc, chain, 2));
    size_t which = below(mc, chain, lasts ? lasting : spans.count - lasting);
    for (size_t i = 0; i < spans.count; i++)
        if ((spans.each[i].until == last) == lasts && !which--) *exchange = spans.each[i];
    *chance = chance_of_span(chain, &spans, exchange);
    return true;
}

/* The span since two cards parted, or one was chosen; false if there is none. */
static bool apart_now(Machine *mc, Chain *chain, Exchange *exchange) {
    size_t count = count_of(&chain->steps), from = SIZE_MAX, i = count;
    Word one = exchange->one, other = exchange->other;
    works(mc, 2 * count);
    for (; i-- > 0;)
        if (lie_together(mc, places_at(mc, chain, step_in(&chain->steps, i)), one, other)) break;
    from = i;
    while (i != SIZE_MAX && lie_together(mc, places_at(mc, chain, step_in(&chain->steps, i)), one, other)) {
        if (names(chain, step_in(&chain->steps, i), one) != names(chain, step_in(&chain->steps, i), other)) from = i;
        i--;
    }
    *exchange = between(one, other, from, count);
    return from == SIZE_MAX || from + 1 < count || names(chain, step_in(&chain->steps, from), one) != names(chain, step_in(&chain->steps, from), other);
}

static void exchange_words(Words *words, Word one, Word other) {
    size_t a = 0, b = 0;
    for (size_t i = 0; i < words->used; i++) {
        if (words->at[i] == one) a = i;
        if (words->at[i] == other) b = i;
    }
    if (words->used) words->at[a] = other, words->at[b] = one;
}

/* Exchanges two cards at the beginning. */
static void turn_beginning(Chain *chain, Word one, Word other) {
    Word place = chain->lying.at[one];
    chain->lying.at[one] = chain->lying.at[other], chain->lying.at[other] = place;
    exchange_words(&chain->order, one, other);
}

static bool is_free(const Machine *mc, const Step *step) { return step->open > 1 && step->answer != NONE && !draws(mc, step); }

/* Counts the answers to a step that may lead to the next observation, and lists them in `open`. */
static size_t list_all(Machine *mc, Chain *chain, const Step *step) {
    chain->open.used = 0;
    mc->arena.used = 0;
    account_answers(mc, account_of(chain), (size_t)step->at, &chain->open);
    return chain->open.used;
}

/* The chance of an answer if the same is kept with a chance of `keeps`, and any open one is drawn otherwise. */
static double chance_of(bool offered, bool same, double keeps, Word open) {
    double anew = 1.0 / (double)(open ? open : 1);
    return offered ? (same ? keeps : 0) + (1 - keeps) * anew : anew;
}

/* The answer of an old step for a new one: the same, with two cards exchanged, or any if that is not offered. Half of the
   random changes draw every second of the other unheard answers again. */
static Word answer_after(Machine *mc, Chain *chain, const Step *old, Step *now, Word one, Word other, double *ratio) {
    Word same = turn_answer(mc, chain, old->answer, one, other);
    if (draws(mc, old)) return same;
    if (same == NONE || old->open > 1 || old->raws != now->raws) now->open = (Word)list_all(mc, chain, now);
    double keeps = chain->redraws && old->open > 1 ? 0.5 : 1;
    if (same != NONE && (keeps == 1 || below(mc, chain, 2))) {
        if (chain->redraws) *ratio *= chance_of(true, true, now->open > 1 ? 0.5 : 1, old->open) / chance_of(true, true, keeps, now->open);
        return same;
    }
    if (!now->open) return NONE;
    Word answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[chain->open.at[below(mc, chain, (size_t)now->open)]]);
    if (chain->mends) return answer;
    bool is_same = same != NONE && is_same_answer(chain, answer, same);
    double forth = chance_of(same != NONE, is_same, keeps, now->open);
    stand(mc, chain, old);
    Word back = turn_answer(mc, chain, answer, one, other);
    stand(mc, chain, now);
    *ratio *= chance_of(back != NONE, back != NONE && is_same_answer(chain, back, old->answer), chain->redraws && now->open > 1 ? 0.5 : 1, old->open) / forth;
    return *ratio > 0 ? answer : NONE;
}

/* Repeats the answers from a step on in the trial, with two cards exchanged up to another step; false if something else is
   heard. Nothing changes from the step `joined` on. `ratio` is multiplied by the quotient of the probabilities. */
static bool follows(Machine *mc, Chain *chain, size_t step, const Exchange *exchange, double *ratio, size_t *joined, jmp_buf *out) {
    size_t count = count_of(&chain->steps);
    for (size_t i = step;; i++) {
        const Step *old = step_in(&chain->steps, i);
        Step *now = last_in(&chain->trial);
        if (i + 1 == count && chain->mends ? now->at < old->at : now->at != old->at || now->pc != old->pc) return false;
        if (i > step && i >= exchange->until && stand_alike(mc, &chain->kept, (size_t)now->kept, (size_t)old->kept)) {
            chain->trial.used -= STEP_WORDS;
            *joined = i;
            return true;
        }
        now->open = old->open;
        if (i + 1 == count) break;
        if (chain->tolerant && energy(&chain->trial) > energy_of(&chain->steps, step, count) + chain->rise) return false;
        bool turns = i < exchange->until;
        Word answer = answer_after(mc, chain, old, now, turns ? exchange->one : 0, turns ? exchange->other : 0, ratio);
        if (answer == NONE || chain->tried > chain->left) return false;
        now->answer = answer;
        *ratio *= (double)old->raws / (double)now->raws;
        size_t at = (size_t)now->at;
        if (!goes_on(mc, chain, answer, &at, out)) return false;
        arrive(mc, chain, &chain->trial, at);
    }
    *joined = count;
    return true;
}

/* The trial is the game with two cards exchanged; false if the player would hear something else. */
static bool exchanges(Machine *mc, Chain *chain, const Exchange *exchange, double *ratio, size_t *joined, jmp_buf *out) {
    chain->trial.used = 0;
    if (exchange->since_beginning) {
        if (!chain->begins) return false;
        size_t at;
        turn_beginning(chain, exchange->one, exchange->other);
        chain->tried++;
        bool begun = chain->begins(chain->by, mc, chain->lying.at, chain->order.at, &at);
        turn_beginning(chain, exchange->one, exchange->other);
        if (!begun) return false;
        chain->energy = 0;
        arrive(mc, chain, &chain->trial, at);
        return follows(mc, chain, 0, exchange, ratio, joined, out);
    }
    const Step *from = step_in(&chain->steps, exchange->from);
    stand(mc, chain, from);
    push_all(mc, &chain->trial, (const Word *)from, STEP_WORDS);
    return follows(mc, chain, exchange->from, exchange, ratio, joined, out);
}

/* ---- answering anew */

/* The trial is the game with the answers after a step replaced, up to the next event that the player heard. */
static bool answers_anew(Machine *mc, Chain *chain, size_t step, double *ratio, size_t *joined, jmp_buf *out) {
    size_t count = count_of(&chain->steps), until = step;
    const Step first = *step_in(&chain->steps, step);
    chain->trial.used = 0;
    while (until < count && step_in(&chain->steps, until)->at == first.at) until++;
    bool ends = until == count; /* nothing was heard since the step */
    for (size_t i = step; i < until && i + 1 < count; i++) {
        const Step *old = step_in(&chain->steps, i);
        *ratio *= (double)old->raws / (double)(old->open ? old->open : 1);
    }
    stand(mc, chain, &first);
    push_all(mc, &chain->trial, (const Word *)&first, STEP_WORDS);
    for (size_t i = 0; i < TAIL; i++) {
        Step now = *last_in(&chain->trial);
        list_open(mc, chain, &now);
        if (!chain->open.used || (!i && chain->open.used < 2) || chain->tried > chain->left) return false;
        *ratio *= (double)chain->open.used / (double)now.raws;
        Word answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[chain->open.at[below(mc, chain, chain->open.used)]]);
        size_t at = (size_t)now.at;
        Step *last = last_in(&chain->trial);
        last->answer = answer, last->open = (Word)chain->open.used;
        if (!goes_on(mc, chain, answer, &at, out)) return false;
        arrive(mc, chain, &chain->trial, at);
        bool is_long = step + i + 2 == count; /* as long as the game was */
        if (ends && (chain->mends ? is_long : is_complete(mc, chain, at, out))) return *joined = count, true;
        if (at > (size_t)first.at) return !ends && follows(mc, chain, until, &(Exchange){0, 0, 0, 0, false}, ratio, joined, out);
    }
    return false;
}

/* ---- random changes */

static void accept(Machine *mc, Chain *chain, size_t first, size_t joined) {
    Words *steps = &chain->steps, *rest = &chain->pairs;
    rest->used = 0;
    push_all(mc, rest, steps->at + joined * STEP_WORDS, steps->used - joined * STEP_WORDS);
    steps->used = first * STEP_WORDS;
    push_all(mc, steps, chain->trial.at, chain->trial.used);
    push_all(mc, steps, rest->at, rest->used);
    rest->used = 0;
    clear(mc, chain);
}

static void accept_exchange(Machine *mc, Chain *chain, const Exchange *exchange, size_t joined) {
    if (exchange->since_beginning) turn_beginning(chain, exchange->one, exchange->other);
    accept(mc, chain, exchange->from, joined);
}

static Exchange any_pair(Machine *mc, Chain *chain) {
    Word one = chain->unsure[below(mc, chain, chain->unsure_count)];
    return between(one, chain->unsure[below(mc, chain, chain->unsure_count)], 0, 0);
}

/* The probability that the trial goes on to one of its endings. */
static double weight_of_trial(Machine *mc, Chain *chain, size_t joined, jmp_buf *out) {
    if (joined < count_of(&chain->steps)) return chain->weight;
    const Step *last = last_in(&chain->trial);
    if ((size_t)last->at <= chain->stretch->end) return 0;
    stand(mc, chain, last);
    return weigh_endings(mc, chain, (size_t)last->at, out);
}

/* Accepts a change or not, by the quotient of the probabilities of both games. */
static bool is_made(Machine *mc, Chain *chain, double ratio, double weight) {
    ratio *= weight / chain->weight;
    bool made = ratio >= 1 || drawn(mc, chain->numbers) < ratio;
    if (made) chain->weight = weight;
    return made;
}

static size_t count_free(const Machine *mc, const Chain *chain) {
    size_t found = 0;
    for (size_t i = 0; i < count_of(&chain->steps); i++) found += is_free(mc, step_in(&chain->steps, i));
    return found;
}

static size_t free_at(const Machine *mc, const Chain *chain, size_t which) {
    size_t i = 0;
    for (;; i++)
        if (is_free(mc, step_in(&chain->steps, i)) && !which--) return i;
}

/* Changes a game in which everything has come true, or keeps it. */
static void move(Machine *mc, Chain *chain, jmp_buf *out) {
    double ratio = 1, weight;
    size_t joined;
    chain->redraws = below(mc, chain, 2);
    if (!chain->unsure_count || below(mc, chain, 3) == 0) {
        size_t free_ones = count_free(mc, chain);
        if (!free_ones) return;
        size_t step = free_at(mc, chain, below(mc, chain, free_ones));
        if (!answers_anew(mc, chain, step, &ratio, &joined, out) || !(weight = weight_of_trial(mc, chain, joined, out))) return;
        size_t before = free_ones, after = free_ones;
        for (size_t i = step; i < joined; i++) after -= is_free(mc, step_in(&chain->steps, i));
        for (size_t i = 0; i < count_of(&chain->trial); i++) after += is_free(mc, step_in(&chain->trial, i));
        ratio *= (double)before / (double)(after ? after : 1);
        if (is_made(mc, chain, ratio, weight)) accept(mc, chain, step, joined);
        return;
    }
    Exchange exchange = any_pair(mc, chain);
    double chance;
    if (exchange.one == exchange.other || !take_span(mc, chain, &exchange, &chance)) return;
    if (!exchanges(mc, chain, &exchange, &ratio, &joined, out) || !(weight = weight_of_trial(mc, chain, joined, out))) return;
    Spans back;
    find_spans(mc, chain, &back, exchange.one, exchange.other, exchange.from);
    ratio *= chance_of_span(chain, &back, &exchange) / chance;
    if (is_made(mc, chain, ratio, weight)) accept_exchange(mc, chain, &exchange, joined);
}

/* ---- the distance from what was heard */

static void push_pair(Machine *mc, Chain *chain, Word one, Word other) {
    if (one != UNSEEN && other != UNSEEN && one != other && chain->pairs.used < 2 * 4 * PAIRS) push_all(mc, &chain->pairs, (Word[]){one, other}, 2);
}

/* Pairs each card that only one of two events has with those that only the other has from the same place, or else with any
   card that is in the place, or in another if the card should leave it. */
static void pairs_missing(Machine *mc, Chain *chain, const Carried *ours, const Carried *theirs, bool leaves) {
    for (Word i = 0; i < ours->count; i++) {
        Word card = ours->card[i], from = ours->from[i];
        bool paired = false;
        if (card == UNSEEN || is_among(theirs->card, (size_t)theirs->count, card)) continue;
        for (Word k = 0; k < theirs->count; k++) {
            Word other = theirs->card[k];
            if (other == UNSEEN || theirs->from[k] != from || is_among(ours->card, (size_t)ours->count, other)) continue;
            push_pair(mc, chain, card, other);
            paired = true;
        }
        for (size_t k = 0; k < chain->unsure_count && !paired; k++)
            if ((mc->where[chain->unsure[k]] == from) != leaves) push_pair(mc, chain, card, chain->unsure[k]);
    }
}

/* Pairs the cards that only one of two events moves or shows. */
static void pairs_named(Machine *mc, Chain *chain, const Word *told, const Word *heard) {
    if (told[0] != heard[0]) return;
    Carried ours[MOST_CARRIED], theirs[MOST_CARRIED];
    for (int moving = 0; moving < 2; moving++) {
        int groups = carried_by_all(mc, told, moving, ours);
        if (carried_by_all(mc, heard, moving, theirs) != groups) continue;
        for (int g = 0; g < groups; g++) {
            pairs_missing(mc, chain, ours + g, theirs + g, true);
            pairs_missing(mc, chain, theirs + g, ours + g, false);
        }
    }
}

static Word difference(const Word *told, size_t size, const Word *heard, size_t heard_size) {
    if (told[0] != heard[0]) return DIFFERENT;
    size_t both = size < heard_size ? size : heard_size;
    Word words = (Word)(size > heard_size ? size - heard_size : heard_size - size), much = 0;
    for (size_t i = 1; i < both; i++) {
        words += told[i] != heard[i];
        much += distance_of(told[i], heard[i]);
    }
    return (words < 1000 ? words : 1000) * 65536 + (much < 255 ? much : 255);
}

/* The number of cards in places that contradict an observation; pairs them with others. */
static Word misplaced(Machine *mc, Chain *chain, size_t at) {
    const Account *account = account_of(chain);
    const uint64_t *row = account_row(account, mc->plan, at - 1);
    Word found = 0;
    for (Word card = 0; card < mc->plan->cards; card++) {
        if (may_lie(account, row, card, mc->where[card])) continue;
        found++;
        for (size_t i = 0; i < chain->unsure_count; i++) {
            Word other = chain->unsure[i];
            if (may_lie(account, row, card, mc->where[other]) && may_lie(account, row, other, mc->where[card])) push_pair(mc, chain, card, other);
        }
    }
    return found;
}

/* The distance if the answer that was heard is not offered; pairs its cards with others. */
static Word unoffered(Machine *mc, Chain *chain, const Step *step) {
    const Account *account = account_of(chain);
    if ((size_t)step->at >= account->count || !mc->raw_at.used) return DIFFERENT;
    const Word *event = account->events + account->begins[step->at], *fields[MOST_FIELDS + 2];
    const Word *mask = account->hearing->kinds[event[0]].decides ? mask_of(account->hearing, event[0], ANSWERED) : NULL;
    fields_of(event, fields);
    if (!mask || fields[mask[2]][0] != account->hearing->asks[mc->pc] || fields[mask[3]][0] != mc->own) return DIFFERENT;
    const Word *wanted = fields[mask[1]];
    uint64_t are_cards = (uint64_t)account->hearing->cards[mc->pc];
    Word parts = wanted[0] == SEVERAL ? wanted[1] : 1;
    const Word *part = wanted[0] == SEVERAL ? wanted + 2 : wanted;
    for (Word i = 0; i < parts && i < 64; i++, part += answer_size(part)) {
        const Word *members = part + (part[0] == ONE_SET ? 2 : 1);
        Word size = part[0] == ONE_SET ? part[1] : part[0] == ONE_THING;
        for (Word k = 0; are_cards >> i & 1 && k < size; k++) {
            if (members[k] < 0 || members[k] >= mc->plan->cards) continue;
            for (size_t u = 0; u < chain->unsure_count; u++)
                if (mc->where[chain->unsure[u]] != mc->where[members[k]]) push_pair(mc, chain, members[k], chain->unsure[u]);
        }
    }
    return DIFFERENT - 1;
}

static bool is_nearer(Distance one, Distance other) { return one.events != other.events ? one.events > other.events : one.apart < other.apart; }

/* The distance after one answer; none if it leads on. */
static Distance distance_after(Machine *mc, Chain *chain, const Step *step, Word answer, jmp_buf *out) {
    const Account *account = account_of(chain);
    size_t at = (size_t)step->at;
    if (!runs(mc, chain, answer, out)) return (Distance){NONE, DIFFERENT};
    for (const Word *event = mc->log.at; event < mc->log.at + mc->log.used; event += event[0]) {
        mc->heard.used = 0;
        if (!hear(mc, account->hearing, event + 1, &mc->heard) || agrees(mc, chain, &at)) continue;
        if (at >= account->count) return (Distance){(Word)at - step->at, DIFFERENT};
        const Word *heard = account->events + account->begins[at];
        size_t size = (size_t)(account->begins[at + 1] - account->begins[at]);
        pairs_named(mc, chain, mc->heard.at, heard);
        return (Distance){(Word)at - step->at, difference(mc->heard.at, mc->heard.used, heard, size)};
    }
    Word wrong = at ? misplaced(mc, chain, at) : 0;
    if (!wrong && !leads_on(mc, chain, at, out)) wrong = DIFFERENT;
    return (Distance){(Word)at - step->at, wrong};
}

static bool has_bit(const uint64_t *cards, Word card) { return cards[card / 64 % 2] >> (card % 64) & 1; }
static void set_bit(uint64_t *cards, Word card) { cards[card / 64 % 2] |= (uint64_t)1 << (card % 64); }

/* The distance if nothing was heard of a question; pairs the cards that can be chosen with others, which changes the options. */
static Word unasked(Machine *mc, Chain *chain, const Step *step) {
    stand(mc, chain, step);
    size_t count = mc->raw_at.used;
    Step now = *step;
    for (size_t k = 0; k < count && k < PARTNERS && chain->pairs.used < 2 * PAIRS; k++) {
        chain->answers.used = (size_t)(now.answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[k]));
        for (size_t i = 0; i < chain->unsure_count; i++) {
            Word card = chain->unsure[i];
            if (!names(chain, &now, card)) continue;
            for (size_t times = 0; times < PARTNERS; times++) {
                Word other = chain->unsure[below(mc, chain, chain->unsure_count)];
                if (mc->where[card] != mc->where[other]) push_pair(mc, chain, card, other);
            }
        }
    }
    return DIFFERENT + (Word)(count < 1000 ? count : 1000);
}

/* An answer with the cards that should have moved instead of those that did, by the latest pairs; NONE if it is not offered. */
static Word instead(Machine *mc, Chain *chain, const Step *step, Word answer, size_t pairs) {
    Step now = *step;
    uint64_t done[2] = {0, 0}; /* each card is exchanged once; sets of 128 cards will do */
    now.answer = answer;
    stand(mc, chain, step);
    for (size_t i = pairs; i < chain->pairs.used; i += 2) {
        Word one = chain->pairs.at[i], other = chain->pairs.at[i + 1];
        if (has_bit(done, one) || has_bit(done, other) || !names(chain, &now, one) || names(chain, &now, other)) continue;
        set_bit(done, one), set_bit(done, other);
        now.answer = turn_raw(mc, chain, now.answer, one, other);
    }
    return now.answer == answer ? NONE : as_offered(mc, chain, now.answer);
}

/* The distance of the next events from the observation, by the nearest of some answers; collects pairs to exchange. If an
   answer leads on and `gives` is set, the game takes it. */
static Distance distance_at(Machine *mc, Chain *chain, const Step *of, bool gives, jmp_buf *out) {
    const Step step = *of;
    chain->pairs.used = 0;
    stand(mc, chain, &step);
    list_open(mc, chain, &step);
    Distance nearest = {0, 2 * DIFFERENT};
    if (!chain->open.used) return (Distance){0, unoffered(mc, chain, &step)};
    size_t most = draws(mc, &step) ? DRAWN : LOOKED_AT, count = chain->open.used < most ? chain->open.used : most, begun = chain->answers.used;
    for (size_t i = 0; i < count && nearest.apart && chain->tried <= chain->left; i++) {
        stand(mc, chain, &step);
        chain->answers.used = begun;
        size_t pairs = chain->pairs.used;
        Word answer = noted(mc, chain, mc->raws.at + mc->raw_at.at[chain->open.at[i]]);
        Distance distance = distance_after(mc, chain, &step, answer, out);
        Word other = distance.apart && most != DRAWN && chain->pairs.used > pairs ? instead(mc, chain, &step, answer, pairs) : NONE;
        if (other != NONE) {
            Distance then = distance_after(mc, chain, &step, other, out);
            if (is_nearer(then, distance)) distance = then, answer = other;
        }
        if (distance.apart && distance.apart < DIFFERENT && !answers_chance(mc->plan, step.pc)) distance.apart += 256 * (step.raws < 255 ? step.raws : 255);
        if (is_nearer(distance, nearest)) nearest = distance;
        if (distance.apart || !gives) continue;
        size_t at = (size_t)step.at;
        stand(mc, chain, &step);
        if (!goes_on(mc, chain, answer, &at, out)) return (Distance){0, 2 * DIFFERENT};
        last_in(&chain->steps)->answer = answer;
        arrive(mc, chain, &chain->steps, at);
        return distance;
    }
    chain->answers.used = begun;
    if (answers_chance(mc->plan, step.pc)) return nearest;
    Word unasked_for = gives || nearest.apart >= DIFFERENT ? unasked(mc, chain, &step) : 0;
    if (!nearest.events && nearest.apart >= DIFFERENT) nearest.apart = unasked_for;
    return nearest;
}

/* ---- mending */


/* A step shortly before one of the mistakes. */
static size_t near_mistake(Machine *mc, Chain *chain) {
    size_t found = 0, which = 0;
    for (size_t i = 1; i < count_of(&chain->steps); i++)
        if (step_in(&chain->steps, i)->energy && below(mc, chain, ++found) == 0) which = i;
    size_t back = 1 + below(mc, chain, 4);
    return which > back ? which - back : 0;
}

/* Two cards, one of them named by the answer to a step if that names any. */
static Exchange pair_near(Machine *mc, Chain *chain, const Step *step) {
    Exchange pair = any_pair(mc, chain);
    size_t found = 0;
    for (size_t i = 0; i < chain->unsure_count; i++)
        if (names(chain, step, chain->unsure[i]) && below(mc, chain, ++found) == 0) pair.one = chain->unsure[i];
    return pair;
}

/* Lowers the energy of a game by simulated annealing: exchanges cards and replaces answers close to mistakes. A change that
   raises the energy is accepted with a chance that falls with the rise. */
static void anneals(Machine *mc, Chain *chain, size_t times, double hot, jmp_buf *out) {
    for (size_t i = 0; i < times && chain->tried <= chain->left && energy(&chain->steps); i++) {
        double ratio = 1;
        size_t joined, first = near_mistake(mc, chain);
        Exchange exchange = {0};
        chain->rise = (Word)(-log(1 - drawn(mc, chain->numbers)) * (COLD + hot * (double)(times - i) / (double)times));
        if (!chain->unsure_count || below(mc, chain, 4) == 0) {
            if (!is_free(mc, step_in(&chain->steps, first)) || !answers_anew(mc, chain, first, &ratio, &joined, out)) continue;
        } else {
            exchange = pair_near(mc, chain, step_in(&chain->steps, first));
            if (exchange.one == exchange.other || !take_span(mc, chain, &exchange, &ratio) || !exchanges(mc, chain, &exchange, &ratio, &joined, out)) continue;
            first = exchange.from;
        }
        if (energy(&chain->trial) > energy_of(&chain->steps, first, joined) + chain->rise) continue;
        if (exchange.until)
            accept_exchange(mc, chain, &exchange, joined);
        else
            accept(mc, chain, first, joined);
    }
}

/* True if the trial replaces the game; `distance` is then that of the new game. */
static bool takes(Machine *mc, Chain *chain, size_t first, size_t joined, Distance *distance, jmp_buf *out) {
    if (energy(&chain->trial) > energy_of(&chain->steps, first, joined)) return false;
    if (joined < count_of(&chain->steps)) return below(mc, chain, 4) == 0; /* its end is the same */
    Distance now = distance_at(mc, chain, last_in(&chain->trial), false, out);
    now.events += last_in(&chain->trial)->at - last_in(&chain->steps)->at;
    bool taken = !is_nearer(*distance, now) || below(mc, chain, WORSE) == 0;
    if (taken) *distance = now;
    return taken;
}

static void tries_exchange(Machine *mc, Chain *chain, const Exchange *exchange, Distance *distance, jmp_buf *out) {
    double ratio = 1;
    size_t joined;
    if (!may_change(mc, chain, exchange, SIZE_MAX)) return;
    if (exchanges(mc, chain, exchange, &ratio, &joined, out) && takes(mc, chain, exchange->from, joined, distance, out)) accept_exchange(mc, chain, exchange, joined);
}

/* A random one of the latest steps with another possible answer that the player would not hear; NONE if there is none. */
static Word recent(Machine *mc, Chain *chain) {
    size_t count = count_of(&chain->steps), found = 0;
    Word which = NONE;
    for (size_t i = count - 1; i-- > 0 && found < 6 && i + RECENT >= count;)
        if (is_free(mc, step_in(&chain->steps, i)) && below(mc, chain, ++found) == 0) which = (Word)i;
    return which;
}

/* Changes the game until it comes nearer to the next event; false after enough trials. */
static bool mends(Machine *mc, Chain *chain, jmp_buf *out) {
    chain->rise = 0;
    Distance distance = distance_at(mc, chain, last_in(&chain->steps), true, out);
    size_t pairs = chain->pairs.used / 2, count = pairs < PAIRS ? pairs : PAIRS;
    Word named[2 * PAIRS];
    for (size_t i = 0; i < count; i++) { /* any of them */
        size_t which = i + below(mc, chain, pairs - i);
        Word *at = chain->pairs.at;
        named[2 * i] = at[2 * which], named[2 * i + 1] = at[2 * which + 1];
        at[2 * which] = at[2 * i], at[2 * which + 1] = at[2 * i + 1];
    }
    for (size_t i = 0; i < count + TRIALS && distance.apart && chain->tried <= chain->left; i++) {
        Distance before = distance;
        Word step;
        double ratio = 1;
        size_t joined;
        Exchange exchange = i < count || !chain->unsure_count ? between(i < count ? named[2 * i] : 0, i < count ? named[2 * i + 1] : 0, 0, 0) : any_pair(mc, chain);
        if (i >= count && below(mc, chain, 4) == 0 && (step = recent(mc, chain)) != NONE) {
            if (answers_anew(mc, chain, (size_t)step, &ratio, &joined, out) && takes(mc, chain, (size_t)step, joined, &distance, out)) accept(mc, chain, (size_t)step, joined);
        } else if (exchange.one != exchange.other && apart_now(mc, chain, &exchange)) {
            tries_exchange(mc, chain, &exchange, &distance, out);
        }
        if (is_nearer(distance, before)) return true;
    }
    return !distance.apart;
}

/* Takes some steps back. */
static void step_back(Machine *mc, Chain *chain, size_t times) {
    size_t count = count_of(&chain->steps), most = BACK + times < count - 1 ? BACK + times : count - 1;
    if (!most) return;
    chain->steps.used -= (1 + below(mc, chain, most)) * STEP_WORDS;
    last_in(&chain->steps)->answer = NONE;
}

/* The number of events that have come true without a mistake. */
static size_t came_true(const Chain *chain) {
    for (size_t i = 1; i < count_of(&chain->steps); i++)
        if (step_in(&chain->steps, i)->energy) return (size_t)step_in(&chain->steps, i)->wrong;
    return (size_t)last_in(&chain->steps)->at;
}

/* Plays until everything has come true; false if that takes too many steps. */
static bool plays(Machine *mc, Chain *chain, size_t most, jmp_buf *out) {
    size_t until = chain->tried + most < chain->left ? chain->tried + most : chain->left, stuck = 0;
    for (;;) {
        const Step *last = last_in(&chain->steps);
        stand(mc, chain, last);
        bool complete = is_complete(mc, chain, (size_t)last->at, out), mistaken = energy(&chain->steps) > 0;
        size_t come = came_true(chain);
        if (complete && !mistaken) return true;
        if (come > chain->furthest) chain->furthest = come, stuck = 0;
        if (chain->tried++ > until) return false;
        if (mistaken) anneals(mc, chain, complete ? LONG : SHORT, complete ? WARM : 0, out);
        if (!complete && !extends(mc, chain, out) && !mends(mc, chain, out)) step_back(mc, chain, stuck++);
        clear(mc, chain);
    }
}

static void runs_on(Machine *mc, Chain *chain, Word answer, jmp_buf *out) {
    bool ran = run_answer(mc, chain->answers.at + answer);
    mc->out = out;
    if (!ran) longjmp(*out, 1);
}

static void ends_at(Machine *mc, Chain *chain, jmp_buf *out) {
    const Step *last = last_in(&chain->steps);
    chain->at = (size_t)last->at;
    stand(mc, chain, last);
    chain->chosen.used = 0;
    weigh_endings(mc, chain, chain->at, out);
    size_t at;
    if (chain->begins && !chain->begins(chain->by, mc, chain->lying.at, chain->order.at, &at)) fail(mc, "a game does not begin as it did");
    if (!chain->begins) stand(mc, chain, step_in(&chain->steps, 0));
    for (size_t i = 0; i + 1 < count_of(&chain->steps); i++) runs_on(mc, chain, step_in(&chain->steps, i)->answer, out);
    for (size_t i = 0; i < chain->chosen.used; i++) runs_on(mc, chain, chain->chosen.at[i], out);
    chain->ended = true;
}

/* Makes random changes; their number is decided after the first ones. To stop by the steps themselves would favour games in
   which a change takes many. */
static void moves_on(Machine *mc, Chain *chain, size_t least, size_t effort, jmp_buf *out) {
    size_t left = chain->left, begun = chain->tried, most = least;
    chain->left = SIZE_MAX; /* beyond the budget, as a world is found */
    for (size_t i = 0; i < most; i++) {
        move(mc, chain, out);
        if (i + 1 != least) continue;
        most = effort * least / (chain->tried - begun + 1);
        if (most > chain->moves) most = chain->moves;
    }
    chain->left = left;
}

static void play(Machine *mc, Chain *chain, size_t at, jmp_buf *out) {
    chain->mends = true, chain->redraws = chain->tolerant = false, chain->energy = 0;
    size_t most = SHORTEST + 16 * account_of(chain)->count;
    arrive(mc, chain, &chain->steps, at);
    while (!plays(mc, chain, most, out)) {
        if (chain->tried > chain->left) return;
        most += most / 2, chain->tolerant = !chain->tolerant;
        chain->steps.used = STEP_WORDS;
        step_in(&chain->steps, 0)->answer = NONE;
    }
    chain->mends = chain->tolerant = false;
    stand(mc, chain, last_in(&chain->steps));
    chain->weight = weigh_endings(mc, chain, (size_t)last_in(&chain->steps)->at, out);
    moves_on(mc, chain, LEAST_MOVES, chain->effort, out);
    ends_at(mc, chain, out);
}

bool chain_play(Machine *mc, Chain *chain, const Word *lying, size_t at) {
    GUARD(mc, false);
    size_t cards = (size_t)mc->plan->cards;
    if (chain->begins) push_all(mc, &chain->lying, lying, cards), push_all(mc, &chain->order, lying + cards, cards);
    play(mc, chain, at, &out);
    return true;
}

bool chain_next(Machine *mc, Chain *chain) {
    GUARD(mc, false);
    moves_on(mc, chain, LEAST_MOVES / 4, chain->effort / 8, &out);
    ends_at(mc, chain, &out);
    return true;
}

void chain_buffers(Chain *chain, Words *all[CHAIN_BUFFERS]) {
    Words *each[] = {&chain->lying, &chain->order, &chain->steps, &chain->kept, &chain->answers, &chain->trial, &chain->open, &chain->pairs, &chain->spare, &chain->path, &chain->chosen};
    memcpy(all, each, sizeof(each));
}
