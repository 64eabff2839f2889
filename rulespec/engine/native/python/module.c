/* The extension module's own beginning. What it is made of is in files by subject, each of which `module.h` says something of;
   the machine itself knows nothing of Python. */

#include "generated/nodes.h"
#include "hearer.h"
#include "machine/twister.h"
#include "questions.h"

#define X(name, slots) PyTypeObject *name##_type;
TYPES(X)
#undef X

static const struct {
    PyType_Spec *spec;
    PyTypeObject **type;
    const char *slots;
} types[] = {
#define X(name, slots) {&name##_spec, &name##_type, slots},
    TYPES(X)
#undef X
};

/* Says which slots a type has, as Python's own classes do. */
static bool has_slots(PyObject *type, const char *slots) {
    PyObject *tuple = as_tuple(PyObject_CallMethod((PyObject *)&PyUnicode_Type, "split", "s", slots));
    bool done = tuple && !PyObject_SetAttrString(type, "__slots__", tuple);
    Py_XDECREF(tuple);
    return done;
}

static bool types_made(PyObject *module) {
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        PyObject *type = PyType_FromSpec(types[i].spec);
        *types[i].type = (PyTypeObject *)type;
        if (!type || (types[i].slots && !has_slots(type, types[i].slots)) || PyModule_AddType(module, (PyTypeObject *)type)) return false;
    }
    return true;
}

static bool nodes_told(PyObject *module) {
    PyObject *nodes = PyDict_New();
#define X(name, kind, fields, depends)                                                                                          \
    if (nodes) {                                                                                                       \
        PyObject *each = number(name);                                                                                 \
        if (!each || PyDict_SetItemString(nodes, #name, each)) Py_CLEAR(nodes);                                        \
        Py_XDECREF(each);                                                                                              \
    }
    NODES(X)
#undef X
    bool done = nodes && !PyModule_AddObjectRef(module, "NODES", nodes) && !PyModule_AddStringConstant(module, "DECLARED", DECLARED);
    Py_XDECREF(nodes);
    return done;
}

static PyMethodDef functions[] = {
    {"outcomes", outcomes_are, METH_VARARGS, "outcomes(Outcomes, share): what outcomes of chance are, and how likely each of so many is."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rulespec._native", "The machine that plays plans, in C.", -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) {
    PyObject *module = PyModule_Create(&definition);
    twister_begins();
    if (module && !(types_made(module) && nodes_told(module) && hashes_tried())) Py_CLEAR(module);
    return module;
}
