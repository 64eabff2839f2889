/* All that somebody has heard of a game, in short: how much, one value for all of it, and Python's hash. It grows with the
   log, and is kept with it, so that looking at each state of a game costs by what is new there. */

#include "hearer.h"

#include <string.h>

#include "generated/events.h"

typedef struct {
    PyObject_HEAD
    Hearer *hearer;
    Chunk *log;
    Summary summary;
} SummaryObject;

/* ---- kept with the log */

struct Keys {
    size_t used;
    struct {
        uint64_t number;
        Summary summary;
    } each[];
};

static const Summary *kept_summary(const Chunk *chunk, uint64_t number) {
    for (size_t i = 0; chunk->keys && i < chunk->keys->used; i++)
        if (chunk->keys->each[i].number == number) return &chunk->keys->each[i].summary;
    return NULL;
}

enum { MOST_KEPT = 64 }; /* for each chunk: hearers come and go, and leave theirs behind */

enum { BETWEEN = 8 };    /* where many chunks are summed up at once, it is kept with one of so many */

static bool keep_summary(Chunk *chunk, uint64_t number, Summary summary) {
    size_t used = chunk->keys ? chunk->keys->used : 0, at = used < MOST_KEPT ? used : number % MOST_KEPT;
    Keys *keys = used < MOST_KEPT ? PyMem_Realloc(chunk->keys, sizeof(Keys) + (used + 1) * sizeof(keys->each[0])) : chunk->keys;
    if (!keys) return PyErr_NoMemory() != NULL;
    keys->each[at].number = number, keys->each[at].summary = summary;
    keys->used = used < MOST_KEPT ? used + 1 : used;
    chunk->keys = keys;
    return true;
}

/* ---- growing */

/* What he hears of some events, each with its size as on a log, as words of the machine. */
static bool hears_all(Machine *mc, const Hearing *hearing, const Word *log, size_t size) {
    GUARD(mc, refused(mc) != NULL);
    mc->heard.used = 0;
    for (const Word *event = log; event < log + size; event += event[0]) {
        size_t begun = mc->heard.used;
        works(mc, (size_t)event[0]);
        push(mc, &mc->heard, 0);
        if (hear(mc, hearing, event + 1, &mc->heard))
            mc->heard.at[begun] = (Word)(mc->heard.used - begun);
        else
            mc->heard.used = begun;
    }
    return true;
}

static bool extend(Machine *mc, const Hearing *hearing, const Word *log, size_t size, Summary *summary) {
    if (!hears_all(mc, hearing, log, size)) return false;
    for (const Word *event = mc->heard.at; event < mc->heard.at + mc->heard.used; event += event[0]) {
        summary->key = key_after(summary->key, event + 1, (size_t)event[0] - 1);
        summary->count++;
        if (!hash_after(&summary->hash, event + 1)) return false;
    }
    return true;
}

static bool extend_first(Machine *mc, const Hearer *self, const Chunk *chunk, Summary *summary) {
    Buffer buffer = {NULL, 0, 0};
    bool done = (!chunk->python || add_log(&buffer, chunk->python, &self->plan->plan)) && extend(mc, &self->hearing, buffer.at, buffer.used, summary);
    PyMem_Free(buffer.at);
    return done;
}

static bool summed_up(Machine *mc, const Hearer *self, Chunk *chunk, Summary *summary) {
    Chunk *known = chunk;
    const Summary *kept = NULL;
    while (known && !(kept = kept_summary(known, self->number))) known = known->before;
    *summary = kept ? *kept : (Summary){0};
    size_t count;
    Chunk **path = chunks_after(chunk, known, &count);
    bool done = path != NULL;
    for (size_t i = 0; i < count && done; i++) {
        done = path[i]->before ? extend(mc, &self->hearing, path[i]->words, path[i]->size, summary) : extend_first(mc, self, path[i], summary);
        if (i % BETWEEN == BETWEEN - 1 || i + 1 == count) done = done && keep_summary(path[i], self->number, *summary);
    }
    PyMem_Free(path);
    return done;
}

static bool summary_of(Hearer *self, Chunk *log, Summary *summary) {
    const Summary *kept = kept_summary(log, self->number);
    if (kept) return *summary = *kept, true;
    Machine *mc = machine_for(self->plan);
    bool done = mc && summed_up(mc, self, log, summary);
    if (mc) machine_done(self->plan, mc);
    return done;
}

bool key_heard(Hearer *self, Chunk *log, Key *key) {
    const Summary *kept = kept_summary(log, self->number);
    if (kept) return *key = kept->key, true;
    Buffer words = {NULL, 0, 0};
    Machine *mc = add_chunks(&words, log, NULL, &self->plan->plan) ? machine_for(self->plan) : NULL;
    bool done = mc && hears_all(mc, &self->hearing, words.at, words.used);
    *key = (Key){0, 0};
    for (size_t at = 0; done && at < mc->heard.used; at += (size_t)mc->heard.at[at]) *key = key_after(*key, mc->heard.at + at + 1, (size_t)mc->heard.at[at] - 1);
    if (mc) machine_done(self->plan, mc);
    PyMem_Free(words.at);
    return done;
}

/* ---- as Python sees it */

static PyObject *key_as_python(const Summary *summary) { return PyBytes_FromStringAndSize((const char *)&summary->key, sizeof(Key)); }

