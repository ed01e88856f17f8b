/*
 * indp: differential privacy inside the database.
 *
 * Generated from src/ffi; do not edit. Every function returns a status (INDP_OK is 0) unless it cannot
 * fail. Whether a call fails depends on public things only: parameters, entropy, memory. Outputs are
 * written last, on success only. Every function may also return INDP_E_PANIC, an internal error, and INDP_E_BUSY.
 * Functions marked thread-safe may work on one object in several threads at once; the others on different
 * objects. examples-c/quickstart.c shows them in use.
 *
 * C converts a double to an integer parameter without a warning, unless told -Wfloat-conversion: 1.5 becomes 1. Of the integer
 * parameters only rows_per_person promises something about the data: round it up. The others are sizes, choices and
 * ranges, or safe when they come out smaller.
 *
 * States hold raw private data, in memory of the caller's. A state that is copied, or serialised and read twice, can be released once
 * for each copy, and each of those releases costs its epsilon: nothing here counts them together.
 *
 * Structures that begin with struct_size are given that by the caller, as sizeof of the structure; otherwise
 * INDP_E_STRUCT_SIZE. Callbacks set *done to INDP_CALLBACK_OK when they did their work; anything else fails.
 *
 * Signals, cancellation, daemons
 *
 * Callbacks and signal handlers must not call this library on a thread that is inside a call of it. What they call
 * nevertheless draws and computes nothing: it returns INDP_E_BUSY; but for functions that free, and those that add one
 * row or add to a count, which do their work as ever. Functions are not async-signal-safe: where a
 * handler interrupts malloc, or the thread's first call, one may wait for ever.
 * Callbacks and handlers must not leave through a call of this library: by longjmp, by an exception, by ending the
 * thread. An exception that leaves a callback ends the process. After a longjmp the thread stays busy.
 * A handler may fork. In the child the release that it interrupted gives INDP_E_BUSY and nothing is released, in the parent it goes on;
 * later releases in both have random bits of their own. If the handler never returns in the child, and interrupted
 * exact arithmetic, that thread stays busy there.
 * Cancellation: no call is a cancellation point, and callbacks run with cancellation disabled, so that a pthread_cancel is acted
 * upon after the call. A thread of asynchronous cancelability must not call this library.
 * Daemons may close all descriptors at any time between calls: none is kept. Where getrandom(2) is denied, a
 * call opens /dev/urandom, and closes it before it returns.
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
 * For indp_options_set_float_precision: the least precision that suits the parameters, at least
 * 118 bits.
 */
#define INDP_PRECISION_AUTO 4294967295

/**
 * What a callback sets *done to, last of all, when it did its work. *done is 0 before each call,
 * and anything else is a failure.
 * (Not a returned value: for a callback that raised an exception some bindings return 0, others
 * whatever the one before returned.)
 */
#define INDP_CALLBACK_OK 1768842352

/**
 * The word that an entropy callback finds in its buffer.
 */
#define INDP_UNFILLED_WORD 8461813352852383076

/**
 * For indp_options_set_selection: the exponential mechanism for indp_exponential_new,
 * permute-and-flip for quantiles and modes.
 */
#define INDP_SELECTION_DEFAULT 0

/**
 * The base-2 exponential mechanism: an outcome of utility u has probability proportional to
 * 2^(-eta u).
 */
#define INDP_SELECTION_EXPONENTIAL 1

/**
 * Permute-and-flip: outcomes are visited in random order; one whose utility lies gap above the
 * smallest is chosen with probability 2^(-eta gap), else the next one is visited.
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
 * Size of an empty quantile state in bytes. With rows it grows: see indp_state_room.
 */
#define INDP_QUANTILE_STATE_SIZE 80

/**
 * A number in the unit of the values, or its square.
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
 * The base-2 exponential mechanism with fixed parameters. Immutable: any number of threads may
 * select through one handle at once.
 */
typedef struct indp_exponential indp_exponential;

/**
 * Optional parameters of constructors and releases. One thread at a time; constructors copy what
 * they need, so options may be changed, reused or freed afterwards. An option other than its
 * default where it does not apply is refused:
 * INDP_E_UNUSED_GRID and the statuses after it.
 */
typedef struct indp_options indp_options;

/**
 * The snapping mechanism with fixed parameters. Immutable: any number of threads may release
 * through one handle at once.
 */
typedef struct indp_snapping indp_snapping;

/**
 * Result of a call: INDP_OK or a positive code. Treat an unknown code as failure; codes are never
 * reused. On any failure nothing was released and no output was written, except where a function
 * says that an array is filled with NaN. No failure depends on a private value.
 */
typedef int32_t indp_status;

/**
 * An answer, or a candidate. Fields that the tag does not name are 0 or NULL.
 */
typedef struct indp_value {
  /**
   * Set by the caller: sizeof(indp_value).
   */
  size_t struct_size;
  /**
   * INDP_VALUE_REAL, INDP_VALUE_INTEGER or INDP_VALUE_CANDIDATE.
   */
  int32_t tag;
  /**
   * INDP_VALUE_REAL: of a sum, mean, variance, standard deviation or quantile.
   */
  double real;
  /**
   * INDP_VALUE_INTEGER: the count. INDP_VALUE_CANDIDATE: the integer, if label is NULL.
   */
  int64_t integer;
  /**
   * INDP_VALUE_CANDIDATE: the text, without a NUL at its end. It points into the state. NULL for
   * an integer.
   */
  const uint8_t *label;
  /**
   * Of the label, in bytes.
   */
  size_t length;
  /**
   * INDP_VALUE_CANDIDATE: its number, as indp_mode_candidate takes it.
   */
  uint64_t candidate;
} indp_value;

/**
 * A released mean, variance or standard deviation with the noisy sums that it is computed from.
 */
typedef struct indp_parts {
  /**
   * Set by the caller: sizeof(indp_parts).
   */
  size_t struct_size;
  /**
   * The answer of indp_state_release.
   */
  double value;
  /**
   * The number of rows that the sums imply: their total over what one row adds. Noisy, unbiased,
   * and no integer.
   */
  double count;
  /**
   * How many of the sums there are: 2 for a mean, 3 for a variance or standard deviation.
   */
  size_t number;
  /**
   * Of a mean: the noisy sums of (hi - x) and of (x - lo), in the unit of the values. Of a
   * variance or standard deviation: those of (hi - x)^2, 2 (hi - x) (x - lo) and (x - lo)^2, in
   * its square. lo and hi are those of the state, rounded to its input grid. 0 beyond number.
   */
  double sum[3];
  /**
   * The scale of the Laplace noise in each sum, rounded up, in the unit of the sums: for m rows
   * per person m (hi - lo) / epsilon, or m (hi - lo)^2 / epsilon.
   */
  double scale;
} indp_parts;

/**
 * A category: text, of length bytes in any encoding, compared as bytes; or, if text is NULL, an
 * integer. A text never equals an integer.
 */
typedef struct indp_category {
  /**
   * NULL for an integer.
   */
  const uint8_t *text;
  /**
   * Of the text, in bytes.
   */
  size_t length;
  /**
   * If text is NULL.
   */
  int64_t integer;
} indp_category;

/**
 * A privacy parameter in base 2: eta = -z * log2(x / 2^y), with x, y, z positive, x < 2^y,
 * y <= 63. An outcome of utility u has the weight 2^(-eta * u) = (x / 2^y)^(z * u): smaller u is
 * better. The rational base makes exact probabilities possible. Source: ilvento, section 7.
 */
typedef struct indp_eta {
  /**
   * Positive, below 2^y.
   */
  uint64_t x;
  /**
   * 1 to 63.
   */
  uint32_t y;
  /**
   * Positive.
   */
  uint32_t z;
} indp_eta;

/**
 * Moments of the error of a release at one value, and those of the ideal Laplace mechanism beside
 * them.
 */
typedef struct indp_moments {
  /**
   * Set by the caller: sizeof(indp_moments).
   */
  size_t struct_size;
  /**
   * Mean of release - value.
   */
  double bias;
  /**
   * Variance of the release.
   */
  double variance;
  /**
   * Mean of |release - value|.
   */
  double mean_absolute_error;
  /**
   * Of the Laplace mechanism with the epsilon asked for: 2 (sensitivity / epsilon)^2. Its bias
   * is 0.
   */
  double laplace_variance;
  /**
   * Of the Laplace mechanism: sensitivity / epsilon.
   */
  double laplace_mean_absolute_error;
} indp_moments;

