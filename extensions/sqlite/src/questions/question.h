/* A question: an aggregate over a private table that readers ask by name. */
#ifndef INDP_SQLITE_QUESTION_H
#define INDP_SQLITE_QUESTION_H

#include "../connection.h"
#include "../declared/spec.h"
#include "arguments.h"

enum {
    FIELD_AGGREGATE = FIELD_SHARED,
    FIELD_TABLE,
    FIELD_PERSON,
    FIELD_KEY,
    FIELD_VALUE,
    FIELD_WHERE,
    FIELD_PARAMETERS,
    FIELD_REMAINING,
    FIELD_KEEP,
    FIELD_ALL
};

/* The strings live as long as `fields`. */
struct question {
    struct field fields[FIELD_ALL];
    const char *table, *person, *value;
    const char *key;    /* NULL for one answer over all rows */
    const char *where;  /* NULL for all rows */
    sqlite3_int64 keep; /* how many seconds answers are kept; 0 if they are not */
    struct spec *spec;
    struct arguments arguments;
};

/* Reads a declaration. *out must be freed, also after a refusal. db is the connection to the
 * ledger. */
int indpsql_question_read(sqlite3 *db, const char *json, struct question *out, struct refusal *why);
void indpsql_question_free(struct question *question);

/* Checks the question against the tables of the database that questions read, and prepares its
 * statement. The statement returns a key and a value for each row, and at most rows_per_person rows
 * of each person. Parameters are bound if `bind` is set. */
int indpsql_question_prepare(struct connection *connection, const struct question *question,
                             int bind, sqlite3_stmt **out, struct refusal *why);

/* Begins a read transaction that lasts as long as the statement is open. Returns SQLITE_ROW on
 * success. */
int indpsql_question_begin(sqlite3 *db, sqlite3_stmt **out);

/* Compiles the statement of a question with trivial expressions, so that the authorizer can count
 * the SELECTs that each such statement has. Their number depends on the version of SQLite. Returns
 * an SQLITE_ code. */
int indpsql_question_rehearse(struct connection *connection);

#endif
