/* The numbers of a `random.Random` with a seed, as Python sees them: what calls them gets the next, and C has it for less. */

#include "sampling.h"

#include "batch/games.h"

typedef struct {
    PyObject_HEAD
    Twister twister;
} NumbersObject;

Numbers numbers_of(PyObject *draw) {
    if (Py_TYPE(draw) == numbers_type) return (Numbers){twister_next, &((NumbersObject *)draw)->twister};
    return (Numbers){chance_of, draw};
}

static PyObject *numbers_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    unsigned long long seed;
    static char *arguments[] = {"seed", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, names, "K:Numbers", arguments, &seed)) return NULL;
    NumbersObject *self = (NumbersObject *)PyType_GenericAlloc(type, 0);
    if (self) twister_seed(&self->twister, seed);
    return (PyObject *)self;
}

static PyObject *numbers_call(PyObject *object, PyObject *args, PyObject *names) {
    return PyFloat_FromDouble(twister_next(&((NumbersObject *)object)->twister));
}

static void numbers_dealloc(PyObject *object) {
    gone(object);
}

TYPE(numbers, "Numbers", NumbersObject, Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, numbers_new}, {Py_tp_call, numbers_call}, {Py_tp_dealloc, numbers_dealloc},
     {Py_tp_doc, "Numbers(seed): the numbers in [0, 1) that a random.Random gives with a seed; call it for the next."});
