/* What can be named next, so that everything named so far can still become a legal whole answer.

   Players, numbers, words and single cards are tried out one by one; of sets of cards only sums are followed, card after
   card. Nothing here depends on what was asked before: all is worked out anew from the table and from what was said. */

#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "generated/nodes.h"

#define MOST_PARTS 64

/* What the buffers of the machine hold here. */
enum {
    INDEX,   /* of each card of the game where it stands in the order in which cards are asked for, or -1 */
    CAN,     /* of each part and each card of the game whether it can be chosen there */
    TAKEN,   /* of each part the cards of its set that were named */
    CHECKS_, /* conditions on a whole answer, each in CHECK_SIZE words */
    WEIGHTS, /* of each measure and each card whether it counts, and what */
    BEGIN,   /* the sums before any card */
    FIXED,   /* of each measure the words of cards that count whatever is chosen: how many, and which */
    TABLE,   /* where the entries of `KEYS` are, by their hash */
    KEYS,    /* entries: whether it is known that a whole answer can be reached, the size of the key, the key */
    QUEUE,   /* what is still to be tried: an index and sums */
    PATH,    /* for each index the entry that led there */
    SEEN     /* entries that were tried in vain so far */
};

enum { PLAIN, BEST, COMES_OFF };
enum { CHECK_SIZE = 7 }; /* which of these, its node, the last part that it depends on, on sums, most, there is a best, the best */
enum { UNKNOWN, REACHES, FAILS, TRYING };

typedef struct {
    Word value;
    bool given, closed;
    size_t count; /* of the cards of a set; they stand in TAKEN */
} Said;

typedef struct {
    Machine *mc;
    Word completion;
    const Word *node;
    Word own;
    size_t parts, sets, measures, width;
    const Word *part[MOST_PARTS];
    Set source[MOST_PARTS];
    Word least[MOST_PARTS], most[MOST_PARTS];
    size_t set[MOST_PARTS]; /* which parts are sets */
    Set cards;              /* all that can be in a set, in the order in which they are asked for */
    const Word *measure;    /* the list of measures */
    Said said[MOST_PARTS];
    bool weighed, settled; /* settled: what is not chosen changes no sum */
    size_t mark;
} Search;

static Word *words(const Search *s, int which) { return s->mc->search[which].at; }

static void fill(Search *s, int which, size_t count, Word value) {
    Words *words = &s->mc->search[which];
    words->used = 0;
    words_reserve(s->mc, words, count + 1);
    for (size_t i = 0; i < count; i++) words->at[i] = value;
    words->used = count;
}

static bool is_set_part(const Word *part) { return part[2] && part[4]; }
static Word slot_of(const Search *s, size_t at) { return s->part[at][1]; }
static Word source_at(const Search *s, size_t at, size_t i) { return s->mc->arena.at[s->source[at].at + i]; }
static Word card_at(const Search *s, size_t i) { return s->mc->arena.at[s->cards.at + i]; }
static Word *taken_of(const Search *s, size_t at) { return words(s, TAKEN) + at * (size_t)s->mc->plan->cards; }
static Word index_of(const Search *s, Word card) { return words(s, INDEX)[checked_card(s->mc, card)]; }
static bool can(const Search *s, size_t at, Word card) { return words(s, CAN)[at * (size_t)s->mc->plan->cards + (size_t)card]; }

static Word number_or_0(Machine *mc, Word node) { return node ? number_of(mc, node, ACTING(mc)) : 0; }

/* ---- beginning and ending */

static void find_sources(Search *s) {
    Machine *mc = s->mc;
    for (size_t at = 0; at < s->parts; at++) {
        const Word *part = s->part[at];
        s->least[at] = s->most[at] = 0;
        if (part[2]) {
            s->source[at] = set_of(mc, part[2], ACTING(mc));
        } else {
            Word low = number_or_0(mc, part[4]), high = number_or_0(mc, part[5]);
            s->source[at] = (Set){mc->arena.used, 0};
            for (Word number = low; number <= high; number++) {
                works(mc, 0);
                push(mc, &mc->arena, number);
                if (number == INT64_MAX) break;
            }
            s->source[at].count = mc->arena.used - s->source[at].at;
        }
        if (!is_set_part(part)) continue;
        s->set[s->sets++] = at;
        Word low = number_or_0(mc, part[4]), high = number_or_0(mc, part[5]);
        s->least[at] = low < 0 ? 0 : low, s->most[at] = high;
    }
}

