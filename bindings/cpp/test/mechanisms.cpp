// Tests what is particular to the classes of C++: mechanisms, options and budgets that were moved
// from, flags that end computations, and exceptions.
#include "check.hpp"

namespace {

void moved_from()
{
    indp::Snapping from(1.0, 1.0, 10.0);
    const indp::Snapping to = std::move(from);
    FAILS(null, from.release(1.0)); // NOLINT: the use of a moved-from mechanism is tested
    CHECK(std::isnan(from.lambda()) && std::abs(to.release(1.0)) <= 10.0);
    indp::Options options;
    const indp::Options taken = std::move(options);
    FAILS(null, options.grid(1.0));
    FAILS(null, indp::Snapping(1.0, 1.0, 1.0, options));
    FAILS(null, indp::Count(1).release(1.0, options));
    indp::Budget budget(1.0);
    const indp::Budget moved = std::move(budget);
    FAILS(state, budget.spend(0.1)); // NOLINT
    CHECK(moved.left() == 1.0);
    FAILS(selection, indp::Options().selection(static_cast<indp::Selection>(9)));
}

void snapping()
{
    const indp::Snapping a(0.5, 3.0, 1e6, indp::Options().grid(1.0).insecure_seed(9));
    const indp::Snapping b(0.5, 3.0, 1e6, indp::Options().grid(1.0).insecure_seed(9));
    std::vector<double> values = { 1.0, 2.0, std::nan(""), HUGE_VAL };
    const std::vector<double> out = a.release_many(values);
    b.release_in_place(values);
    CHECK(out == values && a.release_many({}).empty());
}

// `brief` leaves out the audit of a range, since its many pairs of values take minutes under
// valgrind.
void audits(bool brief)
{
    const indp::Snapping noise(1.0, 1.0, 4.0);
    const indp::Audit audit = noise.audit_pair(0.0, 1.0);
    if (!brief)
        CHECK(noise.audit_range(0.0, 1.0).loss <= 1.0);
    const std::string json = noise.audit_json(audit);
    CHECK(json.front() == '{' && json.find("\"exact_loss\"") != std::string::npos && json.find('\0') == std::string::npos);

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
    const indp::Eta eta(1, 1, 1);
    const indp::Exponential choose(eta, 0, 1000, 100);
    CHECK(choose.select({ 900.0, 0.0 }) == 1 && choose.select_counted({ 900, 900, 0 }, { 1, 1, 5 }) == 2);
    FAILS(outcomes, choose.select_by(~std::size_t{0}, [](std::size_t) { return 0.0; }));
    FAILS(eta_y, indp::Eta(1, 64, 1).epsilon(1.0, true));
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
    CHECK(indp::version() == INDP_VERSION_STRING && indp::tape_version() == 3);
    CHECK(indp::version_major() == INDP_VERSION_MAJOR && indp::version_minor() == INDP_VERSION_MINOR && indp::version_patch() == INDP_VERSION_PATCH);
}

} // namespace

int main(int argc, char **)
{
    moved_from();
    snapping();
    audits(argc > 1);
    exponential();
    errors();
    return failures != 0;
}
