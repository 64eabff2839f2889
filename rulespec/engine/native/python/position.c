/* Positions between Python and machines or snapshots. */

#include "module.h"

#include <string.h>

#include "generated/events.h"
#include "generated/nodes.h"

/* ---- positions as Python has them */

/* What an effect that waits is about, as fields of events; a move has something else. */
static const char *about(Word effect) {
    switch ((AnyEffect)effect) {
    case INSERT:
    case EXCHANGE:
    case SHOW:
    case SHOW_SECRETLY:
        return "**";
    case SET:
        return "*?";
    case ADD:
        return "*#";
    case MAKE_NEXT:
        return "#";
    case MOVE:
    case REVERSE:
    case CAN_DRAW:
        break;
    }
    return "";
}

static PyObject *effect_as_python(const Plan *plan, const Word *effect, const Word *what) {
    const char *fields = about(effect[KIND]);
    if (effect[KIND] == MOVE) {
        bool one = effect[MOVE_CARDS_COUNT] == 1 && plan->words[effect[MOVE_CARDS]] == SINGLE;
        return Py_BuildValue("(NL)", one ? number(what[2]) : numbers(what + 2, (size_t)what[1]), (long long)what[0]);
    }
    if (!fields[0]) Py_RETURN_TRUE;
    PyObject *first = field_as_python(fields[0], &what);
    return fields[1] ? Py_BuildValue("(NN)", first, field_as_python(fields[1], &what)) : first;
}

static bool add_effect(Buffer *buffer, const Plan *plan, const Word *effect, PyObject *what) {
    const char *fields = about(effect[KIND]);
    if (effect[KIND] != MOVE && !fields[0]) return true;
    if (effect[KIND] != MOVE && !fields[1]) return add_field(buffer, fields[0], what, plan);
    if (!is_tuple(what, 2)) return false;
    PyObject *one = PyTuple_GetItem(what, 0), *other = PyTuple_GetItem(what, 1);
    if (effect[KIND] != MOVE) return add_field(buffer, fields[0], one, plan) && add_field(buffer, fields[1], other, plan);
    if (!add_number(buffer, other)) return false;
    return PyTuple_Check(one) ? add_numbers(buffer, one) : add(buffer, 1) && add_number(buffer, one);
}

static PyObject *zones_as_python(const Machine *mc) {
    PyObject *zones = PyTuple_New((Py_ssize_t)mc->plan->places);
    for (Word place = 0; zones && place < mc->plan->places; place++)
        put_item(&zones, (size_t)place, small_numbers(zone_cards(mc, place), zone_count(mc, place)));
    return zones;
}

PyObject *variables_as_python(Machine *mc) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)mc->plan->variables);
    for (Word i = 0; tuple && i < mc->plan->variables; i++) put_item(&tuple, (size_t)i, maybe(mc->has[i], mc->variables[i]));
    return tuple;
}

static PyObject *names_as_python(const Machine *mc) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)mc->plan->slots);
    for (Word i = 0; tuple && i < mc->plan->slots; i++) {
        const Word *set = mc->named[i] == SET_NAMED ? mc->sets.at + mc->names[i] : NULL;
        put_item(&tuple, (size_t)i, set ? numbers(set + 1, (size_t)set[0]) : maybe(mc->named[i] == NUMBER_NAMED, mc->names[i]));
    }
    return tuple;
}

