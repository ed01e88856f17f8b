//! Tests of the expected errors. Each result is compared with the same quantity, computed in a
//! simpler way.

mod moments;

use rug::{Float, Integer, Rational};

use super::at::{accuracy_at, At};
use super::tail::{accuracy, epsilon_for_accuracy, tail, within, Answers};
use super::Alpha;
use crate::entropy::seeded::Seeded;
use crate::exact::{power, Dyadic, Positive};
use crate::snapping::{Precision, Snapping};
use crate::tape::Words;
use crate::Error;

const INFINITE: f64 = f64::INFINITY;

fn alpha(x: f64) -> Alpha {
    Alpha::new(x).unwrap()
}

fn dyadic(x: f64) -> Dyadic {
    Dyadic::from_f64(x).unwrap()
}

struct Random(Seeded);

impl Random {
    fn new(call: u64) -> Self {
        Random(Seeded::new(crate::test_seed(), call))
    }

    /// Uniform on [low, high).
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next().unwrap() >> 11) as f64 * 2f64.powi(-53)
    }

    /// A number between 2^low and 2^high whose logarithm is uniform.
    fn scale(&mut self, low: i32, high: i32) -> f64 {
        2f64.powf(self.between(f64::from(low), f64::from(high)))
    }
}

/// The Laplace distribution function in doubles.
fn below(x: f64, f: f64, lambda: f64) -> f64 {
    let z = (x - f) / lambda;
    if z < 0.0 {
        z.exp() / 2.0
    } else {
        1.0 - (-z).exp() / 2.0
    }
}

/// Every release of non-negligible probability, with that probability in doubles. For a mechanism
/// in float arithmetic, the probabilities follow from its λ, and its rounding errors are neglected.
fn distribution(p: &Snapping, bound: f64, f: f64) -> Vec<(f64, f64)> {
    let (lambda, grid) = (p.lambda(), p.grid());
    let c = f.clamp(-bound, bound);
    let reach = (45.0 * lambda / grid).ceil() + 2.0;
    let middle = (c / grid).round();
    let (first, last) = (middle - reach, middle + reach);
    let mut all = Vec::new();
    let mut k = first;
    while k <= last {
        let low = if k == first { 0.0 } else { below((k - 0.5) * grid, c, lambda) };
        let high = if k == last { 1.0 } else { below((k + 0.5) * grid, c, lambda) };
        all.push(((k * grid).clamp(-bound, bound), high - low));
        k += 1.0;
    }
    all
}

fn expectation(all: &[(f64, f64)], g: impl Fn(f64) -> f64) -> f64 {
    all.iter().map(|(v, p)| g(*v) * p).sum()
}

/// The bound that holds for all answers is the supremum of the exact tails. No examined tail
/// exceeds it, and the largest one is smaller by a relative difference of at most 10^-25.
#[test]
fn the_bound_for_every_answer_is_valid_and_tight() {
    let mut random = Random::new(1);
    for case in 0..400 {
        let (epsilon, sensitivity) = (random.scale(-6, 6), random.scale(-20, 20));
        let natural = Snapping::new(epsilon, sensitivity, INFINITE, None).unwrap();
        let grid =
            (case % 2 == 0).then(|| natural.grid_exponent + random.between(-8.0, 4.0) as i32);
        let p = Snapping::new(epsilon, sensitivity, INFINITE, grid).unwrap();
        let r = Rational::from_f64(
            p.grid() * random.between(0.0, 5.0) + p.lambda() * random.between(0.0, 9.0),
        )
        .unwrap();
        let bound = tail(&p, Answers::Any, &r).unwrap();
        let (g, tiny) = (power(p.grid_exponent), power(p.grid_exponent - 100));
        let mut largest = Float::with_val(192, 0);
        let breaks = [
            Rational::from(-&r) - &tiny,
            Rational::from(-&r) + &tiny,
            r.clone() - &tiny,
            r.clone() + &tiny,
        ];
        let others = (0..16).map(|i| Rational::from((i, 16)) * &g);
        for f in breaks.into_iter().chain(others) {
            // The tail depends on f modulo G, so f is moved into one cell.
            let f = &f - Rational::from(&f / &g).floor() * &g;
            let exact = exact_tail(&p, &f, &r);
            assert!(exact <= bound, "{case}");
            largest = largest.max(&exact);
        }
        assert!(Float::with_val(192, &bound - &largest) <= 1e-25 * bound, "case {case}: not tight");
    }
}

