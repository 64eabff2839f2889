/* Cards laid where they may have been, from the last moment back to the first: as in `knowledge/laying.py`, step by step, so
   that the same numbers lay the same. */

#include <stdlib.h>
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
    bool stacked;                /* whether whatever leaves a row lay last in it, or where it lay is left open */
    int32_t *lies;               /* the place of each card, as far back as it is known */
    int32_t *until;              /* of each card, since which spell that is known */
    int32_t *first, *last;       /* of each place the cards there, */
    int32_t *before, *after;     /* of each card the next in its place; -1 where there is none */
    int32_t *order, *sorted;     /* cards to be laid, those with the fewest choices first */
    int32_t *count;              /* of each number of choices how many cards have fewer */
    int32_t *open, *wanted;      /* the places that are open, in an order, and how many cards shall lie in each place */
    size_t open_count;
    int32_t *since;              /* of each card, and each open place, since when it must have come there */
    int32_t *coming;             /* the same of the cards that may lie in one place, sorted */
    int32_t *rooms, *latest, *left; /* of each room which of the open places it is in, since when at the latest a card must
                                       have come that fits, and how many are left */
    size_t room_count;
    int32_t *laid, *laid_in;     /* cards that were laid, in their order, and the room of each card, in the end its place */
    size_t laid_count;
    int32_t *reached, *by, *via; /* rooms on the way to one with some left, and by which card, from which room */
    int32_t *back, *source;      /* cards that an event moved, in an order, and where each came from, or -1 */
    size_t back_count;
    int32_t *came, *to;          /* for each unseen motion where it came from and where it went */
    int32_t *marks;              /* of each place, or room */
    int32_t *rank;               /* of each card in a row */
    size_t closing;              /* the closing that is laid, or the next before it, counted from one */
} Draft;

static int32_t *part(int32_t **from, size_t count) {
    int32_t *found = *from;
    *from += count;
    return found;
}