/**
 * Bounds on the distance between a release and value + Y, the Laplace mechanism's answer by the
 * same noise Y.
 */
typedef struct indp_distance {
  /**
   * Set by the caller: sizeof(indp_distance).
   */
  size_t struct_size;
  /**
   * No clamp binds: grid / 2.
   */
  double unclamped;
  /**
   * Only the inner clamp binds: |value| - bound + grid / 2.
   */
  double inner;
  /**
   * The outer clamp binds (with or without the inner one): mean distance, given that;
   * inner + lambda.
   */
  double outer_mean;
  /**
   * The outer clamp binds: exceeded with probability alpha at most, given that; inner + lambda
   * ln(1 / alpha).
   */
  double outer;
} indp_distance;

/**
 * What an audit found about one mechanism.
 */
typedef struct indp_audit {
  /**
   * Set by the caller: sizeof(indp_audit).
   */
  size_t struct_size;
  /**
   * The largest loss found (base e), |ln(P(output | f) / P(output | g))|; infinite if an output
   * is possible for one value only.
   */
  double loss;
  /**
   * That loss minus epsilon, computed before it was rounded to a double. In real arithmetic,
   * where U has no last digit, the loss is known to about 2^-190, and this is the least that it
   * can be.
   */
  double excess;
  /**
   * The output where it occurs.
   */
  double output;
  /**
   * The values f and g between which it occurs.
   */
  double f;
  /**
   * See f.
   */
  double g;
  /**
   * Proven for all neighbouring values: epsilon in real arithmetic, epsilon' (1 + 12
   * (bound / sensitivity) eta) + 2 eta in float arithmetic, rounded up. Never above epsilon.
   */
  double bound;
  /**
   * For each case of the proof (output = -bound; between that and round(f); = round(f);
   * between; = round(g); between that and bound;
   * = bound; f the smaller value) the bound of the error semantics minus epsilon; NaN for a case
   * without an output. These may be above 0 where the proven bound is not.
   */
  double cases[7];
  /**
   * Outputs examined.
   */
  uint64_t outputs;
  /**
   * Ends of intervals of U that were compared with the definition's, evaluated in exact
   * arithmetic.
   */
  uint64_t ends;
  /**
   * Ends that differ: 0 if the mechanism is what it claims to be.
   */
  uint64_t wrong_ends;
  /**
   * 1 if the outputs were all that there are for the one pair of values; 0: searched, not
   * exhaustive.
   */
  int32_t exhaustive;
  /**
   * 1 if the loss exceeds epsilon.
   */
  int32_t exceeds;
} indp_audit;

/**
 * Success.
 */
#define INDP_OK 0

/**
 * A required pointer is NULL.
 */
#define INDP_E_NULL 1

/**
 * epsilon is not a positive finite number; or, for a selection (a quantile, a mode, an eta), above
 * about 2^36 or below 2^-62 times its sensitivity.
 */
#define INDP_E_EPSILON 2

/**
 * sensitivity is not a positive finite number.
 */
#define INDP_E_SENSITIVITY 3

/**
 * bound is not positive; or, for an integer release, finite and not a multiple of the grid.
 */
#define INDP_E_BOUND 4

/**
 * grid is neither 0 nor a power of two; or below 1 for an integer release; or gives the bounds of
 * a sum no step, or more than 2^62.
 */
#define INDP_E_GRID 5

/**
 * lambda = sensitivity / epsilon exceeds the largest double.
 */
#define INDP_E_LAMBDA 6

/**
 * The float precision is neither 0, INDP_PRECISION_AUTO, nor 53 to 4096.
 */
#define INDP_E_PRECISION 7

/**
 * The source of random bits failed, or is broken (a callback or seed: 4,096 zero digits in a row).
 */
#define INDP_E_ENTROPY 8

/**
 * Memory could not be had.
 */
#define INDP_E_NO_MEMORY 9

/**
 * Internal error; please report it.
 */
#define INDP_E_PANIC 10

/**
 * An array length exceeds the address space.
 */
#define INDP_E_LENGTH 11

/**
 * lo is NaN or infinite.
 */
#define INDP_E_LO 12

/**
 * hi is NaN or infinite.
 */
#define INDP_E_HI 13

/**
 * lo is not below hi.
 */
#define INDP_E_RANGE 14

/**
 * rows_per_person is 0; or more than a quantile or a mode can have: times the sensitivity of one
 * row (1 for a mode, b max(q, 1-q) for a quantile q = a/b) at most 2^63.
 */
#define INDP_E_ROWS_PER_PERSON 15

/**
 * The bytes are not a state of this kind and version, or the buffer has the wrong size.
 */
#define INDP_E_STATE 16

/**
 * The states differ in kind or parameters.
 */
#define INDP_E_STATE_MISMATCH 17

/**
 * The state was released before.
 */
#define INDP_E_RELEASED 18

/**
 * The state would hold 2^64 rows or more.
 */
#define INDP_E_TOO_MANY_ROWS 19

/**
 * The self test failed: this build computes wrongly on this machine.
 */
#define INDP_E_SELF_TEST 20

/**
 * Float arithmetic at p bits needs epsilon > 2^(1-p). Use more bits, or real arithmetic.
 */
#define INDP_E_FLOAT_EPSILON 21

/**
 * Float arithmetic at p bits needs lambda <= bound <= 2^(p-12) lambda. Use real arithmetic, which
 * takes any bound.
 */
#define INDP_E_FLOAT_BOUND 22

/**
 * Float arithmetic has the grid Lambda only. Use real arithmetic, which takes any grid.
 */
#define INDP_E_FLOAT_GRID 23

/**
 * x of eta is not positive and below 2^y.
 */
#define INDP_E_ETA_X 24

/**
 * y of eta is not 1 to 63.
 */
#define INDP_E_ETA_Y 25

/**
 * z of eta is 0.
 */
#define INDP_E_ETA_Z 26

/**
 * The sensitivity of the utility is not positive, or above 2^63.
 */
#define INDP_E_UTILITY_SENSITIVITY 27

/**
 * utility_min is not below utility_max.
 */
#define INDP_E_UTILITY_RANGE 28

/**
 * max_outcomes is not 1 to 2^62, or for permute-and-flip 2^32.
 */
#define INDP_E_MAX_OUTCOMES 29

/**
 * There are more outcomes, or their multiplicities add up to more, than max_outcomes.
 */
#define INDP_E_OUTCOMES 30

/**
 * There is no outcome to choose from.
 */
#define INDP_E_EMPTY 31

/**
 * min_retries is 0.
 */
#define INDP_E_MIN_RETRIES 32

/**
 * The utility callback did not set *done to INDP_CALLBACK_OK, or wrote no utility.
 */
#define INDP_E_UTILITY 33

/**
 * An arithmetic operation that must be exact was not.
 */
#define INDP_E_INEXACT 34

/**
 * The precision that the note's fixed-precision way needs exceeds 2^17 bits. Switch empirical
 * precision off: other selections need no such precision.
 */
#define INDP_E_PRECISION_REACH 35

/**
 * Integer releases in float arithmetic at p bits need bound <= 2^p, so that every integer within
 * the bound is a float of p bits. Use more bits (63 always suffice), or real arithmetic.
 */
#define INDP_E_FLOAT_STEPS 36

/**
 * q is not in [0, 1], or not within 2^-52 of a fraction with a denominator of at most 10,000.
 */
#define INDP_E_QUANTILE 40

/**
 * The number of a quantile's candidates is out of range, or gives lo and hi one candidate.
 */
#define INDP_E_CANDIDATES 41

/**
 * The candidates of a mode are none, too many or not distinct.
 */
#define INDP_E_CATEGORIES 42

/**
 * The buffer of a state is too short for its rows: see indp_state_room.
 */
#define INDP_E_CAPACITY 43

/**
 * A grid was chosen for what has none: a mean, a variance, a standard deviation, a quantile, a
 * mode, a selection.
 */
#define INDP_E_UNUSED_GRID 44

/**
 * A float precision was chosen for a quantile, a mode, a selection or parts of an answer.
 */
#define INDP_E_UNUSED_PRECISION 45

/**
 * min_retries was chosen for what is no selection by the exponential mechanism: for noise, or with
 * permute-and-flip, which quantiles and modes use unless told otherwise.
 */
#define INDP_E_UNUSED_MIN_RETRIES 46

/**
 * Insecure timing was chosen for what is no quantile, mode or selection.
 */
#define INDP_E_UNUSED_TIMING 47

/**
 * Empirical precision was chosen for what is no selection by the exponential mechanism.
 */
