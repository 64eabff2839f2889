/* What a game waits for: what decisions, chance and its outcomes consist of, which `rulespec/engine/pending.py` says in Python, too.

   It is only there for speed: one is made at each step of a game. What chance can come to is not made before somebody looks at
   it, and then only as much as he looks at. */

#include "questions.h"

typedef struct {
    PyObject_HEAD
    PyObject *weak, *player, *prompt, *options, *block, *binds;
} Decision;

typedef struct {
    PyObject_HEAD
    PyObject *weak, *prompt, *options, *binds;
    Snapshot *of; /* whose options they are, while nobody has asked for all of them; it refers back, and owns it only then */
} ChanceObject;

typedef struct {
    PyObject_HEAD
    PyObject *weak, *options, *share;
    ChanceObject *of; /* whose outcomes they are, if the options are NULL */
} Outcomes;

static Plain plain_decision;
static Plain plain_chance;
static Plain plain_outcomes;
static PyTypeObject *outcomes_class; /* as Python has it, */
static PyObject *share_of;           /* and how likely each of so many outcomes is */

enum { SHARES = 128 };
static PyObject *shares[SHARES]; /* the same, once it was asked for */

int set_field(PyObject **field, PyObject *value) {
    if (!value) return PyErr_SetString(PyExc_AttributeError, "what is asked never changes"), -1;
    PyObject *old = *field;
    *field = Py_NewRef(value);
    Py_XDECREF(old);
    return 0;
}

/* ---- decisions */

static void decision_dealloc(PyObject *object) { unmade_with(object, 5, &plain_decision); }

static PyObject *decision_of(Snapshot *snap, Decision *like) {
    PyObject *options = options_of(snap);
    Decision *self = options ? MADE(Py_TYPE((PyObject *)like), Decision, &plain_decision) : NULL;
    if (!self) {
        Py_XDECREF(options);
        return NULL;
    }
    self->player = Py_XNewRef(like->player), self->prompt = Py_XNewRef(like->prompt), self->options = options;
    self->block = Py_XNewRef(like->block), self->binds = Py_XNewRef(like->binds);
    snap->pending = Py_NewRef((PyObject *)self);
    return (PyObject *)self;
}

static PyMemberDef decision_members[] = {
    {"player", T_OBJECT_EX, offsetof(Decision, player), 0, NULL},
    {"prompt", T_OBJECT_EX, offsetof(Decision, prompt), 0, NULL},
    {"options", T_OBJECT_EX, offsetof(Decision, options), 0, NULL},
    {"block", T_OBJECT_EX, offsetof(Decision, block), 0, NULL},
    {"binds", T_OBJECT_EX, offsetof(Decision, binds), 0, NULL},
    WEAK_MEMBERS(Decision),
};

TYPE(decision, "Decision", Decision, Py_TPFLAGS_BASETYPE,
     {Py_tp_dealloc, decision_dealloc}, {Py_tp_members, decision_members});

/* ---- chance */

/* Lets go of the snapshot, which then knows of no chance that is still to look at its options. */
static void chance_settles(ChanceObject *self) {
    Snapshot *of = self->of;
    if (!of) return;
    self->of = NULL;
    if (of->asked == (PyObject *)self) of->asked = NULL;
    Py_DECREF((PyObject *)of);
}

static void chance_dealloc(PyObject *object) {
    chance_settles((ChanceObject *)object); /* first, as whoever is told that this is gone can ask the snapshot what it waits for */
    unmade_with(object, 3, &plain_chance);
}

static PyObject *chance_of_snapshot(Snapshot *snap, ChanceObject *like) {
    ChanceObject *self = MADE(Py_TYPE((PyObject *)like), ChanceObject, &plain_chance);
    if (!self) return NULL;
    self->prompt = Py_XNewRef(like->prompt), self->binds = Py_XNewRef(like->binds);
    self->of = (Snapshot *)Py_NewRef((PyObject *)snap), snap->asked = (PyObject *)self;
    return (PyObject *)self;
}

