//! Utilities to levels, 64 at a time, in doubles and without a branch on any of them, for ranges inside ±2^51. The
//! same levels from the same words as outcome by outcome in [`super::rounding`], which remains the definition:
//! whatever doubles cannot decide here is done there.
//!
//! The loops are functions of their own so that the compiler turns them into vector code.

use super::params::Exponential;
use crate::tape::Words;
use crate::Error;

/// Outcomes in a block: their roundings fill a word.
pub(super) const BLOCK: usize = 64;
/// Adding it rounds a double below 2^51 to an integer, in the last bits of the sum.
const MAGIC: f64 = 6_755_399_441_055_744.0;
const EXACT: i64 = 1 << 51;
/// Random digits and fraction are each known to 2^-52; nearer than this they do not decide.
const CLOSE: f64 = 1.0 / (1u64 << 50) as f64;

/// The utilities of a block.
pub(super) type Utilities = [f64; BLOCK];

/// The range of utilities as doubles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubles {
    min: f64,
    max: f64,
    /// What the last bits of a shifted utility exceed its level by.
    bias: u32,
}

/// Levels of a block, each below its utility or at it.
pub(super) struct Floors {
    pub(super) levels: [u32; BLOCK],
    /// How far the utilities lie above them, in [0, 1]; 0 for integers only.
    fractions: [f64; BLOCK],
}

impl Floors {
    pub(super) const EMPTY: Floors = Floors { levels: [0; BLOCK], fractions: [0.0; BLOCK] };
}

impl Doubles {
    /// None if the range is too large.
    pub(super) fn new(min: i64, max: i64) -> Option<Self> {
        let fits = -EXACT <= min && max <= EXACT && max.abs_diff(min) < u64::from(u32::MAX);
        let bias = MAGIC.to_bits().wrapping_add_signed(min) as u32;
        fits.then_some(Doubles { min: min as f64, max: max as f64, bias })
    }

    /// A block, filled up with integers.
    pub(super) fn padded(utilities: &[f64]) -> Utilities {
        let mut block = [f64::NAN; BLOCK];
        block.iter_mut().zip(utilities).for_each(|(to, from)| *to = *from);
        block
    }

    /// Clamped; NaN is not below the largest.
    #[inline(always)]
    fn inside(&self, utility: f64) -> f64 {
        let below = if utility < self.max { utility } else { self.max };
        if below > self.min {
            below
        } else {
            self.min
        }
    }

    /// Levels of integers; says whether all are.
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

    /// Floors and fractions; the number that are no integers.
    #[inline(never)]
    fn floors(&self, utilities: &Utilities, floors: &mut Floors) -> usize {
        let mut fractional = 0u32;
        let outputs = floors.levels.iter_mut().zip(&mut floors.fractions);
        for (u, (level, fraction)) in utilities.iter().zip(outputs) {
            let inside = self.inside(*u);
            let shifted = inside + MAGIC;
            let nearest = shifted - MAGIC;
            let (over, one) = if nearest > inside { (1, 1.0) } else { (0, 0.0) };
            *level = (shifted.to_bits().wrapping_sub(over) as u32).wrapping_sub(self.bias);
            // Exact but for negative utilities next to zero, where it is right to 2^-54.
            *fraction = inside - nearest + one;
            fractional += u32::from(nearest != inside);
        }
        fractional as usize
    }

    /// Rounds a block, whose first `n` outcomes exist: levels, and which were rounded up.
    pub(super) fn round<W: Words>(
        &self,
        mechanism: &Exponential,
        utilities: &Utilities,
        floors: &mut Floors,
        tape: &mut W,
    ) -> Result<u64, Error> {
        if self.integers(utilities, &mut floors.levels) {
            return Ok(0);
        }
        let fractional = self.floors(utilities, floors);
        // Each reads a word at least: so many are on the tape whatever they say.
        let mut words = [0; BLOCK];
        tape.fill(words.get_mut(..fractional).unwrap_or(&mut []))?;
        let mut ups = [0; BLOCK];
        let clear = if fractional == BLOCK {
            compare(&words, &floors.fractions, &mut ups)
        } else {
            compare(&spread(&words, &floors.fractions), &floors.fractions, &mut ups)
        };
        if !clear {
            let words = words.get(..fractional).unwrap_or(&[]);
            exactly(mechanism, utilities, &floors.levels, &mut ups, Ahead { words, rest: tape })?;
        }
        add(&mut floors.levels, &ups);
        Ok(packed(&ups))
    }

