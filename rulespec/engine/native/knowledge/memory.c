/* Where cards may lie, by what one player heard: forward, by what he had heard so far, then back, by what came after. */

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "generated/events.h"

void memory_free(Memory *memory) {
    Words *all[] = {&memory->events, &memory->begins, &memory->ways, &memory->moved, &memory->shown,
                    &memory->heard, &memory->sizes, &memory->heard_row, &memory->may, &memory->row};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) free(all[i]->at), *all[i] = (Words){0};
}

Account memory_account(const Memory *memory) {
    return (Account){memory->hearing, memory->events.at, memory->begins.at, memory->count, (const uint64_t *)memory->may.at, memory->row.at, memory->width};
}

/* ---- sets of places */

static inline void add_place(uint64_t *places, Word place) { places[place / 64] |= (uint64_t)1 << (place % 64); }
static inline bool has_place(const uint64_t *places, Word place) { return places[place / 64] >> (place % 64) & 1; }

static inline void only_place(uint64_t *places, size_t width, Word place) {
    memset(places, 0, width * sizeof(uint64_t));
    add_place(places, place);
}

/* The only place of a set; -1 where there are others, or none. */
static inline Word lone_place(const uint64_t *places, size_t width) {
    if (are_several(places, width)) return -1;
    for (size_t i = 0; i < width; i++)
        if (places[i]) return (Word)(64 * i) + __builtin_ctzll(places[i]);
    return -1;
}

/* ---- what an event makes possible */

typedef struct {
    Machine *mc;
    const Memory *memory;
    size_t cards, places, width;
    uint64_t *ways, *found, *full; /* of each place where unseen cards went from there, or came from; two more sets */
    Word *ends, used;              /* the places that have any */
    Word *leaving, *left, *lying;  /* of each place: how many unseen cards left it, how many are left, how many are known to lie there */
    Word *named;                   /* of each card whether the event named it, as the place it came from and 1, else 0 */
} Scratch;

static Scratch scratch_for(Machine *mc, const Memory *memory) {
    Scratch s = {.mc = mc, .memory = memory, .cards = (size_t)mc->plan->cards, .places = (size_t)mc->plan->places, .width = memory->width};
    mc->arena.used = 0;
    words_reserve(mc, &mc->arena, (s.places + 2) * s.width + 4 * s.places + s.cards + 1);
    s.ways = (uint64_t *)mc->arena.at, s.found = s.ways + s.places * s.width, s.full = s.found + s.width;
    s.ends = (Word *)(s.full + s.width);
    s.leaving = s.ends + s.places, s.left = s.leaving + s.places, s.lying = s.left + s.places, s.named = s.lying + s.places;
    return s;
}

static void scratch_clear(Scratch *s) {
    s->used = 0;
    memset(s->leaving, 0, s->places * sizeof(Word));
    memset(s->named, 0, s->cards * sizeof(Word));
}

/* An unseen card went from a place to another. */
static void add_way(Scratch *s, Word from, Word to) {
    if (!s->leaving[from]++) {
        s->ends[s->used++] = from;
        memset(s->ways + (size_t)from * s->width, 0, s->width * sizeof(uint64_t));
    }
    add_place(s->ways + (size_t)from * s->width, to);
}

/* Where the ways from some places lead. */
static inline const uint64_t *leading(Scratch *s, const uint64_t *places, size_t width) {
    for (size_t word = 0; word < width; word++) s->found[word] = 0;
    for (Word i = 0; i < s->used; i++) {
        if (!has_place(places, s->ends[i])) continue;
        const uint64_t *ways = s->ways + (size_t)s->ends[i] * width;
        for (size_t word = 0; word < width; word++) s->found[word] |= ways[word];
    }
    return s->found;
}

/* Most games have no more places than a word has bits; where that is known, a row takes a third of the time. */
#define BY_WIDTH(function, s, ...) ((s)->width == 1 ? function(s, __VA_ARGS__, 1) : function(s, __VA_ARGS__, (s)->width))

