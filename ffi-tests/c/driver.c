/* Calls the exported functions at random. Usage: driver [SEED [STEPS]]. Most arguments come from a
 * list of edge cases. Each array and state is a separate block of exactly the size that is passed,
 * so that a memory checker detects every access past its end. Sometimes outputs are NULL, entropy
 * fails, or bits of serialised states are flipped. A call may return any known status except
 * INDP_E_PANIC and INDP_E_BUSY. A failed call must not change its outputs. INDP_TEST_EFFORT
 * multiplies the number of steps. */
#include "../tape.h"

#ifdef SHORT_STATES /* a broken driver, which a memory checker must detect */
#define SHORT 1
#else
#define SHORT 0
#endif

static uint64_t state = 1;

static uint64_t random64(void)
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t below(size_t n)
{
    return (size_t)(random64() % n);
}

/* ---- arguments ------------------------------------------------------------------------------- */
static double number(void)
{
    static const double edges[] = {
        0,    -0.0,   1,     -1,     0.5,    2,   1e-3, 3.7, 10, 100, -100, 1e15, 9007199254740993.,
        1e18, -1e300, 1e308, 5e-324, 1e-300, 0.05
    };
    switch (below(8)) {
    case 0: return double_of(random64());
    case 1: return (double)below(200) - 100;
    default: return edges[below(sizeof edges / sizeof *edges)];
    }
}

/* A number that is positive in most cases, so that constructors often accept it. */
static double positive(void)
{
    return below(4) ? 0.25 * (double)(1 + below(40)) : number();
}

static uint64_t whole(void)
{
    static const uint64_t edges[] = {
        0, 1, 1, 1, 2, 3, 7, 100, 4096, UINT64_C(1) << 31, UINT64_C(1) << 62, UINT64_MAX, INT64_MAX
    };
    return below(8) ? edges[below(sizeof edges / sizeof *edges)] : random64();
}

/* Outputs that must not change if a call fails. */
static double touched_double;
static int64_t touched_integer;
static indp_status last;

static void status_is(indp_status status)
{
    static const char unknown[] = "unknown";
    last = status;
    CHECK(status == INDP_OK ||
          strncmp(indp_status_message(status), unknown, sizeof unknown - 1) != 0);
    CHECK(strncmp(indp_status_name(status), status == INDP_OK ? "INDP_OK" : "INDP_E_", 7) == 0);
    CHECK(status != INDP_E_PANIC && status != INDP_E_BUSY);
}

/* Whether the output pointer of the current call is NULL. Such a call must not return INDP_OK. */
static int is_null;

static void *or_null(void *out)
{
    is_null = below(12) == 0;
    return is_null ? NULL : out;
}

static double *some_double(void)
{
    return or_null(&touched_double);
}

static void gives_double(indp_status status)
{
    status_is(status);
    CHECK(status == INDP_OK ? !is_null : is_untouched(touched_double));
    touched_double = UNTOUCHED;
}

static int64_t *some_integer(void)
{
    return or_null(&touched_integer);
}

static void gives_integer(indp_status status)
{
    status_is(status);
    CHECK(status == INDP_OK ? !is_null : touched_integer == 77);
    touched_integer = 77;
}

/* An output block of exactly the size that is passed, filled with a pattern. */
static unsigned char *touched_block;
static size_t touched_size, touched_from;

static void *some_block(size_t size)
{
    touched_block = malloc(size);
    touched_size = size;
    touched_from = 0;
    memset(touched_block, 0x5a, size);
    return or_null(touched_block);
}

/* A structure that begins with its size, which is sometimes set too small. */
static void *some_struct(size_t size)
{
    void *out = some_block(size);
    size -= below(12) == 0 ? 1 + below(20) : 0;
    memcpy(touched_block, &size, sizeof size);
    touched_from = sizeof size;
    return out;
}

