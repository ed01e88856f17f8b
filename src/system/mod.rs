//! What differs between operating systems, and nothing else. Each system has one module with the
//! same functions, which [`imp`] names; `tests.rs` holds every system to the same contract.
//!
//! The contract:
//!
//! * `fill(bytes)`: random bytes from the operating system, or an error;
//! * `map(size)`: fresh private memory of zeros, aligned to a page, or `None`;
//!   `unmap(map, size)` gives all of it back;
//! * `wiped_on_fork(map, size)`: whether a child process finds zeros there, for whatever reason;
//! * `keep_out_of_dumps(map, size)`: asks for it; a failure is ignored;
//! * `key_make::<E>()`: a thread-local slot, or `None`; `E::end` gets a thread's value when the
//!   thread ends, unless it is NULL; `key_drop(key)` undoes this while nothing is stored;
//! * `key_get(key)`, `key_set(key, value)`: the calling thread's value, NULL at first;
//! * `process()`: the number of the calling process, asked anew at each call;
//! * `on_fork(handler)`: from then on runs the handler in each child of `fork`, or `false`;
//! * `stay_loaded()`: the code that contains it is not unloaded any more, or `false`.
//!
//! | system | child processes | threads | unloading |
//! |---|---|---|---|
//! | Linux | wiped by the kernel, or numbers are compared | pthread keys | linked with nodelete |
//! | macOS | numbers are compared | pthread keys | opens itself with `RTLD_NODELETE` |
//! | Windows | never copies of a process | fiber-local slots | the module is pinned |
#![allow(unsafe_code)] // calls the operating system

mod entropy;
mod slot;

#[cfg(unix)]
mod unix;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as imp;

#[cfg(target_os = "macos")]
mod macos;
#[cfg(target_os = "macos")]
use macos as imp;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as imp;

#[cfg(test)]
mod tests;

pub use entropy::fill;
pub use imp::{keep_out_of_dumps, map, on_fork, process, unmap, wiped_on_fork};
pub use slot::{AtEnd, Slot};
