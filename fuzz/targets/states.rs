//! The entry point for libFuzzer. The checks are in tests/corpus/check.rs, and the library's tests
//! replay the corpus with them.
#![no_main]

#[path = "../../tests/corpus/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
