/* Games that go on together: how each begins, goes on, ends and is told. */

#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "generated/nodes.h"
#include "paths.h"

#define STOP_EVERY 256 /* actions, after which somebody may want the games to stop */
#define SETS_KEPT 256  /* words of names' sets, beyond which those are thrown away that no name has any more */

enum { LINE = 64 }; /* bytes that the processor fetches at once */

/* ---- making and freeing */

static size_t in_lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static size_t block_bytes(const Games *all) { return all->opening->size * sizeof(Word); }

static Told *told_of(const Games *all, Game *game) { return (Told *)((char *)game->block + block_bytes(all)); }

static bool part_make(Part *part, const Games *all) {
    part->mc = machine_new(all->plan);
    part->gained = calloc((size_t)all->plan->players, sizeof(Word));
    part->afresh = calloc(1, told_size(all->plan));
    if (!part->mc || !part->gained || !part->afresh) return false;
    part->block = part->mc->block;
    part->mc->fuel = all->fuel, part->mc->budget = all->budget, part->mc->allowance = all->allowance;
    part->mc->chance = twister_next;
    return true;
}

bool games_make(Games *all, size_t count, size_t parts) {
    all->width = (size_t)all->layout.actions / 64 + 1;
    all->stride = in_lines(sizeof(Game) + block_bytes(all) + told_size(all->plan));
    all->games = calloc(count, all->stride);
    all->chances = calloc(count, sizeof(Twister));
    all->offers = calloc(count, sizeof(Offer));
    all->legal = calloc(count * all->width, sizeof(uint64_t));
    all->each = calloc(parts, sizeof(Part));
    if (all->games) all->count = count;
    if (all->each) all->parts = parts;
    if (!all->games || !all->chances || !all->offers || !all->legal || !all->each || !differences_make(all)) return false;
    for (size_t i = 0; i < count; i++) {
        all->offers[i].over = true;
        told_nothing(all, told_of(all, game_at(all, i)));
    }
    for (size_t i = 0; i < parts; i++) {
        all->each[i].first = count * i / parts, all->each[i].end = count * (i + 1) / parts;
        if (!part_make(&all->each[i], all)) return false;
    }
    return true;
}

void games_free(Games *all) {
    for (size_t i = 0; i < all->count; i++) {
        Game *game = game_at(all, i);
        Words *own[] = {&game->sets, &game->stack, &game->together, &game->stage, &game->answers, &game->so_far};
        for (size_t k = 0; k < sizeof(own) / sizeof(own[0]); k++) free(own[k]->at);
    }
    for (size_t i = 0; i < all->parts; i++) {
        machine_free(all->each[i].mc);
        free(all->each[i].gained);
        free(all->each[i].afresh);
    }
    free(all->games);
    free(all->chances);
    free(all->offers);
    free(all->legal);
    free(all->differs);
    free(all->each);
    machine_free(all->opening);
    layout_free(&all->layout);
}

void games_seed(Games *all, uint64_t seed) {
    enum { MANY = 60 };
    uint64_t seeds[MANY];
    for (size_t begin = 0; begin < all->count; begin += MANY) {
        size_t many = all->count - begin < MANY ? all->count - begin : MANY;
        for (size_t i = 0; i < many; i++) seeds[i] = all->offers[begin + i].picks = seed + begin + i;
        twisters_seed(all->chances + begin, seeds, many);
    }
}

void games_over(Games *all) {
    for (size_t i = 0; i < all->count; i++) all->offers[i].over = true;
    all->stop = false;
}

/* ---- the machine of a part, which stands on one game after another */

static void stand(Machine *mc, Game *game, Twister *chance) {
    machine_on(mc, game->block);
    mc->sets = game->sets, mc->stack = game->stack, mc->together = game->together, mc->stage = game->stage;
    mc->active = game->active, mc->next = game->next, mc->own = game->own;
    mc->direction = game->direction, mc->pc = game->pc, mc->turns = game->turns, mc->spent = game->spent;
    mc->has_next = game->has_next, mc->watching = game->watching;
    mc->is_together = game->is_together, mc->is_staged = game->is_staged;
    mc->from = chance;
    memset(mc->changed, 0, mc->plan->dirt * sizeof(uint64_t));
}

