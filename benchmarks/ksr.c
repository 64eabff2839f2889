/* Palastgeflüster by the short rule sheet (`ksr`), written by hand for random players alone: a limit of speed to compare with.

   It plays the games that `palast.playout` plays: chance and each seat draw from the generators that the library gives them, and
   what can be chosen stands in the order in which the library lists it. It knows no view, no log, no reason and no other rule. */

#include <stdbool.h>
#include <stdint.h>

#include "machine/twister.h"

enum { HOFMARSCHALL, SCHATZMEISTER, ZAUBERER, ZOFE, MUNDSCHENK, WAECHTER, HOFNARR, PERSONS };
enum { SEATS = 5, HAND = 6, NOBODY = -1, ROW = HAND + 1, CARDS = PERSONS * (SEATS + 2) };

typedef uint64_t Set; /* of cards */

typedef struct {
    int cards[ROW], length;
    unsigned persons; /* that lie there, a bit for each */
} Row;

typedef struct {
    int players, target, active, played, points[SEATS];
    Set hand[SEATS], pile;
    Row display[SEATS];
    unsigned closed; /* king's cards, a bit for each person */
    int open;        /* the person whose king's card lies on top; NOBODY before the first */
    int decisions;
    int person[CARDS], owner[CARDS];
    Twister seat[SEATS], chance;
} Game;

static const int TARGETS[] = {[3] = 6, [4] = 5, [5] = 4}; /* 000:88 */

static int below(Twister *from, int count) { return (int)(twister_next(from) * count); }

static int count(Set set) { return __builtin_popcountll(set); }

static int nth(Set set, int at) {
    while (at--) set &= set - 1;
    return __builtin_ctzll(set);
}

static int chosen(Game *game, int player, int of) {
    game->decisions++;
    return below(&game->seat[player], of);
}

static int drawn(Game *game, Set *from) {
    int card = nth(*from, below(&game->chance, count(*from)));
    *from &= ~(1ull << card);
    return card;
}

static void lay(Game *game, int player, int card) {
    Row *row = &game->display[player];
    row->cards[row->length++] = card;
    row->persons |= 1u << game->person[card];
}

static void begin_round(Game *game) { /* 000:30-33 */
    game->pile = (1ull << PERSONS * (game->players + 2)) - 1;
    game->played = 0;
    for (int i = 0; i < game->players; i++) {
        int seat = (game->active + i) % game->players;
        game->display[seat] = (Row){{0}, 0, 0};
        game->hand[seat] = 0;
        for (int n = 0; n < HAND; n++) game->hand[seat] |= 1ull << drawn(game, &game->pile);
    }
}

/* ---- the persons */

static void hofmarschall(Game *game) { /* 000:43-51, R7 */
    if (!game->closed) game->closed = ((1u << PERSONS) - 1) & ~(1u << HOFMARSCHALL);
    Set closed = game->closed;
    game->open = drawn(game, &closed);
    game->closed = (unsigned)closed;
}

/* So many cards of a hand, the combinations in order. */
static Set some(Game *game, int player, int n) {
    Set hand = game->hand[player], found = 0;
    int size = count(hand), all = 1;
    for (int i = 0; i < n; i++) all = all * (size - i) / (i + 1);
    int at = chosen(game, player, all);
    for (int left = n; left; hand &= hand - 1, size--) {
        int with = 1; /* combinations that have the first card */
        for (int i = 0; i < left - 1; i++) with = with * (size - 1 - i) / (i + 1);
        if (at < with) {
            found |= hand & -hand;
            left--;
        } else {
            at -= with;
        }
    }
    return found;
}

static void zauberer(Game *game) { /* 000:56-60 */
    int self = game->active, partner = (self + 1 + chosen(game, self, game->players - 1)) % game->players;
    int own = count(game->hand[self]), other = count(game->hand[partner]);
    int n = 1 + chosen(game, self, own < other ? own : other);
    Set mine = some(game, self, n), theirs = some(game, partner, n);
    game->hand[self] = (game->hand[self] & ~mine) | theirs;
    game->hand[partner] = (game->hand[partner] & ~theirs) | mine;
}

static void zofe(Game *game) { /* 000:62-63 */
    int self = game->active;
    Set *hand = &game->hand[self];
    *hand &= ~(1ull << nth(*hand, chosen(game, self, count(*hand))));
    *hand |= 1ull << drawn(game, &game->pile);
}