static Word group_word(const Search *s, Word card) { /* -1 for none, as words are numbered from 0 */
    const Word *column = node_at(s->mc, s->node[3]);
    if (card >= column[1]) fail(s->mc, "there is nothing in a list for this");
    return column[2 + 2 * card] ? column[3 + 2 * card] : -1;
}

static void order_cards(Search *s) {
    Machine *mc = s->mc;
    size_t all = (size_t)mc->plan->cards;
    fill(s, INDEX, all, -1);
    fill(s, CAN, s->parts * all, 0);
    fill(s, TAKEN, s->parts * all, 0);
    s->cards = (Set){mc->arena.used, 0};
    for (size_t i = 0; i < s->sets; i++) {
        size_t at = s->set[i];
        for (size_t k = 0; k < s->source[at].count; k++) {
            Word card = checked_card(mc, source_at(s, at, k));
            words(s, CAN)[at * all + (size_t)card] = 1;
            if (words(s, INDEX)[card] >= 0) continue;
            words(s, INDEX)[card] = 0;
            push(mc, &mc->arena, card);
            s->cards.count++;
        }
    }
    Word *cards = mc->arena.at + s->cards.at;
    for (size_t i = 1; s->node[3] && i < s->cards.count; i++) { /* in the order of the group, else as they are */
        Word card = cards[i], word = group_word(s, card);
        size_t k = i;
        works(mc, i);
        for (; k > 0 && group_word(s, cards[k - 1]) > word; k--) cards[k] = cards[k - 1];
        cards[k] = card;
    }
    for (size_t i = 0; i < s->cards.count; i++) words(s, INDEX)[cards[i]] = (Word)i;
}

static void narrows(Search *s);

static void opens(Search *s, Machine *mc, Word completion) {
    *s = (Search){.mc = mc, .completion = completion, .node = node_at(mc, completion), .own = mc->own};
    s->parts = (size_t)s->node[5];
    if (s->parts > MOST_PARTS) fail(mc, "a choice has too many parts");
    const Word *steps = s->node + 6 + s->parts;
    s->measure = steps + 1 + steps[0];
    s->measures = (size_t)s->measure[0];
    s->settled = true;
    for (size_t i = 0; i < s->measures; i++)
        if (node_at(mc, s->measure[1 + i])[5]) s->settled = false;
    s->mark = put_aside(mc);
    for (size_t at = 0; at < s->parts; at++) {
        s->part[at] = node_at(mc, s->node[6 + at]);
        name_unset(mc, s->part[at][1]);
    }
    find_sources(s);
    order_cards(s);
    s->width = s->sets + 2 * s->measures;
}

static void closes(Search *s, size_t arena) {
    take_back(s->mc, s->mark);
    let_go(s->mc, s->mark);
    s->mc->arena.used = arena;
}

/* ---- measures: what each card counts */

typedef struct {
    Word of, slot, amount;
    const Word *fits;
    Word beside, column;
    bool left, repeats, few;
} Measure;

static Measure measure_at(const Search *s, size_t i) {
    const Word *n = node_at(s->mc, s->measure[1 + i]);
    return (Measure){n[1], n[2], n[3], n + 9, n[4], n[6], n[5], n[7], n[8]};
}

static bool weight_of(Search *s, const Measure *each, Word card, Word *found) {
    Machine *mc = s->mc;
    Who who = {mc->own, card, true, true};
    for (Word i = 0; i < each->fits[0]; i++)
        if (!holds(mc, each->fits[1 + i], &who)) return false;
    if (each->column) {
        const Word *column = node_at(mc, each->column);
        if (card >= column[1]) fail(mc, "there is nothing in a list for this");
        *found = column[3 + 2 * card];
        return column[2 + 2 * card];
    }
    *found = 1;
    if (each->amount && !value_of(mc, each->amount, &who, found)) *found = 0;
    return true;
}

