//! Compares permute-and-flip with the exponential mechanism at the same ε, for modes and quantiles.
//! The errors are computed from the laws of both mechanisms, and confirmed by releases of the
//! library with each of them.

use indp::entropy::seeded::Seeded;
use indp::exponential::Rule;

use super::data::{Integers, Run};
use super::evidence::{progress, Report};
use super::fit::{fits, seed};
use super::law::{self, Group};
use super::states::{most_common, quantile};
use super::Effort;

/// A function that returns the probability of each group.
type Law = fn(&[Group]) -> Vec<f64>;

const RULES: [(Rule, Law); 2] =
    [(Rule::Exponential, law::exponential), (Rule::PermuteAndFlip, law::permute_and_flip)];

/// The error that a law predicts, the error found in releases, and whether the releases fit the
/// law.
#[derive(Clone, Copy, Default)]
struct Found {
    expected: f64,
    drawn: f64,
    fits: bool,
}

/// Returns the results of both rules. Also returns whether two conditions hold: the releases fit
/// both laws, and permute-and-flip is no worse than the exponential mechanism.
fn both(mut each: impl FnMut(Rule, Law) -> Found) -> ([Found; 2], bool) {
    let found = RULES.map(|(rule, law)| each(rule, law));
    let good =
        found.iter().all(|f| f.fits) && found[1].expected <= found[0].expected * (1.0 + 1e-9);
    (found, good)
}

fn say(report: &mut Report, name: &str, found: [Found; 2], good: bool) {
    let [exponential, flip] = found;
    let ratio = flip.expected / exponential.expected;
    // If the exponential mechanism practically never errs, no ratio is shown.
    let ratio = if exponential.expected < 1e-9 { "-".into() } else { format!("{ratio:.3}") };
    report.say(&format!(
        "{name:<44}{:>11.4}{:>11.4}{:>11.4}{:>11.4}{ratio:>9}{}",
        exponential.expected,
        exponential.drawn,
        flip.expected,
        flip.drawn,
        if good { "" } else { "  DOES NOT FIT" }
    ));
}

fn heads(report: &mut Report, name: &str) {
    report.say(&format!(
        "\n{name:<44}{:>11}{:>11}{:>11}{:>11}{:>9}",
        "exp., exact", "drawn", "p&f, exact", "drawn", "ratio"
    ));
}

/// Prints the table of modes. One candidate leads the k - 1 others by a number of rows. The table
/// shows the probability that another candidate is released. The expected gap in rows is this
/// probability times the lead.
fn modes(report: &mut Report, effort: Effort) -> bool {
    let (mut good, mut call) = (true, 1 << 37);
    heads(report, "Mode, ε = 1: probability of a wrong winner");
    for k in effort.choose(vec![10u64], vec![2, 10, 100, 1000]) {
        for lead in effort.choose(vec![5u64], vec![1, 3, 5, 10, 15]) {
            progress(&format!("mode among {k}"));
            let mut rows = vec![20; k as usize];
            rows[k as usize / 2] += lead;
            let groups = [(1.0, 0.0), ((k - 1) as f64, lead as f64)]
                .map(|(many, cost)| Group { many, cost });
            let (found, fits) = both(|rule, law| {
                call += 1;
                let draws = effort.choose(2000, 10_000);
                let tape = Seeded::new(seed(), call);
                let mut state = most_common(&rows, effort.spent(1.0), Some(rule), tape);
                let drawn: Vec<f64> = (0..draws)
                    .map(|_| f64::from(u8::from(state.draw() != (k / 2) as f64)))
                    .collect();
                let law = law(&groups);
                Found {
                    expected: law[1],
                    drawn: drawn.iter().sum::<f64>() / f64::from(draws),
                    fits: fits(&[(0.0, law[0]), (1.0, law[1])], &drawn),
                }
            });
            good &= fits;
            say(report, &format!("{k} candidates, lead {lead}"), found, fits);
        }
    }
    good
}

/// Returns the cost of an answer for the quantile a/b. The cost is b times the number of rows
/// between the answer and the quantile.
fn utility(run: &Run, (a, b): (u64, u64)) -> u64 {
    let (low, high) = ((b - a) * run.below, a * (run.at + run.above));
    let (up, down) = (a * run.above, (b - a) * (run.below + run.at));
    low.saturating_sub(high).max(up.saturating_sub(down))
}

/// Prints the table of quantiles.
fn quantiles(report: &mut Report, effort: Effort) -> bool {
    let (mut good, mut call) = (true, 1 << 38);
    heads(report, "Quantiles: mean rank error in rows");
    let all = [Integers::visits(), Integers::uniform(1000), Integers::uniform(50_000)];
    for data in all.into_iter().take(effort.choose(1, 3)) {
        let runs = data.runs();
        for (a, b) in [(1, 2), (1, 4), (9, 10), (99, 100)] {
            for epsilon in effort.choose(vec![0.1], vec![0.01, 0.1, 1.0]) {
                let name = format!("{}, q = {a}/{b}, ε = {epsilon}", data.name);
                progress(&name);
                let eta = epsilon / (2 * a.max(b - a)) as f64;
                let ranks: Vec<f64> =
                    runs.iter().map(|run| utility(run, (a, b)) as f64 / b as f64).collect();
                let groups = runs.iter().zip(&ranks);
                let groups: Vec<Group> = groups
                    .map(|(run, rank)| Group { many: run.many(), cost: eta * b as f64 * rank })
                    .collect();
                let (found, fit) = both(|rule, law| {
                    call += 1;
                    let draws = effort.choose(300, 2000);
                    let (q, spent) = (a as f64 / b as f64, effort.spent(epsilon));
                    let tape = Seeded::new(seed(), call);
                    let mut state = quantile(q, data.bounds, &data.rows, spent, Some(rule), tape);
                    let drawn: Vec<f64> = (0..draws).map(|_| state.draw()).collect();
                    let law = law(&groups);
                    let rank = |answer: &f64| {
                        ranks[runs.partition_point(|run| (run.last as f64) < *answer)]
                    };
                    let each = runs.iter().zip(&law).flat_map(|(run, p)| {
                        (run.first..=run.last).map(move |c| (c as f64, p / run.many()))
                    });
                    Found {
                        expected: law.iter().zip(&ranks).map(|(p, rank)| p * rank).sum(),
                        drawn: drawn.iter().map(rank).sum::<f64>() / f64::from(draws),
                        fits: fits(&each.collect::<Vec<_>>(), &drawn),
                    }
                });
                good &= fit;
                say(report, &name, found, fit);
            }
        }
    }
    good
}

/// Prints both tables. Returns whether releases by both rules fit their laws, and whether
/// permute-and-flip is never worse.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("selections");
    report.say(
        "Permute-and-flip (p&f) compared with the exponential mechanism (exp.). exact: from the \
         exact distribution; drawn: from\n\
         releases; ratio: p&f, exact, divided by exp., exact (- if both are practically 0). lead: \
         the rows by which the most common\n\
         candidate is ahead of each other one. q: the quantile.",
    );
    let good =
        [modes(&mut report, effort), quantiles(&mut report, effort)].iter().all(|good| *good);
    report.say(if good {
        "\nThe drawn selections fit their exact distributions, and permute-and-flip is nowhere \
         worse."
    } else {
        "\nSELECTIONS ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}
