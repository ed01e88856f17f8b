/* What dp_release_parts answers: a mean, a variance or a standard deviation with the noisy sums that
 * it is computed from, as a JSON object. */
#ifndef INDPX_PARTS_H
#define INDPX_PARTS_H

#include <stdint.h>

#include "indp.h"

enum { INDPX_PARTS_SIZE = 256 };

/* What the others are told, before the name of the function that releases them. */
#define INDPX_NO_PARTS "only states of averages, variances and standard deviations have parts: release this one with "

/* Whether states of this code have parts. */
int indpx_has_parts(int32_t code);

/* {"value":..,"count":..,"sums":[..],"scale":..}, with an end. Numbers read back to the same doubles
 * and have a point or an exponent: some engines would divide integers as such. What is no finite
 * number is null, since JSON has none. */
void indpx_parts_write(const indp_parts *parts, char out[INDPX_PARTS_SIZE]);

#endif