static void gives_block(indp_status status, void *copy)
{
    size_t i;
    status_is(status);
    for (i = touched_from; i < touched_size && status != INDP_OK; i++)
        CHECK(touched_block[i] == 0x5a);
    CHECK(status != INDP_OK || !is_null);
    if (status == INDP_OK && copy != NULL)
        memcpy(copy, touched_block, touched_size);
    free(touched_block);
}

/* ---- objects --------------------------------------------------------------------------------- */
enum { KEPT = 6 };
static indp_options *options[KEPT];
static indp_snapping *snapping[KEPT];
static indp_exponential *exponential[KEPT];
static unsigned char *states[KEPT];
static size_t sizes[KEPT];
static struct tape tape;
static int32_t stop;

static double *array(size_t n)
{
    double *made = malloc(n ? n * sizeof *made : 1);
    size_t i;
    for (i = 0; i < n; i++)
        made[i] = number();
    return made;
}

/* Makes a new state in slot i, usually with the length that the library requests. The slot is
 * empty if the library refuses the state. */
static void new_state(size_t i)
{
    static const uint8_t text[] = "abc";
    static const size_t fixed[] = { INDP_COUNT_STATE_SIZE,  INDP_SUM_STATE_SIZE,
                                    INDP_MEAN_STATE_SIZE,   INDP_VARIANCE_STATE_SIZE,
                                    INDP_STDDEV_STATE_SIZE, INDP_QUANTILE_STATE_SIZE };
    double lo = number(), hi = below(3) ? lo + positive() : number(),
           grid = below(4) ? 0 : number();
    uint64_t rows = whole();
    double edge[4] = { -1, 0.5, 2, 1e9 };
    size_t edges = below(4);
    size_t kind = below(9), size = kind < 6 ? fixed[kind] : 0, n = below(4);
    indp_category list[4];
    indp_status status = INDP_OK;
    if (below(4) == 0)
        edge[below(4)] = number();
    memset(list, 0, sizeof list);
    list[0].integer = (int64_t)random64();
    list[1].text = text;
    list[1].length = below(4);
    list[2].integer = 5;
    if (kind == 6) {
        gives_block(indp_mode_size(list, n, some_block(sizeof size)), &size);
        status = last;
    }
    if (kind == 7) {
        gives_block(indp_histogram_size(edges, some_block(sizeof size)), &size);
        status = last;
    }
    if (kind == 8) {
        gives_block(indp_bounds_size(below(2) ? edge : NULL, edges, lo, some_block(sizeof size)),
                    &size);
        status = last;
    }
    if (kind == 5 && below(2))
        size += 4 * below(50);
    if (below(10) == 0)
        size = below(120);
    free(states[i]);
    states[i] = malloc(size > SHORT ? size - SHORT : 1);
    sizes[i] = size;
    memset(states[i], (int)below(256), size > SHORT ? size - SHORT : 1);
    if (status == INDP_OK)
        switch (kind) {
        case 0: status = indp_count_init(states[i], size, rows); break;
        case 1: status = indp_sum_init(states[i], size, lo, hi, grid, rows); break;
        case 2: status = indp_mean_init(states[i], size, lo, hi, grid, rows); break;
        case 3: status = indp_variance_init(states[i], size, lo, hi, grid, rows); break;
        case 4: status = indp_stddev_init(states[i], size, lo, hi, grid, rows); break;
        case 5:
            status = indp_quantile_init(states[i], size, below(3) ? 0.5 : number(), lo, hi,
                                        below(3) ? below(300) : whole(), rows);
            break;
        case 6: status = indp_mode_init(states[i], size, list, n, rows); break;
        case 7: status = indp_histogram_init(states[i], size, edge, edges, rows); break;
        default:
            status = indp_bounds_init(states[i], size, below(2) ? edge : NULL, edges, lo, rows);
            break;
        }
    status_is(status);
    if (status != INDP_OK) {
        free(states[i]);
        states[i] = NULL;
    }
}

