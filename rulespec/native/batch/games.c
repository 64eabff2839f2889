/* Games that go on together: how each begins, goes on, ends and is told. */

#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "generated/nodes.h"
#include "paths.h"

#define STOP_EVERY 256 /* actions, after which somebody may want the games to stop */
#define SETS_KEPT 256  /* words of names' sets, beyond which those are thrown away that no name has any more */
#define RAWS_KEPT 4096 /* words of answers that each game may keep; of more, those that are legal */

/* ---- making and freeing */

static bool game_make(Game *game, const Games *all) {
    game->mc = machine_new(all->plan);
    game->legal = calloc(all->width, sizeof(uint64_t));
    game->over = true;
    if (!game->mc || !game->legal) return false;
    game->mc->fuel = all->fuel;
    game->mc->chance = twister_next, game->mc->from = &game->chance;
    return true;
}

static bool has_searches(const Plan *plan) {
    for (Word pc = 0; pc < plan->instructions; pc++)
        if (plan->words[plan->code[pc]] == ASK_PART) return true;
    return false;
}

bool games_make(Games *all, size_t count, size_t parts) {
    all->searches = has_searches(all->plan);
    all->width = (size_t)all->layout.actions / 64 + 1;
    all->games = calloc(count, sizeof(Game));
    all->scratch = calloc(parts, sizeof(Scratch));
    if (!all->games || !all->scratch) return false;
    all->count = count, all->parts = parts;
    for (size_t i = 0; i < count; i++)
        if (!game_make(&all->games[i], all)) return false;
    for (size_t i = 0; i < parts; i++)
        if (!(all->scratch[i].gained = calloc((size_t)all->plan->players, sizeof(Word)))) return false;
    return true;
}

void games_free(Games *all) {
    for (size_t i = 0; i < all->count; i++) {
        machine_free(all->games[i].mc);
        free(all->games[i].legal);
        free(all->games[i].so_far.at);
        free(all->games[i].firsts.at);
    }
    for (size_t i = 0; i < all->parts; i++) {
        Scratch *scratch = &all->scratch[i];
        for (int k = 0; k < SCRATCH_WORDS; k++) free(scratch->lent[k].at);
        free(scratch->path.at);
        free(scratch->gained);
    }
    free(all->games);
    free(all->scratch);
    machine_free(all->opening);
    layout_free(&all->layout);
}

void games_seed(Games *all, uint64_t seed) {
    for (size_t i = 0; i < all->count; i++) {
        twister_seed(&all->games[i].chance, seed + i);
        all->games[i].picks = seed + i;
    }
}

void games_over(Games *all) {
    for (size_t i = 0; i < all->count; i++) all->games[i].over = true;
    all->stop = false;
}

/* ---- what is lent to a game while it runs */

static void exchange(const Games *all, Machine *mc, Scratch *scratch) {
    Words *used[] = {&mc->picked, &mc->arena, &mc->about, &mc->listed, &mc->spare, &mc->log};
    for (int i = 0; i < (all->searches ? SCRATCH_WORDS : USED_WORDS); i++) {
        Words *words = i < USED_WORDS ? used[i] : &mc->search[i - USED_WORDS], kept = *words;
        *words = scratch->lent[i];
        scratch->lent[i] = kept;
    }
}

/* ---- where a game stands */

/* Names are given to sets again and again; those that no name has any more are thrown away. */
static void tidy_sets(Machine *mc) {
    if (mc->sets.used < SETS_KEPT) return;
    size_t from = mc->arena.used;
    for (Word slot = 0; slot < mc->plan->slots; slot++) {
        if (mc->named[slot] != SET_NAMED) continue;
        size_t at = mc->arena.used - from;
        const Word *set = mc->sets.at + mc->names[slot];
        push_all(mc, &mc->arena, set, 1 + (size_t)set[0]);
        mc->names[slot] = (Word)at;
    }
    mc->sets.used = 0;
    push_all(mc, &mc->sets, mc->arena.at + from, mc->arena.used - from);
    mc->arena.used = from;
}

