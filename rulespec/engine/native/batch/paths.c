/* The actions of answers: each answer is a path of them, and a game offers those with which one can go on.

   No path is written down: the action at each depth is looked up where it is asked for, which took a sixth of a step before. */

#include <stdlib.h>
#include <string.h>

#include "paths.h"

enum { ENDED = -1 }; /* in place of an action: the path is no longer than that */
enum { ANSWERS_KEPT = 4096 }; /* words of answers that each game may have room for from one question to the next */

/* Where a word stands among some in order, which mostly follow each other; -1 if it does not. */
static inline Word found_among(const Word *words, Word count, Word word) {
    Word low = 0, high = count - 1;
    if (high >= 0 && words[0] <= word && word - words[0] <= high && words[word - words[0]] == word) return word - words[0];
    while (low <= high) {
        Word middle = low + (high - low) / 2;
        if (words[middle] == word) return middle;
        if (words[middle] < word)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

static inline Word action_of(Machine *mc, const Word *table, Word value) {
    Word at = found_among(table + 1, table[0], value);
    if (at < 0) fail(mc, "there is no action for an answer");
    return table[1 + table[0] + at];
}

static Word in_several(Machine *mc, const Layout *layout, const Word *names, const Word *answer, size_t depth) {
    const Word *part = answer + 2;
    size_t begin = 0;
    for (Word i = 0; i < answer[1]; i++, part += answer_size(part)) {
        size_t count = part[0] == ONE_SET ? (size_t)part[1] : 1;
        if (depth < begin + count) return action_of(mc, layout->tables[names[i]], part[part[0] == ONE_SET ? 2 + depth - begin : 1]);
        begin += count;
    }
    return depth || begin ? ENDED : layout->nothing;
}

/* The action of an answer at a depth. What has no atoms has an action of its own. */
static Word any_action_at(Machine *mc, const Layout *layout, const Word *answer, size_t depth) {
    const Word *site = layout->sites[mc->pc], *names = site + 2;
    Word parts = answer[0] == SEVERAL ? answer[1] : answer[0] == ONE_THING || answer[0] == ONE_SET, action;
    if (parts > site[1]) fail(mc, "an answer has more parts than there are names");
    switch (answer[0]) {
    case SEVERAL:
        return in_several(mc, layout, names, answer, depth);
    case ONE_SET:
        if (depth < (size_t)answer[1]) return action_of(mc, layout->tables[names[0]], answer[2 + depth]);
        return depth ? ENDED : layout->enough;
    default:
        if (depth) return ENDED;
        action = answer[0] == YES ? layout->yes : site[0];
        if (action < 0) fail(mc, "there is no action for an answer");
        return action;
    }
}

static inline bool is_pair(const Word *answer) {
    return answer[0] == SEVERAL && answer[1] == 2 && answer[2] == ONE_THING && answer[4] == ONE_THING;
}

/* Of one thing, and of two, at once, as there can be many of them. */
static inline Word action_at(Machine *mc, const Layout *layout, const Word *answer, size_t depth) {
    const Word *site = layout->sites[mc->pc], *names = site + 2;
    if (answer[0] == ONE_THING && site[1] > 0) return depth ? ENDED : action_of(mc, layout->tables[names[0]], answer[1]);
    if (is_pair(answer) && site[1] > 1) return depth > 1 ? ENDED : action_of(mc, layout->tables[names[depth]], answer[3 + 2 * depth]);
    return any_action_at(mc, layout, answer, depth);
}

static inline const Word *answer_after(const Game *game, const Word *answer) {
    return answer + (answer[0] == DECLINED || answer[0] == YES ? 1 : game->each ? game->each : answer_size(answer));
}

static const Word *answers_end(const Game *game) { return game->answers.at + game->answers.used; }

static inline void set_bit(uint64_t *bits, Word action) { bits[action / 64] |= (uint64_t)1 << (action % 64); }
static inline bool has_bit(const uint64_t *bits, Word action) { return bits[action / 64] >> (action % 64) & 1; }

static uint32_t counted(const uint64_t *bits, size_t width) {
    uint32_t count = ones(bits[0]);
    for (size_t i = 1; i < width; i++) count += ones(bits[i]);
    return count;
}

uint32_t game_offers(Machine *mc, const Layout *layout, const Game *game, uint64_t *legal, size_t width) {
    const Word *end = answers_end(game);
    memset(legal, 0, width * sizeof(uint64_t));
    for (const Word *answer = game->answers.at; answer < end; answer = answer_after(game, answer)) {
        Word action = action_at(mc, layout, answer, game->so_far.used);
        set_bit(legal, action == ENDED ? layout->enough : action);
    }
    return counted(legal, width);
}

/* Each is one thing, as most often, but for the last, and has an action of its own: false if it is not so. */
static bool asks_for_things(Machine *mc, const Layout *layout, uint64_t *legal) {
    const Word *site = layout->sites[mc->pc], *answer = mc->raws.at;
    size_t things = mc->raw_at.used, used = mc->raws.used;
    bool declines = used == 2 * things - 1 && answer[used - 1] == DECLINED;
    if ((used != 2 * things && !declines) || site[1] < 1 || !layout->in_order[site[2]]) return false;
    const Word *table = layout->tables[site[2]];
    for (things -= declines; things--; answer += 2) {
        if (answer[0] != ONE_THING) return false;
        set_bit(legal, action_of(mc, table, answer[1]));
    }
    if (!declines) return true;
    if (site[0] < 0 || has_bit(legal, site[0])) return false;
    set_bit(legal, site[0]);
    return true;
}

uint32_t game_asks(Machine *mc, const Layout *layout, Game *game, uint64_t *legal, size_t width) {
    Words *kept = &game->answers;
    memset(legal, 0, width * sizeof(uint64_t));
    if (kept->room > ANSWERS_KEPT) {
        free(kept->at);
        *kept = (Words){NULL, 0, 0};
    }
    kept->used = 0, game->each = 0;
    game->things = asks_for_things(mc, layout, legal);
    if (game->things) return counted(legal, width);
    memset(legal, 0, width * sizeof(uint64_t));
    bool even = true;
    Word last = 0;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        size_t size = answer_size(answer);
        Word *at = pushed_room(mc, kept, size);
        for (size_t k = 0; k < size; k++) at[k] = answer[k];
        if (size > 1 && game->each && size != game->each) even = false;
        if (size > 1) game->each = size;
        if (i == 0 || size != 6 || !is_pair(answer) || answer[3] != last) set_bit(legal, action_at(mc, layout, answer, 0));
        last = answer[size > 3 ? 3 : 0]; /* of pairs many with the same first thing follow each other */
    }
    if (!even) game->each = 0;
    return counted(legal, width);
}

/* The answer that an action says. So answers that are things need not be kept, apart from all else that a game has: with 2,048
   games that took a step a thirtieth. */
static const Word *thing_answer(const Layout *layout, Game *game, Word pc, Word action) {
    const Word *site = layout->sites[pc], *table = layout->tables[site[2]];
    Word at = found_among(table + 1 + table[0], table[0], action);
    game->thing[0] = at < 0 || action == site[0] ? DECLINED : ONE_THING;
    game->thing[1] = at < 0 ? 0 : table[1 + at];
    return game->thing;
}

const Word *game_answer(Machine *mc, const Layout *layout, Game *game, const uint64_t *legal, Word action) {
    bool is_legal = action >= 0 && action < layout->actions && has_bit(legal, action);
    if (!is_legal) fail(mc, "an action is not legal"); /* if nobody has looked whether it is */
    if (game->things) return thing_answer(layout, game, mc->pc, action);
    size_t depth = game->so_far.used;
    const Word *end = answers_end(game), *found = NULL;
    bool ends = depth && action == layout->enough, further = false;
    Word *to = game->answers.at; /* where those come to lie that go on with this action */
    for (const Word *answer = to, *next; answer < end; answer = next) {
        next = answer_after(game, answer);
        if (action_at(mc, layout, answer, depth) != (ends ? ENDED : action)) continue;
        found = to, further |= !ends && action_at(mc, layout, answer, depth + 1) != ENDED;
        while (answer < next) *to++ = *answer++;
    }
    if (!found) fail(mc, "an action is not legal");
    if (!further) return found;
    game->answers.used = (size_t)(to - game->answers.at);
    push(mc, &game->so_far, action);
    return NULL;
}
