/* Gives settings that a reader may have changed their built-in values, while the private part runs
 * or the related relations are searched. A reader can set them by SET, at the connection, by ALTER
 * ROLE and in the definition of a function, and no hook sees all of these. Settings of the server
 * and of the database stay as they are. */
#include "protected.h"

#include "total/rules.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"

/* Settings that stay: the session's time zone, which expressions may use; what belongs to the
 * connection; what would start or stop a clock; and temp_buffers, which cannot be changed later. */
static const char kept[] =
    "TimeZone client_encoding application_name client_min_messages statement_timeout lock_timeout "
    "idle_in_transaction_session_timeout idle_session_timeout transaction_timeout "
    "client_connection_check_interval tcp_keepalives_idle tcp_keepalives_interval "
    "tcp_keepalives_count tcp_user_timeout temp_buffers";

#if PG_VERSION_NUM >= 190000
#define BUILT_IN(kind) ((const struct config_generic *)setting)->_##kind.boot_val
#define NAME_OF_ENUM(value) config_enum_lookup_by_value(setting, value)
#else
#define BUILT_IN(kind) ((const struct config_##kind *)setting)->boot_val
#define NAME_OF_ENUM(value) config_enum_lookup_by_value((struct config_enum *)setting, value)
#endif

/* The built-in value as a text, or NULL if there is none. */
static const char *built_in(struct config_generic *setting)
{
    switch (setting->vartype) {
    case PGC_BOOL: return BUILT_IN(bool) ? "on" : "off";
    case PGC_INT: return psprintf("%d", BUILT_IN(int));
    case PGC_REAL: return psprintf("%.17g", BUILT_IN(real));
    /* The server sets it at its start. */
    case PGC_STRING:
        return strcmp(setting->name, "timezone_abbreviations") == 0 ? "Default" : BUILT_IN(string);
    case PGC_ENUM: return NAME_OF_ENUM(BUILT_IN(enum));
    }
    return NULL;
}

static bool is_the_readers(const struct config_generic *setting)
{
    if (setting->context != PGC_USERSET ||
        (setting->flags & (GUC_NO_RESET_ALL | GUC_CUSTOM_PLACEHOLDER)) != 0)
        return false;
    switch (setting->source) {
    case PGC_S_USER:
    case PGC_S_DATABASE_USER:
    case PGC_S_CLIENT:
    case PGC_S_INTERACTIVE:
    case PGC_S_TEST:
    case PGC_S_SESSION: return !indppg_is_among(setting->name, strlen(setting->name), kept);
    default: return false;
    }
}

static struct config_generic **all_settings(int *n)
{
#if PG_VERSION_NUM >= 160000
    return get_guc_variables(n);
#else
    *n = GetNumConfigOptions();
    return get_guc_variables();
#endif
}

/* Settings that are fixed when a session begins cannot be reset. None of them may be set, since
 * they change what is read and told: with ignore_system_indexes, PostgreSQL warns at each value
 * that it fetches from a TOAST table. Returns the name of one that is set, or NULL. */
const char *indppg_fixed_setting(void)
{
    int n;
    struct config_generic **settings = all_settings(&n);
    for (int i = 0; i < n; i++)
        if (settings[i]->context == PGC_BACKEND && settings[i]->source > PGC_S_ENV_VAR)
            return settings[i]->name;
    return NULL;
}

void indppg_reset_settings(void)
{
    int n;
    struct config_generic **settings = all_settings(&n);
    for (int i = 0; i < n; i++)
        if (is_the_readers(settings[i])) {
            const char *value = built_in(settings[i]);
            if (value != NULL)
                indppg_force(settings[i]->name, value);
        }
}