/* A choice among many candidates needs much room for what turns out not to be legal. */
static void tidy_raws(Machine *mc) {
    if (mc->raws.room <= RAWS_KEPT) return;
    size_t from = mc->arena.used;
    for (size_t i = 0; i < mc->raw_at.used; i++) {
        const Word *answer = mc->raws.at + mc->raw_at.at[i];
        mc->raw_at.at[i] = (Word)(mc->arena.used - from);
        push_all(mc, &mc->arena, answer, answer_size(answer));
    }
    free(mc->raws.at);
    mc->raws = (Words){NULL, 0, 0};
    push_all(mc, &mc->raws, mc->arena.at + from, mc->arena.used - from);
    mc->arena.used = from;
}

static void offers(const Games *all, Game *game, Scratch *scratch) {
    memset(game->legal, 0, all->width * sizeof(uint64_t));
    game_offers(&all->layout, game, &scratch->path);
    if (!game->count) fail(game->mc, "somebody is asked and has nothing to answer");
}

static bool ends(const Games *all, Game *game, Scratch *scratch, double *returns) {
    Machine *mc = game->mc;
    const Plan *plan = all->plan;
    game->over = true, game->truncated = mc->turns > all->layout.most_turns;
    game->count = 0;
    memset(game->legal, 0, all->width * sizeof(uint64_t));
    if (mc->pc != plan->over) return true;
    if (plan->returns) {
        if (!run_returns(mc, scratch->gained)) return false;
        for (Word seat = 0; seat < plan->players; seat++) returns[seat] = (double)scratch->gained[seat];
        return true;
    }
    Set winners;
    if (!plan->winners) return true;
    if (!run_winners(mc, &winners)) return false;
    for (size_t i = 0; i < winners.count; i++) {
        Word seat = mc->arena.at[winners.at + i];
        if (seat >= 0 && seat < plan->players) returns[seat] = 1.0 / (double)winners.count;
    }
    return true;
}

/* A run has come to where somebody is asked, or the game is over. */
static bool arrives(const Games *all, Game *game, Scratch *scratch, double *returns) {
    Machine *mc = game->mc;
    jmp_buf out;
    if (!mc->is_together) mc->together.used = 0;
    if (!mc->is_staged) mc->stage.used = 0;
    game->so_far.used = 0;
    if (!all->layout.sites[mc->pc]) return ends(all, game, scratch, returns);
    mc->out = &out;
    if (setjmp(out)) return false;
    tidy_sets(mc);
    tidy_raws(mc);
    offers(all, game, scratch);
    return true;
}

static bool begins(const Games *all, Game *game) {
    Machine *mc = game->mc;
    const Machine *opening = all->opening;
    memcpy(mc->block, opening->block, mc->size * sizeof(Word));
    mc->sets.used = mc->stack.used = mc->together.used = mc->stage.used = 0;
    mc->active = opening->active, mc->next = opening->next, mc->own = opening->own;
    mc->direction = opening->direction, mc->turns = opening->turns;
    mc->has_next = opening->has_next, mc->watching = opening->watching;
    mc->is_together = mc->is_staged = false;
    game->over = game->truncated = false;
    return run_from(mc, all->begin);
}

static bool goes_on(const Games *all, Game *game, Scratch *scratch, Word action, double *returns) {
    Machine *mc = game->mc;
    GUARD(mc, false);
    const Word *answer = game_answer(&all->layout, game, &scratch->path, action);
    if (!answer) return offers(all, game, scratch), true;
    return run_answer(mc, answer) && arrives(all, game, scratch, returns);
}

