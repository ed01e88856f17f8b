#include "question.h"

#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {
    INDPSQL_SHARED_NAMES, "aggregate", "table", "person", "key", "value", "where",
    "parameters",         "remaining", "keep",  NULL
};

/* Reads a field, which must be text if it is present. It may be absent unless `required` is set. */
static int read_text(const struct field *fields, int i, int required, const char **out,
                     struct refusal *why)
{
    *out = indpsql_field_text(&fields[i], JSON_TEXT);
    if (*out == NULL && (required || fields[i].type != JSON_ABSENT))
        return indpsql_refuse(why, "\"%s\" must be given as a JSON text", NAMES[i], "");
    return 1;
}

/* Reads a length of time such as "1 day" or "90 minutes". */
static int read_keep(const struct field *field, sqlite3_int64 *out, struct refusal *why)
{
    static const struct {
        const char *name;
        sqlite3_int64 seconds;
    } units[] = { { " second", 1 }, { " minute", 60 }, { " hour", 3600 }, { " day", 86400 } };
    enum { MOST_DAYS = 36500 };
    const char *text = indpsql_field_text(field, JSON_TEXT), *unit;
    size_t digits, i;
    *out = 0;
    if (field->type == JSON_ABSENT)
        return 1;
    digits = text == NULL ? 0 : strspn(text, "0123456789");
    for (i = 0; digits > 0 && digits < 11 && i < sizeof units / sizeof *units; i++) {
        unit = text + digits;
        if (strncmp(unit, units[i].name, strlen(units[i].name)) != 0)
            continue;
        unit += strlen(units[i].name);
        if (strcmp(unit, "") == 0 || strcmp(unit, "s") == 0)
            *out = (sqlite3_int64)strtoll(text, NULL, 10) * units[i].seconds;
    }
    return *out >= 1 && *out <= (sqlite3_int64)MOST_DAYS * 86400
               ? 1
               : indpsql_refuse(why,
                                "\"keep\" must be a text such as \"1 day\": a whole number of "
                                "seconds, minutes, hours or days, from 1 second to 36500 days",
                                "", "");
}

static int read(sqlite3 *db, const char *json, struct question *out, struct refusal *why)
{
    const struct field *fields = out->fields;
    const char *aggregate, *parameters, *remaining;
    if (!indpsql_fields_read(db, json, "a question", NAMES, out->fields, why) ||
        !read_text(fields, FIELD_AGGREGATE, 1, &aggregate, why) ||
        !read_text(fields, FIELD_TABLE, 1, &out->table, why) ||
        !read_text(fields, FIELD_PERSON, 1, &out->person, why) ||
        !read_text(fields, FIELD_KEY, 0, &out->key, why) ||
        !read_text(fields, FIELD_VALUE, strcmp(aggregate, "count") != 0, &out->value, why) ||
        !read_text(fields, FIELD_WHERE, 0, &out->where, why) ||
        !read_text(fields, FIELD_REMAINING, 0, &remaining, why) ||
        !read_keep(&fields[FIELD_KEEP], &out->keep, why))
        return 0;
    /* indpsql_remaining reads this field from the ledger. */
    if (remaining != NULL && strcmp(remaining, "shown") != 0 && strcmp(remaining, "hidden") != 0)
        return indpsql_refuse(why, "\"remaining\" must be \"shown\" or \"hidden\"", "", "");
    if (out->value == NULL)
        out->value = "1";
    if ((out->key != NULL) != (fields[FIELD_KEYS].type != JSON_ABSENT))
        return indpsql_refuse(why, "key and keys must be given together", "", "");
    if (fields[FIELD_ROWS].type == JSON_ABSENT || fields[FIELD_BUDGET].type == JSON_ABSENT)
        return indpsql_refuse(why, "rows_per_person and budget must be given", "", "");
    parameters = indpsql_field_text(&fields[FIELD_PARAMETERS], JSON_OBJECT);
    if (parameters == NULL && fields[FIELD_PARAMETERS].type != JSON_ABSENT)
        return indpsql_refuse(why, "parameters must be a JSON object", "", "");
    return indpsql_arguments_declare(db, parameters, &out->arguments, why) &&
           indpsql_spec_read(db, aggregate, fields, &out->spec, why);
}

int indpsql_question_read(sqlite3 *db, const char *json, struct question *out, struct refusal *why)
{
    memset(out, 0, sizeof *out);
    return read(db, json, out, why);
}

void indpsql_question_free(struct question *question)
{
    indpsql_fields_free(NAMES, question->fields);
    indpsql_arguments_free(&question->arguments);
    indpsql_spec_leave(question->spec);
    question->spec = NULL;
}
