//! Tests which exact values are recognised as doubles.

use super::*;

#[test]
fn doubles_are_known_from_other_numbers() {
    for (mantissa, exponent, is) in [
        (0, 5, true),
        (1 << 60, -3, true),
        ((1 << 53) + 1, 0, false),
        (-(1 << 53) + 1, 7, true),
        (-(1 << 62) - 2, 0, false),
        (3, -1074, true),
        (3, -1075, false),
        (i128::MAX, 0, false),
        (1 << 120, -1000, true),
        (1, 1024, false),
    ] {
        assert_eq!(double(&Dyadic { mantissa, exponent }).is_some(), is, "{mantissa}·2^{exponent}");
    }
    assert_eq!(double(&Dyadic { mantissa: -6, exponent: -1 }), Some(-3.0));
}
