/* Writes numbers as text for JSON. */
#ifndef INDPX_NUMBER_H
#define INDPX_NUMBER_H

enum { INDPX_NUMBER_SIZE = 32 };

/* Writes a number that reads back to the same double, with a terminating 0, and returns the address
 * of that 0. The text has a point or an exponent. A value that is not finite becomes null. */
char *indpx_number_write(char out[INDPX_NUMBER_SIZE], double value);

#endif
