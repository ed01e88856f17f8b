//! Tests that selections agree with the reference, however outcomes are grouped by level. The
//! numbers of outcomes lie near multiples of the block size, and the utilities are mixtures of
//! integers and fractions. Many tapes begin with the digits of fractions, and some totals lie next
//! to a power of two.

use super::super::levels::Grouping;
use super::super::*;
use super::equality::{both, Cases};
use crate::entropy::seeded::Seeded;
use crate::tape::{Recorded, Words};

const SIZES: [usize; 12] = [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200];

impl Cases {
    /// Some utilities are integers, some are multiples of 1/16, and some have all digits of a
    /// double. How many there are of each kind differs from case to case.
    fn mixture(&mut self, p: &Exponential, n: usize) -> Vec<f64> {
        let share = self.below(5);
        let one = |c: &mut Self| {
            let whole = p.range.min as f64 - 2.0 + c.below(p.range.span().min(40) + 4) as f64;
            match c.below(16) {
                0 => [
                    f64::NAN,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    5e-324,
                    -5e-324,
                    -1e-300,
                    -0.0,
                    1e300,
                    -2f64.powi(-12),
                ][c.below(9) as usize],
                1 if share > 0 => whole + (c.below(1 << 53) as f64) * 2f64.powi(-53),
                _ if c.below(4) < share => whole + c.below(16) as f64 / 16.0,
                _ => whole,
            }
        };
        (0..n).map(|_| one(self)).collect()
    }

    /// A tape on which the first digits of many outcomes equal the digits of a multiple of 1/16 or
    /// of a tiny fraction, or nearly so. Often further digits agree as well.
    fn close_tape(&mut self) -> Vec<u64> {
        let often = self.below(3);
        let digits = |c: &mut Self| {
            let own = [c.below(16) << 12, 0, 0xffff, (c.below(16) << 12).wrapping_sub(1)];
            own[c.below(4) as usize] & 0xffff
        };
        let word = |c: &mut Self| match c.below(4) {
            n if n < often => match c.below(4) {
                0 => [0, u64::MAX][c.below(2) as usize],
                _ => (0..4).fold(0, |word, _| word << 16 | digits(c)),
            },
            _ => c.0.next().unwrap(),
        };
        (0..900).map(|_| word(self)).chain(std::iter::repeat_n(0x1234_5678_9abc_def0, 60)).collect()
    }
}

#[test]
fn every_way_gives_the_answer_of_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 42));
    for i in 0..2_000 {
        let p = cases.mechanism();
        let n = SIZES[i % SIZES.len()];
        let (utilities, tape) = (cases.mixture(&p, n), cases.close_tape());
        both(&p, &utilities, &tape);
    }
}

/// With steep weights most outcomes lie beyond the window and matter only next to boundaries.
#[test]
fn beyond_the_window() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 43));
    let (mut windows, mut completed) = (0, 0);
    for i in 0..1_500 {
        let eta =
            Eta::new(1 + cases.below(3), 2 + cases.below(5) as u32, 4 + cases.below(40) as u32)
                .unwrap();
        let range = 1 + cases.below(100) as i64;
        let p = Exponential::new(eta, -7, range, 200, Selection::default()).unwrap();
        let n = SIZES[i % SIZES.len()];
        let mut utilities = cases.mixture(&p, n);
        if cases.below(2) == 0 {
            // A few outcomes have a utility far below all others, so the total is slightly above
            // their number.
            utilities.iter_mut().for_each(|u| *u = u.max(range as f64 - 3.0));
            (0..=cases.below(4) as usize).for_each(|j| utilities[j % n] = -7.0);
        }
        // If the first word of the uniform number s lies next to a boundary between outcomes,
        // further words decide.
        let near = [0, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 62, 3 << 62, 0x5555_5555_5555_5555];
        let words = [near[cases.below(7) as usize], [0, u64::MAX, 1][cases.below(3) as usize]];
        let mut read = Recorded::new(&[0x4321_9876_3456_cdef; 64]);
        p.range.levels(&utilities, &mut read).unwrap();
        let mut tape = vec![0x4321_9876_3456_cdef; read.used()];
        tape.extend(words);
        tape.extend((0..600).map(|_| cases.0.next().unwrap()));
        let (_, used) = both(&p, &utilities, &tape);
        windows += u32::from(p.sampler.powers.window() < p.range.span());
        completed +=
            u32::from(p.sampler.powers.window() < p.range.span() && used > tape.len() - 601);
    }
    println!("{windows} windows shorter than the range, {completed} needed a second word");
    assert!(windows > 700 && completed > 80);
}

/// A selection among groups chooses the group of the outcome that the reference chooses among all
/// members.
#[test]
fn groups_give_the_answer_of_their_members() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 44));
    for _ in 0..20_000 {
        let p = cases.mechanism();
        let n = 1 + cases.below(8) as usize;
        let utilities: Vec<i64> =
            (0..n).map(|_| p.range.min - 2 + cases.below(p.range.span() + 4) as i64).collect();
        let mut many: Vec<u64> = (0..n).map(|_| cases.below(6).saturating_sub(1)).collect();
        many[0] += u64::from(many.iter().all(|m| *m == 0));
        let tape = cases.close_tape();
        let members: Vec<usize> =
            (0..n).flat_map(|i| std::iter::repeat_n(i, many[i] as usize)).collect();
        let mut slow = Recorded::new(&tape);
        let levels: Vec<u64> = members
            .iter()
            .map(|i| (utilities[*i].clamp(p.range.min, p.range.max) - p.range.min) as u64)
            .collect();
        let bits = p.sampler.eta.tight_precision(p.range.span(), levels.len() as u64) as u32;
        let member =
            reference::select(p.sampler.eta, &levels, bits, p.selection.min_retries, &mut slow)
                .unwrap();
        let groupings = [
            p.grouping(n as u64),
            Grouping::Dense((p.range.span() as usize).saturating_add(1)),
            Grouping::Window(p.sampler.powers.window() as usize),
            Grouping::Sorted,
        ];
        for grouping in groupings {
            if matches!(grouping, Grouping::Window(size) if size > 1 << 12) {
                continue;
            }
            let mut fast = Recorded::new(&tape);
            let group = p.select_groups(&utilities, Some(&many), grouping, &mut fast).unwrap();
            assert_eq!(
                (group, fast.used()),
                (members[member], slow.used()),
                "{grouping:?} {p:?} {utilities:?} {many:?}"
            );
        }
    }
}

/// Some ranges are just within the limits for rounding in doubles, and others lie beyond them. Some
/// levels exceed 32 bits.
#[test]
fn wide_ranges_in_every_way() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 45));
    for i in 0..2_000 {
        let min =
            [i64::MIN, -(1 << 51) - 1, 1 << 52, -5, -(1 << 35), 1 - (1 << 35), (1 << 35) - 71]
                [i % 7];
        let max = [i64::MAX, min.saturating_add(1 << 40), min + 70][i / 7 % 3];
        let p = Exponential::new(Eta::new(1, 1, 1).unwrap(), min, max, 200, Selection::default())
            .unwrap();
        // All utilities lie near one base. If they lay further apart, the reference would need too
        // many bits.
        let base = min.saturating_add([0, 1 << 20, 1 << 50][i / 7 % 3]).min(max - 40);
        let n = SIZES[i % 9];
        let utilities: Vec<f64> =
            (0..n).map(|_| base as f64 + cases.below(40) as f64 / 2.0).collect();
        both(&p, &utilities, &cases.close_tape());
    }
}
