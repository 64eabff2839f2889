/* Reading a plan: every node of its image is looked at once, from the first to the last, before anything runs.

   As a node comes after those that it is made of, one pass is enough: what a field refers to must be a node of the
   right kind that was met before. So no term can contain itself, and none nests too deeply to be evaluated. */

#include <stdlib.h>
#include <string.h>

#include "terms.h"

#define MAGIC 0x1a9e0002
#define DEEPEST 200 /* levels of nodes inside one another: more than rules can have, and few for the stack of any thread */
#define MOST_PLAYERS 256 /* something is kept for each at each instruction */
#define MOST_REGISTERS (1 << 14)
#define MOST_REMEMBERED ((Word)1 << 20)
#define MOST_OF_A_KIND ((Word)1 << 24)

static const char KINDS[NODE_COUNT] = {
#define X(name, kind, fields, depends) [name] = kind,
    NODES(X)
#undef X
};

/* Nodes that say the same whatever lies on the table and whoever's turn it is, if their parts do. */
static const bool SAYS_THE_SAME[NODE_COUNT] = {
    [COLUMN] = true, [CONSTANT] = true, [IT] = true, [OWN] = true, [CALL] = true, [SWITCH] = true, [CASES] = true, [LOOKUP] = true,
    [NEXT_WORD] = true, [PREVIOUS_WORD] = true, [PLUS] = true, [MINUS] = true, [TIMES] = true, [DIVIDED_DOWN] = true, [DIVIDED_UP] = true,
    [REMAINDER] = true, [REMEMBERED] = true, [REMEMBERED_TEST] = true, [SMALLER] = true, [LARGER] = true, [ALL_OF] = true, [ANY_OF] = true, [NOT] = true, [IS_NONE] = true, [SAME] = true,
    [AT_LEAST] = true, [AT_MOST] = true, [MORE] = true, [LESS] = true, [HOLDS] = true};

static const char *const FIELDS[NODE_COUNT] = {
#define X(name, kind, fields, depends) [name] = fields,
    NODES(X)
#undef X
};

/* On what a node depends besides its parts. */
static const uint8_t DEPENDS[NODE_COUNT] = {
#define X(name, kind, fields, depends) [name] = depends,
    NODES(X)
#undef X
};

/* The header of an image, in this order. */
enum {
    H_MAGIC, H_COUNT, H_PLAYERS, H_CARDS, H_PLACES, H_VARIABLES, H_SLOTS, H_INSTRUCTIONS, H_CODE, H_ROWS, H_SEEN, H_OWNERS,
    H_WATCHES, H_WATCH, H_LASTS, H_LAST, H_DEFERRED, H_DEFERRAL, H_LAWS, H_LAW, H_START, H_TURN, H_OVER, H_LIMIT, H_WINNERS,
    H_RETURNS, H_SCORE, H_COSTS, H_PRICED, H_PRICES, H_NODES, H_NODES_END, H_SIZE
};

typedef struct {
    Plan *plan;
    char *kind;      /* of the node that begins at a word; 0 if none does */
    int32_t *depth;  /* and how deep it is */
    size_t at, end;  /* what is being read, and where the nodes end */
    int32_t deepest; /* of what the present node is made of, */
    uint8_t varies;  /* and what that depends on, */
    uint8_t of_each; /* or would, if it were not asked for each member of a set, */
    int32_t named;   /* see `Plan` */
    bool own_too;    /* who is `own` as well as `it` */
    bool counted;    /* see `Traits` */
    char asked;      /* what stands before the letter of the present field */
    const char *why;
} Reading;

static bool wrong(Reading *r, const char *why) {
    if (!r->why) r->why = why;
    return false;
}

static bool in_range(Reading *r, Word value, Word most, const char *why) { return (value >= 0 && value < most) || wrong(r, why); }