PyObject *hearer_key(PyObject *object, PyObject *of) {
    Summary summary;
    Snapshot *snapshot = snapshot_of((Hearer *)object, of);
    return snapshot && summary_of((Hearer *)object, snapshot->log, &summary) ? key_as_python(&summary) : NULL;
}

static PyObject *summary_new(Hearer *hearer, Chunk *log, Summary summary) {
    SummaryObject *found = PyObject_New(SummaryObject, summary_type);
    if (!found) return NULL;
    found->hearer = (Hearer *)Py_NewRef((PyObject *)hearer), found->log = log, found->summary = summary;
    log->refs++;
    return (PyObject *)found;
}

PyObject *hearer_summary(PyObject *object, PyObject *of) {
    Summary summary;
    Snapshot *snapshot = snapshot_of((Hearer *)object, of);
    return snapshot && summary_of((Hearer *)object, snapshot->log, &summary) ? summary_new((Hearer *)object, snapshot->log, summary) : NULL;
}

static void summary_dealloc(PyObject *object) {
    SummaryObject *self = (SummaryObject *)object;
    chunk_release(self->log);
    Py_DECREF((PyObject *)self->hearer);
    gone(object);
}

static PyObject *get_key(PyObject *object, void *closure) {
    SummaryObject *self = (SummaryObject *)object;
    PyObject *key = key_as_python(&self->summary);
    return key ? Py_BuildValue("(ON)", (PyObject *)self->hearer, key) : NULL;
}

static PyObject *get_count(PyObject *object, void *closure) { return number((Word)((SummaryObject *)object)->summary.count); }
static PyObject *get_hash(PyObject *object, void *closure) { return number((Word)((SummaryObject *)object)->summary.hash); }

static bool is_summary(PyObject *other) {
    if (Py_TYPE(other) == summary_type) return true;
    PyErr_SetString(PyExc_TypeError, "this does not say what somebody has heard");
    return false;
}

static PyObject *summary_goes_on(PyObject *object, PyObject *other) {
    if (!is_summary(other)) return NULL;
    return PyBool_FromLong(chunk_goes_on(((SummaryObject *)object)->log, ((SummaryObject *)other)->log));
}

/* Of a game in which the same was heard, which nobody has heard anything of yet. */
static PyObject *summary_with(PyObject *object, PyObject *of) {
    SummaryObject *self = (SummaryObject *)object;
    Snapshot *snapshot = snapshot_of(self->hearer, of);
    if (!snapshot) return NULL;
    if (!kept_summary(snapshot->log, self->hearer->number) && !keep_summary(snapshot->log, self->hearer->number, self->summary)) return NULL;
    return summary_new(self->hearer, snapshot->log, self->summary);
}

/* What he has heard as events of Python's, without the log of all that happened, which took longer to make than they do. */
static bool add_heard(Machine *mc, const Hearer *self, const Chunk *chunk, PyObject *list) {
    Buffer first = {NULL, 0, 0};
    bool done = chunk->before || !chunk->python || add_log(&first, chunk->python, &self->plan->plan);
    done = done && hears_all(mc, &self->hearing, chunk->before ? chunk->words : first.at, chunk->before ? chunk->size : first.used);
    for (size_t at = 0; done && at < mc->heard.used; at += (size_t)mc->heard.at[at]) {
        PyObject *event = event_as_python(mc->heard.at + at + 1);
        done = event && !PyList_Append(list, event);
        Py_XDECREF(event);
    }
    PyMem_Free(first.at);
    return done;
}

static PyObject *heard_after(const SummaryObject *self, const Chunk *after) {
    size_t count;
    Chunk **path = chunks_after(self->log, after, &count);
    Machine *mc = path ? machine_for(self->hearer->plan) : NULL;
    PyObject *list = mc ? PyList_New(0) : NULL;
    for (size_t i = 0; list && i < count; i++)
        if (!add_heard(mc, self->hearer, path[i], list)) Py_CLEAR(list);
    if (mc) machine_done(self->hearer->plan, mc);
    PyMem_Free(path);
    return list;
}

static PyObject *summary_events(PyObject *object, PyObject *earlier) {
    SummaryObject *self = (SummaryObject *)object;
    if (earlier == Py_None) return heard_after(self, NULL);
    if (!is_summary(earlier)) return NULL;
    const SummaryObject *from = (SummaryObject *)earlier;
    bool goes_on = from->hearer == self->hearer && chunk_goes_on(self->log, from->log);
    return goes_on ? heard_after(self, from->log) : Py_NewRef(Py_None);
}

static PyGetSetDef summary_fields[] = {
    {"count", get_count, NULL, "How many events he has heard.", NULL},
    {"hash", get_hash, NULL, "The hash of them.", NULL},
    {"key", get_key, NULL, "Who has heard them, and one value for all.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef summary_methods[] = {
    {"goes_on", summary_goes_on, METH_O, "goes_on(earlier): whether the game has gone on from there."},
    {"events", summary_events, METH_O, "events(earlier): what he has heard since then, or since the beginning for None; None if the game has not gone on from there."},
    {"alike", summary_with, METH_O, "alike(snapshot): the same of another game, in which he has heard the same."},
    {NULL, NULL, 0, NULL},
};

TYPE(summary, "Summary", SummaryObject, INNER,
     {Py_tp_dealloc, summary_dealloc}, {Py_tp_getset, summary_fields}, {Py_tp_methods, summary_methods},
     {Py_tp_doc, "What somebody has heard of a game, in short."});
