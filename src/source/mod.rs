//! The caller's choice of random bits, and the tape of one call that follows from it.
//!
//! * [`host`]: the caller's code, in the middle of ours
//! * [`callback`]: words that it supplies

mod callback;
mod host;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

pub use callback::{Context, Fill, DONE, UNFILLED};
pub use host::HostCode;

use crate::entropy::{os::OsWords, seeded::Seeded};
use crate::fixed_log::LoggedWords;
use crate::memory::{Busy, Workspace};
use crate::Error;

/// Where words come from.
#[derive(Clone, Copy)]
pub enum Source {
    /// The operating system, through this thread's generator.
    Os,
    /// The insecure seed.
    Seeded(u64),
    /// The caller's callback.
    Callback(Fill, Context),
}

/// What a call does with its tape: a trait because it works on tapes of several types.
pub trait Release {
    /// What it returns.
    type Output;
    /// The release itself.
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Self::Output, Error>;
}

/// A source that numbers the calls made on it.
pub struct Numbered {
    source: Source,
    calls: AtomicU64,
}

impl Numbered {
    /// A source with no call made yet.
    pub fn new(source: Source) -> Self {
        Numbered { source, calls: AtomicU64::new(0) }
    }

    /// Runs one call on its tape.
    #[inline]
    pub fn call<R: Release>(&self, release: R) -> Result<R::Output, Error> {
        // Before any value is looked at, whatever the source: no failure may depend on the value.
        let workspace = Workspace::of_this_thread()?;
        let busy = Busy::release(workspace)?;
        match self.source {
            Source::Os => {
                let result = release.run(&mut OsWords::of(workspace));
                // In a child that was made meanwhile the words were wiped in part. It may have
                // failed for that: the generator starts anew then too.
                busy.in_one_process()?;
                result
            }
            Source::Seeded(seed) => self.seeded(seed, release),
            Source::Callback(fill, ctx) => callback::called(fill, ctx, release),
        }
    }

    /// Apart, as is [`callback::called`]: the usual call needs no room for these.
    #[inline(never)]
    fn seeded<R: Release>(&self, seed: u64, release: R) -> Result<R::Output, Error> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        release.run(&mut Seeded::new(seed, call))
    }
}
