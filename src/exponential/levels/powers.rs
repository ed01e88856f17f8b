//! Represents weights by certified lower and upper bounds in 64-bit integers, and computes the
//! factors between levels.

use crate::exact::select;
use crate::exponential::eta::Eta;
use crate::Error;

/// The number of binary digits after the point in the bounds of a weight.
pub const PLACES: u32 = 62;
const ONE: u64 = 1 << PLACES;

/// A number in `[low, high]·2^-62`, at most 1.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    pub low: u64,
    pub high: u64,
}

impl Weight {
    pub const UNIT: Weight = Weight { low: ONE, high: ONE };

    #[inline]
    pub fn times(self, other: Weight) -> Weight {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let high = product(self.high, other.high);
        let inexact = high & (u128::from(ONE) - 1) != 0;
        Weight {
            low: (product(self.low, other.low) >> PLACES) as u64,
            high: (high >> PLACES) as u64 + u64::from(inexact),
        }
    }

    #[inline]
    pub fn select(condition: bool, yes: Weight, no: Weight) -> Weight {
        Weight {
            low: select(condition, yes.low, no.low),
            high: select(condition, yes.high, no.high),
        }
    }
}

const DIGIT: u32 = 8;

/// Factors between levels. There is one table for each 8 bits of a gap, up to the number of bits of
/// the range.
#[derive(Clone, Debug)]
pub struct Powers {
    tables: Vec<[Weight; 1 << DIGIT]>,
    /// See [`Powers::window`].
    window: u64,
    /// The number of tables that gaps below the window need.
    near: usize,
}

impl Powers {
    /// Makes the tables for gaps up to `range`.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn new(eta: Eta, range: u64) -> Result<Self, Error> {
        let squares = squares(eta);
        let mut tables = Vec::new();
        let digits = (u64::BITS - range.leading_zeros()).div_ceil(DIGIT);
        tables.try_reserve_exact(digits as usize).map_err(|_| Error::NoMemory)?;
        for square in squares.iter().step_by(DIGIT as usize).take(digits as usize) {
            let mut weight = Weight::UNIT;
            tables.push(std::array::from_fn(|_| {
                let own = weight;
                weight = weight.times(*square);
                own
            }));
        }
        let window = window(&squares);
        let near = (u64::BITS - (window - 1).leading_zeros()).div_ceil(DIGIT) as usize;
        Ok(Powers { tables, window, near })
    }

    /// Makes only the tables that [`Powers::weight`] needs.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn near(eta: Eta) -> Result<Self, Error> {
        Self::new(eta, window(&squares(eta)))
    }

    /// The weight of an outcome relative to an outcome `gap` levels below. The number of operations
    /// does not depend on the gap.
    #[inline]
    pub fn step(&self, gap: u64) -> Weight {
        let mut weight = Weight::UNIT;
        for (table, shift) in self.tables.iter().zip((0..).step_by(DIGIT as usize)) {
            weight = weight.times(table[(gap >> shift) as usize % (1 << DIGIT)]);
        }
        weight
    }

    /// The weight of an outcome `gap` levels above the best. It is computed from the tables that
    /// gaps within the window need. The number of operations does not depend on the gap.
    #[inline]
    pub fn weight(&self, gap: u64) -> Weight {
        // A window of u64::MAX means that there is no window, because even the largest gap may have
        // a weight above 2^-62.
        let far = (gap >= self.window) & (self.window < u64::MAX);
        let near = select(far, 0, gap);
        let mut weight = Weight::UNIT;
        for (table, shift) in self.tables.iter().take(self.near).zip((0..).step_by(DIGIT as usize))
        {
            weight = weight.times(table[(near >> shift) as usize % (1 << DIGIT)]);
        }
        Weight::select(far, Weight { low: 0, high: 1 }, weight)
    }

    /// The weight of an outcome one level above the best.
    #[inline]
    pub fn next(&self) -> Weight {
        self.tables.first().map_or(Weight::UNIT, |table| table[1])
    }

    /// A gap whose weight is certainly at most 2^-62. It is nearly the smallest such gap. If there
    /// is no such gap, this is `u64::MAX`.
    pub fn window(&self) -> u64 {
        self.window
    }
}

/// `2^(-η2·2^i)` for each i.
fn squares(eta: Eta) -> [Weight; 64] {
    let (x, y, z) = eta.parts();
    let wide = u128::from(x) << PLACES;
    let low = (wide >> y) as u64;
    let mut square = Weight { low, high: low + u64::from(u128::from(low) << y != wide) };
    let mut base = Weight::UNIT;
    for i in 0..u32::BITS {
        if z >> i & 1 == 1 {
            base = base.times(square);
        }
        square = square.times(square);
    }
    std::array::from_fn(|_| {
        let own = base;
        base = base.times(base);
        own
    })
}

fn window(squares: &[Weight; 64]) -> u64 {
    // Finds the largest gap whose weight may exceed 2^-62. Its binary digits are chosen from the
    // highest down: a digit is 1 unless this would make the weight certainly at most 2^-62.
    let (mut gap, mut weight) = (0u64, Weight::UNIT);
    for (i, square) in squares.iter().enumerate().rev() {
        let with = weight.times(*square);
        if with.high > 1 {
            (gap, weight) = (gap | 1 << i, with);
        }
    }
    gap.saturating_add(1)
}
