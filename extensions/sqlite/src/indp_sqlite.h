/* The private aggregates for SQLite, linked into the program: compile the .c files of this folder
 * and of ../../common with -DSQLITE_CORE, then call, before the first connection is opened,
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_indp_init);
 *
 * or call sqlite3_indp_init(db, NULL, NULL) for one connection. */
#ifndef INDP_SQLITE_H
#define INDP_SQLITE_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

int sqlite3_indp_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
