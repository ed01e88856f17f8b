//! Intervals around means, variances and standard deviations, from the noisy sums that were
//! released with them (Claim U11). No number of rows is assumed.
//!
//! For the true mean, one linear combination of the noisy sums consists of noise alone, so its
//! distribution is known. The same holds for the true variance, given the true mean. The interval
//! contains every value at which the observed combination is not too unlikely. The range of values
//! is divided into cells. Each cell is tested as a whole and then bisected, so no value is missed.

use super::interval::Interval;
use super::level::Level;
use super::{Extent, OVER};
use crate::aggregate::kind::Kind;
use crate::aggregate::traits::{Aggregate, Parts};
use crate::aggregate::{state, Mean, Stddev, Variance};
use crate::exact::times_power;
use crate::utility::Alpha;
use crate::Error;

/// The number of times that a cell is bisected.
const DEPTH: u32 = 40;
/// For a variance, each cell of variances is tested together with each of CELLS cells of means, and
/// SHARE is the share of α that the mean gets.
const CELLS: u32 = 8;
const SHARE: f64 = 1.0 / 16.0;

/// Returns an interval around the answer in `parts`. These parts must come from the release of a
/// state with the same parameters as this state.
///
/// # Errors
/// [`Error::State`] unless the state is a mean, variance or standard deviation; [`Error::Answer`]
/// if the parts are not finite or not those of this kind, or if their noise scale is not positive.
pub fn interval(bytes: &[u8], parts: &Parts, alpha: Alpha) -> Result<Interval, Error> {
    let level = Level::new(alpha);
    let (bounds, degree) = match state::kind(bytes)? {
        Kind::Mean => (Mean::read(bytes)?.0.bounds, 1),
        Kind::Variance => (Variance::read(bytes)?.0.sum.bounds, 2),
        Kind::Stddev => (Stddev::read(bytes)?.0.sum.bounds, 2),
        _ => return Err(Error::State),
    };
    let used = parts.sums.get(..parts.number).unwrap_or(&[]);
    let finite = used.iter().chain([&parts.value, &parts.scale]).all(|x| x.is_finite());
    if parts.number != degree + 1 || !finite || parts.scale <= 0.0 {
        return Err(Error::Answer);
    }
    let step = times_power(1.0, degree as i32 * bounds.exponent);
    let sums = Sums::new(parts, step);
    let Extent { half, largest, .. } = Extent::of(&bounds)?;
    let width = 2.0 * half;
    if degree == 1 {
        let [low, high] = [bounds.low, bounds.high].map(|x| times_power(x as f64, bounds.exponent));
        let rounding = largest / (1u64 << 48) as f64;
        let found = sums.mean(&level).unwrap_or((1.0, 0.0));
        // This interpolation does not compute high - low, which may exceed the largest double.
        let at = |t: f64| low * (1.0 - t) + high * t;
        let ends = (at(found.0) - rounding, at(found.1) + rounding);
        let ends = (ends.0.max(bounds.lo.min(low)), ends.1.min(bounds.hi.max(high)));
        return Ok(around(parts.value, ends));
    }
    let (least, most) = sums.variance(&level).unwrap_or((1.0, 0.0));
    let (least, most) = (least / OVER, most * OVER);
    let (least, most) = if state::kind(bytes)? == Kind::Stddev {
        (least.sqrt() / OVER * width, most.sqrt() * OVER * width)
    } else {
        (least * width * width / OVER, most * width * width * OVER)
    };
    // `OVER` covers rounding errors, except among subnormal numbers, where the steps to the next
    // doubles cover them. An infinite width times 0 is NaN, for which `max` returns 0.
    Ok(around(parts.value, (least.next_down().max(0.0), most.next_up())))
}

/// The interval with these ends, widened to contain the answer. If the ends are in the wrong order,
/// the interval contains the answer only.
fn around(answer: f64, (low, high): (f64, f64)) -> Interval {
    if low <= high {
        Interval { low: low.min(answer), high: high.max(answer) }
    } else {
        Interval { low: answer, high: answer }
    }
}

/// Noisy sums, as multiples of their noise scale.
#[derive(Clone, Copy)]
pub struct Sums {
    sums: [f64; 3],
    total: f64,
    /// The largest distance by which a sum may have been rounded.
    slack: f64,
}

impl Sums {
    /// `step` is the grid step to the power of the degree.
    pub fn new(parts: &Parts, step: f64) -> Self {
        let sums = parts.sums.map(|sum| sum / parts.scale);
        let all: f64 = sums.iter().map(|x| x.abs()).sum();
        // The output grid is either `step`, or less than 2/1024 of the scale. Conversion to a
        // double rounds once more.
        let grid = (step / parts.scale / 2.0).max(1.0 / 1024.0);
        Sums { sums, total: sums.iter().sum(), slack: (grid + all / (1u64 << 47) as f64) * OVER }
    }

