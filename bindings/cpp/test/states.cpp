// Tests what is particular to the classes of C++: states that were moved from, and what an argument
// may be. The calls that all languages share are in surface/cases.
#include "check.hpp"

#include <array>

namespace {

// An object contains only the bytes of its state and the mark of a running release.
template <class State>
constexpr std::size_t bytes_in = sizeof(State) - sizeof(bool);
static_assert(bytes_in<indp::Count> == INDP_COUNT_STATE_SIZE && bytes_in<indp::Sum> == INDP_SUM_STATE_SIZE);
static_assert(bytes_in<indp::Mean> == INDP_MEAN_STATE_SIZE && bytes_in<indp::Variance> == INDP_VARIANCE_STATE_SIZE);
static_assert(bytes_in<indp::StdDev> == INDP_STDDEV_STATE_SIZE && sizeof(indp::Budget) == INDP_BUDGET_STATE_SIZE);

// A state can only be moved. One that was moved from refuses all calls, until a state is moved into
// it again.
template <class State, class Add>
void moves(State left, Add add)
{
    static_assert(!std::is_copy_constructible_v<State> && !std::is_copy_assignable_v<State>);
    static_assert(std::is_nothrow_move_constructible_v<State> && std::is_move_assignable_v<State>);
    static_assert(!std::is_polymorphic_v<State>);
    add(left);
    const indp::Bytes bytes = left.to_bytes();
    State moved = std::move(left);
    FAILS(state, answer(left, 1.0)); // NOLINT: the use of a moved-from state is tested
    FAILS(state, left.rows());
    FAILS(state, left.to_bytes());
    FAILS(state, add(left));
    FAILS(state, moved.merge(left));
    CHECK(moved.to_bytes() == bytes);
    left = std::move(moved);
    answer(left, 1.0);
    FAILS(released, answer(left, 1.0));
}

const auto numbers = [](auto &state) {
    state.add(1.5);
    state.add_many({ 1.0, 2.0 });
    state.add_many({});
    state.add_many(std::vector<double>{ 3.0 });
    state.add_many(std::array<double, 2>{ 3.0, 4.0 });
};

void all_kinds()
{
    moves(indp::Count(2), [](indp::Count &state) { state.add(); });
    moves(indp::Sum(-1.0, 100.0, 2), numbers);
    moves(indp::Mean(-1.0, 100.0, 2), numbers);
    moves(indp::Variance(-1.0, 100.0, 2), numbers);
    moves(indp::StdDev(-1.0, 100.0, 2), numbers);
    moves(indp::Quantile(0.5, 0.0, 1000.0, 2), numbers);
    moves(indp::Histogram({ 0.0, 7.5 }, 2), numbers);
    moves(indp::Bounds(2), numbers);
    moves(indp::Bounds(2, 0.0, { 1.0, 7.5 }), numbers);
    moves(indp::Mode({ "good", 7, "" }, 2), [](indp::Mode &state) { state.add("good"), state.add(7); });
    indp::Mode mode({ "a" }, 1), target = std::move(mode);
    FAILS(state, mode.release_counts(1.0)); // NOLINT
    FAILS(state, target.candidate(1));
}

// Overloads with and without options give the same.
template <class State>
void options_are_optional(State state)
{
    const indp::Options usual;
    CHECK(state.accuracy(1.0, 0.05) == state.accuracy(1.0, 0.05, usual));
    CHECK(state.epsilon_for_accuracy(0.05, 9.0) == state.epsilon_for_accuracy(0.05, 9.0, usual));
    state.can_release(1.0, usual);
}

// The caller may write any number of sums into the structure.
template <class State>
void parts()
{
    State state(0.0, 10.0, 1);
    state.add_many({ 1.0, 2.0, 3.0, 4.0 });
    indp::Parts parts = state.release_parts(4.0);
    for (const std::uint64_t number : { std::uint64_t{ 0 }, std::uint64_t{ 1 }, std::uint64_t{ 9 }, ~std::uint64_t{ 0 } }) {
        parts.number = number;
        FAILS(answer, indp::Mean(0.0, 10.0, 1).interval(parts, 0.5));
    }
}

// The bounds of many equal rows. With this epsilon the noise is 0, but for a chance below 1e-100.
std::optional<indp::Extent> bounds_of(indp::Bounds state, double row)
{
    state.add_many(std::vector<double>(5000, row));
    state.can_release(1000.0);
    return state.release(1000.0);
}

void bounds()
{
    const auto is = [](const std::optional<indp::Extent> &found, double lo, double hi) {
        return found && found->lo == lo && found->hi == hi;
    };
    CHECK(is(bounds_of(indp::Bounds(1), 120.0), 0.0, 128.0));
    CHECK(is(bounds_of(indp::Bounds(1), -120.0), -128.0, 0.0));
    CHECK(is(bounds_of(indp::Bounds(1, 100.0), 119.0), 100.0, 120.0));
    CHECK(!bounds_of(indp::Bounds(1), 0.0) && !bounds_of(indp::Bounds(1, 7.0), 7.0));
    CHECK(!bounds_of(indp::Bounds(1), std::nan("")));
    const auto among = [] { return indp::Bounds(1, 20.0, { 10.0, 50.0, 100.0 }); };
    CHECK(is(bounds_of(among(), 30.0), 20.0, 50.0) && is(bounds_of(among(), 10.0), 10.0, 20.0));
    CHECK(is(bounds_of(among(), 1e9), 20.0, 100.0) && !bounds_of(among(), 20.0));
    CHECK(is(bounds_of(indp::Bounds(1, 0.0, { 5.0 }), 5.0), 0.0, 5.0));
    FAILS(edges, indp::Bounds(1, 0.0, {}));
    FAILS(edges, indp::Bounds(1, 0.0, std::vector<double>()));
    FAILS(centre, indp::Bounds(1, 5.0, { 5.0 }));
    FAILS(state, indp::Bounds::from_bytes(indp::Histogram({ 1.0 }, 1).to_bytes()));
    FAILS(state, indp::Histogram::from_bytes(indp::Bounds(1).to_bytes()));
    // A state for which 1 is too small an epsilon, and one that nobody can release.
    for (const std::uint64_t rows : { std::uint64_t{ 1 } << 53, ~std::uint64_t{ 0 } }) {
        const indp::Bytes bytes = indp::Bounds(rows).to_bytes();
        CHECK(indp::Bounds::from_bytes(bytes).to_bytes() == bytes);
        FAILS(state, indp::Histogram::from_bytes(bytes));
    }
    indp::Bounds state(1);
    state.add_many(std::vector<double>(5000, 120.0));
    const auto refused = [&](const indp::Options &options, indp::status status) {
        CHECK(status_of([&] { state.can_release(1.0, options); }) == status);
        CHECK(status_of([&] { state.release(1.0, options); }) == status);
    };
    refused(indp::Options().grid(1.0), indp::status::unused_grid);
    refused(indp::Options().float_precision(53), indp::status::unused_precision);
    for (const auto rule : { indp::Selection::exponential, indp::Selection::permute_and_flip })
        refused(indp::Options().selection(rule), indp::status::unused_selection);
    CHECK(is(state.release(0.5, indp::Options().insecure_seed(3)), 0.0, 128.0));
    FAILS(released, state.release(0.5));
    FAILS(released, state.can_release(0.5));
}

} // namespace

int main()
{
    all_kinds();
    bounds();
    options_are_optional(indp::Count(1));
    options_are_optional(indp::Sum(0.0, 10.0, 1));
    options_are_optional(indp::Mode({ 1, 2 }, 1));
    options_are_optional(indp::Histogram({ 1.0 }, 1));
    options_are_optional(indp::Quantile(0.5, 0.0, 100.0, 1));
    CHECK(indp::Mode::accuracy_with(10, 1, 1.0, 0.05) == 4.0);
    parts<indp::Mean>();
    parts<indp::Variance>();
    parts<indp::StdDev>();
    return failures != 0;
}
