#include "arguments.h"

#include <string.h>

#include "../declared/write.h"

static const char *const NAMES[] = { "type", "least", "most", "list", NULL };
enum { TYPE, LEAST, MOST, LIST, FIELDS };

static int is_number(const struct field *field, json_type type)
{
    return field->type == JSON_INTEGER || (field->type == JSON_REAL && type == JSON_REAL);
}

static int read_range(const struct field *fields, struct argument *out, struct refusal *why)
{
    if (out->type == JSON_TEXT || fields[LIST].type != JSON_ABSENT ||
        !is_number(&fields[LEAST], out->type) || !is_number(&fields[MOST], out->type))
        return indpsql_refuse(why,
                              "parameter %s must have either \"least\" and \"most\", which are "
                              "numbers of its type, or a \"list\"; a real has no list, a text only "
                              "a list",
                              out->name, "");
    out->has_range = 1;
    out->least = sqlite3_value_int64(fields[LEAST].value);
    out->most = sqlite3_value_int64(fields[MOST].value);
    out->least_real = sqlite3_value_double(fields[LEAST].value);
    out->most_real = sqlite3_value_double(fields[MOST].value);
    if (out->type == JSON_INTEGER ? out->least > out->most : !(out->least_real <= out->most_real))
        return indpsql_refuse(why, "parameter %s: \"least\" must not exceed \"most\"", out->name,
                              "");
    return 1;
}

static int read_list(const struct field *fields, struct argument *out, struct refusal *why)
{
    size_t i;
    if (out->type == JSON_REAL)
        return indpsql_refuse(why,
                              "parameter %s is real, so it must have \"least\" and \"most\", not a "
                              "\"list\"",
                              out->name, "");
    if (!indpsql_keys_read(indpsql_field_text(&fields[LIST], JSON_ARRAY), &out->list, why))
        return indpsql_refuse(why,
                              "the \"list\" of parameter %s must be a flat array of 1 to 4096 "
                              "distinct texts or integers",
                              out->name, "");
    for (i = 0; i < out->list.n; i++)
        if ((out->list.list[i].text == NULL) != (out->type == JSON_INTEGER))
            return indpsql_refuse(why,
                                  "the \"list\" of parameter %s must contain only values of the "
                                  "parameter's type",
                                  out->name, "");
    return 1;
}

static int read_definition(const struct field *fields, struct argument *out, struct refusal *why)
{
    const char *type = indpsql_field_text(&fields[TYPE], JSON_TEXT);
    out->type = type == NULL                   ? JSON_ABSENT
                : strcmp(type, "integer") == 0 ? JSON_INTEGER
                : strcmp(type, "real") == 0    ? JSON_REAL
                : strcmp(type, "text") == 0    ? JSON_TEXT
                                               : JSON_ABSENT;
    if (out->type == JSON_ABSENT)
        return indpsql_refuse(why, "parameter %s must have the type integer, real or text",
                              out->name, "");
    if (fields[LEAST].type == JSON_ABSENT && fields[MOST].type == JSON_ABSENT &&
        fields[LIST].type != JSON_ABSENT)
        return read_list(fields, out, why);
    return read_range(fields, out, why);
}

struct declaring {
    sqlite3 *db;
    struct arguments *arguments;
};

static int is_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    size_t length = strlen(name);
    return length > 0 && length <= 64 && strspn(name, allowed) == length &&
           strncmp(name, "indp_", 5) != 0;
}

static int declare(void *data, const char *name, json_type type, sqlite3_value *value,
                   struct refusal *why)
{
    struct declaring *declaring = data;
    struct arguments *arguments = declaring->arguments;
    struct argument *out = &arguments->list[arguments->n];
    struct field fields[FIELDS], whole;
    const char *json;
    int good;
    if (arguments->n == INDPSQL_MOST_ARGUMENTS)
        return indpsql_refuse(why, "a question may have at most 16 parameters", "", "");
    if (!is_name(name) || indpsql_arguments_has(arguments, name, strlen(name)))
        return indpsql_refuse(why,
                              "parameters must have distinct names of at most 64 letters, digits "
                              "and underscores that do not begin with indp_",
                              "", "");
    whole.type = type;
    whole.value = value;
    json = indpsql_field_text(&whole, JSON_OBJECT);
    memset(out, 0, sizeof *out);
    memcpy(out->name, name, strlen(name));
    arguments->n++;
    if (json == NULL)
        return indpsql_refuse(why, "parameter %s must be a JSON object", out->name, "");
    good = indpsql_fields_read(declaring->db, json, "a parameter", NAMES, fields, why) &&
           read_definition(fields, out, why);
    indpsql_fields_free(NAMES, fields);
    return good;
}

