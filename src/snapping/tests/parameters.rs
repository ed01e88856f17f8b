//! Tests that parameters of every size are accepted, and that invalid parameters are refused.

use super::*;
use crate::exact::Positive;

#[test]
fn parameters_at_the_ends() {
    let lambda_and_grid = |epsilon: f64, sensitivity: f64| {
        let p = mechanism(epsilon, sensitivity, f64::INFINITY, 0.0).unwrap();
        (p.lambda(), p.grid())
    };
    let tiny = f64::MIN_POSITIVE;
    assert_eq!(lambda_and_grid(1.0, 1.0), (1.0, 1.0));
    assert_eq!(lambda_and_grid(1.0 - f64::EPSILON / 2.0, 1.0), (1.0 + f64::EPSILON, 2.0));
    assert_eq!(lambda_and_grid(1.0 + f64::EPSILON, 1.0), (1.0 - f64::EPSILON / 2.0, 1.0));
    assert_eq!(lambda_and_grid(3.0, 1.0), (f64::from_bits((1.0f64 / 3.0).to_bits() + 1), 0.5));
    assert_eq!(lambda_and_grid(1.0, f64::MAX), (f64::MAX, f64::INFINITY));
    assert_eq!(lambda_and_grid(1000.0, tiny), (tiny / 1000.0 + f64::from_bits(1), tiny / 512.0));
    assert_eq!(
        lambda_and_grid(f64::MAX, 1.0),
        (f64::from_bits(0x0004_0000_0000_0001), 2f64.powi(-1023))
    );
    assert_eq!(lambda_and_grid(f64::MAX, tiny), (f64::from_bits(1), f64::from_bits(1)));
    assert_eq!(mechanism(0.5, f64::MAX, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert_eq!(mechanism(1.0 - f64::EPSILON / 2.0, f64::MAX, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert_eq!(mechanism(2f64.powi(-100), 1.8e300, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert!(mechanism(2f64.powi(-100), 1e270, 1.0, 0.0).is_ok());
    for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(mechanism(bad, 1.0, 1.0, 0.0).unwrap_err(), Error::Epsilon);
        assert_eq!(mechanism(1.0, bad, 1.0, 0.0).unwrap_err(), Error::Sensitivity);
        if bad != f64::INFINITY {
            assert_eq!(mechanism(1.0, 1.0, bad, 0.0).unwrap_err(), Error::Bound);
        }
        if bad != 0.0 {
            assert_eq!(mechanism(1.0, 1.0, 1.0, bad).unwrap_err(), Error::Grid);
        }
    }
    assert_eq!(mechanism(1.0, 1.0, 1.0, 3.0).unwrap_err(), Error::Grid);
}

#[test]
fn lambda_and_grid_against_exact_rationals() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 9));
    for _ in 0..100_000 {
        let (epsilon, sensitivity) = (cases.double(-100, 9), cases.double(-1022, 1023));
        let Ok(p) = mechanism(epsilon, sensitivity, 1.0, 0.0) else {
            assert!(sensitivity.log2() - epsilon.log2() > 1023.9);
            continue;
        };
        let exact = Rational::from_f64(sensitivity).unwrap() / Rational::from_f64(epsilon).unwrap();
        let up = Rational::from_f64(p.lambda()).unwrap();
        let down = Rational::from_f64(f64::from_bits(p.lambda().to_bits() - 1)).unwrap();
        assert!(down < exact && exact <= up);
        if p.grid() < f64::INFINITY {
            let grid = Rational::from_f64(p.grid()).unwrap();
            assert!(exact <= grid && grid.clone() / 2 < exact);
        }
    }
}

#[test]
fn integers_saturate_and_need_a_whole_grid() {
    let ones = [u64::MAX >> 1, u64::MAX];
    let whole = mechanism(1.0, 1.0, f64::INFINITY, 4.0).unwrap();
    let out = |p: &Snapping, v: i64| p.release_i64(&Dyadic::from(v), &mut Recorded::new(&ones));
    assert_eq!(out(&whole, i64::MAX), Ok(i64::MAX));
    assert_eq!(out(&whole, i64::MIN), Ok(i64::MIN));
    assert_eq!(out(&whole, 9), Ok(8));
    let bounded = mechanism(1.0, 1.0, 12.0, 4.0).unwrap();
    assert_eq!((out(&bounded, 1000), out(&bounded, -1000)), (Ok(12), Ok(-12)));
    assert_eq!(out(&mechanism(1.0, 1.0, 12.0, 0.5).unwrap(), 1), Err(Error::Grid));
    assert_eq!(out(&mechanism(1.0, 1.0, 10.0, 4.0).unwrap(), 1), Err(Error::Bound));
    assert_eq!(out(&mechanism(1.0, 1.0, 10.5, 1.0).unwrap(), 1), Err(Error::Bound));
}

#[test]
fn the_grid_of_a_wide_sensitivity() {
    let natural = |mantissa: u128| {
        let one = Positive { mantissa: 1, exponent: 0 };
        Snapping::exact(one, Positive { mantissa, exponent: 0 }, 1.0, Some).unwrap().grid()
    };
    assert_eq!(natural(1 << 100), 2f64.powi(100));
    assert_eq!(natural((1 << 100) + 1), 2f64.powi(101), "more than 66 bits, all of which count");
    assert_eq!(natural((1 << 100) - 1), 2f64.powi(100));
}
