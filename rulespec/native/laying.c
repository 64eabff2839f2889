/* Cards laid where they may have been, from the last moment back to the first: as in `knowledge/laying.py`, step by step, so
   that the same numbers lay the same. */

#include <string.h>

#include "stretch.h"

static void shuffle(Machine *mc, int32_t *things, size_t count, Numbers numbers) {
    for (size_t last = count; last-- > 1;) {
        size_t at = drawn_below(mc, numbers, last + 1);
        int32_t thing = things[at];
        things[at] = things[last], things[last] = thing;
    }
}

/* What is needed meanwhile, in one piece of memory that belongs to the machine. */
typedef struct {
    Machine *mc;
    const Stretch *stretch;
    Tracks *tracks;
    Numbers numbers;
    size_t cards, places;
    int32_t *lies;               /* the place of each card, as far back as it is known */
    int32_t *until;              /* of each card, since which spell that is known */
    int32_t *first, *last;       /* of each place the cards there, */
    int32_t *before, *after;     /* of each card the next in its place; -1 where there is none */
    int32_t *order, *sorted;     /* cards to be laid, those with the fewest choices first */
    int32_t *count;              /* of each number of choices how many cards have fewer */
    int32_t *rooms, *left;       /* the places that are open, in an order, and how much room is left in each place */
    size_t room_count;
    int32_t *laid, *laid_in;     /* cards that were laid, in their order, and the place of each card */
    size_t laid_count;
    int32_t *reached, *by, *via; /* places on the way to one with room, and by which card, from which place */
    int32_t *back, *source;      /* cards that an event moved, in an order, and where each came from, or -1 */
    size_t back_count;
    int32_t *came, *to;          /* for each unseen motion where it came from and where it went */
    int32_t *marks;              /* of each place */
    int32_t *rank;               /* of each card in a row */
} Draft;

static int32_t *part(int32_t **from, size_t count) {
    int32_t *found = *from;
    *from += count;
    return found;
}

static void begin(Draft *draft, size_t motions) {
    Machine *mc = draft->mc;
    size_t cards = draft->cards, places = draft->places;
    size_t needed = 12 * cards + 9 * (places + 1) + 2 * motions;
    mc->arena.used = 0;
    words_reserve(mc, &mc->arena, needed / 2 + 1);
    int32_t *at = (int32_t *)mc->arena.at;
    draft->lies = part(&at, cards), draft->until = part(&at, cards);
    draft->before = part(&at, cards), draft->after = part(&at, cards);
    draft->order = part(&at, cards), draft->sorted = part(&at, cards);
    draft->laid = part(&at, cards), draft->laid_in = part(&at, cards);
    draft->back = part(&at, cards), draft->source = part(&at, cards), draft->rank = part(&at, cards);
    draft->first = part(&at, places), draft->last = part(&at, places), draft->rooms = part(&at, places), draft->left = part(&at, places);
    draft->reached = part(&at, places), draft->by = part(&at, places), draft->via = part(&at, places), draft->marks = part(&at, places);
    draft->count = part(&at, places + 1);
    draft->came = part(&at, motions), draft->to = part(&at, motions);
    for (size_t card = 0; card < cards; card++) draft->source[card] = -1;
    for (size_t place = 0; place < places; place++) draft->first[place] = draft->last[place] = -1;
}

static void append(Draft *draft, int32_t card, int32_t place) {
    int32_t last = draft->last[place];
    draft->before[card] = last, draft->after[card] = -1;
    if (last >= 0)
        draft->after[last] = card;
    else
        draft->first[place] = card;
    draft->last[place] = card;
}

static void take_out(Draft *draft, int32_t card, int32_t place) {
    int32_t before = draft->before[card], after = draft->after[card];
    if (before >= 0)
        draft->after[before] = after;
    else
        draft->first[place] = after;
    if (after >= 0)
        draft->before[after] = before;
    else
        draft->last[place] = before;
}

/* ---- cards laid where there is room */

static bool may(const Draft *draft, const uint64_t *row, int32_t card, int32_t place) {
    return row[(size_t)card * draft->stretch->memory->width + (size_t)place / 64] >> (place % 64) & 1;
}

