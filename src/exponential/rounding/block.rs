//! Rounds utilities to levels, 64 at a time, for ranges inside ±2^35. It works in doubles, without
//! a branch on any single utility. [`super::range`] is the definition, and rounds outcome by
//! outcome. From the same words both give the same levels (Claim E3). If the first digits do not
//! decide a block, [`super::range`] rounds it.
//!
//! Each loop is in a separate function, so that the compiler can vectorise it.

use super::digits::{first_digits, FirstDigits, BLOCK, DIGITS};
use super::range::Range;
use crate::tape::Words;
use crate::Error;

/// Adding this constant to a double of magnitude below 2^51 rounds the double to an integer, which
/// can be read from the last bits of the sum.
const MAGIC: f64 = 6_755_399_441_055_744.0;
/// Adding this constant to a double of magnitude below 2^35 rounds the double to a multiple of
/// 2^-16, which can be read from the last bits of the sum.
const FINE: f64 = MAGIC / (1u64 << DIGITS) as f64;
const EXACT: i64 = 1 << 35;

/// The utilities of a block.
pub type Utilities = [f64; BLOCK];

/// The range of utilities, in doubles.
#[derive(Clone, Copy, Debug)]
pub struct Doubles {
    min: f64,
    max: f64,
    /// The last 32 bits of the sum of a utility and [`MAGIC`], read as an integer, exceed the level
    /// of the utility by this number, modulo 2^32.
    bias: u32,
}

/// The floors of a block's utilities, as levels.
pub struct Floors {
    pub levels: [u32; BLOCK],
    /// The first digits of the fractions of the utilities.
    fractions: [u16; BLOCK],
    /// Whether the previous block had a fraction or, in `again`, an outcome that was rounded up. If
    /// so, this block probably has fractions as well, and the faster code for integers is not
    /// tried.
    fractional: bool,
}

impl Floors {
    pub const EMPTY: Floors =
        Floors { levels: [0; BLOCK], fractions: [0; BLOCK], fractional: false };
}

impl Doubles {
    /// Returns `None` if the range is too wide, or if an end of it is too large in magnitude.
    pub fn new(range: Range) -> Option<Self> {
        let Range { min, max } = range;
        let fits = -EXACT < min && max < EXACT && range.span() < u64::from(u32::MAX);
        fits.then_some(Doubles { min: min as f64, max: max as f64, bias: min as u32 })
    }

    /// Makes a block and pads it with NaN. A NaN becomes the largest utility, an integer, so
    /// padding never makes a block fractional.
    pub fn padded(utilities: &[f64]) -> Utilities {
        let mut block = [f64::NAN; BLOCK];
        block.iter_mut().zip(utilities).for_each(|(to, from)| *to = *from);
        block
    }

    /// Clamps a utility to the range. NaN becomes the largest utility.
    #[inline(always)]
    fn inside(&self, utility: f64) -> f64 {
        let below = if utility < self.max { utility } else { self.max };
        if below > self.min {
            below
        } else {
            self.min
        }
    }

    /// Rounds each utility to the nearest integer. Returns whether all utilities are integers. Only
    /// then are the levels right.
    #[inline(never)]
    fn integers(&self, utilities: &Utilities, levels: &mut [u32; BLOCK]) -> bool {
        let mut difference = 0;
        for (u, level) in utilities.iter().zip(levels) {
            let inside = self.inside(*u);
            let shifted = inside + MAGIC;
            difference |= (shifted - MAGIC - inside).to_bits();
            *level = (shifted.to_bits() as u32).wrapping_sub(self.bias);
        }
        difference == 0
    }

    /// Computes floors and the first digits of fractions.
    #[inline(never)]
    fn floors(&self, utilities: &Utilities, floors: &mut Floors) {
        let outputs = floors.levels.iter_mut().zip(&mut floors.fractions);
        for (u, (level, fraction)) in utilities.iter().zip(outputs) {
            let inside = self.inside(*u);
            let shifted = inside + FINE;
            let below = shifted.to_bits() - u64::from(shifted - FINE > inside);
            *level = ((below >> DIGITS) as u32).wrapping_sub(self.bias);
            *fraction = below as u16;
        }
    }

    /// Whether all utilities are integers. `floors` holds their floors and the first digits of
    /// their fractions.
    fn no_fractions(&self, utilities: &Utilities, floors: &Floors) -> bool {
        // If the first 16 digits of all fractions are 0, a fraction may still have further digits.
        floors.fractions.iter().fold(0, |all, digits| all | digits) == 0
            && self.integers(utilities, &mut [0; BLOCK])
    }

    /// Rounds a block of `n` outcomes with padding after them. `floors` receives the rounded
    /// levels. The result marks the outcomes that were rounded up.
    pub fn round<W: Words>(
        &self,
        range: &Range,
        utilities: &Utilities,
        n: usize,
        floors: &mut Floors,
        tape: &mut W,
    ) -> Result<u64, Error> {
        if !floors.fractional && self.integers(utilities, &mut floors.levels) {
            return Ok(0);
        }
        self.floors(utilities, floors);
        floors.fractional = !self.no_fractions(utilities, floors);
        if !floors.fractional {
            return Ok(0);
        }
        let digits = first_digits(n, tape)?;
        let mut ups = [0; BLOCK];
        if !compare(&digits, &floors.fractions, &mut ups) {
            exactly(range, utilities, &floors.levels, &mut ups, (&digits, tape))?;
        }
        add(&mut floors.levels, &ups);
        Ok(packed(&ups))
    }

