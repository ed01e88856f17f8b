//! Draws textbook noise for the mechanisms that are compared with the library. This noise is
//! computed in doubles, so it is not private.

use indp::entropy::seeded::Seeded;
use indp::tape::Words;

/// A generator of random numbers, made from a seed and a stream number.
pub struct Random(Seeded);

impl Random {
    pub fn new(seed: u64, call: u64) -> Self {
        Random(Seeded::new(seed, call))
    }

    pub fn word(&mut self) -> u64 {
        self.0.next().expect("endless")
    }

    /// Returns a uniform number strictly between 0 and 1.
    pub fn uniform(&mut self) -> f64 {
        ((self.word() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    pub fn laplace(&mut self, scale: f64) -> f64 {
        let size = -scale * self.uniform().ln();
        if self.word() >> 63 == 0 {
            size
        } else {
            -size
        }
    }

    /// Returns a standard normal number, by the Box-Muller method.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}
