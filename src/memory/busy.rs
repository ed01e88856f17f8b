//! A thread's workspace serves one call at a time.
//!
//! A signal handler, or a callback of the caller's, that calls the library inside another call would find a generator or a
//! region in the middle of a change. So whoever works in the workspace says so in its head, and the C functions refuse to begin
//! meanwhile. The head is wiped in a child process: in one that is made inside a call, by a handler, the mark is
//! gone when the call goes on, and what it would give is thrown away, since part of its words were wiped with it.
//!
//! Compiler fences keep the mark before and after what it protects; a handler runs on the thread that it interrupts, so
//! that the processor keeps the order itself.

use std::sync::atomic::{compiler_fence, AtomicU32, Ordering};

use super::Workspace;
use crate::Error;

/// In the head of a workspace, 0 if nothing works in it.
pub(super) type Mark = AtomicU32;

/// What a release leaves there, ..
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
        if self.0.mark().load(Ordering::Relaxed) == self.1 && !self.0.is_foreign() {
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
    pub(super) fn is_releasing(self) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::reserved;

    #[test]
    fn one_at_a_time() {
        let workspace = Workspace::of_this_thread().unwrap();
        for _ in 0..2 {
            assert_eq!(idle(), Ok(()));
            let busy = Busy::release(workspace).unwrap();
            assert_eq!((idle(), Busy::release(workspace).err()), (Err(Error::Busy), Some(Error::Busy)));
            // A part of it.
            assert_eq!(reserved(idle), Err(Error::Busy));
            assert_eq!(busy.in_one_process(), Ok(()));
            drop(busy);
            assert_eq!(reserved(|| reserved(idle)), Err(Error::Busy));
        }
        let panicking = std::panic::catch_unwind(|| {
            let _busy = Busy::release(workspace);
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(panicking.is_err() && idle().is_ok());
    }

    #[test]
    fn a_wiped_mark_ends_the_release_and_a_left_region_the_thread() {
        let workspace = Workspace::of_this_thread().unwrap();
        let busy = Busy::release(workspace).unwrap();
        // What the kernel does to a child's copy, while something is computed.
        workspace.mark().store(0, Ordering::Relaxed);
        assert_eq!(reserved(|| Ok(())), Ok(()));
        assert_eq!(busy.in_one_process(), Err(Error::Busy));
        drop(busy);
        assert_eq!(idle(), Ok(()));
        reserved(|| {
            // The mark was wiped, and the computation is not over.
            workspace.mark().store(0, Ordering::Relaxed);
            assert_eq!((idle(), Busy::release(workspace).err()), (Err(Error::Busy), Some(Error::Busy)));
            Ok(())
        })
        .unwrap();
        assert_eq!(idle(), Ok(()));
    }
}