/* Serialises one state, sometimes corrupts the bytes, and reads them into slot i. */
static void travel(size_t from, size_t i)
{
    size_t size = 0, needed = 0;
    unsigned char *bytes;
    gives_block(indp_state_size(states[from], some_block(sizeof size)), &size);
    if (last != INDP_OK || size > 1 << 20)
        return;
    bytes = malloc(size ? size : 1);
    status_is(indp_state_serialise(states[from], below(20) ? bytes : NULL, size));
    if (last == INDP_OK) {
        size_t at = below(2) ? below(size) : below(8);
        int flipped = below(2), shorter = below(8) == 0;
        if (flipped)
            bytes[at] ^= (unsigned char)(1 << (at == 6 && below(2) ? 0 : below(8)));
        if (shorter)
            size -= below(size + 1);
        gives_block(indp_state_deserialised_size(below(20) ? bytes : NULL, size,
                                                 some_block(sizeof needed)),
                    &needed);
        /* All states of a kind begin with the same 8 bytes, so a flipped bit in these must be
         * refused. Byte 5 is the kind itself, and may become another kind. */
        CHECK(last != INDP_OK || !flipped || at == 5 || at > 7);
        if (last == INDP_OK && needed <= 1 << 20 && i != from) {
            free(states[i]);
            states[i] = malloc(needed ? needed : 1);
            sizes[i] = needed;
            status_is(indp_state_deserialise(states[i], needed, bytes, size));
            if (last != INDP_OK) {
                free(states[i]);
                states[i] = NULL;
            }
        }
    }
    free(bytes);
}

static void room(size_t i)
{
    size_t size = 0;
    gives_block(indp_state_room(states[i], below(3) ? below(100) : whole(),
                                some_block(sizeof size)),
                &size);
    if (last != INDP_OK || size > 1 << 20 || size < sizes[i])
        return;
    states[i] = realloc(states[i], size);
    sizes[i] = size;
    status_is(indp_state_resized(states[i], size));
}

static void write_utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)outcome;
    if (below(500))
        *out = number();
    *done = *(int *)ctx;
}

static void select_some(const indp_exponential *e)
{
    size_t n = below(30), index = 77, i;
    double *utilities = array(n);
    int64_t *integers = malloc((n + 1) * sizeof *integers);
    uint64_t *many = malloc((n + 1) * sizeof *many);
    int fails = below(4) == 0 ? (int)below(3) : INDP_CALLBACK_OK;
    for (i = 0; i < n; i++) {
        integers[i] = (int64_t)whole();
        many[i] = whole();
    }
    switch (below(3)) {
    case 0:
        status_is(indp_exponential_select(e, below(20) ? utilities : NULL, n, or_null(&index)));
        break;
    case 1:
        status_is(indp_exponential_select_counted(e, below(20) ? integers : NULL,
                                                  below(2) ? many : NULL, n, or_null(&index)));
        break;
    default:
        status_is(indp_exponential_select_by(e, below(20) ? write_utility : NULL, &fails, n,
                                             or_null(&index)));
        break;
    }
    CHECK(last == INDP_OK ? index < n && !is_null : index == 77);
    free(utilities);
    free(integers);
    free(many);
}

static void release_some(const indp_snapping *m)
{
    size_t n = below(600), i;
    double *values = array(n), *out = below(2) ? values : array(n);
    if (below(20) == 0) {
        status_is(indp_snapping_release_many(m, below(2) ? values : NULL, n, NULL));
        CHECK(last != INDP_OK || n == 0);
    }
    status_is(indp_snapping_release_many(m, values, n, out));
    for (i = 0; i < n && last != INDP_OK && last != INDP_E_NULL; i++)
        CHECK(out[i] != out[i]);
    if (out != values)
        free(out);
    free(values);
}

