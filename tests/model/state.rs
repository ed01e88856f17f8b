//! Calls the C ABI on a state in its buffer, and checks each result against the model of the state.

use std::collections::BTreeMap;

use indp::ffi::*;
use rug::Rational;

use crate::random::Random;
use crate::slow::{check, Model};

const MOST_ROWS: u128 = 1 << 64;

/// A state in its buffer, and its model.
pub struct State {
    pub bytes: Vec<u8>,
    pub model: Model,
}

const BOUNDS: [(f64, f64); 7] = [
    (0.0, 1.0),
    (-3.0, 5.0),
    (0.25, 100.0),
    (-1e6, -1.0),
    (1e-310, 3e-310),
    (-1e300, 1e300),
    (-20.0, 20.0),
];

impl State {
    pub fn new(random: &mut Random) -> Self {
        let kind = 1 + random.below(8) as i32;
        let (lo, hi) = BOUNDS[random.below(BOUNDS.len() as u64) as usize];
        let person = [1, 2, 17][random.below(3) as usize];
        let mut bytes = vec![0xaa; 4096];
        let (state, size) = (bytes.as_mut_ptr().cast(), bytes.len());
        let (mut q, mut labels, mut edges) = ((1, 2), 0, Vec::new());
        let status = unsafe {
            match kind {
                INDP_KIND_COUNT => indp_count_init(state, size, person),
                INDP_KIND_SUM => indp_sum_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_MEAN => indp_mean_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_VARIANCE => indp_variance_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_STDDEV => indp_stddev_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_QUANTILE => {
                    q = [(0, 1), (1, 10), (1, 2), (3, 4), (1, 1)][random.below(5) as usize];
                    // Between bounds that are symmetric about 0, a grid has the candidate 0 and
                    // equally many candidates on each side of it. So no grid has exactly two
                    // candidates. A single candidate is not allowed, so a request for at most two
                    // candidates must be refused.
                    let most = 2 + random.below(60);
                    let too_few = most == 2 && lo == -hi;
                    if too_few {
                        let q = f64::from(q.0) / f64::from(q.1);
                        assert_eq!(
                            indp_quantile_init(state, size, q, lo, hi, most, person),
                            INDP_E_CANDIDATES
                        );
                    }
                    let most = most + u64::from(too_few);
                    indp_quantile_init(
                        state,
                        size,
                        f64::from(q.0) / f64::from(q.1),
                        lo,
                        hi,
                        most,
                        person,
                    )
                }
                INDP_KIND_HISTOGRAM => {
                    let mut list: Vec<f64> = (0..1 + random.below(9))
                        .map(|_| random.value(lo, hi))
                        .filter(|x| x.is_finite())
                        .collect();
                    list.push(lo);
                    list.sort_by(f64::total_cmp);
                    list.dedup();
                    edges = list.iter().map(|x| if *x == 0.0 { 0.0 } else { *x }).collect();
                    edges.dedup();
                    indp_histogram_init(state, size, edges.as_ptr(), edges.len(), person)
                }
                _ => {
                    labels = 1 + random.below(9) as usize;
                    let list: Vec<indp_category> = (0..labels as i64)
                        .map(|integer| indp_category { text: std::ptr::null(), length: 0, integer })
                        .collect();
                    indp_mode_init(state, size, list.as_ptr(), labels, person)
                }
            }
        };
        // The model reads the grid from the state. Other tests check how the library chooses it.
        let numbers = ![INDP_KIND_COUNT, INDP_KIND_MODE, INDP_KIND_HISTOGRAM].contains(&kind);
        let exponent = if numbers && status == INDP_OK {
            i32::from_le_bytes(bytes[40..44].try_into().unwrap())
        } else {
            0
        };
        assert_eq!(status, INDP_OK, "kind {kind}, [{lo}, {hi}]");
        let (lo, hi) = if numbers || !edges.is_empty() { (lo, hi) } else { (0.0, 0.0) };
        let rows = BTreeMap::new();
        State {
            bytes,
            model: Model {
                kind,
                lo,
                hi,
                exponent,
                q,
                person,
                rows,
                labels,
                edges,
                released: false,
            },
        }
    }

    fn serialised(&self) -> Result<Vec<u8>, indp_status> {
        unsafe {
            let mut size = 0;
            assert_eq!(indp_state_size(self.bytes.as_ptr().cast(), &mut size), INDP_OK);
            let mut out = vec![0x55; size];
            match indp_state_serialise(self.bytes.as_ptr().cast(), out.as_mut_ptr().cast(), size) {
                INDP_OK => Ok(out),
                status => Err(status),
            }
        }
    }

    /// Resizes the buffer so that it has room for `more` further rows.
    fn grow(&mut self, more: u64) {
        unsafe {
            let mut room = 0;
            assert_eq!(indp_state_room(self.bytes.as_ptr().cast(), more, &mut room), INDP_OK);
            self.bytes.resize(room.max(self.bytes.len()), 0xaa);
            let size = self.bytes.len();
            assert_eq!(indp_state_resized(self.bytes.as_mut_ptr().cast(), size), INDP_OK);
        }
    }