int indpsql_arguments_declare(sqlite3 *db, const char *json, struct arguments *out,
                              struct refusal *why)
{
    struct declaring declaring;
    declaring.db = db;
    declaring.arguments = out;
    out->n = 0;
    return json == NULL || indpsql_members(db, json, "parameters", declare, &declaring, why);
}

static struct argument *find(const struct arguments *arguments, const char *name, size_t length)
{
    int i;
    for (i = 0; i < arguments->n; i++)
        if (strlen(arguments->list[i].name) == length &&
            memcmp(arguments->list[i].name, name, length) == 0)
            return (struct argument *)&arguments->list[i];
    return NULL;
}

int indpsql_arguments_has(const void *data, const char *name, size_t length)
{
    return find(data, name, length) != NULL;
}

static int is_allowed(const struct argument *argument, json_type type, sqlite3_value *value)
{
    double real = sqlite3_value_double(value);
    if (type != argument->type && !(type == JSON_INTEGER && argument->type == JSON_REAL))
        return 0;
    if (type == JSON_INTEGER && sqlite3_value_type(value) != SQLITE_INTEGER) /* beyond 64 bits */
        return 0;
    if (!argument->has_range)
        return indpsql_keys_find(&argument->list, value) >= 0;
    if (argument->type == JSON_REAL)
        return real >= argument->least_real && real <= argument->most_real;
    return sqlite3_value_int64(value) >= argument->least &&
           sqlite3_value_int64(value) <= argument->most;
}

static int give(void *data, const char *name, json_type type, sqlite3_value *value,
                struct refusal *why)
{
    struct argument *argument = find(data, name, strlen(name));
    if (argument == NULL)
        return indpsql_refuse(why,
                              "\"parameters\" gives a value for a parameter that this question "
                              "does not have",
                              "", "");
    if (argument->value != NULL)
        return indpsql_refuse(why, "parameter %s is given twice", argument->name, "");
    if (!is_allowed(argument, type, value))
        return indpsql_refuse(why,
                              "parameter %s must have its declared type and an allowed value: see "
                              "dp_questions",
                              argument->name, "");
    argument->value = sqlite3_value_dup(value);
    return argument->value != NULL ? 1 : indpsql_refuse_memory(why);
}

int indpsql_arguments_give(sqlite3 *db, const char *json, struct arguments *arguments,
                           struct refusal *why)
{
    int i;
    if (json != NULL && !indpsql_members(db, json, "parameters", give, arguments, why))
        return 0;
    for (i = 0; i < arguments->n; i++)
        if (arguments->list[i].value == NULL)
            return indpsql_refuse(why, "parameter %s is missing", arguments->list[i].name, "");
    return 1;
}

int indpsql_arguments_bind(const struct arguments *arguments, sqlite3_stmt *statement)
{
    int i, rc = SQLITE_OK;
    for (i = 0; i < arguments->n && rc == SQLITE_OK; i++) {
        char name[66];
        int at;
        sqlite3_snprintf((int)sizeof name, name, ":%s", arguments->list[i].name);
        at = sqlite3_bind_parameter_index(statement, name);
        if (at == 0) /* no expression uses it */
            continue;
        if (arguments->list[i].type == JSON_REAL)
            rc = sqlite3_bind_double(statement, at, sqlite3_value_double(arguments->list[i].value));
        else
            rc = sqlite3_bind_value(statement, at, arguments->list[i].value);
    }
    return rc;
}

static int is_infinite(double x)
{
    return x - x != 0;
}

char *indpsql_arguments_text(const struct arguments *arguments)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    int i;
    for (i = 0; i < arguments->n; i++) {
        sqlite3_value *value = arguments->list[i].value;
        sqlite3_str_appendall(out, i == 0 ? "[" : ",");
        if (arguments->list[i].type == JSON_REAL && is_infinite(sqlite3_value_double(value)))
            sqlite3_str_appendall(out, sqlite3_value_double(value) > 0 ? "\"inf\"" : "\"-inf\"");
        else if (arguments->list[i].type == JSON_REAL)
            indpsql_write_value(out, &(indp_value){ .tag = INDP_VALUE_REAL,
                                                    .real = sqlite3_value_double(value) });
        else if (arguments->list[i].type == JSON_INTEGER)
            sqlite3_str_appendf(out, "%lld", sqlite3_value_int64(value));
        else
            indpsql_write_text(out, sqlite3_value_text(value), (size_t)sqlite3_value_bytes(value));
    }
    sqlite3_str_appendall(out, arguments->n == 0 ? "[]" : "]");
    return sqlite3_str_finish(out);
}

void indpsql_arguments_free(struct arguments *arguments)
{
    int i;
    for (i = 0; i < arguments->n; i++) {
        indpsql_keys_free(&arguments->list[i].list);
        sqlite3_value_free(arguments->list[i].value);
    }
    arguments->n = 0;
}
