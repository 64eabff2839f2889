/* A machine and its table: how cards lie and move, what names stand for, what has changed. */

#include <stdlib.h>
#include <string.h>

#include "terms.h"

#define KEPT_WORDS ((size_t)1 << 16) /* what a buffer may keep between two runs */

const char NO_MEMORY_LEFT[] = "there is no memory left";

_Noreturn void fail(Machine *mc, const char *why) {
    mc->failed = why;
    longjmp(*mc->out, 1);
}

const char OUT_OF_BUDGET[] = "it takes more steps than it may";

void look(Machine *mc) {
    if (mc->interrupted && mc->interrupted()) fail(mc, NULL);
    mc->burnt += (uint64_t)(LOOK_EVERY - mc->until_look);
    if (mc->fuel && mc->burnt > mc->fuel) fail(mc, "it goes on for too long without asking anybody");
    mc->until_look = LOOK_EVERY;
}

void charge_more(Machine *mc, Word steps) {
    if (steps - mc->left > mc->rest) fail(mc, OUT_OF_BUDGET);
    mc->burnt += LOOK_EVERY;
    look(mc);
    allow(mc, mc->rest - (steps - mc->left));
}

void words_grow(Machine *mc, Words *words, size_t more) {
    size_t needed = words->used + more;
    if (more > MOST_WORDS || needed > MOST_WORDS) fail(mc, NO_MEMORY_LEFT);
    size_t room = words->room ? words->room : 16;
    while (room < needed) room *= 2;
    Word *at = realloc(words->at, room * sizeof(Word));
    if (!at) fail(mc, NO_MEMORY_LEFT);
    words->at = at, words->room = room;
}

/* ---- machines */

static size_t in_words(size_t bytes) { return (bytes + sizeof(Word) - 1) / sizeof(Word); }

size_t table_size(const Plan *plan) {
    size_t places = (size_t)plan->places, variables = (size_t)plan->variables, slots = (size_t)plan->slots;
    size_t small = (2 * (size_t)plan->cards + places + 1) * sizeof(int32_t) + variables + slots;
    return plan->dirt + variables + slots + in_words(small) + places;
}

void machine_on(Machine *mc, Word *block) {
    const Plan *plan = mc->plan;
    mc->block = block;
    mc->dirty = (uint64_t *)block;
    mc->variables = block + plan->dirt;
    mc->names = mc->variables + plan->variables;
    mc->cards = (int32_t *)(mc->names + plan->slots);
    mc->begins = mc->cards + plan->cards;
    mc->where = mc->begins + plan->places + 1;
    mc->has = (uint8_t *)(mc->where + plan->cards);
    mc->named = mc->has + plan->variables;
    mc->lying = (uint64_t *)block + mc->size - plan->places;
}

Machine *machine_new(const Plan *plan) {
    Machine *mc = calloc(1, sizeof(Machine));
    if (!mc) return NULL;
    mc->plan = plan, mc->words = plan->words;
    mc->budget = mc->allowance = mc->left = INT64_MAX; /* what runs charges anew */
    mc->size = table_size(plan);
    mc->block = calloc(mc->size, sizeof(Word));
    mc->given = calloc((size_t)plan->registers + 1, sizeof(Given));
    mc->changed = calloc(plan->dirt + 1, sizeof(uint64_t));
    mc->shown = calloc((size_t)plan->places + 1, sizeof(Shown));
    mc->known_at = calloc((size_t)plan->remembers + 1, sizeof(KnownAt));
    mc->kept_at = calloc(plan->keeps ? KEPT_PLACES : 1, sizeof(KeptAt));
    mc->tries = calloc((size_t)plan->keeps + 1, sizeof(Word));
    mc->known_times = mc->kept_times = 1;
    if (!mc->block || !mc->given || !mc->changed || !mc->shown || !mc->known_at || !mc->kept_at || !mc->tries) {
        free(mc->known_at);
        free(mc->kept_at);
        free(mc->tries);
        free(mc->shown);
        free(mc->block);
        free(mc->given);
        free(mc->changed);
        free(mc);
        return NULL;
    }
    for (Word i = 0; i < plan->keeps; i++) mc->tries[i] = KEPT_TRIES;
    machine_on(mc, mc->block);
    mc->direction = 1;
    return mc;
}

