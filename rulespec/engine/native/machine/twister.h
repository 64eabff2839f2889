/* The random numbers of Python's `random.Random`. */

#ifndef RULESPEC_TWISTER_H
#define RULESPEC_TWISTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TWISTER_SIZE = 624, TWISTER_BLOCK = 16, TWISTER_KEPT = TWISTER_SIZE + 1 }; /* the size is a multiple of the block */

typedef struct {
    uint32_t state[TWISTER_SIZE];
    unsigned at, twisted;         /* the next word, and up to where words are twisted already and can be drawn, */
    unsigned further;             /* and how many behind that are twisted only */
    uint32_t drawn[TWISTER_BLOCK]; /* the last words that were twisted, as they are drawn */
} Twister;

void twister_begins(void); /* once, before any is seeded */
void twister_seed(Twister *twister, uint64_t seed);
void twisters_seed(Twister *twisters, const uint64_t *seeds, size_t count); /* each by its own, in less time */
void twister_fetch(const Twister *twister); /* asks for the memory that the next number needs */
void twister_kept(const Twister *twister, uint32_t *kept); /* the state and the next word, as `Random.getstate()` has them */
bool twister_restore(Twister *twister, const uint32_t *kept); /* false if that is none of numbers drawn by `random()` */
double twister_next(void *twister); /* in [0, 1), as `random()` gives them */

#endif
