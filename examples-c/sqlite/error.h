/* The error to expect from dp_count and dp_sum, as SQL functions:
 *
 *     dp_count_error(epsilon, alpha [, rows_per_person])
 *     dp_sum_error(lo, hi, epsilon, alpha [, rows_per_person])
 *
 * With probability 1 - alpha at least the release is within the result of the exact answer (of the clamped rows). They cost no
 * privacy and read no row. */
#ifndef INDP_SQLITE_ERROR_H
#define INDP_SQLITE_ERROR_H

#include <stdint.h>

#include "indp_sqlite.h"

/* For sqlite3_create_function_v2. */
void indp_sqlite_count_error(sqlite3_context *context, int argc, sqlite3_value **argv);
void indp_sqlite_sum_error(sqlite3_context *context, int argc, sqlite3_value **argv);

/* What the connection chose; init.c has it. */
uint32_t indp_sqlite_precision(sqlite3_context *context);

#endif
