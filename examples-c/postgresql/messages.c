/* Every text and error code. The texts are constant up to the name of a function or a parameter: no
 * message holds a value. */
#include "indp_pg.h"

static const char *parameter_name(char parameter)
{
    switch (parameter) {
    case 'e': return "epsilon";
    case 'a': return "alpha";
    case 'l': return "lo";
    case 'h': return "hi";
    case 'q': return "q";
    case 'n':
    case 'c': return "candidates";
    default: return "rows_per_person";
    }
}

void fail_parameter(const char *function, char parameter)
{
    const char *rule = parameter == 'e'   ? "a finite number above 0"
                       : parameter == 'a' ? "a number between 0 and 1"
                       : parameter == 'r' ? "a whole number of at least 1"
                       : parameter == 'q' ? "a fraction from 0 to 1 with a denominator of at most 10000"
                       : parameter == 'n' ? "a whole number from 2 to 16777217"
                       : parameter == 'c' ? "a plain array of 1 to 1048576 distinct values, none of them NULL"
                                          : "a finite number";
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s must be %s", function, parameter_name(parameter), rule)));
}

void fail_changed(const char *function, char parameter)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s must be the same on every row", function, parameter_name(parameter))));
}

void fail_not_constant(const char *function, char parameter)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s must be a constant or a bound parameter", function, parameter_name(parameter)),
                    errdetail("Columns, subqueries and volatile functions are refused.")));
}

void fail_no_row(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: no row came and the parameters are not known here", function),
                    errhint("The call is wrapped by another extension: let one public row reach it.")));
}

void fail_no_merge(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: the state is the merge of no states, which has no parameters", function)));
}

void fail_release(bool mode)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), mode ? errmsg("dp_release: a mode is released by dp_release_mode")
                                                                   : errmsg("dp_release_mode: the state is not that of a mode")));
}

void fail_outside(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("indp: this function is a part of an aggregate")));
}

/* A function of `internal` in a place that it was not made for. */
void fail_inside(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("indp: this function is no part of an aggregate")));
}

void fail_owner(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("indp: this transition state belongs to another aggregate or was released")));
}

void fail_padding(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: x must be NULL on rows that an outer join pads with NULLs", function),
                    errdetail("A padded row vanishes when a real one appears: one person would change the answer twice."),
                    errhint("Aggregate a column of the joined table, or add FILTER (WHERE its key IS NOT NULL).")));
}

/* What is missing is told by the number of arguments alone: an epsilon in the place of a bound looks like one. */
void fail_missing(const char *function, int given)
{
    bool counts = strcmp(function, "dp_count") == 0, modes = strcmp(function, "dp_mode") == 0;
    bool quantiles = strcmp(function, "dp_quantile") == 0;
    const char *arguments = counts ? "x, epsilon" : modes ? "x, candidates, epsilon" : quantiles ? "x, q, lo, hi, epsilon" : "x, lo, hi, epsilon";
    int wanted = counts ? 2 : modes ? 3 : quantiles ? 5 : 4;
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    given == wanted - 1 ? errmsg("%s: epsilon is missing", function) : errmsg("%s: arguments are missing", function),
                    errhint("Write %s(%s).", function, arguments)));
}

void fail_limit(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("%s: epsilon is above indp.max_epsilon", function)));
}

void fail_bytes(const char *type, int code)
{
    ereport(ERROR, (errcode(code), errmsg("%s: the bytes are not a state of this version", type)));
}

void fail_status(const char *function, indp_status status)
{
    int code = ERRCODE_INVALID_PARAMETER_VALUE;
    const char *text = indp_status_message(status);
    switch (status) {
    case INDP_E_EPSILON: /* one that is no finite number above 0 was refused before */
        text = "epsilon is out of reach for so many rows_per_person";
        break;
    case INDP_E_ALPHA: fail_parameter(function, 'a');
    case INDP_E_QUANTILE: fail_parameter(function, 'q');
    case INDP_E_CATEGORIES: fail_parameter(function, 'c');
    case INDP_E_LO: fail_parameter(function, 'l');
    case INDP_E_HI: fail_parameter(function, 'h');
    case INDP_E_ROWS_PER_PERSON: text = "rows_per_person is too large"; break; /* below 1 was refused before */
    case INDP_E_RANGE: text = "lo must be below hi"; break;
    case INDP_E_CANDIDATES:
    case INDP_E_GRID: text = "lo and hi are too close to each other for their size"; break;
    case INDP_E_SENSITIVITY: /* the two say the same here: the noise would not fit a double */
    case INDP_E_LAMBDA: text = "bounds and rows_per_person are too large for this epsilon"; break;
    case INDP_E_STATE_MISMATCH: break;
    case INDP_E_TOO_MANY_ROWS: code = ERRCODE_PROGRAM_LIMIT_EXCEEDED; break;
    case INDP_E_NO_MEMORY: code = ERRCODE_OUT_OF_MEMORY; break;
    case INDP_E_ENTROPY:
        code = ERRCODE_SYSTEM_ERROR;
        text = "the source of randomness failed, nothing was released";
        break;
    default: code = ERRCODE_INTERNAL_ERROR; break;
    }
    ereport(ERROR, (errcode(code), errmsg("%s: %s", function, text)));
}
