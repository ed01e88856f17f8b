//! Tests of the selection mechanisms.

mod above;
mod above_vectors;
mod blocks;
mod equality;
mod eta;
mod extremes;
mod flip_vectors;
mod flips;
mod precision;