static void set_option(indp_options *o)
{
    static const uint32_t bits[] = { 0, 53, 60, 118, 52, 5000, INDP_PRECISION_AUTO };
    switch (below(10)) {
    case 6: status_is(indp_options_set_selection(o, (int32_t)below(5) - 1)); break;
    case 0: status_is(indp_options_set_float_precision(o, bits[below(7)])); break;
    case 1:
        status_is(indp_options_set_grid(o,
                                        below(2) ? power_of_two((int)below(80) - 40) : number()));
        break;
    case 2: status_is(indp_options_set_insecure_seed(o, random64())); break;
    case 3: status_is(indp_options_set_min_retries(o, (uint32_t)below(20))); break;
    case 4: status_is(indp_options_set_insecure_timing(o, (int32_t)below(2))); break;
    case 5: status_is(indp_options_set_empirical_precision(o, (int32_t)below(2))); break;
    default:
        status_is(indp_options_set_entropy_callback(o, below(8) ? tape_fill : NULL, &tape));
        break;
    }
}

static void audit(const indp_snapping *m)
{
    indp_audit found = empty_audit();
    size_t size = below(2) ? 2000 : 300 + below(400), length = 77;
    char *text;
    double a = number(), b = below(2) ? a + positive() : number(), log = UNTOUCHED;
    gives_double(indp_audit_bound(m, some_double()));
    if (indp_snapping_precision(m) > 128)
        return;
    gives_double(indp_audit_probability(m, a, b, some_double(), below(2) ? &log : NULL));
    CHECK(last == INDP_OK || is_untouched(log));
    if (below(20) == 0 && indp_snapping_precision(m) - 53 <= 7) /* other precisions take seconds */
        switch (below(8)) {
        case 0:
            gives_block(indp_audit_range(below(2) ? NULL : m, b, a, 1, some_struct(sizeof found)),
                        &found);
            break;
        case 1:
            gives_block(indp_audit_pair_int64(m, 5, 5 + (int64_t)below(3), 1,
                                              some_struct(sizeof found)),
                        &found);
            break;
        default: gives_block(indp_audit_pair(m, a, b, 1, some_struct(sizeof found)), &found); break;
        }
    text = malloc(size);
    text[0] = 'x';
    status_is(indp_audit_json(m, below(20) ? &found : NULL, text, size, below(2) ? &length : NULL));
    CHECK(last == INDP_OK ? strlen(text) < size && (length == 77 || length == strlen(text))
                          : text[0] == 'x' && length == 77);
    free(text);
}

static void accuracy(const indp_snapping *m)
{
    double alpha = below(3) ? 0.05 : number(), value = number();
    switch (indp_snapping_precision(m) > 128 ? 2 : below(7)) {
    case 0: gives_double(indp_snapping_accuracy(m, alpha, some_double())); break;
    case 1: gives_double(indp_snapping_accuracy_at(m, value, alpha, some_double())); break;
    case 2:
        gives_double(indp_snapping_epsilon_for_accuracy(positive(), positive(), alpha, positive(),
                                                        options[below(KEPT)], some_double()));
        break;
    case 3:
        gives_block(indp_snapping_moments(m, value, some_struct(sizeof(indp_moments))), NULL);
        break;
    case 4:
        gives_block(indp_snapping_distance(m, value, alpha, some_struct(sizeof(indp_distance))),
                    NULL);
        break;
    default:
        (void)(indp_snapping_lambda(m) + indp_snapping_grid(m) + indp_snapping_laplace_epsilon(m) +
               indp_snapping_loss(m) + indp_snapping_unit_roundoff(m) + indp_snapping_precision(m));
        break;
    }
}

/* Reads every byte of a label. */
static void read_label(const indp_value *value)
{
    static volatile unsigned char sum;
    size_t i;
    for (i = 0; i < value->length; i++)
        sum = (unsigned char)(sum + value->label[i]);
}

