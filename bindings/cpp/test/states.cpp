// Tests every aggregate, every operation of a state, and states that were moved from.
#include "laws.hpp"

#include <array>

namespace {

// An object contains only the bytes of its state and the mark of a running release.
template <class State>
constexpr std::size_t bytes_in = sizeof(State) - sizeof(bool);
static_assert(bytes_in<indp::Count> == INDP_COUNT_STATE_SIZE && bytes_in<indp::Sum> == INDP_SUM_STATE_SIZE);
static_assert(bytes_in<indp::Mean> == INDP_MEAN_STATE_SIZE && bytes_in<indp::Variance> == INDP_VARIANCE_STATE_SIZE);
static_assert(bytes_in<indp::StdDev> == INDP_STDDEV_STATE_SIZE && sizeof(indp::Budget) == INDP_BUDGET_STATE_SIZE);

template <class State>
void numbers()
{
    const auto make = [] { return State(-1.0, 100.0, 2); };
    laws(make, [](State &state) {
        state.add(1.5);
        state.add_integer(7);
        state.add_many({not_a_number, infinity, -infinity, 1e300});
        state.add_many({});
        state.add_many(std::vector<double>{3.0});
    });
    FAILS(lo, State(not_a_number, 1.0, 1));
    FAILS(hi, State(0.0, infinity, 1));
    FAILS(range, State(1.0, 1.0, 1));
    FAILS(rows_per_person, State(0.0, 1.0, 0));
    FAILS(grid, State(0.0, 1.0, 1, 0.3));
    State coarse(0.0, 8.0, 1, 1.0);
    coarse.add(2.75);
    FAILS(state_mismatch, coarse.merge(make()));
}

template <class State>
void parts()
{
    State one(0.0, 10.0, 1), same(0.0, 10.0, 1);
    const std::array<double, 4> rows = {1, 2, 3, 4};
    one.add_many(rows), same.add_many(rows);
    const indp::Parts parts = one.release_parts(4.0, seeded());
    CHECK(parts.value == same.release(4.0, seeded()) && parts.number >= 2 && parts.scale > 0.0);
    FAILS(released, one.release_parts(4.0));
}

bool holds(indp::Interval around, double exact) { return around.low <= exact && exact <= around.high; }

// Checks error bounds, which depend only on parameters. The expected bounds are for alpha = 0.05.
template <class State>
void expected(const State &state, double error)
{
    const double r = state.accuracy(1.0, 0.05);
    CHECK(std::abs(r - error) <= 0.01 * error && state.accuracy(1.0, 0.01) > r && state.accuracy(1.0, 0.05, indp::Options()) == r);
    const double epsilon = state.epsilon_for_accuracy(0.05, r);
    CHECK(epsilon <= 1.0 && epsilon == state.epsilon_for_accuracy(0.05, r, indp::Options()) && state.accuracy(epsilon, 0.05) <= r);
    FAILS(alpha, state.accuracy(1.0, 1.0));
    FAILS(epsilon, state.accuracy(0.0, 0.5));
    FAILS(accuracy, state.epsilon_for_accuracy(0.5, 0.0));
    FAILS(unused_min_retries, state.accuracy(1.0, 0.5, indp::Options().min_retries(3)));
}

template <class State>
void expected_of_rows(double exact)
{
    const State state(0.0, 10.0, 1);
    const double r = state.accuracy(1000, 1.0, 0.05);
    CHECK(r > 0.0 && r < state.accuracy(100, 1.0, 0.05) && state.accuracy(1000, 1.0, 0.05, indp::Options()) == r);
    const double epsilon = state.epsilon_for_accuracy(1000, 0.05, r);
    CHECK(epsilon <= 1.0 && state.epsilon_for_accuracy(1000, 0.05, r, indp::Options()) == epsilon);
    FAILS(rows, state.accuracy(0, 1.0, 0.05));
    FAILS(rows, state.epsilon_for_accuracy(0, 0.05, r));
    State rows(0.0, 10.0, 1);
    for (int i = 0; i <= 1000; i++)
        rows.add(i / 100.0);
    indp::Parts parts = rows.release_parts(1.0);
    // Fails with probability at most 1e-9.
    CHECK(holds(rows.interval(parts, 1e-9), exact) && holds(state.interval(parts, 0.5), parts.value));
    FAILS(alpha, state.interval(parts, 0.0));
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{9}, ~std::uint64_t{0}}) {
        parts.number = number;
        FAILS(answer, indp::Mean(0.0, 10.0, 1).interval(parts, 0.5));
    }
}

