#include "cgo.h"
#include "_cgo_export.h"

static __thread uintptr_t ended;

void indp_go_ended(uintptr_t handle)
{
    ended = handle;
}

uintptr_t indp_go_take(void)
{
    uintptr_t handle = ended;
    ended = 0;
    return handle;
}

static __thread const int32_t *stop_flag;

const int32_t *indp_go_stop_flag(void)
{
    return stop_flag;
}

indp_status indp_go_stop_when(const int32_t *flag)
{
    const indp_status status = indp_stop_when(flag);
    if (status == INDP_OK)
        stop_flag = flag;
    return status;
}

static void fill(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    if (indpGoFill((uintptr_t)ctx, buf, len))
        *done = INDP_CALLBACK_OK;
}

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    if (indpGoUtility((uintptr_t)ctx, outcome, out))
        *done = INDP_CALLBACK_OK;
}

indp_status indp_go_set_entropy(indp_options *options, uintptr_t handle)
{
    return indp_options_set_entropy_callback(options, fill, (void *)handle);
}

indp_status indp_go_select_by(const indp_exponential *mechanism, uintptr_t handle, size_t n,
                              size_t *index)
{
    return indp_exponential_select_by(mechanism, utility, (void *)handle, n, index);
}

static void place(const void *state, const indp_value *value, indp_go_answer *out)
{
    out->tag = value->tag;
    out->is_text = value->label != NULL;
    out->real = value->real;
    out->integer = value->integer;
    out->offset = value->label == NULL ? 0 : (size_t)(value->label - (const uint8_t *)state);
    out->length = value->length;
}

indp_status indp_go_release_value(void *state, double epsilon, const indp_options *options,
                                  indp_go_answer *out)
{
    indp_value value = { .struct_size = sizeof value };
    indp_status status = indp_state_release_value(state, epsilon, options, &value);
    if (status == INDP_OK)
        place(state, &value, out);
    return status;
}

indp_status indp_go_candidate(const void *state, size_t i, indp_go_answer *out)
{
    indp_value value = { .struct_size = sizeof value };
    indp_status status = indp_mode_candidate(state, i, &value);
    if (status == INDP_OK)
        place(state, &value, out);
    return status;
}
