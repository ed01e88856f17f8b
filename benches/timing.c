/* Tests whether the time of a call depends on private values. As in dudect, calls of two classes
 * alternate at random, and Welch's t-test compares their times. The classes differ in private
 * values that an observer of the time must not be able to distinguish. For each test the program
 * computes t over all calls, and then again over only the calls below a quantile of the times, for
 * each of 7 quantiles. It prints the t with the largest absolute value of these 8.
 *
 * If time reveals nothing, each of the 8 values of |t| exceeds 4.5 with probability 7e-6, and at
 * least one of them does with probability below 6e-5. */
#include "harness.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <x86intrin.h>
static inline uint64_t ticks(void)
{
    uint64_t t;
    _mm_lfence();
    t = __rdtsc();
    _mm_lfence();
    return t;
}
static inline void drain(void)
{
    _mm_mfence();
}
#else
static inline void drain(void)
{
}

static inline uint64_t ticks(void)
{
    return (uint64_t)now();
}
#endif

enum { WARM_UP = 10000, CUTS = 8 };
static const double CUT[CUTS] = { 1, 0.999, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25 };

struct test {
    const char *name;
    void (*run)(const struct test *test, const double *input);
    const void *handle;
    const double *values[2];
    size_t n;
    int by_output; /* if set, the classes are small and large noise, not two inputs */
    int may_fail;  /* if set, run is a plain C loop, which should show a difference */
};

/* A test of two inputs. */
#define PAIR(NAME, RUN, HANDLE, ONE, OTHER, N, BY_OUTPUT, MAY_FAIL) \
    { NAME, RUN, HANDLE, { ONE, OTHER }, N, BY_OUTPUT, MAY_FAIL }

static uint64_t generator = 0x9e3779b97f4a7c15u;

