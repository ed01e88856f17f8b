/*
 * indp: differential privacy inside the database.
 *
 * Generated from src/ffi; do not edit. examples-c/quickstart.c shows the functions in use.
 *
 * This comment describes what several functions share. Functions refer to its sections by their
 * names in capitals:
 *
 *     NOTATION        symbols and sources
 *     CALLS           statuses, outputs, pointers, structures, integers
 *     THREADS         the meaning of "thread safety"
 *     STATES          the bytes of states, their ownership, the cost of copies
 *     RELEASES        how each kind of state is released
 *     FLOAT RELEASES  how states are released in float arithmetic
 *     OPTIONS         what each option applies to
 *     CALLBACKS       what callbacks must and must not do
 *     FLOATING POINT  the caller's floating-point environment
 *     SIGNALS, FORK, CANCELLATION, DAEMONS
 *
 *
 * NOTATION
 *
 *     epsilon   privacy loss, base e
 *     lambda    scale of the noise: the mean absolute value of Laplace noise, and at least that of
 *               geometric noise
 *     Lambda    the smallest power of two that is at least lambda
 *     grid      a power of two; releases are multiples of it
 *     p         precision of float arithmetic, in bits; epsilon' is the epsilon redefined for it
 *     U         the uniform random number behind the noise; U* is its float counterpart
 *     eta       privacy parameter of selections, base 2
 *     utility   of an outcome of a selection: LOWER IS BETTER, i.e. a cost
 *     m         rows per person, the contribution bound
 *
 * Claims are numbered in docs/specification.md, which lists the source notes (by Ilvento, Liu,
 * Covington and others) at its end.
 *
 *
 * CALLS
 *
 * Every function returns a status (INDP_OK is 0) unless it cannot fail. Whether a release fails
 * depends only on what is public: parameters, entropy, memory. Functions that add or merge rows may
 * also fail because of the number of rows (INDP_E_TOO_MANY_ROWS, INDP_E_CAPACITY). Outputs are
 * written last, and only on success; constructors set their handle to NULL on failure.
 *
 * Every function may also return INDP_E_PANIC, an internal error, and INDP_E_BUSY (SIGNALS, FORK);
 * functions that compute for long may also return INDP_E_STOPPED (indp_stop_when). If several
 * statuses apply, any one of them may be returned.
 *
 * A pointer may be NULL only if its description allows that; otherwise the status is INDP_E_NULL.
 *
 * If a structure begins with struct_size, the caller sets it to the sizeof of the structure. A
 * size below the library's own gives INDP_E_STRUCT_SIZE; a larger size is accepted.
 *
 * C converts a double to an integer parameter without a warning, unless -Wfloat-conversion is set:
 * 1.5 becomes 1. Among the integer parameters, only rows_per_person promises something about the
 * data: round it up. The other integer parameters are sizes, choices and ranges, or do no harm if
 * they are rounded down.
 *
 *
 * THREADS
 *
 *     safe                    may work on one object in several threads at once
 *     one thread per object   may work on different objects in several threads at once, but on
 *                             one object only in one thread at a time
 *
 *
 * STATES
 *
 * A state accumulates the rows of one group. An _init function or indp_state_deserialise makes it
 * in memory that the caller owns: `size` bytes, no alignment needed. It needs no freeing, may be
 * copied as bytes, and is used by one thread at a time.
 *
 * A state holds RAW PRIVATE DATA: protect its bytes like the rows. include/STATES.md describes
 * their layout.
 *
 * A state is released once; it then refuses rows, merges, releases and serialisation with
 * INDP_E_RELEASED. If a state is copied, or serialised and read twice, each copy can be released
 * once, and each of those releases costs its epsilon: the library does not add these costs up.
 *
 * rows_per_person is the contribution bound: the largest number of rows that one person may have.
 * The caller promises it; it is not enforced. Neighbouring data sets differ by all rows of one
 * person.
 *
 * The state of a quantile grows with its rows (indp_state_room). Other states keep their size.
 *
 *
 * RELEASES
 *
 * This section is about real arithmetic, the default. x is a value, clamped to [lo, hi] and rounded
 * to the input grid when it was added. In formulas lo and hi are the bounds of the state, rounded
 * to its input grid.
 *
 *   Count
 *     released   the number of rows plus noise: an unbiased integer, which may be negative,
 *                saturated to the range of int64_t
 *     noise      lambda = m / epsilon; geometric on the grid 1: P(noise = k) is proportional to
 *                e^(-|k| / lambda)
 *     grid       1, or the option grid, at least 1
 *     clamping   none
 *     cost       epsilon
 *
 *   Sum
 *     released   the exact sum plus noise, a multiple of the grid as the nearest double
 *     noise      lambda = sensitivity / epsilon (indp_sum_sensitivity); a geometric number of steps
 *                if the grid is the input grid
 *     grid       the larger of the input grid and Lambda / 1024, or the option grid
 *     clamping   of the values, not of the answer
 *     cost       epsilon
 *
 *   Mean
 *     released   lo + (hi - lo) B / (A + B), with noisy sums A of hi - x and B of x - lo
 *     noise      lambda = m (hi - lo) / epsilon in each sum
 *     floor      A + B below 4 lambda counts as 4 lambda
 *     clamping   of the values, and of the answer to [lo, hi]
 *     cost       epsilon once for both sums: a row moves A and B by hi - lo together
 *
 *   Variance
 *     released   (hi - lo)^2 (A C - B^2/4) / (A + B + C)^2, with noisy sums A of (hi - x)^2,
 *                B of 2 (hi - x) (x - lo) and C of (x - lo)^2
 *     noise      lambda = m (hi - lo)^2 / epsilon in each sum
 *     floor      A + B + C below 8 lambda counts as 8 lambda
 *     clamping   of the values, and of the answer to [0, (hi - lo)^2/4]
 *     cost       epsilon once for all sums: a row moves them by (hi - lo)^2 together
 *
 *   Standard deviation
 *     released   the square root of the variance
 *     otherwise  as for a variance
 *
 *   Quantile, 0 < q < 1
 *     released   a candidate, chosen by permute-and-flip (indp_options_set_selection)
 *     utility    max(0, (1-q) L - q (E+G), q G - (1-q) (L+E)), with L, E and G the rows below, at
 *                and above the candidate; sensitivity m max(q, 1-q)
 *     clamping   of the values, and of the answer to [lo, hi] as given: lo and hi need not be
 *                multiples of the candidates' grid
 *     cost       epsilon
 *
 *   Quantile, q = 1, the maximum (for q = 0 with L in place of G, and from lo upwards)
 *     released   by above-threshold: from hi downwards, the first candidate for which E+G, the
 *                rows at or above it, plus noise reaches a threshold plus noise; lo if none does
 *     noise      one-sided, in quarters of a row: P(noise >= t rows) = e^(-t epsilon / m), for the
 *                threshold and for each count
 *     threshold  the least number of quarter rows, at least half a row, at which the candidates that
 *                no row reaches are released with probability at most 2^-8 together: about
 *                m ln(128 n) / epsilon rows for n candidates
 *     cost       epsilon
 *     limits     m at most 2^61; epsilon at least about 2^-43 m
 *     otherwise  with indp_options_set_selection, a candidate chosen by that mechanism, with
 *                utility max(0, 2 G - K, 3 (K - 2 (E+G))), which aims at K/2 rows from the
 *                extreme; one person changes the difference of two utilities by at most 8 m; K is
 *                odd, and so large that all candidates beyond the extreme together weigh at most
 *                1/8 of the candidate aimed at
 *     clamping   as for other quantiles
 *
 *   Mode
 *     released   a candidate, chosen by permute-and-flip (indp_options_set_selection)
 *     utility    minus the rows of the candidate, with the eta that epsilon gives when one person
 *                moves all counts in the same direction; sensitivity m
 *     clamping   none
 *     cost       epsilon
 *
 *   Histogram; the counts of all candidates of a mode
 *     released   by indp_state_release_counts: each count like a Count, all of them for one epsilon
 *     noise      lambda = m / epsilon, as for a Count
 *     cost       epsilon
 *
 *   Bounds, from a histogram that indp_bounds_init made
 *     released   by indp_state_release_bounds: two edges, each by above-threshold, like a maximum and
 *                a minimum, from the outermost edge towards the centre; or that a side has none
 *     noise      as for the maximum
 *     threshold  as for the maximum, with 2^-30 in place of 2^-8: about m (ln n + 20.1) / epsilon rows
 *                for n edges
 *     cost       epsilon
 *     limits     as for the maximum
 *
 * Where the floor of a mean or variance applies, the missing part counts as rows spread evenly over
 * the range. indp_state_release_parts gives the noisy sums.
 *
 *
 * FLOAT RELEASES
 *
 * With the option float precision the grid is Lambda and cannot be chosen. lambda is computed from
 * the redefined epsilon. Epsilon is split between the parts of a mean or variance. c is the middle
 * of the bounds, rounded to the input grid; h is the distance from c to the farther bound, about
 * half the distance between the bounds.
 *
 *   Count, sum
 *     released   as in real arithmetic, clamped at plus or minus b (below)
 *   Mean
 *     released   c + S / N
 *     N          noisy count: sensitivity m, 13/32 of epsilon
 *     S          noisy sum of x - c: sensitivity m h, 19/32 of epsilon
 *   Variance; its square root for a standard deviation
 *     released   Q / N + h^2/2 - (S / N)^2
 *     N          noisy count: sensitivity m, 10/32 of epsilon
 *     S          noisy sum of x - c: sensitivity m h, 14/32 of epsilon
 *     Q          noisy sum of (x - c)^2 - h^2/2: sensitivity m h^2/2, 8/32 of epsilon
 *   Quantile, mode, histogram
 *     refused    INDP_E_UNUSED_PRECISION
 *
 * If N is below 1, the mean or variance is the middle of its range. Means, variances and
 * standard deviations are clamped as in real arithmetic.
 *
 * Each count and sum is clamped at plus or minus b: the power of two at or above its sensitivity,
 * times 2^min(64, p - 23); at the automatic precision, times at least 2^64. If b is more than 2^p
 * steps, the exact value is first rounded to a multiple of b * 2^-p, and the sensitivity is rounded
 * up to such a multiple. A step is 1 for counts, the input grid for sums, and half the square of
 * the input grid for Q.
 *
 * A count and N require that their Lambda is at least 1 (otherwise the status is INDP_E_GRID); any
 * epsilon of at most rows_per_person ensures this.
 *
 *
 * OPTIONS
 *
 * An option that does not apply must keep its default: otherwise the status is INDP_E_UNUSED_GRID,
 * INDP_E_UNUSED_PRECISION and so on, or INDP_E_FLOAT_GRID for a grid in float arithmetic. These
 * options apply to:
 *
 *     grid                  the snapping mechanism, a count (at least 1), a sum,
 *                           indp_state_release_counts (at least 1); not in float arithmetic
 *     float precision       the snapping mechanism, all states but quantiles, modes and histograms;
 *                           not indp_state_release_parts or indp_state_release_counts
 *     selection             quantiles, modes, indp_exponential_new
 *     insecure timing       quantiles, modes, bounds, indp_exponential_new
 *     min_retries           the same functions, if they use the exponential mechanism
 *     empirical precision   indp_exponential_new, if it uses the exponential mechanism
 *     entropy callback      every function that draws random bits
 *     insecure seed         every function that draws random bits
 *
 *
 * CALLBACKS
 *
 * A callback receives *done as 0. It sets *done to INDP_CALLBACK_OK as its last step when it has
 * succeeded; anything else is a failure, and nothing is released. It runs during a call, on the
 * thread of that call, in the default floating-point environment, with cancellation disabled.
 *
 * A callback must not call this library (SIGNALS describes the result). It must not leave by
 * longjmp, by an exception or by ending the thread. An exception that leaves a callback ends the
 * process. After a longjmp the thread stays busy.
 *
 *
 * FLOATING POINT
 *
 * The caller's floating-point environment changes no result, and is restored after a call,
 * including sticky exception flags. The default environment rounds to nearest, has no traps, and
 * keeps subnormals. On x86-64 it is in the MXCSR register; the x87 registers are left alone. On
 * aarch64 it is in FPCR. The library resets it after each callback.
 *
 *
 * SIGNALS
 *
 * Callbacks and signal handlers must not call this library on a thread that is already inside one
 * of the library's functions. Such a call draws and computes nothing and returns INDP_E_BUSY.
 * Getters of handles return the same as for NULL. These functions work as usual:
 *
 * - functions that free, functions that add one row or add to a count, and indp_stop_when;
 * - functions that only look something up: versions, status texts, indp_state_bytes,
 *   indp_state_kind, indp_mode_candidates, indp_mode_candidate, indp_histogram_size,
 *   indp_histogram_edges, indp_histogram_edge.
 *
 * Functions are not async-signal-safe: in a handler that interrupts malloc, or the thread's first
 * call, a function may block for ever.
 *
 * A signal handler that interrupts a call of this library must not leave by longjmp, by an
 * exception or by ending the thread. After a longjmp the thread stays busy.
 *
 *
 * FORK
 *
 * A handler may fork. In the child the interrupted release returns INDP_E_BUSY and nothing is
 * released; in the parent it continues. Later releases in parent and child use independent random
 * bits. If the handler interrupted exact arithmetic and never returns in the child, that thread
 * stays busy in the child. A child begins without a flag of indp_stop_when.
 *
 *
 * CANCELLATION
 *
 * No call is a cancellation point, and callbacks run with cancellation disabled: a pthread_cancel
 * is acted upon after the call. A thread with asynchronous cancelability must not call this
 * library.
 *
 *
 * DAEMONS
 *
 * A daemon may close all descriptors between calls, since the library opens none. If a sandbox
 * denies the system call for random bytes (getrandom on Linux), releases return INDP_E_ENTROPY.
 */

#ifndef INDP_H
#define INDP_H


#include <stddef.h>
#include <stdint.h>

#define INDP_VERSION_MAJOR 0
#define INDP_VERSION_MINOR 1
#define INDP_VERSION_PATCH 0
#define INDP_VERSION_STRING "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes indp_options_set_float_precision choose the least precision that suits the parameters, at
 * least 118 bits.
 */
#define INDP_PRECISION_AUTO 4294967295

/**
 * The value to which a callback sets *done, as its last step, when it has succeeded: see
 * CALLBACKS.
 *
 * A return value could not show success: if a callback raises an exception, some language bindings
 * return 0, and others return the value that the previous callback returned.
 */
#define INDP_CALLBACK_OK 1768842352

/**
 * The initial word in the buffer of an entropy callback.
 */
#define INDP_UNFILLED_WORD 8461813352852383076

/**
 * For indp_options_set_selection: each function uses its default mechanism. This is the
 * exponential mechanism for indp_exponential_new, above-threshold for the quantiles 0 and 1, and
 * permute-and-flip for other quantiles and for modes.
 */
#define INDP_SELECTION_DEFAULT 0

