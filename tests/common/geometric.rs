//! Computes the exact law of an answer with two-sided geometric noise, with MPFR at 200 bits.

use rug::Float;

/// Returns the possible answers within 40 λ of the exact answer `value`, in ascending order, each
/// with its probability. The noise is a geometric number of steps of `grid`, with λ =
/// `sensitivity`/`epsilon`.
pub fn law(epsilon: f64, sensitivity: f64, grid: f64, value: f64) -> Vec<(f64, Float)> {
    let rate = Float::with_val(200, epsilon) * grid / sensitivity;
    let q = (-rate.clone()).exp();
    let none: Float = (1 - q.clone()) / (1 + q);
    let reach = (40.0 / rate.to_f64()).ceil().max(2.0) as i64;
    let of = |k: i64| none.clone() * (-(rate.clone() * k.abs())).exp();
    (-reach..=reach).map(|k| (value + k as f64 * grid, of(k))).collect()
}
