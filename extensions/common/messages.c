#include "messages.h"

#include <stdio.h>

indpx_parameter indpx_broken(indp_status status, double epsilon)
{
    switch (status) {
    case INDP_E_QUANTILE: return INDPX_Q;
    case INDP_E_LO: return INDPX_LO;
    case INDP_E_HI: return INDPX_HI;
    case INDP_E_CATEGORIES: return INDPX_CANDIDATES;
    case INDP_E_ALPHA: return INDPX_ALPHA;
    case INDP_E_EPSILON: return indpx_is_epsilon(epsilon) ? INDPX_NONE : INDPX_EPSILON;
    default: return INDPX_NONE;
    }
}

const char *indpx_status_text(indp_status status, const char *range, double epsilon, char out[INDPX_TEXT_SIZE])
{
    switch (status) {
    case INDP_E_RANGE: return "lo must be below hi";
    case INDP_E_CANDIDATES: return "lo and hi are too close to each other for their size";
    case INDP_E_ROWS_PER_PERSON: return "rows_per_person is too large"; /* the engine refused what is below 1 */
    case INDP_E_STATE: return "state must be what a dp_..._state function or dp_merge returned";
    case INDP_E_UNUSED_PRECISION: return "parts are released in real arithmetic alone, and a float precision is set";
    case INDP_E_ENTROPY: return "the source of randomness failed, nothing was released";
    case INDP_E_EPSILON:
        /* Selections take less than about 2^36 times their sensitivity. What they refuse as too small is
           below 2^-40 times rows_per_person, which is at most 2^61. */
        if (epsilon > 0x1p30)
            return "epsilon is too large";
        /* fall through */
    case INDP_E_SENSITIVITY: /* the three say the same here: the noise would not fit a double */
    case INDP_E_LAMBDA: snprintf(out, INDPX_TEXT_SIZE, "%s too large for this epsilon", range); return out;
    default: return indp_status_message(status);
    }
}
