// Tests histograms and the counts of modes.
#include "laws.hpp"

#include <random>

namespace {

using Counts = std::vector<std::int64_t>;

// An epsilon at which the noise of a count is 0, except with a probability below 1e-200.
const double exact = 1e3;

indp::Options floats() { return indp::Options().float_precision(118); }

void cells()
{
    laws([] { return indp::Histogram({-1.0, 0.0, 7.5}, 2); },
         [](indp::Histogram &state) {
             state.add(1.5);
             state.add_integer(7);
             state.add_many({not_a_number, infinity, -infinity, 1e300});
             state.add_many({});
         });
    indp::Histogram state({0.0, 1.0, 2.0}, 1);
    CHECK(state.cells() == 5 && state.edges() == std::vector<double>({0.0, 1.0, 2.0}));
    state.add_many({-infinity, -1e-300, -0.0, 0.999, 1.0, 1.5, 2.0, infinity, infinity});
    state.add(not_a_number);
    CHECK(state.release(exact) == Counts({2, 2, 2, 3, 1}));
    FAILS(released, state.release(exact));
    FAILS(released, state.can_release(exact));
    FAILS(released, state.add(1.0));
    CHECK(state.cells() == 5 && state.edges().size() == 3);

    // 2^53 + 1 is not a double. It belongs to the cell whose lower edge is 2^53.
    const std::int64_t large = std::int64_t{1} << 53;
    indp::Histogram whole({9007199254740992.0, 9007199254740994.0}, 1);
    for (const std::int64_t value : {large - 1, large, large + 1, large + 2})
        whole.add_integer(value);
    CHECK(whole.release(exact) == Counts({1, 2, 1, 0}));
}

void refusals()
{
    const std::vector<std::vector<double>> wrong = {
        {}, {1.0, 1.0}, {2.0, 1.0}, {0.0, -0.0}, {not_a_number}, {0.0, infinity}};
    for (const std::vector<double> &edges : wrong)
        FAILS(edges, indp::Histogram(edges, 1));
    FAILS(edges, indp::Histogram(std::vector<double>((1 << 20) + 1), 1));
    FAILS(rows_per_person, indp::Histogram({1.0}, 0));
    indp::Histogram state({0.0, 1.0}, 1), other({0.0, 2.0}, 1);
    FAILS(state_mismatch, state.merge(other));
    FAILS(state_mismatch, state.check_compatible(other));
    FAILS(unused_precision, state.release(1.0, floats()));
    FAILS(unused_precision, state.can_release(1.0, floats()));
    FAILS(unused_min_retries, state.release(1.0, indp::Options().min_retries(3)));
    FAILS(state, indp::Histogram::from_bytes(indp::Sum(0.0, 1.0, 1).to_bytes()));
    FAILS(state, indp::Sum::from_bytes(state.to_bytes()));
    CHECK(state.accuracy(1.0, 0.05) == indp::Count(1).accuracy(1.0, 0.05));
    CHECK(state.epsilon_for_accuracy(0.05, 3.0) == indp::Count(1).epsilon_for_accuracy(0.05, 3.0));
    CHECK(state.release(1.0, indp::Options().grid(8.0))[2] % 8 == 0);
}

// A state made with the C functions must have the same bytes and, for the same seed, the same
// released counts.
void equals_c()
{
    const double edges[] = {0.0, 1.0, 2.0}, values[] = {-1.0, 0.5, 0.5, 1.0, 9.0, not_a_number};
    unsigned char c[256] = {}, written[256] = {};
    std::size_t size = 0;
    CHECK(indp_histogram_init(c, sizeof c, edges, 3, 2) == INDP_OK);
    CHECK(indp_state_add_many(c, values, 6) == INDP_OK);
    CHECK(indp_state_size(c, &size) == INDP_OK);
    CHECK(indp_state_serialise(c, written, size) == INDP_OK);
    indp::Histogram state(edges, 2);
    state.add_many(values);
    CHECK(state.to_bytes() == indp::Bytes(written, written + size));
    Counts counts(5);
    const indp::Options options = seeded();
    CHECK(indp_state_release_counts(c, 0.5, options.get(), counts.data(), 5) == INDP_OK);
    CHECK(state.release(0.5, seeded()) == counts);
}

indp::Mode filled_mode()
{
    indp::Mode mode({"b", "a", 7, -1}, 1);
    for (const char *text : {"a", "a", "b", "none"})
        mode.add(text);
    for (const std::int64_t value : {7, 7, 7, 8})
        mode.add(value);
    return mode;
}

void modes()
{
    indp::Mode mode = filled_mode();
    mode.can_release_counts(exact);
    FAILS(epsilon, mode.can_release_counts(0.0));
    FAILS(unused_precision, mode.can_release_counts(1.0, floats()));
    FAILS(unused_precision, mode.release_counts(1.0, floats()));
    const Counts counts = mode.release_counts(exact);
    CHECK(counts == Counts({0, 3, 2, 1}));
    CHECK(mode.candidate(0) == indp::Category(-1) && mode.candidate(2) == indp::Category("a"));
    FAILS(released, mode.release_counts(exact));
    FAILS(released, mode.can_release_counts(exact));
    FAILS(released, mode.release(exact));
    const Counts again = filled_mode().release_counts(0.5, seeded());
    CHECK(again == filled_mode().release_counts(0.5, seeded()));
    indp::Mode moved = filled_mode(), target = std::move(moved);
    FAILS(state, moved.release_counts(1.0)); // NOLINT: the use of a moved-from state is tested
}

struct Ends {};

// Tests two callbacks. After the first throws, the state must still be live. The second uses the
// state during its release, which must be refused.
template <class State, class Release>
void callbacks(State state, Release release)
{
    std::mt19937 random;
    const auto fill = [&](indp::span<std::uint8_t> buffer) {
        for (std::uint8_t &byte : buffer)
            byte = static_cast<std::uint8_t>(random());
    };
    const auto throws = [&](indp::span<std::uint8_t>) { throw Ends(); };
    try {
        release(state, indp::Options().entropy(throws));
        CHECK(false);
    } catch (const Ends &) {
        CHECK(state.rows() > 0);
    }
    int calls = 0;
    const auto uses = [&](indp::span<std::uint8_t> buffer) {
        fill(buffer);
        calls++;
        FAILS(busy, release(state, indp::Options()));
        FAILS(busy, answer(state, 1.0));
        FAILS(busy, state.to_bytes());
        FAILS(busy, state.merge(state));
        State moved = std::move(state);
        FAILS(busy, release(moved, indp::Options()));
    };
    release(state, indp::Options().entropy(uses));
    CHECK(calls > 0);
    FAILS(released, release(state, indp::Options()));
}

} // namespace

int main()
{
    cells();
    refusals();
    equals_c();
    modes();
    indp::Histogram state({0.0, 1.0}, 1);
    state.add(0.5);
    callbacks(std::move(state), [](indp::Histogram &own, const indp::Options &options) {
        return own.release(1.0, options);
    });
    callbacks(filled_mode(), [](indp::Mode &own, const indp::Options &options) {
        return own.release_counts(1.0, options);
    });
    return failures != 0;
}
