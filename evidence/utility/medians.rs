//! Compares the library's medians with those of two other mechanisms at the same ε: inverse
//! sensitivity and smooth sensitivity.

use indp::entropy::seeded::Seeded;

use super::data::{Integers, Run};
use super::evidence::{progress, Report};
use super::fit::{fits, seed};
use super::law::{self, Group};
use super::states::quantile;
use super::Effort;

/// The mean distance of an answer from the median, as a value and in rows.
#[derive(Clone, Copy, Default)]
struct Error {
    value: f64,
    rows: f64,
}

/// Sorted rows between bounds, and their median: the middle one, or the mean of the middle two.
struct Column {
    lo: f64,
    hi: f64,
    rows: Vec<f64>,
}

impl Column {
    fn new(data: &Integers) -> Self {
        let (lo, hi) = (data.bounds.0 as f64, data.bounds.1 as f64);
        Column { lo, hi, rows: data.rows.iter().map(|row| *row as f64).collect() }
    }

    fn median(&self) -> f64 {
        let n = self.rows.len();
        (self.rows[(n - 1) / 2] + self.rows[n / 2]) / 2.0
    }

    /// Returns the number of rows that must be added or removed before x is a median.
    fn distance(&self, x: f64) -> f64 {
        let below = self.rows.partition_point(|row| *row < x) as f64;
        let above = (self.rows.len() - self.rows.partition_point(|row| *row <= x)) as f64;
        let at = self.rows.len() as f64 - below - above;
        ((below - above).abs() - at).max(0.0)
    }

    fn error(&self, x: f64) -> Error {
        Error { value: (x - self.median()).abs(), rows: self.distance(x) / 2.0 }
    }

    /// Returns the row at this place from 1, with the bounds before and after all rows.
    fn row(&self, place: usize) -> f64 {
        match place {
            0 => self.lo,
            place if place > self.rows.len() => self.hi,
            place => self.rows[place - 1],
        }
    }

    /// Returns a bound of how far a row can move the median of data from which these differ by at
    /// most `k` rows, for each k up to n + 1. A row moves it by half of a gap between neighbours.
    /// Such a gap opens between two of these rows if those between them are removed, and is in the
    /// middle if the numbers of rows on its sides differ by at most 1.
    fn moves(&self) -> Vec<f64> {
        let n = self.rows.len();
        let mut most = vec![0f64; n + 2];
        for low in 0..=n {
            for high in low + 1..=n + 1 {
                let (below, above) = (low, n + 1 - high);
                let k = (high - low - 1) + below.abs_diff(above).saturating_sub(1);
                most[k] = most[k].max((self.row(high) - self.row(low)) / 2.0);
            }
        }
        for k in 1..most.len() {
            most[k] = most[k].max(most[k - 1]);
        }
        most
    }
}

/// Returns the error of the smooth sensitivity of Nissim, Raskhodnikova and Smith (2007): the
/// median plus S/a times noise with a density proportional to 1/(1 + |z|^γ), clamped to the bounds
/// and rounded to a candidate. S is the largest e^(-bk) times the move after k rows, and a = b =
/// ε/(2(γ + 1)). This noise is for ε without δ.
fn smooth(column: &Column, moves: &[f64], epsilon: f64, gamma: f64) -> Error {
    let share = epsilon / (2.0 * (gamma + 1.0));
    let smooth =
        moves.iter().enumerate().map(|(k, m)| (-share * k as f64).exp() * m).fold(0.0, f64::max);
    let (mut total, mut sum) = (0.0, Error::default());
    // z = e^u. For γ of at least 2 the noise beyond e^40 has a probability below 1e-17.
    for step in -20_000..20_000 {
        let z = (f64::from(step) / 500.0).exp();
        let p = z / (1.0 + z.powf(gamma));
        for answer in [column.median() - z * smooth / share, column.median() + z * smooth / share] {
            let error = column.error(answer.clamp(column.lo, column.hi).round());
            total += p;
            sum.value += p * error.value;
            sum.rows += p * error.rows;
        }
    }
    Error { value: sum.value / total, rows: sum.rows / total }
}