/* Its options, borrowed. */
static PyObject *options_in(ChanceObject *self) {
    if (!self->options && self->of) {
        PyObject *options = options_of(self->of);
        if (!options) return NULL;
        if (self->options) /* somebody asked meanwhile */
            Py_DECREF(options);
        else
            self->options = options;
        if (self->of && !self->of->pending) self->of->pending = Py_NewRef((PyObject *)self);
        chance_settles(self);
    }
    if (!self->options) PyErr_SetString(PyExc_AttributeError, "options");
    return self->options;
}

static PyObject *get_options(PyObject *self, void *closure) { return Py_XNewRef(options_in((ChanceObject *)self)); }

static int set_options(PyObject *object, PyObject *value, void *closure) {
    int failed = set_field(&((ChanceObject *)object)->options, value);
    if (!failed) chance_settles((ChanceObject *)object);
    return failed;
}

static Py_ssize_t options_count(ChanceObject *self) { /* -1 with an exception if there are none */
    if (self->of) return (Py_ssize_t)self->of->answers;
    return self->options ? PySequence_Size(self->options) : (PyErr_SetString(PyExc_AttributeError, "options"), -1);
}

/* How likely each of so many outcomes is, borrowed. */
static PyObject *share_among(Py_ssize_t count) {
    PyObject **kept = count >= 0 && count < SHARES ? &shares[count] : NULL;
    if (kept && *kept) return Py_NewRef(*kept);
    PyObject *share = share_of ? PyObject_CallFunction(share_of, "n", count) : NULL;
    if (share && kept && !*kept) *kept = Py_NewRef(share);
    if (!share && !PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "nobody has said what outcomes are");
    return share;
}

static PyObject *get_outcomes(PyObject *object, void *closure) {
    Py_ssize_t count = options_count((ChanceObject *)object);
    PyObject *share = count < 0 ? NULL : share_among(count);
    Outcomes *found = share ? MADE(outcomes_class, Outcomes, &plain_outcomes) : NULL;
    if (!found) {
        Py_XDECREF(share);
        return NULL;
    }
    found->share = share, found->of = (ChanceObject *)Py_NewRef(object);
    return (PyObject *)found;
}

static PyMemberDef chance_members[] = {
    {"prompt", T_OBJECT_EX, offsetof(ChanceObject, prompt), 0, NULL},
    {"binds", T_OBJECT_EX, offsetof(ChanceObject, binds), 0, NULL},
    WEAK_MEMBERS(ChanceObject),
};

