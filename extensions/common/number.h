/* Writes numbers as text for JSON, and reads them. */
#ifndef INDPX_NUMBER_H
#define INDPX_NUMBER_H

#include <stddef.h>

enum { INDPX_NUMBER_SIZE = 32 };

/* Writes a number as text that converts back to the same double. The text has a point or an
 * exponent, and ends with a terminating 0. Returns the address of that 0. A value that is not
 * finite becomes null. */
char *indpx_number_write(char out[INDPX_NUMBER_SIZE], double value);

/* Writes numbers as a JSON array, with `between` between two elements, and a terminating 0. Returns
 * the address of that 0. `out` needs INDPX_NUMBERS_SIZE(n) bytes. */
#define INDPX_NUMBERS_SIZE(N) ((INDPX_NUMBER_SIZE + 2) * (N) + 2)
char *indpx_numbers_write(char *out, const double *numbers, size_t n, const char *between);

/* Reads a number with a decimal point, whatever the locale. Returns 0 if the text is empty, has
 * INDPX_NUMBER_SIZE bytes or more, or is not accepted by strtod as a whole. */
int indpx_number_read(const char *text, size_t length, double *out);

#endif
