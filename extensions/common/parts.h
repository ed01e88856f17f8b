/* Writes the answer of dp_release_parts as a JSON object, and reads it. The answer is an average, a
 * variance or a standard deviation with the noisy sums from which it is computed. */
#ifndef INDPX_PARTS_H
#define INDPX_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "indp.h"

enum { INDPX_PARTS_SIZE = 256 };

/* The message for states without parts. The caller appends the name of the function that releases
 * such a state. */
#define INDPX_NO_PARTS                                                                         \
    "only states of averages, variances and standard deviations have parts: release this one " \
    "with "

/* Whether states of the kind with this code have parts. */
int indpx_has_parts(int32_t code);

/* Reads what indpx_parts_write wrote. Returns 0 if the text has another form or contains a null. */
int indpx_parts_read(const char *text, size_t length, indp_parts *out);

/* Writes {"value":..,"count":..,"sums":[..],"scale":..} with a terminating 0. The digits of each
 * number convert back to the same double. Each number has a point or an exponent, since some
 * engines would otherwise use integer division. A number that is not finite becomes null, since
 * JSON has no such numbers. */
void indpx_parts_write(const indp_parts *parts, char out[INDPX_PARTS_SIZE]);

#endif