/**
 * The base-2 exponential mechanism: an outcome of utility u is chosen with probability
 * proportional to 2^(-eta u).
 */
#define INDP_SELECTION_EXPONENTIAL 1

/**
 * Permute-and-flip: outcomes are visited in random order. An outcome whose utility lies g above
 * the smallest is chosen with probability 2^(-eta g). If it is not chosen, the next outcome is
 * visited.
 */
#define INDP_SELECTION_PERMUTE_AND_FLIP 2

/**
 * Size of a count state in bytes.
 */
#define INDP_COUNT_STATE_SIZE 24

/**
 * Size of a sum state in bytes.
 */
#define INDP_SUM_STATE_SIZE 80

/**
 * Size of a mean state in bytes.
 */
#define INDP_MEAN_STATE_SIZE 80

/**
 * Size of a variance state in bytes.
 */
#define INDP_VARIANCE_STATE_SIZE 96

/**
 * Size of a standard deviation state in bytes.
 */
#define INDP_STDDEV_STATE_SIZE 96

/**
 * Size of an empty quantile state in bytes. The state grows with its rows: see indp_state_room.
 */
#define INDP_QUANTILE_STATE_SIZE 80

/**
 * A number in the unit of the values, or in the square of that unit for a variance.
 */
#define INDP_VALUE_REAL 1

/**
 * A number of rows.
 */
#define INDP_VALUE_INTEGER 2

/**
 * A candidate of a mode.
 */
#define INDP_VALUE_CANDIDATE 3

/**
 * indp_state_release_bounds found a lower bound.
 */
#define INDP_FOUND_LO 1

/**
 * indp_state_release_bounds found an upper bound.
 */
#define INDP_FOUND_HI 2

/**
 * A count: indp_count_init.
 */
#define INDP_KIND_COUNT 1

/**
 * A sum: indp_sum_init.
 */
#define INDP_KIND_SUM 2

/**
 * A mean: indp_mean_init.
 */
#define INDP_KIND_MEAN 3

/**
 * A variance: indp_variance_init.
 */
#define INDP_KIND_VARIANCE 4

/**
 * A standard deviation: indp_stddev_init.
 */
#define INDP_KIND_STDDEV 5

/**
 * A quantile: indp_quantile_init.
 */
#define INDP_KIND_QUANTILE 6

/**
 * A mode: indp_mode_init.
 */
#define INDP_KIND_MODE 7

/**
 * A histogram: indp_histogram_init.
 */
#define INDP_KIND_HISTOGRAM 8

/**
 * Size of a budget in bytes, in memory and in transit.
 */
#define INDP_BUDGET_STATE_SIZE 280

/**
 * Size of a buffer in bytes that is long enough for every text of indp_budget_spent.
 */
#define INDP_BUDGET_TEXT_SIZE 640

/**
 * The base-2 exponential mechanism, or permute-and-flip, with fixed parameters.
 *
 * Thread safety: immutable, so any number of threads may select through one handle at once.
 */
typedef struct indp_exponential indp_exponential;

/**
 * Optional parameters of constructors and releases.
 *
 * Constructors copy what they need, so options may be changed, reused or freed afterwards. NULL
 * stands for the defaults. An option that does not apply is refused: see OPTIONS.
 *
 * Thread safety: one thread per object.
 */
typedef struct indp_options indp_options;

/**
 * The snapping mechanism with fixed parameters.
 *
 * Thread safety: immutable, so any number of threads may release through one handle at once.
 */
typedef struct indp_snapping indp_snapping;

/**
 * Result of a call: INDP_OK or a positive code.
 *
 * Treat an unknown code as a failure; codes are never reused. On any failure nothing was released
 * and no output was written, except that constructors set their handle to NULL, and that some
 * functions, as documented, fill an array with NaN.
 *
 * No failure depends on a private value, except those that an entropy callback can cause
 * (indp_options_set_entropy_callback).
 */
typedef int32_t indp_status;

/**
 * An answer, or a candidate. Fields that do not belong to the tag are 0 or NULL.
 */
typedef struct indp_value {
  /**
   * Set by the caller: sizeof(indp_value), in bytes.
   */
  size_t struct_size;
  /**
   * INDP_VALUE_REAL, INDP_VALUE_INTEGER or INDP_VALUE_CANDIDATE.
   */
  int32_t tag;
  /**
   * INDP_VALUE_REAL: the sum, mean, standard deviation or quantile in the unit of the values, or
   * the variance in the square of that unit.
   */
  double real;
  /**
   * INDP_VALUE_INTEGER: the count, in rows. INDP_VALUE_CANDIDATE: the integer, if `label` is
   * NULL.
   */
  int64_t integer;
  /**
   * INDP_VALUE_CANDIDATE: the text, without a NUL at its end; it points into the state. NULL for
   * an integer.
   */
  const uint8_t *label;
  /**
   * INDP_VALUE_CANDIDATE: the length of `label` in bytes.
   */
  size_t length;
  /**
   * INDP_VALUE_CANDIDATE: the number of the candidate, as indp_mode_candidate takes it.
   */
  uint64_t candidate;
} indp_value;

/**
 * A released mean, variance or standard deviation, with the noisy sums that it is computed from.
 */
typedef struct indp_parts {
  /**
   * Set by the caller: sizeof(indp_parts), in bytes.
   */
  size_t struct_size;
  /**
   * The released answer, in the same unit as an answer of indp_state_release.
   */
  double value;
  /**
   * The number of rows that the sums imply: the total of the sums divided by what one row adds
   * to that total. The number is noisy, unbiased, and in general not an integer.
   */
  double count;
  /**
   * The number of noisy sums: 2 for a mean, 3 for a variance or standard deviation.
   */
  size_t number;
  /**
   * The noisy sums. Unused entries are 0. For a mean the entries are sums of (hi - x) and (x -
   * lo), in the unit of the values. For a variance or standard deviation the entries are sums of
   * (hi - x)^2, 2 (hi - x) (x - lo) and (x - lo)^2, in the square of that unit. lo and hi are
   * the state's bounds rounded to its input grid.
   */
  double sum[3];
  /**
   * The noise scale of each sum, rounded up, in the unit of the sums: m (hi - lo) / epsilon or m
   * (hi - lo)^2 / epsilon for m rows per person.
   */
  double scale;
} indp_parts;

/**
 * A category: a text, or an integer. A text never equals an integer.
 */
typedef struct indp_category {
  /**
   * The text, in any encoding, compared as bytes; NULL for an integer. An empty text is a
   * pointer that is not NULL, with the length 0.
   */
  const uint8_t *text;
  /**
   * The length of the text in bytes.
   */
  size_t length;
  /**
   * The integer, if `text` is NULL.
   */
  int64_t integer;
} indp_category;

/**
 * A privacy parameter in base 2: eta = -z * log2(x / 2^y), with x < 2^y.
 *
 * An outcome of utility u has the weight 2^(-eta * u) = (x / 2^y)^(z * u): a lower utility is
 * better, i.e. utility is a cost. The rational base makes exact probabilities possible.
 *
 * Source: Ilvento, section 7.
 */
typedef struct indp_eta {
  /**
   * Numerator of the base: positive, below 2^y.
   */
  uint64_t x;
  /**
   * Binary logarithm of the denominator of the base: from 1 to 63.
   */
  uint32_t y;
  /**
   * Power of the base: positive.
   */
  uint32_t z;
} indp_eta;

/**
 * Moments of the error of a release of one value, and the same moments of the ideal Laplace
 * mechanism.
 */
typedef struct indp_moments {
  /**
   * Set by the caller: sizeof(indp_moments), in bytes.
   */
  size_t struct_size;
  /**
   * Mean of release - value, in the unit of the values. For the Laplace mechanism it is 0.
   */
  double bias;
  /**
   * Variance of the release, in the square of that unit.
   */
  double variance;
  /**
   * Mean of |release - value|, in the unit of the values.
   */
  double mean_absolute_error;
  /**
   * Variance of the Laplace mechanism with the requested epsilon: 2 (sensitivity / epsilon)^2.
   */
  double laplace_variance;
  /**
   * Mean absolute error of that Laplace mechanism: sensitivity / epsilon.
   */
  double laplace_mean_absolute_error;
} indp_moments;

/**
 * Bounds on the distance between a release and `value` + Y, the answer of the Laplace mechanism
 * with the same noise Y. All bounds are in the unit of the values.
 */
typedef struct indp_distance {
  /**
   * Set by the caller: sizeof(indp_distance), in bytes.
   */
  size_t struct_size;
  /**
   * If no clamp binds: grid / 2.
   */
  double unclamped;
  /**
   * If only the inner clamp binds: |value| - bound + grid / 2.
   */
  double inner;
  /**
   * A bound on the mean distance if the outer clamp binds, whether or not the inner clamp binds
   * too: `inner` plus lambda.
   */
  double outer_mean;
  /**
   * A bound that the distance exceeds with probability at most alpha if the outer clamp binds:
   * `inner` plus lambda ln(1 / alpha).
   */
  double outer;
} indp_distance;

/**
 * The findings of an audit of one mechanism. Losses are in base e; values and outputs are in the
 * unit of the mechanism's parameters.
 */
typedef struct indp_audit {
  /**
   * Set by the caller: sizeof(indp_audit), in bytes.
   */
  size_t struct_size;
  /**
   * The largest loss found, |ln(P(output | f) / P(output | g))|; infinite if an output is
   * possible for one value only.
   */
  double loss;
  /**
   * The loss minus epsilon, computed from the loss before it was rounded to a double. In real
   * arithmetic, where U has infinitely many digits, the loss is known to about 2^-190, and
   * `excess` is computed from the lower bound on the loss.
   */
  double excess;
  /**
   * The output at which the largest loss occurs.
   */
  double output;
  /**
   * One of the two values between which the largest loss occurs.
   */
  double f;
  /**
   * The other value.
   */
  double g;
  /**
   * The loss proven for all neighbouring values, rounded up; never above epsilon. It is epsilon
   * in real arithmetic, and epsilon' (1 + 12 (bound / sensitivity) u) + 2 u in float arithmetic
   * with unit roundoff u.
   */
  double bound;
  /**
   * For each case of Liu's proof, the upper bound that Liu's error semantics gives for the loss,
   * minus epsilon; NaN for a case without an output. If f is the smaller value, the cases are:
   * output = -bound; between -bound and round(f); = round(f); between round(f) and round(g); =
   * round(g); between round(g) and bound; = bound. These numbers may be above 0 although the
   * proven bound never exceeds epsilon.
   */
  double cases[7];
  /**
   * The number of outputs examined.
   */
  uint64_t outputs;
  /**
   * The number of interval endpoints that were compared with the endpoints that the definition
   * gives in exact arithmetic. Each interval holds the values of the uniform random number U
   * that lead to one output with one sign of the noise.
   */
  uint64_t ends;
  /**
   * The number of endpoints that differ from the definition, or near which the library's code
   * paths for computing a release do not all give the same output. 0 if the mechanism agrees
   * with its definition.
   */
  uint64_t wrong_ends;
  /**
   * 1 if the search was exhaustive: all outputs were examined, for one pair of values. Otherwise
   * 0.
   */
  int32_t exhaustive;
  /**
   * 1 if the loss exceeds epsilon, otherwise 0.
   */
  int32_t exceeds;
} indp_audit;

/**
 * Success.
 */
#define INDP_OK 0

/**
 * A required pointer is NULL; pass a valid one.
 */
#define INDP_E_NULL 1

/**
 * epsilon must be positive and finite.
 */
#define INDP_E_EPSILON 2

/**
 * sensitivity must be positive and finite.
 */
#define INDP_E_SENSITIVITY 3

/**
 * bound must be positive; for an integer release it must also be infinite or a multiple of the
 * grid.
 */
#define INDP_E_BOUND 4

/**
 * grid must be 0 or a power of two. An integer release, such as a count, needs a grid of at
 * least 1. In real arithmetic, set it to 1 or more. In float arithmetic the grid follows from
 * epsilon, and a mean, variance or standard deviation needs one of at least 1, too: if an integer
 * release or one of these is refused, use a smaller epsilon, or real arithmetic. With lo and hi,
 * max(|lo|, |hi|) / grid must be above 1/2 and at most 2^62 (2^31 for a variance or standard
 * deviation). For a mean, variance or standard deviation, lo and hi must not round to the same
 * multiple of the grid.
 */
#define INDP_E_GRID 5

/**
 * lambda = sensitivity / epsilon exceeds the largest double; use a larger epsilon or a smaller
 * sensitivity.
 */
#define INDP_E_LAMBDA 6

/**
 * The float precision must be 0 (real arithmetic), automatic (INDP_PRECISION_AUTO in C), or from
 * 53 to 4096 bits.
 */
#define INDP_E_PRECISION 7

/**
 * The source of random bits failed, so nothing was released; check the entropy callback or,
 * without one, the operating system's source. A source also counts as failed if, for example, a
 * callback or seed gives 4,096 zero digits in a row.
 */
#define INDP_E_ENTROPY 8

/**
 * Out of memory, so nothing was released; free some memory and call again.
 */
#define INDP_E_NO_MEMORY 9

/**
 * Internal error, so nothing was released; please report it.
 */
#define INDP_E_PANIC 10

/**
 * An array is longer than the address space, or two arrays that must have the same length have
 * different lengths; pass the true lengths.
 */
#define INDP_E_LENGTH 11

/**
 * lo must be finite.
 */
#define INDP_E_LO 12

/**
 * hi must be finite.
 */
#define INDP_E_HI 13

/**
 * lo must be below hi.
 */
#define INDP_E_RANGE 14

/**
 * rows_per_person must be at least 1; for a quantile or mode, rows_per_person times the
 * sensitivity of one row must be at most 2^63. The sensitivity of one row is 1 for a mode, and b
 * max(q, 1-q) for a quantile q = a/b. For q = 0 or 1 it is 4, or 8 if indp_options_set_selection
 * chose a mechanism.
 */
#define INDP_E_ROWS_PER_PERSON 15

/**
 * The bytes are not a valid state of the expected kind, version and size; pass a whole state that
 * this version wrote.
 */
#define INDP_E_STATE 16

/**
 * Only states of the same kind with the same parameters can be merged.
 */
#define INDP_E_STATE_MISMATCH 17

/**
 * The state was released before; a state can be released only once.
 */
#define INDP_E_RELEASED 18

/**
 * Too many rows: a state holds fewer than 2^64 rows.
 */
#define INDP_E_TOO_MANY_ROWS 19

/**
 * Self test failed: this build computes wrong results here, so do not use it.
 */
#define INDP_E_SELF_TEST 20

/**
 * epsilon must exceed 2^(1-p) in float arithmetic, where p is the float precision in bits; use
 * more bits or real arithmetic.
 */
#define INDP_E_FLOAT_EPSILON 21

/**
 * bound must be from lambda = sensitivity / epsilon to 2^(p-12) lambda in float arithmetic, where
 * p is the float precision in bits. A count, sum, mean, variance or standard deviation sets its
 * own bound: if that is out of range, epsilon, lo or hi is too small or too large. Use more bits,
 * or real arithmetic, which takes any bound.
 */