const GAMMAS: [f64; 5] = [2.0, 2.5, 3.0, 4.0, 6.0];

/// Returns the mean error of a law over runs of candidates.
fn of_law(column: &Column, runs: &[Run], law: &[f64]) -> Error {
    let each = runs
        .iter()
        .zip(law)
        .flat_map(|(run, p)| (run.first..=run.last).map(move |c| (c as f64, p / run.many())));
    each.fold(Error::default(), |sum, (candidate, p)| {
        let error = column.error(candidate);
        Error { value: sum.value + p * error.value, rows: sum.rows + p * error.rows }
    })
}

/// Prints the table. Returns whether the library's medians fit their law, and are in rows never
/// worse than those by inverse sensitivity.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("medians");
    let draws = 2000;
    report.say(&format!(
        "Medians: mean absolute error, as a value and in rows. Computed from the exact laws; \
         {draws} releases of the library are\n\
         compared with its law. inverse: inverse sensitivity (Asi and Duchi 2020), the exponential \
         mechanism on the number of rows\n\
         that must be added or removed before a candidate is the median. smooth: smooth \
         sensitivity, noise 1/(1 + |z|^γ), best γ\n\
         of {GAMMAS:?} for these data.\n"
    ));
    report.say(&format!("{:<42}{:>20}{:>20}{:>20}", "", "the library", "inverse", "smooth"));
    let (mut good, mut call) = (true, 1 << 40);
    let all = [Integers::exponential(1000), Integers::uniform(1000), Integers::tied(1000)]
        .into_iter()
        .chain([Integers::people(10), Integers::equal(1000, 9000.0)]);
    for data in all.take(effort.choose(1, 5)) {
        let (column, runs) = (Column::new(&data), data.runs());
        let moves = column.moves();
        for epsilon in effort.choose(vec![0.1], vec![0.01, 0.1, 1.0]) {
            let name = format!("{}, ε = {epsilon}", data.name);
            progress(&name);
            call += 1;
            let groups: Vec<Group> = runs
                .iter()
                .map(|run| {
                    let cost = epsilon / 2.0 * column.distance(run.first as f64);
                    Group { many: run.many(), cost }
                })
                .collect();
            let law = law::permute_and_flip(&groups);
            let tape = Seeded::new(seed(), call);
            let mut state =
                quantile(0.5, data.bounds, &data.rows, effort.spent(epsilon), None, tape);
            let drawn: Vec<f64> = (0..draws).map(|_| state.draw()).collect();
            let each: Vec<(f64, f64)> = runs
                .iter()
                .zip(&law)
                .flat_map(|(run, p)| {
                    (run.first..=run.last).map(move |c| (c as f64, p / run.many()))
                })
                .collect();
            let own = of_law(&column, &runs, &law);
            let inverse = of_law(&column, &runs, &law::exponential(&groups));
            let ways = GAMMAS.map(|gamma| smooth(&column, &moves, epsilon, gamma));
            let best = ways.into_iter().min_by(|a, b| a.value.total_cmp(&b.value)).expect("some");
            let fit = fits(&each, &drawn) && own.rows <= inverse.rows * (1.0 + 1e-9);
            good &= fit;
            let show = |e: Error| format!("{:>11.2} {:>8.2}", e.value, e.rows);
            report.say(&format!(
                "{name:<42}{}{}{}{}",
                show(own),
                show(inverse),
                show(best),
                if fit { "" } else { "  DOES NOT FIT" }
            ));
        }
    }
    report.say(if good {
        "\nThe drawn medians fit their exact distribution, and inverse sensitivity is nowhere \
         better in rows."
    } else {
        "\nMEDIANS ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}
