/* One game that agrees with what somebody has heard, and others next to it: a Markov chain. It knows nothing of Python.

   The game is played answer by answer, and changed wherever the next event would sound different: two cards change places
   while they lie apart, or some answers that he did not hear are given anew. Once everything has come true, such changes
   are made at random, and accepted as in the algorithm of Metropolis and Hastings. So the games have the distribution in
   which chance and all players decide uniformly. */

#ifndef RULESPEC_CHAIN_H
#define RULESPEC_CHAIN_H

#include "stretch.h"

/* How a game begins in which some cards lie hidden: the machine then stands where it first waits. It gives false if that
   sounds different; otherwise so many events have come true. */
typedef bool (*Begins)(void *by, Machine *mc, const Word *lying, const Word *order, size_t *at);

typedef struct {
    const Stretch *stretch;
    Numbers numbers;
    IsNow is_now;
    Begins begins; /* NULL where it is known how all cards lie at first */
    void *by;
    const Word *unsure, *slots; /* the cards whose places he does not always know; where the machine keeps chosen cards */
    size_t unsure_count, slot_count;
    size_t left;  /* steps that can be tried */
    size_t moves, effort; /* changes at random once all has come true, at most, and about how many steps they take in all */

    size_t tried, furthest, at; /* found: steps that were tried; the most events that came true, and those in the end */
    bool ended;             /* the machine stands where all have, with all that happened since the beginning as its log */

    Words lying, order;     /* where each card lies at first, and in which order */
    Words steps, kept, answers, trial, open, pairs, spare, path, chosen;
    bool mends, redraws; /* whether it is still played on and mended; whether answers that he did not hear may be drawn anew */
    bool tolerant; /* whether counters and notes may differ from what was heard, while a game is looked for */
    Word energy, wrong, rise; /* how much the events of the latest answer differ, from which one on; how much more is accepted */
    double weight; /* how likely the game is to end as the true one does */
    size_t live; /* words of `kept` after the last clearing */
} Chain;

/* Plays from where the machine stands, after so many events; `lying` has the place of each card at first, then all cards in
   their order, if some lie hidden. False if it failed, the machine then says why. */
bool chain_play(Machine *mc, Chain *chain, const Word *lying, size_t at);

/* The same for the next game of the chain, after some moves from one that was found. */
bool chain_next(Machine *mc, Chain *chain);

enum { CHAIN_BUFFERS = 11 };
void chain_buffers(Chain *chain, Words *all[CHAIN_BUFFERS]); /* which somebody else lends and frees */

#endif