static void mundschenk(Game *game, int card) { /* 000:65-71, R13 */
    if (game->played < 3) return;
    int *found[PERSONS * PERSONS * SEATS * SEATS][2], n = 0;
    for (int i = 0; i < game->players; i++)
        for (int a = 0; a < game->display[(game->active + i) % game->players].length; a++)
            for (int j = i + 1; j < game->players; j++) {
                Row *row = &game->display[(game->active + i) % game->players], *other = &game->display[(game->active + j) % game->players];
                int *one = &row->cards[a];
                if (*one == card) break;
                for (int b = 0; b < other->length; b++) {
                    int *two = &other->cards[b];
                    unsigned first = 1u << game->person[*one], second = 1u << game->person[*two];
                    if (*two != card && (first == second || !(other->persons & first || row->persons & second)))
                        found[n][0] = one, found[n++][1] = two;
                }
            }
    if (!n) return;
    int **pair = found[chosen(game, game->active, n)], one = *pair[0];
    *pair[0] = *pair[1], *pair[1] = one;
    for (int seat = 0; seat < game->players; seat++) {
        Row *row = &game->display[seat];
        row->persons = 0;
        for (int i = 0; i < row->length; i++) row->persons |= 1u << game->person[row->cards[i]];
    }
}

static void waechter(Game *game) { /* 000:80-81 */
    Row *row = &game->display[game->active];
    if (row->length < 2) return;
    int at = chosen(game, game->active, row->length - 1), card = row->cards[at];
    game->hand[game->active] |= 1ull << card;
    row->persons &= ~(1u << game->person[card]);
    row->length--;
    for (; at < row->length; at++) row->cards[at] = row->cards[at + 1];
}

/* ---- the course of the game */

static int laid(Game *game) { /* 000:11-19, R3 */
    int self = game->active;
    Set hand = game->hand[self], preferred = 0;
    for (Set left = hand; left; left &= left - 1) {
        int card = __builtin_ctzll(left);
        if (!(game->display[self].persons >> game->person[card] & 1)) preferred |= 1ull << card;
    }
    Set from = preferred ? preferred : hand;
    int card = nth(from, chosen(game, self, count(from)));
    game->hand[self] &= ~(1ull << card);
    return card;
}

static int next(Game *game, int card) { /* 000:36-40, R17 */
    if (game->owner[card] != NOBODY) return game->owner[card];
    int tied[SEATS], n = 0, fewest = ROW + 1;
    for (int i = 0; i < game->players; i++) {
        int seat = (game->active + i) % game->players, length = game->display[seat].length;
        if (length < fewest) fewest = length, n = 0;
        if (length == fewest) tied[n++] = seat;
    }
    return tied[n == 1 ? 0 : chosen(game, game->active, n)];
}

/* Plays a card; whether the round ended, with the points given. */
static bool turn(Game *game) {
    int self = game->active, card = laid(game), person = game->person[card];
    Row *row = &game->display[self];
    bool doubled = row->persons >> person & 1, muted = game->open == person;
    lay(game, self, card);
    game->played++;
    bool complete = !doubled && row->length == HAND; /* before the jester: R12, R14 */
    bool jester = !doubled && !complete && muted && person == HOFNARR;
    if (doubled || complete || jester) {
        for (int seat = 0; seat < game->players; seat++) game->points[seat] += (seat == self) == complete;
        return true;
    }
    if (!muted) switch (person) {
        case HOFMARSCHALL: hofmarschall(game); break;
        case ZAUBERER: zauberer(game); break;
        case ZOFE: zofe(game); break;
        case MUNDSCHENK: mundschenk(game, card); break;
        case WAECHTER: waechter(game); break;
        default: break;
        }
    game->active = next(game, card);
    return false;
}

static void begin(Game *game, int players) {
    *game = (Game){.players = players, .target = TARGETS[players], .open = NOBODY};
    game->closed = ((1u << PERSONS) - 1) & ~(1u << HOFMARSCHALL);
    for (int card = 0; card < PERSONS * (players + 2); card++) {
        int neutral = card - PERSONS * players; /* two of each person, behind those in colours */
        game->person[card] = neutral < 0 ? card / players : neutral / 2;
        game->owner[card] = neutral < 0 ? card % players : NOBODY;
    }
}

/* A whole game with the numbers of a seed: how many decisions it had, and the points of each seat. */
int ksr_game(int players, uint64_t seed, int *points) {
    static Game game;
    uint64_t seeds[SEATS + 1];
    begin(&game, players);
    for (int seat = 0; seat < players; seat++) seeds[seat] = (seed << 8) + (uint64_t)seat + 1;
    Twister twisters[SEATS + 1];
    seeds[players] = seed;
    twisters_seed(twisters, seeds, (size_t)players + 1);
    for (int seat = 0; seat < players; seat++) game.seat[seat] = twisters[seat];
    game.chance = twisters[players];
    for (bool over = false; !over;) {
        begin_round(&game);
        while (!turn(&game)) {}
        for (int seat = 0; seat < players; seat++) over = over || game.points[seat] >= game.target;
    }
    for (int seat = 0; seat < players; seat++) points[seat] = game.points[seat];
    return game.decisions;
}

/* So many games, from a seed on; how many decisions they had. */
long ksr_games(int players, uint64_t seed, int games) {
    long decisions = 0;
    for (int i = 0; i < games; i++) {
        int points[SEATS];
        decisions += ksr_game(players, seed + (uint64_t)i, points);
    }
    return decisions;
}
