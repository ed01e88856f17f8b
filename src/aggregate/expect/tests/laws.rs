//! Exact laws of means and variances on coarse grids, whose steps are those of the noise, with
//! bounds on and off the grid. Off the grid, γ(lo) and γ(hi) lie within or beyond the bounds.

use super::*;
use crate::aggregate::bernstein::Bernstein;
use crate::aggregate::mean;
use crate::aggregate::variance;

/// Noise beyond this many times its scale has a probability below 1e-13.
const FAR: f64 = 30.0;

/// The law of one noisy sum: its value is k·grid with probability at(k).
struct Law {
    exact: f64,
    scale: f64,
    grid: f64,
}

impl Law {
    fn of<const N: usize>(sums: &Bernstein<N>, exact: f64) -> Self {
        Law { exact, scale: sums.noise.lambda(), grid: sums.noise.grid() }
    }

    fn values(&self) -> std::ops::RangeInclusive<i64> {
        let at = |y: f64| ((self.exact + y * self.scale) / self.grid).round() as i64;
        at(-FAR)..=at(FAR)
    }

    fn value(&self, k: i64) -> f64 {
        k as f64 * self.grid
    }

    /// P(from <= k <= to).
    fn within(&self, from: i64, to: i64) -> f64 {
        let at = |k: f64| ((k * self.grid) - self.exact) / self.scale;
        let (x, y) = (at(from as f64 - 0.5), at(to as f64 + 0.5));
        let tail = |x: f64| (-x.abs()).exp() / 2.0;
        if x > 0.0 {
            tail(x) - tail(y)
        } else if y < 0.0 {
            tail(y) - tail(x)
        } else {
            1.0 - tail(x) - tail(y)
        }
    }
}

/// The probability that `is` holds for a k in `from..=to`, where it holds at most at one end.
fn at_one_end(law: &Law, (from, to): (i64, i64), is: impl Fn(i64) -> bool) -> f64 {
    if from > to {
        return 0.0;
    }
    let (first, last) = (is(from), is(to));
    if first == last {
        return if first { law.within(from, to) } else { 0.0 };
    }
    let (mut left, mut right) = (from, to);
    while right - left > 1 {
        let middle = left + (right - left) / 2;
        if is(middle) == first {
            left = middle;
        } else {
            right = middle;
        }
    }
    if first {
        law.within(from, left)
    } else {
        law.within(right, to)
    }
}

/// P(answer > truth + r) and P(answer < truth - r), where `answer` is computed from the noisy sums.
fn beyond(laws: &[Law; 2], (truth, r): (f64, f64), answer: impl Fn([f64; 2]) -> f64) -> (f64, f64) {
    let (mut above, mut below) = (0.0, 0.0);
    for k in laws[1].values() {
        let (p, n1) = (laws[1].within(k, k), laws[1].value(k));
        // The answer is monotone in the other sum on both sides of the least total.
        let least = ((mean_least() * laws[0].scale - n1) / laws[0].grid).floor() as i64;
        let (from, to) = laws[0].values().into_inner();
        let split = least.clamp(from - 1, to);
        for part in [(from, split), (split + 1, to)] {
            let at = |k: i64| answer([laws[0].value(k), n1]) - truth;
            above += p * at_one_end(&laws[0], part, |k| at(k) > r);
            below += p * at_one_end(&laws[0], part, |k| at(k) < -r);
        }
    }
    (above, below)
}

fn mean_least() -> f64 {
    crate::aggregate::bernstein::LEAST_OF_MEAN
}

/// Bounds that γ rounds inwards, outwards, to both sides, and not at all.
const BOUNDS: [(f64, f64); 6] =
    [(-0.49, 1.49), (-0.51, 1.51), (-0.49, 1.51), (0.51, 2.49), (-1.25, 3.75), (0.0, 1.0)];

/// A mean on the grid 1 whose state has `high` rows at γ(hi) and `low` rows at γ(lo).
fn on_integers((lo, hi): (f64, f64), low: u64, high: u64) -> (Mean, [f64; 2], f64) {
    let mean = Mean::new(lo, hi, Some(0), 1).unwrap();
    let bounds = mean.0.bounds;
    let w = bounds.width() as f64;
    let truth = bounds.low as f64 + w * high as f64 / (low + high) as f64;
    (mean, [low as f64 * w, high as f64 * w], truth)
}

/// The probabilities that a mean errs by more than its stated error, upwards and downwards.
fn mean_misses(
    bounds: (f64, f64),
    (low, high): (u64, u64),
    epsilon: f64,
    level: f64,
) -> (f64, f64) {
    let (own, exact, truth) = on_integers(bounds, low, high);
    let terms = terms(epsilon);
    let r = expected(&written(&own), low + high, alpha(level), &terms).unwrap();
    let Ok(mean::Mechanism::Sums(sums)) = own.mechanism(&terms) else { panic!() };
    let laws = exact.map(|exact| Law::of(&sums, exact));
    beyond(&laws, (truth, r), |noisy| own.of_sums(&sums.noisy(noisy)))
}

fn written(own: &Mean) -> Vec<u8> {
    bytes(80, |to| own.write(to))
}

