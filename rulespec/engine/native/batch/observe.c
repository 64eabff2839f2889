/* What a player sees of a game, as numbers from -1 to 1: see `Observations` in Python, which says what stands where.

   A row is kept from one step to the next, and only what has changed is written: most of what a player sees lies as it lay. */

#include <stdlib.h>
#include <string.h>

#include "games.h"

size_t told_size(const Plan *plan) { return sizeof(Told) + (size_t)plan->variables * sizeof(Word); }

void told_nothing(const Games *all, Told *told) {
    told->observer = told->active = told->asked = -1, told->answered = 0;
    for (Word i = 0; i < all->plan->variables; i++) told->variables[i] = all->layout.words[i] < 0 ? 0 : -1;
}

bool differences_make(Games *all) {
    const Plan *plan = all->plan;
    size_t players = (size_t)plan->players, places = (size_t)plan->places;
    all->differs = calloc(players * players * plan->dirt, sizeof(uint64_t));
    if (!all->differs) return false;
    for (size_t pair = 0; pair < players * players; pair++) {
        const Word *one = all->layout.shown + pair / players * places, *other = all->layout.shown + pair % players * places;
        uint64_t *bits = all->differs + pair * plan->dirt;
        for (size_t place = 0; place < places; place++) bits[place / 64] |= (uint64_t)(one[place] != other[place]) << (place % 64);
    }
    return true;
}

/* One of some numbers is 1, or none is. */
static void move_one(float *into, int32_t *told, Word now) {
    if (*told == now) return;
    if (*told >= 0) into[*told] = 0;
    if (now >= 0) into[now] = 1;
    *told = (int32_t)now;
}

/* ---- cards */

static void lay(const Machine *mc, Word place, Word shown, float *into) {
    const Plan *plan = mc->plan;
    size_t count = zone_count(mc, place);
    const int32_t *cards = zone_cards(mc, place);
    into[plan->cards] = (float)count / (float)plan->cards;
    if (shown == SHOWS_LAST && count) into[cards[count - 1]] = 1;
    if (shown != SHOWS_CARDS) return;
    if (plan->rows[place])
        for (size_t i = 0; i < count; i++) into[cards[i]] = (float)(i + 1) / (float)count;
    else
        for (size_t i = 0; i < count; i++) into[cards[i]] = 1;
}

/* The places that have changed, or that this seat sees otherwise than the one before. */
static void tell_cards(const Games *all, const Machine *mc, Word seat, float *into, const Told *told) {
    const Plan *plan = all->plan;
    const Layout *layout = &all->layout;
    const Word *shown = layout->shown + seat * plan->places, *earlier = shown;
    const uint64_t *differs = NULL;
    if (told->observer >= 0) {
        earlier = layout->shown + told->observer * plan->places;
        differs = all->differs + (size_t)(told->observer * plan->players + seat) * plan->dirt;
    }
    for (Word begin = 0; begin < plan->places; begin += 64) {
        size_t at = (size_t)begin / 64;
        uint64_t bits = differs ? mc->changed[at] | mc->dirty[at] | differs[at] : UINT64_MAX;
        if (plan->places - begin < 64) bits &= ((uint64_t)1 << (plan->places - begin)) - 1;
        for (; bits; bits &= bits - 1) {
            Word place = begin + __builtin_ctzll(bits);
            float *piece = into + layout->lying[place];
            if (earlier[place] != SHOWS_NUMBER) memset(piece, 0, (size_t)plan->cards * sizeof(float));
            lay(mc, place, shown[place], piece);
        }
    }
}

/* ---- counters and notes */

static void tell_variables(const Games *all, const Machine *mc, float *into, Told *told) {
    const Layout *layout = &all->layout;
    for (Word i = 0; i < all->plan->variables; i++) {
        Word words = layout->words[i], value = mc->variables[i], *earlier = &told->variables[i];
        float *piece = into + layout->standing[i];
        if (words < 0 && !mc->has[i]) value = 0;
        if (words >= 0 && (!mc->has[i] || value < 0 || value >= words)) value = -1;
        if (value == *earlier) continue;
        if (words < 0) {
            piece[0] = (float)((double)value / (1.0 + (value < 0 ? -(double)value : (double)value)));
        } else {
            if (*earlier >= 0) piece[*earlier] = 0;
            if (value >= 0) piece[value] = 1;
        }
        *earlier = value;
    }
}

/* ---- all of it */

static void tell_answered(const Layout *layout, const Words *actions, float *into, Told *told) {
    if (told->answered) memset(into + layout->answered, 0, (size_t)layout->actions * sizeof(float));
    for (size_t i = 0; i < actions->used; i++) into[layout->answered + actions->at[i]] = 1;
    told->answered = actions->used > 0;
}

void game_observe(const Games *all, const Machine *mc, const Game *game, bool over, Word seat, float *into, Told *told) {
    static const Words nothing = {NULL, 0, 0};
    const Plan *plan = all->plan;
    tell_cards(all, mc, seat, into, told);
    move_one(into, &told->observer, seat);
    move_one(into + plan->players, &told->active, mc->active);
    move_one(into + 2 * plan->players, &told->asked, over ? -1 : mc->own);
    tell_variables(all, mc, into, told);
    tell_answered(&all->layout, !over && seat == mc->own ? &game->so_far : &nothing, into, told);
}
