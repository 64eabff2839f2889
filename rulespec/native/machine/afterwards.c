/* What must hold once an effect has happened: it is tried out on the table for one answer after another.

   Most such conditions are on all players, and an answer changes what belongs to few of them, so that for the others they
   are known; and most such effects exchange two of the chosen cards, which are exchanged back. Both are there for speed
   alone: without them, a game in which players exchange cards that lie open takes a fifth longer. */

#include "generated/nodes.h"
#include "terms.h"

enum { MOST_SEATS = 64 }; /* a set of seats is a word of bits */

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

/* The seats of whom something has changed; without a branch, as nobody can foretell which they are. */
static inline uint64_t seats_changed(const Machine *mc, const Word *masks, size_t players) {
    size_t dirt = mc->plan->dirt;
    uint64_t changed = 0;
    for (const Word *mask = masks + players * dirt; mask > masks;) {
        mask -= dirt;
        uint64_t of_seat = mc->dirty[0] & (uint64_t)mask[0]; /* most games have but one word of them */
        for (size_t word = 1; word < dirt; word++) of_seat |= mc->dirty[word] & (uint64_t)mask[word];
        changed = changed << 1 | (of_seat != 0);
    }
    return changed;
}

bool holds_by_seat(Machine *mc, const Word *n) {
    Word test = n[2], players = n[4];
    bool wanted = n[0] != EVERY; /* what decides it: one for whom it holds, or does not */
    size_t at = standing_of(mc, (Word)(n - mc->words));
    uint64_t changed = seats_changed(mc, n + 5, (size_t)players), all = UINT64_MAX >> (MOST_SEATS - players);
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
    return found == (n[0] == SOME);
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
    if (evaluate(mc, choice[4], &mc->about)) execute(mc, choice[4], mc->about.at + used);
    mc->about.used = used;
    bool does = holds(mc, choice[3], ACTING(mc));
    take_back(mc, mark);
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
    bool is_named = n[0] == SINGLE && node_at(mc, n[1])[0] == SLOT;
    return is_named ? index_in_answers(mc, choice, node_at(mc, n[1])[1]) : 0;
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
        bool does = holds(mc, test, ACTING(mc));
        swap(mc, card, other);
        return does;
    }
    int32_t *one = mc->cards + mc->arena.at[indices + (size_t)card], *two = mc->cards + mc->arena.at[indices + (size_t)other];
    if (*one != card || *two != other) fail(mc, "a card does not lie where it should");
    touch(mc, here), touch(mc, there);
    *one = (int32_t)other, *two = (int32_t)card, mc->where[card] = (int32_t)there, mc->where[other] = (int32_t)here;
    bool does = holds(mc, test, ACTING(mc));
    *one = (int32_t)card, *two = (int32_t)other, mc->where[card] = (int32_t)here, mc->where[other] = (int32_t)there;
    return does;
}

size_t those_that_come_off(Machine *mc, Word choice, Set answers) {
    const Word *n = node_at(mc, choice), *effect = node_at(mc, n[4]);
    size_t arena = mc->arena.used, mark = tries_begin(mc), kept = 0, one = 0, other = 0, indices = 0;
    if (effect[0] == EXCHANGE) one = index_of_member(mc, n, effect[2]), other = index_of_member(mc, n, effect[3]);
    bool exchanges = one && other, binds = !exchanges || mc->plan->varies[n[3]] & BY_NAMES;
    if (exchanges) indices = push_indices(mc);
    works(mc, answers.count);
    for (size_t i = 0; i < answers.count; i++) {
        Word each = mc->arena.at[answers.at + i];
        if (binds) choice_bind(mc, choice, mc->raws.at + each);
        const Word *answer = mc->raws.at + each;
        if (exchanges ? holds_exchanged(mc, n[3], answer[one], answer[other], indices) : comes_off(mc, n, mark))
            mc->arena.at[answers.at + kept++] = each;
    }
    take_back(mc, mark);
    tries_end(mc, mark);
    mc->arena.used = arena;
    return kept;
}
