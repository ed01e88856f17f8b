/* The parameters of a question. The owner declares each with a type and its allowed values, and
 * readers give the values. */
#ifndef INDP_SQLITE_ARGUMENTS_H
#define INDP_SQLITE_ARGUMENTS_H

#include "../declared/fields.h"
#include "../declared/keys.h"

enum { INDPSQL_MOST_ARGUMENTS = 16 };

struct argument {
    char name[65];
    json_type type; /* JSON_INTEGER, JSON_REAL or JSON_TEXT */
    int has_range;  /* 1: least to most are allowed; 0: the values in list are allowed */
    sqlite3_int64 least, most;
    double least_real, most_real;
    struct keys list;
    sqlite3_value *value; /* the value given, or NULL; bound as a double if type is JSON_REAL */
};

struct arguments {
    int n;
    struct argument list[INDPSQL_MOST_ARGUMENTS];
};

/* Reads the declaration: {"age": {"type": "integer", "least": 0, "most": 120}, "plan": {"type":
 * "text", "list": ["a", "b"]}}. `json` is NULL if there are no parameters. *out must be freed, also
 * after a refusal. */
int indpsql_arguments_declare(sqlite3 *db, const char *json, struct arguments *out,
                              struct refusal *why);

/* Reads the values, such as {"age": 40}. `json` may be NULL if there are none. Each parameter must
 * be given once. */
int indpsql_arguments_give(sqlite3 *db, const char *json, struct arguments *arguments,
                           struct refusal *why);

/* Whether a parameter of this name is declared. `data` points to a struct arguments. */
int indpsql_arguments_has(const void *data, const char *name, size_t length);

/* Binds the given values to the statement's parameters. Returns an SQLITE_ code. */
int indpsql_arguments_bind(const struct arguments *arguments, sqlite3_stmt *statement);

/* The given values as a JSON array, which the caller frees; NULL if memory ran out. It is the same
 * whatever the order in which they were given. */
char *indpsql_arguments_text(const struct arguments *arguments);

void indpsql_arguments_free(struct arguments *arguments);

#endif
