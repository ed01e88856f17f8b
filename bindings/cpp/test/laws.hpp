// The checks that a state of every kind must pass.
#pragma once
#include "check.hpp"

inline const double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline const double infinity = std::numeric_limits<double>::infinity();

inline indp::Options seeded() { return indp::Options().insecure_seed(3); }

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
    CHECK(answer(read, 1.0, seeded()) == answer(all, 1.0, seeded()));
    FAILS(released, add(read));
    FAILS(released, answer(read, 1.0));
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
        FAILS(epsilon, answer(left, epsilon));
    left.can_release(1.0, seeded());
    State moved = std::move(left);
    FAILS(state, answer(left, 1.0)); // NOLINT: the use of a moved-from state is tested
    FAILS(state, left.rows());
    FAILS(state, left.to_bytes());
    FAILS(state, add(left));
    FAILS(state, moved.merge(left));
    CHECK(moved.to_bytes() == twice.to_bytes());
    left = std::move(moved);
    answer(left, 1.0);
    FAILS(released, answer(left, 1.0));
}
