//! Tests that error bounds and intervals hold with the stated probability, and that smaller bounds
//! and intervals do not.
//!
//! Of N releases, misses must not exceed N·α by more than 6 standard deviations. A correct bound
//! fails such a check with probability below 3e-8, and there are fewer than 300 checks.

mod intervals;
mod laws;
mod means;
mod selections;

use super::*;
use crate::aggregate::traits::{Answer, Parts};
use crate::entropy::seeded::Seeded;
use crate::options::Options;
use crate::snapping::Precision;

const MILLION: u32 = 1_000_000;

fn alpha(x: f64) -> Alpha {
    Alpha::new(x).unwrap()
}

fn terms(epsilon: f64) -> Terms {
    Terms::new(epsilon, Options::DEFAULT).unwrap()
}

fn floats(epsilon: f64, bits: u32) -> Terms {
    Terms::new(epsilon, Options { precision: Precision::Bits(bits), ..Options::DEFAULT }).unwrap()
}

/// The largest accepted number of misses among n releases.
fn most(n: u32, alpha: f64) -> f64 {
    let n = f64::from(n);
    n * alpha + 6.0 * (n * alpha * (1.0 - alpha)).sqrt()
}

fn tape(call: u64) -> Seeded {
    Seeded::new(crate::test_seed(), 9_000 + call)
}

/// An empty state of a kind, written by `write`.
fn bytes(length: usize, write: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Vec<u8> {
    let mut bytes = vec![0; length];
    write(&mut bytes).unwrap();
    bytes
}

fn mean(lo: f64, hi: f64, rows: &[f64]) -> Vec<u8> {
    let mut state = bytes(80, |to| Mean::new(lo, hi, None, 1)?.write(to));
    state::add_many(&mut state, rows).unwrap();
    state
}

fn var(lo: f64, hi: f64, rows: &[f64]) -> Vec<u8> {
    let mut state = bytes(96, |to| Variance::new(lo, hi, None, 1)?.write(to));
    state::add_many(&mut state, rows).unwrap();
    state
}

fn stddev(lo: f64, hi: f64, rows: &[f64]) -> Vec<u8> {
    let mut state = bytes(96, |to| Stddev::new(lo, hi, None, 1)?.write(to));
    state::add_many(&mut state, rows).unwrap();
    state
}

/// The mean and the variance of rows.
fn moments(rows: &[f64]) -> (f64, f64) {
    let n = rows.len() as f64;
    let mean = rows.iter().sum::<f64>() / n;
    (mean, rows.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n)
}

/// n answers of a state.
fn answers<K: Aggregate>(state: &[u8], terms: &Terms, n: u32, call: u64) -> Vec<f64> {
    let (own, mut tape) = (K::read(state).unwrap(), tape(call));
    let mechanism = own.mechanism(terms).unwrap();
    let real = |answer| match answer {
        Answer::Real(x) => x,
        Answer::Integer(i) => i as f64,
        Answer::Candidate(i) => i as f64,
    };
    (0..n).map(|_| real(own.release(state, &mechanism, &mut tape).unwrap())).collect()
}

/// The parts of n releases of a state.
fn parts<K: Aggregate>(state: &[u8], terms: &Terms, n: u32, call: u64) -> Vec<Parts> {
    let (own, mut tape) = (K::read(state).unwrap(), tape(call));
    let mechanism = own.mechanism(terms).unwrap();
    (0..n).map(|_| own.release_parts(&mechanism, &mut tape).unwrap()).collect()
}

/// n rows of which `high` are 1 and the others 0.
fn rows(n: usize, high: usize) -> Vec<f64> {
    (0..n).map(|i| f64::from(u8::from(i < high))).collect()
}
