//! Tests of the errors of means, variances and standard deviations (Claims U7, U8).

use super::*;

/// Checks, on data sets that make errors large, how often a release is off by more than the stated
/// error. Such a release is a miss. Prints and returns two maxima over the data sets: the share of
/// misses divided by α, and the (1 - α)-quantile of the true error divided by the stated error.
fn misses<K: Aggregate>(
    made: impl Fn(&[f64]) -> Vec<u8>,
    exact: impl Fn((f64, f64)) -> f64,
    (n, terms, level): (usize, &Terms, f64),
    call: u64,
) -> (f64, f64) {
    let r = expected(&made(&[]), n as u64, alpha(level), terms).unwrap();
    let (mut worst, mut tight) = (0.0f64, 0.0f64);
    let shares = [0.0, 0.004, 0.02, 0.06, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0];
    for (i, share) in (0..).zip(shares) {
        let rows = rows(n, (share * n as f64) as usize);
        let (state, truth) = (made(&rows), exact(moments(&rows)));
        let mut errors: Vec<f64> = answers::<K>(&state, terms, MILLION / 10, call + i)
            .iter()
            .map(|x| (x - truth).abs())
            .collect();
        let missed = errors.iter().filter(|e| **e > r * (1.0 + 1e-12)).count() as f64;
        assert!(missed <= most(MILLION / 10, level), "{n} rows, share {share}: {missed}");
        worst = worst.max(missed / f64::from(MILLION / 10) / level);
        errors.sort_by(f64::total_cmp);
        tight = tight.max(errors[((1.0 - level) * errors.len() as f64) as usize] / r);
    }
    println!(
        "  n {n:>6} alpha {level}: r {r:.5}, misses / alpha {worst:.3}, true / stated error \
         {tight:.3}"
    );
    (worst, tight)
}

const MEAN: fn((f64, f64)) -> f64 = |(mean, _)| mean;
const VARIANCE: fn((f64, f64)) -> f64 = |(_, variance)| variance;
const ROOT: fn((f64, f64)) -> f64 = |(_, variance)| variance.sqrt();

#[test]
fn the_error_of_a_mean_holds_for_every_data_set() {
    for (call, (n, epsilon, level, tight)) in [
        (20, 0.5, 0.05, 0.7),
        (20, 1.0, 0.05, 0.8),
        (100, 1.0, 0.05, 0.9),
        (1000, 1.0, 0.05, 0.96),
        (100, 1.0, 0.5, 0.75),
        (1000, 0.1, 0.001, 0.75),
    ]
    .into_iter()
    .enumerate()
    {
        let found = misses::<Mean>(
            |x| mean(0.0, 1.0, x),
            MEAN,
            (n, &terms(epsilon), level),
            20 * call as u64,
        );
        assert!(found.1 > tight, "not tight: {}", found.1);
    }
}

#[test]
fn the_error_of_a_variance_holds_for_every_data_set() {
    for (call, (n, epsilon, level, tight)) in [
        (50, 1.0, 0.05, 0.5),
        (200, 1.0, 0.05, 0.75),
        (2000, 1.0, 0.05, 0.9),
        (1000, 0.2, 0.01, 0.75),
    ]
    .into_iter()
    .enumerate()
    {
        let terms = terms(epsilon);
        let call = 200 + 40 * call as u64;
        let found = misses::<Variance>(|x| var(0.0, 1.0, x), VARIANCE, (n, &terms, level), call);
        assert!(found.1 > tight, "not tight: {}", found.1);
        let found = misses::<Stddev>(|x| stddev(0.0, 1.0, x), ROOT, (n, &terms, level), call + 20);
        assert!(found.1 > tight, "not tight: {}", found.1);
    }
}

/// In float arithmetic α is split, so the errors are not tight.
#[test]
fn errors_in_float_arithmetic_hold_for_every_data_set() {
    for (call, (n, epsilon, bits)) in [(200, 1.0, 53), (2000, 0.5, 118)].into_iter().enumerate() {
        let (terms, call) = (floats(epsilon, bits), 500 + 60 * call as u64);
        let setting = (n, &terms, 0.05);
        let found = misses::<Mean>(|x| mean(0.0, 1.0, x), MEAN, setting, call);
        assert!(found.1 > 0.4, "{}", found.1);
        let found = misses::<Variance>(|x| var(0.0, 1.0, x), VARIANCE, setting, call + 20);
        assert!(found.1 > 0.2, "{}", found.1);
        misses::<Stddev>(|x| stddev(0.0, 1.0, x), ROOT, setting, call + 40);
    }
}

/// Shows that the tests above can fail: half of the error bound is exceeded far more often than
/// with probability α.
#[test]
fn half_of_the_error_is_too_small() {
    let (rows, terms) = (rows(1000, 3), terms(1.0));
    let r = expected(&mean(0.0, 1.0, &[]), 1000, alpha(0.05), &terms).unwrap();
    let missed = |state: &[u8], r: f64, truth: f64| {
        let off = |x: &&f64| (*x - truth).abs() > r / 2.0;
        answers::<Mean>(state, &terms, MILLION / 10, 700).iter().filter(off).count() as f64
    };
    assert!(missed(&mean(0.0, 1.0, &rows), r, moments(&rows).0) > 2.0 * most(MILLION / 10, 0.05));
}

