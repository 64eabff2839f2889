/* What has happened in many games, as `coverage.h` says. */

#include "coverage.h"

#include <stdlib.h>
#include <string.h>

#include "generated/nodes.h"

/* ---- making */

bool coverage_begins(Coverage *coverage, const Plan *plan, size_t origins) {
    size_t count = (size_t)plan->instructions, variables = (size_t)plan->variables, places = (size_t)plan->places;
    *coverage = (Coverage){.plan = plan, .broken = -1, .law_count = (size_t)plan->laws, .origins = origins};
    coverage->variables = count * OUTCOMES;
    coverage->places = coverage->variables + variables * LEVELS;
    coverage->branches = coverage->places + places * LEVELS;
    coverage->laws = coverage->branches + count * LEVELS;
    coverage->marks = coverage->laws + coverage->law_count * LEVELS;
    coverage->counts = calloc(coverage->marks, sizeof(uint64_t));
    coverage->plain = calloc(coverage->marks, sizeof(uint64_t));
    coverage->led = calloc(count + 1, sizeof(Word));
    coverage->looked_at = calloc(count + 1, 1);
    coverage->law = calloc(coverage->law_count + 1, sizeof(WatchedLaw));
    coverage->taken = calloc(TAKEN_ROOM, sizeof(Taken));
    coverage->bits = calloc(2 * coverage->law_count * plan->dirt + 1, sizeof(uint64_t));
    coverage->writer = calloc(variables + 1, sizeof(Word)); /* and of who is next */
    coverage->used = calloc(origins + 1, sizeof(uint64_t));
    coverage->lost = calloc(origins + 1, sizeof(uint64_t));
    bool done = coverage->bits && coverage->writer && coverage->used && coverage->lost && coverage->counts && coverage->plain && coverage->led && coverage->looked_at && coverage->law && coverage->taken;
    for (size_t i = 0; done && i < coverage->law_count; i++)
        coverage->law[i] = (WatchedLaw){.number = (Word)i, .is_off = true, .reads = coverage->bits + 2 * i * plan->dirt, .changed = coverage->bits + (2 * i + 1) * plan->dirt};
    if (!done) coverage_ends(coverage);
    return done;
}

void coverage_ends(Coverage *coverage) {
    for (size_t i = 0; coverage->law && i < coverage->law_count; i++) machine_free(coverage->law[i].then);
    free(coverage->counts);
    free(coverage->plain);
    free(coverage->led);
    free(coverage->looked_at);
    free(coverage->law);
    free(coverage->taken);
    free(coverage->bits);
    free(coverage->writer);
    free(coverage->used);
    free(coverage->lost);
    free(coverage->fresh.at);
    *coverage = (Coverage){.plan = coverage->plan};
}

/* ---- marks */

/* Small numbers are told apart, larger ones by how many binary digits they have. */
static size_t level_of(Word number) {
    if (number >= 0 && number <= 12) return (size_t)number;
    bool below = number < 0;
    uint64_t beyond = below ? 0 - (uint64_t)number : (uint64_t)number - 12;
    size_t digits = 64 - (size_t)__builtin_clzll(beyond);
    return below ? 25 + (digits < 6 ? digits : 6) : 12 + (digits < 13 ? digits : 13);
}

static void marks(Machine *mc, Coverage *coverage, size_t mark) {
    coverage->plain[mark] += coverage->counts_plain;
    if (!coverage->counts[mark]++) push(mc, &coverage->fresh, (Word)mark);
}

uint64_t *coverage_taken(Coverage *coverage, Word pc, const Word *answer) {
    uint64_t hash = words_hash(answer, answer_size(answer)) ^ (uint64_t)(pc + 1) * 0xff51afd7ed558ccdu;
    hash += !hash; /* which means that nothing is counted there */
    size_t at = hash % TAKEN_ROOM;
    while (coverage->taken[at].hash && coverage->taken[at].hash != hash) at = (at + 1) % TAKEN_ROOM;
    Taken *each = &coverage->taken[at];
    if (!each->hash) {
        if (coverage->answers >= TAKEN_ROOM / 4 * 3) return NULL;
        coverage->answers++;
        each->hash = hash;
    }
    return &each->count;
}

void coverage_writes(Coverage *coverage, Word variable, Word origin) {
    Word *writer = &coverage->writer[variable];
    if (*writer) coverage->lost[*writer - 1]++;
    *writer = origin >= 0 && (size_t)origin < coverage->origins ? origin + 1 : 0;
}

/* ---- laws */

static void remembers(Machine *then, const Machine *mc) {
    memcpy(then->block, mc->block, mc->size * sizeof(Word));
    then->active = then->own = mc->active, then->next = mc->next, then->has_next = mc->has_next;
    then->direction = mc->direction, then->turns = mc->turns, then->pc = mc->pc;
}

void coverage_opens(Coverage *coverage, const Machine *opening) {
    memset(coverage->writer, 0, ((size_t)coverage->plan->variables + 1) * sizeof(Word));
    for (size_t i = 0; i < coverage->law_count; i++) {
        WatchedLaw *law = &coverage->law[i];
        law->has_then = opening && law->then;
        if (law->has_then) remembers(law->then, opening);
        memset(law->changed, 0xff, coverage->plan->dirt * sizeof(uint64_t));
    }
}

void coverage_settles(Machine *mc, Coverage *coverage) {
    size_t count = coverage->law_count, dirt = mc->plan->dirt;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < dirt; k++) coverage->law[i].changed[k] |= mc->dirty[k];
}

