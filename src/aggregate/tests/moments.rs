//! Tests that means, variances and standard deviations have exact parts with the stated
//! sensitivities, and that their answers follow the formulas.

use rug::Integer;

use super::*;
use crate::aggregate::centre::Centre;
use crate::aggregate::{mean, Answer, Mean, Stddev, Variance};
use crate::tape::Recorded;
use crate::Error;

/// A state of a kind that takes numbers, with these values added one at a time.
fn filled(kind: Kind, (lo, hi): (f64, f64), values: &[f64]) -> Option<Vec<u8>> {
    let mut bytes = empty(kind, (lo, hi))?;
    values.iter().for_each(|v| state::add(&mut bytes, *v).unwrap());
    Some(bytes)
}

fn empty(kind: Kind, (lo, hi): (f64, f64)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; state::fixed_length(kind)];
    match kind {
        Kind::Sum => Sum::new(lo, hi, None, 1).ok()?.write(&mut bytes).unwrap(),
        Kind::Mean => Mean::new(lo, hi, None, 1).ok()?.write(&mut bytes).unwrap(),
        Kind::Variance => Variance::new(lo, hi, None, 1).ok()?.write(&mut bytes).unwrap(),
        _ => Stddev::new(lo, hi, None, 1).ok()?.write(&mut bytes).unwrap(),
    }
    Some(bytes)
}

const KINDS: [Kind; 4] = [Kind::Sum, Kind::Mean, Kind::Variance, Kind::Stddev];

proptest! {
    #![proptest_config(crate::test_cases(2000))]

    /// Values may be added by add_many, which works in doubles, by add, which works in integers, or
    /// by merging states in any grouping. All give the same bytes.
    #[test]
    fn one_by_one_all_at_once_and_merged_are_the_same_bytes(
        bounds in bounds(),
        values in prop::collection::vec(value(), 0..60),
        cut in any::<prop::sample::Index>(),
    ) {
        for kind in KINDS {
            let Some(whole) = filled(kind, bounds, &values) else { continue };
            let mut many = empty(kind, bounds).unwrap();
            state::add_many(&mut many, &values).unwrap();
            prop_assert_eq!(&many, &whole);
            let (a, b) = values.split_at(cut.index(values.len() + 1));
            let mut right = filled(kind, bounds, b).unwrap();
            state::merge(&mut right, &filled(kind, bounds, a).unwrap()).unwrap();
            prop_assert_eq!(&right, &whole);
            prop_assert_eq!(deserialised(&serialised(&whole)).unwrap(), whole);
        }
    }

    /// add and add_many round a value halfway between two multiples of the grid to the even
    /// multiple, and a value next to it to the nearest multiple.
    #[test]
    fn ties_round_to_even(
        steps in prop::collection::vec((-40i64..40, -2i32..3), 1..50),
        exponent in -1060i32..1000,
    ) {
        let scale = |x: f64| x * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        let values: Vec<f64> = steps
            .iter()
            .map(|(s, nudge)| {
                let half = scale(*s as f64 + 0.5).to_bits() as i64;
                f64::from_bits((half + i64::from(*nudge)) as u64)
            })
            .collect();
        let bounds = (scale(-32.0), scale(32.0));
        prop_assume!(bounds.1.is_finite() && bounds.1 >= f64::MIN_POSITIVE);
        let mut many = memory(&Sum::new(bounds.0, bounds.1, Some(exponent), 1).unwrap());
        let mut single = many;
        Sum::add_many(&mut many, &values).unwrap();
        values.iter().for_each(|v| Sum::add(&mut single, *v).unwrap());
        prop_assert_eq!(many, single);
        let row = |v: &f64| row_by_definition(*v, bounds.0, bounds.1, exponent);
        let expected: Rational = values.iter().map(row).sum();
        prop_assert_eq!(exact(&Sum::read(&single).unwrap()), expected);
    }

    /// Between neighbouring data sets, which differ by one person's rows of any values, every part
    /// changes by at most its sensitivity.
    #[test]
    fn parts_move_by_at_most_their_sensitivity(
        bounds in bounds(),
        rows in prop::collection::vec(value(), 0..5),
        more in prop::collection::vec(value(), 1..5),
    ) {
        let m = more.len() as u128;
        for kind in [Kind::Mean, Kind::Variance] {
            let Some(before) = filled(kind, bounds, &rows) else { continue };
            let mut after = before.clone();
            more.iter().for_each(|v| state::add(&mut after, *v).unwrap());
            let sums = [&before, &after].map(|b| Sum::read_as(&b[..80], kind));
            let both = [&before, &after].map(|b| Variance::read(b).map(|own| own.0));
            let [first, second] = match both {
                [Ok(first), Ok(second)] => [first.sum, second.sum],
                _ => sums.map(|s| s.unwrap()),
            };
            let centre = Centre::of(&first.bounds).unwrap();
            let h = u128::from(centre.h);
            prop_assert_eq!(u128::from(second.header.rows - first.header.rows), m);
            let moved = centre.shifted(&second) - centre.shifted(&first);
            prop_assert!(moved.unsigned_abs() <= m * h);
            if let [Ok(first), Ok(second)] = both {
                let moved = second.halves(centre.h) - first.halves(centre.h);
                prop_assert!(moved.unsigned_abs() <= m * h * h);
            }
        }
    }
}

