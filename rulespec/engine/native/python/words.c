/* Numbers, answers and events between words and Python. */

#include "module.h"

#include <string.h>

#include "generated/events.h"
#include "generated/nodes.h"
#include "knowledge/hearing.h"

/* ---- as Python has them */

PyObject *number(Word value) { return PyLong_FromLongLong(value); }

PyObject *maybe(bool has, Word value) {
    if (has) return number(value);
    Py_RETURN_NONE;
}

PyObject *numbers(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) put_item(&tuple, i, number(values[i]));
    return tuple;
}

PyObject *small_numbers(const int32_t *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) put_item(&tuple, i, number(values[i]));
    return tuple;
}

PyObject *as_tuple(PyObject *list) {
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *known(Word value) {
    return value == UNSEEN ? PyUnicode_FromString("?") : number(value); /* HIDDEN of `engine/options.py` */
}

static PyObject *known_set(const Word *set) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)set[0]);
    for (Word i = 0; tuple && i < set[0]; i++) put_item(&tuple, (size_t)i, known(set[1 + i]));
    return tuple;
}

PyObject *answer_as_python(const Word *answer) {
    switch (answer[0]) {
    case YES:
        Py_RETURN_TRUE;
    case ONE_THING:
        return known(answer[1]);
    case ONE_SET:
        return known_set(answer + 1);
    case SEVERAL: {
        PyObject *tuple = PyTuple_New((Py_ssize_t)answer[1]);
        const Word *part = answer + 2;
        for (Word i = 0; tuple && i < answer[1]; i++, part += answer_size(part)) put_item(&tuple, (size_t)i, answer_as_python(part));
        return tuple;
    }
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *zones_as_python(const Word *zones) { /* None where the rules lay the cards */
    if (!zones[0]) Py_RETURN_NONE;
    PyObject *list = PyList_New(0);
    for (const Word *zone = zones + 1; list && zone < zones + 1 + zones[0]; zone += 1 + zone[0]) append_item(&list, known_set(zone));
    return as_tuple(list);
}

static PyObject *values_as_python(const Word *values) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)values[0]);
    for (Word i = 0; tuple && i < values[0]; i++) put_item(&tuple, (size_t)i, maybe(values[1 + 2 * i], values[2 + 2 * i]));
    return tuple;
}

PyObject *field_as_python(char field, const Word **next) {
    const Word *at = *next;
    switch (field) {
    case '#':
        *next = at + 1;
        return known(at[0]);
    case '?':
        *next = at + 2;
        return maybe(at[0], at[1]);
    case '*':
        *next = at + 1 + at[0];
        return known_set(at);
    case 'z':
        *next = at + 1 + at[0];
        return zones_as_python(at);
    case 'v':
        *next = at + 1 + 2 * at[0];
        return values_as_python(at);
    default:
        *next = at + answer_size(at);
        return answer_as_python(at);
    }
}

PyObject *event_as_python(const Word *event) {
    const char *fields = EVENT_FIELDS[event[0]];
    const Word *at = event + 1;
    PyObject *tuple = PyTuple_New(1 + (Py_ssize_t)strlen(fields));
    if (tuple) put_item(&tuple, 0, number(event[0]));
    for (size_t i = 0; tuple && fields[i]; i++) put_item(&tuple, i + 1, field_as_python(fields[i], &at));
    return tuple;
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
    Word found = UNSEEN;
    return (PyUnicode_Check(value) || number_from(value, &found)) && add(buffer, found);
}

bool add_maybe(Buffer *buffer, PyObject *value) {
    return add(buffer, value != Py_None) && (value == Py_None ? add(buffer, 0) : add_number(buffer, value));
}

bool is_tuple(PyObject *value, Py_ssize_t size) {
    if (PyTuple_Check(value) && (size < 0 || PyTuple_Size(value) == size)) return true;
    PyErr_SetString(PyExc_ValueError, "this is no part of a position");
    return false;
}

