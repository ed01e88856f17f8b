/* Tests that each option takes effect where it applies. Everywhere else it must be refused with its
 * own status, so that no option is ignored. */
#include "../tape.h"

#include <math.h>

enum option {
    GRID,
    PRECISION,
    MIN_RETRIES,
    TIMING,
    EMPIRICAL,
    EXPONENTIAL,
    PERMUTE_AND_FLIP,
    OPTIONS
};
enum place {
    COUNT,
    SUM,
    MEAN,
    VARIANCE,
    STDDEV,
    QUANTILE,
    MODE,
    HISTOGRAM,
    SNAPPING,
    ACCURACY,
    SELECTION,
    PLACES
};

static indp_options *with(enum option option)
{
    indp_options *o = options_with_grid(option == GRID ? 2 : 0);
    switch (option) {
    case PRECISION: CHECK_OK(indp_options_set_float_precision(o, 118)); break;
    case MIN_RETRIES: CHECK_OK(indp_options_set_min_retries(o, 40)); break;
    case TIMING: CHECK_OK(indp_options_set_insecure_timing(o, 1)); break;
    case EMPIRICAL: CHECK_OK(indp_options_set_empirical_precision(o, 1)); break;
    case EXPONENTIAL: CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_EXPONENTIAL)); break;
    case PERMUTE_AND_FLIP:
        CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_PERMUTE_AND_FLIP));
        break;
    default: break;
    }
    return o;
}

enum { ROOM = 4096 };
static unsigned char state[ROOM];

/* A state of this kind with some rows. */
static void fill(enum place kind)
{
    static const double edges[] = { 2, 5 };
    indp_category list[3];
    size_t i;
    memset(list, 0, sizeof list);
    for (i = 0; i < 3; i++)
        list[i].integer = (int64_t)i;
    switch (kind) {
    case COUNT: CHECK_OK(indp_count_init(state, ROOM, 1)); break;
    case SUM: CHECK_OK(indp_sum_init(state, ROOM, 0, 10, 0, 1)); break;
    case MEAN: CHECK_OK(indp_mean_init(state, ROOM, 0, 10, 0, 1)); break;
    case VARIANCE: CHECK_OK(indp_variance_init(state, ROOM, 0, 10, 0, 1)); break;
    case STDDEV: CHECK_OK(indp_stddev_init(state, ROOM, 0, 10, 0, 1)); break;
    case QUANTILE: CHECK_OK(indp_quantile_init(state, ROOM, 0.5, 0, 10, 0, 1)); break;
    case HISTOGRAM: CHECK_OK(indp_histogram_init(state, ROOM, edges, 2, 1)); break;
    default: CHECK_OK(indp_mode_init(state, ROOM, list, 3, 1)); break;
    }
    for (i = 0; i < 9; i++) {
        if (kind == COUNT)
            CHECK_OK(indp_count_add(state));
        else if (kind == MODE)
            CHECK_OK(indp_mode_add_int64(state, (int64_t)(i % 3)));
        else
            CHECK_OK(indp_state_add(state, (double)i));
    }
}

