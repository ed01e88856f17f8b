/* C functions between the package and the library: what cgo cannot express or must not pass. */
#ifndef INDP_GO_H
#define INDP_GO_H

#include <indp.h>

/* Sets the callbacks of callbacks.c, with a cgo.Handle as their context. */
indp_status indp_go_set_entropy(indp_options *options, uintptr_t handle);
indp_status indp_go_select_by(const indp_exponential *mechanism, uintptr_t handle, size_t n, size_t *index);

/* Remembers on this thread why a callback ended, and forgets it. 0 stands for nothing. */
void indp_go_ended(uintptr_t handle);
uintptr_t indp_go_take(void);

/* As in C, but with the place of the label in the state: a C pointer to Go memory stays in C. */
typedef struct indp_go_answer {
    int32_t tag, is_text;
    double real;
    int64_t integer;
    size_t offset, length;
} indp_go_answer;
indp_status indp_go_release_value(void *state, double epsilon, const indp_options *options, indp_go_answer *out);
indp_status indp_go_candidate(const void *state, size_t i, indp_go_answer *out);

#endif
