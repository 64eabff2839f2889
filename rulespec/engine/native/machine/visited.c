/* All positions that a game can come to, as `visited.h` says. */

#include "visited.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 12, FIRST_BYTES = 1 << 16, BYTES_OF_A_WORD = 1 + sizeof(Word) };

bool visited_begins(Visited *visited, size_t bytes) {
    *visited = (Visited){.most = bytes, .slots = FIRST_SLOTS};
    visited->index = calloc(FIRST_SLOTS, sizeof(uint32_t));
    return visited->index != NULL;
}

void visited_ends(Visited *visited) {
    free(visited->bytes);
    free(visited->visits);
    free(visited->index);
    free(visited->words.at);
    *visited = (Visited){.most = 0};
}

/* ---- a position in few bytes, as most bytes of its words are 0 */

/* Writes each word as a byte that says which of its bytes are not 0, and these. */
static size_t packed(const Words *words, uint8_t *to) {
    uint8_t *at = to;
    for (size_t i = 0; i < words->used; i++) {
        uint8_t *which = at++;
        *which = 0;
        uint64_t rest = (uint64_t)words->at[i];
        for (unsigned bit = 1; rest; bit <<= 1, rest >>= 8)
            if (rest & 0xff) *which |= (uint8_t)bit, *at++ = (uint8_t)(rest & 0xff);
    }
    return (size_t)(at - to);
}

static void unpacked(Machine *mc, Words *words, const uint8_t *at, size_t size) {
    words->used = 0;
    for (const uint8_t *end = at + size; at < end;) {
        uint64_t word = 0;
        unsigned which = *at++;
        for (unsigned shift = 0; which; which >>= 1, shift += 8)
            if (which & 1) word |= (uint64_t)*at++ << shift;
        push(mc, words, (Word)word);
    }
}

/* ---- the index */

static bool is_equal(const Visited *visited, const Visit *one, const Visit *other) {
    return one->hash == other->hash && one->size == other->size && !memcmp(visited->bytes + one->at, visited->bytes + other->at, one->size);
}

/* Where a position stands in the index, or would. */
static uint32_t *slot_of(const Visited *visited, const Visit *visit) {
    size_t at = visit->hash & (visited->slots - 1);
    while (visited->index[at] && !is_equal(visited, &visited->visits[visited->index[at] - 1], visit)) at = (at + 1) & (visited->slots - 1);
    return &visited->index[at];
}

/* The index anew with so many slots; all positions in it are different. */
static bool index_grows(Visited *visited, size_t slots) {
    uint32_t *index = calloc(slots, sizeof(uint32_t));
    if (!index) return false;
    for (size_t i = 0; i < visited->count; i++) {
        size_t at = visited->visits[i].hash & (slots - 1);
        while (index[at]) at = (at + 1) & (slots - 1);
        index[at] = (uint32_t)i + 1;
    }
    free(visited->index);
    visited->index = index, visited->slots = slots;
    return true;
}

/* ---- room for one more */

static size_t held(const Visited *visited) { return visited->held + visited->room * sizeof(Visit) + visited->slots * sizeof(uint32_t); }

static size_t left(const Visited *visited) { return visited->most > held(visited) ? visited->most - held(visited) : 0; }

static bool has_room_for_bytes(Visited *visited, size_t more) {
    if (visited->used + more <= visited->held) return true;
    size_t wanted = visited->held ? visited->held : FIRST_BYTES;
    size_t grows = wanted < left(visited) ? wanted : left(visited);
    if (visited->used + more > visited->held + grows) return false;
    uint8_t *bytes = realloc(visited->bytes, visited->held + grows);
    if (!bytes) return false;
    visited->bytes = bytes, visited->held += grows;
    return true;
}

static bool has_room(Visited *visited) {
    if (!has_room_for_bytes(visited, visited->words.used * BYTES_OF_A_WORD) || visited->count >= UINT32_MAX - 2) return false;
    if (visited->count == visited->room) {
        size_t grows = visited->room ? visited->room / 2 : FIRST_SLOTS;
        if (grows * sizeof(Visit) > left(visited)) return false;
        Visit *visits = realloc(visited->visits, (visited->room + grows) * sizeof(Visit));
        if (!visits) return false;
        visited->visits = visits, visited->room += grows;
    }
    if (visited->count * 2 < visited->slots) return true;
    return visited->slots * sizeof(uint32_t) <= left(visited) && index_grows(visited, 2 * visited->slots);
}

size_t visited_takes(const Visited *visited) { return visited->used + visited->count * (sizeof(Visit) + 2 * sizeof(uint32_t)); }

int visited_adds(Machine *mc, Visited *visited, uint32_t before, uint32_t answer, uint32_t *number) {
    visited->words.used = 0;
    keep_position(mc, &visited->words);
    if (!has_room(visited)) return TOO_MANY;
    size_t size = packed(&visited->words, visited->bytes + visited->used);
    uint64_t hash = words_hash(visited->words.at, visited->words.used);
    Visit visit = {visited->used, (uint32_t)size, (uint32_t)(hash ^ hash >> 32), before, answer, 0};
    uint32_t *slot = slot_of(visited, &visit);
    if (*slot) {
        *number = *slot - 1;
        return KNOWN_POSITION;
    }
    visited->used += size;
    *number = (uint32_t)visited->count;
    *slot = *number + 1;
    visited->visits[visited->count++] = visit;
    return NEW_POSITION;
}

void visited_again(Machine *mc, Visited *visited, uint32_t number) {
    const Visit *visit = &visited->visits[number];
    unpacked(mc, &visited->words, visited->bytes + visit->at, visit->size);
    stand_again(mc, &visited->words, 0);
}