    /// Recomputes the levels of a block. `ups` marks the outcomes that were rounded up.
    pub fn again(&self, utilities: &Utilities, ups: u64, floors: &mut Floors) {
        if !floors.fractional && self.integers(utilities, &mut floors.levels) {
            return;
        }
        self.below(utilities, &mut floors.levels);
        floors.fractional = ups != 0;
        add(&mut floors.levels, &unpacked(ups));
    }

    /// Marks the outcomes at a level.
    pub fn at(&self, utilities: &Utilities, ups: u64, level: u64) -> u64 {
        let mut here = [0; BLOCK];
        if ups == 0 {
            // No outcome was rounded up, so the outcomes at the level are those whose floor is the
            // level's utility. This utility is computed exactly, since it is below 2^36 in
            // magnitude.
            self.between(utilities, level as f64 + self.min, &mut here);
        } else {
            let mut floors = [0; BLOCK];
            self.below(utilities, &mut floors);
            equal(&floors, &unpacked(ups), level as u32, &mut here);
        }
        packed(&here)
    }

    /// Marks the utilities in [start, start + 1).
    #[inline(never)]
    fn between(&self, utilities: &Utilities, start: f64, here: &mut [u8; BLOCK]) {
        let end = start + 1.0;
        for (u, here) in utilities.iter().zip(here) {
            let inside = self.inside(*u);
            *here = u8::from(inside >= start) & u8::from(inside < end);
        }
    }

    /// Computes only the floors.
    #[inline(never)]
    fn below(&self, utilities: &Utilities, levels: &mut [u32; BLOCK]) {
        for (u, level) in utilities.iter().zip(levels) {
            let inside = self.inside(*u);
            let shifted = inside + MAGIC;
            let over = u64::from(shifted - MAGIC > inside);
            *level = ((shifted.to_bits() - over) as u32).wrapping_sub(self.bias);
        }
    }
}

/// Determines whether each random number is below its fraction. Returns false if the first digits
/// of some number equal the first digits of its fraction. For each number this has probability
/// 2^-16, whatever the fraction is.
#[inline(never)]
fn compare(digits: &FirstDigits, fractions: &[u16; BLOCK], ups: &mut [u8; BLOCK]) -> bool {
    let mut random = [0u16; BLOCK];
    for (four, word) in random.chunks_exact_mut(4).zip(digits) {
        for (i, own) in four.iter_mut().enumerate() {
            *own = (word >> (16 * i)) as u16;
        }
    }
    let mut same = 0;
    for ((up, random), fraction) in ups.iter_mut().zip(&random).zip(fractions) {
        *up = u8::from(random < fraction);
        same |= u16::from(random == fraction);
    }
    same == 0
}

#[cold]
#[inline(never)]
fn exactly<W: Words>(
    range: &Range,
    utilities: &Utilities,
    floors: &[u32; BLOCK],
    ups: &mut [u8; BLOCK],
    (digits, tape): (&FirstDigits, &mut W),
) -> Result<(), Error> {
    let mut places = floors.iter().zip(ups);
    range.round_block(utilities, digits, tape, |_, level| {
        if let Some((floor, up)) = places.next() {
            *up = u8::from(level != u64::from(*floor));
        }
    })
}

#[inline(never)]
fn add(levels: &mut [u32; BLOCK], ups: &[u8; BLOCK]) {
    levels.iter_mut().zip(ups).for_each(|(level, up)| *level = level.wrapping_add(u32::from(*up)));
}

/// Marks the outcomes that are at `level`, which is their floor, or their floor plus one if they
/// were rounded up.
#[inline(never)]
fn equal(floors: &[u32; BLOCK], ups: &[u8; BLOCK], level: u32, here: &mut [u8; BLOCK]) {
    for ((floor, up), here) in floors.iter().zip(ups).zip(here) {
        *here = u8::from(floor.wrapping_add(u32::from(*up)) == level);
    }
}

/// Packs bytes that are 0 or 1 into bits. The first byte becomes the lowest bit.
pub fn packed(bytes: &[u8; BLOCK]) -> u64 {
    let mut bits = 0;
    for (i, eight) in bytes.chunks_exact(8).enumerate() {
        let eight = eight.try_into().map_or(0, u64::from_le_bytes);
        bits |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    bits
}

fn unpacked(bits: u64) -> [u8; BLOCK] {
    let mut bytes = [0; BLOCK];
    for (eight, byte) in bytes.chunks_exact_mut(8).zip(bits.to_le_bytes()) {
        let own = u64::from(byte).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
        eight.copy_from_slice(&ones.to_le_bytes());
    }
    bytes
}