static bool reads_node(Reading *r, char kind, Word at, bool optional) {
    if (optional && at == 0) return true;
    if (at < 0 || (size_t)at >= r->plan->count || r->kind[at] != kind) return wrong(r, "a field refers to something else than it should");
    if (r->depth[at] > r->deepest) r->deepest = r->depth[at];
    uint8_t varies = r->plan->traits[at].varies;
    r->varies |= r->asked == '.' ? 0 : r->asked == '@' ? varies & (BY_NAMES | BY_TABLE | BY_GIVEN) : varies;
    r->of_each |= r->asked == '.' ? varies : 0;
    r->counted |= r->plan->traits[at].counted;
    int32_t named = r->plan->traits[at].named;
    if (named != NO_NAME) r->named = r->named == NO_NAME || r->named == named ? named : SEVERAL_NAMES;
    return true;
}

static bool reads_fields(Reading *r, const char *fields, const char *end) {
    const Plan *plan = r->plan;
    while (fields < end) {
        r->asked = *fields == '@' || *fields == '.' ? *fields++ : 0;
        char field = *fields++;
        size_t width = field == 'm' ? plan->dirt : 1;
        if (r->end - r->at < width) return wrong(r, "a node goes beyond the end");
        Word value = plan->words[r->at];
        r->at += width;
        switch (field) {
        case '#':
        case 'm':
            break;
        case 'x':
            r->own_too = value;
            /* fall through */
        case 'b':
            if (!in_range(r, value, 2, "a field is neither 0 nor 1")) return false;
            break;
        case 'l':
            if (!in_range(r, value, plan->slots, "there is no such slot")) return false;
            break;
        case 'r':
            if (!in_range(r, value, MOST_REGISTERS, "there are too many registers")) return false;
            if (value >= r->plan->registers) r->plan->registers = value + 1;
            break;
        case 'n':
            if (!in_range(r, value, plan->variables, "there is no such counter or note")) return false;
            break;
        case 'p':
            if (!in_range(r, value, plan->places, "there is no such place")) return false;
            break;
        case 'j':
            if (!in_range(r, value, plan->instructions, "there is no such instruction")) return false;
            break;
        case '*': {
            const char *close = strchr(fields, ']');
            if (!in_range(r, value, MOST_OF_A_KIND, "a list has no sound length")) return false;
            for (Word i = 0; i < value; i++)
                if (!reads_fields(r, fields + 1, close)) return false;
            fields = close + 1;
            break;
        }
        default: {
            bool optional = field < 'a';
            if (!reads_node(r, optional ? (char)(field - 'A' + 'a') : field, value, optional)) return false;
        }
        }
    }
    return true;
}

/* What parts of a key count on from has to be there for each player. */
static bool makes_a_key(Reading *r, const Word *n) {
    const Plan *plan = r->plan;
    Word zones = plan->places + 1 - plan->players, variables = plan->variables + 1 - plan->players;
    const Word most[] = {
        [KEY_IT] = 1, [KEY_OWN] = 1, [KEY_GIVEN] = plan->registers, [KEY_NAME] = plan->slots, [KEY_PLACE] = plan->places,
        [KEY_VARIABLE] = plan->variables, [KEY_PLACE_OF_IT] = zones, [KEY_PLACE_OF_OWN] = zones, [KEY_VARIABLE_OF_IT] = variables,
        [KEY_VARIABLE_OF_OWN] = variables, [KEY_ACTIVE] = 1, [KEY_SUBJECT] = 1};
    if (n[REMEMBERED_KEY_COUNT] > MOST_KEY_PARTS) return wrong(r, "a key has too many parts");
    for (Word i = 0; i < n[REMEMBERED_KEY_COUNT]; i++)
        if (!in_range(r, n[REMEMBERED_BY_AT(i)], KEY_PARTS, "a key has no such part") ||
            !in_range(r, n[REMEMBERED_OF_AT(i)], most[n[REMEMBERED_BY_AT(i)]], "a part of a key is not there"))
            return false;
    if (n[REMEMBERED_FIRST] >= r->plan->keeps) r->plan->keeps = n[REMEMBERED_FIRST] + 1;
    return true;
}

