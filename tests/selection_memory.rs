//! Tests that the memory allocations of a selection depend only on public sizes. The number and the
//! sizes of the allocations must be equal for all data sets and all random words. Then a failure
//! for lack of memory reveals nothing about the data.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;

use indp::exponential::{Eta, Exponential, Selection};
use indp::tape::Recorded;

thread_local! {
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

struct Counting;

fn note(size: usize) {
    // Recording an allocation may itself allocate. The inner allocation finds the list borrowed,
    // and so is not recorded.
    let _ = ASKED.try_with(|list| list.try_borrow_mut().map(|mut l| l.push(size)));
}

// SAFETY: each call is passed on unchanged to the system's allocator, which meets the contract of
// GlobalAlloc. Recording a size does not touch the requested memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        System.dealloc(pointer, layout)
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        System.realloc(pointer, layout, size)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the sizes of the allocations that `work` makes.
fn asked<T>(work: impl FnOnce() -> T) -> Vec<usize> {
    ASKED.with(|list| list.borrow_mut().clear());
    let result = work();
    let list = ASKED.with(|list| std::mem::take(&mut *list.borrow_mut()));
    drop(result);
    list
}

/// Returns six data sets of n utilities: all at the smallest utility; all at the largest; integers
/// spread over the range; fractions spread over the range; one utility far below all others; NaN in
/// every second place, and a tiny negative number in the other places.
fn data(n: usize, range: f64) -> Vec<Vec<f64>> {
    let of = |f: &dyn Fn(usize) -> f64| (0..n).map(f).collect::<Vec<_>>();
    vec![
        of(&|_| 0.0),
        of(&|_| range),
        of(&|i| (i * 7919) as f64 % (range + 1.0)),
        of(&|i| (i * 7919) as f64 % range + 0.375),
        of(&|i| if i == n / 2 { 0.0 } else { range }),
        of(&|i| if i % 2 == 0 { f64::NAN } else { -1e-300 }),
    ]
}

#[test]
fn memory_depends_on_public_sizes_only() {
    // With few and with many outcomes, the cases use all ways to group outcomes by level: a dense
    // histogram of all levels, a dense histogram of the lowest levels only, and a sorted list. For
    // the words next to 2^63, the random number s of the selection lies next to the weight of a
    // single best outcome. Then the selection needs the full list of levels, and MPFR decides.
    let words = [[0, 0], [1 << 63, 0], [(1 << 63) - 1, u64::MAX], [u64::MAX / 3, 0]];
    let unit = Eta::new(1, 1, 1).unwrap();
    let fine = Eta::new(65535, 16, 1).unwrap();
    let mut completed = 0;
    for (eta, min, range, empirical) in [
        (unit, 0, 10, false),
        (unit, 0, 100_000, false),
        (fine, 0, 100_000, false),
        (unit, -(1 << 52), 1000, false),
        (unit, 0, 300, true),
    ] {
        for n in [5, 40, 1000] {
            let selection = Selection { empirical, ..Selection::default() };
            let p = Exponential::new(eta, min, min + range, n as u64, selection).unwrap();
            let mut expected: Option<Vec<usize>> = None;
            for utilities in data(n, range as f64) {
                let utilities: Vec<f64> = utilities.into_iter().map(|u| u + min as f64).collect();
                for two in words {
                    // The words that round fractional utilities come first, then the words of the
                    // random number s (docs/tape.md).
                    let fractional = |u: &f64| u.fract() != 0.0 && *u > min as f64;
                    let blocks = utilities.chunks(64).filter(|b| b.iter().any(fractional));
                    let mut tape =
                        vec![0x4321_9876_3456_cdef; blocks.map(|b| b.len().div_ceil(4)).sum()];
                    let start = tape.len();
                    tape.extend(two);
                    tape.extend((1..5000).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                    let mut words = Recorded::new(&tape);
                    let list = asked(|| p.select(&utilities, &mut words).unwrap());
                    completed += u32::from(words.used() > start + 16);
                    match &expected {
                        None => expected = Some(list),
                        Some(e) => assert_eq!(e, &list, "{eta:?} {min} {range} {n}"),
                    }
                }
            }
            println!("{range} {n}: {:?} bytes", expected.unwrap());
        }
    }
    assert!(completed > 10, "{completed} selections read more words than draws");
}

/// The state of a quantile lists its rows while they are few, and becomes a table of counts when
/// they are many. The allocations of a release must not depend on the number of rows.
#[test]
fn a_quantile_requests_the_same_for_any_number_of_rows() {
    use indp::aggregate::{quantile::Quantile, state, Terms};
    use indp::entropy::seeded::Seeded;
    use indp::exponential::Rule;
    use indp::options::Options;
    for q in [0.0, 0.5, 0.9, 1.0] {
        for rule in [None, Some(Rule::PermuteAndFlip), Some(Rule::Exponential)] {
            let own = Quantile::new(q, 0.0, 1000.0, 1001, 1).unwrap();
            let terms = Terms::new(0.5, Options { rule, ..Options::DEFAULT }).unwrap();
            let mut requests = [0, 1, 2001, 2002, 2003, 5000].map(|rows: u64| {
                let mut bytes = vec![0; own.needs(rows) as usize];
                own.init(&mut bytes).unwrap();
                let values: Vec<f64> = (0..rows).map(|i| (i * 7919 % 1001) as f64).collect();
                state::add_many(&mut bytes, &values).unwrap();
                // The first release with these parameters also computes η, which is then cached.
                let release =
                    || state::release(&mut bytes.clone(), &terms, &mut Seeded::new(1, 2)).unwrap();
                release();
                let mut copy = bytes.clone();
                asked(|| state::release(&mut copy, &terms, &mut Seeded::new(1, 2)).unwrap())
            });
            let first = std::mem::take(&mut requests[0]);
            assert!(!first.is_empty());
            for other in &requests[1..] {
                assert_eq!(other, &first, "{q} {rule:?}");
            }
        }
    }
}

/// Reading serialised bytes into a state must not allocate. A serialised quantile of 92 bytes with
/// 16 million candidates becomes a state of 128 MiB, in the buffer of the caller.
#[test]
fn bytes_become_states_without_memory() {
    use indp::aggregate::{quantile::Quantile, state};
    let mut bytes = [0; 92];
    Quantile::new(0.5, 0.0, 16_777_216.0, 16_777_217, 1).unwrap().init(&mut bytes[..80]).unwrap();
    bytes[72..].fill(0);
    bytes[72] = 1;
    (bytes[23], bytes[91]) = (1, 1);
    let size = state::deserialised_length(&bytes).unwrap();
    assert_eq!(size, (1 << 27) + 88);
    let mut room = vec![0; size];
    assert_eq!(asked(|| state::deserialise(&bytes, &mut room).unwrap()), Vec::<usize>::new());
    assert_eq!(state::check(&room).unwrap().rows, 1 << 56);
}
