/* What errors say, put together from constant texts: nothing of the data enters. Engines put
 * "dp_sum: " in front. */
#ifndef INDPX_MESSAGES_H
#define INDPX_MESSAGES_H

#include "indp.h"
#include "parameters.h"

enum { INDPX_TEXT_SIZE = 200 };

/* The range of a release whose kind and parameters are those of a stored state. */
#define INDPX_STATE_RANGE "the bounds and rows_per_person of the state are"

/* The parameter whose rule was broken, if that is what a status says; else INDPX_NONE. epsilon: as
 * given, or 0. */
indpx_parameter indpx_broken(indp_status status, double epsilon);

/* Otherwise: the text, which may be put together in out. range: as in indpx_kind. Memory is the
 * engine's to report. */
const char *indpx_status_text(indp_status status, const char *range, double epsilon, char out[INDPX_TEXT_SIZE]);

#endif
