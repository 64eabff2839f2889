/* Many games of one plan that go on together, and what is told of each as a row of numbers. It knows nothing of Python.

   An action is an atom of an answer, asked one after another. Which number an atom has, and where a zone stands in an
   observation, a layout says: an array of words like a plan's image, read and verified once. Games are dealt out to
   parts of about the same size; each part can be played by a thread of its own, which then helps with the others. */

#ifndef RULESPEC_GAMES_H
#define RULESPEC_GAMES_H

#include <stdatomic.h>

#include "machine/machine.h"
#include "machine/twister.h"

/* ---- layout.c */

typedef struct {
    Word actions;     /* how many there are */
    Word size;        /* of an observation */
    Word most_turns;  /* a game with more turns is cut off */
    Word yes, enough, nothing; /* actions without an atom, or -1 */
    Word answered;    /* where an observation tells what was answered so far */
    const Word *lying, *standing; /* where it tells of each place, and of each variable */
    const Word *words;  /* of each variable how many words a note can have; -1 for a counter */
    const Word *shown;  /* of each seat and each place what is seen there */
    const Word **sites; /* of each instruction that asks: the action that declines, how many names, the table of each */
    const Word **tables; /* how many values, which, in order, and the action of each */
    bool *in_order;      /* of each table whether its actions are in order, too, so that each stands for one value */
    Word table_count;
} Layout;

enum { SHOWS_CARDS, SHOWS_LAST, SHOWS_NUMBER };

/* Reads and verifies a layout, whose words have to live as long; of a broken one `why` says what is wrong. */
Verdict layout_read(Layout *layout, const Plan *plan, const Word *words, size_t count, const char **why);
void layout_free(Layout *layout);

/* ---- games.c */

/* A game between two of its steps: what it has for itself, in one stretch of memory with its table and with what its row
   tells. All else belongs to the machine of its part, which stands on one game after another. */
typedef struct {
    Word active, next, own, direction, pc, turns, spent;
    bool has_next, watching, is_together, is_staged;
    Words sets, stack, together, stage;
    bool things;      /* each answer is one thing, which its action says, or it declines: then no answers are kept */
    Word thing[2];    /* room for such an answer */
    Words answers;    /* those that go on as `so_far` does, one after another */
    size_t each;      /* how many words each answer has that is no plain yes or no; 0 if they differ */
    Words so_far;     /* the actions of the answer that is being given */
    Word block[];     /* the table; then what is told */
} Game;

/* What can be done in a game, which is asked of all games at once: so it lies apart. */
typedef struct {
    uint64_t picks; /* where the random actions of this game are */
    uint32_t count; /* how many actions are legal */
    bool over, truncated;
} Offer;

/* What the row of a game tells, but for its cards, so that the next time only what has changed is written. */
typedef struct {
    int32_t observer, active, asked, answered; /* the observer and who is asked, or -1; whether anything of an answer is told */
    Word variables[];
} Told;

typedef struct {
    atomic_size_t next; /* of its games, that nobody has begun to play, */
    size_t first, end;  /* and which they are */
    Machine *mc;
    Word *block; /* the machine's own table, while it stands on none of a game's */
    Word *gained; /* by each seat */
    Told *afresh; /* for a row of which nothing is told yet */
    const char *failed;
    char apart[128]; /* from that of the next part, which another processor writes to all the time */
} Part;

/* The arrays that are written, a row for each game. */
typedef struct {
    int64_t *asked, *counts;
    uint8_t *mask, *over, *truncated;
    float *observations;
    double *returns;
} Rows;

typedef struct {
    const Plan *plan;
    Layout layout;
    Machine *opening; /* how each game begins, */
    Word begin;       /* and where in the plan */
    uint64_t fuel;    /* how many instructions a run may take */
    Word budget, allowance; /* and how many steps may be charged for it, and for a whole game */
    size_t count, parts;
    char *games;      /* the first game, */
    size_t stride;    /* and how many bytes there are from one to the next */
    Twister *chances; /* of each game */
    Offer *offers;    /* of each game */
    uint64_t *legal;  /* of each game its legal actions, as bits */
    size_t width;     /* of these bits, in words */
    uint64_t *differs; /* of each two seats the places of which they see differently, as bits */
    Part *each;       /* of the parts */
    Rows rows;
    atomic_bool stop; /* the games cannot go on: something failed, or somebody wants them to end */
} Games;

/* How many bits are set, without a call. */
static inline uint32_t ones(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return (uint32_t)(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static inline Game *game_at(const Games *all, size_t at) { return (Game *)(all->games + at * all->stride); }

/* Makes so many games, all over, so that they begin at the next step; false if there is no memory. */
bool games_make(Games *all, size_t count, size_t parts);
void games_free(Games *all);

void games_seed(Games *all, uint64_t seed); /* the game i with this seed and i more */
void games_over(Games *all);                /* all of them, so that they begin anew */

/* The first game in which an action is not legal, or -1. */
int64_t games_illegal(const Games *all, const int64_t *actions);

/* One action in each game, and in those that are over a new beginning; without actions, random ones to the end of each game.
   `games_begin` comes first; then each part is played, at the same time or not, where one plays what is left of others, too.
   False if it failed, or was stopped. `interrupted`, if there is one, is asked now and then, and is not 0 if the games have to
   stop. */
void games_begin(Games *all);
bool games_play(Games *all, size_t part, const int64_t *actions, int (*interrupted)(void));

void games_pick(Games *all, int64_t *actions); /* a random legal action in each game; 0 where it is over */
void games_observe(Games *all, const int64_t *seats, float *into); /* what a seat sees of each game, written anew */

/* One game alone: a machine stands on it between these two. In between it can be set up, and goes on from there after some
   actions of an answer that is not complete; false if it cannot, and then no game goes on. */
Machine *games_stand(Games *all, size_t at);
bool games_resume(Games *all, size_t at, const Word *so_far, size_t count);
void games_leave(Games *all, size_t at);
bool games_has_begun(Games *all, size_t at); /* whether there ever was a game */
void games_forget(Games *all, size_t at);          /* as if there never was */

/* ---- observe.c */

size_t told_size(const Plan *plan);
bool differences_make(Games *all); /* false if there is no memory */
void told_nothing(const Games *all, Told *told); /* of a row of zeros */

/* What a seat sees of a game, on which a machine stands that has kept what has changed since the row was written. */
void game_observe(const Games *all, const Machine *mc, const Game *game, bool over, Word seat, float *into, Told *told);

#endif
