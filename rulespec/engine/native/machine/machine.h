/* The machine that plays plans: what it is made of, and what its parts do for each other.

   It knows nothing of Python. A plan is one array of 64-bit words, an `image`, in which nodes stand after what they are
   made of; `nodes.h` says which there are. Whatever can go wrong ends in `fail`, which leaves the run by `longjmp`: all
   memory in use belongs to the machine, and is freed with it. */

#ifndef RULESPEC_MACHINE_H
#define RULESPEC_MACHINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "generated/fields.h"
typedef int64_t Word;

/* ---- growing arrays of words */

typedef struct {
    Word *at;
    size_t used, room;
} Words;

/* ---- plans */

/* An instruction: its node, where it leads if it does not say, past all jumps, and what it is charged as it begins. */
typedef struct {
    const Word *node;
    Word after, cost;
} Instruction;

/* A reason to end that holds at once: the bits of what it depends on; its test, for each of so many players with the bits of his own,
   or for the game; and where it leads. Its node says the same, but here it is read without looking for where each part begins. Most
   often the bits of the first player are in one word, and those of each other one are the next. */
typedef struct {
    const Word *mask, *seats;
    size_t players;
    Word test, to;
    uint64_t in_turn; /* the bits of the first player then, else 0 */
} Reason;

/* What a term is, or whether a test holds, of each thing below 64, if it depends on nothing else: see `known.c`. */
typedef struct {
    uint64_t found, has; /* as bits, of which things that is known, and of which it is anything, or holds */
    Word of[64];
} Known;

/* What is found out of a node when a plan is read. */
typedef struct {
    int32_t named;  /* the slot of the one name that it depends on, or NO_NAME, or SEVERAL_NAMES */
    int32_t knows;  /* which of what is `known` says what it is of each thing, counted from 1; 0 if none does */
    uint8_t varies; /* on what it depends: see `Varies` */
    uint8_t form;   /* of a set: see `Form` */
    bool counted;   /* whether anything in it is charged in play, */
    Word each;      /* and what is charged for each member that it goes through: see `plan/prices.py` */
} Traits;

typedef struct {
    const Word *words; /* the image */
    size_t count;
    Word players, cards, places, variables, slots, instructions;
    Word registers;       /* in which something can be kept while a term is worked out */
    Word remembers;       /* places for named values that are worked out once, */
    Word keeps;           /* and how many named values are kept by what they depend on */
    size_t dirt;          /* how many words of 64 bits say what has changed */
    const Word *code;     /* for each instruction where its node is */
    const Word *rows;     /* for each place whether it is a row, */
    const Word *seen;     /* whether everybody sees its cards, */
    const Word *owners;   /* and the seat that it belongs to, or -1 */
    Word watches;         /* reasons to end that hold at once: */
    const Word *watch;    /* where each is, */
    Reason *reasons;      /* what it says, */
    Word *watched;        /* and what any of them depends on, as bits */
    Word lasts;           /* rows whose last card everybody sees: */
    const Word *last;     /* the place and the origin of each */
    Word deferred;        /* effects that can wait for a close: */
    const Word *deferral; /* where each is */
    Word start, turn, over, limit;
    Word winners, returns, score; /* terms; 0 where there is none */
    uint64_t *bits; /* of each column whether its words are all below 64 and whether its things are (see `Listed`), for each thing
                       in it the bit of its word, and for each word, as far as there is room, the bits of the things that show it */
    Traits *traits;               /* of each node */
    Known *known;
    size_t knowns;
    Instruction *steps;           /* each instruction once more, so that a game finds it with fewer loads, one after another */
    const Word *costs;            /* what each instruction is charged as it begins */
    Word priced;                  /* nodes that charge for each member: */
    const Word *price;            /* where each is, and how much */
    Word laws;                    /* what must hold, which play never looks at: */
    const Word *law;              /* where the test of each is */
} Plan;

/* Of which name a term depends, of none, or of several. */
enum { NO_NAME = -1, SEVERAL_NAMES = -2 };

/* What a term depends on that is not the same for all members of a set: the member, the player he may be, a name; and what else
   is not always the same: what a register keeps, and all the rest. And on whose answer an instruction depends that waits for one. */
