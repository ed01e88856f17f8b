//! Compares the library's release of several quantiles for one ε with other mechanisms at the same
//! ε. `src/aggregate/quantile/many.md` describes the library's mechanism. The error is the mean
//! number of rows between an answer and its quantile. The compared mechanisms, for k quantiles:
//!
//! * each quantile for ε/k, by the library's single quantiles; the errors follow from their law
//! * recursion (module [`recursion`]) with the library's number of positions for each candidate;
//!   the library's releases must have the same errors
//! * recursion with one position for each candidate, so that half of a candidate's rows go to each
//!   part
//! * recursion with ties broken by randomness
//! * the joint exponential mechanism (module [`joint`]), with ties broken by randomness
//! * a tree of counts (module [`tree`])

mod joint;
mod recursion;
mod tree;

use indp::aggregate::quantile::many::Plan;
use indp::aggregate::{state, Aggregate, Quantile, Terms};
use indp::entropy::seeded::Seeded;
use indp::options::Options;

use super::data::{Integers, Run};
use super::errors::Errors;
use super::evidence::chart::{lines, Axis, Series};
use super::evidence::{progress, Report};
use super::fit::seed;
use super::law::{self, Group};
use super::random::Random;
use super::Effort;

/// Sorted rows, public bounds, the wanted quantiles, and ε.
pub struct Case<'a> {
    pub rows: &'a [i64],
    pub bounds: (i64, i64),
    pub q: &'a [f64],
    pub epsilon: f64,
}

/// Each candidate is divided into this number of candidates if ties are broken by randomness.
const PIECES: i64 = 1024;
/// The number of times that the ties of a case are broken independently.
const TIES: u32 = 10;
/// The joint mechanism takes quadratic time, so it is left out for data with more rows than this.
const FEW: usize = 2000;

/// Replaces each row by a random one of the pieces of its candidate.
fn untied(data: &Integers, random: &mut Random) -> (Vec<i64>, (i64, i64)) {
    let piece = |random: &mut Random| (random.uniform() * PIECES as f64) as i64;
    let mut rows: Vec<i64> = data.rows.iter().map(|row| row * PIECES + piece(random)).collect();
    rows.sort_unstable();
    (rows, (data.bounds.0 * PIECES, data.bounds.1 * PIECES + PIECES - 1))
}

/// How many rows lie between the answer and the quantile.
fn distance(rows: &[i64], q: f64, answer: i64) -> f64 {
    let below = rows.partition_point(|row| *row < answer) as f64;
    let upto = rows.partition_point(|row| *row <= answer) as f64;
    let rank = q * rows.len() as f64;
    (below - rank).max(rank - upto).max(0.0)
}

/// The mean distance of a list of answers.
fn error(rows: &[i64], q: &[f64], answers: &[i64]) -> f64 {
    q.iter().zip(answers).map(|(q, answer)| distance(rows, *q, *answer)).sum::<f64>()
        / q.len() as f64
}

/// The expected error of single quantiles with ε/k each, from their law.
fn split(data: &Integers, q: &[f64], epsilon: f64) -> f64 {
    let runs = data.runs();
    let share = epsilon / q.len() as f64;
    let each = q.iter().map(|q| {
        let far = |run: &Run| distance(&data.rows, *q, run.first);
        let eta = share / 2.0 / q.max(1.0 - q);
        let groups = runs.iter().map(|run| Group { many: run.many(), cost: eta * far(run) });
        let law = law::permute_and_flip(&groups.collect::<Vec<Group>>());
        runs.iter().zip(law).map(|(run, p)| p * far(run)).sum::<f64>()
    });
    each.sum::<f64>() / q.len() as f64
}

/// Draws releases of the library, and returns their errors.
fn library(data: &Integers, q: &[f64], epsilon: f64, draws: u32, tape: Seeded) -> Errors {
    let (lo, hi) = (data.bounds.0 as f64, data.bounds.1 as f64);
    let own = Quantile::new(0.5, lo, hi, 0, 1).expect("public parameters are sound");
    let mut bytes = vec![0; own.needs(data.rows.len() as u64) as usize];
    own.init(&mut bytes).expect("long enough");
    let values: Vec<f64> = data.rows.iter().map(|row| *row as f64).collect();
    state::add_many(&mut bytes, &values).expect("long enough");
    let own = Quantile::read(&bytes).expect("sound");
    let terms = Terms::new(epsilon, Options::DEFAULT).expect("positive");
    let plan = Plan::new(&own, q, &terms).expect("public parameters are sound");
    let mut tape = tape;
    Errors::of(draws, 0.0, || {
        let answers = plan.release(&own, &bytes, &mut tape).expect("endless words");
        error(&data.rows, q, &answers.iter().map(|x| *x as i64).collect::<Vec<i64>>())
    })
}

/// The errors of one of the compared mechanisms, or `None` if it was left out.
type Column = Option<Errors>;

/// The names and colours of the columns after the columns `split` and `library`.
const COLUMNS: [(&str, &str); 4] =
    [("halves", "#c0392b"), ("random ties", "#8e44ad"), ("joint", "#2471a3"), ("tree", "#d68910")];

