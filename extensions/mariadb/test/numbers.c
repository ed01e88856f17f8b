/* Tests how numbers are read from valid and invalid texts. */
#include <stdio.h>
#include <string.h>

#include "internal.h"

static int passed, failed;

static void check(int good, const char *name)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAIL numbers.c: %s\n", name);
}
#define CHECK(condition, name) check((condition) != 0, name)

static void numbers(void)
{
    static const struct {
        const char *text;
        double value;
    } good[] = { { "1", 1 },
                 { "-0.5", -0.5 },
                 { "  12.25  ", 12.25 },
                 { "\t7", 7 },
                 { "7\r\n", 7 },
                 { "\v-7\f", -7 },
                 { "1e3", 1000 },
                 { "1E-3", 1e-3 },
                 { ".5", 0.5 },
                 { "5.", 5 },
                 { "0.1", 0.1 },
                 { "123456789012345678901234567890", 123456789012345678901234567890.0 },
                 { "1e400", 1e308 * 10 },
                 { "1e-400", 0 },
                 { "4.9e-324", 4.9e-324 },
                 { "00012", 12 },
                 { "0.000123e+4", 1.23 },
                 { "1e-99999999999", 0 } };
    static const char *bad[] = { "",
                                 " ",
                                 "-",
                                 ".",
                                 "1e",
                                 "1e+",
                                 "0x1",
                                 "1 2",
                                 "1\t2",
                                 "\n",
                                 "7\x0e",
                                 "\x08"
                                 "7",
                                 "nan",
                                 "inf",
                                 "1..2",
                                 "1e1.5",
                                 "--1",
                                 "+-1" };
    size_t i;
    double value;
    int64_t integer;
    for (i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(indpmy_read_number(good[i].text, strlen(good[i].text), &value) &&
                  value == good[i].value,
              good[i].text);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!indpmy_read_number(bad[i], strlen(bad[i]), &value), bad[i]);
    CHECK(indpmy_read_integer("-9223372036854775808", 20, &integer) && integer == INT64_MIN,
          "the smallest integer");
    CHECK(indpmy_read_integer("9223372036854775807.000", 23, &integer) && integer == INT64_MAX,
          "the largest integer");
    CHECK(!indpmy_read_integer("9223372036854775808", 19, &integer) &&
              !indpmy_read_integer("1.5", 3, &integer),
          "no integers");
}

int main(void)
{
    numbers();
    printf("numbers: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
