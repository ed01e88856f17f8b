/* This file is included before the unchanged examples-c/quickstart.c. It makes the releases use a
 * fixed seed. The quickstart of each binding must print the same output if it is given that
 * seed. */
#include <indp.h>

enum { SEED = 42 };

static indp_status seeded_options(indp_options **out)
{
    indp_status status = indp_options_new(out);
    return status == INDP_OK ? indp_options_set_insecure_seed(*out, SEED) : status;
}

static indp_status seeded_value(void *state, double epsilon, indp_value *out)
{
    indp_options *options = NULL;
    indp_status status = seeded_options(&options);
    if (status == INDP_OK)
        status = indp_state_release_value(state, epsilon, options, out);
    indp_options_free(options);
    return status;
}

static indp_status seeded_release(void *state, double epsilon, double *out)
{
    indp_options *options = NULL;
    indp_status status = seeded_options(&options);
    if (status == INDP_OK)
        status = indp_state_release(state, epsilon, options, out);
    indp_options_free(options);
    return status;
}

#define indp_options_new(out) seeded_options(out)
#define indp_state_release_value(state, epsilon, options, out) seeded_value(state, epsilon, out)
#define indp_state_release(state, epsilon, options, out) seeded_release(state, epsilon, out)
