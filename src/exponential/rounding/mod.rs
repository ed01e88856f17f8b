//! Rounds utilities to integers at random (Ilvento, section 6.2; Claim E3).
//!
//! * [`range`]: the definition, which rounds one outcome after another
//! * [`digits`]: the random digits by which fractions are rounded
//! * [`block`]: the rounding in doubles, 64 outcomes at a time
//! * [`rounded`]: a selection's rounded utilities, usually kept as one bit per outcome
//! * [`places`]: finds one of many marked outcomes

mod block;
mod digits;
mod places;
mod range;
mod rounded;

pub(super) use block::Doubles;
pub(super) use digits::BLOCK;
pub(super) use places::Places;
pub(super) use range::Range;
pub(super) use rounded::Rounded;
