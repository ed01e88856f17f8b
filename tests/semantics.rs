//! Tests the error semantics, which computes an interval for the rounded result of an expression.
//! For random expressions, the result in floats and the real result must lie in the interval. The
//! rules as printed in Covington's implementation notes do not have this property.

use indp::audit::cases::Semantics;
use indp::audit::distribution::{Distribution, FloatAudit};
use indp::audit::semantics::{Expr, Interval};
use indp::audit::shipped::Shipped;
use indp::entropy::seeded::Seeded;
use indp::exact::Dyadic;
use indp::snapping::{Precision, Snapping};
use indp::tape::Words;
use rug::{Float, Integer};

struct Random(Seeded);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next().unwrap() % n
    }

    /// Returns a number of random size and random sign. One number in four is a small integer, so
    /// that differences can be 0.
    fn number(&mut self, bits: u32) -> Float {
        if self.below(4) == 0 {
            return Float::with_val(bits, self.below(7) as i64 - 3);
        }
        let mantissa = Float::with_val(bits + 40, self.0.next().unwrap()) / u64::MAX;
        let scaled = mantissa << (self.below(40) as i32 - 20);
        if self.below(2) == 0 {
            -scaled
        } else {
            scaled
        }
    }

    fn expression(&mut self, depth: u32, bits: u32) -> Expr {
        if depth == 0 || self.below(6) == 0 {
            return if self.below(2) == 0 {
                Expr::Const(self.number(bits + 40))
            } else {
                Expr::Var(self.below(3) as usize)
            };
        }
        let mut sub = || Box::new(self.expression(depth - 1, bits));
        let (a, b) = (sub(), sub());
        match self.below(5) {
            0 => Expr::Add(a, b),
            1 => Expr::Sub(a, b),
            2 => Expr::Mul(a, b),
            3 => Expr::Div(a, b),
            _ => Expr::Ln(a),
        }
    }
}

const WIDE: u32 = 600;

#[test]
fn computed_and_real_values_lie_in_the_interval() {
    let mut random = Random(Seeded::new(2020, 0));
    let (mut finite, mut narrow, mut nan) = (0, 0, 0);
    for _ in 0..20_000 {
        let precision = 5 + random.below(60) as u32;
        let expression = random.expression(1 + (precision % 5), precision);
        let variables: Vec<Float> =
            (0..3).map(|_| Float::with_val(precision, random.number(precision))).collect();
        let points: Vec<Interval> = variables.iter().map(Interval::point).collect();
        let interval = expression.interval(&points, precision, WIDE);
        let computed = expression.evaluate(&variables, precision);
        let real = expression.evaluate(&variables, WIDE - 50);
        if computed.is_nan() || real.is_nan() {
            nan += 1; // no value, as for 0/0 or ln(-1): the interval must be unbounded
            assert!(interval.low.is_infinite() && interval.high.is_infinite());
            continue;
        }
        assert!(
            interval.contains(&computed),
            "{expression:?} at {precision} bits: {computed} not in {interval:?}"
        );
        assert!(interval.contains(&real) || real.is_infinite());
        if interval.low.is_finite() && interval.high.is_finite() {
            finite += 1;
            let width = Float::with_val(WIDE, &interval.high - &interval.low);
            narrow += u32::from(width <= (real.abs() >> (precision - 4)));
        }
    }
    println!(
        "{finite} intervals are finite, {narrow} of them within 16u; {nan} expressions have no \
         value"
    );
    assert!(
        finite > 8_000 && narrow > 5_000 && nan > 100,
        "enough intervals must be finite and narrow"
    );
}

/// The printed rules give the interval (x/(1+u), x(1+u)) even if x is negative, where u is the unit
/// roundoff. The ends of the interval are then in the wrong order. The rules also ignore that
/// operands have rounding errors of their own. The test finds values outside the printed intervals
/// for both reasons.
#[test]
fn the_printed_rules_are_not_sound() {
    let precision = 8;
    let unit = 2f64.powi(-8);
    let mut random = Random(Seeded::new(2020, 1));
    let (mut negative, mut operands) = (0, 0);
    for _ in 0..2000 {
        let x = random.number(precision).to_f64();
        let c = Float::with_val(precision, x).to_f64();
        let (low, high) = (x / (1.0 + unit), x * (1.0 + unit));
        if x < 0.0 {
            negative += u32::from(!(low..=high).contains(&c));
        } else {
            assert!((low..=high).contains(&c));
        }
        // The expression (a × b) × b with positive a and b. Its operand a × b is already rounded.
        let (a, b) = (1.0 + x.abs(), 3.1);
        let fl = |x: f64| Float::with_val(precision, x).to_f64();
        let computed = fl(fl(fl(a) * fl(b)) * fl(b));
        let exact = a * b * b;
        operands += u32::from(!(exact / (1.0 + unit)..=exact * (1.0 + unit)).contains(&computed));
    }
    println!("as printed: {negative} negative constants and {operands} products outside");
    assert!(negative > 500 && operands > 100);
}

/// Bisection finds the values of the uniform variable U at which the library's answer changes. They
/// must lie in the intervals that the error semantics computes for them. If the mechanism's
/// expression is evaluated in floats at such a value, the result must also lie in the interval that
/// the error semantics computes for the expression there.
#[test]
fn the_mechanism_keeps_to_the_semantics() {
    let mut random = Random(Seeded::new(2020, 2));
    let mut decided = 0;
    for (epsilon, bound, bits) in [(1.0, 32.0, 53), (0.3, 70.7, 118), (2.5, 9.0, 64)] {
        let p = Snapping::with_precision(epsilon, 1.0, bound, None, Precision::Bits(bits)).unwrap();
        let (shipped, semantics) =
            (FloatAudit::new(&p, Shipped::new(&p), None).unwrap(), Semantics::new(&p).unwrap());
        for _ in 0..40 {
            let f = bound * (random.below(2001) as f64 / 1000.0 - 1.0);
            // Any multiple of the grid except the first. The first one has no lower endpoint, since
            // all smaller values are clamped to it.
            let last = (bound / p.grid()).ceil() as i64;
            let k = random.below(2 * last as u64) as i64 - last + 1;
            let (f, k) = (Dyadic::from_f64(f).unwrap(), Integer::from(k));
            let (found, bound) = (shipped.ends(&f, &k).unwrap(), semantics.ends(&f, &k).unwrap());
            assert!(
                bound.plus.0 <= found.plus.0 && found.plus.0 <= bound.plus.1,
                "{found:?} {bound:?}"
            );
            assert!(bound.minus.0 <= found.minus.0 && found.minus.0 <= bound.minus.1);
            decided += u32::from(found.plus.0 < 1) + u32::from(found.minus.0 < 1);
            let x = Float::with_val(128, f.mantissa) >> f.exponent.unsigned_abs();
            let lambda = Float::with_val(bits, p.lambda());
            for minus in [false, true] {
                let u = if minus { &found.minus.0 } else { &found.plus.0 };
                let variables = [x.clone(), lambda.clone(), Float::with_val(bits, u)];
                let points: Vec<Interval> = variables.iter().map(Interval::point).collect();
                let expression = Expr::snapping(minus);
                assert!(expression
                    .interval(&points, bits, 400)
                    .contains(&expression.evaluate(&variables, bits)));
            }
        }
    }
    assert!(decided > 60);
}
