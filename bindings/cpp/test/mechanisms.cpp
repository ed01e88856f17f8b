// Tests mechanisms, options, accuracies, audits, budgets, errors and versions.
#include "check.hpp"

#include <limits>

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

void snapping()
{
    const indp::Snapping a(0.5, 3.0, 1e6, indp::Options().grid(1.0).insecure_seed(9));
    const indp::Snapping b(0.5, 3.0, 1e6, indp::Options().grid(1.0).insecure_seed(9));
    CHECK(a.release(10.0) == b.release(10.0) && a.release_integer(10) == b.release_integer(10));
    std::vector<double> values = {1.0, 2.0, not_a_number, infinity};
    const std::vector<double> out = a.release_many(values);
    b.release_in_place(values);
    CHECK(out == values && a.release_many({}).empty());
    CHECK(a.lambda() == 6.0 && a.grid() == 1.0 && a.laplace_epsilon() == 0.5 && a.loss() == 0.5 && a.precision() == 0 && a.unit_roundoff() == 0.0);
    const indp::Snapping floats(1.0, 1.0, 1e6, indp::Options().automatic_float_precision());
    CHECK(floats.precision() >= 118 && floats.unit_roundoff() > 0.0 && floats.laplace_epsilon() < 1.0);
    CHECK(std::isinf(indp::Snapping(1.0, 1.0, infinity).release(infinity)) == false);

    FAILS(epsilon, indp::Snapping(0.0, 1.0, 1.0));
    FAILS(sensitivity, indp::Snapping(1.0, -1.0, 1.0));
    FAILS(bound, indp::Snapping(1.0, 1.0, not_a_number));
    FAILS(grid, indp::Options().grid(3.0));
    FAILS(precision, indp::Options().float_precision(52));
    FAILS(min_retries, indp::Options().min_retries(0));
    FAILS(selection, indp::Options().selection(static_cast<indp::Selection>(9)));
    FAILS(unused_timing, indp::Snapping(1.0, 1.0, 1.0, indp::Options().insecure_timing()));
    FAILS(unused_min_retries, indp::Snapping(1.0, 1.0, 1.0, indp::Options().min_retries(3)));
    FAILS(unused_empirical, indp::Snapping(1.0, 1.0, 1.0, indp::Options().empirical_precision()));

    indp::Snapping from(1.0, 1.0, 10.0);
    const indp::Snapping to = std::move(from);
    FAILS(null, from.release(1.0)); // NOLINT: the use of a moved-from mechanism is tested
    CHECK(std::isnan(from.lambda()) && std::abs(to.release(1.0)) <= 10.0);
    indp::Options options;
    const indp::Options taken = std::move(options);
    FAILS(null, options.grid(1.0));
    FAILS(null, indp::Snapping(1.0, 1.0, 1.0, options));
    FAILS(null, indp::Count(1).release(1.0, options));
}

void accuracy()
{
    const indp::Snapping noise(1.0, 1.0, 1024.0);
    const double r = noise.accuracy(0.05);
    CHECK(r > 2.0 && r < 4.0 && noise.accuracy_at(0.0, 0.05) <= r);
    CHECK(indp::Snapping::epsilon_for_accuracy(1.0, 1024.0, 0.05, r) <= 1.0);
    CHECK(indp::Snapping::epsilon_for_accuracy(1.0, 1024.0, 0.05, 100.0, indp::Options().grid(1.0)) < 0.1);
    CHECK(std::abs(noise.moments(0.0).bias) < 1e-9 && noise.moments(0.0).laplace_variance == 2.0);
    CHECK(noise.distance(0.0, 0.1).unclamped == 0.5);
    FAILS(alpha, noise.accuracy(0.0));
    FAILS(accuracy, indp::Snapping::epsilon_for_accuracy(1.0, 1.0, 0.05, -1.0));
}

// `brief` leaves out the audit of a range, since its many pairs of values take minutes under
// valgrind.
void audits(bool brief)
{
    const indp::Snapping noise(1.0, 1.0, 4.0);
    const indp::Audit audit = noise.audit_pair(0.0, 1.0);
    CHECK(audit.loss <= 1.0 && audit.loss > 0.9 && audit.exhaustive == 1 && audit.wrong_ends == 0 && audit.exceeds == 0);
    CHECK(noise.audit_bound() <= 1.0 && noise.audit_pair_integers(0, 1).loss <= 1.0);
    if (!brief)
        CHECK(noise.audit_range(0.0, 1.0).loss <= 1.0);
    const std::string json = noise.audit_json(audit);
    CHECK(json.front() == '{' && json.find("\"exact_loss\"") != std::string::npos && json.find('\0') == std::string::npos);
    const indp::Probability p = noise.probability(0.0, 0.0);
    CHECK(p.probability > 0.0 && p.probability < 1.0 && std::abs(std::exp(p.log_probability) - p.probability) < 1e-12);
    FAILS(neighbours, noise.audit_pair(0.0, 3.0));

    // A flag that is raised ends a long computation of this thread.
    const std::atomic<std::int32_t> raised{1};
    {
        const indp::StopWhen stop(raised);
        FAILS(stopped, noise.audit_pair(0.0, 1.0));
        {
            const std::atomic<std::int32_t> lowered{0};
            const indp::StopWhen inner(lowered);
            CHECK(noise.audit_pair(0.0, 1.0).loss == audit.loss);
        }
        FAILS(stopped, noise.audit_pair(0.0, 1.0));
    }
    CHECK(noise.audit_pair(0.0, 1.0).loss == audit.loss);
}

