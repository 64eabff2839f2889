/* Answers as paths of actions. */

#ifndef RULESPEC_PATHS_H
#define RULESPEC_PATHS_H

#include "games.h"

/* Keeps the answers that a machine has come to, and sets the bits of their actions; gives how many these are. */
uint32_t game_asks(Machine *mc, const Layout *layout, Game *game, uint64_t *legal, size_t width);

/* Sets the bits of the actions with which the answers that are kept go on; gives how many these are. */
uint32_t game_offers(Machine *mc, const Layout *layout, const Game *game, uint64_t *legal, size_t width);

/* The answer that an action completes, one of those that are legal; NULL if it is one more action of an answer that is not
   complete. Of several answers with the same action the last counts, as of longer paths. */
const Word *game_answer(Machine *mc, const Layout *layout, Game *game, const uint64_t *legal, Word action);

#endif
