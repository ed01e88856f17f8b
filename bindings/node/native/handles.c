/* Implements handles of C objects, which JavaScript's garbage collector owns, and exceptions for
 * failed calls. */
#include "low.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int alive;

int alive_boxes(void)
{
    return alive;
}

static void free_pointer(struct box *box)
{
    if (box->pointer == NULL)
        return;
    switch (box->kind) {
    case KIND_OPTIONS: indp_options_free(box->pointer); break;
    case KIND_SNAPPING: indp_snapping_free(box->pointer); break;
    case KIND_EXPONENTIAL: indp_exponential_free(box->pointer); break;
    }
    box->pointer = NULL;
    alive--;
}

void *pointer_of(const struct box *box)
{
    return box == NULL ? NULL : box->pointer;
}

void begin(struct box *box)
{
    if (box != NULL)
        box->uses++;
}

void end(struct box *box)
{
    if (box != NULL && --box->uses == 0 && box->closed)
        free_pointer(box);
}

void close_box(struct box *box)
{
    box->closed = 1;
    if (box->uses == 0)
        free_pointer(box);
}

static void collected(napi_env env, void *data, void *hint)
{
    (void)env, (void)hint;
    free_pointer(data);
    free(data);
}

napi_value from_handle(napi_env env, enum kind kind, void *pointer)
{
    napi_value out = NULL;
    struct box *box = calloc(1, sizeof *box);
    struct box without = { pointer, kind, 0, 1 };
    alive++;
    if (box == NULL) {
        free_pointer(&without);
        succeeded(env, INDP_E_NO_MEMORY);
        return NULL;
    }
    box->pointer = pointer;
    box->kind = kind;
    if (napi_create_external(env, box, collected, NULL, &out) != napi_ok) {
        collected(env, box, NULL);
        return NULL;
    }
    return out;
}

int get_handle(napi_env env, napi_value value, enum kind kind, int nullable, struct box **out)
{
    napi_valuetype type = napi_undefined;
    void *data = NULL;
    *out = NULL;
    if (napi_typeof(env, value, &type) != napi_ok)
        return 0;
    if (nullable && (type == napi_undefined || type == napi_null))
        return 1;
    if (type != napi_external || napi_get_value_external(env, value, &data) != napi_ok ||
        ((struct box *)data)->kind != kind) {
        napi_throw_type_error(env, NULL,
                              "the argument must be a handle of the kind that this function takes");
        return 0;
    }
    *out = data;
    if ((*out)->closed) {
        napi_throw_error(env, "ERR_INDP_CLOSED", "the mechanism is closed");
        return 0;
    }
    return 1;
}

struct own *own_of(napi_env env)
{
    void *own = NULL;
    napi_get_instance_data(env, &own);
    return own;
}

int succeeded(napi_env env, indp_status status)
{
    bool pending = false;
    napi_value make, self, number, exception;
    napi_is_exception_pending(env, &pending);
    if (pending)
        return 0;
    if (status == INDP_OK)
        return 1;
    if (napi_get_reference_value(env, own_of(env)->failure, &make) == napi_ok &&
        napi_get_undefined(env, &self) == napi_ok &&
        napi_create_int32(env, status, &number) == napi_ok &&
        napi_call_function(env, self, make, 1, &number, &exception) == napi_ok)
        napi_throw(env, exception);
    return 0;
}