/// One row changes 2Q = 2Σz² - N·h² by at most h², and some row changes it by h². Also checks that
/// c is the integer nearest to the middle of the bounds.
#[test]
fn squares_move_by_at_most_their_sensitivity() {
    for (low, high) in [(-7i64, 8), (-8, 8), (0, 5), (0, 1), (-3, -2), (3, 10)] {
        let (lo, hi) = (low as f64, high as f64);
        let centre = Centre::of(&crate::aggregate::bounds::Bounds::on_grid(lo, hi, 0)).unwrap();
        assert!((2 * centre.c - low - high).abs() <= 1);
        if (low + high) % 2 != 0 {
            assert_eq!(centre.c % 2, 0, "ties to even");
        }
        let h = i128::from(centre.h);
        assert_eq!(
            h,
            (i128::from(high) - i128::from(centre.c)).max(i128::from(centre.c) - i128::from(low))
        );
        let moves: Vec<i128> = (low..=high)
            .map(|x| 2 * (i128::from(x) - i128::from(centre.c)).pow(2) - h * h)
            .collect();
        assert_eq!(moves.iter().map(|m| m.abs()).max(), Some(h * h));
    }
}

/// A running sum of doubles violates the sensitivity that the state's exact sum has. If one row is
/// left out and the others come in another order, the running sum changes by more than the largest
/// value of a row.
#[test]
fn a_running_sum_of_doubles_moves_by_more_than_one_row() {
    let (ones, more) = (1u64 << 27, 1u64 << 27);
    // While the running sum is above 2^27, each addition of `big` rounds up by almost 2^-26. While
    // the sum is below 2^27, the rounding is negligible.
    let big = 1.0 + 2f64.powi(-26) + 2f64.powi(-52);
    let running = |parts: [(f64, u64); 2]| {
        parts.iter().fold(0.0, |sum, (value, times)| (0..*times).fold(sum, |sum, _| sum + value))
    };
    let (before, after) =
        (running([(1.0, ones), (big, more)]), running([(big, more), (1.0, ones - 1)]));
    assert!((before - after).abs() > big, "{before} {after}");

    let times = |value: f64, log2: u32| {
        let mut sum = sum_of(0.0, big, &[value]);
        (0..log2).for_each(|_| sum = merged(&sum, &sum).unwrap());
        sum
    };
    let all = merged(&times(1.0, 27), &times(big, 27)).unwrap();
    // One row is left out, so 2^27 - 1 rows with the value 1 remain.
    let mut less = times(big, 27);
    (0..27).for_each(|i| less = merged(&less, &times(1.0, i)).unwrap());
    assert_eq!(all.header.rows, less.header.rows + 1);
    let moved = exact(&all) - exact(&less);
    assert_eq!(moved, 1);
    assert!(moved <= Rational::from_f64(all.sensitivity_f64()).unwrap());
}

/// A tape with three words for each part of an answer. The parts get no noise, because every U is
/// just below 1.
const NOISELESS: [u64; 9] = [
    u64::MAX >> 1,
    u64::MAX,
    u64::MAX,
    u64::MAX >> 1,
    u64::MAX,
    u64::MAX,
    u64::MAX >> 1,
    u64::MAX,
    u64::MAX,
];

fn real(answer: Answer) -> f64 {
    match answer {
        Answer::Real(x) => x,
        other => panic!("{other:?} is not a real number"),
    }
}

fn release_without_noise(state: &[u8], epsilon: f64) -> Result<f64, Error> {
    let mut state = state.to_vec();
    let terms = terms(Positive::from_f64(epsilon).unwrap());
    // Each part reads two words, because the first word of a U just below 1 never decides the
    // release. So the tape holds the first two words of each part.
    let tape: Vec<u64> = NOISELESS.chunks(3).flat_map(|w| w[..2].to_vec()).collect();
    state::release(&mut state, &terms, &mut Recorded::new(&tape)).map(real)
}

/// Without noise the answer is the mean, variance or standard deviation of the clamped values.
#[test]
fn without_noise_the_answer_is_exact() {
    let values: Vec<f64> = (0..1000).map(|i| f64::from(i % 37) * 0.75 - 3.0).collect();
    for bounds in [(-5.0, 30.0), (-1.0, 10.0), (0.0, 20.0), (-30.0, 2.5)] {
        let clamped: Vec<Rational> = values
            .iter()
            .map(|v| Rational::from_f64(v.clamp(bounds.0, bounds.1)).unwrap())
            .collect();
        let mean: Rational = clamped.iter().sum::<Rational>() / 1000u32;
        let square: Rational =
            clamped.iter().map(|x| Rational::from(x - &mean).square()).sum::<Rational>() / 1000u32;
        for (kind, expected) in [
            (Kind::Mean, mean.to_f64()),
            (Kind::Variance, square.to_f64()),
            (Kind::Stddev, square.to_f64().sqrt()),
        ] {
            let state = filled(kind, bounds, &values).unwrap();
            let answer = release_without_noise(&state, 1e9);
            assert!(
                (answer.unwrap() - expected).abs() < 1e-5,
                "{kind:?} {bounds:?}: {answer:?} {expected}"
            );
        }
    }
}

