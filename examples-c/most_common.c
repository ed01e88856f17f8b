/* Selects the most common self-rated health in the RAND data with the exponential mechanism.
 * `make example` runs this program.
 *
 * The four possible answers are public. The score of an answer is the number of person-years with
 * this answer. The library selects by cost, so the program passes minus the score. (indp.h calls
 * this cost the utility.) One person has at most 5 person-years, so the sensitivity is 5. Adding a
 * person raises no cost, and removing a person lowers none. The cost is therefore monotonic, which
 * halves the privacy loss. */
#include <indp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 4, MOST_ROWS_A_PERSON = 5, MOST_ROWS = 100000 };
static const char *const NAME[ANSWERS] = { "excellent", "good", "fair", "poor" };

static void must(indp_status status)
{
    if (status != INDP_OK) {
        fprintf(stderr, "%s\n", indp_status_message(status));
        exit(1);
    }
}

/* Returns a field of a row, or NULL if the row is too short. Fields are numbered from 0. */
static const char *field(const char *row, int number)
{
    while (number-- > 0 && row != NULL) {
        row = strchr(row, ',');
        row = row == NULL ? NULL : row + 1;
    }
    return row;
}

/* Counts the rows with each answer. Fields 9 to 11 are hlthg (good), hlthf (fair) and hlthp (poor).
 * If none of them is 1, the answer is "excellent". */
static void count(FILE *file, double *rows)
{
    char row[512];
    int i;
    if (fgets(row, sizeof row, file) == NULL) /* skip the names of the columns */
        return;
    while (fgets(row, sizeof row, file) != NULL) {
        int answer = 0;
        for (i = 1; i < ANSWERS; i++) {
            const char *value = field(row, 8 + i);
            if (value != NULL && *value == '1')
                answer = i;
        }
        rows[answer]++;
    }
}

int main(int argc, char **argv)
{
    const double epsilon = 0.01;
    double rows[ANSWERS] = { 0, 0, 0, 0 }, utility[ANSWERS], spent = 0;
    indp_exponential *mechanism = NULL;
    indp_eta eta;
    size_t i, winner = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s randhie.csv\n", argv[0]);
        return 1;
    }
    count(file, rows);
    fclose(file);

    must(indp_eta_from_epsilon(epsilon, MOST_ROWS_A_PERSON, 1, &eta));
    must(indp_eta_epsilon(&eta, MOST_ROWS_A_PERSON, 1, &spent));
    must(indp_exponential_new(&eta, -MOST_ROWS, 0, ANSWERS, NULL, &mechanism));
    for (i = 0; i < ANSWERS; i++)
        utility[i] = -rows[i];
    must(indp_exponential_select(mechanism, utility, ANSWERS, &winner));
    indp_exponential_free(mechanism);

    printf("most common self-rated health: %s (privately, epsilon = %.6f)\n", NAME[winner], spent);
    printf("exact, shown because this is an example:");
    for (i = 0; i < ANSWERS; i++)
        printf(" %s %.0f", NAME[i], rows[i]);
    printf("\n");
    return 0;
}