/* What the fields of a node have to say together. */
static bool makes_sense(Reading *r, const Word *n) {
    const Plan *plan = r->plan;
    const Word *words = plan->words;
    switch (n[KIND]) {
    case CHOICE: {
        if (!in_range(r, n[CHOICE_PICKS_COUNT] - 1, 64, "a choice has no parts")) return false;
        Word names = 0;
        for (Word i = 0; i < n[CHOICE_PICKS_COUNT]; i++) names += words[n[CHOICE_PICKS + i]] == PAIR ? 2 : 1;
        const Word *slots = choice_slots(n), *cards = choice_cards(n);
        return ((slots[LIST_COUNT] == names && cards[LIST_COUNT] == names) || 
                wrong(r, "a choice binds another number of names than it has parts")) &&
               ((n[CHOICE_AFTERWARDS] == 0) == (n[CHOICE_FOLLOWING] == 0) || wrong(r, "what holds afterwards has no effect"));
    }
    case WATCH:
        return n[WATCH_MASK + plan->dirt + WATCH_AFTER_MASK_SEATS_COUNT] == 0 ||
               n[WATCH_MASK + plan->dirt + WATCH_AFTER_MASK_SEATS_COUNT] == plan->players || wrong(r, "a reason is not on each player");
    case SOME:
    case EVERY:
    case NONE_OF:
        return n[QUANTIFIED_SEATS_COUNT] == 0 || n[QUANTIFIED_SEATS_COUNT] == plan->players ||
               wrong(r, "a condition is not on each player");
    case WITH:
    case WITH_SET:
    case WITH_TEST:
        return !n[WITH_ONE] != !n[WITH_SEVERAL] || wrong(r, "a register keeps nothing, or two things");
    case REMEMBERED:
    case REMEMBERED_SET:
    case REMEMBERED_TEST: /* no more than places can be told apart in one word each */
        if (n[REMEMBERED_THINGS] == KEPT_BY_KEY)
            return in_range(r, n[REMEMBERED_FIRST], MOST_REMEMBERED, "too much is kept") && makes_a_key(r, n);
        if (!in_range(r, n[REMEMBERED_FIRST], MOST_REMEMBERED, "too much is remembered") ||
            !in_range(r, n[REMEMBERED_THINGS], MOST_REMEMBERED, "too much is remembered"))
            return false;
        if (n[REMEMBERED_FIRST] + n[REMEMBERED_THINGS] >= r->plan->remembers)
            r->plan->remembers = n[REMEMBERED_FIRST] + n[REMEMBERED_THINGS] + 1;
        return true;
    case DEFER:
        return in_range(r, n[DEFER_NUMBER], plan->deferred, "there is no such effect that waits");
    case REASON_BEGINS:
        return in_range(r, n[REASON_BEGINS_KEPT], plan->slots + 1, "more names are kept than there are");
    case PART:
        return n[PART_SOURCE] || (n[PART_LOW] && n[PART_HIGH]) || wrong(r, "a part has nothing to choose from");
    case ASK_PART:
        return ((words + n[ASK_PART_COMPLETION])[COMPLETION_CHOICE] == n[ASK_PART_CHOICE] || wrong(r, "a part is of another choice")) &&
               in_range(r, n[ASK_PART_AT], (words + n[ASK_PART_COMPLETION])[COMPLETION_PARTS_COUNT], "there is no such part");
    case COMPLETION: {
        const Word *parts = n + COMPLETION_PARTS_COUNT, *slots = choice_slots(words + n[COMPLETION_CHOICE]);
        if (parts[LIST_COUNT] != slots[LIST_COUNT]) return wrong(r, "a choice has another number of parts than names");
        for (Word i = 0; i < parts[LIST_COUNT]; i++)
            if ((words + parts[LIST_PARTS + i])[PART_SLOT] != slots[LIST_PARTS + i] ||
                (i == 0 && (words + parts[LIST_PARTS])[PART_IS_PAIR]))
                return wrong(r, "a part has another name");
        const Word *measures = after_list(after_list(parts));
        for (Word i = 0; i < measures[LIST_COUNT]; i++) {
            Word of = (words + measures[LIST_PARTS + i])[MEASURE_OF];
            if (!in_range(r, of, parts[LIST_COUNT], "there is no such set to measure")) return false;
        }
        return true;
    }
    default:
        return true;
    }
}

