//! Computes exact probabilities of the snapping mechanism in real arithmetic, with MPFR at 200
//! bits.

use rug::{float::Round, ops::Pow, Float};

fn float(x: f64) -> Float {
    Float::with_val(200, x)
}

/// The parameters of one release.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub epsilon: f64,
    pub sensitivity: f64,
    pub bound: f64,
    /// The grid, or 0 for the default grid.
    pub grid: f64,
    pub value: f64,
}

impl Case {
    fn lambda(&self) -> Float {
        float(self.sensitivity) / self.epsilon
    }

    /// Returns the chosen grid. If none was chosen, returns the default grid, which is the smallest
    /// power of two that is at least λ.
    pub fn actual_grid(&self) -> f64 {
        if self.grid != 0.0 {
            return self.grid;
        }
        let exponent = self.lambda().log2().ceil().to_i32_saturating_round(Round::Up).unwrap();
        float(2.0).pow(exponent).to_f64()
    }

    /// Returns P(clamp_B(value) + noise < t), where the noise has the Laplace law with scale λ.
    fn below(&self, t: &Float) -> Float {
        let centre = self.value.clamp(-self.bound, self.bound);
        let z = (t.clone() - centre) / self.lambda();
        if z < 0 {
            z.exp() / 2
        } else {
            1 - (-z).exp() / 2u32
        }
    }

    /// Returns the possible answers within 40 λ of the clamped value, in ascending order, each with
    /// its probability. Answers further away have a negligible probability.
    pub fn probabilities(&self) -> Vec<(f64, Float)> {
        let grid = self.actual_grid();
        let edge = |k: f64| (float(k) - 0.5f64) * grid;
        let centre = (self.value.clamp(-self.bound, self.bound) / grid).round();
        let reach = (40.0 * self.lambda().to_f64() / grid).ceil().max(2.0);
        // The last multiple of the grid within the bound. Larger multiples are clamped to the
        // bound.
        let last = (self.bound / grid).floor();
        let (from, to) = ((centre - reach).max(-last), (centre + reach).min(last));
        let mut list = Vec::new();
        let mut k = from;
        while k <= to {
            list.push((k * grid, self.below(&edge(k + 1.0)) - self.below(&edge(k))));
            k += 1.0;
        }
        if from == -last {
            let p = self.below(&edge(from));
            if from * grid == -self.bound {
                list[0].1 += p;
            } else {
                list.insert(0, (-self.bound, p));
            }
        }
        if to == last {
            let p = 1 - self.below(&edge(to + 1.0));
            if to * grid == self.bound {
                list.last_mut().unwrap().1 += p;
            } else {
                list.push((self.bound, p));
            }
        }
        list
    }
}
