/* Named values and conditions that are worked out once while the table stays as it is, however often they are used, or
   once for each key: see `plan/remembered.py`. */

#include <string.h>

#include "terms.h"

/* What is known of a value: whether it is anything, how many members it has, and these. */
enum { IS_ANY, MEMBERS_KNOWN, ENTRY };

/* The place for what is asked of somebody; -1 if it is not remembered. */
static Word place_of_known(const Machine *mc, const Word *n, const Who *who) {
    if (!mc->knows || (n[REMEMBERED_THINGS] && (!who->has_it || who->it < 0 || who->it >= n[REMEMBERED_THINGS]))) return -1;
    return n[REMEMBERED_FIRST] + (n[REMEMBERED_THINGS] ? who->it : 0);
}

/* What is known there; NULL if nothing is, which is charged for. */
static const Word *known_there(Machine *mc, const Word *n, Word place) {
    if (place >= 0 && mc->known_at[place].times == mc->known_times) return mc->known.at + mc->known_at[place].at;
    charge_each(mc, n - mc->words, 1);
    mc->worked_out++;
    return NULL;
}

static void now_known(Machine *mc, Word place, bool is_any, const Word *members, size_t count) {
    if (place < 0) return;
    if (mc->known_since != mc->known_times) mc->known.used = 0, mc->known_since = mc->known_times;
    mc->known_at[place] = (KnownAt){mc->known_times, mc->known.used};
    push_all(mc, &mc->known, (Word[]){is_any, (Word)count}, ENTRY);
    push_all(mc, &mc->known, members, count);
}

/* ---- kept by what they depend on */

enum { STEPS_KEPT, IS_ANY_KEPT, MEMBERS_KEPT, ENTRY_KEPT }; /* what was charged, and as above; of bits, -1 members */
enum { MOST_KEPT = 1 << 19, MOST_MEMBERS = 256 };

/* What looking for a value and keeping it cost, in steps; each word of a key is another one. */
enum { LOOKING = 10, KEEPING = 10 };

/* Several small numbers in each word, in their order, behind how many there are and what else says which they are. */
static void push_packed(Machine *mc, Word is, const Word *member, size_t count) {
    Word all = 0;
    for (size_t i = 0; i < count; i++) all |= member[i];
    size_t packs = all < 0 || all >= 1 << 16 ? 1 : all < 1 << 8 ? 8 : 4, bits = 64 / packs;
    Word *at = pushed_room(mc, &mc->kept, 1 + (count + packs - 1) / packs);
    *at = ((Word)count << 4 | (Word)packs) << 2 | is;
    for (size_t i = 0; i < count; i++) {
        size_t shift = i % packs * bits;
        if (!shift) *++at = 0;
        *at |= (Word)((uint64_t)member[i] << shift);
    }
}

static void push_cards(Machine *mc, Word place) {
    size_t count = zone_count(mc, place);
    const int32_t *card = zone_cards(mc, place);
    if (mc->plan->cards <= 64 && !mc->plan->rows[place]) {
        push(mc, &mc->kept, (Word)mc->lying[place]);
        return;
    }
    push(mc, &mc->kept, (Word)count);
    Word *at = pushed_room(mc, &mc->kept, (count + 3) / 4);
    memset(at, 0, (count + 3) / 4 * sizeof(Word));
    for (size_t i = 0; i < count; i++) at[i / 4] |= (Word)((uint64_t)(uint32_t)card[i] << i % 4 * 16);
}

static void push_given(Machine *mc, const Given *given) {
    if (given->is != SET_NAMED) {
        push_all(mc, &mc->kept, (Word[]){given->is, given->is == NUMBER_NAMED ? given->number : 0}, 2);
        return;
    }
    const Word *member = given->arena->at + given->at;
    if (!given->picked) {
        push_packed(mc, SET_NAMED, member, (size_t)given->number);
        return;
    }
    Word place, some[64];
    size_t count = 0;
    for EACH_BIT(place, given->places) some[count++] = member[place];
    push_packed(mc, SET_NAMED, some, count);
}