void errors()
{
    expected(indp::Count(1), 3.0);
    expected(indp::Sum(0.0, 10.0, 1), 30.0);
    expected(indp::Mode({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 1), 4.0);
    expected(indp::Quantile(0.5, 0.0, 100.0, 1), indp::Quantile(0.5, 0.0, 100.0, 1).accuracy(1.0, 0.05));
    CHECK(indp::Mode::accuracy_with(10, 1, 1.0, 0.05) == 4.0 && indp::Mode::epsilon_for_accuracy_with(10, 1, 0.05, 4.0) <= 1.0);
    FAILS(categories, indp::Mode::accuracy_with(0, 1, 1.0, 0.05));
    FAILS(accuracy, indp::Mode::epsilon_for_accuracy_with(10, 1, 0.05, -1.0));
    const indp::Interval around = indp::Count(1).interval(10.0, 1.0, 0.05);
    CHECK(around.low == 7.0 && around.high == 13.0);
    CHECK(indp::Count(1).interval(640.0, 1.0, 0.05, indp::Options().grid(64.0)).low < 640.0 - 30.0);
    CHECK(indp::Sum(0.0, 10.0, 1).interval(100.0, 1.0, 0.05).low > 69.9);
    FAILS(answer, indp::Count(1).interval(not_a_number, 1.0, 0.05));
    expected_of_rows<indp::Mean>(5.0);
    expected_of_rows<indp::Variance>(8.35);
    expected_of_rows<indp::StdDev>(std::sqrt(8.35));
}

void several_quantiles()
{
    const auto make = [] {
        indp::Quantile state(0.5, 0.0, 100.0, 1);
        for (int i = 0; i < 2020; i++)
            state.add(i % 101);
        return state;
    };
    indp::Quantile state = make();
    state.can_release_many({0.75, 0.25}, 20.0);
    FAILS(quantile, state.can_release_many({0.5, 2.0}, 20.0));
    FAILS(quantiles, state.can_release_many({}, 20.0));
    FAILS(unused_grid, state.can_release_many({0.5}, 20.0, indp::Options().grid(1.0)));
    FAILS(quantile, state.release_many({0.5, 2.0}, 20.0));
    const std::vector<double> found = state.release_many(std::vector<double>{0.75, 0.25, 0.5, 0.25}, 20.0);
    // Each answer is off by more than 10 with probability below 1e-9.
    CHECK(found.size() == 4 && std::abs(found[0] - 75.0) < 10.0 && std::abs(found[2] - 50.0) < 10.0 && found[1] == found[3]);
    CHECK(found[1] <= found[2] && found[2] <= found[0]);
    FAILS(released, state.release_many({0.5}, 1.0));
    FAILS(released, state.can_release_many({0.5}, 1.0));
    CHECK(make().release_many({0.5}, 0.5, seeded())[0] == make().release(0.5, seeded()));
}

void quantiles()
{
    laws([] { return indp::Quantile(0.5, 0.0, 1000.0, 2); },
         [](indp::Quantile &state) {
             for (int i = 0; i < 50; i++)
                 state.add(i);
             state.add_many(std::vector<double>(500, 7.0));
             state.add_integer(3);
         });
    indp::Quantile large(1.0, 0.0, 1.0, 1, 1 << 20), more(1.0, 0.0, 1.0, 1, 1 << 20);
    large.add_many(std::vector<double>(300000, 0.25));
    more.add_many(std::vector<double>(3000000, 0.5));
    large.merge(more);
    CHECK(large.rows() == 3300000 && std::abs(large.release(1.0) - 0.5) < 0.01);
    FAILS(quantile, indp::Quantile(1.5, 0.0, 1.0, 1));
    FAILS(quantile, indp::Quantile(not_a_number, 0.0, 1.0, 1));
    FAILS(candidates, indp::Quantile(0.5, 0.0, 1.0, 1, 1));
    FAILS(unused_grid, indp::Quantile(0.5, 0.0, 1.0, 1).release(1.0, indp::Options().grid(1.0)));
}

void modes()
{
    using indp::Category;
    const auto make = [] { return indp::Mode({"good", 7, "poor", -1, ""}, 2); };
    laws(make, [](indp::Mode &state) {
        state.add("good");
        state.add(7);
        state.add(std::string_view("poor\0", 5)); // not a candidate
        state.add("");
    });
    indp::Mode mode = make();
    CHECK(mode.candidates() == 5 && mode.candidate(0) == Category(-1) && mode.candidate(1) == Category(7));
    CHECK(mode.candidate(2) == Category("") && mode.candidate(4) == Category("poor"));
    FAILS(state, mode.candidate(5));
    for (int i = 0; i < 1000; i++)
        mode.add("good");
    CHECK(mode.release(1.0) == Category("good"));
    FAILS(categories, indp::Mode({}, 1));
    FAILS(categories, indp::Mode({"a", "a"}, 1));
    FAILS(rows_per_person, indp::Mode({"a"}, 0));
}

void counts()
{
    laws([] { return indp::Count(2); }, [](indp::Count &state) { state.add(), state.add_rows(5); });
    FAILS(rows_per_person, indp::Count(0));
    indp::Count full(1);
    full.add_rows(~std::uint64_t{0});
    FAILS(too_many_rows, full.add());
    FAILS(too_many_rows, full.merge(full));
    CHECK(indp::Count(1).accuracy(0.5, 0.01) >= 9.0 && indp::Count(1).accuracy(0.5, 0.01, indp::Options().grid(4.0)) > 9.0);
    FAILS(alpha, indp::Count(1).accuracy(0.5, 1.0));
    const indp::Sum sum(0.0, 10.0, 3);
    CHECK(sum.sensitivity() == 30.0 && sum.accuracy(1.0, 0.5) > 20.0 && sum.accuracy(1.0, 0.5, indp::Options()) > 20.0);
    indp::Count a(1);
    a.add_rows(1000);
    CHECK(std::get<std::int64_t>(a.release_value(5.0)) > 900);
}

} // namespace

int main()
{
    counts();
    numbers<indp::Sum>();
    numbers<indp::Mean>();
    numbers<indp::Variance>();
    numbers<indp::StdDev>();
    parts<indp::Mean>();
    parts<indp::Variance>();
    parts<indp::StdDev>();
    quantiles();
    several_quantiles();
    errors();
    modes();
    return failures != 0;
}
