//! Tests the errata of the source notes (docs/specification.md, section 9). Each test shows that
//! the version in the notes fails and that the library is correct. `crate::audit` tests erratum 1.

use super::*;

/// Rounds to an integer by the algorithm that Covington prints (Implementation Notes, section
/// 4.2.2). The algorithm works on the magnitude and restores the sign at the end. With `all_bits`
/// it carries under the printed condition, that all 52 bits are ones. Without `all_bits` it carries
/// under the correct condition, that the integral bits are ones.
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
                // The exponent increases by one, and the fraction becomes zero.
                2f64.powi(y as i32 + 1)
            } else {
                // A carry out of the y integral bits is lost here.
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

/// A word with S = -1 if `minus`, else S = +1. Its U begins with the digit 1 and has 53 digits, so
/// U* = U at 53 bits.
fn word(random: &mut Seeded, minus: bool) -> u64 {
    u64::from(minus) << 63 | 1 << 62 | (random.next().unwrap() >> 12) << 10
}

/// Erratum 2: the printed version rounds ties away from zero instead of toward +infinity.
#[test]
fn ties_of_the_notes_go_away_from_zero() {
    let p = Snapping::with_precision(1.0, 1.0, 2f64.powi(40), None, Precision::Bits(53)).unwrap();
    assert_eq!(p.grid(), 2.0);
    let lambda = p.float_lambda(53);
    let mut random = Seeded::new(crate::test_seed(), 24);
    for i in 0..1000 {
        // x is an odd multiple of Λ/2, so it is a tie. It is so large that its ulp is 2^-13, so f ⊕
        // noise can be exactly x.
        let distance = 2f64.powi(39) + (random.next().unwrap() % 1_000_000 * 2) as f64 + 1.0;
        let (x, minus) = (if i % 2 == 0 { -distance } else { distance }, i % 4 < 2);
        let tape = [word(&mut random, minus)];
        let u = Float::with_val(53, tape[0] & (u64::MAX >> 1)) >> 63u32;
        let noise = Float::with_val(53, &lambda * &u.ln());
        let signed = if minus { -noise } else { noise };
        let f = Float::with_val(53, x - &signed).to_f64();
        assert_eq!(Float::with_val(53, f + &signed), x);
        let released = f64::from_bits(double(&p, f, &tape).0);
        assert_eq!(released, x + 1.0, "{x}");
        let theirs = 2.0 * rounded_by_the_notes(x / 2.0, false);
        assert_eq!(theirs, if x < 0.0 { released - 2.0 } else { released }, "{x}");
    }
}

/// Erratum 3: the carry must occur if the y integral bits are ones. The notes require that all 52
/// bits are ones.
#[test]
fn the_carry_of_the_notes_is_lost() {
    // S = +1, U = 1/2.
    let (tape, noise) = ([1 << 62, 0, 0], -std::f64::consts::LN_2);
    for precision in [Precision::Real, Precision::Bits(53)] {
        let p = Snapping::with_precision(1.0, 1.0, 1e6, None, precision).unwrap();
        for steps in [7.6, 3.75, 1.7, 1023.51, 63.9] {
            let released = f64::from_bits(double(&p, steps * p.grid() - noise, &tape).0) / p.grid();
            assert_eq!(released, (steps + 0.5).floor());
            assert_eq!(
                rounded_by_the_notes(steps, false),
                released,
                "with the carry as it should be"
            );
            assert_eq!(
                rounded_by_the_notes(steps, true),
                released / 2.0,
                "it falls back to the power below"
            );
        }
    }
}

/// Erratum 4: U* is a significand times 2^-e. The notes print the factor 2^(1023-e), but 1023-e is
/// the biased exponent field of a double and not its exponent.
#[test]
fn the_exponent_of_the_notes_is_biased() {
    let fine = mechanism(1.0, 1.0, 1e6, 2f64.powi(-20)).unwrap();
    let float = Snapping::with_precision(1.0, 1.0, 1e6, None, Precision::Bits(53)).unwrap();
    for e in 1..60 {
        // S = +1. In binary U = 0.0..011000..., so U* = 1.1·2^-e.
        let tape = [3 << (62 - e), 0, 0];
        let (ours, theirs) = ((1.5 * 2f64.powi(-e)).ln(), (1.5 * 2f64.powi(1023 - e)).ln());
        for p in [&fine, &float] {
            let released = f64::from_bits(double(p, 0.0, &tape).0);
            assert!((released - ours).abs() <= p.grid() * 0.5001, "{e}: {released}");
            assert!(
                (released - theirs).abs() > 600.0,
                "not a probability: the noise would change its sign"
            );
        }
    }
}

/// Erratum 5: if Δ/ε is a power of two, the redefinition of ε doubles Λ. In real arithmetic Λ stays
/// Δ/ε. The getters show the λ and Λ in use.
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

/// Erratum 6: a U drawn from [0, 1) may be 0, and the release would then be -B. In this library U
/// is never 0: either some digit is 1, or the source counts as broken.
#[test]
fn u_is_never_zero() {
    for precision in [Precision::Real, Precision::Bits(53), Precision::Automatic] {
        let p = Snapping::with_precision(1.0, 1.0, 1e6, None, precision).unwrap();
        assert_eq!(p.release_f64(0.0, &mut Recorded::new(&[0; 100])), Err(Error::Entropy));
        // 4,095 leading zeros are still accepted.
        let mut tape = [0u64; 80];
        tape[63] = 0;
        tape[64] = 1 << 63;
        let answer = p.release_f64(0.0, &mut Recorded::new(&tape)).unwrap();
        assert!(answer < -2800.0 && answer > -2900.0);
    }
}
