/* What one player hears of events, and games that are compared with what he has heard. */

#ifndef RULESPEC_HEARING_H
#define RULESPEC_HEARING_H

#include "machine/ways.h"

#define UNSEEN INT64_MIN /* in place of a card that he does not see, or of what he does not hear of an answer */

/* What hides fields, with the fields that each needs. */
enum {
    ONE_CARD,  /* card, from where, to where, whether it is enough to see the last one there */
    ROW,       /* cards, from where, to where or 0, whom they are shown to or 0 */
    EXCHANGED, /* cards, from where, the others, from where */
    LYING,     /* the cards of each place */
    ANSWERED,  /* answer, where it was asked, who answers */
    STATED,    /* statement: those that read alike in a block are heard as the first of them */
    QUESTIONED, /* where it was asked: likewise */
    POSITION,  /* position, where to: known to those who see that row */
    MASKS
};

#define OF_A_MASK 5 /* words: which it is, and its fields */

/* How he hears events of one kind: for whom it is meant, and what hides its fields, which are counted from 1. */
typedef struct {
    Word audience, audience_field, doer; /* a field is 0 where there is none */
    Word decides;                        /* whether somebody has answered by it */
    Word chance;                         /* the field that chance decides, or 0 */
    Word masks;                          /* how many */
    const Word *mask;
} KindHeard;

typedef struct {
    const Plan *plan;
    Word *words; /* the table that all of this lies in */
    Word viewer, tacit; /* tacit: whether cards can be chosen that nobody hears of, as there was only one way to choose */
    const Word *start;  /* the place where each card begins */
    const Word *sees, *sees_last; /* of each place: whether he sees its cards, and the last of them */
    const Word *keepers;          /* of each place the seat that alone sees its cards, or -1 */
    const Word *answers;          /* of each instruction, in two words: how many names an answer has, or -1 where it is public, and which are public */
    const Word *cards;            /* of each instruction which names of an answer are cards, as bits */
    const Word *asks;             /* of each instruction the one that he hears of in an answer */
    Word statements;              /* how many there are */
    const Word *origins;          /* of each statement the one that he hears of */
    KindHeard *kinds;
} Hearing;

/* Reads and verifies the table of a hearer, which is then the hearing's own; on failure `why` says what is wrong. */
Verdict hearing_read(Hearing *hearing, const Plan *plan, const Word *table, size_t count, const char **why);
void hearing_free(Hearing *hearing);

/* The first mask of a kind that hides in a certain way, or NULL. */
const Word *mask_of(const Hearing *hearing, Word kind, Word which);

/* Appends what he hears of an event, which is its kind and its fields, to `heard`; false if he hears nothing. */
bool hear(Machine *mc, const Hearing *hearing, const Word *event, Words *heard);

/* The same of an answer; false if he hears it as it is, and nothing is appended. */
bool hear_answer(Machine *mc, const Hearing *hearing, Word who, Word pc, const Word *answer, Words *heard);

/* ---- account.c */

/* What he has heard, as events one after another, and where each card may have lain after each of them. */
typedef struct {
    const Hearing *hearing;
    const Word *events, *begins; /* where each event begins, and where the last one ends */
    size_t count;
    const uint64_t *may; /* rows with a set of places, of so many words, for each card */
    const Word *row;     /* of each event */
    size_t width;
} Account;

/* Compares a log, of events with their sizes, with what was heard from `*at` on; false if he would have heard something
   else. Where events begin of which he did not hear all, and their moments, are appended to `masked`. */
bool account_hears(Machine *mc, const Account *account, const Word *log, size_t size, size_t *at, Words *masked);

/* Whether the machine, which waits, goes on by one of its answers as was heard from `*at` on, which then says how many events
   have come true; the arena has the masked ones of these, as above, by where they begin on the machine's log. Where the run
   fails, that ends at `out`. */
bool account_goes_on(Machine *mc, const Account *account, Word answer, size_t *at, jmp_buf *out);

/* Whether the cards lie where they may, after so many events, if that is not what was known after `since`. */
bool account_allows(const Machine *mc, const Account *account, size_t since, size_t at);

/* The places of each card after an event, and whether one of them may lie in a place. */
static inline const uint64_t *account_row(const Account *account, const Plan *plan, size_t moment) {
    return account->may + (size_t)account->row[moment] * (size_t)plan->cards * account->width;
}
static inline bool may_lie(const Account *account, const uint64_t *row, Word card, Word place) {
    return row[(size_t)card * account->width + (size_t)place / 64] >> (place % 64) & 1;
}

/* ---- keys */

/* One value that grows with what is heard. */
typedef struct {
    uint64_t high, low;
} Key;

Key key_after(Key key, const Word *heard, size_t size);

#endif
