//! Makes the data sets: fixed synthetic data of several shapes, and columns of the RAND data.

use super::random::Random;

#[path = "../../tests/common/rand.rs"]
pub mod rand;

/// Values and public bounds.
pub struct Data {
    pub name: &'static str,
    pub lo: f64,
    pub hi: f64,
    /// The values, clamped to the bounds, in ascending order.
    pub values: Vec<f64>,
}

/// The number of rows of each synthetic data set.
const ROWS: usize = 1000;

/// Returns the quantiles (i + 1/2)/n of a distribution, for i from 0 to n - 1. `inverse` is the
/// inverse of its distribution function.
fn spread(n: usize, inverse: impl Fn(f64) -> f64) -> Vec<f64> {
    (0..n).map(|i| inverse((i as f64 + 0.5) / n as f64)).collect()
}

fn exponential(mean: f64) -> impl Fn(f64) -> f64 {
    move |share| -mean * (-share).ln_1p()
}

fn uniform(lo: f64, hi: f64) -> impl Fn(f64) -> f64 {
    move |share| lo + (hi - lo) * share
}

impl Data {
    fn new(name: &'static str, (lo, hi): (f64, f64), values: Vec<f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().map(|x| x.clamp(lo, hi)).collect();
        values.sort_by(f64::total_cmp);
        Data { name, lo, hi, values }
    }

    /// Returns the data sets for means and variances. Their bounds fit the values, lie far from 0,
    /// or are far too wide.
    pub fn all() -> Vec<Data> {
        let lognormal = || {
            let mut random = Random::new(1, 1);
            (0..ROWS).map(|_| (1.0 + 2.0 * random.normal()).exp()).collect()
        };
        let rare = |share: f64| f64::from(u8::from(share > 0.98));
        vec![
            Data::new("visits (RAND) in 0..50", (0.0, 50.0), rand::column("mdvis", false)),
            Data::new("uniform in 0..1", (0.0, 1.0), spread(ROWS, uniform(0.0, 1.0))),
            Data::new("1 in 50 is 1, in 0..1", (0.0, 1.0), spread(ROWS, rare)),
            Data::new("exponential, mean 5, in 0..50", (0.0, 50.0), spread(ROWS, exponential(5.0))),
            Data::new("lognormal, sigma 2, in 0..100", (0.0, 100.0), lognormal()),
            Data::new("all at 1, in 0..1", (0.0, 1.0), vec![1.0; ROWS]),
            Data::new("uniform in -1..1", (-1.0, 1.0), spread(ROWS, uniform(-1.0, 1.0))),
            Data::new(
                "uniform in 900..1000",
                (900.0, 1000.0),
                spread(ROWS, uniform(900.0, 1000.0)),
            ),
            Data::new(
                "exponential from 900, in 900..1000",
                (900.0, 1000.0),
                spread(ROWS, |share| 900.0 + exponential(10.0)(share)),
            ),
            Data::new("spending (RAND) in 0..5000", (0.0, 5000.0), rand::column("meddol", false)),
            Data::new("visits (RAND) in 0..10000", (0.0, 10_000.0), rand::column("mdvis", false)),
        ]
    }

    /// Returns every fifth data set, for short runs.
    pub fn some() -> Vec<Data> {
        Self::all().into_iter().step_by(5).collect()
    }

    /// Returns this data set with all rows repeated as often as needed to reach this n·ε with an ε
    /// of at most 1.
    pub fn enough(&self, n_epsilon: f64) -> Data {
        let times = (n_epsilon / self.rows()).ceil().max(1.0) as usize;
        let mut values = self.values.repeat(times);
        values.sort_by(f64::total_cmp);
        Data { values, ..*self }
    }

    pub fn rows(&self) -> f64 {
        self.values.len() as f64
    }

    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.rows()
    }

    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / self.rows()
    }
}

/// Integers and public bounds. The candidates are the integers between the bounds.
pub struct Integers {
    pub name: String,
    pub bounds: (i64, i64),
    /// The values in ascending order.
    pub rows: Vec<i64>,
}

impl Integers {
    fn new(name: String, bounds: (i64, i64), values: &[f64]) -> Self {
        let mut rows: Vec<i64> =
            values.iter().map(|x| (x.round_ties_even() as i64).clamp(bounds.0, bounds.1)).collect();
        rows.sort_unstable();
        Integers { name, bounds, rows }
    }

    pub fn equal(n: usize, value: f64) -> Self {
        Self::new(format!("{n} rows of {value}"), (0, 10_000), &vec![value; n])
    }

    pub fn uniform(n: usize) -> Self {
        Self::new(format!("uniform, n = {n}"), (0, 10_000), &spread(n, uniform(0.0, 9000.0)))
    }

    pub fn exponential(n: usize) -> Self {
        Self::new(format!("exponential, n = {n}"), (0, 10_000), &spread(n, exponential(500.0)))
    }

    pub fn visits() -> Self {
        Self::new("visits (RAND) in 0..100".into(), (0, 100), &rand::column("mdvis", false))
    }

    /// 15 rows in 100 are 0, 65 are 5, and the others are spread from 6 to 100.
    pub fn tied(n: usize) -> Self {
        let value = |share: f64| match share {
            share if share < 0.15 => 0.0,
            share if share < 0.8 => 5.0,
            share => 6.0 + 94.0 * (share - 0.8) / 0.2,
        };
        Self::new(format!("tied, n = {n}"), (0, 100), &spread(n, value))
    }

    /// The visits of every `step`-th person in the first year.
    pub fn people(step: usize) -> Self {
        let values: Vec<f64> = rand::column("mdvis", true).into_iter().step_by(step).collect();
        Self::new(format!("visits (RAND), n = {}", values.len()), (0, 100), &values)
    }

    pub fn of(bounds: (i64, i64), values: &[f64]) -> Self {
        Self::new(format!("{values:?}"), bounds, values)
    }

    /// Returns this data set mirrored at the middle of the bounds.
    pub fn mirrored(&self) -> Self {
        let rows = self.rows.iter().rev().map(|row| self.bounds.0 + self.bounds.1 - row).collect();
        Integers { name: self.name.clone(), bounds: self.bounds, rows }
    }

    /// Returns the runs of adjacent candidates that have the same numbers of rows below, at and
    /// above them, in ascending order.
    pub fn runs(&self) -> Vec<Run> {
        let n = self.rows.len() as u64;
        let mut runs = Vec::new();
        let (mut next, mut below) = (self.bounds.0, 0);
        for same in self.rows.chunk_by(|a, b| a == b) {
            let (value, at) = (same[0], same.len() as u64);
            if next < value {
                runs.push(Run { first: next, last: value - 1, below, at: 0, above: n - below });
            }
            runs.push(Run { first: value, last: value, below, at, above: n - below - at });
            next = value + 1;
            below += at;
        }
        if next <= self.bounds.1 {
            runs.push(Run { first: next, last: self.bounds.1, below, at: 0, above: 0 });
        }
        runs
    }
}

/// The candidates from `first` to `last`, with the numbers of rows below, at and above each of
/// them.
#[derive(Clone, Copy)]
pub struct Run {
    pub first: i64,
    pub last: i64,
    pub below: u64,
    pub at: u64,
    pub above: u64,
}

impl Run {
    pub fn many(&self) -> f64 {
        (self.last - self.first + 1) as f64
    }
}