static void leave(Machine *mc, Game *game) {
    game->sets = mc->sets, game->stack = mc->stack, game->together = mc->together, game->stage = mc->stage;
    game->active = mc->active, game->next = mc->next, game->own = mc->own;
    game->direction = mc->direction, game->pc = mc->pc, game->turns = mc->turns, game->spent = mc->spent;
    game->has_next = mc->has_next, game->watching = mc->watching;
    game->is_together = mc->is_together, game->is_staged = mc->is_staged;
}

/* The machine stands on no game any more. */
static void rests(Part *part) {
    Machine *mc = part->mc;
    mc->sets = mc->stack = mc->together = mc->stage = (Words){NULL, 0, 0};
    machine_on(mc, part->block);
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

/* One of the games, as the machine of its part stands on it. */
typedef struct {
    const Games *all;
    Part *part;
    Machine *mc;
    size_t at;
    Game *game;
    Offer *offer;
    uint64_t *legal;
    double *returns;
} Standing;

static Standing standing_at(const Games *all, Part *part, size_t at) {
    return (Standing){all, part, part->mc, at, game_at(all, at), &all->offers[at], all->legal + at * all->width, all->rows.returns + at * (size_t)all->plan->players};
}

/* So many actions are legal. */
static bool offers(const Standing *here, uint32_t count) {
    here->offer->count = count;
    if (!count) fail(here->mc, "somebody is asked and has nothing to answer");
    return true;
}

static bool ends(const Standing *here) {
    Machine *mc = here->mc;
    const Plan *plan = here->all->plan;
    here->offer->over = true, here->offer->truncated = mc->turns > here->all->layout.most_turns;
    here->offer->count = 0;
    memset(here->legal, 0, here->all->width * sizeof(uint64_t));
    if (mc->pc != plan->over) return true;
    if (plan->returns) {
        if (!run_returns(mc, here->part->gained)) return false;
        for (Word seat = 0; seat < plan->players; seat++) here->returns[seat] = (double)here->part->gained[seat];
        return true;
    }
    Set winners;
    if (!plan->winners) return true;
    if (!run_winners(mc, &winners)) return false;
    for (size_t i = 0; i < winners.count; i++) {
        Word seat = mc->arena.at[winners.at + i];
        if (seat >= 0 && seat < plan->players) here->returns[seat] = 1.0 / (double)winners.count;
    }
    return true;
}

/* A run has come to where somebody is asked, or the game is over. */
static bool arrives(const Standing *here) {
    Machine *mc = here->mc;
    if (!mc->is_together) mc->together.used = 0;
    if (!mc->is_staged) mc->stage.used = 0;
    here->game->so_far.used = 0;
    if (!here->all->layout.sites[mc->pc]) return ends(here);
    tidy_sets(mc);
    return offers(here, game_asks(mc, &here->all->layout, here->game, here->legal, here->all->width));
}

static void begins(const Standing *here) {
    Machine *mc = here->mc;
    const Machine *opening = here->all->opening;
    memcpy(mc->block, opening->block, mc->size * sizeof(Word));
    memset(mc->changed, 0xff, mc->plan->dirt * sizeof(uint64_t));
    mc->sets.used = mc->stack.used = mc->together.used = mc->stage.used = 0;
    mc->active = opening->active, mc->next = opening->next, mc->own = opening->own;
    mc->direction = opening->direction, mc->turns = opening->turns, mc->spent = 0;
    mc->has_next = opening->has_next, mc->watching = opening->watching;
    mc->is_together = mc->is_staged = false;
    here->offer->over = here->offer->truncated = false;
    run_on_from(mc, here->all->begin);
}

static bool goes_on(const Standing *here, Word action) {
    Machine *mc = here->mc;
    const Layout *layout = &here->all->layout;
    const Word *answer = game_answer(mc, layout, here->game, here->legal, action);
    if (!answer) return offers(here, game_offers(mc, layout, here->game, here->legal, here->all->width));
    run_on_answer(mc, answer);
    return arrives(here);
}

static bool guarded(const Standing *here, Word action) {
    Machine *mc = here->mc;
    GUARD(mc, false);
    if (!here->offer->over) return goes_on(here, action);
    memset(here->returns, 0, (size_t)here->all->plan->players * sizeof(double));
    begins(here);
    return arrives(here);
}

/* An action in a game on which the machine stands. */
static bool acts(const Standing *here, Word action) {
    Machine *mc = here->mc;
    mc->log.used = mc->arena.used = 0;
    bool done = guarded(here, action);
    if (!done && mc->failed == OUT_OF_BUDGET) { /* the game is cut off, the others go on */
        here->offer->over = here->offer->truncated = done = true, here->offer->count = 0;
        memset(here->legal, 0, here->all->width * sizeof(uint64_t));
        memset(here->returns, 0, (size_t)here->all->plan->players * sizeof(double));
    }
    if (!done) here->part->failed = mc->failed;
    mc->out = NULL;
    return done;
}

/* ---- what is told of a game */

/* Eight bits as bytes of 0 and 1, the lowest first. */
#define BYTE(bits, at) ((bits) >> (at) & 1)
#define BYTES(bits) {BYTE(bits, 0), BYTE(bits, 1), BYTE(bits, 2), BYTE(bits, 3), BYTE(bits, 4), BYTE(bits, 5), BYTE(bits, 6), BYTE(bits, 7)}
#define FOUR(bits) BYTES(bits), BYTES(bits + 1), BYTES(bits + 2), BYTES(bits + 3)
#define SIXTEEN(bits) FOUR(bits), FOUR(bits + 4), FOUR(bits + 8), FOUR(bits + 12)
#define SIXTY_FOUR(bits) SIXTEEN(bits), SIXTEEN(bits + 16), SIXTEEN(bits + 32), SIXTEEN(bits + 48)
static const uint8_t AS_BYTES[256][8] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192)};

