//! Shows the error of one release as a function of ε, for the ideal Laplace mechanism and for the
//! snapping mechanism in real and in float arithmetic. The library's own functions compute all
//! numbers, and drawn releases check them.

use super::evidence::chart::{lines, Axis, Series};
use super::evidence::{progress, Report};
use super::Effort;
use indp::entropy::seeded::Seeded;
use indp::exact::Dyadic;
use indp::snapping::{Precision, Snapping};
use indp::utility::moments::moments;
use indp::utility::tail::{accuracy, epsilon_for_accuracy, Answers};
use indp::utility::Alpha;

const BOUND: f64 = 1000.0;
const ALPHA: f64 = 0.05;

/// One mechanism of the table: its name, its colour, its grid and its arithmetic. The grid is
/// Λ/2^`finer`, or Λ if `finer` is `None`, where Λ is the default grid.
struct Way {
    name: &'static str,
    colour: &'static str,
    finer: Option<i32>,
    precision: Precision,
}

const WAYS: [Way; 3] = [
    Way {
        name: "snapping, real, Λ/1024",
        colour: "#2e8b57",
        finer: Some(10),
        precision: Precision::Real,
    },
    Way { name: "snapping, real, Λ", colour: "#3b6ea5", finer: None, precision: Precision::Real },
    Way {
        name: "snapping, float, p = 118",
        colour: "#d9822b",
        finer: None,
        precision: Precision::Bits(118),
    },
];

impl Way {
    fn mechanism(&self, epsilon: f64) -> Snapping {
        let natural =
            Snapping::with_precision(epsilon, 1.0, BOUND, None, self.precision).expect("sound");
        let Some(finer) = self.finer else { return natural };
        let grid =
            Snapping::grid_option(natural.grid() * 2f64.powi(-finer)).expect("a power of two");
        Snapping::new(epsilon, 1.0, BOUND, grid).expect("sound")
    }

    /// Returns the smallest ε at which a release lies within r of the answer with probability at
    /// least 1 - α. The search for ε works with the default grid Λ, which depends on ε, or with a
    /// fixed grid. If this mechanism has a finer grid, the search first finds the smallest ε with
    /// the default grid. The fixed grid is then Λ/2^`finer` for the Λ of this ε.
    fn epsilon(&self, r: f64) -> f64 {
        let ask = |grid| {
            epsilon_for_accuracy(1.0, BOUND, grid, self.precision, alpha(), r)
                .expect("within reach")
        };
        match self.finer {
            None => ask(None),
            Some(finer) => {
                let natural = Snapping::new(ask(None), 1.0, BOUND, None).expect("sound");
                ask(Snapping::grid_option(natural.grid() * 2f64.powi(-finer))
                    .expect("a power of two"))
            }
        }
    }
}

fn alpha() -> Alpha {
    Alpha::new(ALPHA).expect("between 0 and 1")
}

fn dyadic(x: f64) -> Dyadic {
    Dyadic::from_f64(x).expect("finite")
}

/// Returns the root mean square error and the mean absolute error, averaged over this number of
/// answers that are spread over one step of the grid.
fn errors(p: &Snapping, answers: u32) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for i in 0..answers {
        let f = p.grid() * (f64::from(i) + 0.25) / f64::from(answers);
        let found = moments(p, &dyadic(f)).expect("memory");
        sums.0 += (found.variance + found.bias * found.bias) / f64::from(answers);
        sums.1 += found.absolute / f64::from(answers);
    }
    (sums.0.sqrt(), sums.1)
}

/// Draws n releases of one answer for each mechanism, and compares them with the computed bias,
/// mean error and accuracy. Differences of six standard deviations are accepted. So each of the
/// nine comparisons raises a false alarm with probability below 1e-8.
fn drawn(report: &mut Report, n: u32) -> bool {
    report.say(&format!(
        "\nReleases of the answer f = 3.3 drawn at epsilon = 0.7, {n} for each mechanism. In each \
         pair: measured, then computed.\n\
         beyond r: the share of releases further than r from f. r is the computed error bound for \
         the probability {ALPHA}."
    ));
    let mut good = true;
    for way in &WAYS {
        let p = way.mechanism(0.7);
        let mut tape = Seeded::new(2019, 1);
        let (f, mut sums) = (3.3, [0.0; 3]);
        let r = accuracy(&p, Answers::Any, alpha()).expect("memory");
        for _ in 0..n {
            let d = p.release_f64(f, &mut tape).expect("endless") - f;
            sums[0] += d / f64::from(n);
            sums[1] += d.abs() / f64::from(n);
            sums[2] += f64::from(u8::from(d.abs() > r)) / f64::from(n);
        }
        let found = moments(&p, &dyadic(f)).expect("memory");
        let six = 6.0 * (found.variance / f64::from(n)).sqrt();
        let most = ALPHA + 6.0 * (ALPHA / f64::from(n)).sqrt();
        let fits = (sums[0] - found.bias).abs() < six
            && (sums[1] - found.absolute).abs() < six
            && sums[2] < most;
        good &= fits;
        report.say(&format!(
            "{:<26} bias {:+.4} {:+.4}   mean error {:.4} {:.4}   beyond r = {r:.4}: {:.4}, at \
             most {ALPHA}   {}",
            way.name,
            sums[0],
            found.bias,
            sums[1],
            found.absolute,
            sums[2],
            if fits { "fits" } else { "DOES NOT FIT" }
        ));
    }
    good
}

