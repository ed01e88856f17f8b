/* Replays vectors/permute-and-flip.txt, which argv[1] names, through the entropy callback. The
 * index and the number of words read must equal those in the file. Then plays tapes on which a
 * selection is never decided. */
#include "../fields.h"
#include "../tape.h"

enum { MOST = 512, MOST_WORDS = 4096, MOST_DIGITS = 32768 };

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    *out = ((const double *)ctx)[outcome];
    *done = INDP_CALLBACK_OK;
}

static indp_exponential *flipping(const indp_eta *eta, int64_t min, int64_t max, uint64_t most,
                                  struct tape *tape)
{
    indp_options *options;
    indp_exponential *made = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_PERMUTE_AND_FLIP));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, tape));
    CHECK_OK(indp_exponential_new(eta, min, max, most, options, &made));
    indp_options_free(options);
    return made;
}

/* Compares the index and the number of words. `out` is the result of the preceding call. */
static void compare(const struct tape *tape, size_t out, int64_t index, int64_t used)
{
    CHECK((int64_t)out == index);
    CHECK((int64_t)tape->used == 8 * used && (int64_t)tape->calls == used); /* one word per call */
}

static void again(struct tape *tape, size_t *out)
{
    *out = SIZE_MAX;
    tape->used = tape->calls = 0;
}

static int read_tape(struct tape *tape, int64_t used)
{
    static uint64_t words[MOST_WORDS];
    while (tape->length < MOST_WORDS && word(&words[tape->length]))
        tape->length++;
    tape->words = words;
    return (int64_t)tape->length >= used;
}

/* Replays a case in which each utility stands for one outcome, not for a group. Calls select,
 * select_by and, if all utilities are integers, select_counted. */
static int plain(const indp_eta *eta, const int64_t *number, struct tape *tape)
{
    double utilities[MOST];
    int64_t integers[MOST], index, used;
    size_t n = (size_t)number[5], i, out;
    int whole = 1;
    indp_exponential *m;
    for (i = 0; i < n; i++) {
        uint64_t bits;
        if (!word(&bits))
            return 0;
        utilities[i] = double_of(bits);
        whole &= utilities[i] > -1e15 && utilities[i] < 1e15 &&
                 (double)(int64_t)utilities[i] == utilities[i];
        integers[i] = whole ? (int64_t)utilities[i] : 0;
    }
    if (!signed_number(&index) || !signed_number(&used) || !read_tape(tape, used))
        return 0;
    m = flipping(eta, number[3], number[4], n, tape);
    again(tape, &out);
    CHECK_OK(indp_exponential_select(m, utilities, n, &out));
    compare(tape, out, index, used);
    again(tape, &out);
    CHECK_OK(indp_exponential_select_by(m, utility, utilities, n, &out));
    compare(tape, out, index, used);
    if (whole) {
        again(tape, &out);
        CHECK_OK(indp_exponential_select_counted(m, integers, NULL, n, &out));
        compare(tape, out, index, used);
    }
    indp_exponential_free(m);
    return 1;
}

static int groups(const indp_eta *eta, const int64_t *number, struct tape *tape)
{
    int64_t utilities[MOST], index, used, member, used_then;
    uint64_t multiplicities[MOST], total = 0;
    size_t n = (size_t)number[5], i, out;
    indp_exponential *m;
    for (i = 0; i < n; i++) {
        int64_t many;
        if (!signed_number(&utilities[i]) || !signed_number(&many))
            return 0;
        multiplicities[i] = (uint64_t)many;
        total += multiplicities[i];
    }
    if (!signed_number(&index) || !signed_number(&used) || !signed_number(&member) ||
        !signed_number(&used_then) || !read_tape(tape, used_then))
        return 0;
    m = flipping(eta, number[3], number[4], total, tape);
    again(tape, &out);
    CHECK_OK(indp_exponential_select_counted(m, utilities, multiplicities, n, &out));
    compare(tape, out, index, used);
    indp_exponential_free(m);
    return 1;
}

/* Replays the case of a line. Returns whether the line has the documented format. */
static int replay(char *line)
{
    int64_t number[6]; /* x y z utility_min utility_max n */
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_eta eta;
    int i;
    cursor = strchr(line, ' ');
    for (i = 0; i < 6; i++)
        if (cursor == NULL || !signed_number(&number[i]))
            return 0;
    if (number[5] < 1 || number[5] > MOST)
        return 0;
    eta.x = (uint64_t)number[0];
    eta.y = (uint32_t)number[1];
    eta.z = (uint32_t)number[2];
    return strncmp(line, "groups/", 7) == 0 ? groups(&eta, number, &tape)
                                            : plain(&eta, number, &tape);
}

