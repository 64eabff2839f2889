/* What can be named next, so that everything named so far can still become a legal whole answer.

   Players, numbers, words and single cards are tried one by one, then the sets card after card. The search follows the sums of
   these sets and tries each combination of sums once. If checks see more of a set, it tries whole sets, only those that the sums
   allow, and of several that differ only in cards which show the same, the one with the first of these. Nothing depends on earlier
   questions, only on the table and on the answers so far. */

#include "search.h"

/* ---- checks */

typedef struct {
    Word measure;
    bool most, any, has;
    Word best;
} Best;

static bool passes(Search *s, const Word *check) {
    Word found = 0;
    if (!check[0]) return choice_comes_off(s->mc, s->node[COMPLETION_CHOICE]);
    if (!check[4]) return holds(s->mc, check[0], ACTING(s->mc));
    bool has = value_of(s->mc, check[0], ACTING(s->mc), &found);
    return has == check[5] && (!has || found == check[6]);
}

static void adds_check(Search *s, const Word *checked, Word priced, const Best *best) {
    ALIKE(MOST_EACH_DEPENDS - MOST_EACH_MEASURE, CHECK_DEPENDS - CHECK_TEST);
    Word each = s->mc->plan->traits[priced].each;
    const Word *depends = checked + CHECK_DEPENDS - CHECK_TEST;
    const Word check[] = {
        *checked, depends[DEPENDS_LAST], depends[DEPENDS_ON], each, best != NULL, best && best->has, best ? best->best : 0};
    push_all(s->mc, &s->mc->search[CHECKS_], check, CHECK_SIZE);
}

/* Whether all checks hold that depend on this, and on which part last. */
static bool all_pass(Search *s, Word on, Word last) {
    for (size_t at = 0; at < s->mc->search[CHECKS_].used; at += CHECK_SIZE) {
        const Word *check = words(s, CHECKS_) + at;
        if (check[2] != on || (last != ANY_PART && check[1] != last)) continue;
        charge_for(s->mc, check[3], 1);
        if (!passes(s, check)) return false;
    }
    return true;
}

/* Whether sets with these sums are legal; if it `looks` at sets, those with the cards that are tried before an index. */
static bool fits(Search *s, size_t sums_at, size_t index, bool looks) {
    Machine *mc = s->mc;
    const Word *sums = mc->arena.at + sums_at;
    for (size_t i = 0; i < s->sets; i++)
        if (sums[i] < s->least[s->set[i]] || sums[i] > s->most[s->set[i]]) return false;
    for (size_t m = 0; m < s->measures; m++) name_number(mc, node_at(mc, s->measure[LIST_PARTS + m])[MEASURE_SLOT], sums[s->sets + 2 * m]);
    if (!all_pass(s, ON_SUMS, ANY_PART)) return false;
    for (size_t i = 0; i < s->sets && looks; i++) {
        size_t count = 0;
        for (size_t k = 0; k < index; k++)
            if (words(s, ROLES)[k] == (Word)s->set[i]) words(s, CHOSEN)[count++] = card_at(s, k);
        name_whole(s, s->set[i], words(s, CHOSEN), count);
    }
    return !looks || all_pass(s, ON_SETS, ANY_PART);
}

/* ---- everything that is no set */

typedef bool (*Found)(Search *s, void *with); /* true if that is enough */

bool is_used(const Search *s, Word card, size_t at) {
    for (size_t i = 0; i < s->parts; i++) {
        const Said *said = &s->said[i];
        Word slot = slot_of(s, i);
        if (i == at || !s->part[i][PART_IS_CARD]) continue;
        if (is_among(taken_of(s, i), said->count, card) || (said->given && said->value == card)) return true;
        if (!is_set_part(s->part[i]) && i < at && s->mc->named[slot] == NUMBER_NAMED && s->mc->names[slot] == card) return true;
    }
    return false;
}