enum Varies { BY_IT = 1, BY_OWN = 2, BY_NAMES = 4, BY_PLAYER = 8, BY_CHANCE = 16, BY_TABLE = 32, BY_GIVEN = 64 };

typedef enum { FINE, BROKEN_PLAN, NO_MEMORY } Verdict;

/* Reads and verifies an image, which has to live as long as the plan; of a broken one `why` says what is wrong. */
Verdict plan_read(Plan *plan, const Word *image, size_t count, const char **why);
void plan_free(Plan *plan);

/* What can be known of a set beforehand: that it is had as the bits of a word, that its members lie in order then, or as seats
   have their turns from the active one on, and that they are cards which lie side by side on the table. And of a test of its
   members, that it is best asked of all at once. */
enum Form { AS_BITS = 1, IN_ORDER = 2, SIDE_BY_SIDE = 4, AT_ONCE = 8, IN_TURN = 16 };
void plan_forms(Plan *plan, const char *kinds, size_t end); /* with the kinds of all nodes, which end there */

Verdict plan_knows(Plan *plan); /* finds out what can be known of terms beforehand */
static inline const Known *known_of(const Plan *plan, Word node) { return plan->traits[node].knows ? &plan->known[plan->traits[node].knows - 1] : NULL; }

/* Whether the things that show a word are listed for each word of a column, only for some of its words, or for none. */
enum Listed { NONE_LISTED, SOME_LISTED, ALL_LISTED };

/* Whether something is known of each of some things. */
static inline bool knows_all(const Known *known, uint64_t things) { return known && !(things & ~known->found); }

/* What a term is of one thing, if that is known. */
static inline bool knows_one(const Known *known, Word thing) { return known && thing >= 0 && thing < 64 && known->found >> thing & 1; }

/* Whether chance answers where a game waits, rather than a player. */
static inline bool answers_chance(const Plan *plan, Word pc) { return plan->traits[plan->code[pc]].varies & BY_CHANCE; }

/* ---- machines */

typedef struct {
    Word own, it;
    bool has_own, has_it;
} Who; /* for whom a term is evaluated: the player that `own` means, and the member of a set that is looked at */

typedef enum { UNSET, NUMBER_NAMED, SET_NAMED } Named;

/* What a register keeps while a term is worked out: nothing, a number, or a set of so many members in an arena: all that lie side by
   side there, or those of them at some places. */
typedef struct {
    Named is;
    bool picked;
    Word number;
    const Words *arena;
    size_t at;
    uint64_t places; /* if they are `picked` */
} Given;

/* The words that cards show, as bits, and those that more than one of them shows. */
typedef struct {
    uint64_t words, twice;
} Shows;

/* What the cards of a place were last asked for, and which these were. */
typedef struct {
    const uint64_t *column;
    uint64_t cards;
    Shows shows;
} Shown;

/* Where it stands what a named value is, if it was worked out since all was forgotten for so many times. */
typedef struct {
    uint64_t times;
    size_t at;
} KnownAt;

/* A value that is kept by what it depends on: its key, of so many words, and what it is. */
typedef struct {
    uint32_t hash, times; /* and how often everything that was kept had been thrown away */
    uint32_t key, size, at;
} KeptAt;

typedef struct Machine Machine;
typedef struct Coupling Coupling; /* see `coupled.h` */
typedef struct Coverage Coverage; /* see `coverage.h` */

enum { SEARCH_WORDS = 14 };

enum { KEPT_PLACES = 1 << 15, KEPT_TRIES = 2000 };

/* A number in [0, 1); negative if there is none, which is an error that whoever gives them knows about. */
typedef double (*Chance)(void *from);

/* What a run can be watched by: something that looks at the machine at some of its instructions, between two of them; and
   notes of all that were done. Answers are looked at after, like the instruction that asked, but are not noted. */
enum { LOOK_BEFORE = 1, LOOK_AFTER = 2 }; /* before an instruction is done; after it is, and has told something */
typedef void (*Look)(void *from, Machine *mc, Word pc, int when);

/* What a note says: the instruction, where it led, and of these bits what it did. */
enum { DID_TELL = 1, DID_WAIT = 2, DID_SETTLE = 4, DID_LAPSE = 8, DID_LESS = 16, NOTE_WORDS = 3 };

