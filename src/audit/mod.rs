//! The true privacy loss of an implementation, found by exact computation.

pub mod cases;
pub mod distribution;
mod float_exact;
pub mod host;
pub mod implementation;
pub mod pair;
pub mod report;
pub mod semantics;

#[cfg(test)]
mod tests;

pub use float_exact::{Edge, FloatExact, Loss};
pub use implementation::Implementation;
