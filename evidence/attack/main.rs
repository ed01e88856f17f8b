//! `make attack` runs four attacks on noisy answers, three of them published. Each attack is run
//! against a mechanism that it breaks, and against this library. The program exits with 1 if an
//! attack fails against the broken mechanism or succeeds against the library.
//!
//! 1. Mironov's attack in Ristea's form: could this output be λ·ln u for a multiple u of 2^-53?
//! 2. The precision-based attack of Haney et al.: is the output a multiple of 2^-53?
//! 3. The sensitivity of a floating-point sum (Casacuberta et al.): rounding lets one row change a
//!    sum by more than the value of the row.
//! 4. Averaging (`averaging.rs`): asking again until the noise averages out, with and without a
//!    budget.
//!
//! Each attack answers a question about an output with yes or no. Let f and f' be two neighbouring
//! exact answers. The criterion is P(yes|f) <= e^ε·P(yes|f') and P(no|f) <= e^ε·P(no|f'), and both
//! inequalities with f and f' exchanged. A violation is declared when the Clopper-Pearson lower
//! bound (level 1e-7) of one rate exceeds e^ε times the upper bound of the other rate. So a correct
//! mechanism is accused with probability below 1e-10 per row. Rates must also fit the exact
//! distribution where it is known: chi-squared must be below 32.84, which corresponds to a p-value
//! of 1e-8.

mod averaging;
#[path = "../shared/mod.rs"]
mod evidence;

use std::process::ExitCode;

use evidence::chart::{bars, Row};
use evidence::statistics::{against, between, check, violates, Count};
use evidence::{progress, Report};
use indp::aggregate::{Aggregate, Answer, Sum, Terms};
use indp::audit::host;
use indp::entropy::seeded::Seeded;
use indp::exact::Dyadic;
use indp::options::Options;
use indp::snapping::{Precision, Snapping};
use indp::tape::Words;

/// With 1 degree of freedom, chi-squared exceeds this value with probability 1e-8.
const UNLIKELY: f64 = 32.84;

/// A mechanism as the attacker sees it. Each release gives one output.
trait Target {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64;
}

/// The sampler of textbooks and earlier libraries: f + S·λ·ln u, where λ is the scale (the field),
/// S a random sign, and u a random multiple of 2^-53 between 0 and 1.
struct Textbook(f64);

impl Target for Textbook {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        let u = loop {
            let u = (tape.next().expect("endless") >> 11) as f64 * 2f64.powi(-53);
            if u > 0.0 {
                break u;
            }
        };
        let sign = if tape.next().expect("endless") >> 63 == 0 { 1.0 } else { -1.0 };
        f + sign * (self.0 * u.ln())
    }
}

/// Exact Laplace noise, rounded to a double, then added to f in floating point.
struct Added(Snapping);

impl Target for Added {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        f + self.0.release_f64(0.0, tape).expect("endless")
    }
}

impl Target for Snapping {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        self.release_f64(f, tape).expect("endless")
    }
}

/// Whether |λ ⊗ ln u| = |y| for some u = j·2^-53 below 1, where ⊗ is multiplication of doubles.
/// Only j from g - 1 to g + 2 are tried, where g = floor(2^53·exp(-|y|/λ)).
fn could_be_noise(y: f64, lambda: f64) -> bool {
    let guess = ((-y.abs() / lambda).exp() * 2f64.powi(53)).floor();
    (-1..=2).any(|d| {
        let u = (guess + f64::from(d)) * 2f64.powi(-53);
        u > 0.0 && u < 1.0 && (lambda * u.ln()).abs() == y.abs()
    })
}

/// Whether y is a multiple of 2^-53. In doubles, the sum of 1 and noise is always such a multiple,
/// but small noise alone often is not.
fn is_coarse(y: f64) -> bool {
    (y * 2f64.powi(53)).fract() == 0.0
}

