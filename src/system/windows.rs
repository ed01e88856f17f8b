//! Windows. No process is made by copying another one, so secrets cannot be repeated there.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use windows_sys::Win32::System::LibraryLoader::{
    GetModuleHandleExW, GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN,
};
use windows_sys::Win32::System::Memory::{
    VirtualAlloc, VirtualFree, MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE,
};
use windows_sys::Win32::System::Threading::{
    FlsAlloc, FlsFree, FlsGetValue, FlsSetValue, GetCurrentProcessId, FLS_OUT_OF_INDEXES,
};

use super::AtEnd;

/// The memory is committed, so that later accesses cannot fail. It counts against the limit of the
/// system's page file, but only pages that are touched take memory.
pub fn map(size: usize) -> Option<NonNull<c_void>> {
    // SAFETY: new memory at an address that the system chooses touches no other memory.
    NonNull::new(unsafe {
        VirtualAlloc(ptr::null(), size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)
    })
}

/// # Safety
/// The memory comes from `map`, and nothing uses it later.
pub unsafe fn unmap(map: NonNull<c_void>, _: usize) {
    // SAFETY: as the caller promised. The size must be 0 to give all of it back.
    unsafe { VirtualFree(map.as_ptr(), 0, MEM_RELEASE) };
}

/// Fiber-local slots are used, since their destructors run when a thread ends, and only theirs do.
pub fn key_make<E: AtEnd>() -> Option<usize> {
    unsafe extern "system" fn end<E: AtEnd>(value: *const c_void) {
        if let Some(value) = NonNull::new(value.cast_mut()) {
            E::end(value);
        }
    }
    // SAFETY: the destructor stays mapped: see `stay_loaded`.
    let key = unsafe { FlsAlloc(Some(end::<E>)) };
    (key != FLS_OUT_OF_INDEXES).then_some(key as usize)
}

pub fn key_drop(key: usize) {
    // SAFETY: the key was made by `key_make`, and nothing is stored under it.
    unsafe { FlsFree(key as u32) };
}

#[inline]
pub fn key_get(key: usize) -> *mut c_void {
    // SAFETY: the key was made by `key_make` and is not deleted.
    unsafe { FlsGetValue(key as u32) }
}

pub fn key_set(key: usize, value: *mut c_void) -> bool {
    // SAFETY: as above.
    unsafe { FlsSetValue(key as u32, value) != 0 }
}

pub fn process() -> u32 {
    // SAFETY: the function has no preconditions.
    unsafe { GetCurrentProcessId() }
}

pub fn on_fork(_: unsafe extern "C" fn()) -> bool {
    true
}

pub fn wiped_on_fork(_: NonNull<c_void>, _: usize) -> bool {
    true
}

/// The system writes this memory into a full dump of the process. There is no request against it
/// that needs no rights.
pub fn keep_out_of_dumps(_: NonNull<c_void>, _: usize) {}

/// Pins the module that contains this function.
pub fn stay_loaded() -> bool {
    let mut module = ptr::null_mut();
    let flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN;
    let here = stay_loaded as fn() -> bool as *const u16;
    // SAFETY: with this flag, the name is an address inside the module.
    unsafe { GetModuleHandleExW(flags, here, &raw mut module) != 0 }
}
