/* The aggregates, for the functions of each in inputs.c. */
#ifndef INDP_PG_KINDS_H
#define INDP_PG_KINDS_H

#include "indp_pg.h"

extern const Kind KIND_COUNT;
extern const Kind KIND_SUM;
extern const Kind KIND_AVG;
extern const Kind KIND_VAR;
extern const Kind KIND_STDDEV;
extern const Kind KIND_MEDIAN;
extern const Kind KIND_QUANTILE;
extern const Kind KIND_MEDIAN_INT;
extern const Kind KIND_QUANTILE_INT;
extern const Kind KIND_MODE_TEXT;
extern const Kind KIND_MODE_INT8;
extern const Kind KIND_SUM_INTERVAL;
extern const Kind KIND_AVG_INTERVAL;
extern const Kind KIND_MEDIAN_INTERVAL;
extern const Kind KIND_QUANTILE_INTERVAL;
extern const Kind KIND_AVG_DATE;
extern const Kind KIND_MEDIAN_DATE;
extern const Kind KIND_QUANTILE_DATE;
extern const Kind KIND_AVG_TIMESTAMP;
extern const Kind KIND_MEDIAN_TIMESTAMP;
extern const Kind KIND_QUANTILE_TIMESTAMP;
extern const Kind KIND_AVG_TIMESTAMPTZ;
extern const Kind KIND_MEDIAN_TIMESTAMPTZ;
extern const Kind KIND_QUANTILE_TIMESTAMPTZ;

#endif
