#include "settings.h"

int indpx_is_float_precision(int64_t asked)
{
    return asked == 0 || asked == -1 ||
           (asked >= INDPX_LEAST_PRECISION && asked <= INDPX_MOST_PRECISION);
}

static uint32_t bits_of(int32_t float_precision)
{
    return float_precision == -1 ? INDP_PRECISION_AUTO : (uint32_t)float_precision;
}

indp_status indpx_options(const indpx_settings *settings, const indpx_kind *kind,
                          indp_options **out)
{
    indp_status status;
    *out = NULL;
    if (!kind->floats || settings->float_precision == 0)
        return INDP_OK;
    status = indp_options_new(out);
    if (status == INDP_OK)
        status = indp_options_set_float_precision(*out, bits_of(settings->float_precision));
    if (status != INDP_OK) {
        indp_options_free(*out);
        *out = NULL;
    }
    return status;
}
