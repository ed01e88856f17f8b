//! Deliberately wrong implementations of the snapping mechanism, which the audit must detect.

use indp::audit::implementation::{Implementation, Uniform};
use indp::exact::{Dyadic, Positive};
use indp::snapping::reference::float::Redefined;
use indp::snapping::{Arithmetic, Snapping};
use rug::{float::Round, Float, Integer, Rational};

/// A planted fault. LN, ⊗ and ⊕ are the logarithm, multiplication and addition of float arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No fault, for comparison.
    None,
    /// Rounding to a multiple of Λ sends ties toward -infinity.
    Ties,
    /// LN is rounded down.
    Ln,
    /// ⊗ is rounded down.
    Times,
    /// ⊕ is rounded down.
    Plus,
}

/// The mechanism in float arithmetic, with a planted fault.
pub struct Faulty {
    lambda: Float,
    grid: Rational,
    fault: Fault,
}

impl Faulty {
    /// Makes a mechanism from these parameters, with the precision and the grid of `p`.
    pub fn new(epsilon: f64, sensitivity: f64, bound: f64, p: &Snapping, fault: Fault) -> Self {
        let positive = |x| Positive::from_f64(x).expect("positive");
        let Arithmetic::Float(bits) = p.arithmetic() else { panic!("float arithmetic") };
        let made =
            Redefined::new(&positive(epsilon), &positive(sensitivity), &positive(bound), bits);
        let grid = Rational::from_f64(p.grid()).expect("finite");
        Faulty { lambda: made.expect("valid").lambda, grid, fault }
    }

    /// Returns the rounding direction of the operation that `fault` concerns.
    fn way(&self, fault: Fault) -> Round {
        if self.fault == fault {
            Round::Down
        } else {
            Round::Nearest
        }
    }
}

impl Implementation for Faulty {
    fn at_least(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool> {
        let bits = self.lambda.prec();
        let round = |value: Rational, way| Float::with_val_round(bits, value, way).0;
        let mut ln = Float::with_val(bits, &u.value);
        ln.ln_round(self.way(Fault::Ln));
        let noise = Float::with_val_round(bits, &self.lambda * &ln, self.way(Fault::Times)).0;
        let f = f.rational();
        let noise = noise.to_rational()?;
        let sum = round(if minus { f - noise } else { f + noise }, self.way(Fault::Plus));
        let steps = sum.to_rational()? / &self.grid;
        let half = Rational::from((1, 2));
        let rounded =
            if self.fault == Fault::Ties { (steps - half).ceil() } else { (steps + half).floor() };
        Some(rounded >= *k)
    }
}

/// Makes a mechanism in real arithmetic whose λ is rounded down to a double, so that its noise is
/// too small.
pub fn lambda_rounded_down(epsilon: f64, sensitivity: f64, bound: f64, grid: f64) -> Snapping {
    let exact = Rational::from_f64(sensitivity).expect("finite")
        / Rational::from_f64(epsilon).expect("finite");
    let lambda = Float::with_val(53, Float::with_val_round(53, exact, Round::Down).0).to_f64();
    let positive = |x| Positive::from_f64(x).expect("positive");
    let grid = positive(grid).log2_exact();
    Snapping::exact(positive(1.0), positive(lambda), bound, |_| grid).expect("finite")
}
