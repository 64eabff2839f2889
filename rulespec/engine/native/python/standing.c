/* A game at a snapshot, which is what every state consists of: `rulespec/engine/python/standing.py` says the same in Python.

   It is only there for speed: one is made at each step of a game, and by Python that takes as long as the step. */

#include "standing.h"

typedef struct {
    PyObject_HEAD
    PyObject *weak, *game, *snapshot, *known;
} Standing;

/* Those that begin are of another class. */
static Plain plain_new, plain_after;

static PyObject *standing_made(PyTypeObject *type, PyObject *game, PyObject *snapshot, PyObject *known, Plain *plain) {
    Standing *self = MADE(type, Standing, plain);
    if (!self) return NULL;
    self->game = Py_NewRef(game), self->snapshot = Py_NewRef(snapshot), self->known = Py_XNewRef(known);
    return (PyObject *)self;
}

static PyObject *standing_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    static char *arguments[] = {"game", "snapshot", "known", NULL};
    PyObject *game, *snapshot, *known = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "OO|O:Standing", arguments, &game, &snapshot, &known)) return NULL;
    known = known ? Py_NewRef(known) : PyDict_New();
    PyObject *self = known ? standing_made(type, game, snapshot, known, &plain_new) : NULL;
    Py_XDECREF(known);
    return self;
}

static void standing_dealloc(PyObject *object) { unmade_with(object, 3, &plain_after); }

static PyObject *standing_after(PyObject *object, PyObject *snapshot) {
    Standing *self = (Standing *)object;
    return standing_made(Py_TYPE(object), self->game, snapshot, self->known, &plain_after);
}

/* Whether so many arguments were given, by their order or their names: they are then in order; else false with an exception. */
static bool arguments_are(const char *function, const char *const *named, Py_ssize_t count, PyObject *const *args, Py_ssize_t given, PyObject *names, PyObject **found) {
    Py_ssize_t by_name = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < count; i++) found[i] = i < given ? args[i] : NULL;
    for (Py_ssize_t k = 0; k < by_name; k++)
        for (Py_ssize_t i = given; i < count; i++)
            if (!PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, k), named[i])) found[i] = args[given + k];
    bool all = given + by_name == count;
    for (Py_ssize_t i = 0; i < count; i++) all &= found[i] != NULL;
    if (!all) PyErr_Format(PyExc_TypeError, "%s needs its arguments, in their order or by their names, and no others", function);
    return all;
}

/* The state after an option, and with random numbers after the draws that follow. What is none of its options as they were made
   may still be equal to one, or its text: Python finds that out, and says what is wrong with it if it is not. */
static PyObject *state_after(PyObject *object, PyObject *answer, PyObject *random) {
    PyObject *snapshot = snapshot_after(((Standing *)object)->snapshot, answer, random);
    if (!snapshot) return NULL;
    bool taken = snapshot != Py_None;
    PyObject *found = taken ? standing_after(object, snapshot) : PyObject_CallMethod(object, "meant", "OO", answer, random);
    Py_DECREF(snapshot);
    return found;
}

static PyObject *standing_apply(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    static const char *const named[] = {"answer"};
    PyObject *given[1];
    return arguments_are("apply", named, 1, args, count, names, given) ? state_after(object, given[0], Py_None) : NULL;
}

static PyObject *standing_advance(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    static const char *const named[] = {"answer", "random"};
    PyObject *given[2];
    if (!arguments_are("advance", named, 2, args, count, names, given)) return NULL;
    if (PyCallable_Check(given[1])) return state_after(object, given[0], given[1]);
    PyObject *numbers = PyObject_GetAttrString(given[1], "random"), *found = NULL;  /* of a `random.Random` */
    if (!numbers && !PyErr_ExceptionMatches(PyExc_AttributeError)) return NULL;
    PyErr_Clear();
    if (numbers && PyCallable_Check(numbers)) found = state_after(object, given[0], numbers);
    else PyErr_Format(PyExc_TypeError, "'random' must be a random.Random or a function returning numbers in [0, 1), not %R", given[1]);
    Py_XDECREF(numbers);
    return found;
}

static PyObject *get_pending(PyObject *self, void *closure) { return snapshot_waits(((Standing *)self)->snapshot); }

static PyGetSetDef standing_fields[] = {
    {"pending", get_pending, NULL, "The pending decision or draw, or the result.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef standing_members[] = {
    {"game", T_OBJECT_EX, offsetof(Standing, game), READONLY, "The rules for a number of players."},
    {"snapshot", T_OBJECT_EX, offsetof(Standing, snapshot), READONLY, "The position with its history."},
    {"_known", T_OBJECT_EX, offsetof(Standing, known), 0, "What is made of what each player heard."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Standing, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef standing_methods[] = {
    {"after", standing_after, METH_O, "The same game at another snapshot."},
    {"apply", (PyCFunction)(void (*)(void))standing_apply, METH_FASTCALL | METH_KEYWORDS,
     "apply($self, answer)\n--\n\nThe state after one of the offered options (or its text); anything else is an `IllegalAction`."},
    {"advance", (PyCFunction)(void (*)(void))standing_advance, METH_FASTCALL | METH_KEYWORDS,
     "advance($self, answer, random)\n--\n\nThe state after an option and all draws that follow it, decided by a `random.Random`, or a function of numbers in [0, 1)."},
    {NULL, NULL, 0, NULL},
};

TYPE(standing, "Standing", Standing, Py_TPFLAGS_BASETYPE,
     {Py_tp_new, standing_new}, {Py_tp_dealloc, standing_dealloc}, {Py_tp_getset, standing_fields},
     {Py_tp_members, standing_members}, {Py_tp_methods, standing_methods},
     {Py_tp_doc, "Standing(game, snapshot, known={}): a game at a snapshot."});
