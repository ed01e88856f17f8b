//! Words from a function of the caller's.
#![allow(unsafe_code)] // calls it

use std::ffi::c_void;

use super::host::HostCode;
use super::Release;
use crate::fixed_log::LoggedWords;
use crate::tape::Words;
use crate::Error;

/// Fills `len` bytes, then sets `done` to [`DONE`]. What it throws ends the process.
pub type Fill = unsafe extern "C-unwind" fn(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32);

/// What it is given each time.
#[derive(Clone, Copy)]
pub struct Context(pub *mut c_void);

// SAFETY: whoever makes one promised that the function may be called with it on any thread, on
// several at once.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// What a callback sets when it did its work. In memory that is 0 before: what a binding returns
/// for one that raised may be anything, also what the last one returned.
pub const DONE: i32 = 1_768_842_352;

/// The word that it finds in the buffer; where it is left there, nothing was written.
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
        // SAFETY: the caller promised a function of this type that may be called on any thread as
        // long as the handle lives.
        self.host.run(|| unsafe { (self.fill)(self.ctx.0, word.as_mut_ptr(), word.len(), &mut done) });
        match u64::from_le_bytes(word) {
            UNFILLED => Err(Error::Entropy),
            word if done == DONE => Ok(word),
            _ => Err(Error::Entropy),
        }
    }
}

impl LoggedWords for CallbackWords {}
