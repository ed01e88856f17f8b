//! Computes the exact privacy loss of the snapping mechanism for 14 deployments, and of
//! deliberately broken mechanisms. `make audit` runs this program. Each mechanism is checked in two
//! ways. The program exits with 1 if a deployment fails a check, or if a planted fault passes the
//! check that is meant to detect it.
//!
//! A mechanism passes check (a) if its exact loss is at most the chosen ε. For check (b), note that
//! each output corresponds to an interval of the uniform variable U. A mechanism passes this check
//! if every endpoint of such an interval equals the endpoint that the definition gives in exact
//! arithmetic.

#[path = "shared/mod.rs"]
mod evidence;
#[path = "shared/faults.rs"]
mod faults;

use std::process::ExitCode;

use evidence::chart::{bars, Row};
use evidence::{progress, Report};
use faults::{lambda_rounded_down, Fault, Faulty};
use indp::audit::distribution::{FloatAudit, RealAudit};
use indp::audit::host;
use indp::audit::implementation::Reference;
use indp::audit::pair::{audit_pair, neighbour, Finding};
use indp::audit::shipped::Shipped;
use indp::audit::FloatExact;
use indp::exact::{Dyadic, Positive};
use indp::snapping::{Precision, Snapping};
use indp::Error;
use rug::Integer;

/// The parameters of a deployment: ε, the sensitivity Δ, the bound B, the arithmetic, and two
/// neighbouring inputs.
type Deployment = (f64, f64, f64, Precision, (f64, f64));

const REAL: Precision = Precision::Real;

const fn bits(p: u32) -> Precision {
    Precision::Bits(p)
}

/// The deployments include small values of ε, powers of two as ε, large bounds B, bounds that are
/// not a multiple of the grid Λ, both precisions p = 53 and p = 118, and inputs at a tie or at the
/// bound.
const DEPLOYMENTS: [Deployment; 14] = [
    (1.0, 1.0, 32.0, REAL, (0.0, 1.0)),
    (0.1, 1.0, 1000.5, REAL, (-0.5, 0.5)),
    (1e-3, 1.0, 20_000.0, REAL, (19_999.0, 20_000.0)),
    (0.3, 5.0, f64::INFINITY, REAL, (100.0, 105.0)),
    (3.0, 0.7, 5.3, REAL, (0.0, 0.7)),
    (1.0, 1.0, 32.0, bits(53), (0.0, 1.0)),
    (0.3, 1.0, 77.7, bits(53), (12.3, 13.3)),
    (0.001, 1.0, 20_000.0, bits(53), (19_999.0, 20_000.0)),
    (2.0, 1e-5, 1e-3, bits(53), (0.0, 1e-5)),
    (1.0, 1.0, 32.0, bits(118), (0.0, 1.0)),
    (0.5, 1.0, 33.3, bits(118), (32.3, 33.3)),
    (0.01, 1.0, 5000.0, bits(118), (-0.5, 0.5)),
    (1.7, 1e100, 3e101, bits(118), (0.0, 1e100)),
    (0.7, 1.0, 1_208_925_819_614_629_174_706_176.0, bits(118), (5.0, 6.0)),
];

fn name(p: Precision) -> String {
    match p {
        Precision::Real => "real".into(),
        Precision::Automatic => "float, automatic".into(),
        Precision::Bits(p) => format!("float, p = {p}"),
    }
}

fn plain(x: f64) -> String {
    if x == 0.0 || (1e-4..1e7).contains(&x.abs()) || !x.is_finite() {
        format!("{x}")
    } else {
        format!("{x:e}")
    }
}

fn signed(x: f64) -> String {
    if x.is_nan() {
        "-".into()
    } else {
        format!("{x:+.1e}")
    }
}

fn verdicts(found: &Finding) -> String {
    let word = |good: bool| if good { "pass" } else { "FAIL" };
    format!("(a) {} (b) {}", word(!found.exceeds), word(found.wrong == 0))
}

/// Makes a bar of the chart. Its length is the number of decimal digits in which the loss agrees
/// with ε. It is red if the loss exceeds ε.
fn distance(name: String, found: &Finding) -> Row {
    Row { name, values: vec![-found.excess.abs().log10()], alarm: found.exceeds }
}

