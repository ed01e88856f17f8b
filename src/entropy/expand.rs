//! Expands 32 bytes of entropy to a page of words by fast key erasure: the first 32 bytes of a
//! key's output are the next key.
//!
//! Where the processor has instructions for AES, the cipher is AES-256 in counter mode. Elsewhere
//! it is ChaCha20. Both run in constant time. Words that come from operating-system entropy need
//! not be reproducible, so machines may use different ciphers.

#![allow(unsafe_code)] // treats words as bytes

use aes::cipher::{KeyIvInit, StreamCipher};
use aes::Aes256;
use chacha20::ChaCha20Rng;
use ctr::Ctr128BE;
use rand_core::{Rng, SeedableRng};
use zeroize::Zeroize;

use crate::Error;

/// Fills `words` and replaces the key. The key is overwritten only after the next key is complete.
///
/// # Errors
/// [`Error::Entropy`] if the key is all zeros, which means that it was wiped.
pub fn expand(key: &mut [u8; 32], words: &mut [u64]) -> Result<(), Error> {
    let mut own = *key;
    if own == [0; 32] {
        return Err(Error::Entropy);
    }
    let mut next =
        if aes::hardware_accelerated() { by_aes(&own, words) } else { by_chacha(&own, words) };
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
    // SAFETY: any bytes are valid words, bytes have no alignment, and the slice has the length of
    // the words, which are borrowed mutably.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), size_of_val(words)) }
}

#[cfg(test)]
mod tests;