/* Leaves out the places that are full of cards known to lie there; false where that changes nothing. */
static inline bool leave_out_full(Scratch *s, uint64_t *may, const Word *sizes, size_t width) {
    const size_t cards = s->cards, places = s->places;
    Word *lying = s->lying;
    uint64_t *full = s->full, found = 0;
    for (size_t place = 0; place < places; place++) lying[place] = 0;
    for (size_t card = 0; card < cards; card++) {
        Word place = lone_place(may + card * width, width);
        if (place >= 0) lying[place]++;
    }
    for (size_t word = 0; word < width; word++) full[word] = 0;
    for (size_t place = 0; place < places; place++) full[place / 64] |= (uint64_t)(lying[place] == sizes[place]) << (place % 64);
    for (size_t card = 0; card < cards; card++) {
        uint64_t *each = may + card * width;
        if (!are_several(each, width)) continue;
        for (size_t word = 0; word < width; word++) {
            found |= each[word] & full[word];
            each[word] &= ~full[word];
        }
    }
    return found != 0;
}

/* A place that is full of cards known to lie there holds no other. */
static void conclude(Scratch *s, uint64_t *may, const Word *sizes) {
    do works(s->mc, s->cards + s->places);
    while (BY_WIDTH(leave_out_full, s, may, sizes));
}

/* ---- forward */

static uint64_t *last_places(Memory *memory, size_t cards) { return (uint64_t *)memory->heard.at + memory->heard.used - cards * memory->width; }

/* A row like the last one, which an event then changes. */
static void add_row(Scratch *s, Memory *memory) {
    size_t row = s->cards * s->width;
    words_reserve(s->mc, &memory->heard, row);
    words_reserve(s->mc, &memory->sizes, s->places);
    memcpy(memory->heard.at + memory->heard.used, memory->heard.at + memory->heard.used - row, row * sizeof(Word));
    memcpy(memory->sizes.at + memory->sizes.used, memory->sizes.at + memory->sizes.used - s->places, s->places * sizeof(Word));
    memory->heard.used += row, memory->sizes.used += s->places;
}

/* The unseen cards, which may have gone the ways there were; `full` has the places that were emptied. */
static inline void move_unseen(Scratch *s, uint64_t *may, size_t width) {
    const size_t cards = s->cards;
    for (size_t card = 0; card < cards; card++) {
        if (s->named[card]) continue;
        uint64_t *places = may + card * width;
        const uint64_t *to = leading(s, places, width);
        for (size_t word = 0; word < width; word++) places[word] = (places[word] & ~s->full[word]) | to[word];
    }
}

void push_ways(Machine *mc, Words *ways, const Carried *carried, int count) {
    for (const Carried *group = carried; group < carried + count; group++)
        for (Word i = 0; i < group->count; i++) {
            Word card = group->card[i];
            if (card != UNSEEN) checked_card(mc, card);
            const Word way[OF_A_WAY] = {card, checked_place(mc, group->from[i]), checked_place(mc, group->to[i * group->apart])};
            push_all(mc, ways, way, OF_A_WAY);
        }
}

/* What the motions of one event, all at the same time, make possible. */
static void follow(Scratch *s, uint64_t *may, Word *sizes, const Word *way, const Word *end) {
    scratch_clear(s);
    memcpy(s->left, sizes, s->places * sizeof(Word));
    for (; way < end; way += OF_A_WAY) {
        sizes[way[1]]--, sizes[way[2]]++;
        if (way[0] == UNSEEN) {
            add_way(s, way[1], way[2]);
            continue;
        }
        s->left[way[1]]--;
        s->named[way[0]] = 1;
        only_place(may + (size_t)way[0] * s->width, s->width, way[2]);
    }
    if (!s->used) return;
    memset(s->full, 0, s->width * sizeof(uint64_t)); /* the places that were emptied */
    for (Word i = 0; i < s->used; i++)
        if (s->leaving[s->ends[i]] == s->left[s->ends[i]]) add_place(s->full, s->ends[i]);
    BY_WIDTH(move_unseen, s, may);
}

