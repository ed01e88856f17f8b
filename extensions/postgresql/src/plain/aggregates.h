/* Lists the aggregates, with one line for each type of answer. inputs.c defines their functions. A
 * new aggregate needs a line here.
 *
 * Each line has an ID from 1 to 63, which the transition states of its aggregate contain. An ID is
 * never reused with another meaning. */
#ifndef INDP_PG_AGGREGATES_H
#define INDP_PG_AGGREGATES_H

#include "indp_pg.h"

/* What the candidates of a quantile are by default. WHOLE: the whole numbers between the bounds, for
 * types whose values are whole numbers. FINE: a fine grid, for all other types. */
#define WHOLE true
#define FINE false

/* Columns: ID; name; kind in ../../common; an SQL type; WHOLE or FINE. The SQL type is that of the
 * answer, with three exceptions: for several quantiles it is the type of each quantile, for a
 * histogram the type of the edges, and for counts the type of the candidates. */
#define INDPPG_KINDS(X)                                                    \
    X(1, COUNT, INDPX_COUNT, VALUE_COUNT, FINE)                            \
    X(2, SUM, INDPX_SUM, VALUE_REAL, FINE)                                 \
    X(3, AVG, INDPX_AVG, VALUE_REAL, FINE)                                 \
    X(4, VAR, INDPX_VAR, VALUE_REAL, FINE)                                 \
    X(5, STDDEV, INDPX_STDDEV, VALUE_REAL, FINE)                           \
    X(6, MEDIAN, INDPX_MEDIAN, VALUE_REAL, FINE)                           \
    X(7, QUANTILE, INDPX_QUANTILE, VALUE_REAL, FINE)                       \
    X(8, MEDIAN_INT, INDPX_MEDIAN, VALUE_REAL, WHOLE)                      \
    X(9, QUANTILE_INT, INDPX_QUANTILE, VALUE_REAL, WHOLE)                  \
    X(10, MODE_TEXT, INDPX_MODE, VALUE_TEXT, FINE)                         \
    X(11, MODE_INT8, INDPX_MODE, VALUE_INT8, FINE)                         \
    X(12, SUM_INTERVAL, INDPX_SUM, VALUE_INTERVAL, FINE)                   \
    X(13, AVG_INTERVAL, INDPX_AVG, VALUE_INTERVAL, FINE)                   \
    X(14, MEDIAN_INTERVAL, INDPX_MEDIAN, VALUE_INTERVAL, FINE)             \
    X(15, QUANTILE_INTERVAL, INDPX_QUANTILE, VALUE_INTERVAL, FINE)         \
    X(16, AVG_DATE, INDPX_AVG, VALUE_DATE, FINE)                           \
    X(17, MEDIAN_DATE, INDPX_MEDIAN, VALUE_DATE, WHOLE)                    \
    X(18, QUANTILE_DATE, INDPX_QUANTILE, VALUE_DATE, WHOLE)                \
    X(19, AVG_TIMESTAMP, INDPX_AVG, VALUE_TIMESTAMP, FINE)                 \
    X(20, MEDIAN_TIMESTAMP, INDPX_MEDIAN, VALUE_TIMESTAMP, FINE)           \
    X(21, QUANTILE_TIMESTAMP, INDPX_QUANTILE, VALUE_TIMESTAMP, FINE)       \
    X(22, AVG_TIMESTAMPTZ, INDPX_AVG, VALUE_TIMESTAMPTZ, FINE)             \
    X(23, MEDIAN_TIMESTAMPTZ, INDPX_MEDIAN, VALUE_TIMESTAMPTZ, FINE)       \
    X(24, QUANTILE_TIMESTAMPTZ, INDPX_QUANTILE, VALUE_TIMESTAMPTZ, FINE)   \
    X(25, MIN, INDPX_MIN, VALUE_REAL, FINE)                                \
    X(26, MIN_INT, INDPX_MIN, VALUE_REAL, WHOLE)                           \
    X(27, MIN_INTERVAL, INDPX_MIN, VALUE_INTERVAL, FINE)                   \
    X(28, MIN_DATE, INDPX_MIN, VALUE_DATE, WHOLE)                          \
    X(29, MIN_TIMESTAMP, INDPX_MIN, VALUE_TIMESTAMP, FINE)                 \
    X(30, MIN_TIMESTAMPTZ, INDPX_MIN, VALUE_TIMESTAMPTZ, FINE)             \
    X(31, MAX, INDPX_MAX, VALUE_REAL, FINE)                                \
    X(32, MAX_INT, INDPX_MAX, VALUE_REAL, WHOLE)                           \
    X(33, MAX_INTERVAL, INDPX_MAX, VALUE_INTERVAL, FINE)                   \
    X(34, MAX_DATE, INDPX_MAX, VALUE_DATE, WHOLE)                          \
    X(35, MAX_TIMESTAMP, INDPX_MAX, VALUE_TIMESTAMP, FINE)                 \
    X(36, MAX_TIMESTAMPTZ, INDPX_MAX, VALUE_TIMESTAMPTZ, FINE)             \
    X(37, QUANTILES, INDPX_QUANTILES, VALUE_REAL, FINE)                    \
    X(38, QUANTILES_INT, INDPX_QUANTILES, VALUE_REAL, WHOLE)               \
    X(39, QUANTILES_INTERVAL, INDPX_QUANTILES, VALUE_INTERVAL, FINE)       \
    X(40, QUANTILES_DATE, INDPX_QUANTILES, VALUE_DATE, WHOLE)              \
    X(41, QUANTILES_TIMESTAMP, INDPX_QUANTILES, VALUE_TIMESTAMP, FINE)     \
    X(42, QUANTILES_TIMESTAMPTZ, INDPX_QUANTILES, VALUE_TIMESTAMPTZ, FINE) \
    X(43, HISTOGRAM, INDPX_HISTOGRAM, VALUE_REAL, FINE)                    \
    X(44, HISTOGRAM_INTERVAL, INDPX_HISTOGRAM, VALUE_INTERVAL, FINE)       \
    X(45, HISTOGRAM_DATE, INDPX_HISTOGRAM, VALUE_DATE, FINE)               \
    X(46, HISTOGRAM_TIMESTAMP, INDPX_HISTOGRAM, VALUE_TIMESTAMP, FINE)     \
    X(47, HISTOGRAM_TIMESTAMPTZ, INDPX_HISTOGRAM, VALUE_TIMESTAMPTZ, FINE) \
    X(48, COUNTS_TEXT, INDPX_COUNTS, VALUE_TEXT, FINE)                     \
    X(49, COUNTS_INT8, INDPX_COUNTS, VALUE_INT8, FINE)

#define INDPPG_KIND_ID(ID, NAME, OF, VALUE, CANDIDATES) KIND_ID_##NAME = ID,
enum { INDPPG_KINDS(INDPPG_KIND_ID) };

/* The table of the aggregates, indexed by ID. IDs start at 1. */
extern const Kind indppg_kinds[];

#define KIND(NAME) (&indppg_kinds[KIND_ID_##NAME])

#endif
