/* The type `Watch`: what looks at games, or notes what they did; and runs that are watched. */

#include "module.h"

#include <string.h>

/* What looks at games, or notes what they did; watches can lie one above the other. */
struct Watch {
    PyObject_HEAD
    struct Watch *below;
    PyObject *look, *notes; /* either can be NULL */
    uint8_t *places, *all;  /* of each instruction when this watch looks, or any of those below, too */
    size_t count;
};

/* ---- runs that are watched */

static void look_at(void *from, Machine *mc, Word pc, int when) {
    Watched *watched = from;
    bool waits = mc->waits;
    mc->waits = false; /* nobody answers here, even where the run is about to stop */
    PyObject *snap = freeze(watched->plan, mc, watched->before);
    mc->waits = waits;
    for (Watch *each = watched->watch; snap && each; each = each->below) {
        if (!each->look || !(each->places[pc] & when)) continue;
        PyObject *done = PyObject_CallFunction(each->look, "LO", (long long)pc, snap);
        if (!done) Py_CLEAR(snap);
        Py_XDECREF(done);
    }
    if (!snap) fail(mc, NULL);
    Py_DECREF(snap);
}

bool watch_begins(Machine *mc, Watched *watched) {
    for (Watch *each = watched->watch; each; each = each->below) mc->noting |= each->notes != NULL;
    if (!watched->watch) return true;
    if (watched->watch->count != (size_t)mc->plan->instructions) return PyErr_SetString(PyExc_ValueError, "this is watched for another plan"), false;
    mc->looked_at = watched->watch->all, mc->look = look_at, mc->looking = watched;
    return true;
}

bool watch_ends(Machine *mc, Watched *watched) {
    for (size_t at = 0; mc->noting && at < mc->notes.used; at += NOTE_WORDS) {
        const Word *note = mc->notes.at + at;
        PyObject *tuple = numbers(note, NOTE_WORDS);
        bool done = tuple != NULL;
        for (Watch *each = watched->watch; done && each; each = each->below)
            done = !each->notes || !PyList_Append(each->notes, tuple);
        Py_XDECREF(tuple);
        if (!done) return false;
    }
    return true;
}

/* ---- watches */

static bool watches(Watch *self, PyObject *args, PyObject *names) {
    static char *arguments[] = {"places", "look", "notes", "below", NULL};
    const char *places;
    Py_ssize_t count;
    PyObject *look, *notes, *below;
    if (!PyArg_ParseTupleAndKeywords(args, names, "y#OOO:Watch", arguments, &places, &count, &look, &notes, &below)) return false;
    if (below != Py_None && (Py_TYPE(below) != watch_type || ((Watch *)below)->count != (size_t)count))
        return PyErr_SetString(PyExc_ValueError, "the watch below is of another plan"), false;
    if (notes != Py_None && !PyList_Check(notes)) return PyErr_SetString(PyExc_TypeError, "notes are added to a list"), false;
    self->places = PyMem_Malloc((size_t)count + 1), self->all = PyMem_Malloc((size_t)count + 1);
    if (!self->places || !self->all) return PyErr_NoMemory() != NULL;
    memcpy(self->places, places, (size_t)count);
    memcpy(self->all, places, (size_t)count);
    self->count = (size_t)count;
    if (look != Py_None) self->look = Py_NewRef(look);
    if (notes != Py_None) self->notes = Py_NewRef(notes);
    if (below != Py_None) {
        self->below = (Watch *)Py_NewRef(below);
        for (size_t i = 0; i < self->count; i++) self->all[i] |= self->below->all[i];
    }
    return true;
}

static PyObject *watch_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !watches((Watch *)self, args, names)) Py_CLEAR(self);
    return self;
}

static int watch_traverse(PyObject *object, visitproc visit, void *arg) {
    Watch *self = (Watch *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->below);
    Py_VISIT(self->look);
    Py_VISIT(self->notes);
    return 0;
}

static int watch_clear(PyObject *object) {
    Py_CLEAR(((Watch *)object)->look);
    Py_CLEAR(((Watch *)object)->notes);
    return 0;
}

static void watch_dealloc(PyObject *object) {
    Watch *self = (Watch *)object;
    PyObject_GC_UnTrack(object);
    watch_clear(object);
    PyMem_Free(self->places);
    PyMem_Free(self->all);
    Py_XDECREF((PyObject *)self->below);
    gone(object);
}

TYPE(watch, "Watch", Watch, Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
     {Py_tp_new, watch_new}, {Py_tp_dealloc, watch_dealloc}, {Py_tp_traverse, watch_traverse},
     {Py_tp_clear, watch_clear},
     {Py_tp_doc, "Watch(places, look, notes, below): what looks at games at some instructions, or notes all that were done."});

bool is_watch(PyObject *watch) {
    if (watch == Py_None || Py_TYPE(watch) == watch_type) return true;
    PyErr_SetString(PyExc_TypeError, "this is no watch");
    return false;
}
