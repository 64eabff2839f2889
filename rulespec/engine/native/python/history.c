/* The log: chunks that share what was before them, as Python has it, and as words. */

#include "module.h"

#include <string.h>

void chunk_release(Chunk *chunk) {
    while (chunk && --chunk->refs == 0) {
        Chunk *before = chunk->before;
        Py_XDECREF(chunk->python);
        PyMem_Free(chunk->keys);
        PyMem_Free(chunk);
        chunk = before;
    }
}

bool chunk_goes_on(const Chunk *log, const Chunk *from) {
    while (log && log != from) log = log->before;
    return log != NULL;
}

Chunk *chunk_new(Chunk *before, PyObject *python, const Word *words, size_t size) {
    Chunk *chunk = PyMem_Malloc(sizeof(Chunk) + size * sizeof(Word));
    if (!chunk) return (Chunk *)PyErr_NoMemory();
    if (before) before->refs++;
    *chunk = (Chunk){before, python, NULL, 1, size};
    Py_XINCREF(python);
    if (size) memcpy(chunk->words, words, size * sizeof(Word));
    return chunk;
}

Chunk **chunks_after(Chunk *log, const Chunk *after, size_t *count) {
    *count = 0;
    for (const Chunk *each = log; each != after; each = each->before) ++*count;
    Chunk **path = PyMem_Malloc((*count + 1) * sizeof(Chunk *));
    for (size_t i = *count; path && i-- > 0; log = log->before) path[i] = log;
    return path ? path : (Chunk **)PyErr_NoMemory();
}

/* The log after the events of a chunk; takes the log before them over. */
static PyObject *longer(PyObject *log, const Chunk *chunk) {
    for (size_t at = 0; at < chunk->size && log; at += (size_t)chunk->words[at]) {
        PyObject *event = event_as_python(chunk->words + at + 1), *before = log;
        log = event ? PyTuple_Pack(2, event, before) : NULL;
        Py_XDECREF(event);
        Py_DECREF(before);
    }
    return log;
}

PyObject *log_as_python(Chunk *chunk) {
    size_t count;
    Chunk *known = chunk;
    if (known->python) return Py_NewRef(known->python);
    while (!known->python) known = known->before;
    Chunk **path = chunks_after(chunk, known, &count);
    for (size_t i = 0; path && i < count; i++) {
        PyObject *log = longer(Py_NewRef(path[i]->before->python), path[i]);
        if (!log) return PyMem_Free(path), NULL;
        if (path[i]->python) /* another thread was first: a log is the same object for all */
            Py_DECREF(log);
        else
            path[i]->python = log;
    }
    PyMem_Free(path);
    return path ? Py_NewRef(chunk->python) : NULL;
}

bool add_log(Buffer *buffer, PyObject *log, const Plan *plan) {
    PyObject *events = PyList_New(0);
    bool done = events != NULL;
    while (done && log != Py_None) {
        done = is_tuple(log, 2);
        PyObject *event = done ? PyTuple_GetItem(log, 0) : NULL, *before = done ? PyTuple_GetItem(log, 1) : NULL;
        if (done && event == Py_None) { /* a seal, which keeps all before it: the last one is the log */
            done = is_tuple(before, -1) && (PyTuple_Size(before) || is_tuple(before, 1));
            log = done ? PyTuple_GetItem(before, PyTuple_Size(before) - 1) : NULL;
        } else {
            done = done && !PyList_Append(events, event);
            log = before;
        }
    }
    for (Py_ssize_t i = done ? PyList_Size(events) : 0; done && i-- > 0;) done = add_sized_event(buffer, PyList_GetItem(events, i), plan);
    Py_XDECREF(events);
    return done;
}

bool add_chunks(Buffer *buffer, Chunk *log, const Chunk *after, const Plan *plan) {
    size_t count;
    Chunk **path = chunks_after(log, after, &count);
    bool done = path != NULL;
    for (size_t i = 0; i < count && done; i++)
        done = path[i]->before ? add_all(buffer, path[i]->words, path[i]->size) : !path[i]->python || add_log(buffer, path[i]->python, plan);
    PyMem_Free(path);
    return done;
}
