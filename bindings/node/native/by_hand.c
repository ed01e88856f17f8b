/* Functions of the addon that are not generated, such as those with callbacks or candidates, and
 * the initialisation of the addon. */
#include "low.h"

#include <stdlib.h>
#include <string.h>

/* ---- callbacks --------------------------------------------------------------------------------
 * A callback runs on the thread of the call. If it throws, *done stays 0, the call fails, and the
 * exception is still pending when the call returns. */

/* Calls the callback with a copy of the buffer, which it may keep. Then copies the contents back.
 * Returns whether this succeeded. */
static int filled(napi_env env, napi_value entropy, uint8_t *buf, size_t len)
{
    napi_value self, buffer, words, result;
    void *data = NULL;
    size_t found = 0;
    if (napi_get_undefined(env, &self) != napi_ok ||
        napi_create_arraybuffer(env, len, &data, &buffer) != napi_ok)
        return 0;
    /* The copy has the initial bytes of the buffer, so that the library can detect a callback that
     * writes nothing. */
    memcpy(data, buf, len);
    if (napi_create_typedarray(env, napi_uint8_array, len, buffer, 0, &words) != napi_ok ||
        napi_call_function(env, self, entropy, 1, &words, &result) != napi_ok ||
        napi_get_typedarray_info(env, words, NULL, &found, &data, NULL, NULL) != napi_ok ||
        found != len || data == NULL)
        return 0;
    memcpy(buf, data, len);
    return 1;
}

static void fill(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    struct own *own = ctx;
    napi_handle_scope scope;
    bool pending = true;
    if (napi_is_exception_pending(own->env, &pending) != napi_ok || pending ||
        own->entropy == NULL || napi_open_handle_scope(own->env, &scope) != napi_ok)
        return;
    if (filled(own->env, own->entropy, buf, len))
        *done = INDP_CALLBACK_OK;
    napi_close_handle_scope(own->env, scope);
}

/* optionsSetEntropy(options): makes the callback of `withEntropy` the source of random words. */
static napi_value options_set_entropy(napi_env env, napi_callback_info info)
{
    napi_value argv[1];
    struct box *options;
    if (!get_arguments(env, info, 1, argv) || !get_handle(env, argv[0], KIND_OPTIONS, 0, &options))
        return NULL;
    succeeded(env, indp_options_set_entropy_callback(options->pointer, fill, own_of(env)));
    return NULL;
}

/* withEntropy(entropy, body): calls the body with this entropy callback. Native code refers to the
 * callback only during the call. So even if the callback refers to its mechanism, both can be
 * collected. */
static napi_value with_entropy(napi_env env, napi_callback_info info)
{
    napi_value argv[2], self, result = NULL;
    struct own *own = own_of(env);
    napi_value before = own->entropy;
    if (!get_arguments(env, info, 2, argv) || napi_get_undefined(env, &self) != napi_ok)
        return NULL;
    own->entropy = argv[0];
    napi_call_function(env, self, argv[1], 0, NULL, &result);
    own->entropy = before;
    return result;
}

struct utility {
    napi_env env;
    napi_value function;
};

static int utility_found(const struct utility *utility, size_t outcome, double *out)
{
    napi_env env = utility->env;
    napi_value self, argument = from_size(env, outcome), result;
    if (napi_get_undefined(env, &self) != napi_ok || argument == NULL ||
        napi_call_function(env, self, utility->function, 1, &argument, &result) != napi_ok)
        return 0;
    return get_double(env, result, "the utility", out);
}

static void utility_of(void *ctx, size_t outcome, double *out, int32_t *done)
{
    const struct utility *utility = ctx;
    napi_handle_scope scope;
    double value = 0;
    if (napi_open_handle_scope(utility->env, &scope) != napi_ok)
        return;
    if (utility_found(utility, outcome, &value)) {
        *out = value;
        *done = INDP_CALLBACK_OK;
    }
    napi_close_handle_scope(utility->env, scope);
}

