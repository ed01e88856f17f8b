//! Computes the errors of maxima for constants other than the library's. The errors follow from
//! exact laws. Two mechanisms are examined (`src/aggregate/quantile/extremes.md` describes both).
//! One is above-threshold, with other divisions of ε and other thresholds. The other is the
//! selection of a rank inside the data, with other costs per row and other probabilities of an
//! answer beyond all rows.

use super::data::Integers;
use super::evidence::{progress, Report};
use super::extremes::{data, quality, Quality, Slopes};
use super::sparse::{self, Noise, SPLITS, THRESHOLDS};
use super::Effort;

/// A mechanism with its constants. `Ours` is above-threshold as in the library. `Score` is the
/// selection of a rank inside the data, with these slopes. `Sparse` is above-threshold with this
/// noise, this share of ε for the threshold, and this threshold.
enum Choice {
    Ours,
    Score(Slopes),
    Sparse(Noise, (f64, f64)),
}

impl Choice {
    fn name(&self) -> String {
        match self {
            Choice::Ours => "ours".into(),
            Choice::Score(Slopes { inward, outward, rare }) => {
                format!("slopes 1:{}, weight beyond 2^-{rare}", outward / inward)
            }
            Choice::Sparse(noise, (split, threshold)) => {
                let noise = if matches!(noise, Noise::Laplace) { "" } else { ", one-sided" };
                format!("sparse{noise}, {split} of ε, threshold {threshold}")
            }
        }
    }

    fn quality(&self, data: &Integers, epsilon: f64) -> Quality {
        let exact = *data.rows.last().expect("rows") as f64;
        match self {
            Choice::Ours => quality(&sparse::ours(data, epsilon), exact),
            Choice::Score(slopes) => quality(&slopes.law(data, epsilon), exact),
            Choice::Sparse(noise, choice) => sparse::quality(data, epsilon, *noise, *choice),
        }
    }
}

const OUTWARDS: [f64; 4] = [2.0, 4.0, 6.0, 14.0];
const RARE: [f64; 5] = [0.0, 1.0, 3.0, 6.0, 10.0];
const EPSILONS: [f64; 5] = [0.1, 0.5, 1.0, 5.0, 20.0];
/// Cases in which the library's error is below this value are left out, since the ratio of another
/// error to such a small error says little.
const SMALL: f64 = 0.01;

fn all() -> Vec<Choice> {
    let scores = OUTWARDS.iter().flat_map(|outward| {
        RARE.map(|rare| Choice::Score(Slopes { inward: 2.0, outward: *outward, rare }))
    });
    let pairs = SPLITS.iter().flat_map(|split| THRESHOLDS[3..].iter().map(move |t| (*split, *t)));
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let sparse = [Noise::Laplace, Noise::Exponential]
        .into_iter()
        .flat_map(|noise| pairs.iter().map(move |pair| Choice::Sparse(noise, *pair)));
    std::iter::once(Choice::Ours).chain(scores).chain(sparse).collect()
}

/// Prints a table with one line for each choice of a mechanism and its constants.
pub fn table(report: &mut Report, effort: Effort) {
    report.say(&format!(
        "\nThe same mechanisms with other constants. First three columns, for data whose values \
         are spread out: the mean\n\
         absolute error divided by the library's (geometric mean, smallest and largest ratio over \
         the data sets and\n\
         ε = {EPSILONS:?}). The library's own choice is called ours. Last two columns, for 2000 \
         equal rows with the value\n\
         9000: the mean absolute error at ε = 1, and the percentage of exact answers at ε = 5.\n\
         \x20   slopes 1:k     selection of a rank inside the data: each row by which the answer \
         is too far outside costs k times as\n\
         \x20                  much as each row by which it is too far inside;\n\
         \x20                  weight beyond w: all candidates beyond the last row weigh at most w \
         times the best one\n\
         \x20   sparse, a of ε: above-threshold with a share a of ε for the threshold; the unit of \
         the threshold is the level\n\
         \x20                  that the noise of one candidate exceeds with probability 1 / \
         candidates"
    ));
    let spread: Vec<Integers> = data(effort).into_iter().skip(1).collect();
    let ties = Integers::equal(2000, 9000.0);
    let cases: Vec<(&Integers, f64, f64)> = spread
        .iter()
        .flat_map(|data| {
            EPSILONS.map(|epsilon| (data, epsilon, Choice::Ours.quality(data, epsilon).error))
        })
        .filter(|(_, _, own)| *own > SMALL)
        .collect();
    for choice in all() {
        let name = choice.name();
        progress(&name);
        let ratios: Vec<f64> = cases
            .iter()
            .map(|(data, epsilon, own)| choice.quality(data, *epsilon).error / own)
            .collect();
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        report.say(&format!(
            "{name:<46}{mean:>7.3}{least:>8.2}{most:>8.2}{:>11.2}{:>9.2}",
            choice.quality(&ties, 1.0).error,
            100.0 * choice.quality(&ties, 5.0).exact
        ));
    }
}
