//! Implements the generator of a thread (Claim R3), which keeps two pages of words that are
//! expanded from a key.
//!
//! The generator uses fast key erasure. Each refill replaces the key by the first bytes of the
//! refill's output, and words are erased as they are read. So past noise cannot be reconstructed
//! from the memory.
//!
//! A page that the kernel wiped is no longer marked as alive, so it is seeded anew. Where the
//! kernel cannot wipe, a page that belongs to another process is also seeded anew.

use zeroize::Zeroize;

use super::expand::expand;
use crate::fenv::FpEnv;
use crate::fixed_log::{bulk, Logged};
use crate::memory::Owner;
use crate::system;
use crate::Error;

/// The number of words without logarithms that one refill produces. With the fields before them
/// they fill a page of 4,096 bytes.
pub const BUFFERED: usize = 506;
/// The number of words whose logarithms are computed together, without access to any private value.
/// With their count, the words and logarithms fit in the next page.
const LOGGED: usize = 255;
/// The number of refills between two reads of operating-system entropy. Together these refills
/// produce at most 518,144 words.
pub const REFILLS_PER_SEED: u32 = 1024;
/// The mark of a seeded generator. A wiped page holds zeros instead.
pub const ALIVE: u32 = 0x696e_6470;

/// A thread's generator. All zeros is a valid generator that is not seeded.
#[repr(C)]
pub struct Generator {
    pub(super) key: [u8; 32],
    pub(super) alive: u32,
    pub(super) refills_left: u32,
    /// The number of unread words, which are read from the last one to the first.
    pub(super) unread: u32,
    pub(super) words: [u64; BUFFERED],
    /// The number of unread words that have logarithms.
    pub(super) unread_logged: u32,
    pub(super) logged: [u64; LOGGED],
    pub(super) logs: [u64; LOGGED],
}

impl Generator {
    /// The unread words. If there are none, or if the page belongs to another process, the page is
    /// refilled first. So at least one word is returned.
    #[inline]
    fn unread(&mut self, owner: &Owner) -> Result<&mut [u64], Error> {
        if self.unread.wrapping_sub(1) >= BUFFERED as u32 || owner.is_foreign() {
            refill(self, owner)?;
        }
        self.words.get_mut(..self.unread as usize).ok_or(Error::Panic)
    }

    /// The unread words that have logarithms. The page is refilled first under the same conditions
    /// as in `unread`, so at least one word is returned.
    #[inline]
    fn unread_logged(&mut self, owner: &Owner) -> Result<(&mut [u64], &mut [u64]), Error> {
        if self.unread_logged.wrapping_sub(1) >= LOGGED as u32 || owner.is_foreign() {
            refill_logged(self, owner)?;
        }
        let n = self.unread_logged as usize;
        self.logged.get_mut(..n).zip(self.logs.get_mut(..n)).ok_or(Error::Panic)
    }

    /// The next word.
    ///
    /// # Errors
    /// [`Error::Entropy`]. The next three methods return the same error.
    #[inline]
    pub fn next(&mut self, owner: &Owner) -> Result<u64, Error> {
        let slot = self.unread(owner)?.last_mut().ok_or(Error::Panic)?;
        let word = std::mem::take(slot);
        self.unread = self.unread.wrapping_sub(1);
        Ok(word)
    }

    /// The next word, with its logarithm.
    #[inline]
    pub fn next_logged(&mut self, owner: &Owner) -> Result<Logged, Error> {
        let (words, logs) = self.unread_logged(owner)?;
        let (word, log) = words.last_mut().zip(logs.last_mut()).ok_or(Error::Panic)?;
        let next = Logged { word: std::mem::take(word), log: std::mem::take(log) };
        self.unread_logged = self.unread_logged.wrapping_sub(1);
        Ok(next)
    }

    /// The next words.
    pub fn fill(&mut self, owner: &Owner, mut words: &mut [u64]) -> Result<(), Error> {
        while !words.is_empty() {
            let (n, rest) = moved(self.unread(owner)?, words);
            self.unread = self.unread.wrapping_sub(n as u32);
            words = rest;
        }
        Ok(())
    }

    /// The next words that have logarithms.
    pub fn fill_logged(
        &mut self,
        owner: &Owner,
        mut words: &mut [u64],
        mut logs: &mut [u64],
    ) -> Result<(), Error> {
        while !words.is_empty() {
            let (unread, unread_logs) = self.unread_logged(owner)?;
            let (n, rest) = moved(unread, words);
            (_, logs) = moved(unread_logs, logs);
            self.unread_logged = self.unread_logged.wrapping_sub(n as u32);
            words = rest;
        }
        Ok(())
    }
}

impl Zeroize for Generator {
    fn zeroize(&mut self) {
        self.key.zeroize();
        self.words.zeroize();
        self.logged.zeroize();
        self.logs.zeroize();
        self.unread_logged = 0;
        self.unread = 0;
        self.alive = 0;
    }
}

/// Moves words from the end of `unread` to the start of `to`, as many as fit, and erases them in
/// `unread`. Returns their number and the rest of `to`.
fn moved<'a>(unread: &mut [u64], to: &'a mut [u64]) -> (usize, &'a mut [u64]) {
    let n = unread.len().min(to.len());
    let (now, later) = to.split_at_mut(n);
    let (_, used) = unread.split_at_mut(unread.len() - n);
    now.copy_from_slice(used);
    used.fill(0);
    (n, later)
}

/// Prepares the key for one refill: seeds it anew if it belongs to another process, was wiped, or
/// has served its number of refills.
fn renew(page: &mut Generator, owner: &Owner) -> Result<(), Error> {
    if owner.is_foreign() {
        // This page is a child's copy of its parent's page, which the kernel did not wipe. So
        // everything that the parent knows is erased.
        page.zeroize();
    }
    if page.alive != ALIVE || page.refills_left == 0 {
        let mut fresh = [0u8; 32];
        system::fill(&mut fresh)?;
        // Mixes in the old key, which may hold entropy that the operating system's generator lacks.
        fresh.iter_mut().zip(&page.key).for_each(|(f, k)| *f ^= k);
        page.key = fresh;
        fresh.zeroize();
        page.refills_left = REFILLS_PER_SEED;
        owner.renew();
    }
    page.refills_left = page.refills_left.wrapping_sub(1);
    page.alive = ALIVE;
    Ok(())
}

#[cold]
#[inline(never)]
fn refill(page: &mut Generator, owner: &Owner) -> Result<(), Error> {
    renew(page, owner)?;
    expand(&mut page.key, &mut page.words)?;
    page.unread = BUFFERED as u32;
    Ok(())
}

#[cold]
#[inline(never)]
fn refill_logged(page: &mut Generator, owner: &Owner) -> Result<(), Error> {
    renew(page, owner)?;
    expand(&mut page.key, &mut page.logged)?;
    let _environment = FpEnv::enter();
    bulk::logs(&page.logged, &mut page.logs);
    page.unread_logged = LOGGED as u32;
    Ok(())
}

#[cfg(test)]
mod tests;
