/* Answers: what can be chosen, and how an answer is written in words.

     DECLINED | YES | ONE_THING, which | ONE_SET, how many, which | SEVERAL, how many, for each ONE_THING or ONE_SET

   Where the machine waits, `raws` has the legal answers and `raw_at` where each begins. */

#include "terms.h"

size_t answer_length(const Word *answer) {
    switch (answer[0]) {
    case ONE_THING:
        return 2;
    case ONE_SET:
        return 2 + (size_t)answer[1];
    case SEVERAL: {
        size_t size = 2;
        for (Word i = 0; i < answer[1]; i++) size += answer_size(answer + size);
        return size;
    }
    default:
        return 1;
    }
}

void offer(Machine *mc, const Word *answer) {
    push(mc, &mc->raw_at, (Word)mc->raws.used);
    push_all(mc, &mc->raws, answer, answer_size(answer));
}

void offer_tag(Machine *mc, Word tag) {
    push(mc, &mc->raw_at, (Word)mc->raws.used);
    push(mc, &mc->raws, tag);
}

void offer_number(Machine *mc, Word value) {
    push(mc, &mc->raw_at, (Word)mc->raws.used);
    push(mc, &mc->raws, ONE_THING);
    push(mc, &mc->raws, value);
}

void offer_numbers(Machine *mc, const Word *values, size_t count) {
    Word begin = (Word)mc->raws.used, *at = pushed_room(mc, &mc->raw_at, count), *raw = pushed_room(mc, &mc->raws, 2 * count);
    for (const Word *end = values + count; values < end; begin += 2) {
        *at++ = begin;
        *raw++ = ONE_THING, *raw++ = *values++;
    }
}

/* Written from `raw` on; gives where they end. */
static Word *write_bits(Word *raw, uint64_t bits) {
    Word item;
    for EACH_BIT(item, bits) *raw++ = ONE_THING, *raw++ = item;
    return raw;
}

/* The members of a set in its order, of which no list is made before, which saves a game a hundredth of its instructions. */
static void offer_bits(Machine *mc, unsigned form, uint64_t bits) {
    size_t count = (size_t)bits_in(bits);
    uint64_t first = first_in(mc, form, bits);
    Word begin = (Word)mc->raws.used, *at = pushed_room(mc, &mc->raw_at, count), *raw = pushed_room(mc, &mc->raws, 2 * count);
    for (Word *end = at + count; at < end; begin += 2) *at++ = begin;
    write_bits(write_bits(raw, first), bits & ~first);
    works(mc, count);
}

void offer_cards(Machine *mc, const int32_t *cards, size_t count) {
    Word begin = (Word)mc->raws.used, *at = pushed_room(mc, &mc->raw_at, count), *raw = pushed_room(mc, &mc->raws, 2 * count);
    for (const int32_t *end = cards + count; cards < end; begin += 2) {
        *at++ = begin;
        *raw++ = ONE_THING, *raw++ = *cards++;
    }
}

size_t index_in_answers(const Machine *mc, const Word *choice, Word slot) {
    const Word *slots = choice_slots(choice);
    for (Word i = 0; i < choice[CHOICE_PICKS_COUNT]; i++)
        if (node_at(mc, choice[CHOICE_PICKS + i])[KIND] == CARDS) return 0;
    for (Word i = 0; slots[LIST_COUNT] > 1 && i < slots[LIST_COUNT]; i++)
        if (slots[LIST_PARTS + i] == slot) return (size_t)(3 + 2 * i);
    return 0;
}

/* ---- everything that could be chosen */

#define MOST_PICKS 64

typedef struct {
    const Word *node;
    Set members;
    Word low, high;
} Pick;

typedef struct {
    const Word *choice;
    Pick picks[MOST_PICKS];
    size_t count;
} Making;

static void made(Machine *mc, Making *making, size_t at);

static Word at_member(Machine *mc, const Pick *pick, size_t index) { return mc->arena.at[pick->members.at + index]; }

/* The draft of an answer, in `about`: a thing more, then what comes after it. */
static void with_thing(Machine *mc, Making *making, size_t at, Word value) {
    size_t used = mc->about.used;
    push(mc, &mc->about, ONE_THING);
    push(mc, &mc->about, value);
    made(mc, making, at + 1);
    mc->about.used = used;
}

