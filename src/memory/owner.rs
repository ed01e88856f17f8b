//! Which process a thread's secrets belong to, where the kernel does not wipe them in children.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use crate::Error;

/// In the head of a workspace: the process that seeded the secrets, and how many forks lay before
/// it. Zeros, as the kernel leaves them, mean that the kernel wipes.
pub struct Owner {
    process: AtomicI32,
    forks: AtomicU32,
}

impl Owner {
    /// Belongs to the calling process from now on.
    pub fn claim(&self) {
        self.set(this_process(), forks());
    }

    /// The same after new secrets were made, where processes are compared.
    pub fn renew(&self) {
        if self.is_compared() {
            self.claim();
        }
    }

    /// Whether the secrets are another process's. (Wiped ones are none.)
    #[inline]
    pub fn is_foreign(&self) -> bool {
        self.is_compared()
            && (self.process.load(Ordering::Relaxed) != this_process()
                || self.forks.load(Ordering::Relaxed) != forks())
    }

    #[inline]
    fn is_compared(&self) -> bool {
        self.process.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn set(&self, process: i32, forks: u32) {
        self.process.store(process, Ordering::Relaxed);
        self.forks.store(forks, Ordering::Relaxed);
    }

    /// The process and the forks.
    #[cfg(test)]
    pub(crate) fn get(&self) -> (i32, u32) {
        (self.process.load(Ordering::Relaxed), self.forks.load(Ordering::Relaxed))
    }
}

/// The number of the calling process. Not getpid: old C libraries keep its answer, also in a child
/// made by raw clone.
pub(crate) fn this_process() -> i32 {
    // SAFETY: this system call takes no arguments, touches no memory and always succeeds.
    unsafe { libc::syscall(libc::SYS_getpid) as i32 }
}

/// From now on [`forks`] tells a child from its parent, also where both have one process number (in
/// namespaces).
pub(super) fn count_forks() -> Result<(), Error> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // Several threads may each add the handler: it then counts faster.
    // SAFETY: the handler only adds to an atomic, which is allowed after a fork of many threads. It
    // stays mapped: shared libraries are linked with nodelete, and the archive asks its users for
    // the same.
    if unsafe { libc::pthread_atfork(None, None, Some(count)) } == 0 {
        Ok(())
    } else {
        Err(Error::NoMemory)
    }
}

static FORKS: AtomicU32 = AtomicU32::new(0);

/// How many forks lie between this process and the one that began to count.
pub(crate) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}