#define INDP_E_FLOAT_BOUND 22

/**
 * grid must be 0 in float arithmetic, whose only grid is the smallest power of two that is at
 * least lambda; use real arithmetic to choose a grid.
 */
#define INDP_E_FLOAT_GRID 23

/**
 * x of eta must be positive and below 2^y.
 */
#define INDP_E_ETA_X 24

/**
 * y of eta must be from 1 to 63.
 */
#define INDP_E_ETA_Y 25

/**
 * z of eta must be positive.
 */
#define INDP_E_ETA_Z 26

/**
 * utility_sensitivity, the sensitivity of the utility, must be positive and at most 2^63.
 */
#define INDP_E_UTILITY_SENSITIVITY 27

/**
 * utility_min must be below utility_max.
 */
#define INDP_E_UTILITY_RANGE 28

/**
 * max_outcomes must be from 1 to 2^62, or from 1 to 2^32 for permute-and-flip.
 */
#define INDP_E_MAX_OUTCOMES 29

/**
 * There are more outcomes than max_outcomes; make the mechanism with a larger max_outcomes.
 */
#define INDP_E_OUTCOMES 30

/**
 * There is no outcome to choose from; pass at least one.
 */
#define INDP_E_EMPTY 31

/**
 * min_retries must be at least 1.
 */
#define INDP_E_MIN_RETRIES 32

/**
 * The utility callback failed, so nothing was released; it must write a utility and set *done to
 * INDP_CALLBACK_OK. See CALLBACKS.
 */
#define INDP_E_UTILITY 33

/**
 * An operation that must be exact was not, so nothing was released; switch empirical_precision
 * off, and please report it.
 */
#define INDP_E_INEXACT 34

/**
 * empirical_precision would need more than 2^17 bits here, which is more than the library
 * supports; switch it off.
 */
#define INDP_E_PRECISION_REACH 35

/**
 * bound must be at most 2^p for an integer release in float arithmetic, where p is the float
 * precision in bits; use more bits (63 always suffice) or real arithmetic.
 */
#define INDP_E_FLOAT_STEPS 36

/**
 * q must be from 0 to 1, and within 2^-52 of a fraction with a denominator of at most 10,000.
 */
#define INDP_E_QUANTILE 40

/**
 * candidates must be 0, or from 2 to 2^24 + 1; lo and hi must be far enough apart for two
 * candidates. For some bounds, such as -1 and 1, no grid has exactly 2 candidates: use at least 3.
 */
#define INDP_E_CANDIDATES 41

/**
 * There must be from 1 to 2^20 candidates, which are distinct texts or integers of less than 2^31
 * bytes in all.
 */
#define INDP_E_CATEGORIES 42

/**
 * The buffer of the state is full; reallocate it to the length from indp_state_room, then call
 * indp_state_resized.
 */
#define INDP_E_CAPACITY 43

/**
 * grid does not apply here; this option applies to a count, a sum or the snapping mechanism. Leave
 * it 0 (see OPTIONS).
 */
#define INDP_E_UNUSED_GRID 44

/**
 * float_precision does not apply here; this option applies to counts, sums, means, variances,
 * standard deviations and the snapping mechanism, but not to a release of the parts of an answer,
 * or of all counts of a histogram or mode. Leave it 0 (see OPTIONS).
 */
#define INDP_E_UNUSED_PRECISION 45

/**
 * min_retries does not apply here; this option applies only to selections whose option `selection`
 * is the exponential mechanism. So it does not apply to permute-and-flip, which is the default for
 * quantiles and modes (see OPTIONS).
 */
#define INDP_E_UNUSED_MIN_RETRIES 46

/**
 * insecure_timing does not apply here; this option applies to selections, such as a quantile or a
 * mode. See OPTIONS.
 */
#define INDP_E_UNUSED_TIMING 47

/**
 * empirical_precision does not apply here; this option applies only to selections whose option
 * `selection` is the exponential mechanism. See OPTIONS.
 */
#define INDP_E_UNUSED_EMPIRICAL 48

/**
 * struct_size must be set to the sizeof of the structure in this library's header.
 */
#define INDP_E_STRUCT_SIZE 49

/**
 * selection must be INDP_SELECTION_DEFAULT, INDP_SELECTION_EXPONENTIAL or
 * INDP_SELECTION_PERMUTE_AND_FLIP.
 */
#define INDP_E_SELECTION 50

/**
 * selection does not apply here; this option applies to selections, such as a quantile or a mode.
 * The error of a minimum or maximum is known only for the default selection. See OPTIONS.
 */
#define INDP_E_UNUSED_SELECTION 51

/**
 * The budget has less than epsilon left, or its new total is below what was spent, so nothing
 * changed; use a smaller epsilon or a larger total.
 */
#define INDP_E_BUDGET 52

/**
 * There must be from 1 to 1,000 quantiles.
 */
#define INDP_E_QUANTILES 53

/**
 * edges must be 1 to 2^20 finite numbers in strictly ascending order.
 */
#define INDP_E_EDGES 54

/**
 * epsilon is out of range for a selection, such as a quantile or a mode: it must be from about
 * 2^-62 to about 2^35 times the sensitivity (utility_sensitivity, or rows_per_person times the
 * sensitivity of one row), and for a minimum or maximum at least about 2^-43 times
 * rows_per_person.
 */
#define INDP_E_SELECTION_EPSILON 55

/**
 * alpha must be above 0 and below 1.
 */
#define INDP_E_ALPHA 60

/**
 * r, the requested error, must be positive and finite, and some epsilon must attain it; use a
 * larger r, a finer grid or real arithmetic.
 */
#define INDP_E_ACCURACY 61

/**
 * The values of an audit must be finite and differ by at most the sensitivity; the range of an
 * audit must not be empty.
 */
#define INDP_E_NEIGHBOURS 62

/**
 * An output is too unlikely for the audit to compute its probability; audit a more likely output.
 */
#define INDP_E_AUDIT_REACH 63

/**
 * The buffer is too short, or must have an exact size and has another one; pass one of the size
 * that the function asks for.
 */
#define INDP_E_BUFFER 64

/**
 * rows, the assumed number of rows, must be at least 1.
 */
#define INDP_E_ROWS 65

/**
 * The answer and its parts must be finite; the parts must be those that a state of the same kind
 * released.
 */
#define INDP_E_ANSWER 66

/**
 * centre must be finite and below the largest double, and some edge must differ from it; without a
 * list of edges none does if it is 2^117 or more.
 */
#define INDP_E_CENTRE 67

/**
 * Another call of the library is still running, on this thread or with the same object, or the
 * process was forked during a call, so nothing was released; call it after the other call has
 * returned. In a signal handler that forked during this call, this process is the child. See
 * SIGNALS and FORK.
 */
#define INDP_E_BUSY 70

/**
 * The call was stopped, since the flag of indp_stop_when is not 0; nothing was computed or
 * released. Clear the flag before the next call.
 */
#define INDP_E_STOPPED 71

/**
 * The message for a status.
 *
 * Parameters:
 * - status: any code; an unknown one has a message too.
 *
 * Returns static text, never NULL, which contains no value.
 *
 * - Thread safety: safe.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
const char *indp_status_message(indp_status status);

/**
 * The name of a status: "INDP_E_NULL" for INDP_E_NULL.
 *
 * Parameters:
 * - status: any code.
 *
 * Returns static text, never NULL; "?" for an unknown code.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
const char *indp_status_name(indp_status status);

/**
 * The version of the library in use, "major.minor.patch".
 *
 * Compare it with INDP_VERSION_STRING, the version of the header.
 *
 * Returns static text, never NULL.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
const char *indp_version_string(void);

/**
 * The major version of the library in use.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
uint32_t indp_version_major(void);

/**
 * The minor version of the library in use.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
uint32_t indp_version_minor(void);

/**
 * The patch version of the library in use.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
uint32_t indp_version_patch(void);

/**
 * The version of the tape, which is the order in which random words are read (docs/tape.md).
 *
 * The same seed and calls give the same outputs as long as this number stays the same.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
uint32_t indp_tape_version(void);

/**
 * Tests this build on this machine, in about a millisecond.
 *
 * It compares random words, a logarithm, selections and properties of MPFR with known answers. It
 * also checks that the fast path and the reference path of the snapping mechanism release the same
 * values from the same random words, and that the operating system provides entropy.
 *
 * Returns INDP_OK, INDP_E_SELF_TEST, INDP_E_ENTROPY, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
indp_status indp_self_test(void);

/**
 * Registers a flag of the caller that ends long computations on this thread.
 *
 * While *flag is not 0, long computations end with INDP_E_STOPPED. A call that ends in this way
 * gives no result and releases nothing; a state that it was releasing is still live. A signal
 * handler or another thread may raise the flag.
 *
 * The flag is read:
 * - between the steps of functions that compute accuracies, moments and distances, and of audits.
 *   A step takes up to 16 ms at 118 bits and 0.6 s at 1,024, on an Intel Xeon of 2.6 GHz. A step
 *   of an audit in real arithmetic takes about 10 ms, and some seconds for an output that is more
 *   than 10,000 lambda away from the values;
 * - when handles are made, and wherever else parameters are computed outside of a release;
 * - in selections with the option empirical_precision: at each level, i.e. each distinct rounded
 *   utility;
 * - in other selections: after every 2^20 draws of the exponential mechanism, and after every 2^20
 *   random words read for the coins of permute-and-flip and above-threshold;
 * - in other selections: also before each extra word, from the 16th extra word of a call on. An
 *   extra word is one that is read because the words already read for a draw or coin do not decide
 *   it. If words are uniform, a call reads 16 extra words with probability below 2^-400;
 * - in permute-and-flip among groups of outcomes: also when the first binary digits of a group's
 *   weight (at most 48) do not decide all of its coins.
 *
 * A selection is slow if its random words stay next to the boundary between two outcomes, which
 * can happen with a broken callback. It then takes 0.1 s with 100 outcomes, 30 s with 1,000, and
 * many minutes with 3,000 or more. Even with 100,000 outcomes the flag ends it within a second.
 *
 * Other releases do not read the flag. Whether they take a long time depends on the private value.
 * So whether the flag stopped them would also depend on that value.
 *
 * Parameters:
 * - flag: NULL for no flag, which is the default; or an int32_t that is written atomically and
 *   lives until another flag is registered or the thread ends. A child process begins without a
 *   flag.
 *
 * Returns INDP_OK, INDP_E_NO_MEMORY.
 *
 * - Thread safety: safe; not async-signal-safe.
 * - Since 0.1.0. Example: ffi-tests/c/stop.c.
 */
indp_status indp_stop_when(const int32_t *flag);

/**
 * Makes options with every default: real arithmetic, default grid, operating-system entropy.
 *
 * Parameters:
 * - out: receives the options, NULL on failure; free them with indp_options_free.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY.
 *
 * - Thread safety: one thread per object.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_options_new(struct indp_options **out);

/**
 * Frees options.
 *
 * Parameters:
 * - options: from indp_options_new, not used again; NULL is accepted.
 *
 * Returns nothing.
 *
 * - Thread safety: one thread per object.
 * - Since 0.1.0.
 */
void indp_options_free(struct indp_options *options);

/**
 * Chooses the arithmetic of the noise: real, or float at a given precision.
 *
 * Real arithmetic, the default, releases exactly the value that real numbers would give, at loss
 * epsilon, for every bound and grid. Choose it unless you must reproduce or audit a published
 * parametrisation.
 *
 * Float arithmetic at p bits is Mironov's mechanism: every operation is correctly rounded at
 * exactly p bits of significand, and U* has p digits. This precision is never raised silently. The
 * epsilon of the noise is redefined as epsilon', so that the loss of a release stays below
 * epsilon. With lambda = sensitivity / epsilon', float arithmetic needs lambda <= bound <=
 * 2^(p-12) lambda, epsilon > 2^(1-p), and the grid Lambda.
 *
 * Parameters:
 * - options: the options to be changed.
 * - bits: 0 for real arithmetic; 53 to 4096 for float arithmetic at that precision;
 *   INDP_PRECISION_AUTO for float arithmetic at the largest of 118, 64 + ceil(log2(bound /
 *   sensitivity)) and 64 + ceil(-log2(epsilon)) bits.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION (any other number of bits).
 *
 * - Privacy: costs nothing, and changes no cost.
 * - Thread safety: one thread per object.
 * - Source: Mironov 2012; Covington, Implementation Notes, section 5, with its errata corrected.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_options_set_float_precision(struct indp_options *options, uint32_t bits);

/**
 * Chooses the grid. Releases are multiples of the grid, or plus or minus the bound.
 *
 * Rounding is post-processing, so a finer grid costs no privacy. A grid finer than Lambda brings
 * the error close to that of the ideal Laplace mechanism (the grid Lambda itself adds 4 to 17
 * percent to the mean squared error, on average over the values); a coarser grid gives rounder
 * numbers.
 *
 * Parameters:
 * - options: the options to be changed.
 * - power_of_two: a positive power of two, in the unit of the values; 0, the default, lets the
 *   mechanism choose.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_GRID (anything else).
 *
 * - Privacy: costs nothing, and changes no cost.
 * - Thread safety: one thread per object.
 * - Since 0.1.0.
 */
indp_status indp_options_set_grid(struct indp_options *options, double power_of_two);

/**
 * Takes every random word from the caller instead of the operating system.
 *
 * The callback replaces a seed that was set before. It supplies the tape itself, one little-endian
 * word of 8 bytes per call, in the order of docs/tape.md. The privacy of the releases is only as
 * good as these words.
 *
 * A release fails with INDP_E_ENTROPY if the callback does not set *done to INDP_CALLBACK_OK, or
 * leaves the buffer as it was: the buffer begins as INDP_UNFILLED_WORD, a word that a good source
 * gives with probability 2^-64.
 *
 * WARNING: how many words a release reads depends on the values. A source that fails after a
 * number of words may fail for one data set and not for a neighbouring one. Only such a
 * failure can reveal something about values. The caller must rule it out: whether the callback
 * fails must never depend on the number of words read.
 *
 * Parameters:
 * - options: the options to be changed.
 * - fill: writes `len` bytes to `buf`, then sets *done to INDP_CALLBACK_OK. It may be called on
 *   several threads at once, and must outlive every handle made with these options. See CALLBACKS.
 * - ctx: passed to `fill`; may be NULL; must live as long as `fill`.
 *
 * Returns INDP_OK, INDP_E_NULL (`options` or `fill`).
 *
 * - Privacy: costs nothing. Releases keep their promise only if the words are random, uniform and
 *   secret.
 * - Thread safety: one thread per object.
 * - Since 0.1.0.
 */
indp_status indp_options_set_entropy_callback(struct indp_options *options,
                                              void (*fill)(void *ctx,
                                                           uint8_t *buf,
                                                           size_t len,
                                                           int32_t *done),
                                              void *ctx);

