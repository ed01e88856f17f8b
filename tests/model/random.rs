//! Draws random words, and random values that are often special (NaN, infinities, -0.0, tiny, huge)
//! or equal to a bound.

use indp::entropy::seeded::Seeded;
use indp::tape::Words;

pub struct Random(pub Seeded);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0.next().unwrap()
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    /// Returns a value between the bounds, a bound, a value slightly beyond the bounds, a special
    /// value, or a double with random bits.
    pub fn value(&mut self, lo: f64, hi: f64) -> f64 {
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
