//! Operating-system entropy, expanded by ChaCha20 and buffered per thread.
//!
//! Each thread owns one page. The kernel wipes it in a child process (`MADV_WIPEONFORK`), however the
//! child was made: `fork`, `_Fork`, raw `clone`. A wiped page says "not alive" and is seeded anew, so
//! the child holds neither the parent's key nor its unread words. Where the kernel cannot wipe, the
//! process number is compared before every word instead.
//!
//! Fast key erasure: each refill replaces the key by the first bytes of its own output, and words are
//! erased as they are read, so a later look at the memory cannot rebuild past noise.
//!
//! Why pthread keys instead of `thread_local!`: the first use of thread-local storage in a library
//! loaded at run time, and the registration of its destructors, abort when malloc fails.
#![allow(unsafe_code)] // mmap, madvise and pthread keys

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use zeroize::Zeroize;

use crate::tape::Words;
use crate::Error;

/// Words a refill makes: with the header they fill a page of 4,096 bytes.
const BUFFERED: usize = 504;
/// Refills between two reads of operating-system entropy: about half a million words.
const REFILLS_PER_SEED: u32 = 1024;
/// Says that a page is seeded; a wiped page holds zeros.
const ALIVE: u32 = 0x696e_6470;

#[repr(C)]
struct Page {
    key: [u8; 32],
    alive: u32,
    /// The process that seeded the page; 0 where the kernel wipes it on fork.
    process: i32,
    refills_left: u32,
    /// The next unread word; `BUFFERED` when there is none.
    position: u32,
    words: [u64; BUFFERED],
}

/// This thread's words. Not `Send`: the page belongs to the thread.
pub struct OsWords(ptr::NonNull<Page>);

impl OsWords {
    /// This thread's generator.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if the thread's page cannot be had.
    #[inline]
    pub fn of_this_thread() -> Result<Self, Error> {
        let key = KEY.load(Ordering::Acquire);
        if key != 0 {
            // SAFETY: the key was created and is never deleted.
            let page = unsafe { libc::pthread_getspecific(key - 1) };
            if let Some(page) = ptr::NonNull::new(page.cast()) {
                return Ok(OsWords(page));
            }
        }
        new_page().map(OsWords)
    }
}

impl Words for OsWords {
    #[inline]
    fn next(&mut self) -> Result<u64, Error> {
        // SAFETY: the page is mapped as long as its thread lives, and only this thread uses it; the
        // borrow ends with this call.
        let page = unsafe { self.0.as_mut() };
        let stale = page.alive != ALIVE || (page.process != 0 && page.process != this_process());
        if stale || page.position as usize >= BUFFERED {
            refill(page, stale)?;
        }
        let slot = page.words.get_mut(page.position as usize).ok_or(Error::Panic)?;
        let word = *slot;
        *slot = 0;
        page.position += 1;
        Ok(word)
    }
}

fn this_process() -> i32 {
    // SAFETY: always succeeds.
    unsafe { libc::getpid() }
}

#[cold]
#[inline(never)]
fn refill(page: &mut Page, stale: bool) -> Result<(), Error> {
    if stale {
        // A child's copy without wiping: forget everything that the parent knows.
        page.key.zeroize();
        page.words.zeroize();
        page.position = BUFFERED as u32;
        page.alive = 0;
    }
    if page.alive != ALIVE || page.refills_left == 0 {
        let mut fresh = [0u8; 32];
        getrandom::fill(&mut fresh).map_err(|_| Error::Entropy)?;
        page.key.iter_mut().zip(&fresh).for_each(|(k, f)| *k ^= f);
        fresh.zeroize();
        page.refills_left = REFILLS_PER_SEED;
        if page.process != 0 {
            page.process = this_process();
        }
    }
    let mut rng = ChaCha20Rng::from_seed(page.key);
    rng.fill_bytes(&mut page.key);
    page.words.iter_mut().for_each(|word| *word = rng.next_u64());
    page.refills_left -= 1;
    page.position = 0;
    page.alive = ALIVE;
    Ok(())
}

/// The pthread key plus one; 0 before it exists. Lock-free, so that a fork cannot leave it locked.
static KEY: AtomicU32 = AtomicU32::new(0);

