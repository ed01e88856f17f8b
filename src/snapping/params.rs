//! Validated parameters: bad ones cannot exist afterwards.

use rug::{float::Round, Float, Integer, Rational};

use super::block::Lanes;
use super::cheap::Scale;
use super::enter::Edge;
use super::reference::float::Redefined;
use super::target::Doubles;
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::memory;
use crate::Error;

/// The largest double, `(2^53 - 1)·2^971`.
const LARGEST: (u128, i32) = ((1 << 53) - 1, 971);

/// The range of float precisions, in bits of the significand, the hidden one included.
const PRECISIONS: std::ops::RangeInclusive<u32> = 53..=4096;

/// How a mechanism computes, as asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Real arithmetic: the definition itself.
    Real,
    /// Float arithmetic at the least precision that suits the parameters, at least 118 bits.
    Automatic,
    /// Float arithmetic at 53 to 4,096 bits.
    Bits(u32),
}

impl Precision {
    /// A precision in bits.
    ///
    /// # Errors
    /// [`Error::Precision`] outside 53 to 4,096.
    pub fn bits(bits: u32) -> Result<Self, Error> {
        PRECISIONS.contains(&bits).then_some(Precision::Bits(bits)).ok_or(Error::Precision)
    }
}

/// How a mechanism computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Real arithmetic.
    Real,
    /// Every operation correctly rounded at so many bits.
    Float(u32),
}

/// A snapping mechanism with its parameters; immutable.
#[derive(Clone, Debug)]
pub struct Snapping {
    pub(crate) epsilon: Positive,
    pub(crate) sensitivity: Positive,
    /// `None` is infinite.
    pub(crate) bound: Option<Positive>,
    pub(crate) arithmetic: Arithmetic,
    /// The grid is `2^grid_exponent`; it may lie outside the doubles.
    pub(crate) grid_exponent: i32,
    /// `floor(B/grid)`, saturated.
    pub(crate) largest_multiple: u64,
    pub(super) scale: Scale,
    pub(super) edge: Edge,
    pub(super) doubles: Doubles,
    pub(super) lanes: Option<Lanes>,
    /// Exact values are rounded to multiples of 2 to this power first: see [`Snapping::float_of_steps`].
    entry: Option<i32>,
    bound_as_double: f64,
    lambda: f64,
    laplace_epsilon: f64,
    loss: f64,
}

/// λ as `(quotient + r)·2^exponent` with 64 to 66 bits, `0 <= r < 1`, `r > 0` exactly if `more`.
struct Lambda {
    quotient: u128,
    exponent: i32,
    more: bool,
}

impl Lambda {
    /// e for the smallest power of two 2^e that is at least λ.
    fn log2_ceil(&self) -> i32 {
        let length = 128 - self.quotient.leading_zeros() as i32;
        let is_power = !self.more && self.quotient.is_power_of_two();
        self.exponent + length - i32::from(is_power)
    }

    fn of_float(lambda: &Float) -> Self {
        let (mantissa, exponent) = lambda.to_integer_exp().unwrap_or((Integer::from(1), 0));
        let drop = mantissa.significant_bits() as i32 - 64;
        let top =
            if drop > 0 { Integer::from(&mantissa >> drop as u32) } else { mantissa.clone() << -drop as u32 };
        let more = drop > 0 && mantissa.find_one(0).is_some_and(|bit| bit < drop as u32);
        Lambda { quotient: top.to_u128_wrapping(), exponent: exponent + drop, more }
    }
}

impl Snapping {
    /// The mechanism in real arithmetic for ε (base e), Δ, B (may be infinite) as doubles; the grid is 2 to
    /// the power `grid`, or Λ.
    ///
    /// # Errors
    /// [`Error::Epsilon`], [`Error::Sensitivity`], [`Error::Bound`] for a bad parameter;
    /// [`Error::Lambda`] if `Δ/ε` exceeds the largest double.
    pub fn new(epsilon: f64, sensitivity: f64, bound: f64, grid: Option<i32>) -> Result<Self, Error> {
        Self::with_precision(epsilon, sensitivity, bound, grid, Precision::Real)
    }

