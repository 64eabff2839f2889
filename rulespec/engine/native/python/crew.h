/* Threads that work together, each time somebody calls them. */

#ifndef RULESPEC_CREW_H
#define RULESPEC_CREW_H

#include <stddef.h>

typedef struct Crew Crew;

/* Does its share of the work, without the interpreter; `who` is 0 in the thread that has called, in the others from 1 on. One
   that comes late may find nothing left to do, and where there are no threads 0 is alone: so work is shared by who is there. */
typedef void (*Work)(void *of, size_t who);

Crew *crew_new(size_t others); /* the threads besides the one that calls; NULL if there is no memory */
void crew_free(Crew *crew);    /* the threads end */
void crew_works(Crew *crew, Work work, void *of); /* gives back once nobody works any more */

#endif
