/* Somebody who hears of games, as Python sees him. */

#ifndef RULESPEC_HEARER_H
#define RULESPEC_HEARER_H

#include "knowledge/hearing.h"
#include "knowledge/memory.h"
#include "module.h"

typedef struct {
    PyObject_HEAD
    PlanObject *plan;
    Hearing hearing;
    PyObject *material; /* what it calls the cards and places, which only Python reads */
    uint64_t number;    /* of no other hearer */
} Hearer;

Snapshot *snapshot_of(const Hearer *hearer, PyObject *object); /* one of the plan that he hears of, or NULL with an exception */

/* ---- summary.c, hashes.c: what he has heard of a game, in short */

typedef struct {
    Key key;
    uint64_t count;
    Py_hash_t hash; /* that Python gives it */
} Summary;


PyObject *hearer_key(PyObject *hearer, PyObject *snapshot);
PyObject *hearer_summary(PyObject *hearer, PyObject *snapshot);

bool key_heard(Hearer *hearer, Chunk *log, Key *key); /* the key alone, without Python's hash, which takes longer to work out */
bool hashes_tried(void); /* once, when the module begins */
bool hash_after(Py_hash_t *hash, const Word *event);

/* ---- memory_type.c: what he has heard of a game */

enum { SAID = 3 };

typedef struct {
    PyObject_HEAD
    Hearer *hearer;
    Chunk *log; /* of the game; NULL where only what was heard is known */
    Memory memory;
    PyObject **made[SAID]; /* what it says of moments, as far as Python has asked */
} MemoryObject;


PyObject *hearer_memory(PyObject *hearer, PyObject *args);
PyObject *hearer_recalled(PyObject *hearer, PyObject *heard);

/* ---- comparing.c */

typedef struct {
    PyObject_HEAD
    Hearer *hearer;
    MemoryObject *memory;
    Account account; /* of the memory */
} Comparison;

PyObject *hearer_comparison(PyObject *hearer, PyObject *memory);

#endif
