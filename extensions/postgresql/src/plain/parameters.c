/* Checks the parameters of one row. Parameters are public and must be the same on every row. Unless
 * the plan proves that they are constant (plan.c), the parameters of each row are compared bit for
 * bit with the parameters of the first row. This file refuses NULL, and checks epsilon,
 * rows_per_person and the number of candidates. Lists are checked by the files that read them. The
 * library makes all other checks. */
#include "indp_pg.h"

#include <math.h>

/* The number of candidates of a quantile over integers or dates until the call chooses one. */
enum { NOT_CHOSEN = -1 };

void indppg_parameters_set(Given *given, indpx_parameter parameter, Datum value, bool is_null,
                           const Kind *kind, Form form)
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
        if (out->points != 0 && !indpx_is_points(out->points))
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

/* Whole numbers are the candidates of dates, and those of integers if the call does not choose the
 * number of candidates. Therefore the bounds are rounded to whole numbers, and there are at most as
 * many candidates as whole numbers between them. If the call chooses the number, integers have the
 * candidates that other numbers have, so that all engines make the same state. */
static void round_bounds(indpx_parameters *p, const Kind *kind, Form form)
{
    bool chosen = p->points != NOT_CHOSEN, ascending = p->lo < p->hi;
    if (!chosen)
        p->points = 0;
    if (!kind->whole || (chosen && kind->value != VALUE_DATE))
        return;
    p->lo = ceil(p->lo);
    p->hi = floor(p->hi);
    if (ascending && !(p->lo < p->hi))
        indppg_fail_whole(name_of(kind, form));
    if (p->points != 0 && p->lo < p->hi && (double)p->points > p->hi - p->lo)
        p->points = (int64)(p->hi - p->lo) + 1;
}

void indppg_parameters_clear(Given *out, const Kind *kind)
{
    memset(out, 0, sizeof *out);
    out->parameters.rows = 1;
    out->parameters.points = kind->of->code != INDP_KIND_QUANTILE ? 0
                             : kind->whole                        ? NOT_CHOSEN
                                                                  : INDPX_FINE_POINTS;
}

void indppg_parameters_end(Given *out, const Kind *kind, Form form)
{
    if (kind->of->code == INDP_KIND_QUANTILE)
        round_bounds(&out->parameters, kind, form);
}

/* Reads the parameters from the arguments of the transition function, which are the state, x and
 * the parameters. */
void indppg_parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const indpx_parameter *list = kind->of->parameters;
    indppg_parameters_clear(out, kind);
    for (int i = 2; i < PG_NARGS(); i++)
        indppg_parameters_set(out, indpx_next(&list, form == STATE), PG_GETARG_DATUM(i),
                              PG_ARGISNULL(i), kind, form);
    indppg_parameters_end(out, kind, form);
}

void indppg_parameters_compare(const indpx_parameters *first, const indpx_parameters *row,
                               const Kind *kind, Form form)
{
    indpx_parameter changed = indpx_changed(kind->of, first, row);
    if (changed != INDPX_NONE)
        indppg_fail_changed(name_of(kind, form), changed);
}
