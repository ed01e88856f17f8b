// Tests every aggregate, every operation of a state, and states that were moved from.
#include "check.hpp"

#include <array>

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

indp::Options seeded() { return indp::Options().insecure_seed(3); }

// An object contains only the bytes of its state and the mark of a running release.
template <class State>
constexpr std::size_t bytes_in = sizeof(State) - sizeof(bool);
static_assert(bytes_in<indp::Count> == INDP_COUNT_STATE_SIZE && bytes_in<indp::Sum> == INDP_SUM_STATE_SIZE);
static_assert(bytes_in<indp::Mean> == INDP_MEAN_STATE_SIZE && bytes_in<indp::Variance> == INDP_VARIANCE_STATE_SIZE);
static_assert(bytes_in<indp::StdDev> == INDP_STDDEV_STATE_SIZE && sizeof(indp::Budget) == INDP_BUDGET_STATE_SIZE);

template <class State>
void is_moved_only()
{
    static_assert(!std::is_copy_constructible_v<State> && !std::is_copy_assignable_v<State>);
    static_assert(std::is_nothrow_move_constructible_v<State> && std::is_move_assignable_v<State>);
    static_assert(!std::is_polymorphic_v<State>);
}

// Checks what must hold for a state of every kind. `make` makes an empty state and `add` adds rows
// to it.
template <class Make, class Add>
void laws(Make make, Add add)
{
    using State = decltype(make());
    is_moved_only<State>();
    State all = make(), left = make(), right = make();
    add(all), add(all), add(left), add(right);
    left.check_compatible(right);
    left.merge(right);
    CHECK(left.to_bytes() == all.to_bytes() && left.size() == all.to_bytes().size());
    CHECK(left.rows() == all.rows() && left.rows() > 0 && left.rows_per_person() == 2);
    State twice = make();
    add(twice);
    twice.merge(twice);
    CHECK(twice.to_bytes() == all.to_bytes());

    State read = State::from_bytes(all.to_bytes());
    CHECK(read.release_value(1.0, seeded()) == all.release_value(1.0, seeded()));
    FAILS(released, add(read));
    FAILS(released, read.release_value(1.0));
    FAILS(released, read.to_bytes());
    FAILS(released, left.merge(read));
    CHECK(left.to_bytes() == twice.to_bytes());

    indp::Bytes bytes = left.to_bytes();
    bytes[5] ^= 0x40;
    FAILS(state, State::from_bytes(bytes));
    for (std::size_t length = 0; length < bytes.size(); length++)
        FAILS(state, State::from_bytes(indp::span<const unsigned char>(bytes.data(), length)));

    left.can_release(1.0);
    FAILS(epsilon, left.can_release(0.0));
    for (double epsilon : {0.0, -1.0, not_a_number, infinity})
        FAILS(epsilon, left.release_value(epsilon));
    left.can_release(1.0, seeded());
    State moved = std::move(left);
    FAILS(state, left.release_value(1.0)); // NOLINT: the use of a moved-from state is tested
    FAILS(state, left.rows());
    FAILS(state, left.to_bytes());
    FAILS(state, add(left));
    FAILS(state, moved.merge(left));
    CHECK(moved.to_bytes() == twice.to_bytes());
    left = std::move(moved);
    left.release_value(1.0);
    FAILS(released, left.release_value(1.0));
}

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
        state.add(std::string_view("poor\0", 5)); // no candidate
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
    modes();
    return failures != 0;
}
