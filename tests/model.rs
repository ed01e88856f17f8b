//! Every kind of state through the C ABI, driven by random sequences of calls, beside a slow model: rows in a map, sums in exact
//! rationals, serialised bytes put together by include/STATES.md.
//!
//! A short run is part of `cargo test`; `make soak` changes the seed, INDP_TEST_EFFORT the length.

#[path = "common/chi_squared.rs"]
#[allow(dead_code)]
mod chi_squared;

use std::collections::BTreeMap;

use chi_squared::seed;
use indp::entropy::seeded::Seeded;
use indp::ffi::*;
use indp::tape::Words;
use rug::{Integer, Rational};

const MOST_ROWS: u128 = 1 << 64;

struct Random(Seeded);

impl Random {
    fn word(&mut self) -> u64 {
        self.0.next().unwrap()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    fn value(&mut self, lo: f64, hi: f64) -> f64 {
        let unit = (self.word() >> 11) as f64 * 2f64.powi(-53);
        match self.below(12) {
            0 => f64::NAN,
            1 => [f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324, -1e308][self.below(5) as usize],
            2 => lo,
            3 => hi,
            4 => f64::from_bits(self.word()),
            5 => (lo + (hi - lo) * unit).round() + 0.5,
            _ => lo - (hi - lo) * 0.1 + (hi - lo) * 1.2 * unit,
        }
    }
}

fn power(exponent: i32) -> Rational {
    let one = Rational::from(1);
    if exponent >= 0 {
        one << exponent.unsigned_abs()
    } else {
        one >> exponent.unsigned_abs()
    }
}

/// The nearest integer, ties to even.
fn nearest(x: &Rational) -> i128 {
    let twice = Rational::from(x * 2u32);
    let floor = x.clone().floor().into_numer_denom().0;
    let tie = twice.is_integer() && !x.is_integer();
    let up: Rational = x + Rational::from((1, 2));
    let rounded = if tie && floor.is_even() { floor } else { up.floor().into_numer_denom().0 };
    rounded.to_i128().unwrap()
}

/// A state as it should be.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    kind: i32,
    lo: f64,
    hi: f64,
    exponent: i32,
    /// a/b of a quantile.
    q: (u16, u16),
    person: u64,
    /// Rows at each step of the grid, or at each candidate of a mode.
    rows: BTreeMap<i128, u128>,
    labels: usize,
    released: bool,
}

impl Model {
    fn step(&self, value: &Rational) -> i128 {
        let (lo, hi) = (Rational::from_f64(self.lo).unwrap(), Rational::from_f64(self.hi).unwrap());
        nearest(&(value.clone().max(lo).min(hi) / power(self.exponent)))
    }

    fn of_double(&self, value: f64) -> i128 {
        // NaN is 0, clamped; infinities are beyond both bounds.
        let finite = if value.is_nan() { 0.0 } else { value.clamp(-f64::MAX, f64::MAX) };
        self.step(&Rational::from_f64(finite).unwrap())
    }

    fn count(&self) -> u128 {
        self.rows.values().sum()
    }

    fn ends(&self) -> (i128, i128) {
        (self.of_double(self.lo), self.of_double(self.hi))
    }

    fn total(&self) -> i128 {
        self.rows.iter().map(|(step, n)| step * *n as i128).sum()
    }

    fn centre(&self) -> i128 {
        let (low, high) = self.ends();
        nearest(&Rational::from((Integer::from(low + high), 2u32)))
    }

    fn squares(&self) -> u128 {
        let c = self.centre();
        self.rows.iter().map(|(step, n)| ((step - c) * (step - c)) as u128 * n).sum()
    }

    /// The serialised bytes.
    fn bytes(&self) -> Vec<u8> {
        let mut out = b"indp".to_vec();
        out.extend([1, self.kind as u8, 0, 0]);
        out.extend(self.person.to_le_bytes());
        out.extend((self.count() as u64).to_le_bytes());
        if self.kind == INDP_KIND_COUNT {
            return out;
        }
        if self.kind == INDP_KIND_MODE {
            out.extend((self.labels as u32).to_le_bytes());
            out.extend((9 * self.labels as u32).to_le_bytes());
            out.extend((1..=self.labels as u32).flat_map(|i| (9 * i).to_le_bytes()));
            for i in 0..self.labels as u64 {
                out.push(1);
                out.extend((i ^ 1 << 63).to_be_bytes());
            }
            let rows = |i: usize| self.rows.get(&(i as i128)).copied().unwrap_or(0) as u64;
            out.extend((0..self.labels).flat_map(|i| rows(i).to_le_bytes()));
            return out;
        }
        let (low, high) = self.ends();
        out.extend(self.lo.to_le_bytes());
        out.extend(self.hi.to_le_bytes());
        out.extend(self.exponent.to_le_bytes());
        out.extend([0; 4]);
        out.extend((low as i64).to_le_bytes());
        out.extend((high as i64).to_le_bytes());
        if self.kind == INDP_KIND_QUANTILE {
            out.extend(self.q.0.to_le_bytes());
            out.extend(self.q.1.to_le_bytes());
            out.extend([0; 4]);
            out.extend((self.rows.len() as u64).to_le_bytes());
            for (step, n) in &self.rows {
                out.extend(((step - low) as u32).to_le_bytes());
                out.extend((*n as u64).to_le_bytes());
            }
            return out;
        }
        out.extend(self.total().to_le_bytes());
        if self.kind == INDP_KIND_VARIANCE || self.kind == INDP_KIND_STDDEV {
            out.extend(self.squares().to_le_bytes());
        }
        out
    }

