//! Operating-system entropy, expanded by [`super::expand`] and buffered per thread.
//!
//! Each thread owns two pages: words, and words with the logarithms that releases need, which are taken together and before any
//! value is known. The kernel wipes them in a child process (`MADV_WIPEONFORK`), however the
//! child was made: `fork`, `_Fork`, raw `clone`. A wiped page says "not alive" and is seeded anew, so
//! the child holds neither the parent's key nor its unread words. Where the kernel cannot wipe (before Linux 4.14, and in some
//! emulators), the process number and a count of forks are compared before every word instead; a child made by raw `clone` into a
//! namespace where it has its parent's number goes unnoticed there.
//!
//! A signal handler may make a child in the middle of anything here, and return in it: the page that is at work is then wiped
//! between two instructions. [`crate::memory::Busy`] throws away what such a call would give; here, a wiped key is never
//! expanded, and numbers that no longer fit lead to a refill.
//!
//! Fast key erasure: each refill replaces the key by the first bytes of its own output, and words are
//! erased as they are read, so a later look at the memory cannot rebuild past noise.
#![allow(unsafe_code)] // the thread's mapping, getpid

use std::ptr::NonNull;

use zeroize::Zeroize;

use super::expand::expand;
use super::system;
use crate::fenv::FpEnv;
use crate::fixed_log::{bulk, Logged};
use crate::memory::{forks, Workspace};
use crate::tape::Words;
use crate::Error;

/// Words a refill makes: with the header they fill a page of 4,096 bytes.
const BUFFERED: usize = 506;
/// Words whose logarithms are taken together, before any value is known: they fill the next page.
const LOGGED: usize = 255;
/// Refills between two reads of operating-system entropy: up to half a million words.
const REFILLS_PER_SEED: u32 = 1024;
/// Says that a generator is seeded; a wiped page holds zeros.
const ALIVE: u32 = 0x696e_6470;

/// A thread's generator. All zeros is a valid one that is not seeded.
#[repr(C)]
pub struct Generator {
    key: [u8; 32],
    alive: u32,
    /// The process that seeded the page; 0 where the kernel wipes it on fork.
    process: i32,
    refills_left: u32,
    /// How many words are left; they are read from the last one to the first.
    unread: u32,
    words: [u64; BUFFERED],
    /// The same for words with their logarithms.
    unread_logged: u32,
    /// Forks when the page was seeded, as `process`.
    forks: u32,
    logged: [u64; LOGGED],
    logs: [u64; LOGGED],
}

impl Generator {
    /// Compares process numbers and forks from now on, since the kernel cannot wipe the page.
    pub fn compare_processes(&mut self) {
        self.process = this_process();
        self.forks = forks();
    }

    /// Whether the words are another process's. (Those of a wiped page are none.)
    #[inline]
    pub fn is_foreign(&self) -> bool {
        self.process != 0 && (self.process != this_process() || self.forks != forks())
    }

    /// The words that are left, at least one of them.
    #[inline]
    fn unread(&mut self) -> Result<&mut [u64], Error> {
        if self.unread.wrapping_sub(1) >= BUFFERED as u32 || self.is_foreign() {
            refill(self)?;
        }
        self.words.get_mut(..self.unread as usize).ok_or(Error::Panic)
    }

    /// The words with logarithms that are left, at least one of them.
    #[inline]
    fn unread_logged(&mut self) -> Result<(&mut [u64], &mut [u64]), Error> {
        if self.unread_logged.wrapping_sub(1) >= LOGGED as u32 || self.is_foreign() {
            refill_logged(self)?;
        }
        let n = self.unread_logged as usize;
        self.logged.get_mut(..n).zip(self.logs.get_mut(..n)).ok_or(Error::Panic)
    }

    #[inline]
    fn logged(&mut self) -> Result<Logged, Error> {
        let (words, logs) = self.unread_logged()?;
        let (word, log) = words.last_mut().zip(logs.last_mut()).ok_or(Error::Panic)?;
        let next = Logged { word: std::mem::take(word), log: std::mem::take(log) };
        self.unread_logged = self.unread_logged.wrapping_sub(1);
        Ok(next)
    }

