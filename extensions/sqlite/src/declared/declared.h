/* The declared aggregates of a connection. */
#ifndef INDP_SQLITE_DECLARED_H
#define INDP_SQLITE_DECLARED_H

#include "../connection.h"
#include "spec.h"

/* A declared aggregate of a connection. The functions of the aggregate stay registered, but its
 * declaration may change. */
struct declared {
    struct declared *next;
    char *name;
    struct spec *spec; /* NULL after dp_forget */
    int registered[3]; /* registered[n]: whether the function with n arguments is registered */
};

struct declared *indpsql_declared_find(const struct connection *connection, const char *name);

/* Makes an aggregate that has no declaration yet. Returns NULL if memory ran out. */
struct declared *indpsql_declared_new(const char *name);
/* Changes the declaration. Groups that are running keep the old spec. */
void indpsql_declared_set(struct declared *declared, struct spec *spec);
void indpsql_declared_clear(struct declared *declared);
void indpsql_declared_free(struct declared *list);

#endif
