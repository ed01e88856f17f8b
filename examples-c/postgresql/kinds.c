/* What each aggregate computes. A new one: an entry here, its transition functions in inputs.c, and a line in
 * indp--*.sql. */
#include "indp_pg.h"

#include "kinds.h"

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
    return indp_quantile_init(state, size, p->q, p->lo, p->hi, (uint64_t)p->candidates, (uint64_t)p->rows);
}

static indp_status median_init(void *state, Size size, const Parameters *p)
{
    return indp_quantile_init(state, size, 0.5, p->lo, p->hi, (uint64_t)p->candidates, (uint64_t)p->rows);
}

/* Candidates between the bounds: whole numbers where the type has no others, else a fine grid, whatever the bounds. */
#define WHOLE true
#define FINE false

#define COUNT(ID) {ID, VALUE_COUNT, "dp_count", "dp_count_state", "er", INDP_KIND_COUNT, INDP_COUNT_STATE_SIZE, false, count_init}
#define SUM(ID, VALUE) {ID, VALUE, "dp_sum", "dp_sum_state", "lher", INDP_KIND_SUM, INDP_SUM_STATE_SIZE, false, sum_init}
#define AVG(ID, VALUE) {ID, VALUE, "dp_avg", "dp_avg_state", "lher", INDP_KIND_MEAN, INDP_MEAN_STATE_SIZE, false, mean_init}
#define VAR(ID) {ID, VALUE_REAL, "dp_var", "dp_var_state", "lher", INDP_KIND_VARIANCE, INDP_VARIANCE_STATE_SIZE, false, variance_init}
#define STDDEV(ID) {ID, VALUE_REAL, "dp_stddev", "dp_stddev_state", "lher", INDP_KIND_STDDEV, INDP_STDDEV_STATE_SIZE, false, stddev_init}
#define MEDIAN(ID, VALUE, CANDIDATES)                                                                                     \
    {ID, VALUE, "dp_median", "dp_median_state", "lhern", INDP_KIND_QUANTILE, INDP_QUANTILE_STATE_SIZE, CANDIDATES, median_init}
#define QUANTILE(ID, VALUE, CANDIDATES)                                                                                       \
    {ID, VALUE, "dp_quantile", "dp_quantile_state", "qlhern", INDP_KIND_QUANTILE, INDP_QUANTILE_STATE_SIZE, CANDIDATES, quantile_init}
#define MODE(ID, VALUE) {ID, VALUE, "dp_mode", "dp_mode_state", "cer", INDP_KIND_MODE, 0, false, NULL}

const Kind KIND_COUNT = COUNT(1);
const Kind KIND_SUM = SUM(2, VALUE_REAL);
const Kind KIND_AVG = AVG(3, VALUE_REAL);
const Kind KIND_VAR = VAR(4);
const Kind KIND_STDDEV = STDDEV(5);
const Kind KIND_MEDIAN = MEDIAN(6, VALUE_REAL, FINE);
const Kind KIND_QUANTILE = QUANTILE(7, VALUE_REAL, FINE);
const Kind KIND_MEDIAN_INT = MEDIAN(8, VALUE_REAL, WHOLE);
const Kind KIND_QUANTILE_INT = QUANTILE(9, VALUE_REAL, WHOLE);
const Kind KIND_MODE_TEXT = MODE(10, VALUE_TEXT);
const Kind KIND_MODE_INT8 = MODE(11, VALUE_INT8);
const Kind KIND_SUM_INTERVAL = SUM(12, VALUE_INTERVAL);
const Kind KIND_AVG_INTERVAL = AVG(13, VALUE_INTERVAL);
const Kind KIND_MEDIAN_INTERVAL = MEDIAN(14, VALUE_INTERVAL, FINE);
const Kind KIND_QUANTILE_INTERVAL = QUANTILE(15, VALUE_INTERVAL, FINE);
const Kind KIND_AVG_DATE = AVG(16, VALUE_DATE);
const Kind KIND_MEDIAN_DATE = MEDIAN(17, VALUE_DATE, WHOLE);
const Kind KIND_QUANTILE_DATE = QUANTILE(18, VALUE_DATE, WHOLE);
const Kind KIND_AVG_TIMESTAMP = AVG(19, VALUE_TIMESTAMP);
const Kind KIND_MEDIAN_TIMESTAMP = MEDIAN(20, VALUE_TIMESTAMP, FINE);
const Kind KIND_QUANTILE_TIMESTAMP = QUANTILE(21, VALUE_TIMESTAMP, FINE);
const Kind KIND_AVG_TIMESTAMPTZ = AVG(22, VALUE_TIMESTAMPTZ);
const Kind KIND_MEDIAN_TIMESTAMPTZ = MEDIAN(23, VALUE_TIMESTAMPTZ, FINE);
const Kind KIND_QUANTILE_TIMESTAMPTZ = QUANTILE(24, VALUE_TIMESTAMPTZ, FINE);

/* By id, from 1. */
static const Kind *const KINDS[] = {
    &KIND_COUNT, &KIND_SUM, &KIND_AVG, &KIND_VAR, &KIND_STDDEV, &KIND_MEDIAN, &KIND_QUANTILE, &KIND_MEDIAN_INT,
    &KIND_QUANTILE_INT, &KIND_MODE_TEXT, &KIND_MODE_INT8, &KIND_SUM_INTERVAL, &KIND_AVG_INTERVAL, &KIND_MEDIAN_INTERVAL,
    &KIND_QUANTILE_INTERVAL, &KIND_AVG_DATE, &KIND_MEDIAN_DATE, &KIND_QUANTILE_DATE, &KIND_AVG_TIMESTAMP,
    &KIND_MEDIAN_TIMESTAMP, &KIND_QUANTILE_TIMESTAMP, &KIND_AVG_TIMESTAMPTZ, &KIND_MEDIAN_TIMESTAMPTZ,
    &KIND_QUANTILE_TIMESTAMPTZ};

/* NULL for an id that is not in the table. */
const Kind *kind_of_id(uint8 id)
{
    return id >= 1 && id <= lengthof(KINDS) ? KINDS[id - 1] : NULL;
}

/* Whether the library's states of this kind are released here. */
bool is_kind(int32 code)
{
    for (Size i = 0; i < lengthof(KINDS); i++)
        if (KINDS[i]->code == code)
            return true;
    return false;
}