#define INDP_E_UNUSED_EMPIRICAL 48

/**
 * struct_size of a structure is less than this library's.
 */
#define INDP_E_STRUCT_SIZE 49

/**
 * The selection is none of the INDP_SELECTION_ constants.
 */
#define INDP_E_SELECTION 50

/**
 * A selection was chosen for what is no quantile, mode or selection.
 */
#define INDP_E_UNUSED_SELECTION 51

/**
 * alpha is not strictly between 0 and 1.
 */
#define INDP_E_ALPHA 60

/**
 * r is not positive and finite; or no epsilon reaches it, since it is below half the grid asked
 * for, or needs more than float arithmetic has at this precision.
 */
#define INDP_E_ACCURACY 61

/**
 * The values of an audit are not finite, or further apart than the sensitivity; or the range is
 * empty.
 */
#define INDP_E_NEIGHBOURS 62

/**
 * An output is too unlikely for an audit to find its probability.
 */
#define INDP_E_AUDIT_REACH 63

/**
 * A buffer is too short.
 */
#define INDP_E_BUFFER 64

/**
 * A signal handler or callback called the library inside another call of its thread; or a handler
 * forked inside this call, and this is the child. Getters return what they do for NULL.
 */
#define INDP_E_BUSY 70

/**
 * The flag of indp_stop_when is raised.
 */
#define INDP_E_STOPPED 71

/**
 * The text for a status: static, never NULL, without any value in it. An unknown code has a text
 * too.
 * Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
 */
const char *indp_status_message(indp_status status);

/**
 * The name of a status, "INDP_E_NULL" for INDP_E_NULL: static, never NULL; "?" for an unknown
 * code. Thread-safe. Since 0.1.0.
 */
const char *indp_status_name(indp_status status);

/**
 * The version of the library in use, "major.minor.patch"; static text. Compare with
 * INDP_VERSION_STRING, the version of the header. Thread-safe. Since 0.1.0.
 */
const char *indp_version_string(void);

/**
 * The major version of the library in use. Thread-safe. Since 0.1.0.
 */
uint32_t indp_version_major(void);

/**
 * The minor version of the library in use. Thread-safe. Since 0.1.0.
 */
uint32_t indp_version_minor(void);

/**
 * The patch version of the library in use. Thread-safe. Since 0.1.0.
 */
uint32_t indp_version_patch(void);

/**
 * The version of the tape: of the order in which random words are read (docs/tape.md). The same
 * seed and calls give the same outputs as long as it stays. Thread-safe. Since 0.1.0.
 */
uint32_t indp_tape_version(void);

/**
 * Tests this build on this machine, in about a millisecond: known answers of the logarithm, of the
 * mechanism on fixed tapes by both of its paths, of MPFR's rounding, of the generator, and that
 * the operating system gives entropy. Costs no privacy.
 * Returns INDP_OK, INDP_E_SELF_TEST, INDP_E_ENTROPY, INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
 */
indp_status indp_self_test(void);

/**
 * Names a flag of the caller's that ends long computations on this thread: while *flag is not 0,
 * they end with INDP_E_STOPPED, and nothing is computed, released or lost. A signal handler may
 * raise it, or another thread.
 * flag: must live until another is named or the thread ends; written as one int32_t. NULL for
 * none, as at first. A child process begins without one.
 * It is looked at between the steps of accuracies, moments, distances and audits, when handles are
 * made, and at each level of a selection at an empirical precision. A step takes up to 16 ms at
 * 118 bits, 0.6 s at 1,024, on an Intel Xeon of 2.6 GHz. Other selections look at it where draws
 * have read 16 words more than one each, which fair words make them do with probability below
 * 2^-400: words that follow the boundary between two outcomes, as those of a broken callback can,
 * take 0.1 s with 100 of them, 30 s with 1,000, many minutes with 3,000 and more; the flag then
 * ends them within a second at 100,000. Other releases do not look at it: whether one takes long
 * depends on the value.
 * Returns INDP_OK, INDP_E_NO_MEMORY. Thread-safe; not async-signal-safe. Since 0.1.0. Example:
 * ffi-tests/c/stop.c.
 */
indp_status indp_stop_when(const int32_t *flag);

/**
 * New options with every default: real arithmetic, default grid, operating-system entropy.
 * out: receives the options, or NULL on failure; free with indp_options_free.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY. Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_options_new(struct indp_options **out);

/**
 * Frees options; NULL is accepted. Since 0.1.0.
 */
void indp_options_free(struct indp_options *options);

/**
 * Chooses the arithmetic.
 * bits: 0 (the default) is real arithmetic: the released value is exactly what real numbers would
 * give, at loss epsilon, for every bound and grid. Choose it unless you must reproduce or audit a
 * published parametrisation. 53 to 4096 is float arithmetic at exactly that many bits of
 * significand, never raised silently: Mironov's mechanism, every operation correctly rounded, U*
 * with that many digits. Its epsilon is redefined so that the loss stays below epsilon, and it
 * needs, for lambda as redefined and p bits:
 * lambda <= bound <= 2^(p-12) lambda, epsilon > 2^(1-p), and the grid Lambda. INDP_PRECISION_AUTO
 * is max(118, 64 + ceil(log2(bound / sensitivity)), 64 + ceil(-log2(epsilon))) bits.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION. Since 0.1.0. Example: examples-c/quickstart.c.
 * Source: Mironov 2012; covington-implementation-notes, section 5, with its errata corrected.
 */
indp_status indp_options_set_float_precision(struct indp_options *options, uint32_t bits);

/**
 * Chooses the grid: releases are multiples of it (and ±bound).
 * power_of_two: a positive power of two, in the unit of the values; 0 (the default) lets the
 * mechanism choose. Rounding is post-processing: a finer grid costs no privacy. Finer than Lambda
 * brings the error of the ideal Laplace mechanism (Lambda itself costs 4 to 17 percent in
 * variance), coarser gives rounder numbers.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_GRID. Since 0.1.0.
 */
indp_status indp_options_set_grid(struct indp_options *options, double power_of_two);

/**
 * Takes every random word from the caller instead of the operating system; replaces a seed set
 * before.
 * fill: writes len bytes to buf, then sets *done to INDP_CALLBACK_OK; anything else makes the
 * release fail with INDP_E_ENTROPY. It supplies the tape itself, 8 bytes (one little-endian word)
 * a call, in the order of docs/tape.md: it must be as good as the privacy promised. It may be
 * called on several threads at once, and must outlive every handle made with these options, as
 * must ctx. It runs in the default floating-point environment; for what else holds of callbacks
 * see the top of this header.
 * The buffer begins as INDP_UNFILLED_WORD: where it still is that word, nothing was written, and
 * the release fails with INDP_E_ENTROPY. A good source gives that word with probability 2^-64.
 * How many words a call reads depends on the values: a source that fails after some words may fail
 * for one array and not for its neighbour. This is the one case in which a failure tells of
 * values, and the caller's to exclude:
 * let fill fail for reasons of its own only, never after a number of words.
 * ctx: passed to fill, may be NULL.
 * Returns INDP_OK, INDP_E_NULL (options or fill). Since 0.1.0.
 */
indp_status indp_options_set_entropy_callback(struct indp_options *options,
                                              void (*fill)(void *ctx,
                                                           uint8_t *buf,
                                                           size_t len,
                                                           int32_t *done),
                                              void *ctx);

/**
 * Makes releases reproducible and NOT PRIVATE: who knows the seed can subtract the noise. For
 * tests.
 * Replaces a callback set before. The calls on one handle are numbered from 0, atomically, and
 * call j reads the tape of (seed, j): docs/tape.md.
 * Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
 */
indp_status indp_options_set_insecure_seed(struct indp_options *options, uint64_t seed);

/**
 * Chooses the mechanism of selections (indp_exponential_new, a quantile, a mode). Both have the
 * same loss, the epsilon of eta, and are exact. The expected utility of what permute-and-flip
 * chooses is never worse, and its expected distance from the best is up to 2 times smaller.
 * Permute-and-flip takes at most 2^32 outcomes and one random word for each, or for groups 2 bits
 * for each member; indp_options_set_min_retries and indp_options_set_empirical_precision are
 * refused with it.
 * selection: one of the INDP_SELECTION_ constants.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_SELECTION. Since 0.1.0. Source: McKenna and Sheldon,
 * Permute-and-Flip: A new mechanism for differentially private selection, NeurIPS 2020.
 */
indp_status indp_options_set_selection(struct indp_options *options, int32_t selection);

