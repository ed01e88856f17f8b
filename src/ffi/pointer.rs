//! Raw pointers to Rust references, checked.

use std::ffi::c_void;

use crate::aggregate::header::{Header, Kind, LENGTH};
use crate::Error;

/// The object behind a pointer.
///
/// # Safety
/// A pointer that is not NULL points to a valid `T`.
#[inline]
pub unsafe fn borrow<'a, T>(pointer: *const T) -> Result<&'a T, Error> {
    // SAFETY: as promised.
    unsafe { pointer.as_ref() }.ok_or(Error::Null)
}

/// The object behind a pointer, to be changed.
///
/// # Safety
/// A pointer that is not NULL points to a valid `T` that nobody else uses during the call.
#[inline]
pub unsafe fn borrow_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Error> {
    // SAFETY: as promised.
    unsafe { pointer.as_mut() }.ok_or(Error::Null)
}

/// The length of an array in bytes fits the address space, and only an empty array may be NULL.
pub fn array<T>(pointer: *const T, n: usize) -> Result<(), Error> {
    if n == 0 {
        return Ok(());
    }
    if pointer.is_null() {
        return Err(Error::Null);
    }
    let bytes = n.checked_mul(size_of::<T>()).ok_or(Error::Length)?;
    isize::try_from(bytes).map(|_| ()).map_err(|_| Error::Length)
}

/// `n` values.
///
/// # Safety
/// As many are readable, and not changed during the call.
pub unsafe fn slice<'a, T>(pointer: *const T, n: usize) -> Result<&'a [T], Error> {
    array(pointer, n)?;
    if n == 0 {
        return Ok(&[]);
    }
    // SAFETY: as promised, and checked above.
    Ok(unsafe { std::slice::from_raw_parts(pointer, n) })
}

/// `length` bytes.
///
/// # Safety
/// As many bytes are readable, and not changed during the call.
pub unsafe fn bytes<'a>(pointer: *const c_void, length: usize) -> Result<&'a [u8], Error> {
    // SAFETY: as promised.
    unsafe { slice(pointer.cast(), length) }
}

/// `length` bytes, to be written.
///
/// # Safety
/// As many bytes are writable, and used by nobody else during the call.
pub unsafe fn bytes_mut<'a>(pointer: *mut c_void, length: usize) -> Result<&'a mut [u8], Error> {
    array(pointer.cast::<u8>(), length)?;
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: as promised, and checked above.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), length) })
}

/// How many bytes the state at `state` has, by its header; only the header is read.
///
/// # Safety
/// NULL, or a pointer to at least `LENGTH` readable bytes.
pub unsafe fn state_length(state: *const c_void) -> Result<usize, Error> {
    // SAFETY: as promised.
    Ok(Header::read(unsafe { bytes(state, LENGTH) }?)?.kind.length())
}

/// The bytes of a state of this kind. A state of another kind may be shorter: it is not read beyond
/// its header.
///
/// # Safety
/// NULL, or a pointer to a state that nobody else uses during the call.
pub unsafe fn state<'a>(state: *mut c_void, kind: Kind) -> Result<&'a mut [u8], Error> {
    // SAFETY: as promised; every state is at least as long as its header.
    if Header::read(unsafe { bytes(state, LENGTH) }?)?.kind != kind {
        return Err(Error::State);
    }
    // SAFETY: a state of this kind has this length.
    unsafe { bytes_mut(state, kind.length()) }
}

/// Moves a value to the heap, or says that there is no memory: `Box::new` would abort.
pub fn boxed<T>(value: T) -> Result<*mut T, Error> {
    const { assert!(size_of::<T>() > 0) };
    // SAFETY: the layout has a size; the memory is written before anybody sees it.
    unsafe {
        let pointer: *mut T = std::alloc::alloc(std::alloc::Layout::new::<T>()).cast();
        if pointer.is_null() {
            return Err(Error::NoMemory);
        }
        pointer.write(value);
        Ok(pointer)
    }
}

/// Frees what [`boxed`] made; NULL is accepted.
///
/// # Safety
/// The pointer came from [`boxed`] and is not used again.
pub unsafe fn unbox<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: `boxed` allocated as a Box would.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
