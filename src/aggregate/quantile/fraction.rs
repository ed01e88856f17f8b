//! Converts the double q to a fraction a/b. Among the fractions within 2^-52 of q, it is the one
//! with the smallest denominator (Claim A5). The exact value of the double 0.1 is not 1/10, and its
//! large denominator would make the costs overflow.

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

impl Fraction {
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
        let q = if shift >= 0 { exact.mantissa << shift } else { exact.mantissa >> (-shift).min(127) };
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
}
