/* An entropy callback that plays a tape of 64-bit words and records how it was called. */
#ifndef TAPE_H
#define TAPE_H

#include "check.h"

struct tape {
    const uint64_t *words; /* if this is NULL, every word is `constant` */
    uint64_t constant;
    size_t length;  /* number of words, unless every word is `constant` */
    size_t used;    /* bytes requested so far */
    size_t calls;   /* calls so far */
    size_t fail_at; /* number of the call that fails, from 1 on; 0 if no call fails */
    int32_t code;   /* what the failing call writes to *done */
};

static inline void tape_fill(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    struct tape *tape = ctx;
    size_t i;
    if (++tape->calls == tape->fail_at) {
        *done = tape->code;
        return;
    }
    for (i = 0; i < len; i++, tape->used++) {
        size_t word = tape->used / 8;
        uint64_t value = tape->constant;
        if (tape->words != NULL) {
            if (word >= tape->length) {
                *done = 1;
                return;
            }
            value = tape->words[word];
        }
        buf[i] = (uint8_t)(value >> (8 * (tape->used % 8)));
    }
    *done = INDP_CALLBACK_OK;
}

/* Reads the first line of a file of vectors. Returns whether it names the library's tape
 * version. */
static inline int is_this_tape(FILE *file)
{
    char line[32], expected[32];
    sprintf(expected, "# tape %lu\n", (unsigned long)indp_tape_version());
    return fgets(line, sizeof line, file) != NULL && strcmp(line, expected) == 0;
}

/* A mechanism that reads from `tape`. */
static inline indp_snapping *taped(double epsilon, double sensitivity, double bound, double grid,
                                   struct tape *tape)
{
    indp_options *options = options_with_grid(grid);
    indp_snapping *made;
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, tape));
    made = mechanism(epsilon, sensitivity, bound, options);
    indp_options_free(options);
    return made;
}

#endif
