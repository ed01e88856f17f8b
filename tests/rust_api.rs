//! Compares the API for Rust programs with the C ABI: equal parameters, rows and seeds give equal
//! answers, errors, intervals and parts, bit for bit, and equal refusals. Also compares the table
//! types on docs/rust.md with the types.

#[path = "common/chi_squared.rs"]
#[allow(dead_code)] // only the seed is used
mod chi_squared;
#[path = "common/states.rs"]
mod states;

use std::any::type_name;
use std::collections::BTreeSet;
use std::ptr::null;

use indp::ffi::*;
use indp::{Bounds, Budget, Category, Count, Error, Histogram, Interval, Mean, Mode, Options};
use indp::{Parts, Quantile, StdDev, Sum, Variance};

const ROWS: [f64; 6] = [1.0, 2.5, 9.0, -4.0, 20.0, 3.0];

/// The result of a C function with one output, as the Rust API would return it.
fn of_c(call: impl FnOnce(*mut f64) -> indp_status) -> Result<f64, i32> {
    let mut out = f64::NAN;
    match call(&mut out) {
        INDP_OK => Ok(out),
        status => Err(status),
    }
}

fn same(rust: Result<f64, Error>, c: Result<f64, i32>) {
    assert_eq!(rust.map(f64::to_bits).map_err(|e| e as i32), c.map(f64::to_bits));
}

/// Options of both with the same seed.
fn seeded(call: u64) -> (Options, states::Options) {
    let seed = chi_squared::seed().wrapping_mul(1_000_003).wrapping_add(call);
    (Options::new().insecure_seed(seed), states::Options::seeded(call))
}

/// The state that C makes of serialised bytes.
fn live(bytes: &[u8]) -> Vec<u8> {
    let (from, length, mut size) = (bytes.as_ptr().cast(), bytes.len(), 0);
    states::ok(unsafe { indp_state_deserialised_size(from, length, &mut size) });
    let mut own = vec![0; size];
    states::ok(unsafe { indp_state_deserialise(own.as_mut_ptr().cast(), size, from, length) });
    own
}

/// Compares errors, inverses, checks and a release of one state, given as its bytes.
macro_rules! compare {
    ($own:expr, [$($rows:expr)?], $release:expr) => {{
        let mut own = $own;
        let mut bytes = live(&own.to_bytes().unwrap());
        let at = bytes.as_ptr().cast();
        let rows = [0u64 $(.wrapping_mul(0) + $rows)?][0];
        for (epsilon, alpha) in [(0.5, 0.05), (2.0, 0.5), (1e-3, 1e-9), (-1.0, 0.05), (1.0, 1.0)] {
            same(own.accuracy($($rows,)? epsilon, alpha),
                 of_c(|out| unsafe { indp_state_accuracy(at, rows, epsilon, alpha, null(), out) }));
            assert_eq!(own.can_release(epsilon).map_err(|e| e as i32).err().unwrap_or(INDP_OK),
                       unsafe { indp_state_can_release(at, epsilon, null()) });
        }
        for (alpha, r) in [(0.05, 1.0), (0.5, 3.0), (0.05, -1.0), (0.0, 1.0), (0.05, 1e-300)] {
            same(own.epsilon_for_accuracy($($rows,)? alpha, r), of_c(|out| unsafe {
                indp_state_epsilon_for_accuracy(at, rows, alpha, r, null(), out)
            }));
        }
        let (options, in_c) = seeded(11);
        same($release(&mut own, &options), of_c(|out| unsafe {
            indp_state_release(bytes.as_mut_ptr().cast(), 0.7, in_c.0, out)
        }));
        assert_eq!(own.can_release(0.7), Err(Error::Released));
    }};
}

macro_rules! numbers {
    ($kind:ident) => {{
        let mut own = $kind::new(-5.0, 10.0, 2).unwrap();
        own.add_many(&ROWS).unwrap();
        own
    }};
}

fn real<S>(
    release: impl Fn(&mut S, f64, &Options) -> Result<f64, Error>,
) -> impl Fn(&mut S, &Options) -> Result<f64, Error> {
    move |own, options| release(own, 0.7, options)
}

