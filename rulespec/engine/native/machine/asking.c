/* Questions: what is asked, what an answer does, and what others do not hear before the close. */

#include <string.h>

#include "generated/events.h"
#include "steps.h"
#include "terms.h"

#define TOLD (-1) /* in place of the number of an effect that waits: an event that is told at the close */

/* ---- answers that others do not hear at once */

static size_t waiting_begins(Machine *mc, Word number) {
    size_t begun = mc->together.used;
    push(mc, &mc->together, 0); /* its size */
    push(mc, &mc->together, number);
    push(mc, &mc->together, mc->own);
    mc->is_together = true;
    return begun;
}

static void waiting_ends(Machine *mc, size_t begun) { mc->together.at[begun] = (Word)(mc->together.used - begun); }

static void lapse_waits(Machine *mc, Word origin, Word heard_by) {
    size_t begun = waiting_begins(mc, TOLD);
    push_all(mc, &mc->together, (Word[]){EVENT_LAPSE, origin, mc->own, heard_by}, 4);
    waiting_ends(mc, begun);
}

/* What is told when an answer is complete, now or at the close. */
static void answered(Machine *mc, Word unheard, Word origin, bool tells, Word here, const Word *answer) {
    const Word *u = node_at(mc, unheard);
    bool together = u[UNHEARD_TOGETHER], secretly = u[UNHEARD_SECRETLY], optional = u[UNHEARD_OPTIONAL];
    if (!secretly) {
        if (!tells) return;
        size_t begun = waiting_begins(mc, TOLD);
        push_all(mc, &mc->together, (Word[]){EVENT_REVEAL, origin, mc->own, here}, 4);
        push_all(mc, &mc->together, answer, answer_size(answer));
        waiting_ends(mc, begun);
    } else if (!together) {
        note(mc, EVENT_COMMIT, 2, (Word[]){u[UNHEARD_PART], mc->own});
    } else if (answer[0] == DECLINED && !optional) {
        lapse_waits(mc, origin, HEARD_BY_HIMSELF);
    }
}

bool has_lapsed(const Machine *mc) {
    for (size_t at = 0; at < mc->together.used; at += (size_t)mc->together.at[at]) {
        const Word *each = mc->together.at + at;
        if (each[1] == TOLD && each[2] == mc->own && each[3] == EVENT_LAPSE) return true;
    }
    return false;
}

Word defers(Machine *mc, const Word *n, Word after) {
    bool had = mc->is_together;
    size_t begun = waiting_begins(mc, n[DEFER_NUMBER]);
    if (evaluate(mc, n[DEFER_EFFECT], &mc->together))
        waiting_ends(mc, begun);
    else
        mc->together.used = begun, mc->is_together = had;
    return after;
}

Word together_ends(Machine *mc, Word after) {
    Lasts lasts = lasts_begin(mc);
    Word own = mc->own;
    size_t until = mc->together.used;
    mc->is_together = false;
    for (size_t at = 0; at < until; at += (size_t)mc->together.at[at]) {
        const Word *each = mc->together.at + at;
        mc->own = each[2];
        forget_known(mc);
        if (each[1] == TOLD) {
            size_t size = (size_t)each[0] - 4;
            memcpy(event_room(mc, each[3], size), each + 4, size * sizeof(Word));
        } else {
            if (each[1] < 0 || each[1] >= mc->plan->deferred) fail(mc, "there is no such effect");
            execute(mc, mc->plan->deferral[each[1]], each + 3);
        }
    }
    mc->together.used = 0;
    mc->own = own;
    after = unless_it_ends(mc, after);
    lasts_end(mc, lasts);
    return after;
}

/* ---- questions */

static bool is_secret(const Machine *mc, Word unheard) { return unheard && node_at(mc, unheard)[UNHEARD_SECRETLY]; }

static Word asks_nothing(Machine *mc, Word pc) { /* what was asked in secret lapses in secret */
    mc->raws.used = mc->raw_at.used = 0;
    offer_tag(mc, DECLINED);
    stops(mc, pc);
    return STOPPED;
}

/* There is nothing to choose. */
static Word lapses(Machine *mc, Word origin, Word unheard, bool optional, Word leave) {
    if (!optional) {
        note(mc, EVENT_LAPSE, 3, (Word[]){origin, mc->own, unheard ? HEARD_BY_HIMSELF : HEARD_BY_ALL});
        if (unheard) lapse_waits(mc, origin, HEARD_BY_OTHERS); /* it could tell what he has chosen before */
    }
    return leave;
}

