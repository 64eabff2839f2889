/* What one player hears of events: the same as in `engine/events/hearing.py`, by a table that is made from the same roles. */

#include <stdlib.h>
#include <string.h>

#include "generated/events.h"
#include "hearing.h"

#define HEADER 3
#define OF_A_KIND 6 /* words before its masks */

/* ---- a draft: an event of which some fields are replaced */

typedef struct {
    Machine *mc;
    const Hearing *hearing;
    const Word *event, *at[MOST_FIELDS + 2];
    int count;
    size_t instead[MOST_FIELDS + 2]; /* where what replaces a field begins among `about`; 0 if nothing does */
} Draft;

static bool sees(const Draft *draft, Word place) { return draft->hearing->sees[checked_place(draft->mc, place)]; }

static Words *replace(Draft *draft, Word field) {
    draft->instead[field] = draft->mc->about.used;
    return &draft->mc->about;
}

static void hide(Draft *draft, Word field) { push(draft->mc, replace(draft, field), UNSEEN); }

static int by_number(const void *one, const void *other) {
    Word a = *(const Word *)one, b = *(const Word *)other;
    return (a > b) - (a < b);
}

/* Whether he is shown what lies in a place where some seats are: who looks on is, if all are that do not see it anyway. */
static bool is_shown(Draft *draft, Word place, const Word *seats) {
    const Hearing *hearing = draft->hearing;
    if (hearing->viewer >= 0) return is_among(seats + 1, (size_t)seats[0], hearing->viewer);
    Word keeper = hearing->keepers[checked_place(draft->mc, place)];
    for (Word seat = 0; seat < hearing->plan->players; seat++)
        if (seat != keeper && !is_among(seats + 1, (size_t)seats[0], seat)) return false;
    return true;
}

static bool knows(Draft *draft, Word place, const Word *seats) { return sees(draft, place) || (seats && is_shown(draft, place, seats)); }

static void mask_row(Draft *draft, const Word *mask) {
    Machine *mc = draft->mc;
    const Word *cards = draft->at[mask[1]], *sources = draft->at[mask[2]], *seats = mask[4] ? draft->at[mask[4]] : NULL;
    if (mask[3] && sees(draft, draft->at[mask[3]][0])) return;
    if (cards[0] != sources[0]) fail(mc, "a row of cards does not say where each lay");
    bool all = true;
    for (Word i = 1; i <= sources[0]; i++) all = all && knows(draft, sources[i], seats);
    if (all) return;
    Words *to = replace(draft, mask[1]);
    push(mc, to, cards[0]);
    for (Word i = 0; i < cards[0]; i++)
        if (knows(draft, sources[1 + i], seats)) push(mc, to, cards[1 + i]);
    while (to->used < draft->instead[mask[1]] + 1 + (size_t)cards[0]) push(mc, to, UNSEEN);
    replace(draft, mask[2]);
    push(mc, to, cards[0]);
    for (Word i = 0; i < cards[0]; i++)
        if (knows(draft, sources[1 + i], seats)) push(mc, to, sources[1 + i]);
    size_t hidden = to->used;
    for (Word i = 0; i < cards[0]; i++)
        if (!knows(draft, sources[1 + i], seats)) push(mc, to, sources[1 + i]);
    qsort(to->at + hidden, to->used - hidden, sizeof(Word), by_number);
}

/* ---- exchanges */

typedef struct {
    Word card, source, to;
    Word its_card, its_source; /* of the counterpart, where each has one */
} Way;

