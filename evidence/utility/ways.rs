//! Mechanisms for a mean, to be compared with the library, and a copy of the library's own formula.
//! Each mechanism spends the whole of ε, adds textbook Laplace noise, and clamps its answer to the
//! bounds.

use super::data::Data;
use super::random::Random;

/// A data set, ε, and the exact statistics that the mechanisms use.
pub struct Case<'a> {
    pub data: &'a Data,
    pub epsilon: f64,
    pub n: f64,
    pub mean: f64,
    pub deviation: f64,
}

impl<'a> Case<'a> {
    pub fn new(data: &'a Data, epsilon: f64) -> Self {
        let deviation = data.variance().sqrt();
        Case { data, epsilon, n: data.rows(), mean: data.mean(), deviation }
    }

    fn clamped(&self, answer: f64) -> f64 {
        answer.clamp(self.data.lo, self.data.hi)
    }

    fn middle(&self) -> f64 {
        self.data.lo / 2.0 + self.data.hi / 2.0
    }

    /// Returns noisy Σ(x - middle) and noisy n. The count n gets this share of ε, and the sum gets
    /// the rest.
    fn centred(&self, share: f64, random: &mut Random) -> (f64, f64) {
        let count = self.n + random.laplace(1.0 / (share * self.epsilon));
        let scale = self.data.width() / 2.0 / ((1.0 - share) * self.epsilon);
        (self.n * (self.mean - self.middle()) + random.laplace(scale), count)
    }
}

/// A noisy sum divided by a noisy count, each with half of ε. This is OpenDP's second method for an
/// unknown number of rows, and the method of its data frames.
pub fn naive(case: &Case, random: &mut Random) -> f64 {
    let half = case.epsilon / 2.0;
    let largest = case.data.lo.abs().max(case.data.hi.abs());
    let sum = case.n * case.mean + random.laplace(largest / half);
    let count = case.n + random.laplace(1.0 / half);
    case.clamped(sum / count.max(1.0))
}

/// Google's method: a noisy sum of centred values divided by a noisy count, each with half of ε.
pub fn google(case: &Case, random: &mut Random) -> f64 {
    centred(case, 0.5, random)
}

/// Google's method with a tenth of ε for the count.
pub fn tenth(case: &Case, random: &mut Random) -> f64 {
    centred(case, 0.1, random)
}

fn centred(case: &Case, share: f64, random: &mut Random) -> f64 {
    let (sum, count) = case.centred(share, random);
    case.clamped(case.middle() + sum / count.max(1.0))
}

/// The best fixed division of ε, which the library uses in float arithmetic. The count, which is
/// rounded to an integer, gets 13/32 of ε, and the centred sum gets 19/32.
pub fn thirteen(case: &Case, random: &mut Random) -> f64 {
    let (sum, count) = case.centred(13.0 / 32.0, random);
    if count.round() < 1.0 {
        case.middle()
    } else {
        case.clamped(case.middle() + sum / count.round())
    }
}

/// OpenDP's first method for an unknown number of rows. The count and the mean get half of ε each,
/// as in OpenDP's documentation. The data are resized to the noisy count n': random rows are
/// removed, or rows at the middle of the bounds are added. The mean of the resized data has
/// sensitivity (hi - lo)/n'. Instead of removing random rows, this code draws the mean of the
/// remaining rows as a normal variable with the exact variance.
pub fn resized(case: &Case, random: &mut Random) -> f64 {
    let half = case.epsilon / 2.0;
    let size = (case.n + random.laplace(1.0 / half)).round().max(1.0);
    let mean = if size < case.n {
        let left = (case.n - size) / (case.n - 1.0) / size;
        case.mean + case.deviation * left.sqrt() * random.normal()
    } else {
        (case.n * case.mean + (size - case.n) * case.middle()) / size
    };
    case.clamped(mean + random.laplace(case.data.width() / size / half))
}

/// The mean from Bernstein sums, as the library documents them, with textbook noise. The sums are
/// Σ(hi - x) and Σ(x - lo), and each spends the whole of ε, since one row moves their total by only
/// hi - lo. If the noisy total is below 4 noise scales, rows at the middle of the bounds are added
/// to raise it to this value.
pub fn bernstein(
    from_high: f64,
    from_low: f64,
    (lo, hi): (f64, f64),
    epsilon: f64,
    random: &mut Random,
) -> f64 {
    let scale = (hi - lo) / epsilon;
    let (a, b) = (from_high + random.laplace(scale), from_low + random.laplace(scale));
    let lacking = (4.0 * scale - (a + b)).max(0.0);
    (lo + (hi - lo) * (b + lacking / 2.0) / (a + b + lacking)).clamp(lo, hi)
}

/// The library's formula for a mean: Bernstein sums over all rows.
pub fn ours(case: &Case, random: &mut Random) -> f64 {
    let Data { lo, hi, .. } = *case.data;
    bernstein(case.n * (hi - case.mean), case.n * (case.mean - lo), (lo, hi), case.epsilon, random)
}