static bool reads_nodes(Reading *r, size_t begin) {
    const Word *words = r->plan->words;
    for (r->at = begin; r->at < r->end;) {
        size_t at = r->at;
        Word node = words[at];
        if (node <= NO_NODE || node >= NODE_COUNT) return wrong(r, "there is no such node");
        r->at++;
        r->named = node == SLOT || node == SLOT_SET ? (int32_t)words[at + SLOT_SLOT] : NO_NAME;
        r->deepest = r->varies = r->of_each = r->own_too = r->counted = 0;
        if (!reads_fields(r, FIELDS[node], FIELDS[node] + strlen(FIELDS[node])) || !makes_sense(r, words + at)) return false;
        if (r->deepest >= DEEPEST) return wrong(r, "too much is inside one another");
        r->kind[at] = KINDS[node];
        r->depth[at] = r->deepest + 1;
        r->plan->traits[at].named = r->named;
        r->plan->traits[at].counted = r->counted || r->plan->traits[at].each;
        r->plan->traits[at].varies = (uint8_t)(r->varies | DEPENDS[node] | (SAYS_THE_SAME[node] ? 0 : BY_TABLE) | (r->of_each & ~(BY_IT | (r->own_too ? BY_OWN : 0))));
    }
    return true;
}

static const Word *table(Reading *r, Word at, Word count, Word width) {
    Word left = (Word)r->plan->count;
    if (at < H_SIZE || at > left || count < 0 || count > (left - at) / width) {
        wrong(r, "a table goes beyond the end");
        return NULL;
    }
    return r->plan->words + at;
}

static bool all_are(Reading *r, const Word *nodes, Word count, char kind) {
    for (Word i = 0; i < count; i++)
        if (!reads_node(r, kind, nodes[i], false)) return false;
    return true;
}

static bool reads_tables(Reading *r, const Word *h) {
    Plan *plan = r->plan;
    if (!(plan->code = table(r, h[H_CODE], plan->instructions, 1)) || !(plan->rows = table(r, h[H_ROWS], plan->places, 1)) ||
        !(plan->seen = table(r, h[H_SEEN], plan->places, 1)) || !(plan->owners = table(r, h[H_OWNERS], plan->places, 1)) ||
        !(plan->watch = table(r, h[H_WATCH], plan->watches, 1)) || !(plan->last = table(r, h[H_LAST], plan->lasts, 2)) ||
        !(plan->deferral = table(r, h[H_DEFERRAL], plan->deferred, 1)) || !(plan->costs = table(r, h[H_COSTS], plan->instructions, 1)) || !(plan->law = table(r, h[H_LAW], plan->laws, 1)))
        return false;
    for (Word i = 0; i < plan->places; i++)
        if (plan->owners[i] < -1 || plan->owners[i] >= plan->players) return wrong(r, "a place belongs to no seat");
    for (Word i = 0; i < plan->instructions; i++)
        if (plan->costs[i] < 1) return wrong(r, "an instruction costs nothing");
    for (Word i = 0; i < plan->lasts; i++)
        if (!in_range(r, plan->last[2 * i], plan->places, "there is no such row")) return false;
    return all_are(r, plan->code, plan->instructions, 'i') && all_are(r, plan->watch, plan->watches, 'w') &&
           all_are(r, plan->deferral, plan->deferred, 'e') && all_are(r, plan->law, plan->laws, 't') && reads_node(r, 's', plan->winners, true) &&
           reads_node(r, 'v', plan->returns, true) && reads_node(r, 'v', plan->score, true) &&
           in_range(r, plan->start, plan->instructions, "there is no start") && in_range(r, plan->turn, plan->instructions, "there is no turn") &&
           in_range(r, plan->over, plan->instructions, "there is no end") && in_range(r, plan->limit, plan->instructions, "there is no limit");
}

/* What nodes charge for each member; no price is negative, so that nothing gives steps back. */
static bool reads_prices(Reading *r, const Word *h) {
    Plan *plan = r->plan;
    plan->priced = h[H_PRICED];
    if (!in_range(r, plan->priced, MOST_OF_A_KIND, "there are too many prices") || !(plan->price = table(r, h[H_PRICES], plan->priced, 2))) return false;
    for (Word i = 0; i < plan->priced; i++) {
        const Word *price = plan->price + 2 * i;
        if (!in_range(r, price[0], (Word)r->end, "a price is of no node") || !in_range(r, price[1], INT64_MAX, "a price is negative")) return false;
        plan->traits[price[0]].each = price[1];
    }
    return true;
}