/* What an answer says gets its names. */
static void binds(Machine *mc, Word choice, const Word *answer) {
    const Word *slots = choice_slots(node_at(mc, choice));
    if (answer[0] == ONE_THING && slots[LIST_COUNT] == 1) /* as most often */
        name_number(mc, slots[LIST_PARTS], answer[1]);
    else
        choice_bind(mc, choice, answer);
}

/* A single answer is taken without asking: with `if several`, and to a choice of 0 cards. */
static bool is_settled(Machine *mc, Word choice) {
    enum { IF_SEVERAL = 1, IF_ANY }; /* `plan/nodes/choices.py` */
    const Word *n = node_at(mc, choice);
    if (n[CHOICE_ASKED] != IF_ANY) return n[CHOICE_ASKED] == IF_SEVERAL;
    for (Word i = 0; i < n[CHOICE_PICKS_COUNT]; i++) {
        const Word *pick = node_at(mc, n[CHOICE_PICKS + i]);
        if (pick[KIND] == CARDS && number_of(mc, pick[CARDS_HIGH], ACTING(mc)) > 0) return false;
    }
    return true;
}

enum { MANY = 1000000000 }; /* all larger numbers of answers count as this one: `plan/stepwise/ways.py` */

/* In how many ways so many of so many things can be taken. */
static Word ways_to_take(Word things, Word size) {
    Word found = 1;
    if (size > things - size) size = things - size;
    for (Word i = 0; i < size && found < MANY; i++) found = found * (things - i) / (i + 1);
    return found < MANY ? found : MANY;
}

/* Where a choice has so many answers that its parts are asked for, if it has some. */
Word gauges(Machine *mc, const Word *n, Word after) {
    Word most = n[GAUGE_MOST], parts = n[GAUGE_PARTS], answers = 1;
    const Word *each = n + GAUGE_COUNTED, *end = each + GAUGE_EACH_SIZE * n[GAUGE_COUNTED_COUNT];
    for (; each < end; each += GAUGE_EACH_SIZE) {
        Word things = number_of(mc, each[GAUGE_EACH_THINGS], ACTING(mc)), found = 0;
        if (things > mc->plan->cards + MANY) fail(mc, "there are more things than can be chosen from");
        Word size = each[GAUGE_EACH_LEAST] < 0 ? 0 : each[GAUGE_EACH_LEAST];
        for (; size <= each[GAUGE_EACH_MOST] && size <= things && found < MANY; size++)
            found += ways_to_take(things, size);
        answers = answers * (found < MANY ? found : MANY);
        if (answers > MANY) answers = MANY;
    }
    if (!parts) charge(mc, answers);
    return parts && answers > most ? parts : after;
}

Word asks(Machine *mc, const Word *n, Word here, Word after) {
    Word choice = n[ASK_CHOICE], unheard = n[ASK_UNHEARD], leave = n[ASK_LEAVE];
    bool optional = n[ASK_OPTIONAL];
    choice_raws(mc, choice);
    if (!mc->raw_at.used)
        return is_secret(mc, unheard) ? asks_nothing(mc, here) : lapses(mc, n[ASK_QUERY_ORIGIN], unheard, optional, leave);
    if (mc->raw_at.used == 1 && is_settled(mc, choice)) {
        touch_mask(mc, n + ASK_CHANGED);
        binds(mc, choice, mc->raws.at + mc->raw_at.at[0]);
        mc->settled = true;
        return after;
    }
    if (optional) offer_tag(mc, DECLINED);
    stops(mc, here);
    return STOPPED;
}

static void told(Machine *mc, Word origin, Word unheard, Word here, const Word *answer) {
    size_t size = answer_size(answer);
    Word *at = event_room(mc, unheard ? EVENT_PICK : EVENT_CHOOSE, 3 + size);
    at[0] = origin, at[1] = mc->own, at[2] = here;
    for (size_t i = 0; i < size; i++) at[3 + i] = answer[i];
}

Word asked(Machine *mc, const Word *n, Word here, Word after, const Word *answer) {
    told(mc, n[ASK_QUERY_ORIGIN], n[ASK_UNHEARD], here, answer);
    if (n[ASK_UNHEARD]) answered(mc, n[ASK_UNHEARD], n[ASK_QUERY_ORIGIN], n[ASK_QUERY_TELLS], here, answer);
    if (answer[0] == DECLINED) return n[ASK_LEAVE];
    binds(mc, n[ASK_CHOICE], answer);
    touch_mask(mc, n + ASK_CHANGED);
    return after;
}

