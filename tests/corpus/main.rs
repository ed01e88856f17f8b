//! Runs the checks of the fuzzer on all inputs that fuzzing has kept in tests/corpus.

mod check;

#[test]
fn the_corpus_of_states() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/states");
    let (mut files, mut sound) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let data = std::fs::read(entry.expect("a file").path()).expect("its bytes");
        check::check(&data);
        files += 1;
        let mut size = 0;
        let bytes = data.get(1..).unwrap_or(&[]);
        let status =
            unsafe { indp::ffi::indp_state_deserialised_size(bytes.as_ptr().cast(), bytes.len(), &mut size) };
        sound += u32::from(status == indp::ffi::INDP_OK);
    }
    println!("{files} inputs, {sound} of them valid states");
    assert!(files >= 50 && sound >= 20);
}
