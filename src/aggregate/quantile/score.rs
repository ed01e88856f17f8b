//! The utility of a candidate is its distance from the wanted quantile. Lower is better, so this
//! module calls it a cost. With L rows below a candidate, E rows at it and G rows above it:
//!
//! **0 < q < 1**, q = a/b: the cost is max(0, (b-a)·L - a·(E+G), a·G - (b-a)·(L+E)). It is 0 at
//! every true quantile, ties included. A row changes each cost by at most max(a, b-a), in either
//! direction.
//!
//! **q = 1**, the maximum: With the cost G, all candidates beyond the largest row would tie. So the
//! target is a rank inside the data, K/2 rows from the top. K is odd, so the target lies between
//! two ranks, and only the candidate of the row at rank (K+1)/2 from the top costs 0. The cost is
//! max(0, 2G - K, 3·(K - 2(E+G))). A candidate below the target costs 2 for each row between it and
//! the target. A candidate above the target costs 6 for each such row. An added row changes 2G - K
//! by 2 or 0, and 3·(K - 2(E+G)) by -6 or 0. So it changes the difference between the costs of any
//! two candidates by at most 8 (Claim A6).
//!
//! **q = 0**, the minimum, mirrors the maximum.
//!
//! By default extremes are released by above-threshold, without these costs. `extremes.md` compares
//! the costs with others and derives K.

use super::fraction::Fraction;
use crate::exponential::Eta;
use crate::Error;

/// The largest cost. Candidates that would cost more get this cost, so they tie. Relative to a true
/// quantile they have the weight 2^-(η·2^62), where η is in base 2.
pub const LARGEST: i64 = 1 << 62;

/// "Outward" means upwards for a maximum and downwards for a minimum. A candidate inward of the
/// target costs `INWARD` for each row between it and the target. A candidate outward of the target
/// costs `OUTWARD` for each such row.
const INWARD: i128 = 2;
const OUTWARD: i128 = 6;

/// All candidates beyond the extreme together weigh at most 2^-`RARE_LOG2` times the weight of the
/// target.
const RARE_LOG2: u32 = 3;

/// The rule for the costs of candidates. Its parameters are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The quantile a/b, strictly between 0 and 1.
    Inner(Fraction),
    /// The maximum. The target lies K/2 rows below the top; the field is K.
    Largest(u64),
    /// The minimum. The target lies K/2 rows above the bottom; the field is K.
    Smallest(u64),
}

/// A bound on the change of costs that one row causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sensitivity {
    /// The largest amount by which one row changes a cost. If `relative`, the largest amount by
    /// which one row changes the difference between any two costs.
    pub most: u64,
    /// Whether `most` bounds the change of differences between costs, rather than the change of
    /// each cost.
    pub relative: bool,
}

impl Score {
    /// Whether this quantile is a maximum or minimum.
    pub fn is_extreme(q: Fraction) -> bool {
        q.a == 0 || q.a == q.b
    }

    /// Bounds the change of this quantile's costs that one row causes.
    pub fn sensitivity(q: Fraction) -> Sensitivity {
        if Self::is_extreme(q) {
            Sensitivity { most: (INWARD + OUTWARD) as u64, relative: true }
        } else {
            Sensitivity { most: u64::from(q.a.max(q.b - q.a)), relative: false }
        }
    }

    /// The costs of a quantile among this many candidates, at this η.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of(q: Fraction, candidates: u64, eta: Eta) -> Result<Self, Error> {
        if !Self::is_extreme(q) {
            return Ok(Score::Inner(q));
        }
        let log2 = u64::BITS - (candidates.max(1) - 1).leading_zeros();
        let units = eta.units(log2 + RARE_LOG2)?;
        // A candidate is rare enough if it costs at least `units` more than the target, which costs
        // 0. A candidate beyond all rows costs OUTWARD/2·K, so OUTWARD/2·K must be at least
        // `units`.
        let k = units.div_ceil(OUTWARD as u64 / 2).min(LARGEST as u64) | 1;
        Ok(if q.a == 0 { Score::Smallest(k) } else { Score::Largest(k) })
    }

    /// The cost of a candidate with these numbers of rows below, at and above it.
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
            // The second argument is the number of rows at the candidate or further outward. The
            // third is the number of rows further outward.
            Score::Largest(k) => extreme(k, at + above, above),
            Score::Smallest(k) => extreme(k, at + below, below),
        };
        utility.clamp(0, i128::from(LARGEST)) as i64
    }
}