static void push_part(Machine *mc, Word by, Word number, const Who *who) {
    bool of_own = by == KEY_OWN || by == KEY_PLACE_OF_OWN || by == KEY_VARIABLE_OF_OWN;
    bool has = of_own ? who->has_own : who->has_it;
    Word one = of_own ? who->own : who->it;
    switch (by) {
    case KEY_GIVEN:
        push_given(mc, &mc->given[number]);
        return;
    case KEY_NAME:
        if (mc->named[number] == SET_NAMED)
            push_packed(mc, SET_NAMED, mc->sets.at + mc->names[number] + 1, (size_t)mc->sets.at[mc->names[number]]);
        else
            push_all(mc, &mc->kept, (Word[]){mc->named[number], mc->names[number]}, 2);
        return;
    case KEY_PLACE:
        push_cards(mc, number);
        return;
    case KEY_ACTIVE:
        push(mc, &mc->kept, mc->active);
        return;
    case KEY_SUBJECT:
        push(mc, &mc->kept, mc->own);
        return;
    case KEY_VARIABLE:
        push_all(mc, &mc->kept, (Word[]){mc->has[number], mc->variables[number]}, 2);
        return;
    default:
        break;
    }
    push(mc, &mc->kept, has);
    if (!has) return;
    if (by == KEY_IT || by == KEY_OWN)
        push(mc, &mc->kept, one);
    else if (by == KEY_PLACE_OF_IT || by == KEY_PLACE_OF_OWN)
        push_cards(mc, number + checked_seat(mc, one));
    else
        push_part(mc, KEY_VARIABLE, number + checked_seat(mc, one), who);
}

/* What is looked for, and what is found. */
typedef struct {
    KeptAt wanted;
    const Word *entry;
    Word left;
    bool tries, of_set, within; /* whether it is of a set that a register keeps, and within another such value */
} Keeping;

/* A value is looked for as long as that has saved steps on the whole. */
static void saves(Machine *mc, const Word *n, Word steps) {
    Word *saved = &mc->tries[n[REMEMBERED_FIRST]];
    *saved = *saved + steps < KEPT_TRIES ? *saved + steps : KEPT_TRIES;
}

/* Looks for what a node is by its key; what it was charged is charged again. Within a value of a set no other one is looked for: that
   would be asked of the same set, for which the whole is found the next time. */
static Keeping keeping(Machine *mc, const Word *n, const Who *who) {
    bool of_set = n[REMEMBERED_KEY_COUNT] && n[REMEMBERED_BY_AT(0)] == KEY_GIVEN && mc->given[n[REMEMBERED_OF_AT(0)]].is == SET_NAMED;
    bool tries = mc->tries[n[REMEMBERED_FIRST]] > 0 && !mc->coverage && !(of_set && mc->of_set);
    Keeping k = {.entry = NULL, .tries = tries, .of_set = of_set, .within = mc->of_set};
    if (!k.tries) return k;
    if (mc->kept.used > MOST_KEPT) mc->kept.used = 0, mc->kept_times++;
    size_t key = mc->kept.used;
    push(mc, &mc->kept, n - mc->words);
    for (Word i = 0; i < n[REMEMBERED_KEY_COUNT]; i++)
        push_part(mc, n[REMEMBERED_BY_AT(i)], n[REMEMBERED_OF_AT(i)], who);
    size_t size = mc->kept.used - key;
    k.wanted = (KeptAt){(uint32_t)words_hash(mc->kept.at + key, size), mc->kept_times, (uint32_t)key, (uint32_t)size, 0};
    const KeptAt *there = &mc->kept_at[k.wanted.hash % KEPT_PLACES];
    if (there->times == mc->kept_times && there->hash == k.wanted.hash && there->size == size &&
        !memcmp(mc->kept.at + there->key, mc->kept.at + key, size * sizeof(Word))) {
        mc->kept.used = key;
        k.entry = mc->kept.at + there->at;
        saves(mc, n, k.entry[STEPS_KEPT] - LOOKING - (Word)size);
        charge(mc, k.entry[STEPS_KEPT]);
    } else {
        saves(mc, n, -LOOKING - KEEPING - (Word)size);
        mc->worked_out++;
        k.left = mc->left + mc->rest, mc->of_set |= of_set;
    }
    return k;
}

static void now_kept(Machine *mc, const Keeping *k, bool is_any, const Word *members, Word count) {
    mc->of_set = k->within;
    if (!k->tries || k->wanted.times != mc->kept_times || count > MOST_MEMBERS) return;
    size_t at = mc->kept.used;
    push_all(mc, &mc->kept, (Word[]){k->left - mc->left - mc->rest, is_any, count}, ENTRY_KEPT);
    push_all(mc, &mc->kept, members, count < 0 ? 1 : (size_t)count);
    KeptAt *there = &mc->kept_at[k->wanted.hash % KEPT_PLACES];
    *there = k->wanted, there->at = (uint32_t)at;
}

