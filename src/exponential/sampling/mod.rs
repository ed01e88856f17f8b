//! Draws, and the outcomes that they choose.
//!
//! * `sampler`: one selection
//! * `cells`: cumulative weights in 128-bit integers with certified lower and upper bounds
//! * `draws`: rejection sampling of s

mod cells;
mod draws;
mod sampler;

pub(super) use sampler::Sampler;
