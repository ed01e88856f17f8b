/* C functions between the package and the library, for calls that cgo cannot make itself. */
#ifndef INDP_GO_H
#define INDP_GO_H

#include <indp.h>

/* These functions pass Go callbacks to the library. `handle` is a cgo.Handle of the Go function. */
indp_status indp_go_set_entropy(indp_options *options, uintptr_t handle);
indp_status indp_go_select_by(const indp_exponential *mechanism, uintptr_t handle, size_t n,
                              size_t *index);

/* indp_go_ended stores a cgo.Handle that says why a callback failed on this thread. indp_go_take
 * returns and clears the handle; 0 means that no callback failed. */
void indp_go_ended(uintptr_t handle);
uintptr_t indp_go_take(void);

/* The flag that ends long computations of this thread, or NULL. */
const int32_t *indp_go_stop_flag(void);
indp_status indp_go_stop_when(const int32_t *flag);

/* Like indp_value, but with the offset of the label in the state instead of its address. C code
 * must not store an address of Go memory in Go memory. */
typedef struct indp_go_answer {
    int32_t tag, is_text;
    double real;
    int64_t integer;
    size_t offset, length;
} indp_go_answer;
indp_status indp_go_release_value(void *state, double epsilon, const indp_options *options,
                                  indp_go_answer *out);
indp_status indp_go_candidate(const void *state, size_t i, indp_go_answer *out);

#endif
