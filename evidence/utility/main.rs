//! Measures the errors of the library's answers, and compares them with the errors of other
//! mechanisms at the same ε. `make utility` runs this program. These modules print the tables:
//!
//! * `noise`: the error of one release of the snapping mechanism, as a function of ε
//! * `means`: means, compared with noisy sums over noisy counts (module `ways`) and with private
//!   clipping (module `two_steps`)
//! * `variances`: variances and standard deviations
//! * `extremes`: maxima, compared with other mechanisms (module `sparse` has above-threshold) and
//!   with other constants (module `choices`)
//! * `selections`: permute-and-flip, compared with the exponential mechanism
//! * `medians`: medians, compared with inverse and smooth sensitivity
//! * `several`: several quantiles for one ε, compared with other mechanisms
//! * `ranges`: sums of neighbouring counts, compared with hierarchical counts
//! * `bounds`: means between bounds from the data, compared with other ways to find them
//! * `choosing`: the pictures of docs/choosing.md
//!
//! The other modules contain the data sets (`data`), releases of the library (`states`), textbook
//! noise for the other mechanisms (`random`), exact laws of selections (`law`), root mean square
//! errors (`errors`) and tests of fit (`fit`).
//!
//! The program draws releases of the library. It exits with 1 if they disagree with the results of
//! independent code or with the claims of `docs/errors.md`. With `--quick` it examines fewer cases
//! and draws fewer releases. With `--wrong` the releases spend only three quarters of ε, which the
//! program must detect. Arguments such as `means` and `several` select the tables to print.

mod bounds;
mod choices;
mod choosing;
mod data;
mod errors;
#[path = "../shared/mod.rs"]
mod evidence;
mod extremes;
mod fit;
mod law;
mod means;
mod medians;
mod noise;
mod random;
mod ranges;
mod selections;
mod several;
mod sparse;
mod states;
mod two_steps;
mod variances;
mod ways;

use std::process::ExitCode;

/// The options of a run: whether to do less work, and whether releases are deliberately wrong.
#[derive(Clone, Copy)]
pub struct Effort {
    pub quick: bool,
    pub wrong: bool,
}

impl Effort {
    fn choose<T>(self, quick: T, full: T) -> T {
        if self.quick {
            quick
        } else {
            full
        }
    }

    /// Returns the ε that releases spend.
    fn spent(self, epsilon: f64) -> f64 {
        if self.wrong {
            0.75 * epsilon
        } else {
            epsilon
        }
    }
}

/// The name of a part, and the function that prints its tables. It returns whether they are as
/// claimed.
type Part = (&'static str, fn(Effort) -> bool);

fn main() -> ExitCode {
    law::check();
    fit::check();
    let asked = |what: &str| std::env::args().any(|a| a == what);
    let effort = Effort { quick: asked("--quick"), wrong: asked("--wrong") };
    let parts: [Part; 10] = [
        ("noise", noise::run),
        ("means", means::run),
        ("variances", variances::run),
        ("extremes", extremes::run),
        ("selections", selections::run),
        ("medians", medians::run),
        ("several", several::run),
        ("bounds", bounds::run),
        ("ranges", ranges::run),
        ("choosing", choosing::run),
    ];
    let some = parts.iter().any(|(name, _)| asked(name));
    // All parts run, even if an earlier one fails.
    let mut good = true;
    for (name, part) in parts {
        good &= (some && !asked(name)) || part(effort);
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
