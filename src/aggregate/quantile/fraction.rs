//! Converts the double q to a fraction a/b. Among the fractions within 2^-52 of q, it is the one
//! with the smallest denominator (Claim A5). The exact value of the double 0.1 is not 1/10, and its
//! large denominator would make the costs overflow.

use std::cmp::Ordering;

use crate::exact::Dyadic;
use crate::Error;

/// The largest denominator.
pub const MOST_B: u16 = 10_000;
/// The number of binary places after the point with which q is computed. Doubles of at least 2^-54
/// need no more.
const PLACES: u32 = 110;

/// a/b between 0 and 1, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Numerator.
    pub a: u16,
    /// Denominator.
    pub b: u16,
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (u32::from(self.a) * u32::from(other.b)).cmp(&(u32::from(other.a) * u32::from(self.b)))
    }
}

impl Fraction {
    /// q of the minimum.
    pub const ZERO: Self = Fraction { a: 0, b: 1 };
    /// q of the maximum.
    pub const ONE: Self = Fraction { a: 1, b: 1 };

    /// Returns the fraction within 2^-52 of q that has the smallest denominator.
    ///
    /// # Errors
    /// [`Error::Quantile`] if q is not in [0, 1], or if no fraction within 2^-52 of q has a
    /// denominator of at most 10,000.
    pub fn nearest(q: f64) -> Result<Self, Error> {
        let exact = Dyadic::from_f64(q).ok_or(Error::Quantile)?;
        if exact.mantissa < 0 {
            return Err(Error::Quantile);
        }
        let shift = exact.exponent + PLACES as i32;
        if exact.exponent > -52 && exact.mantissa != 0 {
            return Err(Error::Quantile);
        }
        // The right shift loses bits only of values below 2^-54. For these values the fraction is
        // 0.
        let q =
            if shift >= 0 { exact.mantissa << shift } else { exact.mantissa >> (-shift).min(127) };
        if q > 1 << PLACES {
            return Err(Error::Quantile);
        }
        (1..=MOST_B)
            .find_map(|b| {
                let wide = i128::from(b) * q;
                let a = (wide + (1 << (PLACES - 1))) >> PLACES;
                let near = (wide - (a << PLACES)).abs() <= i128::from(b) << (PLACES - 52);
                (near && a <= i128::from(b)).then_some(Fraction { a: a as u16, b })
            })
            .ok_or(Error::Quantile)
    }

    /// The fraction (q - low)/(high - low), for low <= q <= high and low < high. If the denominator
    /// of that fraction is too large, returns the nearest fraction strictly between 0 and 1 whose
    /// denominator is allowed.
    pub fn between(self, low: Self, high: Self) -> Self {
        let [own, low, high] = [self, low, high].map(|q| [i64::from(q.a), i64::from(q.b)]);
        // The numerator of x - y over the product of the denominators.
        let minus = |x: [i64; 2], y: [i64; 2]| x[0] * y[1] - y[0] * x[1];
        let (above, below) = (minus(own, low) * high[1], minus(high, own) * low[1]);
        let (a, whole) = (i128::from(above), i128::from(above) + i128::from(below));
        let by = gcd_wide(a, whole);
        let (a, whole) = (a / by, whole / by);
        if whole <= i128::from(MOST_B) {
            return Fraction { a: a as u16, b: whole as u16 };
        }
        // The distance of n/d from a/whole is |a·d - n·whole|/(d·whole).
        let distance = |n: i128, d: i128| (a * d - n * whole).abs();
        let nearest = (2..=i128::from(MOST_B))
            .map(|d| (((2 * a * d + whole) / (2 * whole)).clamp(1, d - 1), d))
            .min_by(|(n, d), (m, e)| (distance(*n, *d) * e).cmp(&(distance(*m, *e) * d)))
            .map_or((1, 2), |(n, d)| (n as u16, d as u16));
        Fraction { a: nearest.0, b: nearest.1 }
    }

