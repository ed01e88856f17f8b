//! Draws the pictures of docs/choosing.md: the error of the RAND data's sum of visits against its
//! bounds, and the errors of three questions against ε. Each error is computed, and compared with
//! releases of the library.

use indp::aggregate::Sum;
use indp::entropy::seeded::Seeded;

use super::data::rand;
use super::errors::Errors;
use super::evidence::chart::{lines, Axis, Series};
use super::evidence::{progress, Report};
use super::fit::seed;
use super::random::Random;
use super::states::Released;
use super::Effort;

/// The largest number of rows of a person.
const ROWS: u64 = 5;
const EPSILON: f64 = 0.5;
const HIGHEST: [f64; 10] = [5.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
const EPSILONS: [f64; 7] = [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0];
/// The bounds of the pictured errors, in visits.
const ERRORS: (f64, f64) = (10.0, 30_000.0);
const GREEN: &str = "#2e8b57";
const BLUE: &str = "#3b6ea5";
const ORANGE: &str = "#d9822b";

/// A way to sum: its values, one for each row or person, and the largest number of values of a
/// person.
struct Way {
    name: &'static str,
    values: Vec<f64>,
    rows_per_person: u64,
}

impl Way {
    fn bias(&self, hi: f64) -> f64 {
        self.values.iter().map(|x| (x - hi).max(0.0)).sum()
    }

    fn lambda(&self, hi: f64, epsilon: f64) -> f64 {
        self.rows_per_person as f64 * hi / epsilon
    }

    /// The mean size of bias plus Laplace noise of scale λ: b + λ·exp(-b/λ).
    fn error(&self, hi: f64, epsilon: f64) -> f64 {
        let (bias, lambda) = (self.bias(hi), self.lambda(hi, epsilon));
        bias + lambda * (-bias / lambda).exp()
    }

    /// Whether releases of the library have the errors of clamped values with textbook noise.
    fn fits(&self, hi: f64, effort: Effort, call: u64) -> bool {
        let draws = effort.choose(10_000, 50_000);
        let exact: f64 = self.values.iter().sum();
        let own = Sum::new(0.0, hi, None, self.rows_per_person).expect("sound bounds");
        let mut state = Released::<Sum>::of_numbers(
            |bytes| own.write(bytes),
            &self.values,
            effort.spent(EPSILON),
            Seeded::new(seed(), call),
        );
        let own = Errors::of(draws, exact, || state.draw());
        let mut random = Random::new(seed(), (1 << 32) + call);
        let (bias, lambda) = (self.bias(hi), self.lambda(hi, EPSILON));
        let twin = Errors::of(draws, 0.0, || random.laplace(lambda) - bias);
        own.alike(&twin) && (twin.average() / self.error(hi, EPSILON) - 1.0).abs() < 0.1
    }
}

fn totals(persons: &[f64], values: &[f64]) -> Vec<f64> {
    let mut sums = std::collections::BTreeMap::new();
    for (person, value) in persons.iter().zip(values) {
        *sums.entry(*person as i64).or_insert(0.0) += value;
    }
    sums.into_values().collect()
}

/// Draws the error of the sum against its bound.
fn of_bounds(ways: &[Way], effort: Effort) -> bool {
    let mut report = Report::new("choosing");
    report.say(&format!(
        "The sum of visits to a doctor at ε = {EPSILON}. Clamped and noisy: the mean absolute \
         error, in visits; clamped: the bias alone."
    ));
    let (mut good, mut series) = (true, Vec::new());
    for (number, (way, colour)) in ways.iter().zip([BLUE, GREEN]).enumerate() {
        let points = |f: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
            let all = HIGHEST.iter().map(|hi| (*hi, f(*hi)));
            all.filter(|point| (ERRORS.0..=ERRORS.1).contains(&point.1)).collect()
        };
        for (i, hi) in HIGHEST.into_iter().enumerate() {
            progress(&format!("{}, 0..{hi}", way.name));
            let fits = way.fits(hi, effort, (100 * number + i) as u64);
            good &= fits;
            report.say(&format!(
                "{:<20}0..{hi:<8}{:>10.0}{:>10.0}{}",
                way.name,
                way.error(hi, EPSILON),
                way.bias(hi),
                if fits { "" } else { "  DOES NOT FIT the releases" }
            ));
        }
        let (points, bias) = (points(&|hi| way.error(hi, EPSILON)), points(&|hi| way.bias(hi)));
        series.push(Series { name: way.name, colour, points, dashed: false });
        series.push(Series { name: "  its bias alone", colour, points: bias, dashed: true });
    }
    let x = Axis { title: "upper bound, in visits", low: 5.0, high: 1000.0, logarithmic: true };
    let y = Axis { title: "error, in visits", low: ERRORS.0, high: ERRORS.1, logarithmic: true };
    let title = "Sum of 57,752 visits at ε = 0.5: error against the upper bound";
    report.save(Some(&lines(title, x, y, &series)));
    good
}

/// Draws the errors of questions against their ε, in percent of the exact answers.
fn of_epsilons(ways: &[Way]) {
    let mut report = Report::new("choosing-epsilon");
    let persons = ways[1].values.len() as f64;
    let visits: f64 = ways[1].values.iter().sum();
    let of_ways = |way: usize, hi| EPSILONS.map(|e| ways[way].error(hi, e) / visits);
    let questions = [
        ("visits, rows 0..50", BLUE, of_ways(0, 50.0)),
        ("visits, totals 0..200", GREEN, of_ways(1, 200.0)),
        // The mean size of geometric noise.
        ("persons", ORANGE, EPSILONS.map(|e| 1.0 / e.sinh() / persons)),
    ];
    report.say("The mean absolute error in percent of the exact answer, for several ε.");
    let mut series = Vec::new();
    for (name, colour, errors) in questions {
        let points: Vec<_> =
            EPSILONS.iter().zip(errors).map(|(e, error)| (*e, 100.0 * error)).collect();
        let text: String = points.iter().map(|(e, y)| format!("  {e}: {y:.3}")).collect();
        report.say(&format!("{name:<24}{text}"));
        series.push(Series { name, colour, points, dashed: false });
    }
    let x = Axis { title: "ε of the question", low: 0.05, high: 4.0, logarithmic: true };
    let y = Axis { title: "error, in percent", low: 0.0005, high: 10.0, logarithmic: true };
    let title = "What ε buys: the error of three questions about 5,912 persons";
    report.save(Some(&lines(title, x, y, &series)));
}

/// Draws the pictures. Returns whether releases have the errors that they show.
pub fn run(effort: Effort) -> bool {
    let visits = rand::column("mdvis", false);
    let persons = totals(&rand::column("zper", false), &visits);
    let ways = [
        Way { name: "rows clamped", values: visits, rows_per_person: ROWS },
        Way { name: "totals clamped", values: persons, rows_per_person: 1 },
    ];
    of_epsilons(&ways);
    of_bounds(&ways, effort)
}
