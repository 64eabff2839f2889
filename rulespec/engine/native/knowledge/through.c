/* All ways through a short part of what was heard, in breadth: as `_all_stepped` in `knowledge/worlds.py`. */

#include <math.h>
#include <string.h>

#include "stretch.h"

enum { ALARM = 256, GAME_WORDS = 4 };

/* A game: the number of events that have come true, where its state is in `kept`, the number of its beginning, and the logarithm
   of its weight. */
static void push_game(Machine *mc, Words *games, Word at, size_t kept, Word begun, double weight) {
    Word game[GAME_WORDS] = {at, (Word)kept, begun};
    memcpy(game + 3, &weight, sizeof(weight));
    push_all(mc, games, game, GAME_WORDS);
}

static double weight_of(const Word *game) {
    double weight;
    memcpy(&weight, game + 3, sizeof(weight));
    return weight;
}

static bool is_at(Machine *mc, const Through *through, Word at) {
    const Stretch *stretch = through->stretch;
    if (at <= (Word)stretch->end) return false;
    return stretch->end + 1 < stretch->account->count || through->is_now(through->by, mc);
}

static bool goes_on(Machine *mc, Through *through, Word answer, size_t *at, jmp_buf *out) {
    if (through->tried % ALARM == 0 && mc->interrupted && mc->interrupted()) fail(mc, NULL);
    through->tried++;
    return account_goes_on(mc, through->stretch->account, answer, at, out);
}

/* Adds the games after all possible answers to one, which the machine is in. */
static void go_further(Machine *mc, Through *through, const Word game[GAME_WORDS], Words *further, jmp_buf *out) {
    Word at = game[0];
    size_t kept = (size_t)game[1];
    double weight = weight_of(game) - (mc->raw_at.used ? log((double)mc->raw_at.used) : 0);
    through->open.used = 0;
    account_answers(mc, through->stretch->account, (size_t)at, &through->open);
    for (size_t i = 0; i < through->open.used && through->tried <= through->left; i++) {
        size_t now = (size_t)at;
        if (i) stand_again(mc, &through->kept, kept);
        if (goes_on(mc, through, through->open.at[i], &now, out)) push_game(mc, further, (Word)now, keep(mc, &through->kept, 0), game[2], weight);
    }
}

static void search(Machine *mc, Through *through, jmp_buf *out) {
    const Stretch *stretch = through->stretch;
    Words *now = &through->games, *further = &through->further;
    size_t looked_at = 0;
    while (now->used) {
        further->used = 0;
        for (size_t i = 0; i < now->used; i += GAME_WORDS) {
            const Word *game = now->at + i;
            Word at = game[0];
            looked_at++;
            if (looked_at + further->used / GAME_WORDS >= through->most) {
                through->gives_up = true;
                return;
            }
            stand_again(mc, &through->kept, (size_t)game[1]);
            if (is_at(mc, through, at)) push_game(mc, &through->ends, at, (size_t)game[1], game[2], weight_of(game));
            if (at <= (Word)stretch->end || stretch->end + 1 == stretch->account->count) go_further(mc, through, game, further, out);
            if (through->tried > through->left) return;
        }
        Words *last = now;
        now = further, further = last;
    }
}

bool through_begin(Machine *mc, Through *through, size_t at) {
    GUARD(mc, false);
    push_game(mc, &through->games, (Word)at, keep(mc, &through->kept, 0), (Word)(through->games.used / GAME_WORDS), 0);
    return true;
}

bool through_search(Machine *mc, Through *through) {
    GUARD(mc, false);
    search(mc, through, &out);
    return true;
}

size_t through_ends(const Through *through) { return through->ends.used / GAME_WORDS; }

bool through_stand(Machine *mc, Through *through, size_t end, size_t *at, size_t *begun, double *weight) {
    const Word *game = through->ends.at + GAME_WORDS * end;
    GUARD(mc, false);
    *at = (size_t)game[0], *begun = (size_t)game[2], *weight = weight_of(game);
    stand_again(mc, &through->kept, (size_t)game[1]);
    return true;
}

void through_buffers(Through *through, Words *all[THROUGH_BUFFERS]) {
    Words *each[] = {&through->games, &through->further, &through->ends, &through->kept, &through->open};
    memcpy(all, each, sizeof(each));
}
