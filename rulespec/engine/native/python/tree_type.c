/* The type `Tree`: a search in worlds that were sampled, as Python sees it. */

#include "sampling.h"
#include "tree/tree.h"

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    PyObject *worlds, *hearers, *numbers;
    Word *asked;
    Key *keys; /* what each seat has heard in each world, as far as somebody asked */
    bool *known;
    size_t next; /* how many games were simulated */
    bool busy; /* so that what gives numbers cannot begin another game meanwhile */
    Tree tree;
} TreeObject;

/* ---- making */

static size_t world_count(const TreeObject *self) { return (size_t)PyTuple_Size(self->worlds); }
static Snapshot *world_at(const TreeObject *self, size_t at) { return (Snapshot *)PyTuple_GetItem(self->worlds, (Py_ssize_t)at); }

static bool worlds_are(const TreeObject *self) {
    for (size_t i = 0; i < world_count(self); i++) {
        Snapshot *world = world_at(self, i);
        if (!PyObject_TypeCheck((PyObject *)world, snapshot_type) || world->plan != self->plan) return PyErr_SetString(PyExc_TypeError, "this is no snapshot of the same plan"), false;
        if (world->watch) return PyErr_SetString(PyExc_ValueError, "games that are watched are not searched here"), false;
    }
    return true;
}

static bool hearers_are(TreeObject *self) {
    const Plan *plan = &self->plan->plan;
    if (PyTuple_Size(self->hearers) != (Py_ssize_t)plan->players) return PyErr_SetString(PyExc_ValueError, "each seat needs a hearer"), false;
    for (size_t seat = 0; seat < (size_t)plan->players; seat++) {
        PyObject *each = PyTuple_GetItem(self->hearers, (Py_ssize_t)seat);
        if (!PyObject_TypeCheck(each, hearer_type) || ((Hearer *)each)->plan != self->plan) return PyErr_SetString(PyExc_TypeError, "this is no hearer of the same plan"), false;
        self->tree.listening[seat].hearing = &((Hearer *)each)->hearing;
    }
    return true;
}

static bool grows(TreeObject *self, PyObject *args) {
    PyObject *plan, *worlds, *hearers, *asked, *numbers;
    double exploration;
    if (!PyArg_ParseTuple(args, "O!O!O!O!dO:Tree", plan_type, &plan, &PyTuple_Type, &worlds, &PyTuple_Type, &hearers, &PyBytes_Type, &asked, &exploration, &numbers))
        return false;
    self->plan = (PlanObject *)Py_NewRef(plan);
    self->worlds = Py_NewRef(worlds), self->hearers = Py_NewRef(hearers), self->numbers = Py_NewRef(numbers);
    size_t seats = (size_t)self->plan->plan.players, count = 0;
    if (!tree_begins(&self->tree, seats)) return PyErr_NoMemory() != NULL;
    if (!worlds_are(self) || !hearers_are(self) || !(self->asked = words_of_bytes(asked, &count))) return false;
    if (count != (size_t)self->plan->plan.instructions) return PyErr_SetString(PyExc_ValueError, "this is about another plan"), false;
    self->keys = PyMem_Calloc(world_count(self) * seats + 1, sizeof(Key));
    self->known = PyMem_Calloc(world_count(self) * seats + 1, sizeof(bool));
    if (!self->keys || !self->known) return PyErr_NoMemory() != NULL;
    self->tree.exploration = exploration, self->tree.asked = self->asked;
    self->tree.numbers = numbers_of(self->numbers);
    return true;
}

static PyObject *tree_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !grows((TreeObject *)self, args)) Py_CLEAR(self);
    return self;
}

static void tree_dealloc(PyObject *object) {
    TreeObject *self = (TreeObject *)object;
    tree_ends(&self->tree);
    PyMem_Free(self->asked);
    PyMem_Free(self->keys);
    PyMem_Free(self->known);
    Py_XDECREF(self->worlds);
    Py_XDECREF(self->hearers);
    Py_XDECREF(self->numbers);
    Py_XDECREF((PyObject *)self->plan);
    gone(object);
}

