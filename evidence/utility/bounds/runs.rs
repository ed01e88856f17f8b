//! Sums up runs of a method, and compares the mean errors of two methods.

use super::Found;

/// The errors of all runs in their order, with what else the table shows.
#[derive(Clone, Default)]
pub struct Runs {
    pub errors: Vec<f64>,
    /// Whether the run found bounds.
    pub found: Vec<bool>,
    /// The number of rows beyond the bounds. Without bounds, it is not counted.
    beyond: Vec<f64>,
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

impl Runs {
    pub fn see(&mut self, rows: &[f64], found: Found, error: f64) {
        self.errors.push(error);
        self.found.push(found.is_some());
        if let Some((lo, hi)) = found {
            self.beyond.push(rows.iter().filter(|row| **row < lo || **row > hi).count() as f64);
        }
    }

    /// Returns these runs without the errors of those that found no bounds.
    pub fn answered(&self) -> Runs {
        let each = self.errors.iter().zip(&self.found);
        let errors = each.filter(|(_, found)| **found).map(|(error, _)| *error).collect();
        Runs { errors, ..self.clone() }
    }

    fn median(&self) -> f64 {
        let mut sorted = self.errors.clone();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
        low / 2.0 + high / 2.0
    }
}

/// Shows the mean error, the median error, the percentage of runs without bounds, and the mean
/// number of rows beyond the bounds.
impl std::fmt::Display for Runs {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let none = self.found.iter().filter(|found| !**found).count() as f64;
        let none = 100.0 * none / self.found.len() as f64;
        let [mean, median] = if self.errors.is_empty() {
            ["-".into(), "-".into()]
        } else {
            [short(average(&self.errors)), short(self.median())]
        };
        let beyond = match self.beyond.is_empty() {
            true => "-".into(),
            false => format!("{:.1}", average(&self.beyond)),
        };
        write!(f, "{mean:>12}{median:>12}{none:>11.1}%{beyond:>12}")
    }
}

/// Shows a number with three digits, or with one if it is a million or more.
fn short(x: f64) -> String {
    match x {
        x if x < 1e-9 => "0".into(),
        x if x < 10.0 => format!("{x:.3}"),
        x if x < 100.0 => format!("{x:.1}"),
        x if x < 1e6 => format!("{x:.0}"),
        x => format!("{x:.0e}"),
    }
}

/// Returns the ratio of the mean errors of two methods, and its standard deviation, in the runs in
/// which the other method found bounds. The runs of both saw the same rows, so the deviation is
/// that of paired values. Returns `None` if there are fewer than 2 such runs, and the ratio 0 if
/// the first method has no error.
pub fn ratio(own: &Runs, other: &Runs) -> Option<(f64, f64)> {
    let all = own.errors.iter().zip(&other.errors).zip(&other.found);
    let both: Vec<_> = all.filter(|(_, found)| **found).map(|((a, b), _)| (*a, *b)).collect();
    let n = both.len() as f64;
    if n < 2.0 {
        return None;
    }
    let sum = |part: &dyn Fn(&(f64, f64)) -> f64| both.iter().map(part).sum::<f64>();
    let (top, base) = (sum(&|(a, _)| *a) / n, sum(&|(_, b)| *b) / n);
    if top == 0.0 {
        return Some((0.0, 0.0));
    }
    let ratio = top / base;
    let variance = sum(&|(a, b)| ((a - ratio * b) / base).powi(2)) / (n - 1.0);
    Some((ratio, (variance / n).sqrt()))
}
