/* A part of what somebody heard, and how ways through it are found: cards are laid where they may have been, from the last
   moment back to the first, and such a guess is played on under the rules. It knows nothing of Python, and finds what
   `knowledge/laying.py` and `knowledge/guessing.py` find, with the same numbers.

   Moments are counted from where the part starts. From one event that moves cards to the next, all lie as they do: such a
   time is a `spell`. */

#ifndef RULESPEC_STRETCH_H
#define RULESPEC_STRETCH_H

#include "memory.h"

/* Numbers in [0, 1), and who gives them. */
typedef struct {
    Chance next;
    void *from;
} Numbers;

static inline double drawn(Machine *mc, Numbers numbers) {
    double chance = numbers.next(numbers.from);
    if (!(chance >= 0.0 && chance < 1.0)) fail(mc, "a random number is not in [0, 1)");
    return chance;
}
static inline size_t drawn_below(Machine *mc, Numbers numbers, size_t count) { return (size_t)(drawn(mc, numbers) * (double)count); }

/* ---- tracks.c: where cards lie, as it is guessed */

/* A card that was seen leaving a place, at which moment, and since when it must have come there. */
typedef struct {
    int32_t place, moment, since;
} Leaving;

/* Since when a card must have come to a place: the same from one moment until another. */
typedef struct {
    int32_t since, first, until;
} Coming;

/* The moments before and after some events in which no card moves twice. */
typedef struct {
    int32_t first, last;
} Closing;

/* What all guesses of one stretch have in common; as many of them hold it as `refs` says. */
typedef struct {
    size_t refs, cards, length, width, spells;
    const Word *rows;   /* of each place whether it is one */
    int32_t *begins;    /* of each spell, and where the last one ends */
    int32_t *spell;     /* of each moment */
    int32_t *named;     /* of each card, the last moment up to each that named it, or -1, */
    int32_t *names;     /* and the first from each on, or NEVER */
    uint64_t *may;      /* of each card the places that it may lie in at first, and those at last, so many words of bits */
    uint64_t **barred;  /* of each moment the places from which each card is barred, as many words; NULL if none is */
    int32_t *bars;      /* the moments at which some are, */
    size_t bar_count;   /* and how many there are */
    Coming *coming;     /* of each card and place, what was found last */
    int32_t *unseen;    /* of each place how many cards had come there unseen before each moment, and at last all of them */
    Leaving *leaving;   /* those that must have come unseen, place by place, the earliest first */
    size_t leaving_count;
    Closing *closings;
    size_t closing_count;
} Ground;

typedef struct {
    Ground *ground;
    int32_t *lying; /* of each card, one after another, the place in each spell */
} Tracks;

bool tracks_make(Tracks *tracks, Ground *ground); /* false if there is no memory */
void tracks_free(Tracks *tracks);
void ground_release(Ground *ground);

static inline int32_t *track(const Tracks *tracks, size_t card) { return tracks->lying + card * tracks->ground->spells; }
static inline int32_t lies_at(const Tracks *tracks, size_t card, size_t at) { return track(tracks, card)[tracks->ground->spell[at]]; }

bool tracks_swap(Tracks *tracks, size_t one, size_t other, size_t first, size_t last); /* moments; false if they cannot */
bool tracks_exchange(Tracks *tracks, size_t one, size_t other, size_t at, size_t *first, size_t *last);
bool tracks_turn(Tracks *tracks, size_t one, size_t other, size_t at);

/* So many exchanges of any two of some cards, at any of the first `length` moments. */
void tracks_shuffle(Machine *mc, Tracks *tracks, const Word *cards, size_t count, size_t times, size_t length, Numbers numbers);

/* ---- ground.c */

typedef struct {
    const Plan *plan;
    const Memory *memory;
    const Account *account; /* of the memory */
    size_t start, end;      /* in what was heard */
    size_t quiet;           /* from which event on no more was heard than that others have committed */
    Ground *ground;
} Stretch;

/* Reads a stretch off what was heard; it fails where there is no memory left. */
void stretch_read(Machine *mc, Stretch *stretch);

/* From now on no cards are laid, nor exchanged, so that some of them lie in a place at a moment (of what was heard); it fails
   where there is no memory left. */
void stretch_bar(Machine *mc, Stretch *stretch, size_t moment, size_t place, const Word *cards, size_t count);

/* Whether a card may lie in a place at a moment. */
static inline bool can_lie(const Stretch *stretch, size_t card, size_t place, size_t moment) {
    size_t word = card * stretch->memory->width + place / 64;
    const uint64_t *barred = stretch->ground->barred[moment - stretch->start];
    uint64_t may = places_after(stretch->memory, moment)[word] & ~(barred ? barred[word] : 0);
    return may >> (place % 64) & 1;
}

/* ---- closings.c */

/* When players who answered at the same time move cards, as in `knowledge/closings.py`; it fails where there is no memory. */
void closings_read(Machine *mc, const Stretch *stretch);

/* How many events from one on there are until a closing is over, if only answers come before; else `ahead`. */
size_t closing_until(const Stretch *stretch, size_t at, size_t ahead);

/* Where a move among so many events from one on lists a card that he saw there; 0 if none does. */
Word closing_lists(const Stretch *stretch, size_t at, size_t events, Word card);

/* ---- arrivals.c: how many cards can have come to a place unseen since some moment, as in `knowledge/arrivals.py` */

enum { LONG = -1, NEVER = INT32_MAX }; /* since when a card must have come that can have lain there all along, or that was seen coming */

void arrivals_read(Machine *mc, const Stretch *stretch);
void arrivals_bar(Machine *mc, const Stretch *stretch); /* once some cards were barred */

