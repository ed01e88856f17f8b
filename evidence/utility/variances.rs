//! Compares the root mean square errors of the library's variances and standard deviations with the
//! errors of other mechanisms at the same ε.

use indp::aggregate::{Stddev, Variance};
use indp::entropy::seeded::Seeded;

use super::data::Data;
use super::errors::{Errors, Span};
use super::evidence::{progress, Report};
use super::fit::seed;
use super::random::Random;
use super::states::Released;
use super::Effort;

/// The exact statistics of a data set that the mechanisms use, and ε.
struct Case {
    n: f64,
    epsilon: f64,
    lo: f64,
    hi: f64,
    /// The mean, relative to the middle of the bounds.
    mean: f64,
    /// The mean squared distance of the values from the middle of the bounds.
    square: f64,
}

impl Case {
    fn new(data: &Data, epsilon: f64) -> Self {
        let mean = data.mean() - (data.lo / 2.0 + data.hi / 2.0);
        let square = data.variance() + mean * mean;
        Case { n: data.rows(), epsilon, lo: data.lo, hi: data.hi, mean, square }
    }

    /// Returns half of the width of the bounds.
    fn h(&self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    fn exact(&self) -> f64 {
        self.square - self.mean * self.mean
    }

    fn clamped(&self, variance: f64) -> f64 {
        variance.clamp(0.0, self.h() * self.h())
    }
}

/// The best fixed division of ε, which the library uses in float arithmetic. Of 32 equal parts of
/// ε, the count (rounded to an integer) gets 10, the centred sum 14, and the sum of centred
/// squares gets 8. Half of h² is subtracted from each square, so that the sensitivity of the sum of
/// squares is h²/2.
fn split(case: &Case, random: &mut Random) -> f64 {
    let (h, share) = (case.h(), case.epsilon / 32.0);
    let count = (case.n + random.laplace(1.0 / (10.0 * share))).round();
    let sum = case.n * case.mean + random.laplace(h / (14.0 * share));
    let squares =
        case.n * (case.square - h * h / 2.0) + random.laplace(h * h / 2.0 / (8.0 * share));
    if count < 1.0 {
        return h * h / 2.0;
    }
    case.clamped(squares / count + h * h / 2.0 - (sum / count).powi(2))
}

/// The method of Google's library in Go. The count, the centred sum and the sum of centred squares
/// get a third of ε each. The sum of squares has sensitivity h².
fn google_go(case: &Case, random: &mut Random) -> f64 {
    let (h, third) = (case.h(), case.epsilon / 3.0);
    let count = (case.n + random.laplace(1.0 / third)).round().max(1.0);
    let sum = case.n * case.mean + random.laplace(h / third);
    let squares = case.n * case.square + random.laplace(h * h / third);
    case.clamped(squares / count - (sum / count).powi(2))
}

/// The method of Google's library in C++. The count, the centred sum and the sum of squares get a
/// third of ε each. For the sum of squares, each value is squared without being centred. Then the
/// middle of the range of the squares is subtracted from the square.
fn google_cpp(case: &Case, random: &mut Random) -> f64 {
    let (third, middle) = (case.epsilon / 3.0, case.lo / 2.0 + case.hi / 2.0);
    let (low, high) = (case.lo * case.lo, case.hi * case.hi);
    let least = if case.lo < 0.0 && case.hi > 0.0 { 0.0 } else { low.min(high) };
    let (centre, half) = ((least + low.max(high)) / 2.0, (low.max(high) - least) / 2.0);
    let count = (case.n + random.laplace(1.0 / third)).round();
    let sum = case.n * case.mean + random.laplace(case.h() / third);
    let square = case.exact() + (case.mean + middle).powi(2);
    let squares = case.n * (square - centre) + random.laplace(half / third);
    let (mean, square) = if count <= 1.0 {
        (middle, centre)
    } else {
        (middle + sum / count, centre + squares / count)
    };
    case.clamped(square - mean * mean)
}

/// The variance from Bernstein sums, as the library documents them, with textbook noise. If the
/// noisy total is below 8 noise scales, evenly spread rows are added to raise it to this value.
fn ours(case: &Case, random: &mut Random) -> f64 {
    let (h, w) = (case.h(), case.hi - case.lo);
    let ends =
        [h * h - 2.0 * h * case.mean + case.square, h * h + 2.0 * h * case.mean + case.square];
    let exact = [ends[0], w * w - ends[0] - ends[1], ends[1]].map(|mean| case.n * mean);
    let scale = w * w / case.epsilon;
    let sums = exact.map(|sum| sum + random.laplace(scale));
    let total: f64 = sums.iter().sum();
    let lacking = (8.0 * scale - total).max(0.0);
    let [_, between, above] = sums.map(|sum| (sum + lacking / 3.0) / (total + lacking));
    // The mean relative to the width of the bounds. `above` is the second moment relative to the
    // square of the width.
    let mean = above + between / 2.0;
    case.clamped(w * w * (above - mean * mean))
}

type Way = (&'static str, fn(&Case, &mut Random) -> f64);
const WAYS: [Way; 3] = [("10/14/8", split), ("Google, Go", google_go), ("Google, C++", google_cpp)];

/// The ranges that docs/errors.md claims for the ratio of the library's error to the error of each
/// mechanism, widened by 0.01 at both ends. The first range of a pair is for n·ε below 100, and the
/// second for n·ε from 100 on. The first list is for variances, and the second for standard
/// deviations.
const CLAIMS: [[[(f64, f64); 2]; WAYS.len()]; 2] = [
    [[(0.61, 1.0), (0.57, 0.81)], [(0.5, 1.43), (0.5, 0.62)], [(0.08, 0.96), (0.0, 1.05)]],
    [[(0.58, 1.08), (0.53, 0.81)], [(0.47, 1.84), (0.48, 0.74)], [(0.07, 1.0), (0.0, 1.05)]],
];

/// The values of n·ε.
const POINTS: [f64; 10] = [0.5, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 300.0, 1e3, 1e5];
const MANY: f64 = 100.0;

/// The released quantity: the variance or the standard deviation.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Variance,
    Deviation,
}

impl Kind {
    fn of(self, variance: f64) -> f64 {
        match self {
            Kind::Variance => variance,
            Kind::Deviation => variance.sqrt(),
        }
    }