void exponential()
{
    const indp::Eta eta = indp::Eta::from_epsilon(1.0, 1.0, true);
    CHECK(eta.epsilon(1.0, true) <= 1.0 && eta.epsilon(1.0, true) > 0.99 && eta.x() % 2 == 1 && eta.y() > 0 && eta.z() > 0);
    const indp::Exponential choose(eta, 0, 1000, 100);
    CHECK(choose.select({900.0, 0.0, 900.0}) == 1 && choose.select_counted({900, 900, 0}, {1, 1, 5}) == 2);
    CHECK(choose.select_counted({900, 0}) == 1 && choose.select_by(5, [](std::size_t i) { return i == 3 ? 0.0 : 900.0; }) == 3);
    CHECK(choose.precision() > 0 && choose.precision_note() >= choose.precision());
    CHECK(indp::Exponential(indp::Eta(1, 1, 1), 0, 10, 4).precision_empirical() == 53);
    CHECK(indp::Exponential(eta, 0, 1000, 3, indp::Options().selection(indp::Selection::permute_and_flip)).select({900.0, 0.0}) == 1);
    CHECK(indp::Exponential(indp::Eta(1, 1, 1), 0, 10, 4, indp::Options().empirical_precision().insecure_timing().min_retries(2)).select({1.0}) == 0);
    FAILS(empty, choose.select({}));
    FAILS(empty, choose.select_by(0, [](std::size_t) { return 0.0; }));
    FAILS(outcomes, choose.select(std::vector<double>(101)));
    FAILS(outcomes, choose.select_by(~std::size_t{0}, [](std::size_t) { return 0.0; }));
    FAILS(length, choose.select_counted({1, 2}, {1}));
    FAILS(eta_x, indp::Exponential(indp::Eta(0, 1, 1), 0, 1, 1));
    FAILS(eta_y, indp::Eta(1, 64, 1).epsilon(1.0, true));
    FAILS(utility_range, indp::Exponential(eta, 1, 1, 1));
    FAILS(max_outcomes, indp::Exponential(eta, 0, 1, 0));
    FAILS(unused_precision, indp::Exponential(eta, 0, 1, 1, indp::Options().float_precision(53)));
}

void budget()
{
    indp::Budget budget(1.0);
    for (int i = 0; i < 10; i++)
        CHECK(budget.spend(0.1) <= 0.1);
    CHECK(budget.left() == 0.0 && budget.spent() == "1");
    FAILS(budget, budget.spend(1e-300));
    budget.change(1.5);
    budget.raise_spent(0.5);
    FAILS(budget, budget.raise_spent(2.0));
    indp::Budget read = indp::Budget::from_bytes(budget.to_bytes());
    CHECK(read.left() == 0.5 && read.to_bytes() == budget.to_bytes());
    const indp::Budget moved = std::move(budget);
    FAILS(state, budget.spend(0.1)); // NOLINT: the use of a moved-from budget is tested
    CHECK(moved.left() == 0.5);
    FAILS(epsilon, indp::Budget(infinity));
    FAILS(state, indp::Budget::from_bytes(indp::Bytes(3)));
}

void errors()
{
    try {
        indp::Sum(0.0, 1.0, 1).release(-1.0);
        CHECK(false);
    } catch (const indp::error &error) {
        CHECK(error.name() == std::string("INDP_E_EPSILON") && error.parameter() == std::string("epsilon"));
        CHECK(std::string(error.what()).rfind("INDP_E_EPSILON (epsilon): ", 0) == 0);
    }
    CHECK(indp::error(indp::status::released).parameter() == std::string());
    CHECK(indp::version() == INDP_VERSION_STRING && indp::tape_version() == 2);
    CHECK(indp::version_major() == INDP_VERSION_MAJOR && indp::version_minor() == INDP_VERSION_MINOR && indp::version_patch() == INDP_VERSION_PATCH);
    indp::self_test();
}

} // namespace

int main(int argc, char **)
{
    snapping();
    accuracy();
    audits(argc > 1);
    exponential();
    budget();
    errors();
    return failures != 0;
}
