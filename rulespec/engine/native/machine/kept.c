/* How a machine stands where it waits, kept so that it can go on from there again. */

#include <string.h>

#include "machine.h"

enum { SETS, STACK, TOGETHER, STAGE, RAWS, RAW_AT, LOG, TOLD, ACTIVE_SEAT, NEXT_SEAT, OWN_SEAT, DIRECTION, PC, TURNS, SPENT, FLAGS, HEADER };
enum { HAS_NEXT = 1, IS_WATCHING = 2, IS_TOGETHER = 4, IS_STAGED = 8 };

static void push_words(Machine *mc, Words *kept, const Words *words, bool there) {
    if (there) push_all(mc, kept, words->at, words->used);
}

/* The sets that names stand for now, one after another; those of before are left out. */
static void push_sets(Machine *mc, Words *kept, size_t block) {
    size_t sets = kept->used;
    for (Word slot = 0; slot < mc->plan->slots; slot++) {
        if (mc->named[slot] != SET_NAMED) continue;
        kept->at[block + (size_t)(mc->names - mc->block) + (size_t)slot] = (Word)(kept->used - sets);
        const Word *set = mc->sets.at + mc->names[slot];
        push_all(mc, kept, set, 1 + (size_t)set[0]);
    }
}

size_t keep(Machine *mc, Words *kept, size_t told) {
    size_t begun = kept->used, block = begun + HEADER;
    words_reserve(mc, kept, HEADER + mc->size);
    kept->used += HEADER + mc->size;
    memcpy(kept->at + block, mc->block, mc->size * sizeof(Word));
    push_sets(mc, kept, block);
    Word *header = kept->at + begun;
    header[SETS] = (Word)(kept->used - block - mc->size);
    header[STACK] = (Word)mc->stack.used, header[TOGETHER] = mc->is_together ? (Word)mc->together.used : 0;
    header[STAGE] = mc->is_staged ? (Word)mc->stage.used : 0;
    header[RAWS] = (Word)mc->raws.used, header[RAW_AT] = (Word)mc->raw_at.used;
    header[LOG] = (Word)mc->log.used, header[TOLD] = (Word)told;
    header[ACTIVE_SEAT] = mc->active, header[NEXT_SEAT] = mc->next, header[OWN_SEAT] = mc->own;
    header[DIRECTION] = mc->direction, header[PC] = mc->pc, header[TURNS] = mc->turns, header[SPENT] = mc->spent;
    header[FLAGS] = (mc->has_next ? HAS_NEXT : 0) | (mc->watching ? IS_WATCHING : 0) | (mc->is_together ? IS_TOGETHER : 0) | (mc->is_staged ? IS_STAGED : 0);
    push_words(mc, kept, &mc->stack, true);
    push_words(mc, kept, &mc->together, mc->is_together);
    push_words(mc, kept, &mc->stage, mc->is_staged);
    push_words(mc, kept, &mc->raws, true);
    push_words(mc, kept, &mc->raw_at, true);
    push_all(mc, kept, mc->log.at + told, mc->log.used - told);
    return begun;
}

void keep_position(Machine *mc, Words *kept) {
    for (Word i = 0; i < mc->plan->variables; i++)
        if (!mc->has[i]) mc->variables[i] = 0;
    for (Word slot = 0; slot < mc->plan->slots; slot++)
        if (mc->named[slot] == UNSET) mc->names[slot] = 0;
    size_t begun = keep(mc, kept, mc->log.used);
    Word *header = kept->at + begun;
    header[TOLD] = header[LOG] = header[SPENT] = 0, header[TURNS] = mc->turns > 0;
    if (!mc->has_next) header[NEXT_SEAT] = 0;
    memset(header + HEADER, 0, mc->plan->dirt * sizeof(Word));
}

static const Word *taken(Machine *mc, Words *words, const Word *from, Word count) {
    words->used = 0;
    push_all(mc, words, from, (size_t)count);
    return from + count;
}

void stand_again(Machine *mc, const Words *kept, size_t begun) {
    const Word *header = kept->at + begun, *at = header + HEADER;
    memcpy(mc->block, at, mc->size * sizeof(Word));
    at = taken(mc, &mc->sets, at + mc->size, header[SETS]);
    at = taken(mc, &mc->stack, at, header[STACK]);
    at = taken(mc, &mc->together, at, header[TOGETHER]);
    at = taken(mc, &mc->stage, at, header[STAGE]);
    at = taken(mc, &mc->raws, at, header[RAWS]);
    at = taken(mc, &mc->raw_at, at, header[RAW_AT]);
    mc->log.used = (size_t)header[TOLD];
    push_all(mc, &mc->log, at, (size_t)(header[LOG] - header[TOLD]));
    mc->active = header[ACTIVE_SEAT], mc->next = header[NEXT_SEAT], mc->own = header[OWN_SEAT];
    mc->direction = header[DIRECTION], mc->pc = header[PC], mc->turns = header[TURNS], mc->spent = header[SPENT];
    mc->has_next = header[FLAGS] & HAS_NEXT, mc->watching = header[FLAGS] & IS_WATCHING;
    mc->is_together = header[FLAGS] & IS_TOGETHER, mc->is_staged = header[FLAGS] & IS_STAGED;
    mc->waits = header[RAW_AT] > 0;
}

const int32_t *kept_places(const Machine *mc, const Words *kept, size_t begun) {
    return (const int32_t *)((const char *)(kept->at + begun + HEADER) + ((const char *)mc->where - (const char *)mc->block));
}

bool stand_alike(const Machine *mc, const Words *kept, size_t one, size_t other) {
    const Word *a = kept->at + one, *b = kept->at + other;
    size_t size = HEADER + mc->size;
    for (int i = 0; i < HEADER; i++) {
        if (i != SPENT && a[i] != b[i]) return false;
        if (i == SETS || i == STACK || i == TOGETHER || i == STAGE || i == RAWS || i == RAW_AT) size += (size_t)a[i];
    }
    return !memcmp(a + HEADER, b + HEADER, (size - HEADER) * sizeof(Word));
}