/// Prints the tables and draws the picture. Returns whether computed and drawn errors agree.
pub fn run(effort: Effort) -> bool {
    let quick = effort.quick;
    let mut report = Report::new("utility");
    let (points, answers) = if quick { (5, 2) } else { (61, 4) };
    report.say(&format!(
        "The snapping mechanism in real arithmetic, or with floats of p bits, at sensitivity 1. Λ, \
         its default grid, is the smallest\n\
         power of two that is at least 1 / epsilon. Each column: the mean error times epsilon, \
         averaged over answers (ideal Laplace: 1); the distance from the\n\
         answer within which 95 releases in 100 lie, times epsilon (ideal Laplace: ln 20 = {:.3}); \
         and the grid.\n",
        20f64.ln()
    ));
    report.say(&format!("{:>8}  {}", "epsilon", WAYS.map(|w| format!("{:>34}", w.name)).join("")));
    let mut good = true;
    let mut series: Vec<Series> = WAYS
        .iter()
        .map(|w| Series { name: w.name, colour: w.colour, points: Vec::new(), dashed: false })
        .collect();
    for i in 0..points {
        // ε ranges from 1/16 to 4. A full run has 10 steps for each factor of 2, so that powers of
        // two are among the values.
        let epsilon = 2f64.powf(-4.0 + 6.0 * f64::from(i) / f64::from(points - 1));
        progress(&format!("epsilon = {epsilon:.4}"));
        let mut text = format!("{epsilon:>8.4}  ");
        let mut before = 0.0;
        for (way, line) in WAYS.iter().zip(&mut series) {
            let p = way.mechanism(epsilon);
            let (_, absolute) = errors(&p, answers);
            let r = accuracy(&p, Answers::Any, alpha()).expect("memory");
            // Rounding to a grid increases the error, and a coarser grid increases it more. So the
            // errors must increase from mechanism to mechanism.
            good &= absolute * epsilon > before - 1e-3
                && (way.finer.is_none() || absolute * epsilon < 1.0001);
            before = absolute * epsilon;
            line.points.push((epsilon, absolute * epsilon));
            text += &format!(
                "{:>12.4} within {:>7.4}, 2^{:<4}",
                absolute * epsilon,
                r * epsilon,
                p.grid().log2()
            );
        }
        if quick || i % 5 == 0 {
            report.say(&text);
        }
    }
    report.say("\nThe epsilon at which 95 releases in 100 lie within r of the answer.");
    for r in [1.0, 3.0, 10.0, 30.0] {
        let needed: Vec<f64> = WAYS.iter().map(|w| w.epsilon(r)).collect();
        good &= needed.iter().all(|e| *e >= 20f64.ln() / r)
            && needed[0] <= needed[1]
            && needed[1] <= needed[2];
        let say: Vec<String> =
            WAYS.iter().zip(&needed).map(|(w, e)| format!("{} {e:.4}", w.name)).collect();
        report.say(&format!("r = {r:<4} Laplace {:.4}; {}", 20f64.ln() / r, say.join("; ")));
    }
    good &= drawn(&mut report, if quick { 100_000 } else { 1_000_000 });
    report.say(if good {
        "\nThe computed errors agree with those of the drawn releases."
    } else {
        "\nSOMETHING DOES NOT FIT: see above."
    });
    let ideal = vec![(0.0625, 1.0), (4.0, 1.0)];
    series.insert(
        0,
        Series { name: "ideal Laplace", colour: "#777777", points: ideal, dashed: true },
    );
    let x = Axis { title: "ε", low: 0.0625, high: 4.0, logarithmic: true };
    let y = Axis { title: "mean error × ε", low: 0.95, high: 1.2, logarithmic: false };
    report.save(Some(&lines("The mean error of a release, as a multiple of 1/ε", x, y, &series)));
    good
}
