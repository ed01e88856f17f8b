/* Replays vectors/snapping.txt and snapping-float.txt, or the output of `oracles/vectors.py
 * --boundaries`, through the entropy callback. The bits of the release and the number of words read
 * must equal those in the file. argv[1] and argv[2] name the files. */
#include "../tape.h"

enum { MOST_WORDS = 1024 };

static const char *cursor;

/* The next blank-separated field of the line, or NULL at the end of the line. */
static const char *next_field(size_t *length)
{
    cursor += strspn(cursor, " \t\r\n");
    *length = strcspn(cursor, " \t\r\n");
    cursor += *length;
    return *length ? cursor - *length : NULL;
}

static int read_number(int base, uint64_t *out)
{
    size_t length;
    const char *field = next_field(&length);
    char *end;
    if (field == NULL)
        return 0;
    *out = strtoull(field, &end, base);
    return end == field + length;
}

/* Makes the mechanism of a line. A line for real arithmetic has a grid. A line for float arithmetic
 * has a precision. */
static indp_snapping *made(const uint64_t *number, uint64_t grid, uint64_t precision,
                           struct tape *tape)
{
    indp_options *options = options_with_grid(double_of(grid));
    indp_snapping *m;
    CHECK_OK(indp_options_set_float_precision(options, (uint32_t)precision));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, tape));
    m = mechanism(double_of(number[0]), double_of(number[1]), double_of(number[2]), options);
    indp_options_free(options);
    return m;
}

/* Replays the case of a line. Returns whether the line has the documented format. */
static int replay(const char *line, int is_float)
{
    uint64_t number[6], words[MOST_WORDS]; /* epsilon sensitivity bound value out words_used */
    uint64_t grid = 0, precision = 0;
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_snapping *m;
    const char *name;
    size_t length;
    double out = UNTOUCHED;
    int i;
    cursor = line;
    name = next_field(&length);
    if (is_float && !read_number(10, &precision))
        return 0;
    for (i = 0; i < 6; i++) {
        if (i == 3 && !is_float && !read_number(16, &grid))
            return 0;
        if (!read_number(i < 5 ? 16 : 10, &number[i]))
            return 0;
    }
    while (tape.length < MOST_WORDS && read_number(16, &words[tape.length]))
        tape.length++;
    if (tape.length < number[5] || *cursor != '\0')
        return 0;
    tape.words = words;
    m = made(number, grid, precision, &tape);
    CHECK_OK(indp_snapping_release(m, double_of(number[3]), &out));
    if (!CHECK(bits_of(out) == number[4]) || !CHECK(tape.used == 8 * number[5]))
        printf("%.*s: %016llx after %d bytes\n", (int)length, name,
               (unsigned long long)bits_of(out), (int)tape.used);
    CHECK(tape.calls == number[5]); /* one word per call */
    indp_snapping_free(m);
    return 1;
}

/* Replays a file. Returns the number of cases, or -1 if the file cannot be opened. */
static int replay_file(const char *path, int is_float)
{
    static char line[32 * MOST_WORDS];
    FILE *file = fopen(path, "r");
    int cases = 0, numbered = 1;
    if (file == NULL)
        return -1;
    if (!CHECK(is_this_tape(file)))
        printf("%s: vectors of another tape version\n", path);
    while (fgets(line, sizeof line, file) != NULL) {
        numbered++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (!CHECK(replay(line, is_float)))
            printf("%s: line %d cannot be read\n", path, numbered);
        cases++;
    }
    fclose(file);
    return cases;
}

int main(int argc, char **argv)
{
    int real, floats = 0;
    if (argc != 2 && argc != 3) {
        puts("usage: vectors FILE [FLOAT-FILE]");
        return 2;
    }
    real = replay_file(argv[1], 0);
    CHECK_OK(indp_self_test());
    if (argc == 3) {
        floats = replay_file(argv[2], 1);
        CHECK(real >= 800 && floats >= 600);
    } else {
        CHECK(real >= 100);
    }
    printf("%d vectors\n", real + floats);
    return check_done();
}