/* ---- games in worlds */

typedef struct {
    TreeObject *self;
    size_t world;
} World;

static bool heard_before(void *from, Word seat, Key *key) {
    const World *of = from;
    TreeObject *self = of->self;
    size_t at = of->world * self->tree.seats + (size_t)seat;
    if (!self->known[at]) {
        Hearer *hearer = (Hearer *)PyTuple_GetItem(self->hearers, (Py_ssize_t)seat);
        if (!key_heard(hearer, world_at(self, of->world)->log, &self->keys[at])) return false;
        self->known[at] = true;
    }
    *key = self->keys[at];
    return true;
}

static bool stands_in(Machine *mc, World *of) {
    Tree *tree = &of->self->tree;
    const Snapshot *world = world_at(of->self, of->world);
    listening_begins(tree);
    tree->heard_before = heard_before, tree->from = of;
    return thaw(mc, world) && thaw_answers(mc, world);
}

/* Whether the machine has done what it was to do; else an exception is set. */
static bool done(const Machine *mc, bool well) { return well || (refused(mc), false); }

static PyObject *tree_simulate(PyObject *object, PyObject *args) {
    TreeObject *self = (TreeObject *)object;
    Py_ssize_t games;
    if (!PyArg_ParseTuple(args, "n:simulate", &games)) return NULL;
    if (self->busy) return PyErr_SetString(PyExc_RuntimeError, "this search simulates a game already"), NULL;
    if (games > 0 && !world_count(self)) return PyErr_SetString(PyExc_ValueError, "there is no world to simulate a game in"), NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    self->busy = true;
    mc->chance = self->tree.numbers.next, mc->from = self->tree.numbers.from;
    bool well = true;
    for (; well && games > 0; games--) {
        World of = {self, self->next++ % world_count(self)};
        well = stands_in(mc, &of) && done(mc, simulate(mc, &self->tree));
    }
    machine_done(self->plan, mc);
    self->busy = false;
    return well ? Py_NewRef(Py_None) : NULL;
}

static PyObject *tried_in(const Tree *tree, const Node *node) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; node && list && i < node->options; i++) {
        const Tried *option = &tree->tried[node->first + i];
        append_item(&list, Py_BuildValue("(Kd)", (unsigned long long)option->tried, option->total));
    }
    return list;
}

static PyObject *tree_tried(PyObject *object, PyObject *unused) {
    TreeObject *self = (TreeObject *)object;
    if (!world_count(self)) return PyList_New(0);
    if (self->busy) return PyErr_SetString(PyExc_RuntimeError, "this search simulates a game already"), NULL;
    Machine *mc = machine_for(self->plan);
    if (!mc) return NULL;
    Key key;
    World of = {self, 0};
    bool well = stands_in(mc, &of) && done(mc, information(mc, &self->tree, &key));
    machine_done(self->plan, mc);
    return well ? tried_in(&self->tree, tree_find(&self->tree, key)) : NULL;
}

static PyObject *get_size(PyObject *object, void *closure) { return number((Word)((TreeObject *)object)->tree.nodes); }

static PyGetSetDef tree_fields[] = {
    {"size", get_size, NULL, "How many information states were met.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef tree_methods[] = {
    {"simulate", tree_simulate, METH_VARARGS, "simulate(games): so many games, which go through the worlds in turn."},
    {"tried", tree_tried, METH_NOARGS, "For each option of the first world how often it was tried, and its total return; empty if it never was."},
    {NULL, NULL, 0, NULL},
};

TYPE(tree, "Tree", TreeObject, Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, tree_new}, {Py_tp_dealloc, tree_dealloc}, {Py_tp_getset, tree_fields}, {Py_tp_methods, tree_methods},
     {Py_tp_doc, "Tree(plan, worlds, hearers, asked, exploration, numbers): a search in worlds."});