static void weighs(Search *s) {
    Machine *mc = s->mc;
    if (s->weighed && !s->node[4]) return;
    s->weighed = true;
    fill(s, WEIGHTS, 2 * s->measures * s->cards.count, 0);
    fill(s, BEGIN, s->width, 0);
    fill(s, FIXED, 0, 0);
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Set beside = {mc->arena.used, 0};
        if (each.beside) beside = set_of(mc, each.beside, ACTING(mc));
        size_t fixed = mc->search[FIXED].used, different = 0, many = 0;
        Word sum = 0, weight, only = 0;
        push(mc, &mc->search[FIXED], 0);
        for (size_t i = 0; i < beside.count; i++) {
            Word card = checked_card(mc, mc->arena.at[beside.at + i]);
            if ((each.left && index_of(s, card) >= 0) || !weight_of(s, &each, card, &weight)) continue;
            sum = added(sum, weight);
            if (many++ == 0) only = weight;
            if (is_among(words(s, FIXED) + fixed + 1, different, weight)) continue;
            push(mc, &mc->search[FIXED], weight);
            different++;
        }
        words(s, FIXED)[fixed] = (Word)different;
        Word *begin = words(s, BEGIN) + s->sets;
        begin[m] = !each.column ? sum : each.repeats ? different < many : each.few && different > 2 ? 2 : (Word)different;
        begin[s->measures + m] = each.few && different == 1 ? only + 1 : 0;
        for (size_t i = 0; i < s->cards.count; i++) {
            Word card = card_at(s, i);
            works(mc, beside.count);
            bool is_beside = is_among(mc->arena.at + beside.at, beside.count, card);
            if (is_beside != each.left || !weight_of(s, &each, card, &weight)) continue;
            Word *at = words(s, WEIGHTS) + 2 * (m * s->cards.count + i);
            at[0] = 1, at[1] = weight;
        }
        mc->arena.used = beside.at;
    }
}

static bool is_fixed(const Search *s, size_t m, Word word) {
    const Word *fixed = words(s, FIXED);
    while (m-- > 0) fixed += 1 + fixed[0];
    return is_among(fixed + 1, (size_t)fixed[0], word);
}

/* The sums after a card of the order: chosen as a part of the answer (a set), or not (-1). */
static void add_card(const Search *s, Word *sums, size_t index, Word role) {
    for (size_t i = 0; i < s->sets; i++) sums[i] += (Word)s->set[i] == role;
    Word word = s->node[3] ? group_word(s, card_at(s, index)) : -1;
    bool new_group = s->node[3] && (index == 0 || word != group_word(s, card_at(s, index - 1)));
    for (size_t m = 0; m < s->measures; m++) {
        Measure each = measure_at(s, m);
        Word *at = sums + s->sets + m, *bit = at + s->measures;
        if (each.column && new_group && !each.few) *bit = word >= 0 && is_fixed(s, m, word);
        const Word *weight = words(s, WEIGHTS) + 2 * (m * s->cards.count + index);
        if (!weight[0] || (role == each.of) == each.left) continue;
        if (!each.column) {
            *at = added(*at, weight[1]);
        } else if (each.few) {
            *at = !*at ? 1 : *bit != weight[1] + 1 ? 2 : *at;
            *bit = *at == 1 ? weight[1] + 1 : 0;
        } else if (*bit) {
            if (each.repeats) *at = 1;
        } else {
            *bit = 1;
            *at += !each.repeats;
        }
    }
}

/* ---- checks */

static bool passes(Search *s, const Word *check) {
    Machine *mc = s->mc;
    switch (check[0]) {
    case PLAIN:
        return holds(mc, check[1], ACTING(mc));
    case BEST: {
        Word found = 0;
        bool has = value_of(mc, check[1], ACTING(mc), &found);
        return has == check[5] && (!has || found == check[6]);
    }
    default:
        return choice_comes_off(mc, s->node[1]);
    }
}

static void adds_check(Search *s, Word kind, Word node, Word last, bool on_sums, bool most, bool has, Word best) {
    push_all(s->mc, &s->mc->search[CHECKS_], (Word[]){kind, node, last, on_sums, most, has, best}, CHECK_SIZE);
}

/* All that can be looked at once a part is chosen: those without sums whose last part it is. */
static bool all_pass(Search *s, Word last, bool on_sums) {
    for (size_t at = 0; at < s->mc->search[CHECKS_].used; at += CHECK_SIZE) {
        const Word *check = words(s, CHECKS_) + at;
        if (check[3] == on_sums && (on_sums || check[2] == last) && !passes(s, check)) return false;
    }
    return true;
}

/* Whether sets with these sums are legal. */
static bool fits(Search *s, const Word *sums) {
    Machine *mc = s->mc;
    for (size_t i = 0; i < s->sets; i++)
        if (sums[i] < s->least[s->set[i]] || sums[i] > s->most[s->set[i]]) return false;
    for (size_t m = 0; m < s->measures; m++) name_number(mc, node_at(mc, s->measure[1 + m])[2], sums[s->sets + m]);
    return all_pass(s, -1, true);
}

