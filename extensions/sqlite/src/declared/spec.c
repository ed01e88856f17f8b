#include "spec.h"

#include <string.h>

#include "../ledger/budgets.h"

static int field_of(indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_LO: return FIELD_LO;
    case INDPX_HI: return FIELD_HI;
    case INDPX_Q:
    case INDPX_QS: return FIELD_Q;
    case INDPX_EDGES: return FIELD_EDGES;
    case INDPX_CANDIDATES:
    case INDPX_POINTS: return FIELD_CANDIDATES;
    case INDPX_EPSILON: return FIELD_EPSILON;
    case INDPX_CENTRE: return FIELD_CENTRE;
    default: return FIELD_ROWS;
    }
}

static int refuse_parameter(struct refusal *why, indpx_parameter parameter)
{
    return indpsql_refuse(why, "%s %s", indpx_parameter_name(parameter),
                          indpx_parameter_rule(parameter));
}

/* A parameter that is not a list must be a JSON number. */
static int read_parameter(const struct field *field, indpx_parameter parameter, struct spec *spec,
                          struct refusal *why)
{
    int list = parameter == INDPX_CANDIDATES || parameter == INDPX_EDGES || parameter == INDPX_QS;
    if (field->type == JSON_ABSENT && indpx_is_optional(parameter))
        return 1;
    if (list ? field->type != JSON_ARRAY : field->type != JSON_INTEGER && field->type != JSON_REAL)
        return refuse_parameter(why, parameter);
    if (!indpsql_read_value(field->value, parameter, &spec->parameters))
        return refuse_parameter(why, parameter);
    if (list) {
        spec->parameters.list = sqlite3_mprintf("%s", spec->parameters.list);
        if (spec->parameters.list == NULL)
            return indpsql_refuse_memory(why);
        spec->parameters.length = (int)strlen(spec->parameters.list);
    }
    return 1;
}

/* Reads the parameters that the kind takes. Refuses all other fields except keys and budget. */
static int read_parameters(const struct field *fields, struct spec *spec, struct refusal *why)
{
    const indpx_parameter *list = spec->kind->parameters;
    int i, taken[FIELD_SHARED] = { 0 };
    static const char *const names[] = { INDPSQL_SHARED_NAMES };
    taken[FIELD_KEYS] = taken[FIELD_BUDGET] = 1;
    for (;;) {
        indpx_parameter parameter = indpx_next(&list, 0);
        if (parameter == INDPX_NONE)
            break;
        taken[field_of(parameter)] = 1;
        if (!read_parameter(&fields[field_of(parameter)], parameter, spec, why))
            return 0;
    }
    for (i = 0; i < FIELD_SHARED; i++)
        if (!taken[i] && fields[i].type != JSON_ABSENT)
            return indpsql_refuse(why, "this aggregate does not take the field \"%s\": remove it",
                                  names[i], "");
    return 1;
}

static int read_budget(sqlite3 *db, const struct field *field, struct spec *spec,
                       struct refusal *why)
{
    const char *name = indpsql_field_text(field, JSON_TEXT);
    if (field->type == JSON_ABSENT)
        return 1;
    if (name == NULL)
        return indpsql_refuse(why, "budget must be text", "", "");
    if (!indpsql_has_budget(db, name, why))
        return 0;
    spec->budget = sqlite3_mprintf("%s", name);
    return spec->budget != NULL ? 1 : indpsql_refuse_memory(why);
}

/* Whether the parameters permit a release with the epsilon that a charge would return. */
static int check(struct spec *spec, struct refusal *why)
{
    struct state *state = sqlite3_malloc((int)sizeof *state);
    char text[INDPX_TEXT_SIZE];
    double usable = 0;
    indp_status status;
    int good;
    if (state == NULL)
        return indpsql_refuse_memory(why);
    memset(state, 0, sizeof *state);
    good = indpsql_usable(spec->parameters.numbers.epsilon, &usable, why);
    if (good) {
        status = indpsql_start(state, spec->kind, &spec->parameters);
        if (status == INDP_OK)
            status = indpx_is_list(spec->kind)
                         ? indpsql_can_release_list(spec->kind, state, &spec->parameters, usable)
                         : indp_state_can_release(state->bytes, usable, NULL);
        if (status == INDP_E_NO_MEMORY)
            good = indpsql_refuse_memory(why);
        else if (status != INDP_OK && indpx_broken(status) != INDPX_NONE)
            good = refuse_parameter(why, indpx_broken(status));
        else if (status != INDP_OK)
            good = indpsql_refuse(why, "%s",
                                  indpx_status_text(status, spec->kind->range, usable, text), "");
    }
    indpsql_drop(state);
    sqlite3_free(state);
    return good;
}

static int refuse_kind(struct refusal *why)
{
    enum { LONGEST = 400 };
    char text[LONGEST] = "";
    size_t i, length = 0;
    for (i = 0; i < INDPX_KINDS; i++) {
        const char *name = indpx_kinds[i].name + strlen("dp_");
        sqlite3_snprintf((int)(LONGEST - length), text + length, "%s%s",
                         i == 0                 ? ""
                         : i + 1 == INDPX_KINDS ? " or "
                                                : ", ",
                         name);
        length += strlen(text + length);
    }
    return indpsql_refuse(why, "the aggregate must be %s", text, "");
}

static int read(sqlite3 *db, const char *kind, const struct field *fields, struct spec *spec,
                struct refusal *why)
{
    char name[32];
    sqlite3_snprintf((int)sizeof name, name, "dp_%s", kind);
    spec->kind = indpx_kind_of_name(name);
    if (spec->kind == NULL)
        return refuse_kind(why);
    spec->input = indpsql_input(spec->kind->values);
    indpsql_no_parameters(&spec->parameters);
    return read_parameters(fields, spec, why) &&
           (fields[FIELD_KEYS].type == JSON_ABSENT ||
            indpsql_keys_read(indpsql_field_text(&fields[FIELD_KEYS], JSON_ARRAY), &spec->keys,
                              why)) &&
           read_budget(db, &fields[FIELD_BUDGET], spec, why) && check(spec, why);
}

int indpsql_spec_read(sqlite3 *db, const char *kind, const struct field *fields, struct spec **out,
                      struct refusal *why)
{
    struct spec *spec = sqlite3_malloc((int)sizeof *spec);
    *out = NULL;
    if (spec == NULL)
        return indpsql_refuse_memory(why);
    memset(spec, 0, sizeof *spec);
    spec->references = 1;
    if (!read(db, kind, fields, spec, why)) {
        indpsql_spec_leave(spec);
        return 0;
    }
    *out = spec;
    return 1;
}

int indpsql_spec_keep(struct spec *spec, const char *aggregate, const char *fields)
{
    spec->aggregate = sqlite3_mprintf("%s", aggregate);
    spec->fields = sqlite3_mprintf("%s", fields);
    return spec->aggregate != NULL && spec->fields != NULL;
}

struct spec *indpsql_spec_enter(struct spec *spec)
{
    spec->references++;
    return spec;
}

void indpsql_spec_leave(struct spec *spec)
{
    if (spec == NULL || --spec->references > 0)
        return;
    sqlite3_free((char *)spec->parameters.list);
    sqlite3_free(spec->budget);
    sqlite3_free(spec->aggregate);
    sqlite3_free(spec->fields);
    indpsql_keys_free(&spec->keys);
    sqlite3_free(spec);
}
