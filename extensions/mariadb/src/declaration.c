/* Checks which type of result the server expects from a function, and describes the result to the
 * server. */
#include "internal.h"

/* The max_length that a server sets for RETURNS INTEGER, with 0 decimals. RETURNS REAL gives other
 * values. */
enum { INTEGER_LENGTH = 21 };
/* The value of `decimals` that means all digits of the number. In older servers this value is 31,
 * and they reduce larger values to 31. */
enum { ALL_DECIMALS = 39 };

static int is_text(enum result result)
{
    return result == GIVES_TEXT || result == GIVES_LONG_TEXT;
}

/* If a function is created as INTEGER but returns a double, the server reads the answer from a
 * register that has other contents, perhaps private ones. Likewise in the opposite case. */
int indpmy_is_declared(enum result result, const UDF_INIT *init)
{
    int integer = init->decimals == 0 && init->max_length == INTEGER_LENGTH;
    return is_text(result) || integer == (result == GIVES_INTEGER);
}

/* By default a real has as many decimals as the arguments, and 0.0625 would be shown as 0.1. */
void indpmy_declare(enum result result, unsigned long max_length, UDF_INIT *init)
{
    init->maybe_null = 1;
    if (result == GIVES_REAL)
        init->decimals = ALL_DECIMALS;
    if (is_text(result))
        init->max_length = max_length;
}