    /// Draws releases of the library's answer at this ε, and returns their errors.
    fn drawn(self, data: &Data, epsilon: f64, draws: u32, call: u64) -> Errors {
        let (tape, exact, values) =
            (Seeded::new(seed(), call), self.of(data.variance()), &data.values);
        match self {
            Kind::Variance => {
                let own = Variance::new(data.lo, data.hi, None, 1).expect("sound bounds");
                let mut state =
                    Released::<Variance>::of_numbers(|b| own.write(b), values, epsilon, tape);
                Errors::of(draws, exact, || state.draw())
            }
            Kind::Deviation => {
                let own = Stddev::new(data.lo, data.hi, None, 1).expect("sound bounds");
                let mut state =
                    Released::<Stddev>::of_numbers(|b| own.write(b), values, epsilon, tape);
                Errors::of(draws, exact, || state.draw())
            }
        }
    }
}

/// Prints the table. Returns whether the errors of the library's releases agree with the errors of
/// the library's formula with textbook noise, and whether their ratios to the errors of other
/// mechanisms lie in the claimed ranges.
pub fn run(effort: Effort) -> bool {
    let mut report = Report::new("variances");
    let draws = effort.choose(10_000, 50_000);
    report.say(&format!(
        "n: the number of rows; lo, hi: the bounds; ours: this library. Root mean squared errors \
         from {draws} releases of the library, times n·ε. The unit is (hi - lo)² for variances \
         and\n\
         hi - lo for standard deviations. The other columns are our error divided by that of \
         another method: below 1 ours is\n\
         smaller; * marks methods that beat ours. 10/14/8: of 32 equal parts of ε the count gets \
         10, the centred sum 14\n\
         and the centred squares 8. Google, Go and Google, C++: the methods of Google's libraries, \
         with ε/3 for each of the three."
    ));
    let all = if effort.quick { Data::some() } else { Data::all() };
    let mut good = true;
    for (kind, what, claims) in [
        (Kind::Variance, "variances", CLAIMS[0]),
        (Kind::Deviation, "standard deviations", CLAIMS[1]),
    ] {
        let heads: String = WAYS.iter().map(|w| format!("{:>14}", w.0)).collect();
        let mut spans = [[Span::NONE; WAYS.len()]; 2];
        let mut call = if kind == Kind::Variance { 1 << 33 } else { 1 << 34 };
        for data in &all {
            progress(&format!("{what}: {}", data.name));
            report.say(&format!("\n{what:<20}{:<36}{:>9}{heads}", data.name, "ours"));
            for point in POINTS.into_iter().step_by(effort.choose(3, 1)) {
                let data = &data.enough(point);
                let case = Case::new(data, point / data.rows());
                call += 1;
                let own = kind.drawn(data, effort.spent(case.epsilon), draws, call);
                let mut random = Random::new(seed(), (1 << 40) + call);
                let exact = kind.of(case.exact());
                let twin = Errors::of(draws, exact, || kind.of(ours(&case, &mut random)));
                let fits = own.alike(&twin);
                good &= fits;
                let unit = if kind == Kind::Variance { data.width().powi(2) } else { data.width() };
                let mut text =
                    format!("{:>56}{:>9.3}", format!("n·ε = {point}"), own.rms() * point / unit);
                for (i, way) in WAYS.iter().enumerate() {
                    let other = Errors::of(draws, exact, || kind.of(way.1(&case, &mut random)));
                    let ratio = own.over(&other);
                    spans[usize::from(point >= MANY)][i].see(ratio);
                    let beaten = if ratio.0 > 1.0 + 3.0 * ratio.1 { "*" } else { " " };
                    text += &format!("{:>13.2}{beaten}", ratio.0);
                }
                report.say(&format!(
                    "{text}{}",
                    if fits { "" } else { "  DOES NOT FIT the formula" }
                ));
            }
        }
        report.say("");
        for (half, (few_or_many, spans)) in ["below", "from"].iter().zip(&spans).enumerate() {
            let text: Vec<String> =
                (0..WAYS.len()).map(|i| format!("{} {}", WAYS[i].0, spans[i])).collect();
            report.say(&format!(
                "Ours over others, {what}, n·ε {few_or_many} {MANY}: {}.",
                text.join("; ")
            ));
            good &= spans.iter().zip(claims).all(|(span, claim)| span.within(claim[half]));
        }
    }
    report.say(if good {
        "The measured errors of released variances match the formula and the claims."
    } else {
        "ERRORS OF VARIANCES ARE NOT AS CLAIMED: see above."
    });
    report.save(None);
    good
}
