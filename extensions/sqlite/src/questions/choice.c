#include "choice.h"

#include <string.h>

#include "../declared/keys.h"

static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94D049BB133111EB);
    return h ^ (h >> 31);
}

static uint64_t add_bytes(uint64_t h, const unsigned char *bytes, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001B3);
    return mix(h ^ length);
}

/* Numbers that SQLite finds equal, such as 1 and 1.0, have equal hashes. */
static uint64_t hash(sqlite3_value *value)
{
    double real;
    uint64_t bits;
    const unsigned char *bytes;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value) + 0.0; /* without the sign of -0.0 */
        memcpy(&bits, &real, sizeof bits);
        return mix(bits + 1);
    case SQLITE_TEXT: bytes = sqlite3_value_text(value); break;
    case SQLITE_BLOB: bytes = sqlite3_value_blob(value); break;
    default: return 0;
    }
    return add_bytes(2, bytes, bytes == NULL ? 0 : (size_t)sqlite3_value_bytes(value));
}

static void choice(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    uint64_t secret = (uint64_t)sqlite3_value_int64(argv[0]), h = mix(secret);
    int i;
    for (i = 1; i < argc; i++)
        h = mix(h ^ hash(argv[i])) + secret;
    sqlite3_result_int64(context, (sqlite3_int64)(h >> 1));
}

static void listed(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct keys *keys = sqlite3_value_pointer(argv[0], INDPSQL_KEYS_POINTER);
    (void)argc;
    sqlite3_result_int(context, keys != NULL && indpsql_keys_find(keys, argv[1]) >= 0);
}

int indpsql_register_choice(sqlite3 *db)
{
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int rc =
        sqlite3_create_function_v2(db, INDPSQL_CHOICE, 4, flags, NULL, choice, NULL, NULL, NULL);
    return rc != SQLITE_OK ? rc
                           : sqlite3_create_function_v2(db, INDPSQL_LISTED, 2, flags, NULL, listed,
                                                        NULL, NULL, NULL);
}