static PyGetSetDef chance_fields[] = {
    {"options", get_options, set_options, NULL, NULL},
    {"outcomes", get_outcomes, NULL, "Each possibility with its probability.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

TYPE(chance, "Chance", ChanceObject, Py_TPFLAGS_BASETYPE,
     {Py_tp_dealloc, chance_dealloc}, {Py_tp_members, chance_members}, {Py_tp_getset, chance_fields});

/* ---- outcomes */

static void outcomes_dealloc(PyObject *object) {
    Py_XDECREF((PyObject *)((Outcomes *)object)->of);
    unmade_with(object, 2, &plain_outcomes);
}

/* The options of outcomes, borrowed. */
static PyObject *likely(Outcomes *self) {
    if (self->options || !self->of) {
        if (!self->options) PyErr_SetString(PyExc_AttributeError, "options");
        return self->options;
    }
    return options_in(self->of);
}

static PyObject *get_likely(PyObject *self, void *closure) { return Py_XNewRef(likely((Outcomes *)self)); }
static int set_likely(PyObject *self, PyObject *value, void *closure) { return set_field(&((Outcomes *)self)->options, value); }

static Py_ssize_t outcomes_length(PyObject *object) {
    Outcomes *self = (Outcomes *)object;
    if (!self->options && self->of) return options_count(self->of);
    PyObject *options = likely(self);
    return options ? PySequence_Size(options) : -1;
}

/* One of the options; a new reference. */
static PyObject *likely_at(Outcomes *self, Py_ssize_t at) {
    Snapshot *of = !self->options && self->of ? self->of->of : NULL;
    if (of && !of->options && of->things) return option_at(of, (size_t)at);
    PyObject *options = likely(self);
    return options ? PySequence_GetItem(options, at) : NULL;
}

static PyObject *outcomes_item(PyObject *object, Py_ssize_t at) {
    Outcomes *self = (Outcomes *)object;
    Py_ssize_t count = outcomes_length(object);
    if (count < 0) return NULL;
    if (at < 0 || at >= count) return PyErr_SetString(PyExc_IndexError, "there are not so many outcomes"), NULL;
    if (!self->share) return PyErr_SetString(PyExc_AttributeError, "share"), NULL;
    PyObject *option = likely_at(self, at), *pair = option ? PyTuple_Pack(2, option, self->share) : NULL;
    Py_XDECREF(option);
    return pair;
}

static PyObject *outcomes_part(PyObject *object, PyObject *at) {
    if (PyLong_Check(at) || PyIndex_Check(at)) {
        Py_ssize_t number = PyNumber_AsSsize_t(at, PyExc_IndexError), count = number < 0 ? outcomes_length(object) : 0;
        if (PyErr_Occurred()) return NULL;
        return outcomes_item(object, number + count);
    }
    Outcomes *self = (Outcomes *)object;
    PyObject *options = likely(self), *part = options ? PyObject_GetItem(options, at) : NULL;
    Outcomes *found = part ? MADE(Py_TYPE(object), Outcomes, &plain_outcomes) : NULL;
    if (!found) {
        Py_XDECREF(part);
        return NULL;
    }
    found->options = part, found->share = Py_XNewRef(self->share);
    return (PyObject *)found;
}

static PyMemberDef outcomes_members[] = {
    {"share", T_OBJECT_EX, offsetof(Outcomes, share), 0, NULL},
    WEAK_MEMBERS(Outcomes),
};

static PyGetSetDef outcomes_fields[] = {{"options", get_likely, set_likely, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};

TYPE(outcomes, "Outcomes", Outcomes, Py_TPFLAGS_BASETYPE,
     {Py_tp_dealloc, outcomes_dealloc}, {Py_tp_members, outcomes_members}, {Py_tp_getset, outcomes_fields},
     {Py_tp_iter, PySeqIter_New}, {Py_sq_length, outcomes_length}, {Py_sq_item, outcomes_item},
     {Py_mp_length, outcomes_length}, {Py_mp_subscript, outcomes_part});

/* ---- all of them */

PyObject *question_of(Snapshot *snap, PyObject *like) {
    if (Py_TYPE(like) == plain_chance.type || PyObject_TypeCheck(like, chance_type)) return chance_of_snapshot(snap, (ChanceObject *)like);
    if (Py_TYPE(like) == plain_decision.type || PyObject_TypeCheck(like, decision_type)) return decision_of(snap, (Decision *)like);
    return PyErr_SetString(PyExc_TypeError, "this is nothing that a game can wait for"), NULL;
}

PyObject *outcomes_are(PyObject *module, PyObject *args) {
    PyObject *made_of, *share;
    if (!PyArg_ParseTuple(args, "O!O:outcomes", &PyType_Type, &made_of, &share)) return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)made_of, outcomes_type)) return PyErr_SetString(PyExc_TypeError, "these are no outcomes"), NULL;
    if (outcomes_class) return PyErr_SetString(PyExc_ValueError, "what outcomes are was said already"), NULL;
    outcomes_class = (PyTypeObject *)Py_NewRef(made_of), share_of = Py_NewRef(share);
    Py_RETURN_NONE;
}