static inline bool is_named(const Ground *ground, size_t card, size_t first, size_t last) { /* by an event from a moment to another */
    return ground->names[card * (ground->length + 1) + first] <= (int32_t)last;
}

/* The last moment at which a card that lies in a place at another cannot have lain there: it came unseen since. */
int32_t came_since(const Stretch *stretch, size_t card, size_t place, size_t moment);

/* How many cards came to a place unseen since a moment, up to another, but for those that were seen leaving it. */
int64_t arrivals_since(const Stretch *stretch, size_t place, int32_t since, size_t moment);

/* ---- laying.c */

/* Lays all cards in tracks that nobody has changed; false if it came to nothing. In which order they lie at first, place by
   place, is said in `order`. */
bool stretch_lay(Machine *mc, const Stretch *stretch, Tracks *tracks, int32_t *order, Numbers numbers);

/* ---- expected.c */

/* The answers where the machine waits that may lead to what was heard after so many events: their numbers are appended. */
void account_answers(Machine *mc, const Account *account, size_t at, Words *found);

/* ---- guided.c: a guess as it is played */

typedef bool (*IsNow)(void *by, Machine *mc); /* whether a game waits for what is known that it waits for now */

typedef struct {
    const Stretch *stretch;
    Numbers numbers;
    IsNow is_now;
    void *by;
    bool mends;         /* whether the guess is mended where the game shows that other cards moved */
    size_t left;        /* how many steps can be tried */
    size_t ahead, ends; /* events that tell what was chosen in secret; games that differ in what nobody has heard of yet */

    size_t tried, at; /* found: steps that were tried, events that came true */
    bool ended;       /* the machine stands where all have, with all that happened since it was set up as its log */
    Words best;       /* else the answers that came furthest, each with its size, */
    Words lying;      /* and where cards lay, as the guess was mended by then */

    bool guessed; /* whether there is a guess */
    size_t guess; /* the number of the one that is played */
    Words guesses, steps, answers, kept, silent, open;
} Guided;

/* ---- mending.c */

static inline size_t card_words(const Guided *guided) { return ((size_t)guided->stretch->plan->cards + 63) / 64; } /* of a set of cards, as bits */
static inline bool has(const uint64_t *cards, Word card) { return cards && cards[card / 64] >> (card % 64) & 1; }
static inline size_t lying_words(const Ground *ground) { return (ground->cards * ground->spells + 1) / 2; } /* of tracks */

void guess_begins(Machine *mc, Guided *guided, const Tracks *tracks);
Tracks guess_tracks(const Guided *guided, size_t guess);             /* they hold until another guess is put upon this one */
const uint64_t *guess_moves(const Guided *guided, size_t at);        /* cards, by an event counted from the first one heard; NULL if none */

/* Whether masked events, in the arena with their moments, move the cards that were guessed, or the guess can be mended. */
bool guess_holds(Machine *mc, Guided *guided);

/* ---- guided.c */

/* Plays on from where the machine stands and waits, as it is guessed, or without tracks as it may be; false if it failed, the machine then says why. */
bool guided_play(Machine *mc, Guided *guided, const Tracks *tracks, size_t at);

enum { GUIDED_BUFFERS = 8, THROUGH_BUFFERS = 5 };
void guided_buffers(Guided *guided, Words *all[GUIDED_BUFFERS]); /* which somebody else lends and frees */

/* ---- checkpoints.c */

void exchange_cards(Machine *mc, Word one, Word other, const Word *slots, size_t count); /* and, in some slots, their names */

/* A game as it waited before the answer after which a guess came true, or failed. */
typedef struct {
    Word at, target;   /* how many events have led to it, and how many have come true after the answer */
    bool required;     /* whether more came true already: it must not fail again */
    Words answer, now; /* as the cards are exchanged; where it stands */
    Words answered, before;     /* the same before the last exchange */
    bool touched;
} Checkpoint;

typedef struct {
    const Stretch *stretch;
    Tracks *tracks;
    Numbers numbers;
    IsNow is_now;
    void *by;
    const Word *unsure, *slots; /* the cards that can be exchanged; where the machine keeps cards that were chosen */
    size_t unsure_count, slot_count;
    size_t left, most, mixed; /* steps that can be tried, exchanges at most, and those that leave true what came true */
    size_t tried;
    Checkpoint *each; /* the first is the one that failed; of the others all passed */
    size_t count;
    Words open;
} Checkpoints;

bool checkpoint_begin(Machine *mc, Checkpoint *checkpoint, const Word *answer, size_t size); /* from where the machine stands */
bool checkpoint_stand(Machine *mc, const Checkpoint *checkpoint);

/* Exchanges cards until what failed comes true, and nothing fails that did; false if it failed to run. */
bool checkpoints_pass(Machine *mc, Checkpoints *all);
void checkpoints_free(Checkpoints *all);

/* ---- through.c */

typedef struct {
    const Stretch *stretch;
    IsNow is_now;
    void *by;
    size_t left, most; /* how many steps can be tried, and how many games looked at */

    size_t tried;
    bool gives_up;   /* there was too much to look at */
    Words ends;      /* the games that came through */
    Words kept, open, games, further;
} Through;

/* Each gives false if it failed, the machine then says why. */
bool through_begin(Machine *mc, Through *through, size_t at); /* from where the machine stands, too */
bool through_search(Machine *mc, Through *through);
size_t through_ends(const Through *through);
bool through_stand(Machine *mc, Through *through, size_t end, size_t *at, size_t *begun); /* as a game that came through; with which it began */
void through_buffers(Through *through, Words *all[THROUGH_BUFFERS]);

#endif
