//! One file per subject.

mod blocks;
mod equality;
mod eta;
mod extremes;
mod flips;
mod precision;
