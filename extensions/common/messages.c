#include "messages.h"

#include <stdio.h>

indpx_parameter indpx_broken(indp_status status)
{
    switch (status) {
    case INDP_E_QUANTILE: return INDPX_Q;
    case INDP_E_QUANTILES: return INDPX_QS;
    case INDP_E_LO: return INDPX_LO;
    case INDP_E_HI: return INDPX_HI;
    case INDP_E_CATEGORIES: return INDPX_CANDIDATES;
    case INDP_E_EDGES: return INDPX_EDGES;
    case INDP_E_CENTRE: return INDPX_CENTRE;
    case INDP_E_ALPHA: return INDPX_ALPHA;
    case INDP_E_ROWS: return INDPX_N;
    case INDP_E_ANSWER: return INDPX_PARTS; /* the engine refuses answers that are not finite */
    case INDP_E_EPSILON: return INDPX_EPSILON;
    default: return INDPX_NONE;
    }
}

const char *indpx_status_text(indp_status status, const char *range, double epsilon,
                              char out[INDPX_TEXT_SIZE])
{
    switch (status) {
    case INDP_E_RANGE: return "lo must be below hi";
    case INDPX_E_TWO_CANDIDATES:
        return "no grid has exactly 2 candidates for these lo and hi: use at least 3";
    case INDP_E_CANDIDATES:
        return "lo and hi are too close together for their magnitude: widen the interval";
    /* The engine refuses values below 1. */
    case INDP_E_ROWS_PER_PERSON: return "rows_per_person is too large";
    case INDP_E_STATE: return "state must be what a dp_..._state function or dp_merge returned";
    /* The engine refuses errors that are not above 0. */
    case INDP_E_ACCURACY: return "no epsilon gives an error this small: ask for a larger error";
    case INDP_E_UNUSED_PRECISION:
        return "parts are released in real arithmetic only: set the float precision to 0";
    case INDP_E_GRID:
        /* Counts, and the counts inside averages, variances and standard deviations, need a grid
         * of at least 1. In float arithmetic the grid follows from epsilon, and is at least 1 for
         * every epsilon up to twice rows_per_person. */
        return "epsilon is too large for float arithmetic: use an epsilon of at most 2 * "
               "rows_per_person, or set the float precision to 0 (real arithmetic)";
    case INDP_E_FLOAT_EPSILON:
    case INDP_E_FLOAT_BOUND:
        /* At 53 bits float arithmetic accepts an epsilon from about 2^-30 to 2^10, and at more bits
         * the range is wider. An epsilon in this range is refused only if lo and hi are close to
         * the limits of a double. The condition below uses a narrower range. */
        if (epsilon > 0x1p-12 && epsilon < 0x1p5)
            return "lo and hi are too small or too large for float arithmetic: set the float "
                   "precision to 0 (real arithmetic)";
        return epsilon < 1 ? "epsilon is too small for this float precision: set the precision to "
                             "-1 (automatic) or 0 (real arithmetic)"
                           : "epsilon is too large for this float precision: use a smaller "
                             "epsilon, or set the precision to 0 (real arithmetic)";
    case INDP_E_ENTROPY: return "the source of random bits failed, so nothing was released";
    case INDP_E_SELECTION_EPSILON:
        /* Quantiles, modes, minima and maxima refuse an epsilon that is too large: at least
         * about 2^35 times the sensitivity. They also refuse an epsilon that is too small: below
         * about 2^-62 times the sensitivity, and for minima and maxima below about 2^-43 times
         * rows_per_person. As rows_per_person is at most 2^61, every refused small epsilon is below
         * 2^30. */
        if (epsilon > 0x1p30)
            return "epsilon is too large";
        /* fall through */
    case INDP_E_SENSITIVITY: /* in all three cases the noise would be out of range */
    case INDP_E_LAMBDA:
        snprintf(out, INDPX_TEXT_SIZE, "epsilon is too small for %s: use a larger epsilon", range);
        return out;
    default: return indp_status_message(status);
    }
}
