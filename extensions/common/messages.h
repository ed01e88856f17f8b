/* Error messages. They consist of constant texts, so they contain no data. Engines put "dp_sum: "
 * in front. */
#ifndef INDPX_MESSAGES_H
#define INDPX_MESSAGES_H

#include "indp.h"
#include "parameters.h"

enum { INDPX_TEXT_SIZE = 200 };

/* The range (as in indpx_kind) for a release of a stored state. */
#define INDPX_STATE_RANGE "the bounds and rows_per_person of the state are"

/* The parameter whose rule was broken, if the status says so; else INDPX_NONE. epsilon: as given,
 * or 0. */
indpx_parameter indpx_broken(indp_status status, double epsilon);

/* The text for the other statuses; out is a buffer for it. range: as in indpx_kind. The engine
 * itself reports that memory ran out. */
const char *indpx_status_text(indp_status status, const char *range, double epsilon, char out[INDPX_TEXT_SIZE]);

#endif
