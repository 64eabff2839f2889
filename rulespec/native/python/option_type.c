/* Options: what an option consists of, which `rulespec/pending.py` says in Python, too.

   It is only there for speed. Many options are offered that nobody looks at, as each set of cards is one: what an option says is
   found out when somebody asks. None is known to Python's collector, as what it is made by does not lead to it. */

#include "questions.h"

typedef struct {
    PyObject_HEAD
    PyObject *weak, *atoms, *text, *names, *raw;
    PyObject *said; /* gives the option with all that it says for the raw answer, if nobody has asked yet */
    Py_hash_t hash; /* 0 if it is not known */
} OptionObject;

static Plain plain_option = {.size = sizeof(OptionObject)};

static void option_dealloc(PyObject *object) { unmade_with(object, 5, &plain_option); }

PyObject *option_saying(PyTypeObject *type, PyObject *said, PyObject *raw) {
    OptionObject *self = (OptionObject *)made(type, &plain_option);
    if (!self) return NULL;
    self->said = Py_NewRef(said), self->raw = Py_NewRef(raw);
    return (PyObject *)self;
}

bool is_option_type(PyObject *type) { return PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, option_type); }

static bool says(OptionObject *self) { /* finds out what it says; false with an exception */
    if (!self->said) return true;
    PyObject *like = PyObject_CallFunctionObjArgs(self->said, self->raw, NULL);
    OptionObject *other = (OptionObject *)like;
    bool done = like && PyObject_TypeCheck(like, option_type) && !other->said;
    if (like && !done) PyErr_SetString(PyExc_TypeError, "an option does not say what it is");
    if (done && self->said) { /* else somebody was first */
        self->atoms = Py_XNewRef(other->atoms), self->text = Py_XNewRef(other->text), self->names = Py_XNewRef(other->names);
        Py_CLEAR(self->said);
    }
    Py_XDECREF(like);
    return done;
}

/* ---- its fields, for Python */

static PyObject **field_of(PyObject *object, void *offset) { return (PyObject **)((char *)object + (size_t)offset); }

static PyObject *get_said(PyObject *object, void *offset) {
    if (!says((OptionObject *)object)) return NULL;
    PyObject *found = *field_of(object, offset);
    return found ? Py_NewRef(found) : (PyErr_SetString(PyExc_AttributeError, "this is no option yet"), NULL);
}

static int set_said(PyObject *object, PyObject *value, void *offset) {
    return says((OptionObject *)object) ? set_field(field_of(object, offset), value) : -1;
}

static Py_hash_t option_hash(PyObject *object) {
    OptionObject *self = (OptionObject *)object;
    if (self->hash) return self->hash;
    if (!says(self)) return -1;
    PyObject *both = PyTuple_Pack(2, self->atoms ? self->atoms : Py_None, self->text ? self->text : Py_None);
    self->hash = both ? PyObject_Hash(both) : -1;
    Py_XDECREF(both);
    if (self->hash != -1) return self->hash;
    return self->hash = 0, -1;
}

static PyGetSetDef option_fields[] = {
    {"atoms", get_said, set_said, NULL, (void *)offsetof(OptionObject, atoms)},
    {"text", get_said, set_said, NULL, (void *)offsetof(OptionObject, text)},
    {"names", get_said, set_said, NULL, (void *)offsetof(OptionObject, names)},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef option_members[] = {
    {"raw", T_OBJECT_EX, offsetof(OptionObject, raw), 0, NULL},
    WEAK_MEMBERS(OptionObject),
};

TYPE(option, "Option", OptionObject, Py_TPFLAGS_BASETYPE,
     {Py_tp_dealloc, option_dealloc}, {Py_tp_getset, option_fields}, {Py_tp_members, option_members},
     {Py_tp_hash, option_hash});
