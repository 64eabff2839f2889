/* A part of what a player heard, and the search for ways through it. It knows nothing of Python. */

#ifndef RULESPEC_STRETCH_H
#define RULESPEC_STRETCH_H

#include "memory.h"

/* A source of random numbers in [0, 1). */
typedef struct {
    Chance next;
    void *from;
} Numbers;

static inline double drawn(Machine *mc, Numbers numbers) {
    double chance = numbers.next(numbers.from);
    if (!(chance >= 0.0 && chance < 1.0)) fail(mc, "a random number is not in [0, 1)");
    return chance;
}
static inline size_t drawn_below(Machine *mc, Numbers numbers, size_t count) { return (size_t)(drawn(mc, numbers) * (double)count); }

typedef struct {
    const Plan *plan;
    const Memory *memory;
    const Account *account; /* of the memory */
    size_t start, end;      /* in what was heard */
} Stretch;

/* ---- expected.c */

/* Appends the numbers of the answers that may lead to the event `at` of the account. */
void account_answers(Machine *mc, const Account *account, size_t at, Words *found);

typedef bool (*IsNow)(void *by, Machine *mc); /* true if a game waits for the same as the true one */

/* ---- through.c */

typedef struct {
    const Stretch *stretch;
    IsNow is_now;
    void *by;
    size_t left, most; /* budget of steps and of games */

    size_t tried;
    bool gives_up;   /* there are too many games */
    Words ends;      /* the games that passed all events */
    Words kept, open, games, further;
} Through;

/* Each returns false on an error, which the machine has. */
bool through_begin(Machine *mc, Through *through, size_t at); /* adds the machine's position to the beginnings */
bool through_search(Machine *mc, Through *through);
size_t through_ends(const Through *through);
bool through_stand(Machine *mc, Through *through, size_t end, size_t *at, size_t *begun, double *weight); /* sets the machine to an end, and gives the number of its beginning and the logarithm of its weight */
enum { THROUGH_BUFFERS = 5 };
void through_buffers(Through *through, Words *all[THROUGH_BUFFERS]);

#endif
