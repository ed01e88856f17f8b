//! Contains the sources of random words, except the caller's callback, which the table lists for
//! comparison.
//!
//! | source | words |
//! |---|---|
//! | [`os`] | operating-system entropy, expanded by AES or ChaCha20 |
//! | [`seeded`] | ChaCha20 of (seed, call number): insecure, for tests and reproduction |
//! | [`crate::system`] | the operating system itself, 32 bytes at a time: the seeds of [`os`] |
//! | callback | the caller's function, word by word: see [`crate::source`] |
//!
//! [`os`] has one generator for each thread. A child process does not repeat its parent's words.

mod expand;
mod generator;
pub mod os;
pub mod seeded;
