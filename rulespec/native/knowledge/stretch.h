/* A part of what somebody heard, and how ways through it are found. It knows nothing of Python. */

#ifndef RULESPEC_STRETCH_H
#define RULESPEC_STRETCH_H

#include "memory.h"

/* Numbers in [0, 1), and who gives them. */
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

/* The answers where the machine waits that may lead to what was heard after so many events: their numbers are appended. */
void account_answers(Machine *mc, const Account *account, size_t at, Words *found);

typedef bool (*IsNow)(void *by, Machine *mc); /* whether a game waits for what is known that it waits for now */

/* ---- through.c */

typedef struct {
    const Stretch *stretch;
    IsNow is_now;
    void *by;
    size_t left, most; /* how many steps can be tried, and how many games looked at */

    size_t tried;
    bool gives_up;   /* there was too much to look at */
    Words ends;      /* the games that came through */
    Words kept, open, games, further;
} Through;

/* Each gives false if it failed, the machine then says why. */
bool through_begin(Machine *mc, Through *through, size_t at); /* from where the machine stands, too */
bool through_search(Machine *mc, Through *through);
size_t through_ends(const Through *through);
bool through_stand(Machine *mc, Through *through, size_t end, size_t *at, size_t *begun, double *weight); /* as a game that came through; with which it began, and the logarithm of its weight */
enum { THROUGH_BUFFERS = 5 };
void through_buffers(Through *through, Words *all[THROUGH_BUFFERS]);

#endif
