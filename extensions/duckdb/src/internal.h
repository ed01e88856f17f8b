/* Declarations that all files of the extension share. */
#ifndef INDP_DUCKDB_INTERNAL_H
#define INDP_DUCKDB_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

/* The oldest version of the C API that has all functions used here. */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#include <duckdb_extension.h>

#include "indp.h"
#include "kinds.h"

extern duckdb_ext_api_v1 duckdb_ext_api; /* the engine's functions; defined in init.c */

enum { MOST_WORDS = INDPX_MOST_PARAMETERS, FIXED_STATE_SIZE = sizeof(indpx_fixed) };

/* One overload of an aggregate, such as dp_sum over integers with four arguments. It does not
 * change once it is registered, so threads may share it. */
struct function {
    const char *name;
    const indpx_kind *kind;
    int gives_state;                  /* whether this is a dp_..._state, which takes no epsilon */
    duckdb_type x;                    /* the type of the values */
    int columns;                      /* the number of arguments, x included */
    int words;                        /* the number of parameters that are numbers */
    indpx_parameter word[MOST_WORDS]; /* these parameters, in the order of the arguments */
    int word_column[MOST_WORDS];      /* their positions among the arguments */
    int list_column;                  /* the position of the list; 0 if there is none */
    duckdb_type list;                 /* the type of its elements */
    /* How its groups lie in memory: see group.h. Set by indpduck_group_layout. */
    int is_allocated;
    int head; /* the number of words before the list or, in groups without a list, the state */
};

/* Whether the overload only reports an error, because DuckDB may fail to convert a value of type
 * x. */
static inline int indpduck_is_refused(const struct function *function)
{
    return function->x == DUCKDB_TYPE_BIGNUM || function->x == DUCKDB_TYPE_VARIANT;
}

#endif