fn thread_key() -> Result<libc::pthread_key_t, Error> {
    let known = KEY.load(Ordering::Acquire);
    if known != 0 {
        return Ok(known - 1);
    }
    let mut made: libc::pthread_key_t = 0;
    // SAFETY: the destructor takes what this module stores under the key, and stays mapped: the
    // shared libraries are linked with nodelete.
    if unsafe { libc::pthread_key_create(&mut made, Some(free_page)) } != 0 {
        return Err(Error::NoMemory);
    }
    match KEY.compare_exchange(0, made + 1, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => Ok(made),
        Err(other) => {
            // SAFETY: another thread was first; nothing was stored under ours.
            unsafe { libc::pthread_key_delete(made) };
            Ok(other - 1)
        }
    }
}

#[cold]
fn new_page() -> Result<ptr::NonNull<Page>, Error> {
    const SIZE: usize = size_of::<Page>();
    let key = thread_key()?;
    // SAFETY: a fresh private mapping, zeroed by the kernel; zeros are a valid `Page`.
    unsafe {
        let map = libc::mmap(
            ptr::null_mut(),
            SIZE,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if map == libc::MAP_FAILED {
            return Err(Error::NoMemory);
        }
        let page: *mut Page = map.cast();
        if libc::madvise(map, SIZE, libc::MADV_WIPEONFORK) != 0 {
            (*page).process = this_process();
        }
        // Keys do not belong in core dumps; where that cannot be asked for, nothing else changes.
        libc::madvise(map, SIZE, libc::MADV_DONTDUMP);
        if libc::pthread_setspecific(key, map) != 0 {
            libc::munmap(map, SIZE);
            return Err(Error::NoMemory);
        }
        ptr::NonNull::new(page).ok_or(Error::NoMemory)
    }
}

/// Runs at the end of a thread that drew words.
extern "C" fn free_page(page: *mut libc::c_void) {
    // SAFETY: the pointer is the mapping that `new_page` stored for the ending thread.
    unsafe {
        let typed: *mut Page = page.cast();
        (*typed).key.zeroize();
        (*typed).words.zeroize();
        libc::munmap(page, size_of::<Page>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_the_generator() {
        assert!(size_of::<Page>() <= 4096);
    }

    #[test]
    fn words_are_erased_and_never_repeat() {
        let mut source = OsWords::of_this_thread().unwrap();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..3 * BUFFERED {
            assert!(seen.insert(source.next().unwrap()));
        }
        let page = unsafe { source.0.as_ref() };
        assert!(page.words[..page.position as usize].iter().all(|w| *w == 0));
        assert!(page.words[page.position as usize..].iter().all(|w| *w != 0));
    }

    #[test]
    fn a_wiped_page_is_seeded_anew() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        let old_key = unsafe { source.0.as_ref() }.key;
        // What the kernel does to a child's copy.
        unsafe { ptr::write_bytes(source.0.as_ptr(), 0, 1) };
        assert_ne!(source.next().unwrap(), 0);
        let page = unsafe { source.0.as_ref() };
        assert_eq!((page.alive, page.position), (ALIVE, 1));
        assert_ne!(page.key, old_key);
    }

    #[test]
    fn without_wiping_another_process_number_seeds_anew() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        let unread = {
            let page = unsafe { source.0.as_mut() };
            page.process = this_process() + 1;
            page.words[page.position as usize]
        };
        assert_ne!(source.next().unwrap(), unread);
        assert_eq!(unsafe { source.0.as_ref() }.process, this_process());
        unsafe { source.0.as_mut() }.process = 0;
    }

    #[test]
    fn entropy_is_read_again_regularly() {
        let mut source = OsWords::of_this_thread().unwrap();
        source.next().unwrap();
        for expected in [0, REFILLS_PER_SEED - 1] {
            let page = unsafe { source.0.as_mut() };
            page.refills_left = if expected == 0 { 1 } else { 0 };
            page.position = BUFFERED as u32;
            source.next().unwrap();
            assert_eq!(unsafe { source.0.as_ref() }.refills_left, expected);
        }
    }
}
