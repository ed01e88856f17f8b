/* The fields of a JSON object. SQLite's JSON functions read them, on the ledger's connection. So
 * numbers are read as in SQL, and it does not matter whether the host has replaced these functions
 * on its own connection. */
#ifndef INDP_SQLITE_FIELDS_H
#define INDP_SQLITE_FIELDS_H

#include "../ledger/sql.h"

enum { INDPSQL_MOST_FIELDS = 32 };

/* The type of a JSON value. */
typedef enum json_type {
    JSON_ABSENT,
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT
} json_type;

/* The value of an array or an object is its JSON text. */
struct field {
    json_type type;
    sqlite3_value *value;
};

/* Calls `each` with each member of the object, until `each` returns 0. */
typedef int member_function(void *data, const char *name, json_type type, sqlite3_value *value,
                            struct refusal *why);
int indpsql_members(sqlite3 *db, const char *json, const char *what, member_function *each,
                    void *data, struct refusal *why);

/* Reads the members that `names` lists, and stores them in that order. The list ends with NULL.
 * Unknown and repeated members are refused. Messages call the object by the text `what`. The fields
 * must be freed, also after a refusal. */
int indpsql_fields_read(sqlite3 *db, const char *json, const char *what, const char *const *names,
                        struct field *out, struct refusal *why);
void indpsql_fields_free(const char *const *names, struct field *fields);

/* The text of a field, which lives as long as the field; NULL unless it has this type and contains
 * no NUL. */
const char *indpsql_field_text(const struct field *field, json_type type);

#endif