static indp_status use(enum place place, const indp_options *o)
{
    static const indp_eta eta = { 1, 1, 1 };
    indp_snapping *snapping = NULL;
    indp_exponential *selection = NULL;
    unsigned char before[ROOM];
    double out = UNTOUCHED, high;
    int64_t counts[4];
    indp_status status, can;
    switch (place) {
    case SNAPPING:
        status = indp_snapping_new(0.25, 1, 100, o, &snapping);
        CHECK((status == INDP_OK) == (snapping != NULL));
        indp_snapping_free(snapping);
        return status;
    case ACCURACY:
        CHECK_OK(indp_count_init(state, ROOM, 1));
        status = indp_count_accuracy(state, 0.25, 0.1, o, &out);
        CHECK((status == INDP_OK) != is_untouched(out));
        CHECK(indp_snapping_epsilon_for_accuracy(1, 100, 0.1, 30, o, &out) == status);
        CHECK_OK(indp_sum_init(state, ROOM, 0, 10, 0, 1));
        CHECK(indp_sum_accuracy(state, 0.25, 0.1, o, &out) == status);
        CHECK(indp_state_accuracy(state, 0, 0.25, 0.1, o, &out) == status);
        CHECK(indp_state_epsilon_for_accuracy(state, 0, 0.1, 300, o, &out) == status);
        CHECK(indp_state_interval(state, 30, 0.25, 0.1, o, &out, &high) == status);
        return status;
    case SELECTION:
        status = indp_exponential_new(&eta, 0, 10, 10, o, &selection);
        CHECK((status == INDP_OK) == (selection != NULL));
        indp_exponential_free(selection);
        return status;
    default: {
        indp_value value = empty_value();
        fill(place);
        memcpy(before, state, ROOM);
        can = place == HISTOGRAM ? indp_state_can_release_counts(state, 0.25, o)
                                 : indp_state_can_release(state, 0.25, o);
        CHECK(indp_state_accuracy(state, 100, 0.25, 0.1, o, &out) == can);
        if (place == MODE)
            CHECK(indp_mode_accuracy(3, 1, 0.25, 0.1, o, &out) == can);
        if (can != INDP_OK) { /* an inverse that is not refused takes long under valgrind */
            CHECK(indp_state_epsilon_for_accuracy(state, 100, 0.1, 5, o, &out) == can);
            CHECK(place != MODE || indp_mode_epsilon_for_accuracy(3, 1, 0.1, 5, o, &out) == can);
        }
        CHECK(memcmp(before, state, ROOM) == 0);
        status = place == HISTOGRAM ? indp_state_release_counts(state, 0.25, o, counts, 4)
                                    : indp_state_release_value(state, 0.25, o, &value);
        CHECK(status == can);
        if (status != INDP_OK)
            CHECK(memcmp(before, state, ROOM) == 0 && value.tag == 0);
        return status;
    }
    }
}

static void reached_or_refused(void)
{
    /* The status that each option must give for each kind of state or group of functions in
     * `enum place`. 0 means that the option applies. Quantiles and modes use permute-and-flip by
     * default, so min_retries and empirical_precision do not apply to them. */
    static const indp_status expected[OPTIONS][PLACES] = {
        { 0, 0, INDP_E_UNUSED_GRID, INDP_E_UNUSED_GRID, INDP_E_UNUSED_GRID, INDP_E_UNUSED_GRID,
          INDP_E_UNUSED_GRID, 0, 0, 0, INDP_E_UNUSED_GRID },
        { 0, 0, 0, 0, 0, INDP_E_UNUSED_PRECISION, INDP_E_UNUSED_PRECISION, INDP_E_UNUSED_PRECISION,
          0, 0, INDP_E_UNUSED_PRECISION },
        { INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES,
          INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES,
          INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_MIN_RETRIES,
          INDP_E_UNUSED_MIN_RETRIES, 0 },
        { INDP_E_UNUSED_TIMING, INDP_E_UNUSED_TIMING, INDP_E_UNUSED_TIMING, INDP_E_UNUSED_TIMING,
          INDP_E_UNUSED_TIMING, 0, 0, INDP_E_UNUSED_TIMING, INDP_E_UNUSED_TIMING,
          INDP_E_UNUSED_TIMING, 0 },
        { INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL,
          INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL,
          INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL, INDP_E_UNUSED_EMPIRICAL,
          INDP_E_UNUSED_EMPIRICAL, 0 },
        { INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION,
          INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, 0, 0, INDP_E_UNUSED_SELECTION,
          INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, 0 },
        { INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION,
          INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, 0, 0, INDP_E_UNUSED_SELECTION,
          INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_SELECTION, 0 }
    };
    int option, place;
    for (option = 0; option < OPTIONS; option++) {
        indp_options *o = with((enum option)option), *defaults = options_with_grid(0);
        for (place = 0; place < PLACES; place++) {
            indp_status status = use((enum place)place, o);
            if (!CHECK(status == expected[option][place]))
                printf("option %d, place %d: %s\n", option, place, indp_status_name(status));
            CHECK_OK(use((enum place)place, defaults));
        }
        indp_options_free(o);
        indp_options_free(defaults);
    }
}

/* The number of words that a release reads with this selection mechanism and this number of
 * draws. */