struct Machine {
    const Plan *plan;
    const Word *words; /* of the plan */

    /* The table, in one block of memory, as it is copied often. */
    Word *block;
    size_t size;      /* of the block, in words */
    uint64_t *dirty;  /* what has changed since reasons to end were looked at, as bits */
    Word *variables;  /* counters and notes */
    Word *names;      /* of each slot what it stands for; of a set, where it is among the `sets` */
    int32_t *cards;   /* of each place, one after another */
    int32_t *begins;  /* where the cards of each place begin, and at last how many there are */
    int32_t *where;   /* the place of each card */
    uint8_t *has;     /* of each variable whether anything stands on it */
    uint8_t *named;   /* of each slot what it stands for: see Named */
    uint64_t *lying;  /* of each place its cards once more, as bits, as far as they are below 64 */

    Word active, next, own, direction, pc, turns;
    bool has_next, watching, is_together, is_staged, waits;
    Words sets;     /* of names: how many, and which */
    Words stack;    /* what is still to be done; the last word of each frame says which kind it is */
    Words together; /* what waits for a close: of each its size, its number, who does it, and what it is about */
    Words stage;    /* the cards of a set that were named so far */
    Words log;      /* events since the machine was set up: of each its size, its kind and its fields */
    Words raws;     /* the answers where it waits: see `answers.c` */
    Words raw_at;   /* where each of them begins */
    Words picked;   /* a copy of one of them, while it is carried out and new ones take their place */

    Words arena; /* members of sets that are being worked out */
    Shown *shown; /* of each place */
    Given *given; /* of each register what it keeps now */
    uint64_t *changed; /* what has changed and is `dirty` no more, as bits, since somebody who cares has looked */
    Words about;    /* what effects are about */
    Words listed;   /* lists of what can be said next */
    Words standing; /* what is known of conditions on all players */
    bool trying;    /* ... while an effect is tried out: see `afterwards.c` */
    Words known;  /* named values that were worked out, as long as the table stays as it is: see `remembering.c` */
    KnownAt *known_at;    /* where each is, */
    uint64_t known_since; /* and since when, by what counts how often all was forgotten, */
    bool knows;           /* and whether the run remembers any */
    Words kept;           /* named values by what they depend on, and what that was, */
    KeptAt *kept_at;      /* where they are, by their hashes, */
    uint32_t kept_times;  /* how often all were thrown away, */
    Word *tries;          /* of each, how often it may still be kept in vain, */
    bool of_set;          /* whether one of a set is being worked out, */
    uint64_t worked_out;  /* and how often any named value was not found, by either way */
    Words spare; /* tables put aside */
    Words heard; /* what somebody hears of an event, see `hearing.h` */
    Words search[SEARCH_WORDS]; /* what a search needs, see `search.h` */

    Chance chance; /* decides draws; without one, the machine waits at each */
    void *from;
    Coupling *coupling; /* decides draws instead, if there is one */
    const uint8_t *looked_at; /* of each instruction when it is looked at; NULL if none is */
    Look look;
    void *looking;
    Coverage *coverage; /* counts what happens, if there is one */
    bool noting, settled; /* whether a question has just answered itself */
    Word chanced;         /* the last turn in which chance chose among several */
    bool fell_short;      /* whether there were fewer cards than were wanted */
    Words notes;
    Words circumstances;      /* of each its number, how many members it has, and which; while a law is looked at */
    Machine *then;            /* the table of the time before, while a law is looked at */
    int (*interrupted)(void); /* looked at now and then; not 0 if the run has to end */
    int64_t until_look;       /* how much more a run does before it looks whether it has to end */
    Word left;                /* how many steps it may still be charged before it looks whether it has to end, */
    Word doing;               /* the instruction that is carried out, or what is worked out besides, */
    uint64_t known_times;     /* and how often all that was known was forgotten: these four change at each instruction */
    Word rest;                /* how many steps it may be charged after that; */
    Word allowed, charged;    /* how many it may be in all, and how many it was; */
    Word spent;               /* and how many this game was before */
    Word budget, allowance;   /* steps that may be charged between two questions, and in a whole game */
    uint64_t fuel, burnt;     /* how much it may do, 0 for as much as it takes; how much it has done */
    jmp_buf *out;
    const char *failed;
};

