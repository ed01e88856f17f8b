/* Tests the audit functions of the C interface: the privacy loss in both arithmetics,
 * probabilities, the JSON report, and refused parameters. */
#include "../check.h"

#include <math.h>

static indp_snapping *made(double epsilon, double sensitivity, double bound, uint32_t bits)
{
    indp_options *options = NULL;
    indp_snapping *m = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_float_precision(options, bits));
    CHECK_OK(indp_snapping_new(epsilon, sensitivity, bound, options, &m));
    indp_options_free(options);
    return m;
}

static void losses(void)
{
    indp_snapping *real = made(0.5, 1, 20, 0), *wide = made(0.5, 1, HUGE_VAL, 0),
                  *single = made(1, 1, 8, 53);
    indp_snapping *huge = made(1, 1, 0x1p80, 118);
    indp_audit audit = empty_audit();
    double bound = 0;
    CHECK_OK(indp_audit_pair(real, 3, 4, 0, &audit));
    CHECK(audit.exhaustive == 1 && audit.exceeds == 0 && audit.wrong_ends == 0);
    /* 21 outputs have 20 borders between them. Each border is an end of both adjacent intervals.
     * This holds for both signs of the noise and for both inputs. */
    CHECK(audit.outputs == 21 && audit.ends == 4 * 20 * 2);
    CHECK(audit.loss == 0.5 && audit.excess <= 0 && audit.excess > -1e-50 && audit.bound == 0.5);
    CHECK(audit.f == 3 && audit.g == 4 && fmod(audit.output, 2) == 0);
    CHECK(audit.cases[0] == 0 && audit.cases[6] == 0);
    CHECK_OK(indp_audit_pair(real, 3, 3.5, 0, &audit));
    CHECK(fabs(audit.loss - 0.25) < 1e-15);
    CHECK_OK(indp_audit_pair(wide, -7, -8, 0, &audit));
    CHECK(audit.exhaustive == 0 && audit.loss == 0.5 && audit.exceeds == 0 &&
          audit.wrong_ends == 0);
    CHECK_OK(indp_audit_pair(single, 0.25, 1.25, 0, &audit));
    CHECK(audit.exhaustive == 1 && audit.exceeds == 0 && audit.wrong_ends == 0 && audit.loss < 1);
    CHECK(audit.excess < 0 && audit.excess > -100 * 0x1p-53 && audit.bound <= 1);
    CHECK_OK(indp_audit_bound(single, &bound));
    CHECK(bound == audit.bound && bound == indp_snapping_loss(single));
    CHECK_OK(indp_audit_range(single, -1, 2, 16, &audit));
    CHECK(audit.exhaustive == 0 && audit.outputs > 50 && audit.exceeds == 0 &&
          audit.wrong_ends == 0);
    CHECK_OK(indp_audit_pair(huge, 5, 6, 0, &audit)); /* outputs near the bound are too unlikely */
    CHECK(audit.exhaustive == 0 && audit.outputs > 10 && audit.exceeds == 0 &&
          audit.wrong_ends == 0);
    indp_snapping_free(real);
    indp_snapping_free(wide);
    indp_snapping_free(single);
    indp_snapping_free(huge);
}

static void probabilities(void)
{
    indp_snapping *real = made(1, 1, 20.5, 0), *floats = made(0.9, 1, 20.5, 118);
    double total = 0, p = 0, log_p = 0;
    int k;
    /* Y is the noise. The output 0 has probability P(-1/2 <= Y < 1/2) = 1 - e^-0.5. The output -B
     * has probability P(Y < -20.5) = e^-20.5 / 2. */
    CHECK_OK(indp_audit_probability(real, 0, 0, &p, &log_p));
    CHECK(fabs(p - (1 - exp(-0.5))) < 1e-15 && fabs(log_p - log(p)) < 1e-14);
    CHECK_OK(indp_audit_probability(real, 0, -20.5, &p, &log_p));
    CHECK(fabs(log_p - (-20.5 - log(2))) < 1e-14);
    CHECK_OK(indp_audit_probability(real, 0, 0.25, &p, NULL)); /* the output nearest to 0.25 */
    CHECK(fabs(p - (1 - exp(-0.5))) < 1e-15);
    for (k = -20; k <= 20; k += 2) {
        CHECK_OK(indp_audit_probability(floats, 0.3, k, &p, NULL));
        total += p;
    }
    CHECK_OK(indp_audit_probability(floats, 0.3, 20.5, &p, NULL));
    total += p;
    CHECK_OK(indp_audit_probability(floats, 0.3, -100, &p, NULL)); /* clamped to the bound */
    total += p;
    CHECK(fabs(total - 1) < 1e-14);
    indp_snapping_free(real);
    indp_snapping_free(floats);
}