/**
 * Makes releases reproducible and NOT PRIVATE: anyone who knows the seed can subtract the noise.
 *
 * It is for tests, and replaces a callback that was set before. The calls on one handle are
 * numbered from 0, atomically. Call j reads the tape of (seed, j): see docs/tape.md.
 *
 * Parameters:
 * - options: the options to be changed.
 * - seed: any number.
 *
 * Returns INDP_OK, INDP_E_NULL.
 *
 * - Privacy: releases from a known seed are not private at all.
 * - Thread safety: one thread per object.
 * - Since 0.1.0.
 */
indp_status indp_options_set_insecure_seed(struct indp_options *options, uint64_t seed);

/**
 * Chooses the selection mechanism of indp_exponential_new, of quantiles and of modes.
 *
 * Both mechanisms are exact and have the same loss, the epsilon of eta. The expected utility of
 * the outcome that permute-and-flip chooses is never worse than under the exponential mechanism,
 * and its expected distance from the best utility is up to 2 times smaller.
 *
 * By default indp_exponential_new uses the exponential mechanism, the quantiles 0 and 1 use
 * above-threshold (see RELEASES), and other quantiles and modes use permute-and-flip.
 *
 * Permute-and-flip takes at most 2^32 outcomes. It reads one random word for each outcome; for
 * groups it reads about 2 bits for each member. With permute-and-flip,
 * indp_options_set_min_retries and indp_options_set_empirical_precision are refused.
 *
 * Parameters:
 * - options: the options to be changed.
 * - selection: one of the INDP_SELECTION_ constants.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_SELECTION (any other number).
 *
 * - Privacy: costs nothing, and changes no cost.
 * - Thread safety: one thread per object.
 * - Source: McKenna and Sheldon, Permute-and-Flip: A new mechanism for differentially private
 *   selection, NeurIPS 2020.
 * - Since 0.1.0.
 */
indp_status indp_options_set_selection(struct indp_options *options, int32_t selection);

/**
 * Sets the least number of draws of a selection by the exponential mechanism.
 *
 * At least this number of draws is always made, and the last accepted draw is the result. A draw
 * is accepted with probability above 1/2, so more than k draws are needed with probability below
 * 2^-k. The time depends on the weights only if more draws are needed.
 *
 * Parameters:
 * - options: the options to be changed.
 * - draws: at least 1; 16 is the default. Each draw takes about 5 ns, so 2^32 - 1 draws take half
 *   a minute, unless indp_stop_when ends them.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_MIN_RETRIES (0).
 *
 * - Privacy: costs nothing. Fewer draws make timing reveal more.
 * - Thread safety: one thread per object.
 * - Source: Ilvento, section 4.
 * - Since 0.1.0.
 */
indp_status indp_options_set_min_retries(struct indp_options *options, uint32_t draws);

/**
 * Lets selections end their scans of the outcomes early: faster, but NOT PRIVATE against an
 * observer who measures time.
 *
 * The time then reveals the position of the selected outcome.
 *
 * Parameters:
 * - options: the options to be changed.
 * - insecure: 0, the default, for scans that do not end early; nonzero for scans that may.
 *
 * Returns INDP_OK, INDP_E_NULL.
 *
 * - Privacy: if scans may end early, selections are not private against an observer who measures
 *   their time.
 * - Thread safety: one thread per object.
 * - Since 0.1.0.
 */
indp_status indp_options_set_insecure_timing(struct indp_options *options, int32_t insecure);

/**
 * Makes selections by the exponential mechanism compute as in Ilvento's paper.
 *
 * Every weight and sum is then a float of one precision, determined empirically at construction
 * (indp_exponential_precision_empirical). If any operation is not exact, the call writes no output
 * and returns INDP_E_INEXACT. The same random bits give the same outcomes as without this option.
 * Choose the option to reproduce or audit the paper.
 *
 * This computation is far slower than the usual one; indp_stop_when ends it. On a 2.6 GHz Intel
 * Xeon, with 1,000 outcomes, eta = (1, 1, 1) and weights of 2^12, 2^15 and 2^17 bits, a selection
 * takes 0.01, 0.3 and 5 s, and the constructor takes 0.001, 0.1 and 1 s.
 *
 * If the weights need more than 2^17 bits, the constructor returns INDP_E_PRECISION_REACH before
 * it allocates anything. Quantiles and modes always refuse the option, since their weights need
 * more bits.
 *
 * Parameters:
 * - options: the options to be changed.
 * - empirical: 0, the default, for the usual computation; nonzero for the computation of the
 *   paper.
 *
 * Returns INDP_OK, INDP_E_NULL.
 *
 * - Privacy: costs nothing, and changes no cost.
 * - Thread safety: one thread per object.
 * - Source: Ilvento, Algorithms 1 to 3.
 * - Since 0.1.0.
 */
indp_status indp_options_set_empirical_precision(struct indp_options *options, int32_t empirical);

/**
 * Makes a snapping mechanism (Mironov 2012): Laplace noise, clamped and rounded to a grid.
 *
 * A release of a value is
 *
 * ```text
 * clamp(round(clamp(value) + S * lambda * ln U))
 * ```
 *
 * in real arithmetic, or in float arithmetic with indp_options_set_float_precision. lambda =
 * sensitivity / epsilon, S is a fair sign, and U is uniform on (0, 1). clamp(x) limits x to
 * [-bound, bound]; round(x) is the multiple of the grid nearest to x, with ties toward +infinity.
 * The grid is by default Lambda, the smallest power of two that is at least lambda.
 *
 * Parameters:
 * - epsilon: privacy loss of one release (base e), positive, finite.
 * - sensitivity: how far the values of neighbouring data sets may differ, in the unit of the
 *   values; positive, finite. The caller promises it; it is not checked.
 * - bound: the clamping bound, in the unit of the values; positive, may be infinite; public.
 * - options: NULL, or options, which are copied. Grid, float precision and the source of random
 *   bits apply (see OPTIONS).
 * - out: receives the handle, NULL on failure; free it with indp_snapping_free.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_LAMBDA,
 *   INDP_E_NO_MEMORY;
 * - INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING or
 *   INDP_E_UNUSED_EMPIRICAL for an option that does not apply;
 * - in float arithmetic also INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID.
 *
 * On failure the handle is NULL.
 *
 * - Privacy: costs nothing by itself; each value released costs epsilon, and costs add up.
 * - Thread safety: one thread per options object.
 * - Source: Covington, Implementation Notes, sections 2 to 4; Liu, section 4 (Snap_R).
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_new(double epsilon,
                              double sensitivity,
                              double bound,
                              const struct indp_options *options,
                              struct indp_snapping **out);

/**
 * Frees a handle.
 *
 * Parameters:
 * - mechanism: from indp_snapping_new, not used again by any thread; NULL is accepted.
 *
 * Returns nothing.
 *
 * - Thread safety: one thread per handle.
 * - Since 0.1.0.
 */
void indp_snapping_free(struct indp_snapping *mechanism);

/**
 * Releases one value.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: the exact answer, in the unit of the handle's parameters. NaN counts as 0, infinities
 *   as the largest doubles, before clamping.
 * - out: receives a multiple of the grid, or plus or minus the bound, rounded to the nearest
 *   double; a zero is +0.0. With an infinite bound, a result beyond the largest double becomes an
 *   infinity.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY. On failure `out` is untouched.
 *
 * - Privacy: costs epsilon.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_release(const struct indp_snapping *mechanism, double value, double *out);

/**
 * Releases n values, each with independent noise.
 *
 * With a seed, the whole array counts as one call on the handle. The n releases read the tape one
 * after the other.
 *
 * Parameters:
 * - mechanism: the handle.
 * - values: an array of n doubles, as in indp_snapping_release; may be NULL if n is 0.
 * - n: the number of values.
 * - out: an array of n doubles; may be NULL if n is 0. It may be `values` itself, but must not
 *   overlap `values` in any other way.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_ENTROPY, INDP_E_NO_MEMORY. If the call fails
 * with one of the last two, or with any other status after the release has begun, the array `out`
 * is filled with NaN.
 *
 * - Privacy: costs n times epsilon, if one person may change all of the values.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_release_many(const struct indp_snapping *mechanism,
                                       const double *values,
                                       size_t n,
                                       double *out);

/**
 * Releases one integer, which is not converted to a double.
 *
 * The handle's grid must be at least 1, and its bound a multiple of the grid or infinite. In float
 * arithmetic at p < 63 bits the bound must be at most 2^p, so that every integer within it is a
 * float of p bits: otherwise the loss could exceed epsilon.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: the exact answer.
 * - out: receives a multiple of the grid, or plus or minus the bound, saturated to the range of
 *   int64_t.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
 * - INDP_E_GRID, INDP_E_BOUND or INDP_E_FLOAT_STEPS for a handle that does not suit integers.
 *
 * On failure `out` is untouched.
 *
 * - Privacy: costs epsilon.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_release_int64(const struct indp_snapping *mechanism,
                                        int64_t value,
                                        int64_t *out);

/**
 * The noise scale lambda, which is also the mean absolute value of the noise.
 *
 * It is sensitivity / epsilon in real arithmetic, and sensitivity / epsilon' in float arithmetic.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns lambda in the unit of the values, rounded up to a double; NaN if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
double indp_snapping_lambda(const struct indp_snapping *mechanism);

/**
 * The grid of the releases.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns the grid in the unit of the values, rounded up to a double if it is not a double
 * (infinity for 2^1024); NaN if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
double indp_snapping_grid(const struct indp_snapping *mechanism);

/**
 * The epsilon of the Laplace noise inside the mechanism.
 *
 * It is epsilon itself in real arithmetic, and the redefined epsilon' in float arithmetic.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns that epsilon rounded down to a double; NaN if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Source: Covington, Implementation Notes, section 5.
 * - Since 0.1.0.
 */
double indp_snapping_laplace_epsilon(const struct indp_snapping *mechanism);

/**
 * The worst privacy loss (base e) claimed for one release: at most epsilon.
 *
 * In float arithmetic at p bits it is epsilon' (1 + 12 (bound / sensitivity) u) + 2 u, where u =
 * 2^-p is the unit roundoff.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns the loss rounded up to a double; NaN if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
double indp_snapping_loss(const struct indp_snapping *mechanism);

/**
 * The float precision p in bits.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns p; 0 in real arithmetic and if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
uint32_t indp_snapping_precision(const struct indp_snapping *mechanism);

/**
 * The unit roundoff 2^-p of float arithmetic.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns the unit roundoff rounded up to a double (2^-1074 for p above 1074); 0 in real
 * arithmetic; NaN if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
double indp_snapping_unit_roundoff(const struct indp_snapping *mechanism);

/**
 * Makes an empty count.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: at least INDP_COUNT_STATE_SIZE, in bytes.
 * - rows_per_person: the contribution bound, at least 1: see STATES. It is the sensitivity.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_ROWS_PER_PERSON.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_count_init(void *state, size_t size, uint64_t rows_per_person);

/**
 * Counts one row.
 *
 * Parameters:
 * - state: a count.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_count_add(void *state);

/**
 * Counts a number of rows at once.
 *
 * Parameters:
 * - state: a count.
 * - rows: how many rows; may be 0.
 *
 * Returns as indp_count_add.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_count_add_many(void *state, uint64_t rows);

/**
 * Makes an empty sum.
 *
 * Each value is clamped to [lo, hi], rounded to the input grid (nearest, ties to even) and summed
 * exactly: the sum depends neither on the order of the rows nor on their division among states.
 * The functions for states of any kind, such as indp_state_add, add rows, merge states and release
 * them.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: at least INDP_SUM_STATE_SIZE, in bytes.
 * - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
 *   take them from the data.
 * - grid: the input grid in the unit of the values, a power of two. max(|lo|, |hi|) / grid must be
 *   above 1/2 and at most 2^62. 0 stands for the finest grid for which this quotient is at most
 *   2^50.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_LO, INDP_E_HI,
 * INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_sum_init(void *state,
                          size_t size,
                          double lo,
                          double hi,
                          double grid,
                          uint64_t rows_per_person);

/**
 * The sensitivity of a sum: rows_per_person * max(|lo|, |hi|), where lo and hi are rounded to the
 * input grid.
 *
 * The mean absolute value of the noise of a release is sensitivity / epsilon.
 *
 * Parameters:
 * - state: a sum.
 * - out: receives the sensitivity in the unit of the values, rounded up to a double.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_sum_sensitivity(const void *state, double *out);

/**
 * Makes an empty mean, which is released from noisy sums of the distances to both bounds.
 *
 * See RELEASES. Values are clamped and rounded as for a sum.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: at least INDP_MEAN_STATE_SIZE, in bytes.
 * - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
 *   take them from the data.
 * - grid: the input grid, a power of two, in the unit of the values. max(|lo|, |hi|) / grid must
 *   be above 1/2 and at most 2^62, and lo and hi must round to different multiples of the grid. 0
 *   chooses the finest grid for which that quotient is at most 2^50.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_LO, INDP_E_HI,
 * INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mean_init(void *state,
                           size_t size,
                           double lo,
                           double hi,
                           double grid,
                           uint64_t rows_per_person);

/**
 * Makes an empty population variance: the divisor is the number of rows.
 *
 * It is released from noisy sums of squares of the distances to both bounds: see RELEASES.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: at least INDP_VARIANCE_STATE_SIZE, in bytes.
 * - lo, hi: as in indp_mean_init.
 * - grid: as in indp_mean_init, but max(|lo|, |hi|) / grid is at most 2^31, whether you choose the
 *   grid or pass 0.
 * - rows_per_person: as in indp_mean_init.
 *
 * Returns as indp_mean_init.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_variance_init(void *state,
                               size_t size,
                               double lo,
                               double hi,
                               double grid,
                               uint64_t rows_per_person);

/**
 * Makes an empty standard deviation, the square root of a variance.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: at least INDP_STDDEV_STATE_SIZE, in bytes.
 * - lo, hi, grid, rows_per_person: as in indp_variance_init.
 *
 * Returns as indp_mean_init.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_stddev_init(void *state,
                             size_t size,
                             double lo,
                             double hi,
                             double grid,
                             uint64_t rows_per_person);

/**
 * Makes an empty quantile, which is released by a selection among public candidates: see RELEASES.
 *
 * The median is q = 0.5. Each value counts at the candidate nearest to it. The candidates are the
 * multiples of a power of two, from the multiple nearest to lo to the multiple nearest to hi.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES.
 * - size: in bytes, at least INDP_QUANTILE_STATE_SIZE. Each row to be added before the buffer
 *   grows (indp_state_room) needs 4 bytes more, but all rows together never need more than 8 bytes
 *   for each candidate.
 * - q: from 0 to 1. It stands for the simplest fraction a/b within 2^-52 of q; b must be at most
 *   10,000.
 * - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
 *   take them from the data.
 * - candidates: a number from 2 to 2^24 + 1 chooses the finest power of two that gives at most
 *   this number of candidates. 0, the default, chooses the integers if lo and hi are integers at
 *   most 2^14 apart. Otherwise 0 chooses the finest power of two that gives at most 2^14 + 1
 *   candidates.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_QUANTILE, INDP_E_LO,
 *   INDP_E_HI, INDP_E_RANGE, INDP_E_ROWS_PER_PERSON;
 * - INDP_E_CANDIDATES, also if there is no such power of two for which lo and hi are different
 *   candidates.
 *
 * On failure `state` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_quantile_init(void *state,
                               size_t size,
                               double q,
                               double lo,
                               double hi,
                               uint64_t candidates,
                               uint64_t rows_per_person);

/**
 * Releases several quantiles of the values of one state, once, for one epsilon.
 *
 * For three or more quantiles, the answers are usually more accurate than those of separate
 * releases that share epsilon. Two quantiles are instead selected from all rows, each for half of
 * epsilon.
 *
 * Three or more quantiles are selected by recursion. The first selection chooses the middle one of
 * the quantiles and divides the rows into a lower and an upper part. The smaller quantiles are
 * then selected from the lower part in the same way, and the larger quantiles from the upper part.
 * k different quantiles need ceil(log2(k + 1)) levels of selections, and each level gets the same
 * share of epsilon. Rows with equal values can go to different parts.
 *
 * Parameters:
 * - state: a live quantile; its own q is ignored.
 * - q: an array of n numbers, each as in indp_quantile_init, in any order. Equal numbers get the
 *   same answer. When the rows are divided, each q becomes another quantile of a part of the rows.
 *   If the denominator of that quantile exceeds 10,000, the nearest allowed fraction is used.
 * - n: from 1 to 1,000.
 * - epsilon, options: as in indp_state_release_value, for a quantile.
 * - out: an array of n numbers; receives the answers in the order of q. A larger q never has a
 *   smaller answer.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a quantile), INDP_E_RELEASED,
 *   INDP_E_EPSILON, INDP_E_SELECTION_EPSILON, INDP_E_ROWS_PER_PERSON, INDP_E_ENTROPY,
 *   INDP_E_NO_MEMORY;
 * - INDP_E_QUANTILE for an element of q, INDP_E_QUANTILES for n;
 * - INDP_E_UNUSED_GRID and the other statuses of options that do not apply.
 *
 * On failure `out` is untouched and the state is still live.
 *
 * - Privacy: costs epsilon for all answers together.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claim A10; Kaplan, Schnapp and Stemmer 2022.
 * - Since 0.1.0.
 */