/* Frees the buffers that have more room than so many words. */
static void give_back(Machine *mc, size_t room) {
    Words *all[] = {&mc->sets, &mc->stack, &mc->together, &mc->stage, &mc->log, &mc->raws, &mc->raw_at, &mc->picked, &mc->arena, &mc->about, &mc->listed,
                    &mc->spare, &mc->heard, &mc->notes, &mc->standing, &mc->circumstances, &mc->known};
    size_t named = sizeof(all) / sizeof(all[0]);
    for (size_t i = 0; i < named + SEARCH_WORDS; i++) {
        Words *words = i < named ? all[i] : &mc->search[i - named];
        if (words->room <= room) continue;
        free(words->at);
        *words = (Words){NULL, 0, 0};
    }
}

void machine_rests(Machine *mc) { give_back(mc, KEPT_WORDS); }

void machine_free(Machine *mc) {
    if (!mc) return;
    give_back(mc, 0);
    free(mc->block);
    free(mc->shown);
    free(mc->known_at);
    free(mc->kept_at);
    free(mc->kept.at);
    free(mc->tries);
    free(mc->given);
    free(mc->changed);
    free(mc);
}

/* ---- what has changed */

void touch_all(Machine *mc) { memset(mc->dirty, 0xff, mc->plan->dirt * sizeof(Word)); }

/* ---- cards */

/* Whether bits say where a card lies in a place. */
static inline bool counts_before(const Machine *mc, Word place) { return mc->plan->cards <= 64 && !mc->plan->rows[place]; }

/* How many of its cards come before one; without a branch, as nobody can foretell which do. With `count_over`, that makes a draw a
   quarter faster. */
static inline int32_t before_card(const Machine *mc, Word place, Word card) {
    return (int32_t)bits_in(mc->lying[place] & (((uint64_t)1 << card) - 1));
}

int32_t index_of_card(Machine *mc, Word card) {
    const int32_t *cards = mc->cards;
    Word place = mc->where[checked_card(mc, card)];
    if (counts_before(mc, place)) return mc->begins[place] + before_card(mc, place, card);
    for (int32_t at = mc->begins[place]; at < mc->begins[place + 1]; at++)
        if (cards[at] == card) return at;
    fail(mc, "a card does not lie where it should");
}

/* Takes out what lies at one index of all cards, and lays it at another; those in between move up. */
static void move_index(Machine *mc, int32_t from, int32_t to) {
    int32_t card = mc->cards[from];
    if (from < to)
        memmove(mc->cards + from, mc->cards + from + 1, (size_t)(to - from) * sizeof(int32_t));
    else
        memmove(mc->cards + to + 1, mc->cards + to, (size_t)(from - to) * sizeof(int32_t));
    mc->cards[to] = card;
}

/* Where a card comes to lie in a place: last in a row, else in the order of the cards. */
static int32_t index_for(const Machine *mc, Word place, int32_t card) {
    if (counts_before(mc, place)) return mc->begins[place] + before_card(mc, place, card);
    int32_t at = mc->begins[place + 1];
    if (!mc->plan->rows[place])
        while (at > mc->begins[place] && mc->cards[at - 1] > card) at--;
    return at;
}

/* Four places, with which a processor does the same at once. */
typedef int32_t Four __attribute__((vector_size(16)));

/* Each place between the two begins one card earlier, or later. All are gone through, as nobody can foretell which these are; what
   lies behind them, on the same table, stays what it is. */
static inline void count_over(int32_t *begins, Word places, Word source, Word to) {
    Four place = {1, 2, 3, 4}, begin;
    for (Word at = 1; at <= places; at += 4, place += 4) {
        memcpy(&begin, begins + at, sizeof(Four));
        begin += (place > (int32_t)source) - (place > (int32_t)to);
        memcpy(begins + at, &begin, sizeof(Four));
    }
}

void put_from(Machine *mc, Word source, int32_t from, Word to) {
    int32_t *begins = mc->begins, card = mc->cards[from], at = index_for(mc, to, card);
    if (at > from) at--; /* it is not counted any more */
    move_index(mc, from, at); /* only the places between the two are moved */
    count_over(begins, mc->plan->places, source, to);
    now_lies(mc, card, source, to);
    touch(mc, source);
    touch(mc, to);
}

void put(Machine *mc, Word card, Word to) {
    int32_t from = index_of_card(mc, card);
    put_from(mc, mc->where[card], from, checked_place(mc, to));
}

/* Many cards come to lie in a place that is no row: all places are laid out anew, each card once. Where a round begins with
   all cards back in the pile, that saves a game a thirtieth of its instructions. */