static const Word *part_list(const Machine *mc, Word completion) { return node_at(mc, completion) + COMPLETION_PARTS_COUNT; }

static bool is_begun(const Machine *mc, Word at) { return at > 0 || (mc->is_staged && mc->stage.used > 0); }

bool run_goes_on(const Machine *mc) {
    const Word *n = mc->plan->words + mc->plan->code[mc->pc];
    return n[KIND] == ASK_PART && is_begun(mc, n[ASK_PART_AT]);
}

Word asks_part(Machine *mc, const Word *n, Word here) {
    Word completion = n[ASK_PART_COMPLETION], at = n[ASK_PART_AT], unheard = n[ASK_PART_UNHEARD];
    bool optional = n[ASK_PART_OPTIONAL];
    part_raws(mc, completion, at);
    if (!mc->raw_at.used) {
        if (is_secret(mc, unheard)) return asks_nothing(mc, here);
        mc->is_staged = false, mc->stage.used = 0;
        return lapses(mc, n[ASK_PART_QUERY_ORIGIN], unheard, optional, n[ASK_PART_LEAVE]);
    }
    if (!is_begun(mc, at) && is_settled(mc, n[ASK_PART_CHOICE]) && part_settles(mc, completion)) {
        touch_mask(mc, n + ASK_PART_CHANGED);
        mc->settled = true;
        return n[ASK_PART_OUT];
    }
    if (optional && !is_begun(mc, at)) offer_tag(mc, DECLINED);
    stops(mc, here);
    return STOPPED;
}

Word asked_part(Machine *mc, const Word *n, Word here, Word after, const Word *answer) {
    Word completion = n[ASK_PART_COMPLETION], at = n[ASK_PART_AT], unheard = n[ASK_PART_UNHEARD];
    bool declined = answer[0] == DECLINED, is_last = at == part_list(mc, completion)[LIST_COUNT] - 1;
    bool complete = !declined && part_answer(mc, completion, at, answer);
    told(mc, n[ASK_PART_QUERY_ORIGIN], unheard, here, answer);
    if (unheard && (declined || (complete && (is_last || !is_secret(mc, unheard))))) {
        Word slot = node_at(mc, part_list(mc, completion)[LIST_PARTS + at])[PART_SLOT];
        size_t whole = mc->about.used = 0;
        if (declined) {
            push(mc, &mc->about, DECLINED);
        } else if (mc->named[slot] == SET_NAMED) {
            push(mc, &mc->about, ONE_SET);
            push_all(mc, &mc->about, mc->sets.at + mc->names[slot], 1 + (size_t)mc->sets.at[mc->names[slot]]);
        } else {
            push(mc, &mc->about, ONE_THING);
            push(mc, &mc->about, mc->names[slot]);
        }
        answered(mc, unheard, n[ASK_PART_QUERY_ORIGIN], n[ASK_PART_QUERY_TELLS], here, mc->about.at + whole);
    }
    if (declined) {
        mc->is_staged = false, mc->stage.used = 0;
        return n[ASK_PART_LEAVE];
    }
    touch_mask(mc, n + ASK_PART_CHANGED);
    return complete ? after : here;
}

Word asks_whether(Machine *mc, const Word *n, Word here) {
    mc->about.used = 0;
    if (n[ASK_WHETHER_COULD] && !evaluate(mc, n[ASK_WHETHER_COULD], &mc->about))
        return is_secret(mc, n[ASK_WHETHER_UNHEARD]) ? asks_nothing(mc, here) : n[ASK_WHETHER_LEAVE];
    mc->raws.used = mc->raw_at.used = 0;
    offer_tag(mc, YES);
    offer_tag(mc, DECLINED);
    stops(mc, here);
    return STOPPED;
}

Word asked_whether(Machine *mc, const Word *n, Word here, Word after, const Word *answer) {
    told(mc, n[ASK_WHETHER_QUERY_ORIGIN], n[ASK_WHETHER_UNHEARD], here, answer);
    if (n[ASK_WHETHER_UNHEARD]) answered(mc, n[ASK_WHETHER_UNHEARD], n[ASK_WHETHER_QUERY_ORIGIN], n[ASK_WHETHER_QUERY_TELLS], here, answer);
    return answer[0] == DECLINED ? n[ASK_WHETHER_LEAVE] : after;
}
