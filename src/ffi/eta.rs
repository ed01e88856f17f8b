//! C functions for the privacy parameter of the base-2 exponential mechanism.

use super::given::{object, output};
use super::guard::guard;
use super::status::indp_status;
use crate::exact::Positive;
use crate::exponential::{Eta, Loss};
use crate::Error;

/// A privacy parameter in base 2: eta = -z * log2(x / 2^y), with x < 2^y.
///
/// An outcome of utility u has the weight 2^(-eta * u) = (x / 2^y)^(z * u): a lower utility is
/// better, i.e. utility is a cost. The rational base makes exact probabilities possible.
///
/// Source: Ilvento, section 7.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_eta {
    /// Numerator of the base: positive, below 2^y.
    pub x: u64,
    /// Binary logarithm of the denominator of the base: from 1 to 63.
    pub y: u32,
    /// Power of the base: positive.
    pub z: u32,
}

/// An eta whose loss never exceeds epsilon, and is usually near it.
///
/// Let eta* be the largest eta that epsilon allows. Then z = max(1, ceil(eta* / 16)). y is the
/// smallest y whose best x gives at least (1 - 2^-20) eta*; if there is none, y is 63. The fraction
/// x / 2^y is then reduced: x is odd.
///
/// Parameters:
/// - epsilon: privacy loss (base e) of one selection, positive, finite.
/// - utility_sensitivity: how far one person can move the utility of an outcome; positive, at most
///   2^63. It is rounded up to an integer, since utilities are rounded randomly to integers; scale
///   utilities up if it is below 1. If utilities are computed as doubles, it must also cover their
///   rounding errors: 0.1 * 1536 - 0.1 * 1526 is above 1.
/// - monotonic: nonzero if one person can move all utilities only in one direction, as with counts
///   when people are added or removed; otherwise 0. Nonzero halves the loss of a given eta. The
///   loss is then utility_sensitivity * ln 2 * eta.
/// - out: receives eta.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY;
/// - INDP_E_EPSILON; INDP_E_SELECTION_EPSILON if epsilon is so small that it allows no eta with
///   y <= 63, or so large that z exceeds 32 bits.
///
/// On failure `out` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Source: docs/specification.md, Claim E5; Ilvento, Lemma 2.2 and section 7.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_eta_from_epsilon(
    epsilon: f64,
    utility_sensitivity: f64,
    monotonic: i32,
    out: *mut indp_eta,
) -> indp_status {
    guard(|| {
        let out = output!(out)?;
        let epsilon = Positive::from_f64(epsilon).ok_or(Error::Epsilon)?;
        let loss = Loss::new(whole(utility_sensitivity)?, monotonic != 0)?;
        let (x, y, z) = Eta::from_epsilon(&epsilon, loss)?.parts();
        *out = indp_eta { x, y, z };
        Ok(())
    })
}

/// The privacy loss (base e) of one selection with a given eta.
///
/// Parameters:
/// - eta: the privacy parameter.
/// - utility_sensitivity, monotonic: as in indp_eta_from_epsilon.
/// - out: receives the loss, rounded up to a double.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y, INDP_E_ETA_Z,
/// INDP_E_UTILITY_SENSITIVITY, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_eta_epsilon(
    eta: *const indp_eta,
    utility_sensitivity: f64,
    monotonic: i32,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let eta = object!(eta)?;
        let out = output!(out)?;
        let loss = Loss::new(whole(utility_sensitivity)?, monotonic != 0)?;
        *out = Eta::new(eta.x, eta.y, eta.z)?.epsilon(loss)?;
        Ok(())
    })
}

/// A sensitivity as an integer, rounded up. The parameter is a double, because C can silently
/// convert 1.5 or 2^32 + 1 to 1 when a parameter has the type uint32_t.
fn whole(sensitivity: f64) -> Result<u64, Error> {
    let exact = Positive::from_f64(sensitivity).ok_or(Error::UtilitySensitivity)?;
    if exact.log2_ceil() > 63 {
        return Err(Error::UtilitySensitivity);
    }
    let floor = exact.floor_over_power(0).map_or(1 << 63, |whole| whole as u64);
    Ok(floor + u64::from(!exact.is_multiple_of_power(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitivities_are_rounded_up() {
        let two = |n| 2f64.powi(n);
        for (given, expected) in [
            (1.0, Ok(1)),
            (1.5, Ok(2)),
            (5e-324, Ok(1)),
            (two(32) + 1.0, Ok((1 << 32) + 1)),
            (two(51) + 0.5, Ok((1 << 51) + 1)),
            (two(63) - 1024.0, Ok((1 << 63) - 1024)),
            (two(63), Ok(1 << 63)),
            (two(63) + 2048.0, Err(Error::UtilitySensitivity)),
            (f64::INFINITY, Err(Error::UtilitySensitivity)),
            (f64::NAN, Err(Error::UtilitySensitivity)),
            (0.0, Err(Error::UtilitySensitivity)),
            (-1.0, Err(Error::UtilitySensitivity)),
        ] {
            assert_eq!(whole(given), expected, "{given}");
        }
    }
}
