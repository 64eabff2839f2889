/* What can be named next, so that everything named so far can still become a legal whole answer.

   Players, numbers, words and single cards are tried out one by one; of sets of cards only sums are followed, card after
   card. Nothing here depends on what was asked before: all is worked out anew from the table and from what was said. */

#include "search.h"

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

void forget_all(Search *s) {
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

bool completes(Search *s) { return singles(s, 0, reaches, NULL); }

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
void narrows(Search *s) {
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
