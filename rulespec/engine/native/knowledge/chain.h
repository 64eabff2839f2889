/* A Markov chain of games that agree with what a player heard. It knows nothing of Python.

   The game is played answer by answer. If the next event would differ from the observation, the chain mends the game: it
   exchanges two cards since they were last together, or replaces answers that the player did not hear. If that takes long,
   it plays on with counters and notes that differ, and lowers the number of these mistakes by simulated annealing. Once
   all events come true, it makes random changes of the same kinds and accepts them as in the algorithm of Metropolis and
   Hastings. The target distribution has chance and all players decide uniformly. */

#ifndef RULESPEC_CHAIN_H
#define RULESPEC_CHAIN_H

#include "stretch.h"

/* Begins a game with the given places of its cards, up to its first question. False if the player would have heard something
   else; otherwise `at` is the number of events that have come true. */
typedef bool (*Begins)(void *by, Machine *mc, const Word *lying, const Word *order, size_t *at);

typedef struct {
    const Stretch *stretch;
    Numbers numbers;
    IsNow is_now;
    Begins begins; /* NULL if no card is hidden at the beginning */
    void *by;
    const Word *unsure; /* the cards whose places the player does not always know */
    size_t unsure_count;
    size_t left;  /* budget of steps */
    size_t moves, effort; /* the most random changes of a sample, and about how many steps they take in all */

    size_t tried, furthest, at; /* results: steps tried; the most events that came true; the events up to the end */
    bool ended;             /* the machine is at the end of a game, and its log has all events since the beginning */

    Words lying, order;     /* the place of each card at the beginning, and the order of the cards */
    Words steps, kept, answers, trial, open, pairs, spare, path, chosen;
    bool mends, redraws; /* still searching for a game; unheard answers may be drawn again */
    bool tolerant; /* still searching, and counters and notes may differ */
    Word energy, wrong, rise; /* of the latest answer: how much its events differ, and the first that does; the rise that is accepted */
    double weight; /* the probability that the game goes on to one of its endings */
    size_t live; /* words of `kept` after the last `clear` */
} Chain;

/* Searches for a first game from the machine's position, after `at` events. If cards are hidden at the beginning, `lying`
   has the place of each card, then all cards in their order. False on an error, which the machine has. */
bool chain_play(Machine *mc, Chain *chain, const Word *lying, size_t at);

/* The next game of the chain: some random changes later. */
bool chain_next(Machine *mc, Chain *chain);

enum { CHAIN_BUFFERS = 11 };
void chain_buffers(Chain *chain, Words *all[CHAIN_BUFFERS]); /* lent and freed by the caller */

#endif
