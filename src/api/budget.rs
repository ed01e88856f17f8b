//! Provides budgets to Rust programs.

use super::call;
use crate::budget;
use crate::Error;

/// How much privacy loss may still be spent. Amounts are counted in exact decimals, as people state
/// them: ten times 0.1 fit into 1.
///
/// Budgets are not `Clone` and cannot be merged, since a copy would be spent twice. Whoever can
/// restore older bytes of a budget can refund what was spent.
///
/// ```
/// use indp::{Budget, Count, Error};
///
/// let mut budget = Budget::new(1.0)?;
/// let mut visits = Count::new(5)?;
/// visits.add_rows(1200)?;
/// visits.can_release(0.3)?; // what is spent is not given back
/// let epsilon = budget.spend(0.3)?;
/// let about = visits.release(epsilon)?;
/// assert_eq!(budget.spent()?, "0.3");
/// assert_eq!(budget.spend(0.8), Err(Error::Budget));
/// assert_eq!(budget.left()?, 0.7);
/// # let _ = about;
/// # Ok::<(), Error>(())
/// ```
pub struct Budget([u8; budget::LENGTH]);

impl Budget {
    /// A budget of `epsilon`, the total privacy loss (base e) that may be spent.
    ///
    /// # Errors
    /// [`Error::Epsilon`] unless it is positive and finite.
    pub fn new(epsilon: f64) -> Result<Self, Error> {
        let mut bytes = [0; budget::LENGTH];
        budget::init(&mut bytes, epsilon)?;
        Ok(Budget(bytes))
    }

    /// Spends the decimal of `epsilon`, and returns the epsilon to release with: the largest double
    /// that does not exceed this decimal. Spend before you release, and store the spent budget
    /// before the answer leaves.
    ///
    /// # Errors
    /// [`Error::Epsilon`] unless it is positive and finite; [`Error::Budget`] if less is left;
    /// [`Error::NoMemory`]. On failure nothing is spent.
    pub fn spend(&mut self, epsilon: f64) -> Result<f64, Error> {
        call(|| budget::spend(&mut self.0, epsilon))
    }

    /// Changes the total. What was spent stays spent. All releases together then lose at most the
    /// largest total that was ever in force.
    ///
    /// # Errors
    /// [`Error::Epsilon`]; [`Error::Budget`] if more is already spent; [`Error::NoMemory`].
    pub fn change(&mut self, epsilon: f64) -> Result<(), Error> {
        call(|| budget::change(&mut self.0, epsilon))
    }

    /// Raises the amount spent to the decimal of `epsilon`, unless at least as much is spent
    /// already: for a host that knows from its own records that a stored budget is out of date.
    ///
    /// # Errors
    /// [`Error::Epsilon`]; [`Error::Budget`] if it exceeds the total; [`Error::NoMemory`].
    pub fn raise(&mut self, epsilon: f64) -> Result<(), Error> {
        call(|| budget::raise(&mut self.0, epsilon))
    }

    /// The largest epsilon that [`Self::spend`] would accept, or 0.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn left(&self) -> Result<f64, Error> {
        call(|| budget::left(&self.0))
    }

    /// The amount spent: the exact sum of the decimals of all epsilons, as a decimal.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn spent(&self) -> Result<String, Error> {
        call(|| {
            let text = budget::spent(&self.0)?;
            let mut out = String::new();
            out.try_reserve_exact(text.bytes().len()).map_err(|_| Error::NoMemory)?;
            out.extend(text.bytes().iter().map(|byte| char::from(*byte)));
            Ok(out)
        })
    }

    /// The bytes of the budget: equal budgets give equal bytes on every machine. Keep them where
    /// only the host can write.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 280] {
        self.0
    }

    /// A budget from its bytes, all of which are checked.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::NoMemory`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let own = <[u8; budget::LENGTH]>::try_from(bytes).map_err(|_| Error::State)?;
        call(|| budget::check(&own))?;
        Ok(Budget(own))
    }
}
