/* The calls of declared aggregates. */
#ifndef INDP_SQLITE_CALL_H
#define INDP_SQLITE_CALL_H

#include "declared.h"

/* The user data of a registered function. */
struct callee {
    struct connection *connection;
    struct declared *declared;
    int arguments; /* 1: a value; 2: a key and a value */
};

void indpsql_call_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_call_final(sqlite3_context *context);

#endif