    /// The answer without noise, and how far a release with hardly any may be from it.
    fn answer(&self) -> (f64, f64) {
        let n = self.count() as f64;
        let grid = power(self.exponent).to_f64();
        let (sum, width) = (self.total() as f64 * grid, self.hi - self.lo);
        let mean = self.centre() as f64 * grid
            + (self.total() - self.centre() * self.count() as i128) as f64 * grid / n;
        let off = (self.total() - self.centre() * self.count() as i128) as f64 * grid / n;
        let variance = (self.squares() as f64 * grid * grid / n - off * off).clamp(0.0, width * width / 4.0);
        match self.kind {
            INDP_KIND_SUM => (sum, sum.abs() * 1e-9 + (self.lo.abs() + self.hi.abs()) * 1e-3),
            INDP_KIND_MEAN => (mean.clamp(self.lo, self.hi), width * 1e-3 + grid),
            INDP_KIND_VARIANCE => (variance, width * width * 1e-3 + grid * grid),
            _ => (variance.sqrt(), width * 0.04 + grid),
        }
    }
}

/// A state in its buffer, with its model.
struct State {
    bytes: Vec<u8>,
    model: Model,
}

const BOUNDS: [(f64, f64); 7] =
    [(0.0, 1.0), (-3.0, 5.0), (0.25, 100.0), (-1e6, -1.0), (1e-310, 3e-310), (-1e300, 1e300), (-20.0, 20.0)];