/* Whether something that a law reads has changed since it was looked at. */
static bool may_differ(const Machine *mc, const WatchedLaw *law) {
    for (size_t k = 0; k < mc->plan->dirt; k++)
        if ((law->changed[k] | mc->dirty[k]) & law->reads[k]) return true;
    return false;
}

/* Whether a law holds; where it is worked out how near conditions come, how near it came to a breach. */
static bool law_holds(Machine *mc, Coverage *coverage, const WatchedLaw *law) {
    Word test = mc->plan->law[law->number];
    if (!coverage->nears || law->then) return holds(mc, test, ACTING(mc));
    Word far = distance(mc, test, ACTING(mc), false);
    marks(mc, coverage, coverage->laws + (size_t)law->number * LEVELS + level_of(far));
    return far != 0;
}

static void breaks(Coverage *coverage, WatchedLaw *law) {
    law->is_broken = true;
    if (law->is_told || coverage->broken >= 0) return;
    law->is_told = true;
    coverage->broken = law->number;
}

/* The machine is between two instructions, so that registers keep nothing. One that compares with a table that is not
   known yet only remembers this one. */
static void laws_looked(Machine *mc, Coverage *coverage, Word moment) {
    Word own = mc->own;
    for (size_t i = 0; i < coverage->law_count; i++) {
        WatchedLaw *law = &coverage->law[i];
        if (law->is_off || law->is_broken || !(law->moments & moment)) continue;
        law->looked += !law->then || law->has_then;
        if (law->then ? law->has_then : may_differ(mc, law)) {
            Word left = mc->left, rest = mc->rest, doing = mc->doing; /* of the game, which laws cost nothing */
            mc->own = mc->active, mc->then = law->then, mc->doing = WORKS_OUT_LAWS - law->number;
            allow(mc, mc->budget);
            if (law->then) law->then->arena.used = 0, law->then->failed = NULL, allow(law->then, mc->budget);
            if (!law_holds(mc, coverage, law)) breaks(coverage, law);
            mc->left = left, mc->rest = rest, mc->doing = doing;
            forget_known(mc);
        }
        if (law->then) remembers(law->then, mc), law->has_then = true;
        memset(law->changed, 0, mc->plan->dirt * sizeof(uint64_t));
    }
    mc->own = own, mc->then = NULL;
}

/* ---- what is watched */

void coverage_watches(Coverage *coverage, Machine *mc) { mc->coverage = coverage; }

void coverage_before(Machine *mc, Coverage *coverage, Word pc) {
    ALIKE(ENDS_IF_TEST, BRANCH_TEST);
    if (mc->turns && pc == coverage->turn_ended) laws_looked(mc, coverage, AFTER_TURN);
    if (mc->turns && pc == coverage->round_ended) laws_looked(mc, coverage, AFTER_ROUND);
    const Word *n = node_at(mc, mc->plan->code[pc]);
    if (!coverage->nears || (n[KIND] != BRANCH && n[KIND] != ENDS_IF)) return;
    const uint64_t *met = coverage->counts + (size_t)pc * OUTCOMES;
    bool there = false, on = false;
    for (size_t i = 0; i < DEEDS; i++) there |= met[LED_THERE * DEEDS + i] != 0, on |= met[LED_ON * DEEDS + i] != 0;
    if (there && on) return;
    bool leads_there = n[KIND] == ENDS_IF; /* where the condition holds */
    Who who = n[KIND] == ENDS_IF ? (Who){mc->active, 0, true, false} : *ACTING(mc);
    Word far = distance(mc, n[BRANCH_TEST], &who, leads_there ? !there : !on);
    marks(mc, coverage, coverage->branches + (size_t)pc * LEVELS + level_of(far));
}

void coverage_step(Machine *mc, Coverage *coverage, Word pc, Word to, Word did) {
    size_t lead = to == STOPPED ? LED_TO_QUESTION : to == coverage->led[pc] ? LED_THERE : LED_ON;
    marks(mc, coverage, (size_t)pc * OUTCOMES + lead * DEEDS + (size_t)did);
    if (did & DID_TELL && coverage->looked_at[pc]) laws_looked(mc, coverage, AFTER_EFFECT);
}

void coverage_answered(Machine *mc, Coverage *coverage, Word pc) {
    if (coverage->looked_at[pc]) laws_looked(mc, coverage, AFTER_EFFECT);
}

static void rests(Machine *mc, Coverage *coverage) {
    const Plan *plan = mc->plan;
    for (Word i = 0; i < plan->variables; i++)
        if (mc->has[i]) marks(mc, coverage, coverage->variables + (size_t)i * LEVELS + level_of(mc->variables[i]));
    for (Word i = 0; i < plan->places; i++) marks(mc, coverage, coverage->places + (size_t)i * LEVELS + level_of((Word)zone_count(mc, i)));
    bool by_chance = mc->raw_at.used && answers_chance(plan, mc->pc);
    if (!by_chance) laws_looked(mc, coverage, mc->raw_at.used ? WHEN_ASKED : AFTER_GAME);
}

bool coverage_rests(Machine *mc, Coverage *coverage) {
    GUARD(mc, false);
    rests(mc, coverage);
    return true;
}

void coverage_game(Coverage *coverage, bool counted) {
    for (size_t i = 0; i < coverage->law_count; i++) {
        coverage->law[i].games += counted && coverage->law[i].is_broken;
        coverage->law[i].is_broken = false;
    }
}
