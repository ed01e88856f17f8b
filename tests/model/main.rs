//! Every kind of state through the C ABI, driven by random sequences of calls and compared with a
//! slow model: rows in a map, sums in exact rationals, serialised bytes composed from
//! include/STATES.md.
//!
//! A short run is part of `cargo test`; `make soak` changes the seed, INDP_TEST_EFFORT the length.

#[path = "../common/chi_squared.rs"]
#[allow(dead_code)]
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
    let effort: u64 = std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1);
    let mut random = Random(Seeded::new(seed(), 4242));
    let mut calls = [0u32; 6];
    for _ in 0..400 * effort {
        // Two states have equal parameters, and the third has different ones.
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
                    let copy = State { bytes: states[j].bytes.clone(), model: states[j].model.clone() };
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
