//! What each thread keeps between calls: one mapping, made before any private value is looked at.
//!
//! | part | holds | in a child process |
//! |---|---|---|
//! | head | secrets (the generator of random words), whose they are, the mark of [`super::busy`], the flag of [`super::stop`] | wiped by the kernel |
//! | tail | the region that serves GMP (see [`super::region`]) | kept; empty between calls |
//!
//! Every release acquires it first, whichever path it will take, so that running out of memory
//! cannot depend on the value. It hangs on a pthread key rather than on `thread_local!`: the first
//! use of thread-local storage in a library loaded at run time, and the registration of destructors
//! there, abort when malloc fails. MPFR has such storage all the same (about a kilobyte), so it is
//! used here for the first time, just after malloc proved able to give as much.

use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, Ordering};

use gmp_mpfr_sys::mpfr;
use zeroize::Zeroize;

use super::owner::{count_forks, Owner};
use super::region::Region;
use crate::Error;

/// A multiple of every page size in use.
const HEAD: usize = 64 << 10;
/// Address space for one computation; only pages that are touched take memory.
pub const REGION: usize = 8 << 20;
const SIZE: usize = HEAD + REGION;

/// Secrets at the start of the head: two pages.
const SECRETS: usize = 8 << 10;

/// What follows the secrets.
#[repr(C)]
struct Head {
    /// Who works in the workspace, 0 if nobody: see [`super::busy`].
    mark: AtomicU32,
    owner: Owner,
    /// NULL, or the host's flag: see [`super::stop`]. A child process begins without one.
    stop: AtomicPtr<AtomicI32>,
}

/// This thread's mapping. It lasts as long as the thread, and only that uses it: the pointer makes
/// this neither `Send` nor `Sync`.
#[derive(Clone, Copy)]
pub struct Workspace(NonNull<u8>);

impl Workspace {
    /// The calling thread's, made at its first call.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if it cannot be had.
    #[inline]
    pub fn of_this_thread() -> Result<Self, Error> {
        match Self::existing() {
            Some(workspace) => Ok(workspace),
            None => make(),
        }
    }

    /// The calling thread's, if it has one.
    #[inline]
    pub fn existing() -> Option<Self> {
        let key = KEY.load(Ordering::Acquire);
        if key == 0 {
            return None;
        }
        // SAFETY: the key was created and is never deleted. What is stored under it is NULL or a
        // mapping by `make`.
        NonNull::new(unsafe { libc::pthread_getspecific(key - 1) }.cast()).map(Workspace)
    }

    /// The secrets of the thread: zeros at first, and in a child process whose kernel wipes them.
    /// Always of one type, which zeros are a value of.
    #[inline]
    pub fn secrets<T>(&self) -> NonNull<T> {
        const { assert!(size_of::<T>() <= SECRETS && align_of::<T>() <= 4096) };
        self.0.cast()
    }

    #[inline]
    fn head(&self) -> &Head {
        const { assert!(SECRETS.is_multiple_of(align_of::<Head>()) && SECRETS + size_of::<Head>() <= HEAD) };
        // SAFETY: inside the mapping, which outlives `self`; zeros are a head, and all of it is
        // atomic, so that shared references may be many.
        unsafe { self.0.add(SECRETS).cast().as_ref() }
    }

    #[inline]
    pub(super) fn mark(&self) -> &AtomicU32 {
        &self.head().mark
    }

    #[inline]
    pub(super) fn stop(&self) -> &AtomicPtr<AtomicI32> {
        &self.head().stop
    }

    /// Whose the secrets are.
    #[inline]
    pub fn owner(&self) -> &Owner {
        &self.head().owner
    }

    /// Whether a call is at work here. In a child process that a handler made inside one, the mark
    /// is lost; if the call was computing, the region, which is not wiped, still tells.
    #[inline]
    pub(super) fn is_busy(&self) -> bool {
        self.mark().load(Ordering::Relaxed) != 0 || self.region().is_active()
    }

    /// Erases the secrets: whoever needs some makes new ones.
    #[cold]
    pub(super) fn forget(&self) {
        // SAFETY: inside the mapping, and any bytes are words. References to secrets live within
        // single calls of their owner, which do not lead here.
        unsafe { self.secrets::<[u64; SECRETS / 8]>().as_mut() }.zeroize();
    }

