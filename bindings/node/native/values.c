/* Converts numbers, texts and arrays between JavaScript and C. */
#include "low.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int refuse(napi_env env, const char *name, const char *what, int is_range)
{
    char text[120];
    snprintf(text, sizeof text, "%s must be %s", name, what);
    if (is_range)
        napi_throw_range_error(env, NULL, text);
    else
        napi_throw_type_error(env, NULL, text);
    return 0;
}

int get_arguments(napi_env env, napi_callback_info info, size_t n, napi_value *argv)
{
    size_t given = n;
    return napi_get_cb_info(env, info, &given, argv, NULL, NULL) == napi_ok;
}

int get_double(napi_env env, napi_value value, const char *name, double *out)
{
    return napi_get_value_double(env, value, out) == napi_ok || refuse(env, name, "a number", 0);
}

/* Reads an integer from low to high. `also` is appended to the message of the exception. */
static int get_whole(napi_env env, napi_value value, const char *name, double low, double high,
                     const char *also, double *out)
{
    char what[80];
    if (!get_double(env, value, name, out))
        return 0;
    if (*out >= low && *out <= high && *out == floor(*out))
        return 1;
    snprintf(what, sizeof what, "an integer from %.0f to %.0f%s", low, high, also);
    return refuse(env, name, what, 1);
}

int get_int32(napi_env env, napi_value value, const char *name, int32_t *out)
{
    double whole = 0;
    if (!get_whole(env, value, name, -2147483648.0, 2147483647.0, "", &whole))
        return 0;
    *out = (int32_t)whole;
    return 1;
}

int get_uint32(napi_env env, napi_value value, const char *name, uint32_t *out)
{
    double whole = 0;
    if (!get_whole(env, value, name, 0, 4294967295.0, "", &whole))
        return 0;
    *out = (uint32_t)whole;
    return 1;
}

#define MOST_SAFE 9007199254740991.0
#define OR_BIGINT ", or a BigInt"

static int is_bigint(napi_env env, napi_value value)
{
    napi_valuetype type = napi_undefined;
    return napi_typeof(env, value, &type) == napi_ok && type == napi_bigint;
}

/* Reads a BigInt, or a number that is a safe integer. */
int get_int64(napi_env env, napi_value value, const char *name, int64_t *out)
{
    double whole = 0;
    bool lossless = false;
    if (is_bigint(env, value))
        return (napi_get_value_bigint_int64(env, value, out, &lossless) == napi_ok && lossless) ||
               refuse(env, name, "an integer of 64 bits", 1);
    if (!get_whole(env, value, name, -MOST_SAFE, MOST_SAFE, OR_BIGINT, &whole))
        return 0;
    *out = (int64_t)whole;
    return 1;
}

int get_uint64(napi_env env, napi_value value, const char *name, uint64_t *out)
{
    double whole = 0;
    bool lossless = false;
    if (is_bigint(env, value))
        return (napi_get_value_bigint_uint64(env, value, out, &lossless) == napi_ok && lossless) ||
               refuse(env, name, "an unsigned integer of 64 bits", 1);
    if (!get_whole(env, value, name, 0, MOST_SAFE, OR_BIGINT, &whole))
        return 0;
    *out = (uint64_t)whole;
    return 1;
}

int get_size(napi_env env, napi_value value, const char *name, size_t *out)
{
    double whole = 0;
    if (!get_whole(env, value, name, 0, MOST_SAFE, "", &whole))
        return 0;
    *out = (size_t)whole;
    return 1;
}

static int is_nothing(napi_env env, napi_value value)
{
    napi_valuetype type = napi_undefined;
    return napi_typeof(env, value, &type) == napi_ok &&
           (type == napi_undefined || type == napi_null);
}

static const char *a_typed_array(napi_typedarray_type type)
{
    switch (type) {
    case napi_uint8_array: return "a Uint8Array";
    case napi_int32_array: return "an Int32Array";
    case napi_float64_array: return "a Float64Array";
    case napi_bigint64_array: return "a BigInt64Array";
    case napi_biguint64_array: return "a BigUint64Array";
    default: return "a typed array";
    }
}

int get_array(napi_env env, napi_value value, napi_typedarray_type type, int nullable,
              const char *name, struct array *out)
{
    napi_typedarray_type found;
    bool is = false;
    if (nullable && is_nothing(env, value))
        return 1;
    if (napi_is_typedarray(env, value, &is) != napi_ok || !is ||
        napi_get_typedarray_info(env, value, &found, &out->length, &out->data, NULL, NULL) !=
            napi_ok ||
        found != type)
        return refuse(env, name, a_typed_array(type), 0);
    out->given = 1;
    return 1;
}

int same_length(napi_env env, const struct array *one, const struct array *other,
                const char *name_of_one, const char *name)
{
    char what[60];
    if (!other->given || one->length == other->length)
        return 1;
    snprintf(what, sizeof what, "as long as %s", name_of_one);
    return refuse(env, name, what, 1);
}

napi_value from_double(napi_env env, double value)
{
    napi_value out = NULL;
    napi_create_double(env, value, &out);
    return out;
}

napi_value from_int32(napi_env env, int32_t value)
{
    return from_double(env, value);
}
napi_value from_uint32(napi_env env, uint32_t value)
{
    return from_double(env, value);
}
napi_value from_size(napi_env env, size_t value)
{
    return from_double(env, (double)value);
}

napi_value from_int64(napi_env env, int64_t value)
{
    napi_value out = NULL;
    napi_create_bigint_int64(env, value, &out);
    return out;
}

napi_value from_uint64(napi_env env, uint64_t value)
{
    napi_value out = NULL;
    napi_create_bigint_uint64(env, value, &out);
    return out;
}

napi_value from_text(napi_env env, const char *text)
{
    napi_value out = NULL;
    napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &out);
    return out;
}

napi_value from_doubles(napi_env env, const double *values, size_t n)
{
    napi_value out = NULL;
    size_t i;
    if (napi_create_array_with_length(env, n, &out) != napi_ok)
        return NULL;
    for (i = 0; i < n; i++)
        napi_set_element(env, out, (uint32_t)i, from_double(env, values[i]));
    return out;
}

void set(napi_env env, napi_value object, const char *name, napi_value value)
{
    if (value != NULL)
        napi_set_named_property(env, object, name, value);
}

int add(napi_env env, napi_value exports, const char *name, napi_callback function)
{
    napi_value made;
    return napi_create_function(env, name, NAPI_AUTO_LENGTH, function, NULL, &made) == napi_ok &&
           napi_set_named_property(env, exports, name, made) == napi_ok;
}

napi_value with_json(napi_env env, const indp_snapping *mechanism, const indp_audit *audit,
                     napi_value object)
{
    size_t length = 0;
    char *buffer = NULL;
    indp_status status = indp_audit_json(mechanism, audit, NULL, 0, &length);
    if (status == INDP_OK) {
        buffer = malloc(length + 1);
        status = buffer == NULL ? INDP_E_NO_MEMORY
                                : indp_audit_json(mechanism, audit, buffer, length + 1, NULL);
    }
    if (!succeeded(env, status))
        object = NULL;
    else if (object != NULL)
        set(env, object, "json", from_text(env, buffer));
    free(buffer);
    return object;
}
