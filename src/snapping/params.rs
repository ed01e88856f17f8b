//! Validates the parameters of a mechanism. A [`Snapping`] with bad parameters cannot exist.

use super::block::Lanes;
use super::cheap::Scale;
use super::enter::Clamp;
use super::lambda::Lambda;
use super::law::Law;
use super::precision::{Arithmetic, Precision, PRECISIONS};
use super::target::Doubles;
use crate::exact::{round_up_to_f64, Positive};
use crate::Error;

/// The largest double, `(2^53 - 1)·2^971`.
const LARGEST: (u128, i32) = ((1 << 53) - 1, 971);

/// A snapping mechanism with its parameters. It is immutable.
#[derive(Clone, Debug)]
pub struct Snapping {
    pub(crate) epsilon: Positive,
    pub(crate) sensitivity: Positive,
    /// The bound B, or `None` if it is infinite.
    pub(crate) bound: Option<Positive>,
    pub(crate) arithmetic: Arithmetic,
    pub(crate) law: Law,
    /// The grid is `2^grid_exponent`, which may be outside the range of doubles.
    pub(crate) grid_exponent: i32,
    /// `floor(B/grid)`, saturated.
    pub(crate) largest_multiple: u64,
    pub(super) scale: Scale,
    pub(super) clamp: Clamp,
    pub(super) doubles: Doubles,
    pub(super) lanes: Option<Lanes>,
    /// If this is `Some(e)`, exact values are rounded to multiples of 2^e before the mechanism
    /// uses them (see [`Snapping::float_of_steps`]).
    pub(super) entry: Option<i32>,
    bound_as_double: f64,
    lambda: f64,
    pub(super) laplace_epsilon: f64,
    pub(super) loss: f64,
}

impl Snapping {
    /// The mechanism in real arithmetic with ε (base e), Δ and B as doubles. B may be infinite. The
    /// grid is 2 to the power `grid`. If `grid` is `None`, it is Λ, the smallest power of two that
    /// is at least λ = Δ/ε.
    ///
    /// # Errors
    /// [`Error::Epsilon`], [`Error::Sensitivity`], [`Error::Bound`] for a bad parameter;
    /// [`Error::Lambda`] if `Δ/ε` exceeds the largest double.
    pub fn new(
        epsilon: f64,
        sensitivity: f64,
        bound: f64,
        grid: Option<i32>,
    ) -> Result<Self, Error> {
        Self::with_precision(epsilon, sensitivity, bound, grid, Precision::Real)
    }

    /// The mechanism in real or float arithmetic, as `precision` chooses.
    ///
    /// # Errors
    /// [`Error::FloatGrid`] if `grid` is given in float arithmetic; the errors of [`Snapping::new`]
    /// and [`Snapping::float`].
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

    /// The exponent of a grid given as a double, or `None` for 0, the default.
    ///
    /// # Errors
    /// [`Error::Grid`] if it is not 0 and not a power of two.
    pub fn grid_option(grid: f64) -> Result<Option<i32>, Error> {
        if grid == 0.0 {
            return Ok(None);
        }
        Positive::from_f64(grid).and_then(|g| g.log2_exact()).map(Some).ok_or(Error::Grid)
    }

    /// The mechanism in real arithmetic for exact parameters. `bound` is positive or infinite.
    /// `choose` takes the exponent of Λ and returns the exponent of the grid, or `None` for Λ
    /// itself.
    ///
    /// # Errors
    /// [`Error::Lambda`].
    pub fn exact(
        epsilon: Positive,
        sensitivity: Positive,
        bound: f64,
        choose: impl FnOnce(i32) -> Option<i32>,
    ) -> Result<Self, Error> {
        // Compares Δ with ε times the largest double exactly. The product has at most 106 bits.
        let limit = Positive {
            mantissa: epsilon.mantissa * LARGEST.0,
            exponent: epsilon.exponent + LARGEST.1,
        };
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

    pub(super) fn assemble(
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
            law: Law::Laplace,
            grid_exponent,
            largest_multiple,
            scale: Scale::new(
                (lambda.quotient, lambda.exponent),
                grid_exponent,
                largest_multiple,
                precision,
            ),
            clamp: Clamp::new(bound, finite.as_ref(), grid_exponent),
            lanes: lanes(lambda, grid_exponent, bound, largest_multiple, arithmetic),
            doubles: Doubles::new(grid_exponent, bound, largest_multiple),
            entry: None,
            bound_as_double: bound,
            lambda: round_up_to_f64(lambda.quotient, lambda.exponent, lambda.more),
            laplace_epsilon: f64::NAN,
            loss: f64::NAN,
        }
    }

    /// λ, the scale of the noise, rounded up to a double. It is Δ/ε in real arithmetic and Δ/ε' in
    /// float arithmetic.
    #[must_use]
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// The grid, rounded up to a double if it is not a double.
    #[must_use]
    pub fn grid(&self) -> f64 {
        round_up_to_f64(1, self.grid_exponent, false)
    }

    /// Whether this mechanism uses real or float arithmetic, and at which precision.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The ε from which the scale of the noise is computed, rounded down to a double. It is ε in
    /// real arithmetic, and the redefined ε' < ε of Claim F1 in float arithmetic.
    #[must_use]
    pub fn laplace_epsilon(&self) -> f64 {
        self.laplace_epsilon
    }

    /// The bound on the loss that Claim S1 or F1 gives, rounded up to a double. It is at most ε.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.loss
    }

    #[inline]
    pub(super) fn bound(&self) -> f64 {
        self.bound_as_double
    }

    /// Fails unless integers may be released. The grid must be at least 1, and B a multiple of the
    /// grid or infinite. In float arithmetic at p bits every integer within B must also be a float
    /// of p bits, unless [`Snapping::float_of_steps`] made the mechanism, which then rounds longer
    /// integers first. Otherwise the loss could exceed the claimed one (Claims F2, F3).
    ///
    /// # Errors
    /// [`Error::Grid`], [`Error::Bound`], [`Error::FloatSteps`].
    pub fn suits_integers(&self) -> Result<(), Error> {
        if self.grid_exponent < 0 {
            return Err(Error::Grid);
        }
        if let (Arithmetic::Float(bits), Some(bound), None) =
            (self.arithmetic, &self.bound, self.entry)
        {
            // Integers have magnitudes of at most 2^63. So from 63 bits on, every integer is a
            // float.
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

/// Parameters for releases of many values. Returns `None` if [`Lanes::new`] does, as for the
/// infinite bound of states, and for float precisions below 53 bits. Only audits use such
/// precisions, and only with the reference.
fn lanes(
    lambda: &Lambda,
    grid_exponent: i32,
    bound: f64,
    multiples: u64,
    arithmetic: Arithmetic,
) -> Option<Lanes> {
    if bound == f64::INFINITY {
        return None;
    }
    let rounded = match arithmetic {
        Arithmetic::Real => 0.0,
        Arithmetic::Float(bits) if bits < *PRECISIONS.start() => return None,
        Arithmetic::Float(bits) => 2f64.powi(-(bits.min(200) as i32)),
    };
    let steps = round_up_to_f64(lambda.quotient, lambda.exponent - grid_exponent, lambda.more);
    Lanes::new(grid_exponent, bound, multiples, steps, rounded)
}

fn to_f64(x: &Positive) -> f64 {
    round_up_to_f64(x.mantissa, x.exponent, false)
}