/// P(|release - f| > r) in real arithmetic for a rational f, from the definition.
fn exact_tail(p: &Snapping, f: &Rational, r: &Rational) -> Float {
    let g = power(p.grid_exponent);
    let side = |f: Rational| {
        let k = (Rational::from(&f + r) / &g).floor() + 1u32;
        let t = (k - Rational::from((1, 2))) * &g - f;
        let up = t >= 0;
        let half =
            (-Float::with_val(192, t.abs() * p.epsilon.rational() / p.sensitivity.rational()))
                .exp()
                / 2u32;
        if up {
            half
        } else {
            1 - half
        }
    };
    // The tail toward -infinity is the mirror image. Ties have probability 0.
    side(f.clone()) + side(Rational::from(-f))
}

/// Counts the requests for which `inverse` finds the smallest ε. The requests have random Δ and α,
/// both arithmetics, and every kind of grid and bound. Returns the number of right results, the
/// number of all results, and the largest factor by which a result differs from the library's
/// result.
fn round_trip(cases: u32, inverse: impl Fn(&Request) -> Result<f64, Error>) -> (u32, u32, f64) {
    let mut random = Random::new(2);
    let (mut good, mut made, mut worst) = (0, 0, 1f64);
    for case in 0..cases {
        let request = Request::random(&mut random, case);
        let Ok(epsilon) = inverse(&request) else { continue };
        made += 1;
        let fits = |epsilon: f64| match request.build(epsilon) {
            Ok(p) => within(&p, Answers::Any, alpha(request.alpha), request.r).unwrap(),
            Err(error) => {
                assert!(
                    matches!(error, Error::Lambda | Error::FloatEpsilon | Error::FloatBound),
                    "{error}"
                );
                false
            }
        };
        let smallest = fits(epsilon) && !fits(f64::from_bits(epsilon.to_bits() - 1));
        if smallest && case % 8 == 0 {
            let r = accuracy(&request.build(epsilon).unwrap(), Answers::Any, alpha(request.alpha))
                .unwrap();
            assert!(
                r <= request.r && fits_no_less(&request, epsilon, r),
                "accuracy and its inverse"
            );
        }
        good += u32::from(smallest);
        let right = request.inverse().unwrap_or(epsilon);
        worst = worst.max((epsilon / right).max(right / epsilon));
    }
    (good, made, worst)
}

/// Whether r is 0, or the next smaller double is too small as an error bound at this ε.
fn fits_no_less(request: &Request, epsilon: f64, r: f64) -> bool {
    let p = request.build(epsilon).unwrap();
    r == 0.0
        || !within(&p, Answers::Any, alpha(request.alpha), f64::from_bits(r.to_bits() - 1)).unwrap()
}

struct Request {
    sensitivity: f64,
    bound: f64,
    grid: Option<i32>,
    precision: Precision,
    alpha: f64,
    r: f64,
}

impl Request {
    fn random(random: &mut Random, case: u32) -> Self {
        let sensitivity = random.scale(-30, 30);
        let r = sensitivity * random.scale(-6, 12);
        let precision = match case % 5 {
            3 => Precision::Bits(53),
            4 => [Precision::Automatic, Precision::Bits(118)][case as usize / 5 % 2],
            _ => Precision::Real,
        };
        let real = precision == Precision::Real;
        let bound = if real && case.is_multiple_of(2) { INFINITE } else { r * random.scale(2, 16) };
        let grid = (case % 5 == 1).then(|| {
            Positive::from_f64(r).unwrap().log2_floor() - random.between(0.0, 12.0) as i32
        });
        Request { sensitivity, bound, grid, precision, alpha: random.scale(-40, 0) * 0.999, r }
    }

    fn build(&self, epsilon: f64) -> Result<Snapping, Error> {
        Snapping::with_precision(epsilon, self.sensitivity, self.bound, self.grid, self.precision)
    }

    fn inverse(&self) -> Result<f64, Error> {
        epsilon_for_accuracy(
            self.sensitivity,
            self.bound,
            self.grid,
            self.precision,
            alpha(self.alpha),
            self.r,
        )
    }
}

#[test]
fn epsilon_for_accuracy_is_the_inverse_of_accuracy() {
    let (good, made, worst) = round_trip(10_000, Request::inverse);
    println!("{good} of {made} round trips");
    assert!(good == made && made >= 9_900 && worst == 1.0);
}

#[test]
fn an_inverse_that_ignores_sensitivity_and_alpha_fails() {
    let (good, made, worst) = round_trip(500, |request| Ok(1.0 / request.r));
    println!("{good} of {made}, off by a factor of up to {worst:.3e}");
    assert!(made == 500 && good < 5 && worst > 4.0);
    // An inverse that ignores the grid finds an ε that is too small or too large.
    let smooth =
        |request: &Request| Ok(request.sensitivity * (1.0 / request.alpha).ln() / request.r);
    let (good, made, _) = round_trip(500, smooth);
    assert!(made == 500 && good < 5);
}