static size_t words_of(enum place kind, int32_t selection, uint32_t draws)
{
    enum { WORDS = 1000 };
    uint64_t words[WORDS], word = UINT64_C(0x9e3779b97f4a7c15);
    struct tape tape = { words, 0, WORDS, 0, 0, 0, 0 };
    indp_options *o = options_with_grid(0);
    indp_value value = empty_value();
    size_t i;
    for (i = 0; i < WORDS; i++) { /* Knuth's MMIX generator, halves swapped */
        word = word * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        words[i] = word << 32 | word >> 32;
    }
    CHECK_OK(indp_options_set_selection(o, selection));
    if (draws)
        CHECK_OK(indp_options_set_min_retries(o, draws));
    CHECK_OK(indp_options_set_entropy_callback(o, tape_fill, &tape));
    fill(kind);
    CHECK_OK(indp_state_release_value(state, 0.25, o, &value));
    indp_options_free(o);
    return tape.calls;
}

static void draws_are_made(void)
{
    static const enum place kinds[] = { QUANTILE, MODE };
    size_t i;
    for (i = 0; i < 2; i++) {
        const int32_t drawing = INDP_SELECTION_EXPONENTIAL;
        size_t usual = words_of(kinds[i], drawing, 0);
        CHECK(usual == words_of(kinds[i], drawing, 16) && usual >= 16 && usual < 40);
        CHECK(words_of(kinds[i], drawing, 40) >= 40 && words_of(kinds[i], drawing, 1) < usual);
        CHECK(words_of(kinds[i], INDP_SELECTION_DEFAULT, 0) ==
              words_of(kinds[i], INDP_SELECTION_PERMUTE_AND_FLIP, 0));
    }
    /* Permute-and-flip reads a word for the coin of each of the three candidates, and a word to
     * pick one of the candidates whose coin shows heads. */
    CHECK(words_of(MODE, INDP_SELECTION_DEFAULT, 0) == 4);
}

/* Tests combinations of options. The weights of quantiles and modes need too many bits for an
 * empirical precision, so that combination is refused with its own status. */
static void combinations(void)
{
    static const enum place kinds[] = { QUANTILE, MODE, SELECTION };
    static const int32_t unknown[] = { -1, 3, INT32_MIN, INT32_MAX };
    indp_options *o = options_with_grid(0);
    size_t i;
    CHECK_STATUS(indp_options_set_selection(NULL, 1), INDP_E_NULL);
    for (i = 0; i < 4; i++)
        CHECK_STATUS(indp_options_set_selection(o, unknown[i]), INDP_E_SELECTION);
    for (i = 0; i < 3; i++) {
        CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_EXPONENTIAL));
        CHECK_OK(indp_options_set_min_retries(o, 3));
        CHECK_OK(use(kinds[i], o));
        CHECK_OK(indp_options_set_empirical_precision(o, 1));
        CHECK(use(kinds[i], o) == (kinds[i] == SELECTION ? INDP_OK : INDP_E_PRECISION_REACH));
        CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_PERMUTE_AND_FLIP));
        CHECK_STATUS(use(kinds[i], o), INDP_E_UNUSED_MIN_RETRIES);
        CHECK_OK(indp_options_set_min_retries(o, 16));
        CHECK_STATUS(use(kinds[i], o), INDP_E_UNUSED_EMPIRICAL);
        CHECK_OK(indp_options_set_empirical_precision(o, 0));
        CHECK_OK(use(kinds[i], o));
        CHECK_OK(indp_options_set_insecure_timing(o, 1));
        CHECK_OK(use(kinds[i], o));
        CHECK_OK(indp_options_set_insecure_timing(o, 0));
    }
    indp_options_free(o);
}

/* In float arithmetic a released count is a multiple of the grid Lambda. At epsilon 0.125 Lambda is
 * 16, since lambda is slightly larger than 8. In real arithmetic most counts are not even multiples
 * of 8. */
static void precision_takes_effect(void)
{
    indp_options *o = with(PRECISION);
    int i, odd = 0;
    for (i = 0; i < 50; i++) {
        indp_value value = empty_value();
        fill(COUNT);
        CHECK_OK(indp_state_release_value(state, 0.125, o, &value));
        CHECK(value.integer % 8 == 0);
        value = empty_value();
        fill(COUNT);
        CHECK_OK(indp_state_release_value(state, 0.125, NULL, &value));
        odd += value.integer % 8 != 0;
    }
    CHECK(odd > 0); /* all 50 would be multiples of 8 with probability below 1e-40 */
    indp_options_free(o);
}

int main(void)
{
    reached_or_refused();
    draws_are_made();
    combinations();
    precision_takes_effect();
    return check_done();
}
