//! Maps the memory that each thread keeps between calls. The memory is mapped before any private
//! value is read.
//!
//! | part | contents | in a child process |
//! |---|---|---|
//! | head | secrets, their owner, the mark of a call, the stop flag | wiped by the kernel |
//! | tail | the region that serves GMP (see [`super::region`]) | kept; empty between calls |
//!
//! The secrets are the generator of random words. [`super::busy`] explains the mark, and
//! [`super::stop`] the flag. [`super::owner`] handles kernels that do not wipe the head.
//!
//! Every release acquires the mapping first, whichever path it will take, so that running out of
//! memory cannot depend on the value. The mapping is stored in a [`Slot`] rather than in
//! `thread_local!`, whose first use may abort when malloc fails. MPFR nevertheless has thread-local
//! storage (about a kilobyte). So this module uses it for the first time just after malloc has
//! proved able to supply that much.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, Ordering};

use gmp_mpfr_sys::mpfr;
use zeroize::Zeroize;

use super::owner::{count_forks, Owner};
use super::region::Region;
use crate::system::{self, AtEnd, Slot};
use crate::Error;

/// The length of the head. It is a multiple of every page size in use.
const HEAD: usize = 64 << 10;
/// The address space reserved for one computation. Only pages that are touched take memory.
pub const REGION: usize = 8 << 20;
const SIZE: usize = HEAD + REGION;

/// The length of the secrets, which lie at the start of the head.
const SECRETS: usize = 8 << 10;

/// The part of the head after the secrets.
#[repr(C)]
struct Head {
    /// The kind of call that uses the workspace, or 0 if none does: see [`super::busy`].
    mark: AtomicU32,
    owner: Owner,
    /// NULL, or the host's flag: see [`super::stop`]. A child process starts without a flag.
    stop: AtomicPtr<AtomicI32>,
}

/// This thread's mapping. It lives as long as the thread. No other thread uses it, since the
/// pointer makes this type neither `Send` nor `Sync`.
#[derive(Clone, Copy)]
pub struct Workspace(NonNull<u8>);

impl Workspace {
    /// The calling thread's workspace, made at its first call.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if it cannot be allocated.
    #[inline]
    pub fn of_this_thread() -> Result<Self, Error> {
        match Self::existing() {
            Some(workspace) => Ok(workspace),
            None => make(),
        }
    }

    /// The calling thread's workspace, if it has one.
    #[inline]
    pub fn existing() -> Option<Self> {
        NonNull::new(SLOT.get().cast()).map(Workspace)
    }

    /// The thread's secrets. They are zeros at first. In a child process they are zeros again if
    /// the kernel wipes them. All callers use the same type `T`, for which zeros are a valid value.
    #[inline]
    pub fn secrets<T>(&self) -> NonNull<T> {
        const { assert!(size_of::<T>() <= SECRETS && align_of::<T>() <= 4096) };
        self.0.cast()
    }

    #[inline]
    fn head(&self) -> &Head {
        const {
            assert!(
                SECRETS.is_multiple_of(align_of::<Head>()) && SECRETS + size_of::<Head>() <= HEAD
            )
        };
        // SAFETY: the head lies inside the mapping, which outlives `self`. Zeros are a valid head,
        // and all its fields are atomic, so any number of shared references may exist.
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

    /// The record of the process that owns the secrets.
    #[inline]
    pub fn owner(&self) -> &Owner {
        &self.head().owner
    }

    /// Whether a call is using the workspace. If a signal handler forks inside a call, the kernel
    /// wipes the mark in the child, but not the region. So if the call was computing in the region,
    /// the region still shows that the workspace is in use.
    #[inline]
    pub(super) fn is_busy(&self) -> bool {
        self.mark().load(Ordering::Relaxed) != 0 || self.region().is_active()
    }

    /// Erases the secrets. The generator is seeded anew when it is next needed.
    #[cold]
    pub(super) fn forget(&self) {
        // SAFETY: the secrets lie inside the mapping, and any bytes are valid words. References to
        // the secrets live only within single calls of the methods of `OsWords`, and no such call
        // reaches this function.
        unsafe { self.secrets::<[u64; SECRETS / 8]>().as_mut() }.zeroize();
    }

    /// The region's header, at the start of the tail.
    #[inline]
    pub(super) fn region(&self) -> &Region {
        const { assert!(HEAD.is_multiple_of(align_of::<Region>())) };
        // SAFETY: the region lies inside the mapping, which outlives `self`. Zeros are a valid
        // region, and all its fields are cells, so any number of shared references may exist.
        unsafe { self.0.add(HEAD).cast().as_ref() }
    }

    /// The addresses that the region may use: the tail after the region's header.
    pub(super) fn room(&self) -> std::ops::Range<usize> {
        let map = self.0.as_ptr() as usize;
        map + HEAD + size_of::<Region>().next_multiple_of(64)..map + SIZE
    }
}

/// Each thread's mapping.
static SLOT: Slot<Workspace> = Slot::new();

impl AtEnd for Workspace {
    fn end(map: NonNull<c_void>) {
        Workspace(map.cast()).forget();
        // SAFETY: the pointer is the mapping that `make` stored for the ending thread. Nothing uses
        // it later.
        unsafe { system::unmap(map, SIZE) };
    }
}

#[cold]
#[inline(never)]
fn make() -> Result<Workspace, Error> {
    SLOT.prepare()?;
    malloc_works()?;
    touch_thread_storage();
    let map = system::map(SIZE).ok_or(Error::NoMemory)?;
    if let Some(made) = Workspace::existing() {
        // A signal handler made the workspace meanwhile.
        give_back(map);
        return Ok(made);
    }
    // The mapping is zeroed, and zeros are a valid head and region.
    let workspace = Workspace(map.cast());
    let owned = owned(map, workspace);
    // Keys and intermediate values should not be in core dumps.
    system::keep_out_of_dumps(map, SIZE);
    if let Err(error) = owned.and_then(|()| SLOT.set(map.as_ptr())) {
        give_back(map);
        return Err(error);
    }
    Ok(workspace)
}

/// Records the owner of a fresh mapping, where the system does not wipe its head in children.
fn owned(map: NonNull<c_void>, workspace: Workspace) -> Result<(), Error> {
    if !system::wiped_on_fork(map, HEAD) {
        count_forks()?;
        workspace.owner().claim();
    }
    Ok(())
}

fn give_back(map: NonNull<c_void>) {
    // SAFETY: the mapping is fresh, has this size, and is stored nowhere.
    unsafe { system::unmap(map, SIZE) };
}

fn malloc_works() -> Result<(), Error> {
    const MORE_THAN_MPFR_TAKES: usize = 4096;
    // SAFETY: malloc has no preconditions, and free receives the pointer that malloc returned.
    unsafe {
        let trial = std::hint::black_box(libc::malloc(MORE_THAN_MPFR_TAKES));
        if trial.is_null() {
            return Err(Error::NoMemory);
        }
        libc::free(trial);
    }
    Ok(())
}

/// Uses MPFR's thread-local storage for the first time. This function is not inlined, because the
/// compiler may compute the address of thread-local storage at the start of a function. In the
/// caller that would be before malloc was tried.
#[inline(never)]
fn touch_thread_storage() {
    // SAFETY: the function has no preconditions; it reads one of MPFR's thread-local settings.
    std::hint::black_box(unsafe { mpfr::get_emin() });
}