static void by_choices(Draft *draft, const uint64_t *row, size_t cards) {
    memset(draft->count, 0, (draft->room_count + 1) * sizeof(int32_t));
    for (size_t i = 0; i < cards; i++) {
        int32_t choices = 0, card = draft->order[i];
        for (size_t k = 0; k < draft->room_count; k++) choices += may(draft, row, card, draft->rooms[k]);
        draft->rank[card] = choices;
        if ((size_t)choices < draft->room_count) draft->count[choices + 1]++;
    }
    for (size_t k = 1; k <= draft->room_count; k++) draft->count[k] += draft->count[k - 1];
    for (size_t i = 0; i < cards; i++) draft->sorted[draft->count[draft->rank[draft->order[i]]]++] = draft->order[i];
}

/* Moves cards on, one to the place of the next, until one place that a card may lie in has room; -1 if none has. */
static int32_t make_room(Draft *draft, const uint64_t *row, int32_t card) {
    size_t reached = 0;
    for (size_t k = 0; k < draft->room_count; k++) {
        int32_t place = draft->rooms[k];
        draft->marks[place] = may(draft, row, card, place);
        if (draft->marks[place]) draft->by[place] = -1, draft->reached[reached++] = place;
    }
    for (size_t next = 0; next < reached; next++) {
        int32_t place = draft->reached[next];
        for (size_t i = 0; i < draft->laid_count; i++) {
            int32_t other = draft->laid[i];
            if (draft->laid_in[other] != place) continue;
            works(draft->mc, draft->room_count);
            for (size_t k = 0; k < draft->room_count; k++) {
                int32_t further = draft->rooms[k];
                if (draft->marks[further] || !may(draft, row, other, further)) continue;
                draft->marks[further] = 1, draft->by[further] = other, draft->via[further] = place;
                draft->reached[reached++] = further;
                if (draft->left[further] <= 0) continue;
                draft->left[further]--;
                for (; draft->by[further] >= 0; further = draft->via[further]) draft->laid_in[draft->by[further]] = further;
                draft->left[further]++;
                return further;
            }
        }
    }
    return -1;
}

/* One of the places in which a card may lie and there is room, each the likelier the more there is; -1 if there is none. */
static int32_t drawn_place(Draft *draft, const uint64_t *row, int32_t card) {
    size_t total = 0, count = 0;
    int32_t found = -1;
    for (size_t k = 0; k < draft->room_count; k++) {
        int32_t place = draft->rooms[k];
        if (draft->left[place] <= 0 || !may(draft, row, card, place)) continue;
        total += (size_t)draft->left[place], count++, found = place;
    }
    if (count < 2) return found;
    int64_t which = (int64_t)drawn_below(draft->mc, draft->numbers, total);
    for (size_t k = 0; k < draft->room_count; k++) {
        int32_t place = draft->rooms[k];
        if (draft->left[place] <= 0 || !may(draft, row, card, place)) continue;
        found = place, which -= draft->left[place];
        if (which < 0) break;
    }
    return found;
}

/* Lays the first so many cards of the order at random, where each may lie after a moment and there is room for all. */
static bool spread(Draft *draft, size_t cards, size_t moment) {
    const uint64_t *row = places_after(draft->stretch->memory, moment);
    works(draft->mc, cards * draft->room_count);
    shuffle(draft->mc, draft->order, cards, draft->numbers);
    by_choices(draft, row, cards);
    draft->laid_count = 0;
    for (size_t i = 0; i < cards; i++) {
        int32_t card = draft->sorted[i], place = drawn_place(draft, row, card);
        if (place < 0) place = make_room(draft, row, card);
        if (place < 0) return false;
        draft->laid[draft->laid_count++] = card, draft->laid_in[card] = place;
        draft->left[place]--;
    }
    return true;
}

static void open_room(Draft *draft, int32_t place, int32_t room) { /* each is opened once: it keeps its place in the order */
    if (!draft->marks[place]) draft->rooms[draft->room_count++] = place, draft->left[place] = 0, draft->marks[place] = 1;
    draft->left[place] += room;
}

