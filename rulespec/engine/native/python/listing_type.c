/* All games that agree with what somebody has heard, as Python sees them: one after another, as they are asked for. */

#include "knowledge/listing.h"
#include "sampling.h"

typedef struct {
    PyObject_HEAD
    StretchObject *stretch;
    Snapshot *begun; /* the game that all of them go on from */
    Machine *mc;     /* that goes through them; NULL before it begins, once there are no more, and while it is at it */
    bool has_begun;
    Listing listing;
} ListingObject;

static PlanObject *plan_of(const ListingObject *self) { return self->stretch->comparison->hearer->plan; }

/* The machine as it stands; NULL where there is nothing more, or with an exception. */
static Machine *machine_of(ListingObject *self) {
    Machine *mc = self->mc;
    self->mc = NULL;
    if (mc || self->has_begun) return mc;
    self->has_begun = true;
    mc = machine_for(plan_of(self));
    if (!mc || stretch_stands(mc, self->begun)) return mc;
    machine_done(plan_of(self), mc);
    return NULL;
}

static PyObject *listing_on(PyObject *object, PyObject *args) {
    ListingObject *self = (ListingObject *)object;
    Py_ssize_t left;
    if (!PyArg_ParseTuple(args, "n:next", &left)) return NULL;
    Machine *mc = machine_of(self);
    if (!mc) return PyErr_Occurred() ? NULL : Py_BuildValue("(nO)", (Py_ssize_t)0, Py_None);
    Asking asking = {self->stretch, self->begun->log};
    bool found = false;
    self->listing.left = left > 0 ? (size_t)left : 0, self->listing.by = &asking;
    PyObject *snapshot = NULL;
    mc->failed = NULL;
    if (!listing_next(mc, &self->listing, &found))
        refused(mc);
    else
        snapshot = found ? freeze(plan_of(self), mc, self->begun->log) : Py_NewRef(Py_None);
    if (snapshot && found)
        self->mc = mc;
    else
        machine_done(plan_of(self), mc);
    return snapshot ? Py_BuildValue("(nN)", (Py_ssize_t)self->listing.tried, snapshot) : NULL;
}

PyObject *stretch_listing(PyObject *object, PyObject *args) {
    StretchObject *stretch = (StretchObject *)object;
    PyObject *of;
    Py_ssize_t at;
    if (!PyArg_ParseTuple(args, "On:listing", &of, &at) || !stretch_heard(stretch, at)) return NULL;
    Snapshot *snapshot = snapshot_of(stretch->comparison->hearer, of);
    ListingObject *self = snapshot ? PyObject_GC_New(ListingObject, listing_type) : NULL;
    if (!self) return NULL;
    self->stretch = (StretchObject *)Py_NewRef(object), self->begun = (Snapshot *)Py_NewRef(of);
    self->mc = NULL, self->has_begun = false;
    self->listing = (Listing){.account = stretch->stretch.account, .is_now = stretch_is_now};
    listing_begin(&self->listing, (size_t)at);
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}

static int listing_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT((PyObject *)((ListingObject *)object)->stretch);
    Py_VISIT((PyObject *)((ListingObject *)object)->begun);
    return 0;
}

static void listing_dealloc(PyObject *object) {
    ListingObject *self = (ListingObject *)object;
    PyObject_GC_UnTrack(object);
    if (self->mc) machine_done(plan_of(self), self->mc);
    listing_free(&self->listing);
    Py_DECREF((PyObject *)self->begun);
    Py_DECREF((PyObject *)self->stretch);
    gone(object);
}

static PyMethodDef listing_methods[] = {
    {"next", listing_on, METH_VARARGS, "next(left): how much was tried, and the next game; None if there is none, or more was tried than was left."},
    {NULL, NULL, 0, NULL},
};

TYPE(listing, "Listing", ListingObject, Py_TPFLAGS_HAVE_GC | INNER,
     {Py_tp_dealloc, listing_dealloc}, {Py_tp_traverse, listing_traverse}, {Py_tp_methods, listing_methods},
     {Py_tp_doc, "All games that agree with what somebody has heard."});
