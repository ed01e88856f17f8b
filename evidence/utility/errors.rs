//! Computes root mean square errors from draws, and compares two such errors.

/// Sums over the errors drawn so far: their number, their sizes, their squares, and their fourth
/// powers.
#[derive(Clone, Copy, Default)]
pub struct Errors {
    n: f64,
    sizes: f64,
    squares: f64,
    fourths: f64,
}

/// The largest accepted difference of two measured mean squares, in standard deviations. If both
/// mean squares have the same law, their difference has a symmetric law. If there are at least
/// 2,000 draws, the difference exceeds 7 standard deviations with probability below 1e-10, even
/// with the tails of Laplace noise. There are fewer than 2,000 comparisons, so a run raises a false
/// alarm with probability below 1e-6.
pub const SIGMAS: f64 = 7.0;

impl Errors {
    /// Draws this number of answers and sums up their errors.
    pub fn of(draws: u32, exact: f64, mut answer: impl FnMut() -> f64) -> Self {
        let mut all = Errors::default();
        for _ in 0..draws {
            let size = (answer() - exact).abs();
            let square = size * size;
            all.n += 1.0;
            all.sizes += size;
            all.squares += square;
            all.fourths += square * square;
        }
        all
    }

    /// Adds the errors of other draws.
    pub fn join(&mut self, other: &Errors) {
        self.n += other.n;
        self.sizes += other.sizes;
        self.squares += other.squares;
        self.fourths += other.fourths;
    }

    /// Returns the mean size of an error.
    pub fn average(&self) -> f64 {
        self.sizes / self.n
    }

    fn mean(&self) -> f64 {
        self.squares / self.n
    }

    /// Returns the estimated variance of the mean square.
    fn variance(&self) -> f64 {
        (self.fourths / self.n - self.mean().powi(2)).max(0.0) / self.n
    }

    pub fn rms(&self) -> f64 {
        self.mean().sqrt()
    }

    /// Returns the ratio of this error to another error, and the standard deviation of the ratio.
    pub fn over(&self, other: &Errors) -> (f64, f64) {
        let relative = |e: &Errors| e.variance().sqrt() / e.mean().max(f64::MIN_POSITIVE) / 2.0;
        let ratio = self.rms() / other.rms();
        (ratio, ratio * relative(self).hypot(relative(other)))
    }

    /// Returns whether these errors and the other errors may have the same law.
    pub fn alike(&self, other: &Errors) -> bool {
        let largest = self.mean().max(other.mean());
        let room = SIGMAS * (self.variance() + other.variance()).sqrt() + 1e-9 * largest;
        (self.mean() - other.mean()).abs() <= room
    }
}

/// The smallest and the largest of several ratios, each with its standard deviation.
#[derive(Clone, Copy)]
pub struct Span {
    pub least: (f64, f64),
    pub most: (f64, f64),
}

impl Span {
    pub const NONE: Span = Span { least: (f64::INFINITY, 0.0), most: (0.0, 0.0) };

    pub fn see(&mut self, ratio: (f64, f64)) {
        if ratio.0.is_finite() && ratio.0 < self.least.0 {
            self.least = ratio;
        }
        if ratio.0.is_finite() && ratio.0 > self.most.0 {
            self.most = ratio;
        }
    }

    /// Returns whether all ratios may lie in this range, within [`SIGMAS`] standard deviations.
    pub fn within(&self, (low, high): (f64, f64)) -> bool {
        self.least.0 + SIGMAS * self.least.1 >= low && self.most.0 - SIGMAS * self.most.1 <= high
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:.2} to {:.2}", self.least.0, self.most.0)
    }
}
