/* The candidates of a mode as a JSON array of texts and integers. */
#ifndef INDPX_JSON_H
#define INDPX_JSON_H

#include <stddef.h>

#include "indp.h"

/* The number of bytes that indpx_json_read needs for the list and its texts. */
size_t indpx_json_room(const char *json, size_t length);

/* Reads them into room, which must be aligned for a pointer. Returns INDP_E_CATEGORIES for anything
 * but such an array. */
indp_status indpx_json_read(const char *json, size_t length, void *room, indp_category **list, size_t *n);

#endif
