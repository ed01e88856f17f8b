/* Reads the public parameters, in _init. They must be constant when a statement starts: literals,
 * variables, parameters of procedures and prepared statements, and expressions of these. So they
 * are known before the first row, also if there is none, and no row can change them. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "json.h"

/* Whether the argument is an integer literal without a sign. From 2^63 on, the long long in which
 * the server passes it is negative. */
static int is_unsigned_literal(const UDF_ARGS *args, unsigned i)
{
    size_t n = args->attribute_lengths[i], digits = 0;
    while (digits < n && args->attributes[i][digits] >= '0' && args->attributes[i][digits] <= '9')
        digits++;
    return digits == n && n > 0;
}

/* Refuses text, although MariaDB would read it as a number: a bound typed '10O' would become 10. */
int indpmy_read_real(const UDF_ARGS *args, unsigned i, double *out)
{
    long long integer;
    switch (args->arg_type[i]) {
    case UDF_REAL: memcpy(out, args->args[i], sizeof *out); return 1;
    case UDF_DECIMAL: return indpmy_read_number(args->args[i], args->lengths[i], out);
    case UDF_INTEGER:
        memcpy(&integer, args->args[i], sizeof integer);
        *out = integer < 0 && is_unsigned_literal(args, i) ? (double)(unsigned long long)integer
                                                           : (double)integer;
        return 1;
    default: return 0;
    }
}

/* Whole reals and decimals are accepted: some drivers bind every number as one of them. */
int indpmy_read_whole(const UDF_ARGS *args, unsigned i, int64_t *out)
{
    double real;
    if (args->arg_type[i] == UDF_INTEGER) {
        memcpy(out, args->args[i], sizeof *out);
        return indpx_is_rows(*out);
    }
    if (!indpmy_read_real(args, i, &real) || !(real >= 1 && real <= 9007199254740992.0))
        return 0;
    *out = (int64_t)real;
    return (double)*out == real;
}

/* Reads the number of candidates as indp_quantile_init takes it. With 0 the library chooses. */
static int read_points(const UDF_ARGS *args, unsigned i, int64_t *out)
{
    double real;
    if (indpmy_read_whole(args, i, out))
        return indpx_is_points(*out);
    *out = 0;
    return indpmy_read_real(args, i, &real) && real == 0;
}

static int is_list(indpx_parameter parameter)
{
    return parameter == INDPX_CANDIDATES || parameter == INDPX_EDGES || parameter == INDPX_QS;
}

/* Copies a list. Returns 0 if it is not text; the list stays NULL if memory runs out. */
static int keep_list(const UDF_ARGS *args, unsigned i, struct parameters *out)
{
    if (args->arg_type[i] != UDF_STRING)
        return 0;
    out->length = args->lengths[i];
    out->list = malloc(out->length + 1);
    if (out->list != NULL)
        memcpy(out->list, args->args[i], out->length);
    return 1;
}

static int read_value(const UDF_ARGS *args, unsigned i, indpx_parameter parameter,
                      struct parameters *out)
{
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_EDGES:
    case INDPX_QS: return keep_list(args, i, out);
    case INDPX_ROWS: return indpmy_read_whole(args, i, &out->numbers.rows);
    case INDPX_POINTS: return read_points(args, i, &out->numbers.points);
    default: return indpmy_read_real(args, i, indpx_number(&out->numbers, parameter));
    }
}

/* Reads the numbers of the list q. */
static indp_status read_q(struct parameters *out)
{
    out->q = malloc(INDPX_MOST_QS * sizeof *out->q);
    if (out->q == NULL)
        return INDP_E_NO_MEMORY;
    return indpx_json_numbers(out->list, out->length, out->q, INDPX_MOST_QS, &out->n)
               ? INDP_OK
               : INDP_E_QUANTILES;
}

int indpmy_is_placeholder(const UDF_ARGS *args, unsigned i)
{
    return args->attribute_lengths[i] == 1 && args->attributes[i][0] == '?';
}

static char fail_constant(char *message, indpx_parameter parameter)
{
    char text[INDPX_TEXT_SIZE];
    const char *name = indpx_parameter_name(parameter),
               *rule = " must be a non-NULL constant: a literal, variable or placeholder";
    size_t length = strlen(name);
    memcpy(text, name, length);
    memcpy(text + length, rule, strlen(rule) + 1);
    return indpmy_fail(message, text);
}

static char read_one(const UDF_ARGS *args, unsigned i, indpx_parameter parameter,
                     struct parameters *out, int *known, char *message)
{
    indp_status status;
    if (args->args[i] == NULL) {
        if (!indpmy_is_placeholder(args, i))
            return fail_constant(message, parameter);
        *known = 0;
        return 0;
    }
    if (!read_value(args, i, parameter, out))
        return indpmy_fail_parameter(message, parameter);
    if (is_list(parameter) && out->list == NULL)
        return indpmy_fail_status(message, "", 0, INDP_E_NO_MEMORY);
    /* A function that releases stored states has no state yet that could refuse an epsilon, and
     * may fail only before the first row. */
    if (parameter == INDPX_EPSILON && !indpx_is_epsilon(out->numbers.epsilon))
        return indpmy_fail_parameter(message, parameter);
    status = parameter == INDPX_QS ? read_q(out) : INDP_OK;
    return status == INDP_OK ? 0 : indpmy_fail_status(message, "", 0, status);
}

char indpmy_read_parameters(const struct function *function, const UDF_ARGS *args,
                            struct parameters *out, int *known, char *message)
{
    const indpx_parameter *list =
        function->kind != NULL ? function->kind->parameters : function->parameters;
    unsigned i;
    memset(out, 0, sizeof *out);
    out->numbers.rows = 1;
    out->numbers.points = INDPX_FINE_POINTS;
    *known = 1;
    for (i = 1; i < args->arg_count; i++)
        if (read_one(args, i, indpx_next(&list, function->gives_state), out, known, message))
            return 1;
    return 0;
}
