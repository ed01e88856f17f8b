//! Implements Ilvento's algorithm at a fixed precision (Algorithms 1 to 3; Claim E4). All weights
//! and sums are floats of the same precision, which is determined beforehand. An operation that is
//! not exact gives an error, never an output. Levels are grouped and streamed, so only a few
//! numbers of that precision exist at a time.

use std::cmp::Ordering;

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Assign, Float, Integer};

use super::exact::Exact;
use super::list::Levels;
use crate::exponential::eta::Eta;
use crate::memory;
use crate::Error;

/// Parameters whose tight precision exceeds this number of bits are refused. The search may choose
/// up to about twice as many bits. Several numbers of that precision fit easily into the memory
/// reserved for GMP.
pub const REACH: u32 = 1 << 17;
/// The precision at which the search starts, which is MPFR's default.
const FIRST: u32 = 53;

/// Checks that operations are exact, by the ternary result that MPFR returns for each operation.
/// Unlike MPFR's flags, this result cannot be cleared by other code.
#[derive(Debug)]
pub struct Monitor(Result<(), Error>);

impl Monitor {
    pub fn new() -> Self {
        Monitor(Ok(()))
    }

    fn saw(&mut self, ternary: Ordering) {
        if ternary != Ordering::Equal {
            self.0 = Err(Error::Inexact);
        }
    }

    pub fn add(&mut self, to: &mut Float, what: &Float) {
        let ternary = to.add_assign_round(what, Round::Nearest);
        self.saw(ternary);
    }

    fn times(&mut self, to: &mut Float, what: &Float) {
        let ternary = to.mul_assign_round(what, Round::Nearest);
        self.saw(ternary);
    }

    /// `to = what·factor`.
    fn product(&mut self, to: &mut Float, what: &Float, factor: u64) {
        to.assign(what);
        let ternary = to.mul_assign_round(factor, Round::Nearest);
        self.saw(ternary);
    }

    pub fn exact(&self) -> Result<(), Error> {
        self.0
    }
}

/// Computes the weights `(x/2^y)^(z·k)` for growing k.
struct Weights {
    root: Float,
    z: u32,
    one: Float,
}

impl Weights {
    fn new(eta: Eta, precision: u32, monitor: &mut Monitor) -> Self {
        let (x, y, z) = eta.parts();
        let (root, ternary) = Float::with_val_round(precision, x, Round::Nearest);
        monitor.saw(ternary);
        Weights { root: root >> y, z, one: Float::with_val(precision, 1) }
    }

    /// Advances by `gap` levels, multiplying repeatedly by a small factor. The time of each
    /// multiplication is at most proportional to the length of the product.
    fn step(&mut self, gap: u64, monitor: &mut Monitor) {
        // If the exact result exceeds the precision, the loop ends at the first inexact product.
        for _ in 0..u128::from(gap) * u128::from(self.z) {
            monitor.times(&mut self.one, &self.root);
            if monitor.exact().is_err() {
                return;
            }
        }
    }
}

/// Algorithm 3: the first precision of 53, 106, 212, ... bits at which sums of at most `outcomes`
/// weights of levels 0 to `range` are exact in every worst case. The worst case of a level is the
/// sum of `outcomes` weights of 1 and one weight of that level.
///
/// # Errors
/// [`Error::PrecisionReach`] if the tight precision is above [`REACH`], which is checked before
/// anything is allocated; [`Error::Stopped`]; [`Error::NoMemory`].
pub fn empirical_precision(eta: Eta, range: u64, outcomes: u64) -> Result<u32, Error> {
    let eta = eta.reduced();
    if eta.tight_precision(range, outcomes) > u64::from(REACH) {
        return Err(Error::PrecisionReach);
    }
    memory::reserved(|| {
        let mut precision = FIRST;
        while !suffices(eta, range, outcomes, precision)? {
            precision *= 2;
            if precision > 4 * REACH {
                return Err(Error::PrecisionReach);
            }
        }
        Ok(precision)
    })
}

