/* Writes names and values of the JSON object that an aggregate with keys returns. */
#ifndef INDP_SQLITE_WRITE_H
#define INDP_SQLITE_WRITE_H

#include "keys.h"

void indpsql_write_text(sqlite3_str *out, const uint8_t *text, size_t length);
void indpsql_write_key(sqlite3_str *out, const indp_category *key);
void indpsql_write_value(sqlite3_str *out, const indp_value *value);

#endif
