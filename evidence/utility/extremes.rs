//! Compares the library's maxima, which use above-threshold, with other mechanisms at the same ε.
//! `src/aggregate/quantile/extremes.md` describes all of them.

use indp::entropy::seeded::Seeded;
use indp::exponential::Rule;

use super::choices;
use super::data::{Integers, Run};
use super::evidence::{progress, Report};
use super::fit::{fits, seed};
use super::law::{self, Group};
use super::sparse;
use super::states::quantile;
use super::Effort;

/// The mean absolute error, and the probability that the answer is the exact maximum.
#[derive(Clone, Copy)]
pub struct Quality {
    pub error: f64,
    pub exact: f64,
}

/// Returns the probability of every candidate, from the probabilities of runs of candidates. The
/// candidates of a run are equally probable.
fn candidates(runs: &[Run], probabilities: &[f64]) -> Vec<(f64, f64)> {
    let each = runs.iter().zip(probabilities);
    each.flat_map(|(run, p)| (run.first..=run.last).map(move |c| (c as f64, p / run.many())))
        .collect()
}

/// Returns the quality of a law, given as answers with their probabilities. Draws can be passed as
/// answers with equal probabilities.
pub fn quality(law: &[(f64, f64)], exact: f64) -> Quality {
    law.iter().fold(Quality { error: 0.0, exact: 0.0 }, |sums, (answer, p)| Quality {
        error: sums.error + p * (answer - exact).abs(),
        exact: sums.exact + if *answer == exact { *p } else { 0.0 },
    })
}

/// The constants of the score of a rank inside the data (`src/aggregate/quantile/score.rs`).
/// `inward` is the cost of each row by which a candidate is too far inside the data. `outward` is
/// the cost of each row by which it is too far out. The candidates beyond all rows have a total
/// weight of at most 2^-`rare`, relative to the weight of the best candidate.
#[derive(Clone, Copy)]
pub struct Slopes {
    pub inward: f64,
    pub outward: f64,
    pub rare: f64,
}

/// The constants that the library uses if the caller chooses a selection mechanism.
pub const RANK: Slopes = Slopes { inward: 2.0, outward: 6.0, rare: 3.0 };

impl Slopes {
    /// Returns the probability of every candidate under permute-and-flip with this score.
    pub fn law(&self, data: &Integers, epsilon: f64) -> Vec<(f64, f64)> {
        let runs = data.runs();
        let eta = epsilon / (self.inward + self.outward);
        let number = (data.bounds.1 - data.bounds.0 + 1) as f64;
        let units = ((number.log2().ceil() + self.rare) * std::f64::consts::LN_2 / eta).ceil();
        // The target `k` is rounded up to an odd number of half rows. So it lies halfway between
        // two counts of rows, and cost 0 is possible only for the candidate at which one particular
        // row lies.
        let k = 2.0 * ((units / (self.outward / 2.0)).ceil() / 2.0).floor() + 1.0;
        let groups = runs.iter().map(|run| {
            let (above, upto) = (run.above as f64, (run.at + run.above) as f64);
            let low = self.inward * above - self.inward / 2.0 * k;
            let high = self.outward / 2.0 * k - self.outward * upto;
            Group { many: run.many(), cost: eta * low.max(high).max(0.0) }
        });
        let groups: Vec<Group> = groups.collect();
        candidates(&runs, &law::permute_and_flip(&groups))
    }
}

/// Returns the law of permute-and-flip on the number of rows above a candidate, with a public
/// prior. An added row decreases none of these numbers, so each row can cost the whole of ε.
/// Without a prior, all candidates beyond the data would tie. The prior weight falls exponentially
/// from lo to hi, by a factor of e^`nats` in total.
fn with_prior(data: &Integers, epsilon: f64, nats: f64) -> Vec<(f64, f64)> {
    let (lo, hi) = data.bounds;
    let runs = data.runs();
    let each = |run: &Run| {
        let above = run.above as f64;
        (run.first..=run.last).map(move |c| Group {
            many: 1.0,
            cost: epsilon * above + nats * (c - lo) as f64 / (hi - lo) as f64,
        })
    };
    let groups: Vec<Group> = runs.iter().flat_map(each).collect();
    (lo..=hi).map(|c| c as f64).zip(law::permute_and_flip(&groups)).collect()
}

/// Returns the law of the exponential mechanism on the number of rows above a candidate.
fn naive(data: &Integers, epsilon: f64) -> Vec<(f64, f64)> {
    let runs = data.runs();
    let groups =
        runs.iter().map(|run| Group { many: run.many(), cost: epsilon * run.above as f64 });
    candidates(&runs, &law::exponential(&groups.collect::<Vec<Group>>()))
}

/// The strengths of the priors in nats.
const PRIORS: [f64; 4] = [10.0, 100.0, 1000.0, 10_000.0];

/// Returns the data sets: equal rows, spread rows, and a column of the RAND data.
pub fn data(effort: Effort) -> Vec<Integers> {
    let sizes: &[usize] = effort.choose(&[20, 2000], &[20, 100, 2000, 50_000]);
    let mut all = vec![Integers::equal(2000, 9000.0)];
    all.extend(sizes.iter().map(|n| Integers::uniform(*n)));
    all.extend(sizes.iter().map(|n| Integers::exponential(*n)));
    all.push(Integers::visits());
    all
}

const EPSILONS: [f64; 4] = [0.5, 1.0, 5.0, 1e6];