static void write_mask(const uint64_t *legal, size_t actions, uint8_t *mask) {
    for (; actions >= 64; actions -= 64, mask += 64) {
        uint64_t bits = *legal++;
        for (int at = 0; at < 64; at += 8, bits >>= 8) memcpy(mask + at, AS_BYTES[bits & 0xff], 8);
    }
    uint64_t bits = *legal;
    for (; actions >= 8; actions -= 8, mask += 8, bits >>= 8) memcpy(mask, AS_BYTES[bits & 0xff], 8);
    for (size_t i = 0; i < actions; i++) mask[i] = BYTE(bits, i);
}

static void write_row(const Standing *here) {
    const Games *all = here->all;
    const Rows *rows = &all->rows;
    bool over = here->offer->over;
    size_t actions = (size_t)all->layout.actions, at = here->at;
    rows->asked[at] = over ? -1 : here->mc->own;
    rows->counts[at] = (int64_t)here->offer->count;
    rows->over[at] = over;
    rows->truncated[at] = here->offer->truncated;
    write_mask(here->legal, actions, rows->mask + at * actions);
    game_observe(all, here->mc, here->game, over, over ? 0 : here->mc->own, rows->observations + at * (size_t)all->layout.size, told_of(all, here->game));
}

void games_observe(Games *all, const int64_t *seats, float *into) {
    Part *part = &all->each[0];
    size_t size = (size_t)all->layout.size;
    memset(into, 0, all->count * size * sizeof(float));
    for (size_t i = 0; i < all->count; i++) {
        Game *game = game_at(all, i);
        stand(part->mc, game, &all->chances[i]);
        told_nothing(all, part->afresh);
        game_observe(all, part->mc, game, all->offers[i].over, seats[i], into + i * size, part->afresh);
    }
    rests(part);
}

/* ---- one of them */

