//! A thread-local slot that is made at its first use and never again.
//!
//! The system's own keys are used rather than `thread_local!`. In a library loaded at run time, the
//! first use of thread-local storage aborts when malloc fails, and so does the registration of
//! destructors.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::imp;
use crate::Error;

/// What happens to a thread's pointer when the thread ends.
pub trait AtEnd {
    /// Called on the thread that stored the pointer, for the last pointer that is not NULL.
    fn end(value: NonNull<c_void>);
}

/// One pointer for each thread.
pub struct Slot<E> {
    /// The key plus one, or 0 before the key exists. No lock protects it, since a fork could leave
    /// a lock locked.
    key: AtomicUsize,
    end: PhantomData<fn(E)>,
}

impl<E: AtEnd> Slot<E> {
    /// A slot that does not exist yet.
    pub const fn new() -> Self {
        Slot { key: AtomicUsize::new(0), end: PhantomData }
    }

    /// The calling thread's pointer, or NULL.
    #[inline]
    pub fn get(&self) -> *mut c_void {
        match self.key.load(Ordering::Acquire) {
            0 => std::ptr::null_mut(),
            key => imp::key_get(key - 1),
        }
    }

    /// Makes the slot, if it does not exist.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if the process has no further slot.
    pub fn prepare(&self) -> Result<(), Error> {
        if self.key.load(Ordering::Acquire) != 0 {
            return Ok(());
        }
        // The destructor must stay in memory as long as any thread may end.
        let made = if imp::stay_loaded() { imp::key_make::<E>() } else { None };
        let made = made.ok_or(Error::NoMemory)?;
        let kept = self.key.compare_exchange(0, made + 1, Ordering::AcqRel, Ordering::Acquire);
        if kept.is_err() {
            // Another thread made its key first. Nothing was stored under this one, and no other
            // thread knows it.
            imp::key_drop(made);
        }
        Ok(())
    }

    /// Stores the calling thread's pointer, after [`Self::prepare`].
    ///
    /// # Errors
    /// [`Error::NoMemory`]; the pointer is then not stored.
    pub fn set(&self, value: *mut c_void) -> Result<(), Error> {
        match self.key.load(Ordering::Acquire) {
            0 => Err(Error::NoMemory),
            key => imp::key_set(key - 1, value).then_some(()).ok_or(Error::NoMemory),
        }
    }
}