static napi_value exponential_select_by(napi_env env, napi_callback_info info)
{
    napi_value argv[3];
    struct box *mechanism;
    struct utility utility = { env, NULL };
    size_t n = 0, index = 0;
    indp_status status;
    if (!get_arguments(env, info, 3, argv) ||
        !get_handle(env, argv[0], KIND_EXPONENTIAL, 0, &mechanism) ||
        !get_size(env, argv[2], "n", &n))
        return NULL;
    utility.function = argv[1];
    begin(mechanism);
    status = indp_exponential_select_by(mechanism->pointer, utility_of, &utility, n, &index);
    end(mechanism);
    return succeeded(env, status) ? from_size(env, index) : NULL;
}

/* stopDuring(flag, body): calls the body, whose long computations stop if the flag is set. The flag
 * is in shared memory, which cannot be detached. */
static napi_value stop_during(napi_env env, napi_callback_info info)
{
    napi_value argv[2], self, result = NULL;
    struct array flag = { NULL, 0, 0 };
    struct own *own = own_of(env);
    const int32_t *before = own->flag;
    if (!get_arguments(env, info, 2, argv) ||
        !get_array(env, argv[0], napi_int32_array, 0, "flag", &flag) ||
        napi_get_undefined(env, &self) != napi_ok || !succeeded(env, indp_stop_when(flag.data)))
        return NULL;
    own->flag = flag.data;
    napi_call_function(env, self, argv[1], 0, NULL, &result);
    own->flag = before;
    indp_stop_when(before);
    return result;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Reads candidates from three arrays: texts, one after the other; their lengths, where -1 marks an
 * integer; and integers. The caller must free the result. */
static indp_category *get_categories(napi_env env, const napi_value *argv, size_t *n)
{
    struct array texts = { NULL, 0, 0 }, lengths = { NULL, 0, 0 }, integers = { NULL, 0, 0 };
    indp_category *out;
    const uint8_t *next;
    size_t i, rest;
    if (!get_array(env, argv[0], napi_uint8_array, 0, "texts", &texts) ||
        !get_array(env, argv[1], napi_bigint64_array, 0, "lengths", &lengths) ||
        !get_array(env, argv[2], napi_bigint64_array, 0, "integers", &integers) ||
        !same_length(env, &lengths, &integers, "lengths", "integers"))
        return NULL;
    out = calloc(lengths.length + 1, sizeof *out);
    if (out == NULL) {
        succeeded(env, INDP_E_NO_MEMORY);
        return NULL;
    }
    *n = lengths.length;
    next = texts.data == NULL ? (const uint8_t *)"" : texts.data;
    rest = texts.length;
    for (i = 0; i < *n; i++) {
        int64_t length = ((const int64_t *)lengths.data)[i];
        out[i].integer = ((const int64_t *)integers.data)[i];
        if (length < 0 || (uint64_t)length > rest)
            continue;
        out[i].text = next;
        out[i].length = (size_t)length;
        next += length;
        rest -= (size_t)length;
    }
    return out;
}

static napi_value mode_size(napi_env env, napi_callback_info info)
{
    napi_value argv[3];
    size_t n = 0, size = 0;
    indp_category *candidates =
        get_arguments(env, info, 3, argv) ? get_categories(env, argv, &n) : NULL;
    indp_status status;
    if (candidates == NULL)
        return NULL;
    status = indp_mode_size(candidates, n, &size);
    free(candidates);
    return succeeded(env, status) ? from_size(env, size) : NULL;
}

static napi_value mode_init(napi_env env, napi_callback_info info)
{
    napi_value argv[5];
    struct array state;
    uint64_t rows_per_person = 0;
    size_t n = 0;
    indp_category *candidates = NULL;
    if (!get_arguments(env, info, 5, argv) ||
        !get_array(env, argv[3], napi_uint8_array, 0, "state", &state) ||
        !get_uint64(env, argv[4], "rowsPerPerson", &rows_per_person) ||
        (candidates = get_categories(env, argv, &n)) == NULL)
        return NULL;
    succeeded(env, indp_mode_init(state.data, state.length, candidates, n, rows_per_person));
    free(candidates);
    return NULL;
}

/* Returns an object with the tag, the real, the integer, and the offset and length of the label in
 * the state. The offset is -1 if there is no label. */
static napi_value from_value(napi_env env, const indp_value *value, const void *state)
{
    napi_value out = NULL;
    if (napi_create_object(env, &out) != napi_ok)
        return NULL;
    set(env, out, "tag", from_int32(env, value->tag));
    set(env, out, "real", from_double(env, value->real));
    set(env, out, "integer", from_int64(env, value->integer));
    set(env, out, "offset",
        from_double(env,
                    value->label == NULL ? -1 : (double)(value->label - (const uint8_t *)state)));
    set(env, out, "length", from_size(env, value->length));
    return out;
}

static napi_value mode_candidate(napi_env env, napi_callback_info info)
{
    napi_value argv[2];
    struct array state;
    size_t i = 0;
    indp_value value = { sizeof value };
    if (!get_arguments(env, info, 2, argv) ||
        !get_array(env, argv[0], napi_uint8_array, 0, "state", &state) ||
        !get_size(env, argv[1], "i", &i) ||
        !succeeded(env, indp_mode_candidate(state.data, i, &value)))
        return NULL;
    return from_value(env, &value, state.data);
}

static napi_value state_release_value(napi_env env, napi_callback_info info)
{
    napi_value argv[3];
    struct array state;
    struct box *options;
    double epsilon = 0;
    indp_value value = { sizeof value };
    indp_status status;
    if (!get_arguments(env, info, 3, argv) ||
        !get_array(env, argv[0], napi_uint8_array, 0, "state", &state) ||
        !get_double(env, argv[1], "epsilon", &epsilon) ||
        !get_handle(env, argv[2], KIND_OPTIONS, 1, &options))
        return NULL;
    begin(options);
    status = indp_state_release_value(state.data, epsilon, pointer_of(options), &value);
    end(options);
    return succeeded(env, status) ? from_value(env, &value, state.data) : NULL;
}

/* ---- the addon ------------------------------------------------------------------------------- */

static napi_value close_handle(napi_env env, napi_callback_info info)
{
    napi_value argv[1];
    void *box = NULL;
    if (get_arguments(env, info, 1, argv) && napi_get_value_external(env, argv[0], &box) == napi_ok)
        close_box(box);
    return NULL;
}

static napi_value alive(napi_env env, napi_callback_info info)
{
    (void)info;
    return from_int32(env, alive_boxes());
}

static napi_value header_version(napi_env env, napi_callback_info info)
{
    (void)info;
    return from_text(env, INDP_VERSION_STRING);
}

/* failWith(make): from now on, failed calls throw the result of make(status). */
static napi_value fail_with(napi_env env, napi_callback_info info)
{
    napi_value argv[1];
    struct own *own = own_of(env);
    if (get_arguments(env, info, 1, argv) && own->failure == NULL)
        napi_create_reference(env, argv[0], 1, &own->failure);
    return NULL;
}

static void leave(napi_env env, void *data, void *hint)
{
    (void)env, (void)hint;
    free(data);
}

NAPI_MODULE_INIT()
{
    struct own *own = calloc(1, sizeof *own);
    if (own == NULL || napi_set_instance_data(env, own, leave, NULL) != napi_ok) {
        free(own);
        return NULL;
    }
    own->env = env;
    if (!(add_generated(env, exports) &&
          add(env, exports, "optionsSetEntropy", options_set_entropy) &&
          add(env, exports, "withEntropy", with_entropy) &&
          add(env, exports, "exponentialSelectBy", exponential_select_by) &&
          add(env, exports, "stopDuring", stop_during) &&
          add(env, exports, "modeSize", mode_size) && add(env, exports, "modeInit", mode_init) &&
          add(env, exports, "modeCandidate", mode_candidate) &&
          add(env, exports, "stateReleaseValue", state_release_value) &&
          add(env, exports, "close", close_handle) && add(env, exports, "alive", alive) &&
          add(env, exports, "headerVersion", header_version) &&
          add(env, exports, "failWith", fail_with)))
        return NULL;
    return exports;
}