static void begin(Draft *draft, size_t motions) {
    Machine *mc = draft->mc;
    size_t cards = draft->cards, places = draft->places;
    size_t rooms = cards + places;
    size_t needed = (13 + places) * cards + 4 * places + 8 * (rooms + 1) + 2 * motions;
    mc->arena.used = 0;
    words_reserve(mc, &mc->arena, needed / 2 + 1);
    int32_t *at = (int32_t *)mc->arena.at;
    draft->lies = part(&at, cards), draft->until = part(&at, cards);
    draft->before = part(&at, cards), draft->after = part(&at, cards);
    draft->order = part(&at, cards), draft->sorted = part(&at, cards);
    draft->laid = part(&at, cards), draft->laid_in = part(&at, cards);
    draft->back = part(&at, cards), draft->source = part(&at, cards), draft->rank = part(&at, cards);
    draft->first = part(&at, places), draft->last = part(&at, places), draft->open = part(&at, places), draft->wanted = part(&at, places);
    draft->since = part(&at, cards * places), draft->coming = part(&at, cards);
    draft->rooms = part(&at, rooms), draft->latest = part(&at, rooms), draft->left = part(&at, rooms);
    draft->reached = part(&at, rooms), draft->by = part(&at, rooms), draft->via = part(&at, rooms), draft->marks = part(&at, rooms);
    draft->count = part(&at, rooms + 1);
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

static int by_size(const void *one, const void *other) {
    int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return (a > b) - (a < b);
}

static void add_room(Draft *draft, size_t open, int32_t latest, int64_t left) {
    draft->rooms[draft->room_count] = (int32_t)open, draft->latest[draft->room_count] = latest;
    draft->left[draft->room_count++] = (int32_t)left;
}

/* How many of the cards that lie in a place must have come since a moment. */
static int64_t lie_since(const Draft *draft, size_t place, int32_t since, size_t moment) {
    int64_t found = 0;
    for (int32_t card = draft->first[place]; card >= 0; card = draft->after[card]) {
        works(draft->mc, moment - draft->stretch->start);
        found += came_since(draft->stretch, (size_t)card, place, moment) >= since;
    }
    return found;
}

/* Whether an event does not move a card, as another one of the same closing does. */
static bool stays(const Draft *draft, size_t card, size_t moment) {
    const Ground *ground = draft->stretch->ground;
    if (!draft->closing) return false;
    const Closing *closing = ground->closings + draft->closing - 1;
    int32_t at = (int32_t)(moment - draft->stretch->start);
    if (at <= closing->first || at > closing->last) return false;
    return draft->until[card] <= ground->spell[closing->last] || is_named(ground, card, (size_t)closing->first + 1, (size_t)closing->last);
}

/* The rooms in an open place, beside the cards there if they stay; an event moved some to another place then, or -1. */
static void make_rooms(Draft *draft, size_t open, size_t cards, size_t moment, bool beside, int32_t to) {
    const Stretch *stretch = draft->stretch;
    size_t place = (size_t)draft->open[open], coming = 0;
    int64_t left = draft->wanted[place];
    for (size_t i = 0; i < cards; i++) {
        size_t card = (size_t)draft->order[i];
        bool lies = can_lie(stretch, card, place, moment) && (to < 0 || to == (int32_t)place || !stays(draft, card, moment + 1));
        works(draft->mc, lies ? moment - stretch->start : 0);
        int32_t since = draft->since[card * draft->places + open] = lies ? came_since(stretch, card, place, moment) : (int32_t)stretch->end + 1;
        if (lies && since != LONG) draft->coming[coming++] = since;
    }
    if (coming) qsort(draft->coming, coming, sizeof(int32_t), by_size);
    for (size_t i = 0; i < coming; i++) {
        int32_t since = draft->coming[i];
        if (i && draft->coming[i - 1] == since) continue;
        int64_t fits = arrivals_since(stretch, place, since, moment) - (beside ? lie_since(draft, place, since, moment) : 0);
        if (fits < 0) fits = 0;
        if (fits < left) add_room(draft, open, since - 1, left - fits), left = fits;
    }
    if (left > 0) add_room(draft, open, (int32_t)stretch->end, left);
}

static bool fits(const Draft *draft, int32_t card, size_t room) {
    return draft->since[(size_t)card * draft->places + (size_t)draft->rooms[room]] <= draft->latest[room];
}

static void by_choices(Draft *draft, size_t cards) {
    memset(draft->count, 0, (draft->room_count + 1) * sizeof(int32_t));
    for (size_t i = 0; i < cards; i++) {
        int32_t choices = 0, card = draft->order[i];
        for (size_t k = 0; k < draft->room_count; k++) choices += fits(draft, card, k);
        draft->rank[card] = choices;
        if ((size_t)choices < draft->room_count) draft->count[choices + 1]++;
    }
    for (size_t k = 1; k <= draft->room_count; k++) draft->count[k] += draft->count[k - 1];
    for (size_t i = 0; i < cards; i++) draft->sorted[draft->count[draft->rank[draft->order[i]]]++] = draft->order[i];
}

/* Moves cards on, one to the room of the next, until one room that a card fits has some left; -1 if none has. */
static int32_t make_room(Draft *draft, int32_t card) {
    size_t reached = 0;
    for (size_t room = 0; room < draft->room_count; room++) {
        draft->marks[room] = fits(draft, card, room);
        if (draft->marks[room]) draft->by[room] = -1, draft->reached[reached++] = (int32_t)room;
    }
    for (size_t next = 0; next < reached; next++) {
        int32_t room = draft->reached[next];
        for (size_t i = 0; i < draft->laid_count; i++) {
            int32_t other = draft->laid[i];
            if (draft->laid_in[other] != room) continue;
            works(draft->mc, draft->room_count);
            for (int32_t further = 0; further < (int32_t)draft->room_count; further++) {
                if (draft->marks[further] || !fits(draft, other, (size_t)further)) continue;
                draft->marks[further] = 1, draft->by[further] = other, draft->via[further] = room;
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

/* The first of the rooms of a place, from one on, that a card fits and some are left of, or -1; and how many are left in all
   of them. Gives where the rooms of the next place begin. */
static size_t of_place(const Draft *draft, int32_t card, size_t room, int32_t *first, int64_t *left) {
    int32_t place = draft->rooms[room];
    *first = -1, *left = 0;
    for (; room < draft->room_count && draft->rooms[room] == place; room++) {
        *left += draft->left[room];
        if (*first < 0 && draft->left[room] > 0 && fits(draft, card, room)) *first = (int32_t)room;
    }
    return room;
}

/* A room that a card fits in one of the places, each the likelier the more room is left there; -1 if there is none. */
static int32_t drawn_room(Draft *draft, int32_t card) {
    size_t possible = 0;
    int64_t total = 0, left;
    int32_t found = -1, first;
    for (size_t room = 0; room < draft->room_count; room++) possible += draft->left[room] > 0 && fits(draft, card, room);
    for (size_t room = 0; room < draft->room_count;) {
        room = of_place(draft, card, room, &first, &left);
        if (first >= 0) total += left, found = first;
    }
    if (possible < 2) return found;
    int64_t which = (int64_t)drawn_below(draft->mc, draft->numbers, (size_t)total);
    for (size_t room = 0; room < draft->room_count && which >= 0;) {
        room = of_place(draft, card, room, &first, &left);
        if (first >= 0) found = first, which -= left;
    }
    return found;
}

/* Lays the first so many cards of the order at random, where each may lie after a moment and there is room for all. */
static bool spread(Draft *draft, size_t cards) {
    works(draft->mc, cards * draft->room_count);
    shuffle(draft->mc, draft->order, cards, draft->numbers);
    by_choices(draft, cards);
    draft->laid_count = 0;
    for (size_t i = 0; i < cards; i++) {
        int32_t card = draft->sorted[i], room = drawn_room(draft, card);
        if (room < 0) room = make_room(draft, card);
        if (room < 0) return false;
        draft->laid[draft->laid_count++] = card, draft->laid_in[card] = room;
        draft->left[room]--;
    }
    for (size_t i = 0; i < cards; i++) draft->laid_in[draft->laid[i]] = draft->open[draft->rooms[draft->laid_in[draft->laid[i]]]];
    return true;
}

static void open_place(Draft *draft, int32_t place, int32_t cards) { /* each is opened once: it keeps its place in the order */
    if (!draft->marks[place]) draft->open[draft->open_count++] = place, draft->wanted[place] = 0, draft->marks[place] = 1;
    draft->wanted[place] += cards;
}

/* ---- one event back */

static Word kind_at(const Memory *memory, size_t moment) { return memory->events.at[memory->begins.at[moment]]; }

/* Whether cards that an event moves can come to lie anywhere in a row, and not only last. */
static bool lays_anywhere(const Memory *memory, size_t moment) {
    Word kind = kind_at(memory, moment);
    return kind_exchanges(kind) || mask_of(memory->hearing, kind, POSITION);
}

static void came_back(Draft *draft, int32_t card, int32_t source) {
    if (draft->source[card] < 0) draft->back[draft->back_count++] = card;
    draft->source[card] = source;
}

/* Whether any of the unseen cards went to a place. */
static bool receives(const Draft *draft, size_t unseen, int32_t place) {
    for (size_t i = 0; i < unseen; i++)
        if (draft->to[i] == place) return true;
    return false;
}

/* Where the unseen cards came from that went to one place. */
static bool back_from(Draft *draft, size_t moment, size_t unseen, int32_t to) {
    bool is_row = draft->stacked && draft->stretch->plan->rows[to];
    size_t cards = 0, count = 0;
    draft->open_count = draft->room_count = 0;
    memset(draft->marks, 0, draft->places * sizeof(int32_t));
    for (int32_t card = draft->first[to]; card >= 0; card = draft->after[card])
        if (draft->source[card] < 0) draft->order[cards++] = card;
    for (size_t i = 0; i < unseen; i++)
        if (draft->to[i] == to) open_place(draft, draft->came[i], 1), count++;
    if (count > cards) return false;
    if (!is_row) {
        open_place(draft, to, (int32_t)(cards - count));
    } else if (lays_anywhere(draft->stretch->memory, moment)) {
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
    for (size_t open = 0; open < draft->open_count; open++) make_rooms(draft, open, cards, moment - 1, !receives(draft, unseen, draft->open[open]), to);
    if (!spread(draft, cards)) return false;
    for (size_t i = 0; i < draft->laid_count; i++) {
        int32_t card = draft->laid[i];
        if (draft->laid_in[card] != to || is_row) came_back(draft, card, draft->laid_in[card]);
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
    draft->open_count = draft->places, draft->room_count = 0;
    for (size_t card = 0; card < draft->cards; card++) draft->order[card] = (int32_t)card;
    for (size_t place = 0; place < draft->places; place++) {
        draft->open[place] = (int32_t)place, draft->wanted[place] = (int32_t)sizes[place];
        make_rooms(draft, place, draft->cards, stretch->end, false, -1);
    }
    if (!spread(draft, draft->cards)) return false;
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
    bool shows_last = kind_shows_last(kind_at(memory, moment));
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

static bool lay(Draft *draft, bool stacked) {
    const Stretch *stretch = draft->stretch;
    draft->stacked = stacked, draft->closing = stretch->ground->closing_count;
    begin(draft, most_ways(stretch));
    if (!lay_last(draft)) return false;
    for (size_t moment = stretch->end; moment > stretch->start; moment--) {
        while (draft->closing && moment - stretch->start <= (size_t)stretch->ground->closings[draft->closing - 1].first) draft->closing--;
        if (!lay_back(draft, moment)) return false;
    }
    for (size_t card = 0; card < draft->cards; card++) lies(draft, (int32_t)card, 0);
    return true;
}

bool stretch_lay(Machine *mc, const Stretch *stretch, Tracks *tracks, int32_t *order, Numbers numbers) {
    Draft draft = {.mc = mc, .stretch = stretch, .tracks = tracks, .numbers = numbers};
    draft.cards = (size_t)stretch->plan->cards, draft.places = (size_t)stretch->plan->places;
    if (!lay(&draft, true) && !lay(&draft, false)) return false;
    for (size_t place = 0; place < draft.places; place++)
        for (int32_t card = draft.first[place]; card >= 0; card = draft.after[card]) *order++ = card;
    return true;
}
