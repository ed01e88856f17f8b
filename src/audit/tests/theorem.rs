//! Checks Claims F1 to F3 numerically. If the inputs are floats of p bits, the exact losses stay
//! below the bound of Claim F1. If the inputs have more digits, the exact losses can exceed it.

use super::*;
use crate::snapping::Snapping;

/// ε (mantissa, exponent), Δ, B (mantissa, exponent), f, f' - f, the multiple, and the exact loss
/// minus ε in units of 2^-53.
type Example = ((f64, i32), i64, (i64, i32), i64, i64, i64, f64);

const EXAMPLES: [Example; 2] = [
    (
        (5_742_226_738_147_556.0, -56),
        1_434_892_415_860_742,
        (129, 54),
        2_322_209_739_733_398_404,
        -1_434_892_415_860_742,
        -128,
        56.94,
    ),
    (
        (6_433_422_774_793_307.0, -55),
        6_433_032_489_256_976,
        (65, 55),
        2_341_201_357_165_525_903,
        -6_433_032_489_256_976,
        -64,
        18.2,
    ),
];

/// Integers are refused if some integers within the bound have more than p bits. The audit shows
/// why: for such integers the loss can exceed ε.
#[test]
fn integers_that_are_no_floats_lose_more() {
    for ((mantissa, exponent), delta, (b, log2), f, step, k, expected) in EXAMPLES {
        let epsilon = mantissa * 2f64.powi(exponent);
        let bound = (b << log2) as f64;
        let make = |bits| {
            Snapping::with_precision(epsilon, delta as f64, bound, None, Precision::Bits(bits))
        };
        let p = make(53).unwrap();
        assert_eq!(p.suits_integers(), Err(Error::FloatSteps));
        assert_eq!(p.release_i64(&Dyadic::from(f), &mut Seeded::new(1, 1)), Err(Error::FloatSteps));
        let exact = FloatExact::new(&p, None).unwrap();
        let loss =
            |f, g| exact.loss(&Dyadic::from(f), &Dyadic::from(g), &[Integer::from(k)]).unwrap();
        let found = excess(&loss(f, f + step), epsilon, 53);
        println!("ε = {epsilon}: ε + {found:.2}·2^-53, log-probability {:.0}", {
            exact.probability(&Dyadic::from(f), &Integer::from(k)).unwrap().ln().to_f64()
        });
        assert!((found - expected).abs() < 0.05, "{found}");
        // Rounding both inputs to floats of 53 bits does not increase their distance here. The
        // loss between these floats is at most ε.
        let near = (f as f64, (f + step) as f64);
        assert!(
            exact.loss(&dyadic(near.0), &dyadic(near.1), &[Integer::from(k)]).unwrap().nats
                <= epsilon
        );
        // At 63 bits every integer is a float, and the conditions of Claim F1 still hold.
        let wide = make(63).unwrap();
        assert_eq!(wide.suits_integers(), Ok(()));
        let exact = FloatExact::new(&wide, None).unwrap();
        let multiples: Vec<Integer> = (k - 3..k + 4).map(Integer::from).collect();
        let wide = exact.loss(&Dyadic::from(f), &Dyadic::from(f + step), &multiples).unwrap();
        assert!(excess(&wide, epsilon, 63) <= 0.0);
    }
}

/// A mechanism and a pair of floats, all at a small precision.
#[derive(Clone, Copy, Debug)]
struct Point {
    bits: u32,
    /// λ = 1 - gap·2^-bits, where gap is 0 to 2^(bits-1).
    gap: i64,
    /// B = 2^log2·(1 + above·2^(1-bits)).
    log2: i32,
    above: i64,
    /// The unit is the ulp of 2^log2. f is `below` units below B, and f' is `step` units below f.
    /// The distance between f and f' is Δ.
    below: i64,
    step: i64,
}

impl Point {
    fn random(inputs: &mut Inputs) -> Self {
        let bits = 14 + (inputs.unit() * 6.0) as u32;
        let mut small = |most: i64| (most as f64).powf(inputs.unit()) as i64 - 1;
        let half = 1 << (bits - 1);
        let (gap, above, below, step) =
            (small(half), small(half), small(2 * half), 1 + small(half));
        let log2 = (inputs.unit() * f64::from(bits - 11)) as i32;
        Point { bits, gap, log2, above, below, step }
    }

    fn near(mut self, inputs: &mut Inputs) -> Self {
        let by = (2f64.powf(inputs.unit() * 8.0) as i64) * if inputs.unit() < 0.5 { 1 } else { -1 };
        let part = match (inputs.unit() * 4.0) as u32 {
            0 => &mut self.gap,
            1 => &mut self.above,
            2 => &mut self.below,
            _ => &mut self.step,
        };
        *part = (*part + by).max(0);
        self
    }