/// One line of the table.
struct Line {
    what: String,
    epsilon: f64,
    rates: [Count; 2],
    /// The exact rates, where they are known.
    predicted: Option<[f64; 2]>,
    /// The counts for ideal noise rounded to doubles, for comparison where no exact rates are
    /// known.
    ideal: Option<[Count; 2]>,
    /// Whether the attack must succeed.
    broken: bool,
}

impl Line {
    /// Prints the line. Returns whether the outcome is the required one.
    fn say(&self, report: &mut Report) -> bool {
        let [f, g] = self.rates;
        let violation = violates(f, g, self.epsilon);
        let fit = match (self.predicted, self.ideal) {
            (Some(p), _) => Some([against(f, p[0]), against(g, p[1])]),
            (None, Some(i)) => Some([between(f, i[0]), between(g, i[1])]),
            (None, None) => None,
        };
        let fits = fit.is_none_or(|c| c.iter().all(|c| *c < UNLIKELY));
        let sound = violation == [false; 2];
        // The broken sampler must also fail the comparison with ideal noise.
        let good =
            if self.broken { !sound && (self.ideal.is_none() || !fits) } else { sound && fits };
        let judged = match violation {
            [false, false] => "within e^epsilon",
            [true, false] => "VIOLATED by \"yes\"",
            [false, true] => "VIOLATED by \"no\"",
            [true, true] => "VIOLATED by \"yes\" and \"no\"",
        };
        let pair = |p: Option<[f64; 2]>, digits: usize| {
            p.map_or(format!("{:>9} {:>9}", "-", "-"), |p| {
                format!("{:>9.digits$} {:>9.digits$}", p[0], p[1])
            })
        };
        let (predicted, fit) = (pair(self.predicted, 6), pair(fit, 1));
        report.say(&format!(
            "{:<44} {:>9} {:>9} {:>8.4}  {predicted}  {:>11.1} {fit}  {}{}",
            self.what,
            f.yes,
            g.yes,
            self.epsilon.exp(),
            between(f, g),
            judged,
            if good { "" } else { "   NOT AS REQUIRED" },
        ));
        good
    }
}

fn header(report: &mut Report, n: u64, yes: &str) {
    report.say(&format!("{yes}; {n} trials each\n"));
    report.say(&format!(
        "{:<44} {:>9} {:>9} {:>8}  {:>9} {:>9}  {:>11} {:>9} {:>9}",
        "", "yes on f", "on f'", "e^eps", "predicted", "", "chi2 f, f'", "fit of f", "of f'"
    ));
}

struct Attacks {
    n: u64,
    seed: u64,
    calls: u64,
    rows: Vec<Row>,
}

impl Attacks {
    fn run(&mut self, target: &dyn Target, f: f64, yes: impl Fn(f64) -> bool) -> Count {
        self.calls += 1;
        let mut tape = Seeded::new(self.seed, self.calls);
        let found = (0..self.n).filter(|_| yes(target.draw(f, &mut tape))).count();
        Count { yes: found as u64, n: self.n }
    }

    /// Runs the attack on ideal Laplace noise around 0 and 1, rounded to the nearest double, with a
    /// tenth of the trials.
    fn ideal(&mut self, lambda: f64, yes: impl Fn(f64) -> bool) -> [Count; 2] {
        progress("ideal noise");
        let p = Snapping::new(1.0 / lambda, 1.0, f64::INFINITY, Some(-1074)).expect("sound");
        let all = self.n;
        self.n = all / 10;
        let counts = [self.run(&p, 0.0, &yes), self.run(&p, 1.0, &yes)];
        self.n = all;
        counts
    }

    fn line(
        &mut self,
        what: String,
        epsilon: f64,
        target: &dyn Target,
        (f, g): (f64, f64),
        yes: impl Fn(f64) -> bool,
    ) -> Line {
        progress(&what);
        let rates = [self.run(target, f, &yes), self.run(target, g, &yes)];
        let alarm = violates(rates[0], rates[1], epsilon) != [false; 2];
        self.rows.push(Row {
            name: what.clone(),
            values: rates.iter().map(|c| c.rate()).collect(),
            alarm,
        });
        Line { what, epsilon, rates, predicted: None, ideal: None, broken: false }
    }
}