indp_status indp_quantile_release_many(void *state,
                                       const double *q,
                                       size_t n,
                                       double epsilon,
                                       const struct indp_options *options,
                                       double *out);

/**
 * Checks whether indp_quantile_release_many would fail for a public reason: the parameters, or an
 * earlier release of the state.
 *
 * Parameters:
 * - state: a quantile.
 * - q, n, epsilon, options: as in indp_quantile_release_many.
 *
 * Returns what indp_quantile_release_many would, except INDP_E_ENTROPY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Since 0.1.0.
 */
indp_status indp_quantile_can_release_many(const void *state,
                                           const double *q,
                                           size_t n,
                                           double epsilon,
                                           const struct indp_options *options);

/**
 * Releases a state of any kind but a histogram, once. indp_state_release_counts releases a
 * histogram.
 *
 * RELEASES describes, for each kind, the released answer, its noise scale, clamping and grid.
 *
 * Parameters:
 * - state: a live state of any kind but a histogram.
 * - epsilon: privacy loss (base e), positive, finite; see INDP_E_SELECTION_EPSILON for quantiles
 *   and modes.
 * - options: may be NULL. OPTIONS lists which options apply; others are refused. A seed or
 *   callback is used only for this call.
 * - out: struct_size is set by the caller; receives the answer, as RELEASES describes it. An
 *   answer beyond the largest double is an infinity: a sum near 1.8e308, or a variance if (hi -
 *   lo)^2/4 exceeds the doubles.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for a histogram),
 *   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
 * - INDP_E_SELECTION_EPSILON, for a quantile or mode;
 * - INDP_E_ROWS_PER_PERSON, for a quantile or mode with too many rows per person;
 * - INDP_E_GRID, INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID,
 *   INDP_E_PRECISION_REACH, for options that do not suit the parameters;
 * - INDP_E_UNUSED_GRID and the other statuses of options that do not apply.
 *
 * On failure `out` is untouched and the state is still live.
 *
 * - Privacy: costs epsilon for all parts of the answer together.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims A2 to A9.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_release_value(void *state,
                                     double epsilon,
                                     const struct indp_options *options,
                                     struct indp_value *out);

/**
 * Releases a state whose answer is a number, once. It is a shorter indp_state_release_value for
 * all kinds but modes and histograms.
 *
 * Parameters:
 * - state, epsilon, options: as in indp_state_release_value.
 * - out: receives the number; a count is rounded to the nearest double.
 *
 * Returns as indp_state_release_value, and INDP_E_STATE for a mode. On failure `out` is untouched
 * and the state is still live.
 *
 * - Privacy: costs epsilon.
 * - Thread safety: one thread per state and per options object.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_release(void *state,
                               double epsilon,
                               const struct indp_options *options,
                               double *out);

/**
 * Checks whether a release of this state would fail for a public reason: the parameters, or an
 * earlier release.
 *
 * An engine can thus refuse bad parameters when the first row arrives, rather than after the last
 * row. Nothing is released.
 *
 * Parameters:
 * - state: a state of any kind.
 * - epsilon, options: as in indp_state_release_value.
 *
 * Returns what indp_state_release_value would, except INDP_E_ENTROPY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Since 0.1.0.
 */
indp_status indp_state_can_release(const void *state,
                                   double epsilon,
                                   const struct indp_options *options);

/**
 * Releases a mean, variance or standard deviation, once, with the noisy sums behind the answer.
 *
 * The answer is computed only from these sums. From them you can compute an interval around the
 * answer, or the number of rows, at no further cost.
 *
 * Parameters:
 * - state: a live mean, variance or standard deviation.
 * - epsilon, options: as in indp_state_release_value, but a float precision is refused, since
 *   float arithmetic computes the answer from other sums.
 * - out: struct_size is set by the caller; receives the answer and the sums.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for other kinds of state),
 *   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
 * - INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION and the other statuses of options that do not
 *   apply.
 *
 * On failure `out` is untouched and the state is still live.
 *
 * - Privacy: costs epsilon, the same as indp_state_release.
 * - Thread safety: one thread per state and per options object.
 * - Source: src/aggregate/bernstein.md.
 * - Since 0.1.0.
 */
indp_status indp_state_release_parts(void *state,
                                     double epsilon,
                                     const struct indp_options *options,
                                     struct indp_parts *out);

/**
 * The size of a mode state for given candidates.
 *
 * Parameters:
 * - candidates: an array of n candidates.
 * - n: from 1 to 2^20.
 * - out: receives the size in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_CATEGORIES, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per array of candidates.
 * - Since 0.1.0.
 */
indp_status indp_mode_size(const struct indp_category *candidates, size_t n, size_t *out);

/**
 * Makes an empty mode, which is released by a selection on the counts of public candidates.
 *
 * See RELEASES. A candidate that occurs in no row can be released.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES. The state keeps a copy of the candidates and does
 *   not grow.
 * - size: in bytes, at least the size that indp_mode_size gives.
 * - candidates: an array of n candidates, distinct, in any order, public. Never take them from the
 *   data.
 * - n: from 1 to 2^20.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_CATEGORIES,
 * INDP_E_ROWS_PER_PERSON, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mode_init(void *state,
                           size_t size,
                           const struct indp_category *candidates,
                           size_t n,
                           uint64_t rows_per_person);

/**
 * Adds one row with a text to a mode.
 *
 * A text that is not a candidate is ignored and does not count as a row.
 *
 * Parameters:
 * - state: a mode.
 * - text: an array of `length` bytes; may be NULL if `length` is 0.
 * - length: the length of `text` in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a mode), INDP_E_RELEASED,
 * INDP_E_TOO_MANY_ROWS.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mode_add_text(void *state, const uint8_t *text, size_t length);

/**
 * Adds one row with an integer to a mode.
 *
 * An integer that is not a candidate is ignored and does not count as a row.
 *
 * Parameters:
 * - state: a mode.
 * - value: the integer.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mode_add_int64(void *state, int64_t value);

/**
 * The number of candidates of a mode.
 *
 * Parameters:
 * - state: a mode.
 * - n: receives the number.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode).
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mode_candidates(const void *state, size_t *n);

/**
 * Candidate i of a mode.
 *
 * Candidates are numbered in this order: integers come first, ascending; then texts, ordered by
 * their bytes.
 *
 * Parameters:
 * - state: a mode.
 * - i: the number of the candidate, from 0 to n - 1, where n is what indp_mode_candidates gives.
 * - out: struct_size is set by the caller; receives the candidate, an INDP_VALUE_CANDIDATE, whose
 *   `label` points into the state.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (not a mode, or `i` is too
 * large).
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_mode_candidate(const void *state, size_t i, struct indp_value *out);

/**
 * The size of a histogram state for a given number of edges.
 *
 * Parameters:
 * - n: the number of edges, from 1 to 2^20.
 * - out: receives the size in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EDGES.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
indp_status indp_histogram_size(size_t n, size_t *out);

/**
 * Makes an empty histogram, which counts the rows between public edges.
 *
 * n edges make n + 2 cells, in this order: values below the first edge; n - 1 half-open cells,
 * each from an edge up to, but not including, the next edge; values from the last edge on; NaN.
 * indp_state_add, indp_state_add_int64 and indp_state_add_many add rows.
 * indp_state_release_counts releases the counts of all cells.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES. The state keeps a copy of the edges and does not
 *   grow.
 * - size: in bytes, at least the size that indp_histogram_size gives.
 * - edges: an array of n numbers, finite, strictly ascending, public, in the unit of the values.
 *   Never take them from the data.
 * - n: from 1 to 2^20.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_EDGES,
 * INDP_E_ROWS_PER_PERSON. On failure `state` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_histogram_init(void *state,
                                size_t size,
                                const double *edges,
                                size_t n,
                                uint64_t rows_per_person);

/**
 * The number of edges of a histogram.
 *
 * Parameters:
 * - state: a histogram.
 * - n: receives the number.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a histogram).
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_histogram_edges(const void *state, size_t *n);

/**
 * Edge i of a histogram.
 *
 * Parameters:
 * - state: a histogram.
 * - i: the number of the edge, from 0 to n - 1, where n is what indp_histogram_edges gives.
 * - out: receives the edge.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a histogram, or `i` is too large).
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_histogram_edge(const void *state, size_t i, double *out);

/**
 * The number of counts that indp_state_release_counts releases.
 *
 * Parameters:
 * - state: a histogram or a mode.
 * - n: receives the number: the cells of a histogram, which has two more cells than edges, or the
 *   candidates of a mode.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for other kinds of state).
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_counts(const void *state, size_t *n);

/**
 * Releases all counts of a histogram or mode, once, for one epsilon.
 *
 * Each released count has the same distribution as if a separate count (indp_count_init) of the
 * rows in its cell had been released, with the same rows_per_person, epsilon and options. A row is
 * in at most one cell, so epsilon is not divided among the counts.
 *
 * Parameters:
 * - state: a live histogram or mode. A mode ignores values that are not candidates, so they are in
 *   no count.
 * - epsilon, options: as in indp_state_release_value, for a count, but a float precision is
 *   refused.
 * - out: an array of n integers; receives the counts of the cells in ascending order, or of the
 *   candidates in the order of indp_mode_candidate. They are unbiased and may be negative.
 * - n: at least the number that indp_state_counts gives. Further elements are untouched.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (also for other kinds of state),
 *   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_GRID, INDP_E_ENTROPY,
 *   INDP_E_NO_MEMORY;
 * - INDP_E_BUFFER if n is too small;
 * - INDP_E_UNUSED_PRECISION and the other statuses of options that do not apply.
 *
 * On failure `out` is untouched and the state is still live.
 *
 * - Privacy: costs epsilon for all counts together.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claim A11.
 * - Since 0.1.0.
 */
indp_status indp_state_release_counts(void *state,
                                      double epsilon,
                                      const struct indp_options *options,
                                      int64_t *out,
                                      size_t n);

/**
 * Checks whether indp_state_release_counts would fail for a public reason: the parameters, or an
 * earlier release of the state.
 *
 * Parameters:
 * - state: a histogram or a mode.
 * - epsilon, options: as in indp_state_release_counts.
 *
 * Returns what indp_state_release_counts would, except INDP_E_BUFFER and INDP_E_ENTROPY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Since 0.1.0.
 */
indp_status indp_state_can_release_counts(const void *state,
                                          double epsilon,
                                          const struct indp_options *options);

/**
 * The size of a state that indp_bounds_init makes.
 *
 * Parameters:
 * - edges, n, centre: as in indp_bounds_init.
 * - out: receives the size in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EDGES, INDP_E_CENTRE, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
indp_status indp_bounds_size(const double *edges, size_t n, double centre, size_t *out);

/**
 * Makes an empty histogram from which bounds of the values can be released.
 *
 * Bounds from the data are for columns about which nothing is known. Bounds that you know cost
 * nothing and give smaller errors.
 *
 * indp_state_add, indp_state_add_int64 and indp_state_add_many add rows, indp_state_merge merges
 * states, and indp_state_release_bounds releases two of the edges. The state is that of a
 * histogram whose cells lie between the edges, but for these differences: an edge above the centre
 * belongs to the cell below it, the centre has a cell of its own, and indp_histogram_edge gives
 * the next larger double instead of an edge above the centre.
 *
 * Parameters:
 * - state: a buffer of `size` bytes: see STATES. The state does not grow.
 * - size: in bytes, at least the size that indp_bounds_size gives (12,272 bytes without a list).
 * - edges: NULL, or an array of n numbers that may be released, finite, strictly ascending,
 *   public, in the unit of the values. Never take them from the data. With NULL these are, on both
 *   sides of the centre, the numbers at a distance of 2^k times 1, 1.25, 1.5 and 1.75 for k from
 *   -32 to 62, and of 2^63, as far as doubles distinguish them.
 * - n: 0 if `edges` is NULL; else from 1 to 2^20 - 2.
 * - centre: a public number near which values are expected, in the unit of the values; 0 suits
 *   most columns. Rows on the far side of a bound are those further away from the centre.
 * - rows_per_person: the contribution bound, at least 1: see STATES.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_ROWS_PER_PERSON,
 * INDP_E_NO_MEMORY;
 * - INDP_E_CENTRE unless the centre is finite, below the largest double, and different from some
 *   edge;
 * - INDP_E_EDGES also if an edge above the centre is the largest double.
 *
 * On failure `state` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_bounds_init(void *state,
                             size_t size,
                             const double *edges,
                             size_t n,
                             double centre,
                             uint64_t rows_per_person);

/**
 * Releases bounds of the values, once.
 *
 * The upper bound is the edge found by above-threshold from the largest edge down to the centre:
 * the first for which the rows above the next edge, plus noise, reach a threshold plus noise. So
 * it covers those rows, but an integer beyond 2^53 that no double represents counts as the double
 * below it. The lower bound mirrors it. Both noises are one-sided: P(noise >= t rows) = e^(-t
 * epsilon / m), for the threshold and for each count, in quarters of a row. The threshold is the
 * least number of quarter rows, at least half a row, at which edges without rows are released with
 * probability at most 2^-30 together: about m (ln n + 20.1) / epsilon rows for n edges, 26.7 m /
 * epsilon without a list. So about this many rows usually lie beyond each bound, and there is none
 * on a side with fewer rows. What is computed from values clamped to these bounds has a bias from
 * those rows.
 *
 * Parameters:
 * - state: a live histogram that indp_bounds_init made.
 * - epsilon, options: as in indp_state_release_value, for a quantile, but a selection is refused.
 * - lo, hi: each receives a bound, an edge or the centre: lo <= centre <= hi. On a side
 *   without a bound, the centre.
 * - found: receives which bounds were found: INDP_FOUND_LO + INDP_FOUND_HI, one of the two, or 0
 *   for none. A side has none if it has too few rows; the answer does not tell this from a side
 *   without rows.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_STATE (also for other states, and for histograms that
 *   indp_histogram_init made), INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_SELECTION_EPSILON,
 *   INDP_E_ROWS_PER_PERSON, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
 * - INDP_E_UNUSED_SELECTION and the other statuses of options that do not apply.
 *
 * On failure `lo`, `hi` and `found` are untouched and the state is still live.
 *
 * - Privacy: costs epsilon for both bounds together, since a row is on one side of the centre.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claim A12.
 * - Since 0.1.0.
 */
