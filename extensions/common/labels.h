/* Finds candidates in the state of a mode. */
#ifndef INDPX_LABELS_H
#define INDPX_LABELS_H

#include <stddef.h>

#include "indp.h"

/* Whether the state of a mode has this candidate. Writes the index of the candidate to *place. */
int indpx_find(const void *state, const indp_category *wanted, size_t *place);

#endif