impl State {
    fn new(random: &mut Random) -> Self {
        let kind = 1 + random.below(7) as i32;
        let (lo, hi) = BOUNDS[random.below(BOUNDS.len() as u64) as usize];
        let person = [1, 2, 17][random.below(3) as usize];
        let mut bytes = vec![0xaa; 4096];
        let (state, size) = (bytes.as_mut_ptr().cast(), bytes.len());
        let (mut q, mut labels) = ((1, 2), 0);
        let status = unsafe {
            match kind {
                INDP_KIND_COUNT => indp_count_init(state, size, person),
                INDP_KIND_SUM => indp_sum_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_MEAN => indp_mean_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_VARIANCE => indp_variance_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_STDDEV => indp_stddev_init(state, size, lo, hi, 0.0, person),
                INDP_KIND_QUANTILE => {
                    q = [(0, 1), (1, 10), (1, 2), (3, 4), (1, 1)][random.below(5) as usize];
                    let most = 2 + random.below(60);
                    indp_quantile_init(state, size, f64::from(q.0) / f64::from(q.1), lo, hi, most, person)
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
        // The grid is public, and read from the state: its choice has tests of its own.
        let numbers = kind != INDP_KIND_COUNT && kind != INDP_KIND_MODE;
        let exponent = if numbers && status == INDP_OK {
            i32::from_le_bytes(bytes[40..44].try_into().unwrap())
        } else {
            0
        };
        assert_eq!(status, INDP_OK, "kind {kind}, [{lo}, {hi}]");
        let (lo, hi) = if numbers { (lo, hi) } else { (0.0, 0.0) };
        let rows = BTreeMap::new();
        State { bytes, model: Model { kind, lo, hi, exponent, q, person, rows, labels, released: false } }
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

    /// Makes room for so many rows more, if they may come.
    fn grow(&mut self, more: u64) {
        unsafe {
            let mut room = 0;
            assert_eq!(indp_state_room(self.bytes.as_ptr().cast(), more, &mut room), INDP_OK);
            self.bytes.resize(room.max(self.bytes.len()), 0xaa);
            let size = self.bytes.len();
            assert_eq!(indp_state_resized(self.bytes.as_mut_ptr().cast(), size), INDP_OK);
        }
    }

    fn expect(&self, status: indp_status) -> bool {
        let expected = if self.model.released { INDP_E_RELEASED } else { INDP_OK };
        assert_eq!(status, expected, "{:?}", self.model);
        status == INDP_OK
    }

    fn note(&mut self, step: i128, rows: u128) {
        *self.model.rows.entry(step).or_insert(0) += rows;
    }

    fn add(&mut self, random: &mut Random) {
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

    fn add_many(&mut self, random: &mut Random) {
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
                let values: Vec<f64> = (0..n).map(|_| random.value(self.model.lo, self.model.hi)).collect();
                if self.expect(unsafe { indp_state_add_many(state, values.as_ptr(), values.len()) }) {
                    for value in values {
                        self.note(self.model.of_double(value), 1);
                    }
                }
            }
        }
    }

    fn merge(&mut self, other: &State) {
        self.grow(other.model.count() as u64);
        let (mine, theirs) = (&self.model, &other.model);
        let same = Model { rows: BTreeMap::new(), released: false, ..mine.clone() }
            == Model { rows: BTreeMap::new(), released: false, ..theirs.clone() };
        let status = unsafe { indp_state_merge(self.bytes.as_mut_ptr().cast(), other.bytes.as_ptr().cast()) };
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

    /// There and back: the bytes are the model's.
    fn travel(&mut self) {
        match self.serialised() {
            Err(status) => assert!(self.model.released && status == INDP_E_RELEASED),
            Ok(bytes) => {
                self.model.rows.retain(|_, n| *n > 0);
                assert_eq!(bytes, self.model.bytes(), "{:?}", self.model);
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

    /// Hardly any noise: the answer is the model's.
    fn release(&mut self) {
        let (state, model) = (self.bytes.as_mut_ptr(), self.model.clone());
        let epsilon = 1e6;
        let n = model.count();
        let live = self.bytes.clone();
        unsafe {
            assert_eq!(indp_count_release(std::ptr::null_mut(), 1.0, std::ptr::null(), &mut 0), INDP_E_NULL);
            let can = indp_state_can_release(state.cast(), epsilon, std::ptr::null());
            self.expect(can);
            match model.kind {
                INDP_KIND_COUNT => {
                    let mut out = 0;
                    if self.expect(indp_count_release(state.cast(), epsilon, std::ptr::null(), &mut out)) {
                        assert_eq!(out, i64::try_from(n).unwrap_or(i64::MAX));
                    }
                }
                INDP_KIND_MODE => {
                    let mut out = indp_category { text: std::ptr::null(), length: 0, integer: -7 };
                    if self.expect(indp_mode_release(state.cast(), epsilon, std::ptr::null(), &mut out)) {
                        let rows = |i: i64| model.rows.get(&i.into()).copied().unwrap_or(0);
                        let most = (0..model.labels as i64).map(rows).max().unwrap();
                        assert_eq!(rows(out.integer), most);
                    }
                }
                _ => {
                    let mut out = f64::NAN;
                    if self.expect(indp_state_release(state.cast(), epsilon, std::ptr::null(), &mut out)) {
                        check(&model, out);
                    }
                }
            }
        }
        if model.released {
            assert_eq!(self.bytes, live);
        }
        self.model.released = true;
    }
}

fn check(model: &Model, out: f64) {
    if model.kind == INDP_KIND_QUANTILE {
        assert!((model.lo..=model.hi).contains(&out), "{out}");
        let (low, high) = model.ends();
        let rows = |keep: &dyn Fn(i128) -> bool| -> i128 {
            model.rows.iter().filter(|(s, _)| keep(**s)).map(|(_, n)| *n as i128).sum()
        };
        let (a, b) = (i128::from(model.q.0), i128::from(model.q.1));
        let utility = |c: i128| {
            let (below, above) = (rows(&|s| s < c), rows(&|s| s > c));
            let at = rows(&|s| s == c);
            0.max((b - a) * below - a * (at + above)).max(a * above - (b - a) * (below + at))
        };
        let least = (low..=high).map(utility).min().unwrap();
        let as_answer =
            |c: i128| (power(model.exponent) * Integer::from(c)).to_f64().clamp(model.lo, model.hi);
        assert!((low..=high).any(|c| as_answer(c) == out && utility(c) == least), "{model:?}: {out}");
        return;
    }
    if model.count() == 0 && model.kind != INDP_KIND_SUM {
        return; // the noisy count is 0, or 1 by chance: tests/aggregates.rs
    }
    let (answer, margin) = model.answer();
    let extreme = !answer.is_finite() || !(1e-290..1e290).contains(&(model.hi - model.lo).abs());
    assert!(extreme || (out - answer).abs() <= margin, "{model:?}: {out}, not {answer} ± {margin}");
}

#[test]
fn random_sequences_agree_with_a_slow_model() {
    let effort: u64 = std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1);
    let mut random = Random(Seeded::new(seed(), 4242));
    let mut calls = [0u32; 6];
    for _ in 0..400 * effort {
        // Two of the same parameters, and another one.
        let first = State::new(&mut random);
        let twin = State { bytes: first.bytes.clone(), model: first.model.clone() };
        let mut states = [first, twin, State::new(&mut random)];
        for _ in 0..30 {
            let (i, j) = (random.below(3) as usize, random.below(3) as usize);
            let call = [0, 0, 0, 1, 2, 2, 3, 3, 4][random.below(9) as usize];
            calls[call] += 1;
            match call {
                0 => states[i].add(&mut random),
                1 => states[i].add_many(&mut random),
                2 => {
                    let copy = State { bytes: states[j].bytes.clone(), model: states[j].model.clone() };
                    states[i].merge(&copy);
                }
                3 => states[i].travel(),
                _ if random.below(4) == 0 => states[i].release(),
                _ => {}
            }
        }
        for state in &mut states {
            state.travel();
            state.release();
            state.release();
        }
    }
    println!("calls: {calls:?}");
    assert!(calls.iter().take(5).all(|n| *n > 1000));
}