static void gather_many(Machine *mc, const Word *cards, size_t count, Word to) {
    size_t all = (size_t)mc->plan->cards, bytes = all * sizeof(int32_t);
    int32_t *before = (int32_t *)pushed_room(mc, &mc->spare, (bytes + sizeof(Word) - 1) / sizeof(Word)), *at = mc->cards;
    memcpy(before, mc->cards, bytes);
    for (size_t i = 0; i < count; i++) {
        int32_t *where = &mc->where[checked_card(mc, cards[i])];
        touch(mc, *where);
        now_lies(mc, cards[i], *where, to);
    }
    touch(mc, to);
    int32_t begin = 0;
    for (Word place = 0; place < mc->plan->places; place++) {
        int32_t end = mc->begins[place + 1];
        mc->begins[place] = (int32_t)(at - mc->cards);
        for (int32_t i = begin; place != to && i < end; i++)
            if (mc->where[before[i]] == place) *at++ = before[i];
        for (int32_t card = 0; place == to && card < (int32_t)all; card++)
            if (mc->where[card] == to) *at++ = card;
        begin = end;
    }
}

void gather(Machine *mc, const Word *cards, size_t count, Word to) {
    if (count == 1) { /* as most often */
        put(mc, cards[0], to);
        return;
    }
    size_t spare = mc->spare.used;
    checked_place(mc, to);
    works(mc, count * (size_t)mc->plan->cards);
    if (count * 8 > (size_t)(mc->plan->cards + mc->plan->places) && !mc->plan->rows[to])
        gather_many(mc, cards, count, to);
    else
        for (size_t i = 0; i < count; i++) put(mc, cards[i], to);
    mc->spare.used = spare;
}

Word insert(Machine *mc, const Word *cards, size_t count, Word to, Word position) {
    gather(mc, cards, count, to);
    int32_t begin = mc->begins[to], last = mc->begins[to + 1] - (int32_t)count - begin; /* counted from 0 */
    int32_t first = position < 1 ? 0 : position - 1 > last ? last : (int32_t)position - 1;
    for (size_t i = 0; mc->plan->rows[to] && i < count; i++) move_index(mc, begin + last + (int32_t)i, begin + first + (int32_t)i);
    return first + 1;
}

void swap(Machine *mc, Word card, Word other) {
    Word here = mc->where[checked_card(mc, card)], there = mc->where[checked_card(mc, other)];
    int32_t one = index_of_card(mc, card), two = index_of_card(mc, other);
    if (here != there || mc->plan->rows[here]) {
        mc->cards[one] = (int32_t)other, mc->cards[two] = (int32_t)card;
        now_lies(mc, card, here, there), now_lies(mc, other, there, here);
        Word places[] = {here, there};
        int32_t at[] = {one, two};
        for (int i = 0; i < 2; i++) { /* in a place that is no row each lies in its fixed order */
            if (mc->plan->rows[places[i]]) continue;
            int32_t low = mc->begins[places[i]], high = mc->begins[places[i] + 1] - 1, now = at[i];
            int32_t moving = mc->cards[now];
            int32_t target = now;
            while (target > low && mc->cards[target - 1] > moving) target--;
            while (target < high && mc->cards[target + 1] < moving) target++;
            if (target != now) move_index(mc, now, target);
        }
    }
    touch(mc, here);
    touch(mc, there);
}

/* ---- names */

void names_unset(Machine *mc, Word from) {
    size_t left = (size_t)(mc->plan->slots - from);
    memset(mc->names + from, 0, left * sizeof(Word));
    memset(mc->named + from, UNSET, left);
}

void name_set(Machine *mc, Word slot, const Word *members, size_t count) {
    mc->names[slot] = (Word)mc->sets.used;
    mc->named[slot] = SET_NAMED;
    push(mc, &mc->sets, (Word)count);
    push_all(mc, &mc->sets, members, count);
}

/* ---- putting the table aside */

size_t put_aside(Machine *mc) {
    size_t mark = mc->spare.used;
    words_reserve(mc, &mc->spare, mc->size + 6);
    Word *kept = mc->spare.at + mark;
    memcpy(kept, mc->block, mc->size * sizeof(Word));
    kept += mc->size;
    kept[0] = mc->next, kept[1] = mc->has_next, kept[2] = mc->direction;
    kept[3] = (Word)mc->log.used, kept[4] = (Word)mc->sets.used, kept[5] = mc->own;
    mc->spare.used += mc->size + 6;
    return mark;
}

void take_back(Machine *mc, size_t mark) {
    const Word *kept = mc->spare.at + mark;
    memcpy(mc->block, kept, mc->size * sizeof(Word));
    kept += mc->size;
    mc->next = kept[0], mc->has_next = kept[1], mc->direction = kept[2];
    mc->log.used = (size_t)kept[3], mc->sets.used = (size_t)kept[4], mc->own = kept[5];
}

void let_go(Machine *mc, size_t mark) { mc->spare.used = mark; }
