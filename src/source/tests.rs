//! Tests a call that begins in one process and ends in a child that was forked during the call.
#![cfg(unix)]
#![allow(unsafe_code)] // forks

use super::*;

/// Forks during the release and fails in the child, like a generator that finds its key wiped.
struct FailsInChild;

impl Release for FailsInChild {
    type Output = libc::pid_t;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<libc::pid_t, Error> {
        tape.next()?;
        // SAFETY: the child calls only this library, and exits below.
        match unsafe { libc::fork() } {
            0 => Err(Error::Entropy),
            child => Ok(child),
        }
    }
}

struct Word;

impl Release for Word {
    type Output = u64;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<u64, Error> {
        tape.next()
    }
}

#[test]
fn a_child_that_failed_starts_anew() {
    let source = Numbered::new(Source::Os);
    match source.call(FailsInChild) {
        Ok(child) => {
            let mut status = -1;
            // SAFETY: waits for the child and writes its status.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            assert_eq!(status, 0);
            assert!(source.call(Word).is_ok());
        }
        Err(error) => {
            let good = error == Error::Busy && source.call(Word).is_ok_and(|word| word != 0);
            // SAFETY: ends the child, which has no other threads, without running destructors.
            unsafe { libc::_exit(i32::from(!good)) };
        }
    }
}
