/* The hash that Python gives the events that somebody has heard, as `engine/events/heard.py` has it: worked out from words, so that
   what nobody reads need not be made. Whether that comes to the same is tried out once; where it does not, as another
   Python may have it, the events are made, and Python is asked. */

#include "hearer.h"

#include <string.h>

#include "generated/events.h"

static bool alike;               /* whether what is worked out here is what Python says */
static Py_hash_t none, unheard;  /* of None, and of what was not heard */

/* ---- as CPython has it */

#define MODULUS (((uint64_t)1 << 61) - 1)

static Py_hash_t hash_number(Word value) {
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    Py_hash_t hash = (Py_hash_t)(size % MODULUS);
    hash = value < 0 ? -hash : hash;
    return hash == -1 ? -2 : hash;
}

static Py_hash_t hash_known(Word value) { return value == UNSEEN ? unheard : hash_number(value); }
static Py_hash_t hash_maybe(const Word *value) { return value[0] ? hash_number(value[1]) : none; }

typedef struct {
    uint64_t mixed, count;
} Tuple;

#define EMPTY ((Tuple){2870177450012600261u, 0})

static void add_item(Tuple *tuple, Py_hash_t hash) {
    uint64_t mixed = tuple->mixed + (uint64_t)hash * 14029467366897019727u;
    mixed = mixed << 31 | mixed >> 33;
    tuple->mixed = mixed * 11400714785074694791u;
    tuple->count++;
}

static Py_hash_t hash_tuple(const Tuple *tuple) {
    uint64_t mixed = tuple->mixed + (tuple->count ^ 2870177450012600261u ^ 3527539u);
    return mixed == UINT64_MAX ? 1546275796 : (Py_hash_t)mixed;
}

static Py_hash_t hash_set(const Word *set) {
    Tuple tuple = EMPTY;
    for (Word i = 1; i <= set[0]; i++) add_item(&tuple, hash_known(set[i]));
    return hash_tuple(&tuple);
}

static Py_hash_t hash_answer(const Word *answer) {
    Tuple tuple = EMPTY;
    const Word *part = answer + 2;
    switch (answer[0]) {
    case DECLINED:
        return none;
    case YES:
        return 1;
    case ONE_THING:
        return hash_known(answer[1]);
    case ONE_SET:
        return hash_set(answer + 1);
    default:
        for (Word i = 0; i < answer[1]; i++, part += answer_size(part)) add_item(&tuple, hash_answer(part)); /* no part has parts */
        return hash_tuple(&tuple);
    }
}

static Py_hash_t hash_zones(const Word *zones) {
    Tuple tuple = EMPTY;
    for (const Word *zone = zones + 1; zone < zones + 1 + zones[0]; zone += 1 + zone[0]) add_item(&tuple, hash_set(zone));
    return zones[0] ? hash_tuple(&tuple) : none;
}

static Py_hash_t hash_values(const Word *values) {
    Tuple tuple = EMPTY;
    for (Word i = 0; i < values[0]; i++) add_item(&tuple, hash_maybe(values + 1 + 2 * i));
    return hash_tuple(&tuple);
}

static Py_hash_t hash_field(char field, const Word *at) {
    switch (field) {
    case '#':
        return hash_known(at[0]);
    case '?':
        return hash_maybe(at);
    case '*':
        return hash_set(at);
    case 'z':
        return hash_zones(at);
    case 'v':
        return hash_values(at);
    default:
        return hash_answer(at);
    }
}

static Py_hash_t hash_event(const Word *event) {
    const Word *at[MOST_FIELDS + 2];
    Tuple tuple = EMPTY;
    int count = fields_of(event, at);
    add_item(&tuple, hash_number(event[0]));
    for (int field = 1; field <= count; field++) add_item(&tuple, hash_field(EVENT_FIELDS[event[0]][field - 1], at[field]));
    return hash_tuple(&tuple);
}

/* ---- as Python says itself */

static bool asked(PyObject *object, Py_hash_t *hash) { /* takes the object over */
    *hash = object ? PyObject_Hash(object) : -1;
    Py_XDECREF(object);
    return *hash != -1;
}

/* A few events in which all that can occur does; whether Python gives each the same hash. */
bool hashes_tried(void) {
    static const Word tried[] = {
        EVENT_BEGIN, 3, 6, 2, 4, UNSEEN, 0, 1, 7, 4, 1, -1, 0, 0, 1, INT64_MAX, 1, INT64_MIN,
        EVENT_BEGIN, -2, 0, 0,
        EVENT_CHOOSE, 1, 2, 3, SEVERAL, 4, ONE_SET, 2, UNSEEN, 9, ONE_THING, 70000000000000, DECLINED, YES,
        EVENT_REVEAL, 0, -1, (Word)MODULUS, DECLINED,
        EVENT_MOVE, 5, 0, 3, 1, 2, UNSEEN, 0, -(Word)MODULUS - 1,
        EVENT_ROUND,
    };
    if (!asked(Py_NewRef(Py_None), &none) || !asked(PyUnicode_FromString("?"), &unheard)) return false;
    alike = sizeof(Py_hash_t) == sizeof(uint64_t);
    for (const Word *event = tried, *at[MOST_FIELDS + 2]; event < tried + sizeof(tried) / sizeof(tried[0]); event = at[fields_of(event, at) + 1]) {
        Py_hash_t hash;
        if (!asked(event_as_python(event), &hash)) return false;
        alike = alike && hash_event(event) == hash;
    }
    return true;
}

bool hash_after(Py_hash_t *hash, const Word *event) {
    if (!alike) return asked(Py_BuildValue("(nN)", (Py_ssize_t)*hash, event_as_python(event)), hash);
    Tuple tuple = EMPTY;
    add_item(&tuple, hash_number(*hash));
    add_item(&tuple, hash_event(event));
    *hash = hash_tuple(&tuple);
    return true;
}