/* Where the cards may lie as the game begins: as the rules lay them, or as was seen of a position. */
static void begin(Scratch *s, Memory *memory, const Word *event) {
    const Hearing *hearing = memory->hearing;
    const Word *at[MOST_FIELDS + 2], *mask = mask_of(hearing, event[0], LYING);
    if (!mask) fail(s->mc, "what was heard does not say how the game began");
    fields_of(event, at);
    const Word *zones = at[mask[1]], *zone = zones + 1, *end = zone + zones[0];
    size_t row = s->cards * s->width;
    words_reserve(s->mc, &memory->heard, row + 1); /* some, even of no cards, and of no places */
    words_reserve(s->mc, &memory->sizes, s->places + 1);
    uint64_t *may = (uint64_t *)memory->heard.at;
    Word *sizes = memory->sizes.at;
    memset(may, 0, row * sizeof(uint64_t)), memset(sizes, 0, s->places * sizeof(Word));
    memory->heard.used = row, memory->sizes.used = s->places;
    if (!zones[0]) {
        for (size_t card = 0; card < s->cards; card++) {
            add_place(may + card * s->width, hearing->start[card]);
            sizes[hearing->start[card]]++;
        }
        return;
    }
    memset(s->found, 0, s->width * sizeof(uint64_t)); /* where cards lie that he does not see */
    memset(s->named, 0, s->cards * sizeof(Word));
    for (Word place = 0; zone < end; place++, zone += 1 + zone[0]) {
        sizes[checked_place(s->mc, place)] = zone[0];
        for (Word i = 1; i <= zone[0]; i++) {
            if (zone[i] == UNSEEN)
                add_place(s->found, place);
            else
                s->named[checked_card(s->mc, zone[i])] = place + 1;
        }
    }
    for (size_t card = 0; card < s->cards; card++) {
        if (s->named[card])
            add_place(may + card * s->width, s->named[card] - 1);
        else
            memcpy(may + card * s->width, s->found, s->width * sizeof(uint64_t));
    }
    conclude(s, may, sizes);
}

/* The last event of those that were heard so far. */
static void remember(Scratch *s, Memory *memory) {
    Machine *mc = s->mc;
    const Word *event = memory->events.at + memory->begins.at[memory->count];
    push(mc, &memory->begins, (Word)memory->events.used);
    Carried found[MOST_CARRIED];
    push_ways(mc, &memory->ways, found, event_moves(mc, event, found));
    push(mc, &memory->shown, (Word)memory->ways.used);
    push_ways(mc, &memory->ways, found, event_shows(mc, event, found));
    push(mc, &memory->moved, (Word)memory->ways.used);
    const Word *ways = memory->ways.at, *way = ways + memory->moved.at[memory->count];
    const Word *still = ways + memory->shown.at[memory->count], *end = ways + memory->ways.used;
    Word row = memory->count ? memory->heard_row.at[memory->count - 1] + (way < end) : 0;
    if (!memory->count) {
        begin(s, memory, event);
    } else if (way < end) {
        add_row(s, memory);
        uint64_t *may = last_places(memory, s->cards);
        Word *sizes = memory->sizes.at + memory->sizes.used - s->places;
        if (way < still)
            follow(s, may, sizes, way, still);
        else
            for (; still < end; still += OF_A_WAY)
                if (still[0] != UNSEEN) only_place(may + (size_t)still[0] * s->width, s->width, still[1]);
        conclude(s, may, sizes);
    }
    push(mc, &memory->heard_row, row);
    memory->count++;
}

static void go_on(Machine *mc, Memory *memory, const Memory *earlier) {
    const Words *from[] = {&earlier->events, &earlier->begins, &earlier->ways, &earlier->moved, &earlier->shown, &earlier->heard, &earlier->sizes, &earlier->heard_row};
    Words *to[] = {&memory->events, &memory->begins, &memory->ways, &memory->moved, &memory->shown, &memory->heard, &memory->sizes, &memory->heard_row};
    for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++) push_all(mc, to[i], from[i]->at, from[i]->used);
    memory->count = earlier->count;
}

/* ---- back */