    /// Whether a mean in the cell [x, y] of [0, 1] is likely enough.
    pub fn may_be_mean(&self, x: f64, y: f64, level: &Level) -> bool {
        let at = |t: f64| self.sums[1] - t * self.total;
        let s = distance(at(x), at(y)) - self.slack;
        // `at(t)` is (1-t)·sums[1] - t·sums[0], so its noise has the coefficients 1-t and -t. The
        // further apart 1-t and t are, the heavier the tail is.
        let far = y.max(1.0 - x);
        !level.allows(2.0 * level.tail([far, 1.0 - far], s))
    }

    fn mean(&self, level: &Level) -> Option<(f64, f64)> {
        hull(0.0, 1.0, DEPTH, &|x, y| self.may_be_mean(x, y, level))
    }

    /// Whether a mean in the cell [x, y] of [0, 1] is likely enough, from sums of degree 2.
    fn may_be_mean_of_squares(&self, x: f64, y: f64, level: &Level) -> bool {
        let at = |t: f64| self.sums[2] + self.sums[1] / 2.0 - t * self.total;
        let s = distance(at(x), at(y)) - 1.5 * self.slack;
        let middle = (0.5 - x).abs().max((0.5 - y).abs());
        !level.allows(2.0 * level.tail([1.0 - x, middle, y], s))
    }

    /// Whether the mean and variance of a data set may lie in the cells [x, y] and [v, w].
    pub fn may_be_both(&self, [x, y]: [f64; 2], [v, w]: [f64; 2], level: &Level) -> bool {
        let [below, between, above] = self.sums;
        // The noisy second moment about t. It is a quadratic function of t.
        let moment =
            |t: f64| above * (1.0 - t) * (1.0 - t) - between * t * (1.0 - t) + below * t * t;
        let vertex = ((2.0 * above + between) / (2.0 * self.total)).clamp(x, y);
        let vertex = if vertex.is_nan() { x } else { vertex };
        let values = [moment(x), moment(y), moment(vertex)];
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (self.total * v, self.total * w);
        let gap = (least - low.max(high)).max(low.min(high) - most);
        let product = if x <= 0.5 && y >= 0.5 { 0.25 } else { (x * (1.0 - x)).max(y * (1.0 - y)) };
        if v > product {
            return false; // no data set with this mean has this variance
        }
        let square = |a: f64, b: f64| (a * a - w).abs().max((b * b - v).abs());
        let coefficients = [square(1.0 - y, 1.0 - x), product + w, square(x, y)];
        let rounded: f64 = coefficients.iter().sum();
        !level.allows(2.0 * level.tail(coefficients, gap - rounded * self.slack))
    }

    /// Whether this mean and variance of a data set are likely enough.
    #[cfg(test)]
    pub fn may_be(&self, mean: f64, variance: f64, level: &Level) -> bool {
        self.may_be_mean_of_squares(mean, mean, &level.share(SHARE))
            && self.may_be_both([mean; 2], [variance; 2], &level.share(1.0 - SHARE))
    }

    fn variance(&self, level: &Level) -> Option<(f64, f64)> {
        let of_mean = level.share(SHARE);
        let (first, last) =
            hull(0.0, 1.0, DEPTH, &|x, y| self.may_be_mean_of_squares(x, y, &of_mean))?;
        let rest = level.share(1.0 - SHARE);
        let width = (last - first) / f64::from(CELLS);
        let cell = |i: u32| [first + width * f64::from(i), first + width * f64::from(i + 1)];
        let likely = |v: f64, w: f64| (0..CELLS).any(|i| self.may_be_both(cell(i), [v, w], &rest));
        hull(0.0, 0.25, DEPTH, &likely)
    }
}

/// The smallest magnitude of a number between a and b.
fn distance(a: f64, b: f64) -> f64 {
    if (a < 0.0) == (b < 0.0) {
        a.abs().min(b.abs())
    } else {
        0.0
    }
}

/// Bisects [x, y] `depth` times and returns the smallest interval that contains every cell for
/// which `likely` is true. If `likely` is true for a part of a cell, it must be true for the whole
/// cell.
fn hull(x: f64, y: f64, depth: u32, likely: &impl Fn(f64, f64) -> bool) -> Option<(f64, f64)> {
    Some((lowest(x, y, depth, likely)?, highest(x, y, depth, likely)?))
}

fn lowest(x: f64, y: f64, depth: u32, likely: &impl Fn(f64, f64) -> bool) -> Option<f64> {
    if !likely(x, y) {
        return None;
    }
    if depth == 0 {
        return Some(x);
    }
    let middle = x + (y - x) / 2.0;
    lowest(x, middle, depth - 1, likely).or_else(|| lowest(middle, y, depth - 1, likely))
}

fn highest(x: f64, y: f64, depth: u32, likely: &impl Fn(f64, f64) -> bool) -> Option<f64> {
    if !likely(x, y) {
        return None;
    }
    if depth == 0 {
        return Some(y);
    }
    let middle = x + (y - x) / 2.0;
    highest(middle, y, depth - 1, likely).or_else(|| highest(x, middle, depth - 1, likely))
}