/// P(yes | f), summed over all outputs of non-negligible probability.
fn predicted(p: &Snapping, f: f64, yes: impl Fn(f64) -> bool) -> f64 {
    let dyadic = |x| Dyadic::from_f64(x).expect("finite");
    let reach = ((40.0 * p.lambda() + f.abs()) / p.grid()).ceil() as i64;
    let outputs = (-reach..=reach).map(|k| k as f64 * p.grid() + 0.0).filter(|y| yes(*y));
    let one = |y| host::probability(p, &dyadic(f), &dyadic(y)).expect("likely enough").0;
    outputs.map(one).fold(0.0, |a, b| a + b)
}

/// Runs Mironov's attack on the textbook sampler and on the library, for f = 0 and f = 1 with
/// sensitivity 1.
fn mironov(report: &mut Report, attacks: &mut Attacks, quick: bool) -> bool {
    report.say(
        "Columns of all tables: f and f' are the exact answers on two neighbouring data \
         sets. \"yes on f\" counts the trials in which the",
    );
    report.say(
        "attack says yes. e^eps is e^epsilon, the largest ratio of the two rates that epsilon \
         allows. predicted: the computed rates of",
    );
    report.say(
        "yes on f and on f'; - if not computed. real, float: the arithmetic of the library; p: the \
         bits of a float.\n",
    );
    report.say(
        "1. Could the output be lambda ln u, where u is a multiple of 2^-53? On f = 0 and f' = 1; \
         sensitivity 1, lambda = 1 / epsilon.",
    );
    report.say(
        "   Published results for 1000000 outputs: on f, yes for all; on f', yes for 378608 \
         (NumPy), 365893 (StatDP), 377496 (diffprivlib).",
    );
    report.say(
        "   chi2 f, f': tests whether \"yes\" has the same rate on f and f'. fit: chi2 of the \
         count on f and on f' against the predicted rate",
    );
    report.say(
        "   (for the textbook sampler, against the count from ideal noise rounded to doubles).",
    );
    report.say("   One degree of freedom: 32.8 is exceeded with probability 1e-8.");
    header(report, attacks.n, "   yes: it could");
    let mut good = true;
    let all = [0.1, 0.3, 1.0, 3.0, 10.0];
    for lambda in all.into_iter().filter(|l| !quick || [1.0, 10.0].contains(l)) {
        let epsilon = 1.0 / lambda;
        let yes = |y: f64| could_be_noise(y, lambda);
        let mut line = attacks.line(
            format!("textbook, lambda = {lambda}"),
            epsilon,
            &Textbook(lambda),
            (0.0, 1.0),
            yes,
        );
        line.broken = true;
        line.ideal = Some(attacks.ideal(lambda, yes));
        let no = violates(line.rates[0], line.rates[1], epsilon)[1];
        good &= line.say(report) && no && line.rates[0].yes == attacks.n;
        // The publication may mean the scale λ = 1 or the scale λ = 10. At both, the published rate
        // must be reproduced.
        good &= ![1.0, 10.0].contains(&lambda) || (0.37..0.40).contains(&line.rates[1].rate());
        for precision in [Precision::Real, Precision::Bits(53), Precision::Bits(118)] {
            let p = Snapping::with_precision(epsilon, 1.0, 1000.0, None, precision).expect("sound");
            let name = match precision {
                Precision::Bits(bits) => format!("snapping, float, p = {bits}"),
                _ => "snapping, real".into(),
            };
            let mut line =
                attacks.line(format!("{name}, lambda = {lambda}"), epsilon, &p, (0.0, 1.0), yes);
            line.predicted = Some([predicted(&p, 0.0, yes), predicted(&p, 1.0, yes)]);
            good &= line.say(report);
        }
    }
    good
}

/// P(Y >= z) for Laplace noise of scale 1.
fn laplace_tail(z: f64) -> f64 {
    if z >= 0.0 {
        (-z).exp() / 2.0
    } else {
        1.0 - z.exp() / 2.0
    }
}

