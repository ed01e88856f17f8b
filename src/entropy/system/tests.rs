//! Tests of bytes from the operating system.

use super::*;

#[test]
fn both_ways_give_bytes_that_differ() {
    let mut seen = std::collections::HashSet::new();
    for _ in 0..10 {
        let mut bytes = [0; 32];
        by_call(&mut bytes).unwrap();
        assert!(seen.insert(bytes));
        by_device(&mut bytes).unwrap();
        assert!(seen.insert(bytes));
    }
}

#[test]
fn only_the_kernels_devices_are_read() {
    assert!(Device::open(c"/dev/urandom", URANDOM).is_ok());
    for (path, minor) in [
        (c"/dev/urandom", RANDOM),
        (c"/dev/null", URANDOM),
        (c"/dev/zero", URANDOM),
        (c"/", URANDOM),
        (c"/none", 9),
    ] {
        assert_eq!(Device::open(path, minor).err(), Some(Error::Entropy), "{path:?}");
    }
    assert_eq!(Device { descriptor: -1, minor: URANDOM }.unchanged(), Err(Error::Entropy));
}

#[test]
fn short_reads_go_on_and_the_end_of_a_file_is_an_error() {
    let mut bytes = [0; 32];
    let mut next = 0;
    let five = |rest: &mut [u8]| {
        let n = rest.len().min(5);
        rest[..n].fill_with(|| {
            next += 1;
            next
        });
        n as c_long
    };
    assert_eq!(complete(&mut bytes, five), Ok(()));
    assert_eq!(bytes, std::array::from_fn(|i| i as u8 + 1));
    assert_eq!(complete(&mut bytes, |_| 0), Err(libc::EIO));
}

#[test]
fn interruptions_end() {
    let mut calls = 0;
    let interrupted = |calls: &mut u32, n| {
        *calls += 1;
        // SAFETY: the pointer to this thread's errno is always valid.
        unsafe { *libc::__errno_location() = libc::EINTR };
        if *calls > n {
            7
        } else {
            -1
        }
    };
    assert_eq!(uninterrupted(|| interrupted(&mut calls, 1000)), Ok(7));
    calls = 0;
    assert_eq!(uninterrupted(|| interrupted(&mut calls, u32::MAX)), Err(libc::EINTR));
    assert_eq!(calls, INTERRUPTIONS);
}
