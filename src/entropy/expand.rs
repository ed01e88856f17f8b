//! From 32 bytes of entropy to a page of words, by fast key erasure: the first 32 bytes that a key gives are the next key.
//!
//! AES-256 in counter mode where the processor has instructions for it, else ChaCha20. Both take the same time
//! for all keys. The words of this generator need not be reproducible, so that machines may differ.

#![allow(unsafe_code)] // words as bytes

use aes::cipher::{KeyIvInit, StreamCipher};
use aes::Aes256;
use chacha20::ChaCha20Rng;
use ctr::Ctr128BE;
use rand_core::{Rng, SeedableRng};
use zeroize::Zeroize;

use crate::Error;

/// Fills `words` and replaces the key, in one step: it is never anything but a key.
///
/// # Errors
/// [`Error::Entropy`] if the key is all zeros: it was wiped.
pub fn expand(key: &mut [u8; 32], words: &mut [u64]) -> Result<(), Error> {
    let mut own = *key;
    if own == [0; 32] {
        return Err(Error::Entropy);
    }
    let mut next = if aes::hardware_accelerated() { by_aes(&own, words) } else { by_chacha(&own, words) };
    *key = next;
    next.zeroize();
    own.zeroize();
    Ok(())
}

/// Fills `words` and returns the next key.
fn by_aes(key: &[u8; 32], words: &mut [u64]) -> [u8; 32] {
    let mut cipher = Ctr128BE::<Aes256>::new(key.into(), &[0; 16].into());
    let mut next = [0; 32];
    cipher.apply_keystream(&mut next);
    words.fill(0);
    cipher.apply_keystream(bytes(words));
    next
}

fn by_chacha(key: &[u8; 32], words: &mut [u64]) -> [u8; 32] {
    let mut cipher = ChaCha20Rng::from_seed(*key);
    let mut next = [0; 32];
    cipher.fill_bytes(&mut next);
    cipher.fill_bytes(bytes(words));
    next
}

fn bytes(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: any bytes are words, and bytes have no alignment.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), size_of_val(words)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Vec<u8> {
        (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
    }

    /// What OpenSSL gives for the key 00 01 .. 1f (that of FIPS 197, appendix C.3) and a zero IV.
    #[test]
    fn aes_in_counter_mode() {
        let key: [u8; 32] = std::array::from_fn(|i| i as u8);
        let mut words = [7u64; 4];
        let next = by_aes(&key, &mut words);
        assert_eq!(next.to_vec(), hex("f29000b62a499fd0a9f39a6add2e7780f05d76ae4ab99fe5a6f69b3148c2363d"));
        let rest = hex("0ebcb5deb52c83bd08a8a935182c9199d24356532881602f809eb383c5ff5d56");
        assert_eq!(bytes(&mut words).to_vec(), rest);
    }

    /// RFC 8439's block function with a zero nonce, counter 0: appendix A.1, test vector 1.
    #[test]
    fn chacha20() {
        let key = [0; 32];
        let mut words = [7u64; 4];
        let next = by_chacha(&key, &mut words);
        assert_eq!(next.to_vec(), hex("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"));
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
}
