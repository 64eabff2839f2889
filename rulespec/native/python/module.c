/* The extension module's own beginning. What it is made of is in files by subject, each of which `module.h` says something of;
   the machine itself knows nothing of Python. */

#include "hearer.h"
#include "generated/nodes.h"
#include "sampling.h"
#include "questions.h"
#include "standing.h"
#include "machine/twister.h"

PyTypeObject *plan_type, *snapshot_type, *watch_type;

static PyObject *nodes_as_python(void) {
    PyObject *nodes = PyDict_New();
#define X(name, kind, fields, depends)                                                                                          \
    if (nodes) {                                                                                                       \
        PyObject *each = number(name);                                                                                 \
        if (!each || PyDict_SetItemString(nodes, #name, each)) Py_CLEAR(nodes);                                        \
        Py_XDECREF(each);                                                                                              \
    }
    NODES(X)
#undef X
    return nodes;
}

static PyMethodDef functions[] = {
    {"outcomes", outcomes_are, METH_VARARGS, "outcomes(Outcomes, share): what outcomes of chance are, and how likely each of so many is."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rulespec._native", "The machine that plays plans, in C.", -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) {
    PyObject *module = PyModule_Create(&definition), *nodes = nodes_as_python();
    twister_begins();
    PyTypeObject *games_type = games_type_made();
    plan_type = (PyTypeObject *)PyType_FromSpec(&plan_spec);
    snapshot_type = (PyTypeObject *)PyType_FromSpec(&snapshot_spec);
    watch_type = (PyTypeObject *)PyType_FromSpec(&watch_spec);
    PyTypeObject *standing_type = (PyTypeObject *)PyType_FromSpec(&standing_spec);
    hearer_type = (PyTypeObject *)PyType_FromSpec(&hearer_spec);
    comparison_type = (PyTypeObject *)PyType_FromSpec(&comparison_spec);
    summary_type = (PyTypeObject *)PyType_FromSpec(&summary_spec);
    memory_type = (PyTypeObject *)PyType_FromSpec(&memory_spec);
    moments_type = (PyTypeObject *)PyType_FromSpec(&moments_spec);
    tracks_type = (PyTypeObject *)PyType_FromSpec(&tracks_spec);
    numbers_type = (PyTypeObject *)PyType_FromSpec(&numbers_spec);
    stretch_type = (PyTypeObject *)PyType_FromSpec(&stretch_spec);
    listing_type = (PyTypeObject *)PyType_FromSpec(&listing_spec);
    PyTypeObject *types[] = {standing_type, plan_type, snapshot_type, watch_type, hearer_type, comparison_type, summary_type, memory_type, moments_type, tracks_type, numbers_type, stretch_type, listing_type, games_type};
    bool done = module && nodes && questions_made(module) && options_made(module) && hashes_tried() && !PyModule_AddObjectRef(module, "NODES", nodes) && !PyModule_AddStringConstant(module, "DECLARED", DECLARED);
    for (size_t i = 0; done && i < sizeof(types) / sizeof(types[0]); i++) done = types[i] && !PyModule_AddType(module, types[i]);
    if (!done)
        Py_CLEAR(module);
    Py_XDECREF(nodes);
    return module;
}
