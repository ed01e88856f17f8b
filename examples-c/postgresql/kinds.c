/* What each aggregate computes. A new one: a pair of functions and an entry here, its transition
 * functions in inputs.c, and a line in indp--*.sql. */
#include "indp_pg.h"

static indp_status count_init(void *state, Size size, const Parameters *p)
{
    return indp_count_init(state, size, (uint64_t)p->rows);
}

static indp_status count_release(void *state, double epsilon, const indp_options *options, double *real, int64_t *integer)
{
    (void)real;
    return indp_count_release(state, epsilon, options, integer);
}

const Kind KIND_COUNT = {"dp_count", "dp_count_state", "er", 1, INDP_COUNT_STATE_SIZE, count_init, count_release, true};

static indp_status sum_init(void *state, Size size, const Parameters *p)
{
    return indp_sum_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status sum_release(void *state, double epsilon, const indp_options *options, double *real, int64_t *integer)
{
    (void)integer;
    return indp_sum_release(state, epsilon, options, real);
}

const Kind KIND_SUM = {"dp_sum", "dp_sum_state", "lher", 2, INDP_SUM_STATE_SIZE, sum_init, sum_release, false};

static const Kind *const KINDS[] = {&KIND_COUNT, &KIND_SUM};

/* NULL for a code that is not in the table. */
const Kind *kind_of_code(uint8 code)
{
    for (Size i = 0; i < lengthof(KINDS); i++)
        if (KINDS[i]->code == code)
            return KINDS[i];
    return NULL;
}
