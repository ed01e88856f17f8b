//! Contains the sources of random words.
//!
//! | source | words | |---|---| | [`os`] | operating-system entropy expanded by AES or ChaCha20;
//! one generator per thread, fork-safe | | [`seeded`] | ChaCha20 of (seed, call number): insecure,
//! for tests and reproduction | | [`system`] | the operating system itself, 32 bytes at a time: the
//! seeds of [`os`] | | callback | the caller's function, word by word (in [`crate::source`], which
//! holds the pointers) |

mod expand;
mod generator;
pub mod os;
pub mod seeded;
mod system;