/* Releases a state, which may have been released before. */
static void release_state(size_t i)
{
    indp_value value = empty_value();
    double epsilon = positive();
    const indp_options *o = options[below(KEPT)];
    switch (below(14)) {
    case 13: status_is(indp_state_can_release_bounds(states[i], epsilon, o)); break;
    case 12: {
        double lo = UNTOUCHED, hi = UNTOUCHED;
        int32_t found = -7;
        status_is(indp_state_release_bounds(states[i], epsilon, o, below(20) ? &lo : NULL, &hi,
                                            &found));
        CHECK(last == INDP_OK ? lo <= hi && found >= 0 && found <= 3
                              : is_untouched(lo) && is_untouched(hi) && found == -7);
        break;
    }
    case 10: {
        int64_t out[9] = { -7, -7, -7, -7, -7, -7, -7, -7, -7 };
        size_t n = below(9), j;
        status_is(indp_state_release_counts(states[i], epsilon, o, below(20) ? out : NULL, n));
        for (j = last == INDP_OK ? n : 0; j < 9; j++)
            CHECK(out[j] == -7);
        break;
    }
    case 11: status_is(indp_state_can_release_counts(states[i], epsilon, o)); break;
    case 8: {
        static const double q[] = { 0.5, 0.1, 1, 0.25, 0, 0.5 };
        double out[6] = { -7.5, -7.5, -7.5, -7.5, -7.5, -7.5 };
        size_t n = below(7), j;
        status_is(indp_quantile_release_many(states[i], q, n, epsilon, o, out));
        for (j = 0; j < 6; j++)
            CHECK(last == INDP_OK && j < n ? out[j] == out[j] : out[j] == -7.5);
        break;
    }
    case 9: {
        double q[2];
        q[0] = below(3) ? 0.75 : number();
        q[1] = 0.5;
        status_is(indp_quantile_can_release_many(states[i], q, below(3), epsilon, o));
        break;
    }
    case 6: {
        indp_parts parts;
        memset(&parts, 0, sizeof parts);
        parts.struct_size = sizeof parts;
        gives_block(indp_state_release_parts(states[i], epsilon, o, some_struct(sizeof parts)),
                    &parts);
        CHECK(last != INDP_OK || parts.number == 2 || parts.number == 3);
        break;
    }
    case 0: status_is(indp_state_can_release(states[i], epsilon, o)); break;
    case 1: gives_double(indp_state_release(states[i], epsilon, o, some_double())); break;
    case 2:
    case 3:
        gives_block(indp_state_release_value(states[i], epsilon, o, some_struct(sizeof value)),
                    &value);
        CHECK(last != INDP_OK ||
              (value.tag >= INDP_VALUE_REAL && value.tag <= INDP_VALUE_CANDIDATE));
        read_label(&value);
        break;
    case 4: gives_double(indp_count_accuracy(states[i], epsilon, 0.05, o, some_double())); break;
    case 5: gives_double(indp_sum_accuracy(states[i], epsilon, 0.05, o, some_double())); break;
    default: gives_double(indp_sum_sensitivity(states[i], some_double())); break;
    }
}

/* Computes the errors to expect of a state's releases, and intervals around answers. */
static void expect(size_t i)
{
    const indp_options *o = options[below(KEPT)];
    double epsilon = positive(), alpha = below(3) ? 0.05 : number(), low = UNTOUCHED,
           high = UNTOUCHED, sums[4];
    uint64_t rows = below(3) ? 1000 : whole();
    switch (below(6)) {
    case 0:
        gives_double(indp_state_accuracy(states[i], rows, epsilon, alpha, o, some_double()));
        break;
    case 1:
        gives_double(indp_state_epsilon_for_accuracy(states[i], rows, alpha, positive(), o,
                                                     some_double()));
        break;
    case 2:
        gives_double(indp_mode_accuracy(below(2) ? 1 + below(20) : whole(), whole(), epsilon, alpha,
                                        o, some_double()));
        break;
    case 3:
        gives_double(indp_mode_epsilon_for_accuracy(below(2) ? 1 + below(20) : whole(), whole(),
                                                    alpha, positive(), o, some_double()));
        break;
    case 4:
        status_is(indp_state_interval(states[i], number(), epsilon, alpha, o,
                                      below(20) ? &low : NULL, &high));
        CHECK(last == INDP_OK ? low <= high : is_untouched(low) && is_untouched(high));
        break;
    default:
        sums[0] = number();
        sums[1] = number();
        sums[2] = number();
        sums[3] = 0;
        status_is(indp_parts_interval(states[i], number(), sums, 1 + below(4), positive(), alpha,
                                      &low, below(20) ? &high : NULL));
        CHECK(last == INDP_OK ? low <= high : is_untouched(low) && is_untouched(high));
        break;
    }
}