static void reports(void)
{
    indp_snapping *m = made(1, 1, 8, 53);
    indp_audit audit = empty_audit();
    size_t length = 0, again = 0;
    char *text;
    CHECK_OK(indp_audit_pair(m, 0, 1, 0, &audit));
    CHECK_OK(indp_audit_json(m, &audit, NULL, 0, &length));
    text = malloc(length + 1);
    CHECK(length > 300 && text != NULL);
    memset(text, 'x', length + 1);
    CHECK_STATUS(indp_audit_json(m, &audit, text, length, &again), INDP_E_BUFFER);
    CHECK(text[0] == 'x' && again == 0);
    CHECK_OK(indp_audit_json(m, &audit, text, length + 1, &again));
    CHECK(again == length && strlen(text) == length && text[0] == '{' && text[length - 1] == '}');
    CHECK(strstr(text, "\"arithmetic\":\"float\",\"precision\":53") != NULL);
    CHECK(strstr(text, "\"exhaustive\":true") != NULL && strstr(text, "\"wrong_ends\":0,") != NULL);
    CHECK(strstr(text, "\"loss_at_most_epsilon\":true,\"as_defined\":true") != NULL);
    CHECK(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL);
    audit.exceeds = 1;
    audit.wrong_ends = 3;
    text = realloc(text, length + 100);
    CHECK_OK(indp_audit_json(m, &audit, text, length + 100, NULL));
    CHECK(strstr(text, "\"wrong_ends\":3,\"loss_at_most_epsilon\":false,\"as_defined\":false}") !=
          NULL);
    free(text);
    indp_snapping_free(m);
}

static void refused(void)
{
    static const double bad[] = { NAN, HUGE_VAL, -HUGE_VAL };
    indp_snapping *m = made(1, 1, 8, 0);
    indp_audit audit = empty_audit();
    double p = UNTOUCHED;
    size_t i, length = 0;
    audit.loss = UNTOUCHED;
    CHECK_STATUS(indp_audit_pair(m, 0, 1.0000001, 0, &audit), INDP_E_NEIGHBOURS);
    CHECK_STATUS(indp_audit_range(m, 1, 0, 0, &audit), INDP_E_NEIGHBOURS);
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_STATUS(indp_audit_pair(m, bad[i], 0, 0, &audit), INDP_E_NEIGHBOURS);
        CHECK_STATUS(indp_audit_pair(m, 0, bad[i], 0, &audit), INDP_E_NEIGHBOURS);
        CHECK_STATUS(indp_audit_range(m, 0, bad[i], 0, &audit), INDP_E_NEIGHBOURS);
        CHECK_STATUS(indp_audit_probability(m, bad[i], 0, &p, NULL), INDP_E_NEIGHBOURS);
        CHECK_STATUS(indp_audit_probability(m, 0, bad[i], &p, NULL), INDP_E_NEIGHBOURS);
    }
    CHECK_STATUS(indp_audit_bound(NULL, &p), INDP_E_NULL);
    CHECK_STATUS(indp_audit_bound(m, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_audit_pair(NULL, 0, 1, 0, &audit), INDP_E_NULL);
    CHECK_STATUS(indp_audit_pair(m, 0, 1, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_audit_range(NULL, 0, 1, 0, &audit), INDP_E_NULL);
    CHECK_STATUS(indp_audit_range(m, 0, 1, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_audit_probability(NULL, 0, 1, &p, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_audit_probability(m, 0, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_audit_json(NULL, &audit, NULL, 0, &length), INDP_E_NULL);
    CHECK_STATUS(indp_audit_json(m, NULL, NULL, 0, &length), INDP_E_NULL);
    CHECK_STATUS(indp_audit_json(m, &audit, NULL, 5, &length), INDP_E_NULL);
    audit.struct_size--;
    CHECK_STATUS(indp_audit_pair(m, 0, 1, 0, &audit), INDP_E_STRUCT_SIZE);
    CHECK_STATUS(indp_audit_range(m, 0, 1, 0, &audit), INDP_E_STRUCT_SIZE);
    CHECK_STATUS(indp_audit_pair_int64(m, 0, 1, 0, &audit), INDP_E_STRUCT_SIZE);
    CHECK_STATUS(indp_audit_json(m, &audit, NULL, 0, &length), INDP_E_STRUCT_SIZE);
    CHECK(is_untouched(p) && is_untouched(audit.loss) && length == 0);
    indp_snapping_free(m);
    m = made(1, 1, HUGE_VAL, 0);
    CHECK_STATUS(indp_audit_probability(m, 0, 1e9, &p, NULL), INDP_E_AUDIT_REACH);
    CHECK(strstr(indp_status_message(INDP_E_AUDIT_REACH), "unlikely") != NULL);
    indp_snapping_free(m);
}

int main(void)
{
    losses();
    probabilities();
    reports();
    refused();
    return check_done();
}
