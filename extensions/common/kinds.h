/* Declares the aggregates that all engines share. Their list is generated: see lists.h. */
#ifndef INDPX_KINDS_H
#define INDPX_KINDS_H

#include <stddef.h>

#include "indp.h"
#include "parameters.h"

/* The type of the values that are added to a state. */
typedef enum indpx_values { INDPX_ANY, INDPX_NUMBERS, INDPX_LABELS } indpx_values;

/* What an aggregate returns: one value, a list, or the JSON that parts.h describes. */
typedef enum indpx_gives {
    INDPX_GIVES_INTEGER,
    INDPX_GIVES_REAL,
    INDPX_GIVES_LABEL,
    INDPX_GIVES_REALS,
    INDPX_GIVES_INTEGERS,
    INDPX_GIVES_PARTS
} indpx_gives;

enum { INDPX_MOST_PARAMETERS = 7 }; /* including INDPX_NONE */

typedef struct indpx_kind {
    const char *name;
    /* The name of the function without epsilon, which returns a state; NULL if there is none. */
    const char *state_name;
    indpx_parameter parameters[INDPX_MOST_PARAMETERS]; /* arguments after x, then INDPX_NONE */
    int32_t code; /* the code of the kind's states: an INDP_KIND_ constant */
    indpx_values values;
    indpx_gives gives;
    int floats;        /* whether the setting float_precision applies to releases of the kind */
    const char *range; /* for messages: names the parameters for which epsilon may be too small */
    double q;          /* the rank of a quantile; below 0 if it is the parameter q */
} indpx_kind;

extern const indpx_kind indpx_kinds[INDPX_KINDS];

/* Room for a state of each kind that does not grow. */
typedef union indpx_fixed {
#define SIZE(KIND) unsigned char of_##KIND[INDP_##KIND##_STATE_SIZE];
#include "sizes_list.h"
#undef SIZE
} indpx_fixed;

/* Whether the answer is a list, or has parts. */
int indpx_is_list(const indpx_kind *kind);

/* The first parameter of the aggregate that differs, or INDPX_NONE. Numbers are compared bit for
 * bit, lists are not compared. */
indpx_parameter indpx_changed(const indpx_kind *kind, const indpx_parameters *first,
                              const indpx_parameters *row);

/* Whether the answer is a pair of bounds. */
int indpx_is_bounds(const indpx_kind *kind);

/* The first kind whose states have this code, or NULL if there is none. */
const indpx_kind *indpx_kind_of_code(int32_t code);

/* The kind of the aggregate with this name, or NULL if there is none. */
const indpx_kind *indpx_kind_of_name(const char *name);

/* Returns the next parameter of the list and advances the list. Returns INDPX_NONE at the end.
 * Skips epsilon if `gives_state` is set, since functions that return a state do not take it. */
indpx_parameter indpx_next(const indpx_parameter **list, int gives_state);

/* indpx_size writes the size of an empty state to *size, and indpx_start writes an empty state of
 * that size. `list` has the n candidates (indp_category) of a mode, or the n edges (double) of a
 * histogram or dp_bounds_among. For other kinds `list` is NULL and `n` is 0. */
indp_status indpx_size(const indpx_kind *kind, const indpx_parameters *parameters, const void *list,
                       size_t n, size_t *size);
indp_status indpx_start(const indpx_kind *kind, void *state, size_t size,
                        const indpx_parameters *parameters, const void *list, size_t n);

/* Releases the bounds of a state. *found is 0 if there are none: the answer is NULL then. */
indp_status indpx_release_bounds(void *state, double epsilon, double out[2], int *found);

#endif
