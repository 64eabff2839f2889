/* All positions that a game can come to, as `visited.h` says. */

#include "visited.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 1 << 12, MOST_OF_ONE = 1 << 20 }; /* words that a position takes at most */

bool visited_begins(Visited *visited, size_t bytes) {
    *visited = (Visited){.most = bytes, .slots = FIRST_SLOTS};
    visited->index = calloc(FIRST_SLOTS, sizeof(uint32_t));
    return visited->index != NULL;
}

void visited_ends(Visited *visited) {
    free(visited->words.at);
    free(visited->visits);
    free(visited->index);
    *visited = (Visited){.most = 0};
}

static uint64_t hash_of(const Visited *visited, const Visit *visit) { return words_hash(visited->words.at + visit->at, visit->size); }

static bool is_equal(const Visited *visited, const Visit *one, const Visit *other) {
    return one->size == other->size && !memcmp(visited->words.at + one->at, visited->words.at + other->at, one->size * sizeof(Word));
}

/* Where a position stands in the index, or would. */
static uint32_t *slot_of(const Visited *visited, const Visit *visit) {
    size_t at = hash_of(visited, visit) & (visited->slots - 1);
    while (visited->index[at] && !is_equal(visited, &visited->visits[visited->index[at] - 1], visit)) at = (at + 1) & (visited->slots - 1);
    return &visited->index[at];
}

static bool index_grows(Visited *visited) {
    free(visited->index);
    visited->slots *= 2;
    if (!(visited->index = calloc(visited->slots, sizeof(uint32_t)))) return false;
    for (size_t i = 0; i < visited->count; i++) *slot_of(visited, &visited->visits[i]) = (uint32_t)i + 1;
    return true;
}

static bool has_room(Visited *visited) {
    size_t bytes = visited->words.used * sizeof(Word) + visited->count * sizeof(Visit) + visited->slots * sizeof(uint32_t);
    if (bytes > visited->most || visited->words.used > MOST_WORDS - MOST_OF_ONE || visited->count >= UINT32_MAX - 2) return false;
    if (visited->count == visited->room) {
        size_t room = visited->room ? 2 * visited->room : FIRST_SLOTS;
        Visit *visits = realloc(visited->visits, room * sizeof(Visit));
        if (!visits) return false;
        visited->visits = visits, visited->room = room;
    }
    return visited->count * 2 < visited->slots || index_grows(visited);
}

int visited_adds(Machine *mc, Visited *visited, uint32_t before, uint32_t answer, uint32_t *number) {
    size_t begun = visited->words.used;
    if (!has_room(visited)) return TOO_MANY;
    keep_position(mc, &visited->words);
    Visit visit = {begun, visited->words.used - begun, before, answer, 0};
    uint32_t *slot = slot_of(visited, &visit);
    if (*slot) {
        visited->words.used = begun;
        *number = *slot - 1;
        return KNOWN_POSITION;
    }
    *number = (uint32_t)visited->count;
    *slot = *number + 1;
    visited->visits[visited->count++] = visit;
    return NEW_POSITION;
}

void visited_again(Machine *mc, const Visited *visited, uint32_t number) { stand_again(mc, &visited->words, visited->visits[number].at); }
