//! libFuzzer's entry: what is checked is in check.rs, which the library's own tests replay the corpus with.
#![no_main]

#[path = "../../tests/corpus/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
