//! Defines what can be audited: anything that decides, for an input, a sign, a U and a multiple k,
//! whether the released multiple is at least k.

use rug::{Float, Integer, Rational};

use crate::exact::{power, scaled, Dyadic};
use crate::memory;
use crate::snapping::reference::float::multiple;
use crate::snapping::{Arithmetic, Snapping, Target};

/// An implementation of the mechanism, monotone in `u` for each sign.
pub trait Implementation {
    /// Whether `u` releases the multiple k of the grid, or a larger one. In float arithmetic `u` is
    /// the whole U*. In real arithmetic it is the first digits of U, and `None` means that these
    /// digits do not decide the answer.
    fn at_least(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool>;

    /// Whether all other code paths for this release agree with `answer`, which states whether the
    /// release is k or larger.
    fn agrees(&self, _f: &Dyadic, _minus: bool, _u: &Uniform, _k: &Integer, _answer: bool) -> bool {
        true
    }

    /// The type to which multiples are converted, or `None` if they are not converted. Multiples
    /// that convert to the same number are one output.
    fn target(&self) -> Option<Target> {
        None
    }
}

/// A value of U*, or the first digits of a value of U.
#[derive(Clone, Debug)]
pub struct Uniform {
    /// The value, in (0, 1).
    pub value: Float,
    /// The number of known digits after the point. It is `None` for a U*, whose digits are all
    /// known.
    places: Option<u32>,
}

impl Uniform {
    /// A U*. Returns `None` unless it lies in (0, 1).
    #[must_use]
    pub fn star(u: &Float) -> Option<Self> {
        (*u > 0 && *u < 1).then(|| Uniform { value: u.clone(), places: None })
    }

    /// A U whose first `places` digits are `digits`, where 0 < digits < 2^places.
    #[must_use]
    pub fn first(digits: &Integer, places: u32) -> Self {
        let value = Float::with_val(digits.significant_bits().max(1), digits) >> places;
        Uniform { value, places: Some(places) }
    }

    /// The words of a tape that begins with the sign and these digits. Returns `None` if there are
    /// more than 2^18 leading zeros, or if memory runs out.
    pub(super) fn words(&self, minus: bool) -> Option<Vec<u64>> {
        if self.value.get_exp()? < -(1 << 18) {
            return None;
        }
        // `to_integer_exp` drops trailing zeros of the digits. So the exponent may show fewer
        // digits than are known, and the number of known digits is taken from `places`.
        let (digits, exponent) = self.value.to_integer_exp()?;
        let known = self.places.unwrap_or(exponent.unsigned_abs());
        let length = (known as usize + 1).div_ceil(64);
        let mut words = Vec::new();
        words.try_reserve_exact(length + AFTER).ok()?;
        words.resize(length, 0);
        let shift = (length * 64 - 1) as i32 + exponent;
        let aligned = if shift >= 0 {
            digits << shift.unsigned_abs()
        } else {
            digits >> shift.unsigned_abs()
        };
        aligned.write_digits(&mut words, rug::integer::Order::Msf);
        if minus {
            *words.first_mut()? |= 1 << 63;
        }
        if self.places.is_none() {
            // A release reads whole words, and may read words after those of the U*. The digits
            // that follow the U* do not affect the release, so zeros are appended.
            words.resize(length + AFTER, 0);
        }
        Some(words)
    }
}

/// The number of words that follow the words of a U* on its tape.
const AFTER: usize = 4;

/// The reference implementation of float arithmetic, but without the conversion to doubles. So even
/// multiples of more than 53 bits are distinct outputs.
pub struct Reference<'a> {
    mechanism: &'a Snapping,
    lambda: Float,
}

impl<'a> Reference<'a> {
    /// Returns `None` in real arithmetic.
    #[must_use]
    pub fn new(mechanism: &'a Snapping) -> Option<Self> {
        let Arithmetic::Float(precision) = mechanism.arithmetic() else { return None };
        Some(Reference { mechanism, lambda: mechanism.float_lambda(precision) })
    }
}

impl Implementation for Reference<'_> {
    fn at_least(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool> {
        Some(memory::scratch(|| multiple(self.mechanism, &self.lambda, f, minus, &u.value) >= *k))
    }
}

/// The definition of float arithmetic in rationals and integers, independent of the other
/// implementations. Only the logarithm comes from MPFR, as an interval that is narrowed until both
/// ends round to the same float.
pub struct Definition {
    lambda: Rational,
    grid_exponent: i32,
    precision: u32,
}

impl Definition {
    /// The definition for these parameters. Returns `None` in real arithmetic.
    #[must_use]
    pub fn new(p: &Snapping) -> Option<Self> {
        let Arithmetic::Float(precision) = p.arithmetic() else { return None };
        let roundoff = power(-(precision as i32));
        let delta = p.sensitivity.rational();
        let stretch: Rational =
            Rational::from(&roundoff * 12u32) * p.bound.as_ref()?.rational() / &delta + 1u32;
        let reduced = (p.epsilon.rational() - roundoff * 2u32) / stretch;
        let lambda =
            rounded(&(delta / rounded(&reduced, precision, Way::Down)), precision, Way::Up);
        // The smallest power of two that is at least λ.
        let floor = log2_floor(&lambda);
        let grid_exponent = floor + i32::from(power(floor) != lambda);
        Some(Definition { lambda, grid_exponent, precision })
    }

    /// The definition with another grid than the default.
    #[must_use]
    pub fn with_grid(self, grid_exponent: i32) -> Self {
        Definition { grid_exponent, ..self }
    }

    fn ln(&self, u: &Float) -> Rational {
        let mut bits = 2 * self.precision + 64;
        loop {
            let enclosure = |way| {
                let (mut x, _) = Float::with_val_round(bits, u, way);
                x.ln_round(way);
                rounded(&x.to_rational().unwrap_or_default(), self.precision, Way::Nearest)
            };
            let (low, high) =
                (enclosure(rug::float::Round::Down), enclosure(rug::float::Round::Up));
            if low == high {
                return low;
            }
            bits *= 2;
        }
    }
}

impl Implementation for Definition {
    fn at_least(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool> {
        Some(memory::scratch(|| {
            let noise = rounded(&(self.ln(&u.value) * &self.lambda), self.precision, Way::Nearest);
            let f = f.rational();
            let x =
                rounded(&if minus { f - noise } else { f + noise }, self.precision, Way::Nearest);
            (scaled(x, -self.grid_exponent) + Rational::from((1, 2))).floor() >= *k
        }))
    }
}

/// A direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the nearest, ties to even.
    Nearest,
    /// Toward -infinity.
    Down,
    /// Toward +infinity.
    Up,
}

fn log2_floor(x: &Rational) -> i32 {
    let guess = x.numer().significant_bits() as i32 - x.denom().significant_bits() as i32;
    guess - i32::from(power(guess) > Rational::from(x.abs_ref()))
}

/// `x` rounded to `precision` bits, with an unlimited exponent.
#[must_use]
pub fn rounded(x: &Rational, precision: u32, way: Way) -> Rational {
    if *x == 0 {
        return Rational::new();
    }
    let last = log2_floor(x) - (precision as i32 - 1);
    let (quotient, rest) = scaled(x.clone(), -last).fract_floor(Integer::new());
    let half = quotient.cmp(&Rational::from((1, 2)));
    let up = match way {
        Way::Down => false,
        Way::Up => quotient != 0,
        Way::Nearest => half.is_gt() || (half.is_eq() && rest.is_odd()),
    };
    scaled(Rational::from(rest + u32::from(up)), last)
}
