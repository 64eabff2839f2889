/* Objects of classes that are made of our types, one of which comes and goes at each step of a game: how they are made, and what
   becomes of their memory. */

#ifndef RULESPEC_OBJECTS_H
#define RULESPEC_OBJECTS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <string.h>

enum { OBJECTS_KEPT = 16 };

/* A class that adds no fields to one of our types, and a few of its objects that are gone, whose memory does for others. */
typedef struct {
    const size_t size;
    PyTypeObject *type; /* the first such class that was met: most objects are of that */
    size_t count;
    PyObject *kept[OBJECTS_KEPT];
} Plain;

PyObject *made_otherwise(PyTypeObject *type, Plain *plain);
PyObject *made_anew(Plain *plain);
void unmade_otherwise(PyObject *object);

/* An object with empty fields. Python's collector is not told of it: our types have nothing to tell it, and to be looked at
   by it costs more than to be made. */
static inline PyObject *made(PyTypeObject *type, Plain *plain) {
    if (type != plain->type) return made_otherwise(type, plain);
    PyObject *object = plain->count ? PyObject_Init(plain->kept[--plain->count], type) : made_anew(plain);
    if (object) memset(object + 1, 0, plain->size - sizeof(PyObject));
    return object;
}

static inline void unmade(PyObject *object, Plain *plain) {
    PyTypeObject *type = Py_TYPE(object);
    if (type == plain->type && plain->count < OBJECTS_KEPT)
        plain->kept[plain->count++] = object;
    else
        unmade_otherwise(object);
    Py_DECREF(type);
}

#endif