/**
 * For selections by the exponential mechanism: at least so many draws are made, whatever happens,
 * and the last accepted one counts. A draw is accepted with probability above
 * 1/2, so more than k draws are needed with probability below 2^-k, and only then does the time
 * tell of the weights (ilvento, section 4).
 * draws: at least 1; 16 is the default. Each takes about 5 ns; 2^32 - 1 of them half a minute,
 * unless indp_stop_when ends them.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_MIN_RETRIES. Since 0.1.0.
 */
indp_status indp_options_set_min_retries(struct indp_options *options, uint32_t draws);

/**
 * For selections: whether scans may end early. Faster, and NOT PRIVATE against whoever measures
 * time: it then tells where the winner stands.
 * insecure: 0 (the default) or not.
 * Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
 */
indp_status indp_options_set_insecure_timing(struct indp_options *options, int32_t insecure);

/**
 * For selections by the exponential mechanism: whether they go the way of the source note: every weight and sum a float of one
 * precision, determined empirically at construction (indp_exponential_precision_empirical), and
 * INDP_E_INEXACT and no output if any operation was not exact. The same outcomes for the same
 * random bits, with the same probabilities; slower by far (indp_stop_when ends it): with 1,000
 * outcomes and weights of 2^12, 2^15, 2^17 bits a selection takes 0.01, 0.3, 5 s, the constructor
 * 0.001, 0.1, 1 s at eta = (1, 1, 1), on an Intel Xeon of 2.6 GHz. Choose it to reproduce or audit
 * the note. The constructor then returns INDP_E_PRECISION_REACH, before it allocates anything, if
 * the weights need more than 2^17 bits; a quantile's and a mode's always do.
 * empirical: 0 (the default) or not.
 * Returns INDP_OK, INDP_E_NULL. Since 0.1.0. Source: ilvento, Algorithms 1 to 3.
 */
indp_status indp_options_set_empirical_precision(struct indp_options *options,
                                                 int32_t empirical);

/**
 * The snapping mechanism (Mironov 2012): a release is
 *     clamp(round(clamp(value) + S * lambda * ln U))
 * in real arithmetic, or as indp_options_set_float_precision says, with
 * lambda = sensitivity / epsilon, a fair sign S, U uniform on (0, 1), clamp to [-bound, bound],
 * and round to the nearest multiple of the grid, ties toward +infinity. The grid is by default
 * Lambda, the smallest power of two that is at least lambda.
 * epsilon: privacy loss of one release (base e), positive, finite.
 * sensitivity: how far the values of neighbouring data sets may differ, positive, finite, in the
 * unit of the values. The caller vouches for it.
 * bound: positive, may be infinite; public, in the unit of the values.
 * options: may be NULL; copied.
 * out: receives the handle, or NULL on failure; free with indp_snapping_free.
 * Costs no privacy by itself; each value released costs epsilon, and costs add up.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_LAMBDA,
 * INDP_E_NO_MEMORY, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING, INDP_E_UNUSED_EMPIRICAL; in
 * float arithmetic also INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID. Since 0.1.0.
 * Example: examples-c/quickstart.c.
 * Source: covington-implementation-notes, sections 2 to 4; definition Snap_R of liu, section 4.
 */
indp_status indp_snapping_new(double epsilon,
                              double sensitivity,
                              double bound,
                              const struct indp_options *options,
                              struct indp_snapping **out);

/**
 * Frees a handle; NULL is accepted. Since 0.1.0.
 */
void indp_snapping_free(struct indp_snapping *mechanism);

/**
 * Releases one value. Costs epsilon.
 * value: the exact answer; NaN counts as 0, infinities as the largest doubles, before clamping.
 * out: receives a multiple of the grid, or ±bound, as the nearest double; a zero is +0.0. With an
 * infinite bound a result beyond the doubles is an infinity.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched.
 * Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_release(const struct indp_snapping *mechanism, double value, double *out);

/**
 * Releases n values independently. Costs n times epsilon (if one person may change all of them).
 * values, out: n doubles each; out may be values, no other overlap; both may be NULL if n is 0.
 * The values are as in indp_snapping_release. A seeded handle counts this as one call; the tape is
 * read value by value.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, and with out filled with NaN: INDP_E_ENTROPY,
 * INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_snapping_release_many(const struct indp_snapping *mechanism,
                                       const double *values,
                                       size_t n,
                                       double *out);

/**
 * Releases one integer, which enters exactly. Costs epsilon. The handle's grid must be at least 1
 * and its bound a multiple of the grid or infinite; in float arithmetic at p < 63 bits its bound
 * must be at most 2^p, so that every integer within it is a float of p bits: else the loss could
 * exceed epsilon.
 * out: receives a multiple of the grid, or ±bound, saturated to the range of int64_t.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_GRID, INDP_E_BOUND, INDP_E_FLOAT_STEPS, INDP_E_ENTROPY,
 * INDP_E_NO_MEMORY; on failure out is untouched. Thread-safe. Since 0.1.0. Example:
 * examples-c/quickstart.c.
 */
indp_status indp_snapping_release_int64(const struct indp_snapping *mechanism,
                                        int64_t value,
                                        int64_t *out);

/**
 * lambda, the scale of the noise and its mean absolute value: sensitivity / epsilon, in float
 * arithmetic sensitivity / epsilon'; rounded up to a double, in the unit of the values; NaN if
 * mechanism is NULL. Public. Thread-safe. Since 0.1.0.
 */
double indp_snapping_lambda(const struct indp_snapping *mechanism);

/**
 * The grid of the releases, in the unit of the values, rounded up to a double where it lies
 * outside them (infinity for 2^1024); NaN if mechanism is NULL. Public. Thread-safe. Since 0.1.0.
 */
double indp_snapping_grid(const struct indp_snapping *mechanism);

/**
 * The epsilon of the Laplace noise inside, rounded down to a double: epsilon' of the redefinition
 * in float arithmetic, epsilon itself in real arithmetic; NaN if mechanism is NULL. Public.
 * Thread-safe.
 * Since 0.1.0. Source: covington-implementation-notes, section 5.
 */
double indp_snapping_laplace_epsilon(const struct indp_snapping *mechanism);

/**
 * The worst privacy loss (base e) claimed for one release, rounded up to a double: at most
 * epsilon. In float arithmetic epsilon' (1 + 12 (bound / sensitivity) eta) + 2 eta; NaN if
 * mechanism is NULL. Public.
 * Thread-safe. Since 0.1.0.
 */
double indp_snapping_loss(const struct indp_snapping *mechanism);

/**
 * The float precision p in bits; 0 in real arithmetic and if mechanism is NULL. Public.
 * Thread-safe.
 * Since 0.1.0.
 */
uint32_t indp_snapping_precision(const struct indp_snapping *mechanism);

/**
 * The unit roundoff eta = 2^-p of float arithmetic, rounded up to a double (2^-1074 for p above
 * 1074); 0 in real arithmetic; NaN if mechanism is NULL. Public. Thread-safe. Since 0.1.0.
 */
double indp_snapping_unit_roundoff(const struct indp_snapping *mechanism);

/**
 * Makes an empty count.
 * state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes,
 * is used by one thread at a time, holds raw private data, and needs no freeing. Layout:
 * include/STATES.md.
 * size: at least INDP_COUNT_STATE_SIZE.
 * rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
 * enforced.
 * It is the sensitivity: neighbouring data sets differ by all rows of one person.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH,
 * INDP_E_ROWS_PER_PERSON.
 * Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_count_init(void *state, size_t size, uint64_t rows_per_person);

/**
 * Counts one row. Costs no privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
 * Since 0.1.0.
 */
indp_status indp_count_add(void *state);

/**
 * Counts rows rows. Costs no privacy. Returns as indp_count_add. Since 0.1.0.
 */
indp_status indp_count_add_many(void *state, uint64_t rows);

/**
 * Makes an empty sum. Each value is clamped to [lo, hi], rounded to the input grid (nearest, ties
 * to even) and summed exactly: the sum depends neither on the order nor on the split of the rows.
 * state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes,
 * is used by one thread at a time, holds raw private data, and needs no freeing. Layout:
 * include/STATES.md.
 * size: at least INDP_SUM_STATE_SIZE.
 * lo, hi: public bounds of a value, finite, lo < hi, in the unit of the values. Never take them
 * from the data.
 * grid: the input grid, a power of two that divides the larger of |lo|, |hi| into at most 2^62
 * steps;
 * 0 for the finest that needs at most 2^50.
 * rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
 * enforced.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_LO,
 * INDP_E_HI, INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON. Since 0.1.0. Example:
 * examples-c/quickstart.c.
 * Rows are added, merged and released by the functions for states of any kind: indp_state_add and
 * the others.
 */
