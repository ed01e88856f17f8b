//! Compares uniform numbers with weights, and computes the digits of weights, with MPFR.

use rug::{Float, Integer};

use crate::exponential::levels::precise_weight;
use crate::exponential::Eta;
use crate::memory;
use crate::Error;

/// The largest number of words read for a uniform number.
pub const MOST_WORDS: usize = 512;
/// The largest number of digits read for a uniform number.
pub const MOST_DIGITS: u32 = MOST_WORDS as u32 * u64::BITS;
/// The precision is the number of digits that are compared plus this number of bits. A higher
/// precision would change the number of words read only with probability 2^-256.
const SPARE: u32 = 256;

/// Whether U lies below the weight of an outcome `gap` levels above the best. `digits` are the
/// first digits of U. Returns `None` if they do not decide it.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn is_below(eta: Eta, gap: u64, digits: &[u64]) -> Result<Option<bool>, Error> {
    memory::reserved(|| {
        let n = digits.len() as u32 * u64::BITS;
        let d = Integer::from_digits(digits, rug::integer::Order::Msf);
        let at = |d: &Integer| Float::with_val(n + 1, d) >> n;
        let (from, to) = (at(&d), at(&Integer::from(&d + 1u32)));
        // A weight that is a multiple of 2^-n has at most n digits, so it is exact here.
        let [low, high] = precise_weight(eta, gap, n + SPARE);
        Ok(if to <= low { Some(true) } else { (from >= high).then_some(false) })
    })
}

/// Digits n - 63 to n of a weight w, in the binary expansion that does not end in zeros. They are
/// the last 64 digits of ceil(w·2^n) - 1.
///
/// # Errors
/// [`Error::Entropy`] if even the highest precision tried does not decide; [`Error::NoMemory`].
pub fn expansion(eta: Eta, gap: u64, n: u32) -> Result<u64, Error> {
    memory::reserved(|| {
        let mut precision = n + SPARE;
        while precision <= 4 * MOST_WORDS as u32 * u64::BITS {
            let [low, high] = precise_weight(eta, gap, precision).map(|w| before(w, n));
            if low == high {
                return Ok(low.to_u64_wrapping());
            }
            precision *= 2;
        }
        Err(Error::Entropy)
    })
}

/// ceil(w·2^n) - 1, or 0 if the weight w was rounded to 0.
fn before(weight: Float, n: u32) -> Integer {
    let end = (weight << n).ceil().to_integer().unwrap_or_default();
    if end > 0 {
        end - 1u32
    } else {
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_weights() {
        // In the expansion that does not end in zeros, 3/4 is 0.1011...
        let eta = Eta::new(3, 2, 1).unwrap();
        assert_eq!(expansion(eta, 0, 5).unwrap(), 0b11111);
        assert_eq!(expansion(eta, 1, 5).unwrap(), 0b10111);
        // In that expansion 9/16 is 0.10001111...
        assert_eq!(expansion(eta, 2, 8).unwrap(), 0b1000_1111);
        // 27/64 is not a multiple of 2^-5: it is 13.5 times 2^-5.
        assert_eq!(expansion(eta, 3, 5).unwrap(), 13);
        // This weight is nearly 0.
        assert_eq!(expansion(eta, u64::MAX, 64).unwrap(), 0);
    }

    #[test]
    fn digits_that_decide() {
        let eta = Eta::new(1, 1, 1).unwrap();
        // The weight is 1/2, so one word always decides.
        assert_eq!(is_below(eta, 1, &[(1 << 63) - 1]).unwrap(), Some(true));
        assert_eq!(is_below(eta, 1, &[1 << 63]).unwrap(), Some(false));
        // The weight is 2^-70, so a first word of 0 does not decide.
        assert_eq!(is_below(eta, 70, &[0]).unwrap(), None);
        assert_eq!(is_below(eta, 70, &[0, (1 << 58) - 1]).unwrap(), Some(true));
        assert_eq!(is_below(eta, 70, &[0, 1 << 58]).unwrap(), Some(false));
        assert_eq!(is_below(eta, u64::MAX, &[0, 0, 0]).unwrap(), None);
    }
}