#[test]
fn coverage_is_what_was_promised() {
    let mut random = Random::new(3);
    for case in 0..300 {
        let (epsilon, sensitivity) = (random.scale(-3, 4), random.scale(-5, 5));
        let lambda = sensitivity / epsilon;
        let bound = if case % 3 == 0 { INFINITE } else { lambda * random.scale(0, 6) };
        let precision = if case % 3 == 2 { Precision::Bits(53) } else { Precision::Real };
        let Ok(p) = Snapping::with_precision(epsilon, sensitivity, bound, None, precision) else {
            continue;
        };
        let a = random.scale(-20, -1);
        let everywhere = accuracy(&p, Answers::Any, alpha(a)).unwrap();
        for _ in 0..4 {
            let f = random.between(-1.2, 1.2) * bound.min(30.0 * lambda);
            let all = distribution(&p, bound, f);
            let beyond = |r: f64| expectation(&all, |v| f64::from(u8::from((v - f).abs() > r)));
            let here = accuracy_at(&p, &dyadic(f), alpha(a)).unwrap();
            let last = 1e-13 * (f.abs() + lambda + here);
            assert!(beyond(here + last) <= a * (1.0 + 1e-8), "{case}");
            assert!(beyond(here - last) > a * (1.0 - 1e-8), "{case}: a smaller one would do");
            assert!(f.abs() > bound || here <= everywhere, "{case}");
        }
    }
}

#[test]
fn counts_are_whole_numbers() {
    // A count is off by more than 3 with probability P(|noise| >= 3.5) = e^-3.5 = 0.0302 <= 0.05,
    // and by more than 2 with probability e^-2.5 > 0.05.
    let p = Snapping::new(1.0, 1.0, INFINITE, Some(0)).unwrap();
    assert_eq!(accuracy(&p, Answers::Multiples(0), alpha(0.05)), Ok(3.0));
    assert_eq!(accuracy_at(&p, &dyadic(41.0), alpha(0.05)), Ok(3.0));
    let any = accuracy(&p, Answers::Any, alpha(0.05)).unwrap();
    assert!(any > 3.0 && any <= 20f64.ln() + 0.5);
    assert!(
        accuracy(&p, Answers::Multiples(-1), alpha(0.05)) == Ok(any),
        "half numbers lie off the grid"
    );
}

#[test]
fn refused() {
    for bad in [0.0, 1.0, -0.5, 2.0, f64::NAN, INFINITE, -0.0] {
        assert_eq!(Alpha::new(bad).unwrap_err(), Error::Alpha);
    }
    let ask = |bound, grid, precision, r| {
        epsilon_for_accuracy(1.0, bound, grid, precision, alpha(0.05), r)
    };
    for bad in [0.0, -1.0, f64::NAN, INFINITE] {
        assert_eq!(ask(10.0, None, Precision::Real, bad), Err(Error::Accuracy));
    }
    assert_eq!(
        ask(INFINITE, Some(0), Precision::Real, 0.49),
        Err(Error::Accuracy),
        "half a step is always lost"
    );
    assert!(ask(INFINITE, Some(0), Precision::Real, 0.51).is_ok());
    assert_eq!(ask(INFINITE, None, Precision::Automatic, 1.0), Err(Error::FloatBound));
    assert_eq!(ask(10.0, Some(0), Precision::Automatic, 1.0), Err(Error::FloatGrid));
    assert_eq!(ask(-1.0, None, Precision::Real, 1.0), Err(Error::Bound));
    assert_eq!(
        epsilon_for_accuracy(0.0, 1.0, None, Precision::Real, alpha(0.5), 1.0),
        Err(Error::Sensitivity)
    );
    // An error of at most r = 2^-52·B would require a λ below 2^(12-53)·B. But B must not exceed
    // 2^(53-12)·λ.
    assert_eq!(ask(2f64.powi(52), None, Precision::Bits(53), 1.0), Err(Error::Accuracy));
    assert!(ask(2f64.powi(52), None, Precision::Automatic, 1.0).is_ok());
}

/// In both arithmetics, the probability that the multiple is at least k and the probability that it
/// is below k add up to one.
#[test]
fn splits_add_up() {
    for precision in [Precision::Real, Precision::Bits(53)] {
        let p = Snapping::with_precision(0.7, 1.0, 20.0, None, precision).unwrap();
        let at = At::new(&p, &dyadic(0.4), 300);
        for k in -9..=9 {
            let (above, under) = at.split(&Integer::from(k));
            assert!(Float::with_val(300, above + under) == 1);
        }
        assert_eq!(at.centre, dyadic(0.4).rational());
    }
}