indp_status indp_sum_init(void *state,
                          size_t size,
                          double lo,
                          double hi,
                          double grid,
                          uint64_t rows_per_person);

/**
 * The sensitivity of the sum, rows_per_person * max(|lo|, |hi|) with the bounds on the input grid,
 * rounded up to a double, in the unit of the values. The noise of a release has the mean absolute
 * value sensitivity / epsilon. Public; costs no privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
 */
indp_status indp_sum_sensitivity(const void *state, double *out);

/**
 * Makes an empty mean: released from noisy sums of the distances to both bounds; see
 * indp_state_release.
 * state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes,
 * is used by one thread at a time, holds raw private data, and needs no freeing. Layout:
 * include/STATES.md.
 * size: at least INDP_MEAN_STATE_SIZE.
 * lo, hi: public bounds of a value, finite, lo < hi, in the unit of the values. Never take them
 * from the data.
 * grid: the input grid, a power of two that divides the larger of |lo|, |hi| into at most 2^62
 * steps and tells the two apart; 0 for the finest that needs at most 2^50.
 * rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
 * enforced.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_LO,
 * INDP_E_HI, INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON. Since 0.1.0.
 */
indp_status indp_mean_init(void *state,
                           size_t size,
                           double lo,
                           double hi,
                           double grid,
                           uint64_t rows_per_person);

/**
 * Makes an empty variance (of the rows, divided by their number): released from noisy sums of
 * squares of the distances to both bounds; see indp_state_release.
 * size: at least INDP_VARIANCE_STATE_SIZE. grid: as for indp_mean_init, but with at most 2^31
 * steps, which the default has too. Everything else as for indp_mean_init. Since 0.1.0.
 */
indp_status indp_variance_init(void *state,
                               size_t size,
                               double lo,
                               double hi,
                               double grid,
                               uint64_t rows_per_person);

/**
 * Makes an empty standard deviation, the square root of a variance. size: at least
 * INDP_STDDEV_STATE_SIZE. Everything else as for indp_variance_init. Since 0.1.0.
 */
indp_status indp_stddev_init(void *state,
                             size_t size,
                             double lo,
                             double hi,
                             double grid,
                             uint64_t rows_per_person);

/**
 * Makes an empty quantile: the exponential mechanism over public candidates; see
 * indp_state_release. The median is q = 0.5. Each value counts at the candidate nearest to it.
 * state: size bytes, which the caller owns; no alignment needed. It holds raw private data.
 * Layout: include/STATES.md.
 * size: at least INDP_QUANTILE_STATE_SIZE, and 4 more for each row that is to be added before the
 * buffer grows (indp_state_room), up to 8 for each candidate.
 * q: 0 to 1, read as the simplest fraction a/b within 2^-52, b at most 10,000.
 * lo, hi: public bounds, finite, lo < hi, in the unit of the values. Never take them from the
 * data.
 * candidates: candidates are the multiples of a power of two between lo and hi: the finest that
 * makes at most so many, 2 to 2^24 + 1. 0 for the default: the integers, if lo and hi are integers
 * at most 2^14 apart; else at most 2^14 + 1 candidates.
 * rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
 * enforced.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH,
 * INDP_E_QUANTILE, INDP_E_LO, INDP_E_HI, INDP_E_RANGE, INDP_E_CANDIDATES (also if no such grid
 * tells lo and hi apart), INDP_E_ROWS_PER_PERSON. Since 0.1.0.
 */
indp_status indp_quantile_init(void *state,
                               size_t size,
                               double q,
                               double lo,
                               double hi,
                               uint64_t candidates,
                               uint64_t rows_per_person);

/**
 * Releases a state of any kind, once. Costs epsilon, all parts together.
 * Count: lambda = rows_per_person / epsilon, grid 1, no bound: an unbiased integer, which may be
 * negative.
 * Sum: the exact integer goes into the snapping mechanism with lambda = sensitivity / epsilon and
 * no bound.
 * Mean: noisy sums A of hi - x and B of x - lo, each with lambda = m (hi - lo) / epsilon, m the
 * rows per person, give lo + (hi - lo) B / (A + B), clamped to [lo, hi]. A row moves A and B by
 * hi - lo together, so both cost epsilon once.
 * Variance: noisy sums A of (hi - x)^2, B of 2 (hi - x) (x - lo) and C of (x - lo)^2, each with
 * lambda = m (hi - lo)^2 / epsilon, give (hi - lo)^2 (A C - B^2/4) / (A + B + C)^2, clamped to
 * [0, (hi - lo)^2/4]. Standard deviation: its square root.
 * Where the total of these sums is below 4 lambda (mean) or 8 lambda, it counts as that, and what
 * lacks as rows spread evenly over the range. indp_state_release_parts tells the sums.
 * Quantile: a candidate, chosen by permute-and-flip (indp_options_set_selection) with utility
 * max(0, (1-q) L - q (E+G), q G - (1-q) (L+E)), L, E and G the rows below, at and above it;
 * sensitivity m max(q, 1-q). For q = 1 max(0, 2 G - K, 3 (K - 2 (E+G))), for q = 0 with L in G's
 * place; sensitivity 8 m for the difference of two utilities; K odd, so that all candidates beyond
 * the extreme together weigh at most 1/8: it aims at K/2 rows from the extreme.
 * Mode: a candidate, chosen by permute-and-flip on counts, at the eta that epsilon allows for
 * counts of which one person moves all in one direction.
 * In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and
 * a count or sum is clamped at the power of two at or above the sensitivity, times 2^min(64,
 * p - 23), at the automatic precision times at least 2^64. With c the middle of the bounds and h
 * half their distance, a mean is c + S / N from a noisy count N (sensitivity m, 13/32 of epsilon)
 * and a noisy sum S of x - c (m h, 19/32); a variance Q / N + h^2/2 - (S / N)^2 from N (10/32), S
 * (14/32) and a noisy sum Q of (x - c)^2 - h^2/2 (m h^2/2, 8/32); the middle of what is possible if
 * N is below 1. A grid cannot be chosen; a count and N need their Lambda to be at least 1, which
 * any epsilon of at most rows_per_person gives. Where that bound is more than 2^p steps of the input grid (of its square for Q), the sum
 * enters rounded to a multiple of bound * 2^-p, and the sensitivity counts as rounded up to one.
 * epsilon: privacy loss (base e), positive, finite.
 * options: may be NULL. A grid is for a count (at least 1) and a sum, where it is by default the
 * larger of the input grid and Lambda / 1024; a float precision for all but quantiles and modes;
 * what is documented for selections for those two. Others are refused. A seed or callback serves
 * this call alone.
 * out: struct_size is set by the caller; receives the answer: for a sum a multiple of the grid as
 * the nearest double, in the unit of the values (of their squares for a variance). What exceeds
 * the doubles is an infinity: of a sum near 1.8e308, of a variance whose (hi - lo)^2/4 does. A
 * quantile is clamped to [lo, hi], which need not be multiples of its grid.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE, INDP_E_RELEASED, INDP_E_EPSILON,
 * INDP_E_LAMBDA, INDP_E_ROWS_PER_PERSON (a quantile's or mode's: too many), INDP_E_FLOAT_EPSILON,
 * INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID, INDP_E_GRID, INDP_E_UNUSED_GRID and the other statuses of
 * options that do not apply, INDP_E_PRECISION_REACH, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched
 * and the state still live. Since 0.1.0. Example: examples-c/quickstart.c. Source: Claims A1 to A7,
 * Mironov 2012, Ilvento.
 */
indp_status indp_state_release_value(void *state,
                                     double epsilon,
                                     const struct indp_options *options,
                                     struct indp_value *out);

/**
 * indp_state_release_value for a kind that answers with a number, a count as the nearest double.
 * Costs epsilon.
 * out: receives the number.
 * Returns as indp_state_release_value, and INDP_E_STATE for a mode; on failure out is untouched
 * and the state still live.
 * Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_release(void *state,
                               double epsilon,
                               const struct indp_options *options,
                               double *out);

/**
 * Whether a release of this state of any kind would be refused for its public parameters: so that
 * an engine can refuse them on the first row rather than after the last. Releases nothing, costs
 * no privacy.
 * epsilon, options: as for the release.
 * Returns what indp_state_release_value would, except INDP_E_ENTROPY. Since 0.1.0.
 */
