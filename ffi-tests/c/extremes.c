/* Replays vectors/extremes.txt, which argv[1] names, through the entropy callback. The cases are
 * releases of quantile states with q = 0 and q = 1. The candidate and the number of words read must
 * be those in the file. */
#include "../fields.h"
#include "../tape.h"

enum { MOST_ENTRIES = 64, MOST_WORDS = 8192 };

static int unsigned_number(uint64_t *out)
{
    char *end;
    *out = strtoull(cursor, &end, 10);
    if (end == cursor)
        return 0;
    cursor = end;
    return 1;
}

/* Adds rows[i] rows at candidate[i], for each i. The numbers of rows may be very large. Therefore
 * their bits are processed from the highest down: the state is doubled by merging it with itself,
 * then one row is added for each candidate whose number of rows has this bit. */
static void add_rows(void *state, uint64_t entries, const uint64_t *candidate, const uint64_t *rows)
{
    uint64_t i;
    int bit;
    for (bit = 63; bit >= 0; bit--) {
        CHECK_OK(indp_state_merge(state, state));
        for (i = 0; i < entries; i++)
            if (rows[i] >> bit & 1)
                CHECK_OK(indp_state_add_int64(state, (int64_t)candidate[i]));
    }
}

/* Replays the case of a line. Returns whether the line has the documented format. */
static int replay(char *line)
{
    static uint64_t words[MOST_WORDS];
    static uint64_t state[(INDP_QUANTILE_STATE_SIZE + 8 * 4096) / 8];
    uint64_t epsilon, q, rows_per_person, n, entries, i, parameter, place, used;
    uint64_t candidate[MOST_ENTRIES], rows[MOST_ENTRIES];
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_options *options;
    double out = -1;
    cursor = strchr(line, ' ');
    if (cursor == NULL || !word(&epsilon) || !unsigned_number(&q) ||
        !unsigned_number(&rows_per_person) || !unsigned_number(&n) || !unsigned_number(&entries) ||
        n > 4096 || entries > MOST_ENTRIES)
        return 0;
    for (i = 0; i < entries; i++)
        if (!unsigned_number(&candidate[i]) || !unsigned_number(&rows[i]))
            return 0;
    /* Skips the fields x, y and z of eta, and the threshold K. The library derives them
     * from the other parameters. The file has them for readers who look for a mistake. */
    for (i = 0; i < 4; i++)
        if (!unsigned_number(&parameter))
            return 0;
    if (!unsigned_number(&place) || !unsigned_number(&used))
        return 0;
    while (tape.length < MOST_WORDS && word(&words[tape.length]))
        tape.length++;
    tape.words = words;
    CHECK_OK(indp_quantile_init(state, sizeof state, (double)q, 0, (double)(n - 1), n,
                                rows_per_person));
    add_rows(state, entries, candidate, rows);
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    CHECK_OK(indp_state_release(state, double_of(epsilon), options, &out));
    indp_options_free(options);
    if (!CHECK(out == (double)place) || !CHECK(tape.used == 8 * used && tape.calls == used))
        printf("%.60s\n", line);
    return tape.length >= used;
}

int main(int argc, char **argv)
{
    static char line[32 * MOST_WORDS];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int cases = 0;
    if (file == NULL) {
        puts("usage: extremes FILE");
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
    CHECK(cases >= 100);
    printf("%d vectors\n", cases);
    return check_done();
}
