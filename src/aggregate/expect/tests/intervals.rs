//! Tests of intervals (Claim U11). Counts, sums, means and variances are released 10^6 times for
//! each set of parameters. Intervals of half the width must miss the truth too often, which shows
//! that the tests can fail.

use super::interval::{Around, Interval};
use super::level::Level;
use super::region::Sums;
use super::*;

/// The number of these intervals that do not contain `truth`.
fn missed(all: impl Iterator<Item = Interval>, truth: f64) -> f64 {
    all.filter(|i| truth < i.low || truth > i.high).count() as f64
}

/// An interval of half the width around the same middle.
fn halved(i: Interval) -> Interval {
    let quarter = (i.high - i.low) / 4.0;
    Interval { low: i.low + quarter, high: i.high - quarter }
}

#[test]
fn intervals_of_counts_cover() {
    let mut state = bytes(24, |to| Count::new(1)?.write(to));
    Count::add_rows(&mut state, 100).unwrap();
    for (call, terms) in [terms(0.1), terms(1.0), floats(0.5, 118)].iter().enumerate() {
        let around = Around::new(&state, alpha(0.05), terms).unwrap();
        let all = answers::<Count>(&state, terms, MILLION, 2000 + call as u64);
        let all = || all.iter().map(|x| around.interval(*x).unwrap());
        assert!(missed(all(), 100.0) <= most(MILLION, 0.05));
        assert!(all().all(|i| i.low >= 0.0 && i.low <= i.high && i.low == i.low.trunc()));
        assert!(missed(all().map(halved), 100.0) > 2.0 * most(MILLION, 0.05));
    }
    let around = Around::new(&state, alpha(0.05), &terms(1.0)).unwrap();
    assert_eq!(around.interval(10.0), Ok(Interval { low: 7.0, high: 13.0 }));
    assert_eq!(around.interval(-10.0), Ok(Interval { low: 0.0, high: 0.0 }));
    assert_eq!(around.interval(1.5), Ok(Interval { low: 0.0, high: 4.0 }));
    assert_eq!(around.interval(f64::NAN), Err(Error::Answer));
    assert_eq!(around.interval(f64::INFINITY), Err(Error::Answer));
    assert!(Around::new(&mean(0.0, 1.0, &[]), alpha(0.05), &terms(1.0)).is_err());
}

#[test]
fn intervals_of_sums_cover() {
    let made = |lo: f64, hi: f64| {
        let mut state = bytes(80, |to| Sum::new(lo, hi, None, 1)?.write(to));
        state::add_many(&mut state, &[5.0; 20]).unwrap();
        state
    };
    for (call, (lo, hi, terms)) in
        [(0.0, 10.0, terms(0.5)), (-10.0, 10.0, terms(2.0)), (0.0, 10.0, floats(0.5, 53))]
            .iter()
            .enumerate()
    {
        let state = made(*lo, *hi);
        let around = Around::new(&state, alpha(0.05), terms).unwrap();
        let all = answers::<Sum>(&state, terms, MILLION, 2100 + call as u64);
        let all = || all.iter().map(|x| around.interval(*x).unwrap());
        assert!(missed(all(), 100.0) <= most(MILLION, 0.05));
        assert!(missed(all().map(halved), 100.0) > 2.0 * most(MILLION, 0.05));
    }
    let around = Around::new(&made(0.0, 10.0), alpha(0.05), &terms(1.0)).unwrap();
    assert_eq!(around.interval(-100.0), Ok(Interval { low: 0.0, high: 0.0 }));
    let below = Around::new(&made(-10.0, 0.0), alpha(0.05), &terms(1.0)).unwrap();
    assert_eq!(below.interval(5.0).unwrap().high, 0.0);
    // The spacing of doubles of this size is far larger than the grid.
    let huge = around.interval(1e300).unwrap();
    assert!(huge.low < 1e300 && huge.high > 1e300 && huge.high < 1e300 * (1.0 + 1e-15));
}

/// The interval contains the set of likely values. Over all releases, the tests count how often
/// this set does not contain the truth. The interval itself takes far longer to compute, so the
/// tests compute it only for this number of releases.
const SOME: usize = 20_000;