#[test]
fn exact_laws_of_means_with_bounds_off_the_grid() {
    let mut worst = 0.0f64;
    for bounds in BOUNDS {
        for (n, epsilon) in [(34_000, 0.001), (10_000, 0.001), (40, 1.0), (3, 0.5), (500, 0.2)] {
            for level in [1e-6, 0.001, 0.05] {
                for high in [0, n / 50, n / 2, n] {
                    let (above, below) = mean_misses(bounds, (n - high, high), epsilon, level);
                    let share = (above + below) / level;
                    assert!(share <= 1.0, "{bounds:?} {n} {high} {epsilon} {level}: {share}");
                    worst = worst.max(share);
                }
            }
        }
    }
    assert!(worst > 0.45, "{worst}");
}

/// A mean that is clamped to the given bounds alone exceeds the same errors.
#[test]
fn clamping_to_the_given_bounds_alone_is_not_enough() {
    for (n, level, least) in [(34_000, 1e-6, 29.0), (10_000, 0.05, 1.1)] {
        let (own, exact, truth) = on_integers((-0.49, 1.49), n, 0);
        let r = expected(&written(&own), n, alpha(level), &terms(0.001)).unwrap();
        let Ok(mean::Mechanism::Sums(sums)) = own.mechanism(&terms(0.001)) else { panic!() };
        let laws = exact.map(|exact| Law::of(&sums, exact));
        let broken = |noisy| sums.noisy(noisy).mean().clamp(-0.49, 1.49);
        let (above, below) = beyond(&laws, (truth, r), broken);
        let share = (above + below) / level;
        assert!(share > least, "{n} {level}: {share}");
    }
}

/// P(|answer - truth| > r), where `answer` is computed from three noisy sums.
fn off(laws: &[Law; 3], (truth, r): (f64, f64), answer: impl Fn([f64; 3]) -> f64) -> f64 {
    let [first, second, third] = laws;
    let mut missed = 0.0;
    for i in first.values() {
        for j in second.values() {
            let p = first.within(i, i) * second.within(j, j);
            let miss = |k: &i64| {
                let noisy = [first.value(i), second.value(j), third.value(*k)];
                (answer(noisy) - truth).abs() > r
            };
            let missing: f64 = third.values().filter(miss).map(|k| third.within(k, k)).sum();
            missed += p * missing;
        }
    }
    missed
}

/// The exact sums and the variance of rows at γ(lo) and γ(hi).
fn variance_of(bounds: &Bounds, low: u64, high: u64) -> ([f64; 3], f64) {
    let (w, n) = (bounds.width() as f64, (low + high) as f64);
    let square = w * w;
    let variance = square * (low as f64 / n) * (high as f64 / n);
    ([low as f64 * square, 0.0, high as f64 * square], variance)
}

#[test]
fn exact_laws_of_variances_with_bounds_off_the_grid() {
    let mut worst = 0.0f64;
    for bounds in [(-0.49, 1.49), (-0.49, 0.51), (0.51, 2.49), (0.0, 1.0)] {
        for (n, epsilon) in [(1, 1.0), (2, 2.0), (20, 1.0), (30, 2.0)] {
            for high in [0, n / 2] {
                let own = Variance::new(bounds.0, bounds.1, Some(0), 1).unwrap();
                let root = Stddev::new(bounds.0, bounds.1, Some(0), 1).unwrap();
                let terms = terms(epsilon);
                let Ok(variance::Mechanism::Sums(sums)) = own.mechanism(&terms) else { panic!() };
                let (exact, truth) = variance_of(&own.0.sum.bounds, n - high, high);
                let laws = exact.map(|exact| Law::of(&sums, exact));
                for level in [0.001, 0.05] {
                    let r = |state: &[u8]| expected(state, n, alpha(level), &terms).unwrap();
                    let of_variance = r(&bytes(96, |to| own.write(to)));
                    let of_root = r(&bytes(96, |to| root.write(to)));
                    let answer =
                        |own: &variance::Moments, noisy| own.answer(sums.noisy(noisy).variance());
                    let share = [
                        off(&laws, (truth, of_variance), |x| answer(&own.0, x)),
                        off(&laws, (truth.sqrt(), of_root), |x| answer(&root.0, x)),
                    ]
                    .map(|missed| missed / level);
                    assert!(share[0] <= 1.0, "{bounds:?} {n} {high} {level}: {share:?}");
                    assert!(share[1] <= 1.0, "{bounds:?} {n} {high} {level}: {share:?}");
                    worst = worst.max(share[0]).max(share[1]);
                }
            }
        }
    }
    assert!(worst > 0.05, "{worst}");
}

/// A variance that is clamped to (hi - lo)²/4 alone exceeds the same errors.
#[test]
fn clamping_a_variance_to_the_given_bounds_alone_is_not_enough() {
    let own = Variance::new(-0.49, 1.49, Some(0), 1).unwrap();
    let Ok(variance::Mechanism::Sums(sums)) = own.mechanism(&terms(1.0)) else { panic!() };
    let r = expected(&bytes(96, |to| own.write(to)), 1, alpha(0.001), &terms(1.0)).unwrap();
    let (exact, truth) = variance_of(&own.0.sum.bounds, 1, 0);
    let laws = exact.map(|exact| Law::of(&sums, exact));
    let broken = |noisy| f64::min(sums.noisy(noisy).variance(), 1.98 * 1.98 / 4.0);
    assert!(off(&laws, (truth, r), broken) > 14.0 * 0.001);
}