    /// The region's description, at the start of the tail.
    #[inline]
    pub(super) fn region(&self) -> &Region {
        const { assert!(HEAD.is_multiple_of(align_of::<Region>())) };
        // SAFETY: inside the mapping, which outlives `self`; zeros are a region, and all of it is
        // cells, so that shared references may be many.
        unsafe { self.0.add(HEAD).cast().as_ref() }
    }

    /// The addresses that the region may use: the rest of the tail.
    pub(super) fn room(&self) -> std::ops::Range<usize> {
        let map = self.0.as_ptr() as usize;
        map + HEAD + size_of::<Region>().next_multiple_of(64)..map + SIZE
    }
}

/// The pthread key plus one; 0 before it exists. Lock-free, so that a fork cannot leave it locked.
static KEY: AtomicU32 = AtomicU32::new(0);

fn thread_key() -> Result<libc::pthread_key_t, Error> {
    let known = KEY.load(Ordering::Acquire);
    if known != 0 {
        return Ok(known - 1);
    }
    let mut made: libc::pthread_key_t = 0;
    // SAFETY: the destructor takes what this module stores under the key, and stays mapped: the
    // shared libraries are linked with nodelete, and the archive asks its users for the same.
    if unsafe { libc::pthread_key_create(&mut made, Some(free)) } != 0 {
        return Err(Error::NoMemory);
    }
    match KEY.compare_exchange(0, made + 1, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => Ok(made),
        Err(other) => {
            // SAFETY: another thread was first; nothing was stored under ours, and nobody else
            // knows it.
            unsafe { libc::pthread_key_delete(made) };
            Ok(other - 1)
        }
    }
}

#[cold]
#[inline(never)]
fn make() -> Result<Workspace, Error> {
    let key = thread_key()?;
    malloc_works()?;
    touch_thread_storage();
    // SAFETY: the mapping is fresh, private and of this size in all of these calls; it is zeroed by
    // the kernel, and zeros are a head and a region. What is stored under the key is unmapped by
    // the key's destructor alone.
    unsafe {
        let map = libc::mmap(
            ptr::null_mut(),
            SIZE,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        if map == libc::MAP_FAILED {
            return Err(Error::NoMemory);
        }
        let workspace = Workspace(NonNull::new(map.cast()).ok_or(Error::NoMemory)?);
        if let Some(made) = Workspace::existing() {
            // A signal handler was faster.
            libc::munmap(map, SIZE);
            return Ok(made);
        }
        if !wiped_on_fork(map) {
            count_forks()?;
            workspace.owner().claim();
        }
        // Keys and intermediate values do not belong in core dumps; where that cannot be asked for,
        // nothing else changes.
        libc::madvise(map, SIZE, libc::MADV_DONTDUMP);
        if libc::pthread_setspecific(key, map) != 0 {
            libc::munmap(map, SIZE);
            return Err(Error::NoMemory);
        }
        Ok(workspace)
    }
}

/// Asks the kernel to wipe the head in children. Some emulators take every advice for granted,
/// hence an advice that there is not.
fn wiped_on_fork(map: *mut libc::c_void) -> bool {
    const NO_ADVICE: i32 = -1;
    // SAFETY: advice about the head of a fresh mapping, which nothing uses yet.
    unsafe {
        libc::madvise(map, HEAD, NO_ADVICE) != 0 && libc::madvise(map, HEAD, libc::MADV_WIPEONFORK) == 0
    }
}

fn malloc_works() -> Result<(), Error> {
    const MORE_THAN_MPFR_TAKES: usize = 4096;
    // SAFETY: plain malloc and free; the pointer is not used in between.
    unsafe {
        let trial = std::hint::black_box(libc::malloc(MORE_THAN_MPFR_TAKES));
        if trial.is_null() {
            return Err(Error::NoMemory);
        }
        libc::free(trial);
    }
    Ok(())
}

/// Not inlined: the address of thread-local storage may be computed at the start of a function.
#[inline(never)]
fn touch_thread_storage() {
    // SAFETY: reads one of MPFR's thread-local settings.
    std::hint::black_box(unsafe { mpfr::get_emin() });
}

/// Runs at the end of a thread.
extern "C" fn free(map: *mut libc::c_void) {
    if let Some(workspace) = NonNull::new(map.cast()).map(Workspace) {
        workspace.forget();
    }
    // SAFETY: the pointer is the mapping that `make` stored for the ending thread, which nothing
    // uses after it.
    unsafe { libc::munmap(map, SIZE) };
}
