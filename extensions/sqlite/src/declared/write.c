#include "write.h"

#include "number.h"

void indpsql_write_text(sqlite3_str *out, const uint8_t *text, size_t length)
{
    size_t i;
    sqlite3_str_appendchar(out, 1, '"');
    for (i = 0; i < length; i++)
        if (text[i] < 0x20)
            sqlite3_str_appendf(out, "\\u%04x", (unsigned)text[i]);
        else if (text[i] == '"' || text[i] == '\\')
            sqlite3_str_appendf(out, "\\%c", text[i]);
        else
            sqlite3_str_appendchar(out, 1, (char)text[i]);
    sqlite3_str_appendchar(out, 1, '"');
}

void indpsql_write_key(sqlite3_str *out, const indp_category *key)
{
    if (key->text == NULL)
        sqlite3_str_appendf(out, "\"%lld\"", (long long)key->integer);
    else
        indpsql_write_text(out, key->text, key->length);
}

void indpsql_write_value(sqlite3_str *out, const indp_value *value)
{
    char text[INDPX_NUMBER_SIZE];
    if (value->tag == INDP_VALUE_REAL) {
        indpx_number_write(text, value->real);
        sqlite3_str_appendall(out, text);
    } else if (value->label == NULL) {
        sqlite3_str_appendf(out, "%lld", (long long)value->integer);
    } else {
        indpsql_write_text(out, value->label, value->length);
    }
}
