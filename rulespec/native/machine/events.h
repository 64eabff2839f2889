/* The kinds of events, by the numbers that they have on every log, each with what its fields are:
     #  a number   ?  a number or none, in two words   *  a set: how many, and which   a  an answer
     z  zones: how many words, then a set for each   v  how many, then each as a number or none */

#ifndef RULESPEC_EVENTS_H
#define RULESPEC_EVENTS_H

#define EVENTS(X)                                                                                                      \
    X(BEGIN, 0, "#zv")                                                                                                 \
    X(ROUND, 1, "")                                                                                                    \
    X(TURN, 2, "#")                                                                                                    \
    X(LIMIT, 3, "#")                                                                                                   \
    X(ROUND_ENDS, 4, "##")                                                                                             \
    X(GAME_ENDS, 5, "##")                                                                                              \
    X(CHOSE, 6, "###a")                                                                                                \
    X(PICKED, 7, "###a")                                                                                               \
    X(COMMITTED, 8, "##")                                                                                              \
    X(REVEALED, 9, "###a")                                                                                             \
    X(LAPSED, 10, "###")                                                                                               \
    X(MOVED, 11, "##**#")                                                                                              \
    X(REFILLED, 12, "#**#")                                                                                            \
    X(DREW, 13, "#####")                                                                                               \
    X(EXCHANGED, 14, "##****")                                                                                         \
    X(SHOWED, 15, "##***")                                                                                             \
    X(CHANGED, 16, "###??")                                                                                            \
    X(IS_NEXT, 17, "##?")                                                                                              \
    X(REVERSED, 18, "###")                                                                                             \
    X(IS_LAST, 19, "###")                                                                                              \
    X(LEFT, 20, "####")

enum {
#define X(name, number, fields) EVENT_##name = number,
    EVENTS(X)
#undef X
    EVENT_COUNT = 21
};

extern const char *const EVENT_FIELDS[EVENT_COUNT];

enum { HEARD_BY_ALL, HEARD_BY_HIMSELF, HEARD_BY_OTHERS };

#endif
