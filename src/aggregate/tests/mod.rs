//! Tests that states are exact, can be merged in any order, survive serialisation, and have the
//! stated sensitivities.

mod bernstein;
mod counts;
mod extent;
mod moments;
mod sensitivities;
mod sums;
mod travel;

use proptest::prelude::*;
use rug::Rational;

use super::traits::Aggregate;
use super::{state, Kind, Sum, Terms};
use crate::exact::{power, Positive};
use crate::options::Options;

/// A sum's bytes in memory.
fn memory(sum: &Sum) -> [u8; 80] {
    let mut bytes = [0; 80];
    sum.write(&mut bytes).unwrap();
    bytes
}

fn sum_of(lo: f64, hi: f64, values: &[f64]) -> Sum {
    let mut bytes = memory(&Sum::new(lo, hi, None, 1).unwrap());
    Sum::add_many(&mut bytes, values).unwrap();
    Sum::read(&bytes).unwrap()
}

fn merged(a: &Sum, b: &Sum) -> Result<Sum, crate::Error> {
    let mut bytes = memory(a);
    state::merge(&mut bytes, &memory(b))?;
    Sum::read(&bytes)
}

fn terms(epsilon: Positive) -> Terms {
    Terms { epsilon, options: Options::DEFAULT }
}

/// The serialised bytes of a state in memory.
fn serialised(state: &[u8]) -> Vec<u8> {
    let mut out = vec![0; state::serialised_length(state).unwrap()];
    state::serialise(state, &mut out).unwrap();
    out
}

/// A state in memory from its serialised bytes.
fn deserialised(bytes: &[u8]) -> Result<Vec<u8>, crate::Error> {
    let mut out = vec![0xaa; state::deserialised_length(bytes)?];
    state::deserialise(bytes, &mut out)?;
    Ok(out)
}

fn exact(sum: &Sum) -> Rational {
    sum.exact().rational()
}

/// The contribution of one row by its definition, in exact rationals. The value is clamped and then
/// rounded to the nearest multiple of the grid, ties to even.
fn row_by_definition(value: f64, lo: f64, hi: f64, exponent: i32) -> Rational {
    let value = if value.is_nan() { 0.0 } else { value };
    let clamped = value.max(lo).min(hi);
    let grid = power(exponent);
    let steps = Rational::from_f64(clamped).unwrap() / &grid;
    let (fraction, floor) = steps.clone().fract_floor(rug::Integer::new());
    let half = Rational::from((1, 2));
    let up = fraction > half || (fraction == half && floor.is_odd());
    (Rational::from(floor) + u32::from(up)) * grid
}

const AWKWARD: [f64; 14] = [
    0.0,
    -0.0,
    1e308,
    -1e308,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    9_007_199_254_740_993.0,
    0.1,
    -0.3,
    1.0,
];

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        prop::sample::select(AWKWARD.to_vec()),
        -1e6..1e6f64,
    ]
}

fn bounds() -> impl Strategy<Value = (f64, f64)> {
    let finite = || value().prop_filter("finite", |x| x.is_finite());
    (finite(), finite())
        .prop_filter("distinct", |(a, b)| a != b)
        .prop_map(|(a, b)| (a.min(b), a.max(b)))
}
