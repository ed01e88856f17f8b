//! The errata of the source notes (SPEC section 1): what the notes say fails where ours holds. The first
//! one is in `crate::audit`.

use super::super::cheap::nearest;
use super::*;

/// Covington, section 4.2.2, as printed: cases on the biased exponent, working on sign and magnitude.
/// `all_bits` is the printed condition for the carry; without it, the carry asks for the integral bits.
fn rounded_by_the_notes(x: f64, all_bits: bool) -> f64 {
    let bits = x.to_bits();
    let (sign, y) = (bits >> 63, ((bits >> 52) & 0x7ff) as i64 - 1023);
    let fraction = bits & ((1 << 52) - 1);
    let magnitude = match y {
        52.. => return x,
        0..=51 => {
            let kept = fraction >> (52 - y);
            let up = fraction >> (51 - y) & 1;
            let all_ones = if all_bits { fraction == (1 << 52) - 1 } else { kept == (1 << y) - 1 };
            if up == 1 && all_ones {
                // The exponent goes up by one, the fraction to zero.
                2f64.powi(y as i32 + 1)
            } else {
                // The integral bits of the fraction wrap around inside their y places.
                let wrapped = (kept + up) & ((1 << y) - 1);
                f64::from_bits(((y + 1023) as u64) << 52 | wrapped << (52 - y))
            }
        }
        -1 => 1.0,
        _ => 0.0,
    };
    if sign == 1 {
        -magnitude
    } else {
        magnitude
    }
}

fn by_definition(x: f64) -> f64 {
    nearest((x * 2f64.powi(20)) as i64, 20).0 as f64
}

/// Erratum 2: a tie away from zero instead of toward +infinity.
#[test]
fn ties_of_the_notes_go_away_from_zero() {
    for (x, ours, theirs) in [(-2.5, -2.0, -3.0), (-0.5, 0.0, -1.0), (-6.5, -6.0, -7.0)] {
        assert_eq!(by_definition(x), ours);
        assert_eq!(rounded_by_the_notes(x, false), theirs);
    }
    // Elsewhere the two agree, so the comparison is about ties.
    for x in [2.5, 0.5, 2.4, -2.4, -2.6, 0.3, -0.7, 1023.5, 7.5, 3.0, -4.0] {
        assert_eq!(by_definition(x), rounded_by_the_notes(x, false), "{x}");
    }
}

/// Erratum 3: the carry needs the y integral bits to be ones, not all 52.
#[test]
fn the_carry_of_the_notes_is_lost() {
    for (x, ours) in [(7.5, 8.0), (3.75, 4.0), (1.5, 2.0), (1023.5, 1024.0)] {
        assert_eq!(by_definition(x), ours);
        assert_eq!(rounded_by_the_notes(x, false), ours);
        assert_eq!(rounded_by_the_notes(x, true), ours / 2.0, "as printed it falls back to the power below");
    }
}

/// Erratum 4: the value of U* has the factor 2^-e; 2^(1023-e) is the biased exponent field.
#[test]
fn the_exponent_of_the_notes_is_biased() {
    // Word 0: S = +1, U = 0.01 1000... : e = 2, U* = 1.1·2^-2 = 0.375.
    let p = Snapping::with_precision(1.0, 1.0, 1000.0, None, Precision::Bits(53)).unwrap();
    let word = 0b0_011 << 60;
    let (bits, _) = double(&p, 0.0, &[word]);
    // λ ln 0.375 = -0.98: one half of Λ = 2 rounds to 0.
    assert_eq!((f64::from_bits(bits), p.grid()), (0.0, 2.0));
    let ours: f64 = 1.5 * 2f64.powi(-2);
    let theirs: f64 = 1.5 * 2f64.powi(1023 - 2);
    assert!(ours.ln() < 0.0 && (ours.ln() - -0.98).abs() < 0.01);
    assert!(theirs.ln() > 0.0, "not the logarithm of a probability: the noise would change its sign");
}

/// Erratum 5: at powers of two the redefinition doubles Λ; real arithmetic does not. The getters show it.
#[test]
fn lambda_steps_over_the_power_of_two() {
    let grid = |epsilon: f64, precision| {
        let p = Snapping::with_precision(epsilon, 1.0, 1000.0, None, precision).unwrap();
        (p.lambda(), p.grid())
    };
    for precision in [Precision::Bits(53), Precision::Automatic] {
        for (epsilon, natural) in [(1.0, 1.0), (0.5, 2.0), (0.125, 8.0)] {
            let (lambda, float_grid) = grid(epsilon, precision);
            assert!(lambda > natural && lambda < natural * (1.0 + 1e-10));
            assert_eq!(float_grid, 2.0 * natural);
            assert_eq!(grid(epsilon, Precision::Real), (natural, natural));
        }
    }
    assert_eq!(grid(1.0 - f64::EPSILON / 2.0, Precision::Real).1, 2.0);
}

/// Erratum 6: U from [0, 1) may be 0. Here it cannot: the smallest U has a digit, or the source is broken.
#[test]
fn u_is_never_zero() {
    let theirs: f64 = (0u64 >> 11) as f64 * 2f64.powi(-53);
    assert_eq!(theirs.ln(), f64::NEG_INFINITY, "a release of ±B that shows U = 0");
    for precision in [Precision::Real, Precision::Bits(53), Precision::Automatic] {
        let p = Snapping::with_precision(1.0, 1.0, 1e6, None, precision).unwrap();
        assert_eq!(p.release_f64(0.0, &mut Recorded::new(&[0; 100])), Err(Error::Entropy));
        // 4,095 zeros are still a number.
        let mut tape = [0u64; 80];
        tape[63] = 0;
        tape[64] = 1 << 63;
        let answer = p.release_f64(0.0, &mut Recorded::new(&tape)).unwrap();
        assert!(answer < -2800.0 && answer > -2900.0);
    }
}