    /// The mechanism in either arithmetic.
    ///
    /// # Errors
    /// Those of [`Snapping::new`] and [`Snapping::float`].
    pub fn with_precision(
        epsilon: f64,
        sensitivity: f64,
        bound: f64,
        grid: Option<i32>,
        precision: Precision,
    ) -> Result<Self, Error> {
        let epsilon = Positive::from_f64(epsilon).ok_or(Error::Epsilon)?;
        let sensitivity = Positive::from_f64(sensitivity).ok_or(Error::Sensitivity)?;
        if Positive::from_f64(bound).is_none() && bound != f64::INFINITY {
            return Err(Error::Bound);
        }
        if precision == Precision::Real {
            return Self::exact(epsilon, sensitivity, bound, |_| grid);
        }
        if grid.is_some() {
            return Err(Error::FloatGrid);
        }
        Self::float(epsilon, sensitivity, bound, precision)
    }

    /// The exponent of a grid given as a double; `None` for 0, the default.
    ///
    /// # Errors
    /// [`Error::Grid`] if it is not 0 and not a power of two.
    pub fn grid_option(grid: f64) -> Result<Option<i32>, Error> {
        if grid == 0.0 {
            return Ok(None);
        }
        Positive::from_f64(grid).and_then(|g| g.log2_exact()).map(Some).ok_or(Error::Grid)
    }

    /// The mechanism in real arithmetic for exact parameters. `bound` is positive or infinite. `choose`
    /// maps the exponent of Λ to that of the grid, `None` standing for Λ itself.
    ///
    /// # Errors
    /// [`Error::Lambda`].
    pub fn exact(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        choose: impl FnOnce(i32) -> Option<i32>,
    ) -> Result<Self, Error> {
        // Δ > ε·DBL_MAX, exactly: 53 + 53 bits.
        let limit =
            Positive { mantissa: epsilon.mantissa * LARGEST.0, exponent: epsilon.exponent + LARGEST.1 };
        if sensitivity.compare(&limit).is_gt() {
            return Err(Error::Lambda);
        }
        let (quotient, exponent, more) = sensitivity.divide(&epsilon);
        let lambda = Lambda { quotient, exponent, more };
        let grid = choose(lambda.log2_ceil()).unwrap_or_else(|| lambda.log2_ceil());
        let mut made = Self::assemble(epsilon, sensitivity, bound, Arithmetic::Real, &lambda, grid);
        made.laplace_epsilon = to_f64(&epsilon);
        made.loss = made.laplace_epsilon;
        Ok(made)
    }

    /// The mechanism in float arithmetic: grid Λ, λ from the redefinition of ε, whose premise is checked. The loss is as
    /// claimed for values that are floats of p bits, as doubles are; of integers see [`Snapping::suits_integers`], of
    /// sums [`Snapping::float_of_steps`].
    ///
    /// # Errors
    /// [`Error::FloatEpsilon`] if ε <= 2η; [`Error::FloatBound`] unless λ <= B <= 2^(p-12)·λ;
    /// [`Error::Precision`] if given bits outside 53 to 4,096 (automatic ones are at most 2,162);
    /// [`Error::Lambda`]; [`Error::NoMemory`].
    pub fn float(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        precision: Precision,
    ) -> Result<Self, Error> {
        let finite = Positive::from_f64(bound).ok_or(Error::FloatBound)?;
        let bits = bits(&epsilon, &sensitivity, &finite, precision)?;
        memory::reserved(|| {
            let made = Redefined::new(&epsilon, &sensitivity, &finite, bits)?;
            let reach = Float::with_val(bits, &made.lambda << (bits - 12));
            if made.lambda > f64::MAX {
                return Err(Error::Lambda);
            }
            if made.lambda > bound || reach < bound {
                return Err(Error::FloatBound);
            }
            Ok(Self::from_redefined(epsilon, sensitivity, bound, bits, &made))
        })
    }