fn dyadic(x: f64) -> Dyadic {
    Dyadic::from_f64(x).expect("finite")
}

/// The explanation above the table of deployments.
const LEGEND: [&str; 14] = [
    "f, f': two exact answers, at most the sensitivity apart. B: answers and outputs are clamped \
     to [-B, B]. lambda: the noise",
    "scale, sensitivity / epsilon. real, float: the arithmetic; p: the bits of a float. The \
     mechanism and Liu's error semantics",
    "are defined in docs/specification.md.",
    "",
    "Deployments. Losses are given as distances from the chosen epsilon.",
    "    cases   for each place of the output (-B, below f, at f, between, at f', above f', B): \
     the upper bound that",
    "            Liu's error semantics gives for the loss. It can exceed the closed form.",
    "    proven  the closed form: the bound for all inputs.",
    "    (a)     passes if the exact worst loss is at most epsilon.",
    "    (b)     passes if the endpoints of all intervals equal those that the definition gives. \
     Each output",
    "            corresponds to an interval of the uniform variable U. U* is U rounded to a float.",
    "In real arithmetic the endpoints of U are irrational. They are known to a relative error of \
     2^-192, hence losses",
    "such as epsilon -2e-76.",
    "",
];

/// Prints the table of deployments, which shows how far the exact loss of each is below ε. Returns
/// whether all deployments pass, and the bars of the chart.
fn deployments(report: &mut Report, most: u64, list: &[Deployment]) -> (bool, Vec<Row>) {
    for line in LEGEND {
        report.say(line);
    }
    let mut rows = Vec::new();
    let mut sound = true;
    for (i, (epsilon, sensitivity, bound, precision, (f, g))) in list.iter().enumerate() {
        progress(&format!("deployment {} of {}", i + 1, list.len()));
        let p = Snapping::with_precision(*epsilon, *sensitivity, *bound, None, *precision)
            .expect("valid");
        let found = host::pair(&p, *f, *g, most).expect("neighbours");
        sound &= found.sound();
        let all = if found.exhaustive { "all" } else { "searched, not exhaustive:" };
        report.say(&format!(
            "epsilon {epsilon}, sensitivity {}, B {}, {}: f = {}, f' = {}",
            plain(*sensitivity),
            plain(*bound),
            name(*precision),
            plain(*f),
            plain(*g)
        ));
        report.say(&format!(
            "    exact worst loss {:<22} epsilon {}, at output {}; {all} {} outputs",
            found.loss,
            signed(found.excess),
            plain(found.output),
            found.outputs
        ));
        let cases: Vec<String> = found.cases.iter().map(|c| signed(*c)).collect();
        report.say(&format!("    proven {:<22} cases {}", p.loss(), cases.join(" ")));
        report.say(&format!(
            "    {} endpoints of U compared, {} differ    {}",
            found.ends,
            found.wrong,
            verdicts(&found)
        ));
        let b =
            if *bound > 1e20 && bound.is_finite() { format!("{bound:.1e}") } else { plain(*bound) };
        let label = format!("ε = {epsilon}, B = {b}, {}", name(*precision));
        rows.push(distance(label, &found));
    }
    (sound, rows)
}

/// Prints, for some ranges of inputs, the proven bound on the loss and the largest loss that a
/// search finds. Returns whether all ranges pass both checks.
fn ranges(report: &mut Report, most: u64) -> bool {
    let mut sound = true;
    report.say(
        "\nRanges of inputs: the loss proven for all inputs, and the largest loss found at \
         critical inputs (not exhaustive).\n",
    );
    for (epsilon, bound, precision, low, high) in [
        (1.0, 32.0, bits(118), -2.0, 32.0),
        (0.5, 40.0, REAL, -1.0, 3.0),
        (0.3, 77.7, bits(53), -77.7, 0.0),
    ] {
        progress(&format!("inputs {low} to {high}"));
        let p = Snapping::with_precision(epsilon, 1.0, bound, None, precision).expect("valid");
        let found = host::range(&p, low, high, most).expect("a range");
        sound &= found.sound();
        report.say(&format!(
            "epsilon {epsilon}, B {bound}, {}, inputs {low} to {high}: proven {}, found {} ({}) at \
             f = {}, f' = {}    {}",
            name(precision),
            p.loss(),
            found.loss,
            signed(found.excess),
            found.inputs.0,
            found.inputs.1,
            verdicts(&found)
        ));
    }
    sound
}

