/* Two SQL functions inside the statement of a question.
 *
 * indp_choice(secret, person, key, value) orders a person's rows. The first rows_per_person of them
 * count. The function returns a hash of the person, of the row's content and of a secret, which is
 * drawn for each execution. It includes the person, so that persons with equal rows do not all lose
 * the same rows. For each secret, the choice depends only on the rows of that person. It depends
 * neither on the order in which rows are stored nor on the rows of other people. This holds even if
 * the hash is weak. The secret keeps people from arranging which of their rows count.
 *
 * indp_listed(keys, key) is true if keys contains key. */
#ifndef INDP_SQLITE_CHOICE_H
#define INDP_SQLITE_CHOICE_H

#include "../internal.h"

#define INDPSQL_CHOICE "indp_choice"
#define INDPSQL_LISTED "indp_listed"
#define INDPSQL_KEYS_POINTER "indp keys" /* the type of the pointer to a struct keys */

int indpsql_register_choice(sqlite3 *db);

#endif