static bool steps(const Games *all, Game *game, Scratch *scratch, Word action, int (*interrupted)(void)) {
    Machine *mc = game->mc;
    double *returns = all->rows.returns + (size_t)(game - all->games) * (size_t)all->plan->players;
    exchange(all, mc, scratch);
    mc->log.used = mc->arena.used = 0;
    mc->interrupted = interrupted;
    bool done;
    if (game->over) {
        memset(returns, 0, (size_t)all->plan->players * sizeof(double));
        done = begins(all, game) && arrives(all, game, scratch, returns);
    } else {
        done = goes_on(all, game, scratch, action, returns);
    }
    if (!done) scratch->failed = mc->failed;
    mc->out = NULL;
    exchange(all, mc, scratch);
    return done;
}

/* ---- what is told of a game */

static void write_mask(const uint64_t *legal, size_t width, size_t actions, uint8_t *mask) {
    memset(mask, 0, actions);
    for (size_t i = 0; i < width; i++)
        for (uint64_t bits = legal[i]; bits; bits &= bits - 1) mask[64 * i + (size_t)__builtin_ctzll(bits)] = 1;
}

static void write_row(const Games *all, size_t at) {
    const Game *game = &all->games[at];
    const Rows *rows = &all->rows;
    size_t actions = (size_t)all->layout.actions;
    rows->asked[at] = game->over ? -1 : game->mc->own;
    rows->counts[at] = (int64_t)game->count;
    rows->over[at] = game->over;
    rows->truncated[at] = game->truncated;
    write_mask(game->legal, all->width, actions, rows->mask + at * actions);
    game_observe(all, game, game->over ? 0 : game->mc->own, rows->observations + at * (size_t)all->layout.size);
}

/* ---- all of them */

static bool is_legal(const Games *all, const Game *game, int64_t action) {
    return action >= 0 && action < all->layout.actions && game->legal[action / 64] >> (action % 64) & 1;
}

int64_t games_illegal(const Games *all, const int64_t *actions) {
    for (size_t i = 0; i < all->count; i++)
        if (!all->games[i].over && !is_legal(all, &all->games[i], actions[i])) return (int64_t)i;
    return -1;
}

static bool stops(Games *all, size_t *count, int (*interrupted)(void)) {
    if (++*count % STOP_EVERY == 0 && interrupted && interrupted()) all->stop = true;
    return all->stop;
}

static size_t first_of(const Games *all, size_t part) { return all->count * part / all->parts; }

static bool done_with(Games *all, bool done) {
    if (!done) all->stop = true;
    return done;
}

bool games_step(Games *all, size_t part, const int64_t *actions, int (*interrupted)(void)) {
    size_t count = 0;
    for (size_t i = first_of(all, part); i < first_of(all, part + 1); i++) {
        if (stops(all, &count, interrupted) || !done_with(all, steps(all, &all->games[i], &all->scratch[part], actions ? actions[i] : 0, interrupted))) return false;
        write_row(all, i);
    }
    return true;
}

/* A random number by splitmix64, as a share of what is below 1. */
static double picked(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0);
}

static Word pick(Game *game) {
    size_t left = (size_t)(picked(&game->picks) * (double)game->count), at = 0;
    size_t here;
    while ((here = (size_t)__builtin_popcountll(game->legal[at])) <= left) left -= here, at++;
    uint64_t bits = game->legal[at];
    while (left--) bits &= bits - 1;
    return (Word)(64 * at) + __builtin_ctzll(bits);
}

void games_pick(Games *all, int64_t *actions) {
    for (size_t i = 0; i < all->count; i++) actions[i] = all->games[i].over ? 0 : pick(&all->games[i]);
}

bool games_play_out(Games *all, size_t part, int (*interrupted)(void)) {
    size_t count = 0;
    for (size_t i = first_of(all, part); i < first_of(all, part + 1); i++) {
        Game *game = &all->games[i];
        while (!game->over)
            if (stops(all, &count, interrupted) || !done_with(all, steps(all, game, &all->scratch[part], pick(game), interrupted))) return false;
        write_row(all, i);
    }
    return true;
}
