/* What was heard, between Python's tuples and words: what is no number there was not heard. */

#include "hearer.h"

#include <string.h>

#include "generated/events.h"

static bool add_known(Buffer *buffer, PyObject *value) {
    Word found = UNSEEN;
    return (PyUnicode_Check(value) || number_from(value, &found)) && add(buffer, found);
}

static bool add_set(Buffer *buffer, PyObject *tuple) {
    if (!is_tuple(tuple, -1) || !add(buffer, PyTuple_Size(tuple))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (!add_known(buffer, PyTuple_GetItem(tuple, i))) return false;
    return true;
}

static bool add_told_answer(Buffer *buffer, PyObject *raw, size_t names) {
    if (raw == Py_None) return add(buffer, DECLINED);
    if (raw == Py_True) return add(buffer, YES);
    if (!PyTuple_Check(raw)) return add(buffer, ONE_THING) && add_known(buffer, raw);
    if (names < 2) return add(buffer, ONE_SET) && add_set(buffer, raw);
    if (!add(buffer, SEVERAL) || !add(buffer, PyTuple_Size(raw))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(raw); i++)
        if (!add_told_answer(buffer, PyTuple_GetItem(raw, i), 1)) return false;
    return true;
}

static bool add_zones(Buffer *buffer, PyObject *zones, const Plan *plan) {
    if (zones == Py_None) return add(buffer, 0);
    size_t begun = buffer->used;
    if (!is_tuple(zones, (Py_ssize_t)plan->places) || !add(buffer, 0)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(zones); i++)
        if (!add_set(buffer, PyTuple_GetItem(zones, i))) return false;
    buffer->at[begun] = (Word)(buffer->used - begun - 1);
    return true;
}

static bool add_maybe(Buffer *buffer, PyObject *value) {
    return add(buffer, value != Py_None) && (value == Py_None ? add(buffer, 0) : add_known(buffer, value));
}

static bool add_all_maybe(Buffer *buffer, PyObject *values) {
    if (!is_tuple(values, -1) || !add(buffer, PyTuple_Size(values))) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(values); i++)
        if (!add_maybe(buffer, PyTuple_GetItem(values, i))) return false;
    return true;
}

static bool add_field(Buffer *buffer, char field, PyObject *value, const Plan *plan) {
    switch (field) {
    case '#':
        return add_known(buffer, value);
    case '?':
        return add_maybe(buffer, value);
    case '*':
        return add_set(buffer, value);
    case 'z':
        return add_zones(buffer, value, plan);
    case 'v':
        return add_all_maybe(buffer, value);
    default: /* the field before it says where it was asked */
        return add_told_answer(buffer, value, names_at(plan, buffer->at[buffer->used - 1]));
    }
}

bool add_told(Buffer *buffer, PyObject *event, const Plan *plan) {
    Word kind = -1;
    if (!is_tuple(event, -1) || (PyTuple_Size(event) && !number_from(PyTuple_GetItem(event, 0), &kind))) return false;
    if (kind < 0 || kind >= EVENT_COUNT) return PyErr_SetString(PyExc_ValueError, "there is no such event"), false;
    const char *fields = EVENT_FIELDS[kind];
    if (!is_tuple(event, 1 + (Py_ssize_t)strlen(fields)) || !add(buffer, kind)) return false;
    for (Py_ssize_t i = 0; fields[i]; i++)
        if (!add_field(buffer, fields[i], PyTuple_GetItem(event, i + 1), plan)) return false;
    return true;
}

bool add_log(Buffer *buffer, PyObject *log, const Plan *plan) {
    PyObject *events = PyList_New(0);
    bool done = events != NULL;
    for (; done && log != Py_None; log = done ? PyTuple_GetItem(log, 1) : NULL)
        done = is_tuple(log, 2) && !PyList_Append(events, PyTuple_GetItem(log, 0));
    for (Py_ssize_t i = done ? PyList_Size(events) : 0; done && i-- > 0;) {
        size_t begun = buffer->used;
        done = add(buffer, 0) && add_told(buffer, PyList_GetItem(events, i), plan);
        if (done) buffer->at[begun] = (Word)(buffer->used - begun);
    }
    Py_XDECREF(events);
    return done;
}

bool add_chunks(Buffer *buffer, const Chunk *chunk, const Plan *plan) {
    size_t depth = 0;
    for (const Chunk *each = chunk; each->before; each = each->before) depth++;
    const Chunk **path = PyMem_Malloc((depth + 1) * sizeof(Chunk *));
    if (!path) return PyErr_NoMemory() != NULL;
    for (size_t i = depth + 1; i-- > 0; chunk = chunk->before) path[i] = chunk;
    bool done = !path[0]->python || add_log(buffer, path[0]->python, plan);
    for (size_t i = 1; i <= depth && done; i++) done = add_all(buffer, path[i]->words, path[i]->size);
    PyMem_Free(path);
    return done;
}

/* ---- to Python */

static PyObject *known(Word value) {
    return value == UNSEEN ? PyUnicode_FromString("?") : number(value); /* HIDDEN of `plan/options.py` */
}

static PyObject *all_known(const Word *values, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *each = known(values[i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *told_answer(const Word *answer) {
    if (answer[0] == ONE_THING) return known(answer[1]);
    if (answer[0] == ONE_SET) return all_known(answer + 2, (size_t)answer[1]);
    if (answer[0] != SEVERAL) return answer_as_python(answer);
    PyObject *tuple = PyTuple_New((Py_ssize_t)answer[1]);
    const Word *part = answer + 2;
    for (Word i = 0; tuple && i < answer[1]; i++, part += answer_size(part)) {
        PyObject *each = told_answer(part);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *told_zones(const Word *zones) { /* None where the rules lay the cards */
    if (!zones[0]) Py_RETURN_NONE;
    PyObject *list = PyList_New(0), *tuple = NULL;
    for (const Word *zone = zones + 1; list && zone < zones + 1 + zones[0]; zone += 1 + zone[0]) {
        PyObject *each = all_known(zone + 1, (size_t)zone[0]);
        if (!each || PyList_Append(list, each)) Py_CLEAR(list);
        Py_XDECREF(each);
    }
    if (list) tuple = PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static PyObject *told_values(const Word *values) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)values[0]);
    for (Word i = 0; tuple && i < values[0]; i++) {
        PyObject *each = maybe(values[1 + 2 * i], values[2 + 2 * i]);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)i, each)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *told_field(char field, const Word *at) {
    switch (field) {
    case '#':
        return known(at[0]);
    case '?':
        return maybe(at[0], at[1]);
    case '*':
        return all_known(at + 1, (size_t)at[0]);
    case 'z':
        return told_zones(at);
    case 'v':
        return told_values(at);
    default:
        return told_answer(at);
    }
}

PyObject *told_as_python(const Word *event) {
    const char *fields = EVENT_FIELDS[event[0]];
    const Word *at[MOST_FIELDS + 2];
    int count = fields_of(event, at);
    PyObject *tuple = PyTuple_New(1 + count), *kind = number(event[0]);
    if (!kind || !tuple || PyTuple_SetItem(tuple, 0, kind)) Py_CLEAR(tuple);
    for (int field = 1; tuple && field <= count; field++) {
        PyObject *each = told_field(fields[field - 1], at[field]);
        if (!each || PyTuple_SetItem(tuple, field, each)) Py_CLEAR(tuple);
    }
    return tuple;
}
