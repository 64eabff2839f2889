/* All games that agree with what somebody has heard, one after another. It knows nothing of Python. */

#ifndef RULESPEC_LISTING_H
#define RULESPEC_LISTING_H

#include "stretch.h"

typedef struct {
    const Account *account;
    IsNow is_now;
    void *by;
    size_t left;  /* how many steps can be tried until the next one */
    size_t tried; /* found: how many were */
    bool arrived, told; /* whether the machine stands where nothing was tried yet, after `at` events; and that was told of */
    size_t at;
    Words steps, answers, kept;
} Listing;

/* Begins with a game in which so many events have come true; the machine stands there, and is the listing's from now on. */
void listing_begin(Listing *listing, size_t at);

/* Goes on to the next game, in which the machine then stands; `found` is false if there is none, or if too much was tried.
   False if it failed, the machine then says why. */
bool listing_next(Machine *mc, Listing *listing, bool *found);
void listing_free(Listing *listing);

#endif