/* What waits for a close is kept as its effect says, so both instructions have to mean the very same. */
static bool defers_the_same(Reading *r) {
    const Plan *plan = r->plan;
    for (Word pc = 0; pc < plan->instructions; pc++) {
        const Word *n = plan->words + plan->code[pc];
        if (n[KIND] == DEFER && plan->deferral[n[DEFER_NUMBER]] != n[DEFER_EFFECT]) return wrong(r, "another effect happens at the close");
    }
    return true;
}

/* Where each instruction leads, past all jumps; jumps that go round lead to one of themselves. */
static void find_after(Plan *plan) {
    for (Word pc = 0; pc < plan->instructions; pc++) {
        Word to = pc + 1 < plan->instructions ? pc + 1 : pc;
        for (Word i = 0; i < plan->instructions && plan->words[plan->code[to]] == JUMP; i++) to = plan->words[plan->code[to] + JUMP_TO];
        plan->steps[pc] = (Instruction){plan->words + plan->code[pc], to, plan->costs[pc]};
    }
}

/* The bits of the first player, if the changes that matter to the others are the next ones. */
static uint64_t bits_in_turn(const Plan *plan, const Word *seats, size_t players) {
    if (plan->dirt > 1 || !players || players > 64) return 0;
    for (size_t seat = 0; seat < players; seat++)
        if ((uint64_t)seats[seat] != (uint64_t)seats[0] << seat || (uint64_t)seats[seat] >> seat != (uint64_t)seats[0]) return 0;
    return (uint64_t)seats[0];
}

/* The reasons to end that hold at once, and what any of them depends on. */
static void find_watched(Plan *plan) {
    for (Word i = 0; i < plan->watches; i++) {
        const Word *mask = plan->words + plan->watch[i] + WATCH_MASK, *after = mask + plan->dirt;
        plan->reasons[i] = (Reason){
            mask, after + WATCH_AFTER_MASK_SEATS, (size_t)after[WATCH_AFTER_MASK_SEATS_COUNT],
            after[WATCH_AFTER_MASK_TEST], after[WATCH_AFTER_MASK_TO],
            bits_in_turn(plan, after + WATCH_AFTER_MASK_SEATS, (size_t)after[WATCH_AFTER_MASK_SEATS_COUNT])};
        for (size_t word = 0; word < plan->dirt; word++) plan->watched[word] |= mask[word];
    }
}

/* Of each list what its cards show, and what shows each word, as bits. */
static void find_bits(Reading *r) {
    for (size_t at = 0; at < r->end; at++) {
        const Word *n = r->plan->words + at;
        if (r->kind[at] != KINDS[COLUMN]) continue;
        uint64_t *bits = r->plan->bits + at, few = n[COLUMN_WORDS_COUNT] >= r->plan->cards, listed = n[COLUMN_WORDS_COUNT] <= 64;
        bits[1] = listed;
        for (Word i = 0; i < n[COLUMN_WORDS_COUNT]; i++) {
            Word word = n[COLUMN_VALUE_AT(i)];
            bool is_few = word >= 0 && word < 64;
            if (!n[COLUMN_HAS_VALUE_AT(i)]) continue;
            few &= is_few, listed &= word >= 0 && word < n[COLUMN_WORDS_COUNT], bits[2 + i] = is_few ? (uint64_t)1 << word : 0;
            if (bits[1] && word >= 0 && word < n[COLUMN_WORDS_COUNT]) bits[2 + n[COLUMN_WORDS_COUNT] + word] |= (uint64_t)1 << i;
        }
        bits[0] = few, bits[1] += listed;
    }
}

