/* What has happened in many games: how often each of its marks was met, and which of them for the first time just now.

   A mark says what an instruction did, or where a counter stands, how many cards a place holds, how near a condition came
   to what it never was. `rulespec/engine/python/marks.py` numbers them alike. */

#ifndef RULESPEC_COVERAGE_H
#define RULESPEC_COVERAGE_H

#include "machine.h"

/* Where an instruction led: to where its plan says that it leads in the case that is told apart, to a question, elsewhere. */
enum { LED_ON, LED_THERE, LED_TO_QUESTION, LEADS };
enum { DEEDS = 32, OUTCOMES = LEADS * DEEDS }; /* all bits of a note, for each of these */
enum { LEVELS = 32 };                          /* of numbers: see `level_of` */
enum { MUCH = 5000 };                          /* steps: a decision that is charged more counts as several */

/* When a law is looked at. */
enum { AFTER_EFFECT = 1, AFTER_TURN = 2, AFTER_ROUND = 4, WHEN_ASKED = 8, AFTER_GAME = 16 };

typedef struct {
    Word number, moments; /* in the plan; when it is looked at, as bits */
    uint64_t looked, games; /* how often it was looked at; how many of the games that are counted broke it */
    bool is_off;            /* whether it is not looked at */
    bool is_told, is_broken; /* whether some game broke it; whether this one did */
    Machine *then; /* of one that compares with an earlier table: that table */
    bool has_then;
    uint64_t *reads, *changed; /* what it reads, and what has changed since it was looked at, as bits like `dirty` */
} WatchedLaw;

typedef struct {
    uint64_t hash, count; /* of an instruction with an answer to it */
} Taken;

enum { TAKEN_ROOM = 1 << 14 }; /* of which three quarters are used */

struct Coverage {
    const Plan *plan;
    Word *led;        /* of each instruction where it leads in the case that is told apart, or -1 */
    uint8_t *looked_at; /* of each instruction when laws are looked at there */
    Word turn_ended, round_ended;
    uint64_t *counts; /* of each mark */
    uint64_t *plain;  /* of each mark in the games that are counted */
    bool counts_plain; /* whether this is one of them */
    size_t marks, variables, places, branches, laws; /* how many there are, and where those of each sort begin */
    Words fresh;      /* marks met for the first time since somebody last looked */
    WatchedLaw *law;
    size_t law_count;
    uint64_t *bits; /* of all laws */
    Word broken;      /* the number of a law that no game broke before, but this one did since somebody last looked; or -1 */
    bool nears;       /* whether it is worked out how near conditions come */
    Taken *taken;
    size_t answers;
    size_t origins;          /* how many effects have one */
    Word *writer;            /* of each variable, and of who is next, the origin, and one more, of what was written there and not read yet; or 0 */
    uint64_t *used, *lost;   /* of each origin how often what it wrote was read, and how often it was overwritten before */
};

bool coverage_begins(Coverage *coverage, const Plan *plan, size_t origins); /* false if there is no memory */
void coverage_ends(Coverage *coverage);

void coverage_watches(Coverage *coverage, Machine *mc); /* from now on, until the machine is done with */
void coverage_opens(Coverage *coverage, const Machine *opening); /* laws compare with this table first, or with none */
void coverage_settles(Machine *mc, Coverage *coverage); /* before what has changed is forgotten */
void coverage_before(Machine *mc, Coverage *coverage, Word pc);
void coverage_step(Machine *mc, Coverage *coverage, Word pc, Word to, Word did);
void coverage_answered(Machine *mc, Coverage *coverage, Word pc); /* an answer has told something */
void coverage_game(Coverage *coverage, bool counted); /* a game is over: which laws it broke */
bool coverage_rests(Machine *mc, Coverage *coverage); /* the machine waits, or a game is over; false if it failed */

void coverage_writes(Coverage *coverage, Word variable, Word origin); /* an effect does, or with -1 something begins anew */
static inline void coverage_reads(Coverage *coverage, Word variable) {
    if (!coverage->writer[variable]) return;
    coverage->used[coverage->writer[variable] - 1]++;
    coverage->writer[variable] = 0;
}

/* How often this answer was taken here, so that it can be counted; NULL where too many others are counted. */
uint64_t *coverage_taken(Coverage *coverage, Word pc, const Word *answer);

/* ---- distance.c */

enum { FAR = 100 };

/* How much would have to change for a condition to hold, or not to: numbers count by their difference, all else as 1. */
Word distance(Machine *mc, Word node, const Who *who, bool hold);

#endif
