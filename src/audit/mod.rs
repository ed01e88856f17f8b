//! The true privacy loss of an implementation, found by exact computation.

mod float_exact;

#[cfg(test)]
mod tests;

pub use float_exact::{Edge, FloatExact, Loss};