static void add(size_t i)
{
    size_t n = below(40);
    double *values = array(n);
    char *text = malloc(n ? n : 1);
    indp_value value = empty_value();
    memset(text, 'a', n ? n : 1);
    switch (below(17)) {
    case 14: gives_block(indp_histogram_edges(states[i], some_block(sizeof n)), NULL); break;
    case 15:
        gives_double(indp_histogram_edge(states[i], below(2) ? below(6) : (size_t)whole(),
                                         some_double()));
        break;
    case 16: gives_block(indp_state_counts(states[i], some_block(sizeof n)), NULL); break;
    case 9:
        gives_block(indp_state_rows_per_person(states[i], some_block(sizeof(uint64_t))), NULL);
        break;
    case 10: status_is(indp_state_compatible(states[i], states[below(KEPT)])); break;
    case 11: gives_block(indp_mode_candidates(states[i], some_block(sizeof n)), NULL); break;
    case 12:
        gives_block(indp_mode_candidate(states[i], below(2) ? below(6) : (size_t)whole(),
                                        some_struct(sizeof value)),
                    &value);
        read_label(&value);
        break;
    case 0: status_is(indp_count_add(states[i])); break;
    case 1: status_is(indp_count_add_many(states[i], whole())); break;
    case 2: status_is(indp_state_add_int64(states[i], (int64_t)random64())); break;
    case 3: status_is(indp_state_add(states[i], number())); break;
    case 4: status_is(indp_mode_add_text(states[i], (const uint8_t *)text, n)); break;
    case 5: status_is(indp_mode_add_int64(states[i], 5)); break;
    case 6: gives_block(indp_state_kind(states[i], some_block(sizeof(int32_t))), NULL); break;
    case 7: gives_block(indp_state_rows(states[i], some_block(sizeof(uint64_t))), NULL); break;
    default: status_is(indp_state_add_many(states[i], values, n)); break;
    }
    free(values);
    free(text);
}

static void new_exponential(size_t i)
{
    indp_eta eta;
    eta.x = below(3) ? 1 + below(15) : whole();
    eta.y = (uint32_t)(below(3) ? 4 : whole());
    eta.z = (uint32_t)(below(3) ? 1 : whole());
    if (below(2))
        gives_block(indp_eta_from_epsilon(positive(), positive(), (int32_t)below(2),
                                          some_block(sizeof eta)),
                    &eta);
    gives_double(indp_eta_epsilon(below(20) ? &eta : NULL, positive(), (int32_t)below(2),
                                  some_double()));
    indp_exponential_free(exponential[i]);
    status_is(indp_exponential_new(&eta, -(int64_t)below(50),
                                   below(4) ? (int64_t)below(50) : (int64_t)whole(), whole(),
                                   options[below(KEPT)], &exponential[i]));
    CHECK((exponential[i] != NULL) == (last == INDP_OK));
    (void)(indp_exponential_precision(exponential[i]) +
           indp_exponential_precision_note(exponential[i]));
    if (indp_exponential_precision(exponential[i]) < 4096)
        gives_block(indp_exponential_precision_empirical(exponential[i],
                                                         some_block(sizeof(uint64_t))),
                    NULL);
}