/// The probability that the double nearest to Laplace noise of scale 1 around `f` is a multiple of
/// 2^-53, for f = 0 or 1. All doubles of absolute value at least 1/2 are multiples. Of the doubles
/// with absolute values in [2^-(j+1), 2^-j), one in 2^j is a multiple. `below(a)` is P(|y| < a).
fn coarse(f: f64) -> f64 {
    let below = |a: f64| if f == 0.0 { -(-a).exp_m1() } else { (-1f64).exp() * a.sinh() };
    let finer = (1..60).map(|j| 2f64.powi(-j) * (below(2f64.powi(-j)) - below(2f64.powi(-j - 1))));
    1.0 - below(0.5) + finer.sum::<f64>()
}

/// Runs the precision-based attack of Haney et al. on a broken mechanism and on the library.
fn haney(report: &mut Report, attacks: &mut Attacks) -> bool {
    report.say(
        "\n2. Is the output a multiple of 2^-53? On f = 0 and f' = 1; lambda = 1. The noise is \
         exact; the sum f + noise, rounded to a double, leaks.",
    );
    header(report, attacks.n, "   yes: it is");
    let fine = || Snapping::new(1.0, 1.0, f64::INFINITY, Some(-1074)).expect("sound");
    let mut added = attacks.line(
        "exact noise, added to a double".into(),
        1.0,
        &Added(fine()),
        (0.0, 1.0),
        is_coarse,
    );
    added.broken = true;
    added.predicted = Some([coarse(0.0), 1.0]);
    let mut good = added.say(report);
    let mut exact =
        attacks.line("f enters exactly, grid 2^-1074".into(), 1.0, &fine(), (0.0, 1.0), is_coarse);
    exact.predicted = Some([coarse(0.0), coarse(1.0)]);
    good &= exact.say(report);
    for (name, precision) in
        [("snapping, real", Precision::Real), ("snapping, float, p = 118", Precision::Bits(118))]
    {
        let p = Snapping::with_precision(1.0, 1.0, 1000.0, None, precision).expect("sound");
        let mut line = attacks.line(name.into(), 1.0, &p, (0.0, 1.0), is_coarse);
        line.predicted = Some([1.0, 1.0]);
        good &= line.say(report);
    }
    good
}

/// The rows of the attack on sums, with values in [0, 1]: 2^26 - 1 ones, then 2^27 rows of
/// 0.74·2^-26. With one more 1 at the start, the running sum lies in the next binade, and each
/// small row is rounded to a multiple of 2^-26 instead of 2^-27.
const ONES: usize = (1 << 26) - 1;
const SMALL: usize = 1 << 27;
const CHUNK: usize = 1 << 16;

fn rows(ones: usize) -> impl Iterator<Item = (f64, usize)> {
    let small = 0.74 * 2f64.powi(-26);
    [(1.0, ones), (small, SMALL)].into_iter().flat_map(|(value, n)| {
        (0..n.div_ceil(CHUNK)).map(move |i| (value, CHUNK.min(n - i * CHUNK)))
    })
}

fn running(ones: usize) -> f64 {
    let mut sum = 0.0f64;
    for (value, n) in rows(ones) {
        for _ in 0..n {
            sum += std::hint::black_box(value);
        }
    }
    sum
}

fn exact(ones: usize) -> Sum {
    let mut state = [0; 80];
    Sum::new(0.0, 1.0, None, 1).expect("bounds").write(&mut state).expect("80 bytes");
    for (value, n) in rows(ones) {
        Sum::add_many(&mut state, &vec![value; n]).expect("few rows");
    }
    Sum::read(&state).expect("a sum")
}

/// A sum state, and the mechanism that releases it.
struct State(Sum, Snapping);

impl Target for State {
    fn draw(&self, _: f64, tape: &mut Seeded) -> f64 {
        match self.0.release(&[], &self.1, tape) {
            Ok(Answer::Real(y)) => y,
            other => unreachable!("{other:?}"),
        }
    }
}

