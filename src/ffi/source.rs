//! The caller's choice of random bits, and the tape that follows from it.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

use super::host::HostCode;
use crate::entropy::{os::OsWords, seeded::Seeded};
use crate::memory::{Busy, Workspace};
use crate::tape::Words;
use crate::Error;

/// As declared in the header: fills `len` bytes, returns 0 on success.
pub type Fill = unsafe extern "C" fn(ctx: *mut c_void, buf: *mut u8, len: usize) -> i32;

/// Where words come from.
#[derive(Clone, Copy)]
pub enum Source {
    /// The operating system, through this thread's generator.
    Os,
    /// The insecure seed.
    Seeded(u64),
    /// The caller's callback.
    Callback(Fill, *mut c_void),
}

/// What a call does with its tape: a trait because it works on tapes of several types.
pub trait Release {
    /// What it returns.
    type Output;
    /// The release itself.
    fn run<W: Words>(self, tape: &mut W) -> Result<Self::Output, Error>;
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
                let output = release.run(&mut OsWords::of(workspace))?;
                // In a child that was made meanwhile the words were wiped in part.
                busy.in_one_process()?;
                Ok(output)
            }
            Source::Seeded(seed) => self.seeded(seed, release),
            Source::Callback(fill, ctx) => called(fill, ctx, release),
        }
    }

    /// Apart, as is [`called`]: the usual call needs no room for these.
    #[inline(never)]
    fn seeded<R: Release>(&self, seed: u64, release: R) -> Result<R::Output, Error> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        release.run(&mut Seeded::new(seed, call))
    }
}

#[inline(never)]
fn called<R: Release>(fill: Fill, ctx: *mut c_void, release: R) -> Result<R::Output, Error> {
    let host = HostCode::new();
    release.run(&mut CallbackWords { fill, ctx, host })
}

struct CallbackWords {
    fill: Fill,
    ctx: *mut c_void,
    host: HostCode,
}

impl Words for CallbackWords {
    fn next(&mut self) -> Result<u64, Error> {
        let mut word = [0u8; 8];
        // SAFETY: the caller promised a function of this type that may be called on any thread as long
        // as the handle lives.
        let status = self.host.run(|| unsafe { (self.fill)(self.ctx, word.as_mut_ptr(), word.len()) });
        if status != 0 {
            return Err(Error::Entropy);
        }
        Ok(u64::from_le_bytes(word))
    }
}
