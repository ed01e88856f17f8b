//! Makes mechanisms in float arithmetic, and checks the conditions under which Claim F1 bounds
//! their loss.

use rug::{float::Round, Float, Rational};

use super::lambda::Lambda;
use super::precision::{bits, Arithmetic, Precision};
use super::reference::float::Redefined;
use super::Snapping;
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::memory;
use crate::Error;

impl Snapping {
    /// The mechanism in float arithmetic. Its grid is Λ, and its λ is Δ/ε', where ε' < ε is the
    /// redefined ε (see [`Redefined`]). The conditions of Claim F1 are checked. The claimed loss
    /// holds for values that are floats of p bits, which all doubles are. For integers see
    /// [`Snapping::suits_integers`], for sums [`Snapping::float_of_steps`].
    ///
    /// # Errors
    /// [`Error::FloatEpsilon`] if ε <= 2u, where u = 2^-p is the unit roundoff;
    /// [`Error::FloatBound`] unless λ <= B <= 2^(p-12)·λ; [`Error::Precision`] if the requested
    /// bits are not 53 to 4,096 (the automatic precision is at most 2,162); [`Error::Lambda`];
    /// [`Error::NoMemory`].
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

    /// The mechanism in float arithmetic for values that are multiples of `2^sensitivity.exponent`,
    /// with B = 2^bound. If such a value within B can have more than p digits, values are first
    /// rounded to multiples of `2^(bound - p)`, which are floats of p bits. Δ is then rounded up to
    /// a multiple of `2^(bound - p)`, because two values that are at most Δ apart can be that far
    /// apart after rounding (Claim F2).
    ///
    /// # Errors
    /// The errors of [`Snapping::float`].
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
        let mut made = Self::float(epsilon, charged, as_double, Precision::Bits(bits))?;
        made.entry = Some(entry);
        Ok(made)
    }

    /// The exact value that enters the mechanism for `f`. If the mechanism has an `entry`, this is
    /// `f` rounded to a multiple of `2^entry`, to nearest, with ties toward +infinity (see
    /// [`Snapping::float_of_steps`]). Otherwise it is `f`.
    #[inline]
    #[must_use]
    pub(crate) fn entered(&self, f: &Dyadic) -> Dyadic {
        let Some(entry) = self.entry else { return *f };
        // A mantissa has at most 127 bits, so shifts are limited to 127 places.
        let places = (entry - f.exponent).clamp(0, 127).unsigned_abs();
        let half = f.mantissa >> places.saturating_sub(1) & i128::from(places > 0);
        Dyadic { mantissa: (f.mantissa >> places) + half, exponent: f.exponent + places as i32 }
    }

    /// The exponent e if exact values are rounded to multiples of 2^e before they enter the
    /// mechanism. `None` if they enter without rounding.
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

    /// The mechanism in float arithmetic, without a check of the conditions of Claim F1. Tests and
    /// audits use it to show that the conditions are needed (Claim F3).
    ///
    /// # Errors
    /// [`Error::FloatEpsilon`], [`Error::NoMemory`], [`Error::Bound`] if the bound is not positive
    /// and finite.
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

    /// The λ of float arithmetic, at `precision` bits. It is recomputed on each call, since memory
    /// of GMP may not outlive [`memory::reserved`].
    pub(crate) fn float_lambda(&self, precision: u32) -> Float {
        let bound = self.bound.unwrap_or(Positive { mantissa: 1, exponent: 0 });
        Redefined::new(&self.epsilon, &self.sensitivity, &bound, precision)
            .map_or_else(|_| Float::with_val(precision, f64::NAN), |made| made.lambda)
    }
}

fn round_up(x: &Rational) -> f64 {
    Float::with_val_round(200, x, Round::Up).0.to_f64_round(Round::Up)
}