/* ---- everything that is no set */

typedef bool (*Found)(Search *s, void *with); /* true if that is enough */

static bool is_used(const Search *s, Word card, size_t at) {
    for (size_t i = 0; i < s->parts; i++) {
        const Word *part = s->part[i];
        if (i == at || !part[3]) continue;
        if (is_set_part(part) && is_among(taken_of(s, i), s->said[i].count, card)) return true;
        if (!is_set_part(part) && i < at && s->mc->named[part[1]] == NUMBER_NAMED && s->mc->names[part[1]] == card) return true;
    }
    return false;
}

/* Where a thing stands in what a part is chosen from; as many as there are, if nowhere. */
static size_t place_in_source(const Search *s, size_t at, Word value) {
    size_t i = 0;
    while (i < s->source[at].count && source_at(s, at, i) != value) i++;
    return i;
}

/* Once for each way to choose all that is no set, with the names bound; true if one was enough. */
static bool singles(Search *s, size_t at, Found found, void *with) {
    Machine *mc = s->mc;
    if (at == 0 && !all_pass(s, -1, false)) return false;
    if (at == s->parts) {
        weighs(s);
        return found(s, with);
    }
    const Word *part = s->part[at];
    if (is_set_part(part)) return singles(s, at + 1, found, with);
    bool given = s->said[at].given, is_free = part[7];
    size_t from = 0, until = s->source[at].count;
    if (part[6]) from = place_in_source(s, at, mc->names[slot_of(s, at - 1)]) + 1; /* the second of a pair */
    if (given) { /* of a pair it has to come after the first */
        size_t there = from;
        while (there < until && source_at(s, at, there) != s->said[at].value) there++;
        if (part[6] && there >= until) until = from;
    }
    size_t tries = given ? (from <= until && (!part[6] || from < until) ? 1 : 0) : until > from ? until - from : 0;
    if (is_free && !given && tries > 1) tries = 1;
    bool enough = false;
    for (size_t i = 0; i < tries && !enough; i++) {
        Word each = given ? s->said[at].value : source_at(s, at, from + i);
        works(mc, s->source[at].count);
        if (part[3] && is_used(s, each, at)) continue;
        name_number(mc, part[1], each);
        enough = all_pass(s, (Word)at, false) && singles(s, at + 1, found, with);
    }
    name_unset(mc, part[1]);
    return enough;
}

/* ---- sets, card after card */

/* Pushes the sums after a card, for each way to choose it or not, with the next index in front. */
static void queue_after(Search *s, size_t index, size_t sums_at) {
    Machine *mc = s->mc;
    Words *queue = &mc->search[QUEUE];
    Word card = card_at(s, index), roles[MOST_PARTS + 1]; /* or in none */
    size_t count = 0;
    bool chosen = false;
    roles[count++] = -1;
    for (size_t i = 0; i < s->sets && !chosen; i++) {
        size_t at = s->set[i];
        const Word *taken = taken_of(s, at);
        if (is_among(taken, s->said[at].count, card)) {
            roles[0] = (Word)at, count = 1, chosen = true;
        } else if (!s->said[at].closed && can(s, at, card) && (!s->said[at].count || (Word)index > index_of(s, taken[s->said[at].count - 1]))) {
            roles[count++] = (Word)at;
        }
    }
    bool used = false;
    works(mc, count * s->width);
    for (size_t at = 0; at < s->parts && count > 1 && !used; at++)
        used = s->part[at][3] && !is_set_part(s->part[at]) && mc->named[slot_of(s, at)] == NUMBER_NAMED && mc->names[slot_of(s, at)] == card;
    if (used) count = 1;
    for (size_t i = 0; i < count; i++) {
        size_t base = mc->arena.used; /* the sums are copied beyond it, as the queue grows */
        words_reserve(mc, &mc->arena, s->width);
        memcpy(mc->arena.at + base, mc->arena.at + sums_at, s->width * sizeof(Word));
        if (!chosen && roles[i] >= 0) {
            size_t set = 0;
            while (s->set[set] != (size_t)roles[i]) set++;
            if (mc->arena.at[base + set] >= s->most[roles[i]]) continue;
        }
        add_card(s, mc->arena.at + base, index, roles[i]);
        push(mc, queue, (Word)index + 1);
        push_all(mc, queue, mc->arena.at + base, s->width);
    }
}

