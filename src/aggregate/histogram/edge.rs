//! Compares values with edges. Doubles are compared by their bits, so that the result does not
//! depend on the caller's denormals-are-zero mode. Integers are compared without rounding them to
//! doubles.

use crate::exact::Dyadic;

/// A value that is compared with edges.
pub trait Place: Copy {
    /// Whether the edge is at most the value. The edge is finite and is not a negative zero.
    fn reaches(self, edge: f64) -> bool;
}

/// Maps doubles other than NaN to integers in the same order. A negative zero precedes zero.
#[inline]
fn order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The integer [`order`] of a finite edge, or `None` if the edge is not finite. Both zeros have the
/// same integer.
pub fn order_of_edge(edge: f64) -> Option<i64> {
    Dyadic::from_f64(edge).map(|_| order(positive_zero(edge)))
}

/// Replaces a negative zero by 0, so that equal edges have equal bytes.
#[inline]
pub fn positive_zero(x: f64) -> f64 {
    f64::from_bits(if x.to_bits() == 1 << 63 { 0 } else { x.to_bits() })
}

/// The integer [`order`] of a double that is not NaN.
#[derive(Clone, Copy)]
pub struct Real(i64);

impl Real {
    /// `None` for NaN.
    #[inline]
    pub fn new(value: f64) -> Option<Self> {
        const INFINITY: u64 = 0x7ff << 52;
        (value.to_bits() << 1 <= INFINITY << 1).then(|| Real(order(positive_zero(value))))
    }
}

impl Place for Real {
    #[inline]
    fn reaches(self, edge: f64) -> bool {
        order(edge) <= self.0
    }
}

impl Place for i64 {
    #[inline]
    fn reaches(self, edge: f64) -> bool {
        ceiling(edge) <= i128::from(self)
    }
}

/// The smallest integer that is at least `edge`. If its magnitude is 2^116 or more, the result may
/// instead be another integer of this sign and of magnitude 2^116 or more. Such an integer compares
/// with every `i64` in the same way.
fn ceiling(edge: f64) -> i128 {
    let Dyadic { mantissa, exponent } = Dyadic::saturated(edge);
    if exponent >= 0 {
        // The mantissa is below 2^53 in magnitude, so the shift does not overflow.
        mantissa << exponent.min(64)
    } else {
        // A right shift rounds down, and negation turns this into rounding up.
        -(-mantissa >> (-exponent).min(127))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks comparisons of doubles and of integers with each edge, against exact rationals.
    #[test]
    fn comparisons_are_exact() {
        let tiny = f64::from_bits(1);
        let powers = (-1074..1024).map(|e| {
            f64::from_bits(if e < -1022 { 1 << (e + 1074) } else { ((e + 1023) as u64) << 52 })
        });
        let mut edges: Vec<f64> =
            powers.flat_map(|x| [x, x.next_up(), x.next_down(), 1.5 * x]).collect();
        edges.extend([0.0, tiny, 0.5, 1e15 + 0.5, f64::MAX]);
        edges.retain(|x| x.is_finite());
        edges.extend(edges.clone().iter().map(|x| -x));
        edges.iter_mut().for_each(|edge| *edge = positive_zero(*edge));
        let mut checked = 0;
        for edge in edges {
            let exact = rug::Rational::from_f64(edge).unwrap();
            for near in [
                edge,
                edge.next_up(),
                edge.next_down(),
                -edge,
                0.0,
                -0.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ] {
                let expected = if near.is_infinite() {
                    near > 0.0
                } else {
                    exact <= rug::Rational::from_f64(near).unwrap()
                };
                assert_eq!(Real::new(near).unwrap().reaches(edge), expected, "{edge:e} {near:e}");
            }
            let middle = edge.clamp(-9.3e18, 9.3e18) as i64;
            for near in [
                middle,
                middle.saturating_add(1),
                middle.saturating_sub(1),
                0,
                1,
                -1,
                i64::MAX,
                i64::MIN,
            ] {
                assert_eq!(near.reaches(edge), exact <= near, "{edge:e} {near}");
                checked += 1;
            }
        }
        assert!(checked > 100_000);
        assert!(Real::new(f64::NAN).is_none() && Real::new(-f64::NAN).is_none());
        assert!(Real::new(f64::from_bits(0x7ff0_0000_0000_0001)).is_none());
    }
}
