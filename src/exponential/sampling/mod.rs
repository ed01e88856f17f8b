//! Draws the uniform number s, and finds the outcome that it selects.
//!
//! * `sampler`: one selection
//! * `cells`: cumulative weights in 128-bit integers with certified lower and upper bounds
//! * `draws`: rejection sampling of s

mod cells;
mod draws;
mod sampler;

pub(super) use sampler::Sampler;
