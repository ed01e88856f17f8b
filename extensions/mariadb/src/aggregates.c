/* The aggregates that the server looks up. Each has the functions dp_NAME_init, _deinit, _clear,
 * _add, _remove and dp_NAME. Without _remove the server would compute the answer for each row
 * of a moving window from a cleared state, and each of these answers would be a release. */
#include "internal.h"

static const struct group *answered(UDF_INIT *init, char *is_null)
{
    const struct group *group = indpmy_answer(init);
    *is_null = group == NULL;
    return group;
}

/* The functions of an aggregate, without the one that returns the answer. */
#define COMMON(NAME, KIND, GIVES_STATE, RESULT, ...)                                       \
    INDPMY_BEGIN_AND_END(NAME, KIND, GIVES_STATE, RESULT, __VA_ARGS__)                     \
    EXPORT void NAME##_clear(UDF_INIT *init, char *is_null, char *error);                  \
    EXPORT void NAME##_add(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error);    \
    EXPORT void NAME##_remove(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error); \
    void NAME##_clear(UDF_INIT *init, char *is_null, char *error)                          \
    {                                                                                      \
        (void)is_null, (void)error;                                                        \
        indpmy_clear(init);                                                                \
    }                                                                                      \
    void NAME##_add(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)            \
    {                                                                                      \
        (void)is_null, (void)error;                                                        \
        indpmy_add(init, args);                                                            \
    }                                                                                      \
    void NAME##_remove(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)         \
    {                                                                                      \
        (void)args, (void)is_null, (void)error;                                            \
        indpmy_remove(init);                                                               \
    }

#define AGGREGATE_INTEGER(NAME, KIND)                                                  \
    COMMON(NAME, KIND, 0, GIVES_INTEGER, INDPX_NONE)                                   \
    EXPORT long long NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error); \
    long long NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)         \
    {                                                                                  \
        const struct group *group = answered(init, is_null);                           \
        (void)args, (void)error;                                                       \
        return group == NULL ? 0 : group->integer;                                     \
    }

#define AGGREGATE_REAL(NAME, KIND)                                                  \
    COMMON(NAME, KIND, 0, GIVES_REAL, INDPX_NONE)                                   \
    EXPORT double NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error); \
    double NAME(UDF_INIT *init, UDF_ARGS *args, char *is_null, char *error)         \
    {                                                                               \
        const struct group *group = answered(init, is_null);                        \
        (void)args, (void)error;                                                    \
        return group == NULL ? 0 : group->real;                                     \
    }

#define TEXT(NAME, KIND, GIVES_STATE, RESULT, ...)                                                 \
    COMMON(NAME, KIND, GIVES_STATE, RESULT, __VA_ARGS__)                                           \
    EXPORT char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length,         \
                      char *is_null, char *error);                                                 \
    char *NAME(UDF_INIT *init, UDF_ARGS *args, char *result, unsigned long *length, char *is_null, \
               char *error)                                                                        \
    {                                                                                              \
        const struct group *group = answered(init, is_null);                                       \
        (void)args, (void)error;                                                                   \
        *length = group == NULL ? 0 : (unsigned long)group->length;                                \
        return group == NULL ? result : group->text;                                               \
    }

#define AGGREGATE_LABEL(NAME, KIND) TEXT(NAME, KIND, 0, GIVES_TEXT, INDPX_NONE)
#define AGGREGATE_REALS(NAME, KIND) TEXT(NAME, KIND, 0, GIVES_TEXT, INDPX_NONE)
#define AGGREGATE_PARTS(NAME, KIND) TEXT(NAME, KIND, 0, GIVES_TEXT, INDPX_NONE)
#define AGGREGATE_INTEGERS(NAME, KIND) TEXT(NAME, KIND, 0, GIVES_LONG_TEXT, INDPX_NONE)
#define AGGREGATE_STATE(NAME, KIND) TEXT(NAME, KIND, 1, GIVES_LONG_TEXT, INDPX_NONE)

#include "aggregates_list.h"

TEXT(dp_merge, NULL, 1, GIVES_LONG_TEXT, INDPX_ROWS, INDPX_NONE)
