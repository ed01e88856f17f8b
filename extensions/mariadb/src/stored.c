/* Releases of stored states. Each call makes a separate release for each row. */
#include "internal.h"
#include "parts.h"

static indp_status release_number(struct call *call, struct group *group)
{
    return indpmy_answer_release(group, GIVES_REAL, call->parameters.numbers.epsilon);
}

static indp_status release_mode(struct call *call, struct group *group)
{
    return indpmy_answer_release(group, GIVES_TEXT, call->parameters.numbers.epsilon);
}

static indp_status release_parts(struct call *call, struct group *group)
{
    return indpmy_answer_parts(group, call->parameters.numbers.epsilon);
}

static indp_status release_quantiles(struct call *call, struct group *group)
{
    return indpmy_answer_quantiles(group, &call->parameters);
}

static indp_status release_counts(struct call *call, struct group *group)
{
    return indpmy_answer_counts(group, call->parameters.numbers.epsilon, NULL);
}

static indp_status release_bounds(struct call *call, struct group *group)
{
    return indpmy_answer_bounds(group, call->parameters.numbers.epsilon);
}

/* Releases the state of this row. The group of the call only holds the state and the answer. Its
 * stage has no meaning. The answer is NULL if the bytes are not a state that `how` can release. */
static const struct group *release(UDF_INIT *init, const UDF_ARGS *args, char *is_null,
                                   indp_status (*how)(struct call *, struct group *))
{
    struct call *call = (struct call *)(void *)init->ptr;
    struct group *group;
    *is_null = 1;
    if (call == NULL || !call->known || args->args[0] == NULL)
        return NULL;
    if (indpmy_group(init) == NULL)
        indpmy_clear(init);
    group = indpmy_group(init);
    if (group == NULL || indpmy_read(&group->state, args->args[0], args->lengths[0]) != INDP_OK ||
        how(call, group) != INDP_OK)
        return NULL;
    *is_null = 0;
    return group;
}

#define COMMON(NAME, RESULT, ...) \
    INDPMY_BEGIN_AND_END(NAME, NULL, 0, RESULT, __VA_ARGS__, INDPX_NONE)

#define TEXT(NAME, RESULT, HOW, ...)                                                               \
    COMMON(NAME, RESULT, __VA_ARGS__)                                                              \
    EXPORT char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length,         \
                      char *is_null, char *error);                                                 \
    char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length, char *is_null, \
               char *error)                                                                        \
    {                                                                                              \
        const struct group *group = release(init, args, is_null, HOW);                             \
        (void)error;                                                                               \
        *length = group == NULL ? 0 : (unsigned long)group->length;                                \
        return group == NULL ? result : group->text;                                               \
    }

COMMON(dp_release, GIVES_REAL, INDPX_EPSILON)
EXPORT double dp_release(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error);
double dp_release(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)
{
    const struct group *group = release(init, args, is_null, release_number);
    (void)error;
    return group == NULL ? 0 : group->real;
}

TEXT(dp_release_mode, GIVES_LONG_TEXT, release_mode, INDPX_EPSILON)
TEXT(dp_release_parts, GIVES_TEXT, release_parts, INDPX_EPSILON)
TEXT(dp_release_quantiles, GIVES_TEXT, release_quantiles, INDPX_QS, INDPX_EPSILON)
TEXT(dp_release_counts, GIVES_LONG_TEXT, release_counts, INDPX_EPSILON)
TEXT(dp_release_bounds, GIVES_TEXT, release_bounds, INDPX_EPSILON)
