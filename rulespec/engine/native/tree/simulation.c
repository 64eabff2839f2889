/* A game simulated by a search: down the tree, one node more, and at random to its end. */

#include "tree.h"

enum { INTERRUPTED_EVERY = 1024 }; /* decisions */

static bool fails(Machine *mc, const char *why) { return mc->failed = why, false; }

static bool number_drawn(Machine *mc, Tree *tree, double *number) {
    *number = tree->numbers.next(tree->numbers.from);
    return (*number >= 0.0 && *number < 1.0) || fails(mc, "a random number is not in [0, 1)");
}

/* ---- information states */

void listening_begins(Tree *tree) {
    for (size_t seat = 0; seat < tree->seats; seat++) tree->listening[seat].known = false;
}

/* What a seat has heard by now. */
static bool listens(Machine *mc, Listening *to) {
    GUARD(mc, false);
    for (; to->told < mc->log.used; to->told += (size_t)mc->log.at[to->told]) {
        const Word *event = mc->log.at + to->told;
        works(mc, (size_t)event[0]);
        mc->heard.used = 0;
        if (hear(mc, to->hearing, event + 1, &mc->heard)) to->key = key_after(to->key, mc->heard.at, mc->heard.used);
    }
    return true;
}

bool information(Machine *mc, Tree *tree, Key *key) {
    if (mc->own < 0 || (size_t)mc->own >= tree->seats) return fails(mc, "somebody is asked who does not play");
    Listening *to = &tree->listening[mc->own];
    if (!to->known) {
        if (!tree->heard_before(tree->from, mc->own, &to->key)) return false;
        to->known = true, to->told = 0;
    }
    if (!listens(mc, to)) return false;
    uint64_t answers = mc->raw_at.used;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        answers = answers * 0xff51afd7ed558ccdu ^ words_hash(answer, answer_size(answer));
    }
    const Word asked[] = {mc->own, tree->asked[mc->pc], (Word)answers};
    *key = key_after(to->key, asked, sizeof(asked) / sizeof(asked[0]));
    return true;
}

/* ---- games */

static bool answered(Machine *mc, Tree *tree, size_t at) {
    if (++tree->decisions % INTERRUPTED_EVERY == 0 && mc->interrupted && mc->interrupted()) return fails(mc, NULL);
    return run_answer(mc, mc->raws.at + mc->raw_at.at[at]);
}

/* Takes one of several answers as the tree has it; `known` says then whether the information state was met before. */
static bool chosen(Machine *mc, Tree *tree, size_t *at, bool *known) {
    Key key;
    double number;
    if (!information(mc, tree, &key)) return false;
    const Node *node = tree_find(tree, key);
    *known = node != NULL;
    if (!node) node = tree_add(tree, key, mc->raw_at.used);
    if (!node) return fails(mc, NO_MEMORY_LEFT);
    if (!number_drawn(mc, tree, &number)) return false;
    double spread = tree->exploration * deviation(&tree->winnings[mc->own]);
    *at = most_promising(tree, node, spread, number);
    return tree_takes(tree, mc->own, node->first + *at) || fails(mc, NO_MEMORY_LEFT);
}

static bool goes_down(Machine *mc, Tree *tree) {
    tree->depth = 0;
    for (bool known = true; known && mc->raw_at.used;) {
        size_t at = 0;
        if (mc->raw_at.used > 1 && !chosen(mc, tree, &at, &known)) return false;
        if (!answered(mc, tree, at)) return false;
    }
    return true;
}

/* The log is of no more use, and is not kept. */
static bool plays_out(Machine *mc, Tree *tree) {
    while (mc->raw_at.used) {
        double number;
        if (!number_drawn(mc, tree, &number)) return false;
        mc->log.used = 0;
        if (!answered(mc, tree, (size_t)(number * (double)mc->raw_at.used))) return false;
    }
    return true;
}

/* As the rules declare it, else one point divided among the winners. */
static bool returned(Machine *mc, Tree *tree) {
    const Plan *plan = mc->plan;
    bool over = mc->pc == plan->over;
    Set winners = {0, 0};
    for (size_t seat = 0; seat < tree->seats; seat++) tree->gained[seat] = 0, tree->got[seat] = 0.0;
    if (over && plan->returns) {
        if (!run_returns(mc, tree->gained)) return false;
        for (size_t seat = 0; seat < tree->seats; seat++) tree->got[seat] = (double)tree->gained[seat];
    } else if (over && plan->winners) {
        if (!run_winners(mc, &winners)) return false;
        for (size_t i = 0; i < winners.count; i++) {
            Word seat = mc->arena.at[winners.at + i];
            if (seat >= 0 && (size_t)seat < tree->seats) tree->got[seat] = 1.0 / (double)winners.count;
        }
    }
    return true;
}

bool simulate(Machine *mc, Tree *tree) {
    if (!goes_down(mc, tree) || !plays_out(mc, tree) || !returned(mc, tree)) return false;
    tree_learns(tree);
    return true;
}
