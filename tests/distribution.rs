//! Compares releases of the snapping mechanism in real arithmetic, through the C ABI, with their
//! exact probabilities.
//!
//! A check fails if the p-value of a chi-squared test is below 1e-8. So a correct mechanism fails a
//! check with probability below 1e-8. There are fewer than 40 checks, so a run raises a false alarm
//! with probability below 1e-6. Further tests show that broken mechanisms fail the checks.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/geometric.rs"]
mod geometric;
#[path = "common/laplace.rs"]
mod laplace;

use std::ffi::c_void;

use chi_squared::{p_value, seed};
use indp::ffi::*;
use laplace::Case;

const ALARM: f64 = 1e-8;
const N: usize = 1_000_000;

const fn case(epsilon: f64, sensitivity: f64, bound: f64, grid: f64, value: f64) -> Case {
    Case { epsilon, sensitivity, bound, grid, value }
}

const INFINITE: f64 = f64::INFINITY;

/// The cases cover every kind of parameter. The grid is the default, finer, or coarser. The bound
/// clamps many answers, is not a multiple of the grid, lies below the grid, or is infinite. The
/// value is a tie of the rounding, lies off the grid, or lies outside the bound.
const CASES: [Case; 16] = [
    case(1.0, 1.0, 1000.0, 0.0, 0.0),
    case(1.0, 1.0, 1000.0, 0.0, 0.5),
    case(0.1, 1.0, INFINITE, 0.0, 123.456),
    case(1.0 / 3.0, 0.7, 99.9, 0.0, -1.1),
    case(0.25, 1.0, 33.3, 0.0, 30.0),
    case(0.1, 1.0, 3.0, 0.0, 2.0),
    case(2.0, 5.0, 6.0, 0.0, 100.0),
    case(2.0, 5.0, 6.0, 0.0, -1e300),
    case(1.0, 1.0, 1e9, 0.125, 0.3),
    case(0.7, 3.0, INFINITE, 64.0, 31.0),
    case(7.889e-31, 1.0, 1e31, 0.0, 1e30),
    case(1000.0, 2.3e-308, 1e-300, 0.0, 1e-310),
    case(0.9999999999999999, 1.0, 50.0, 0.0, 1.0),
    case(3.0, 1e300, INFINITE, 0.0, -2e299),
    case(0.5, 1.0, 4.0, 1.0, 3.0),
    case(20.0, 1.0, 1.0, 0.0, -0.04),
];

struct Handle(*mut indp_snapping);

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { indp_snapping_free(self.0) }
    }
}

/// The source of the random words of a handle.
#[derive(Clone, Copy)]
enum Source {
    Seed(u64),
    Os,
    /// A seeded source in which one word in 100 has its sign bit set to minus, so P(minus) = 0.505.
    BiasedSign,
}

