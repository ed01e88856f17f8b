//! Compares releases of the snapping mechanism in float arithmetic, through the C ABI, with their
//! exact distribution, which is computed by bisection.
//!
//! A check fails if the p-value of a chi-squared test is below 1e-8. So a correct mechanism fails a
//! check with probability below 1e-8. There are 12 checks. A further test shows that the check
//! rejects noise of another scale.

#[path = "common/chi_squared.rs"]
mod chi_squared;

use chi_squared::{p_value, seed};
use indp::audit::FloatExact;
use indp::exact::{Dyadic, Positive};
use indp::ffi::*;
use indp::snapping::{Precision, Snapping};
use rug::{Float, Integer};

const ALARM: f64 = 1e-8;
const N: usize = 1_000_000;

/// For each case, the precision p in bits, ε, the sensitivity Δ, the bound B, and the value.
const CASES: [(u32, f64, f64, f64, f64); 12] = [
    (53, 1.0, 1.0, 32.0, 0.0),
    (53, 0.3, 1.0, 77.7, 12.3),
    (53, 0.9, 3.0, 4.0, -100.0),
    (53, 2.0, 1e-5, 1e-3, 1e-4),
    (118, 1.0, 1.0, 32.0, 0.5),
    (118, 0.01, 1.0, 1000.0, 999.0),
    (118, 1.7, 1e100, 3e101, 1e101),
    (118, 0.25, 1.0, 33.3, f64::NAN),
    (200, 1.0, 1.0, 32.0, -1.0),
    (200, 0.125, 1.0, 9.0, 7.5),
    (200, 5.0, 1.0, 3.0, 0.1),
    (200, 1.0 / 3.0, 0.7, 99.9, f64::INFINITY),
];

fn draw(bits: u32, epsilon: f64, sensitivity: f64, bound: f64, value: f64) -> Vec<f64> {
    let mut answers = vec![value; N];
    unsafe {
        let (mut options, mut handle) = (std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(indp_options_new(&mut options), INDP_OK);
        assert_eq!(indp_options_set_float_precision(options, bits), INDP_OK);
        assert_eq!(indp_options_set_insecure_seed(options, seed() + u64::from(bits)), INDP_OK);
        assert_eq!(indp_snapping_new(epsilon, sensitivity, bound, options, &mut handle), INDP_OK);
        assert_eq!(indp_snapping_precision(handle), bits);
        assert_eq!(indp_snapping_unit_roundoff(handle), 2f64.powi(-(bits as i32)));
        assert!(
            indp_snapping_loss(handle) <= epsilon
                && indp_snapping_laplace_epsilon(handle) < epsilon
        );
        let data = answers.as_mut_ptr();
        assert_eq!(indp_snapping_release_many(handle, data, N, data), INDP_OK);
        indp_snapping_free(handle);
        indp_options_free(options);
    }
    answers
}

/// Returns every possible answer with its exact probability.
fn exact(bits: u32, epsilon: f64, sensitivity: f64, bound: f64, value: f64) -> Vec<(f64, Float)> {
    let positive = |x| Positive::from_f64(x).unwrap();
    let precision = Precision::bits(bits).unwrap();
    let p = Snapping::float(positive(epsilon), positive(sensitivity), bound, precision).unwrap();
    let exact = FloatExact::new(&p, None).unwrap();
    let f: Dyadic = Snapping::enter(value);
    let (first, last) = exact.ends();
    let (a, b) = (first.to_i64().unwrap(), last.to_i64().unwrap());
    let answer = |k: i64| (k as f64 * p.grid()).clamp(-bound, bound);
    (a..=b).map(|k| (answer(k), exact.probability(&f, &Integer::from(k)).unwrap())).collect()
}

#[test]
fn releases_have_the_exact_probabilities() {
    for (bits, epsilon, sensitivity, bound, value) in CASES {
        let probabilities = exact(bits, epsilon, sensitivity, bound, value);
        let p = p_value(&probabilities, &draw(bits, epsilon, sensitivity, bound, value));
        println!(
            "p = {bits}, ε = {epsilon}, Δ = {sensitivity}, B = {bound}, f = {value}: p = {p:.3}"
        );
        assert!(p > ALARM, "p = {p:e}");
    }
}

#[test]
fn another_scale_fails() {
    let (bits, epsilon, sensitivity, bound, value) = CASES[4];
    // For ε = 1 the scale λ is just above 1, since float arithmetic computes it from a slightly
    // smaller ε'. So the grid Λ is 2. The draws use ε/1.02, which gives the same grid, so only the
    // scale of the noise differs.
    let p = p_value(
        &exact(bits, epsilon, sensitivity, bound, value),
        &draw(bits, epsilon / 1.02, sensitivity, bound, value),
    );
    assert!(p < ALARM, "p = {p:e}");
}
