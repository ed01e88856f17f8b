//! Tests of the selection mechanisms.

mod above;
mod blocks;
mod equality;
mod eta;
mod extremes;
mod flip_vectors;
mod flips;
mod precision;
