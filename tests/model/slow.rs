//! The slow model of a state. It keeps rows in a map, computes sums in exact rationals, and
//! composes serialised bytes as include/STATES.md describes them.

use std::collections::BTreeMap;

use indp::exact::power;
use indp::ffi::*;
use rug::{Integer, Rational};

/// Returns the nearest integer. Ties go to the even integer.
fn nearest(x: &Rational) -> i128 {
    let twice = Rational::from(x * 2u32);
    let floor = x.clone().floor().into_numer_denom().0;
    let tie = twice.is_integer() && !x.is_integer();
    let up: Rational = x + Rational::from((1, 2));
    let rounded = if tie && floor.is_even() { floor } else { up.floor().into_numer_denom().0 };
    rounded.to_i128().unwrap()
}

/// The parameters of a state, and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub kind: i32,
    pub lo: f64,
    pub hi: f64,
    pub exponent: i32,
    /// For a quantile, the fraction q = a/b as (a, b).
    pub q: (u16, u16),
    pub person: u64,
    /// The number of rows at each multiple of the grid. For a mode, the number of rows of each
    /// candidate.
    pub rows: BTreeMap<i128, u128>,
    pub labels: usize,
    /// The edges of a histogram. For a histogram, `rows` holds the number of rows in each cell.
    pub edges: Vec<f64>,
    pub released: bool,
}

impl Model {
    pub fn step(&self, value: &Rational) -> i128 {
        if self.kind == INDP_KIND_HISTOGRAM {
            return self
                .edges
                .iter()
                .filter(|edge| Rational::from_f64(**edge).unwrap() <= *value)
                .count() as i128;
        }
        let (lo, hi) = (Rational::from_f64(self.lo).unwrap(), Rational::from_f64(self.hi).unwrap());
        nearest(&(value.clone().max(lo).min(hi) / power(self.exponent)))
    }

    pub fn of_double(&self, value: f64) -> i128 {
        if self.kind == INDP_KIND_HISTOGRAM && value.is_nan() {
            return self.edges.len() as i128 + 1;
        }
        // NaN counts as 0, which is then clamped. An infinity counts as the largest double of its
        // sign, which no bound exceeds.
        let finite = if value.is_nan() { 0.0 } else { value.clamp(-f64::MAX, f64::MAX) };
        self.step(&Rational::from_f64(finite).unwrap())
    }

    pub fn count(&self) -> u128 {
        self.rows.values().sum()
    }

    pub fn ends(&self) -> (i128, i128) {
        (self.of_double(self.lo), self.of_double(self.hi))
    }

    fn total(&self) -> i128 {
        self.rows.iter().map(|(step, n)| step * *n as i128).sum()
    }

    fn centre(&self) -> i128 {
        let (low, high) = self.ends();
        nearest(&Rational::from((Integer::from(low + high), 2u32)))
    }

    fn squares(&self) -> u128 {
        let c = self.centre();
        self.rows.iter().map(|(step, n)| ((step - c) * (step - c)) as u128 * n).sum()
    }

