/* Begins and ends a call: the server does both once in each execution of a statement. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "once.h"

/* The server stores results of at most SHORT_TEXT bytes as a BLOB. LONGEST_TEXT is the greatest
 * max_length that the server accepts. It is one byte more than a MEDIUMBLOB holds, so the server
 * chooses a LONGBLOB. With a shorter type, the server would cut off long results in its temporary
 * tables, without a warning. */
enum { LONGEST_TEXT = 0x1000000, SHORT_TEXT = 0xffff };

/* A mode may be as long as its longest candidate, which is shorter than the list. */
static unsigned long longest(const struct call *call)
{
    return call->function->result == GIVES_LONG_TEXT || call->parameters.length > SHORT_TEXT
               ? LONGEST_TEXT
               : SHORT_TEXT;
}

static char check_number(const struct function *function, const UDF_ARGS *args, char *message)
{
    const indpx_parameter *list =
        function->kind != NULL ? function->kind->parameters : function->parameters;
    indpx_parameter parameter;
    unsigned least = 1, most = 1;
    while ((parameter = indpx_next(&list, function->gives_state)) != INDPX_NONE) {
        least += function->kind == NULL || !indpx_is_optional(parameter);
        most++;
    }
    return args->arg_count >= least && args->arg_count <= most
               ? 0
               : indpmy_fail_number(message, args->arg_count, least, most);
}

/* Sets the type in which the server passes x. */
static int choose_type(struct call *call, UDF_ARGS *args)
{
    const struct function *function = call->function;
    unsigned wanted =
        function->kind != NULL ? indpmy_wanted(function->kind->values, args->arg_type[0])
        : args->arg_type[0] == UDF_STRING || indpmy_is_placeholder(args, 0) ? UDF_STRING
                                                                            : UDF_ROW;
    call->x_type =
        args->arg_type[0] == UDF_INTEGER && wanted == UDF_DECIMAL ? UDF_DECIMAL : args->arg_type[0];
    args->arg_type[0] = wanted;
    return wanted != UDF_ROW;
}

/* Makes the state from which groups start, and refuses parameters that do not permit a release. */
static char start(struct call *call, char *message)
{
    const struct function *function = call->function;
    indp_status status;
    if (function->kind == NULL || !call->known)
        return 0;
    status = indpmy_start(&call->empty, function->kind, &call->parameters);
    if (status == INDP_OK && function->kind == &indpx_kinds[INDPX_COUNTS])
        status = indpmy_order(&call->empty, &call->parameters, &call->order);
    if (status == INDP_OK)
        status = indpmy_can_release(&call->empty, function, &call->parameters);
    if (status == INDP_OK)
        return 0;
    return indpmy_fail_status(message, function->kind->range, call->parameters.numbers.epsilon,
                              status);
}

static char prepare(struct call *call, UDF_ARGS *args, char *message)
{
    if (!choose_type(call, args))
        return indpmy_fail(message,
                           call->function->kind != NULL
                               ? "x must be a number or text"
                               : "state must be what a dp_..._state function or dp_merge returned");
    if (indpmy_read_parameters(call->function, args, &call->parameters, &call->known, message) ||
        start(call, message))
        return 1;
    call->input =
        call->function->kind != NULL ? indpmy_input(call->function->kind->values) : &indpmy_merge;
    return 0;
}

char indpmy_begin(const struct function *function, UDF_INIT *init, UDF_ARGS *args, char *message)
{
    struct call *call;
    indp_status status = indpx_test_once();
    init->ptr = NULL;
    if (status != INDP_OK)
        return indpmy_fail_status(message, "", 0, status);
    if (!indpmy_is_declared(function->result, init))
        return indpmy_fail(message, INDPMY_UNDECLARED);
    if (check_number(function, args, message))
        return 1;
    call = calloc(1, sizeof *call);
    if (call == NULL)
        return indpmy_fail_status(message, "", 0, INDP_E_NO_MEMORY);
    init->ptr = (char *)call;
    call->function = function;
    if (prepare(call, args, message)) {
        indpmy_end(init);
        return 1;
    }
    indpmy_declare(function->result, longest(call), init);
    init->const_item = 0;
    /* The server converts this many arguments for each row. Parameters are not read again. */
    args->arg_count = 1;
    return 0;
}

void indpmy_end(UDF_INIT *init)
{
    struct call *call = (struct call *)(void *)init->ptr;
    init->ptr = NULL;
    if (call == NULL)
        return;
    indpmy_free_groups(call);
    indpmy_drop(&call->empty);
    free(call->order);
    free(call->parameters.list);
    free(call->parameters.q);
    free(call);
}
