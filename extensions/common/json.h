/* Reads JSON arrays: lists of numbers, and the candidates of a mode (texts and integers). */
#ifndef INDPX_JSON_H
#define INDPX_JSON_H

#include <stddef.h>

#include "indp.h"

/* The number of bytes that indpx_json_read needs for the list and its texts. */
size_t indpx_json_room(const char *json, size_t length);

/* Reads the list and its texts into `room`, which must be aligned for a pointer. Returns
 * INDP_E_CATEGORIES if `json` is not an array of one or more texts or 64-bit integers. */
indp_status indpx_json_read(const char *json, size_t length, void *room, indp_category **list,
                            size_t *n);

/* Reads an array of 1 to `most` numbers, each of fewer than INDPX_NUMBER_SIZE characters. Returns 0
 * if `json` is not such an array. */
int indpx_json_numbers(const char *json, size_t length, double *out, size_t most, size_t *n);

#endif
