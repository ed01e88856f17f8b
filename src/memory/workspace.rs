//! What each thread keeps between calls: one mapping, made before any private value is looked at.
//!
//! | part | holds | in a child process |
//! |---|---|---|
//! | head | the generator of [`crate::entropy::os`], the mark of [`super::busy`], the flag of [`super::stop`] | wiped by the kernel |
//! | tail | the region that serves GMP (see [`super`]) | kept; empty between calls |
//!
//! Every release acquires it first, whichever path it will take, so that running out of memory cannot
//! depend on the value. It hangs on a pthread key rather than on `thread_local!`: the first use of
//! thread-local storage in a library loaded at run time, and the registration of destructors there, abort
//! when malloc fails. MPFR has such storage all the same (about a kilobyte), so it is used here for the first
//! time, just after malloc proved able to give as much.

use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering};

use gmp_mpfr_sys::mpfr;
use zeroize::Zeroize;

use super::busy::Mark;
use super::stop::Stop;
use super::Region;
use crate::entropy::os::Generator;
use crate::Error;

/// A multiple of every page size in use.
const HEAD: usize = 64 << 10;
/// Address space for one computation; only pages that are touched take memory.
pub const REGION: usize = 8 << 20;
const SIZE: usize = HEAD + REGION;

/// This thread's mapping. Not `Send`.
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
        // SAFETY: the key was created and is never deleted.
        NonNull::new(unsafe { libc::pthread_getspecific(key - 1) }.cast()).map(Workspace)
    }

    /// The generator in the head.
    #[inline]
    pub fn generator(self) -> NonNull<Generator> {
        const { assert!(size_of::<Generator>() + size_of::<Mark>() <= HEAD) };
        self.0.cast()
    }

    /// The mark behind it.
    #[inline]
    pub(super) fn mark<'a>(self) -> &'a Mark {
        const { assert!(size_of::<Generator>().is_multiple_of(align_of::<Mark>())) };
        // SAFETY: inside the mapping, which lasts as long as the thread; zeros are a mark.
        unsafe { self.0.add(size_of::<Generator>()).cast().as_ref() }
    }

    /// The host's flag, behind the mark.
    #[inline]
    pub(super) fn stop<'a>(self) -> &'a Stop {
        const AT: usize = (size_of::<Generator>() + size_of::<Mark>()).next_multiple_of(align_of::<Stop>());
        const { assert!(AT + size_of::<Stop>() <= HEAD) };
        // SAFETY: inside the mapping, which lasts as long as the thread; zeros are NULL.
        unsafe { self.0.add(AT).cast().as_ref() }
    }

    /// Whether a call is at work here. In a child process that a handler made inside one, the mark is lost; if the call was computing, the
    /// region, which is not wiped, still tells.
    #[inline]
    pub(super) fn is_busy(self) -> bool {
        // SAFETY: inside the mapping, and only this thread's.
        let computing = unsafe { self.region().0.as_ref() }.is_active();
        self.mark().load(Ordering::Relaxed) != 0 || computing
    }

    /// Whether the words are another process's, where the kernel does not wipe them.
    #[inline]
    pub(super) fn is_foreign(self) -> bool {
        // SAFETY: no other reference is in use.
        unsafe { self.generator().as_ref() }.is_foreign()
    }

    /// Makes the generator start anew.
    #[cold]
    pub(super) fn forget(self) {
        // SAFETY: as above.
        unsafe { self.generator().as_mut() }.zeroize();
    }

    /// The description of the region, at the start of the tail, and its first and last free byte.
    #[inline]
    pub fn region(self) -> (NonNull<Region>, usize, usize) {
        // SAFETY: inside the mapping.
        let tail = unsafe { self.0.add(HEAD) };
        let start = tail.as_ptr() as usize + size_of::<Region>().next_multiple_of(64);
        (tail.cast(), start, self.0.as_ptr() as usize + SIZE)
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
            // SAFETY: another thread was first; nothing was stored under ours.
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
    // SAFETY: a fresh private mapping, zeroed by the kernel; zeros are a valid generator and region.
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
            workspace.generator().as_mut().compare_processes();
        }
        // Keys and intermediate values do not belong in core dumps; where that cannot be asked for, nothing
        // else changes.
        libc::madvise(map, SIZE, libc::MADV_DONTDUMP);
        if libc::pthread_setspecific(key, map) != 0 {
            libc::munmap(map, SIZE);
            return Err(Error::NoMemory);
        }
        Ok(workspace)
    }
}

/// Asks the kernel to wipe the head in children. Some emulators take every advice for granted, hence an advice that there is not.
fn wiped_on_fork(map: *mut libc::c_void) -> bool {
    const NO_ADVICE: i32 = -1;
    // SAFETY: the head of a fresh mapping.
    unsafe {
        libc::madvise(map, HEAD, NO_ADVICE) != 0 && libc::madvise(map, HEAD, libc::MADV_WIPEONFORK) == 0
    }
}

/// From now on [`forks`] tells a child from its parent, also where both have one process number (in namespaces).
fn count_forks() -> Result<(), Error> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // Several threads may each add the handler: it then counts faster.
    // SAFETY: the handler does what a signal handler may, and stays mapped, as the key's destructor does.
    if unsafe { libc::pthread_atfork(None, None, Some(count)) } == 0 {
        Ok(())
    } else {
        Err(Error::NoMemory)
    }
}

static FORKS: AtomicU32 = AtomicU32::new(0);

/// How many forks lie between this process and the one that began to count.
pub fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
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
    // SAFETY: the pointer is the mapping that `make` stored for the ending thread.
    unsafe {
        (*map.cast::<Generator>()).zeroize();
        libc::munmap(map, SIZE);
    }
}
