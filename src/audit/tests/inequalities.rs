//! Checks the numbered inequalities of the proof of Claim F1 (`src/snapping/float_proof.md`), each
//! on a grid of values of r and of X, U or V. Names have the same meaning as in the proof, and
//! bounds are in units of u.

fn k(r: f64) -> f64 {
    1.0 / (r.exp() - 1.0)
}

/// Checks an inequality for r from 1 to 2 and for X (or U) from `low(r)` to 10^6, in steps that are
/// small at first.
fn everywhere(low: impl Fn(f64) -> f64, holds: impl Fn(f64, f64) -> bool, number: u32) {
    for i in 0..=1000 {
        let r = 1.0 + f64::from(i) / 1000.0;
        let mut x = low(r);
        while x < 1e6 {
            assert!(holds(r, x), "inequality {number} at r = {r}, {x}");
            x += 0.01 + x / 50.0;
        }
    }
}

fn crude(r: f64, m: f64) -> f64 {
    (1.0 + 2.0 * k(r)) * (4.0 * m + 2.0) - 4.0 * (1.0 + k(r)) * r
}

/// Half the distance between neighbouring floats at x, divided by u.
fn half_gap(x: f64) -> f64 {
    x.log2().floor().exp2()
}

/// The contribution of LN, computed from the distances between floats, if E_a = E_a' = a and
/// E_b = E_b' = a + r.
fn by_gaps(r: f64, a: f64) -> f64 {
    let (at_a, at_b) = (half_gap(a), half_gap(a + r));
    2.0 * at_a + k(r) * 2.0 * (at_a + at_b)
}

#[test]
fn in_the_cell() {
    for i in 0..=200 {
        let r = 1.0 + f64::from(i) / 200.0;
        for j in 0..=200 {
            let first = r * f64::from(j) / 200.0;
            let (e, f) = ((-first).exp(), (first - r).exp());
            let inside = 1.0 - (e + f) / 2.0;
            assert!((e * (first + 1.0) + f * (r - first + 1.0)) / inside <= 5.5, "inequality 1");
            assert!((e * first + f * (r - first)) / inside <= 1.55, "inequality 2");
        }
        assert!(2.0 * k(r) * r + 1.55 + 2.0 * k(r) <= 3.9 && 2.0 + 4.0 * k(r) <= 4.34);
        assert!(2.0 * k(r) * r + 2.0 + 4.0 * k(r) + 5.5 <= 14.0);
    }
}

#[test]
fn crude_and_regular() {
    let allowed = |x: f64| 6.0 * x + 2.0;
    let two = |_| 2.0;
    everywhere(two, |r, x| crude(r, x / 2.0 + r / 2.0) <= allowed(x), 3);
    everywhere(two, |r, x| crude(r, 0.69 * x + 0.46 + (r - 1.0) / 2.0) <= allowed(x), 4);
    // An upper bound on E_a'.
    let a = |r: f64, x: f64| x - r / 2.0;
    everywhere(two, |r, x| 4.0 * a(r, x) + 2.0 + k(r) * (2.0 * a(r, x) + 4.0) <= allowed(x), 5);
    // h is 2^(j + 1) for some j, and x(a') < 2^j <= x(b').
    everywhere(
        two,
        |r, x| {
            let h = 2.0 * half_gap(x + r / 2.0);
            let first = a(r, x).min(h / 2.0);
            2.0 * first + h / 2.0 + 2.0 + k(r) * (1.5 * h + 4.0) <= allowed(x)
        },
        6,
    );
    everywhere(two, |r, x| 3.5 * a(r, x) + 2.0 + k(r) * (3.5 * a(r, x) + 4.0) <= allowed(x), 7);
    everywhere(two, |r, x| crude(r, x + r / 2.0) / 2.0 + 1.0 + 2.0 * k(r) <= allowed(x), 8);
}

