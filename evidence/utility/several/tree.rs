//! Quantiles from a tree of noisy counts, as in Google's differential privacy libraries. The tree
//! has four levels. Each level divides a node into 16 parts and gets a quarter of ε. Nodes with
//! less than 0.75 % of the rows of their parent count as empty. The answer is interpolated in the
//! last node.

use std::collections::HashMap;

use super::Case;
use crate::random::Random;

const LEVELS: u32 = 4;
const PARTS: i64 = 16;
const LEAST: f64 = 0.0075;

/// The counts of one release. Each node gets its noise when it is first asked for.
struct Tree<'a> {
    case: &'a Case<'a>,
    known: HashMap<(u32, i64), f64>,
}

impl Tree<'_> {
    /// The bounds of a node.
    fn range(&self, level: u32, node: i64) -> (f64, f64) {
        let (lo, hi) = (self.case.bounds.0 as f64, self.case.bounds.1 as f64);
        let width = (hi - lo) / (PARTS.pow(level)) as f64;
        (lo + width * node as f64, lo + width * (node + 1) as f64)
    }

    fn count(&mut self, level: u32, node: i64, random: &mut Random) -> f64 {
        let (from, to) = self.range(level, node);
        let rows = self.case.rows;
        let last = node + 1 == PARTS.pow(level);
        let exact = || {
            let below = rows.partition_point(|row| (*row as f64) < from);
            let upto = rows.partition_point(|row| (*row as f64) < to || last);
            (upto - below) as f64
        };
        let scale = f64::from(LEVELS) / self.case.epsilon;
        *self.known.entry((level, node)).or_insert_with(|| exact() + random.laplace(scale))
    }

    fn quantile(&mut self, q: f64, random: &mut Random) -> f64 {
        let (mut node, mut rank) = (0, q);
        let mut depth = 0;
        for level in 1..=LEVELS {
            let parts: Vec<f64> =
                (0..PARTS).map(|i| self.count(level, node * PARTS + i, random).max(0.0)).collect();
            let all: f64 = parts.iter().sum();
            let counted = |count: &f64| *count > 0.0 && *count >= LEAST * all;
            let total: f64 = parts.iter().filter(|count| counted(count)).sum();
            if total <= 0.0 {
                break;
            }
            let mut before = 0.0;
            let mut next = (0, 0.0);
            for (i, count) in parts.iter().enumerate().filter(|(_, count)| counted(count)) {
                let share = count / total;
                next = (i as i64, ((rank - before) / share).clamp(0.0, 1.0));
                before += share;
                if before >= rank - 1e-12 {
                    break;
                }
            }
            node = node * PARTS + next.0;
            rank = next.1;
            depth = level;
        }
        let (from, to) = self.range(depth, node);
        from + (to - from) * rank
    }
}

/// Draws the quantiles of the case.
pub fn draw(case: &Case, random: &mut Random) -> Vec<i64> {
    let mut tree = Tree { case, known: HashMap::new() };
    case.q.iter().map(|q| tree.quantile(*q, random).round() as i64).collect()
}
