/* What must hold once an effect has happened: it is tried out on the table for one answer after another.

   Most such conditions are on all players, and an answer changes what belongs to few of them, so that for the others they
   are known; and most such effects exchange two of the chosen cards, which are exchanged back. Both are there for speed
   alone: without them, a game in which players exchange cards that lie open takes a fifth longer. If none of the players'
   cards may show a word twice, `pairs.c` finds out by the words as bits which exchanges are left. */

#include "generated/nodes.h"
#include "terms.h"

/* Of a quantifier on all players: for which seats its condition is known while nothing of them has changed, and for which of
   these it decides the quantifier. */
typedef struct {
    Word node;
    uint64_t known, deciding;
} Standing;

enum { STANDING_WORDS = sizeof(Standing) / sizeof(Word) };

static Standing *standing_at(Machine *mc, size_t at) { return (Standing *)(mc->standing.at + at); }

static size_t standing_of(Machine *mc, Word node) {
    Words *all = &mc->standing;
    for (size_t at = 0; at < all->used; at += STANDING_WORDS)
        if (all->at[at] == node) return at;
    *(Standing *)pushed_room(mc, all, STANDING_WORDS) = (Standing){node, 0, 0};
    return all->used - STANDING_WORDS;
}

bool holds_by_seat(Machine *mc, const Word *n) {
    Word test = n[QUANTIFIED_TEST], players = n[QUANTIFIED_SEATS_COUNT];
    bool wanted = n[KIND] != EVERY; /* what decides it: one for whom it holds, or does not */
    size_t at = standing_of(mc, (Word)(n - mc->words));
    uint64_t changed = seats_changed(mc, n + QUANTIFIED_SEATS, (size_t)players), all = UINT64_MAX >> (MOST_SEATS - players);
    for (uint64_t left = all & ~changed & ~standing_at(mc, at)->known; left; left &= left - 1) {
        Word seat = __builtin_ctzll(left);
        bool decides = holds(mc, test, &(Who){seat, seat, true, true}) == wanted;
        standing_at(mc, at)->known |= (uint64_t)1 << seat;
        standing_at(mc, at)->deciding |= (uint64_t)decides << seat;
    }
    bool found = standing_at(mc, at)->deciding & ~changed;
    for (uint64_t left = changed; left && !found; left &= left - 1) {
        Word seat = __builtin_ctzll(left);
        found = holds(mc, test, &(Who){seat, seat, true, true}) == wanted;
    }
    return found == (n[KIND] == SOME);
}

static void nothing_changed(Machine *mc) { memset(mc->dirty, 0, mc->plan->dirt * sizeof(Word)); }

size_t tries_begin(Machine *mc) {
    mc->trying = mc->plan->players <= MOST_SEATS;
    mc->standing.used = 0;
    return put_aside(mc);
}

bool comes_off(Machine *mc, const Word *choice, size_t mark) {
    size_t used = mc->about.used;
    nothing_changed(mc);
    if (evaluate(mc, choice[CHOICE_FOLLOWING], &mc->about)) execute(mc, choice[CHOICE_FOLLOWING], mc->about.at + used);
    mc->about.used = used;
    forget_known(mc);
    bool does = holds(mc, choice[CHOICE_AFTERWARDS], ACTING(mc));
    take_back(mc, mark);
    forget_known(mc);
    return does;
}

void tries_end(Machine *mc, size_t mark) {
    mc->trying = false;
    let_go(mc, mark);
}

bool choice_comes_off(Machine *mc, Word choice) {
    size_t mark = tries_begin(mc);
    bool does = comes_off(mc, node_at(mc, choice), mark);
    tries_end(mc, mark);
    return does;
}

/* ---- two of the chosen cards exchanged */

/* Where the answers to a choice have the one member of a set; 0 if they do not have it. */
static size_t index_of_member(const Machine *mc, const Word *choice, Word set) {
    const Word *n = node_at(mc, set);
    bool is_named = n[KIND] == SINGLE && node_at(mc, n[SINGLE_OF])[KIND] == SLOT;
    return is_named ? index_in_answers(mc, choice, node_at(mc, n[SINGLE_OF])[SLOT_SLOT]) : 0;
}

/* Where each card lies among all cards, in the arena. */
static size_t push_indices(Machine *mc) {
    size_t at = mc->arena.used, count = (size_t)mc->plan->cards;
    Word *index = pushed_room(mc, &mc->arena, count);
    memset(index, 0, count * sizeof(Word));
    for (size_t i = 0; i < count; i++) index[mc->cards[i]] = (Word)i;
    return at;
}

/* Whether a test holds once two cards are exchanged. In rows each just takes the other's place, and takes it back. */
static bool holds_exchanged(Machine *mc, Word test, Word card, Word other, size_t indices) {
    Word here = mc->where[checked_card(mc, card)], there = mc->where[checked_card(mc, other)];
    nothing_changed(mc);
    if (!mc->plan->rows[here] || !mc->plan->rows[there]) {
        swap(mc, card, other);
        forget_known(mc);
        bool does = holds(mc, test, ACTING(mc));
        swap(mc, card, other);
        forget_known(mc);
        return does;
    }
    int32_t *one = mc->cards + mc->arena.at[indices + (size_t)card], *two = mc->cards + mc->arena.at[indices + (size_t)other];
    if (*one != card || *two != other) fail(mc, "a card does not lie where it should");
    touch(mc, here), touch(mc, there);
    *one = (int32_t)other, *two = (int32_t)card, now_lies(mc, card, here, there), now_lies(mc, other, there, here);
    forget_known(mc);
    bool does = holds(mc, test, ACTING(mc));
    forget_known(mc);
    *one = (int32_t)card, *two = (int32_t)other, now_lies(mc, card, there, here), now_lies(mc, other, here, there);
    return does;
}

