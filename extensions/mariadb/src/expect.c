/* The functions dp_..._error, dp_..._epsilon_for_error and dp_..._interval. All arguments are
 * public parameters or answers that were released before. They may be columns. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "internal.h"
#include "number.h"
#include "once.h"
#include "parts.h"

/* What UDF_INIT.ptr points to. */
struct expectation {
    double out[2];
    char text[INDPX_NUMBERS_SIZE(2)];
};

/* Reads one argument that is not NULL. Returns 0 if its type or value is wrong. */
static int read(const UDF_ARGS *args, unsigned i, indpx_parameter parameter, indpx_asked *asked)
{
    int64_t *whole = indpx_asked_whole(asked, parameter);
    if (whole != NULL)
        return indpmy_read_whole(args, i, whole);
    if (parameter != INDPX_PARTS)
        return indpmy_read_real(args, i, indpx_asked_number(asked, parameter));
    return args->arg_type[i] == UDF_STRING &&
           indpx_parts_read(args->args[i], args->lengths[i], &asked->parts);
}

/* Computes the result. Returns INDPX_NONE and a status, or the parameter that is wrong. */
static indpx_parameter compute(const indpx_error *error, const UDF_ARGS *args, double out[2],
                               double *epsilon, indp_status *status)
{
    indpx_asked asked;
    indpx_parameter wrong;
    unsigned i;
    memset(&asked, 0, sizeof asked);
    asked.numbers.rows = 1;
    for (i = 0; i < args->arg_count; i++)
        if (!read(args, i, error->parameters[i], &asked))
            return error->parameters[i];
    /* indpx_expect checks the remaining rules: those of q, lo, hi, alpha and the parts. */
    wrong = indpx_asked_wrong(error, &asked);
    *epsilon = asked.numbers.epsilon;
    *status = wrong == INDPX_NONE ? indpx_expect(error, &asked, NULL, out) : INDP_OK;
    return wrong;
}

static char check_number(const indpx_error *error, const UDF_ARGS *args, char *message)
{
    unsigned least = 0, most = 0;
    for (; error->parameters[most] != INDPX_NONE; most++)
        least += !indpx_is_optional(error->parameters[most]);
    return args->arg_count >= least && args->arg_count <= most
               ? 0
               : indpmy_fail_number(message, args->arg_count, least, most);
}

/* If all arguments are constants and not NULL, checks them here, where an error can have a
 * message. */
static char check(const indpx_error *error, const UDF_ARGS *args, char *message)
{
    double out[2], epsilon = 0;
    indp_status status = INDP_OK;
    indpx_parameter wrong;
    unsigned i;
    for (i = 0; i < args->arg_count; i++)
        if (args->args[i] == NULL)
            return 0;
    wrong = compute(error, args, out, &epsilon, &status);
    if (wrong != INDPX_NONE)
        return indpmy_fail_parameter(message, wrong);
    return status == INDP_OK ? 0 : indpmy_fail_status(message, error->kind->range, epsilon, status);
}

static char begin(const indpx_error *error, UDF_INIT *init, UDF_ARGS *args, char *message)
{
    const enum result result = error->result == INDPX_IS_INTERVAL ? GIVES_TEXT : GIVES_REAL;
    const indp_status status = indpx_test_once();
    init->ptr = NULL;
    if (status != INDP_OK)
        return indpmy_fail_status(message, "", 0, status);
    if (!indpmy_is_declared(result, init))
        return indpmy_fail(message, INDPMY_UNDECLARED);
    if (check_number(error, args, message))
        return 1;
    if (check(error, args, message))
        return 1;
    init->ptr = calloc(1, sizeof(struct expectation));
    indpmy_declare(result, INDPX_NUMBERS_SIZE(2), init);
    return init->ptr == NULL ? indpmy_fail_status(message, "", 0, INDP_E_NO_MEMORY) : 0;
}

/* Returns NULL if an argument is NULL or wrong. */
static struct expectation *expect(const indpx_error *error, UDF_INIT *init, const UDF_ARGS *args,
                                  char *is_null)
{
    struct expectation *result = (struct expectation *)(void *)init->ptr;
    indp_status status = INDP_OK;
    double epsilon;
    unsigned i;
    *is_null = 1;
    for (i = 0; i < args->arg_count; i++)
        if (args->args[i] == NULL)
            return NULL;
    if (compute(error, args, result->out, &epsilon, &status) != INDPX_NONE || status != INDP_OK)
        return NULL;
    *is_null = 0;
    return result;
}

/* MariaDB has no infinities: they become the largest double. */
static double answer_number(const indpx_error *error, UDF_INIT *init, const UDF_ARGS *args,
                            char *is_null)
{
    const struct expectation *result = expect(error, init, args, is_null);
    return result == NULL ? 0 : result->out[0] > DBL_MAX ? DBL_MAX : result->out[0];
}

/* An interval is a JSON array of two numbers. An infinite end is null. */
static char *answer_interval(const indpx_error *error, UDF_INIT *init, const UDF_ARGS *args,
                             char *is_null, unsigned long *length)
{
    struct expectation *result = expect(error, init, args, is_null);
    *length = 0;
    if (result == NULL)
        return NULL;
    *length =
        (unsigned long)(indpx_numbers_write(result->text, result->out, 2, ", ") - result->text);
    return result->text;
}

#define COMMON(NAME, PLACE)                                                 \
    EXPORT char NAME##_init(UDF_INIT *init, UDF_ARGS *args, char *message); \
    EXPORT void NAME##_deinit(UDF_INIT *init);                              \
    char NAME##_init(UDF_INIT *init, UDF_ARGS *args, char *message)         \
    {                                                                       \
        return begin(&indpx_errors[PLACE], init, args, message);            \
    }                                                                       \
    void NAME##_deinit(UDF_INIT *init)                                      \
    {                                                                       \
        free(init->ptr);                                                    \
    }

#define NUMBER(NAME, PLACE)                                                         \
    COMMON(NAME, PLACE)                                                             \
    EXPORT double NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error); \
    double NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)         \
    {                                                                               \
        (void)error;                                                                \
        return answer_number(&indpx_errors[PLACE], init, args, is_null);            \
    }

#define INTERVAL(NAME, PLACE)                                                                      \
    COMMON(NAME, PLACE)                                                                            \
    EXPORT char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length,         \
                      char *is_null, char *error);                                                 \
    char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length, char *is_null, \
               char *error)                                                                        \
    {                                                                                              \
        (void)result, (void)error;                                                                 \
        return answer_interval(&indpx_errors[PLACE], init, args, is_null, length);                 \
    }

#include "expect_list.h"

EXPORT char indp_version_init(UDF_INIT *init, UDF_ARGS *args, char *message);
EXPORT char *indp_version(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length,
                          char *is_null, char *error);

char indp_version_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    init->max_length = 32;
    return args->arg_count == 0 ? 0 : indpmy_fail_number(message, args->arg_count, 0, 0);
}

char *indp_version(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length,
                   char *is_null, char *error)
{
    const char *version = indp_version_string();
    (void)init, (void)args, (void)is_null, (void)error;
    *length = (unsigned long)strlen(version);
    memcpy(result, version, *length);
    return result;
}