/* Once for each way to choose so many cards. Which they are stands on top of the arena, as there can be more of them
   than a stack has room for. */
static void with_cards(Machine *mc, Making *making, size_t at, size_t size) {
    const Pick *pick = &making->picks[at];
    size_t all = pick->members.count, used = mc->about.used, chosen = mc->arena.used;
    for (size_t i = 0; i < size; i++) {
        push(mc, &mc->arena, (Word)i);
        push(mc, &mc->about, at_member(mc, pick, i));
    }
    for (size_t last = size;;) {
        made(mc, making, at + 1);
        for (last = size; last > 0 && (size_t)mc->arena.at[chosen + last - 1] == all - size + last - 1;) last--;
        if (last == 0) break;
        Word first = mc->arena.at[chosen + last - 1] + 1; /* the last one that can go on, and all behind it after it */
        for (size_t i = last - 1; i < size; i++, first++) {
            mc->arena.at[chosen + i] = first;
            mc->about.at[used + i] = at_member(mc, pick, (size_t)first);
        }
    }
    mc->about.used = used, mc->arena.used = chosen;
}

static void with_pick(Machine *mc, Making *making, size_t at) {
    const Pick *pick = &making->picks[at];
    size_t used = mc->about.used;
    switch ((AnyPick)pick->node[KIND]) {
    case ONE:
        for (size_t i = 0; i < pick->members.count; i++) with_thing(mc, making, at, at_member(mc, pick, i));
        break;
    case PAIR:
        for (size_t i = 0; i < pick->members.count; i++)
            for (size_t k = i + 1; k < pick->members.count; k++) {
                push(mc, &mc->about, ONE_THING);
                push(mc, &mc->about, at_member(mc, pick, i));
                with_thing(mc, making, at, at_member(mc, pick, k));
                mc->about.used = used;
            }
        break;
    case NUMBER:
        for (Word number = pick->low; number <= pick->high; number++) {
            with_thing(mc, making, at, number);
            if (number == INT64_MAX) break;
        }
        break;
    case CARDS: {
        Word low = pick->low < 0 ? 0 : pick->low, most = (Word)pick->members.count;
        for (Word size = low; size <= (pick->high < most ? pick->high : most); size++) {
            push(mc, &mc->about, ONE_SET);
            push(mc, &mc->about, size);
            with_cards(mc, making, at, (size_t)size);
            mc->about.used = used;
        }
        break;
    }
    default:
        fail(mc, "from this nothing can be chosen");
    }
}

/* One card cannot be chosen twice in one answer. */
static bool is_distinct(Machine *mc, const Word *choice, const Word *parts) {
    const Word *holds_cards = choice_cards(choice);
    size_t cards = mc->arena.used;
    bool distinct = true;
    for (Word i = 0; i < holds_cards[LIST_COUNT] && distinct; i++) {
        size_t many = parts[0] == ONE_SET ? (size_t)parts[1] : 1;
        const Word *members = parts[0] == ONE_SET ? parts + 2 : parts + 1;
        for (size_t k = 0; holds_cards[LIST_PARTS + i] && k < many && distinct; k++) {
            works(mc, mc->arena.used - cards);
            for (size_t before = cards; before < mc->arena.used && distinct; before++)
                distinct = mc->arena.at[before] != members[k];
            push(mc, &mc->arena, members[k]);
        }
        parts += answer_size(parts);
    }
    mc->arena.used = cards;
    return distinct;
}

static void made(Machine *mc, Making *making, size_t at) {
    works(mc, mc->about.used);
    if (at < making->count) {
        with_pick(mc, making, at);
        return;
    }
    const Word *choice = making->choice;
    Word names = choice_slots(choice)[LIST_COUNT];
    if (names == 1) {
        offer(mc, mc->about.at);
        return;
    }
    if (making->count > 1 && !is_distinct(mc, choice, mc->about.at)) return;
    push(mc, &mc->raw_at, (Word)mc->raws.used);
    push(mc, &mc->raws, SEVERAL);
    push(mc, &mc->raws, names);
    push_all(mc, &mc->raws, mc->about.at, mc->about.used);
}

