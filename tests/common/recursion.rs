//! Computes the exact law of several quantiles that are released together, from the definition in
//! Claim A10. Each row is given by the index of its candidate, and rows are sorted. The sums are
//! computed in doubles.

use std::cell::RefCell;
use std::collections::BTreeMap;

use indp::ffi::*;
use rug::{Integer, Rational};

use crate::selection_laws;
use crate::states::ok;

/// The probability of each list of answers.
pub type Answers = BTreeMap<Vec<usize>, f64>;

pub struct Recursion {
    /// The privacy loss of one level.
    pub epsilon: f64,
    pub person: u32,
    /// The number of positions of each candidate. A position is a place at which a selection can
    /// divide the rows of the candidate.
    pub positions: usize,
    /// Whether all selections use the exponential mechanism (`true`) or permute-and-flip (`false`).
    /// `None` stands for the default mechanisms.
    pub exponential: Option<bool>,
    /// The laws that `law` has computed already, by its arguments.
    pub known: RefCell<BTreeMap<String, Answers>>,
}

pub fn eta(epsilon: f64, sensitivity: u32, monotonic: bool) -> indp_eta {
    let mut eta = indp_eta { x: 0, y: 0, z: 0 };
    ok(unsafe {
        indp_eta_from_epsilon(epsilon, f64::from(sensitivity), i32::from(monotonic), &mut eta)
    });
    eta
}

fn small(x: &Integer) -> i64 {
    x.to_i64().unwrap()
}

impl Recursion {
    /// The law of two quantiles. Each is selected from all rows, for half of the whole ε. The two
    /// answers are then sorted.
    pub fn two(&self, rows: &[usize], top: usize, q: &[Rational]) -> Answers {
        let mut law = Answers::new();
        let [low, high] = [0, 1].map(|i| self.selection(rows, [0, top], &q[i], 1));
        for ((a, _), p) in &low {
            for ((b, _), r) in &high {
                *law.entry(vec![*a.min(b), *a.max(b)]).or_default() += p * r;
            }
        }
        law
    }

    /// The law of the quantiles `q`, which are distinct and ascending. `rows` is a sorted part of
    /// all rows, and the answers lie between the two candidates `cells`. `q` and `ends` are
    /// fractions of all rows: the part lies between the two quantiles `ends`.
    pub fn law(
        &self,
        rows: &[usize],
        cells: [usize; 2],
        q: &[Rational],
        ends: [&Rational; 2],
    ) -> Answers {
        let mut law = Answers::new();
        if q.is_empty() {
            law.insert(vec![], 1.0);
            return law;
        }
        let key = format!("{rows:?} {cells:?} {q:?} {ends:?}");
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let last = q.len() == 2 && q[1] == 1;
        let middle = if last { 0 } else { q.len() / 2 };
        let own = Rational::from(&q[middle] - ends[0]) / Rational::from(ends[1] - ends[0]);
        let positions = if q.len() == 1 { 1 } else { self.positions };
        for ((cell, share), p) in self.selection(rows, cells, &own, positions) {
            let (from, to) =
                (rows.partition_point(|r| *r < cell), rows.partition_point(|r| *r <= cell));
            assert!(share <= to - from);
            let lower = self.law(
                &rows[..from + share],
                [cells[0], cell],
                &q[..middle],
                [ends[0], &q[middle]],
            );
            let upper = self.law(
                &rows[from + share..],
                [cell, cells[1]],
                &q[middle + 1..],
                [&q[middle], ends[1]],
            );
            for (l, pl) in &lower {
                for (u, pu) in &upper {
                    let answers = [l.as_slice(), &[cell], u.as_slice()].concat();
                    *law.entry(answers).or_default() += p * pl * pu;
                }
            }
        }
        self.known.borrow_mut().insert(key, law.clone());
        law
    }

