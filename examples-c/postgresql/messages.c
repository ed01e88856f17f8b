/* Every text and error code. The texts are constant up to the name of a function or a parameter: no
 * message holds a value. */
#include "indp_pg.h"

static const char *parameter_name(char parameter)
{
    switch (parameter) {
    case 'e': return "epsilon";
    case 'l': return "lo";
    case 'h': return "hi";
    default: return "rows_per_person";
    }
}

void fail_parameter(const char *function, char parameter)
{
    const char *rule = parameter == 'e'   ? "a finite number above 0"
                       : parameter == 'r' ? "a whole number of at least 1"
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

void fail_no_merge(void)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release: the state is the merge of no states, which has no parameters")));
}

void fail_outside(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("indp: this function is a part of an aggregate")));
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
    case INDP_E_EPSILON: fail_parameter(function, 'e');
    case INDP_E_LO: fail_parameter(function, 'l');
    case INDP_E_HI: fail_parameter(function, 'h');
    case INDP_E_ROWS_PER_PERSON: fail_parameter(function, 'r');
    case INDP_E_RANGE: text = "lo must be below hi"; break;
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
