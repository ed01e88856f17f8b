//! Implements Liu's error semantics (Liu, section 3; Claim V1). It gives an interval for an
//! expression in which each operation is rounded to p bits.
//!
//! With unit roundoff u = 2^-p, a correctly rounded result lies between x/(1+u) and x·(1+u). Liu's
//! paper states this for positive x. For negative x the two limits swap, so this module always
//! takes the smaller as the lower and the larger as the upper endpoint. The paper's rule OP ignores
//! the intervals of the operands, but this module uses them. The paper's rule ID is never defined,
//! and is not needed. The logarithm of an interval that is not wholly positive, and every quotient
//! by an interval that contains 0, get infinite endpoints. The semantics is sound if no operation
//! overflows or underflows.

use rug::{float::Round, float::Special, ops::CompleteRound, Float};

/// An expression over reals that is also evaluated over floats.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant, which float arithmetic rounds.
    Const(Float),
    /// A variable, which holds a float. The field is its index among the variables.
    Var(usize),
    /// +
    Add(Box<Expr>, Box<Expr>),
    /// -
    Sub(Box<Expr>, Box<Expr>),
    /// ×
    Mul(Box<Expr>, Box<Expr>),
    /// ÷
    Div(Box<Expr>, Box<Expr>),
    /// ln
    Ln(Box<Expr>),
}

/// A closed interval of reals, whose endpoints may be infinite.
#[derive(Clone, Debug)]
pub struct Interval {
    /// The lower endpoint.
    pub low: Float,
    /// The upper endpoint.
    pub high: Float,
}

impl Interval {
    /// The interval that contains one number.
    #[must_use]
    pub fn point(x: &Float) -> Self {
        Interval { low: x.clone(), high: x.clone() }
    }

    /// The whole line.
    fn all(bits: u32) -> Self {
        let infinite = |s| Float::with_val(bits, s);
        Interval { low: infinite(Special::NegInfinity), high: infinite(Special::Infinity) }
    }

    /// Whether x lies inside.
    #[must_use]
    pub fn contains(&self, x: &Float) -> bool {
        self.low <= *x && *x <= self.high
    }

    fn meets_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// The hull of the results of an operation on the endpoints of its operands. The operation must
    /// be monotone in each operand. The endpoints of the hull have `bits` bits and are rounded
    /// outward.
    fn hull(bits: u32, ends: &[&dyn Fn(Round) -> Float]) -> Self {
        let mut whole: Option<Interval> = None;
        for end in ends {
            let (low, high) = (end(Round::Down), end(Round::Up));
            if low.is_nan() || high.is_nan() {
                return Interval::all(bits);
            }
            whole = Some(match whole {
                None => Interval { low, high },
                Some(w) => Interval { low: w.low.min(&low), high: w.high.max(&high) },
            });
        }
        whole.unwrap_or_else(|| Interval::all(bits))
    }

    /// Encloses the results of rounding to p bits: the hull of both endpoints, each divided by and
    /// multiplied by 1 + u.
    fn rounded(&self, bits: u32, precision: u32) -> Self {
        let stretch = Float::with_val(precision + 2, 1) + (Float::with_val(2, 1) >> precision);
        let divided = |x: &Float, way| (x / &stretch).complete_round(bits, way).0;
        let times = |x: &Float, way| (x * &stretch).complete_round(bits, way).0;
        Interval::hull(
            bits,
            &[
                &|way| divided(&self.low, way),
                &|way| times(&self.low, way),
                &|way| divided(&self.high, way),
                &|way| times(&self.high, way),
            ],
        )
    }
}

impl Expr {
    /// An interval that contains both the value computed in floats of `precision` bits and the real
    /// value, for variables that are floats in the intervals `variables`. Its endpoints have `bits`
    /// bits and are rounded outward.
    #[must_use]
    pub fn interval(&self, variables: &[Interval], precision: u32, bits: u32) -> Interval {
        let of = |e: &Expr| e.interval(variables, precision, bits);
        let exact = match self {
            Expr::Const(c) => Interval::point(c),
            Expr::Var(i) => {
                return variables.get(*i).cloned().unwrap_or_else(|| Interval::all(bits))
            }
            Expr::Add(a, b) => {
                let (a, b) = (of(a), of(b));
                Interval::hull(
                    bits,
                    &[&|way| (&a.low + &b.low).complete_round(bits, way).0, &|way| {
                        (&a.high + &b.high).complete_round(bits, way).0
                    }],
                )
            }
            Expr::Sub(a, b) => {
                let (a, b) = (of(a), of(b));
                Interval::hull(
                    bits,
                    &[&|way| (&a.low - &b.high).complete_round(bits, way).0, &|way| {
                        (&a.high - &b.low).complete_round(bits, way).0
                    }],
                )
            }
            Expr::Mul(a, b) => {
                let (a, b) = (of(a), of(b));
                Interval::hull(
                    bits,
                    &[
                        &|way| (&a.low * &b.low).complete_round(bits, way).0,
                        &|way| (&a.low * &b.high).complete_round(bits, way).0,
                        &|way| (&a.high * &b.low).complete_round(bits, way).0,
                        &|way| (&a.high * &b.high).complete_round(bits, way).0,
                    ],
                )
            }
            Expr::Div(a, b) => {
                let (a, b) = (of(a), of(b));
                if b.meets_zero() {
                    return Interval::all(bits);
                }
                Interval::hull(
                    bits,
                    &[
                        &|way| (&a.low / &b.low).complete_round(bits, way).0,
                        &|way| (&a.low / &b.high).complete_round(bits, way).0,
                        &|way| (&a.high / &b.low).complete_round(bits, way).0,
                        &|way| (&a.high / &b.high).complete_round(bits, way).0,
                    ],
                )
            }
            Expr::Ln(a) => {
                let a = of(a);
                if a.low <= 0 {
                    return Interval::all(bits);
                }
                Interval::hull(
                    bits,
                    &[&|way| a.low.ln_ref().complete_round(bits, way).0, &|way| {
                        a.high.ln_ref().complete_round(bits, way).0
                    }],
                )
            }
        };
        exact.rounded(bits, precision)
    }

    /// The value computed in floats of `precision` bits, each operation rounded to nearest.
    #[must_use]
    pub fn evaluate(&self, variables: &[Float], precision: u32) -> Float {
        let of = |e: &Expr| e.evaluate(variables, precision);
        match self {
            Expr::Const(c) => Float::with_val(precision, c),
            Expr::Var(i) => variables
                .get(*i)
                .cloned()
                .unwrap_or_else(|| Float::with_val(precision, Special::Nan)),
            Expr::Add(a, b) => Float::with_val(precision, &of(a) + &of(b)),
            Expr::Sub(a, b) => Float::with_val(precision, &of(a) - &of(b)),
            Expr::Mul(a, b) => Float::with_val(precision, &of(a) * &of(b)),
            Expr::Div(a, b) => Float::with_val(precision, &of(a) / &of(b)),
            Expr::Ln(a) => Float::with_val(precision, of(a).ln_ref()),
        }
    }

    /// `x + s·(λ × ln w)`, the mechanism before rounding and clamping, with the variables x, λ and
    /// w.
    #[must_use]
    pub fn snapping(minus: bool) -> Self {
        let var = |i| Box::new(Expr::Var(i));
        let noise = Box::new(Expr::Mul(var(1), Box::new(Expr::Ln(var(2)))));
        if minus {
            Expr::Sub(var(0), noise)
        } else {
            Expr::Add(var(0), noise)
        }
    }
}
