/* Functions that the addon's files share. If a get_ or from_ function returns 0 or NULL, an
 * exception is pending. */
#include <indp.h>
#include <node_api.h>
#include <stddef.h>

enum kind { KIND_OPTIONS, KIND_SNAPPING, KIND_EXPONENTIAL };

/* A handle of a C object. A callback may close a handle that the running call uses. The object is
 * then freed at the end of the call. */
struct box {
    void *pointer;
    enum kind kind;
    int uses, closed;
};

/* The elements of a typed array, which JavaScript must not detach during the call. */
struct array {
    void *data;
    size_t length;
    int given;
};

/* What the addon stores for each thread of JavaScript. */
struct own {
    napi_env env;
    napi_ref failure;   /* makes the exception for a status */
    napi_value entropy; /* the callback of the present call, or NULL */
    const int32_t *flag;
};

struct own *own_of(napi_env env);

int get_arguments(napi_env env, napi_callback_info info, size_t n, napi_value *argv);
int get_double(napi_env env, napi_value value, const char *name, double *out);
int get_int32(napi_env env, napi_value value, const char *name, int32_t *out);
int get_uint32(napi_env env, napi_value value, const char *name, uint32_t *out);
int get_int64(napi_env env, napi_value value, const char *name, int64_t *out);
int get_uint64(napi_env env, napi_value value, const char *name, uint64_t *out);
int get_size(napi_env env, napi_value value, const char *name, size_t *out);
int get_array(napi_env env, napi_value value, napi_typedarray_type type, int nullable,
              const char *name, struct array *out);
/* Checks that two arrays have the same length. `other` may be missing. `name` is the name of
 * `other` in the message. */
int same_length(napi_env env, const struct array *one, const struct array *other,
                const char *name_of_one, const char *name);
int get_handle(napi_env env, napi_value value, enum kind kind, int nullable, struct box **out);

void *pointer_of(const struct box *box);
void begin(struct box *box);
void end(struct box *box);
void close_box(struct box *box);
/* The number of C objects that are not freed yet. Tests read it. */
int alive_boxes(void);

/* Returns whether the call succeeded. Otherwise an exception is pending: the exception of a
 * callback, or one for the status. */
int succeeded(napi_env env, indp_status status);

napi_value from_double(napi_env env, double value);
napi_value from_int32(napi_env env, int32_t value);
napi_value from_uint32(napi_env env, uint32_t value);
napi_value from_int64(napi_env env, int64_t value);
napi_value from_uint64(napi_env env, uint64_t value);
napi_value from_size(napi_env env, size_t value);
napi_value from_text(napi_env env, const char *text);
napi_value from_doubles(napi_env env, const double *values, size_t n);
napi_value from_handle(napi_env env, enum kind kind, void *pointer);

void set(napi_env env, napi_value object, const char *name, napi_value value);
int add(napi_env env, napi_value exports, const char *name, napi_callback function);

/* Adds the findings of an audit, as JSON, to the object. */
napi_value with_json(napi_env env, const indp_snapping *mechanism, const indp_audit *audit,
                     napi_value object);

int add_generated(napi_env env, napi_value exports);
