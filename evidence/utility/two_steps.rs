//! Computes means in two steps. The first step spends a share of ε on private quantiles of the
//! data, which become the new clamping bounds. The second step spends the rest of ε on the mean of
//! the values clamped to these bounds, by Bernstein sums.

use super::data::Data;
use super::errors::Errors;
use super::random::Random;
use super::ways::bernstein;

/// The pairs of quantiles that become bounds. The first two pairs cut off rows at both ends, and
/// the others only at the upper end.
const CUTS: [(f64, f64); 4] = [(0.01, 0.99), (0.05, 0.95), (0.0, 0.99), (0.0, 0.95)];

/// Prefix sums over the rows in sorted order.
struct Prefix<'a> {
    values: &'a [f64],
    sums: Vec<f64>,
}

impl Prefix<'_> {
    fn clamped_sum(&self, lo: f64, hi: f64) -> f64 {
        let (from, to) =
            (self.values.partition_point(|x| *x < lo), self.values.partition_point(|x| *x <= hi));
        from as f64 * lo + self.sums[to] - self.sums[from] + (self.values.len() - to) as f64 * hi
    }
}

/// The number of steps into which the candidates of a quantile divide the range. It is the
/// library's default.
const CANDIDATES: f64 = 16_384.0;

/// Draws a quantile by the exponential mechanism on evenly spaced candidates. An answer is the
/// value of a row, or a point between adjacent values.
struct PrivateQuantile {
    intervals: Vec<(f64, f64)>,
    upto: Vec<f64>,
}

impl PrivateQuantile {
    fn new(data: &Data, q: f64, epsilon: f64) -> Self {
        let (n, rate) = (data.rows(), epsilon / (2.0 * q.max(1.0 - q)));
        let step = data.width() / CANDIDATES;
        let (mut intervals, mut logs) = (Vec::new(), Vec::new());
        let mut see = |start: f64, end: f64, below: f64, at: f64| {
            let cost = ((1.0 - q) * below - q * (n - below))
                .max(q * (n - below - at) - (1.0 - q) * (below + at));
            intervals.push((start, end));
            logs.push(((end - start) / step).max(1.0).ln() - rate * cost.max(0.0));
        };
        let (mut start, mut below) = (data.lo, 0.0);
        for same in data.values.chunk_by(|a, b| a == b) {
            if start < same[0] {
                see(start, same[0], below, 0.0);
            }
            see(same[0], same[0], below, same.len() as f64);
            (start, below) = (same[0], below + same.len() as f64);
        }
        if start < data.hi {
            see(start, data.hi, below, 0.0);
        }
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        let upto = logs
            .iter()
            .map(|log| {
                total += (log - largest).exp();
                total
            })
            .collect();
        PrivateQuantile { intervals, upto }
    }

    fn draw(&self, random: &mut Random) -> f64 {
        let at = random.uniform() * self.upto.last().expect("a row or a range");
        let (start, end) = self.intervals[self.upto.partition_point(|u| *u < at)];
        start + (end - start) * random.uniform()
    }
}

/// Returns the smallest error over all cuts. No user could choose the best cut, since that choice
/// needs the private data.
pub fn best(data: &Data, epsilon: f64, share: f64, draws: u32, random: &mut Random) -> Errors {
    let sums = std::iter::once(0.0).chain(data.values.iter().scan(0.0, |sum, x| {
        *sum += x;
        Some(*sum)
    }));
    let prefix = Prefix { values: &data.values, sums: sums.collect() };
    let exact = data.mean();
    let all = CUTS.map(|(low, high)| {
        let first = share * epsilon / if low > 0.0 { 2.0 } else { 1.0 };
        let lower = (low > 0.0).then(|| PrivateQuantile::new(data, low, first));
        let upper = PrivateQuantile::new(data, high, first);
        Errors::of(draws, exact, || {
            let a = lower.as_ref().map_or(data.lo, |lower| lower.draw(random));
            let b = upper.draw(random);
            let (a, b) = (a.min(b), a.max(b));
            if a == b {
                return a;
            }
            let (n, sum) = (data.rows(), prefix.clamped_sum(a, b));
            bernstein(n * b - sum, sum - n * a, (a, b), (1.0 - share) * epsilon, random)
        })
    });
    all.into_iter().min_by(|x, y| x.rms().total_cmp(&y.rms())).expect("some cuts")
}
