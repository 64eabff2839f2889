/* Sets as the bits of a word: cards, seats and words are few in most games, and most of what is asked of a set does not depend on
   how its members lie. So it is narrowed down, counted and compared without a list of them.

   That is there for speed alone: a game in which tricks are taken takes a fifth less. */

#include "terms.h"

/* ---- which sets can be had so */

static uint8_t form_of_listed(const Word *n, uint64_t *bits) {
    uint8_t form = AS_BITS | IN_ORDER;
    for (Word i = 0; i < n[LISTED_VALUES_COUNT]; i++) {
        if (n[LISTED_VALUES + i] < 0 || n[LISTED_VALUES + i] >= 64 || *bits >> n[LISTED_VALUES + i] & 1) return 0;
        if (*bits >> n[LISTED_VALUES + i]) form = AS_BITS;
        *bits |= (uint64_t)1 << n[LISTED_VALUES + i];
    }
    return form;
}

/* Whether what is asked of all members of a set compares something that is known of each, or a sum with it, or a counter of each, with what
   is the same for all: so little that nobody need stop at the first one for whom it holds. */
static bool asks_at_once(const Plan *plan, const Word *n) {
    const Word *test = plan->words + n[QUANTIFIED_TEST];
    const Traits *of = plan->traits;
    if (!holds_where(test[KIND]) || plan->traits[n[QUANTIFIED_TEST]].counted) return false;
    const Word *one = plan->words + test[COMPARE_SUBJECT];
    unsigned varying = BY_IT | (n[QUANTIFIED_PLAYERS] ? BY_OWN : 0);
    bool is_sum = one[KIND] == PLUS && of[one[ARITHMETIC_ONE]].knows && !(of[one[ARITHMETIC_OTHER]].varies & varying);
    bool is_counter = counter_of_each(plan->words, one, n[QUANTIFIED_PLAYERS]) >= 0;
    return (is_sum || is_counter || of[test[COMPARE_SUBJECT]].knows) && !(of[test[COMPARE_OTHER]].varies & varying);
}

static uint8_t form_of(Plan *plan, size_t at) {
    const Word *n = plan->words + at;
    const Traits *of = plan->traits;
    uint8_t form;
    switch (n[KIND]) {
    case LISTED:
        return form_of_listed(n, &plan->bits[at]);
    case CARDS_IN:
        return SIDE_BY_SIDE | (plan->cards > 64 ? 0 : plan->rows[n[CARDS_IN_FIRST]] ? AS_BITS : AS_BITS | IN_ORDER);
    case CARDS_OF_ALL:
        return plan->cards > 64 ? 0 : of[n[CARDS_OF_ALL_WHOSE]].form & AS_BITS;
    case FIRST_CARDS:
    case LAST_CARDS:
        form = of[n[FIRST_CARDS_OF]].form;
        return form & (SIDE_BY_SIDE | IN_ORDER) ? form : 0;
    case SIEVED:
        return of[n[SIEVED_SET]].form & (AS_BITS | IN_ORDER | IN_TURN);
    case UNION:
        return of[n[UNION_ONE]].form & of[n[UNION_OTHER]].form & AS_BITS;
    case WITHOUT:
        return of[n[WITHOUT_OTHER]].form & AS_BITS ? of[n[WITHOUT_ONE]].form & (AS_BITS | IN_ORDER) : 0;
    case LOOKUPS:
        return plan->bits[n[LOOKUPS_COLUMN]] && of[n[LOOKUPS_OF]].form ? AS_BITS | IN_ORDER : 0;
    case SINGLE:
        return AS_BITS | IN_ORDER;
    case ALL_PLAYERS:
    case OTHER_PLAYERS:
        return plan->players <= 64 ? AS_BITS | IN_TURN : 0;
    case SLOT_SET:
    case GIVEN_SET:
    case SUBSETS:
        return AS_BITS;
    case CALL_SET:
        return of[n[CALL_FUNCTION]].form;
    case CASES_SET:
    case SWITCH_SET:
        form = of[n[CASES_OTHERWISE]].form & (AS_BITS | IN_ORDER);
        for (Word i = 0; i < n[CASES_CASES_COUNT]; i++) form &= of[n[CASES_VALUE_AT(i)]].form;
        return form;
    case WITH_SET:
        return of[n[WITH_INNER]].form & (AS_BITS | IN_ORDER);
    case REMEMBERED_SET:
        return of[n[REMEMBERED_INNER]].form & (AS_BITS | IN_ORDER | IN_TURN);
    case SOME:
    case EVERY:
    case NONE_OF:
        return asks_at_once(plan, n) ? AT_ONCE : 0;
    case MEMBERS:
        if (plan->words[n[MEMBERS_SOURCE]] == GIVEN_SET) return AS_BITS;
        return of[n[MEMBERS_SOURCE]].form & IN_ORDER ? of[n[MEMBERS_SOURCE]].form & (AS_BITS | IN_ORDER) : 0;
    default:
        return 0;
    }
}

