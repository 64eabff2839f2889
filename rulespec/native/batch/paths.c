/* The actions of answers: each answer is a path of them, and a game offers those with which one can go on. */

#include <string.h>

#include "paths.h"

static Word action_of(Machine *mc, const Word *table, Word value) {
    const Word *values = table + 1, *actions = values + table[0];
    Word low = 0, high = table[0] - 1;
    if (high >= 0 && values[0] <= value && value - values[0] <= high && values[value - values[0]] == value)
        return actions[value - values[0]]; /* values mostly follow each other */
    while (low <= high) {
        Word middle = low + (high - low) / 2;
        if (values[middle] == value) return actions[middle];
        if (values[middle] < value)
            low = middle + 1;
        else
            high = middle - 1;
    }
    fail(mc, "there is no action for an answer");
}

static void add_part(Machine *mc, const Word *table, const Word *part, Words *path) {
    Word count = part[0] == ONE_SET ? part[1] : 1;
    const Word *values = part[0] == ONE_SET ? part + 2 : part + 1;
    for (Word i = 0; i < count; i++) push(mc, path, action_of(mc, table, values[i]));
}

/* What has no atoms has an action of its own. */
static void path_of(Machine *mc, const Layout *layout, const Word *answer, Words *path) {
    const Word *site = layout->sites[mc->pc], *names = site + 2, *part = answer + 2;
    Word parts = answer[0] == SEVERAL ? answer[1] : answer[0] == ONE_THING || answer[0] == ONE_SET;
    path->used = 0;
    if (parts > site[1]) fail(mc, "an answer has more parts than there are names");
    switch (answer[0]) {
    case SEVERAL:
        for (Word i = 0; i < parts; i++, part += answer_size(part)) add_part(mc, layout->tables[names[i]], part, path);
        if (!path->used) push(mc, path, layout->nothing);
        break;
    case ONE_THING:
    case ONE_SET:
        add_part(mc, layout->tables[names[0]], answer, path);
        if (!path->used) push(mc, path, layout->enough);
        break;
    default:
        push(mc, path, answer[0] == YES ? layout->yes : site[0]);
        if (path->at[0] < 0) fail(mc, "there is no action for an answer");
    }
}

static bool begins_with(const Words *path, const Words *so_far) {
    return path->used >= so_far->used && !memcmp(path->at, so_far->at, so_far->used * sizeof(Word));
}

void game_offers(const Layout *layout, Game *game, Words *path) {
    Machine *mc = game->mc;
    const Words *so_far = &game->so_far;
    game->count = 0, game->firsts.used = 0, game->is_plain = !so_far->used;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        path_of(mc, layout, mc->raws.at + mc->raw_at.at[i], path);
        if (so_far->used && !begins_with(path, so_far)) continue;
        Word action = path->used == so_far->used ? layout->enough : path->at[so_far->used];
        uint64_t bit = (uint64_t)1 << (action % 64);
        game->count += !(game->legal[action / 64] & bit);
        game->legal[action / 64] |= bit;
        if (game->is_plain) push(mc, &game->firsts, action);
        game->is_plain &= path->used == 1;
    }
}

static const Word *answer_at(const Machine *mc, size_t i) { return mc->raws.at + mc->raw_at.at[i]; }

/* Where each answer has one action; of several with the same one the last counts, as of longer paths. */
static const Word *plain_answer(const Game *game, Word action) {
    for (size_t i = game->firsts.used; i-- > 0;)
        if (game->firsts.at[i] == action) return answer_at(game->mc, i);
    return NULL;
}

const Word *game_answer(const Layout *layout, Game *game, Words *path, Word action) {
    Machine *mc = game->mc;
    Words *so_far = &game->so_far;
    size_t depth = so_far->used;
    bool ends = depth && action == layout->enough, further = false;
    const Word *found = game->is_plain ? plain_answer(game, action) : NULL;
    for (size_t i = 0; !game->is_plain && i < mc->raw_at.used && !further; i++) {
        path_of(mc, layout, answer_at(mc, i), path);
        if (depth && !begins_with(path, so_far)) continue;
        if (ends ? path->used == depth : path->used > depth && path->at[depth] == action) {
            further = !ends && path->used > depth + 1;
            found = answer_at(mc, i);
        }
    }
    if (further) push(mc, so_far, action);
    if (!found) fail(mc, "an action is not legal");
    return further ? NULL : found;
}
