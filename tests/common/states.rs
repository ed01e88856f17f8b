//! Functions that tests share to make, fill and release states through the C ABI.
#![allow(dead_code)] // each test that includes this file uses a part of it

use std::ffi::c_void;

use crate::chi_squared::seed;
use indp::ffi::*;

/// A check fails if its p-value is below this number. So this is its false-alarm probability.
pub const ALARM: f64 = 1e-8;
/// A normal variable is more than this many standard deviations away from its mean with probability
/// 1e-8.
pub const SIGMAS: f64 = 5.73;
pub const RELEASES: u32 = 10_000;

pub fn ok(status: indp_status) {
    assert_eq!(status, INDP_OK);
}

pub struct Options(pub *mut indp_options);

impl Options {
    pub fn seeded(call: u64) -> Self {
        let mut out = std::ptr::null_mut();
        unsafe {
            ok(indp_options_new(&mut out));
            ok(indp_options_set_insecure_seed(
                out,
                seed().wrapping_mul(1_000_003).wrapping_add(call),
            ));
        }
        Options(out)
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        unsafe { indp_options_free(self.0) }
    }
}

/// Releases the state, then clears the mark of a released state (byte 6), so that the test can
/// release it again. Users can release a state only once.
pub fn release(state: &mut [u8], epsilon: f64, call: u64) -> f64 {
    release_by(INDP_SELECTION_DEFAULT, state, epsilon, call)
}

/// Does the same as `release`, but with this selection mechanism.
pub fn release_by(selection: i32, state: &mut [u8], epsilon: f64, call: u64) -> f64 {
    let mut out = f64::NAN;
    let options = Options::seeded(call);
    ok(unsafe { indp_options_set_selection(options.0, selection) });
    ok(unsafe { indp_state_release(state.as_mut_ptr().cast(), epsilon, options.0, &mut out) });
    assert_eq!(std::mem::take(&mut state[6]), 1);
    out
}

pub fn add(state: &mut [u8], values: &[f64]) {
    ok(unsafe { indp_state_add_many(state.as_mut_ptr().cast(), values.as_ptr(), values.len()) });
}

pub type Init = unsafe extern "C" fn(*mut c_void, usize, f64, f64, f64, u64) -> indp_status;

pub fn number(init: Init, (lo, hi): (f64, f64), person: u64, values: &[f64]) -> Vec<u8> {
    let mut state = vec![0; 96];
    ok(unsafe { init(state.as_mut_ptr().cast(), state.len(), lo, hi, 0.0, person) });
    add(&mut state, values);
    state
}

pub fn quantile(
    q: f64,
    (lo, hi): (f64, f64),
    candidates: u64,
    person: u64,
    values: &[impl Into<f64> + Copy],
) -> Vec<u8> {
    let mut state = vec![0; 80 + 8 * (candidates.max(1 << 14) as usize + 1)];
    let init = unsafe {
        indp_quantile_init(state.as_mut_ptr().cast(), state.len(), q, lo, hi, candidates, person)
    };
    ok(init);
    add(&mut state, &values.iter().map(|v| (*v).into()).collect::<Vec<f64>>());
    state
}

pub fn root_mean_square(errors: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = errors.fold((0.0, 0u32), |(sum, n), e| (sum + e * e, n + 1));
    (sum / f64::from(n)).sqrt()
}
