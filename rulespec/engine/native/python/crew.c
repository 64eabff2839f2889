/* Threads by what Python has on every platform, but with none of its objects: a queue of Python's took 13 microseconds of each
   call. Who waits spins for a moment before he sleeps, as to be woken takes longer than most programs need between two steps. */

#include "crew.h"

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef _WIN32 /* where there are no forks */
#include <unistd.h>
#endif

enum { SPINS = 1000 }; /* looks, before somebody sleeps: some 40 microseconds */

#define NO_THREAD ((unsigned long)-1) /* as Python says that none could be started */

/* A worker waits, awake or asleep, is called, works, and may be waited for; in the end he is dismissed. */
typedef enum { AWAKE, ASLEEP, CALLED, WORKING, AWAITED, DISMISSED } Duty;

/* He frees it himself, once he is dismissed. */
typedef struct {
    _Atomic Duty duty;
    PyThread_type_lock bell, done; /* he sleeps until it rings; who has called, until he is done */
    size_t who;
    Work work;
    void *of;
    char apart[64]; /* from what others write to */
} Worker;

struct Crew {
    size_t room, count;
    long process; /* a fork copies no threads */
    Worker *workers[];
};

static long this_process(void) {
#ifdef _WIN32
    return 0;
#else
    return (long)getpid();
#endif
}

static void pause_for_a_moment(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

/* Spins while a worker does what he does; false if he still does. */
static bool is_past(Worker *worker, Duty duty) {
    for (int spins = 0; spins < SPINS; spins++) {
        if (atomic_load_explicit(&worker->duty, memory_order_acquire) != duty) return true;
        pause_for_a_moment();
    }
    return false;
}

static bool turns(Worker *worker, Duty from, Duty to) { return atomic_compare_exchange_strong(&worker->duty, &from, to); }

static void worker_free(Worker *worker) {
    if (worker->bell) PyThread_free_lock(worker->bell);
    if (worker->done) PyThread_free_lock(worker->done);
    free(worker);
}

static void lives(void *from) {
    Worker *worker = from;
    while (atomic_load(&worker->duty) != DISMISSED) {
        if (!is_past(worker, AWAKE) && turns(worker, AWAKE, ASLEEP)) PyThread_acquire_lock(worker->bell, WAIT_LOCK);
        if (!turns(worker, CALLED, WORKING)) continue;
        worker->work(worker->of, worker->who);
        if (atomic_exchange(&worker->duty, AWAKE) == AWAITED) PyThread_release_lock(worker->done);
    }
    worker_free(worker);
}

static Worker *worker_new(size_t who) {
    Worker *worker = calloc(1, sizeof(Worker));
    if (!worker) return NULL;
    worker->who = who, worker->bell = PyThread_allocate_lock(), worker->done = PyThread_allocate_lock();
    bool there = worker->bell && worker->done; /* held: who takes one waits until it is released */
    there = there && PyThread_acquire_lock(worker->bell, NOWAIT_LOCK) && PyThread_acquire_lock(worker->done, NOWAIT_LOCK);
    if (there && PyThread_start_new_thread(lives, worker) != NO_THREAD) return worker;
    worker_free(worker);
    return NULL;
}

/* As many as can be had. */
static void recruit(Crew *crew) {
    crew->process = this_process(), crew->count = 0;
    while (crew->count < crew->room && (crew->workers[crew->count] = worker_new(crew->count + 1))) crew->count++;
}

static void tell(Worker *worker, Duty duty) {
    if (atomic_exchange(&worker->duty, duty) == ASLEEP) PyThread_release_lock(worker->bell);
}

/* Until a worker works no more; if he has not begun, he need not. */
static void ends(Worker *worker) {
    if (turns(worker, CALLED, AWAKE) || is_past(worker, WORKING)) return;
    if (turns(worker, WORKING, AWAITED)) PyThread_acquire_lock(worker->done, WAIT_LOCK);
}

Crew *crew_new(size_t others) {
    Crew *crew = calloc(1, sizeof(Crew) + others * sizeof(Worker *));
    if (!crew) return NULL;
    crew->room = others;
    recruit(crew);
    return crew;
}

void crew_free(Crew *crew) {
    if (!crew) return;
    for (size_t i = 0; crew->process == this_process() && i < crew->count; i++) tell(crew->workers[i], DISMISSED);
    free(crew);
}

void crew_works(Crew *crew, Work work, void *of) {
    if (crew->process != this_process()) recruit(crew); /* those of the parent are no more */
    for (size_t i = 0; i < crew->count; i++) {
        crew->workers[i]->work = work, crew->workers[i]->of = of;
        tell(crew->workers[i], CALLED);
    }
    work(of, 0);
    for (size_t i = 0; i < crew->count; i++) ends(crew->workers[i]);
}
