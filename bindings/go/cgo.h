/* C functions between the package and the library, for calls that cgo cannot make itself. */
#ifndef INDP_GO_H
#define INDP_GO_H

#include <indp.h>

/* These functions pass Go callbacks to the library. `handle` is a cgo.Handle of the Go function. */
indp_status indp_go_set_entropy(indp_options *options, uintptr_t handle);
indp_status indp_go_select_by(const indp_exponential *mechanism, uintptr_t handle, size_t n, size_t *index);

/* The first function stores a cgo.Handle for this thread, which says why a callback failed. The
 * second one returns it and clears it; 0 means that no callback failed. */
void indp_go_ended(uintptr_t handle);
uintptr_t indp_go_take(void);

/* The flag that ends long computations of this thread, or NULL. */
const int32_t *indp_go_stop_flag(void);
indp_status indp_go_stop_when(const int32_t *flag);

/* Like indp_value, but with the offset of the label in the state. A C pointer into Go memory must
 * not be stored in Go. */
typedef struct indp_go_answer {
    int32_t tag, is_text;
    double real;
    int64_t integer;
    size_t offset, length;
} indp_go_answer;
indp_status indp_go_release_value(void *state, double epsilon, const indp_options *options, indp_go_answer *out);
indp_status indp_go_candidate(const void *state, size_t i, indp_go_answer *out);

#endif