#[test]
fn intervals_of_means_cover() {
    let level = Level::new(alpha(0.05));
    for (call, (n, high, epsilon)) in
        [(100, 50, 1.0), (1000, 10, 1.0), (3, 1, 1.0), (200, 200, 0.1)].iter().enumerate()
    {
        let (rows, terms) = (rows(*n, *high), terms(*epsilon));
        let (state, truth) = (mean(0.0, 1.0, &rows), moments(&rows).0);
        let all = parts::<Mean>(&state, &terms, MILLION, 2200 + call as u64);
        let step = 2f64.powi(-50);
        let unlikely = |p: &&Parts| !Sums::new(p, step).may_be_mean(truth, truth, &level);
        let off = all.iter().filter(unlikely).count() as f64;
        assert!(off <= most(MILLION, 0.05));
        let of = |p: &Parts| region::interval(&state, p, alpha(0.05)).unwrap();
        let some: Vec<Interval> = all.iter().take(SOME).map(of).collect();
        let missing = missed(some.iter().copied(), truth);
        let wide = some.iter().map(|i| i.high - i.low).sum::<f64>() / SOME as f64;
        println!("  mean of {n} rows, {high} of them 1: misses {:.4}, width {wide:.4}", off / 1e6);
        assert!(missing <= most(SOME as u32, 0.05));
        assert!(all.iter().zip(&some).all(|(p, i)| (i.low..=i.high).contains(&p.value)));
        assert!(some.iter().all(|i| i.low >= 0.0 && i.high <= 1.0));
        if *n >= 100 && *high < *n {
            assert!(off > 0.9 * f64::from(MILLION) * 0.05, "not tight: {off}");
            assert!(missed(some.iter().map(|i| halved(*i)), truth) > 2.0 * most(SOME as u32, 0.05));
        }
    }
}

#[test]
fn intervals_of_variances_cover() {
    let level = Level::new(alpha(0.05));
    for (call, (n, high, epsilon)) in
        [(1000, 500, 1.0), (1000, 20, 1.0), (20, 3, 1.0)].iter().enumerate()
    {
        let (rows, terms) = (rows(*n, *high), terms(*epsilon));
        let (state, (middle, truth)) = (var(0.0, 1.0, &rows), moments(&rows));
        let all = parts::<Variance>(&state, &terms, MILLION, 2300 + call as u64);
        let unlikely = |p: &&Parts| !Sums::new(p, 2f64.powi(-62)).may_be(middle, truth, &level);
        let off = all.iter().filter(unlikely).count() as f64;
        assert!(off <= most(MILLION, 0.05));
        let of = |p: &Parts| region::interval(&state, p, alpha(0.05)).unwrap();
        let some: Vec<Interval> = all.iter().take(SOME).map(of).collect();
        let missing = missed(some.iter().copied(), truth);
        let wide = some.iter().map(|i| i.high - i.low).sum::<f64>() / SOME as f64;
        println!(
            "  variance of {n} rows, {high} of them 1: misses {:.4}, width {wide:.4}",
            off / 1e6
        );
        assert!(missing <= most(SOME as u32, 0.05));
        assert!(some.iter().all(|i| i.low >= 0.0 && i.high <= 0.25 + 1e-12));
        if *n == 1000 && *high == 20 {
            assert!(missed(some.iter().map(|i| halved(*i)), truth) > 2.0 * most(SOME as u32, 0.05));
        }
        // The ends for the standard deviation are the roots of the ends for the variance.
        let roots = stddev(0.0, 1.0, &rows);
        for p in all.iter().take(1000) {
            let (v, root) = (of(p), Parts { value: p.value.sqrt(), ..*p });
            let s = region::interval(&roots, &root, alpha(0.05)).unwrap();
            assert!((s.low - v.low.sqrt()).abs() < 1e-7 && (s.high - v.high.sqrt()).abs() < 1e-7);
        }
    }
}

