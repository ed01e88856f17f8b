//! Returns reproducible words. They are insecure by design: anyone who knows the seed can subtract
//! the noise.

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::fixed_log::LoggedWords;
use crate::tape::Words;
use crate::Error;

/// The part of the key after the seed. It makes sure that no other use of ChaCha20 shares a stream
/// with a tape. The label still names tape version 1, because a seed still gives the same words as
/// in that version.
const LABEL: &[u8; 24] = b"indp insecure seed tape1";

/// The tape of one call on a seeded handle: the ChaCha20 keystream (64-bit counter from 0, 64-bit
/// nonce) for key `seed (8 bytes, little-endian) || LABEL` and nonce `call`.
pub struct Seeded(ChaCha20Rng);

impl Seeded {
    /// The tape of call number `call` (from 0) under `seed`.
    #[must_use]
    pub fn new(seed: u64, call: u64) -> Self {
        let mut key = [0u8; 32];
        let (head, tail) = key.split_at_mut(8);
        head.copy_from_slice(&seed.to_le_bytes());
        tail.copy_from_slice(LABEL);
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(call);
        Seeded(rng)
    }
}

impl Words for Seeded {
    fn next(&mut self) -> Result<u64, Error> {
        Ok(self.0.next_u64())
    }
}

impl LoggedWords for Seeded {}