/* A call must return INDP_E_ENTROPY if 32,768 random digits do not decide a coin or a pick. */
static void undecided(void)
{
    static const indp_eta half = { 1, 1, 1 };
    static uint64_t words[4 + MOST_DIGITS / 64];
    double utilities[3] = { 0, MOST_DIGITS, 0 };
    int64_t integer = 7;
    uint64_t once = 1, many = 65;
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_exponential *m = flipping(&half, 0, 2 * MOST_DIGITS, 100, &tape);
    size_t out, i;
    /* All digits of this coin's random number V are 0. After 32,768 digits V is known to be below
     * 2^-32768, so the coin shows heads if its weight is at least 2^-32768. Here the weight is
     * exactly 2^-32768, so the outcome must be selected. */
    again(&tape, &out);
    CHECK_OK(indp_exponential_select(m, utilities, 2, &out));
    compare(&tape, out, 0, 1 + MOST_DIGITS / 64 + 1);
    /* At half that weight, 2^-32769, the coin stays undecided after all digits, and the call must
     * fail. */
    utilities[1] += 1;
    again(&tape, &out);
    CHECK_STATUS(indp_exponential_select(m, utilities, 2, &out), INDP_E_ENTROPY);
    compare(&tape, SIZE_MAX, (int64_t)out, 1 + MOST_DIGITS / 64);
    /* A pick among three outcomes stays undecided if the random number V of the pick is 1/3. The
     * random words read for the coins do not matter, since all three outcomes have weight 1. */
    utilities[1] = 0;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        words[i] = UINT64_C(0x5555555555555555);
    tape.words = words;
    tape.length = sizeof words / sizeof *words;
    again(&tape, &out);
    CHECK_STATUS(indp_exponential_select(m, utilities, 3, &out), INDP_E_ENTROPY);
    compare(&tape, SIZE_MAX, (int64_t)out, 3 + MOST_DIGITS / 64);
    words[3 + MOST_DIGITS / 64 - 1]++; /* the last digit decides */
    again(&tape, &out);
    CHECK_OK(indp_exponential_select(m, utilities, 3, &out));
    compare(&tape, out, 1, 3 + MOST_DIGITS / 64);
    /* A group of weight 1 stays undecided if all its random digits are 1, since they then equal the
     * digits of 1 = 0.111... Each digit of the group takes one bit per outcome, in whole words. So
     * with 65 outcomes, each digit takes two words, and only one bit of the second word counts. */
    tape.words = NULL;
    tape.constant = UINT64_MAX;
    again(&tape, &out);
    CHECK_STATUS(indp_exponential_select_counted(m, &integer, &once, 1, &out), INDP_E_ENTROPY);
    compare(&tape, SIZE_MAX, (int64_t)out, MOST_DIGITS);
    again(&tape, &out);
    CHECK_STATUS(indp_exponential_select_counted(m, &integer, &many, 1, &out), INDP_E_ENTROPY);
    compare(&tape, SIZE_MAX, (int64_t)out, 2 * MOST_DIGITS);
    indp_exponential_free(m);
}

/* Options that do not apply to permute-and-flip are refused. */
static void refused(void)
{
    static const indp_eta half = { 1, 1, 1 };
    const uint64_t limit = UINT64_C(1) << 32;
    indp_options *options;
    indp_exponential *m;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_PERMUTE_AND_FLIP));
    CHECK_STATUS(indp_exponential_new(&half, 0, 10, limit + 1, options, &m), INDP_E_MAX_OUTCOMES);
    CHECK_OK(indp_exponential_new(&half, 0, 10, limit, options, &m));
    indp_exponential_free(m);
    CHECK_OK(indp_options_set_min_retries(options, 2));
    CHECK_STATUS(indp_exponential_new(&half, 0, 10, 3, options, &m), INDP_E_UNUSED_MIN_RETRIES);
    CHECK(m == NULL);
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_EXPONENTIAL));
    CHECK_OK(indp_exponential_new(&half, 0, 10, limit + 1, options, &m));
    indp_exponential_free(m);
    indp_options_free(options);
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_empirical_precision(options, 1));
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_PERMUTE_AND_FLIP));
    CHECK_STATUS(indp_exponential_new(&half, 0, 10, 3, options, &m), INDP_E_UNUSED_EMPIRICAL);
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_DEFAULT));
    CHECK_OK(indp_exponential_new(&half, 0, 10, 3, options, &m));
    indp_exponential_free(m);
    indp_options_free(options);
}

int main(int argc, char **argv)
{
    static char line[32 * MOST_WORDS];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int cases = 0;
    if (file == NULL) {
        puts("usage: permute_and_flip FILE");
        return 2;
    }
    CHECK(is_this_tape(file));
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        if (!CHECK(replay(line)))
            printf("%.60s\n", line);
        cases++;
    }
    fclose(file);
    CHECK(cases >= 350);
    undecided();
    refused();
    printf("%d vectors\n", cases);
    return check_done();
}
