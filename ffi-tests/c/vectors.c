/* Replays vectors/snapping-v1.txt through the entropy callback: the same bits out, the same number of
 * words read. argv[1] is the file. */
#include "../tape.h"

enum { MOST_WORDS = 1024 };

static const char *cursor;

/* The next blank-separated word of the line; NULL at its end. */
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

/* Whether the line is as documented; its case is replayed then. */
static int replay(const char *line)
{
    uint64_t number[7], words[MOST_WORDS]; /* epsilon sensitivity bound grid value out words_used */
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_snapping *m;
    const char *name;
    size_t length;
    double out = UNTOUCHED;
    int i;
    cursor = line;
    name = next_field(&length);
    for (i = 0; i < 7; i++)
        if (!read_number(i < 6 ? 16 : 10, &number[i]))
            return 0;
    while (tape.length < MOST_WORDS && read_number(16, &words[tape.length]))
        tape.length++;
    if (tape.length < number[6] || *cursor != '\0')
        return 0;
    tape.words = words;
    m = taped(double_of(number[0]), double_of(number[1]), double_of(number[2]),
              double_of(number[3]), &tape);
    CHECK_OK(indp_snapping_release(m, double_of(number[4]), &out));
    if (!CHECK(bits_of(out) == number[5]) || !CHECK(tape.used == 8 * number[6]))
        printf("%.*s: %016llx after %d bytes\n", (int)length, name,
               (unsigned long long)bits_of(out), (int)tape.used);
    CHECK(tape.calls == number[6]); /* one word a call */
    indp_snapping_free(m);
    return 1;
}

int main(int argc, char **argv)
{
    static char line[32 * MOST_WORDS];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int cases = 0, numbered = 0;
    if (file == NULL) {
        puts("usage: vectors FILE");
        return 2;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        numbered++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (!CHECK(replay(line)))
            printf("line %d cannot be read\n", numbered);
        cases++;
    }
    fclose(file);
    CHECK_OK(indp_self_test());
    CHECK(cases >= 100);
    printf("%d vectors\n", cases);
    return check_done();
}
