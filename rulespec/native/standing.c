/* A game at a snapshot, which is what every state consists of: `rulespec/run/standing.py` says the same in Python.

   It is only there for speed: one is made at each step of a game, and by Python that takes as long as the step. */

#include <stddef.h>

#include "standing.h"
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *game, *snapshot, *known, *weak;
} Standing;

static PyObject *standing_made(PyTypeObject *type, PyObject *game, PyObject *snapshot, PyObject *known) {
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Standing *made = (Standing *)alloc(type, 0);
    if (!made) return NULL;
    made->game = Py_NewRef(game), made->snapshot = Py_NewRef(snapshot), made->known = Py_XNewRef(known);
    return (PyObject *)made;
}

static PyObject *standing_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    static char *arguments[] = {"game", "snapshot", "known", NULL};
    PyObject *game, *snapshot, *known = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "OO|O:Standing", arguments, &game, &snapshot, &known)) return NULL;
    known = known ? Py_NewRef(known) : PyDict_New();
    PyObject *made = known ? standing_made(type, game, snapshot, known) : NULL;
    Py_XDECREF(known);
    return made;
}

static void standing_dealloc(PyObject *object) {
    Standing *self = (Standing *)object;
    if (self->weak) PyObject_ClearWeakRefs(object);
    Py_XDECREF(self->game);
    Py_XDECREF(self->snapshot);
    Py_XDECREF(self->known);
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyObject *standing_after(PyObject *object, PyObject *snapshot) {
    Standing *self = (Standing *)object;
    return standing_made(Py_TYPE(object), self->game, snapshot, self->known);
}

static PyObject *standing_taking(PyObject *object, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2) return PyErr_SetString(PyExc_TypeError, "an option is taken, and random numbers if chance is to follow"), NULL;
    PyObject *snapshot = snapshot_after(((Standing *)object)->snapshot, args[0], count > 1 ? args[1] : Py_None);
    if (!snapshot || snapshot == Py_None) return snapshot;
    PyObject *made = standing_after(object, snapshot);
    Py_DECREF(snapshot);
    return made;
}

static PyObject *get_pending(PyObject *self, void *closure) { return snapshot_waits(((Standing *)self)->snapshot); }

static PyGetSetDef standing_fields[] = {
    {"pending", get_pending, NULL, "What the game waits for.", NULL},
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
    {"taking", (PyCFunction)(void (*)(void))standing_taking, METH_FASTCALL, "The state after one of its options; None if this very object is none of them."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot standing_slots[] = {
    {Py_tp_new, standing_new},
    {Py_tp_dealloc, standing_dealloc},
    {Py_tp_getset, standing_fields},
    {Py_tp_members, standing_members},
    {Py_tp_methods, standing_methods},
    {Py_tp_doc, "Standing(game, snapshot, known={}): a game at a snapshot."},
    {0, NULL},
};

PyType_Spec standing_spec = {"rulespec._native.Standing", sizeof(Standing), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, standing_slots};
