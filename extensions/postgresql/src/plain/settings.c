/* Defines the settings of the extension. Every role may change indp.budget. The others may be
 * changed only by a superuser, for example by ALTER DATABASE ... SET indp.max_epsilon = 1, and from
 * PostgreSQL 15 on by a role to which a superuser has granted this (GRANT SET ON PARAMETER). */
#include "indp_pg.h"

#include <float.h>

#include "settings.h"
#include "utils/guc.h"

#define LIMIT "indp.max_epsilon"
#define PRECISION "indp.float_precision"
#define BUDGET "indp.budget"
#define INSIDE "indp.inside"

static double max_epsilon = -1; /* negative for no limit */
static int float_precision = 0;
static char *budget = NULL;
static bool inside = false;

/* How often indp.max_epsilon and indp.float_precision were assigned a value. */
static int limits = 0;
static int precisions = 0;

/* Accepts -1 or a limit of at least 0. Any other negative number is probably a typing error. */
static bool check_limit(double *value, void **extra, GucSource source)
{
    (void)extra;
    (void)source;
    if (*value == -1 || *value >= 0)
        return true;
    GUC_check_errdetail("%s must be -1 (no limit) or at least 0.", LIMIT);
    return false;
}

static void count_limit(double value, void *extra)
{
    (void)value;
    (void)extra;
    limits++;
}

static void count_precision(int value, void *extra)
{
    (void)value;
    (void)extra;
    precisions++;
}

static bool check_precision(int *value, void **extra, GucSource source)
{
    (void)extra;
    (void)source;
    if (indpx_is_float_precision(*value))
        return true;
    GUC_check_errdetail("%s %s.", PRECISION, INDPX_FLOAT_PRECISION_RULE);
    return false;
}

static bool is_set(const char *name)
{
    return GetConfigOption(name, true, false) != NULL;
}

/* Before the library is loaded, each setting is a placeholder that everybody may set, and a
 * client's value replaces the value of the database. When the settings are defined here, PostgreSQL
 * refuses the client's value of a setting that only a superuser may change, but the value of the
 * database is lost. In that case no epsilon is allowed.
 *
 * To detect this, assignments are counted. A definition assigns the default, and then assigns the
 * value of the placeholder if it accepts that value. So if there was a placeholder but only one
 * assignment, the value was refused. */
void indppg_define_settings(void)
{
    bool limited = is_set(LIMIT), precise = is_set(PRECISION);
    DefineCustomRealVariable(LIMIT, "Largest epsilon that one release may have.",
                             "-1 sets no limit.", &max_epsilon, -1, -1, DBL_MAX, PGC_SUSET, 0,
                             check_limit, count_limit, NULL);
    DefineCustomIntVariable(PRECISION,
                            "Precision, in bits, of the float arithmetic that computes releases.",
                            "0 is real arithmetic, -1 as many bits as are needed.",
                            &float_precision, 0, -1, INDPX_MOST_PRECISION, PGC_SUSET, 0,
                            check_precision, count_precision, NULL);
    DefineCustomStringVariable(BUDGET,
                               "The role whose budget pays for queries over protected tables.",
                               "Needed only by a reader who has several budgets.", &budget, "",
                               PGC_USERSET, 0, NULL, NULL, NULL);
    DefineCustomBoolVariable(INSIDE,
                             "Whether the private part of a query over a protected table runs.",
                             NULL, &inside, false, PGC_SUSET,
                             GUC_NO_SHOW_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, NULL, NULL,
                             NULL);
    if ((limited && limits < 2) || (precise && precisions < 2))
        SetConfigOption(LIMIT, "0", PGC_SUSET, PGC_S_OVERRIDE);
#if PG_VERSION_NUM >= 150000
    MarkGUCPrefixReserved("indp");
#else
    EmitWarningsOnPlaceholders("indp");
#endif
}

void indppg_check_epsilon(double epsilon, const char *function)
{
    if (!indpx_is_epsilon(epsilon)) /* NaN is above no limit */
        indppg_fail_parameter(function, INDPX_EPSILON);
    if (max_epsilon >= 0 && epsilon > max_epsilon)
        indppg_fail_limit(function);
}

/* Options for a release of this kind, to be freed before an error is raised. */
indp_status indppg_options(const indpx_kind *kind, indp_options **out)
{
    indpx_settings settings = { float_precision };
    return indpx_options(&settings, kind, out);
}

/* Changes a setting, even one that the user may not change. The change lasts until AtEOXact_GUC
 * ends the level that NewGUCNestLevel began. */
void indppg_force(const char *name, const char *value)
{
    (void)set_config_option(name, value, PGC_SUSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
}

/* Whether the private part runs, here or in the leader of this worker. Workers get the settings of
 * their leader. */
bool indppg_is_inside(void)
{
    return inside;
}

void indppg_go_inside(void)
{
    indppg_force(INSIDE, "on");
}

/* The role that the reader named, or NULL. */
const char *indppg_budget_name(void)
{
    return budget == NULL || *budget == '\0' ? NULL : budget;
}
