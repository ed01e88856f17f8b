/* Declares the settings of a connection, which apply to all its releases. To add a setting, add it
 * here and in settings.c, and add a way to set it in each engine. */
#ifndef INDPX_SETTINGS_H
#define INDPX_SETTINGS_H

#include "kinds.h"

typedef struct indpx_settings {
    int32_t float_precision; /* in bits; 0 for real arithmetic, -1 for as many bits as needed */
} indpx_settings;

enum { INDPX_LEAST_PRECISION = 53, INDPX_MOST_PRECISION = 4096 };

#define INDPX_FLOAT_PRECISION_RULE "must be 0 (real arithmetic), -1 (automatic), or from 53 to 4096"

int indpx_is_float_precision(int64_t asked);

/* Sets *out to the options for a release of this kind, or to NULL, which stands for the defaults.
 * The caller frees the options. Settings that do not apply to the kind are left out. */
indp_status indpx_options(const indpx_settings *settings, const indpx_kind *kind,
                          indp_options **out);

#endif
