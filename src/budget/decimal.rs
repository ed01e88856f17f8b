//! Converts doubles to the decimals that people mean, in units of 10^-324, and back.
//!
//! The shortest decimal of a double needs no finer unit. Where neighbouring doubles are 2^-1074
//! apart, each double has a multiple of 10^-324 within half of this distance, because 2^-1074
//! exceeds 4·10^-324. Above 2^-1021, 17 digits suffice, and the last of them has a place value of
//! at least 10^-324.

use std::fmt::Write;

use rug::ops::Pow;
use rug::Integer;

/// The exponent of the unit.
const UNIT: i32 = -324;

/// The shortest decimal that converts back to the positive double `value`, in units of 10^-324. If
/// several decimals are the shortest, returns the one nearest to `value`. If two of these are
/// equally near, returns the one whose last digit is even.
pub fn exact(value: f64) -> Integer {
    let (digits, exponent) = shortest(value);
    Integer::from(10).pow((exponent - UNIT).unsigned_abs()) * digits
}

/// The digits of the decimal that [`exact`] returns, and the exponent of the last digit.
fn shortest(value: f64) -> (u64, i32) {
    let (digits, exponent) = printed(value);
    if digits % 2 == 0 {
        return (digits, exponent);
    }
    // The standard library does not specify which of two equally near decimals it prints.
    for other in [digits - 1, digits + 1] {
        let mut text = Text::new();
        let fits = write!(text, "{other}e{exponent}").is_ok();
        let same = text.as_str().parse() == Ok(value);
        if fits && same && is_half_of(value, digits + other, exponent) {
            return (other, exponent);
        }
    }
    (digits, exponent)
}

/// Whether the value is half of `digits·10^exponent`.
fn is_half_of(value: f64, digits: u64, exponent: i32) -> bool {
    let ten = Integer::from(10).pow(exponent.unsigned_abs());
    let (mut twice, mut sum) = (Integer::from(mantissa(value)), Integer::from(digits));
    if exponent >= 0 {
        sum *= ten;
    } else {
        twice *= ten;
    }
    let binary = self::exponent(value) + 1;
    if binary >= 0 {
        twice <<= binary.unsigned_abs();
    } else {
        sum <<= binary.unsigned_abs();
    }
    twice == sum
}

/// The decimal that the standard library prints. No decimal that converts back to `value` has fewer
/// digits, and none with as many digits is nearer to `value`.
fn printed(value: f64) -> (u64, i32) {
    // The text has digits, perhaps with a point after the first one, and then the exponent.
    let mut text = Text::new();
    let printed = write!(text, "{value:e}");
    debug_assert!(printed.is_ok());
    let (mut mantissa, mut places, mut exponent, mut negative) = (0u64, 0, 0i32, false);
    let (mut after_point, mut after_e) = (false, false);
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' if after_e => exponent = 10 * exponent + i32::from(byte - b'0'),
            b'0'..=b'9' => {
                mantissa = 10 * mantissa + u64::from(byte - b'0');
                places += i32::from(after_point);
            }
            b'.' => after_point = true,
            b'-' => negative = true,
            _ => after_e = true,
        }
    }
    (mantissa, if negative { -exponent } else { exponent } - places)
}

/// The largest double that does not exceed the decimal of the positive `value`.
pub fn usable(value: f64) -> f64 {
    // The value in units, rounded up to an integer. Rounding up does not change whether the value
    // exceeds a given integer.
    let mut scaled = Integer::from(10).pow(UNIT.unsigned_abs()) * (mantissa(value));
    let exponent = exponent(value);
    if exponent >= 0 {
        scaled <<= exponent.unsigned_abs();
    } else {
        scaled = -(-scaled >> exponent.unsigned_abs());
    }
    if scaled > exact(value) {
        value.next_down()
    } else {
        value
    }
}

/// The largest double whose decimal is at most this amount, or 0 if there is none.
pub fn largest_within(amount: &Integer) -> f64 {
    // Larger doubles have larger decimals. The bits of positive doubles, read as integers, have the
    // order of the doubles. So a binary search over the bits finds the answer.
    let (mut within, mut beyond) = (0, f64::INFINITY.to_bits());
    while beyond - within > 1 {
        let middle = within + (beyond - within) / 2;
        if exact(f64::from_bits(middle)) <= *amount {
            within = middle;
        } else {
            beyond = middle;
        }
    }
    f64::from_bits(within)
}

/// The integer significand m of value = m·2^k; [`exponent`] returns k.
fn mantissa(value: f64) -> u64 {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    if bits >> 52 == 0 {
        fraction
    } else {
        fraction | 1 << 52
    }
}

fn exponent(value: f64) -> i32 {
    ((value.to_bits() >> 52) as i32).max(1) - 1075
}

/// A short text on the stack.
struct Text {
    bytes: [u8; 32],
    used: usize,
}

impl Text {
    fn new() -> Self {
        Text { bytes: [0; 32], used: 0 }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes.get(..self.used).unwrap_or(&[])).unwrap_or("")
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        self.as_str().bytes()
    }
}

impl Write for Text {
    fn write_str(&mut self, more: &str) -> std::fmt::Result {
        let room = self.bytes.get_mut(self.used..self.used + more.len()).ok_or(std::fmt::Error)?;
        room.copy_from_slice(more.as_bytes());
        self.used += more.len();
        Ok(())
    }
}
