/* The functions and types that an expression over private values may use. Such an expression must
 * not fail, whatever the values of the row: an error would reveal something about one row, without
 * noise and without a charge. Running out of memory is the only exception. Such an expression may
 * also call only code of PostgreSQL and of this extension. Each file calls only files below it in
 * this list.
 *
 * allow.c     contains the table of functions
 * rules.c     checks collations, and arguments that must be constants
 * like.c      LIKE and ILIKE
 * ordering.c  comparisons of texts in the order of a locale, and changes of case
 * texts.c     lengths and parts of texts
 * parts.c     parts of dates and times, and date_trunc
 * calendar.c  arithmetic and casts of dates and times
 * casts.c     casts between numbers
 * decimals.c  arithmetic of numeric
 * floats.c    arithmetic of float4 and float8
 * integers.c  arithmetic of int2, int4 and int8
 *
 * The files from like.c on define total functions. The script creates these in the schema indp,
 * under the names of the functions of PostgreSQL that they replace. */
#ifndef INDPPG_ALLOW_H
#define INDPPG_ALLOW_H

#include "postgres.h"

#include "nodes/pg_list.h"

/* Whether `function`, called with these arguments under this collation, may see private values. If
 * so, stores in *call the function to call instead: itself, or a total one with the same types. If
 * not, stores in *rule a constant text that names the rule and what a reader can do about it. A
 * constant argument is recognised only as a Const. */
extern bool indppg_allowed_call(Oid function, List *args, Oid collation, Oid *call,
                                const char **rule);

/* How many of MOST_OPERATIONS a call of an allowed function counts for. */
extern int indppg_cost(Oid function);

/* Whether a private value may have this type. */
extern bool indppg_allowed_type(Oid type);

/* Whether the default order of this type, as GREATEST and LEAST use it, cannot fail. */
extern bool indppg_allowed_comparison(Oid type, Oid collation);

/* Whether the default equality of this type, as CASE x WHEN, IN, NULLIF and IS DISTINCT FROM use
 * it, cannot fail. */
extern bool indppg_allowed_equality(Oid type, Oid collation);

/* One entry of the table. Tests read it by its number with indppg_allowed_entry, which returns
 * false if no entry has this number. */
typedef struct Allowed {
    const char *names;     /* names of functions in pg_catalog, separated by spaces */
    const char *arguments; /* the types of their arguments */
    bool replaced;         /* whether the function of the same name in the schema indp is called
                            * instead */
    int rule;              /* which conditions its arguments and collation must satisfy */
    const char *reason;    /* why it cannot fail, or what its replacement does instead */
} Allowed;

extern bool indppg_allowed_entry(int number, Allowed *out);

#endif
