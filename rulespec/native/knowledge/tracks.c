/* A guess of where each card lies at each moment: two cards can change places in between. The same as in `run/tracks.py`,
   with a place for each card and spell instead of bits. */

#include <stdlib.h>
#include <string.h>

#include "stretch.h"

void ground_release(Ground *ground) {
    if (!ground || --ground->refs) return;
    free(ground->begins);
    free(ground->spell);
    free(ground->named);
    free(ground->names);
    free(ground->coming);
    free(ground->may);
    for (size_t at = 0; ground->barred && at < ground->length; at++) free(ground->barred[at]);
    free(ground->barred);
    free(ground->bars);
    free(ground->unseen);
    free(ground->leaving);
    free(ground->closings);
    free(ground);
}

bool tracks_make(Tracks *tracks, Ground *ground) {
    tracks->ground = ground;
    tracks->lying = malloc((ground->cards * ground->spells + 1) * sizeof(int32_t));
    if (!tracks->lying) return false;
    ground->refs++;
    return true;
}

void tracks_free(Tracks *tracks) {
    if (!tracks->lying) return;
    free(tracks->lying);
    tracks->lying = NULL;
    ground_release(tracks->ground);
}

/* ---- two cards that change places */

static bool may_lie_in(const Ground *ground, size_t card, bool at_last, int32_t place) {
    const uint64_t *may = ground->may + (2 * card + at_last) * ground->width;
    return may[place / 64] >> (place % 64) & 1;
}

static bool may_change(const Tracks *tracks, size_t one, size_t other, bool at_last) {
    size_t spell = at_last ? tracks->ground->spells - 1 : 0;
    return may_lie_in(tracks->ground, one, at_last, track(tracks, other)[spell]) &&
           may_lie_in(tracks->ground, other, at_last, track(tracks, one)[spell]);
}

static bool is_barred(const Tracks *tracks, size_t card, size_t other, size_t at) {
    const Ground *ground = tracks->ground;
    int32_t place = lies_at(tracks, other, at);
    return ground->barred[at][card * ground->width + (size_t)place / 64] >> (place % 64) & 1;
}

/* Whether one of two cards is barred from where the other lies, from a moment until another. */
static bool are_barred(const Tracks *tracks, size_t one, size_t other, size_t first, size_t last) {
    const Ground *ground = tracks->ground;
    for (size_t i = 0; i < ground->bar_count; i++) {
        size_t at = (size_t)ground->bars[i];
        if (at >= first && at < last && (is_barred(tracks, one, other, at) || is_barred(tracks, other, one, at))) return true;
    }
    return false;
}

bool tracks_swap(Tracks *tracks, size_t one, size_t other, size_t first, size_t last) {
    const Ground *ground = tracks->ground;
    if (is_named(ground, one, first, last) || is_named(ground, other, first, last)) return false;
    if (first == 0 && !may_change(tracks, one, other, false)) return false;
    if (last == ground->length && !may_change(tracks, one, other, true)) return false;
    if (first >= last) return true;
    if (are_barred(tracks, one, other, first, last)) return false;
    int32_t from = ground->spell[first], until = last == ground->length ? (int32_t)ground->spells : ground->spell[last];
    int32_t *mine = track(tracks, one), *theirs = track(tracks, other);
    if (ground->begins[from] != (int32_t)first && mine[from] != theirs[from]) return false; /* cards stay there */
    if (ground->begins[until] != (int32_t)last && mine[until] != theirs[until]) return false;
    for (int32_t at = from; at < until; at++) {
        int32_t place = mine[at];
        mine[at] = theirs[at], theirs[at] = place;
    }
    return true;
}

/* Whether both lie in one place that is no row. */
static bool meet(const Ground *ground, const int32_t *mine, const int32_t *theirs, int32_t spell) {
    return mine[spell] == theirs[spell] && !ground->rows[mine[spell]];
}

/* The moment after the last at which they met, up to a moment, and the first after that at which they meet again; or some
   between which an event named one of them, as they cannot change places then: that saves half of the way. */
static void between_meetings(const Tracks *tracks, size_t one, size_t other, size_t at, size_t *first, size_t *last) {
    const Ground *ground = tracks->ground;
    const int32_t *mine = track(tracks, one), *theirs = track(tracks, other);
    int32_t here = ground->spell[at], before = here, next = here + 1;
    size_t row = ground->length + 1;
    int32_t named = ground->named[one * row + at], named_other = ground->named[other * row + at];
    int32_t names = ground->names[one * row + at + 1], names_other = ground->names[other * row + at + 1];
    if (named_other > named) named = named_other;
    if (names_other < names) names = names_other;
    if (meet(ground, mine, theirs, here)) {
        *first = at + 1;
        if ((int32_t)at + 1 < ground->begins[here + 1]) {
            *last = at + 1;
            return;
        }
    } else {
        while (before > 0 && ground->begins[before] > named && !meet(ground, mine, theirs, before - 1)) before--;
        *first = (size_t)ground->begins[before];
    }
    while (next < (int32_t)ground->spells && ground->begins[next] < names && !meet(ground, mine, theirs, next)) next++;
    *last = (size_t)ground->begins[next];
}

bool tracks_exchange(Tracks *tracks, size_t one, size_t other, size_t at, size_t *first, size_t *last) {
    between_meetings(tracks, one, other, at, first, last);
    return *first <= at && tracks_swap(tracks, one, other, *first, *last);
}

bool tracks_turn(Tracks *tracks, size_t one, size_t other, size_t at) {
    size_t first, last;
    between_meetings(tracks, one, other, at, &first, &last);
    return tracks_swap(tracks, one, other, at, last);
}

/* How often a card moves in closings in which it has moved already. */
static size_t moved_again(const Tracks *tracks, size_t card) {
    const Ground *ground = tracks->ground;
    size_t found = 0;
    for (size_t i = 0; i < ground->closing_count; i++) {
        size_t moved = 0;
        for (size_t at = (size_t)ground->closings[i].first; at < (size_t)ground->closings[i].last; at++) moved += lies_at(tracks, card, at) != lies_at(tracks, card, at + 1);
        found += moved > 1 ? moved - 1 : 0;
    }
    return found;
}

/* Two cards change places between two of their meetings, unless they then moved more often in a closing than before. */
static void change_places(Tracks *tracks, size_t one, size_t other, size_t first, size_t last) {
    if (!tracks_swap(tracks, one, other, first, last)) return; /* as mostly: it is counted where they can */
    size_t again = moved_again(tracks, one) + moved_again(tracks, other);
    if (!again) return;
    tracks_swap(tracks, one, other, first, last);
    if (moved_again(tracks, one) + moved_again(tracks, other) >= again) tracks_swap(tracks, one, other, first, last);
}

void tracks_shuffle(Machine *mc, Tracks *tracks, const Word *cards, size_t count, size_t times, size_t length, Numbers numbers) {
    for (; times > 0; times--) { /* one number decides both cards and the moment: that saves a tenth */
        double chance = drawn(mc, numbers) * (double)count;
        size_t one = (size_t)chance;
        chance = (chance - (double)one) * (double)count;
        size_t other = (size_t)chance, at = (size_t)((chance - (double)other) * (double)length), first, last;
        if (one == other || one >= count || other >= count || at >= length) continue;
        works(mc, tracks->ground->spells);
        between_meetings(tracks, (size_t)cards[one], (size_t)cards[other], at, &first, &last);
        change_places(tracks, (size_t)cards[one], (size_t)cards[other], first, last);
    }
}
