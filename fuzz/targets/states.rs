//! Calls the checks of tests/corpus/check.rs for libFuzzer. The library's own tests run the same
//! checks on the inputs that fuzzing has kept.
#![no_main]

#[path = "../../tests/corpus/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