/* ---- one event back */

static Word kind_at(const Memory *memory, size_t moment) { return memory->events.at[memory->begins.at[moment]]; }
static bool exchanges(const Memory *memory, size_t moment) { return kind_exchanges(memory->hearing, kind_at(memory, moment)); }

static void came_back(Draft *draft, int32_t card, int32_t source) {
    if (draft->source[card] < 0) draft->back[draft->back_count++] = card;
    draft->source[card] = source;
}

/* Where the unseen cards came from that went to one place. */
static bool back_from(Draft *draft, size_t moment, size_t unseen, int32_t to) {
    const Word *rows = draft->stretch->plan->rows;
    size_t cards = 0, count = 0;
    draft->room_count = 0;
    memset(draft->marks, 0, draft->places * sizeof(int32_t));
    for (int32_t card = draft->first[to]; card >= 0; card = draft->after[card])
        if (draft->source[card] < 0) draft->order[cards++] = card;
    for (size_t i = 0; i < unseen; i++)
        if (draft->to[i] == to) open_room(draft, draft->came[i], 1), count++;
    if (count > cards) return false;
    if (!rows[to]) {
        open_room(draft, to, (int32_t)(cards - count));
    } else if (exchanges(draft->stretch->memory, moment)) {
        for (size_t first = 0; first < count; first++) {
            size_t at = first + drawn_below(draft->mc, draft->numbers, cards - first);
            int32_t card = draft->order[at];
            draft->order[at] = draft->order[first], draft->order[first] = card;
        }
        cards = count;
    } else {
        memmove(draft->order, draft->order + cards - count, count * sizeof(int32_t));
        cards = count;
    }
    if (!spread(draft, cards, moment - 1)) return false;
    for (size_t i = 0; i < draft->laid_count; i++) {
        int32_t card = draft->laid[i];
        if (draft->laid_in[card] != to || rows[to]) came_back(draft, card, draft->laid_in[card]);
    }
    return true;
}

static bool back(Draft *draft, size_t moment) {
    const Memory *memory = draft->stretch->memory;
    size_t unseen = 0;
    draft->back_count = 0;
    for (Word i = memory->moved.at[moment]; i < memory->shown.at[moment]; i += OF_A_WAY) {
        const Word *way = memory->ways.at + i;
        if (way[0] == UNSEEN) {
            draft->came[unseen] = (int32_t)way[1], draft->to[unseen++] = (int32_t)way[2];
        } else if (draft->lies[way[0]] != way[2]) {
            return false;
        } else {
            came_back(draft, (int32_t)way[0], (int32_t)way[1]);
        }
    }
    for (size_t i = 0; i < unseen; i++) {
        bool done = false;
        for (size_t k = 0; k < i; k++) done |= draft->to[k] == draft->to[i];
        if (!done && !back_from(draft, moment, unseen, draft->to[i])) return false;
    }
    return true;
}

/* Those that went from one row to another keep their order: they come back in the order in which they lie. */
static void keep_order(Draft *draft) {
    const Word *rows = draft->stretch->plan->rows;
    size_t count = 0;
    for (size_t i = 0; i < draft->back_count; i++) {
        int32_t card = draft->back[i];
        if (rows[draft->source[card]] && rows[draft->lies[card]]) draft->order[count++] = card;
    }
    if (count < 2) return;
    for (size_t i = 0; i < count; i++) {
        int32_t rank = 0;
        for (int32_t card = draft->order[i]; draft->before[card] >= 0; card = draft->before[card]) rank++;
        draft->rank[draft->order[i]] = rank;
        works(draft->mc, (size_t)rank);
    }
    for (size_t i = 1; i < count; i++) { /* those with the same rank in two rows stay as they are */
        int32_t card = draft->order[i];
        size_t at = i;
        for (; at > 0 && draft->rank[draft->order[at - 1]] > draft->rank[card]; at--) draft->order[at] = draft->order[at - 1];
        draft->order[at] = card;
    }
    count = 0;
    for (size_t i = 0; i < draft->back_count; i++) {
        int32_t card = draft->back[i];
        if (rows[draft->source[card]] && rows[draft->lies[card]]) draft->back[i] = draft->order[count++];
    }
}

