//! A thread's workspace serves one call at a time.
//!
//! A signal handler, or a callback of the caller's, that calls the library inside another call
//! would find a generator or a region in the middle of a change. So whoever works in the workspace
//! says so in its head, and the C functions refuse to begin meanwhile. The head is wiped in a child
//! process: in one that is made inside a call, by a handler, the mark is gone when the call goes
//! on, and what it would give is thrown away, since part of its words were wiped with it.
//!
//! Compiler fences keep the mark before and after what it protects; a handler runs on the thread
//! that it interrupts, so that the processor keeps the order itself.

use std::sync::atomic::{compiler_fence, Ordering};

use super::Workspace;
use crate::Error;

/// What a release leaves in the head of a workspace, ..
const RELEASE: u32 = 1;
/// .. and what a computation does that is not part of one.
const COMPUTATION: u32 = 2;

/// The workspace is in use until this is dropped.
pub struct Busy(Workspace, u32);

impl Busy {
    /// Begins a release, or the calls of a callback.
    ///
    /// # Errors
    /// [`Error::Busy`] if the thread is inside another.
    #[inline]
    pub fn release(workspace: Workspace) -> Result<Self, Error> {
        if workspace.is_busy() {
            return Err(Error::Busy);
        }
        Ok(Self::marked(workspace, RELEASE))
    }

    /// Begins a computation; `None` if it is part of a release or of another computation.
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

    /// Whether the process is the one that began.
    ///
    /// # Errors
    /// [`Error::Busy`] in a child that was made meanwhile. Its generator starts anew.
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
    /// Whether what runs is a release, or a part of one.
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

/// Nothing works in this thread's workspace, if it has one.
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
