/* The Mersenne Twister, seeded and drawn from as Python's `random.Random` does with a number that is not negative.

   To be seeded takes it long, as each word needs the one before. So several are seeded side by side, which a processor does in
   little more time than one; and words are twisted shortly before they are drawn, since a game draws few of them, but some at
   a time, as a processor can do with several what it does with one. */

#include <string.h>

#include "twister.h"

enum { SIZE = TWISTER_SIZE, MIDDLE = 397, SIDE_BY_SIDE = 6, AT_ONCE = TWISTER_BLOCK };

/* What every state is made of. */
static uint32_t origin[SIZE];

void twister_begins(void) {
    origin[0] = 19650218u;
    for (uint32_t i = 1; i < SIZE; i++) origin[i] = 1812433253u * (origin[i - 1] ^ (origin[i - 1] >> 30)) + i;
}

/* Seeds so many at once; `count` is a constant wherever this is called. */
static inline void seed_all(Twister *twisters, const uint64_t *seeds, const size_t count) {
    uint32_t *state[SIDE_BY_SIDE], key[2][SIDE_BY_SIDE], last[SIDE_BY_SIDE];
    for (size_t k = 0; k < count; k++) {
        uint32_t low = (uint32_t)seeds[k], high = (uint32_t)(seeds[k] >> 32);
        state[k] = twisters[k].state, last[k] = origin[0];
        key[0][k] = low, key[1][k] = high ? high + 1 : low; /* a second word counts as the second, the first one as none */
    }
    for (size_t i = 1; i < SIZE; i++)
        for (size_t k = 0; k < count; k++)
            state[k][i] = last[k] = (origin[i] ^ ((last[k] ^ (last[k] >> 30)) * 1664525u)) + key[(i - 1) & 1][k];
    for (size_t k = 0; k < count; k++)
        state[k][1] = last[k] = (state[k][1] ^ ((last[k] ^ (last[k] >> 30)) * 1664525u)) + key[(SIZE - 1) & 1][k];
    for (uint32_t i = 2; i < SIZE; i++)
        for (size_t k = 0; k < count; k++) state[k][i] = last[k] = (state[k][i] ^ ((last[k] ^ (last[k] >> 30)) * 1566083941u)) - i;
    for (size_t k = 0; k < count; k++) {
        state[k][1] = (state[k][1] ^ ((last[k] ^ (last[k] >> 30)) * 1566083941u)) - 1;
        state[k][0] = 0x80000000u;
        twisters[k].at = twisters[k].twisted = twisters[k].further = 0;
    }
}

void twisters_seed(Twister *twisters, const uint64_t *seeds, size_t count) {
    for (; count >= SIDE_BY_SIDE; count -= SIDE_BY_SIDE, twisters += SIDE_BY_SIDE, seeds += SIDE_BY_SIDE) seed_all(twisters, seeds, SIDE_BY_SIDE);
    switch (count) {
    case 5:
        seed_all(twisters, seeds, 5);
        break;
    case 4:
        seed_all(twisters, seeds, 4);
        break;
    case 3:
        seed_all(twisters, seeds, 3);
        break;
    case 2:
        seed_all(twisters, seeds, 2);
        break;
    case 1:
        seed_all(twisters, seeds, 1);
    }
}

void twister_seed(Twister *twister, uint64_t seed) { seed_all(twister, &seed, 1); }

/* Four words, with which a processor does the same at once. */
typedef uint32_t Four __attribute__((vector_size(16)));

#define TWISTED(word, next, middle)                                                                                    \
    ((middle) ^ ((((word) & 0x80000000u) | ((next) & 0x7fffffffu)) >> 1) ^ (-((next) & 1u) & 0x9908b0dfu))

/* Twists some more words: in order, each by those that stood or stand there, it comes to the same as all at once. Almost
   always none of them needs one of the others. They are tempered as well, four at once, which saves a game a hundredth. */
static __attribute__((noinline)) void twist(Twister *twister) {
    uint32_t *state = twister->state;
    unsigned from = twister->twisted == SIZE ? 0 : twister->twisted, until = from + AT_ONCE;
    if (twister->further) {
        twister->further -= AT_ONCE;
    } else if (until < SIZE && (until <= SIZE - MIDDLE || from >= SIZE - MIDDLE)) {
        const uint32_t *middle = state + from + (from < SIZE - MIDDLE ? MIDDLE : MIDDLE - SIZE);
        for (unsigned i = 0; i < AT_ONCE; i += 4) {
            Four word, next, other;
            memcpy(&word, state + from + i, sizeof(Four));
            memcpy(&next, state + from + i + 1, sizeof(Four));
            memcpy(&other, middle + i, sizeof(Four));
            word = TWISTED(word, next, other);
            memcpy(state + from + i, &word, sizeof(Four));
        }
    } else {
        for (unsigned at = from; at < until; at++) {
            unsigned next = at + 1 == SIZE ? 0 : at + 1, other = at < SIZE - MIDDLE ? at + MIDDLE : at + MIDDLE - SIZE;
            state[at] = TWISTED(state[at], state[next], state[other]);
        }
    }
    for (unsigned i = 0; i < AT_ONCE; i += 4) {
        Four word;
        memcpy(&word, state + from + i, sizeof(Four));
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c5680u;
        word ^= (word << 15) & 0xefc60000u;
        word ^= word >> 18;
        memcpy(twister->drawn + i, &word, sizeof(Four));
    }
    twister->at = from, twister->twisted = until;
}

void twister_fetch(const Twister *twister) {
    const uint32_t *state = twister->state;
    unsigned next = twister->twisted == SIZE ? 0 : twister->twisted;
    __builtin_prefetch(twister->drawn, 1);
    __builtin_prefetch(twister->drawn + AT_ONCE - 1, 1);
    if (twister->at < twister->twisted) return;
    const uint32_t *middle = state + (next < SIZE - MIDDLE ? next + MIDDLE : next + MIDDLE - SIZE);
    __builtin_prefetch(state + next, 1);
    __builtin_prefetch(state + next + AT_ONCE, 1);
    __builtin_prefetch(middle);
    __builtin_prefetch(middle + AT_ONCE - 1);
}

void twister_kept(const Twister *twister, uint32_t *kept) {
    Twister whole = *twister;
    while (whole.twisted != SIZE) twist(&whole);
    memcpy(kept, whole.state, sizeof(whole.state));
    kept[SIZE] = twister->at;
}

bool twister_restore(Twister *twister, const uint32_t *kept) {
    uint32_t at = kept[SIZE];
    if (at > SIZE || at % 2) return false;
    memcpy(twister->state, kept, sizeof(twister->state));
    twister->at = twister->twisted = at - at % AT_ONCE;
    twister->further = SIZE - twister->twisted;
    if (at % AT_ONCE) twist(twister);
    twister->at = at;
    return true;
}

double twister_next(void *from) {
    Twister *twister = from;
    if (twister->at == twister->twisted) twist(twister);
    const uint32_t *word = twister->drawn + twister->at % AT_ONCE; /* two of them, since all draw two */
    twister->at += 2;
    return ((word[0] >> 5) * 67108864.0 + (word[1] >> 6)) * (1.0 / 9007199254740992.0);
}