indp_status indp_state_can_release(const void *state,
                                   double epsilon,
                                   const struct indp_options *options);

/**
 * Releases a mean, a variance or a standard deviation, once, with the noisy sums that it is
 * computed from. Costs epsilon, as indp_state_release does: the answer is computed from these sums
 * alone. They give an interval around the answer, or the count, at no further cost.
 * epsilon, options: as for indp_state_release_value. A float precision is refused: answers are
 * computed otherwise there.
 * out: struct_size is set by the caller; receives answer and sums.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for other kinds),
 * INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION and
 * the other statuses of options that do not apply, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out
 * is untouched and the state still live. Since 0.1.0. Source: src/aggregate/bernstein.md.
 */
indp_status indp_state_release_parts(void *state,
                                     double epsilon,
                                     const struct indp_options *options,
                                     struct indp_parts *out);

/**
 * The size of a mode state for these candidates. Costs no privacy.
 * candidates: n of them. out: receives the size in bytes.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_CATEGORIES, INDP_E_NO_MEMORY. Since 0.1.0.
 */
indp_status indp_mode_size(const struct indp_category *candidates, size_t n, size_t *out);

/**
 * Makes an empty mode: the exponential mechanism on the counts of public candidates; see
 * indp_state_release_value. A candidate that no row has can win.
 * state: size bytes, which the caller owns; no alignment needed. It keeps a copy of the candidates
 * and does not grow. It holds raw private data. Layout: include/STATES.md.
 * size: at least that of indp_mode_size.
 * candidates: n of them, distinct, in any order, public. Never take them from the data. n: 1 to
 * 2^20.
 * rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
 * enforced.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH,
 * INDP_E_CATEGORIES, INDP_E_ROWS_PER_PERSON, INDP_E_NO_MEMORY. Since 0.1.0.
 */
indp_status indp_mode_init(void *state,
                           size_t size,
                           const struct indp_category *candidates,
                           size_t n,
                           uint64_t rows_per_person);

/**
 * Adds one row with a text. A text that is no candidate is ignored: it is no row. Costs no
 * privacy.
 * text: length bytes; NULL is accepted if length is 0.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a mode), INDP_E_RELEASED,
 * INDP_E_TOO_MANY_ROWS. Since 0.1.0.
 */
indp_status indp_mode_add_text(void *state, const uint8_t *text, size_t length);

/**
 * Adds one row with an integer. An integer that is no candidate is ignored: it is no row. Costs no
 * privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
 * Since 0.1.0.
 */
indp_status indp_mode_add_int64(void *state, int64_t value);

/**
 * How many candidates a mode has. Public. Costs no privacy.
 * n: receives their number.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode). Since 0.1.0.
 */
indp_status indp_mode_candidates(const void *state, size_t *n);

/**
 * Candidate i of a mode. The order is that of the state: integers first, ascending; then texts, by
 * their bytes. Public. Costs no privacy.
 * i: below indp_mode_candidates. out: struct_size is set by the caller; receives the candidate,
 * INDP_VALUE_CANDIDATE.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (not a mode, or i is too large).
 * Since 0.1.0.
 */
indp_status indp_mode_candidate(const void *state, size_t i, struct indp_value *out);

/**
 * Adds one row with a number to a sum, mean, variance, standard deviation or quantile: clamped to
 * the bounds and rounded to the input grid (nearest, ties to even). NaN counts as the point of
 * [lo, hi] nearest to 0, infinities clamp. Costs no privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for a count or a mode), INDP_E_RELEASED,
 * INDP_E_TOO_MANY_ROWS; for a quantile also INDP_E_CAPACITY (see indp_state_room) and
 * INDP_E_NO_MEMORY, with nothing lost. Since 0.1.0.
 * Example: examples-c/quickstart.c.
 */
indp_status indp_state_add(void *state, double value);

/**
 * Adds one row with an integer value, exactly. Costs no privacy. Returns as indp_state_add. Since
 * 0.1.0.
 */
indp_status indp_state_add_int64(void *state, int64_t value);

/**
 * Adds n rows, all or none; the same state as n calls of indp_state_add, but faster. Costs no
 * privacy.
 * values: n doubles, may be NULL if n is 0; no overlap with state.
 * Returns as indp_state_add, and INDP_E_LENGTH. Since 0.1.0.
 */
indp_status indp_state_add_many(void *state, const double *values, size_t n);

/**
 * Adds the rows of other to state. Both need the same kind and parameters. Merging in any order
 * and grouping gives the same bytes (indp_state_serialise) as adding all rows to one state. Costs
 * no privacy.
 * state, other: made by an _init function or indp_state_deserialise; they may be the same.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH,
 * INDP_E_TOO_MANY_ROWS; for a quantile also INDP_E_CAPACITY (see indp_state_room) and
 * INDP_E_NO_MEMORY; on failure state is untouched. Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_merge(void *state, const void *other);

/**
 * Whether other could be merged into state: whether kind and parameters are the same. Costs no
 * privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH.
 * Since 0.1.0.
 */
indp_status indp_state_compatible(const void *state, const void *other);

/**
 * What a state accumulates: its INDP_KIND_ number. Costs no privacy.
 * state: at least 8 readable bytes, which decide alone: what follows them is not looked at. out:
 * receives the number.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
 */
indp_status indp_state_kind(const void *state, int32_t *out);

/**
 * The rows that one person may have, as promised when the state was made. Public. Costs no
 * privacy.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
 */
indp_status indp_state_rows_per_person(const void *state, uint64_t *out);

/**
 * The size of an empty state of a kind in bytes, INDP_COUNT_STATE_SIZE and so on; 0 for a number
 * that is no kind, and for a mode, whose size its candidates decide: indp_mode_size. Thread-safe.
 * Since 0.1.0.
 */
size_t indp_state_bytes(int32_t kind);

/**
 * The length in bytes that the buffer of a state should have before more rows are added or merged.
 * For a quantile it grows with the rows, 4 bytes each, up to 8 bytes for each candidate; the
 * length told leaves room to spare, so that asking each time the buffer is full copies little. For
 * other kinds it is the length they have.
 * state: of any kind. more: how many rows.
 * out: receives the length; the buffer need not change if it is that long already.
 * To grow: reallocate to that length, keeping the bytes, and tell indp_state_resized.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH. Since 0.1.0.
 */
indp_status indp_state_room(const void *state, uint64_t more, size_t *out);

/**
 * The rows in a state: what a merge of it needs room for. Private: it is the exact number. Costs
 * no privacy by itself.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
 */
indp_status indp_state_rows(const void *state, uint64_t *out);

/**
 * Tells a state that its buffer now has another length, longer or shorter. Costs no privacy.
 * state: its bytes, in the new buffer. size: the length of that.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (its rows need more).
 * Since 0.1.0.
 */
indp_status indp_state_resized(void *state, size_t size);

/**
 * The size of a state's serialised bytes; that of the state in memory too, except for a quantile.
 * Costs no privacy.
 * state: of any kind. out: receives the size.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY (a quantile's). Since 0.1.0.
 */
indp_status indp_state_size(const void *state, size_t *out);

/**
 * Writes the canonical bytes of a live state: equal rows and parameters give equal bytes on every
 * machine. They are raw private data: protect them like the table. Costs no privacy by itself.
 * The layout, field by field, is in include/STATES.md.
 * out: size bytes, no overlap with state. size: exactly that of indp_state_size.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for another size), INDP_E_LENGTH,
 * INDP_E_RELEASED, INDP_E_NO_MEMORY (a quantile's). Since 0.1.0. Example: examples-c/quickstart.c.
 */
indp_status indp_state_serialise(const void *state, void *out, size_t size);

/**
 * The size of the buffer that serialised bytes need to become a state again. Any bytes are safe to
 * pass. Costs no privacy. For a quantile it may be far more than length: 8 bytes for each
 * candidate of the parameters, at most 2^27 + 88 (128 MiB), so that 92 forged bytes can ask for
 * that. Look at it before you allocate bytes from outside; indp_state_deserialise itself allocates
 * nothing.
 * bytes: length bytes. out: receives the size.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH. Since 0.1.0.
 */
indp_status indp_state_deserialised_size(const void *bytes, size_t length, size_t *out);

/**
 * Reads serialised bytes, checking everything: length, version, parameters, order, and that some
 * rows could have given the sums. Any bytes are safe to pass. Costs no privacy; but each release
 * of a state made from the same stored bytes is a new release and costs its epsilon again.
 * state: receives the state; size bytes, no alignment needed. size: at least that of
 * indp_state_deserialised_size, which is length for all kinds but a quantile.
 * bytes: length bytes, no overlap with state.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (size); on failure
 * state is untouched.
 * Since 0.1.0.
 */
