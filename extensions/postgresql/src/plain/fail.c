/* Raises the errors of the files in this folder. (The folders ledger, protected and owner also have
 * errors of their own.) This file contains the SQLSTATE codes and the messages that only PostgreSQL
 * needs. The other messages are in ../../common. Messages are constant except for the name of a
 * function or a parameter. No message contains a value. */
#include "indp_pg.h"

#include "messages.h"
#include "parts.h"

#include "common/shortest_dec.h"

/* Most statuses are about parameters. The others are about the machine, or show a defect. */
static int code_of(indp_status status)
{
    switch (status) {
    case INDP_E_TOO_MANY_ROWS: return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
    case INDP_E_NO_MEMORY: return ERRCODE_OUT_OF_MEMORY;
    case INDP_E_ENTROPY: return ERRCODE_SYSTEM_ERROR;
    case INDP_E_STATE: return ERRCODE_DATA_CORRUPTED;
    case INDP_E_NULL:
    case INDP_E_PANIC:
    case INDP_E_LENGTH:
    case INDP_E_RELEASED:
    case INDP_E_SELF_TEST:
    case INDP_E_STRUCT_SIZE:
    case INDP_E_BUFFER:
    case INDP_E_BUSY: return ERRCODE_INTERNAL_ERROR;
    default: return ERRCODE_INVALID_PARAMETER_VALUE;
    }
}

void indppg_fail_call(const char *function, const char *range, double epsilon, indp_status status)
{
    char text[INDPX_TEXT_SIZE];
    indpx_parameter broken = indpx_broken(status);
    if (broken != INDPX_NONE)
        indppg_fail_parameter(function, broken);
    ereport(ERROR, (errcode(code_of(status)),
                    errmsg("%s: %s", function, indpx_status_text(status, range, epsilon, text))));
}

void indppg_fail_status(const char *function, indp_status status)
{
    indppg_fail_call(function, "", 0, status);
}

void indppg_fail_parameter(const char *function, indpx_parameter parameter)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s %s", function, indpx_parameter_name(parameter),
                           indpx_parameter_rule(parameter))));
}

void indppg_fail_changed(const char *function, indpx_parameter parameter)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s %s", function, indpx_parameter_name(parameter), INDPX_CHANGED)));
}

void indppg_fail_not_constant(const char *function, indpx_parameter parameter)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: %s must be a constant or a bound parameter", function,
                           indpx_parameter_name(parameter)),
                    errdetail("Columns, subqueries and volatile functions are refused.")));
}

void indppg_fail_whole(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: integers need two whole numbers from lo to hi: widen the interval, "
                           "or pass the number of candidates",
                           function)));
}

void indppg_fail_no_row(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: no row reached this call, and its parameters cannot be read from "
                           "the query plan",
                           function),
                    errhint("Another extension hides the call from the planner. Make sure that a "
                            "row reaches it in any case, for example by a LEFT JOIN from a table "
                            "of public keys.")));
}

void indppg_fail_no_merge(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: the state is a merge of no states, so it has no parameters and "
                           "cannot be released",
                           function),
                    errhint("Add a state that always exists to the merge, for example one made "
                            "from no rows.")));
}

/* The function that releases states of this kind. */
static const char *release_of(int32_t code)
{
    return code == INDP_KIND_MODE        ? "dp_release_mode"
           : code == INDP_KIND_HISTOGRAM ? "dp_release_counts"
                                         : "dp_release";
}

void indppg_fail_release(int32_t code)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release: this is the state of a %s: use %s",
                           code == INDP_KIND_MODE ? "mode" : "histogram", release_of(code))));
}

void indppg_fail_no_mode(int32_t code)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
             errmsg("dp_release_mode: this is not the state of a mode: use %s", release_of(code))));
}

void indppg_fail_counts(void)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release_counts: %s", INDPX_NO_COUNTS)));
}

void indppg_fail_bounds(void)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release_bounds: %s", INDPX_NO_BOUNDS)));
}

void indppg_fail_quantiles(void)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release_quantiles: %s", INDPX_NO_QUANTILES)));
}

void indppg_fail_parts(int32_t code)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("dp_release_parts: %s%s", INDPX_NO_PARTS, release_of(code))));
}

void indppg_fail_outside(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("indp: this function works only inside its aggregate")));
}

/* A function with an `internal` argument was called from an aggregate. */
void indppg_fail_inside(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("indp: this function cannot be part of an aggregate")));
}

void indppg_fail_owner(void)
{
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("indp: this transition state belongs to another aggregate or was "
                           "already released")));
}

void indppg_fail_distinct(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: DISTINCT needs a deterministic collation", function),
                    errdetail("One row could decide which of several equal texts is counted, and "
                              "so change the counts of two candidates.")));
}

void indppg_fail_padding(const char *function)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
             errmsg("%s: x must be NULL on rows that an outer join pads with NULLs", function),
             errdetail("A padded row vanishes when a real row appears: one person could change the "
                       "answer by twice the sensitivity."),
             errhint("Aggregate a column of the joined table, or add FILTER (WHERE its key IS NOT "
                     "NULL).")));
}

/* Only the number of arguments shows what is missing, since an epsilon that is passed in place of a
 * bound looks like a bound. */
void indppg_fail_missing(const char *function, int given)
{
    const indpx_kind *kind = indpx_kind_of_name(function);
    char arguments[INDPX_TEXT_SIZE] = "x";
    int wanted = 1, has_list = kind != NULL && kind->parameters[0] == INDPX_CANDIDATES;
    for (int i = 0; kind != NULL && kind->parameters[i] != INDPX_NONE &&
                    !indpx_is_optional(kind->parameters[i]);
         i++) {
        Size length = strlen(arguments);
        snprintf(arguments + length, sizeof arguments - length, ", %s",
                 indpx_parameter_name(kind->parameters[i]));
        wanted++;
    }
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
             given == wanted - 1 && !has_list ? errmsg("%s: epsilon is missing", function)
                                              : errmsg("%s: arguments are missing", function),
             errhint("Write %s(%s).", function, arguments)));
}

void indppg_fail_limit(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s: epsilon is above indp.max_epsilon", function),
                    errhint("SHOW indp.max_epsilon tells the limit.")));
}

void indppg_fail_bytes(const char *type, int code)
{
    ereport(ERROR, (errcode(code), errmsg("%s: the bytes are not a state of this version", type)));
}

const char *indppg_number_text(double number)
{
    char buffer[DOUBLE_SHORTEST_DECIMAL_LEN];
    (void)double_to_shortest_decimal_buf(number, buffer);
    return pstrdup(buffer);
}