void plan_forms(Plan *plan, const char *kinds, size_t end) {
    for (size_t at = 0; at < end; at++)
        if (kinds[at] == 's' || kinds[at] == 't') plan->traits[at].form = form_of(plan, at);
}

/* ---- cards that lie side by side */

bool span_of(Machine *mc, Word node, const Who *who, Span *span) {
    const Word *n = node_at(mc, node);
    Word of;
    if (!(mc->plan->traits[node].form & SIDE_BY_SIDE)) return false;
    if (is_zone(mc, node, who, &of)) {
        *span = of < 0 ? (Span){NULL, 0} : (Span){zone_cards(mc, of), zone_count(mc, of)};
        return true;
    }
    if (n[KIND] == CALL_SET) {
        if (!n[CALL_OF]) return span_of(mc, n[CALL_FUNCTION], NOBODY, span);
        if (value(mc, n[CALL_OF], who, &of)) return span_of(mc, n[CALL_FUNCTION], &(Who){of, of, true, true}, span);
        *span = (Span){NULL, 0};
        return true;
    }
    Word number = number_of(mc, n[FIRST_CARDS_NUMBER], who);
    if (!span_of(mc, n[FIRST_CARDS_OF], who, span)) return false;
    size_t count = some_of(mc, number, span->count);
    if (n[KIND] == LAST_CARDS) span->at += span->count - count;
    span->count = count;
    return true;
}

static uint64_t bits_of_cards(const int32_t *card, size_t count) {
    uint64_t bits = 0;
    for (const int32_t *end = card + count; card < end; card++) bits |= (uint64_t)1 << *card;
    return bits;
}

static uint64_t bits_of_zone(Machine *mc, Word place) { return mc->lying[checked_place(mc, place)]; }

/* ---- sets */

static bool bits_named(Machine *mc, Word slot, uint64_t *bits) {
    if (mc->named[slot] != SET_NAMED) return false;
    const Word *set = mc->sets.at + mc->names[slot];
    return bits_of_list(set + 1, (size_t)set[0], bits);
}

