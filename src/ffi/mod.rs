//! The C ABI. Every function that can fail checks its pointers, runs inside one of the guards of
//! [`guard`], and writes its outputs last, on success only. There are two exceptions: on failure,
//! constructors set their handle to NULL, and some functions fill an array with NaN.
//!
//! `include/indp.h` is generated from the declarations and comments here. Names in capitals
//! (CALLBACKS, STATES, RELEASES, ...) refer to sections of the comment at the top of `indp.h`. The
//! text of that comment is in `cbindgen.toml`.
#![allow(unsafe_code)] // receives raw pointers from C
// Types have the same names as in the C header.
#![allow(non_camel_case_types)]
// The header states the safety contracts.
#![allow(clippy::missing_safety_doc)]

mod accuracy;
mod audit;
mod bounds;
mod budget;
mod codes;
mod count;
mod counts;
mod eta;
mod expect;
mod exponential;
mod given;
mod guard;
mod histogram;
mod interval;
mod mode;
mod moments;
mod options;
mod parts;
mod pointer;
mod quantile;
mod release;
mod snapping;
mod state;
mod state_bytes;
mod status;
mod stop;
mod sum;
mod text;
mod value;
mod version;

pub use accuracy::*;
pub use audit::*;
pub use bounds::*;
pub use budget::*;
pub use codes::*;
pub use count::*;
pub use counts::*;
pub use eta::*;
pub use expect::*;
pub use exponential::*;
pub use histogram::*;
pub use interval::*;
pub use mode::*;
pub use moments::*;
pub use options::*;
pub use parts::*;
pub use quantile::*;
pub use release::*;
pub use snapping::*;
pub use state::*;
pub use state_bytes::*;
pub use status::*;
pub use stop::*;
pub use sum::*;
pub use value::*;
pub use version::*;
