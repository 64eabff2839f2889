/* Numbers, answers and events between words and Python. */

#include "module.h"

#include <string.h>

#include "generated/events.h"
#include "generated/nodes.h"

/* ---- numbers and answers as Python has them */

PyObject *number(Word value) { return PyLong_FromLongLong(value); }

PyObject *maybe(bool has, Word value) {
    if (has) return number(value);
    Py_RETURN_NONE;
}

PyObject *numbers(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *each = number(values[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *answer_as_python(const Word *answer) {
    switch (answer[0]) {
    case YES:
        Py_RETURN_TRUE;
    case ONE_THING:
        return number(answer[1]);
    case ONE_SET:
        return numbers(answer + 2, (size_t)answer[1]);
    case SEVERAL: {
        PyObject *tuple = PyTuple_New((Py_ssize_t)answer[1]);
        const Word *part = answer + 2;
        for (Word i = 0; tuple && i < answer[1]; i++, part += answer_size(part)) {
            PyObject *each = answer_as_python(part);
            if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
        }
        return tuple;
    }
    default:
        Py_RETURN_NONE;
    }
}

/* ---- words from Python */

static bool add_room(Buffer *buffer, size_t more) {
    size_t room = buffer->room ? 2 * buffer->room : 64;
    while (room < buffer->used + more) room *= 2;
    Word *at = PyMem_Realloc(buffer->at, room * sizeof(Word));
    if (!at) return PyErr_NoMemory() != NULL;
    buffer->at = at, buffer->room = room;
    return true;
}

bool add(Buffer *buffer, Word value) {
    if (buffer->used == buffer->room && !add_room(buffer, 1)) return false;
    buffer->at[buffer->used++] = value;
    return true;
}

bool add_all(Buffer *buffer, const Word *values, size_t count) {
    if (buffer->room - buffer->used < count && !add_room(buffer, count)) return false;
    if (count) memcpy(buffer->at + buffer->used, values, count * sizeof(Word));
    buffer->used += count;
    return true;
}

bool number_from(PyObject *value, Word *found) {
    *found = PyLong_AsLongLong(value);
    return !(*found == -1 && PyErr_Occurred());
}

bool add_number(Buffer *buffer, PyObject *value) {
    Word found;
    return number_from(value, &found) && add(buffer, found);
}

bool is_tuple(PyObject *value, Py_ssize_t size) {
    if (PyTuple_Check(value) && (size < 0 || PyTuple_Size(value) == size)) return true;
    PyErr_SetString(PyExc_ValueError, "this is no part of a position");
    return false;
}

bool add_numbers(Buffer *buffer, PyObject *tuple) { /* how many, and which */
    if (!is_tuple(tuple, -1) || !add(buffer, PyTuple_Size(tuple))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (!add_number(buffer, PyTuple_GetItem(tuple, i))) return false;
    return true;
}

bool add_answer(Buffer *buffer, PyObject *raw, size_t names) {
    if (raw == Py_None) return add(buffer, DECLINED);
    if (raw == Py_True) return add(buffer, YES);
    if (!PyTuple_Check(raw)) return add(buffer, ONE_THING) && add_number(buffer, raw);
    if (names < 2) return add(buffer, ONE_SET) && add_numbers(buffer, raw);
    if (!add(buffer, SEVERAL) || !add(buffer, PyTuple_Size(raw))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(raw); i++)
        if (!add_answer(buffer, PyTuple_GetItem(raw, i), 1)) return false;
    return true;
}

/* How many names an answer at a place binds. */
size_t names_at(const Plan *plan, Word pc) {
    if (pc < 0 || pc >= plan->instructions) return 0;
    const Word *n = plan->words + plan->code[pc];
    if (n[0] != ASK) return n[0] == ASK_PART || n[0] == DRAW ? 1 : 0;
    return (size_t)choice_slots(plan->words + n[3])[0];
}

/* ---- events as Python has them */

static PyObject *sets_as_python(const Word *sets, size_t size) { /* None where there are none */
    if (!size) Py_RETURN_NONE;
    PyObject *list = PyList_New(0), *tuple = NULL;
    for (const Word *set = sets; list && set < sets + size; set += 1 + set[0]) {
        PyObject *each = numbers(set + 1, (size_t)set[0]);
        if (!each || PyList_Append(list, each)) Py_CLEAR(list);
        Py_XDECREF(each);
    }
    if (list) tuple = PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static PyObject *all_maybe(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *each = maybe(values[2 * i], values[2 * i + 1]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static const Word *event_field(char field, const Word *at, PyObject **found) {
    switch (field) {
    case '#':
        *found = number(at[0]);
        return at + 1;
    case '?':
        *found = maybe(at[0], at[1]);
        return at + 2;
    case '*':
        *found = numbers(at + 1, (size_t)at[0]);
        return at + 1 + at[0];
    case 'z':
        *found = sets_as_python(at + 1, (size_t)at[0]);
        return at + 1 + at[0];
    case 'v':
        *found = all_maybe(at + 1, (size_t)at[0]);
        return at + 1 + 2 * at[0];
    default:
        *found = answer_as_python(at);
        return at + answer_size(at);
    }
}

PyObject *event_as_python(const Word *event) { /* its kind, then its fields */
    const char *fields = EVENT_FIELDS[event[0]];
    PyObject *tuple = PyTuple_New(1 + (Py_ssize_t)strlen(fields)), *each = number(event[0]);
    const Word *at = event + 1;
    if (!tuple || !each || PyTuple_SetItem(tuple, 0, each)) goto failed;
    for (Py_ssize_t i = 0; fields[i]; i++) {
        at = event_field(fields[i], at, &each);
        if (!each || PyTuple_SetItem(tuple, i + 1, each)) goto failed;
    }
    return tuple;
failed:
    Py_XDECREF(tuple);
    return NULL;
}

bool add_event(Buffer *buffer, PyObject *event, const Plan *plan) {
    Word kind = -1;
    if (!is_tuple(event, -1) || (PyTuple_Size(event) && !number_from(PyTuple_GetItem(event, 0), &kind))) return false;
    const char *fields = kind > 0 && kind < EVENT_COUNT ? EVENT_FIELDS[kind] : NULL;
    if (!fields) {
        PyErr_SetString(PyExc_ValueError, "there is no such event");
        return false;
    }
    if (!is_tuple(event, 1 + (Py_ssize_t)strlen(fields)) || !add(buffer, kind)) return false;
    Word asked = -1;
    for (Py_ssize_t i = 0; fields[i]; i++) {
        PyObject *each = PyTuple_GetItem(event, i + 1);
        switch (fields[i]) {
        case '#':
            if (!number_from(each, &asked) || !add(buffer, asked)) return false;
            break;
        case '?':
            if (!add(buffer, each != Py_None) || !(each == Py_None ? add(buffer, 0) : add_number(buffer, each))) return false;
            break;
        case '*':
            if (!add_numbers(buffer, each)) return false;
            break;
        default:
            if (!add_answer(buffer, each, names_at(plan, asked))) return false;
        }
    }
    return true;
}

bool bits_from(PyObject *bits, uint64_t *words, size_t width) {
    if (width == 1) {
        *words = PyLong_AsUnsignedLongLongMask(bits);
        return !PyErr_Occurred();
    }
    PyObject *left = Py_NewRef(bits), *shift = number(64);
    for (size_t i = 0; left && shift && i < width; i++) {
        words[i] = PyLong_AsUnsignedLongLongMask(left);
        PyObject *rest = PyErr_Occurred() ? NULL : PyNumber_Rshift(left, shift);
        Py_DECREF(left);
        left = rest;
    }
    bool done = left && shift;
    Py_XDECREF(left);
    Py_XDECREF(shift);
    return done;
}