/* ---- what is known already */

static void forget_all(Search *s) {
    fill(s, TABLE, 64, 0);
    s->mc->search[KEYS].used = 0;
    push(s->mc, &s->mc->search[KEYS], 0); /* so that no entry is at 0 */
    s->mc->search[SEEN].used = 0; /* counts entries, in its first word */
    push(s->mc, &s->mc->search[SEEN], 0);
}

static size_t free_place(const Search *s, const Word *key, size_t size, size_t *entry) {
    const Words *table = &s->mc->search[TABLE];
    const Word *keys = words(s, KEYS);
    size_t at = words_hash(key, size) & (table->used - 1);
    for (; table->at[at]; at = (at + 1) & (table->used - 1)) {
        const Word *found = keys + table->at[at];
        if ((size_t)found[1] == size && !memcmp(found + 2, key, size * sizeof(Word))) break;
    }
    *entry = (size_t)table->at[at];
    return at;
}

/* The entry of a key that lies in the arena; a new one is UNKNOWN. */
static size_t entry_of(Search *s, size_t key, size_t size) {
    Machine *mc = s->mc;
    Words *table = &mc->search[TABLE], *keys = &mc->search[KEYS];
    size_t entry, at = free_place(s, mc->arena.at + key, size, &entry);
    if (entry) return entry;
    entry = keys->used;
    push(mc, keys, UNKNOWN);
    push(mc, keys, (Word)size);
    push_all(mc, keys, mc->arena.at + key, size);
    table->at[at] = (Word)entry;
    if (++words(s, SEEN)[0] * 2 > (Word)table->used) {
        size_t more = 4 * table->used;
        fill(s, TABLE, more, 0);
        for (size_t each = 1; each < keys->used; each += 2 + (size_t)keys->at[each + 1]) {
            size_t there, place = free_place(s, keys->at + each + 2, (size_t)keys->at[each + 1], &there);
            table->at[place] = (Word)each;
        }
    }
    return entry;
}

static size_t entry_for(Search *s, size_t index, size_t sums_at, Word last) {
    Machine *mc = s->mc;
    size_t key = mc->arena.used;
    push(mc, &mc->arena, (Word)index);
    words_reserve(mc, &mc->arena, s->width);
    memcpy(mc->arena.at + mc->arena.used, mc->arena.at + sums_at, s->width * sizeof(Word));
    mc->arena.used += s->width;
    for (size_t at = 0; at < s->parts; at++)
        push(mc, &mc->arena, is_set_part(s->part[at]) ? s->said[at].closed : mc->names[slot_of(s, at)]);
    for (size_t i = 0; i < s->sets && (Word)index <= last; i++) { /* what was said counts as long as it comes later */
        push(mc, &mc->arena, (Word)s->said[s->set[i]].count);
        push_all(mc, &mc->arena, taken_of(s, s->set[i]), s->said[s->set[i]].count);
    }
    size_t entry = entry_of(s, key, mc->arena.used - key);
    mc->arena.used = key;
    return entry;
}

static bool enough_left(const Search *s, const Word *sums, size_t cards) {
    for (size_t i = 0; i < s->sets; i++)
        if (s->least[s->set[i]] - sums[i] > (Word)cards) return false;
    return true;
}