enum { FRAME_RETURN, FRAME_EACH, FRAME_DRAW, FRAME_REPEAT, FRAME_WORDS, FRAME_DEAL };

#define NOBODY (&(Who){0, 0, false, false})

size_t table_size(const Plan *plan); /* in words */
Machine *machine_new(const Plan *plan);
void machine_free(Machine *mc);
void machine_on(Machine *mc, Word *block); /* its table is another block of the same size from now on */
void machine_rests(Machine *mc); /* gives back what only a large run needed */
extern const char NO_MEMORY_LEFT[]; /* why a run fails that is to end in a `MemoryError` */
_Noreturn void fail(Machine *mc, const char *why);

/* From here to its end a function returns `otherwise` when the machine fails. Registers keep nothing of what failed before. */
#define GUARD(mc, otherwise)                                                                                         \
    jmp_buf out;                                                                                                       \
    (mc)->out = &out, (mc)->knows = (mc)->of_set = false, allow(mc, (mc)->budget);                                                        \
    memset((mc)->given, 0, (size_t)(mc)->plan->registers * sizeof(Given));                                             \
    if (setjmp(out)) return otherwise

enum { LOOK_EVERY = 65536 };

/* What is worked out while no instruction is carried out, as `engine/python/budget.py` has it; laws from the last one down. */
enum { WORKS_OUT_WINNERS = -1, WORKS_OUT_RETURNS = -2, WORKS_OUT_SCORE = -3, WORKS_OUT_LAWS = -4 };

/* Counts what a run does: instructions, terms, members of sets. So it can be ended however long one of them takes. */
void look(Machine *mc);
static inline void works(Machine *mc, size_t much) {
    mc->until_look -= (int64_t)much + 1;
    if (mc->until_look < 0) look(mc);
}

/* Charges a run for steps, at the prices of `plan/prices.py`: the same as the engine in Python. */
extern const char OUT_OF_BUDGET[]; /* why a run fails that may not be charged more */
void charge_more(Machine *mc, Word steps);
static inline void charge(Machine *mc, Word steps) {
    if (steps > mc->left) return charge_more(mc, steps);
    mc->left -= steps;
}

/* Lets a run be charged so many steps; now and then it looks whether it has to end. */
static inline void allow(Machine *mc, Word steps) { mc->left = steps < LOOK_EVERY ? steps : LOOK_EVERY, mc->rest = steps - mc->left; }

/* Charges for each of so many members; for those that a node goes through. */
static inline void charge_for(Machine *mc, Word each, size_t members) {
    Word steps;
    if (each) charge(mc, __builtin_mul_overflow((Word)members, each, &steps) ? INT64_MAX : steps);
}
static inline void charge_each(Machine *mc, Word node, size_t members) { charge_for(mc, mc->plan->traits[node].each, members); }

/* The table has changed, or is to be looked at in another way. */
static inline void forget_known(Machine *mc) { mc->known_times++; }

static inline bool is_counted(const Machine *mc, Word node) { return mc->plan->traits[node].counted; }

/* ---- words */

