//! Makes sure that a thread's workspace serves one call at a time.
//!
//! A signal handler or callback that calls the library inside another call would find the random
//! generator, or the memory region of GMP, in the middle of a change. So each call that uses the
//! workspace sets a mark in the workspace's head, and the C functions refuse to begin while the
//! mark is set. The kernel wipes the head in a child process. If a signal handler forks inside a
//! call, the mark is therefore gone when the call continues in the child. The result of that call
//! is then discarded, since some of its random words were wiped as well.
//!
//! Compiler fences make sure that the mark is set before all accesses that it protects, and is
//! cleared after them. The processor needs no fence, because a handler runs on the thread that it
//! interrupts.

use std::sync::atomic::{compiler_fence, Ordering};

use super::Workspace;
use crate::Error;

/// The mark of a release.
const RELEASE: u32 = 1;
/// The mark of a computation that is not part of a release.
const COMPUTATION: u32 = 2;

/// Marks the workspace as in use until this value is dropped.
pub struct Busy(Workspace, u32);

impl Busy {
    /// Begins a release, or a sequence of calls to a utility callback.
    ///
    /// # Errors
    /// [`Error::Busy`] if the thread is inside another call.
    #[inline]
    pub fn release(workspace: Workspace) -> Result<Self, Error> {
        if workspace.is_busy() {
            return Err(Error::Busy);
        }
        Ok(Self::marked(workspace, RELEASE))
    }

    /// Begins a computation. Returns `None` if the computation is part of a release or of another
    /// computation. The mark of that release or computation then remains.
    pub(super) fn computation(workspace: Workspace) -> Option<Self> {
        let free = workspace.mark().load(Ordering::Relaxed) == 0;
        free.then(|| Self::marked(workspace, COMPUTATION))
    }

    #[inline]
    fn marked(workspace: Workspace, kind: u32) -> Self {
        workspace.mark().store(kind, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        Busy(workspace, kind)
    }

    /// Fails unless this is still the process that began the call.
    ///
    /// In a child process that was forked during the call, returns [`Error::Busy`] and erases the
    /// generator, so that the child seeds it anew.
    #[inline]
    pub fn in_one_process(&self) -> Result<(), Error> {
        compiler_fence(Ordering::SeqCst);
        if self.0.mark().load(Ordering::Relaxed) == self.1 && !self.0.owner().is_foreign() {
            return Ok(());
        }
        self.lost()
    }

    #[cold]
    #[inline(never)]
    fn lost(&self) -> Result<(), Error> {
        self.0.forget();
        Err(Error::Busy)
    }
}

impl Workspace {
    /// Whether a release is under way on this thread.
    #[inline]
    pub(super) fn is_releasing(&self) -> bool {
        self.mark().load(Ordering::Relaxed) == RELEASE
    }
}

impl Drop for Busy {
    #[inline]
    fn drop(&mut self) {
        compiler_fence(Ordering::SeqCst);
        self.0.mark().store(0, Ordering::Relaxed);
    }
}

/// Fails if a call is using this thread's workspace.
///
/// # Errors
/// [`Error::Busy`].
#[inline]
pub fn idle() -> Result<(), Error> {
    match Workspace::existing() {
        Some(workspace) if workspace.is_busy() => Err(Error::Busy),
        _ => Ok(()),
    }
}
