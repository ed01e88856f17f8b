//! Converts raw pointers to Rust references, with checks.

use std::ffi::c_void;

use crate::aggregate::kind::of_kind;
use crate::aggregate::{state, Aggregate, Kind};
use crate::Error;

/// The object behind a pointer.
///
/// # Safety
/// A pointer that is not NULL points to a valid `T`.
#[inline]
pub unsafe fn borrow<'a, T>(pointer: *const T) -> Result<&'a T, Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { pointer.as_ref() }.ok_or(Error::Null)
}

/// The object behind a pointer, mutable.
///
/// # Safety
/// A pointer that is not NULL points to a valid `T` that nobody else uses during the call.
#[inline]
pub unsafe fn borrow_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { pointer.as_mut() }.ok_or(Error::Null)
}

/// Checks that the bytes of an array fit the address space, and that only an empty array is NULL.
#[inline]
pub fn check_array<T>(pointer: *const T, n: usize) -> Result<(), Error> {
    if n == 0 {
        return Ok(());
    }
    if pointer.is_null() {
        return Err(Error::Null);
    }
    let bytes = n.checked_mul(size_of::<T>()).ok_or(Error::Length)?;
    isize::try_from(bytes).map(|_| ()).map_err(|_| Error::Length)
}

/// Borrows an array of `n` values.
///
/// # Safety
/// Unless the pointer is NULL, `n` values are readable, and are not changed during the call.
#[inline]
pub unsafe fn slice<'a, T>(pointer: *const T, n: usize) -> Result<&'a [T], Error> {
    check_array(pointer, n)?;
    if n == 0 {
        return Ok(&[]);
    }
    // SAFETY: the caller upholds this safety contract, and the length is checked above.
    Ok(unsafe { std::slice::from_raw_parts(pointer, n) })
}

/// Borrows an array of `length` bytes.
///
/// # Safety
/// Unless the pointer is NULL, `length` bytes are readable, and are not changed during the call.
#[inline]
pub unsafe fn bytes<'a>(pointer: *const c_void, length: usize) -> Result<&'a [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { slice(pointer.cast(), length) }
}

/// Borrows an array of `length` writable bytes.
///
/// # Safety
/// Unless the pointer is NULL, `length` bytes are writable, and nobody else uses them during the
/// call.
#[inline]
pub unsafe fn bytes_mut<'a>(pointer: *mut c_void, length: usize) -> Result<&'a mut [u8], Error> {
    check_array(pointer.cast::<u8>(), length)?;
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: the caller upholds this safety contract, and the length is checked above.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), length) })
}

/// The kind of a state. At most 8 bytes are read.
///
/// # Safety
/// The pointer is NULL, or points to a state or to 8 readable bytes, which nobody else changes
/// during the call.
#[inline(always)]
pub unsafe fn kind(state: *const c_void) -> Result<Kind, Error> {
    // SAFETY: the caller upholds this safety contract.
    state::kind(unsafe { bytes(state, 8) }?)
}

/// The length of a state of kind K, from its fixed part.
///
/// # Safety
/// The pointer points to a state of kind K, which nobody else changes during the call.
#[inline(always)]
unsafe fn length<K: Aggregate>(state: *const c_void) -> Result<usize, Error> {
    // SAFETY: the caller upholds this safety contract.
    K::length(unsafe { bytes(state, K::LENGTH) }?)
}

/// The bytes of a state.
///
/// # Safety
/// The contract of [`kind`].
#[inline]
pub unsafe fn state<'a>(state: *const c_void) -> Result<&'a [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { of_kind!(kind(state)?, K => bytes(state, length::<K>(state)?)) }
}

/// The bytes of a state of kind K, mutable.
///
/// # Safety
/// The pointer points to a state of kind K, which nobody else uses during the call.
#[inline(always)]
pub unsafe fn bytes_of<'a, K: Aggregate>(state: *mut c_void) -> Result<&'a mut [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { bytes_mut(state, length::<K>(state)?) }
}

/// The bytes of a state, mutable.
///
/// # Safety
/// The contract of `state`. Nobody else uses the state during the call.
#[inline]
pub unsafe fn state_mut<'a>(pointer: *mut c_void) -> Result<&'a mut [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe {
        let length = state(pointer)?.len();
        bytes_mut(pointer, length)
    }
}