/// Whether `precision` bits pass the worst cases of Algorithm 3.
///
/// # Errors
/// [`Error::Stopped`].
pub fn suffices(eta: Eta, range: u64, outcomes: u64, precision: u32) -> Result<bool, Error> {
    let mut monitor = Monitor::new();
    let mut weights = Weights::new(eta, precision, &mut monitor);
    let (most, ternary) = Float::with_val_round(precision, outcomes, Round::Nearest);
    monitor.saw(ternary);
    let mut sum = Float::new(precision);
    for level in 0..=range {
        memory::go_on()?;
        if level > 0 {
            weights.step(1, &mut monitor);
        }
        sum.assign(&most);
        monitor.add(&mut sum, &weights.one);
        if monitor.exact().is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The exact comparisons of one selection at a fixed precision.
pub struct Fixed<'a> {
    pub eta: Eta,
    pub levels: &'a Levels,
    pub precision: u32,
    /// K: 2^K is the smallest power of two that is at least the total weight. 0 until K is known.
    pub log2: u32,
}

impl Exact for Fixed<'_> {
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error> {
        self.ends(digits, |low, high| {
            let total = self.total()?;
            Ok(if high <= total { Some(true) } else { (low >= total).then_some(false) })
        })
    }

    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error> {
        self.ends(digits, |low, high| {
            let first = self.position(|end| *end <= low)?;
            Ok(if first == self.position(|end| *end < high)? { first } else { None })
        })
    }
}

impl Fixed<'_> {
    /// K: 2^K is the smallest power of two that is at least the total weight.
    pub fn log2_total(&self) -> Result<u32, Error> {
        memory::reserved(|| {
            let total = self.total()?;
            // MPFR's exponent e of the total satisfies 2^(e-1) <= total < 2^e. It is at least 1,
            // since an outcome at the smallest level weighs 1.
            let exponent = total.get_exp().unwrap_or(1).unsigned_abs();
            let power = Float::with_val(self.precision, 1) << exponent >> 1u32;
            Ok(exponent - u32::from(power == total))
        })
    }

    fn total(&self) -> Result<Float, Error> {
        let mut total = Float::new(self.precision);
        self.stream(|_, _, end, _| {
            total.assign(end);
            false
        })?;
        Ok(total)
    }

    /// Calls `what` with both endpoints of the interval in which s lies. Exact sums have at most
    /// `precision` digits, so `precision/64 + 2` words of s always decide. This returns an error if
    /// more words were read.
    fn ends<T>(
        &self,
        digits: &[u64],
        what: impl FnOnce(Float, Float) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        if digits.len() > self.precision as usize / 64 + 2 {
            return Err(Error::Inexact);
        }
        memory::reserved(|| {
            let n = digits.len() as u32 * 64;
            let d = Integer::from_digits(digits, rug::integer::Order::Msf);
            let at = |d: &Integer| Float::with_val(n + 1, d) << self.log2 >> n;
            what(at(&d), at(&Integer::from(&d + 1u32)))
        })
    }

    /// The level and place of the first outcome for which `before` is false at the end of its
    /// interval. The search needs no division. Returns `None` if `before` is true for all outcomes.
    fn position(&self, before: impl Fn(&Float) -> bool) -> Result<Option<(u64, u64)>, Error> {
        let (mut place, mut i) = (None, 0);
        let counts: &[(u64, u64)] = self.levels.list();
        let mut end = Float::new(self.precision);
        self.stream(|start, one, last, monitor| {
            if before(last) {
                i += 1;
                return false;
            }
            // `before` is true for the ends of the first `low` outcomes, and false for the end of
            // outcome number `high`.
            let (level, count) = counts.get(i).copied().unwrap_or((0, 0));
            let (mut low, mut high) = (0, count);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                monitor.product(&mut end, one, middle);
                monitor.add(&mut end, start);
                (low, high) = if before(&end) { (middle, high) } else { (low, middle) };
            }
            place = Some((level, low));
            true
        })?;
        Ok(place)
    }

    /// Calls `visit` for each level until `visit` returns true. The arguments of `visit` are the
    /// start of the level's interval, the weight of one outcome, the end of the interval, and the
    /// monitor of operations.
    fn stream(
        &self,
        mut visit: impl FnMut(&Float, &Float, &Float, &mut Monitor) -> bool,
    ) -> Result<(), Error> {
        let mut monitor = Monitor::new();
        let mut weights = Weights::new(self.eta, self.precision, &mut monitor);
        let [mut start, mut end, mut all] = [0; 3].map(|_: u32| Float::new(self.precision));
        for (gap, count) in self.levels.gaps() {
            memory::go_on()?;
            weights.step(gap, &mut monitor);
            monitor.product(&mut all, &weights.one, count);
            monitor.add(&mut end, &all);
            monitor.exact()?;
            let enough = visit(&start, &weights.one, &end, &mut monitor);
            monitor.exact()?;
            if enough {
                return Ok(());
            }
            start.assign(&end);
        }
        Ok(())
    }
}