Machine *games_stand(Games *all, size_t at) {
    Machine *mc = all->each[0].mc;
    stand(mc, game_at(all, at), &all->chances[at]);
    mc->log.used = mc->arena.used = 0;
    mc->waits = false;
    return mc;
}

void games_leave(Games *all, size_t at) {
    leave(all->each[0].mc, game_at(all, at));
    rests(&all->each[0]);
}

bool games_has_begun(Games *all, size_t at) {
    Machine *mc = games_stand(all, at);
    bool has = mc->begins[all->plan->places] == all->plan->cards;
    games_leave(all, at);
    return has;
}

void games_forget(Games *all, size_t at) {
    Game *game = game_at(all, at);
    memset(game->block, 0, block_bytes(all));
    game->active = game->next = game->own = game->pc = game->turns = game->spent = 0;
    game->sets.used = game->stack.used = game->together.used = game->stage.used = game->so_far.used = 0;
    game->is_together = game->is_staged = false;
    all->offers[at].over = true, all->offers[at].count = 0;
}

static bool resumes(const Standing *here, const Word *so_far, size_t count) {
    Machine *mc = here->mc;
    const Layout *layout = &here->all->layout;
    GUARD(mc, false);
    if (!arrives(here)) return false;
    for (size_t i = 0; i < count; i++) {
        Word action = so_far[i];
        bool legal = !here->offer->over && action >= 0 && action < layout->actions && here->legal[action / 64] >> (action % 64) & 1;
        if (!legal || game_answer(mc, layout, here->game, here->legal, action)) fail(mc, "no answer goes on with these actions");
        offers(here, game_offers(mc, layout, here->game, here->legal, here->all->width));
    }
    return true;
}

bool games_resume(Games *all, size_t at, const Word *so_far, size_t count) {
    Standing here = standing_at(all, &all->each[0], at);
    here.offer->over = here.offer->truncated = false;
    memset(here.returns, 0, (size_t)all->plan->players * sizeof(double));
    memset(here.mc->changed, 0xff, all->plan->dirt * sizeof(uint64_t));
    bool done = run_options(here.mc) && resumes(&here, so_far, count);
    here.mc->out = NULL;
    if (done) write_row(&here);
    return done;
}

/* ---- all of them */

int64_t games_illegal(const Games *all, const int64_t *actions) {
    const uint64_t *legal = all->legal;
    for (size_t i = 0; i < all->count; i++, legal += all->width) {
        int64_t action = actions[i];
        if (all->offers[i].over || (action >= 0 && action < all->layout.actions && legal[action / 64] >> (action % 64) & 1)) continue;
        return (int64_t)i;
    }
    return -1;
}

/* A random number by splitmix64, as a share of what is below 1. */
static double picked(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0);
}

#define EACH_BYTE(value) ((value) * 0x0101010101010101u)

/* In how many of the lowest bytes no more than so many are counted; all are below 128. */
static unsigned bytes_until(uint64_t counts, uint64_t many) {
    return (unsigned)(EACH_BYTE((((EACH_BYTE(many) | EACH_BYTE(0x80)) - counts) & EACH_BYTE(0x80)) >> 7) >> 56);
}

/* Where the bit is before which so many are set. It takes no branch, as none could be foretold. */
static unsigned nth_bit(uint64_t bits, uint64_t many) {
    uint64_t counts = bits - (bits >> 1 & 0x5555555555555555u);
    counts = (counts & 0x3333333333333333u) + (counts >> 2 & 0x3333333333333333u);
    counts = EACH_BYTE((counts + (counts >> 4)) & EACH_BYTE(0x0f)); /* of each byte and those below it */
    unsigned byte = bytes_until(counts, many);
    many -= counts << 8 >> (8 * byte) & 0xff;
    uint64_t spread = (EACH_BYTE(bits >> (8 * byte) & 0xff) & 0x8040201008040201u) + EACH_BYTE(0x7f);
    return 8 * byte + bytes_until(EACH_BYTE(spread >> 7 & EACH_BYTE(1)), many);
}