/// The bytes of a live sum or mean, if the state is one. This is the fast path of the functions
/// that are called once per row.
///
/// # Safety
/// The contract of [`state_mut`].
#[inline]
pub unsafe fn live_sum<'a>(pointer: *mut c_void) -> Option<&'a mut [u8; 80]> {
    // SAFETY: the caller upholds this safety contract; a sum and a mean have 80 bytes.
    unsafe { live(pointer, Kind::is_live_sum) }
}

/// The bytes of a live count, if the state is one.
///
/// # Safety
/// The contract of [`state_mut`].
#[inline]
pub unsafe fn live_count<'a>(pointer: *mut c_void) -> Option<&'a mut [u8; 24]> {
    // SAFETY: the caller upholds this safety contract; a count has 24 bytes.
    unsafe { live(pointer, Kind::is_live_count) }
}

/// The N bytes of a state, if its first 8 bytes satisfy `wanted`.
///
/// # Safety
/// The contract of [`state_mut`]. Only states of N bytes satisfy `wanted`.
#[inline]
unsafe fn live<'a, const N: usize>(
    pointer: *mut c_void,
    wanted: fn(u64) -> bool,
) -> Option<&'a mut [u8; N]> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the caller upholds this safety contract.
    unsafe {
        let head = u64::from_le_bytes(*pointer.cast::<[u8; 8]>());
        wanted(head).then(|| &mut *pointer.cast())
    }
}

/// The bytes of a state of this kind.
///
/// # Safety
/// The contract of `state`.
pub unsafe fn state_of<'a>(pointer: *const c_void, kind: Kind) -> Result<&'a [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    let own = unsafe { state(pointer) }?;
    (state::kind(own)? == kind).then_some(own).ok_or(Error::State)
}

/// The bytes of a state of this kind, mutable.
///
/// # Safety
/// The contract of [`state_mut`].
#[inline]
pub unsafe fn state_of_mut<'a>(pointer: *mut c_void, kind: Kind) -> Result<&'a mut [u8], Error> {
    // SAFETY: the caller upholds this safety contract.
    let own = unsafe { state_mut(pointer) }?;
    (state::kind(own)? == kind).then_some(own).ok_or(Error::State)
}

/// A structure of this library. Its first field is the size of the structure as the caller knows
/// it.
///
/// # Safety
/// The structure is `repr(C)`, and its first field is a `usize`.
pub unsafe trait StructSize {}

/// Borrows a structure of at least the size that this library knows. The caller's structure may
/// have more fields.
///
/// # Safety
/// The pointer is NULL, or points to a structure whose first field gives the number of its readable
/// and writable bytes.
pub unsafe fn sized<'a, T: StructSize>(pointer: *const T) -> Result<&'a T, Error> {
    if pointer.is_null() {
        return Err(Error::Null);
    }
    // SAFETY: the caller promises that at least the first field, a `usize`, is readable;
    // `read_unaligned` needs no alignment.
    let declared = unsafe { pointer.cast::<usize>().read_unaligned() };
    if declared < size_of::<T>() {
        return Err(Error::StructSize);
    }
    // SAFETY: the caller upholds this safety contract.
    unsafe { borrow(pointer) }
}

/// Like [`sized`], but borrows the structure mutably.
///
/// # Safety
/// The contract of [`sized`]. Nobody else uses the structure during the call.
pub unsafe fn sized_mut<'a, T: StructSize>(pointer: *mut T) -> Result<&'a mut T, Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe {
        sized(pointer)?;
        borrow_mut(pointer)
    }
}

/// Moves a value to the heap. Without memory it fails, where `Box::new` would abort.
pub fn boxed<T>(value: T) -> Result<*mut T, Error> {
    const { assert!(size_of::<T>() > 0) };
    // SAFETY: the size of the layout is not 0, and the memory is written before it is read.
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
        // SAFETY: the caller promises a pointer from `boxed` that is not used again. `boxed`
        // allocated it with the global allocator and the layout of T, as `Box::from_raw` requires.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
