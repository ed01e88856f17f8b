//! Defines the error type, which has one variant for each failure status of the C ABI. All texts
//! are static, so that no private value can reach a message.

use std::fmt;

mod list;

pub use list::Error;

impl Error {
    /// The code in the C ABI.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.c_message().to_str().unwrap_or(""))
    }
}

impl std::error::Error for Error {}