static PyObject *stack_as_python(const Word *stack, size_t used) {
    PyObject *frames = PyList_New(0);
    while (frames && used) {
        PyObject *frame = NULL;
        switch (stack[used - 1]) {
        case FRAME_RETURN:
            frame = number(stack[used - 2]);
            used -= 2;
            break;
        case FRAME_EACH: {
            Word left = stack[used - 3];
            PyObject *members = PyTuple_New((Py_ssize_t)left);
            for (Word i = 0; members && i < left; i++) put_item(&members, (size_t)i, number(stack[used - 4 - (size_t)i]));
            frame = members ? Py_BuildValue("(NL)", members, (long long)stack[used - 2]) : NULL;
            used -= 3 + (size_t)left;
            break;
        }
        case FRAME_WORDS: {
            Word left = stack[used - 2];
            PyObject *words = PyTuple_New((Py_ssize_t)left);
            for (Word i = 0; words && i < left; i++) put_item(&words, (size_t)i, number(stack[used - 3 - (size_t)i]));
            frame = words ? Py_BuildValue("(N)", words) : NULL;
            used -= 2 + (size_t)left;
            break;
        }
        case FRAME_REPEAT:
            frame = Py_BuildValue("(L)", (long long)stack[used - 2]);
            used -= 2;
            break;
        case FRAME_DEAL: {
            size_t places = (size_t)stack[used - 4];
            PyObject *to = numbers(stack + used - 4 - places, places);
            frame = to ? Py_BuildValue("(LLN)", (long long)stack[used - 3], (long long)stack[used - 2], to) : NULL;
            used -= 4 + places;
            break;
        }
        default: {
            const Word *draw = stack + used - 6;
            frame = Py_BuildValue("(LNN)", (long long)draw[4], maybe(draw[0], draw[1]), maybe(draw[2], draw[3]));
            used -= 6;
        }
        }
        append_item(&frames, frame);
    }
    if (frames && PyList_Reverse(frames)) Py_CLEAR(frames);
    return as_tuple(frames);
}

static PyObject *together_as_python(const Plan *plan, const Word *words, size_t used) {
    PyObject *all = PyList_New(0);
    for (size_t at = 0; all && at < used; at += (size_t)words[at]) {
        const Word *each = words + at;
        PyObject *what = each[1] < 0 ? event_as_python(each + 3) : effect_as_python(plan, plan->words + plan->deferral[each[1]], each + 3);
        append_item(&all, Py_BuildValue("(L(LN))", (long long)each[1], (long long)each[2], what));
    }
    return as_tuple(all);
}

static PyObject *none_or(bool there, PyObject *found) {
    if (there) return found;
    Py_XDECREF(found);
    Py_RETURN_NONE;
}

static PyObject *fields_in(Machine *mc) {
    return Py_BuildValue(
        "(NNNLNLLNNNLN)", zones_as_python(mc), variables_as_python(mc), names_as_python(mc), (long long)mc->active,
        maybe(mc->has_next, mc->next), (long long)mc->own, (long long)mc->direction, PyBool_FromLong(mc->watching),
        none_or(mc->is_together, together_as_python(mc->plan, mc->together.at, mc->together.used)),
        none_or(mc->is_staged, numbers(mc->stage.at, mc->stage.used)), (long long)mc->pc, stack_as_python(mc->stack.at, mc->stack.used));
}

PyObject *position_of(Snapshot *snap) {
    if (snap->frozen) return Py_NewRef(snap->frozen);
    PyObject *fields = looked_up(snap, fields_in), *found = fields ? PyObject_CallFunctionObjArgs(snap->plan->position, fields, NULL) : NULL;
    Py_XDECREF(fields);
    if (found && !snap->frozen) snap->frozen = Py_NewRef(found);
    return found;
}

/* ---- machines set up from Python's positions */

#define MOST_TURNS ((Word)1 << 62)

static bool set_cards(Machine *mc, PyObject *zones) {
    const Plan *plan = mc->plan;
    int32_t at = 0;
    if (!is_tuple(zones, (Py_ssize_t)plan->places)) return false;
    for (Word card = 0; card < plan->cards; card++) mc->where[card] = -1;
    for (Word place = 0; place < plan->places; place++) {
        PyObject *cards = PyTuple_GetItem(zones, (Py_ssize_t)place);
        mc->begins[place] = at, mc->lying[place] = 0;
        if (!is_tuple(cards, -1)) return false;
        for (Py_ssize_t i = 0; i < PyTuple_Size(cards); i++) {
            Word card;
            if (!number_from(PyTuple_GetItem(cards, i), &card)) return false;
            if (card < 0 || card >= plan->cards || mc->where[card] >= 0) return PyErr_SetString(PyExc_ValueError, "a card is not there, or twice"), false;
            now_lies(mc, card, place, place);
            mc->cards[at++] = (int32_t)card;
        }
    }
    mc->begins[plan->places] = at;
    if (at != plan->cards) return PyErr_SetString(PyExc_ValueError, "a card lies nowhere"), false;
    return true;
}