/* Whether the sets can be completed, all that is no set being chosen. */
static bool reaches(Search *s, void *with) {
    (void)with;
    Machine *mc = s->mc;
    if (!s->sets) return true;
    Word last = -1;
    bool all_closed = true;
    for (size_t i = 0; i < s->sets; i++) {
        const Said *said = &s->said[s->set[i]];
        all_closed &= said->closed;
        if (said->count && index_of(s, taken_of(s, s->set[i])[said->count - 1]) > last) last = index_of(s, taken_of(s, s->set[i])[said->count - 1]);
    }
    size_t size = s->cards.count, arena = mc->arena.used;
    if (all_closed && s->settled) size = (size_t)(last + 1);
    fill(s, PATH, size + 1, 0);
    Words *queue = &mc->search[QUEUE], *seen = &mc->search[SEEN];
    queue->used = 0, seen->used = 1;
    size_t sums = mc->arena.used; /* of what is being tried */
    push_all(mc, &mc->arena, words(s, BEGIN), s->width);
    size_t first = 0;
    if (s->sets == 1 && last >= 0) { /* up to the last card that was named there is just one way */
        const Word *taken = taken_of(s, s->set[0]);
        for (; first <= (size_t)last; first++)
            add_card(s, mc->arena.at + sums, first, is_among(taken, s->said[s->set[0]].count, card_at(s, first)) ? (Word)s->set[0] : -1);
    }
    push(mc, queue, (Word)first);
    push_all(mc, queue, mc->arena.at + sums, s->width);
    bool reached = false;
    while (queue->used && !reached) {
        queue->used -= s->width + 1;
        size_t index = (size_t)queue->at[queue->used];
        memcpy(mc->arena.at + sums, queue->at + queue->used + 1, s->width * sizeof(Word));
        mc->arena.used = sums + s->width;
        size_t entry = entry_for(s, index, sums, last);
        words(s, PATH)[index] = (Word)entry;
        Word known = words(s, KEYS)[entry];
        if ((known == UNKNOWN || known == TRYING) && (index == size || ((Word)index > last && s->settled)) && fits(s, mc->arena.at + sums)) known = REACHES;
        if (known == REACHES) {
            for (size_t i = 1; i < seen->used; i++) words(s, KEYS)[seen->at[i]] = FAILS;
            for (size_t i = 0; i <= index; i++)
                if (words(s, PATH)[i]) words(s, KEYS)[words(s, PATH)[i]] = REACHES;
            reached = true;
        } else if (known == UNKNOWN && index < size && enough_left(s, mc->arena.at + sums, size - index)) {
            words(s, KEYS)[entry] = TRYING;
            push(mc, seen, (Word)entry);
            queue_after(s, index, sums);
        }
    }
    for (size_t i = 1; i < seen->used && !reached; i++) words(s, KEYS)[seen->at[i]] = FAILS;
    mc->arena.used = arena;
    return reached;
}

static bool completes(Search *s) { return singles(s, 0, reaches, NULL); }

/* ---- what is legal */

typedef struct {
    Word measure;
    bool most, any, has;
    Word best;
} Best;

/* What a measure is for each legal answer: the most, or the fewest. */
static bool measures_all(Search *s, void *with) {
    Best *best = with;
    Machine *mc = s->mc;
    Words *queue = &mc->search[QUEUE];
    size_t arena = mc->arena.used, sums = arena;
    forget_all(s);
    queue->used = 0;
    push_all(mc, &mc->arena, words(s, BEGIN), s->width);
    push(mc, queue, 0);
    push_all(mc, queue, mc->arena.at + sums, s->width);
    while (queue->used) {
        queue->used -= s->width + 1;
        size_t index = (size_t)queue->at[queue->used];
        memcpy(mc->arena.at + sums, queue->at + queue->used + 1, s->width * sizeof(Word));
        mc->arena.used = sums + s->width;
        size_t entry = entry_for(s, index, sums, -1);
        if (words(s, KEYS)[entry] != UNKNOWN) continue;
        words(s, KEYS)[entry] = TRYING;
        if (index < s->cards.count) {
            queue_after(s, index, sums);
        } else if (fits(s, mc->arena.at + sums)) {
            Word found = 0;
            bool has = value_of(mc, best->measure, ACTING(mc), &found);
            if (has && (!best->has || (best->most ? found > best->best : found < best->best))) best->has = true, best->best = found;
            best->any = true;
        }
    }
    mc->arena.used = arena;
    forget_all(s);
    return false;
}

static void prefers(Search *s, const Word *checks) {
    for (Word i = 0; i < checks[0]; i++) {
        const Word *check = node_at(s->mc, checks[1 + i]);
        size_t before = s->mc->search[CHECKS_].used;
        adds_check(s, PLAIN, check[1], check[2], check[3], false, false, 0);
        forget_all(s);
        if (completes(s)) return;
        s->mc->search[CHECKS_].used = before;
    }
}

static void takes_best(Search *s, const Word *measures) {
    for (Word i = 0; i < measures[0]; i++) {
        const Word *each = measures + 1 + 4 * i;
        Best best = {each[1], each[0], false, false, 0};
        singles(s, 0, measures_all, &best);
        if (best.any) adds_check(s, BEST, each[1], each[2], each[3], best.most, best.has, best.best);
    }
}

