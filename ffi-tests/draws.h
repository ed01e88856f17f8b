/* Draws sequences of releases. Two sequences share a value only if they come from the same random
 * words.
 *
 * On a grid of 2^-60 with lambda = 1 the released double has at least 2^52 about equally likely
 * values nearby, so two independent draws agree with probability below 2^-50. Two sequences of 64
 * draws have 2^12 pairs, so they share a value by chance with probability below 2^-38 = 4e-12. Even
 * the largest test, with 17 sequences (136 pairs), fails by chance with probability below 1e-9. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"

#include <unistd.h>

enum { DRAWS = 64 };

struct draws {
    double out[DRAWS];
};

/* A mechanism that uses operating-system entropy, on a fine grid. */
static inline indp_snapping *entropic(void)
{
    indp_options *options = options_with_grid(power_of_two(-60));
    indp_snapping *made = mechanism(1, 1, double_of(UINT64_C(0x7ff0000000000000)), options);
    indp_options_free(options);
    return made;
}

/* Draws half of the values one at a time and half in one call. Returns whether all calls
 * succeeded. */
static inline int draw_some(const indp_snapping *m, struct draws *draws)
{
    double zeros[DRAWS / 2] = { 0 };
    int i;
    for (i = 0; i < DRAWS / 2; i++)
        if (indp_snapping_release(m, 0, &draws->out[i]) != INDP_OK)
            return 0;
    return indp_snapping_release_many(m, zeros, DRAWS / 2, draws->out + DRAWS / 2) == INDP_OK;
}

/* The number of values that two sequences share, in any positions. */
static inline int shared(const struct draws *a, const struct draws *b)
{
    int i, j, found = 0;
    for (i = 0; i < DRAWS; i++)
        for (j = 0; j < DRAWS; j++)
            found += same_bits(a->out[i], b->out[j]);
    return found;
}

/* Checks that no value occurs twice, within one sequence or in two different sequences. */
static inline void all_distinct(const struct draws *draws, int n)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            CHECK(shared(&draws[i], &draws[j]) == (i == j ? DRAWS : 0));
}

/* Sends a child's draws to its parent. */
static inline int send_draws(int fd, const struct draws *draws)
{
    return write(fd, draws, sizeof *draws) == (ssize_t)sizeof *draws;
}

static inline void receive_draws(int fd, struct draws *draws)
{
    CHECK(read(fd, draws, sizeof *draws) == (ssize_t)sizeof *draws);
}

#endif
