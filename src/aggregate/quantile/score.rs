//! How far a candidate is from the quantile wanted: its utility, smaller is better. With L rows
//! below a candidate, E at it and G above it:
//!
//! **0 < q < 1**, q = a/b: max(0, (b-a)·L - a·(E+G), a·G - (b-a)·(L+E)): 0 at every true quantile,
//! ties included. A row moves each utility by at most max(a, b-a), in either direction.
//!
//! **q = 1**, the maximum: `#>c` alone would tie all candidates beyond the largest row, so a rank
//! inside the data is aimed at: K/2 rows from the top, K odd, so that only the candidate of one row
//! is met exactly. max(0, 2G - K, 3·(K - 2(E+G))): being too low costs 2 for each row above, being
//! too high 3 times as much. A row that is added moves the first by 2 or 0, the second by -6 or 0:
//! the utilities of any two candidates by at most 8 relative to each other. **q = 0** mirrors it.
//! `extremes.md` compares this with other ways and says where K comes from.

use super::fraction::Fraction;
use crate::exponential::Eta;
use crate::Error;

/// Utilities beyond this tie: their weight relative to a true quantile's is below 2^(-η2·2^62).
pub const LARGEST: i64 = 1 << 62;

/// Of a maximum or minimum: what each row beyond the candidate costs, and what each row costs by
/// which the candidate is too far out.
const INWARD: i128 = 2;
const OUTWARD: i128 = 6;

/// All candidates beyond the extreme together weigh at most 2^-3 of the one aimed at.
const RARE_LOG2: u32 = 3;

/// A score with its public parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// a/b, strictly between 0 and 1.
    Inner(Fraction),
    /// The maximum, aiming at K/2 rows from it.
    Largest(u64),
    /// The minimum.
    Smallest(u64),
}

/// How one row moves the utilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sensitivity {
    /// By at most so much, relative to each other if `relative`.
    pub most: u64,
    /// Whether `most` bounds how far any two utilities move apart, rather than how far each moves.
    pub relative: bool,
}

impl Score {
    /// How one row moves the utilities of this quantile.
    pub fn sensitivity(q: Fraction) -> Sensitivity {
        if q.a == 0 || q.a == q.b {
            Sensitivity { most: (INWARD + OUTWARD) as u64, relative: true }
        } else {
            Sensitivity { most: u64::from(q.a.max(q.b - q.a)), relative: false }
        }
    }

    /// For a quantile among so many candidates, at this η.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of(q: Fraction, candidates: u64, eta: Eta) -> Result<Self, Error> {
        if q.a != 0 && q.a != q.b {
            return Ok(Score::Inner(q));
        }
        let log2 = u64::BITS - (candidates.max(1) - 1).leading_zeros();
        let units = eta.units(log2 + RARE_LOG2)?;
        // A candidate beyond all rows costs OUTWARD/2·K.
        let k = units.div_ceil(OUTWARD as u64 / 2).min(LARGEST as u64) | 1;
        Ok(if q.a == 0 { Score::Smallest(k) } else { Score::Largest(k) })
    }

    /// The utility of a candidate with so many rows below, at and above it.
    pub fn utility(&self, below: u64, at: u64, above: u64) -> i64 {
        let [below, at, above] = [below, at, above].map(i128::from);
        let extreme = |k: u64, inward: i128, outward: i128| {
            let k = i128::from(k);
            (INWARD * outward - INWARD / 2 * k).max(OUTWARD / 2 * k - OUTWARD * inward)
        };
        let utility = match *self {
            Score::Inner(q) => {
                let (a, rest) = (i128::from(q.a), i128::from(q.b - q.a));
                let too_high = rest * below - a * (at + above);
                too_high.max(a * above - rest * (below + at))
            }
            // Rows at the candidate or further out; rows further out.
            Score::Largest(k) => extreme(k, at + above, above),
            Score::Smallest(k) => extreme(k, at + below, below),
        };
        utility.clamp(0, i128::from(LARGEST)) as i64
    }
}