/* Sets of few cards, each of which is a number below 64. */
static bool bits_of_subsets(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    static const uint64_t of_size[] = {0, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880, 0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    Sizes sizes = sizes_of(mc, n, who);
    if (sizes.of > 6) return false;
    charge_each(mc, n - mc->words, many_sets(sizes));
    *bits = 0;
    for (Word size = sizes.least; size <= sizes.most; size++) *bits |= of_size[size];
    if (sizes.of < 6) *bits &= ((uint64_t)1 << (1 << sizes.of)) - 1;
    return true;
}

/* Those at some places of a list. */
static bool bits_picked(const Word *member, uint64_t places, uint64_t *bits) {
    uint64_t all = 0, found = 0;
    Word place;
    for EACH_BIT(place, places) all |= (uint64_t)member[place], found |= (uint64_t)1 << (member[place] & 63);
    return *bits = found, all < 64;
}

static bool bits_given(Machine *mc, Word given, uint64_t *bits) {
    const Given *set = &mc->given[given];
    if (set->is != SET_NAMED) return false;
    const Word *member = set->arena->at + set->at;
    return set->picked ? bits_picked(member, set->places, bits) : bits_of_list(member, (size_t)set->number, bits);
}

/* The lowest of them, or the highest, so many. */
static uint64_t bits_at_end(Machine *mc, Word number, uint64_t bits, bool last) {
    size_t all = (size_t)bits_in(bits), count = some_of(mc, number, all);
    uint64_t left = bits;
    for (size_t i = last ? all - count : count; i > 0; i--) left &= left - 1;
    return last ? left : bits & ~left;
}

/* Those at some places of a set, of one that a register keeps or whose bits have the same places. */
static bool bits_at(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    Word places = 0;
    uint64_t of, found = 0;
    Given set;
    if (picks(mc, node_at(mc, n[MEMBERS_SOURCE]), &set)) {
        if (!value(mc, n[MEMBERS_BITS], who, &places)) places = 0;
        pick(&set, &set, (uint64_t)places);
        return bits_picked(set.arena->at + set.at, set.places, bits);
    }
    if (!(mc->plan->traits[n[MEMBERS_SOURCE]].form & IN_ORDER) || !bits_of(mc, n[MEMBERS_SOURCE], who, &of)) return false;
    if (!value(mc, n[MEMBERS_BITS], who, &places)) places = 0;
    for (uint64_t left = (uint64_t)places; left && of; left >>= 1, of &= of - 1)
        if (left & 1) found |= of & -of;
    return *bits = found, true;
}

static bool bits_single(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    Word member;
    if (!value(mc, n[SINGLE_OF], who, &member)) return *bits = 0, true;
    return *bits = bit_of(member), *bits != 0;
}

static bool bits_of_all(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    uint64_t seats, found = 0;
    Word seat;
    if (!bits_of(mc, n[CARDS_OF_ALL_WHOSE], who, &seats)) return false;
    for EACH_BIT(seat, seats) found |= bits_of_zone(mc, counted_on(n[CARDS_OF_ALL_FIRST], seat));
    return *bits = found, true;
}

static bool bits_kept(Machine *mc, const Word *n, const Who *who, uint64_t *bits) {
    Given before;
    size_t used = mc->arena.used;
    if (!keeps(mc, n, who, &before)) return *bits = 0, true;
    bool found = bits_of(mc, n[WITH_INNER], who, bits);
    mc->given[n[WITH_REGISTER]] = before;
    mc->arena.used = used;
    return found;
}

/* Whether nothing has been charged yet when it turns out that a set that is counted cannot be had as bits. */
static bool can_be_tried(const Machine *mc, const Word *n) {
    return n[KIND] == SIEVED || (n[KIND] == SUBSETS && !is_counted(mc, n[SUBSETS_SOURCE]));
}

bool bits_of(Machine *mc, Word node, const Who *who, uint64_t *bits) {
    const Word *n = node_at(mc, node);
    uint64_t more;
    Span span;
    Shows shows;
    Word of;
    if (!(mc->plan->traits[node].form & AS_BITS)) return false;
    if (is_counted(mc, node) && !can_be_tried(mc, n)) return false;
    works(mc, 0);
    switch (n[KIND]) {
    case LISTED:
        return *bits = mc->plan->bits[node], true;
    case CARDS_IN:
        return *bits = is_zone(mc, node, who, &of) && of >= 0 ? bits_of_zone(mc, of) : 0, true;
    case CARDS_OF_ALL:
        return bits_of_all(mc, n, who, bits);
    case FIRST_CARDS:
    case LAST_CARDS:
        if (span_of(mc, node, who, &span)) return *bits = bits_of_cards(span.at, span.count), true;
        of = number_of(mc, n[FIRST_CARDS_NUMBER], who);
        return bits_of(mc, n[FIRST_CARDS_OF], who, bits) && (*bits = bits_at_end(mc, of, *bits, n[KIND] == LAST_CARDS), true);
    case SIEVED:
        if (!bits_of(mc, n[SIEVED_SET], who, bits)) return false;
        charge_each(mc, node, (size_t)bits_in(*bits));
        *bits = sieve_bits(mc, n + SIEVED_SIEVES, (size_t)n[SIEVED_SIEVES_COUNT], (Candidates){0, n[SIEVED_PLAYERS], -1}, who, *bits);
        return true;
    case UNION:
        return bits_of(mc, n[UNION_ONE], who, bits) && bits_of(mc, n[UNION_OTHER], who, &more) && (*bits |= more, true);
    case WITHOUT:
        return bits_of(mc, n[WITHOUT_ONE], who, bits) && bits_of(mc, n[WITHOUT_OTHER], who, &more) && (*bits &= ~more, true);
    case LOOKUPS:
        return set_shows(mc, n[LOOKUPS_COLUMN], n[LOOKUPS_OF], who, &shows) && (*bits = shows.words, true);
    case SINGLE:
        return bits_single(mc, n, who, bits);
    case ALL_PLAYERS:
        return *bits = UINT64_MAX >> (64 - mc->plan->players), true;
    case OTHER_PLAYERS:
        return *bits = UINT64_MAX >> (64 - mc->plan->players) & ~bit_of(mc->own), true;
    case SLOT_SET:
        return bits_named(mc, n[SLOT_SLOT], bits);
    case GIVEN_SET:
        return bits_given(mc, n[GIVEN_REGISTER], bits);
    case CALL_SET:
        if (!n[CALL_OF]) return bits_of(mc, n[CALL_FUNCTION], NOBODY, bits);
        return value(mc, n[CALL_OF], who, &of) ? bits_of(mc, n[CALL_FUNCTION], &(Who){of, of, true, true}, bits) : (*bits = 0, true);
    case CASES_SET:
        return bits_of(mc, case_of(mc, n, who), who, bits);
    case SWITCH_SET:
        return bits_of(mc, row_of(n, who), who, bits);
    case WITH_SET:
        return bits_kept(mc, n, who, bits);
    case SUBSETS:
        return bits_of_subsets(mc, n, who, bits);
    case REMEMBERED_SET:
        return bits_remembered(mc, n, who, bits);
    case MEMBERS:
        return bits_at(mc, n, who, bits);
    default:
        return false;
    }
}

bool others_show(Machine *mc, Word column, Word node, const Who *who, Shows *shows) {
    const uint64_t *of = mc->plan->bits + column;
    uint64_t words = 0, twice = 0, bits;
    Span span;
    Word card;
    if (span_of(mc, node, who, &span)) return *shows = cards_show(of, span.at, span.count), true;
    if (!bits_of(mc, node, who, &bits) || (mc->plan->cards < 64 && bits >> mc->plan->cards)) return false;
    for EACH_BIT(card, bits) twice |= words & of[2 + card], words |= of[2 + card];
    *shows = (Shows){words, twice};
    return true;
}

/* Its members in their order, written from `to` on; gives where they end. */
static Word *lay_bits(Word *to, uint64_t bits) {
    Word item;
    for EACH_BIT(item, bits) *to++ = item;
    return to;
}

Set push_bits(Machine *mc, unsigned form, uint64_t bits) {
    size_t begun = mc->arena.used;
    Word *to = pushed_room(mc, &mc->arena, 64), *end;
    uint64_t first = first_in(mc, form, bits);
    end = lay_bits(lay_bits(to, first), bits & ~first);
    mc->arena.used = begun + (size_t)(end - to);
    works(mc, (size_t)(end - to));
    return (Set){begun, (size_t)(end - to)};
}
