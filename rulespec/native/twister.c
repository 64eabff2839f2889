/* The Mersenne Twister, seeded and drawn from as Python's `random.Random` does with a number that is not negative. */

#include "games.h"

enum { SIZE = 624, MIDDLE = 397 };

static void begin(uint32_t *state, uint32_t seed) {
    state[0] = seed;
    for (uint32_t i = 1; i < SIZE; i++) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
}

void twister_seed(Twister *twister, uint64_t seed) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)}, length = key[1] ? 2 : 1;
    uint32_t *state = twister->state, i = 1, k = 0;
    begin(state, 19650218u);
    for (int left = SIZE; left; left--) {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525u)) + key[k] + k;
        if (++i == SIZE) state[0] = state[SIZE - 1], i = 1;
        if (++k == length) k = 0;
    }
    for (int left = SIZE - 1; left; left--) {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == SIZE) state[0] = state[SIZE - 1], i = 1;
    }
    state[0] = 0x80000000u;
    twister->at = SIZE;
}

static uint32_t twisted(uint32_t high, uint32_t low) {
    uint32_t mixed = (high & 0x80000000u) | (low & 0x7fffffffu);
    return (mixed >> 1) ^ (mixed & 1 ? 0x9908b0dfu : 0);
}

static void refill(Twister *twister) {
    uint32_t *state = twister->state;
    for (int i = 0; i < SIZE - MIDDLE; i++) state[i] = state[i + MIDDLE] ^ twisted(state[i], state[i + 1]);
    for (int i = SIZE - MIDDLE; i < SIZE - 1; i++) state[i] = state[i + MIDDLE - SIZE] ^ twisted(state[i], state[i + 1]);
    state[SIZE - 1] = state[MIDDLE - 1] ^ twisted(state[SIZE - 1], state[0]);
    twister->at = 0;
}

static uint32_t number(Twister *twister) {
    if (twister->at >= SIZE) refill(twister);
    uint32_t found = twister->state[twister->at++];
    found ^= found >> 11;
    found ^= (found << 7) & 0x9d2c5680u;
    found ^= (found << 15) & 0xefc60000u;
    return found ^ (found >> 18);
}

double twister_next(void *from) {
    uint32_t high = number(from) >> 5, low = number(from) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}