static bool set_variables(Machine *mc, PyObject *variables) {
    if (!is_tuple(variables, (Py_ssize_t)mc->plan->variables)) return false;
    for (Word i = 0; i < mc->plan->variables; i++) {
        PyObject *each = PyTuple_GetItem(variables, (Py_ssize_t)i);
        mc->has[i] = each != Py_None;
        mc->variables[i] = 0;
        if (each != Py_None && !number_from(each, &mc->variables[i])) return false;
    }
    return true;
}

static bool set_names(Machine *mc, PyObject *names, Buffer *sets) {
    if (!is_tuple(names, (Py_ssize_t)mc->plan->slots)) return false;
    for (Word i = 0; i < mc->plan->slots; i++) {
        PyObject *each = PyTuple_GetItem(names, (Py_ssize_t)i);
        mc->names[i] = 0, mc->named[i] = UNSET;
        if (each == Py_None) continue;
        mc->named[i] = PyTuple_Check(each) ? SET_NAMED : NUMBER_NAMED;
        if (PyTuple_Check(each)) mc->names[i] = (Word)sets->used;
        if (!(PyTuple_Check(each) ? add_numbers(sets, each) : number_from(each, &mc->names[i]))) return false;
    }
    return true;
}

static bool add_stack(Buffer *buffer, PyObject *stack) {
    if (!is_tuple(stack, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(stack); i++) {
        PyObject *frame = PyTuple_GetItem(stack, i);
        if (!PyTuple_Check(frame)) {
            if (!add_number(buffer, frame) || !add(buffer, FRAME_RETURN)) return false;
        } else if (PyTuple_Size(frame) == 1 && PyTuple_Check(PyTuple_GetItem(frame, 0))) {
            PyObject *words = PyTuple_GetItem(frame, 0);
            for (Py_ssize_t k = PyTuple_Size(words); k-- > 0;)
                if (!add_number(buffer, PyTuple_GetItem(words, k))) return false;
            if (!add(buffer, PyTuple_Size(words)) || !add(buffer, FRAME_WORDS)) return false;
        } else if (PyTuple_Size(frame) == 1) {
            if (!add_number(buffer, PyTuple_GetItem(frame, 0)) || !add(buffer, FRAME_REPEAT)) return false;
        } else if (PyTuple_Size(frame) == 2) {
            PyObject *members = PyTuple_GetItem(frame, 0);
            if (!is_tuple(members, -1)) return false;
            for (Py_ssize_t k = PyTuple_Size(members); k-- > 0;)
                if (!add_number(buffer, PyTuple_GetItem(members, k))) return false;
            if (!add(buffer, PyTuple_Size(members)) || !add_number(buffer, PyTuple_GetItem(frame, 1)) || !add(buffer, FRAME_EACH)) return false;
        } else {
            if (!is_tuple(frame, 3)) return false;
            PyObject *to = PyTuple_GetItem(frame, 2);
            if (PyTuple_Check(to)) {
                for (Py_ssize_t k = 0; k < PyTuple_Size(to); k++)
                    if (!add_number(buffer, PyTuple_GetItem(to, k))) return false;
                if (!add(buffer, PyTuple_Size(to)) || !add_number(buffer, PyTuple_GetItem(frame, 0)) || !add_number(buffer, PyTuple_GetItem(frame, 1)) || !add(buffer, FRAME_DEAL)) return false;
            } else if (!add_maybe(buffer, PyTuple_GetItem(frame, 1)) || !add_maybe(buffer, PyTuple_GetItem(frame, 2)) || !add_number(buffer, PyTuple_GetItem(frame, 0)) || !add(buffer, FRAME_DRAW)) return false;
        }
    }
    return true;
}

static bool add_together(Buffer *buffer, PyObject *together, const Plan *plan) {
    if (together == Py_None) return true;
    if (!is_tuple(together, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(together); i++) {
        PyObject *entry = PyTuple_GetItem(together, i);
        if (!is_tuple(entry, 2) || !is_tuple(PyTuple_GetItem(entry, 1), 2)) return false;
        PyObject *who = PyTuple_GetItem(PyTuple_GetItem(entry, 1), 0), *what = PyTuple_GetItem(PyTuple_GetItem(entry, 1), 1);
        size_t begun = buffer->used;
        Word effect;
        if (!add(buffer, 0) || !number_from(PyTuple_GetItem(entry, 0), &effect) || !add(buffer, effect) || !add_number(buffer, who)) return false;
        if (effect < -1 || effect >= plan->deferred) return PyErr_SetString(PyExc_ValueError, "there is no such effect"), false;
        if (!(effect < 0 ? add_event(buffer, what, plan) : add_effect(buffer, plan, plan->words + plan->deferral[effect], what))) return false;
        Word *begins = buffer->at + begun;
        begins[0] = (Word)(buffer->used - begun);
        bool waits = effect >= 0 || begins[3] == EVENT_LAPSE || begins[3] == EVENT_REVEAL;
        if (!waits || begins[2] < 0 || begins[2] >= plan->players)
            return PyErr_SetString(PyExc_ValueError, "this does not wait for a close"), false;
    }
    return true;
}

static bool words_from(Machine *mc, Words *words, Buffer *buffer) {
    GUARD(mc, refused(mc) != NULL);
    words_set(mc, words, buffer->at, buffer->used);
    buffer->used = 0;
    return true;
}

bool set_position(Machine *mc, PyObject *position, PyObject *dirty, Word turns) {
    const Plan *plan = mc->plan;
    Buffer buffer = {NULL, 0, 0};
    if (!is_tuple(position, 12)) return false;
    PyObject *next = PyTuple_GetItem(position, 4), *together = PyTuple_GetItem(position, 8), *stage = PyTuple_GetItem(position, 9);
    bool done =
        set_cards(mc, PyTuple_GetItem(position, 0)) && set_variables(mc, PyTuple_GetItem(position, 1)) &&
        set_names(mc, PyTuple_GetItem(position, 2), &buffer) && words_from(mc, &mc->sets, &buffer) &&
        number_from(PyTuple_GetItem(position, 3), &mc->active) && (next == Py_None || number_from(next, &mc->next)) &&
        number_from(PyTuple_GetItem(position, 5), &mc->own) && number_from(PyTuple_GetItem(position, 6), &mc->direction) &&
        add_together(&buffer, together, plan) && words_from(mc, &mc->together, &buffer) &&
        (stage == Py_None || add_numbers(&buffer, stage)) && words_from(mc, &mc->stage, &buffer) &&
        number_from(PyTuple_GetItem(position, 10), &mc->pc) && add_stack(&buffer, PyTuple_GetItem(position, 11)) &&
        words_from(mc, &mc->stack, &buffer) && bits_from(dirty, mc->dirty, mc->plan->dirt);
    PyMem_Free(buffer.at);
    if (!done) return false;
    if (mc->stage.used) /* without the number in front */
        memmove(mc->stage.at, mc->stage.at + 1, --mc->stage.used * sizeof(Word));
    int watching = PyObject_IsTrue(PyTuple_GetItem(position, 7));
    if (watching < 0) return false;
    mc->has_next = next != Py_None;
    mc->watching = watching;
    mc->is_together = together != Py_None, mc->is_staged = stage != Py_None;
    mc->turns = turns, mc->spent = 0;
    mc->log.used = mc->raws.used = mc->raw_at.used = 0;
    if (mc->pc < 0 || mc->pc >= plan->instructions || mc->active < 0 || mc->active >= plan->players || mc->own < 0 ||
        mc->own >= plan->players || (mc->has_next && (mc->next < 0 || mc->next >= plan->players)) ||
        (mc->direction != 1 && mc->direction != -1) || turns < 0 || turns > MOST_TURNS)
        return PyErr_SetString(PyExc_ValueError, "this is no position of this plan"), false;
    return true;
}
