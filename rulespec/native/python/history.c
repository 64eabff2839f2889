/* The log: chunks that share what was before them, and the same as Python keeps it. */

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

/* The log as Python keeps it: pairs of an event and the log before it, or None. */
PyObject *log_as_python(Chunk *chunk) {
    size_t depth = 0;
    for (Chunk *each = chunk; !each->python; each = each->before) depth++;
    if (depth) {
        Chunk **path = PyMem_Malloc(depth * sizeof(Chunk *)), *each = chunk;
        if (!path) return PyErr_NoMemory();
        for (size_t i = depth; i-- > 0; each = each->before) path[i] = each;
        PyObject *log = Py_NewRef(each->python);
        for (size_t i = 0; i < depth && log; i++) {
            for (size_t at = 0; at < path[i]->size && log; at += (size_t)path[i]->words[at]) {
                PyObject *event = event_as_python(path[i]->words + at + 1);
                PyObject *longer = event ? PyTuple_Pack(2, event, log) : NULL;
                Py_XDECREF(event);
                Py_DECREF(log);
                log = longer;
            }
            if (!log) break;
            if (!path[i]->python) {
                path[i]->python = Py_NewRef(log);
            } else { /* another thread was first: a log is the same object for all */
                Py_DECREF(log);
                log = Py_NewRef(path[i]->python);
            }
        }
        Py_XDECREF(log);
        PyMem_Free(path);
        if (!log) return NULL;
    }
    return Py_NewRef(chunk->python);
}
