/* What each aggregate computes. A new one: an entry here, its transition functions in inputs.c, and a line in
 * indp--*.sql. */
#include "indp_pg.h"

#include "catalog/pg_type.h"

static indp_status count_init(void *state, Size size, const Parameters *p)
{
    return indp_count_init(state, size, (uint64_t)p->rows);
}

static indp_status sum_init(void *state, Size size, const Parameters *p)
{
    return indp_sum_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status mean_init(void *state, Size size, const Parameters *p)
{
    return indp_mean_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status variance_init(void *state, Size size, const Parameters *p)
{
    return indp_variance_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status stddev_init(void *state, Size size, const Parameters *p)
{
    return indp_stddev_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status quantile_init(void *state, Size size, const Parameters *p)
{
    return indp_quantile_init(state, size, p->q, p->lo, p->hi, 0, (uint64_t)p->rows);
}

static indp_status median_init(void *state, Size size, const Parameters *p)
{
    return indp_quantile_init(state, size, 0.5, p->lo, p->hi, 0, (uint64_t)p->rows);
}

const Kind KIND_COUNT = {"dp_count", "dp_count_state", "er", INDP_KIND_COUNT, 0, INDP_COUNT_STATE_SIZE, count_init};
const Kind KIND_SUM = {"dp_sum", "dp_sum_state", "lher", INDP_KIND_SUM, 0, INDP_SUM_STATE_SIZE, sum_init};
const Kind KIND_AVG = {"dp_avg", "dp_avg_state", "lher", INDP_KIND_MEAN, 0, INDP_MEAN_STATE_SIZE, mean_init};
const Kind KIND_VAR = {"dp_var", "dp_var_state", "lher", INDP_KIND_VARIANCE, 0, INDP_VARIANCE_STATE_SIZE, variance_init};
const Kind KIND_STDDEV = {"dp_stddev", "dp_stddev_state", "lher", INDP_KIND_STDDEV, 0, INDP_STDDEV_STATE_SIZE, stddev_init};
const Kind KIND_MEDIAN = {"dp_median", "dp_median_state", "lher", INDP_KIND_QUANTILE, 0, INDP_QUANTILE_STATE_SIZE, median_init};
const Kind KIND_QUANTILE = {"dp_quantile", "dp_quantile_state", "qlher", INDP_KIND_QUANTILE, 0, INDP_QUANTILE_STATE_SIZE, quantile_init};
const Kind KIND_MODE_TEXT = {"dp_mode", "dp_mode_state", "cer", INDP_KIND_MODE, TEXTOID, 0, NULL};
const Kind KIND_MODE_INT8 = {"dp_mode", "dp_mode_state", "cer", INDP_KIND_MODE, INT8OID, 0, NULL};

/* One of each code. */
static const Kind *const KINDS[] = {&KIND_COUNT, &KIND_SUM, &KIND_AVG, &KIND_VAR, &KIND_STDDEV, &KIND_QUANTILE, &KIND_MODE_TEXT};

/* NULL for a code that is not in the table. */
const Kind *kind_of_code(uint8 code)
{
    for (Size i = 0; i < lengthof(KINDS); i++)
        if (KINDS[i]->code == code)
            return KINDS[i];
    return NULL;
}