    /// The largest exact loss over all outputs, minus Δ/λ, as a share of 12(B/λ)u + 2u, which is
    /// the excess that Claim F1 allows. f and f' are first moved by `moved` units. Returns `None`
    /// outside the conditions of Claim F1, or if `moved` is 0 and f or f' is not a float.
    fn share(&self, moved: f64) -> Option<f64> {
        let Point { bits, .. } = *self;
        let unit = 2f64.powi(self.log2 + 1 - bits as i32);
        let bound = 2f64.powi(self.log2) + self.above as f64 * unit;
        let f = bound - (self.below as f64 - moved) * unit;
        let (g, delta) = (f - self.step as f64 * unit, self.step as f64 * unit);
        let is_float = |x: f64| Float::with_val(bits, x).to_f64() == x;
        let wanted = 1.0 - self.gap as f64 * 2f64.powi(-(bits as i32));
        if ![bound, delta].into_iter().all(is_float) || delta == 0.0 || f > bound || g < -bound {
            return None;
        }
        if moved == 0.0 && !(is_float(f) && is_float(g)) {
            return None;
        }
        // For this ε the mechanism computes the wanted λ.
        let roundoff = 2f64.powi(-(bits as i32));
        let epsilon = delta / wanted * (1.0 + 12.0 * bound / delta * roundoff) + 2.0 * roundoff;
        let made =
            Snapping::float_outside_premise(positive(epsilon), positive(delta), bound, bits, None);
        let p = made.ok()?;
        let lambda = p.lambda();
        if lambda > bound || bound > lambda * 2f64.powi(bits as i32 - 12) {
            return None;
        }
        let exact = FloatExact::new(&p, None)?;
        let loss = exact.loss(&dyadic(f), &dyadic(g), &all_multiples(&exact))?;
        let ideal = Float::with_val(500, Rational::from_f64(delta)? / Rational::from_f64(lambda)?);
        let over = (Float::with_val(500, &loss.nats - &ideal) << bits).to_f64();
        Some(over / (12.0 * bound / lambda + 2.0))
    }
}

/// Examines all outputs exactly at p = 14 to 19 bits, where Claim F1 requires B <= 2^(p-12)·λ. A
/// hill-climbing search chooses the parameters and inputs.
#[test]
fn floats_of_few_bits_stay_below_the_bound() {
    let mut inputs = Inputs(Seeded::new(crate::test_seed(), 31));
    let (mut checked, mut nearest, mut beyond) = (0, 0f64, 0f64);
    for _ in 0..8 * crate::test_effort() {
        let (mut best, mut record) = (Point::random(&mut inputs), f64::NEG_INFINITY);
        for i in 0..300 {
            let point = if i < 40 { Point::random(&mut inputs) } else { best.near(&mut inputs) };
            let Some(share) = point.share(0.0) else { continue };
            checked += 1;
            assert!(share <= 1.0, "{point:?}: {share} of the allowance");
            if share > record {
                (best, record) = (point, share);
                // The same pair is also examined after a shift by less than an ulp, so its inputs
                // are then not floats of this precision.
                let moved = inputs.unit() - 0.5;
                beyond = beyond.max(best.share(moved).unwrap_or(0.0));
            }
        }
        nearest = nearest.max(record);
    }
    println!(
        "{checked} pairs of floats of 14 to 19 bits: {nearest:.3} of the allowance; other numbers \
         {beyond:.3}"
    );
    assert!(nearest > 0.5, "the search must come near: {nearest}");
}

/// A sum of more than p bits is rounded to a float before it enters the mechanism. The rounded sums
/// of neighbours differ by at most the sensitivity Δ to which the noise is scaled, and the loss is
/// at most ε.
#[test]
fn sums_enter_as_floats() {
    let mut inputs = Inputs(Seeded::new(crate::test_seed(), 32));
    let (mut rounded, mut losses) = (0, 0);
    for _ in 0..2000 {
        let bits = [53, 54, 60, 118][(inputs.unit() * 4.0) as usize];
        let log2 = (inputs.unit() * 60.0) as u32;
        let steps = (1 << log2) + (inputs.unit() * (1u64 << log2) as f64) as u128;
        let delta = Positive { mantissa: steps, exponent: (inputs.unit() * 20.0) as i32 - 10 };
        let bound = delta.log2_ceil() + (bits - 23).min(64);
        let asked = positive(2f64.powf(inputs.unit() * 12.0 - 8.0));
        let precision = Precision::Bits(bits.unsigned_abs());
        let Ok(p) = Snapping::float_of_steps(asked, delta, bound, precision) else { continue };
        let charged = p.sensitivity.rational();
        // f and g are multiples of the step, mostly of the order of B, and at most Δ apart.
        let top = 1i128 << (bound - delta.exponent - 1).min(120);
        let f = top + (inputs.unit() * top as f64) as i128 + (inputs.unit() * 1e15) as i128 % top;
        let g = f - steps as i128 + (inputs.unit() * 3.0) as i128;
        let pair = [f, g]
            .map(|m| p.clamped(&p.entered(&Dyadic { mantissa: m, exponent: delta.exponent })));
        for (m, e) in [f, g].into_iter().zip(&pair) {
            let value = Dyadic { mantissa: m, exponent: delta.exponent }.rational();
            let places = e.mantissa.unsigned_abs().checked_ilog2().map_or(0, |n| n + 1)
                - e.mantissa.trailing_zeros().min(127);
            assert!(places <= bits.unsigned_abs(), "p = {bits}: {m} has {places} digits");
            let unit = crate::exact::power(bound - bits);
            let off: Rational = e.rational() - value;
            let outside = m.unsigned_abs() > 1 << (bound - delta.exponent).min(126);
            assert!(outside || Rational::from(off.abs_ref()) * 2u32 <= unit, "to the nearest");
            rounded += u32::from(off != 0);
        }
        assert!((pair[0].rational() - pair[1].rational()).abs() <= charged, "{f} {g}");
        if p.lambda() * 2f64.powi(27) > 2f64.powi(bound) {
            losses += 1;
            let audit = FloatExact::new(&p, None).unwrap();
            let (first, last) = audit.ends();
            let multiples: Vec<Integer> = (0..3)
                .flat_map(|i| [Integer::from(&first + i), Integer::from(&last - i)])
                .collect();
            let [f, g] = pair;
            let loss = audit.loss(&f, &g, &multiples).unwrap();
            assert!(loss.nats <= p.loss(), "{p:?}");
        }
    }
    assert!(rounded > 100 && losses > 60, "{rounded} {losses}");
}
