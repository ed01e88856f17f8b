/* The rows of one group in memory. DuckDB owns a fixed number of bytes for each group, which it
 * copies and moves as it likes, also to disk. If all states of a kind have the same size, these
 * bytes hold the whole group. For modes, quantiles, histograms and answers with parts they hold a
 * pointer to the group, which a destructor frees.
 *
 * A group is an array of words: its stage, the parameters that are numbers (function->words of
 * them), and, if it is allocated, the size of the state and the length of the list. The list
 * follows, then the state. */
#ifndef INDP_DUCKDB_GROUP_H
#define INDP_DUCKDB_GROUP_H

#include "call.h"

enum indpduck_stage {
    INDPDUCK_UNTOUCHED, /* no row has reached the group, so its parameters are unknown */
    INDPDUCK_LIVE,
    INDPDUCK_RELEASED /* the answer is kept in place of the parameters: see release.c */
};

/* The bytes that the engine owns: a pointer to an allocated group, or the group itself. */
typedef union indpduck_place {
    uint64_t *allocated;
    uint64_t stage; /* the first word of the group itself */
} indpduck_place;

/* Decides how the groups of a function are laid out in memory, once all its parameters are
 * known. */
void indpduck_group_layout(struct function *function);

/* The number of bytes that the engine owns for each group. */
size_t indpduck_place_size(const struct function *function);

static inline uint64_t *indpduck_group_of(const struct function *function, indpduck_place *place)
{
    return function->is_allocated ? place->allocated : &place->stage;
}

static inline int indpduck_is_untouched(const uint64_t *group)
{
    return group == NULL || *group == INDPDUCK_UNTOUCHED;
}

/* Whether two arrays of parameters are equal, bit for bit. */
static inline int indpduck_same_words(const uint64_t *a, const uint64_t *b, int n)
{
    uint64_t different = 0;
    int i;
    for (i = 0; i < n; i++)
        different |= a[i] ^ b[i];
    return different == 0;
}

/* These return the parts of a group: the parameters that are numbers, the list, and the bytes of
 * the state. */
static inline uint64_t *indpduck_group_words(uint64_t *group)
{
    return group + 1;
}

struct list indpduck_group_list(const struct function *function, uint64_t *group);
/* The space of the list, which has two words more than the list, also if there is none; or that of
 * an answer with parts. */
unsigned char *indpduck_group_room(const struct function *function, uint64_t *group);
unsigned char *indpduck_allocated_bytes(const struct function *function, uint64_t *group);

static inline unsigned char *indpduck_group_bytes(const struct function *function, uint64_t *group)
{
    return function->is_allocated ? indpduck_allocated_bytes(function, group)
                                  : (unsigned char *)(group + function->head);
}

/* Starts a group that is untouched, with the parameters and the empty state of a call. */
indp_status indpduck_group_start(indpduck_place *place, struct call *call);

/* Compares the parameters of a group with those of a call. Returns INDP_OK, INDPDUCK_CHANGED, or
 * INDP_E_RELEASED if the group was released before. */
indp_status indpduck_group_compare(const struct function *function, uint64_t *group,
                                   const uint64_t *words, const struct list *list);

/* Makes room for this many more rows. The group may move. */
indp_status indpduck_group_grow(const struct function *function, indpduck_place *place,
                                uint64_t more);

/* Merges the first group into the second. The first stays as it is. */
indp_status indpduck_group_merge(const struct function *function, indpduck_place *from,
                                 indpduck_place *into);

/* Adds the rows from..to of x to a live group. Rows where x is NULL are left out. */
typedef indp_status (*indpduck_add)(const struct function *function, indpduck_place *place,
                                    const struct column *x, idx_t from, idx_t to);

/* The function that adds values of the type that this overload takes. */
indpduck_add indpduck_add_of(const struct function *function);

/* Writes the answer of a group to a row of the result: NULL if no row reached the group, the bytes
 * of its state, or a release. A group is released once and keeps its answer, since an engine may
 * ask again. *epsilon receives the epsilon of the group, for a message. */
indp_status indpduck_group_answer(const struct function *function, indpduck_place *place,
                                  duckdb_vector result, idx_t row, double *epsilon);

#endif
