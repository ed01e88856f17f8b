/* The rows of one declared aggregate: one state, or one for each key. */
#ifndef INDP_SQLITE_GROUP_H
#define INDP_SQLITE_GROUP_H

#include "spec.h"

/* SQLite or the caller fills a new group with zeros. It must not be moved. */
struct group {
    struct spec *spec; /* NULL before the group is started */
    int refused;       /* the function was not declared when the first row came */
    int waits;         /* whether numbers of a group without keys are collected in a batch */
    int counts;        /* whether the aggregate is a count without keys */
    int failed;
    indp_status status;  /* the first failure */
    struct state *cells; /* one for each key; NULL without keys */
    struct state state;  /* the only state, if there are no keys */
};

/* Starts a group without rows. A failure is recorded in group->status. */
void indpsql_group_start(struct group *group, struct spec *spec);

/* Adds a row. `key` is NULL if the aggregate has no keys. Rows whose key is not listed are
 * ignored. */
void indpsql_group_add(struct group *group, sqlite3_value *key, sqlite3_value *x);

/* Adds the rows that are still waiting. */
void indpsql_group_flush(struct group *group);

/* The answer of one state. */
struct group_answer {
    indp_value value;
    char *list; /* JSON, which the caller frees, if the answer is a list; else NULL */
};

/* indpsql_group_size returns the number of answers. indpsql_group_release releases the answer for
 * key i, and each call is a separate release. */
size_t indpsql_group_size(const struct group *group);
indp_status indpsql_group_release(struct group *group, size_t i, double epsilon,
                                  struct group_answer *out);

void indpsql_group_drop(struct group *group);

#endif