/* Once for each way to choose all that is no set, with the names bound; true if one was enough. */
static bool singles(Search *s, size_t at, Found found, void *with) {
    Machine *mc = s->mc;
    if (at == 0 && !all_pass(s, ON_PARTS, -1)) return false;
    if (at == s->parts) {
        weighs(s);
        return found(s, with);
    }
    const Word *part = s->part[at];
    if (is_set_part(part)) return singles(s, at + 1, found, with);
    bool given = s->said[at].given, enough = false;
    size_t from = part[PART_IS_PAIR] ? place_in_source(s, at, mc->names[slot_of(s, at - 1)]) + 1 : 0; /* a pair is in order */
    size_t until = s->source[at].count;
    if (part[PART_IS_FREE] && !given && until > 0) until = 1; /* nothing depends on it */
    for (size_t i = from; i < until && !enough; i++) {
        Word each = source_at(s, at, i);
        if (given && each != s->said[at].value) continue;
        works(mc, s->source[at].count);
        charge(mc, TRIED);
        if (part[PART_IS_CARD] && is_used(s, each, at)) continue;
        name_number(mc, part[PART_SLOT], each);
        enough = all_pass(s, ON_PARTS, (Word)at) && singles(s, at + 1, found, with);
    }
    name_unset(mc, part[PART_SLOT]);
    return enough;
}

/* ---- sets, card after card */

/* Pushes the sums after a card, for each way to choose it or not, with the next index and the way in front. */
static void queue_after(Search *s, size_t index, size_t sums_at, Word last, bool looks) {
    Machine *mc = s->mc;
    Words *queue = &mc->search[QUEUE];
    size_t width = s->width, count = 1, base = mc->arena.used; /* the sums are copied beyond it, as the queue grows */
    Word card = card_at(s, index), roles[MOST_PARTS + 1] = {-1}; /* or in none */
    Word before = looks ? words(s, BEFORE)[index] : -1, lowest = 0;
    while (before > last && is_used(s, card_at(s, (size_t)before), s->parts)) before = words(s, BEFORE)[before];
    if (before > last) lowest = words(s, ROLES)[before] < 0 ? MOST_PARTS : words(s, ROLES)[before];
    bool used = is_used(s, card, s->parts);
    for (size_t i = 0; i < s->sets; i++) {
        size_t at = s->set[i], named = s->said[at].count;
        const Word *taken = taken_of(s, at);
        if (is_among(taken, named, card)) {
            roles[0] = (Word)at, count = 1;
            break;
        }
        bool after = !named || (Word)index > index_of(s, taken[named - 1]);
        if (!used && (Word)at >= lowest && after && !s->said[at].closed && can(s, at, card) && mc->arena.at[sums_at + i] < s->most[at])
            roles[count++] = (Word)at;
    }
    works(mc, count * width);
    words_reserve(mc, &mc->arena, width);
    for (size_t i = 0; i < count; i++) {
        memcpy(mc->arena.at + base, mc->arena.at + sums_at, width * sizeof(Word));
        add_card(s, mc->arena.at + base, index, roles[i]);
        push_all(mc, queue, (Word[]){(Word)index + 1, roles[i]}, 2);
        push_all(mc, queue, mc->arena.at + base, width);
    }
}

/* ---- what is known already */

void forget_all(Search *s) {
    fill(s, TABLE, 64, 0);
    fill(s, KEYS, 1, 0); /* so that no entry is at 0 */
}

/* Where an entry is in the table, or would be. */
static Word *table_place(const Search *s, size_t entry, size_t size) {
    const Words *table = &s->mc->search[TABLE];
    const Word *keys = words(s, KEYS), *key = keys + entry + 1;
    size_t at = words_hash(key, size - 1) & (table->used - 1);
    while (table->at[at] && memcmp(keys + table->at[at] + 1, key, (size - 1) * sizeof(Word))) at = (at + 1) & (table->used - 1);
    return table->at + at;
}

