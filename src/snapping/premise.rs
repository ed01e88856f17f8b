//! Mechanisms in float arithmetic, and the premise of Claim F1 about their loss.

use rug::{float::Round, Float, Rational};

use super::lambda::Lambda;
use super::precision::{bits, Arithmetic, Precision};
use super::reference::float::Redefined;
use super::Snapping;
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::memory;
use crate::Error;

impl Snapping {
    /// The mechanism in float arithmetic: grid Λ, λ from the redefinition of ε, whose premise is
    /// checked. The loss is as claimed for values that are floats of p bits, as doubles are. For
    /// integers see [`Snapping::suits_integers`], for sums [`Snapping::float_of_steps`].
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

    /// The mechanism in float arithmetic for whole multiples of `2^sensitivity.exponent`, with B =
    /// 2^bound. A multiple within B may have more than p digits. Where it may, values are first
    /// rounded to multiples of `2^(bound - p)`, which are floats of p bits; Δ counts as rounded up
    /// to such a multiple, because two rounded values are no further apart than that (Claim F2).
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
        let mut made = Self::float(epsilon, charged, as_double, Precision::Bits(bits))?;
        made.entry = Some(entry);
        Ok(made)
    }

    /// The value that an exact one enters as: see [`Snapping::float_of_steps`]. To nearest, ties
    /// toward +infinity.
    #[inline]
    #[must_use]
    pub(crate) fn entered(&self, f: &Dyadic) -> Dyadic {
        let Some(entry) = self.entry else { return *f };
        // A mantissa is below 2^127, so a shift by 127 places leaves at most a half of it.
        let places = (entry - f.exponent).clamp(0, 127).unsigned_abs();
        let half = f.mantissa >> places.saturating_sub(1) & i128::from(places > 0);
        Dyadic { mantissa: (f.mantissa >> places) + half, exponent: f.exponent + places as i32 }
    }

    /// The exponent of the multiples that exact values are rounded to before they enter, if they
    /// are rounded.
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

    /// Float arithmetic outside its premise, to show why the premise is needed (Claim F3). For
    /// tests and audits.
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

    /// λ of float arithmetic, at its precision. It is computed anew rather than kept: GMP's memory
    /// may not outlive [`memory::reserved`].
    pub(crate) fn float_lambda(&self, precision: u32) -> Float {
        let bound = self.bound.unwrap_or(Positive { mantissa: 1, exponent: 0 });
        Redefined::new(&self.epsilon, &self.sensitivity, &bound, precision)
            .map_or_else(|_| Float::with_val(precision, f64::NAN), |made| made.lambda)
    }
}

fn round_up(x: &Rational) -> f64 {
    Float::with_val_round(200, x, Round::Up).0.to_f64_round(Round::Up)
}
