/* The SQL function dp_reader(private, ledger), which makes the connection that calls it one
 * for untrusted readers. It is for hosts that have no sqlite3 pointers. */
#ifndef INDP_SQLITE_READER_FUNCTION_H
#define INDP_SQLITE_READER_FUNCTION_H

#include "../connection.h"

void indpsql_dp_reader(sqlite3_context *context, int argc, sqlite3_value **argv);

#endif