/* The places before an event: those of cards that it named, and from where the others can have come. */
static inline void move_back(Scratch *s, uint64_t *before, const uint64_t *after, size_t width) {
    const size_t cards = s->cards;
    for (size_t card = 0; card < cards; card++) {
        uint64_t *places = before + card * width;
        const uint64_t *then = after + card * width, *came = leading(s, then, width);
        if (s->named[card]) only_place(s->found, width, s->named[card] - 1);
        for (size_t word = 0; word < width; word++) places[word] &= s->named[card] ? came[word] : then[word] | came[word];
    }
}

/* What is known after an event tells where the cards lay before it. */
static void look_back(Scratch *s, Memory *memory, size_t moment) {
    const Word *way = memory->ways.at + memory->moved.at[moment], *end = memory->ways.at + memory->shown.at[moment];
    Word here = memory->row.at[moment];
    if (way == end) { /* what is known after it was so before, and is no less than what was known then */
        memory->row.at[moment - 1] = here;
        return;
    }
    size_t row = s->cards * s->width;
    words_reserve(s->mc, &memory->may, row);
    const uint64_t *after = (const uint64_t *)memory->may.at + (size_t)here * row;
    uint64_t *before = (uint64_t *)memory->may.at + memory->may.used;
    memcpy(before, memory->heard.at + (size_t)memory->heard_row.at[moment - 1] * row, row * sizeof(Word));
    memory->may.used += row;
    memory->row.at[moment - 1] = here + 1;
    scratch_clear(s);
    for (; way < end; way += OF_A_WAY) {
        if (way[0] == UNSEEN)
            add_way(s, way[2], way[1]);
        else
            s->named[way[0]] = way[1] + 1;
    }
    BY_WIDTH(move_back, s, before, after);
    conclude(s, before, sizes_after(memory, moment - 1));
}

/* Whether the rest is as it was known earlier: nothing that was heard since tells of it. */
static bool is_known(const Memory *memory, const Memory *earlier, size_t moment, size_t row) {
    return earlier && moment < earlier->count && !memcmp(places_after(memory, moment), places_after(earlier, moment), row * sizeof(uint64_t));
}

/* What was known before a moment, which is known of the moment itself. */
static void recall(Machine *mc, Memory *memory, const Memory *earlier, size_t moment, size_t row) {
    Word here = memory->row.at[moment], there = earlier->row.at[moment];
    size_t taken = (size_t)(there + 1) * row;
    push_all(mc, &memory->may, earlier->may.at + taken, earlier->may.used - taken);
    for (size_t at = 0; at < moment; at++) memory->row.at[at] = earlier->row.at[at] - there + here;
}

static void conclude_all(Scratch s, Memory *memory, const Memory *earlier) {
    Machine *mc = s.mc;
    if (!memory->count) fail(mc, "nothing was heard");
    size_t row = s.cards * s.width;
    words_reserve(mc, &memory->row, memory->count);
    words_reserve(mc, &memory->may, row + 1);
    memory->row.used = memory->count;
    memory->row.at[memory->count - 1] = 0;
    push_all(mc, &memory->may, memory->heard.at + memory->heard.used - row, row);
    for (size_t moment = memory->count - 1; moment > 0; moment--) {
        if (is_known(memory, earlier, moment, row)) {
            recall(mc, memory, earlier, moment, row);
            return;
        }
        look_back(&s, memory, moment);
    }
}

/* ---- both */

void memory_fill(Machine *mc, Memory *memory, const Memory *earlier, const Word *events, size_t size, bool told) {
    if (earlier)
        go_on(mc, memory, earlier);
    else
        push(mc, &memory->begins, 0), push(mc, &memory->moved, 0);
    Scratch s = scratch_for(mc, memory);
    for (const Word *event = events; event < events + size; event += event[0]) {
        works(mc, (size_t)event[0]);
        if (told) push_all(mc, &memory->events, event + 1, (size_t)event[0] - 1);
        if (told || hear(mc, memory->hearing, event + 1, &memory->events)) remember(&s, memory);
    }
    conclude_all(s, memory, earlier);
}
