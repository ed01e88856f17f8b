/* Declares the error messages. They consist of constant texts, so they contain no data. Each engine
 * puts the name of the function in front, such as "dp_sum: ". */
#ifndef INDPX_MESSAGES_H
#define INDPX_MESSAGES_H

#include "indp.h"
#include "parameters.h"

enum { INDPX_TEXT_SIZE = 200 };

/* A status of our own, beside those of the library: see start_points in kinds.c. */
enum { INDPX_E_TWO_CANDIDATES = 1000 };

/* The message if several quantiles are requested from a state that has none. */
#define INDPX_NO_QUANTILES "only states of medians, quantiles, minima and maxima have quantiles"

/* The message if all counts are requested from a state that has none. */
#define INDPX_NO_COUNTS "only states of histograms and modes have counts"

/* The message if bounds are requested from another state. */
#define INDPX_NO_BOUNDS "only states of dp_bounds_state and dp_bounds_among_state have bounds"

/* The text for `range` (see indpx_kind) when a stored state is released. */
#define INDPX_STATE_RANGE "the parameters of the state"

/* The parameter whose rule was broken, or INDPX_NONE if the status does not belong to one
 * parameter. */
indpx_parameter indpx_broken(indp_status status);

/* The text for a status that does not belong to one parameter. `out` is a buffer that the text may
 * be written to. `range` is the field of this name in indpx_kind, or INDPX_STATE_RANGE. The SQLite
 * extension raises SQLite's own error for INDP_E_NO_MEMORY instead. */
const char *indpx_status_text(indp_status status, const char *range, double epsilon,
                              char out[INDPX_TEXT_SIZE]);

#endif