#[test]
fn states_do_what_they_do_in_c() {
    let mut count = Count::new(3).unwrap();
    count.add_rows(1000).unwrap();
    compare!(count, [], |own: &mut Count, options: &Options| own
        .release_with(0.7, options)
        .map(|n| n as f64));
    compare!(numbers!(Sum), [], real(Sum::release_with));
    compare!(numbers!(Mean), [6], real(Mean::release_with));
    compare!(numbers!(Variance), [6], real(Variance::release_with));
    compare!(numbers!(StdDev), [6], real(StdDev::release_with));
    for q in [0.0, 0.3, 0.5, 1.0] {
        let mut own = Quantile::new(q, -5.0, 10.0, 0, 2).unwrap();
        own.add_many(&ROWS).unwrap();
        compare!(own, [], real(Quantile::release_with));
    }
}

#[test]
fn several_quantiles_do_what_they_do_in_c() {
    let q = [0.25, 0.9, 0.5];
    let mut own = Quantile::new(0.5, -5.0, 10.0, 0, 2).unwrap();
    own.add_many(&ROWS).unwrap();
    let mut bytes = live(&own.to_bytes().unwrap());
    let (options, in_c) = seeded(12);
    let mut out = [f64::NAN; 3];
    let status = unsafe {
        let out = out.as_mut_ptr();
        indp_quantile_release_many(bytes.as_mut_ptr().cast(), q.as_ptr(), 3, 1.5, in_c.0, out)
    };
    assert_eq!(own.can_release_many(&q, 1.5, &options), Ok(()));
    assert_eq!(own.can_release_many(&[], 1.5, &options), Err(Error::Quantiles));
    assert_eq!(own.can_release_many(&[2.0], 1.5, &options), Err(Error::Quantile));
    assert_eq!((own.release_many_with(&q, 1.5, &options), status), (Ok(out.to_vec()), INDP_OK));
    assert_eq!(own.release_many(&q, 1.5), Err(Error::Released));
}

#[test]
fn bounds_do_what_they_do_in_c() {
    let edges = [-4.0, 0.0, 2.5, 9.0, 20.0, 64.0];
    let among = || Bounds::among(&edges, 1.0, 2).unwrap();
    for (mut own, rows) in [(Bounds::new(1.0, 2).unwrap(), 1000), (among(), 1000), (among(), 1)] {
        own.add_many(&ROWS.repeat(rows)).unwrap();
        own.add_integer(1 << 60).unwrap();
        let mut bytes = live(&own.to_bytes().unwrap());
        let (options, in_c) = seeded(13);
        let (mut lo, mut hi, mut found) = (0.0, 0.0, -1);
        let status = unsafe {
            let state = bytes.as_mut_ptr().cast();
            indp_state_release_bounds(state, 0.7, in_c.0, &mut lo, &mut hi, &mut found)
        };
        let extent = own.release_with(0.7, &options).unwrap();
        assert_eq!(status, INDP_OK);
        assert_eq!((extent.lo.to_bits(), extent.hi.to_bits()), (lo.to_bits(), hi.to_bits()));
        let (below, above) = (found & INDP_FOUND_LO != 0, found & INDP_FOUND_HI != 0);
        assert_eq!((extent.below, extent.above), (below, above));
        assert_eq!((below, above), (rows > 1, rows > 1));
        assert_eq!(own.can_release_with(0.7, &options), Err(Error::Released));
    }
}

#[test]
fn intervals_and_parts_are_those_of_c() {
    let (mut sum, options) = (numbers!(Sum), Options::new());
    let bytes = sum.to_bytes().unwrap();
    let answer = sum.release(0.7).unwrap();
    for (answer, alpha) in [(answer, 0.05), (f64::NAN, 0.05), (answer, 0.0)] {
        let (mut low, mut high) = (f64::NAN, f64::NAN);
        let status = unsafe {
            let at = bytes.as_ptr().cast();
            indp_state_interval(at, answer, 0.7, alpha, null(), &mut low, &mut high)
        };
        match sum.interval(answer, 0.7, alpha, &options) {
            Ok(found) => assert_eq!((found, status), (Interval { low, high }, INDP_OK)),
            Err(error) => assert_eq!(error as i32, status),
        }
    }
    let mut mean = numbers!(Mean);
    let mut bytes = live(&mean.to_bytes().unwrap());
    let (options, in_c) = seeded(13);
    let mut out: indp_parts = unsafe { std::mem::zeroed() };
    out.struct_size = size_of::<indp_parts>();
    let status =
        unsafe { indp_state_release_parts(bytes.as_mut_ptr().cast(), 0.7, in_c.0, &mut out) };
    assert_eq!(status, INDP_OK);
    let parts = mean.release_parts_with(0.7, &options).unwrap();
    let indp_parts { value, count, number, sum: sums, scale, .. } = out;
    assert_eq!(parts, Parts { value, count, sums, number, scale });
    let (mut low, mut high) = (f64::NAN, f64::NAN);
    let status = unsafe {
        let (at, sums) = (bytes.as_ptr().cast(), sums.as_ptr());
        indp_parts_interval(at, value, sums, number, scale, 0.05, &mut low, &mut high)
    };
    assert_eq!((mean.interval(&parts, 0.05), status), (Ok(Interval { low, high }), INDP_OK));
    assert!(low <= value && value <= high);
    assert_eq!(numbers!(Variance).interval(&parts, 0.05), Err(Error::Answer));
}

