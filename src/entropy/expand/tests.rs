//! Tests of the expansion of 32 bytes to words.

use super::*;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// These words were computed with OpenSSL for the key 00 01 .. 1f of FIPS 197, appendix C.3, and a
/// zero IV.
#[test]
fn aes_in_counter_mode() {
    let key: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut words = [7u64; 4];
    let next = by_aes(&key, &mut words);
    assert_eq!(
        next.to_vec(),
        hex("f29000b62a499fd0a9f39a6add2e7780f05d76ae4ab99fe5a6f69b3148c2363d")
    );
    let rest = hex("0ebcb5deb52c83bd08a8a935182c9199d24356532881602f809eb383c5ff5d56");
    assert_eq!(bytes(&mut words).to_vec(), rest);
}

/// RFC 8439, appendix A.1, test vector 1 lists these words. They come from the block function with
/// a zero key, a zero nonce and counter 0.
#[test]
fn chacha20() {
    let key = [0; 32];
    let mut words = [7u64; 4];
    let next = by_chacha(&key, &mut words);
    assert_eq!(
        next.to_vec(),
        hex("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
    );
    let rest = hex("da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
    assert_eq!(bytes(&mut words).to_vec(), rest);
}

#[test]
fn a_wiped_key_is_refused() {
    let mut key = [0; 32];
    let mut words = [7u64; 4];
    assert_eq!(expand(&mut key, &mut words), Err(Error::Entropy));
    assert_eq!((key, words), ([0; 32], [7; 4]));
    key[31] = 1;
    assert_eq!(expand(&mut key, &mut words), Ok(()));
    assert!(key != [0; 32] && words.iter().all(|w| *w != 0 && *w != 7));
}
