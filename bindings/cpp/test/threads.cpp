// Tests threads with states of their own, and threads that release through one mechanism. Callbacks
// that throw on some threads must not disturb the other threads.
#include "check.hpp"

#include <atomic>
#include <thread>

namespace {

// If two threads release one state at the same time, exactly one of them must succeed.
template <class State>
void race(State (*make)())
{
    for (int round = 0; round < 300; round++) {
        State state = make();
        std::atomic<int> ready{0}, released{0};
        const auto release = [&] {
            ready++;
            while (ready < 2)
                std::this_thread::yield();
            const indp::status status = status_of([&] { answer(state, 1.0); });
            released += status == indp::status::ok;
            CHECK(status == indp::status::ok || status == indp::status::busy || status == indp::status::released);
        };
        std::thread other(release);
        release();
        other.join();
        CHECK(released == 1);
    }
}

} // namespace

int main()
{
    race<indp::Count>([] { return indp::Count(1); });
    race<indp::Mean>([] { return indp::Mean(0.0, 1.0, 1); });
    race<indp::Quantile>([] { return indp::Quantile(0.5, 0.0, 1.0, 1); });
    race<indp::Histogram>([] { return indp::Histogram({0.0, 1.0}, 1); });
    race<indp::Bounds>([] { return indp::Bounds(1); });
    enum { THREADS = 16, ROUNDS = 200 };
    std::atomic<int> words{0}, ended{0}, wrong{0};
    const indp::Snapping one(1.0, 1.0, 1e6);
    const indp::Snapping by_callback(1.0, 1.0, 1e6, indp::Options().entropy([&](indp::span<std::uint8_t> buffer) {
        const int number = words++;
        for (std::uint8_t &byte : buffer)
            byte = static_cast<std::uint8_t>(number * 37 + 11);
        if (number % 5 == 0)
            throw number;
    }));
    const indp::Exponential choose(indp::Eta(1, 1, 1), 0, 1000, 10);
    std::vector<indp::Bytes> shards(THREADS);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < THREADS; t++)
        threads.emplace_back([&, t] {
            indp::Sum sum(0.0, 10.0, 1);
            for (int i = 0; i < ROUNDS; i++) {
                sum.add(static_cast<double>(t));
                if (!(std::abs(one.release(5.0)) < 1e4) || choose.select({0.0, 900.0}) != 0)
                    wrong++;
                try {
                    by_callback.release(1.0);
                } catch (int number) {
                    wrong += number % 5 != 0;
                    ended++;
                }
                indp::Mean mean(0.0, 1.0, 1);
                mean.add(0.5);
                mean.release(1.0);
            }
            shards[t] = sum.to_bytes();
        });
    for (std::thread &thread : threads)
        thread.join();
    indp::Sum merged(0.0, 10.0, 1), expected(0.0, 10.0, 1);
    for (const indp::Bytes &bytes : shards)
        merged.merge(indp::Sum::from_bytes(bytes));
    for (std::size_t t = 0; t < THREADS; t++)
        expected.add_many(std::vector<double>(ROUNDS, static_cast<double>(t)));
    CHECK(merged.to_bytes() == expected.to_bytes() && wrong == 0 && ended > 0);
    return failures != 0;
}