#[test]
fn errors_never_exceed_the_largest_difference() {
    for (lo, hi) in
        [(0.0, 10.0), (-3.0, 5.0), (0.1, 0.9), (-1e308, 1e308), (0.0, 5e-324), (1e15, 1e15 + 1.0)]
    {
        for epsilon in [1e-300, 1e-5, 1.0, 1e5] {
            for n in [1, 10, u64::MAX] {
                for level in [5e-324, 0.05, 1.0 - f64::EPSILON / 2.0] {
                    let r = |state: &[u8]| expected(state, n, alpha(level), &terms(epsilon));
                    let Ok(of_mean) = r(&mean(lo, hi, &[])) else { continue };
                    assert!(
                        of_mean >= 0.0 && of_mean <= (hi - lo) * (1.0 + 1e-12),
                        "{lo} {hi}: {of_mean}"
                    );
                    if Variance::new(lo, hi, None, 1).is_err() || hi < 1e-300 {
                        continue;
                    }
                    let half = hi / 2.0 - lo / 2.0;
                    let (of_var, of_root) = (r(&var(lo, hi, &[])), r(&stddev(lo, hi, &[])));
                    if let (Ok(of_var), Ok(of_root)) = (of_var, of_root) {
                        assert!(
                            of_var >= 0.0 && of_var <= half * half * (1.0 + 1e-6),
                            "{lo} {hi}: {of_var}"
                        );
                        assert!(
                            of_root >= 0.0 && of_root <= half * (1.0 + 1e-6),
                            "{lo} {hi}: {of_root}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(expected(&mean(0.0, 10.0, &[]), 1, alpha(0.05), &terms(0.01)), Ok(10.0));
    assert_eq!(expected(&var(0.0, 10.0, &[]), 1, alpha(0.05), &terms(0.01)), Ok(25.0));
    assert_eq!(expected(&stddev(0.0, 10.0, &[]), 1, alpha(0.05), &terms(0.01)), Ok(5.0));
    assert_eq!(expected(&mean(0.0, 10.0, &[]), 0, alpha(0.05), &terms(1.0)), Err(Error::Rows));
}

/// The inverse finds an ε that suffices, while the next smaller double does not.
#[test]
fn the_smallest_epsilon_has_the_error() {
    let quantile = |q: f64| bytes(80 + 8 * 101, |to| Quantile::new(q, 0.0, 100.0, 0, 1)?.init(to));
    let count = bytes(24, |to| Count::new(3)?.write(to));
    let sum = bytes(80, |to| Sum::new(0.0, 10.0, None, 2)?.write(to));
    let states = [
        count,
        sum,
        mean(0.0, 10.0, &[]),
        var(0.0, 10.0, &[]),
        stddev(0.0, 10.0, &[]),
        quantile(0.5),
        quantile(0.99),
        quantile(1.0),
    ];
    for (i, state) in states.iter().enumerate() {
        for (n, r) in [(100, 1.0), (1000, 0.25), (10, 7.5), (1_000_000, 1e-3)] {
            let found = inverse::epsilon(state, n, alpha(0.05), r, Options::DEFAULT);
            let Ok(epsilon) = found else {
                assert_eq!((found, i > 4 && r < 1.0), (Err(Error::Accuracy), true), "{i} {r}");
                continue;
            };
            let error = |epsilon| expected(state, n, alpha(0.05), &terms(epsilon));
            assert!(error(epsilon).unwrap() <= r, "{i}");
            let less = error(f64::from_bits(epsilon.to_bits() - 1));
            assert!(
                less.is_err() || less.unwrap() > r,
                "{i}: {epsilon} is not the smallest for {r}"
            );
        }
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let found = inverse::epsilon(state, 10, alpha(0.05), bad, Options::DEFAULT);
            assert_eq!(found, Err(Error::Accuracy));
        }
    }
    let float = Options { precision: Precision::Bits(53), ..Options::DEFAULT };
    for (state, r) in [(&states[0], 5.0), (&states[1], 5.0), (&states[2], 0.5)] {
        let epsilon = inverse::epsilon(state, 1000, alpha(0.05), r, float).unwrap();
        assert!(expected(state, 1000, alpha(0.05), &floats(epsilon, 53)).unwrap() <= r);
    }
    // The error of a count is a whole number, so what holds for r must hold for what is just below
    // r + 1, although floats round a larger r by more.
    for (m, r, level) in [(2, 1.0, 0.05), (5, 3.0, 0.01), (50, 1.0, 0.1123), (7, 1.0, 0.2)] {
        let state = bytes(24, |to| Count::new(m)?.write(to));
        let epsilon = inverse::epsilon(&state, 1, alpha(level), r, float).unwrap();
        assert!(expected(&state, 1, alpha(level), &floats(epsilon, 53)).unwrap() <= r, "{m}");
    }
    // In float arithmetic the grid grows with the noise, and a count needs a grid of at least 1. So
    // there is too much noise for such a small error.
    assert_eq!(inverse::epsilon(&states[0], 1, alpha(0.05), 1e-9, float), Err(Error::Accuracy));
    let epsilon = inverse::epsilon_of_mode(10, 2, alpha(0.05), 7.0, Options::DEFAULT).unwrap();
    assert!(selection::mode(10, 2, alpha(0.05), &terms(epsilon)).unwrap() <= 7.0);
    let less = selection::mode(10, 2, alpha(0.05), &terms(epsilon * 0.99)).unwrap();
    assert!(less > 7.0);
}