indp_status indp_state_deserialise(void *state, size_t size, const void *bytes, size_t length);

/**
 * The eta that uses a loss of epsilon best, never above it: with eta* the largest that epsilon
 * allows and z = max(1, ceil(eta* / 16)), the smallest y whose best x gives at least (1 - 2^-20)
 * eta*, else y = 63; x odd.
 * epsilon: privacy loss (base e) of one selection, positive, finite.
 * utility_sensitivity: how far one person can move the utility of an outcome: positive, at most
 * 2^63. It is rounded up to an integer, since utilities are rounded randomly to integers. Scale
 * utilities up if it is below 1. Utilities passed as doubles must be that near to each other as
 * doubles: 0.1 * 1536 - 0.1 * 1526 is above 1.
 * monotonic: not 0 if one person can move all utilities in one direction only, as with counts when
 * people are added or removed; the loss is then half: utility_sensitivity * ln 2 * eta instead of
 * twice that.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON (also if no eta with y <= 63 is
 * small enough), INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
 * Source: docs/specification.md, Claims E2 and E5; ilvento, Lemma 2.2 and section 7.
 */
indp_status indp_eta_from_epsilon(double epsilon,
                                  double utility_sensitivity,
                                  int32_t monotonic,
                                  struct indp_eta *out);

/**
 * The privacy loss (base e) of one selection with this eta, rounded up to a double.
 * utility_sensitivity, monotonic: as in indp_eta_from_epsilon.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y, INDP_E_ETA_Z,
 * INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
 */
indp_status indp_eta_epsilon(const struct indp_eta *eta,
                             double utility_sensitivity,
                             int32_t monotonic,
                             double *out);

/**
 * SMALLER UTILITY IS BETTER. The base-2 exponential mechanism (Ilvento), or permute-and-flip with
 * the same weights and loss (indp_options_set_selection): chooses an outcome of
 * utility u with probability proportional to 2^(-eta u), exactly. Utilities are clamped to
 * [utility_min, utility_max]; those that are no integers are rounded randomly, each with random
 * bits of its own.
 * eta: the privacy parameter; see indp_eta_from_epsilon for a loss and indp_eta_epsilon for the
 * loss of one selection.
 * utility_min, utility_max: public range, utility_min < utility_max. Any range works; the cost
 * follows the levels in use.
 * max_outcomes: the most outcomes of one selection, 1 to 2^62, for permute-and-flip 2^32. The
 * outcomes are public.
 * options: may be NULL; copied. A grid or float precision is refused.
 * out: receives the handle, or NULL on failure; free with indp_exponential_free.
 * Costs no privacy by itself. Returns INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y,
 * INDP_E_ETA_Z, INDP_E_UTILITY_RANGE, INDP_E_MAX_OUTCOMES, INDP_E_UNUSED_GRID,
 * INDP_E_UNUSED_PRECISION, INDP_E_UNUSED_MIN_RETRIES and INDP_E_UNUSED_EMPIRICAL (with
 * permute-and-flip), INDP_E_PRECISION_REACH (only with empirical precision), INDP_E_NO_MEMORY. Since 0.1.0. Example: examples-c/most_common.c.
 * Source: ilvento, sections 3 to 6, with the errata of docs/specification.md corrected.
 */
indp_status indp_exponential_new(const struct indp_eta *eta,
                                 int64_t utility_min,
                                 int64_t utility_max,
                                 uint64_t max_outcomes,
                                 const struct indp_options *options,
                                 struct indp_exponential **out);

/**
 * Frees a handle; NULL is accepted. Since 0.1.0.
 */
void indp_exponential_free(struct indp_exponential *mechanism);

/**
 * The precision in bits that exact weights and sums need at worst, max(1, y z R + ceil(log2
 * max_outcomes)) with x odd and R = utility_max - utility_min, saturated; 0 if mechanism is NULL.
 * One bit less is too little for some utilities. It tells what the note's way would take; other
 * selections need no more than the levels in use do. Public. Thread-safe. Since 0.1.0.
 */
uint64_t indp_exponential_precision(const struct indp_exponential *mechanism);

/**
 * The precision in bits by the formula of the source note, (max(1, |utility_min|) + max(1,
 * |utility_max|)) z (y + bits of x) + max_outcomes, saturated; 0 if mechanism is NULL. Never below indp_exponential_precision, and often far above.
 * Nothing is computed at it. Public. Thread-safe. Since 0.1.0. Source: ilvento, Lemma 5.3.
 */
uint64_t indp_exponential_precision_note(const struct indp_exponential *mechanism);

/**
 * The precision in bits that the note's empirical determination finds: the first of 53, 106, 212,
 * ... at which every worst case is computed exactly. Takes time proportional to R times that
 * precision.
 * bits: receives it. Costs no privacy. Public. Returns INDP_OK, INDP_E_NULL,
 * INDP_E_PRECISION_REACH (before anything is computed), INDP_E_NO_MEMORY. Thread-safe. Since
 * 0.1.0. Source: ilvento, Algorithm 3 and Lemma 5.2.
 */
indp_status indp_exponential_precision_empirical(const struct indp_exponential *mechanism,
                                                 uint64_t *bits);

/**
 * Selects one of n outcomes. Costs the epsilon of eta (indp_eta_epsilon).
 * utilities: n of them; NaN and +infinity count as utility_max, -infinity as utility_min. The
 * sensitivity that eta was made for holds for them as doubles: one person moves none by more.
 * Computing them rounds (0.1 * 1536 - 0.1 * 1526 > 1): choose units in which they are integers.
 * index: receives 0 to n - 1.
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n is 0), INDP_E_OUTCOMES,
 * INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure index is untouched. Thread-safe. Since 0.1.0.
 */
indp_status indp_exponential_select(const struct indp_exponential *mechanism,
                                    const double *utilities,
                                    size_t n,
                                    size_t *index);

/**
 * Selects one of n groups: group i stands for `multiplicities[i]` outcomes that share utility i,
 * and is chosen with the probability of all of them. Utilities are integers, since outcomes
 * grouped by the data may not share a random rounding. Choose within the group uniformly; its
 * index stays private.
 * utilities: n of them. multiplicities: n of them, 0 for a group that is never chosen, or NULL for
 * all 1; their sum counts against max_outcomes.
 * index: receives 0 to n - 1. Costs the epsilon of eta (indp_eta_epsilon).
 * Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n or all multiplicities 0),
 * INDP_E_OUTCOMES, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure index is untouched. Thread-safe.
 * Since 0.1.0.
 */
indp_status indp_exponential_select_counted(const struct indp_exponential *mechanism,
                                            const int64_t *utilities,
                                            const uint64_t *multiplicities,
                                            size_t n,
                                            size_t *index);

/**
 * Selects one of n outcomes whose utilities a callback tells.
 * utility: called once for each outcome, 0 to n - 1 in order, on this thread, before anything is
 * drawn; writes the utility to out, then sets *done to INDP_CALLBACK_OK. Anything else ends the
 * call with INDP_E_UTILITY, and so does an out that was not written: before the call it is a NaN
 * of our own. It runs in the default floating-point environment; for what else holds of callbacks
 * see the top of this header.
 * ctx: passed to utility, may be NULL. index: receives 0 to n - 1. Costs the epsilon of eta
 * (indp_eta_epsilon).
 * Returns INDP_OK, INDP_E_NULL, INDP_E_EMPTY, INDP_E_OUTCOMES, INDP_E_UTILITY, INDP_E_ENTROPY,
 * INDP_E_NO_MEMORY; on failure index is untouched. Thread-safe. Since 0.1.0.
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
 * The error to expect: for every value in [-bound, bound], a release is within r of it with
 * probability 1 - alpha at least. In real arithmetic r is at most lambda ln(1 / alpha) + grid / 2,
 * and the smallest such double where bound >= r + grid.
 * mechanism: its parameters decide; nothing private is used.
 * alpha: how often the release may lie further off, strictly between 0 and 1.
 * out: receives r, in the unit of the values; infinity if it exceeds the doubles. It holds for
 * values of up to 2^53 grid steps; beyond, half a unit in the last place of the release comes on
 * top.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY. Thread-safe.
 * Since 0.1.0.
 * Source: docs/specification.md, Claim U1; covington-utility.
 */