/* All pairs of a set, which need no draft: there are so many that a game in which some are asked for has a twentieth fewer
   instructions. */
static void offer_pairs(Machine *mc, Set members) {
    size_t count = members.count * (members.count - 1) / 2;
    works(mc, count);
    if (members.count < 2) return;
    Word begin = (Word)mc->raws.used, *at = pushed_room(mc, &mc->raw_at, count), *raw = pushed_room(mc, &mc->raws, 6 * count);
    const Word *things = mc->arena.at + members.at;
    for (size_t i = 0; i < members.count; i++) {
        for (size_t k = i + 1; k < members.count; k++, raw += 6, begin += 6) {
            *at++ = begin;
            raw[0] = SEVERAL, raw[1] = 2, raw[2] = raw[4] = ONE_THING, raw[3] = things[i], raw[5] = things[k];
        }
    }
}

/* Each thing of one set with each of another, which need none either; no card with itself. */
static void offer_both(Machine *mc, Set one, Set other, bool cards) {
    works(mc, one.count * other.count);
    Word *at = pushed_room(mc, &mc->raw_at, one.count * other.count), *raw = pushed_room(mc, &mc->raws, 6 * one.count * other.count), *begun = mc->raws.at;
    const Word *ones = mc->arena.at + one.at, *others = mc->arena.at + other.at;
    for (size_t i = 0; i < one.count; i++) {
        for (size_t k = 0; k < other.count; k++) {
            if (cards && ones[i] == others[k]) continue;
            *at++ = raw - begun;
            raw[0] = SEVERAL, raw[1] = 2, raw[2] = raw[4] = ONE_THING, raw[3] = ones[i], raw[5] = others[k];
            raw += 6;
        }
    }
    mc->raw_at.used = (size_t)(at - mc->raw_at.at), mc->raws.used = (size_t)(raw - begun);
}

static void candidates(Machine *mc, const Word *choice) {
    ALIKE(PAIR_SOURCE, ONE_SOURCE);
    ALIKE(NUMBER_LOW, CARDS_LOW);
    ALIKE(NUMBER_HIGH, CARDS_HIGH);
    Making making; /* its picks are set one by one: they are many, and few are there */
    making.choice = choice, making.count = (size_t)choice[CHOICE_PICKS_COUNT];
    size_t arena = mc->arena.used;
    if (making.count > MOST_PICKS) fail(mc, "a choice has too many parts");
    for (size_t i = 0; i < making.count; i++) {
        Pick *pick = &making.picks[i];
        const Word *n = pick->node = node_at(mc, choice[CHOICE_PICKS + i]);
        switch (n[KIND]) {
        case ONE:
        case PAIR:
            pick->members = set_of(mc, n[ONE_SOURCE], ACTING(mc));
            break;
        case CARDS:
            pick->members = set_of(mc, n[CARDS_SOURCE], ACTING(mc));
            /* fall through */
        default:
            pick->low = number_of(mc, n[CARDS_LOW], ACTING(mc)), pick->high = number_of(mc, n[CARDS_HIGH], ACTING(mc));
        }
    }
    mc->about.used = 0;
    if (making.count == 1 && making.picks[0].node[KIND] == PAIR)
        offer_pairs(mc, making.picks[0].members);
    else if (making.count == 2 && making.picks[0].node[KIND] == ONE && making.picks[1].node[KIND] == ONE)
        offer_both(mc, making.picks[0].members, making.picks[1].members, 
                   choice_cards(choice)[LIST_PARTS] && choice_cards(choice)[LIST_PARTS + 1]);
    else
        made(mc, &making, 0);
    mc->arena.used = arena;
}

/* ---- those that are legal */