/* The entry for sums before a card of the order; a new one is UNKNOWN. */
static size_t entry_for(Search *s, size_t index, size_t sums_at, Word last) {
    Machine *mc = s->mc;
    Words *table = &mc->search[TABLE], *keys = &mc->search[KEYS];
    size_t entry = keys->used;
    push_all(mc, keys, (Word[]){UNKNOWN, (Word)index, (Word)index > last ? 0 : s->tries}, 3); /* what was said counts if it comes later */
    push_all(mc, keys, mc->arena.at + sums_at, s->width);
    for (size_t at = 0; at < s->parts; at++)
        push(mc, keys, is_set_part(s->part[at]) ? s->said[at].closed : mc->names[slot_of(s, at)]);
    size_t size = keys->used - entry;
    Word *place = table_place(s, entry, size);
    if (*place) {
        keys->used = entry;
        return (size_t)*place;
    }
    *place = (Word)entry;
    if (2 * keys->used > table->used * size) {
        fill(s, TABLE, 4 * table->used, 0);
        for (size_t each = 1; each < keys->used; each += size) *table_place(s, each, size) = (Word)each;
    }
    return entry;
}

/* Whether sets with these sums can take another card, and there are enough cards for them. */
static bool goes_on(const Search *s, const Word *sums, size_t index, Word last) {
    size_t left = s->cards.count - index;
    bool is_open = (Word)index <= last;
    for (size_t i = 0; i < s->sets; i++) {
        size_t at = s->set[i];
        if (s->least[at] - sums[i] > (Word)left) return false;
        is_open |= !s->said[at].closed && sums[i] < s->most[at];
    }
    return left > 0 && is_open;
}

/* Whether a legal answer is enough; if a measure is asked for, what it is for each is kept. */
static bool is_enough(Search *s, Best *best) {
    if (!best) return true;
    Word found = 0;
    bool has = value_of(s->mc, best->measure, ACTING(s->mc), &found);
    if (has && (!best->has || (best->most ? found > best->best : found < best->best))) best->has = true, best->best = found;
    best->any = true;
    return false;
}

/* Whether the sets can be completed from a card on, `last` being the last that was named: looks at whole sets, or only at the sums. */
static bool walk(Search *s, size_t start, size_t begin, Word last, bool looks, Best *best) {
    Machine *mc = s->mc;
    Words *queue = &mc->search[QUEUE];
    size_t width = s->width, waiting = queue->used, sums = mc->arena.used;
    bool reached = false;
    push_all(mc, queue, (Word[]){(Word)start, -1}, 2);
    push_all(mc, queue, mc->arena.at + begin, width);
    words_reserve(mc, &mc->arena, width);
    while (queue->used > waiting && !reached) {
        queue->used -= width + 2;
        size_t index = (size_t)queue->at[queue->used], entry = 0, sets = mc->sets.used;
        Word role = queue->at[queue->used + 1];
        memcpy(mc->arena.at + sums, queue->at + queue->used + 2, width * sizeof(Word));
        mc->arena.used = sums + width;
        charge(mc, TRIED + (Word)(width / 2));
        if (!looks) {
            entry = entry_for(s, index, sums, last);
            words(s, PATH)[index] = (Word)entry;
        } else if (index > start) {
            words(s, ROLES)[index - 1] = role;
        }
        if (words(s, KEYS)[entry] == FAILS) continue;
        bool is_new = (Word)index > last && (role >= 0 || index == start || (Word)index == last + 1); /* else tried one card before */
        reached = words(s, KEYS)[entry] == REACHES || (is_new && fits(s, sums, index, looks) && is_enough(s, best));
        for (size_t i = 0; i < s->sets && looks && is_new; i++) name_unset(mc, slot_of(s, s->set[i]));
        if (looks) mc->sets.used = sets;
        if (!looks) words(s, KEYS)[entry] = FAILS; /* until it is known better */
        for (size_t i = start; i <= index && reached && !looks; i++) words(s, KEYS)[words(s, PATH)[i]] = REACHES;
        if (!reached && goes_on(s, mc->arena.at + sums, index, last) && (!looks || walk(s, index, sums, last, false, NULL)))
            queue_after(s, index, sums, last, looks);
    }
    queue->used = waiting, mc->arena.used = sums;
    return reached;
}

