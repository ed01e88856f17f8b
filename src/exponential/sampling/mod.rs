//! Draws, and what they choose.
//!
//! * `sampler`: one selection
//! * `cells`: cumulative weights in 128-bit integers with certified lower and upper bounds
//! * `draws`: which draw of s counts

mod cells;
mod draws;
mod sampler;

pub(super) use sampler::Sampler;
