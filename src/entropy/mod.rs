//! Where random words come from.
//!
//! | source | words |
//! |---|---|
//! | [`os`] | operating-system entropy expanded by AES or ChaCha20, one generator a thread, fork-safe |
//! | [`seeded`] | ChaCha20 of (seed, call number): insecure, for tests and reproduction |
//! | [`system`] | the operating system's own, 32 bytes at a time: seeds of the first |
//! | callback | the caller's, word by word (in [`crate::ffi`], which holds the pointers) |

mod expand;
mod generator;
pub mod os;
pub mod seeded;
mod system;