    /// The serialised bytes that the library must produce.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = b"indp".to_vec();
        out.extend([1, self.kind as u8, 0, 0]);
        out.extend(self.person.to_le_bytes());
        out.extend((self.count() as u64).to_le_bytes());
        if self.kind == INDP_KIND_COUNT {
            return out;
        }
        if self.kind == INDP_KIND_MODE {
            out.extend((self.labels as u32).to_le_bytes());
            out.extend((9 * self.labels as u32).to_le_bytes());
            out.extend((1..=self.labels as u32).flat_map(|i| (9 * i).to_le_bytes()));
            for i in 0..self.labels as u64 {
                out.push(1);
                out.extend((i ^ 1 << 63).to_be_bytes());
            }
            let rows = |i: usize| self.rows.get(&(i as i128)).copied().unwrap_or(0) as u64;
            out.extend((0..self.labels).flat_map(|i| rows(i).to_le_bytes()));
            return out;
        }
        if self.kind == INDP_KIND_HISTOGRAM {
            out.extend((self.edges.len() as u32).to_le_bytes());
            out.extend([0; 4]);
            out.extend(self.edges.iter().flat_map(|edge| edge.to_le_bytes()));
            let rows = |cell: usize| self.rows.get(&(cell as i128)).copied().unwrap_or(0) as u64;
            out.extend((0..self.edges.len() + 2).flat_map(|cell| rows(cell).to_le_bytes()));
            return out;
        }
        let (low, high) = self.ends();
        out.extend(self.lo.to_le_bytes());
        out.extend(self.hi.to_le_bytes());
        out.extend(self.exponent.to_le_bytes());
        out.extend([0; 4]);
        out.extend((low as i64).to_le_bytes());
        out.extend((high as i64).to_le_bytes());
        if self.kind == INDP_KIND_QUANTILE {
            out.extend(self.q.0.to_le_bytes());
            out.extend(self.q.1.to_le_bytes());
            out.extend([0; 4]);
            out.extend((self.rows.len() as u64).to_le_bytes());
            for (step, n) in &self.rows {
                out.extend(((step - low) as u32).to_le_bytes());
                out.extend((*n as u64).to_le_bytes());
            }
            return out;
        }
        out.extend(self.total().to_le_bytes());
        if self.kind == INDP_KIND_VARIANCE || self.kind == INDP_KIND_STDDEV {
            out.extend(self.squares().to_le_bytes());
        }
        out
    }

    /// Returns the answer without noise, and the largest error that the test accepts. The test
    /// releases at an ε so large that there is hardly any noise.
    fn answer(&self) -> (f64, f64) {
        let n = self.count() as f64;
        let grid = power(self.exponent).to_f64();
        let (sum, width) = (self.total() as f64 * grid, self.hi - self.lo);
        let mean = self.centre() as f64 * grid
            + (self.total() - self.centre() * self.count() as i128) as f64 * grid / n;
        let off = (self.total() - self.centre() * self.count() as i128) as f64 * grid / n;
        let variance =
            (self.squares() as f64 * grid * grid / n - off * off).clamp(0.0, width * width / 4.0);
        match self.kind {
            INDP_KIND_SUM => (sum, sum.abs() * 1e-9 + (self.lo.abs() + self.hi.abs()) * 1e-3),
            INDP_KIND_MEAN => (mean.clamp(self.lo, self.hi), width * 1e-3 + grid),
            INDP_KIND_VARIANCE => (variance, width * width * 1e-3 + grid * grid),
            _ => (variance.sqrt(), width * 0.04 + grid),
        }
    }
}

/// Checks the answer of a release with hardly any noise.
pub fn check(model: &Model, out: f64) {
    if model.kind == INDP_KIND_QUANTILE {
        assert!((model.lo..=model.hi).contains(&out), "{out}");
        let (low, high) = model.ends();
        let rows = |keep: &dyn Fn(i128) -> bool| -> i128 {
            model.rows.iter().filter(|(s, _)| keep(**s)).map(|(_, n)| *n as i128).sum()
        };
        let (a, b) = (i128::from(model.q.0), i128::from(model.q.1));
        let utility = |c: i128| {
            let (below, above) = (rows(&|s| s < c), rows(&|s| s > c));
            let at = rows(&|s| s == c);
            0.max((b - a) * below - a * (at + above)).max(a * above - (b - a) * (below + at))
        };
        let least = (low..=high).map(utility).min().unwrap();
        let as_answer =
            |c: i128| (power(model.exponent) * Integer::from(c)).to_f64().clamp(model.lo, model.hi);
        assert!(
            (low..=high).any(|c| as_answer(c) == out && utility(c) == least),
            "{model:?}: {out}"
        );
        return;
    }
    if model.count() == 0 && model.kind != INDP_KIND_SUM {
        return; // without rows the answer is only noise
    }
    let (answer, margin) = model.answer();
    let extreme = !answer.is_finite() || !(1e-290..1e290).contains(&(model.hi - model.lo).abs());
    assert!(extreme || (out - answer).abs() <= margin, "{model:?}: {out}, not {answer} ± {margin}");
}
