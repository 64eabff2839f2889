/* Answers as paths of actions. */

#ifndef RULESPEC_PATHS_H
#define RULESPEC_PATHS_H

#include "games.h"

/* Sets the bits of the actions with which the answers go on where a game waits, and counts them. */
void game_offers(const Layout *layout, Game *game, Words *path);

/* The answer that an action completes; NULL if it is one more action of an answer that is not complete. */
const Word *game_answer(const Layout *layout, Game *game, Words *path, Word action);

#endif