static int by_source(const void *one, const void *other) {
    const Way *a = one, *b = other;
    if (a->source != b->source) return a->source < b->source ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static void push_way(Draft *draft, Way way) {
    const Word words[] = {way.card, way.source, way.to, way.its_card, way.its_source};
    push_all(draft->mc, &draft->mc->listed, words, 5);
}

/* What is seen first, in its order, then what is not, in no telling order; they lie in `listed` from `begin` on. */
static size_t told(Draft *draft, const Word *cards, const Word *from, const Word *others, const Word *there, bool in_pairs) {
    Words *listed = &draft->mc->listed;
    size_t begin = listed->used, hidden = begin;
    if (cards[0] != from[0] || others[0] != there[0]) fail(draft->mc, "a row of cards does not say where each lay");
    for (int seen = 1; seen >= 0; seen--) {
        if (!seen) hidden = listed->used;
        for (Word i = 0; i < cards[0]; i++) {
            if (!in_pairs && !there[0]) fail(draft->mc, "cards are exchanged with none");
            Way way = {cards[1 + i], from[1 + i], in_pairs ? there[1 + i] : there[1], in_pairs ? others[1 + i] : 0, in_pairs ? there[1 + i] : 0};
            bool is_seen = sees(draft, way.source) || sees(draft, way.to);
            if (is_seen != (bool)seen) continue;
            if (!is_seen) way.card = way.its_card = UNSEEN;
            push_way(draft, way);
        }
    }
    qsort(listed->at + hidden, (listed->used - hidden) / 5, sizeof(Way), by_source);
    return begin;
}

/* Writes one column of ways; if one of them comes from the `first` place, such a one leads. */
static void write_column(Draft *draft, Word field, size_t begin, Word count, int column, bool leads, Word first) {
    Words *to = replace(draft, field);
    push(draft->mc, to, count);
    for (int leading = leads ? 1 : 0; leading >= 0; leading--)
        for (Word i = 0; i < count; i++) {
            const Word *way = draft->mc->listed.at + begin + 5 * (size_t)i;
            if (!leads || (way[1] == first) == (bool)leading) push(draft->mc, to, way[column]);
        }
}

static void mask_exchanged(Draft *draft, const Word *mask) {
    const Word *mine = draft->at[mask[1]], *here = draft->at[mask[2]], *theirs = draft->at[mask[3]], *there = draft->at[mask[4]];
    size_t listed = draft->mc->listed.used;
    if (mine[0] == theirs[0]) {
        size_t begin = told(draft, mine, here, theirs, there, true);
        for (int i = 0; i < 4; i++) {
            static const int COLUMN[] = {0, 1, 3, 4};
            write_column(draft, mask[1 + i], begin, mine[0], COLUMN[i], false, 0);
        }
    } else {
        const Word *rows[2][3] = {{mine, here, there}, {theirs, there, here}};
        for (int i = 0; i < 2; i++) {
            if (!rows[i][0][0]) continue;
            size_t begin = told(draft, rows[i][0], rows[i][1], rows[1 - i][0], rows[i][2], false);
            for (int column = 0; column < 2; column++)
                write_column(draft, mask[1 + 2 * i + column], begin, rows[i][0][0], column, true, rows[i][1][1]);
        }
    }
    draft->mc->listed.used = listed;
}

/* ---- where cards lay at first, and answers */

static void mask_lying(Draft *draft, const Word *mask) {
    Machine *mc = draft->mc;
    const Word *zones = draft->at[mask[1]], *end = zones + 1 + zones[0], *zone = zones + 1;
    if (!zones[0]) return;
    Words *to = replace(draft, mask[1]);
    push(mc, to, zones[0]);
    for (Word place = 0; zone < end; place++, zone += 1 + zone[0]) {
        push(mc, to, zone[0]);
        for (Word i = 0; i < zone[0]; i++) push(mc, to, sees(draft, place) ? zone[1 + i] : UNSEEN);
    }
}

static void push_masked(Machine *mc, Words *to, const Word *answer) {
    if (answer[0] != ONE_THING && answer[0] != ONE_SET) {
        push_all(mc, to, answer, answer_size(answer));
        return;
    }
    push(mc, to, answer[0]);
    if (answer[0] == ONE_SET) push(mc, to, answer[1]);
    for (Word i = answer[0] == ONE_SET ? answer[1] : 1; i > 0; i--) push(mc, to, UNSEEN);
}

bool hear_answer(Machine *mc, const Hearing *hearing, Word who, Word pc, const Word *answer, Words *heard) {
    if (who == hearing->viewer || answer[0] == DECLINED || answer[0] == YES) return false;
    if (pc < 0 || pc >= mc->plan->instructions) fail(mc, "nobody is asked there");
    const Word *public = hearing->answers + 2 * pc;
    if (public[0] < 0) return false;
    if (answer[0] != SEVERAL) return push_masked(mc, heard, answer), true;
    push_all(mc, heard, answer, 2);
    const Word *part = answer + 2;
    for (Word i = 0; i < answer[1]; i++, part += answer_size(part)) {
        if (i < 64 && (uint64_t)public[1] >> i & 1)
            push_all(mc, heard, part, answer_size(part));
        else
            push_masked(mc, heard, part);
    }
    return true;
}

static void mask_answered(Draft *draft, const Word *mask) {
    size_t begin = draft->mc->about.used;
    if (hear_answer(draft->mc, draft->hearing, draft->at[mask[3]][0], draft->at[mask[2]][0], draft->at[mask[1]], &draft->mc->about))
        draft->instead[mask[1]] = begin;
}

static void mask_stated(Draft *draft, const Word *mask) {
    Word origin = draft->at[mask[1]][0];
    if (origin < 0 || origin >= draft->hearing->statements) fail(draft->mc, "no statement has this number");
    Word first = draft->hearing->origins[origin];
    if (first != origin) push(draft->mc, replace(draft, mask[1]), first);
}

static void mask_questioned(Draft *draft, const Word *mask) {
    Word pc = draft->at[mask[1]][0];
    if (pc < 0 || pc >= draft->hearing->plan->instructions) fail(draft->mc, "nobody is asked there");
    Word first = draft->hearing->asks[pc];
    if (first != pc) push(draft->mc, replace(draft, mask[1]), first);
}

/* ---- hearing */

static bool is_meant(const Hearing *hearing, Word audience, Word who) {
    switch (audience) {
    case HEARD_BY_HIMSELF:
        return hearing->viewer == who;
    case HEARD_BY_OTHERS:
        return hearing->viewer != who;
    default:
        return true;
    }
}

static void mask_with(Draft *draft, const Word *mask) {
    switch (mask[0]) {
    case ONE_CARD: {
        Word source = checked_place(draft->mc, draft->at[mask[2]][0]);
        bool leaves = mask[4] ? draft->hearing->sees_last[source] : draft->hearing->sees[source];
        if (!leaves && !sees(draft, draft->at[mask[3]][0])) hide(draft, mask[1]);
        break;
    }
    case ROW:
        mask_row(draft, mask);
        break;
    case EXCHANGED:
        mask_exchanged(draft, mask);
        break;
    case LYING:
        mask_lying(draft, mask);
        break;
    case ANSWERED:
        mask_answered(draft, mask);
        break;
    case STATED:
        mask_stated(draft, mask);
        break;
    case QUESTIONED:
        mask_questioned(draft, mask);
        break;
    case POSITION:
        if (!sees(draft, draft->at[mask[2]][0])) hide(draft, mask[1]);
        break;
    default:
        break; /* all may know it */
    }
}

const Word *mask_of(const Hearing *hearing, Word kind, Word which) {
    for (Word i = 0; i < hearing->kinds[kind].masks; i++) {
        const Word *mask = hearing->kinds[kind].mask + OF_A_MASK * i;
        if (mask[0] == which) return mask;
    }
    return NULL;
}

bool hear(Machine *mc, const Hearing *hearing, const Word *event, Words *heard) {
    const KindHeard *kind = &hearing->kinds[event[0]];
    Draft draft = {.mc = mc, .hearing = hearing, .event = event};
    draft.count = fields_of(event, draft.at);
    if (kind->audience_field || kind->audience != HEARD_BY_ALL) {
        Word audience = kind->audience_field ? draft.at[kind->audience_field][0] : kind->audience;
        if (!is_meant(hearing, audience, draft.at[kind->doer][0])) return false;
    }
    mc->about.used = 0;
    push(mc, &mc->about, 0); /* so that nothing that replaces a field begins at 0 */
    for (Word i = 0; i < kind->masks; i++) mask_with(&draft, kind->mask + OF_A_MASK * i);
    push(mc, heard, event[0]);
    for (int field = 1; field <= draft.count; field++) {
        const Word *instead = mc->about.at + draft.instead[field];
        const Word *at = draft.instead[field] ? instead : draft.at[field];
        push_all(mc, heard, at, field_size(EVENT_FIELDS[event[0]][field - 1], at));
    }
    return true;
}

/* ---- the table of a hearer */

static bool is_field(Word kind, Word field, char wanted) {
    const char *fields = EVENT_FIELDS[kind];
    return field > 0 && field <= (Word)strlen(fields) && fields[field - 1] == wanted;
}

static bool is_mask(Word kind, const Word *mask) {
    switch (mask[0]) {
    case ONE_CARD:
        return is_field(kind, mask[1], '#') && is_field(kind, mask[2], '#') && is_field(kind, mask[3], '#');
    case ROW:
        return is_field(kind, mask[1], '*') && is_field(kind, mask[2], '*') && (!mask[3] || is_field(kind, mask[3], '#')) &&
               (!mask[4] || is_field(kind, mask[4], '*'));
    case EXCHANGED:
        return is_field(kind, mask[1], '*') && is_field(kind, mask[2], '*') && is_field(kind, mask[3], '*') && is_field(kind, mask[4], '*');
    case LYING:
        return is_field(kind, mask[1], 'z');
    case ANSWERED:
        return is_field(kind, mask[1], 'a') && is_field(kind, mask[2], '#') && is_field(kind, mask[3], '#');
    case POSITION:
        return is_field(kind, mask[1], '#') && is_field(kind, mask[2], '#');
    case STATED:
    case QUESTIONED:
        return is_field(kind, mask[1], '#');
    default:
        return false;
    }
}

static bool reads_kind(KindHeard *heard, Word kind, const Word **at, const Word *end) {
    if (end - *at < OF_A_KIND) return false;
    const Word *words = *at;
    *heard = (KindHeard){words[0], words[1], words[2], words[3], words[4], words[5], words + OF_A_KIND};
    if (heard->masks < 0 || heard->masks > (end - heard->mask) / OF_A_MASK) return false;
    if (heard->audience_field && !is_field(kind, heard->audience_field, '#')) return false;
    if ((heard->audience_field || heard->audience != HEARD_BY_ALL) && !is_field(kind, heard->doer, '#')) return false;
    if (heard->chance && !is_field(kind, heard->chance, '#') && !is_field(kind, heard->chance, 'a')) return false;
    for (Word i = 0; i < heard->masks; i++)
        if (!is_mask(kind, heard->mask + OF_A_MASK * i)) return false;
    *at = heard->mask + OF_A_MASK * heard->masks;
    return true;
}

Verdict hearing_read(Hearing *hearing, const Plan *plan, const Word *table, size_t count, const char **why) {
    size_t places = (size_t)plan->places, cards = (size_t)plan->cards;
    size_t kinds = HEADER + cards + 3 * places + 4 * (size_t)plan->instructions;
    size_t statements = count < HEADER || table[2] < 0 || (size_t)table[2] > count ? 0 : (size_t)table[2];
    *hearing = (Hearing){.plan = plan};
    *why = "this is no table of what somebody hears";
    kinds += statements;
    if (count < kinds) return BROKEN_PLAN;
    hearing->words = malloc(count * sizeof(Word));
    hearing->kinds = calloc(EVENT_COUNT, sizeof(KindHeard));
    Verdict verdict = hearing->words && hearing->kinds ? FINE : NO_MEMORY;
    if (verdict == FINE) {
        memcpy(hearing->words, table, count * sizeof(Word));
        hearing->viewer = hearing->words[0], hearing->tacit = hearing->words[1];
        hearing->start = hearing->words + HEADER;
        for (size_t card = 0; card < cards; card++)
            if (hearing->start[card] < 0 || hearing->start[card] >= plan->places) verdict = BROKEN_PLAN;
        hearing->sees = hearing->start + cards, hearing->sees_last = hearing->sees + places;
        hearing->keepers = hearing->sees_last + places;
        hearing->answers = hearing->keepers + places, hearing->cards = hearing->answers + 2 * plan->instructions;
        hearing->asks = hearing->cards + plan->instructions;
        for (Word pc = 0; pc < plan->instructions; pc++)
            if (hearing->asks[pc] < 0 || hearing->asks[pc] >= plan->instructions) verdict = BROKEN_PLAN;
        hearing->origins = hearing->asks + plan->instructions, hearing->statements = (Word)statements;
        for (size_t origin = 0; origin < statements; origin++)
            if (hearing->origins[origin] < 0 || hearing->origins[origin] >= hearing->statements) verdict = BROKEN_PLAN;
        const Word *at = hearing->words + kinds, *end = hearing->words + count;
        for (Word kind = 0; kind < EVENT_COUNT && verdict == FINE; kind++)
            if (!reads_kind(&hearing->kinds[kind], kind, &at, end)) verdict = BROKEN_PLAN;
    }
    if (verdict != FINE) hearing_free(hearing);
    return verdict;
}

void hearing_free(Hearing *hearing) {
    free(hearing->words);
    free(hearing->kinds);
    *hearing = (Hearing){0};
}

/* ---- keys */

static uint64_t mixed(uint64_t value, uint64_t factor) {
    value ^= value >> 32;
    value *= factor;
    value ^= value >> 29;
    return value * 0x94d049bb133111ebu;
}

Key key_after(Key key, const Word *heard, size_t size) {
    for (size_t i = 0; i <= size; i++) { /* and its size, so that it shows where an event ends */
        uint64_t word = i < size ? (uint64_t)heard[i] : (uint64_t)size;
        uint64_t high = mixed(key.high ^ word, 0x9e3779b97f4a7c15u) + key.low;
        key.low = mixed(key.low + word, 0xff51afd7ed558ccdu) ^ (high >> 7);
        key.high = high;
    }
    return key;
}