indp_status indp_state_release_bounds(void *state,
                                      double epsilon,
                                      const struct indp_options *options,
                                      double *lo,
                                      double *hi,
                                      int32_t *found);

/**
 * Checks whether indp_state_release_bounds would fail for a public reason: the parameters, or an
 * earlier release of the state.
 *
 * Parameters:
 * - state: a histogram that indp_bounds_init made.
 * - epsilon, options: as in indp_state_release_bounds.
 *
 * Returns what indp_state_release_bounds would, except INDP_E_ENTROPY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Since 0.1.0.
 */
indp_status indp_state_can_release_bounds(const void *state,
                                          double epsilon,
                                          const struct indp_options *options);

/**
 * Adds one row with a number to a sum, mean, variance, standard deviation, quantile or histogram.
 *
 * The value is clamped to the bounds and rounded to the input grid (nearest, ties to even). A
 * histogram instead counts the row in the cell of the value: see indp_histogram_init.
 *
 * Parameters:
 * - state: of one of these kinds.
 * - value: in the unit of lo and hi, or of the edges. Except in a histogram, NaN counts as the
 *   point of [lo, hi] nearest to 0, and infinities are clamped.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_STATE (also for a count or a mode), INDP_E_RELEASED,
 *   INDP_E_TOO_MANY_ROWS;
 * - for a quantile also INDP_E_CAPACITY (see indp_state_room) and INDP_E_NO_MEMORY.
 *
 * On failure the state is as before: no row is lost.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_add(void *state, double value);

/**
 * Adds one row with an integer value, which is not converted to a double first.
 *
 * Parameters:
 * - state: as in indp_state_add.
 * - value: as in indp_state_add; the exact integer is clamped and rounded, or compared with the
 *   edges.
 *
 * Returns as indp_state_add.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_add_int64(void *state, int64_t value);

/**
 * Adds either all n rows or none.
 *
 * The state is the same as after n calls of indp_state_add, but this is faster.
 *
 * Parameters:
 * - state: as in indp_state_add.
 * - values: an array of n doubles that does not overlap `state`; may be NULL if n is 0.
 * - n: the number of rows.
 *
 * Returns as indp_state_add, and INDP_E_LENGTH.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_add_many(void *state, const double *values, size_t n);

/**
 * Adds the rows of one state to another of the same kind and parameters.
 *
 * Merging in any order and grouping gives the same bytes (indp_state_serialise) as adding all rows
 * to one state.
 *
 * Parameters:
 * - state: the state that receives the rows; made by an _init function or indp_state_deserialise.
 * - other: the state whose rows are added, made in the same way; may be `state` itself.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH,
 *   INDP_E_TOO_MANY_ROWS;
 * - for a quantile also INDP_E_CAPACITY (see indp_state_room);
 * - for a quantile, or if `other` is `state` itself, also INDP_E_NO_MEMORY.
 *
 * On failure `state` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state, for both.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_merge(void *state, const void *other);

/**
 * Checks whether one state could be merged into another: their kind and parameters must be equal.
 *
 * Parameters:
 * - state, other: states of any kind.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state, for both.
 * - Since 0.1.0.
 */
indp_status indp_state_compatible(const void *state, const void *other);

/**
 * The kind of a state.
 *
 * Parameters:
 * - state: at least 8 readable bytes; only the first 8 are examined.
 * - out: receives an INDP_KIND_ number.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_kind(const void *state, int32_t *out);

/**
 * The contribution bound of a state, as promised when it was made.
 *
 * Parameters:
 * - state: of any kind.
 * - out: receives the rows per person.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_rows_per_person(const void *state, uint64_t *out);

/**
 * The size of an empty state of a kind.
 *
 * Parameters:
 * - kind: an INDP_KIND_ number.
 *
 * Returns the size in bytes: INDP_COUNT_STATE_SIZE and so on. It is 0 for a number that is not a
 * kind, and for a mode or histogram, whose size depends on its parameters: indp_mode_size,
 * indp_histogram_size.
 *
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
size_t indp_state_bytes(int32_t kind);

/**
 * The length that the buffer of a state should have before more rows are added or merged.
 *
 * For a quantile this length grows by 4 bytes with each row until it reaches 8 bytes for each
 * candidate. Then it stays the same. The length includes spare room, so that growing the buffer
 * each time it is full copies little. For other kinds the length is the present one.
 *
 * To grow a state, reallocate its buffer to that length so that the bytes are kept, then call
 * indp_state_resized.
 *
 * Parameters:
 * - state: of any kind.
 * - more: the number of rows to be added.
 * - out: receives the length in bytes. The buffer need not change if it is that long already.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_room(const void *state, uint64_t more, size_t *out);

/**
 * The number of rows in a state. To merge this state into another one, make room there for this
 * number of rows (indp_state_room).
 *
 * Parameters:
 * - state: of any kind.
 * - out: receives the exact number.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
 *
 * - Privacy: costs nothing by itself; the result is the exact number and therefore PRIVATE.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_rows(const void *state, uint64_t *out);

/**
 * Records that the buffer of a state now has another length, longer or shorter.
 *
 * Parameters:
 * - state: the bytes of the state, in the new buffer.
 * - size: the length of the new buffer, in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (the rows need more).
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_resized(void *state, size_t size);

/**
 * The size of the serialised bytes of a state.
 *
 * It is also the size of the state in memory, except for a quantile.
 *
 * Parameters:
 * - state: of any kind.
 * - out: receives the size in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY (quantiles).
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_size(const void *state, size_t *out);

/**
 * Writes the canonical bytes of a live state: see STATES.
 *
 * Equal rows and parameters give equal bytes on every machine. include/STATES.md has the layout,
 * field by field.
 *
 * Parameters:
 * - state: of any kind.
 * - out: an array of `size` bytes that does not overlap `state`.
 * - size: in bytes, exactly the size that indp_state_size gives.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_BUFFER if `size` differs,
 * INDP_E_LENGTH, INDP_E_RELEASED, INDP_E_NO_MEMORY (quantiles).
 *
 * - Privacy: costs nothing by itself; the bytes are raw private data: protect them like the rows.
 * - Thread safety: one thread per state.
 * - Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_serialise(const void *state, void *out, size_t size);

/**
 * The size of the buffer that serialised bytes need to become a state again.
 *
 * For a quantile it may be far more than `length`: 8 bytes for each candidate of the parameters,
 * at most 2^27 + 88 (128 MiB). So 92 forged bytes can request that size: check the size before you
 * allocate memory for untrusted bytes. indp_state_deserialise itself allocates nothing.
 *
 * Parameters:
 * - bytes: an array of `length` bytes; any bytes are safe to pass.
 * - length: the number of bytes.
 * - out: receives the size in bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per array of bytes.
 * - Since 0.1.0.
 */
indp_status indp_state_deserialised_size(const void *bytes, size_t length, size_t *out);

/**
 * Reads serialised bytes and validates them completely.
 *
 * It checks the length, the version, the parameters, the order of the entries, and that the sums
 * lie within the limits in include/STATES.md.
 *
 * Parameters:
 * - state: a buffer of `size` bytes that receives the state; any alignment.
 * - size: in bytes, at least the size that indp_state_deserialised_size gives. That size is
 *   `length` for all kinds but a quantile.
 * - bytes: an array of `length` bytes that does not overlap `state`; any bytes are safe to pass.
 * - length: the number of bytes.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_BUFFER. On failure
 * `state` is untouched.
 *
 * - Privacy: costs nothing; but each release of a state made from the same stored bytes is a new
 *   release and costs its epsilon again.
 * - Thread safety: one thread per state.
 * - Since 0.1.0.
 */
indp_status indp_state_deserialise(void *state, size_t size, const void *bytes, size_t length);

/**
 * Makes a budget of epsilon, the total privacy loss that may be spent.
 *
 * Amounts are counted in exact decimals, as people state them. An epsilon counts as its decimal:
 * the shortest decimal that converts back to the same double. So ten times 0.1 fit into 1, and
 * 0.1 + 0.2 fit into 0.3. Amounts from 5e-324 to 1.7e308 add up without rounding.
 *
 * A budget is not the state of an aggregate: indp_state_ functions refuse it with INDP_E_STATE.
 * Budgets cannot be merged, since a merged copy would be spent twice.
 *
 * Anyone who can write the bytes, or restore an older copy, can refund what was spent: keep them
 * where only the host can write, and store them before an answer leaves.
 *
 * Parameters:
 * - state: a buffer of `size` bytes that you own; any alignment. Layout: include/STATES.md.
 * - size: at least INDP_BUDGET_STATE_SIZE.
 * - epsilon: the total (base e), positive and finite.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EPSILON, INDP_E_BUFFER.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per budget.
 * - Source: src/budget/proof.md.
 * - Since 0.1.0.
 */
indp_status indp_budget_init(void *state, size_t size, double epsilon);

/**
 * Spends the decimal of epsilon, and returns the epsilon to release with.
 *
 * Spend before you release, and make the spent budget durable before the answer leaves. What is
 * spent is never given back, even if the release fails.
 *
 * Parameters:
 * - state: a budget.
 * - epsilon: the privacy loss of the release (base e), positive and finite.
 * - usable: receives the largest double that does not exceed the decimal of epsilon: epsilon
 *   itself or the double below. If each release uses the number that it received in this way, the
 *   losses of all releases add up to at most the total.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
 * less than epsilon is left. On failure nothing is spent and `usable` is untouched.
 *
 * - Privacy: costs nothing by itself.
 * - Thread safety: one thread per budget. Two threads or processes that spend from copies spend
 *   twice: lock the budget.
 * - Since 0.1.0.
 */
indp_status indp_budget_spend(void *state, double epsilon, double *usable);

/**
 * Changes the total of the budget to epsilon; what was spent stays spent.
 *
 * The privacy loss of all releases together is then at most the largest total that was ever in
 * force.
 *
 * Parameters:
 * - state: a budget.
 * - epsilon: the new total (base e), positive and finite.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
 * more than epsilon is already spent. On failure the budget is unchanged.
 *
 * - Privacy: costs nothing by itself.
 * - Thread safety: one thread per budget.
 * - Since 0.1.0.
 */
indp_status indp_budget_change(void *state, double epsilon);

/**
 * The largest epsilon that indp_budget_spend would accept.
 *
 * Parameters:
 * - state: a budget.
 * - left: receives that epsilon; 0 if everything is spent.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing; what is left is public.
 * - Thread safety: no other thread may change the budget meanwhile.
 * - Since 0.1.0.
 */
indp_status indp_budget_left(const void *state, double *left);

/**
 * Raises the amount spent to the decimal of epsilon, unless at least as much is spent already.
 *
 * For a host that learns from its own records that a stored budget is out of date.
 *
 * Parameters:
 * - state: a budget.
 * - epsilon: the least amount spent (base e), positive and finite.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
 * epsilon exceeds the total. On failure the budget is unchanged.
 *
 * - Privacy: costs nothing by itself.
 * - Thread safety: one thread per budget.
 * - Since 0.1.0.
 */
indp_status indp_budget_raise(void *state, double epsilon);

/**
 * Writes the amount spent: the exact sum of the decimals of all epsilons, as a decimal.
 *
 * The text has digits and at most one point, such as 0.3 after 0.1 and 0.2, and 0 if nothing is
 * spent. It is ASCII and NUL-terminated, and fits into INDP_BUDGET_TEXT_SIZE bytes.
 *
 * Parameters:
 * - state: a budget.
 * - buffer: an array of `size` bytes that receives the text. If `buffer` is NULL and `size` is 0,
 *   the call writes only the length.
 * - size: the size of `buffer` in bytes.
 * - length: receives the length in bytes without the NUL; may be NULL.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_NO_MEMORY; INDP_E_BUFFER if
 * `size` is not above the length; nothing is then written.
 *
 * - Privacy: costs nothing; what is spent is public.
 * - Thread safety: no other thread may change the budget meanwhile.
 * - Since 0.1.0.
 */
indp_status indp_budget_spent(const void *state, char *buffer, size_t size, size_t *length);

/**
 * Serialises a budget: equal budgets give equal bytes on every machine.
 *
 * Parameters:
 * - state: a budget.
 * - bytes: an array of `size` bytes that you own; receives the serialised budget.
 * - size: exactly INDP_BUDGET_STATE_SIZE.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_BUFFER if `size` is not that number,
 * INDP_E_LENGTH, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: no other thread may change the budget meanwhile.
 * - Since 0.1.0.
 */
indp_status indp_budget_serialise(const void *state, uint8_t *bytes, size_t size);

