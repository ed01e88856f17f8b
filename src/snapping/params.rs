//! Validated parameters: bad ones cannot exist afterwards.

use super::cheap::Scale;
use crate::exact::{round_up_to_f64, Positive};
use crate::Error;

/// The largest double, `(2^53 - 1)·2^971`.
const LARGEST: (u128, i32) = ((1 << 53) - 1, 971);

/// A snapping mechanism with its parameters; immutable.
#[derive(Clone, Debug)]
pub struct Snapping {
    pub(super) epsilon: Positive,
    pub(super) sensitivity: Positive,
    /// `None` is infinite.
    pub(super) bound: Option<Positive>,
    /// The grid is `2^grid_exponent`; it may lie outside the doubles.
    pub(super) grid_exponent: i32,
    /// `floor(B/grid)`, saturated.
    pub(super) largest_multiple: u64,
    pub(super) scale: Scale,
    bound_as_double: f64,
    lambda: f64,
    natural_exponent: i32,
}

impl Snapping {
    /// The mechanism for ε (base e), Δ, B (may be infinite) as doubles; the grid is 2 to the power
    /// `grid`, or Λ.
    ///
    /// # Errors
    /// [`Error::Epsilon`], [`Error::Sensitivity`], [`Error::Bound`] for a bad parameter;
    /// [`Error::Lambda`] if `Δ/ε` exceeds the largest double.
    pub fn new(epsilon: f64, sensitivity: f64, bound: f64, grid: Option<i32>) -> Result<Self, Error> {
        let epsilon = Positive::from_f64(epsilon).ok_or(Error::Epsilon)?;
        let sensitivity = Positive::from_f64(sensitivity).ok_or(Error::Sensitivity)?;
        if Positive::from_f64(bound).is_none() && bound != f64::INFINITY {
            return Err(Error::Bound);
        }
        Self::exact(epsilon, sensitivity, bound, |_| grid)
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

    /// The mechanism for exact parameters. `bound` is positive or infinite. `choose` maps the exponent
    /// of Λ to that of the grid, `None` standing for Λ itself.
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
        let length = 128 - quotient.leading_zeros() as i32;
        let is_power = !more && quotient.is_power_of_two();
        let natural_exponent = exponent + length - i32::from(is_power);
        let grid_exponent = choose(natural_exponent).unwrap_or(natural_exponent);
        let finite_bound = Positive::from_f64(bound);
        Ok(Snapping {
            epsilon,
            sensitivity,
            bound: finite_bound,
            grid_exponent,
            largest_multiple: finite_bound
                .map_or(u64::MAX, |b| b.floor_over_power(grid_exponent).map_or(u64::MAX, |k| k as u64)),
            scale: Scale::new(quotient, exponent, grid_exponent),
            bound_as_double: bound,
            lambda: round_up_to_f64(quotient, exponent, more),
            natural_exponent,
        })
    }

    /// λ = Δ/ε, rounded up to a double.
    #[must_use]
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// The grid; rounded up to a double where it lies outside them.
    #[must_use]
    pub fn grid(&self) -> f64 {
        round_up_to_f64(1, self.grid_exponent, false)
    }

    /// Λ, the smallest power of two that is at least λ; rounded up like the grid.
    #[must_use]
    pub fn natural_grid(&self) -> f64 {
        round_up_to_f64(1, self.natural_exponent, false)
    }

    #[inline]
    pub(super) fn bound_bits(&self) -> u64 {
        self.bound_as_double.to_bits()
    }

    /// Whether integers may be released: a grid of at least 1, and ±B a multiple of it.
    ///
    /// # Errors
    /// [`Error::Grid`], [`Error::Bound`].
    pub fn suits_integers(&self) -> Result<(), Error> {
        if self.grid_exponent < 0 {
            return Err(Error::Grid);
        }
        match &self.bound {
            Some(b) if !b.is_multiple_of_power(self.grid_exponent) => Err(Error::Bound),
            _ => Ok(()),
        }
    }
}
