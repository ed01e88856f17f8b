/* Compares the declarations of udf.h with those of the server's own header mysql_com.h. */
#include <stdio.h>
#include <stddef.h>

#define UDF_ARGS own_args
#define UDF_INIT own_init
#include "udf.h"
#undef UDF_ARGS
#undef UDF_INIT
#include <mysql.h>

#define SAME(A, B, MEMBER)                         \
    (offsetof(A, MEMBER) == offsetof(B, MEMBER) && \
     sizeof(((A *)0)->MEMBER) == sizeof(((B *)0)->MEMBER))

int main(void)
{
    int same = sizeof(own_args) == sizeof(UDF_ARGS) && sizeof(own_init) == sizeof(UDF_INIT) &&
               SAME(own_args, UDF_ARGS, arg_count) && SAME(own_args, UDF_ARGS, arg_type) &&
               SAME(own_args, UDF_ARGS, args) && SAME(own_args, UDF_ARGS, lengths) &&
               SAME(own_args, UDF_ARGS, maybe_null) && SAME(own_args, UDF_ARGS, attributes) &&
               SAME(own_args, UDF_ARGS, attribute_lengths) && SAME(own_args, UDF_ARGS, extension) &&
               SAME(own_init, UDF_INIT, maybe_null) && SAME(own_init, UDF_INIT, decimals) &&
               SAME(own_init, UDF_INIT, max_length) && SAME(own_init, UDF_INIT, ptr) &&
               SAME(own_init, UDF_INIT, const_item) && SAME(own_init, UDF_INIT, extension) &&
               sizeof(unsigned) == sizeof(enum Item_result) && (int)UDF_STRING == STRING_RESULT &&
               (int)UDF_REAL == REAL_RESULT && (int)UDF_INTEGER == INT_RESULT &&
               (int)UDF_ROW == ROW_RESULT && (int)UDF_DECIMAL == DECIMAL_RESULT &&
               UDF_MESSAGE_SIZE <= MYSQL_ERRMSG_SIZE;
    puts(same ? "layout: the same" : "layout: different");
    return !same;
}