    fn fill(&mut self, mut words: &mut [u64]) -> Result<(), Error> {
        while !words.is_empty() {
            let (n, rest) = moved(self.unread()?, words);
            self.unread = self.unread.wrapping_sub(n as u32);
            words = rest;
        }
        Ok(())
    }

    fn fill_logged(&mut self, mut words: &mut [u64], mut logs: &mut [u64]) -> Result<(), Error> {
        while !words.is_empty() {
            let (unread, unread_logs) = self.unread_logged()?;
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

/// Moves as many as fit from the end of `unread` to the start of `to`, and erases them; returns how many, and the rest of `to`.
fn moved<'a>(unread: &mut [u64], to: &'a mut [u64]) -> (usize, &'a mut [u64]) {
    let n = unread.len().min(to.len());
    let (now, later) = to.split_at_mut(n);
    let (_, used) = unread.split_at_mut(unread.len() - n);
    now.copy_from_slice(used);
    used.fill(0);
    (n, later)
}

/// This thread's words. Not `Send`: the generator belongs to the thread.
pub struct OsWords(NonNull<Generator>);

impl OsWords {
    /// This thread's generator.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if the thread's workspace cannot be had.
    #[inline]
    pub fn of_this_thread() -> Result<Self, Error> {
        Workspace::of_this_thread().map(Self::of)
    }

    /// The generator of this thread's workspace.
    #[inline]
    #[must_use]
    pub fn of(workspace: Workspace) -> Self {
        OsWords(workspace.generator())
    }
}

impl Words for OsWords {
    /// A cipher's output does not get stuck.
    fn most_zeros(&self) -> u32 {
        crate::tape::ENDLESS_ZEROS
    }

    fn most_rejections(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn next(&mut self) -> Result<u64, Error> {
        // SAFETY: the page is mapped as long as its thread lives, and only this thread uses it; the
        // borrow ends with this call.
        let page = unsafe { self.0.as_mut() };
        let slot = page.unread()?.last_mut().ok_or(Error::Panic)?;
        let word = std::mem::take(slot);
        page.unread = page.unread.wrapping_sub(1);
        Ok(word)
    }

    #[inline]
    fn fill(&mut self, words: &mut [u64]) -> Result<(), Error> {
        // SAFETY: as above.
        unsafe { self.0.as_mut() }.fill(words)
    }

    #[inline]
    fn next_logged(&mut self) -> Result<Logged, Error> {
        // SAFETY: as above.
        unsafe { self.0.as_mut() }.logged()
    }

    #[inline]
    fn fill_logged(&mut self, words: &mut [u64], logs: &mut [u64]) -> Result<(), Error> {
        // SAFETY: as above.
        unsafe { self.0.as_mut() }.fill_logged(words, logs)
    }
}

fn this_process() -> i32 {
    // Not getpid: old C libraries keep its answer, also in a child made by raw clone.
    // SAFETY: always succeeds.
    unsafe { libc::syscall(libc::SYS_getpid) as i32 }
}

/// A key of this process, for one use.
fn renew(page: &mut Generator) -> Result<(), Error> {
    if page.is_foreign() {
        // A child's copy without wiping: forget everything that the parent knows.
        page.zeroize();
    }
    if page.alive != ALIVE || page.refills_left == 0 {
        let mut fresh = [0u8; 32];
        system::fill(&mut fresh)?;
        // The old key too: it may hold what the operating system's generator does not.
        fresh.iter_mut().zip(&page.key).for_each(|(f, k)| *f ^= k);
        page.key = fresh;
        fresh.zeroize();
        page.refills_left = REFILLS_PER_SEED;
        if page.process != 0 {
            page.compare_processes();
        }
    }
    page.refills_left = page.refills_left.wrapping_sub(1);
    page.alive = ALIVE;
    Ok(())
}

#[cold]
#[inline(never)]
fn refill(page: &mut Generator) -> Result<(), Error> {
    renew(page)?;
    expand(&mut page.key, &mut page.words)?;
    page.unread = BUFFERED as u32;
    Ok(())
}

#[cold]
#[inline(never)]
fn refill_logged(page: &mut Generator) -> Result<(), Error> {
    renew(page)?;
    expand(&mut page.key, &mut page.logged)?;
    let _environment = FpEnv::enter();
    bulk::logs(&page.logged, &mut page.logs);
    page.unread_logged = LOGGED as u32;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_erased_and_never_repeat() {
        let mut source = OsWords::of_this_thread().unwrap();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..3 * BUFFERED {
            assert!(seen.insert(source.next().unwrap()));
        }
        let page = unsafe { source.0.as_ref() };
        let (unread, used) = page.words.split_at(page.unread as usize);
        assert!(used.iter().all(|w| *w == 0));
        assert!(unread.iter().all(|w| *w != 0));
    }

    #[test]
    fn logarithms_are_those_of_their_words_and_erased() {
        let mut source = OsWords::of_this_thread().unwrap();
        let mut seen = std::collections::HashSet::new();
        let mut block = [[0; 70]; 2];
        for i in 0..20 {
            let [words, logs] = &mut block;
            if i % 2 == 0 {
                source.fill_logged(words, logs).unwrap();
            } else {
                Logged { word: words[0], log: logs[0] } = source.next_logged().unwrap();
            }
            let mut again = [0; 70];
            bulk::logs(words, &mut again);
            assert_eq!(again[0], logs[0]);
            assert!(i % 2 == 1 || again == *logs);
            assert!(words[..if i % 2 == 0 { 70 } else { 1 }].iter().all(|w| seen.insert(*w)));
        }
        let page = unsafe { source.0.as_ref() };
        let left = page.unread_logged as usize;
        assert!(page.logged[left..].iter().chain(&page.logs[left..]).all(|w| *w == 0));
        assert!(page.logged[..left].iter().chain(&page.logs[..left]).all(|w| *w != 0));
        // A wiped page, and one of another process, give others.
        let next = Logged { word: page.logged[left - 1], log: 0 };
        unsafe { std::ptr::write_bytes(source.0.as_ptr(), 0, 1) };
        assert!(seen.insert(source.next_logged().unwrap().word));
        let page = unsafe { source.0.as_mut() };
        page.process = this_process() + 1;
        let other = page.logged[page.unread_logged as usize - 1];
        let got = source.next_logged().unwrap().word;
        assert!(got != next.word && got != other);
        unsafe { source.0.as_mut() }.process = 0;
    }

    #[test]
    fn a_wiped_page_is_seeded_anew() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        let old_key = unsafe { source.0.as_ref() }.key;
        // What the kernel does to a child's copy.
        unsafe { std::ptr::write_bytes(source.0.as_ptr(), 0, 1) };
        assert_ne!(source.next().unwrap(), 0);
        let page = unsafe { source.0.as_ref() };
        assert_eq!((page.alive, page.unread as usize), (ALIVE, BUFFERED - 1));
        assert_ne!(page.key, old_key);
    }

    #[test]
    fn without_wiping_another_process_number_or_a_fork_seeds_anew() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        for (process, more_forks) in [(this_process() + 1, 0), (this_process(), 1)] {
            let unread = {
                let page = unsafe { source.0.as_mut() };
                (page.process, page.forks) = (process, forks() + more_forks);
                page.words[page.unread as usize - 1]
            };
            assert_ne!(source.next().unwrap(), unread);
            let page = unsafe { source.0.as_mut() };
            assert_eq!((page.process, page.forks), (this_process(), forks()));
            // Nothing has happened since.
            let unread = page.words[page.unread as usize - 1];
            assert_eq!(source.next().unwrap(), unread);
        }
        unsafe { source.0.as_mut() }.process = 0;
    }

    #[test]
    fn entropy_is_read_again_regularly() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        for expected in [0, REFILLS_PER_SEED - 1] {
            let page = unsafe { source.0.as_mut() };
            page.refills_left = if expected == 0 { 1 } else { 0 };
            page.unread = 0;
            source.next().unwrap();
            assert_eq!(unsafe { source.0.as_ref() }.refills_left, expected);
        }
    }
}
