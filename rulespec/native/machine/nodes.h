/* The nodes of a plan's image, each with what it consists of; whoever writes images asks for this list by name.

   A node is its number and its fields. Letters say what a field is:
     #  any number           b  0 or 1                 l  a slot              n  the number of a variable
     j  an instruction       p  the number of a place  m  bits of what changed, as many words as it takes
     v s t f e k h u q a d g y o c w z   where a node of that kind stands, which is before this one; in capitals, or 0
     *[...]  a number, and the fields as often as that */

#define NODES(X)                                                                                                       \
    /* v: values */                                                                                                    \
    X(NUMBER, 'v', "#")                                                                                                \
    X(NOTHING, 'v', "")                                                                                                \
    X(SLOT, 'v', "l")                                                                                                  \
    X(IT, 'v', "")                                                                                                     \
    X(OWN, 'v', "")                                                                                                    \
    X(SUBJECT, 'v', "")                                                                                                \
    X(ACTIVE, 'v', "")                                                                                                 \
    X(VARIABLE, 'v', "nV")                                                                                             \
    X(CALL, 'v', "vv")                                                                                                 \
    X(SWITCH, 'v', "v*[#v]")                                                                                           \
    X(LOOKUP, 'v', "cv")                                                                                               \
    X(OWNER, 'v', "v")                                                                                                 \
    X(NEIGHBOUR, 'v', "v#")                                                                                            \
    X(NEXT_WORD, 'v', "v#")                                                                                            \
    X(PREVIOUS_WORD, 'v', "v")                                                                                         \
    X(PLUS, 'v', "vv")                                                                                                 \
    X(MINUS, 'v', "vv")                                                                                                \
    X(TIMES, 'v', "vv")                                                                                                \
    X(SMALLER, 'v', "vv")                                                                                              \
    X(LARGER, 'v', "vv")                                                                                               \
    X(COUNT, 'v', "s")                                                                                                 \
    X(DISTINCT, 'v', "cs")                                                                                             \
    X(SUM, 'v', "svb")                                                                                                 \
    X(FIRST, 'v', "s")                                                                                                 \
    X(LAST, 'v', "s")                                                                                                  \
    X(EARLIER, 'v', "v")                                                                                               \
    /* s: sets */                                                                                                      \
    X(LISTED, 's', "*[#]")                                                                                             \
    X(SLOT_SET, 's', "l")                                                                                              \
    X(CARDS_IN, 's', "pV")                                                                                             \
    X(CARDS_OF_ALL, 's', "ps")                                                                                         \
    X(VARIABLES, 's', "ns")                                                                                            \
    X(CALL_SET, 's', "sv")                                                                                             \
    X(SWITCH_SET, 's', "s*[#s]")                                                                                       \
    X(LOOKUPS, 's', "cs")                                                                                              \
    X(ALL_PLAYERS, 's', "")                                                                                            \
    X(OTHER_PLAYERS, 's', "")                                                                                          \
    X(SINGLE, 's', "v")                                                                                                \
    X(UNION, 's', "ss")                                                                                                \
    X(WITHOUT, 's', "ss")                                                                                              \
    X(SIEVED, 's', "sb*[f]")                                                                                           \
    X(EARLIER_SET, 's', "s")                                                                                           \
    /* t: tests */                                                                                                     \
    X(ALL_OF, 't', "*[t]")                                                                                             \
    X(ANY_OF, 't', "*[t]")                                                                                             \
    X(NOT, 't', "t")                                                                                                   \
    X(SOME, 't', "stb")                                                                                                \
    X(EVERY, 't', "stb")                                                                                               \
    X(NONE_OF, 't', "stb")                                                                                             \
    X(IS_NONE, 't', "v")                                                                                               \
    X(SAME, 't', "vv")                                                                                                 \
    X(AT_LEAST, 't', "vv")                                                                                             \
    X(AT_MOST, 't', "vv")                                                                                              \
    X(MORE, 't', "vv")                                                                                                 \
    X(LESS, 't', "vv")                                                                                                 \
    X(WITHIN, 't', "vs")                                                                                               \
    X(EMPTY, 't', "s")                                                                                                 \
    X(REPEATS, 't', "sc")                                                                                              \
    X(HOLDS, 't', "t")                                                                                                 \
    X(HOLDS_FOR, 't', "tv")                                                                                            \
    /* f: sieves */                                                                                                    \
    X(WHERE, 'f', "t")                                                                                                 \
    X(PREFERRING, 'f', "*[t]")                                                                                         \
    X(EXTREMES, 'f', "*[bv]")                                                                                          \
    /* c: what each card, or each player, shows of a list */                                                           \
    X(COLUMN, 'c', "*[b#]")                                                                                            \
    /* e: effects; they begin with their origin */                                                                     \
    X(MOVE, 'e', "#pV*[s]")                                                                                            \
    X(EXCHANGE, 'e', "#ss")                                                                                            \
    X(SHOW, 'e', "#ss")                                                                                                \
    X(SET, 'e', "#nSb##v")                                                                                             \
    X(ADD, 'e', "#nS##v#")                                                                                             \
    X(MAKE_NEXT, 'e', "#v")                                                                                            \
    X(REVERSE, 'e', "#")                                                                                               \
    /* k, h: from what somebody chooses, and the choice */                                                             \
    X(ONE, 'k', "s")                                                                                                   \
    X(PAIR, 'k', "s")                                                                                                  \
    X(RANGE, 'k', "vv")                                                                                                \
    X(CARDS, 'k', "vvs")                                                                                               \
    X(CHOICE, 'h', "bbbTE*[k]*[lb]*[f]")                                                                               \
    /* u, q: how an answer becomes known; whether it would do anything to say yes */                                   \
    X(UNHEARD, 'u', "#bbb")                                                                                            \
    X(ALWAYS, 'q', "")                                                                                                 \
    X(COULD_DO, 'q', "e")                                                                                              \
    X(COULD_DRAW, 'q', "pVS")                                                                                          \
    /* a, d, g, y, o: choices that are asked bit by bit: parts, checks, steps, measures */                             \
    X(PART, 'a', "lSbVVbb")                                                                                            \
    X(CHECK, 'd', "t#b")                                                                                               \
    X(CHECKS, 'g', "*[d]")                                                                                             \
    X(PREFERRED, 'g', "*[d]")                                                                                          \
    X(MOST, 'g', "*[bv#b]")                                                                                            \
    X(MEASURE, 'y', "#lV*[t]SbCbb")                                                                                    \
    X(COMPLETION, 'o', "hbCb*[a]*[g]*[y]")                                                                             \
    /* w: reasons to end that hold at once: on all, or on each seat by what can have changed of it */                    \
    X(WATCH, 'w', "tjm*[m]")                                                                                           \
    /* z: what must hold, in its order; play never looks at it */                                                       \
    X(LAW, 'z', "t")                                                                                                   \
    /* i: instructions */                                                                                              \
    X(STOP, 'i', "b")                                                                                                  \
    X(ROUND_BEGINS, 'i', "b*[nb#]")                                                                                    \
    X(TURN_BEGINS, 'i', "#jm*[nb#]")                                                                                   \
    X(TURN_ENDS, 'i', "")                                                                                              \
    X(ENDS_IF, 'i', "tj")                                                                                              \
    X(REASON_BEGINS, 'i', "b##")                                                                                       \
    X(JUMP, 'i', "j")                                                                                                  \
    X(BRANCH, 'i', "tj")                                                                                               \
    X(EACH_BEGINS, 'i', "s")                                                                                           \
    X(EACH_NEXT, 'i', "j*[l]")                                                                                         \
    X(PERFORM, 'i', "v*[j]")                                                                                           \
    X(RETURN, 'i', "*[l]")                                                                                             \
    X(FORGET, 'i', "*[l]")                                                                                             \
    X(HAPPEN, 'i', "e")                                                                                                \
    X(DRAW_BEGINS, 'i', "vpVpV")                                                                                       \
    X(DRAW, 'i', "#S")                                                                                                 \
    X(TOGETHER, 'i', "*[e]")                                                                                           \
    X(TOGETHER_BEGINS, 'i', "")                                                                                        \
    X(DEFER, 'i', "#e")                                                                                                \
    X(SKIP_LAPSED, 'i', "j")                                                                                           \
    X(COMMIT, 'i', "#")                                                                                                \
    X(TOGETHER_ENDS, 'i', "")                                                                                          \
    X(ASK, 'i', "#hUbbjm")                                                                                             \
    X(ASK_PART, 'i', "#ho#Ubbjjm")                                                                                     \
    X(ASK_WHETHER, 'i', "#qUbj")

typedef enum {
#define X(name, kind, fields) name,
    NO_NODE,
    NODES(X)
#undef X
    NODE_COUNT
} Node;
