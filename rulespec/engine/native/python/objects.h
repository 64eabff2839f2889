/* The types of the module, and objects of classes that are made of our types, one of which comes and goes at each step of a
   game: how they are made, and what becomes of their memory. */

#ifndef RULESPEC_OBJECTS_H
#define RULESPEC_OBJECTS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <structmember.h>

/* ---- types */

/* All types; of those that Python's classes with slots are made of, which slots they have. */
#define TYPES(X)                                                                                                       \
    X(plan, NULL) X(snapshot, NULL) X(watch, NULL) X(games, NULL)                                                      \
    X(option, "atoms text names raw") X(decision, "player prompt options block binds")                                 \
    X(chance, "prompt options binds") X(outcomes, "options share") X(standing, NULL)                                   \
    X(hearer, NULL) X(summary, NULL) X(memory, NULL) X(moments, NULL)                                                  \
    X(comparison, NULL) X(stretch, NULL) X(listing, NULL) X(numbers, NULL) \
    X(explorer, NULL) X(tree, NULL)

#define X(name, slots)                                                                                                 \
    extern PyTypeObject *name##_type;                                                                                  \
    extern PyType_Spec name##_spec;
TYPES(X)
#undef X

enum { INNER = Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE }; /* only we make objects of it */

/* What a type is: its name in Python, its objects, flags besides the usual ones, and its slots. */
#define TYPE(name, title, object, flags, ...)                                                                          \
    static PyType_Slot name##_slots[] = {__VA_ARGS__, {0, NULL}};                                                      \
    PyType_Spec name##_spec = {"rulespec._native." title, sizeof(object), 0, Py_TPFLAGS_DEFAULT | (flags), name##_slots}

void gone(PyObject *object); /* gives its memory back, at the end of a type's dealloc */

/* The last members of a type whose objects can be referred to weakly, by their field `weak`. */
#define WEAK_MEMBERS(object)                                                                                           \
    {"__weaklistoffset__", T_PYSSIZET, offsetof(object, weak), READONLY, NULL},                                        \
        {"__weakref__", T_OBJECT, offsetof(object, weak), READONLY, NULL}, {NULL, 0, 0, 0, NULL}

/* ---- objects that come and go */

enum { OBJECTS_KEPT = 16 };

/* A class that adds no fields to one of our types, and a few of its objects that are gone, whose memory does for others. They
   keep their class, so that nobody has to count that one of it came and went: a step takes 200 instructions less. */
typedef struct {
    PyTypeObject *type; /* the first such class that was met: most objects are of that */
    size_t count;
    PyObject *kept[OBJECTS_KEPT];
} Plain;

PyObject *made_otherwise(PyTypeObject *type, Plain *plain, size_t size);
PyObject *made_anew(Plain *plain);

/* An object whose fields are still to be said. Python's collector is not told of it: our types have nothing to tell it, and to
   be looked at by it costs more than to be made. */
static inline PyObject *made_bare(PyTypeObject *type, Plain *plain, size_t size) {
    if (type != plain->type) return made_otherwise(type, plain, size);
    if (!plain->count) return made_anew(plain);
    PyObject *object = plain->kept[--plain->count];
    Py_SET_REFCNT(object, 1);
    return object;
}

/* The same with empty fields; the size is known where it is built, as to call a function for so few takes longer. */
static inline PyObject *made_empty(PyTypeObject *type, Plain *plain, size_t size) {
    PyObject *object = made_bare(type, plain, size);
    if (object) memset(object + 1, 0, size - sizeof(PyObject));
    return object;
}

#define MADE(type, object, plain) ((object *)made_empty(type, plain, sizeof(object)))

static inline void unmade(PyObject *object, Plain *plain) {
    if (Py_TYPE(object) == plain->type && plain->count < OBJECTS_KEPT)
        plain->kept[plain->count++] = object;
    else
        gone(object);
}

/* The same of an object whose fields begin with the weak references to it, and so many of its own. */
static inline void unmade_with(PyObject *object, size_t refs, Plain *plain) {
    PyObject **fields = (PyObject **)(object + 1);
    if (fields[0]) PyObject_ClearWeakRefs(object);
    for (size_t i = 1; i <= refs; i++) Py_XDECREF(fields[i]);
    unmade(object, plain);
}

#endif