/// Prints the tables. Returns whether the library's maxima fit their laws and are as exact as
/// required.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("extremes");
    let draws = effort.choose(300, 2000);
    report.say(&format!(
        "Maxima: mean absolute error, and the percentage of exact answers. Only the column `drawn` \
         is drawn; the others are\n\
         computed from the exact distribution of the answer. lo, hi: the public bounds of the \
         values.\n\
         \x20   drawn       {draws} releases of the library\n\
         \x20   law         the same errors, computed from the exact distribution of the library's \
         answers\n\
         \x20   rank        permute-and-flip on a rank inside the data; its exact distribution is \
         compared with {draws} releases\n\
         \x20   prior k     permute-and-flip on the number of rows above the candidate; a public \
         prior lowers the weight by e^k from lo to hi\n\
         \x20   sparse      sparse vector technique from hi down, Laplace noise, best threshold \
         and split for these data\n\
         \x20   one-sided   the same with one-sided noise\n\
         \x20   naive       the exponential mechanism on the number of rows above the candidate"
    ));
    let show = |q: Quality| format!("{:>9.1} {:>3.0}%", q.error, 100.0 * q.exact);
    let mut heads = format!("{:>14}{:>14}{:>14}", "drawn", "law", "rank");
    heads.extend(PRIORS.iter().map(|nats| format!("{:>14}", format!("prior {nats}"))));
    heads += &["sparse", "one-sided", "naive"].map(|head| format!("{head:>14}")).concat();
    let (mut good, mut call) = (true, 1 << 35);
    for data in data(effort) {
        let exact = *data.rows.last().expect("rows") as f64;
        report.say(&format!("\n{:<26}{heads}", data.name));
        for epsilon in EPSILONS.into_iter().step_by(effort.choose(2, 1)) {
            progress(&format!("{}, {epsilon}", data.name));
            let mut draw = |rule| {
                call += 1;
                let (spent, tape) = (effort.spent(epsilon), Seeded::new(seed(), call));
                let mut state = quantile(1.0, data.bounds, &data.rows, spent, rule, tape);
                (0..draws).map(|_| state.draw()).collect::<Vec<f64>>()
            };
            let (drawn, law) = (draw(None), sparse::ours(&data, epsilon));
            let rank = RANK.law(&data, epsilon);
            let fit = fits(&law, &drawn);
            let rank_fits = fits(&rank, &draw(Some(Rule::PermuteAndFlip)));
            good &= fit && rank_fits;
            let each: Vec<(f64, f64)> =
                drawn.iter().map(|answer| (*answer, 1.0 / f64::from(draws))).collect();
            let mut text = [&each, &law, &rank].map(|law| show(quality(law, exact))).concat();
            for nats in PRIORS {
                text += &show(quality(&with_prior(&data, epsilon, nats), exact));
            }
            for noise in [sparse::Noise::Laplace, sparse::Noise::Exponential] {
                text += &show(sparse::best(&data, epsilon, noise));
            }
            text += &show(quality(&naive(&data, epsilon), exact));
            report.say(&format!(
                "{:>26}{text}{}{}",
                format!("ε = {epsilon}"),
                if fit { "" } else { "  DOES NOT FIT the law" },
                if rank_fits { "" } else { "  the rank DOES NOT FIT" }
            ));
        }
    }
    good &= accepted(&mut report, effort, draws);
    if !effort.quick {
        choices::table(&mut report, effort);
    }
    report.say(if good {
        "\nThe drawn maxima fit their exact distribution."
    } else {
        "\nMAXIMA ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}

/// Checks cases in which the library must nearly always release the exact answer. The probability
/// of the exact answer must be large enough by the law, and draws must fit the law.
fn accepted(report: &mut Report, effort: Effort, draws: u32) -> bool {
    let mut good = true;
    report.say("");
    let few = Integers::of((0, 1000), &[100.0, 150.0, 200.0]);
    for (data, q, epsilon, answer, least) in [
        (&Integers::equal(2000, 9000.0), 1.0, 5.0, 9000, 0.99),
        (&Integers::equal(2000, 9000.0), 0.0, 5.0, 9000, 0.99),
        (&few, 1.0, 1e6, 200, 1.0 - 1e-12),
        (&few, 0.0, 1e6, 100, 1.0 - 1e-12),
        (&Integers::exponential(2000), 1.0, 1e6, 4147, 1.0 - 1e-12),
        (&Integers::visits(), 1.0, 1e6, 77, 1.0 - 1e-12),
    ] {
        let tape = Seeded::new(seed(), 1 << 36);
        let mut state = quantile(q, data.bounds, &data.rows, effort.spent(epsilon), None, tape);
        let drawn: Vec<f64> = (0..draws).map(|_| state.draw()).collect();
        let hits = drawn.iter().filter(|x| **x == answer as f64).count();
        // The law of a minimum is the law of the maximum of the mirrored rows, mirrored back.
        let law = if q == 1.0 {
            sparse::ours(data, epsilon)
        } else {
            let mut law = sparse::ours(&data.mirrored(), epsilon);
            law.iter_mut().for_each(|(x, _)| *x = (data.bounds.0 + data.bounds.1) as f64 - *x);
            law.reverse();
            law
        };
        let exact = quality(&law, answer as f64).exact;
        let enough = exact >= least && fits(&law, &drawn);
        good &= enough;
        report.say(&format!(
            "{}, {} at ε = {epsilon}: {answer} in {hits} of {draws} releases; its exact \
             probability is {:.4}%{}",
            data.name,
            if q == 1.0 { "maximum" } else { "minimum" },
            100.0 * exact,
            if enough { "" } else { ", WHICH IS NOT AS CLAIMED" }
        ));
    }
    good
}
