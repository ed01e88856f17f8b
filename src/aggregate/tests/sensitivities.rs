//! Checks the table of sensitivities in docs/specification.md, section 7, by brute force: all data
//! sets of a few rows and all their neighbours, for both definitions of neighbours.
//! `../quantile/tests/mod.rs` checks quantiles.

use super::*;
use crate::aggregate::centre::Centre;
use crate::aggregate::Variance;

/// The exact parts of a data set, in this order: the count N; the centred sum S; Q, in units of
/// half a squared step; the sum. `variance.rs` defines S and Q. A mean needs N and S, and a
/// variance needs N, S and Q.
type Answers = [i128; 4];

fn answers(lo: i64, hi: i64, rows: &[i64]) -> Answers {
    let values: Vec<f64> = rows.iter().map(|x| *x as f64).collect();
    let made = Variance::new(lo as f64, hi as f64, Some(0), 1).unwrap();
    let mut bytes = [0; 96];
    made.write(&mut bytes).unwrap();
    Variance::add_many(&mut bytes, &values).unwrap();
    let own = Variance::read(&bytes).unwrap().0;
    let centre = Centre::of(&own.sum.bounds).unwrap();
    let sum = own.sum.exact().mantissa;
    [i128::from(own.sum.header.rows), centre.shifted(&own.sum), own.halves(centre.h), sum]
}

/// All ordered lists of n values.
fn lists(lo: i64, hi: i64, n: u32) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all
            .iter()
            .flat_map(|l| (lo..=hi).map(move |x| [l.as_slice(), &[x]].concat()))
            .collect();
    }
    all
}

/// The largest change of each part, and the largest loss of a mean and of a variance at ε = 1 in
/// float arithmetic. ε is divided into the same shares, in 32nds, as in `mean.rs` and
/// `variance.rs`. `noise` holds the sensitivities to which the noise is scaled.
fn worst(pairs: &[(Answers, Answers)], noise: &Answers) -> (Answers, [f64; 2]) {
    let (mut most, mut losses) = ([0; 4], [0.0f64; 2]);
    for (a, b) in pairs {
        let changes: Vec<i128> = a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect();
        for (most, change) in most.iter_mut().zip(&changes) {
            *most = (*most).max(*change);
        }
        let part = |i: usize, share: f64| changes[i] as f64 / noise[i] as f64 * share;
        losses[0] = losses[0].max(part(0, 13.0) + part(1, 19.0));
        losses[1] = losses[1].max(part(0, 10.0) + part(1, 14.0) + part(2, 8.0));
    }
    (most, losses.map(|l| l / 32.0))
}

#[test]
fn sums_counts_means_and_variances() {
    let mut largest = [0.0f64; 2];
    for (lo, hi) in [(0i64, 4i64), (-1, 3), (1, 5), (-5, -2), (-3, 3), (0, 16), (-16, 16)] {
        let bounds = Sum::new(lo as f64, hi as f64, Some(0), 1).unwrap().bounds;
        let Centre { c, h } = Centre::of(&bounds).unwrap();
        let h = i128::from(h);
        for m in 1..=2u32 {
            if m == 2 && hi - lo > 6 {
                continue;
            }
            let (few, wide) = (i128::from(m), i128::from(hi - lo));
            // The unit of Q is half a squared step.
            let noise = [few, few * h, few * h * h, few * i128::from(lo.abs().max(hi.abs()))];
            let rest = lists(lo, hi, 1);
            let with = |rest: &[i64], own: &[i64]| answers(lo, hi, &[rest, own].concat());
            let own: Vec<Vec<i64>> = (1..=m).flat_map(|n| lists(lo, hi, n)).collect();
            let added: Vec<_> = rest
                .iter()
                .flat_map(|r| own.iter().map(|o| (with(r, &[]), with(r, o))).collect::<Vec<_>>())
                .collect();
            let (most, losses) = worst(&added, &noise);
            assert_eq!(most, noise, "add or remove, [{lo}, {hi}], m = {m}");
            assert!(losses.iter().all(|l| *l <= 1.0) && losses[0] == 1.0, "{losses:?}");

            let changed: Vec<_> = lists(lo, hi, m)
                .iter()
                .flat_map(|a| {
                    lists(lo, hi, m)
                        .iter()
                        .map(|b| (with(&[], a), with(&[], b)))
                        .collect::<Vec<_>>()
                })
                .collect();
            let (most, losses) = worst(&changed, &noise);
            // Q reaches its bound because c is a possible value, so that z² takes both values 0 and
            // h².
            assert!((lo..=hi).contains(&c));
            assert_eq!(
                most,
                [0, few * wide, 2 * few * h * h, few * wide],
                "change, [{lo}, {hi}], m = {m}"
            );
            assert!(losses[0] <= 1.1875 && losses[1] <= 1.033_203_125, "{losses:?}");
            largest = [largest[0].max(losses[0]), largest[1].max(losses[1])];
        }
    }
    println!("values of m rows change: a mean loses {}ε, a variance {}ε", largest[0], largest[1]);
    assert!(largest[0] == 1.1875 && largest[1] > 1.033);
}
