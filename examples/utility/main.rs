//! `make utility`: the error to expect, and beside it the error of other mechanisms.
//!
//! * `noise`: one release, against ε
//! * `means`, `variances`: compared with noisy sums over noisy counts (`ways`) and private clipping
//!   (`two_steps`)
//! * `extremes`: maxima compared with other mechanisms (`sparse`: above-threshold); `choices`: with
//!   other constants; `selections`: permute-and-flip compared with the exponential mechanism
//! * `data`: the rows; `states`: releases of the library; `random`: noise for the other mechanisms;
//!   `law`: exact probabilities of selections; `errors`, `fit`: what is measured, and whether it
//!   fits
//!
//! Every statement about the library comes from its own releases. Exits with 1 if those disagree
//! with the results of independent code, or with the claims of `docs/errors.md`. `--quick` does
//! less of everything. With `--wrong` the releases spend three quarters of ε, which must be
//! detected.

mod choices;
mod data;
mod errors;
#[path = "../evidence/mod.rs"]
mod evidence;
mod extremes;
mod fit;
mod law;
mod means;
mod noise;
mod random;
mod selections;
mod sparse;
mod states;
mod two_steps;
mod variances;
mod ways;

use std::process::ExitCode;

/// The amount of work, and whether the releases shall be wrong.
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

    /// The ε that releases spend.
    fn spent(self, epsilon: f64) -> f64 {
        if self.wrong {
            0.75 * epsilon
        } else {
            epsilon
        }
    }
}

fn main() -> ExitCode {
    law::check();
    fit::check();
    let asked = |what: &str| std::env::args().any(|a| a == what);
    let effort = Effort { quick: asked("--quick"), wrong: asked("--wrong") };
    let parts = [noise::run, means::run, variances::run, extremes::run, selections::run];
    // All parts run, even if an earlier one fails.
    let good = parts.map(|part| part(effort)).iter().all(|good| *good);
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
