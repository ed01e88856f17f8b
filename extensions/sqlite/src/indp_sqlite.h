/* The private aggregates for SQLite. To link them into a program, compile the .c files of this
 * folder, of its subfolders, and of ../../common with -DSQLITE_CORE. Then call, before the first
 * connection is opened,
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

/* Registers only what readers get (dp_ask, dp_questions, dp_remaining, dp_cells, and the functions
 * of expected errors and intervals), and dp_reader. For hosts that let strangers write SQL:
 *
 *     SELECT load_extension('indp', 'sqlite3_indpreader_init');
 *     SELECT dp_reader('hie.db', 'hie.ledger');
 *
 * The second statement does what indp_sqlite_reader does, with a private connection of its own. */
int sqlite3_indpreader_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* Makes db a connection for readers who must not see private data. It answers the declared
 * questions of the ledger (dp_ask, dp_questions, dp_remaining, dp_..._error) and can no longer load
 * extensions, attach databases, or use other functions and tables of the host.
 *
 * db: a new connection to a database that readers may use, such as :memory:, without attached
 * databases, temporary tables or running statements. If the database is a file, the file must not
 * contain virtual tables, nor tables or views whose names begin with dp_, indp_, json_ or pragma_.
 * Afterwards the host must not register collations or modules on db, nor attach databases to it. If
 * it sets an authorizer, the connection answers nothing any more.
 *
 * private_db: a connection to the private database that serves only this reader. The host opens it
 * in any way except with a shared cache. The connection must be in autocommit mode and have no
 * running statements. After success the host must not use private_db any more; it is closed
 * together with db.
 *
 * ledger: the name of a ledger that dp_create made.
 *
 * Returns SQLITE_OK or another code. On failure both connections still belong to the host, and db
 * must be closed. The host's busy timeout, progress handler, query_only and temp_store of
 * private_db may then be lost. If message is not NULL, *message then receives a text, to be freed
 * by sqlite3_free. Needs SQLite 3.38. If indp is a loadable extension, it must have been loaded
 * once before this call, by the same SQLite library. README.md has more, in the section on readers'
 * connections. */
int indp_sqlite_reader(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message);

#ifdef __cplusplus
}
#endif

#endif
