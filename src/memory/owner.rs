//! Records which process a thread's secrets belong to. This is needed where the kernel does not
//! wipe the secrets in child processes.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::system::{self, process};
use crate::Error;

/// The process that seeded the secrets, and the number of forks up to that moment. This record is
/// stored in the head of a workspace. Where the kernel wipes the head in child processes, no owner
/// is recorded, and both fields keep the zeros of a fresh mapping.
pub struct Owner {
    process: AtomicU32,
    forks: AtomicU32,
}

impl Owner {
    /// Makes the calling process the owner.
    pub fn claim(&self) {
        self.set(process(), forks());
    }

    /// Makes the calling process the owner of secrets that were just made anew. Does nothing where
    /// the kernel wipes secrets, since no owner is recorded there.
    pub fn renew(&self) {
        if self.is_compared() {
            self.claim();
        }
    }

    /// Whether the secrets belong to another process. False where the kernel wipes them.
    #[inline]
    pub fn is_foreign(&self) -> bool {
        self.is_compared()
            && (self.process.load(Ordering::Relaxed) != process()
                || self.forks.load(Ordering::Relaxed) != forks())
    }

    #[inline]
    fn is_compared(&self) -> bool {
        self.process.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn set(&self, process: u32, forks: u32) {
        self.process.store(process, Ordering::Relaxed);
        self.forks.store(forks, Ordering::Relaxed);
    }

    /// The process and the number of forks.
    #[cfg(test)]
    pub(crate) fn get(&self) -> (u32, u32) {
        (self.process.load(Ordering::Relaxed), self.forks.load(Ordering::Relaxed))
    }
}

/// Begins to count forks. From then on [`forks`] differs between a child and its parent, so they
/// can be distinguished even if both have the same process ID, as may happen in PID namespaces.
pub(super) fn count_forks() -> Result<(), Error> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // Several threads may each register the handler. Then the count merely grows faster.
    system::on_fork(count).then_some(()).ok_or(Error::NoMemory)
}

static FORKS: AtomicU32 = AtomicU32::new(0);

/// The number of forks between the process that started counting and this one.
pub(crate) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}