/* The conditions on a whole answer, and what is preferred or most among them. */
static void narrows(Search *s) {
    const Word *steps = s->node + 6 + s->parts;
    s->mc->search[CHECKS_].used = 0;
    for (Word i = 0; i < steps[0]; i++) {
        const Word *step = node_at(s->mc, steps[1 + i]);
        switch ((AnyStep)step[0]) {
        case CHECKS:
            for (Word k = 0; k < step[1]; k++) {
                const Word *check = node_at(s->mc, step[2 + k]);
                adds_check(s, PLAIN, check[1], check[2], check[3], false, false, 0);
            }
            break;
        case PREFERRED:
            prefers(s, step + 1);
            break;
        case MOST:
            takes_best(s, step + 1);
        }
    }
    if (s->node[2]) adds_check(s, COMES_OFF, 0, (Word)s->parts - 1, false, false, false, 0);
}

/* ---- what can be said */

static void offer_card(Machine *mc, Words *list, Word card) { /* a list of what can be said next: how many things, and which */
    push(mc, list, 1);
    push(mc, list, card);
}

/* Appends what can be said next of a part: one thing, or no card more, in two words each: how many, and which. */
static void next(Search *s, size_t at, Words *list) {
    Machine *mc = s->mc;
    Said *said = &s->said[at];
    for (size_t i = 0; i < s->parts; i++) name_unset(mc, slot_of(s, i));
    forget_all(s);
    if (!is_set_part(s->part[at])) {
        for (size_t i = 0; i < s->source[at].count; i++) {
            said->given = true, said->value = source_at(s, at, i);
            if (completes(s)) offer_card(mc, list, said->value);
        }
        said->given = false;
        return;
    }
    if ((Word)said->count < s->most[at]) {
        size_t from = said->count ? (size_t)index_of(s, taken_of(s, at)[said->count - 1]) + 1 : 0;
        for (size_t i = from; i < s->cards.count; i++) {
            Word card = card_at(s, i);
            bool elsewhere = false;
            for (size_t k = 0; k < s->sets; k++)
                elsewhere |= s->set[k] != at && is_among(taken_of(s, s->set[k]), s->said[s->set[k]].count, card);
            if (!can(s, at, card) || elsewhere) continue;
            works(mc, s->cards.count);
            taken_of(s, at)[said->count++] = card;
            if (completes(s)) offer_card(mc, list, card);
            said->count--;
        }
    }
    said->closed = true;
    if (completes(s)) push_all(mc, list, (Word[]){0, 0}, 2);
    said->closed = false;
}

static int by_place(const void *one, const void *other) {
    const Word *a = one, *b = other;
    return (a[0] > b[0]) - (a[0] < b[0]);
}

/* Names a set, its cards in the order of what they are chosen from. */
static void name_whole(Search *s, size_t at, const Word *cards, size_t count) {
    Machine *mc = s->mc;
    size_t base = mc->arena.used;
    for (size_t i = 0; i < count; i++) {
        works(mc, s->source[at].count);
        push(mc, &mc->arena, (Word)place_in_source(s, at, cards[i]));
        push(mc, &mc->arena, cards[i]);
    }
    Word *pairs = mc->arena.at + base;
    if (count > 1) qsort(pairs, count, 2 * sizeof(Word), by_place);
    for (size_t i = 0; i < count; i++) pairs[i] = pairs[2 * i + 1];
    name_set(mc, slot_of(s, at), pairs, count);
    mc->arena.used = base;
}

/* What was said so far: names of the parts before, and the cards of a set so far. */
static void says(Search *s, size_t at) {
    Machine *mc = s->mc;
    for (size_t i = 0; i < at; i++) {
        Word slot = slot_of(s, i);
        const Word *kept = mc->spare.at + s->mark; /* as it was before the names were taken away */
        Word name = kept[(mc->names - mc->block) + slot];
        uint8_t named = ((const uint8_t *)kept)[(const uint8_t *)mc->named - (const uint8_t *)mc->block + slot];
        if (named == NUMBER_NAMED) s->said[i] = (Said){name, true, false, 0};
        if (named != SET_NAMED) continue;
        const Word *set = mc->sets.at + name;
        s->said[i] = (Said){0, false, true, 0};
        for (size_t k = 0; k < s->cards.count; k++)
            if (is_among(set + 1, (size_t)set[0], card_at(s, k))) taken_of(s, i)[s->said[i].count++] = card_at(s, k);
    }
    if (!is_set_part(s->part[at])) return;
    Word before = -1;
    for (size_t i = 0; i < mc->stage.used; i++) { /* each comes later than the one before, so that there are not too many */
        Word card = mc->stage.at[i], index = index_of(s, card);
        if (index <= before) fail(mc, "cards were named that cannot be, or in another order");
        taken_of(s, at)[i] = card, before = index;
    }
    s->said[at] = (Said){0, false, false, mc->stage.used};
}

