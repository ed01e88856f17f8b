//! Compares ways to find the bounds of a mean in the data. The recipe is the same for all: half of
//! ε for the bounds, and half for the library's mean between the bounds found.
//!
//! * the library's search (`indp::Bounds`), whose bounds must fit their law (module [`law`])
//! * ApproxBounds of Google's differential-privacy library (module [`google`])
//! * `get_bounds` of Tumult Analytics (module [`tumult`])
//! * bounds that are known and fit the column, with the whole ε for the mean
//!
//! The module [`columns`] makes the columns, and [`runs`] sums up the runs.

mod columns;
mod google;
mod law;
mod runs;
mod tumult;

use std::collections::BTreeMap;

use indp::{Bounds, Mean, Options};

use super::errors::SIGMAS;
use super::evidence::{progress, Report};
use super::fit::seed;
use super::random::Random;
use super::Effort;
use columns::Column;
use runs::{ratio, Runs};

/// The bounds that a method found, or `None` if it found none.
type Found = Option<(f64, f64)>;

/// The aim: the library's mean error is at most this multiple of that with ApproxBounds.
const AIM: f64 = 1.1;

const EPSILONS: [f64; 3] = [0.5, 1.0, 5.0];

/// Finds bounds with the library. A side where the search finds none has the centre as its bound.
fn library(rows: &[f64], centre: f64, epsilon: f64, random: &mut Random) -> Found {
    let mut state = Bounds::new(centre, 1).expect("public parameters are sound");
    state.add_many(rows).expect("few rows");
    let options = Options::new().insecure_seed(random.word());
    let found = state.release_with(epsilon, &options).expect("within reach");
    (found.below || found.above).then_some((found.lo, found.hi))
}

/// Returns the library's mean of the rows between these bounds. Without bounds there is no noise to
/// add: the answer is the centre of the search.
fn mean(rows: &[f64], found: Found, centre: f64, epsilon: f64, random: &mut Random) -> f64 {
    let Some((lo, hi)) = found else { return centre };
    let mut state = Mean::new(lo, hi, 1).expect("bounds differ");
    state.add_many(rows).expect("few rows");
    state.release_with(epsilon, &Options::new().insecure_seed(random.word())).expect("in reach")
}

/// The methods in the order of the lines of the table.
const NAMES: [&str; 4] = ["library", "ApproxBounds", "get_bounds", "known"];

/// Runs all methods, each time on the same rows.
fn compare(column: &Column, epsilon: f64, times: u32, random: &mut Random) -> [Runs; 4] {
    let half = epsilon / 2.0;
    let mut all = NAMES.map(|_| Runs::default());
    for _ in 0..times {
        let rows = column.rows(random);
        let exact = rows.iter().sum::<f64>() / rows.len() as f64;
        let found = [
            (library(&rows, column.centre, half, random), half),
            (google::find(&rows, half, random), half),
            (tumult::find(&rows, half, random), half),
            (Some(column.known), epsilon),
        ];
        for (runs, (found, left)) in all.iter_mut().zip(found) {
            let answer = mean(&rows, found, column.centre, left, random);
            runs.see(&rows, found, (answer - exact).abs());
        }
    }
    all
}

/// Prints the table. Returns whether the library's bounds fit their law, and its errors the claim.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("bounds");
    let times = effort.choose(40, 1000);
    report.say(&format!(
        "Means between bounds that were found in the data: half of ε for the bounds, half for the \
         library's mean.\n\
         {times} runs; random columns are drawn anew in each, and all methods see the same rows.\n\
         \x20   library       indp::Bounds, with centre 0 unless another is named\n\
         \x20   ApproxBounds  Google's: noisy counts of the bins between powers of two\n\
         \x20   get_bounds    Tumult's: the least -2^k..2^k with 95 rows in 100, by sparse vector\n\
         \x20   known         known bounds, with the whole ε for the mean\n\
         \x20   mean, median  of |error|. A run without bounds counts with the centre as answer \
         for the library, and\n\
         \x20                 does not count for ApproxBounds, which answers nothing then\n\
         \x20   none          runs in which the method found no bounds, in percent\n\
         \x20   beyond        the mean number of rows beyond the bounds, if there are bounds\n\
         \x20   ratio         the library's mean over that with ApproxBounds, in the runs where \
         ApproxBounds finds\n\
         \x20                 bounds, with its standard deviation"
    ));
    let (mut good, mut call) = (true, 1 << 37);
    let mut verdicts = BTreeMap::new();
    for column in columns::all() {
        let (lo, hi) = column.known;
        report.say(&format!("\n{}; known bounds {lo}..{hi}", column.name));
        let heads = ["mean", "median", "none", "beyond"];
        let heads = heads.map(|head| format!("{head:>12}")).concat();
        report.say(&format!("{:>23}{heads}   ratio", ""));
        for epsilon in EPSILONS {
            progress(&format!("{}, {epsilon}", column.name));
            call += 1;
            let all = compare(&column, epsilon, times, &mut Random::new(seed(), call));
            let (ratio, verdict) = judged(ratio(&all[0], &all[1]), column.most);
            good &= verdict != WORSE;
            *verdicts.entry(verdict).or_insert(0) += 1;
            for (at, (name, runs)) in NAMES.iter().zip(all).enumerate() {
                let head = if at == 0 { format!("ε = {epsilon}") } else { String::new() };
                let tail = if at == 0 { ratio.as_str() } else { "" };
                let runs = if at == 1 { runs.answered() } else { runs };
                report.say(format!("{head:>8} {name:<14}{runs}   {tail}").trim_end());
            }
        }
    }
    report.say(&format!("\nAt most {AIM} times the error with ApproxBounds: {verdicts:?}"));
    good &= law::check(&mut report, effort);
    report.say(if good {
        "\nThe bounds found fit their exact distribution."
    } else {
        "\nBOUNDS ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}

/// The verdict on a ratio that exceeds the documented one by more than chance explains.
const WORSE: &str = "WORSE THAN CLAIMED";

/// Shows and judges a ratio with its standard deviation. `most` is the documented ratio.
fn judged(ratio: Option<(f64, f64)>, most: f64) -> (String, &'static str) {
    let Some((ratio, deviation)) = ratio else {
        return ("no comparison".into(), "no comparison");
    };
    if ratio == 0.0 {
        return ("no error, met".into(), "met");
    }
    let verdict = if ratio - SIGMAS * deviation > most {
        WORSE
    } else if ratio - 2.0 * deviation > AIM {
        "not met"
    } else if ratio + 2.0 * deviation > AIM {
        "undecided"
    } else {
        "met"
    };
    (format!("{ratio:.3} ± {deviation:.3} {verdict}"), verdict)
}
