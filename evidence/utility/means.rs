//! Compares the root mean square errors of the library's means with the errors of other mechanisms
//! at the same ε.

use indp::aggregate::Mean;
use indp::entropy::seeded::Seeded;

use super::data::Data;
use super::errors::{Errors, Span};
use super::evidence::chart::{lines, Axis, Series};
use super::evidence::{progress, Report};
use super::fit::seed;
use super::random::Random;
use super::states::Released;
use super::ways::{self, Case};
use super::{two_steps, Effort};

/// Another mechanism: its name in the table, its name in the picture, its colour, and the function
/// that draws its answer.
type Way = (&'static str, &'static str, &'static str, fn(&Case, &mut Random) -> f64);

const WAYS: [Way; 5] = [
    ("sum/count", "noisy sum / noisy count", "#c0392b", ways::naive),
    ("resized", "resized (OpenDP)", "#8e44ad", ways::resized),
    ("10/90", "centred, 10/90", "#b8860b", ways::tenth),
    ("Google", "centred, halves (Google)", "#3b6ea5", ways::google),
    ("13/19", "centred, 13/19 (float)", "#d9822b", ways::thirteen),
];
/// The two-step means, each with its names, its colour, and the share of ε for the first step.
/// Their columns follow the columns of the other mechanisms.
const SHARES: [(&str, &str, &str, f64); 2] = [
    ("2 steps 1/10", "two steps, 1/10", "#16a085", 0.1),
    ("2 steps 1/4", "two steps, 1/4", "#555555", 0.25),
];
const COLUMNS: usize = WAYS.len() + SHARES.len();

/// For some columns, the ranges that docs/errors.md claims for the ratio of the library's error to
/// the error of the column, widened by 0.01 at both ends. The first range is for n·ε below 100, and
/// the second for n·ε from 100 on. (The column 10/90 has no claim, since rare quotients of noise
/// make its drawn error uncertain. The two-step means have no claim, since their error depends on
/// the data.)
const CLAIMS: [(usize, [(f64, f64); 2]); 4] = [
    (0, [(0.04, 0.82), (0.02, 0.72)]),
    (1, [(0.33, 0.76), (0.34, 0.51)]),
    (3, [(0.51, 0.87), (0.69, 0.75)]),
    (4, [(0.67, 0.95), (0.65, 0.86)]),
];

/// The largest ratio that the picture shows.
const HIGHEST: f64 = 5.0;

/// The values of n·ε.
const POINTS: [f64; 12] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 300.0, 1e3, 1e4, 1e5];
/// The value of n·ε that separates the two ranges in `CLAIMS`. From this value on, the noise of a
/// count is small compared with the number of rows.
const MANY: f64 = 100.0;

/// Draws releases of the library's mean at this ε, and returns their errors.
fn drawn(data: &Data, epsilon: f64, draws: u32, call: u64) -> Errors {
    let own = Mean::new(data.lo, data.hi, None, 1).expect("sound bounds");
    let tape = Seeded::new(seed(), call);
    let mut state =
        Released::<Mean>::of_numbers(|bytes| own.write(bytes), &data.values, epsilon, tape);
    Errors::of(draws, data.mean(), || state.draw())
}

/// Reports the ratio of the library's error to the error of the method "centred, 13/19", at an ε so
/// large that the rounded noisy count of that method is exact.
fn large_epsilon(report: &mut Report, effort: Effort, draws: u32) {
    let (data, epsilon) = (&Data::all()[2], 100.0);
    let case = Case::new(data, epsilon);
    let mut random = Random::new(seed(), 1 << 41);
    let split = Errors::of(draws, case.mean, || ways::thirteen(&case, &mut random));
    let own = drawn(data, effort.spent(epsilon), draws, 1 << 42);
    report.say(&format!(
        "{} at ε = {epsilon}, n = {}: our error is {:.2} times that of the method \"centred, \
         13/19\", whose rounded noisy count\n\
         is exact at this ε.",
        data.name,
        data.rows(),
        own.over(&split).0
    ));
}

