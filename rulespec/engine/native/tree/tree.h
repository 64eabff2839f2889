/* The tree of a search that sees no more than the players do: a node for each information state that was met, and the
   games that are simulated in it. `agents/tree.py` is the same in Python, draws the same numbers, and finds the same. */

#ifndef RULESPEC_TREE_H
#define RULESPEC_TREE_H

#include "knowledge/hearing.h"
#include "knowledge/stretch.h"
#include "machine/machine.h"

/* ---- nodes.c */

typedef struct {
    Key key;
    size_t first, options; /* where what came of its options begins, and how many it has */
} Node;

typedef struct {
    uint64_t tried;
    double total; /* of what the player got who was asked */
} Tried;

/* The returns of a seat in the playouts so far. */
typedef struct {
    uint64_t games;
    double total, squares;
} Winnings;

/* An option that was taken on the way down. */
typedef struct {
    Word seat;
    size_t option; /* among all that were tried */
} Taken;

/* What a seat has heard in the game that is simulated. */
typedef struct {
    const Hearing *hearing;
    bool known; /* whether the rest says anything yet */
    Key key;
    size_t told; /* up to where on the machine's log that is */
} Listening;

typedef struct {
    size_t seats;
    double exploration; /* the constant of UCB1, in standard deviations of the returns */
    Numbers numbers;
    const Word *asked; /* of each instruction the number of its question */

    Node *node;
    Tried *tried; /* of the options of all nodes */
    size_t nodes, nodes_room, options, options_room;
    size_t *table, buckets; /* nodes by their keys, counted from 1; buckets are a power of two */
    Taken *way;
    size_t depth, way_room;

    Winnings *winnings; /* of each seat these four */
    Listening *listening;
    Word *gained;
    double *got;

    bool (*heard_before)(void *from, Word seat, Key *key); /* what a seat had heard when the simulated game began; false if that cannot be said */
    void *from;
    unsigned decisions; /* in all games, so that many can be interrupted */
} Tree;

/* Each that can run out of memory gives false then. */
bool tree_begins(Tree *tree, size_t seats);
void tree_ends(Tree *tree);
const Node *tree_find(const Tree *tree, Key key); /* NULL if it was not met */
const Node *tree_add(Tree *tree, Key key, size_t options);
bool tree_takes(Tree *tree, Word seat, size_t option);
double deviation(const Winnings *winnings);

/* The option of a node to go on with, by a number in [0, 1): one that was not tried; else one with the greatest upper
   confidence bound (UCB1). */
size_t most_promising(const Tree *tree, const Node *node, double spread, double number);
void tree_learns(Tree *tree); /* what came of the way down, by what each seat got */

/* ---- simulation.c */

/* One game from where the machine waits: down the tree, one node more, and at random to its end. False if the machine has
   failed, or if something has set an exception. */
bool simulate(Machine *mc, Tree *tree);

/* The key of the information state where the machine waits; false as above. */
bool information(Machine *mc, Tree *tree, Key *key);
void listening_begins(Tree *tree); /* to another game */

#endif