    /// Checks the status of a call: it must succeed unless the state was released. Returns whether
    /// the call succeeded.
    fn expect(&self, status: indp_status) -> bool {
        let expected = if self.model.released { INDP_E_RELEASED } else { INDP_OK };
        assert_eq!(status, expected, "{:?}", self.model);
        status == INDP_OK
    }

    fn note(&mut self, step: i128, rows: u128) {
        *self.model.rows.entry(step).or_insert(0) += rows;
    }

    pub fn add(&mut self, random: &mut Random) {
        self.grow(1);
        let (state, kind) = (self.bytes.as_mut_ptr().cast(), self.model.kind);
        match kind {
            INDP_KIND_COUNT => {
                if self.expect(unsafe { indp_count_add(state) }) {
                    self.note(0, 1);
                }
            }
            INDP_KIND_MODE => {
                let value = random.below(12) as i64 - 1;
                let known = (0..self.model.labels as i64).contains(&value);
                if self.expect(unsafe { indp_mode_add_int64(state, value) }) && known {
                    self.note(value.into(), 1);
                }
            }
            _ if random.below(3) == 0 => {
                let value = random.word() as i64 >> random.below(64);
                let step = self.model.step(&Rational::from(value));
                if self.expect(unsafe { indp_state_add_int64(state, value) }) {
                    self.note(step, 1);
                }
            }
            _ => {
                let value = random.value(self.model.lo, self.model.hi);
                let step = self.model.of_double(value);
                if self.expect(unsafe { indp_state_add(state, value) }) {
                    self.note(step, 1);
                }
            }
        }
    }

    pub fn add_many(&mut self, random: &mut Random) {
        let n = random.below(200);
        self.grow(n);
        let state = self.bytes.as_mut_ptr().cast();
        match self.model.kind {
            INDP_KIND_COUNT => {
                let rows = if random.below(8) == 0 { random.word() } else { n };
                let full = self.model.count() + u128::from(rows) >= MOST_ROWS;
                let status = unsafe { indp_count_add_many(state, rows) };
                if full && !self.model.released {
                    assert_eq!(status, INDP_E_TOO_MANY_ROWS);
                } else if self.expect(status) {
                    self.note(0, rows.into());
                }
            }
            INDP_KIND_MODE => {
                assert_eq!(unsafe { indp_state_add(state, 1.0) }, INDP_E_STATE);
            }
            _ => {
                let values: Vec<f64> =
                    (0..n).map(|_| random.value(self.model.lo, self.model.hi)).collect();
                if self.expect(unsafe { indp_state_add_many(state, values.as_ptr(), values.len()) })
                {
                    for value in values {
                        self.note(self.model.of_double(value), 1);
                    }
                }
            }
        }
    }

    /// Merges another state into this state, or merges this state with itself. The other state must
    /// not change.
    pub fn merge(&mut self, other: &State, is_itself: bool) {
        self.grow(other.model.count() as u64);
        let before = other.bytes.clone();
        let (mine, theirs) = (&self.model, &other.model);
        let same = Model { rows: BTreeMap::new(), released: false, ..mine.clone() }
            == Model { rows: BTreeMap::new(), released: false, ..theirs.clone() };
        let own = self.bytes.as_mut_ptr().cast();
        let more = if is_itself { own } else { other.bytes.as_ptr().cast_mut().cast() };
        let status = unsafe { indp_state_merge(own, more) };
        assert_eq!(other.bytes, before);
        if mine.released || theirs.released {
            assert_eq!(status, INDP_E_RELEASED);
        } else if !same {
            assert_eq!(status, INDP_E_STATE_MISMATCH);
        } else if mine.count() + theirs.count() >= MOST_ROWS {
            assert_eq!(status, INDP_E_TOO_MANY_ROWS);
        } else {
            assert_eq!(status, INDP_OK);
            for (step, n) in &theirs.rows {
                *self.model.rows.entry(*step).or_insert(0) += n;
            }
        }
    }