/* Calls the functions of budgets on new budgets, spent budgets, and budgets with corrupted
 * bytes. */
static void spend(void)
{
    static unsigned char budget[INDP_BUDGET_STATE_SIZE], other[INDP_BUDGET_STATE_SIZE];
    switch (below(7)) {
    case 0:
        status_is(indp_budget_init(below(12) ? budget : NULL, sizeof budget - (below(12) ? 0 : 1),
                                   number()));
        break;
    case 1: gives_double(indp_budget_left(budget, some_double())); break;
    case 2:
        if (indp_budget_serialise(budget, other, sizeof other) == INDP_OK && below(2))
            other[below(sizeof other)] ^= (unsigned char)(1 << below(8));
        break;
    case 3: status_is(indp_budget_deserialise(other, sizeof other, budget, sizeof budget)); break;
    case 4: status_is(indp_budget_change(budget, number())); break;
    default: gives_double(indp_budget_spend(budget, positive() / 16, some_double())); break;
    }
}

static void step(void)
{
    size_t i = below(KEPT), j = below(KEPT);
    tape.calls = 0;
    tape.fail_at = below(4) ? 0 : 1 + below(below(2) ? 2 : 200);
    tape.code = 1;
    stop = below(20) == 0; /* the flag of indp_stop_when */
    switch (below(18)) {
    case 15: spend(); break;
    case 16: expect(i); break;
    case 0:
        indp_options_free(options[i]);
        status_is(indp_options_new(&options[i]));
        break;
    case 1: set_option(options[i]); break;
    case 2:
        indp_snapping_free(snapping[i]);
        status_is(indp_snapping_new(positive(), positive(), below(3) ? 1000 : number(), options[j],
                                    &snapping[i]));
        CHECK((snapping[i] != NULL) == (last == INDP_OK));
        break;
    case 3: new_exponential(i); break;
    case 4: release_some(snapping[i]); break;
    case 5: gives_double(indp_snapping_release(snapping[i], number(), some_double())); break;
    case 6:
        gives_integer(indp_snapping_release_int64(
            snapping[i], below(2) ? (int64_t)random64() : (int64_t)below(100), some_integer()));
        break;
    case 7: select_some(exponential[i]); break;
    case 8: new_state(i); break;
    case 9:
    case 10: add(i); break;
    case 11: release_state(i); break;
    case 12: status_is(indp_state_merge(states[i], states[j])); break;
    case 13: travel(i, j); break;
    case 14: room(i); break;
    default: below(3) ? accuracy(snapping[i]) : audit(snapping[i]); break;
    }
}

int main(int argc, char **argv)
{
    const char *effort = getenv("INDP_TEST_EFFORT");
    long steps = argc > 2 ? atol(argv[2]) : 30000, i;
    steps *= effort && atoi(effort) > 1 ? atoi(effort) : 1;
    state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
    tape.constant = UINT64_C(0x9e3779b97f4a7c15);
    touched_double = UNTOUCHED;
    touched_integer = 77;
    CHECK_OK(indp_self_test());
    CHECK_OK(indp_stop_when(NULL));
    CHECK_OK(indp_stop_when(&stop));
    CHECK(indp_tape_version() == 3 && indp_state_bytes(INDP_KIND_SUM) == INDP_SUM_STATE_SIZE);
    CHECK(indp_version_string() != NULL &&
          indp_version_major() + indp_version_minor() + indp_version_patch() > 0);
    for (i = 0; i < steps && check_failures == 0; i++)
        step();
    if (check_failures)
        printf("step %ld of driver %s\n", i, argc > 1 ? argv[1] : "1");
    for (i = 0; i < KEPT; i++) {
        indp_options_free(options[i]);
        indp_snapping_free(snapping[i]);
        indp_exponential_free(exponential[i]);
        free(states[i]);
    }
    return check_done();
}
