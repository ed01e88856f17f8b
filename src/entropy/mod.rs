//! Where random words come from.
//!
//! | source | words |
//! |---|---|
//! | [`os`] | operating-system entropy expanded by ChaCha20, one generator a thread, fork-safe |
//! | [`seeded`] | ChaCha20 of (seed, call number): insecure, for tests and reproduction |
//! | callback | the caller's, word by word (in [`crate::ffi`], which holds the pointers) |

mod expand;
pub mod os;
pub mod seeded;