    /// Whether a/b is in [0, 1], in lowest terms and with an allowed denominator.
    pub fn is_sound(self) -> bool {
        let Fraction { a, b } = self;
        (1..=MOST_B).contains(&b) && a <= b && gcd(a, b) == 1
    }
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

fn gcd_wide(a: i128, b: i128) -> i128 {
    if b == 0 {
        a
    } else {
        gcd_wide(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_read_as_the_fractions_people_mean() {
        for (q, a, b) in [
            (0.5, 1, 2),
            (0.1, 1, 10),
            (0.3, 3, 10),
            (0.25, 1, 4),
            (0.99, 99, 100),
            (0.999, 999, 1000),
            (1.0 / 3.0, 1, 3),
            (0.0, 0, 1),
            (-0.0, 0, 1),
            (1.0, 1, 1),
            (5e-324, 0, 1),
            (1e-20, 0, 1),
            (0.9999, 9999, 10_000),
            (2f64.powi(-52), 0, 1),
            (1.0 - 2f64.powi(-53), 1, 1),
        ] {
            assert_eq!(Fraction::nearest(q), Ok(Fraction { a, b }), "{q}");
            assert!(Fraction { a, b }.is_sound());
        }
    }

    #[test]
    fn every_fraction_is_found_from_its_double_and_others_are_refused() {
        for b in (1..=MOST_B).step_by(7) {
            for a in (0..=b).step_by(13).filter(|a| gcd(*a, b) == 1) {
                assert_eq!(Fraction::nearest(f64::from(a) / f64::from(b)), Ok(Fraction { a, b }));
            }
        }
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        for q in [
            golden,
            1e-5,
            1.0 / 10_007.0,
            3.0 * 2f64.powi(-52),
            -1e-9,
            1.0 + f64::EPSILON,
            2.0,
            1e300,
            f64::NAN,
            f64::INFINITY,
        ] {
            assert_eq!(Fraction::nearest(q), Err(Error::Quantile), "{q}");
        }
        assert!(![(2, 4), (3, 2), (0, 2), (0, 0), (1, 10_001)].iter().any(|(a, b)| Fraction {
            a: *a,
            b: *b
        }
        .is_sound()));
    }

    #[test]
    fn fractions_between_others() {
        let fraction = |a, b| Fraction { a, b };
        for (q, low, high, wanted) in [
            ((1, 4), (0, 1), (1, 2), (1, 2)),
            ((3, 4), (1, 2), (1, 1), (1, 2)),
            ((0, 1), (0, 1), (1, 2), (0, 1)),
            ((1, 1), (1, 2), (1, 1), (1, 1)),
            ((2, 5), (1, 10), (1, 2), (3, 4)),
            ((99, 100), (0, 1), (1, 1), (99, 100)),
            // 0.5/0.9999 is 5000/9999.
            ((1, 2), (0, 1), (9999, 10_000), (5000, 9999)),
            // The exact result lies strictly between 0 and 1/10,000. It must become 1/10,000 and
            // not 0. The next case is its mirror image near 1.
            ((1, 9973), (1, 9974), (1, 1), (1, 10_000)),
            ((9972, 9973), (0, 1), (9973, 9974), (9999, 10_000)),
        ] {
            let [q, low, high, wanted] = [q, low, high, wanted].map(|(a, b)| fraction(a, b));
            assert_eq!(q.between(low, high), wanted, "{q:?} {low:?} {high:?}");
        }
    }

    /// Compares the result with a search through all fractions, in exact arithmetic.
    #[test]
    fn approximations_are_the_nearest() {
        use rug::Rational;
        let exact = |q: Fraction| Rational::from((q.a, q.b));
        for (q, low, high) in [
            ((1, 3), (7, 9973), (9966, 9967)),
            ((4567, 9871), (1, 7), (1, 2)),
            ((17, 9973), (3, 9929), (1, 2)),
        ] {
            let [q, low, high] = [q, low, high].map(|(a, b)| Fraction { a, b });
            let wanted = (exact(q) - exact(low)) / (exact(high) - exact(low));
            assert!(*wanted.denom() > MOST_B);
            let distance = |f: &Fraction| (exact(*f) - &wanted).abs();
            let found = q.between(low, high);
            assert!(found.is_sound() && found != Fraction::ZERO && found != Fraction::ONE);
            for b in 2..=MOST_B {
                let a = (wanted.to_f64() * f64::from(b)).round() as u16;
                for a in a.saturating_sub(1).max(1)..=(a + 1).min(b - 1) {
                    assert!(distance(&found) <= distance(&Fraction { a, b }), "{found:?} {a}/{b}");
                }
            }
        }
    }
}
