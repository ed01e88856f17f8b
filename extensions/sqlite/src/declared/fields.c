#include "fields.h"

#include <string.h>

#include "number.h"

static json_type type_of(const char *name)
{
    static const struct {
        const char *name;
        json_type type;
    } types[] = {
        { "null", JSON_NULL },       { "true", JSON_BOOLEAN },  { "false", JSON_BOOLEAN },
        { "integer", JSON_INTEGER }, { "real", JSON_REAL },     { "text", JSON_TEXT },
        { "array", JSON_ARRAY },     { "object", JSON_OBJECT },
    };
    size_t i;
    for (i = 0; name != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return types[i].type;
    return JSON_ABSENT;
}

static int refuse_json(struct refusal *why, const char *what)
{
    return indpsql_refuse(why, "%s must be a JSON object", what, "");
}

/* Whether a text of the JSON contains the character NUL, at which some versions of SQLite end the
 * text. */
static int has_nul(const char *json)
{
    for (; *json != '\0'; json++)
        if (*json == '\\') {
            if (strncmp(json, "\\u0000", 6) == 0)
                return 1;
            if (*++json == '\0')
                return 0;
        }
    return 0;
}

static int is_object(sqlite3 *db, const char *json, const char *what, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    json_type type = JSON_ABSENT;
    int rc = indpsql_prepare(db, &statement, "SELECT json_type(?)", "t", json);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        type = type_of((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    if ((rc & 0xFF) == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    return type == JSON_OBJECT ? 1 : refuse_json(why, what);
}

/* Some builds of SQLite read a number with a fraction as the double next to the right one. So this
 * reads its text again, the first number of an array of two, unless it is a long one. The result is
 * NULL without memory. */
static sqlite3_value *read_real(sqlite3 *db, const char *array, sqlite3_value *read)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_value *value = NULL;
    double real;
    if (array == NULL || !indpx_number_read(array + 1, strcspn(array, ",") - 1, &real))
        return sqlite3_value_dup(read);
    if (indpsql_prepare(db, &statement, "SELECT ?", "d", real) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_value_dup(sqlite3_column_value(statement, 0));
    sqlite3_finalize(statement);
    return value;
}

int indpsql_members(sqlite3 *db, const char *json, const char *what, member_function *each,
                    void *data, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    int rc, good = 1;
    if (has_nul(json))
        return indpsql_refuse(why, "%s must not contain \\u0000", what, "");
    if (!is_object(db, json, what, why))
        return 0;
    rc = indpsql_prepare(db, &statement,
                         "SELECT e.key, e.type, e.value, CASE e.type WHEN 'real' THEN "
                         "json_extract(j.text, e.fullkey, e.fullkey) END "
                         "FROM (SELECT ? AS text) AS j, json_each(j.text) AS e",
                         "t", json);
    while (rc == SQLITE_OK && good) {
        rc = sqlite3_step(statement);
        if (rc == SQLITE_ROW) {
            const char *name = (const char *)sqlite3_column_text(statement, 0);
            const char *type = (const char *)sqlite3_column_text(statement, 1);
            sqlite3_value *value = read_real(db, (const char *)sqlite3_column_text(statement, 3),
                                             sqlite3_column_value(statement, 2));
            good = name != NULL && type != NULL && value != NULL
                       ? each(data, name, type_of(type), value, why)
                       : indpsql_refuse_memory(why);
            sqlite3_value_free(value);
            rc = SQLITE_OK;
        }
    }
    sqlite3_finalize(statement);
    if (good && rc != SQLITE_DONE)
        good = (rc & 0xFF) == SQLITE_NOMEM ? indpsql_refuse_memory(why) : refuse_json(why, what);
    return good;
}

struct reader {
    const char *what;
    const char *const *names;
    struct field *fields;
};

/* Refuses a member of unknown name. The refusal lists the known names. */
static int refuse_unknown(const struct reader *reader, struct refusal *why)
{
    char known[200] = "";
    int i;
    for (i = 0; reader->names[i] != NULL; i++) {
        size_t length = strlen(known);
        sqlite3_snprintf((int)(sizeof known - length), known + length, "%s%s", i == 0 ? "" : ", ",
                         reader->names[i]);
    }
    return indpsql_refuse(why, "unknown name of a member in %s; these are known: %s", reader->what,
                          known);
}

static int read_member(void *data, const char *name, json_type type, sqlite3_value *value,
                       struct refusal *why)
{
    const struct reader *reader = data;
    int i;
    for (i = 0; reader->names[i] != NULL; i++)
        if (strcmp(reader->names[i], name) == 0) {
            struct field *field = &reader->fields[i];
            if (field->type != JSON_ABSENT)
                return indpsql_refuse(why, "member \"%s\" of %s occurs more than once",
                                      reader->names[i], reader->what);
            field->value = sqlite3_value_dup(value);
            field->type = type;
            return field->value != NULL ? 1 : indpsql_refuse_memory(why);
        }
    return refuse_unknown(reader, why);
}

int indpsql_fields_read(sqlite3 *db, const char *json, const char *what, const char *const *names,
                        struct field *out, struct refusal *why)
{
    struct reader reader;
    int i;
    for (i = 0; names[i] != NULL; i++) {
        out[i].type = JSON_ABSENT;
        out[i].value = NULL;
    }
    reader.what = what;
    reader.names = names;
    reader.fields = out;
    return indpsql_members(db, json, what, read_member, &reader, why);
}

void indpsql_fields_free(const char *const *names, struct field *fields)
{
    int i;
    for (i = 0; names[i] != NULL; i++) {
        sqlite3_value_free(fields[i].value);
        fields[i].value = NULL;
    }
}

const char *indpsql_field_text(const struct field *field, json_type type)
{
    const char *text;
    if (field->type != type)
        return NULL;
    text = (const char *)sqlite3_value_text(field->value);
    return text != NULL && strlen(text) == (size_t)sqlite3_value_bytes(field->value) ? text : NULL;
}
