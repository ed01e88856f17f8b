/* Checks the parameters of one row. Parameters are public and must be the same on every row. Unless
 * the plan proves that they are constant (plan.c), the parameters of each row are compared bit for
 * bit with the parameters of the first row. This file refuses NULL, and checks epsilon,
 * rows_per_person and the number of candidates. Lists are checked by the files that read them. The
 * library makes all other checks. */
#include "indp_pg.h"

#include <math.h>

void indppg_parameters_set(Given *given, indpx_parameter parameter, Datum value, bool is_null, const Kind *kind, Form form)
{
    const char *function = name_of(kind, form);
    indpx_parameters *out = &given->parameters;
    if (is_null)
        indppg_fail_parameter(function, parameter);
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_EDGES:
    case INDPX_QS: given->array = value; break;
    case INDPX_LO:
    case INDPX_HI: *indpx_number(out, parameter) = indppg_number_of(kind->value, value); break;
    case INDPX_EPSILON:
        out->epsilon = DatumGetFloat8(value);
        indppg_check_epsilon(out->epsilon, function);
        break;
    case INDPX_POINTS:
        out->points = DatumGetInt64(value);
        if (!indpx_is_points(out->points))
            indppg_fail_parameter(function, parameter);
        break;
    case INDPX_ROWS:
        out->rows = DatumGetInt64(value);
        if (!indpx_is_rows(out->rows))
            indppg_fail_parameter(function, parameter);
        break;
    default: *indpx_number(out, parameter) = DatumGetFloat8(value);
    }
}

/* Integers and dates have whole numbers as candidates. Therefore the bounds are rounded to whole
 * numbers, and there are at most as many candidates as whole numbers between them. */
void indppg_parameters_round(indpx_parameters *p, const Kind *kind)
{
    if (!kind->whole)
        return;
    p->lo = ceil(p->lo);
    p->hi = floor(p->hi);
    if (p->points != 0 && p->lo < p->hi && (double)p->points > p->hi - p->lo)
        p->points = (int64)(p->hi - p->lo) + 1;
}

void indppg_parameters_clear(Given *out, const Kind *kind)
{
    memset(out, 0, sizeof *out);
    out->parameters.rows = 1;
    out->parameters.points = kind->of->code == INDP_KIND_QUANTILE && !kind->whole ? INDPX_FINE_POINTS : 0;
}

/* Reads the parameters from the arguments of the transition function, which are the state, x and
 * the parameters. */
void indppg_parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const indpx_parameter *list = kind->of->parameters;
    indppg_parameters_clear(out, kind);
    for (int i = 2; i < PG_NARGS(); i++)
        indppg_parameters_set(out, indpx_next(&list, form == STATE), PG_GETARG_DATUM(i), PG_ARGISNULL(i), kind, form);
    indppg_parameters_round(&out->parameters, kind);
}

void indppg_parameters_compare(const indpx_parameters *first, const indpx_parameters *row, const Kind *kind, Form form)
{
    indpx_parameter changed = indpx_changed(first, row);
    if (changed != INDPX_NONE)
        indppg_fail_changed(name_of(kind, form), changed);
}
