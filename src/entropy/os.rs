//! Returns random words that [`super::expand`] expands from operating-system entropy and
//! [`super::generator`] buffers for each thread.
//!
//! Each thread owns two pages. One holds words. The other holds words with the logarithms that
//! releases need, which are computed together, without access to any private value. The kernel
//! wipes both pages in a child process (`MADV_WIPEONFORK`), whether it was made by `fork`, `_Fork`
//! or raw `clone`. A wiped page is no longer marked as alive, so it is seeded anew. The child holds
//! neither the parent's key nor its unread words. Where the kernel cannot wipe (before Linux 4.14,
//! and in some emulators), the process number and a count of forks are compared before every word
//! instead. This does not detect a child that raw `clone` makes in another PID namespace, if the
//! child has its parent's process number there.
//!
//! A signal handler may fork at any point in this module and return in the child. The page in use
//! is then wiped between two instructions. [`crate::memory::Busy`] discards the result of such a
//! call. This module makes sure that a wiped key is never expanded, and that inconsistent counts
//! lead to a refill.
#![allow(unsafe_code)] // accesses the thread's secrets

use super::generator::Generator;
use crate::fixed_log::{Logged, LoggedWords};
use crate::memory::{Owner, Workspace};
use crate::tape::{Words, ENDLESS_ZEROS};
use crate::Error;

/// The random words of this thread. The generator belongs to the thread, so this type is not
/// `Send`.
pub struct OsWords(Workspace);

impl OsWords {
    /// This thread's generator.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if the thread's workspace cannot be allocated.
    #[inline]
    pub fn of_this_thread() -> Result<Self, Error> {
        Workspace::of_this_thread().map(Self::of)
    }

    /// The generator of this thread's workspace.
    #[inline]
    #[must_use]
    pub fn of(workspace: Workspace) -> Self {
        OsWords(workspace)
    }

    /// This thread's generator, borrowed for one method call, and the record of the process that
    /// owns it.
    #[inline]
    pub(super) fn page(&mut self) -> (&mut Generator, &Owner) {
        // SAFETY: the secrets are mapped as long as their thread lives, and no other thread uses
        // them. They are always a generator, and zeros are a valid generator. No other reference
        // exists: each reference ends with the method below that created it, and none of these
        // methods calls another.
        (unsafe { self.0.secrets::<Generator>().as_mut() }, self.0.owner())
    }
}

impl Words for OsWords {
    /// The limit on leading zeros detects sources that return zeros for ever. A cipher does not get
    /// stuck in this way, so the limit for this source is one that is practically never reached.
    fn most_zeros(&self) -> u32 {
        ENDLESS_ZEROS
    }

    fn most_rejections(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn next(&mut self) -> Result<u64, Error> {
        let (page, owner) = self.page();
        page.next(owner)
    }

    #[inline]
    fn fill(&mut self, words: &mut [u64]) -> Result<(), Error> {
        let (page, owner) = self.page();
        page.fill(owner, words)
    }
}

impl LoggedWords for OsWords {
    #[inline]
    fn next_logged(&mut self) -> Result<Logged, Error> {
        let (page, owner) = self.page();
        page.next_logged(owner)
    }

    #[inline]
    fn fill_logged(&mut self, words: &mut [u64], logs: &mut [u64]) -> Result<(), Error> {
        let (page, owner) = self.page();
        page.fill_logged(owner, words, logs)
    }
}