static uint64_t random_word(void)
{
    generator ^= generator << 13;
    generator ^= generator >> 7;
    return generator ^= generator << 17;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Copies the input of a class to a buffer that all calls read. The copy reads the inputs of both
 * classes and waits until its stores have reached the cache. So neither addresses nor the state of
 * the caches depend on the class. */
static void choose(double *input, const struct test *test, int class)
{
    const uint64_t mask = (uint64_t)0 - (uint64_t)class;
    size_t i;
    for (i = 0; i < test->n; i++) {
        uint64_t zero, one;
        memcpy(&zero, &test->values[0][i], sizeof zero);
        memcpy(&one, &test->values[1][i], sizeof one);
        zero = (zero & ~mask) | (one & mask);
        memcpy(&input[i], &zero, sizeof zero);
    }
    drain();
}

/* Returns Welch's t of the calls that took at most this many ticks. */
static double welch(const uint32_t *spent, const unsigned char *class, size_t n, uint32_t most)
{
    double count[2] = { 0, 0 }, mean[2] = { 0, 0 }, squares[2] = { 0, 0 };
    size_t i;
    for (i = 0; i < n; i++) {
        int c = class[i];
        double d;
        if (spent[i] > most)
            continue;
        d = spent[i] - mean[c];
        count[c] += 1;
        mean[c] += d / count[c];
        squares[c] += d * (spent[i] - mean[c]);
    }
    if (count[0] < 2 || count[1] < 2)
        return 0;
    return (mean[0] - mean[1]) / sqrt(squares[0] / (count[0] - 1) / count[0] +
                                      squares[1] / (count[1] - 1) / count[1] + 1e-12);
}

/* Measures n calls, prints the result, and returns the largest |t|. */
static double measure(const struct test *test, size_t n)
{
    uint32_t *spent = room(n * sizeof *spent), *sorted = room(n * sizeof *sorted);
    unsigned char *class = room(n);
    double *far = room(n * sizeof *far), largest = 0, middle[2] = { 0, 0 }, where = 1;
    static double input[4096];
    size_t i;
    int c;
    for (i = 0; i < WARM_UP + n; i++) {
        int own = (int)(random_word() >> 63);
        uint64_t start, end;
        choose(input, test, own);
        start = ticks();
        test->run(test, input);
        end = ticks() - start;
        if (i < WARM_UP)
            continue;
        spent[i - WARM_UP] = end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
        class[i - WARM_UP] = (unsigned char)own;
        far[i - WARM_UP] = fabs(bench_sink - test->values[own][0]);
    }
    if (test->by_output) {
        double *order = room(n * sizeof *order);
        memcpy(order, far, n * sizeof *order);
        qsort(order, n, sizeof *order, by_value);
        for (i = 0; i < n; i++)
            class[i] = far[i] > order[n / 2];
        free(order);
    }
    memcpy(sorted, spent, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    for (c = 0; c < CUTS; c++) {
        double t = welch(spent, class, n, sorted[(size_t)(CUT[c] * (double)(n - 1))]);
        if (fabs(t) > fabs(largest)) {
            largest = t;
            where = CUT[c];
        }
    }
    for (c = 0; c < 2; c++) {
        size_t count = 0;
        for (i = 0; i < n; i++)
            if (class[i] == c)
                sorted[count++] = spent[i];
        qsort(sorted, count, sizeof *sorted, by_size);
        middle[c] = sorted[count / 2];
    }
    printf("  %-58s t = %7.2f at %5.1f %%   medians %6.0f %6.0f ticks   %s\n", test->name, largest,
           100 * where, middle[0], middle[1],
           fabs(largest) < 4.5 ? "no difference"
           : test->may_fail    ? "DIFFERENCE, as expected"
                               : "DIFFERENCE");
    free(spent);
    free(sorted);
    free(class);
    free(far);
    return fabs(largest);
}

static void release(const struct test *test, const double *input)
{
    double out;
    must(indp_snapping_release(test->handle, *input, &out));
    bench_sink = out;
}

static void release_many(const struct test *test, const double *input)
{
    static double out[4096];
    must(indp_snapping_release_many(test->handle, input, test->n, out));
    bench_sink = out[0];
}

static void select_doubles(const struct test *test, const double *input)
{
    size_t index;
    must(indp_exponential_select(test->handle, input, test->n, &index));
    bench_sink = (double)index;
}

/* Selects among groups of 99, 1, 99, 1, ... outcomes. */
static void select_groups(const struct test *test, const double *input)
{
    int64_t utilities[64];
    uint64_t many[64];
    size_t index, i;
    for (i = 0; i < test->n; i++) {
        utilities[i] = (int64_t)input[i];
        many[i] = i % 2 ? 1 : 99;
    }
    must(indp_exponential_select_counted(test->handle, utilities, many, test->n, &index));
    bench_sink = (double)index;
}

static void add_many(const struct test *test, const double *input)
{
    unsigned char state[INDP_SUM_STATE_SIZE];
    must(indp_sum_init(state, sizeof state, 0, 1000, 0, 1));
    must(indp_state_add_many(state, input, test->n));
    bench_sink = state[40];
}

static void add_one(const struct test *test, const double *input)
{
    unsigned char state[INDP_SUM_STATE_SIZE];
    int i;
    (void)test;
    must(indp_sum_init(state, sizeof state, 0, 1000, 0, 1));
    for (i = 0; i < 8; i++)
        must(indp_state_add(state, *input));
    bench_sink = state[40];
}

/* These inputs are a zero and the bytes of a state. A state can be released once, so each call
 * releases a copy. */
static void *state_of(const struct test *test, const double *input)
{
    static unsigned char state[8 * 4096];
    memcpy(state, input + 1, (test->n - 1) * sizeof *input);
    return state;
}

static void release_count(const struct test *test, const double *input)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    must(indp_state_release_value(state_of(test, input), 0.5, NULL, &value));
    bench_sink = (double)value.integer;
}

static void release_counts(const struct test *test, const double *input)
{
    int64_t out[512];
    size_t cells;
    void *state = state_of(test, input);
    must(indp_state_counts(state, &cells));
    must(indp_state_release_counts(state, 0.5, NULL, out, cells));
    bench_sink = (double)out[0];
}

/* The usual exponential mechanism, whose plain loop exits at the selected outcome. Its time
 * depends on the position of that outcome. The test should report this dependence, which shows
 * that it can detect a difference. */
static void plain_pick(const struct test *test, const double *input)
{
    double sum = 0, s = drand48(), total = 0;
    size_t i;
    for (i = 0; i < test->n; i++)
        total += exp2(-input[i]);
    for (i = 0; i < test->n; i++)
        if ((sum += exp2(-input[i])) > s * total)
            break;
    bench_sink = (double)i;
}

static indp_snapping *snapping(double grid, uint32_t precision)
{
    indp_options *options;
    indp_snapping *made;
    must(indp_options_new(&options));
    if (grid > 0)
        must(indp_options_set_grid(options, grid));
    must(indp_options_set_float_precision(options, precision));
    must(indp_snapping_new(1, 1, 1024, options, &made));
    indp_options_free(options);
    return made;
}

static indp_exponential *exponential(int64_t range, size_t n, int32_t selection)
{
    static const indp_eta eta = { 1, 1, 1 };
    indp_options *options;
    indp_exponential *made;
    must(indp_options_new(&options));
    must(indp_options_set_selection(options, selection));
    must(indp_exponential_new(&eta, 0, range, n, options, &made));
    indp_options_free(options);
    return made;
}

/* Each input begins on its own page, so that copying takes equally long for all inputs. */
static double *page(size_t n)
{
    void *made = NULL;
    if (posix_memalign(&made, 4096, (n * sizeof(double) + 4095) / 4096 * 4096) != 0)
        exit(1);
    return made;
}

/* Makes utilities: outcome `place` has utility `one`, and all others have utility `others`. */
static const double *utilities(size_t n, double one, size_t place, double others)
{
    double *made = page(n);
    size_t i;
    for (i = 0; i < n; i++)
        made[i] = i == place ? one : others;
    return made;
}

/* Makes ascending utilities that are spread over the range. */
static const double *spread(size_t n, double range)
{
    double *made = page(n);
    size_t i;
    for (i = 0; i < n; i++)
        made[i] = floor(range * (double)i / (double)n);
    return made;
}

/* Makes the same utilities as `spread`, but in a random order that no branch predictor can
 * learn. */
static const double *shuffled(size_t n, double range)
{
    double *made = page(n);
    size_t i, j;
    for (i = 0; i < n; i++) {
        j = (size_t)(random_word() % (i + 1));
        made[i] = made[j];
        made[j] = floor(range * (double)i / (double)n);
    }
    return made;
}

/* Makes the input of a release of counts. */
enum { EDGES = 64 };
static double *input_of(size_t size, void **state)
{
    double *made = page(1 + (size + 7) / 8);
    made[0] = 0;
    *state = made + 1;
    return made;
}

static const double *count_of(uint64_t rows, size_t *n)
{
    void *state;
    double *made = input_of(INDP_COUNT_STATE_SIZE, &state);
    must(indp_count_init(state, INDP_COUNT_STATE_SIZE, 1));
    must(indp_count_add_many(state, rows));
    *n = 1 + (INDP_COUNT_STATE_SIZE + 7) / 8;
    return made;
}

static const double *histogram_of(const double *values, size_t rows, size_t *n)
{
    double edges[EDGES], *made;
    void *state;
    size_t size, i;
    for (i = 0; i < EDGES; i++)
        edges[i] = (double)i;
    must(indp_histogram_size(EDGES, &size));
    made = input_of(size, &state);
    must(indp_histogram_init(state, size, edges, EDGES, 1));
    must(indp_state_add_many(state, values, rows));
    *n = 1 + (size + 7) / 8;
    return made;
}

int main(int argc, char **argv)
{
    const double *zero = utilities(1, 0, 0, 0), *bound = utilities(1, 1024, 0, 0);
    const double *odd = utilities(1, 333.3333, 0, 0), *below = utilities(1, -1e-300, 0, 0);
    const indp_snapping *own, *fine, *floats;
    size_t n, different = 0, i;
    bench_start(argc, argv);
    n = bench_tiny ? 2000 : 2000000;
    own = snapping(0, 0);
    fine = snapping(1.0 / 1024, 0);
    floats = snapping(0, 118);
    {
        size_t few = 10, more = 1000, groups = 20;
        const int32_t drawn = INDP_SELECTION_EXPONENTIAL, flipped = INDP_SELECTION_PERMUTE_AND_FLIP;
        const indp_exponential *ten = exponential(10, few, drawn),
                               *thousand = exponential(10, more, drawn);
        const indp_exponential *wide = exponential(100000, more, drawn);
        const indp_exponential *coins = exponential(10, more, flipped),
                               *far = exponential(100000, more, flipped);
        const double *zeros = utilities(more, 0, 0, 0), *most = utilities(more, 1000, 0, 1000);
        const double *best_first = utilities(more, 0, 0, 10),
                     *best_last = utilities(more, 0, more - 1, 10);
        const double *best_twentieth = utilities(more, 0, groups - 1, 10);
        const double *tenth = utilities(few, 0, 0, 10),
                     *tenth_last = utilities(few, 0, few - 1, 10);
        const double *tiny = utilities(more, 1e-310, 0, 1e-310),
                     *nans = utilities(more, NAN, 0, NAN);
        size_t of_count, of_histogram;
        const double *none = count_of(0, &of_count), *million = count_of(1000000, &of_count);
        const double *empty = histogram_of(zeros, 0, &of_histogram),
                     *full = histogram_of(spread(more, EDGES), more, &of_histogram);
        const struct test tests[] = {
            PAIR("(a) release, f = 0 against B", release, own, zero, bound, 1, 0, 0),
            PAIR("(a) release, f = 0 against 333.3333", release, own, zero, odd, 1, 0, 0),
            PAIR("(a) release, f = 0 against -1e-300", release, own, zero, below, 1, 0, 0),
            PAIR("(a) release, grid Lambda/1024, f = 0 against B", release, fine, zero, bound, 1, 0,
                 0),
            PAIR("(a) release, float p = 118, f = 0 against B", release, floats, zero, bound, 1, 0,
                 0),
            PAIR("(a) release_many, 1000 zeros against 1000 bounds", release_many, own, zeros, most,
                 more, 0, 0),
            PAIR("(a) release_many, 1000 zeros against 1000 NaNs", release_many, own, zeros, nans,
                 more, 0, 0),
            PAIR("(a) release_many, 1000 zeros against 1000 subnormal numbers", release_many, own,
                 zeros, tiny, more, 0, 0),
            PAIR("(b) release, small against large noise", release, own, odd, odd, 1, 1, 0),
            PAIR("(b) release, grid Lambda/1024, small against large noise", release, fine, odd,
                 odd, 1, 1, 0),
            PAIR("(b) release, float p = 118, small against large noise", release, floats, odd, odd,
                 1, 1, 0),
            PAIR("(c) select, 10 outcomes, concentrated against flat", select_doubles, ten, tenth,
                 zeros, few, 0, 0),
            PAIR("(c) select, 10 outcomes, winner first against last", select_doubles, ten, tenth,
                 tenth_last, few, 0, 0),
            PAIR("(c) select, 1000 outcomes, concentrated against flat", select_doubles, thousand,
                 best_first, zeros, more, 0, 0),
            PAIR("(c) select, 1000 outcomes, flat against spread", select_doubles, thousand, zeros,
                 spread(more, 11), more, 0, 0),
            PAIR("(c) select, 1000 outcomes, winner first against last", select_doubles, thousand,
                 best_first, best_last, more, 0, 0),
            PAIR("(c) select, range 10^5, concentrated against flat", select_doubles, wide,
                 best_first, zeros, more, 0, 0),
            PAIR("(c) select, range 10^5, flat against spread", select_doubles, wide, zeros,
                 spread(more, 100001), more, 0, 0),
            PAIR("(e) flip, 10 outcomes, concentrated against flat", select_doubles, coins, tenth,
                 zeros, few, 0, 0),
            PAIR("(e) flip, 10 outcomes, winner first against last", select_doubles, coins, tenth,
                 tenth_last, few, 0, 0),
            PAIR("(e) flip, 1000 outcomes, concentrated against flat", select_doubles, coins,
                 best_first, zeros, more, 0, 0),
            PAIR("(e) flip, 1000 outcomes, flat against spread", select_doubles, coins, zeros,
                 spread(more, 11), more, 0, 0),
            PAIR("(e) flip, 1000 outcomes, spread against shuffled", select_doubles, coins,
                 spread(more, 11), shuffled(more, 11), more, 0, 0),
            PAIR("(e) flip, 1000 outcomes, winner first against last", select_doubles, coins,
                 best_first, best_last, more, 0, 0),
            PAIR("(e) flip, range 10^5, concentrated against flat", select_doubles, far, best_first,
                 zeros, more, 0, 0),
            PAIR("(e) flip, range 10^5, flat against spread", select_doubles, far, zeros,
                 spread(more, 100001), more, 0, 0),
            PAIR("(e) flip, 20 groups, concentrated against flat", select_groups, coins, best_first,
                 zeros, groups, 0, 0),
            PAIR("(e) flip, 20 groups, winner first against last", select_groups, coins, best_first,
                 best_twentieth, groups, 0, 0),
            PAIR("(d) add_many, 1000 zeros against 1000 bounds", add_many, NULL, zeros, most, more,
                 0, 0),
            PAIR("(d) add_many, 1000 zeros against 1000 subnormal numbers", add_many, NULL, zeros,
                 tiny, more, 0, 0),
            PAIR("(d) add, 8 zeros against 8 bounds", add_one, NULL, zeros, most, 1, 0, 0),
            PAIR("(f) count, 0 rows against 1000000", release_count, NULL, none, million, of_count,
                 0, 0),
            PAIR("(f) count, small against large noise", release_count, NULL, none, none, of_count,
                 1, 0),
            PAIR("(f) histogram, no rows against rows in 64 cells", release_counts, NULL, empty,
                 full, of_histogram, 0, 0),
            PAIR("for comparison: a plain pick, winner first against last", plain_pick, NULL,
                 best_first, best_last, more, 0, 1),
        };
        printf("Welch's t, %lu calls of two classes in random order; from 4.5 on, time depends on "
               "the class\n",
               (unsigned long)n);
        for (i = 0; i < sizeof tests / sizeof *tests; i++) {
            int slow = tests[i].n > 10;
            double t = measure(&tests[i], slow && !bench_tiny ? n / 2 : n);
            different += t >= 4.5 && !tests[i].may_fail;
        }
    }
    printf("%lu lines show a difference\n", (unsigned long)different);
    return 0;
}