/// Tests that each deliberately broken mechanism fails the check that is meant to detect it, and
/// that the same code without a fault passes both checks.
fn planted(report: &mut Report, rows: &mut Vec<Row>) -> bool {
    let mut caught = true;
    let mut line = |report: &mut Report, what: &str, found: &Finding, meant: bool| {
        caught &= meant;
        let judged = if meant { "as required" } else { "NOT AS REQUIRED" };
        report.say(&format!(
            "{what:<46} epsilon {:<9} {:>4} of {} endpoints differ  {} {judged}",
            signed(found.excess),
            found.wrong,
            found.ends,
            verdicts(found)
        ));
    };
    report.say(
        "\nPlanted faults. LN: the logarithm in float arithmetic. Ties: answers halfway between \
         two multiples of the grid.\n",
    );
    let p = Snapping::with_precision(1.0, 1.0, 32.0, None, bits(118)).expect("valid");
    let inputs = (&dyadic(0.25), &dyadic(1.25));
    progress("a 53-bit U*");
    let ends = (&dyadic(0.0), &dyadic(1.0));
    let found = audit_pair(&p, || FloatAudit::new(&p, Shipped::new(&p), Some(53)), ends, 4096)
        .expect("memory");
    line(report, "a 53-bit U* under p = 118", &found, found.exceeds && found.wrong > 0);
    report.say(&format!(
        "    that is {:.2} units of 2^-53 above epsilon",
        found.excess * 2f64.powi(53)
    ));
    rows.push(distance("planted: 53-bit U* under p = 118".into(), &found));
    let claimed = Snapping::new(0.3, 1.0, 32.0, None).expect("sound");
    let faulty = lambda_rounded_down(0.3, 1.0, 32.0, claimed.grid());
    let make = || Some(RealAudit::new(&claimed, Shipped::new(&faulty)));
    let found = audit_pair(&claimed, make, (&dyadic(0.0), &dyadic(1.0)), 4096).expect("memory");
    line(report, "lambda rounded down, real arithmetic", &found, found.exceeds && found.wrong > 0);
    for (what, fault) in [
        ("ties toward -infinity", Fault::Ties),
        ("LN rounded down", Fault::Ln),
        ("multiplication rounded down", Fault::Times),
        ("addition rounded down", Fault::Plus),
    ] {
        progress(what);
        let make = || FloatAudit::new(&p, Faulty::new(1.0, 1.0, 32.0, &p, fault), None);
        let found = audit_pair(&p, make, inputs, 4096).expect("memory");
        line(report, what, &found, found.wrong > 0);
    }
    let make = || FloatAudit::new(&p, Faulty::new(1.0, 1.0, 32.0, &p, Fault::None), None);
    let found = audit_pair(&p, make, inputs, 4096).expect("memory");
    line(report, "no fault, same code", &found, found.sound());
    caught
}