/**
 * Reads a budget from the bytes that indp_budget_serialise wrote, and checks all of them.
 *
 * Parameters:
 * - bytes: an array of `length` bytes, of any content.
 * - length: the number of bytes.
 * - state: a buffer of `size` bytes that you own; must not overlap `bytes`.
 * - size: exactly INDP_BUDGET_STATE_SIZE.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE, INDP_E_BUFFER, INDP_E_NO_MEMORY; on
 * failure `state` is untouched.
 *
 * - Privacy: costs nothing. Each budget that is read from the same bytes can be spent.
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
indp_status indp_budget_deserialise(const uint8_t *bytes, size_t length, void *state, size_t size);

/**
 * An eta whose loss never exceeds epsilon, and is usually near it.
 *
 * Let eta* be the largest eta that epsilon allows. Then z = max(1, ceil(eta* / 16)). y is the
 * smallest y whose best x gives at least (1 - 2^-20) eta*; if there is none, y is 63. The fraction
 * x / 2^y is then reduced: x is odd.
 *
 * Parameters:
 * - epsilon: privacy loss (base e) of one selection, positive, finite.
 * - utility_sensitivity: how far one person can move the utility of an outcome; positive, at most
 *   2^63. It is rounded up to an integer, since utilities are rounded randomly to integers; scale
 *   utilities up if it is below 1. If utilities are computed as doubles, it must also cover their
 *   rounding errors: 0.1 * 1536 - 0.1 * 1526 is above 1.
 * - monotonic: nonzero if one person can move all utilities only in one direction, as with counts
 *   when people are added or removed; otherwise 0. Nonzero halves the loss of a given eta. The
 *   loss is then utility_sensitivity * ln 2 * eta.
 * - out: receives eta.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY;
 * - INDP_E_EPSILON; INDP_E_SELECTION_EPSILON if epsilon is so small that it allows no eta with
 *   y <= 63, or so large that z exceeds 32 bits.
 *
 * On failure `out` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Source: docs/specification.md, Claim E5; Ilvento, Lemma 2.2 and section 7.
 * - Since 0.1.0.
 */
indp_status indp_eta_from_epsilon(double epsilon,
                                  double utility_sensitivity,
                                  int32_t monotonic,
                                  struct indp_eta *out);

/**
 * The privacy loss (base e) of one selection with a given eta.
 *
 * Parameters:
 * - eta: the privacy parameter.
 * - utility_sensitivity, monotonic: as in indp_eta_from_epsilon.
 * - out: receives the loss, rounded up to a double.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y, INDP_E_ETA_Z,
 * INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Since 0.1.0.
 */
indp_status indp_eta_epsilon(const struct indp_eta *eta,
                             double utility_sensitivity,
                             int32_t monotonic,
                             double *out);

/**
 * Makes a mechanism that selects an outcome by its utility. LOWER UTILITY IS BETTER: a utility is
 * a cost.
 *
 * The mechanism is the base-2 exponential mechanism (Ilvento), which chooses an outcome of utility
 * u with probability proportional to 2^(-eta u), exactly; or permute-and-flip with the same
 * weights and loss (indp_options_set_selection).
 *
 * Utilities are clamped to [utility_min, utility_max]. Those that are not integers are rounded
 * randomly, each with random bits of its own.
 *
 * Parameters:
 * - eta: the privacy parameter. indp_eta_from_epsilon computes it from a loss; indp_eta_epsilon
 *   computes the loss of one selection from it.
 * - utility_min, utility_max: public range, utility_min < utility_max. Any range works: the time
 *   and memory of a selection depend mainly on the number of outcomes, not on the width of the
 *   range.
 * - max_outcomes: the largest number of outcomes of one selection, from 1 to 2^62, or from 1 to
 *   2^32 for permute-and-flip. The outcomes are public.
 * - options: NULL, or options, which are copied. A grid or float precision is refused (see
 *   OPTIONS).
 * - out: receives the handle, NULL on failure; free it with indp_exponential_free.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y, INDP_E_ETA_Z, INDP_E_UTILITY_RANGE,
 *   INDP_E_MAX_OUTCOMES, INDP_E_NO_MEMORY;
 * - INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION; with permute-and-flip also
 *   INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_EMPIRICAL;
 * - INDP_E_PRECISION_REACH, only with empirical precision.
 *
 * On failure the handle is NULL.
 *
 * - Privacy: costs nothing by itself; each selection costs the epsilon of eta.
 * - Thread safety: one thread per options object.
 * - Source: Ilvento, sections 3 to 6, with the errata in docs/specification.md; Claims E1 and E2.
 * - Since 0.1.0. Example: examples-c/most_common.c.
 */
indp_status indp_exponential_new(const struct indp_eta *eta,
                                 int64_t utility_min,
                                 int64_t utility_max,
                                 uint64_t max_outcomes,
                                 const struct indp_options *options,
                                 struct indp_exponential **out);

/**
 * Frees a handle.
 *
 * Parameters:
 * - mechanism: from indp_exponential_new, not used again by any thread; NULL is accepted.
 *
 * Returns nothing.
 *
 * - Thread safety: one thread per handle.
 * - Since 0.1.0.
 */
void indp_exponential_free(struct indp_exponential *mechanism);

/**
 * The precision in bits that exact weights and sums need at worst.
 *
 * It is max(1, y z R + ceil(log2 max_outcomes)), where R = utility_max - utility_min, and y is
 * taken after x / 2^y has been reduced so that x is odd. With one bit less, some weights or sums
 * cannot be represented exactly. The computation in Ilvento's paper always needs this precision;
 * other selections need only as many bits as the utilities that occur require.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns the precision, saturated; 0 if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
uint64_t indp_exponential_precision(const struct indp_exponential *mechanism);

/**
 * The precision in bits by the formula of Ilvento's paper; nothing is computed at this precision.
 *
 * It is (max(1, |utility_min|) + max(1, |utility_max|)) z (y + bits of x) + max_outcomes. It is
 * never below indp_exponential_precision, and often far above.
 *
 * Parameters:
 * - mechanism: the handle, or NULL.
 *
 * Returns the precision, saturated; 0 if `mechanism` is NULL.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Source: Ilvento, Lemma 5.3.
 * - Since 0.1.0.
 */
uint64_t indp_exponential_precision_note(const struct indp_exponential *mechanism);

/**
 * The precision in bits that the empirical determination of Ilvento's paper finds.
 *
 * It is the first of 53, 106, 212, ... at which the sum of max_outcomes weights of 1 and any one
 * other weight is exact. Finding it takes time proportional to R = utility_max - utility_min,
 * times that precision.
 *
 * Parameters:
 * - mechanism: the handle.
 * - bits: receives the precision.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION_REACH (before anything is computed),
 * INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing; the result is public.
 * - Thread safety: safe, also on one handle.
 * - Source: Ilvento, Algorithm 3 and Lemma 5.2.
 * - Since 0.1.0.
 */
indp_status indp_exponential_precision_empirical(const struct indp_exponential *mechanism,
                                                 uint64_t *bits);

/**
 * Selects one of n outcomes.
 *
 * Parameters:
 * - mechanism: the handle.
 * - utilities: an array of n utilities; lower is better. NaN and +infinity count as utility_max,
 *   -infinity as utility_min. No person may move any of these doubles by more than the sensitivity
 *   for which eta was made. The arithmetic that computes utilities rounds. Rounding can move the
 *   utilities of neighbouring data sets further apart (0.1 * 1536 - 0.1 * 1526 > 1). So choose
 *   units in which utilities are integers.
 * - n: 1 to max_outcomes.
 * - index: receives 0 to n - 1.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n is 0), INDP_E_OUTCOMES, INDP_E_ENTROPY,
 *   INDP_E_NO_MEMORY;
 * - INDP_E_INEXACT, only with empirical precision.
 *
 * On failure `index` is untouched.
 *
 * - Privacy: costs the epsilon of eta (indp_eta_epsilon).
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_exponential_select(const struct indp_exponential *mechanism,
                                    const double *utilities,
                                    size_t n,
                                    size_t *index);

/**
 * Selects one of n groups of outcomes. The probability of a group is the sum of the probabilities
 * of its outcomes.
 *
 * Group i stands for `multiplicities[i]` outcomes that share utility i. Utilities must be
 * integers: a fraction would be rounded once for the whole group, and the data would decide which
 * outcomes share this rounding. Choose one outcome of the selected group uniformly, and release
 * that outcome. The index of the group stays private.
 *
 * Parameters:
 * - mechanism: the handle.
 * - utilities: an array of n utilities; lower is better.
 * - multiplicities: an array of n numbers of outcomes, 0 for a group that is never chosen; NULL if
 *   all are 1. Their sum must be at most max_outcomes.
 * - n: the number of groups.
 * - index: receives 0 to n - 1.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n or all multiplicities are 0),
 *   INDP_E_OUTCOMES, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
 * - INDP_E_INEXACT, only with empirical precision.
 *
 * On failure `index` is untouched.
 *
 * - Privacy: costs the epsilon of eta (indp_eta_epsilon).
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_exponential_select_counted(const struct indp_exponential *mechanism,
                                            const int64_t *utilities,
                                            const uint64_t *multiplicities,
                                            size_t n,
                                            size_t *index);

/**
 * Selects one of n outcomes whose utilities a callback supplies.
 *
 * The callback runs on this thread, once for each outcome, 0 to n - 1 in order, before anything is
 * drawn. The call ends with INDP_E_UTILITY if the callback does not set *done to INDP_CALLBACK_OK,
 * or does not write *out, which initially holds a special NaN of the library.
 *
 * Parameters:
 * - mechanism: the handle.
 * - utility: writes the utility of an outcome to *out, then sets *done to INDP_CALLBACK_OK. See
 *   CALLBACKS, and `utilities` in indp_exponential_select.
 * - ctx: passed to `utility`; may be NULL.
 * - n: 1 to max_outcomes.
 * - index: receives 0 to n - 1.
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_EMPTY (n is 0), INDP_E_OUTCOMES, INDP_E_UTILITY, INDP_E_ENTROPY,
 *   INDP_E_NO_MEMORY;
 * - INDP_E_INEXACT, only with empirical precision.
 *
 * On failure `index` is untouched.
 *
 * - Privacy: costs the epsilon of eta (indp_eta_epsilon).
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_exponential_select_by(const struct indp_exponential *mechanism,
                                       void (*utility)(void *ctx,
                                                       size_t outcome,
                                                       double *out,
                                                       int32_t *done),
                                       void *ctx,
                                       size_t n,
                                       size_t *index);

/**
 * The error r to expect from a release, for any value.
 *
 * For every value in [-bound, bound], a release is within r of the value with probability at least
 * 1 - alpha. In real arithmetic r is at most lambda ln(1 / alpha) + grid / 2; if bound >= r +
 * grid, r is the smallest double for which this probability is at least 1 - alpha.
 *
 * Parameters:
 * - mechanism: the handle. The result depends only on its parameters.
 * - alpha: the probability that the release may be further than r from the value, strictly between
 *   0 and 1.
 * - out: receives r, in the unit of the values; infinity if r exceeds the largest double. This r
 *   is valid for values of up to 2^53 grid steps; for larger values, add half a unit in the last
 *   place of the release.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe, also on one handle.
 * - Source: docs/specification.md, Claim U1; Covington, Utility.
 * - Since 0.1.0.
 */
indp_status indp_snapping_accuracy(const struct indp_snapping *mechanism,
                                   double alpha,
                                   double *out);

/**
 * The error r to expect from a release of one value, from the exact distribution of its releases.
 *
 * r is the smallest number such that, with probability at least 1 - alpha, a release is within r
 * of `value`.
 *
 * In float arithmetic the time of a call grows with the precision (indp_stop_when ends the call).
 * On a 2.6 GHz Intel Xeon it takes 14 ms at 53 bits, 0.2 s at 118, 1.1 s at 256, 18 s at 1,024.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: an assumed value, which must be public because r reveals something about it. NaN counts
 *   as 0, infinities as the largest doubles. If `value` lies outside [-bound, bound], r is the
 *   distance from `value` itself, not from the clamped value.
 * - alpha, out: as in indp_snapping_accuracy.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing, for a public value.
 * - Thread safety: safe, also on one handle.
 * - Source: docs/specification.md, Claims U2 and U4.
 * - Since 0.1.0.
 */
indp_status indp_snapping_accuracy_at(const struct indp_snapping *mechanism,
                                      double value,
                                      double alpha,
                                      double *out);

/**
 * The privacy loss needed for a given accuracy: the inverse of indp_snapping_accuracy.
 *
 * It is the smallest double epsilon whose releases are within r of every value in [-bound, bound]
 * with probability at least 1 - alpha. The inverse is exact: it allows for the steps in which the
 * grid Lambda changes and, in float arithmetic, for the redefinition of epsilon.
 *
 * Parameters:
 * - sensitivity, bound: as in indp_snapping_new.
 * - alpha: strictly between 0 and 1.
 * - r: positive, finite, in the unit of the values.
 * - options: as in indp_snapping_new; grid and float precision affect the result.
 * - out: receives epsilon (base e).
 *
 * Returns:
 * - INDP_OK, INDP_E_NULL, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_ALPHA, INDP_E_NO_MEMORY;
 * - INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains it;
 * - INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING or
 *   INDP_E_UNUSED_EMPIRICAL for an option that does not apply;
 * - in float arithmetic also INDP_E_FLOAT_BOUND (an infinite bound), INDP_E_FLOAT_GRID.
 *
 * On failure `out` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe.
 * - Source: docs/specification.md, Claims U2 and U4.
 * - Since 0.1.0.
 */
indp_status indp_snapping_epsilon_for_accuracy(double sensitivity,
                                               double bound,
                                               double alpha,
                                               double r,
                                               const struct indp_options *options,
                                               double *out);

/**
 * Bias, variance and mean absolute error of a release of one value, from the exact distribution.
 *
 * In float arithmetic a call takes about a tenth of a second, more at high precision.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: an assumed, public value; as in indp_snapping_accuracy_at.
 * - out: struct_size is set by the caller; receives the moments, as doubles.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing, for a public value.
 * - Thread safety: safe, also on one handle.
 * - Source: docs/specification.md, Claims U2 and U4.
 * - Since 0.1.0.
 */
indp_status indp_snapping_moments(const struct indp_snapping *mechanism,
                                  double value,
                                  struct indp_moments *out);

/**
 * Bounds on the distance to the Laplace mechanism, for all four cases: no clamp binds, only the
 * inner clamp binds, only the outer clamp binds, or both bind.
 *
 * For a value in [-bound, bound] the inner clamp does not bind, and `inner` equals `unclamped`.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: an assumed, public value; as in indp_snapping_accuracy_at.
 * - alpha: strictly between 0 and 1.
 * - out: struct_size is set by the caller; receives the bounds, rounded up.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_ALPHA, INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing, for a public value.
 * - Thread safety: safe, also on one handle.
 * - Source: Covington, Utility, section 3, which leaves the last two cases open.
 * - Since 0.1.0.
 */
indp_status indp_snapping_distance(const struct indp_snapping *mechanism,
                                   double value,
                                   double alpha,
                                   struct indp_distance *out);

/**
 * The error to expect from a release of a count by indp_state_release, with the same epsilon and
 * options.
 *
 * With probability at least 1 - alpha, the release differs from the exact count by at most the
 * error written to `out`. In float arithmetic this holds for counts up to the bound of the
 * release.
 *
 * Parameters:
 * - state: a count, which may be empty. Only its rows_per_person is read.
 * - epsilon, options: as in indp_state_release_value.
 * - alpha: strictly between 0 and 1.
 * - out: receives the error in rows, a whole number on the default grid; infinity if it exceeds
 *   the largest double.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_ALPHA, and the statuses that
 * indp_state_release returns for parameters.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims U1 and A2.
 * - Since 0.1.0.
 */
