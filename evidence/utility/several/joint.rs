//! The joint exponential mechanism (Gillenwater, Joseph and Kulesza, "Differentially Private
//! Quantiles", 2021). It draws all quantiles at once. The cost of a list of answers is the sum of
//! |rows between adjacent answers - wanted rows between them|, whose sensitivity is
//! 2·(1 - the smallest distance of adjacent quantiles). Sums are computed in doubles.

use super::Case;
use crate::random::Random;

/// Adjacent candidates with the same number of rows below them.
struct Run {
    first: i64,
    many: f64,
    below: usize,
}

pub struct Joint {
    runs: Vec<Run>,
    /// `reach[j][i]`: the total weight of the first j quantiles, if the j-th lies in run i and the
    /// next one does not.
    reach: Vec<Vec<f64>>,
    /// `weight[j][d]`, j from 1 to k + 1, where k is the number of quantiles: the weight if d rows
    /// lie between quantile j - 1 and quantile j. Quantiles 0 and k + 1 stand for the two ends of
    /// the data. `weight[0]` is empty.
    weight: Vec<Vec<f64>>,
    rows: usize,
}

impl Joint {
    pub fn new(case: &Case) -> Self {
        let (rows, k) = (case.rows.len(), case.q.len());
        let ends: Vec<f64> = [&[0.0], case.q, &[1.0]].concat();
        let gaps: Vec<f64> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let sensitivity = 2.0 * (1.0 - gaps.iter().copied().fold(1.0, f64::min));
        let rate = case.epsilon / 2.0 / sensitivity;
        let weigh = |gap: &f64| {
            let wanted = gap * rows as f64;
            (0..=rows).map(|d| (-rate * (d as f64 - wanted).abs()).exp()).collect()
        };
        let mut weight: Vec<Vec<f64>> = vec![Vec::new()];
        weight.extend(gaps.iter().map(weigh));
        let mut joint = Joint { runs: runs(case), reach: Vec::new(), weight, rows };
        let none = vec![0.0; joint.runs.len()];
        joint.reach.push(none.clone());
        // `before[j][i]`: the weight with which quantile j + 1 is the first one in run i.
        let mut before: Vec<Vec<f64>> = Vec::new();
        for j in 0..k {
            let first = (0..joint.runs.len()).map(|i| joint.before(j, i).sum()).collect();
            before.push(first);
            let ends = (0..joint.runs.len()).map(|i| {
                (1..=j + 1).map(|r| before[j + 1 - r][i] * joint.together(j + 1, r, i)).sum()
            });
            let ends = ends.collect();
            joint.reach.push(ends);
        }
        joint
    }

    /// For each run below run i: the total weight of the first j + 1 quantiles, if quantile j lies
    /// in that run and quantile j + 1 is the first in run i. For j = 0 there is only one weight.
    fn before(&self, j: usize, i: usize) -> Box<dyn Iterator<Item = f64> + '_> {
        let own = self.runs[i].below;
        let weight = &self.weight[j + 1];
        if j == 0 {
            return Box::new(std::iter::once(weight[own]));
        }
        Box::new(
            self.reach[j][..i]
                .iter()
                .zip(&self.runs)
                .map(move |(p, run)| p * weight[own - run.below]),
        )
    }

    /// The weight of lists in which the r quantiles up to quantile j lie in run i: the number of
    /// ascending lists of r values from the run, times the weights for no rows between them.
    fn together(&self, j: usize, r: usize, i: usize) -> f64 {
        let lists = |s: usize| (self.runs[i].many + s as f64) / (s + 1) as f64;
        let nothing = (j + 2 - r..=j).map(|j| self.weight[j][0]);
        (0..r).map(lists).product::<f64>() * nothing.product::<f64>()
    }

    pub fn draw(&self, random: &mut Random) -> Vec<i64> {
        let k = self.reach.len() - 1;
        let mut answers = Vec::new();
        let last = self.runs.iter().zip(&self.reach[k]);
        let mut run =
            pick(last.map(|(run, p)| p * self.weight[k + 1][self.rows - run.below]), random);
        let mut j = k;
        while j > 0 {
            let sizes =
                (1..=j).map(|r| self.before(j - r, run).sum::<f64>() * self.together(j, r, run));
            let size = pick(sizes.collect::<Vec<f64>>().into_iter(), random) + 1;
            for _ in 0..size {
                answers
                    .push(self.runs[run].first + (random.uniform() * self.runs[run].many) as i64);
            }
            j -= size;
            if j > 0 {
                run = pick(self.before(j, run), random);
            }
        }
        answers.sort_unstable();
        answers
    }
}

fn runs(case: &Case) -> Vec<Run> {
    let mut runs = Vec::new();
    let (mut next, mut below) = (case.bounds.0, 0);
    let mut push = |end: i64, below| {
        if next < end {
            runs.push(Run { first: next, many: (end - next) as f64, below });
            next = end;
        }
    };
    for same in case.rows.chunk_by(|a, b| a == b) {
        push(same[0] + 1, below);
        below += same.len();
    }
    push(case.bounds.1 + 1, below);
    runs
}

/// Draws an index with a probability proportional to its weight.
fn pick(weights: impl Iterator<Item = f64>, random: &mut Random) -> usize {
    let weights: Vec<f64> = weights.collect();
    let mut left = random.uniform() * weights.iter().sum::<f64>();
    for (i, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return i;
        }
    }
    weights.len() - 1
}