static void lies(Draft *draft, int32_t card, int32_t from) {
    int32_t *lying = track(draft->tracks, (size_t)card), place = draft->lies[card];
    for (int32_t spell = from; spell < draft->until[card]; spell++) lying[spell] = place;
    draft->until[card] = from;
}

static void go_back(Draft *draft, size_t moment) {
    int32_t spell = draft->stretch->ground->spell[moment - draft->stretch->start];
    keep_order(draft);
    for (size_t i = 0; i < draft->back_count; i++) {
        int32_t card = draft->back[i], source = draft->source[card];
        take_out(draft, card, draft->lies[card]);
        append(draft, card, source);
        if (source != draft->lies[card]) lies(draft, card, spell), draft->lies[card] = source;
    }
    for (size_t i = 0; i < draft->back_count; i++) draft->source[draft->back[i]] = -1;
}

/* ---- all of it */

static bool lay_last(Draft *draft) {
    const Stretch *stretch = draft->stretch;
    const Word *sizes = sizes_after(stretch->memory, stretch->end);
    draft->room_count = draft->places;
    for (size_t place = 0; place < draft->places; place++) draft->rooms[place] = (int32_t)place, draft->left[place] = (int32_t)sizes[place];
    for (size_t card = 0; card < draft->cards; card++) draft->order[card] = (int32_t)card;
    if (!spread(draft, draft->cards, stretch->end)) return false;
    for (size_t card = 0; card < draft->cards; card++) draft->order[card] = (int32_t)card;
    shuffle(draft->mc, draft->order, draft->cards, draft->numbers);
    for (size_t i = 0; i < draft->cards; i++) {
        int32_t card = draft->order[i];
        draft->lies[card] = draft->laid_in[card], draft->until[card] = (int32_t)stretch->ground->spells;
        append(draft, card, draft->lies[card]);
    }
    return true;
}

static bool lay_back(Draft *draft, size_t moment) {
    const Memory *memory = draft->stretch->memory;
    bool shows_last = kind_shows_last(memory->hearing, kind_at(memory, moment));
    for (Word i = memory->shown.at[moment]; shows_last && i < memory->moved.at[moment + 1]; i += OF_A_WAY) {
        Word card = memory->ways.at[i], place = memory->ways.at[i + 2];
        if (card == UNSEEN || draft->lies[card] != place) return false;
        take_out(draft, (int32_t)card, (int32_t)place);
        append(draft, (int32_t)card, (int32_t)place);
    }
    if (memory->shown.at[moment] == memory->moved.at[moment]) return true;
    if (!back(draft, moment)) return false;
    go_back(draft, moment);
    return true;
}

/* How many ways the events have at most. */
static size_t most_ways(const Stretch *stretch) {
    const Memory *memory = stretch->memory;
    Word most = 0;
    for (size_t moment = stretch->start + 1; moment <= stretch->end; moment++)
        if (memory->shown.at[moment] - memory->moved.at[moment] > most) most = memory->shown.at[moment] - memory->moved.at[moment];
    return (size_t)most / OF_A_WAY;
}

bool stretch_lay(Machine *mc, const Stretch *stretch, Tracks *tracks, int32_t *order, Numbers numbers) {
    Draft draft = {.mc = mc, .stretch = stretch, .tracks = tracks, .numbers = numbers};
    draft.cards = (size_t)stretch->plan->cards, draft.places = (size_t)stretch->plan->places;
    begin(&draft, most_ways(stretch));
    if (!lay_last(&draft)) return false;
    for (size_t moment = stretch->end; moment > stretch->start; moment--)
        if (!lay_back(&draft, moment)) return false;
    for (size_t card = 0; card < draft.cards; card++) lies(&draft, (int32_t)card, 0);
    for (size_t place = 0; place < draft.places; place++)
        for (int32_t card = draft.first[place]; card >= 0; card = draft.after[card]) *order++ = card;
    return true;
}