indp_status indp_count_accuracy(const void *state,
                                double epsilon,
                                double alpha,
                                const struct indp_options *options,
                                double *out);

/**
 * The error to expect from a release of a sum by indp_state_release, with the same epsilon and
 * options.
 *
 * With probability at least 1 - alpha, the release differs from the exact sum of the clamped
 * values by at most the error written to `out`. In float arithmetic this holds for sums up to the
 * bound of the release; for sums of more than 2^53 grid steps see indp_snapping_accuracy.
 *
 * Parameters:
 * - state: a sum, which may be empty. Only its public parameters are read.
 * - epsilon, options: as in indp_state_release_value.
 * - alpha: strictly between 0 and 1.
 * - out: receives the error, in the unit of the values; infinity if it exceeds the largest double.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a sum), INDP_E_ALPHA, and the statuses that
 * indp_state_release returns for parameters.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims U1 and A2.
 * - Since 0.1.0.
 */
indp_status indp_sum_accuracy(const void *state,
                              double epsilon,
                              double alpha,
                              const struct indp_options *options,
                              double *out);

/**
 * The error to expect from the release of a state by indp_state_release, with the same epsilon and
 * options. Works for every kind of state.
 *
 * With probability at least 1 - alpha, the release differs from the exact answer by at most the
 * error written to `out`, whatever the rows are. The exact answer is computed from the rows after
 * they are clamped and rounded to the input grid. The error of a mean, variance or standard
 * deviation follows from an assumed number of rows, which must be public. This error never exceeds
 * the largest difference of two answers.
 *
 * The error of a quantile q, 0 < q < 1, is the distance in ranks from q n, where n is the number
 * of rows, to the ranks of the rows at the released candidate. The error of a minimum or maximum
 * is the number of rows that lie beyond the answer. The answer of a minimum or maximum may itself
 * lie beyond all rows. If the probability of that is above alpha, the error is infinity. The error
 * of a mode is the count of the most common candidate minus the count of the released one, in
 * rows. For a histogram the error is that of each single count, in rows.
 *
 * The error includes neither the rounding of answers beyond 2^53 grid steps to doubles, nor the
 * saturation of counts beyond 2^63 - 1.
 *
 * Parameters:
 * - state: of any kind; only public parameters are read; it may be empty.
 * - rows: the assumed number of rows of a mean, variance or standard deviation, at least 1. Other
 *   kinds ignore it.
 * - epsilon, options: as in indp_state_release_value.
 * - alpha: strictly between 0 and 1.
 * - out: receives the error, in the unit of the answer, in ranks or in rows; infinity if it
 *   exceeds the largest double.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, INDP_E_ROWS, INDP_E_UNUSED_SELECTION
 * (a selection was chosen for a minimum or maximum), and the statuses that indp_state_release
 * returns for parameters.
 *
 * - Privacy: costs nothing, for a public number of rows.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims U1 and U7 to U10; src/aggregate/expect/proof.md.
 * - Since 0.1.0.
 */
indp_status indp_state_accuracy(const void *state,
                                uint64_t rows,
                                double epsilon,
                                double alpha,
                                const struct indp_options *options,
                                double *out);

/**
 * The epsilon that a release of a state needs for a given error: the inverse of
 * indp_state_accuracy.
 *
 * It is the smallest double epsilon whose error is at most r. The error of a quantile or mode need
 * not be monotone in epsilon, since eta matches epsilon only to about one part in a million, and
 * that of a sum in float arithmetic neither, since the grid halves at some epsilon: an exact sum
 * is released less often on a finer grid. The result is then an epsilon whose error is at most r,
 * while the error of the next smaller double is above r; at a float precision below 60 bits, that
 * of one of the next four smaller doubles.
 *
 * Parameters:
 * - state, rows, alpha, options: as in indp_state_accuracy.
 * - r: positive, finite, in the unit of the error that indp_state_accuracy gives.
 * - out: receives epsilon (base e).
 *
 * Returns:
 * - as indp_state_accuracy;
 * - INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains it.
 *
 * On failure `out` is untouched.
 *
 * - Privacy: costs nothing, for a public number of rows.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims U4 and U7 to U10.
 * - Since 0.1.0.
 */
indp_status indp_state_epsilon_for_accuracy(const void *state,
                                            uint64_t rows,
                                            double alpha,
                                            double r,
                                            const struct indp_options *options,
                                            double *out);

/**
 * The error to expect from the release of a mode with a given number of candidates. It equals the
 * result of indp_state_accuracy, but needs no state.
 *
 * Parameters:
 * - candidates: the number of candidates, from 1 to 2^20.
 * - rows_per_person: the contribution bound, at least 1.
 * - epsilon, alpha, options: as in indp_state_accuracy.
 * - out: receives the error in rows.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_CATEGORIES, INDP_E_ROWS_PER_PERSON, INDP_E_EPSILON,
 * INDP_E_SELECTION_EPSILON, INDP_E_ALPHA, INDP_E_NO_MEMORY, and the statuses of options that do
 * not apply.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per options object.
 * - Source: docs/specification.md, Claim U10.
 * - Since 0.1.0.
 */
indp_status indp_mode_accuracy(uint64_t candidates,
                               uint64_t rows_per_person,
                               double epsilon,
                               double alpha,
                               const struct indp_options *options,
                               double *out);

/**
 * The epsilon that a mode needs for a given error: the inverse of indp_mode_accuracy. It equals
 * the result of indp_state_epsilon_for_accuracy, but needs no state.
 *
 * Parameters:
 * - candidates, rows_per_person, alpha, options: as in indp_mode_accuracy.
 * - r: positive, finite, in rows.
 * - out: receives epsilon (base e).
 *
 * Returns as indp_mode_accuracy, and INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains
 * it. On failure `out` is untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per options object.
 * - Source: docs/specification.md, Claim U10.
 * - Since 0.1.0.
 */
indp_status indp_mode_epsilon_for_accuracy(uint64_t candidates,
                                           uint64_t rows_per_person,
                                           double alpha,
                                           double r,
                                           const struct indp_options *options,
                                           double *out);

/**
 * An interval around a released count or sum.
 *
 * With probability at least 1 - alpha over the noise, the interval holds the exact count, or the
 * exact sum of the values after they are clamped and rounded to the input grid, whatever the rows
 * are. In float arithmetic the magnitude of the exact answer must be at most the bound of the
 * release. The ends of an interval around a count are whole numbers of at least 0.
 *
 * Parameters:
 * - state: a count or sum with the parameters of the released one; only the parameters are read;
 *   it may be empty.
 * - answer: the answer that indp_state_release wrote.
 * - epsilon: the epsilon of the release.
 * - options: the options of the release; may be NULL.
 * - alpha: strictly between 0 and 1.
 * - low: receives the lower end, which may be -infinity.
 * - high: receives the upper end, which may be infinity.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (neither a count nor a sum), INDP_E_ANSWER (not
 * finite), INDP_E_ALPHA, and the statuses that indp_state_release returns for parameters. On
 * failure both outputs are untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state and per options object.
 * - Source: docs/specification.md, Claims U1 and U11.
 * - Since 0.1.0.
 */
indp_status indp_state_interval(const void *state,
                                double answer,
                                double epsilon,
                                double alpha,
                                const struct indp_options *options,
                                double *low,
                                double *high);

/**
 * An interval around a released mean, variance or standard deviation, from its parts.
 *
 * If there is at least one row, the interval holds the exact answer with probability at least
 * 1 - alpha over the noise, whatever the rows are. The exact answer is computed from the rows
 * after they are clamped and rounded to the input grid. The interval always holds the released
 * answer.
 *
 * Parameters:
 * - state: a mean, variance or standard deviation with the parameters of the released one; only
 *   its kind, bounds and grid are read; it may be empty.
 * - value: the released answer, which is the `value` that indp_state_release_parts wrote.
 * - sums: an array of `number` noisy sums, which are the `sum` of the same parts.
 * - number: the number of sums: 2 for a mean, 3 for a variance or standard deviation.
 * - scale: the noise scale, which is the `scale` of the same parts.
 * - alpha: strictly between 0 and 1.
 * - low: receives the lower end, in the unit of the answer.
 * - high: receives the upper end, in that unit.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (of another kind), INDP_E_ANSWER (the
 * parts are not finite, or of another kind), INDP_E_ALPHA, INDP_E_NO_MEMORY. On failure both
 * outputs are untouched.
 *
 * - Privacy: costs nothing.
 * - Thread safety: one thread per state.
 * - Source: docs/specification.md, Claim U11; src/aggregate/expect/proof.md.
 * - Since 0.1.0.
 */
indp_status indp_parts_interval(const void *state,
                                double value,
                                const double *sums,
                                size_t number,
                                double scale,
                                double alpha,
                                double *low,
                                double *high);

/**
 * The proven bound on the loss of one release, for all neighbouring values. It equals
 * indp_snapping_loss.
 *
 * Parameters:
 * - mechanism: the handle.
 * - out: receives the loss (base e), rounded up.
 *
 * Returns INDP_OK, INDP_E_NULL.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe, also on one handle.
 * - Source: docs/specification.md, Claims F1 and V2.
 * - Since 0.1.0.
 */
indp_status indp_audit_bound(const struct indp_snapping *mechanism, double *out);

/**
 * The exact loss between the releases of two values, as this library computes them.
 *
 * For each output and each sign of the noise, the values of the uniform random number U that lead
 * to the output form an interval. Bisection finds the endpoints of each interval: it makes
 * releases as indp_snapping_release does, but with chosen values of U. No random word is drawn. An
 * output is a double: multiples of the grid that round to the same double are one output.
 *
 * The library's other code paths for a release are then tried on both sides of each endpoint, at
 * several distances: indp_snapping_release_many, and both implementations of the logarithm (one
 * for words of seeds and callbacks, one for words of the operating system). If one of them gives
 * another output, the endpoint counts as wrong. Agreement around all endpoints is not a proof for
 * every U.
 *
 * On a 2.6 GHz Intel Xeon, each output takes 8 ms in real arithmetic; in float arithmetic it takes
 * 3 ms at 53 bits, 16 ms at 118, 60 ms at 256, 0.6 s at 1,024, over a minute at 4,096.
 * indp_stop_when ends a call.
 *
 * Parameters:
 * - mechanism: the handle.
 * - f, g: two assumed, public values, finite, at most the sensitivity apart once clamped.
 * - most_outputs: if 2 bound / grid is at most this number, all outputs are examined. Otherwise
 *   about sixty selected outputs are examined. 0 means 2^20.
 * - out: struct_size is set by the caller; receives the findings.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NEIGHBOURS, INDP_E_AUDIT_REACH,
 * INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing, for public values.
 * - Thread safety: safe, also on one handle.
 * - Source: docs/specification.md, Claims V1 and V3; Liu, sections 3 to 5.
 * - Since 0.1.0.
 */
indp_status indp_audit_pair(const struct indp_snapping *mechanism,
                            double f,
                            double g,
                            uint64_t most_outputs,
                            struct indp_audit *out);

/**
 * The exact loss between the releases of two integers by indp_snapping_release_int64.
 *
 * It works like indp_audit_pair, but an output is an integer, saturated to the range of int64_t.
 *
 * Parameters:
 * - mechanism: the handle.
 * - f, g: two assumed, public values, at most the sensitivity apart once clamped.
 * - most_outputs: as in indp_audit_pair.
 * - out: as in indp_audit_pair; the integers in it are rounded to the nearest doubles.
 *
 * Returns as indp_audit_pair, and the statuses that indp_snapping_release_int64 returns for
 * parameters.
 *
 * - Privacy: costs nothing, for public values.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_audit_pair_int64(const struct indp_snapping *mechanism,
                                  int64_t f,
                                  int64_t g,
                                  uint64_t most_outputs,
                                  struct indp_audit *out);

/**
 * The largest exact loss found between critical values of a range and their neighbours.
 *
 * The critical values are the ends and the middle of the range, zero, and points of the range at
 * distances of grid / 2 and grid / 4 from these. Each critical value is compared with its two
 * neighbours, which lie one sensitivity away; a neighbour outside the range is replaced by the end
 * of the range. Values beyond the bound are clamped. The search is not exhaustive; out->bound is
 * proven for all values.
 *
 * Parameters:
 * - mechanism: the handle.
 * - low, high: the range, public, finite, low <= high, in the unit of the values.
 * - most_outputs, out: as in indp_audit_pair. This function audits up to 26 pairs.
 *
 * Returns as indp_audit_pair; INDP_E_NEIGHBOURS also for an empty range.
 *
 * - Privacy: costs nothing, for a public range.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_audit_range(const struct indp_snapping *mechanism,
                             double low,
                             double high,
                             uint64_t most_outputs,
                             struct indp_audit *out);

/**
 * The probability of one output.
 *
 * Unless `output` is at or beyond the bound, it is first rounded to the nearest multiple of the
 * grid. The result is then the total probability of all multiples that round to the same double.
 * If `output` is at or beyond the bound, the result is the probability of releasing the bound.
 *
 * Parameters:
 * - mechanism: the handle.
 * - value: an assumed, public value, finite.
 * - output: finite.
 * - probability: receives the probability, rounded to the nearest double.
 * - log_probability: receives the natural logarithm of the probability, even if the probability is
 *   too small for a double; may be NULL.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_NEIGHBOURS (not finite), INDP_E_AUDIT_REACH,
 * INDP_E_NO_MEMORY.
 *
 * - Privacy: costs nothing, for a public value.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_audit_probability(const struct indp_snapping *mechanism,
                                   double value,
                                   double output,
                                   double *probability,
                                   double *log_probability);

/**
 * Writes the findings of an audit, with the parameters, as JSON.
 *
 * The text is one object, ASCII, NUL-terminated. Infinities and NaN are written as null.
 *
 * Parameters:
 * - mechanism: the handle.
 * - audit: from indp_audit_pair, indp_audit_pair_int64 or indp_audit_range with the same
 *   mechanism.
 * - buffer: an array of `size` bytes that receives the text. If `buffer` is NULL and `size` is 0,
 *   the call writes only the length.
 * - size: the size of `buffer` in bytes.
 * - length: receives the length in bytes without the NUL; may be NULL.
 *
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_LENGTH, INDP_E_NO_MEMORY; INDP_E_BUFFER
 * if `size` is not above the length; nothing is then written.
 *
 * - Privacy: costs nothing.
 * - Thread safety: safe, also on one handle.
 * - Since 0.1.0.
 */
indp_status indp_audit_json(const struct indp_snapping *mechanism,
                            const struct indp_audit *audit,
                            char *buffer,
                            size_t size,
                            size_t *length);

#ifdef __cplusplus
}
#endif

#endif  /* INDP_H */