/* The same, all that is no set being chosen. */
static bool reaches(Search *s, void *with) {
    Machine *mc = s->mc;
    if (!s->sets) return is_enough(s, with);
    Word last = -1;
    size_t sums = mc->arena.used, start = 0;
    for (size_t i = 0; i < s->sets; i++) {
        const Said *said = &s->said[s->set[i]];
        if (said->count && index_of(s, taken_of(s, s->set[i])[said->count - 1]) > last) last = index_of(s, taken_of(s, s->set[i])[said->count - 1]);
    }
    fill(s, PATH, s->cards.count + 1, 0);
    push_all(mc, &mc->arena, words(s, BEGIN), s->width);
    for (; s->sets == 1 && (Word)start <= last; start++) { /* up to the last card that was named there is just one way */
        Word role = is_among(taken_of(s, s->set[0]), s->said[s->set[0]].count, card_at(s, start)) ? (Word)s->set[0] : -1;
        words(s, ROLES)[start] = role;
        add_card(s, mc->arena.at + sums, start, role);
    }
    if (with) forget_all(s);
    bool reached = walk(s, start, sums, last, s->node[COMPLETION_KINDS], with);
    mc->arena.used = sums;
    return reached;
}

bool completes(Search *s) {
    s->tries++;
    return singles(s, 0, reaches, NULL);
}

/* ---- what is legal */

static void prefers(Search *s, const Word *checks) {
    for (Word i = 0; i < checks[LIST_COUNT]; i++) {
        size_t before = s->mc->search[CHECKS_].used;
        adds_check(s, node_at(s->mc, checks[LIST_PARTS + i]) + CHECK_TEST, checks[LIST_PARTS + i], NULL);
        forget_all(s);
        if (completes(s)) return;
        s->mc->search[CHECKS_].used = before;
    }
}

static void takes_best(Search *s, const Word *measures) {
    for (Word i = 0; i < measures[LIST_COUNT]; i++) {
        const Word *each = measures + LIST_PARTS + MOST_EACH_SIZE * i;
        Best best = {each[MOST_EACH_MEASURE], each[MOST_EACH_IS_MOST], false, false, 0};
        singles(s, 0, reaches, &best);
        if (best.any) adds_check(s, each + MOST_EACH_MEASURE, s->completion, &best);
    }
}

/* The conditions on a whole answer, and what is preferred or most among them. */
void narrows(Search *s) {
    const Word *steps = after_list(completion_parts(s->node));
    s->mc->search[CHECKS_].used = 0;
    for (Word i = 0; i < steps[LIST_COUNT]; i++) {
        const Word *step = node_at(s->mc, steps[LIST_PARTS + i]);
        switch ((AnyStep)step[KIND]) {
        case CHECKS:
            for (Word k = 0; k < step[CHECKS_CHECKS_COUNT]; k++)
                adds_check(s, node_at(s->mc, step[CHECKS_CHECKS + k]) + CHECK_TEST, step[CHECKS_CHECKS + k], NULL);
            break;
        case PREFERRED:
            prefers(s, step + PREFERRED_CHECKS_COUNT);
            break;
        case MOST:
            takes_best(s, step + MOST_MEASURES_COUNT);
        }
    }
    if (s->node[COMPLETION_TRIED])
        adds_check(s, (Word[]){0, (Word)s->parts - 1, s->node[COMPLETION_KINDS] ? ON_SETS : ON_PARTS}, s->completion, NULL);
}
