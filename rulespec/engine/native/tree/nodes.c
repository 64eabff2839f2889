/* The nodes of a search: found by their keys, and chosen from. */

#include <math.h>
#include <stdlib.h>

#include "tree.h"

enum { BUCKETS = 1024 }; /* at first */

bool tree_begins(Tree *tree, size_t seats) {
    tree->seats = seats;
    tree->buckets = BUCKETS;
    tree->table = calloc(tree->buckets, sizeof(size_t));
    tree->winnings = calloc(seats, sizeof(Winnings));
    tree->listening = calloc(seats, sizeof(Listening));
    tree->gained = calloc(seats, sizeof(Word));
    tree->got = calloc(seats, sizeof(double));
    return tree->table && tree->winnings && tree->listening && tree->gained && tree->got;
}

void tree_ends(Tree *tree) {
    free(tree->node);
    free(tree->tried);
    free(tree->table);
    free(tree->way);
    free(tree->winnings);
    free(tree->listening);
    free(tree->gained);
    free(tree->got);
}

/* ---- by their keys */

/* Where a key stands in the table, or is to stand. */
static size_t bucket_of(const Tree *tree, Key key) {
    size_t at = (size_t)(key.high ^ key.low) & (tree->buckets - 1);
    while (tree->table[at]) {
        const Node *node = &tree->node[tree->table[at] - 1];
        if (node->key.high == key.high && node->key.low == key.low) break;
        at = (at + 1) & (tree->buckets - 1);
    }
    return at;
}

const Node *tree_find(const Tree *tree, Key key) {
    size_t found = tree->table[bucket_of(tree, key)];
    return found ? &tree->node[found - 1] : NULL;
}

/* Room for more of something, which then lies elsewhere. */
static bool roomy(void **at, size_t *room, size_t used, size_t more, size_t size) {
    if (more <= *room - used) return true;
    if (more > SIZE_MAX / size / 2 - used) return false;
    size_t wanted = 2 * (used + more) + 64;
    void *longer = wanted <= SIZE_MAX / size ? realloc(*at, wanted * size) : NULL;
    if (!longer) return false;
    *at = longer, *room = wanted;
    return true;
}

static bool table_grows(Tree *tree) {
    size_t *longer = tree->buckets <= SIZE_MAX / 4 / sizeof(size_t) ? calloc(2 * tree->buckets, sizeof(size_t)) : NULL;
    if (!longer) return false;
    free(tree->table);
    tree->table = longer, tree->buckets *= 2;
    for (size_t i = 0; i < tree->nodes; i++) tree->table[bucket_of(tree, tree->node[i].key)] = i + 1;
    return true;
}

const Node *tree_add(Tree *tree, Key key, size_t options) {
    void *nodes = tree->node, *tried = tree->tried;
    bool fits = roomy(&nodes, &tree->nodes_room, tree->nodes, 1, sizeof(Node));
    tree->node = nodes;
    fits = fits && roomy(&tried, &tree->options_room, tree->options, options, sizeof(Tried));
    tree->tried = tried;
    if (!fits || (2 * tree->nodes >= tree->buckets && !table_grows(tree))) return NULL;
    Node *node = &tree->node[tree->nodes];
    *node = (Node){key, tree->options, options};
    for (size_t i = 0; i < options; i++) tree->tried[tree->options + i] = (Tried){0, 0.0};
    tree->table[bucket_of(tree, key)] = ++tree->nodes;
    tree->options += options;
    return node;
}

bool tree_takes(Tree *tree, Word seat, size_t option) {
    void *way = tree->way;
    bool fits = roomy(&way, &tree->way_room, tree->depth, 1, sizeof(Taken));
    tree->way = way;
    if (fits) tree->way[tree->depth++] = (Taken){seat, option};
    return fits;
}

/* ---- chosen from, in the order of operations of Python's, so that both come to the same to the last bit */

double deviation(const Winnings *winnings) {
    if (!winnings->games) return 0.0;
    double games = (double)winnings->games, expected = winnings->total * winnings->total;
    expected /= games;
    double above = winnings->squares - expected;
    return sqrt((above > 0.0 ? above : 0.0) / games);
}

static double bound(const Tried *option, double wide) {
    double tried = (double)option->tried, mean = option->total / tried, above = wide / sqrt(tried);
    return mean + above;
}

size_t most_promising(const Tree *tree, const Node *node, double spread, double number) {
    const Tried *option = tree->tried + node->first;
    size_t best = 0, count = 0;
    uint64_t tried = 0;
    for (size_t i = 0; i < node->options; i++) count += !option[i].tried, tried += option[i].tried;
    if (count) {
        count = (size_t)(number * (double)count);
        while (option[best].tried || count--) best++;
        return best;
    }
    double wide = spread * sqrt(log((double)tried)), most = -INFINITY;
    for (size_t i = 0; i < node->options; i++) {
        double this = bound(&option[i], wide);
        if (this > most) most = this, best = i, count = 0;
        count += this == most;
    }
    if (count > 1) {
        count = (size_t)(number * (double)count);
        for (best = 0; bound(&option[best], wide) != most || count--; best++) continue;
    }
    return best;
}

void tree_learns(Tree *tree) {
    for (size_t i = 0; i < tree->depth; i++) {
        Tried *option = &tree->tried[tree->way[i].option];
        option->tried++;
        option->total += tree->got[tree->way[i].seat];
    }
    for (size_t seat = 0; seat < tree->seats; seat++) {
        Winnings *winnings = &tree->winnings[seat];
        double squared = tree->got[seat] * tree->got[seat];
        winnings->games++;
        winnings->total += tree->got[seat];
        winnings->squares += squared;
    }
}