    /// Calls functions that read a state of any kind.
    fn ask(&self) {
        let (state, released) = (self.bytes.as_ptr().cast(), self.model.released);
        let (mut kind, mut rows) = (0, 0);
        unsafe {
            assert_eq!(indp_state_kind(state, &mut kind), INDP_OK);
            assert_eq!(indp_state_rows(state, &mut rows), INDP_OK);
            for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
                let status = indp_state_can_release(state, epsilon, std::ptr::null());
                assert_eq!(status, INDP_E_EPSILON);
            }
            let status = indp_state_can_release(state, 1e6, std::ptr::null());
            let single = if kind == INDP_KIND_HISTOGRAM { INDP_E_STATE } else { INDP_OK };
            assert_eq!(status, if released { INDP_E_RELEASED } else { single });
        }
        assert_eq!((kind, u128::from(rows)), (self.model.kind, self.model.count()));
    }

    /// Flips one random bit in each byte of the header that is the same in all serialised states,
    /// one byte at a time. No function may accept the changed bytes as a state.
    fn flip(&self, random: &mut Random, bytes: &[u8]) {
        let mut state = vec![0x77; self.bytes.len().max(bytes.len())];
        for at in [0, 1, 2, 3, 4, 6, 7] {
            let (mut forged, bit) = (bytes.to_vec(), 1 << random.below(8));
            forged[at] ^= bit;
            let (from, to) = (forged.as_ptr().cast(), state.as_mut_ptr().cast());
            let mut size = 7;
            unsafe {
                assert_eq!(
                    indp_state_deserialised_size(from, forged.len(), &mut size),
                    INDP_E_STATE,
                    "{at} {bit}"
                );
                assert_eq!(
                    indp_state_deserialise(to, state.len(), from, forged.len()),
                    INDP_E_STATE
                );
                // In memory, the lowest bit of byte 6 is the mark of a released state.
                let mut own = self.bytes.clone();
                own[at] ^= bit;
                let status = indp_state_can_release(own.as_ptr().cast(), 1.0, std::ptr::null());
                assert_eq!(
                    status,
                    if (at, bit) == (6, 1) { INDP_E_RELEASED } else { INDP_E_STATE }
                );
            }
            assert_eq!((size, state.iter().all(|b| *b == 0x77)), (7, true));
        }
        // In serialised bytes, the mark of a released state is not allowed.
        let mut forged = bytes.to_vec();
        forged[6] = 1;
        assert_eq!(
            unsafe { indp_state_deserialised_size(forged.as_ptr().cast(), forged.len(), &mut 0) },
            INDP_E_STATE
        );
    }

    /// Serialises the state, compares the bytes with the model's bytes, and reads them back into a
    /// new buffer.
    pub fn travel(&mut self, random: &mut Random) {
        self.ask();
        match self.serialised() {
            Err(status) => assert!(self.model.released && status == INDP_E_RELEASED),
            Ok(bytes) => {
                self.model.rows.retain(|_, n| *n > 0);
                assert_eq!(bytes, self.model.bytes(), "{:?}", self.model);
                self.flip(random, &bytes);
                let mut size = 0;
                unsafe {
                    let from = bytes.as_ptr().cast();
                    assert_eq!(indp_state_deserialised_size(from, bytes.len(), &mut size), INDP_OK);
                    let mut state = vec![0x77; size];
                    let to = state.as_mut_ptr().cast();
                    assert_eq!(indp_state_deserialise(to, size, from, bytes.len()), INDP_OK);
                    self.bytes = state;
                }
            }
        }
    }

    /// Releases the state at an ε so large that there is hardly any noise. The answer must agree
    /// with the model.
    pub fn release(&mut self) {
        let (state, model) = (self.bytes.as_mut_ptr(), self.model.clone());
        let epsilon = 1e6;
        let n = model.count();
        let live = self.bytes.clone();
        unsafe {
            let mut out = indp_value::default();
            let null = std::ptr::null_mut();
            assert_eq!(
                indp_state_release_value(null, 1.0, std::ptr::null(), &mut out),
                INDP_E_NULL
            );
            if model.kind == INDP_KIND_HISTOGRAM {
                self.release_counts(epsilon);
                return;
            }
            let can = indp_state_can_release(state.cast(), epsilon, std::ptr::null());
            self.expect(can);
            let released =
                indp_state_release_value(state.cast(), epsilon, std::ptr::null(), &mut out);
            if !self.expect(released) {
                assert_eq!(out.tag, 0, "untouched");
            } else if model.kind == INDP_KIND_COUNT {
                assert_eq!(out.tag, INDP_VALUE_INTEGER);
                assert_eq!(out.integer, i64::try_from(n).unwrap_or(i64::MAX));
            } else if model.kind == INDP_KIND_MODE {
                assert_eq!((out.tag, out.label), (INDP_VALUE_CANDIDATE, std::ptr::null()));
                let rows = |i: i64| model.rows.get(&i.into()).copied().unwrap_or(0);
                let most = (0..model.labels as i64).map(rows).max().unwrap();
                assert_eq!(rows(out.integer), most);
            } else {
                assert_eq!(out.tag, INDP_VALUE_REAL);
                check(&model, out.real);
            }
        }
        if model.released {
            assert_eq!(self.bytes, live);
        }
        self.model.released = true;
    }

    fn release_counts(&mut self, epsilon: f64) {
        let (state, n) = (self.bytes.as_mut_ptr().cast(), self.model.edges.len() + 2);
        let mut out = vec![-1; n];
        let can = unsafe { indp_state_can_release_counts(state, epsilon, std::ptr::null()) };
        let live = self.expect(can);
        let released = unsafe {
            indp_state_release_counts(state, epsilon, std::ptr::null(), out.as_mut_ptr(), n)
        };
        if self.expect(released) {
            let rows = |cell: usize| self.model.rows.get(&(cell as i128)).copied().unwrap_or(0);
            let exact: Vec<i64> =
                (0..n).map(|cell| i64::try_from(rows(cell)).unwrap_or(i64::MAX)).collect();
            assert_eq!(out, exact);
        } else {
            assert!(!live && out.iter().all(|x| *x == -1), "untouched");
        }
        self.model.released = true;
    }
}