    /// The probability of each pair that a selection can return: the selected candidate, and how
    /// many of its rows go to the lower part.
    fn selection(
        &self,
        rows: &[usize],
        [first, last]: [usize; 2],
        q: &Rational,
        positions: usize,
    ) -> BTreeMap<(usize, usize), f64> {
        if self.exponential.is_none() && (*q == 0 || *q == 1) {
            return self.extreme(rows, [first, last], *q == 1);
        }
        let (a, b) = (small(q.numer()), small(q.denom()));
        // The number of positions with the same candidate, share of rows and cost.
        let mut groups: BTreeMap<(usize, usize, i64), u32> = BTreeMap::new();
        for cell in first..=last {
            let below = rows.iter().filter(|r| **r < cell).count();
            let own = rows.iter().filter(|r| **r == cell).count();
            for j in 0..positions {
                let low = (below + own * j / positions) as i64;
                let high = (below + (own * (j + 1)).div_ceil(positions)) as i64;
                let n = rows.len() as i64;
                // b times the distance from the rank q·n = a·n/b to the interval [low, high].
                let cost = (b * low - a * n).max(a * n - b * high).max(0);
                let share = own * (2 * j + 1) / (2 * positions);
                *groups.entry((cell, share, cost)).or_default() += 1;
            }
        }
        let eta = eta(self.epsilon, a.max(b - a) as u32 * self.person, false);
        let rate = selection_laws::rate(&eta).to_f64();
        let best = groups.keys().map(|key| key.2).min().unwrap();
        let weights: Vec<(f64, f64)> = groups
            .iter()
            .map(|(key, many)| ((-rate * (key.2 - best) as f64).exp2(), f64::from(*many)))
            .collect();
        let law = if self.exponential == Some(true) {
            let total: f64 = weights.iter().map(|(w, many)| w * many).sum();
            weights.iter().map(|(w, many)| w * many / total).collect()
        } else {
            permute_and_flip(&weights)
        };
        let mut found = BTreeMap::new();
        for (key, p) in groups.keys().zip(law) {
            *found.entry((key.0, key.1)).or_default() += p;
        }
        found
    }

    fn extreme(
        &self,
        rows: &[usize],
        [first, last]: [usize; 2],
        largest: bool,
    ) -> BTreeMap<(usize, usize), f64> {
        let eta = eta(self.epsilon, 4 * self.person, true);
        let mut cells: Vec<usize> = (first..=last).collect();
        if largest {
            cells.reverse();
        }
        let reached = |c: &usize| {
            rows.iter().filter(|r| if largest { *r >= c } else { *r <= c }).count() as u64
        };
        let counts: Vec<u64> = cells.iter().map(reached).collect();
        let k = selection_laws::aim(cells.len(), &eta);
        let law = selection_laws::above_threshold(k, &counts, &eta);
        cells.into_iter().zip(law).map(|(cell, p)| ((cell, 0), p.to_f64())).collect()
    }
}

/// The probability of each group of outcomes, from pairs (weight, number of outcomes). The best
/// outcome has weight 1. A group of n outcomes of weight w has the probability
/// n·w ∫ Π (1 - w_j s)^n_j / (1 - w s) ds over s in [0, 1], by Simpson's rule.
fn permute_and_flip(groups: &[(f64, f64)]) -> Vec<f64> {
    const STEPS: usize = 10_000;
    let mut law = vec![0.0; groups.len()];
    for i in 0..=STEPS {
        // The integral is computed over t with s = t^2, since the integrand falls fast near 0. Its
        // value at s = 1 is a limit, so it is computed at a point near 1 instead.
        let t = (i as f64 / STEPS as f64).min(1.0 - 1e-12);
        let s = t * t;
        let simpson = [2.0, 4.0][i % 2] / if i == 0 || i == STEPS { 2.0 } else { 1.0 };
        let product: f64 = groups.iter().map(|(w, n)| n * (-w * s).ln_1p()).sum::<f64>();
        for (p, (w, n)) in law.iter_mut().zip(groups) {
            *p +=
                simpson * 2.0 * t * n * w * (product - (-w * s).ln_1p()).exp() / (3 * STEPS) as f64;
        }
    }
    law
}