void choice_bind(Machine *mc, Word choice, const Word *answer) {
    const Word *slots = choice_slots(node_at(mc, choice));
    if ((answer[0] == SEVERAL) != (slots[LIST_COUNT] > 1) || (answer[0] == SEVERAL && answer[1] != slots[LIST_COUNT]))
        fail(mc, "an answer has another number of parts than there are names");
    const Word *part = answer[0] == SEVERAL ? answer + 2 : answer;
    for (Word i = 0; i < slots[LIST_COUNT]; i++) {
        if (part[0] == ONE_SET)
            name_set(mc, slots[LIST_PARTS + i], part + 2, (size_t)part[1]);
        else if (part[0] == ONE_THING)
            name_number(mc, slots[LIST_PARTS + i], part[1]);
        else
            fail(mc, "an answer says nothing that could have a name");
        part += answer_size(part);
    }
}

void choice_unbind(Machine *mc, Word choice) {
    const Word *slots = choice_slots(node_at(mc, choice));
    for (Word i = slots[LIST_COUNT]; i-- > 0;) {
        Word slot = slots[LIST_PARTS + i];
        bool on_top = mc->named[slot] == SET_NAMED && mc->sets.used == (size_t)(mc->names[slot] + 1 + mc->sets.at[mc->names[slot]]);
        if (on_top) mc->sets.used = (size_t)mc->names[slot]; /* or a long list of candidates would fill it */
        name_unset(mc, slot);
    }
}

/* A choice of one thing, as most are: the things themselves are narrowed down, and answers made of those that are left.
   That is there for speed, and saves a game a thirtieth of its instructions. */
static void things_raws(Machine *mc, const Word *n, Word source, Word slot, const Word *sieves, Word each) {
    unsigned form = mc->plan->traits[source].form;
    uint64_t bits;
    if (!n[CHOICE_AFTERWARDS] && form & (IN_ORDER | IN_TURN) && bits_of(mc, source, ACTING(mc), &bits)) {
        charge_for(mc, each, (size_t)bits_in(bits));
        if (sieves[LIST_COUNT])
            bits = sieve_bits(mc, sieves + LIST_PARTS, (size_t)sieves[LIST_COUNT],
                              (Candidates){0, n[CHOICE_PLAYERS], n[CHOICE_NAMED] ? slot : -1}, ACTING(mc), bits);
        offer_bits(mc, form, bits);
        return;
    }
    Set found = sieved(mc, source, sieves + LIST_PARTS, (size_t)sieves[LIST_COUNT],
                       (Candidates){0, n[CHOICE_PLAYERS], n[CHOICE_NAMED] ? slot : -1}, ACTING(mc), each);
    if (n[CHOICE_AFTERWARDS] && n[CHOICE_FOLLOWING] && found.count) {
        size_t mark = tries_begin(mc), kept = 0;
        for (size_t i = 0; i < found.count; i++) {
            Word each = mc->arena.at[found.at + i];
            name_number(mc, slot, each);
            if (comes_off(mc, n, mark)) mc->arena.at[found.at + kept++] = each;
        }
        tries_end(mc, mark);
        found.count = kept;
    }
    offer_numbers(mc, mc->arena.at + found.at, found.count);
    mc->arena.used = found.at;
}

void choice_raws(Machine *mc, Word choice) {
    const Word *n = node_at(mc, choice), *sieves = choice_sieves(n), *first = node_at(mc, n[CHOICE_PICKS]);
    mc->raws.used = mc->raw_at.used = 0;
    if (n[CHOICE_PICKS_COUNT] == 1 && first[KIND] == ONE) {
        things_raws(mc, n, first[ONE_SOURCE], choice_slots(n)[LIST_PARTS], sieves, mc->plan->traits[choice].each);
        return;
    }
    if (pairs_raws(mc, n)) return;
    candidates(mc, n);
    charge_each(mc, choice, mc->raw_at.used);
    Set found = {mc->arena.used, mc->raw_at.used};
    push_all(mc, &mc->arena, mc->raw_at.at, mc->raw_at.used);
    found.count = narrow(mc, sieves + LIST_PARTS, (size_t)sieves[LIST_COUNT], (Candidates){choice, n[CHOICE_PLAYERS], -1},
                         ACTING(mc), found);
    if (n[CHOICE_AFTERWARDS] && n[CHOICE_FOLLOWING] && found.count) found.count = those_that_come_off(mc, choice, found);
    mc->raw_at.used = 0;
    push_all(mc, &mc->raw_at, mc->arena.at + found.at, found.count);
    mc->arena.used = found.at;
}
