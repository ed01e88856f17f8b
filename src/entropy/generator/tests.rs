//! Tests of a thread's generator.

use zeroize::Zeroize;

use crate::entropy::generator::{ALIVE, BUFFERED, REFILLS_PER_SEED};
use crate::entropy::os::OsWords;
use crate::fixed_log::{bulk, Logged, LoggedWords};
use crate::memory::forks;
use crate::system::process as this_process;
use crate::tape::Words;

/// Wipes the page, as the kernel does to a child's copy.
fn wipe(source: &mut OsWords) {
    let (page, owner) = source.page();
    page.zeroize();
    page.refills_left = 0;
    owner.set(0, 0);
}

#[test]
fn words_are_erased_and_never_repeat() {
    let mut source = OsWords::of_this_thread().unwrap();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..3 * BUFFERED {
        assert!(seen.insert(source.next().unwrap()));
    }
    let page = source.page().0;
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
    let page = source.page().0;
    let left = page.unread_logged as usize;
    assert!(page.logged[left..].iter().chain(&page.logs[left..]).all(|w| *w == 0));
    assert!(page.logged[..left].iter().chain(&page.logs[..left]).all(|w| *w != 0));
    // After a wipe, or in another process, the words are different.
    let next = Logged { word: page.logged[left - 1], log: 0 };
    wipe(&mut source);
    assert!(seen.insert(source.next_logged().unwrap().word));
    let (page, owner) = source.page();
    owner.set(this_process() + 1, 0);
    let other = page.logged[page.unread_logged as usize - 1];
    let got = source.next_logged().unwrap().word;
    assert!(got != next.word && got != other);
    source.page().1.set(0, 0);
}

#[test]
fn a_wiped_page_is_seeded_anew() {
    let mut source = OsWords::of_this_thread().unwrap();
    source.next().unwrap();
    let old_key = source.page().0.key;
    wipe(&mut source);
    assert_ne!(source.next().unwrap(), 0);
    let page = source.page().0;
    assert_eq!((page.alive, page.unread as usize), (ALIVE, BUFFERED - 1));
    assert_ne!(page.key, old_key);
}

#[test]
fn without_wiping_another_process_number_or_a_fork_seeds_anew() {
    let mut source = OsWords::of_this_thread().unwrap();
    source.next().unwrap();
    for (process, more_forks) in [(this_process() + 1, 0), (this_process(), 1)] {
        let unread = {
            let (page, owner) = source.page();
            owner.set(process, forks() + more_forks);
            page.words[page.unread as usize - 1]
        };
        assert_ne!(source.next().unwrap(), unread);
        let (page, owner) = source.page();
        assert_eq!(owner.get(), (this_process(), forks()));
        // Without a further fork there is no further refill.
        let unread = page.words[page.unread as usize - 1];
        assert_eq!(source.next().unwrap(), unread);
    }
    source.page().1.set(0, 0);
}

#[test]
fn entropy_is_read_again_regularly() {
    let mut source = OsWords::of_this_thread().unwrap();
    source.next().unwrap();
    for expected in [0, REFILLS_PER_SEED - 1] {
        let page = source.page().0;
        page.refills_left = if expected == 0 { 1 } else { 0 };
        page.unread = 0;
        source.next().unwrap();
        assert_eq!(source.page().0.refills_left, expected);
    }
}

#[test]
fn a_cipher_is_not_taken_for_stuck() {
    let source = OsWords::of_this_thread().unwrap();
    assert_eq!(
        (source.most_zeros(), source.most_rejections()),
        (crate::tape::ENDLESS_ZEROS, u64::MAX)
    );
}
