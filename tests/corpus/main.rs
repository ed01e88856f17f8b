//! Runs the checks of the fuzzer on all inputs that fuzzing has kept in states.txt.
//! fuzz/corpus.py writes that file.

mod check;

fn bytes(line: &str) -> Vec<u8> {
    let digits = line.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

#[test]
fn the_corpus_of_states() {
    let (mut inputs, mut sound) = (0, 0);
    for data in include_str!("states.txt").lines().map(bytes) {
        check::check(&data);
        inputs += 1;
        let mut size = 0;
        let state = data.get(1..).unwrap_or(&[]);
        let (pointer, length) = (state.as_ptr().cast(), state.len());
        let status = unsafe { indp::ffi::indp_state_deserialised_size(pointer, length, &mut size) };
        sound += u32::from(status == indp::ffi::INDP_OK);
    }
    println!("{inputs} inputs, {sound} of them valid states");
    assert!(inputs >= 50 && sound >= 20);
}