    /// The mechanism in float arithmetic for whole multiples of `2^sensitivity.exponent`, with B = 2^bound. A multiple
    /// within B may have more than p digits. Where it may, values are first rounded to multiples of `2^(bound - p)`, which
    /// are floats of p bits; Δ counts as rounded up to such a multiple, since the roundings of two values, which commute
    /// with adding a multiple, are no further apart than that (`float_proof.md`).
    ///
    /// # Errors
    /// As [`Snapping::float`].
    pub fn float_of_steps(
        epsilon: Positive,
        sensitivity: Positive,
        bound: i32,
        precision: Precision,
    ) -> Result<Self, Error> {
        let power = Positive { mantissa: 1, exponent: bound };
        let bits = bits(&epsilon, &sensitivity, &power, precision)?;
        let entry = bound - bits as i32;
        let as_double = round_up_to_f64(1, bound, false);
        let more = entry - sensitivity.exponent;
        if more <= 0 {
            return Self::float(epsilon, sensitivity, as_double, Precision::Bits(bits));
        }
        let whole = sensitivity.mantissa.checked_shr(more.unsigned_abs()).unwrap_or(0);
        let rest = whole.checked_shl(more.unsigned_abs()).unwrap_or(0) != sensitivity.mantissa;
        let charged = Positive { mantissa: whole + u128::from(rest), exponent: entry };
        let made = Self::float(epsilon, charged, as_double, Precision::Bits(bits))?;
        Ok(Snapping { entry: Some(entry), ..made })
    }

    /// The value that an exact one enters as: see [`Snapping::float_of_steps`]. To nearest, ties toward +infinity.
    #[inline]
    #[must_use]
    pub(crate) fn entered(&self, f: &Dyadic) -> Dyadic {
        let Some(entry) = self.entry else { return *f };
        // A mantissa is below 2^127: from 127 places on nothing is left of it but a half, at most.
        let places = (entry - f.exponent).clamp(0, 127).unsigned_abs();
        let half = f.mantissa >> places.saturating_sub(1) & i128::from(places > 0);
        Dyadic { mantissa: (f.mantissa >> places) + half, exponent: f.exponent + places as i32 }
    }

    /// The exponent of what exact values are rounded to before they enter, if they are.
    pub(crate) fn entry(&self) -> Option<i32> {
        self.entry
    }

    fn from_redefined(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        bits: u32,
        made: &Redefined,
    ) -> Self {
        let lambda = Lambda::of_float(&made.lambda);
        let arithmetic = Arithmetic::Float(bits);
        let grid = lambda.log2_ceil();
        let mut snapping = Self::assemble(epsilon, sensitivity, bound, arithmetic, &lambda, grid);
        snapping.laplace_epsilon = made.epsilon.to_f64_round(Round::Down);
        snapping.loss = round_up(&made.loss);
        snapping
    }

    /// Float arithmetic outside its premise, to show what the premise is for. For tests and audits.
    ///
    /// # Errors
    /// [`Error::FloatEpsilon`], [`Error::NoMemory`], [`Error::Bound`] if not finite.
    pub fn float_outside_premise(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        bits: u32,
        grid: Option<i32>,
    ) -> Result<Self, Error> {
        let finite = Positive::from_f64(bound).ok_or(Error::Bound)?;
        memory::reserved(|| {
            let made = Redefined::new(&epsilon, &sensitivity, &finite, bits)?;
            let lambda = Lambda::of_float(&made.lambda);
            let grid = grid.unwrap_or_else(|| lambda.log2_ceil());
            Ok(Self::assemble(epsilon, sensitivity, bound, Arithmetic::Float(bits), &lambda, grid))
        })
    }

    fn assemble(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        arithmetic: Arithmetic,
        lambda: &Lambda,
        grid_exponent: i32,
    ) -> Self {
        let finite = Positive::from_f64(bound);
        let largest = finite.and_then(|b| b.floor_over_power(grid_exponent));
        let largest_multiple = largest.map_or(u64::MAX, |k| k as u64);
        let precision = match arithmetic {
            Arithmetic::Real => None,
            Arithmetic::Float(bits) => Some(bits),
        };
        Snapping {
            epsilon,
            sensitivity,
            bound: finite,
            arithmetic,
            grid_exponent,
            largest_multiple,
            scale: Scale::new((lambda.quotient, lambda.exponent), grid_exponent, largest_multiple, precision),
            edge: Edge::new(bound, finite.as_ref(), grid_exponent),
            lanes: lanes(lambda, grid_exponent, bound, largest_multiple, arithmetic),
            doubles: Doubles::new(grid_exponent, bound, largest_multiple),
            entry: None,
            bound_as_double: bound,
            lambda: round_up_to_f64(lambda.quotient, lambda.exponent, lambda.more),
            laplace_epsilon: f64::NAN,
            loss: f64::NAN,
        }
    }