#[test]
fn parts_of_another_kind_are_refused() {
    let (state, more) = (mean(0.0, 10.0, &[5.0; 50]), var(0.0, 10.0, &[5.0; 50]));
    let good = parts::<Mean>(&state, &terms(1.0), 1, 2400)[0];
    assert!(region::interval(&state, &good, alpha(0.05)).is_ok());
    assert_eq!(region::interval(&more, &good, alpha(0.05)), Err(Error::Answer));
    for bad in [f64::NAN, f64::INFINITY] {
        for broken in [
            Parts { value: bad, ..good },
            Parts { scale: bad, ..good },
            Parts { sums: [bad, 1.0, 0.0], ..good },
        ] {
            assert_eq!(region::interval(&state, &broken, alpha(0.05)), Err(Error::Answer));
        }
    }
    for scale in [0.0, -1.0] {
        assert_eq!(
            region::interval(&state, &Parts { scale, ..good }, alpha(0.05)),
            Err(Error::Answer)
        );
    }
    // For any finite parts the interval lies within the bounds, unless the answer lies beyond them.
    for sums in [[0.0, 0.0, 0.0], [1e308, -1e308, 0.0], [-5.0, -6.0, 0.0], [1e-320, 3.0, 0.0]] {
        for scale in [1e-320, 1.0, 1e308] {
            let odd = Parts { sums, scale, ..good };
            let i = region::interval(&state, &odd, alpha(1e-9)).unwrap();
            assert!(i.low >= 0.0 && i.high <= 10.0 && i.low <= i.high);
            let odd = Parts { number: 3, ..odd };
            let i = region::interval(&more, &odd, alpha(1e-9)).unwrap();
            assert!(
                i.low >= 0.0
                    && i.high <= 25.0_f64.max(good.value) * (1.0 + 1e-12)
                    && i.low <= i.high
            );
        }
    }
}

/// From 2^53 on, several integers round to the same double. The interval around such an answer
/// contains all integers that round to it.
#[test]
fn intervals_cover_answers_that_were_rounded() {
    let terms = terms(1000.0); // hardly any noise
    let count = bytes(24, |to| Count::new(1)?.write(to));
    let around = Around::new(&count, alpha(0.05), &terms).unwrap();
    for bits in 52..63 {
        for rows in [(1i64 << bits) - 1, 1 << bits, (1 << bits) + 1, (1 << bits) + 3] {
            let i = around.interval(rows as f64).unwrap();
            let exact = i128::from(rows);
            assert!(i.low as i128 <= exact && exact <= i.high as i128, "{rows}: {i:?}");
        }
    }
    // A count of more than 2^63 - 1 rows is released as 2^63 - 1.
    assert_eq!(around.interval(i64::MAX as f64).unwrap().high, f64::INFINITY);
    let state = bytes(80, |to| Sum::new(-1000.0, 1000.0, Some(0), 1)?.write(to));
    let around = Around::new(&state, alpha(0.05), &super::terms(1e6)).unwrap();
    for sign in [1.0, -1.0] {
        let i = around.interval(sign * (1u64 << 53) as f64).unwrap();
        let released = sign * (1u64 << 53) as f64;
        assert!(i.low < released && i.high > released, "{i:?}");
    }
}

/// Tests means whose bounds are further apart than the largest double, and variances whose squared
/// width is subnormal or too small for any double.
#[test]
fn intervals_between_extreme_bounds_cover() {
    let terms = terms(30.0);
    for (lo, hi, row) in [(-9e307, 9e307, 0.0), (-1e308, 1.7e308, 1e307)] {
        let state = mean(lo, hi, &[row]); // sums of more rows are infinite
        let all = parts::<Mean>(&state, &terms, 400, 2500);
        let finite = all.iter().filter(|p| p.sums.iter().all(|x| x.is_finite()));
        let found: Vec<_> =
            finite.map(|p| region::interval(&state, p, alpha(0.05)).unwrap()).collect();
        assert!(found.len() > 100);
        // Each of up to 400 intervals misses with probability at most 0.05. More than 60 misses
        // have probability below 1e-12.
        assert!(missed(found.iter().copied(), row) <= 60.0, "{lo} {hi}");
        assert!(found.iter().all(|i| i.high <= hi && i.low >= lo));
    }
    // Powers of two are multiples of the grid, so no row is rounded.
    for hi in [-515, -525, -535, -565, -665].map(|e| 2f64.powi(e)) {
        let rows: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 0.0 } else { hi }).collect();
        let state = var(0.0, hi, &rows);
        let truth = rug::Rational::from_f64(hi / 2.0).unwrap().square();
        for p in parts::<Variance>(&state, &terms, 50, 2501) {
            let i = region::interval(&state, &p, alpha(1e-9)).unwrap();
            assert!(rug::Rational::from_f64(i.high).unwrap() >= truth, "{hi:e}: {i:?}");
        }
    }
}
