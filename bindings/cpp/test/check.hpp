// Code shared by all tests: checks that count failures, and a function that returns the status of a
// failed call.
#pragma once
#include <indp.hpp>

#include <cmath>
#include <cstdio>
#include <limits>

inline int failures = 0;

#define CHECK(holds)                                                              \
    do {                                                                          \
        if (!(holds)) {                                                           \
            failures++;                                                           \
            std::printf("%s:%d: check failed: %s\n", __FILE__, __LINE__, #holds); \
        }                                                                         \
    } while (0)

template <class Call>
indp::status status_of(Call call)
{
    try {
        call();
    } catch (const indp::error &error) {
        return error.status();
    }
    return indp::status::ok;
}

#define FAILS(expected, ...) \
    CHECK(status_of([&] { static_cast<void>(__VA_ARGS__); }) == indp::status::expected)

// Releases the answer of a state that has one, the counts of a histogram, or bounds.
template <class State, class... Options>
auto answer(State &state, double epsilon, const Options &...options)
{
    if constexpr (std::is_same_v<State, indp::Histogram> || std::is_same_v<State, indp::Bounds>)
        return state.release(epsilon, options...);
    else
        return state.release_value(epsilon, options...);
}
