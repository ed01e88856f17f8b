/* The settings of a connection, for all its releases. To add one, add it here and in settings.c,
 * and a way to set it in each engine. */
#ifndef INDPX_SETTINGS_H
#define INDPX_SETTINGS_H

#include "kinds.h"

typedef struct indpx_settings {
    int32_t float_precision; /* 0: real arithmetic; -1: as many bits as needed */
} indpx_settings;

enum { INDPX_LEAST_PRECISION = 53, INDPX_MOST_PRECISION = 4096 };

#define INDPX_FLOAT_PRECISION_RULE "must be 0, -1 (automatic), or 53 to 4096"

int indpx_is_float_precision(int64_t asked);

/* Options for a release of this kind, to be freed by the caller. Settings that do not apply to the
 * kind are left out. NULL stands for the defaults. */
indp_status indpx_options(const indpx_settings *settings, const indpx_kind *kind, indp_options **out);

#endif
