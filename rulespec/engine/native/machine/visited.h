/* All positions that a game can come to, each once: compared byte by byte, with the way on which it was first reached. */

#ifndef RULESPEC_VISITED_H
#define RULESPEC_VISITED_H

#include "machine.h"

typedef struct {
    size_t at; /* where its bytes begin: the words that `keep_position` writes, packed */
    uint32_t size, hash;
    uint32_t before, answer; /* the position that it was reached from, and by which of the answers there */
    uint32_t ways;           /* how many answers lead here */
} Visit;

typedef struct {
    uint8_t *bytes; /* of all positions, one after another */
    size_t used, held;
    Visit *visits;
    uint32_t *index; /* by hash the number of a position, and one more; 0 where there is none */
    size_t count, room, slots;
    size_t most; /* bytes in all */
    Words words; /* of one position */
} Visited;

bool visited_begins(Visited *visited, size_t bytes);
void visited_ends(Visited *visited);

size_t visited_takes(const Visited *visited); /* so many bytes */

enum { NEW_POSITION, KNOWN_POSITION, TOO_MANY };

/* Where the machine waits: whether it was there before, and the number of the position. */
int visited_adds(Machine *mc, Visited *visited, uint32_t before, uint32_t answer, uint32_t *number);

void visited_again(Machine *mc, Visited *visited, uint32_t number); /* lets the machine wait there, with its answers */

#endif
