/* Replays vectors/exponential.txt, which argv[1] names, through the entropy callback. The index
 * and the number of words read must equal those in the file. */
#include "../fields.h"
#include "../tape.h"

enum { MOST = 256 };

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    *out = ((const double *)ctx)[outcome];
    *done = INDP_CALLBACK_OK;
}

/* Replays the case of a line, by select and by select_by. Returns whether the line has the
 * documented format. */
static int replay(void)
{
    int64_t number[7], index, used; /* x y z utility_min utility_max min_retries n */
    uint64_t bits, words[MOST];
    double utilities[MOST];
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_options *options;
    indp_exponential *m;
    indp_eta eta;
    size_t out;
    int i, by;
    cursor = strchr(cursor, ' ');
    for (i = 0; i < 7; i++)
        if (cursor == NULL || !signed_number(&number[i]))
            return 0;
    for (i = 0; i < number[6]; i++) {
        if (i >= MOST || !word(&bits))
            return 0;
        utilities[i] = double_of(bits);
    }
    if (!signed_number(&index) || !signed_number(&used))
        return 0;
    while (tape.length < MOST && word(&words[tape.length]))
        tape.length++;
    if ((int64_t)tape.length < used)
        return 0;
    tape.words = words;
    eta.x = (uint64_t)number[0];
    eta.y = (uint32_t)number[1];
    eta.z = (uint32_t)number[2];
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_min_retries(options, (uint32_t)number[5]));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    CHECK_OK(indp_exponential_new(&eta, number[3], number[4], (uint64_t)number[6], options, &m));
    indp_options_free(options);
    for (by = 0; by < 2; by++) {
        out = MOST;
        tape.used = tape.calls = 0;
        if (by)
            CHECK_OK(indp_exponential_select_by(m, utility, utilities, (size_t)number[6], &out));
        else
            CHECK_OK(indp_exponential_select(m, utilities, (size_t)number[6], &out));
        CHECK((int64_t)out == index);
        /* One word per call. */
        CHECK((int64_t)tape.used == 8 * used && (int64_t)tape.calls == used);
    }
    indp_exponential_free(m);
    return 1;
}

/* By default a selection makes 16 draws, even if the first draw is accepted, so that the number of
 * draws reveals nothing. */
static void sixteen_draws(void)
{
    static const indp_eta eta = { 1, 1, 1 };
    double utilities[3] = { 0, 0, 0 }; /* 3 of 4 words are accepted, but not a word of ones */
    uint64_t words[17];
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_options *options;
    indp_exponential *m;
    size_t out;
    int accepted, i;
    tape.words = words;
    tape.length = 17;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    CHECK_OK(indp_exponential_new(&eta, 0, 10, 3, options, &m));
    indp_options_free(options);
    for (accepted = 0; accepted < 17; accepted++) {
        for (i = 0; i < 17; i++)
            words[i] = i == accepted ? 0 : UINT64_MAX;
        tape.used = 0;
        out = 3;
        CHECK_OK(indp_exponential_select(m, utilities, 3, &out));
        CHECK(out == 0 && tape.used == 8 * (accepted < 16 ? 16u : 17u));
    }
    indp_exponential_free(m);
}

int main(int argc, char **argv)
{
    static char line[32 * MOST];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int cases = 0;
    if (file == NULL) {
        puts("usage: selections FILE");
        return 2;
    }
    CHECK(is_this_tape(file));
    while (fgets(line, sizeof line, file) != NULL) {
        cursor = line;
        if (line[0] == '#')
            continue;
        CHECK(replay());
        cases++;
    }
    fclose(file);
    CHECK(cases >= 180);
    sixteen_draws();
    printf("%d vectors\n", cases);
    return check_done();
}