static Word pick(Offer *offer, const uint64_t *legal) {
    size_t left = (size_t)(picked(&offer->picks) * (double)offer->count), at = 0;
    size_t here;
    while ((here = ones(legal[at])) <= left) left -= here, at++;
    return (Word)(64 * at + nth_bit(legal[at], left));
}

void games_pick(Games *all, int64_t *actions) {
    const uint64_t *legal = all->legal;
    for (size_t i = 0; i < all->count; i++, legal += all->width) actions[i] = all->offers[i].over ? 0 : pick(&all->offers[i], legal);
}

/* Asks for the memory of a game that comes soon: two games ahead for what it has in one stretch, and one ahead for what that
   leads to and for what is written of it, of which the processor fetches two lines at a time. It does so while others are
   played, which saves 2,048 games a sixth of a step. */
static void fetch_ahead(const Games *all, size_t at, size_t end) {
    if (at + 2 < all->count) {
        const char *game = (const char *)game_at(all, at + 2);
        for (size_t i = 0; i < all->stride; i += LINE) __builtin_prefetch(game + i, 1);
        __builtin_prefetch(&all->chances[at + 2].at, 1);
    }
    if (at + 1 >= end) return;
    const Game *game = game_at(all, at + 1);
    __builtin_prefetch(game->answers.at, 1);
    __builtin_prefetch(game->sets.at, 1);
    __builtin_prefetch(game->stack.at, 1);
    twister_fetch(&all->chances[at + 1]);
    const char *row = (const char *)(all->rows.observations + (at + 1) * (size_t)all->layout.size);
    for (size_t i = 0; i < (size_t)all->layout.size * sizeof(float); i += 2 * LINE) __builtin_prefetch(row + i, 1);
}

/* A part is played by some games at a time, so that whoever has played his own part helps with those of others: a processor
   can have other things to do, or a thread has to be woken first. The fewer, the less others wait in the end. */
enum { CLAIMED = 8 };

typedef struct {
    Games *all;
    Part *mine;
    const int64_t *actions;
    int (*interrupted)(void);
    size_t count; /* of actions */
} Player;

static bool stopped(const Games *all) { return atomic_load_explicit(&all->stop, memory_order_relaxed); }

static bool stops(Player *player) {
    if (++player->count % STOP_EVERY == 0 && player->interrupted && player->interrupted()) player->all->stop = true;
    return stopped(player->all);
}

static bool play_one(Player *player, size_t at) {
    Standing here = standing_at(player->all, player->mine, at);
    bool done = true;
    stand(here.mc, here.game, &player->all->chances[at]);
    if (player->actions) done = acts(&here, player->actions[at]);
    while (!player->actions && done && !here.offer->over && !stops(player)) done = acts(&here, pick(here.offer, here.legal));
    if (done) write_row(&here);
    leave(here.mc, here.game);
    return done;
}

/* Those of a part that nobody has begun to play. */
static bool play_rest(Player *player, Part *of) {
    Games *all = player->all;
    const size_t claimed = all->parts > 1 ? CLAIMED : all->count;
    for (size_t at; (at = atomic_fetch_add_explicit(&of->next, claimed, memory_order_relaxed)) < of->end;) {
        size_t end = at + claimed < of->end ? at + claimed : of->end;
        for (size_t i = at; i < end; i++) {
            if (player->actions ? stops(player) : stopped(all)) return true;
            if (player->actions) fetch_ahead(all, i, end);
            if (!play_one(player, i)) return false;
        }
    }
    return true;
}

void games_begin(Games *all) {
    for (size_t i = 0; i < all->parts; i++) all->each[i].failed = NULL, all->each[i].next = all->each[i].first;
}

bool games_play(Games *all, size_t part, const int64_t *actions, int (*interrupted)(void)) {
    Player player = {all, &all->each[part], actions, interrupted, 0};
    player.mine->mc->interrupted = interrupted;
    for (size_t i = 0; i < all->parts && !stopped(all); i++)
        if (!play_rest(&player, &all->each[(part + i) % all->parts])) all->stop = true;
    rests(player.mine);
    return !stopped(all);
}
