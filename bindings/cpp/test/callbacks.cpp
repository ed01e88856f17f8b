// Tests callbacks that throw, that call the library, and that capture state. If a callback throws,
// the C++ call must throw the same exception and release nothing, and the next call must work.
#include "check.hpp"

#include <functional>
#include <thread>

namespace {

struct Ends {
    int number;
};

void fill_with(indp::span<std::uint8_t> buffer, std::uint64_t &next)
{
    for (std::uint8_t &byte : buffer)
        byte = static_cast<std::uint8_t>((next = next * 6364136223846793005u + 1442695040888963407u) >> 56);
}

void throwing_entropy()
{
    bool broken = false;
    std::uint64_t next = 1;
    indp::Options options;
    options.entropy([&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
        if (broken)
            throw Ends{7};
    });
    const indp::Snapping noise(1.0, 1.0, 1e6, options);
    const indp::Exponential choose(indp::Eta(1, 1, 1), 0, 10, 10, options);
    indp::Sum sum(0.0, 1.0, 1);
    double values[3] = {1, 2, 3};
    const auto ends = [&](auto call) {
        broken = true;
        try {
            call();
            CHECK(false);
        } catch (const Ends &end) {
            CHECK(end.number == 7);
        }
        broken = false;
        CHECK(status_of([&] { noise.release(1.0); }) == indp::status::ok);
    };
    for (int i = 0; i < 20; i++) {
        ends([&] { noise.release(1.0); });
        ends([&] { noise.release_integer(1); });
        ends([&] { noise.release_many({1.0, 2.0}); });
        ends([&] { noise.release_in_place(values); });
        ends([&] { choose.select({1.0, 2.0}); });
        ends([&] { sum.release(1.0, options); });
    }
    CHECK(std::isnan(values[0]) && std::isnan(values[2]));
    sum.release(1.0, options); // the failed releases have not used up the state
    FAILS(released, sum.release(1.0, options));
}

// The callback adds rows to the state that is being released, which would make the state grow. This
// must be refused, the release must fail with the same error, and no row may be added.
void grows_the_state()
{
    std::uint64_t next = 1;
    indp::Quantile median(0.5, 0.0, 1000.0, 1);
    const auto adds = [&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
        median.add_many(std::vector<double>(1000, 7.0));
    };
    FAILS(busy, median.release(1.0, indp::Options().entropy(adds)));
    CHECK(median.rows() == 0);
    median.release(1.0);
    FAILS(released, median.release(1.0));
}

// The callback moves the state that is being released, and another thread reads or releases it. The
// move constructor must leave the state in place, and all other calls must be refused.
template <class State>
void moves_the_state(State state, State other)
{
    std::uint64_t next = 1;
    int calls = 0;
    std::unique_ptr<State> moved;
    const auto moves = [&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
        calls++;
        moved = std::make_unique<State>(std::move(state));
        FAILS(busy, other = std::move(state));
        FAILS(busy, state = std::move(other));
        std::thread([&] {
            FAILS(busy, answer(state, 1.0));
            FAILS(busy, state.to_bytes());
            FAILS(busy, state.add_many(std::vector<double>(1000, 7.0)));
            FAILS(busy, state.add(1.0));
            FAILS(busy, state.add_integer(1));
            FAILS(busy, other.merge(state));
            FAILS(busy, state.merge(other));
        }).join();
    };
    FAILS(ok, answer(state, 1.0, indp::Options().entropy(moves)));
    CHECK(calls > 0);
    FAILS(state, answer(*moved, 1.0));
    FAILS(released, answer(state, 1.0));
    CHECK(other.rows() == 1);
    state = std::move(other);
    answer(state, 1.0);
}

// A callback that throws leaves the state live. One that uses the state is refused.
template <class State, class Release>
void counts_of_the_state(State state, Release release)
{
    std::uint64_t next = 1;
    try {
        release(state, indp::Options().entropy([](indp::span<std::uint8_t>) { throw Ends{ 7 }; }));
        CHECK(false);
    } catch (const Ends &) {
        CHECK(state.rows() > 0);
    }
    int calls = 0;
    const auto uses = [&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
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

void counts_of_states()
{
    indp::Histogram cells({ 0.0, 1.0 }, 1);
    cells.add(0.5);
    counts_of_the_state(std::move(cells), [](indp::Histogram &own, const indp::Options &options) { return own.release(1.0, options); });
    indp::Bounds bounds(1);
    bounds.add(0.5);
    const auto found = [](indp::Bounds &own, const indp::Options &options) {
        return own.release(1.0, options);
    };
    counts_of_the_state(std::move(bounds), found);
    indp::Mode mode({ "a", 7 }, 1);
    mode.add("a");
    counts_of_the_state(std::move(mode), [](indp::Mode &own, const indp::Options &options) { return own.release_counts(1.0, options); });
}

// Counts and modes have functions of their own for adding rows.
template <class State, class Add>
void adds_to_the_state(State state, const std::vector<Add> &adds)
{
    std::uint64_t next = 1;
    int calls = 0;
    state.release(1.0, indp::Options().entropy([&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
        calls++;
        for (const Add &add : adds) {
            FAILS(busy, add(state));
            std::thread([&] { FAILS(busy, add(state)); }).join();
        }
    }));
    CHECK(calls > 0);
    CHECK(state.rows() == 0);
}

void adds_during_release()
{
    adds_to_the_state(indp::Count(1), std::vector<std::function<void(indp::Count &)>>{
                                          [](indp::Count &count) { count.add(); },
                                          [](indp::Count &count) { count.add_rows(7); } });
    adds_to_the_state(indp::Mode({ indp::Category("a"), indp::Category(1) }, 1),
                      std::vector<std::function<void(indp::Mode &)>>{ [](indp::Mode &mode) { mode.add("a"); },
                                                                      [](indp::Mode &mode) { mode.add(1); } });
}

// release_parts has code of its own, so it is tested separately.
void moves_during_parts()
{
    std::uint64_t next = 1;
    indp::Mean mean(0.0, 1.0, 1);
    std::unique_ptr<indp::Mean> moved;
    mean.release_parts(1.0, indp::Options().entropy([&](indp::span<std::uint8_t> buffer) {
        fill_with(buffer, next);
        moved = std::make_unique<indp::Mean>(std::move(mean));
    }));
    FAILS(state, moved->release_parts(1.0));
    FAILS(released, mean.release_parts(1.0));
}

void moves_states()
{
    moves_during_parts();
    adds_during_release();
    const auto with_row = [](auto state) {
        state.add(1.0);
        return state;
    };
    moves_the_state(with_row(indp::Sum(0.0, 1.0, 1)), with_row(indp::Sum(0.0, 1.0, 1)));
    moves_the_state(with_row(indp::Mean(0.0, 1.0, 1)), with_row(indp::Mean(0.0, 1.0, 1)));
    moves_the_state(with_row(indp::Quantile(0.5, 0.0, 1.0, 1)), with_row(indp::Quantile(0.5, 0.0, 1.0, 1)));
    const auto histogram = [] { return indp::Histogram({0.0, 1.0}, 1); };
    moves_the_state(with_row(histogram()), with_row(histogram()));
    moves_the_state(with_row(indp::Bounds(1)), with_row(indp::Bounds(1)));
}

void throwing_utility()
{
    const indp::Exponential choose(indp::Eta(1, 1, 1), 0, 1000, 10);
    for (std::size_t at = 0; at < 3; at++) {
        std::size_t calls = 0;
        try {
            choose.select_by(3, [&](std::size_t i) {
                calls++;
                if (i == at)
                    throw Ends{static_cast<int>(i)};
                return 0.0;
            });
            CHECK(false);
        } catch (const Ends &end) {
            CHECK(end.number == static_cast<int>(at) && calls == at + 1);
        }
    }
    // The utility may be a const callable, a callable with mutable state, or a function.
    const auto constant = [](std::size_t i) { return i == 2 ? 0.0 : 900.0; };
    CHECK(choose.select_by(5, constant) == 2);
    int counted = 0;
    CHECK(choose.select_by(5, [&counted](std::size_t i) mutable { return counted++, i == 4 ? 0 : 900; }) == 4 && counted == 5);
    struct Function {
        static double utility(std::size_t i) { return i == 1 ? 0.0 : 900.0; }
    };
    CHECK(choose.select_by(5, Function::utility) == 1 && choose.select_by(5, &Function::utility) == 1);
}

void calls_the_library()
{
    const indp::Exponential choose(indp::Eta(1, 1, 1), 0, 10, 10);
    const indp::Snapping noise(1.0, 1.0, 1e6);
    FAILS(busy, choose.select_by(3, [&](std::size_t) { return noise.release(1.0); }));
    // If a callback catches an exception itself, the selection succeeds.
    CHECK(choose.select_by(1, [&](std::size_t) { return status_of([&] { noise.release(1.0); }) == indp::status::busy ? 0.0 : 1.0; }) == 0);
    CHECK(std::abs(noise.release(1.0)) < 1e3);
}

void outlives()
{
    std::shared_ptr<int> captured = std::make_shared<int>(0);
    std::uint64_t next = 5;
    std::unique_ptr<indp::Snapping> noise;
    {
        indp::Options options;
        options.entropy([captured, &next](indp::span<std::uint8_t> buffer) {
            ++*captured;
            fill_with(buffer, next);
        });
        noise = std::make_unique<indp::Snapping>(1.0, 1.0, 1e6, options);
        options.insecure_seed(1); // now the callback is kept by the mechanism only
    }
    CHECK(captured.use_count() == 2);
    noise->release(1.0);
    const indp::Snapping moved = std::move(*noise);
    noise.reset();
    moved.release(1.0);
    CHECK(*captured >= 2 && captured.use_count() == 2);
}

} // namespace

int main()
{
    throwing_entropy();
    throwing_utility();
    grows_the_state();
    moves_states();
    counts_of_states();
    calls_the_library();
    outlives();
    return failures != 0;
}