fn handle(case: &Case, source: Source) -> Handle {
    unsafe {
        let (mut options, mut out) = (std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(indp_options_new(&mut options), INDP_OK);
        assert_eq!(indp_options_set_grid(options, case.grid), INDP_OK);
        let status = match source {
            Source::Seed(seed) => indp_options_set_insecure_seed(options, seed),
            Source::Os => INDP_OK,
            Source::BiasedSign => {
                indp_options_set_entropy_callback(options, Some(biased), std::ptr::null_mut())
            }
        };
        assert_eq!(status, INDP_OK);
        let made = indp_snapping_new(case.epsilon, case.sensitivity, case.bound, options, &mut out);
        assert_eq!(made, INDP_OK, "{case:?}");
        indp_options_free(options);
        Handle(out)
    }
}

unsafe extern "C-unwind" fn biased(_: *mut c_void, buf: *mut u8, len: usize, done: *mut i32) {
    use indp::tape::Words;
    use std::sync::{LazyLock, Mutex};
    static TAPE: LazyLock<Mutex<indp::entropy::seeded::Seeded>> =
        LazyLock::new(|| Mutex::new(indp::entropy::seeded::Seeded::new(seed(), 77)));
    let mut tape = TAPE.lock().unwrap();
    let mut word = tape.next().unwrap();
    if tape.next().unwrap().is_multiple_of(100) {
        word |= 1 << 63;
    }
    assert_eq!(len, 8);
    unsafe { std::ptr::copy_nonoverlapping(word.to_le_bytes().as_ptr(), buf, 8) };
    unsafe { *done = INDP_CALLBACK_OK };
}

fn draw(case: &Case, source: Source) -> Vec<f64> {
    let handle = handle(case, source);
    let mut values = vec![case.value; N];
    let p = values.as_mut_ptr();
    assert_eq!(unsafe { indp_snapping_release_many(handle.0, p, N, p) }, INDP_OK);
    values
}

#[test]
fn releases_have_the_exact_probabilities() {
    for (i, case) in CASES.iter().enumerate() {
        let handle = handle(case, Source::Os);
        assert_eq!(unsafe { indp_snapping_grid(handle.0) }, case.actual_grid(), "{case:?}");
        let p = p_value(&case.probabilities(), &draw(case, Source::Seed(seed() + i as u64)));
        println!("{case:?}: p = {p:.3}");
        assert!(p > ALARM, "{case:?}: p = {p:e}");
    }
}

/// Releases whose random words come from the operating system have the exact probabilities.
#[test]
fn so_have_releases_from_the_operating_systems_entropy() {
    let case = CASES[3];
    let handle = handle(&case, Source::Os);
    let mut answers = vec![0.0; N];
    for a in &mut answers {
        assert_eq!(unsafe { indp_snapping_release(handle.0, case.value, a) }, INDP_OK);
    }
    for way in [answers, draw(&case, Source::Os)] {
        let p = p_value(&case.probabilities(), &way);
        assert!(p > ALARM, "p = {p:e}");
    }
}

/// Releases of integers have the exact probabilities.
#[test]
fn so_have_integer_releases() {
    let case = case(0.3, 2.0, 40.0, 4.0, 17.0);
    let handle = handle(&case, Source::Seed(seed()));
    let answers: Vec<f64> = (0..N)
        .map(|_| {
            let mut out = 0;
            assert_eq!(unsafe { indp_snapping_release_int64(handle.0, 17, &mut out) }, INDP_OK);
            out as f64
        })
        .collect();
    let p = p_value(&case.probabilities(), &answers);
    assert!(p > ALARM, "p = {p:e}");
}

/// Releases many copies of a state, each copy with its own seed. Returns the answers.
fn release_copies<const SIZE: usize>(state: &[u8; SIZE], epsilon: f64) -> Vec<f64> {
    let mut options = std::ptr::null_mut();
    assert_eq!(unsafe { indp_options_new(&mut options) }, INDP_OK);
    let answers = (0..N as u64 / 4)
        .map(|i| unsafe {
            let (mut copy, mut out) = (*state, 0.0);
            indp_options_set_insecure_seed(options, seed() ^ i << 20);
            assert_eq!(
                indp_state_release(copy.as_mut_ptr().cast(), epsilon, options, &mut out),
                INDP_OK
            );
            out
        })
        .collect();
    unsafe { indp_options_free(options) };
    answers
}

/// Releases of counts and sums have the exact probabilities.
#[test]
fn so_have_counts_and_sums() {
    let mut count = [0u8; INDP_COUNT_STATE_SIZE];
    let mut sum = [0u8; INDP_SUM_STATE_SIZE];
    let (c, s) = (count.as_mut_ptr().cast(), sum.as_mut_ptr().cast());
    unsafe {
        assert_eq!(indp_count_init(c, count.len(), 5), INDP_OK);
        assert_eq!(indp_count_add_many(c, 1234), INDP_OK);
        assert_eq!(indp_sum_init(s, sum.len(), -2.0, 8.0, 0.0, 3), INDP_OK);
        for value in [1.5, 8.0, 99.0, -99.0, 0.25] {
            assert_eq!(indp_state_add(s, value), INDP_OK);
        }
    }
    let answers = release_copies(&count, 0.8);
    let p = p_value(&geometric::law(0.8, 5.0, 1.0, 1234.0), &answers);
    assert!(p > ALARM, "count: p = {p:e}");
    // With λ = 1 rounded Laplace noise has 13% more error, so its law must be rejected.
    let answers = release_copies(&count, 5.0);
    let laplace = case(5.0, 5.0, INFINITE, 1.0, 1234.0).probabilities();
    let (p, laplace) =
        (p_value(&geometric::law(5.0, 5.0, 1.0, 1234.0), &answers), p_value(&laplace, &answers));
    assert!(p > ALARM && laplace < ALARM, "count: p = {p:e}, of Laplace noise {laplace:e}");
    // The sensitivity of the sum is 3·8 = 24. So λ = 24/0.8 = 30 and Λ = 32, and the grid is
    // Λ/1024. The exact sum of the clamped values is 15.75.
    let answers = release_copies(&sum, 0.8);
    let p = p_value(&case(0.8, 24.0, INFINITE, 1.0 / 32.0, 15.75).probabilities(), &answers);
    assert!(p > ALARM, "sum: p = {p:e}");
    // On an input grid of 1, which is then the output grid too, the sum is 2 + 8 + 8 - 2.
    let mut whole = [0u8; INDP_SUM_STATE_SIZE];
    let w = whole.as_mut_ptr().cast();
    unsafe {
        assert_eq!(indp_sum_init(w, whole.len(), -2.0, 8.0, 1.0, 3), INDP_OK);
        for value in [1.6, 8.0, 99.0, -99.0] {
            assert_eq!(indp_state_add(w, value), INDP_OK);
        }
    }
    let answers = release_copies(&whole, 20.0);
    let laplace = case(20.0, 24.0, INFINITE, 1.0, 16.0).probabilities();
    let (p, laplace) =
        (p_value(&geometric::law(20.0, 24.0, 1.0, 16.0), &answers), p_value(&laplace, &answers));
    assert!(p > ALARM && laplace < ALARM, "sum: p = {p:e}, of Laplace noise {laplace:e}");
}

/// The checks reject noise whose scale is 2 % too small or too large.
#[test]
fn a_scale_off_by_two_percent_fails() {
    for case in [CASES[0], CASES[2], CASES[4], CASES[8]] {
        for factor in [1.02, 1.0 / 1.02] {
            let wrong = Case { epsilon: case.epsilon * factor, grid: case.actual_grid(), ..case };
            let p = p_value(&case.probabilities(), &draw(&wrong, Source::Seed(seed())));
            assert!(p < ALARM, "{case:?} passed with λ 2% off: p = {p:e}");
        }
    }
}

#[test]
fn a_sign_biased_by_one_percent_fails() {
    // The value is a tie between two answers, so the sign of the noise decides on which side of the
    // value the answer lies. The check must reject the biased source, for which the chi-squared
    // statistic is about 100.
    let case = case(1.0, 1.0, 2.0, 1.0, 0.5);
    let fair = p_value(&case.probabilities(), &draw(&case, Source::Seed(seed())));
    let biased = p_value(&case.probabilities(), &draw(&case, Source::BiasedSign));
    assert!(fair > ALARM && biased < ALARM, "fair: p = {fair:e}, biased: p = {biased:e}");
}

#[test]
fn without_the_inner_clamp_it_fails() {
    // The check must reject a mechanism that clamps only the answer, and not the value before it
    // adds noise.
    for case in [CASES[6], CASES[7]] {
        let wide = Case { bound: INFINITE, grid: case.actual_grid(), ..case };
        let mut answers = draw(&wide, Source::Seed(seed()));
        answers.iter_mut().for_each(|a| *a = a.clamp(-case.bound, case.bound));
        let p = p_value(&case.probabilities(), &answers);
        assert!(p < ALARM, "{case:?}: p = {p:e}");
    }
}

#[test]
fn without_the_outer_clamp_it_fails() {
    // The check must reject a mechanism that clamps the value before it adds noise, but does not
    // clamp the answer.
    for case in [CASES[4], CASES[5], CASES[14]] {
        let inner = case.value.clamp(-case.bound, case.bound);
        let wide = Case { bound: INFINITE, grid: case.actual_grid(), value: inner, ..case };
        let p = p_value(&case.probabilities(), &draw(&wide, Source::Seed(seed())));
        assert!(p < ALARM, "{case:?}: p = {p:e}");
    }
}

#[test]
fn answers_one_grid_step_too_low_fail() {
    let case = CASES[1];
    let mut answers = draw(&case, Source::Seed(seed()));
    answers.iter_mut().for_each(|a| *a -= 1.0);
    assert!(p_value(&case.probabilities(), &answers) < ALARM);
}
