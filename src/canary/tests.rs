//! Tests that every canary passes.

macro_rules! named {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            assert!(super::$name());
        }
    )*};
}

named!(
    ternary_of_exact_operations ternary_of_inexact_operations ternary_ignores_the_flags
    inexact_flag range_flags directed_rounding_encloses
);