/// Shows that, outside the conditions of Claim F1, the published formula for ε' (the epsilon of the
/// noise in float arithmetic) allows losses above ε, and that the library refuses such parameters.
fn premise(report: &mut Report) -> bool {
    report.say(
        "\nOutside the condition lambda <= B <= 2^(p-12) lambda the loss would exceed the epsilon \
         of the published formula. A unit\nroundoff is 2^-p.\n",
    );
    let positive = |x| Positive::from_f64(x).expect("positive");
    let outside = |epsilon, bound, bits| {
        Snapping::float_outside_premise(positive(epsilon), positive(1.0), bound, bits, None)
    };
    let mut shown = true;
    for (epsilon, bound, p) in [(2f64.powi(-12), 0.6, 53), (2f64.powi(-14), 0.75, 53)] {
        progress("B below lambda");
        let mechanism = outside(epsilon, bound, p).expect("formula");
        let mut worst = Finding::none();
        for i in 0..1000 {
            // The inputs f are spread over [-B, B].
            let f = bound * (2.0 * (f64::from(i) * 0.618_033_988_749_894_8).fract() - 1.0);
            let g = neighbour(&mechanism, f, -f.signum()).clamp(-bound, bound);
            let make = || FloatAudit::new(&mechanism, Reference::new(&mechanism)?, None);
            let found = audit_pair(&mechanism, make, (&dyadic(f), &dyadic(g)), 64).expect("memory");
            worst.merge(&found);
        }
        let asked = Snapping::with_precision(epsilon, 1.0, bound, None, bits(p));
        let refused = matches!(asked, Err(Error::FloatBound));
        shown &= worst.exceeds && refused;
        report.say(&format!(
            "B = {bound} below lambda = {:.0} (p = {p}): loss = epsilon {} ({:+.2} unit roundoffs) \
             at f = {}, f' = {}; the library {}",
            mechanism.lambda(),
            signed(worst.excess),
            worst.excess * 2f64.powi(p as i32),
            worst.inputs.0,
            worst.inputs.1,
            if refused { "refuses it" } else { "ALLOWS IT" }
        ));
    }
    // Here values of U*, the uniform variable rounded to a float, can be as small as exp(-2^54),
    // which is below MPFR's default exponent range.
    widen_exponents();
    let bound = 0.97 * 2f64.powi(51);
    let mechanism = outside(16.0, bound, 53).expect("formula");
    let exact = FloatExact::new(&mechanism, None).expect("float");
    let output: Integer = exact.ends().0 + 1u32;
    let (from, to) = (
        exact.probability(&dyadic(bound), &output),
        exact.probability(&dyadic(bound - 0.25), &output),
    );
    let infinite = from.is_some_and(|p| p == 0) && to.is_some_and(|p| p > 0);
    let refused = matches!(
        Snapping::with_precision(16.0, 1.0, bound, None, bits(53)),
        Err(Error::FloatBound)
    );
    report.say(&format!(
        "B near 2^p lambda (p = 53, epsilon = 16): an output is impossible for f = B and possible \
         for f' = B - 1/4: loss {}; the library {}",
        if infinite { "infinite" } else { "NOT SHOWN" },
        if refused { "refuses it" } else { "ALLOWS IT" }
    ));
    shown && infinite && refused
}

/// Lowers the smallest exponent that MPFR allows in this thread.
fn widen_exponents() {
    // SAFETY: the call changes only the exponent range of this thread's MPFR. It refuses values
    // outside MPFR's limits without changing anything.
    unsafe { gmp_mpfr_sys::mpfr::set_emin(-(1 << 61)) };
}

/// Judges a mechanism with a planted fault by the criteria for deployments. The mechanism must fail
/// them. Only the tests use this, by the argument --wrong.
fn wrong(report: &mut Report) -> bool {
    let p = Snapping::with_precision(1.0, 1.0, 32.0, None, bits(118)).expect("valid");
    let make = || FloatAudit::new(&p, Shipped::new(&p), Some(53));
    let found = audit_pair(&p, make, (&dyadic(0.0), &dyadic(1.0)), 4096).expect("memory");
    report.say(&format!("a deployment with a 53-bit U*: {}", verdicts(&found)));
    found.sound()
}

fn main() -> ExitCode {
    let quick = std::env::args().any(|a| a == "--quick");
    let mut report = Report::new("audit");
    report.say(
        "The true privacy loss, by exact computation: no sampling, and no floating point in the \
         verdicts.\n",
    );
    let list: Vec<Deployment> = DEPLOYMENTS
        .into_iter()
        .enumerate()
        .filter(|(i, _)| !quick || i % 4 == 1)
        .map(|(_, d)| d)
        .collect();
    let (sound, mut rows) = deployments(&mut report, if quick { 64 } else { 4096 }, &list);
    let ranged = quick || ranges(&mut report, 64);
    let caught = planted(&mut report, &mut rows);
    let shown = quick || premise(&mut report);
    let right = !std::env::args().any(|a| a == "--wrong") || wrong(&mut report);
    let good = sound && ranged && caught && shown && right;
    report.say(&format!(
        "\n{}",
        if good {
            "No deployment loses more than its epsilon, each equals its definition, and every \
             planted fault was found."
        } else {
            "SOMETHING FAILED: see above."
        }
    ));
    report.save(Some(&bars(
        "Distance of the exact worst loss from ε, as 10^-x; in red where the loss exceeds ε",
        &[("x: the number of agreeing decimal digits", "#3b6ea5")],
        80.0,
        &rows,
        |digits| format!("10^-{digits:.0}"),
    )));
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
