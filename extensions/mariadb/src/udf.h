/* What a MariaDB server passes to a user-defined function. The declarations follow the server's
 * binary interface. The header mysql.h of the client library cannot be used: its UDF_ARGS and
 * UDF_INIT lack the server's last members. The server's own header is in a package of 95 MB. */
#ifndef INDP_MARIADB_UDF_H
#define INDP_MARIADB_UDF_H

#include <stddef.h>

/* The types of arguments. The value of an argument is read as its type says:
 *
 *     UDF_STRING, UDF_DECIMAL    `lengths` bytes of text; a decimal is written in digits
 *     UDF_REAL                   a double
 *     UDF_INTEGER                a long long; an unsigned value from 2^63 on has the same bits as a
 *                                negative value, and nothing tells them apart
 *
 * _init may set another type. The server then converts the argument of each row. */
enum { UDF_STRING, UDF_REAL, UDF_INTEGER, UDF_ROW, UDF_DECIMAL };

typedef struct UDF_ARGS {
    unsigned int arg_count;
    unsigned int *arg_type; /* an array of enumerators in the server */
    char **args;            /* NULL for NULL, and in _init for what is not constant */
    unsigned long *lengths;
    char *maybe_null;
    const char **attributes; /* the SQL text of each argument, in _init */
    unsigned long *attribute_lengths;
    void *extension;
} UDF_ARGS;

/* One for each call in the text of a statement. With ROLLUP, and over constant tables, the server
 * copies the object after _init, so several objects share `ptr`. */
typedef struct UDF_INIT {
    char maybe_null;
    unsigned int decimals;
    unsigned long max_length;
    char *ptr;
    char const_item; /* whether the server may take the result for constant */
    void *extension;
} UDF_INIT;

/* The size of the buffer for the message of _init. */
enum { UDF_MESSAGE_SIZE = 512 };

#endif
