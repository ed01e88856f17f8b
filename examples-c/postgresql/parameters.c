/* Parameters are public and the same on every row. Those of one row are checked here, and compared with the first
 * row's bit for bit where no plan proves that they are constant (plan.c).
 *
 * Letters: q, c candidates of a mode, l lo, h hi, e epsilon, r rows_per_person, n number of candidates. */
#include "indp_pg.h"

#include <float.h>
#include <math.h>

#include "utils/guc.h"

#define LIMIT "indp.max_epsilon"

/* A superuser's limit. Negative for none. */
static double max_epsilon = -1;
static int assigned = 0;

static void count_assignment(double value, void *extra)
{
    (void)value;
    (void)extra;
    assigned++;
}

/* Before the library comes, a setting of this name is a placeholder that everybody may set, and a client's hides that of the
 * database. A client's is refused now, and the other is gone: then no epsilon is allowed. */
void define_settings(void)
{
    bool before = GetConfigOption(LIMIT, true, false) != NULL;
    DefineCustomRealVariable(LIMIT, "Largest epsilon that one release may have.", "-1 sets no limit.", &max_epsilon, -1, -1,
                             DBL_MAX, PGC_SUSET, 0, NULL, count_assignment, NULL);
    if (before && assigned < 2)
        SetConfigOption(LIMIT, "0", PGC_SUSET, PGC_S_OVERRIDE);
#if PG_VERSION_NUM >= 150000
    MarkGUCPrefixReserved("indp");
#else
    EmitWarningsOnPlaceholders("indp");
#endif
}

void check_epsilon(double epsilon, const char *function)
{
    if (!isfinite(epsilon) || !(epsilon > 0))
        fail_parameter(function, 'e');
    if (max_epsilon >= 0 && epsilon > max_epsilon)
        fail_limit(function);
}

/* Of a quantile: unless told otherwise, as many as the library makes where the bounds are fractions. */
#define FINE_CANDIDATES 16385
#define MOST_CANDIDATES (((int64)1 << 24) + 1)

/* The library checks the others. */
void parameters_set(Given *given, char letter, Datum value, bool is_null, const Kind *kind, Form form)
{
    const char *function = name_of(kind, form);
    Parameters *out = &given->parameters;
    if (is_null)
        fail_parameter(function, letter);
    switch (letter) {
    case 'q': out->q = DatumGetFloat8(value); break;
    case 'c': given->candidates = value; break;
    case 'l': out->lo = number_of(kind->value, value); break;
    case 'h': out->hi = number_of(kind->value, value); break;
    case 'e':
        out->epsilon = DatumGetFloat8(value);
        check_epsilon(out->epsilon, function);
        break;
    case 'n':
        out->candidates = DatumGetInt64(value);
        if (out->candidates < 2 || out->candidates > MOST_CANDIDATES)
            fail_parameter(function, letter);
        break;
    default:
        out->rows = DatumGetInt64(value);
        if (out->rows < 1)
            fail_parameter(function, letter);
    }
}

/* Integers and dates have whole candidates: whole bounds, and no more candidates than numbers. */
void parameters_round(Parameters *p, const Kind *kind)
{
    if (!kind->whole)
        return;
    p->lo = ceil(p->lo);
    p->hi = floor(p->hi);
    if (p->candidates != 0 && p->lo < p->hi && (double)p->candidates > p->hi - p->lo)
        p->candidates = (int64)(p->hi - p->lo) + 1;
}

void parameters_clear(Given *out, const Kind *kind)
{
    memset(out, 0, sizeof *out);
    out->parameters.rows = 1;
    out->parameters.candidates = kind->code == INDP_KIND_QUANTILE && !kind->whole ? FINE_CANDIDATES : 0;
}

/* The next letter of this form, or 0. */
char next_letter(const char **letters, Form form)
{
    if (form == STATE && **letters == 'e')
        ++*letters;
    return **letters ? *(*letters)++ : 0;
}

/* Arguments of the transition function: the state, x, the parameters. */
void parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const char *letters = kind->parameters;
    parameters_clear(out, kind);
    for (int i = 2; i < PG_NARGS(); i++)
        parameters_set(out, next_letter(&letters, form), PG_GETARG_DATUM(i), PG_ARGISNULL(i), kind, form);
    parameters_round(&out->parameters, kind);
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

void parameters_compare(const Parameters *first, const Parameters *row, const Kind *kind, Form form)
{
    const char *function = name_of(kind, form);
    if (!same_bits(first->q, row->q))
        fail_changed(function, 'q');
    if (!same_bits(first->lo, row->lo))
        fail_changed(function, 'l');
    if (!same_bits(first->hi, row->hi))
        fail_changed(function, 'h');
    if (!same_bits(first->epsilon, row->epsilon))
        fail_changed(function, 'e');
    if (first->rows != row->rows)
        fail_changed(function, 'r');
    if (first->candidates != row->candidates)
        fail_changed(function, 'n');
}
