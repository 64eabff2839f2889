/* What a player sees of a game, as numbers from -1 to 1: see `Observations` in Python, which says what stands where. */

#include <string.h>

#include "games.h"

static void lay(const Machine *mc, Word place, Word shown, float *into) {
    size_t count = zone_count(mc, place);
    const int32_t *cards = zone_cards(mc, place);
    if (!count) return;
    into[mc->plan->cards] = (float)((double)count / (double)mc->plan->cards);
    if (shown == SHOWS_LAST) into[cards[count - 1]] = 1;
    if (shown != SHOWS_CARDS) return;
    bool row = mc->plan->rows[place];
    for (size_t i = 0; i < count; i++) into[cards[i]] = row ? (float)((double)(i + 1) / (double)count) : 1;
}

static void set(const Machine *mc, Word variable, Word words, float *into) {
    Word value = mc->variables[variable];
    if (!mc->has[variable]) return;
    if (words < 0)
        into[0] = (float)((double)value / (1.0 + (value < 0 ? -(double)value : (double)value)));
    else if (value >= 0 && value < words)
        into[value] = 1;
}

void game_observe(const Games *all, const Game *game, Word seat, float *into) {
    const Machine *mc = game->mc;
    const Plan *plan = all->plan;
    const Layout *layout = &all->layout;
    const Word *shown = layout->shown + seat * plan->places;
    bool asked = !game->over, himself = asked && seat == mc->own;
    memset(into, 0, (size_t)layout->size * sizeof(float));
    into[seat] = 1;
    into[plan->players + mc->active] = 1;
    if (asked) into[2 * plan->players + mc->own] = 1;
    for (Word place = 0; place < plan->places; place++) lay(mc, place, shown[place], into + layout->lying[place]);
    for (Word i = 0; i < plan->variables; i++) set(mc, i, layout->words[i], into + layout->standing[i]);
    for (size_t i = 0; himself && i < game->so_far.used; i++) into[layout->answered + game->so_far.at[i]] = 1;
}
