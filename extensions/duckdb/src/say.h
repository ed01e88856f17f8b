/* The messages of errors. They consist of constant texts, so they contain no data. */
#ifndef INDP_DUCKDB_SAY_H
#define INDP_DUCKDB_SAY_H

#include "indp.h"
#include "messages.h"

enum { INDPDUCK_MESSAGE_SIZE = 500 };

/* Statuses of the extension, which are negative, unlike those of the library: a parameter breaks
 * its rule, or is not the same on every row. */
#define INDPDUCK_WRONG(parameter) (-100 - (indp_status)(parameter))
#define INDPDUCK_CHANGED(parameter) (-200 - (indp_status)(parameter))

/* Writes the message for a status. `range` is the field of this name in indpx_kind, or
 * INDPX_STATE_RANGE. epsilon is the epsilon of the call, or 0 if the call has none. */
void indpduck_message(char out[INDPDUCK_MESSAGE_SIZE], const char *function, const char *range,
                      double epsilon, indp_status status);

/* Writes a message that is not about a status. */
void indpduck_say(char out[INDPDUCK_MESSAGE_SIZE], const char *function, const char *what);

#endif
