/* Options: what an option consists of, which `rulespec/engine/pending.py` says in Python, too.

   It is only there for speed. Many options are offered that nobody looks at, as each set of cards is one: what an option says is
   found out when somebody asks. None is known to Python's collector, as what it is made by does not lead to it. */

#include "questions.h"

enum { FEW = 6 }; /* words: two things, or a set of four */

typedef struct {
    PyObject_HEAD
    PyObject *weak, *atoms, *text, *names, *raw;
    PyObject *said; /* gives the option with all that it says for the raw answer; NULL if it was made in Python */
    bool asked;     /* whether somebody has asked what it says */
    Py_hash_t hash; /* 0 if it is not known */
    Word *answer;   /* what it was made for, in numbers, if it says that by `said` */
    Word few[FEW];  /* the same, if it is short, as most are */
} OptionObject;

static Plain plain_option;

static void option_dealloc(PyObject *object) {
    OptionObject *self = (OptionObject *)object;
    if (self->answer != self->few) PyMem_Free(self->answer);
    unmade_with(object, 5, &plain_option);
}

PyObject *option_saying(PyTypeObject *type, PyObject *said, const Word *answer) {
    OptionObject *self = (OptionObject *)made_bare(type, &plain_option, sizeof(OptionObject));
    if (!self) return NULL;
    size_t size = answer_size(answer);
    self->weak = self->atoms = self->text = self->names = self->raw = self->said = NULL;
    self->asked = false, self->hash = 0;
    self->answer = size <= FEW ? self->few : PyMem_Malloc(size * sizeof(Word));
    if (!self->answer) {
        Py_DECREF((PyObject *)self);
        return PyErr_NoMemory();
    }
    memcpy(self->answer, answer, size * sizeof(Word));
    self->said = Py_NewRef(said);
    return (PyObject *)self;
}

const Word *answer_meant(PyObject *option, PyObject *said) {
    if (Py_TYPE(option) != plain_option.type && !PyObject_TypeCheck(option, option_type)) return NULL;
    OptionObject *self = (OptionObject *)option;
    return self->said == said ? self->answer : NULL;
}

bool is_option_type(PyObject *type) { return PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, option_type); }

static PyObject *raw_of(OptionObject *self) { /* borrowed; NULL with an exception if it has none */
    if (!self->raw && self->answer) self->raw = answer_as_python(self->answer);
    if (!self->raw && !PyErr_Occurred()) PyErr_SetString(PyExc_AttributeError, "this is no option yet");
    return self->raw;
}

static bool says(OptionObject *self) { /* finds out what it says; false with an exception */
    if (!self->said || self->asked) return true;
    PyObject *raw = raw_of(self), *like = raw ? PyObject_CallFunctionObjArgs(self->said, raw, NULL) : NULL;
    OptionObject *other = (OptionObject *)like;
    bool done = like && PyObject_TypeCheck(like, option_type) && !other->said;
    if (like && !done) PyErr_SetString(PyExc_TypeError, "an option does not say what it is");
    if (done && !self->asked) { /* else somebody was first */
        self->atoms = Py_XNewRef(other->atoms), self->text = Py_XNewRef(other->text), self->names = Py_XNewRef(other->names);
        self->asked = true;
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

static PyObject *get_raw(PyObject *object, void *closure) { return Py_XNewRef(raw_of((OptionObject *)object)); }
static int set_raw(PyObject *object, PyObject *value, void *closure) { return set_field(&((OptionObject *)object)->raw, value); }

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
    {"raw", get_raw, set_raw, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef option_members[] = {WEAK_MEMBERS(OptionObject)};

TYPE(option, "Option", OptionObject, Py_TPFLAGS_BASETYPE,
     {Py_tp_dealloc, option_dealloc}, {Py_tp_getset, option_fields}, {Py_tp_members, option_members},
     {Py_tp_hash, option_hash});