static bool value_kept(Machine *mc, const Word *n, const Who *who, Word *found) {
    Keeping k = keeping(mc, n, who);
    if (k.entry) return *found = k.entry[ENTRY_KEPT], k.entry[IS_ANY_KEPT];
    Word one = 0;
    bool has = value_of(mc, n[REMEMBERED_INNER], who, &one);
    now_kept(mc, &k, has, &one, 1);
    return *found = one, has;
}

static bool test_kept(Machine *mc, const Word *n, const Who *who) {
    Keeping k = keeping(mc, n, who);
    if (k.entry) return k.entry[IS_ANY_KEPT];
    bool has = holds(mc, n[REMEMBERED_TEST_INNER], who);
    now_kept(mc, &k, has, NULL, 0);
    return has;
}

static Set set_kept(Machine *mc, const Word *n, const Who *who) {
    Keeping k = keeping(mc, n, who);
    if (!k.entry) {
        Set found = set_of(mc, n[REMEMBERED_INNER], who);
        now_kept(mc, &k, true, mc->arena.at + found.at, (Word)found.count);
        return found;
    }
    if (k.entry[MEMBERS_KEPT] < 0) return push_bits(mc, mc->plan->traits[n[REMEMBERED_INNER]].form, (uint64_t)k.entry[ENTRY_KEPT]);
    size_t at = mc->arena.used;
    push_all(mc, &mc->arena, k.entry + ENTRY_KEPT, (size_t)k.entry[MEMBERS_KEPT]);
    return (Set){at, (size_t)k.entry[MEMBERS_KEPT]};
}

static bool bits_kept_of(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    Keeping k = keeping(mc, n, who);
    Word one;
    if (k.entry && k.entry[MEMBERS_KEPT] >= 0) return bits_of_list(k.entry + ENTRY_KEPT, (size_t)k.entry[MEMBERS_KEPT], bits);
    if (k.entry) return *bits = (uint64_t)k.entry[ENTRY_KEPT], true;
    if (!(mc->plan->traits[n[REMEMBERED_INNER]].form & (IN_ORDER | IN_TURN)) || !bits_of(mc, n[REMEMBERED_INNER], who, bits)) {
        Set found = set_of(mc, n[REMEMBERED_INNER], who);
        now_kept(mc, &k, true, mc->arena.at + found.at, (Word)found.count);
        mc->arena.used = found.at;
        return bits_of_list(mc->arena.at + found.at, found.count, bits);
    }
    one = (Word)*bits;
    now_kept(mc, &k, true, &one, -1);
    return true;
}

/* ---- either way */

bool value_remembered(Machine *mc, const Word *n, const Who *who, Word *found) {
    if (is_kept(n)) return value_kept(mc, n, who, found);
    Word place = place_of_known(mc, n, who), one = 0;
    const Word *known = known_there(mc, n, place);
    if (known) return *found = known[ENTRY], known[IS_ANY];
    bool has = value_of(mc, n[REMEMBERED_INNER], who, &one);
    now_known(mc, place, has, &one, 1);
    return *found = one, has;
}

bool test_remembered_test(Machine *mc, const Word *n, const Who *who) {
    if (is_kept(n)) return test_kept(mc, n, who);
    Word place = place_of_known(mc, n, who);
    const Word *known = known_there(mc, n, place);
    if (known) return known[IS_ANY];
    bool has = holds(mc, n[REMEMBERED_TEST_INNER], who);
    now_known(mc, place, has, NULL, 0);
    return has;
}

Set set_remembered(Machine *mc, const Word *n, const Who *who) {
    if (is_kept(n)) return set_kept(mc, n, who);
    Word place = place_of_known(mc, n, who);
    const Word *known = known_there(mc, n, place);
    if (!known) {
        Set found = set_of(mc, n[REMEMBERED_INNER], who);
        now_known(mc, place, true, mc->arena.at + found.at, found.count);
        return found;
    }
    size_t at = mc->arena.used;
    push_all(mc, &mc->arena, known + ENTRY, (size_t)known[MEMBERS_KNOWN]);
    return (Set){at, (size_t)known[MEMBERS_KNOWN]};
}

bool bits_remembered(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    if (is_kept(n)) return bits_kept_of(mc, n, who, bits);
    Set members = set_remembered(mc, n, who);
    mc->arena.used = members.at;
    return bits_of_list(mc->arena.at + members.at, members.count, bits);
}