/// The shares add up to ε. Each part's noise scale is its own sensitivity divided by its share of
/// ε.
#[test]
fn shares_of_epsilon_add_up() {
    use crate::aggregate::centre::{part_of, Part};
    assert_eq!(u32::from(mean::COUNT_SHARE) + u32::from(mean::SUM_SHARE), 32);
    let whole = terms(Positive::from_f64(0.1).unwrap());
    let parts: Integer = [10u8, 14, 8]
        .map(|share| {
            let epsilon = part_of(&whole, share).epsilon;
            Integer::from(epsilon.mantissa) << (epsilon.exponent + 200).unsigned_abs()
        })
        .into_iter()
        .sum();
    assert_eq!(
        parts,
        Integer::from(whole.epsilon.mantissa) << (whole.epsilon.exponent + 200).unsigned_abs()
    );
    let mechanism = Part { share: 8, sensitivity: 48, exponent: -1 }.mechanism(&whole).unwrap();
    assert!((mechanism.lambda() / (24.0 / (0.1 * 8.0 / 32.0)) - 1.0).abs() < 1e-15);
}

#[test]
fn answers_stay_within_what_is_possible() {
    use crate::entropy::seeded::Seeded;
    for kind in [Kind::Mean, Kind::Variance, Kind::Stddev] {
        let limit = |(lo, hi): (f64, f64)| match kind {
            Kind::Mean => (lo, hi),
            Kind::Variance => (0.0, ((hi - lo) / 2.0) * ((hi - lo) / 2.0)),
            _ => (0.0, hi / 2.0 - lo / 2.0),
        };
        for bounds in [(0.1, 0.3), (-5.0, 7.0), (-1e308, 1.5e308), (0.0, 5e-323)] {
            let Some(state) = filled(kind, bounds, &[bounds.0, bounds.1, 0.2]) else { continue };
            let (mut ends, (least, most)) = ([0; 2], limit(bounds));
            for epsilon in [1e-150, 1e-3, 0.5] {
                let terms = terms(Positive::from_f64(epsilon).unwrap());
                for call in 0..300 {
                    let answer =
                        state::release(&mut state.clone(), &terms, &mut Seeded::new(9, call))
                            .map(real)
                            .unwrap();
                    assert!((least..=most).contains(&answer), "{kind:?} {bounds:?} {answer}");
                    // The ends are those of the rounded bounds where these lie inside.
                    let near = (most / 2.0 - least / 2.0) * 1e-8;
                    ends[0] += u32::from(answer / 2.0 - least / 2.0 <= near);
                    ends[1] += u32::from(most / 2.0 - answer / 2.0 <= near);
                }
            }
            assert!(ends.iter().all(|n| *n > 0), "both ends are met");
        }
    }
}

/// Without rows and noise, the answer equals the answer for rows spread evenly over the range.
#[test]
fn no_rows_count_as_even_ones() {
    let answer = |kind| release_without_noise(&empty(kind, (-2.0, 10.0)).unwrap(), 1.0).unwrap();
    assert_eq!(answer(Kind::Mean), 4.0);
    assert!((answer(Kind::Variance) - 12.0).abs() < 1e-12);
    assert!((answer(Kind::Stddev) - 12f64.sqrt()).abs() < 1e-12);
}

#[test]
fn bounds_that_the_grid_joins_are_refused() {
    assert_eq!(Mean::new(1.0, 1.25, Some(0), 1).unwrap_err(), Error::Grid);
    assert!(Sum::new(1.0, 1.25, Some(0), 1).is_ok());
    assert_eq!(Variance::new(0.0, 1.0, Some(-32), 1).unwrap_err(), Error::Grid);
    assert!(Variance::new(0.0, 1.0, Some(-31), 1).is_ok());
}

#[test]
fn a_failed_release_leaves_the_state_live() {
    for kind in KINDS {
        let mut state = filled(kind, (0.0, 1.0), &[0.5, 0.25]).unwrap();
        let before = state.clone();
        let terms = terms(Positive { mantissa: 1, exponent: 0 });
        for words in 0..if kind == Kind::Sum { 1 } else { 2 } {
            let tape = &mut Recorded::new(&NOISELESS[..words]);
            assert_eq!(state::release(&mut state, &terms, tape), Err(Error::Entropy));
            assert_eq!(state, before);
        }
    }
}