/// The states of the two data sets, selected by f = 0 or 1.
struct Both(State, State);

impl Target for Both {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        let Both(without, with) = self;
        if f == 0.0 { without } else { with }.draw(f, tape)
    }
}

fn casacuberta(report: &mut Report, attacks: &mut Attacks) -> bool {
    report.say(
        "\n3. A sum of 2 * 10^8 rows in [0, 1], without (f) and with (f') one person's 1; epsilon \
         = 1, noise of scale 1.",
    );
    progress("summing");
    let (f, g) = (running(ONES), running(ONES + 1));
    let (a, b) = (exact(ONES), exact(ONES + 1));
    let of = |s: &Sum| s.exact().mantissa as f64 * 2f64.powi(s.exact().exponent);
    report.say(&format!(
        "   One person's row moves a running sum in doubles by {}, and the exact sum in the \
         library's states by {}.",
        g - f,
        of(&b) - of(&a)
    ));
    let mut good = g - f > 1.9 && of(&b) - of(&a) == 1.0;
    header(report, attacks.n, "   yes: the output is at least the sum with the person");
    let noise = Snapping::new(1.0, 1.0, f64::INFINITY, Some(-30)).expect("sound");
    let mut line =
        attacks.line("running sum in doubles, exact noise".into(), 1.0, &noise, (f, g), |y| y >= g);
    line.broken = true;
    let edge = g - noise.grid() / 2.0;
    line.predicted = Some([laplace_tail(edge - f), laplace_tail(edge - g)]);
    good &= line.say(report);
    let terms = Terms::new(1.0, Options::DEFAULT).expect("sound");
    let state = |s: Sum| State(s, s.mechanism(&terms).expect("sound"));
    let least = of(&b);
    let both = Both(state(a), state(b));
    let mut line =
        attacks.line("the library's sum state".into(), 1.0, &both, (0.0, 1.0), |y| y >= least);
    // The predicted rates are P(output >= `least`). Outputs are multiples of the grid, so this is
    // the probability that the noisy sum lies above `edge`, half a step below the smallest multiple
    // that is at least `least`. The noise is Laplace noise around the exact sum.
    let grid = both.0 .1.grid();
    let edge = ((least / grid).ceil() - 0.5) * grid;
    line.predicted =
        Some([laplace_tail(edge - of(&both.0 .0)), laplace_tail(edge - of(&both.1 .0))]);
    good & line.say(report)
}

fn main() -> ExitCode {
    check();
    let quick = std::env::args().any(|a| a == "--quick");
    let seed = std::env::var("EVIDENCE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(2012);
    let mut report = Report::new("attack");
    let mut attacks =
        Attacks { n: if quick { 30_000 } else { 1_000_000 }, seed, calls: 0, rows: Vec::new() };
    let mut good = mironov(&mut report, &mut attacks, quick);
    good &= haney(&mut report, &mut attacks);
    good &= casacuberta(&mut report, &mut attacks);
    good &= averaging::attack(&mut report, &mut attacks);
    if std::env::args().any(|a| a == "--wrong") {
        // Only the tests use this. The textbook sampler is judged by the criteria for the library,
        // which it must fail.
        let yes = |y: f64| could_be_noise(y, 1.0);
        good &= attacks
            .line("textbook, as the library".into(), 1.0, &Textbook(1.0), (0.0, 1.0), yes)
            .say(&mut report);
    }
    report.say(&format!(
        "\n{}",
        if good {
            "Each attack breaks the mechanism that it targets, and none breaks the library."
        } else {
            "SOMETHING IS NOT AS REQUIRED: see above."
        }
    ));
    let legend = [("yes on f", "#3b6ea5"), ("yes on f'", "#d9822b")];
    report.save(Some(&bars(
        "How often each attack says yes; in red where that violates the privacy guarantee",
        &legend,
        1.0,
        &attacks.rows,
        |x| format!("{x:.3}"),
    )));
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
