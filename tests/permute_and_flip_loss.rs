//! Computes the law, the privacy loss and the expected cost of permute-and-flip by brute force in
//! rationals. No random numbers are drawn. `permute_and_flip.rs` tests that the library's
//! selections have this law.

#[path = "common/flip_law.rs"]
mod flip_law;

use std::collections::HashMap;

use flip_law::{exponential, law, weights};
use indp::ffi::indp_eta;
use rug::ops::Pow;
use rug::{Integer, Rational};

const ETAS: [indp_eta; 5] = [
    indp_eta { x: 1, y: 1, z: 1 },
    indp_eta { x: 3, y: 2, z: 1 },
    indp_eta { x: 15, y: 4, z: 1 },
    indp_eta { x: 1, y: 5, z: 2 },
    indp_eta { x: 11, y: 4, z: 3 },
];

/// Returns all lists of n numbers from this range.
fn lists(n: usize, numbers: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    (0..n).fold(vec![vec![]], |lists, _| {
        lists.iter().flat_map(|l| numbers.clone().map(|u| [l.clone(), vec![u]].concat())).collect()
    })
}

/// Returns the law of permute-and-flip by its definition. The outcomes are visited in a random
/// order, each is accepted with probability p_i, and the first accepted outcome is selected.
fn by_permutations(p: &[Rational]) -> Vec<Rational> {
    let mut answer = vec![Rational::new(); p.len()];
    let mut orders = 0u32;
    for order in lists(p.len(), 0..=p.len() as i64 - 1) {
        if (0..p.len() as i64).any(|i| !order.contains(&i)) {
            continue;
        }
        orders += 1;
        let mut nobody = Rational::from(1);
        for i in order {
            answer[i as usize] += Rational::from(&nobody * &p[i as usize]);
            nobody *= Rational::from(1 - &p[i as usize]);
        }
        assert_eq!(nobody, 0, "the best outcome is always accepted");
    }
    answer.into_iter().map(|a| a / orders).collect()
}

/// Returns the law of permute-and-flip by the library's method. A coin is flipped for every
/// outcome, and one of the outcomes that show heads is picked uniformly.
fn by_heads(p: &[Rational]) -> Vec<Rational> {
    let mut answer = vec![Rational::new(); p.len()];
    for heads in 1u32..1 << p.len() {
        let shows = |i: usize| heads >> i & 1 == 1;
        let chance = (0..p.len()).fold(Rational::from(1), |c, i| {
            c * if shows(i) { p[i].clone() } else { Rational::from(1 - &p[i]) }
        });
        for i in (0..p.len()).filter(|i| shows(*i)) {
            answer[i] += Rational::from(&chance / heads.count_ones());
        }
    }
    answer
}

/// Returns the law of a broken mechanism, which selects the first outcome that shows heads.
fn first_head(p: &[Rational]) -> Vec<Rational> {
    let mut nobody = Rational::from(1);
    let mut one = |p: &Rational| {
        let own = Rational::from(&nobody * p);
        nobody *= Rational::from(1 - p);
        own
    };
    p.iter().map(&mut one).collect()
}

/// Three ways to compute the law agree: the integral, the definition, and the library's method.
#[test]
fn the_integral_is_the_law() {
    let mut compared = 0;
    for eta in &ETAS {
        for (n, most) in [(1, 3), (2, 4), (3, 3), (4, 2), (5, 1)] {
            for utilities in lists(n, 0..=most) {
                let p = weights(eta, &utilities);
                let answer = law(&p);
                assert_eq!(answer, by_permutations(&p), "{utilities:?}");
                assert_eq!(answer, by_heads(&p), "{utilities:?}");
                assert_eq!(answer.iter().fold(Rational::new(), |a, p| a + p), 1);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 5 * (4 + 25 + 64 + 81 + 32));
    // The law differs from the laws of other mechanisms, so the comparison can fail.
    let p = weights(&ETAS[0], &[1, 0]);
    assert_ne!(first_head(&p), law(&p));
    assert_ne!(exponential(&p), law(&p));
}

type Law = fn(&[Rational]) -> Vec<Rational>;

/// Returns the smallest ratio P(i)/P'(i) over all outcomes i and all pairs of lists of n utilities.
/// The first list has utilities in 0..=3, and the second list differs from it by numbers in
/// `steps`.
fn smallest_ratio(
    mechanism: Law,
    eta: &indp_eta,
    n: usize,
    steps: std::ops::RangeInclusive<i64>,
) -> Rational {
    let mut known: HashMap<Vec<i64>, Vec<Rational>> = HashMap::new();
    let mut of = |utilities: Vec<i64>| {
        let own = || mechanism(&weights(eta, &utilities));
        known.entry(utilities.clone()).or_insert_with(own).clone()
    };
    let mut smallest = Rational::from(1);
    for utilities in lists(n, 0..=3) {
        let here = of(utilities.clone());
        for step in lists(n, steps.clone()) {
            let there = of(utilities.iter().zip(step).map(|(u, s)| u + s).collect());
            // Each pair is compared in both directions.
            for (p, q) in here.iter().zip(&there).flat_map(|(p, q)| [(p, q), (q, p)]) {
                if *q != 0 && Rational::from(p / q) < smallest {
                    smallest = Rational::from(p / q);
                }
            }
        }
    }
    smallest
}

/// If all utilities move in one direction by at most 1, the largest privacy loss is exactly η, in
/// bits. If they can move in both directions, it is exactly 2η.
#[test]
fn the_loss_is_eta_or_twice_that() {
    for eta in &ETAS {
        let root = Rational::from((Integer::from(eta.x), Integer::from(1) << eta.y)).pow(eta.z);
        for n in 2..=4 {
            // The smallest ratio is 2^(-η) = `root`. It is attained for two outcomes if the worse
            // one becomes even worse.
            assert_eq!(smallest_ratio(law, eta, n, 0..=1), root, "monotonic, {n} outcomes");
            let both = Rational::from(root.square_ref());
            assert_eq!(smallest_ratio(law, eta, n, -1..=1), both, "any, {n} outcomes");
        }
    }
    // The search finds the unbounded loss of the broken mechanism.
    assert_eq!(smallest_ratio(first_head, &ETAS[0], 2, 0..=1), 0);
}

/// The expected gap between the selected utility and the best utility is never larger than under
/// the exponential mechanism.
#[test]
fn the_expected_score_is_never_worse() {
    let mut best = Rational::from(1);
    for eta in &ETAS {
        for utilities in (1..=4).flat_map(|n| lists(n, 0..=4)) {
            let p = weights(eta, &utilities);
            let gap = |law: Vec<Rational>| {
                let smallest = utilities.iter().min().unwrap();
                law.iter()
                    .zip(&utilities)
                    .fold(Rational::new(), |sum, (p, u)| sum + p * Rational::from(u - smallest))
            };
            let (flipped, drawn) = (gap(law(&p)), gap(exponential(&p)));
            if drawn == 0 {
                assert_eq!(flipped, 0);
                continue;
            }
            assert!(flipped < drawn, "{utilities:?}");
            best = best.max(drawn / flipped);
        }
    }
    println!("the expected gap is up to {:.4} times smaller", best.to_f64());
    // The ratio of the expected gaps approaches 2 if there are two outcomes and the worse one is
    // hardly ever selected.
    assert!(best > 1.99 && best < 2);
}