#define MOST_WORDS ((size_t)1 << 28) /* no buffer grows beyond this: two gigabytes, in which a log has the longest game */
void words_grow(Machine *mc, Words *words, size_t more);
static inline void words_reserve(Machine *mc, Words *words, size_t more) {
    if (more > words->room - words->used) words_grow(mc, words, more);
}
static inline Word *pushed_room(Machine *mc, Words *words, size_t count) { /* on top, for so many words that are written next */
    words_reserve(mc, words, count);
    words->used += count;
    return words->at + words->used - count;
}
static inline void push(Machine *mc, Words *words, Word value) { *pushed_room(mc, words, 1) = value; }
static inline void push_all(Machine *mc, Words *words, const Word *from, size_t count) {
    Word *at = pushed_room(mc, words, count);
    if (count > 8)
        memcpy(at, from, count * sizeof(Word));
    else /* as most often: so few that a call would take longer */
        for (size_t i = 0; i < count; i++) at[i] = from[i];
}
static inline Word pop(Machine *mc, Words *words) {
    if (words->used == 0) fail(mc, "something is taken from an empty stack");
    return words->at[--words->used];
}
static inline bool is_among(const Word *words, size_t count, Word value) {
    for (size_t i = 0; i < count; i++)
        if (words[i] == value) return true;
    return false;
}
static inline uint64_t words_hash(const Word *words, size_t size) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (uint64_t)words[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

/* ---- numbers that come from a game: none is used as an index before it was looked at here */

static inline Word checked(Machine *mc, Word number, Word most, const char *why) {
    if (number < 0 || number >= most) fail(mc, why);
    return number;
}
static inline Word checked_card(Machine *mc, Word card) { return checked(mc, card, mc->plan->cards, "something else stands where a card should"); }
static inline Word checked_place(Machine *mc, Word place) { return checked(mc, place, mc->plan->places, "there is no such place"); }
static inline Word checked_seat(Machine *mc, Word seat) { return checked(mc, seat, mc->plan->players, "something else stands where a player should"); }
static inline Word checked_variable(Machine *mc, Word variable) { return checked(mc, variable, mc->plan->variables, "there is no such counter or note"); }

static inline const Word *node_at(const Machine *mc, Word node) { return mc->words + node; }

/* Two numbers added; what would go beyond 64 bits stops there. */
static inline Word added(Word one, Word other) {
    Word sum;
    if (!__builtin_add_overflow(one, other, &sum)) return sum;
    return other > 0 ? INT64_MAX : INT64_MIN;
}

/* ---- values.c: terms, tests, sieves */

/* A set that is being worked out: its members lie in the arena, on top when it is made. */
typedef struct {
    size_t at, count;
} Set;

bool value_of(Machine *mc, Word node, const Who *who, Word *found); /* false where there is none */
Word number_of(Machine *mc, Word node, const Who *who); /* what is none counts as 0 */
Set set_of(Machine *mc, Word node, const Who *who);
bool holds(Machine *mc, Word node, const Who *who);

/* What a sieve looks at: members of a set, each of which is named if there is a `slot` and not -1; or answers of a choice
   (`choice` is its node, else 0). */
typedef struct {
    Word choice;
    bool players;
    Word slot;
} Candidates;

/* Leaves those of the set on top of the arena that come through all sieves, in place. */
size_t narrow(Machine *mc, const Word *sieves, size_t count, Candidates of, const Who *who, Set members);
/* A set narrowed down, on top of the arena. */
Set sieved(Machine *mc, Word set, const Word *sieves, size_t count, Candidates of, const Who *who, Word each); /* charged for each member */

#define ACTING(mc) (&(Who){(mc)->own, 0, true, false}) /* for the player who acts */


/* ---- table.c: how cards lie and move, what has changed */

static inline size_t zone_count(const Machine *mc, Word place) { return (size_t)(mc->begins[place + 1] - mc->begins[place]); }
static inline const int32_t *zone_cards(const Machine *mc, Word place) { return mc->cards + mc->begins[place]; }
static inline void touch(Machine *mc, Word bit) { mc->dirty[(size_t)bit / 64] |= (uint64_t)1 << ((size_t)bit % 64); }
void touch_all(Machine *mc);
static inline void now_lies(Machine *mc, Word card, Word before, Word now) { /* a card lies in another place than before */
    uint64_t bit = card < 64 ? (uint64_t)1 << card : 0;
    mc->lying[before] &= ~bit, mc->lying[now] |= bit;
    mc->where[card] = (int32_t)now;
}
static inline void touch_mask(Machine *mc, const Word *mask) {
    for (size_t i = 0; i < mc->plan->dirt; i++) mc->dirty[i] |= (uint64_t)mask[i];
}
static inline bool has_changed(const Machine *mc, const Word *mask) {
    if (mc->dirty[0] & (uint64_t)mask[0]) return true; /* most games have but one word of them */
    for (size_t i = 1; i < mc->plan->dirt; i++)
        if (mc->dirty[i] & (uint64_t)mask[i]) return true;
    return false;
}

enum { MOST_SEATS = 64 }; /* of players, where a set of seats is a word of bits */

/* The seats of whom something has changed, by a mask for each; without a branch, as nobody can foretell which they are. */
static inline uint64_t seats_changed(const Machine *mc, const Word *masks, size_t players) {
    size_t dirt = mc->plan->dirt;
    uint64_t changed = 0;
    if (dirt == 1) { /* as in most games */
        for (size_t seat = 0; seat < players; seat++) changed |= (uint64_t)((mc->dirty[0] & (uint64_t)masks[seat]) != 0) << seat;
        return changed;
    }
    for (size_t seat = 0; seat < players; seat++) changed |= (uint64_t)has_changed(mc, masks + seat * dirt) << seat;
    return changed;
}

int32_t index_of_card(Machine *mc, Word card); /* where it lies among all cards */
void put(Machine *mc, Word card, Word to);
void put_from(Machine *mc, Word source, int32_t index, Word to); /* what lies at an index of all cards, in the place `source` */
void gather(Machine *mc, const Word *cards, size_t count, Word to);
Word insert(Machine *mc, const Word *cards, size_t count, Word to, Word position); /* gives the position that the first then has */
void swap(Machine *mc, Word card, Word other);

static inline void name_unset(Machine *mc, Word slot) { mc->names[slot] = 0, mc->named[slot] = UNSET; }
static inline void name_number(Machine *mc, Word slot, Word value) { mc->names[slot] = value, mc->named[slot] = NUMBER_NAMED; }
void names_unset(Machine *mc, Word from); /* all from this slot on */
void name_set(Machine *mc, Word slot, const Word *members, size_t count);

size_t put_aside(Machine *mc);             /* keeps the table; gives a mark */
void take_back(Machine *mc, size_t mark);  /* the table as it was; it can be taken back again */
void let_go(Machine *mc, size_t mark);     /* forgets what was put aside */

/* ---- kept.c: how a machine stands where it waits, with what can be answered there */

size_t keep(Machine *mc, Words *kept, size_t told); /* gives where it is kept; of the log, what comes after `told` words */
void keep_position(Machine *mc, Words *kept); /* without its history: what neither log nor turns nor anything unset makes different */
void stand_again(Machine *mc, const Words *kept, size_t begun); /* the first `told` words of the log are still there */
const int32_t *kept_places(const Machine *mc, const Words *kept, size_t begun); /* the place of each card */
bool stand_alike(const Machine *mc, const Words *kept, size_t one, size_t other); /* whether two games go on alike: of both no log is kept */

/* ---- log.c: events */

/* An event with so many words of fields, which are written next. */
static inline Word *event_room(Machine *mc, Word kind, size_t size) {
    Word *at = pushed_room(mc, &mc->log, size + 2);
    at[0] = (Word)size + 2, at[1] = kind;
    return at + 2;
}

/* An event that has numbers only. */
static inline void note(Machine *mc, Word kind, int count, const Word *numbers) {
    Word *at = event_room(mc, kind, (size_t)count);
    for (int i = 0; i < count; i++) at[i] = numbers[i];
}

/* Fields, each of which ends where the next begins. */
static inline Word *field_number(Word *at, Word value) { return *at = value, at + 1; }
static inline Word *field_maybe(Word *at, bool has, Word value) { return at[0] = has, at[1] = has ? value : 0, at + 2; }
static inline Word *field_set(Word *at, const Word *members, size_t count) {
    *at++ = (Word)count;
    for (size_t i = 0; i < count; i++) at[i] = members[i];
    return at + count;
}
Word *field_sources(Machine *mc, Word *at, const Word *cards, size_t count); /* the places where cards lie */

/* ---- effects.c */

/* What an effect is about is appended to `what`; false where there is nothing to do. */
bool evaluate(Machine *mc, Word effect, Words *what);
void execute(Machine *mc, Word effect, const Word *what);
bool place_of(Machine *mc, const Word *place, Word *found); /* a place in two words: the first one, and whose */
Set refilled_from(Machine *mc, Word set, Word place); /* the cards that an empty place is filled up with */

/* Rows whose last card everybody sees: what they are before something happens, and telling what is new. */
size_t lasts_before(Machine *mc);
void lasts_tell(Machine *mc, size_t before, size_t since);

/* ---- answers.c: what can be chosen, and how an answer is written in words */

enum { DECLINED, YES, ONE_THING, ONE_SET, SEVERAL };

size_t answer_length(const Word *answer);
static inline size_t answer_size(const Word *answer) { /* one thing, or two things, as most often: else it is worked out */
    if (answer[0] == ONE_THING) return 2;
    if (answer[0] == SEVERAL && answer[1] == 2 && answer[2] == ONE_THING && answer[4] == ONE_THING) return 6;
    return answer_length(answer);
}
void offer(Machine *mc, const Word *answer);
void offer_tag(Machine *mc, Word tag);
void offer_number(Machine *mc, Word value);
void offer_numbers(Machine *mc, const Word *values, size_t count);
void offer_cards(Machine *mc, const int32_t *cards, size_t count); /* as they lie somewhere */
/* Lists of a choice: its slots, whether each holds cards, its sieves. */
static inline const Word *after_list(const Word *list) { return list + LIST_PARTS + list[LIST_COUNT]; }
static inline const Word *choice_slots(const Word *choice) { return after_list(choice + CHOICE_PICKS_COUNT); }
static inline const Word *choice_cards(const Word *choice) { return after_list(choice_slots(choice)); }
static inline const Word *choice_sieves(const Word *choice) { return after_list(choice_cards(choice)); }

/* Where the answers to a choice have what a name of it stands for; 0 unless each consists of several single things. */
size_t index_in_answers(const Machine *mc, const Word *choice, Word slot);

void choice_raws(Machine *mc, Word choice); /* the legal answers are offered */
void choice_bind(Machine *mc, Word choice, const Word *answer);
void choice_unbind(Machine *mc, Word choice);

/* ---- afterwards.c: what must hold once an effect has happened */

size_t those_that_come_off(Machine *mc, Word choice, Set answers); /* leaves those after which it holds, in place; gives how many */
bool choice_comes_off(Machine *mc, Word choice);                   /* whether it would hold, with the names of the choice bound */
size_t tries_begin(Machine *mc); /* puts the table aside for `comes_off`; gives its mark */
bool comes_off(Machine *mc, const Word *choice, size_t mark); /* the same for a node; leaves the table as it was put aside */
void tries_end(Machine *mc, size_t mark);
bool holds_by_seat(Machine *mc, const Word *n); /* a quantifier on all players while something is tried out */

/* ---- parts.c: choices that are asked bit by bit */

void part_raws(Machine *mc, Word completion, Word at);
bool part_answer(Machine *mc, Word completion, Word at, const Word *answer); /* false while more are to be named */
bool part_settles(Machine *mc, Word completion); /* gives the names their values if there is one whole answer */

/* ---- run.c */

enum { STOPPED = -1 };

/* What is being drawn, as it lies on top of the stack, where it stays until all is drawn. */
typedef struct {
    Word has_source, source, has_to, to, left, frame;
} Draw;
Draw *drawing(Machine *mc);

/* Each runs until somebody has to be asked, or the game is over; false if it failed, `failed` then says why. */
bool run_from(Machine *mc, Word pc);
bool run_answer(Machine *mc, const Word *answer); /* an answer where the machine waits; it may be one of its own */
/* The same for who guards the machine himself. */
void run_on_from(Machine *mc, Word pc);
void run_on_answer(Machine *mc, const Word *answer);

bool run_options(Machine *mc);                    /* only finds out what can be answered where it waits */
bool run_question(Machine *mc);                   /* the same, where it may be that nobody is asked: it does not wait then */
bool run_goes_on(const Machine *mc);              /* whether it waits for more of a choice that is asked bit by bit */

/* Who has won, on top of the arena, and what each seat gets; asked of a machine that stands where a game ends. */
bool run_winners(Machine *mc, Set *winners);
bool run_returns(Machine *mc, Word *returns);
bool run_scores(Machine *mc, Word *scores); /* how each seat's score stands, wherever the machine does; `own` is then another */

/* Whether what a law says is the case, compared with the table of another machine, which may be none. */
bool run_holds(Machine *mc, Word law, Machine *then, bool *found);

#endif
