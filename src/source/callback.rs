//! Reads random words from the caller's callback.
#![allow(unsafe_code)] // calls the callback

use std::ffi::c_void;

use super::host::HostCode;
use super::Release;
use crate::fixed_log::LoggedWords;
use crate::tape::Words;
use crate::Error;

/// Fills `len` bytes, then sets `done` to [`DONE`]. If it throws an exception, the process ends.
pub type Fill =
    unsafe extern "C-unwind" fn(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32);

/// The context pointer that each call receives.
#[derive(Clone, Copy)]
pub struct Context(pub *mut c_void);

// SAFETY: the caller that supplied the pointer promised that the callback may be called with it on
// any thread, and on several threads at once.
unsafe impl Send for Context {}
// SAFETY: the caller promised that calls on several threads at once are allowed.
unsafe impl Sync for Context {}

/// A callback sets `done` to this value when it succeeded. Before the call `done` is 0. A return
/// value could not report success reliably, because if a callback raises an exception, a language
/// binding may return anything, even the value of the previous call.
pub const DONE: i32 = 1_768_842_352;

/// The initial word in the buffer. If it is still there after the call, the callback counts as
/// having written nothing.
pub const UNFILLED: u64 = 0x756e_6669_6c6c_6564;

#[inline(never)]
pub(super) fn called<R: Release>(fill: Fill, ctx: Context, release: R) -> Result<R::Output, Error> {
    let host = HostCode::new();
    release.run(&mut CallbackWords { fill, ctx, host })
}

struct CallbackWords {
    fill: Fill,
    ctx: Context,
    host: HostCode,
}

impl Words for CallbackWords {
    fn next(&mut self) -> Result<u64, Error> {
        let mut word = UNFILLED.to_le_bytes();
        let mut done = 0;
        // SAFETY: the caller promised that this function may be called on any thread while the
        // handle lives.
        self.host
            .run(|| unsafe { (self.fill)(self.ctx.0, word.as_mut_ptr(), word.len(), &mut done) });
        match u64::from_le_bytes(word) {
            UNFILLED => Err(Error::Entropy),
            word if done == DONE => Ok(word),
            _ => Err(Error::Entropy),
        }
    }
}

impl LoggedWords for CallbackWords {}