/* Of which nodes it can be known beforehand what they are of each thing; of the simplest terms that need not be. */
static void find_knowable(Reading *r) {
    Plan *plan = r->plan;
    for (size_t at = 0; at < r->end; at++) {
        const Word *n = plan->words + at;
        if ((r->kind[at] != 'v' && r->kind[at] != 't') || plan->traits[at].varies != BY_IT) continue; /* or no node begins here at all */
        bool is_simple = n[KIND] == IT || (n[KIND] == LOOKUP && plan->words[n[LOOKUP_OF]] == IT);
        if (!is_simple) plan->traits[at].knows = (int32_t)++plan->knowns;
    }
}

static Verdict reads(Reading *r, const Word *h, size_t count) {
    Plan *plan = r->plan;
    if (count < H_SIZE || h[H_MAGIC] != MAGIC || h[H_COUNT] != (Word)count) return wrong(r, "this is no plan"), BROKEN_PLAN;
    plan->players = h[H_PLAYERS], plan->cards = h[H_CARDS], plan->places = h[H_PLACES], plan->variables = h[H_VARIABLES];
    plan->slots = h[H_SLOTS], plan->instructions = h[H_INSTRUCTIONS], plan->watches = h[H_WATCHES], plan->lasts = h[H_LASTS];
    plan->deferred = h[H_DEFERRED], plan->laws = h[H_LAWS], plan->start = h[H_START], plan->turn = h[H_TURN], plan->over = h[H_OVER];
    plan->limit = h[H_LIMIT], plan->winners = h[H_WINNERS], plan->returns = h[H_RETURNS], plan->score = h[H_SCORE];
    Word sizes[] = {plan->players > 0 ? plan->players - 1 : -1, plan->cards, plan->places, plan->variables, plan->slots, plan->instructions > 0 ? plan->instructions - 1 : -1, plan->watches, plan->lasts, plan->deferred, plan->laws};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        if (!in_range(r, sizes[i], 1 << 20, "there is too much of something, or nothing")) return BROKEN_PLAN;
    plan->dirt = (size_t)(plan->places + plan->variables) / 64 + 1;
    if (plan->players > MOST_PLAYERS) return wrong(r, "there are too many players"), BROKEN_PLAN;
    if (h[H_NODES] < H_SIZE || h[H_NODES_END] < h[H_NODES] || h[H_NODES_END] > (Word)count) return wrong(r, "the nodes lie elsewhere"), BROKEN_PLAN;
    r->end = (size_t)h[H_NODES_END];
    r->kind = calloc(count, 1);
    r->depth = calloc(count, sizeof(int32_t));
    plan->steps = calloc((size_t)plan->instructions, sizeof(Instruction));
    plan->traits = calloc(count, sizeof(Traits));
    plan->watched = calloc(plan->dirt, sizeof(Word));
    plan->reasons = calloc((size_t)plan->watches + 1, sizeof(Reason));
    plan->bits = calloc(count, sizeof(uint64_t));
    if (!r->kind || !r->depth || !plan->steps || !plan->traits || !plan->watched || !plan->reasons || !plan->bits) return NO_MEMORY;
    if (!reads_prices(r, h) || !reads_nodes(r, (size_t)h[H_NODES]) || !reads_tables(r, h) || !defers_the_same(r)) return BROKEN_PLAN;
    find_after(plan);
    find_watched(plan);
    find_bits(r);
    find_knowable(r);
    plan_forms(plan, r->kind, r->end);
    return plan_knows(plan);
}

Verdict plan_read(Plan *plan, const Word *image, size_t count, const char **why) {
    *plan = (Plan){.words = image, .count = count};
    Reading r = {.plan = plan};
    Verdict verdict = reads(&r, image, count);
    *why = r.why ? r.why : "it makes no sense";
    free(r.kind);
    free(r.depth);
    if (verdict != FINE) {
        plan_free(plan);
        *plan = (Plan){0};
    }
    return verdict;
}

void plan_free(Plan *plan) {
    free(plan->steps);
    free(plan->traits);
    free(plan->watched);
    free(plan->reasons);
    free(plan->bits);
    free(plan->known);
    plan->steps = NULL, plan->watched = NULL, plan->reasons = NULL, plan->traits = NULL, plan->bits = NULL, plan->known = NULL;
}