indp_status indp_snapping_accuracy(const struct indp_snapping *mechanism,
                                   double alpha,
                                   double *out);

/**
 * The error to expect at one value, from the exact distribution of its releases: the smallest r
 * such that a release is within r of value with probability 1 - alpha at least.
 * value: a supposed, public value (r tells about it); NaN counts as 0, infinities as the largest
 * doubles. Outside of [-bound, bound] the distance to value itself is measured.
 * alpha, out: as in indp_snapping_accuracy. In float arithmetic a call takes time that grows with
 * the precision (indp_stop_when ends it): on an Intel Xeon of 2.6 GHz 14 ms at 53 bits, 0.2 s at
 * 118, 1.1 s at 256, 18 s at 1,024.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY. Thread-safe.
 * Since 0.1.0.
 * Source: docs/specification.md, Claim U2.
 */
indp_status indp_snapping_accuracy_at(const struct indp_snapping *mechanism,
                                      double value,
                                      double alpha,
                                      double *out);

/**
 * The privacy loss to ask for: the smallest double epsilon whose releases are within r of every
 * value in [-bound, bound] with probability 1 - alpha at least. The exact inverse of
 * indp_snapping_accuracy: the steps of the grid Lambda and, in float arithmetic, the redefinition
 * of epsilon are taken as they are.
 * sensitivity, bound, options (grid and float precision; may be NULL): as in indp_snapping_new.
 * alpha: strictly between 0 and 1.
 * r: positive, finite, in the unit of the values.
 * out: receives epsilon (base e).
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_ALPHA,
 * INDP_E_ACCURACY (r, or no epsilon reaches it), INDP_E_NO_MEMORY; in float arithmetic also
 * INDP_E_FLOAT_BOUND (infinite), INDP_E_FLOAT_GRID. Thread-safe. Since 0.1.0. Source: Claim U4.
 */
indp_status indp_snapping_epsilon_for_accuracy(double sensitivity,
                                               double bound,
                                               double alpha,
                                               double r,
                                               const struct indp_options *options,
                                               double *out);

/**
 * Bias, variance and mean absolute error of a release at one value, from the exact distribution,
 * as doubles.
 * value: a supposed, public value; as in indp_snapping_accuracy_at. In float arithmetic a call
 * takes about a tenth of a second, more at high precision.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NO_MEMORY.
 * Thread-safe. Since 0.1.0. Source: docs/specification.md, Claim U2.
 */
indp_status indp_snapping_moments(const struct indp_snapping *mechanism,
                                  double value,
                                  struct indp_moments *out);

/**
 * Bounds for the four cases in which clamps bind or do not, rounded up. For a value in
 * [-bound, bound] the inner clamp does not bind, and inner is unclamped.
 * value: a supposed, public value; as in indp_snapping_accuracy_at. alpha: strictly between 0 and
 * 1.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_ALPHA,
 * INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
 * Source: covington-utility, section 3, whose last two cases are open there.
 */
indp_status indp_snapping_distance(const struct indp_snapping *mechanism,
                                   double value,
                                   double alpha,
                                   struct indp_distance *out);

/**
 * The error to expect from indp_state_release of a count with the same epsilon and options: with
 * probability 1 - alpha at least the release is within out of the exact count. Only
 * rows_per_person is read from the state, which may be empty.
 * alpha: strictly between 0 and 1. In float arithmetic: for counts up to the bound of the release.
 * out: receives a whole number on the default grid; infinity if it exceeds the doubles.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, and for parameters
 * as indp_state_release.
 * Since 0.1.0. Source: docs/specification.md, Claims U1 and A2.
 */
indp_status indp_count_accuracy(const void *state,
                                double epsilon,
                                double alpha,
                                const struct indp_options *options,
                                double *out);

/**
 * The error to expect from indp_state_release of a sum with the same epsilon and options: with
 * probability 1 - alpha at least the release is within out of the exact sum of the clamped values.
 * Only public parameters are read from the state, which may be empty.
 * alpha: strictly between 0 and 1. In float arithmetic: for sums up to the bound of the release.
 * Sums of more than 2^53 grid steps: as in indp_snapping_accuracy.
 * out: in the unit of the values; infinity if it exceeds the doubles.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, and for parameters
 * as indp_state_release.
 * Since 0.1.0. Source: docs/specification.md, Claims U1 and A2.
 */
indp_status indp_sum_accuracy(const void *state,
                              double epsilon,
                              double alpha,
                              const struct indp_options *options,
                              double *out);

/**
 * The proven bound on the loss of one release (base e) for all neighbouring values, rounded up:
 * indp_snapping_loss.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL. Thread-safe. Since 0.1.0. Source: Claims S1 and
 * F1.
 */
indp_status indp_audit_bound(const struct indp_snapping *mechanism, double *out);

/**
 * The exact loss between two values, of the releases as this library computes them: for each
 * output and sign the U that lead to it form an interval, whose ends bisection finds with
 * indp_snapping_release. What indp_snapping_release_many gives for the value, and both kinds of
 * logarithms, those of single words and those that words of the operating system come with, must
 * then agree on both sides of each end, at several distances: an end counts as wrong otherwise.
 * That is no proof for every U. No random word is drawn. An output is a double: multiples of the
 * grid that become one double are one output.
 * f, g: two supposed, public values, finite, at most the sensitivity apart once clamped.
 * most_outputs: all outputs are examined where 2 bound / grid is at most this, else a list of some
 * sixty; 0 for 2^20.
 * indp_stop_when ends a call; the time of an output, on an Intel Xeon of 2.6 GHz, in float
 * arithmetic: 3 ms at 53 bits, 16 ms at 118, 60 ms at 256, 0.6 s at 1,024, over a minute at 4,096;
 * in real arithmetic 8 ms.
 * out: receives what was found.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NEIGHBOURS,
 * INDP_E_AUDIT_REACH, INDP_E_NO_MEMORY.
 * Thread-safe. Since 0.1.0. Source: Claims V2 and V3; liu, sections 3 to 5.
 */
indp_status indp_audit_pair(const struct indp_snapping *mechanism,
                            double f,
                            double g,
                            uint64_t most_outputs,
                            struct indp_audit *out);

/**
 * As indp_audit_pair, for integers that indp_snapping_release_int64 releases: an output is an
 * integer, saturated.
 * f, g: two supposed, public values, at most the sensitivity apart once clamped. out: its values
 * and its output are the nearest doubles.
 * Costs no privacy. Returns as indp_audit_pair, and for parameters as indp_snapping_release_int64.
 * Thread-safe. Since 0.1.0.
 */
indp_status indp_audit_pair_int64(const struct indp_snapping *mechanism,
                                  int64_t f,
                                  int64_t g,
                                  uint64_t most_outputs,
                                  struct indp_audit *out);

/**
 * The largest exact loss between neighbours among the critical values of a range: its ends and
 * middle, zero, the middle and the edges of cells there, and their neighbours one sensitivity
 * away, or at the end of a shorter range. Values beyond the bound are clamped. Searched, not
 * exhaustive: out->bound is what is proven for all.
 * low, high: finite, low <= high. most_outputs, out: as in indp_audit_pair, which this calls up to
 * some twenty times.
 * Costs no privacy. Returns as indp_audit_pair, INDP_E_NEIGHBOURS also for an empty range.
 * Thread-safe. Since 0.1.0.
 */
indp_status indp_audit_range(const struct indp_snapping *mechanism,
                             double low,
                             double high,
                             uint64_t most_outputs,
                             struct indp_audit *out);

/**
 * The probability of one output: of the multiple of the grid nearest to it, with those that become
 * the same double, or of the bound with everything beyond.
 * value: a supposed, public value, finite. output: finite.
 * probability: receives the nearest double. log_probability: receives its natural logarithm, also
 * where the probability is below the doubles; may be NULL.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_NEIGHBOURS (not finite),
 * INDP_E_AUDIT_REACH, INDP_E_NO_MEMORY.
 * Thread-safe. Since 0.1.0.
 */
indp_status indp_audit_probability(const struct indp_snapping *mechanism,
                                   double value,
                                   double output,
                                   double *probability,
                                   double *log_probability);

/**
 * What an audit found, with the parameters, as JSON: one object, ASCII, NUL-terminated. Infinities
 * and NaN are null.
 * audit: from indp_audit_pair or indp_audit_range with the same mechanism.
 * buffer, size: where to write; (NULL, 0) only asks for the length.
 * length: receives the length without the NUL; may be NULL.
 * Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_BUFFER (size is not
 * above the length, nothing written), INDP_E_LENGTH, INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
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