/* How many there are in a tuple, and each as `one` adds it. */
static bool add_each(Buffer *buffer, PyObject *tuple, bool (*one)(Buffer *, PyObject *)) {
    if (!is_tuple(tuple, -1) || !add(buffer, PyTuple_Size(tuple))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (!one(buffer, PyTuple_GetItem(tuple, i))) return false;
    return true;
}

bool add_numbers(Buffer *buffer, PyObject *tuple) { return add_each(buffer, tuple, add_number); }

static bool add_part(Buffer *buffer, PyObject *raw) { /* an answer to one name */
    if (raw == Py_None) return add(buffer, DECLINED);
    if (raw == Py_True) return add(buffer, YES);
    return PyTuple_Check(raw) ? add(buffer, ONE_SET) && add_numbers(buffer, raw) : add(buffer, ONE_THING) && add_number(buffer, raw);
}

bool add_answer(Buffer *buffer, PyObject *raw, size_t names) {
    return names < 2 || !PyTuple_Check(raw) ? add_part(buffer, raw) : add(buffer, SEVERAL) && add_each(buffer, raw, add_part);
}

/* How many names an answer at a place binds. */
size_t names_at(const Plan *plan, Word pc) {
    ALIKE(CHOOSE_BY_CHANCE_CHOICE, ASK_CHOICE);
    if (pc < 0 || pc >= plan->instructions) return 0;
    const Word *n = plan->words + plan->code[pc];
    if (n[KIND] != ASK && n[KIND] != CHOOSE_BY_CHANCE) return n[KIND] == ASK_PART || answers_chance(plan, pc) ? 1 : 0;
    return (size_t)choice_slots(plan->words + n[ASK_CHOICE])[LIST_COUNT];
}

static bool add_zones(Buffer *buffer, PyObject *zones, const Plan *plan) {
    size_t begun = buffer->used;
    bool done = zones == Py_None ? add(buffer, 0) : is_tuple(zones, (Py_ssize_t)plan->places) && add_each(buffer, zones, add_numbers);
    if (done) buffer->at[begun] = (Word)(buffer->used - begun - 1); /* how many words they are */
    return done;
}

bool add_field(Buffer *buffer, char field, PyObject *value, const Plan *plan) {
    switch (field) {
    case '#':
        return add_number(buffer, value);
    case '?':
        return add_maybe(buffer, value);
    case '*':
        return add_numbers(buffer, value);
    case 'z':
        return add_zones(buffer, value, plan);
    case 'v':
        return add_each(buffer, value, add_maybe);
    default: /* the field before it says where it was asked */
        return add_answer(buffer, value, names_at(plan, buffer->at[buffer->used - 1]));
    }
}

bool add_event(Buffer *buffer, PyObject *event, const Plan *plan) {
    Word kind = -1;
    if (!is_tuple(event, -1) || (PyTuple_Size(event) && !number_from(PyTuple_GetItem(event, 0), &kind))) return false;
    if (kind < 0 || kind >= EVENT_COUNT) return PyErr_SetString(PyExc_ValueError, "there is no such event"), false;
    const char *fields = EVENT_FIELDS[kind];
    if (!is_tuple(event, 1 + (Py_ssize_t)strlen(fields)) || !add(buffer, kind)) return false;
    for (Py_ssize_t i = 0; fields[i]; i++)
        if (!add_field(buffer, fields[i], PyTuple_GetItem(event, i + 1), plan)) return false;
    return true;
}

bool add_sized_event(Buffer *buffer, PyObject *event, const Plan *plan) {
    size_t begun = buffer->used;
    bool done = add(buffer, 0) && add_event(buffer, event, plan);
    if (done) buffer->at[begun] = (Word)(buffer->used - begun);
    return done;
}

Word *words_of_bytes(PyObject *bytes, size_t *count) {
    char *from;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &from, &size)) return NULL;
    if (size % (Py_ssize_t)sizeof(Word)) return PyErr_SetString(PyExc_ValueError, "these are no words of 64 bits"), NULL;
    Word *words = PyMem_Malloc((size_t)size + 1);
    if (!words) return (Word *)PyErr_NoMemory();
    memcpy(words, from, (size_t)size);
    *count = (size_t)size / sizeof(Word);
    return words;
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