fn others(
    data: &Integers,
    q: &[f64],
    epsilon: f64,
    draws: u32,
    random: &mut Random,
) -> [Column; 4] {
    let tied = Case { rows: &data.rows, bounds: data.bounds, q, epsilon };
    let mut columns = [Errors::default(); 4];
    columns[0] =
        Errors::of(draws, 0.0, || error(&data.rows, q, &recursion::draw(&tied, 1, random)));
    let few = data.rows.len() <= FEW;
    for _ in 0..TIES {
        let (rows, bounds) = untied(data, random);
        let case = Case { rows: &rows, bounds, q, epsilon };
        let back =
            |answers: Vec<i64>| answers.iter().map(|x| x.div_euclid(PIECES)).collect::<Vec<i64>>();
        let mut draw = || error(&data.rows, q, &back(recursion::draw(&case, 1, random)));
        columns[1].join(&Errors::of(draws / TIES, 0.0, &mut draw));
        if few {
            let joint = joint::Joint::new(&case);
            let mut draw = || error(&data.rows, q, &back(joint.draw(random)));
            columns[2].join(&Errors::of(draws / TIES, 0.0, &mut draw));
        }
    }
    columns[3] = Errors::of(draws, 0.0, || error(&data.rows, q, &tree::draw(&tied, random)));
    let [none, random, joint, tree] = columns.map(Some);
    [none, random, joint.filter(|_| few), tree]
}

/// k quantiles at equal distances: quartiles for k = 3, deciles for k = 9.
fn even(k: u32) -> Vec<f64> {
    (1..=k).map(|i| f64::from(i) / f64::from(k + 1)).collect()
}

/// The data set of the picture.
const DRAWN: usize = 1;
/// The largest error in the picture.
const HIGHEST: f64 = 60.0;

/// Prints the table and draws the picture. Returns whether the library's releases have the errors
/// of the independent recursion, and, for three quantiles or more, smaller errors than the split.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("several");
    let draws = effort.choose(2000, 10_000);
    report.say(&format!(
        "Several quantiles for one ε: mean distance from the quantile in rows, of {draws} \
         releases. k: the number\n\
         of quantiles. split: k single quantiles for ε/k each, computed from their exact \
         distribution. library: this\n\
         library. halves: recursion that halves the rows that equal the answer; random ties: \
         recursion that divides such\n\
         rows at random; joint: the joint exponential mechanism, with random ties; tree: a tree of \
         counts. -: not computed.\n"
    ));
    let heads = COLUMNS.map(|c| format!("{:>14}", c.0)).concat();
    report
        .say(&format!("{:<34}{:>6}{:>4}{:>10}{:>10}{heads}", "data", "ε", "k", "split", "library"));
    let some = vec![Integers::tied(1000), Integers::exponential(1000)];
    let all = vec![
        Integers::uniform(1000),
        Integers::exponential(1000),
        Integers::tied(1000),
        Integers::people(6),
        Integers::people(1),
    ];
    let (mut good, mut call) = (true, 1 << 39);
    let named = [("each for ε/k", "#777777"), ("this library", "#2e8b57")];
    let mut series: Vec<Series> = named
        .into_iter()
        .chain(COLUMNS)
        .map(|(name, colour)| Series { name, colour, points: Vec::new(), dashed: false })
        .collect();
    for (number, data) in effort.choose(some, all).iter().enumerate() {
        for epsilon in effort.choose(vec![1.0], vec![0.1, 1.0]) {
            for k in effort.choose(vec![3], vec![2, 3, 5, 9, 19]) {
                progress(&format!("{}, ε = {epsilon}, {k} quantiles", data.name));
                let q = even(k);
                call += 1;
                let mut random = Random::new(seed(), (1 << 32) + call);
                let own =
                    library(data, &q, effort.spent(epsilon), draws, Seeded::new(seed(), call));
                let split = split(data, &q, epsilon);
                let case = Case { rows: &data.rows, bounds: data.bounds, q: &q, epsilon };
                let positions = recursion::positions(data.bounds);
                let mut twin =
                    || error(&data.rows, &q, &recursion::draw(&case, positions, &mut random));
                let fits = own.alike(&Errors::of(draws, 0.0, &mut twin));
                // For two quantiles the library's mechanism is the split itself.
                let less = k < 3 || own.average() < split + 1e-9;
                good &= fits && less;
                let mut text = format!(
                    "{:<34}{epsilon:>6}{k:>4}{split:>10.3}{:>10.3}",
                    data.name,
                    own.average()
                );
                let columns =
                    others(data, &q, epsilon, draws.min(effort.choose(500, draws)), &mut random);
                for column in &columns {
                    text += &column
                        .map_or(format!("{:>14}", "-"), |e| format!("{:>14.3}", e.average()));
                }
                if number == DRAWN && epsilon == 1.0 {
                    let errors = columns.iter().map(|c| c.map_or(0.0, |e| e.average()));
                    let errors = [split, own.average()].into_iter().chain(errors);
                    for (line, error) in series.iter_mut().zip(errors) {
                        line.points.push((f64::from(k), error.min(HIGHEST)));
                    }
                }
                report.say(&format!(
                    "{text}{}{}",
                    if fits { "" } else { "  DOES NOT FIT the recursion" },
                    if less { "" } else { "  THE SPLIT IS BETTER" }
                ));
            }
        }
    }
    report.say(if good {
        "\nSeveral quantiles have the errors of the recursion, and smaller errors than with a \
         split of ε."
    } else {
        "\nSEVERAL QUANTILES ARE NOT AS CLAIMED: see above."
    });
    let x = Axis { title: "quantiles", low: 2.0, high: 19.0, logarithmic: true };
    let y = Axis { title: "mean distance in rows", low: 0.0, high: HIGHEST, logarithmic: false };
    let title = "Quantiles at equal distances, exponential data, n = 1,000, ε = 1";
    report.save(Some(&lines(title, x, y, &series)));
    good
}
