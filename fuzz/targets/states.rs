//! The entry point for libFuzzer. The checks are in check.rs, with which the library's own tests
//! replay the corpus.
#![no_main]

#[path = "../../tests/corpus/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
