//! Holds the caller's choice of a source of random bits, and gives each call its tape.
//!
//! * [`host`]: code of the caller that runs inside a call
//! * [`callback`]: words from a callback

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

/// The source of random words.
#[derive(Clone, Copy)]
pub enum Source {
    /// The operating system, through this thread's generator.
    Os,
    /// The stream of an insecure seed.
    Seeded(u64),
    /// The caller's callback.
    Callback(Fill, Context),
}

/// What one call does with its tape. This is a trait and not a closure, because the type of the
/// tape depends on the source.
pub trait Release {
    /// The result.
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
    /// A source on which no call was made yet.
    pub fn new(source: Source) -> Self {
        Numbered { source, calls: AtomicU64::new(0) }
    }

    /// Runs one call on its tape.
    #[inline]
    pub fn call<R: Release>(&self, release: R) -> Result<R::Output, Error> {
        // The workspace is acquired before any value is read, whatever the source is, since no
        // failure may depend on a value.
        let workspace = Workspace::of_this_thread()?;
        let busy = Busy::release(workspace)?;
        match self.source {
            Source::Os => {
                let result = release.run(&mut OsWords::of(workspace));
                // In a child process that was forked during the call, some of the random words were
                // wiped, which may also have made the call fail. So `Error::Busy` replaces the
                // call's own result there. The check also makes sure that the generator is seeded
                // anew.
                busy.in_one_process()?;
                result
            }
            Source::Seeded(seed) => self.seeded(seed, release),
            Source::Callback(fill, ctx) => callback::called(fill, ctx, release),
        }
    }

    /// Runs one call on the tape of a seed. Like [`callback::called`] this function is not inlined,
    /// so that the usual call needs no stack space for these sources.
    #[inline(never)]
    fn seeded<R: Release>(&self, seed: u64, release: R) -> Result<R::Output, Error> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        release.run(&mut Seeded::new(seed, call))
    }
}
