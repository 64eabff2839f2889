/* Guesses that are played: where cards lie in each, and which of them each event moves. Where the game shows that others moved,
   a guess is mended, as in `knowledge/card_tracks.py`: the next one is put upon it. */

#include <string.h>

#include "stretch.h"

static size_t guess_words(const Guided *guided) { return lying_words(guided->stretch->ground) + guided->stretch->ground->spells * card_words(guided); }

Tracks guess_tracks(const Guided *guided, size_t guess) {
    return (Tracks){guided->stretch->ground, (int32_t *)(guided->guesses.at + guess * guess_words(guided))};
}

static uint64_t *moved_of(const Guided *guided, size_t guess) {
    return (uint64_t *)(guided->guesses.at + guess * guess_words(guided) + lying_words(guided->stretch->ground));
}

static void find_moved(Guided *guided, size_t guess) {
    Tracks tracks = guess_tracks(guided, guess);
    const Ground *ground = tracks.ground;
    size_t words = card_words(guided);
    uint64_t *all = moved_of(guided, guess);
    memset(all, 0, ground->spells * words * sizeof(uint64_t));
    for (size_t card = 0; card < ground->cards; card++) {
        const int32_t *lying = track(&tracks, card);
        uint64_t bit = (uint64_t)1 << (card % 64), *moved = all + card / 64;
        for (size_t spell = 1; spell < ground->spells; spell++)
            if (lying[spell] != lying[spell - 1]) moved[spell * words] |= bit;
    }
}

/* Puts a guess upon the one with a number. */
static void push_guess(Machine *mc, Guided *guided, size_t upon, const int32_t *lying) {
    const Ground *ground = guided->stretch->ground;
    guided->guesses.used = upon * guess_words(guided);
    words_reserve(mc, &guided->guesses, 2 * guess_words(guided));
    if (!lying) lying = guess_tracks(guided, upon - 1).lying;
    memcpy(guess_tracks(guided, upon).lying, lying, ground->cards * ground->spells * sizeof(int32_t));
    guided->guesses.used += guess_words(guided);
}

void guess_begins(Machine *mc, Guided *guided, const Tracks *tracks) {
    guided->guess = 0;
    push_guess(mc, guided, 0, tracks->lying);
    find_moved(guided, 0);
}

const uint64_t *guess_moves(const Guided *guided, size_t at) {
    const Ground *ground = guided->stretch->ground;
    size_t start = guided->stretch->start;
    if (!guided->guessed || at < start || at - start >= ground->length) return NULL;
    int32_t spell = ground->spell[at - start];
    return ground->begins[spell] == (int32_t)(at - start) ? moved_of(guided, guided->guess) + (size_t)spell * card_words(guided) : NULL;
}

/* ---- a guess mended where the game shows that other cards moved */

static bool goes(const Tracks *tracks, Word card, size_t moment, Word from, Word to) {
    return lies_at(tracks, (size_t)card, moment - 1) == from && lies_at(tracks, (size_t)card, moment) == to;
}

/* The cards that were guessed to go somewhere at a moment and did not, each with its way, of what moved as it is `listed`. */
static void stayed(Machine *mc, const Guided *guided, const Tracks *tracks, size_t moment, Words *instead) {
    const uint64_t *moved = guess_moves(guided, guided->stretch->start + moment);
    instead->used = 0;
    for (Word card = 0; moved && card < guided->stretch->plan->cards; card++) {
        if (!has(moved, card)) continue;
        bool went = false;
        for (size_t i = 0; i < mc->listed.used; i += OF_A_WAY) {
            const Word *way = mc->listed.at + i;
            went |= way[0] == card && way[1] != way[2] && goes(tracks, card, moment, way[1], way[2]);
        }
        if (!went) push_all(mc, instead, (Word[]){card, lies_at(tracks, (size_t)card, moment - 1), lies_at(tracks, (size_t)card, moment)}, OF_A_WAY);
    }
}

/* The latest of those that were guessed to go a way, which is then left out; -1 if there is none. */
static Word one_instead(Words *instead, const Word *way) {
    for (size_t i = instead->used; i >= OF_A_WAY; i -= OF_A_WAY) {
        Word *each = instead->at + i - OF_A_WAY, card = each[0];
        if (card < 0 || each[1] != way[1] || each[2] != way[2]) continue;
        each[0] = -1;
        return card;
    }
    return -1;
}

/* Each card that moved instead of another goes on where that one was guessed to be, until the two meet. */
static bool mend(Machine *mc, Guided *guided, const Word *event, size_t at) {
    size_t moment = at - guided->stretch->start, upon = guided->guess + 1;
    if (moment < 1) return false;
    push_guess(mc, guided, upon, NULL);
    Tracks tracks = guess_tracks(guided, upon);
    mc->listed.used = 0;
    Carried found[MOST_CARRIED];
    push_ways(mc, &mc->listed, found, event_moves(mc, event, found));
    works(mc, mc->listed.used * (size_t)guided->stretch->plan->cards);
    stayed(mc, guided, &tracks, moment, &mc->heard);
    for (size_t i = 0; i < mc->listed.used; i += OF_A_WAY) {
        const Word *way = mc->listed.at + i;
        if (way[1] == way[2] || goes(&tracks, checked_card(mc, way[0]), moment, way[1], way[2])) continue;
        Word other = one_instead(&mc->heard, way);
        if (other < 0 || !tracks_turn(&tracks, (size_t)way[0], (size_t)other, moment)) return false;
    }
    for (size_t i = 0; i < mc->heard.used; i += OF_A_WAY)
        if (mc->heard.at[i] >= 0) return false;
    find_moved(guided, upon);
    guided->guess = upon;
    return true;
}

static bool moves_those(Machine *mc, const Guided *guided, const Word *event, const uint64_t *moved) {
    size_t left = 0;
    for (size_t k = 0; moved && k < card_words(guided); k++) left += (size_t)__builtin_popcountll(moved[k]);
    Carried found[MOST_CARRIED];
    int count = event_moves(mc, event, found);
    for (const Carried *group = found; group < found + count; group++)
        for (Word i = 0; i < group->count; i++)
            if (group->from[i] != group->to[i * group->apart] && (!left-- || !has(moved, checked_card(mc, group->card[i])))) return false;
    return !left;
}

bool guess_holds(Machine *mc, Guided *guided) {
    for (size_t i = 0; guided->guessed && i < mc->arena.used; i += 2) {
        size_t at = (size_t)mc->arena.at[i + 1];
        const Word *event = mc->log.at + mc->arena.at[i] + 1;
        if (at > guided->stretch->end) continue; /* of that nothing was guessed */
        if (!moves_those(mc, guided, event, guess_moves(guided, at)) && !(guided->mends && mend(mc, guided, event, at))) return false;
    }
    return true;
}
