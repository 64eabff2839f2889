/* States: what each consists of, and what the module knows of snapshots for their sake. */

#ifndef RULESPEC_STANDING_H
#define RULESPEC_STANDING_H

#include "module.h"

/* The snapshot after one of the options of a snapshot, of any engine; None if it is none of them. */
PyObject *snapshot_after(PyObject *snapshot, PyObject *option, PyObject *random);
/* What a snapshot of any engine waits for. */
PyObject *snapshot_waits(PyObject *snapshot);


#endif