/// Prints the table and draws the picture. Returns whether the errors of the library's releases
/// agree with the errors of the library's formula with textbook noise, and whether their ratios to
/// the errors of other mechanisms lie in the claimed ranges.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("means");
    let draws = effort.choose(10_000, 50_000);
    report.say(&format!(
        "n: the number of rows; lo, hi: the bounds; ours: this library. Means: root mean squared \
         error times n·ε/(hi - lo), from {draws} releases of the library. The other columns\n\
         are our error divided by that of another method: below 1 ours is smaller; * marks methods \
         that beat ours. The two-step\n\
         methods use the best of four ways to narrow the bounds, chosen with knowledge of the \
         data. 10/90 and 13/19: the\n\
         ratio of the shares of ε for the count and for the sum of centred values; 2 steps a: the \
         share a of ε for the first step.\n\
         sum/count: a noisy sum over a noisy count; resized: the mean of data resized to a noisy \
         count, as in OpenDP; Google:\n\
         Google's method, with ε/2 for the count and for the sum of centred values."
    ));
    let all = if effort.quick { Data::some() } else { Data::all() };
    let points: Vec<f64> = POINTS.into_iter().step_by(effort.choose(3, 1)).collect();
    let (mut good, mut call) = (true, 0);
    // The first spans are for n·ε below MANY, the second for n·ε from MANY on.
    let mut spans = [[Span::NONE; COLUMNS]; 2];
    let mut series: Vec<Series> = Vec::new();
    for (name, colour) in WAYS.iter().map(|w| (w.1, w.2)).chain(SHARES.iter().map(|s| (s.1, s.2))) {
        series.push(Series { name, colour, points: Vec::new(), dashed: false });
    }
    for (number, data) in all.iter().enumerate() {
        progress(data.name);
        let heads: String = WAYS
            .iter()
            .map(|w| w.0)
            .chain(SHARES.iter().map(|s| s.0))
            .map(|h| format!("{h:>13}"))
            .collect();
        report.say(&format!("\n{:<36}{:>8}{heads}", data.name, "ours"));
        for point in &points {
            let data = &data.enough(*point);
            let epsilon = point / data.rows();
            let case = Case::new(data, epsilon);
            call += 1;
            let own = drawn(data, effort.spent(epsilon), draws, call);
            let mut random = Random::new(seed(), (1 << 32) + call);
            let twin = Errors::of(draws, case.mean, || ways::ours(&case, &mut random));
            let fits = own.alike(&twin);
            good &= fits;
            let mut text = format!(
                "{:>36}{:>8.3}",
                format!("n·ε = {point}"),
                own.rms() * point / data.width()
            );
            let others =
                WAYS.iter().map(|way| Errors::of(draws, case.mean, || way.3(&case, &mut random)));
            let mut others: Vec<Errors> = others.collect();
            for (_, _, _, share) in SHARES {
                others.push(two_steps::best(data, epsilon, share, draws / 4, &mut random));
            }
            for (i, other) in others.iter().enumerate() {
                let ratio = own.over(other);
                spans[usize::from(*point >= MANY)][i].see(ratio);
                let beaten = if ratio.0 > 1.0 + 3.0 * ratio.1 { "*" } else { " " };
                text += &format!("{:>12.2}{beaten}", ratio.0);
                // A line of the picture ends at the first point that lies above the picture.
                let before = series[i].points.last().map_or(1.0, |p| p.1);
                if number == 0 && before < HIGHEST {
                    series[i].points.push((*point, (1.0 / ratio.0).min(HIGHEST)));
                }
            }
            report.say(&format!("{text}{}", if fits { "" } else { "  DOES NOT FIT the formula" }));
        }
    }
    report.say("");
    for (few_or_many, spans) in ["below", "from"].iter().zip(&spans) {
        let text: Vec<String> =
            (0..COLUMNS).map(|i| format!("{} {}", series[i].name, spans[i])).collect();
        report.say(&format!("Ours over others, n·ε {few_or_many} {MANY}: {}.", text.join("; ")));
    }
    large_epsilon(&mut report, effort, draws);
    for (column, claims) in CLAIMS {
        good &= claims.iter().zip(&spans).all(|(claim, spans)| spans[column].within(*claim));
    }
    report.say(if good {
        "The measured errors of released means match the formula and the claims."
    } else {
        "ERRORS OF MEANS ARE NOT AS CLAIMED: see above."
    });
    series.insert(
        0,
        Series {
            name: "this library",
            colour: "#2e8b57",
            points: vec![(POINTS[0], 1.0), (1e5, 1.0)],
            dashed: true,
        },
    );
    let x = Axis { title: "n·ε", low: POINTS[0], high: 1e5, logarithmic: true };
    let y = Axis { title: "error / this library's", low: 0.5, high: HIGHEST, logarithmic: true };
    report.save(Some(&lines(
        "Means of visits to a doctor, 0..50: error divided by this library's",
        x,
        y,
        &series,
    )));
    good
}