#[test]
fn crossings() {
    let rest = |r: f64| 2.0 + 4.0 * k(r);
    // U/r = 2^j is at most X - r/2, which gives a lower bound on X.
    let allowed = |r: f64, u: f64| 6.0 * (u / r + r / 2.0).max(2.0).max(u - r / 2.0) + 2.0;
    let one = |r: f64| r;
    everywhere(one, |r, u| u + rest(r) * u / r + rest(r) <= allowed(r, u), 9);
    everywhere(
        one,
        |r, u| u + 1.5 * u / r + k(r) * (u + 3.5 * u / r) + rest(r) <= allowed(r, u),
        10,
    );
    // In inequality 11, U is a power of two times r, so no other U is checked.
    for i in 0..=1000 {
        let r = 1.0 + f64::from(i) / 1000.0;
        for j in 0..20 {
            let u = r * f64::from(j).exp2();
            let allowed = 6.0 * (u - r / 2.0).max(2.0) + 2.0;
            assert!(
                u + u / r + k(r) * (u + 3.0 * u / r) + rest(r) <= allowed,
                "inequality 11: {r} {u}"
            );
        }
    }
    let above = |r: f64, u: f64| 6.0 * (u + r / 2.0).max(2.0) + 2.0;
    everywhere(one, |r, u| 1.5 * u + rest(r) * u / r + rest(r) <= above(r, u), 12);
    everywhere(
        one,
        |r, u| 1.5 * u + 1.5 * u / r + k(r) * (0.5 * u + 3.5 * u / r) + rest(r) <= above(r, u),
        13,
    );
}

#[test]
fn powers_of_two() {
    let rest = |r: f64| 2.0 + 4.0 * k(r);
    let noise = |r: f64, a: f64| (1.0 + k(r)) * 2.0 * a + k(r) * 2.0 * (a + r) + rest(r);
    let allowed = |v: f64| 12.0 * v + 2.0;
    let unit = |v: f64| v / 2.0;
    for i in 0..=1000 {
        let r = 1.0 + f64::from(i) / 1000.0;
        let k = k(r);
        for j in 0..20 {
            let v = r * f64::from(j).exp2();
            let check = |found: f64, most: f64, number| {
                assert!(found <= most, "inequality {number}: r = {r}, V = {v}: {found} > {most}")
            };
            check((2.0 + 4.0 * k) * unit(v) + noise(r, 2.0 * v - r), allowed(v), 14);
            let a = 2.0 * v - r / 2.0;
            for more in 0..=10 {
                // E_a' can be larger than assumed, by up to r/2. X is then larger as well.
                let s = r / 20.0 * f64::from(more);
                let found = if v < 4.0 { by_gaps(r, a + s) + rest(r) } else { noise(r, a + s) };
                check((2.0 + 6.0 * k) * unit(v) + found, allowed(v + s), 15);
                check(4.0 * k * unit(v) + noise(r, a + s), allowed(v + s), 16);
            }
            check((4.0 + 4.0 * k) * unit(v) + noise(r, 2.0 * v), allowed(v + r / 2.0), 17);
            let (h, q) = (4.0 * v / r, rest(r));
            let reaches = r >= 1.0 + 1.0 / (4.0 * v);
            if reaches {
                check(v + (1.0 + 3.0 * k) * h + q, allowed(v), 18);
                check(v + 0.75 * h + k * (4.0 * v + 1.75 * h) + q, allowed(v), 19);
            } else {
                // In this case x(a') is at least 2^j only if E_a' is larger than assumed. X is then
                // larger too.
                check(v + 0.75 * h + k * (4.0 * v + 1.75 * h) + q, allowed(v + r / 4.0), 19);
            }
            check(v + 0.5 * h + k * (4.0 * v + 1.5 * h) + q, allowed(v), 20);
            let above = allowed(v + r / 2.0);
            check(2.0 * v + (1.0 + 2.0 * k) * h + q, above, 21);
            check(2.0 * v + 0.75 * h + k * (3.0 * v + 1.75 * h) + q, above, 22);
            check((4.0 + 7.0 * k) * unit(v) + noise(r, 1.5 * v - r / 2.0), allowed(v), 23);
            // Checks values b = w_b'/λ from 4V upwards. The corresponding X follows from
            // B >= w_b' - |t1|.
            for more in 0..400 {
                let b = 4.0 * v + f64::from(more) * v / 20.0;
                let x = 2.0 * (b - v - r / 2.0);
                let times = 2.0 * (1.0 + k) * (b - r) + 2.0 * k * b;
                let found = if v < 8.0 { times + by_gaps(r, b - r) + q } else { crude(r, b) };
                check(found, 6.0 * x + 2.0, 24);
            }
        }
    }
}
