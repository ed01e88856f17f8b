//! Writes an amount as a decimal, without allocating memory.

use super::LIMBS;

/// Digits after the point: an amount counts units of 10^-324.
const PLACES: usize = 324;
/// Digits that one division yields.
const GROUP: usize = 19;
/// An amount is below 2^2112, which has 636 digits. With a point the text has at most one more.
pub const MOST: usize = 637;
/// All digits, in whole groups.
const DIGITS: usize = 34 * GROUP;

/// The text of an amount: digits, and a point if there are digits after it, without zeros that
/// could be left out.
pub struct Text {
    bytes: [u8; DIGITS + 1],
    length: usize,
}

impl Text {
    /// The text of the amount with these limbs, the least significant one first.
    pub(super) fn of(mut limbs: [u64; LIMBS]) -> Text {
        let mut digits = [b'0'; DIGITS]; // the last digit comes first
        for group in digits.chunks_exact_mut(GROUP) {
            let mut rest = divide(&mut limbs, 10u64.pow(GROUP as u32));
            for digit in group {
                *digit = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
        }
        let (after, before) = digits.split_at(PLACES);
        let before = trimmed(before, 1);
        let skipped = after.iter().take_while(|digit| **digit == b'0').count();
        let after = after.get(skipped..).unwrap_or(&[]);
        let point = (!after.is_empty()).then_some(b'.');
        let mut text = Text { bytes: [0; DIGITS + 1], length: 0 };
        let all = before.iter().rev().copied().chain(point).chain(after.iter().rev().copied());
        for (to, from) in text.bytes.iter_mut().zip(all) {
            *to = from;
            text.length += 1;
        }
        text
    }

    /// The text in ASCII.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&[])
    }
}

/// The digits without the zeros at their end, but at least `least` of them.
fn trimmed(digits: &[u8], least: usize) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
    digits.get(..(digits.len() - zeros).max(least)).unwrap_or(digits)
}

/// Divides the limbs in place, and returns the remainder.
fn divide(limbs: &mut [u64; LIMBS], divisor: u64) -> u64 {
    let mut rest = 0;
    for limb in limbs.iter_mut().rev() {
        let value = u128::from(rest) << 64 | u128::from(*limb);
        *limb = (value / u128::from(divisor)) as u64;
        rest = (value % u128::from(divisor)) as u64;
    }
    rest
}
