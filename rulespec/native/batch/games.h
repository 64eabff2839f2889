/* Many games of one plan that go on together, and what is told of each as a row of numbers. It knows nothing of Python.

   An action is an atom of an answer, asked one after another. Which number an atom has, and where a zone stands in an
   observation, a layout says: an array of words like a plan's image, read and verified once. Games are dealt out to
   parts of about the same size; each part can be played by a thread of its own. */

#ifndef RULESPEC_GAMES_H
#define RULESPEC_GAMES_H

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
    Word table_count;
} Layout;

enum { SHOWS_CARDS, SHOWS_LAST, SHOWS_NUMBER };

/* Reads and verifies a layout, whose words have to live as long; of a broken one `why` says what is wrong. */
Verdict layout_read(Layout *layout, const Plan *plan, const Word *words, size_t count, const char **why);
void layout_free(Layout *layout);

/* ---- games.c */

enum { USED_WORDS = 6, SCRATCH_WORDS = USED_WORDS + SEARCH_WORDS };

typedef struct {
    Machine *mc;
    Twister chance;
    uint64_t picks;  /* where the random actions of this game are */
    uint64_t *legal; /* actions, as bits */
    size_t count;    /* how many of them */
    Words so_far;    /* the actions of the answer that is being given */
    Words firsts;    /* the action of each answer, where each has one: */
    bool is_plain;
    bool over, truncated;
} Game;

/* What games need while they run, and not between: lent to one after another, as it would be most of what each has. */
typedef struct {
    Words lent[SCRATCH_WORDS], path;
    Word *gained; /* by each seat */
    const char *failed;
    char apart[128]; /* from that of the next part, which another processor writes to all the time */
} Scratch;

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
    Game *games;
    size_t count, parts, width; /* width: of the bits of `legal`, in words */
    bool searches;              /* whether anything is asked bit by bit */
    Scratch *scratch;           /* of each part */
    Rows rows;
    volatile bool stop; /* the games cannot go on: something failed, or somebody wants them to end */
} Games;

/* Makes so many games, all over, so that they begin at the next step; false if there is no memory. */
bool games_make(Games *all, size_t count, size_t parts);
void games_free(Games *all);

void games_seed(Games *all, uint64_t seed); /* the game i with this seed and i more */
void games_over(Games *all);                /* all of them, so that they begin anew */

/* The first game in which an action is not legal, or -1. */
int64_t games_illegal(const Games *all, const int64_t *actions);

/* One action in each game of a part, and in those that are over a new beginning; false if it failed, or was stopped.
   `interrupted`, if there is one, is asked now and then, and is not 0 if the games have to stop. */
bool games_step(Games *all, size_t part, const int64_t *actions, int (*interrupted)(void));
bool games_play_out(Games *all, size_t part, int (*interrupted)(void)); /* random actions to the end of each game */

void games_pick(Games *all, int64_t *actions); /* a random legal action in each game; 0 where it is over */
void game_observe(const Games *all, const Game *game, Word seat, float *into);

#endif