    /// λ of float arithmetic, at its precision. It is computed anew rather than kept: GMP's memory may not
    /// outlive [`memory::reserved`].
    pub(crate) fn float_lambda(&self, precision: u32) -> Float {
        let bound = self.bound.unwrap_or(Positive { mantissa: 1, exponent: 0 });
        Redefined::new(&self.epsilon, &self.sensitivity, &bound, precision)
            .map_or_else(|_| Float::with_val(precision, f64::NAN), |made| made.lambda)
    }

    /// λ, the scale of the noise, rounded up to a double: Δ/ε, in float arithmetic Δ/ε'.
    #[must_use]
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// The grid; rounded up to a double where it lies outside them.
    #[must_use]
    pub fn grid(&self) -> f64 {
        round_up_to_f64(1, self.grid_exponent, false)
    }

    /// How this mechanism computes.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The ε of the Laplace noise inside, rounded down: ε' in float arithmetic, ε in real arithmetic.
    #[must_use]
    pub fn laplace_epsilon(&self) -> f64 {
        self.laplace_epsilon
    }

    /// The worst loss claimed, rounded up: at most ε.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.loss
    }

    #[inline]
    pub(super) fn bound(&self) -> f64 {
        self.bound_as_double
    }

    /// Whether integers may be released: a grid of at least 1, and ±B a multiple of it; in float arithmetic at p bits
    /// every integer within B must be a float of p bits, or the loss exceeds what is claimed (`float_proof.md`).
    ///
    /// # Errors
    /// [`Error::Grid`], [`Error::Bound`], [`Error::FloatSteps`].
    pub fn suits_integers(&self) -> Result<(), Error> {
        if self.grid_exponent < 0 {
            return Err(Error::Grid);
        }
        if let (Arithmetic::Float(bits), Some(bound), None) = (self.arithmetic, &self.bound, self.entry) {
            // 2^63 is the largest magnitude of an integer.
            let most = Positive { mantissa: 1, exponent: bits as i32 };
            if bits < 63 && bound.compare(&most).is_gt() {
                return Err(Error::FloatSteps);
            }
        }
        match &self.bound {
            Some(b) if !b.is_multiple_of_power(self.grid_exponent) => Err(Error::Bound),
            _ => Ok(()),
        }
    }
}

/// What releases of many values need. Float precisions below 53 bits, which only audits have, are left to the reference.
fn lanes(
    lambda: &Lambda,
    grid_exponent: i32,
    bound: f64,
    multiples: u64,
    arithmetic: Arithmetic,
) -> Option<Lanes> {
    let rounded = match arithmetic {
        Arithmetic::Real => 0.0,
        Arithmetic::Float(bits) if bits < *PRECISIONS.start() => return None,
        Arithmetic::Float(bits) => 2f64.powi(-(bits.min(200) as i32)),
    };
    let steps = round_up_to_f64(lambda.quotient, lambda.exponent - grid_exponent, lambda.more);
    Lanes::new(grid_exponent, bound, multiples, steps, rounded)
}

/// The precision asked for, in bits.
fn bits(
    epsilon: &Positive,
    sensitivity: &Positive,
    bound: &Positive,
    precision: Precision,
) -> Result<u32, Error> {
    let bits = match precision {
        Precision::Bits(bits) => bits,
        _ => automatic(epsilon, sensitivity, bound),
    };
    PRECISIONS.contains(&bits).then_some(bits).ok_or(Error::Precision)
}

/// `max(118, 64 + ceil(log2(B/Δ)), 64 + ceil(-log2 ε))` (SPEC section 1).
fn automatic(epsilon: &Positive, sensitivity: &Positive, bound: &Positive) -> u32 {
    let log2_ceil = |(quotient, exponent, more)| Lambda { quotient, exponent, more }.log2_ceil();
    let one = Positive { mantissa: 1, exponent: 0 };
    let wide = 64 + log2_ceil(bound.divide(sensitivity));
    let fine = 64 + log2_ceil(one.divide(epsilon));
    wide.max(fine).max(118).unsigned_abs()
}

fn to_f64(x: &Positive) -> f64 {
    round_up_to_f64(x.mantissa, x.exponent, false)
}

fn round_up(x: &Rational) -> f64 {
    Float::with_val_round(200, x, Round::Up).0.to_f64_round(Round::Up)
}
