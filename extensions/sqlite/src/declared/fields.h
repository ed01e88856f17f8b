/* The fields of a JSON object, read by the JSON functions of the ledger's connection: so numbers are
 * read as in SQL, and functions that the host has replaced play no part. */
#ifndef INDP_SQLITE_FIELDS_H
#define INDP_SQLITE_FIELDS_H

#include "../ledger/sql.h"

enum { INDPSQL_MOST_FIELDS = 32 };

/* The type of a JSON value. */
typedef enum json_type { JSON_ABSENT, JSON_NULL, JSON_BOOLEAN, JSON_INTEGER, JSON_REAL, JSON_TEXT, JSON_ARRAY, JSON_OBJECT } json_type;

/* An array or an object is the text of its JSON. */
struct field {
    json_type type;
    sqlite3_value *value;
};

/* Calls the function with each member of the object until it returns 0. */
typedef int member_function(void *data, const char *name, json_type type, sqlite3_value *value, struct refusal *why);
int indpsql_members(sqlite3 *db, const char *json, const char *what, member_function *each, void *data, struct refusal *why);

/* Reads the named members, in the order of names, which ends with NULL. Unknown and repeated ones
 * are refused; what names the object in messages. The fields must be freed, also after a refusal. */
int indpsql_fields_read(sqlite3 *db, const char *json, const char *what, const char *const *names, struct field *out,
                        struct refusal *why);
void indpsql_fields_free(const char *const *names, struct field *fields);

/* The text of a field, which lives as long as the field; NULL unless it has this type and contains
 * no NUL. */
const char *indpsql_field_text(const struct field *field, json_type type);

#endif