#[test]
fn counts_know_their_error() {
    let mut ages = Histogram::new(&[0.0, 18.0], 2).unwrap();
    ages.add_many(&ROWS).unwrap();
    let bytes = ages.to_bytes().unwrap();
    same(
        ages.accuracy(0.5, 0.05),
        of_c(|out| unsafe {
            indp_state_accuracy(bytes.as_ptr().cast(), 1, 0.5, 0.05, null(), out)
        }),
    );
    assert_eq!(ages.can_release_with(0.5, &Options::new()), Ok(()));
    assert_eq!(ages.can_release_with(-0.5, &Options::new()), Err(Error::Epsilon));
    ages.release(0.5).unwrap();
    assert_eq!(ages.can_release_with(0.5, &Options::new()), Err(Error::Released));
    let mut plans = Mode::new(&[Category::Text(b"a"), Category::Text(b"b")], 2).unwrap();
    same(
        plans.accuracy(0.5, 0.05),
        of_c(|out| unsafe { indp_mode_accuracy(2, 2, 0.5, 0.05, null(), out) }),
    );
    assert_eq!(plans.can_release_counts_with(0.5, &Options::new()), Ok(()));
    plans.release_counts(0.5).unwrap();
    assert_eq!(plans.can_release_counts_with(0.5, &Options::new()), Err(Error::Released));
}

#[test]
fn budgets_count_in_decimals() {
    let mut budget = Budget::new(1.0).unwrap();
    for _ in 0..9 {
        budget.spend(0.1).unwrap();
    }
    assert_eq!((budget.left(), budget.spent().as_deref()), (Ok(0.1), Ok("0.9")));
    assert_eq!(budget.spend(0.2), Err(Error::Budget));
    let mut copy = Budget::from_bytes(&budget.to_bytes()).unwrap();
    let mut in_c = budget.to_bytes();
    let mut usable = f64::NAN;
    let status = unsafe { indp_budget_spend(in_c.as_mut_ptr().cast(), 0.1, &mut usable) };
    assert_eq!((copy.spend(0.1), status), (Ok(usable), INDP_OK));
    assert_eq!(copy.to_bytes(), in_c);
    assert_eq!(copy.change(0.5), Err(Error::Budget));
    assert_eq!((copy.change(2.0), copy.raise(1.5), copy.left()), (Ok(()), Ok(()), Ok(0.5)));
    assert_eq!(copy.raise(3.0), Err(Error::Budget));
    assert_eq!(Budget::new(f64::INFINITY).err(), Some(Error::Epsilon));
    assert_eq!(Budget::from_bytes(&[0; 280]).err(), Some(Error::State));
    assert_eq!(Budget::from_bytes(&in_c[1..]).err(), Some(Error::State));
}

#[test]
fn the_page_names_the_types() {
    fn name<T>() -> &'static str {
        type_name::<T>().rsplit("::").next().unwrap()
    }
    let types = [
        name::<Count>(),
        name::<Sum>(),
        name::<Mean>(),
        name::<Variance>(),
        name::<StdDev>(),
        name::<Quantile>(),
        name::<Mode>(),
        name::<Histogram>(),
        name::<Bounds>(),
    ];
    let page = include_str!("../docs/rust.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| aggregate |")).skip(2);
    let named: BTreeSet<_> = rows
        .take_while(|line| line.starts_with('|'))
        .flat_map(|line| line.split('|').nth(2).unwrap().split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(named, types.into_iter().collect());
}
