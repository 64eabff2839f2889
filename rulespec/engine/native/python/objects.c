/* Objects that are not of the usual class, or for which no memory is at hand. */

#include "objects.h"

PyObject *made_otherwise(PyTypeObject *type, Plain *plain, size_t size) {
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *object = alloc(type, 0);
    if (!object || !(PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC)) return object;
    PyObject_GC_UnTrack(object);
    PyObject *basic = plain->type ? NULL : PyObject_GetAttrString((PyObject *)type, "__basicsize__");
    if (basic && PyLong_AsSize_t(basic) == size) plain->type = (PyTypeObject *)Py_NewRef((PyObject *)type);
    Py_XDECREF(basic);
    return object;
}

PyObject *made_anew(Plain *plain) { return PyObject_GC_New(PyObject, plain->type); }

void gone(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}