    /// The levels again, from the roundings.
    pub(super) fn again(&self, utilities: &Utilities, ups: u64, floors: &mut Floors) {
        if self.integers(utilities, &mut floors.levels) {
            return;
        }
        self.floors(utilities, floors);
        add(&mut floors.levels, &unpacked(ups));
    }

    /// How many are at this level: their floors, less what they were rounded up, lie in [level, level + 1).
    pub(super) fn at(&self, utilities: &Utilities, ups: u64, level: u64) -> u64 {
        // Below 2^52, like the next integer.
        let start = level as f64 + self.min;
        if ups == 0 {
            return self.between(utilities, start);
        }
        let mut starts = [start; BLOCK];
        starts.iter_mut().zip(unpacked(ups)).for_each(|(s, up)| *s -= f64::from(up));
        self.between_each(utilities, &starts)
    }

    /// How many lie in [start, start + 1).
    #[inline(never)]
    fn between(&self, utilities: &Utilities, start: f64) -> u64 {
        let end = start + 1.0;
        let within = |u: &f64| u32::from(self.inside(*u) >= start) & u32::from(self.inside(*u) < end);
        u64::from(utilities.iter().map(within).sum::<u32>())
    }

    /// The same, each with its own start.
    #[inline(never)]
    fn between_each(&self, utilities: &Utilities, starts: &[f64; BLOCK]) -> u64 {
        let within = |(u, start): (&f64, &f64)| {
            u32::from(self.inside(*u) >= *start) & u32::from(self.inside(*u) < *start + 1.0)
        };
        u64::from(utilities.iter().zip(starts).map(within).sum::<u32>())
    }
}

/// Whether each random number is below its fraction. False if that is not certain for some.
#[inline(never)]
fn compare(words: &[u64; BLOCK], fractions: &[f64; BLOCK], ups: &mut [u8; BLOCK]) -> bool {
    let mut close = 0;
    for ((up, word), fraction) in ups.iter_mut().zip(words).zip(fractions) {
        let uniform = f64::from_bits(word >> 12 | 1.0f64.to_bits()) - 1.0;
        let over = uniform - fraction;
        *up = u8::from(over < -CLOSE);
        close |= u64::from(over.abs() <= CLOSE) & u64::from(*fraction != 0.0);
    }
    close == 0
}

/// To each outcome that is no integer the next word.
fn spread(words: &[u64; BLOCK], fractions: &[f64; BLOCK]) -> [u64; BLOCK] {
    let (mut own, mut next) = ([0; BLOCK], 0);
    for (word, fraction) in own.iter_mut().zip(fractions) {
        *word = words.get(next % BLOCK).copied().unwrap_or(0);
        next += usize::from(*fraction != 0.0);
    }
    own
}

#[cold]
#[inline(never)]
fn exactly<W: Words>(
    mechanism: &Exponential,
    utilities: &Utilities,
    floors: &[u32; BLOCK],
    ups: &mut [u8; BLOCK],
    mut tape: Ahead<W>,
) -> Result<(), Error> {
    for ((utility, floor), up) in utilities.iter().zip(floors).zip(ups) {
        *up = u8::from(mechanism.level(*utility, &mut tape)? != u64::from(*floor));
    }
    Ok(())
}

#[inline(never)]
fn add(levels: &mut [u32; BLOCK], ups: &[u8; BLOCK]) {
    levels.iter_mut().zip(ups).for_each(|(level, up)| *level = level.wrapping_add(u32::from(*up)));
}

/// Bytes that are 0 or 1 to bits, the first as the lowest.
fn packed(bytes: &[u8; BLOCK]) -> u64 {
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

/// Words read ahead, then the tape.
struct Ahead<'a, W: Words> {
    words: &'a [u64],
    rest: &'a mut W,
}

impl<W: Words> Words for Ahead<'_, W> {
    fn next(&mut self) -> Result<u64, Error> {
        match self.words.split_first() {
            Some((word, others)) => {
                self.words = others;
                Ok(*word)
            }
            None => self.rest.next(),
        }
    }
}
