//! Makes random sequences of calls to the C ABI on every kind of state, and compares the results
//! with a slow model. The model keeps rows in a map, computes sums in exact rationals, and composes
//! serialised bytes as include/STATES.md describes them.
//!
//! A short run is part of `cargo test`. `make soak` changes the seed, and the variable
//! INDP_TEST_EFFORT multiplies the number of sequences.

#[path = "../common/chi_squared.rs"]
#[allow(dead_code)] // only its seed is used
mod chi_squared;
mod random;
mod slow;
mod state;

use chi_squared::seed;
use indp::entropy::seeded::Seeded;
use random::Random;
use state::State;

#[test]
fn random_sequences_agree_with_a_slow_model() {
    let effort: u64 =
        std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1);
    let mut random = Random(Seeded::new(seed(), 4242));
    let mut calls = [0u32; 6];
    for _ in 0..400 * effort {
        // The first two states have equal parameters, so they can be merged. The third state has
        // random parameters of its own, so merging it is usually refused.
        let first = State::new(&mut random);
        let twin = State { bytes: first.bytes.clone(), model: first.model.clone() };
        let mut states = [first, twin, State::new(&mut random)];
        for _ in 0..30 {
            let (i, j) = (random.below(3) as usize, random.below(3) as usize);
            let call = [0, 0, 0, 1, 2, 2, 3, 3, 4][random.below(9) as usize];
            calls[call] += 1;
            match call {
                0 => states[i].add(&mut random),
                1 => states[i].add_many(&mut random),
                2 => {
                    let copy =
                        State { bytes: states[j].bytes.clone(), model: states[j].model.clone() };
                    states[i].merge(&copy, i == j);
                }
                3 => states[i].travel(&mut random),
                _ if random.below(4) == 0 => states[i].release(),
                _ => {}
            }
        }
        for state in &mut states {
            state.travel(&mut random);
            state.release();
            state.release();
        }
    }
    println!("calls: {calls:?}");
    assert!(calls.iter().take(5).all(|n| *n > 1000));
}