void part_raws(Machine *mc, Word completion, Word at) {
    Search s;
    size_t arena = mc->arena.used;
    opens(&s, mc, completion);
    if (is_set_part(s.part[at])) mc->is_staged = true;
    narrows(&s);
    says(&s, (size_t)at);
    mc->about.used = 0;
    next(&s, (size_t)at, &mc->about);
    closes(&s, arena);
    mc->raws.used = mc->raw_at.used = 0;
    for (size_t i = 0; i < mc->about.used; i += 2) {
        const Word *each = mc->about.at + i;
        if (is_set_part(s.part[at]))
            offer(mc, (Word[]){ONE_SET, each[0], each[1]});
        else
            offer_number(mc, each[1]);
    }
}

bool part_answer(Machine *mc, Word completion, Word at, const Word *answer) {
    const Word *part = node_at(mc, node_at(mc, completion)[6 + at]);
    if (!is_set_part(part)) {
        if (answer[0] != ONE_THING) fail(mc, "an answer says nothing that could have a name");
        name_number(mc, part[1], answer[1]);
        return true;
    }
    if (answer[0] != ONE_SET) fail(mc, "an answer says nothing that could be a card");
    push_all(mc, &mc->stage, answer + 2, (size_t)answer[1]);
    mc->is_staged = true;
    size_t arena = mc->arena.used;
    Search s;
    opens(&s, mc, completion);
    bool complete = !answer[1] || (Word)mc->stage.used >= s.most[at];
    if (complete) { /* the set is named once the names are as they were */
        Word slot = slot_of(&s, (size_t)at);
        name_whole(&s, (size_t)at, mc->stage.at, mc->stage.used);
        size_t whole = (size_t)mc->names[slot], count = (size_t)mc->sets.at[whole];
        size_t kept = mc->arena.used;
        push_all(mc, &mc->arena, mc->sets.at + whole + 1, count);
        take_back(mc, s.mark);
        name_set(mc, slot, mc->arena.at + kept, count);
        let_go(mc, s.mark);
        mc->arena.used = arena;
        mc->stage.used = 0, mc->is_staged = false;
    } else {
        closes(&s, arena);
    }
    return complete;
}

/* The first whole answer is kept in `about`; counts how many there are, and stops at two. */
static int count_answers(Search *s, size_t at, Words *list, int found) {
    Machine *mc = s->mc;
    if (at == s->parts) {
        if (found == 0) {
            for (size_t i = 0; i < s->parts; i++) {
                push(mc, &mc->about, s->said[i].value);
                push(mc, &mc->about, (Word)s->said[i].count);
                push_all(mc, &mc->about, taken_of(s, i), s->said[i].count);
            }
        }
        return found + 1;
    }
    size_t begin = list->used;
    next(s, at, list);
    size_t end = list->used;
    for (size_t i = begin; i < end && found < 2; i += 2) {
        Said *said = &s->said[at], before = *said;
        Word many = list->at[i], which = list->at[i + 1];
        bool closed = true;
        if (!is_set_part(s->part[at])) {
            said->given = true, said->value = which;
        } else {
            if (many) taken_of(s, at)[said->count++] = which;
            said->closed = closed = !many || (Word)said->count == s->most[at];
        }
        found = count_answers(s, at + closed, list, found);
        s->said[at] = before;
    }
    list->used = begin;
    return found;
}

bool part_settles(Machine *mc, Word completion) {
    Search s;
    size_t arena = mc->arena.used;
    opens(&s, mc, completion);
    narrows(&s);
    mc->about.used = 0;
    int found = count_answers(&s, 0, &mc->listed, 0);
    take_back(mc, s.mark);
    if (found < 2 && found > 0) {
        const Word *at = mc->about.at;
        for (size_t i = 0; i < s.parts; i++) {
            Word value = at[0], count = at[1];
            if (is_set_part(s.part[i]))
                name_whole(&s, i, at + 2, (size_t)count);
            else
                name_number(mc, slot_of(&s, i), value);
            at += 2 + count;
        }
        mc->is_staged = false, mc->stage.used = 0;
    }
    let_go(mc, s.mark);
    mc->arena.used = arena;
    return found == 1;
}