/* ---- ... where it is asked of all players whether their cards repeat a word */

static bool is_by_seat(const Machine *mc, const Word *n) {
    return (n[KIND] == SOME || n[KIND] == EVERY || n[KIND] == NONE_OF) && n[QUANTIFIED_SEATS_COUNT] && mc->plan->players <= MOST_SEATS;
}

/* Whether a test is on someone's cards at a place of his own, of which words below 64 are known; then which, and the first seat's place. */
static bool repeats_of_own(const Machine *mc, const Word *test, Word *column, Word *first) {
    const Word *of = test[KIND] == REPEATS ? node_at(mc, test[REPEATS_OF]) : test;
    bool of_own = of[KIND] == CARDS_IN && of[CARDS_IN_WHOSE] &&
                  (node_at(mc, of[CARDS_IN_WHOSE])[KIND] == IT || node_at(mc, of[CARDS_IN_WHOSE])[KIND] == OWN);
    if (!of_own || !mc->plan->bits[test[REPEATS_NAME]] || of[CARDS_IN_FIRST] > mc->plan->places - mc->plan->players) return false;
    *column = test[REPEATS_NAME], *first = of[CARDS_IN_FIRST];
    return true;
}

/* Of the cards of each seat what words they show, and which cards show one of these; false if one shows a word twice already. */
static bool finds_alike(Machine *mc, Exchanging *x) {
    uint64_t all = 0;
    for (Word seat = 0; seat < mc->plan->players; seat++) {
        Shows shows = zone_shows(mc, x->bits, x->first + seat);
        if (shows.twice) return false;
        all |= x->words[seat] = shows.words, x->alike[seat] = 0;
    }
    for (Word word = 0; all >> word; word++) /* without a branch for each */
        for (Word seat = 0; seat < mc->plan->players; seat++) x->alike[seat] |= x->of_word[word] & -(x->words[seat] >> word & 1);
    return true;
}

bool exchange_repeats(Machine *mc, const Word *choice, Exchanging *x) {
    const Word *effect = node_at(mc, choice[CHOICE_FOLLOWING]), *test = node_at(mc, choice[CHOICE_AFTERWARDS]);
    bool exchanges = !is_counted(mc, choice[CHOICE_AFTERWARDS]) && effect[KIND] == EXCHANGE &&
                     index_of_member(mc, choice, effect[EXCHANGE_ONE]) == 3 && index_of_member(mc, choice, effect[EXCHANGE_OTHER]) == 5;
    Word column;
    if (!exchanges || test[KIND] != NONE_OF || !is_by_seat(mc, test) ||
        !repeats_of_own(mc, node_at(mc, test[QUANTIFIED_TEST]), &column, &x->first))
        return false;
    Word things = node_at(mc, column)[COLUMN_WORDS_COUNT];
    x->bits = mc->plan->bits + column, x->of_word = x->bits + 2 + things;
    return x->bits[1] == ALL_LISTED && finds_alike(mc, x);
}

/* A card may not come to others of its word, nor a card of one of their words in its place. */
uint64_t those_to_exchange(Machine *mc, const Exchanging *x, Word card, uint64_t others) {
    uint64_t word = x->bits[2 + checked_card(mc, card)], alike = word ? x->of_word[__builtin_ctzll(word)] : 0;
    Word here = mc->where[card] - x->first;
    for (Word seat = 0; seat < mc->plan->players; seat++) { /* without a branch, as nobody can foretell them */
        uint64_t lying = mc->lying[x->first + seat], is_here = -(uint64_t)(seat == here), has = -(uint64_t)((x->words[seat] & word) != 0);
        others &= (is_here & (~x->alike[seat] | alike | lying)) | (~is_here & (~has | ~lying | alike));
    }
    return others;
}

size_t those_that_come_off(Machine *mc, Word choice, Set answers) {
    const Word *n = node_at(mc, choice), *effect = node_at(mc, n[CHOICE_FOLLOWING]);
    size_t arena = mc->arena.used, mark = tries_begin(mc), kept = 0, one = 0, other = 0, indices = 0;
    if (effect[KIND] == EXCHANGE)
        one = index_of_member(mc, n, effect[EXCHANGE_ONE]), other = index_of_member(mc, n, effect[EXCHANGE_OTHER]);
    bool exchanges = one && other, binds = !exchanges || mc->plan->traits[n[CHOICE_AFTERWARDS]].varies & BY_NAMES;
    if (exchanges) indices = push_indices(mc);
    works(mc, answers.count);
    for (size_t i = 0; i < answers.count; i++) {
        Word each = mc->arena.at[answers.at + i];
        if (binds) choice_bind(mc, choice, mc->raws.at + each);
        const Word *answer = mc->raws.at + each;
        if (exchanges ? holds_exchanged(mc, n[CHOICE_AFTERWARDS], answer[one], answer[other], indices) : comes_off(mc, n, mark))
            mc->arena.at[answers.at + kept++] = each;
    }
    take_back(mc, mark);
    tries_end(mc, mark);
    mc->arena.used = arena;
    return kept;
}
