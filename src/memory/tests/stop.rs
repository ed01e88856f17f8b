//! Tests of the flag with which the host stops computations.

use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::memory::{go_on, reserved, stop_when};
use crate::Error;

#[test]
fn a_raised_flag_stops_computations_of_its_thread_alone() {
    let flag = AtomicI32::new(0);
    // SAFETY: the flag outlives its use, which the last `stop_when` ends.
    unsafe { stop_when(&raw const flag) }.unwrap();
    assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1)));
    flag.store(7, Ordering::Relaxed);
    assert_eq!((go_on(), reserved(|| Ok(1))), (Err(Error::Stopped), Err(Error::Stopped)));
    std::thread::spawn(|| assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1))))
        .join()
        .unwrap();
    // SAFETY: NULL is allowed.
    unsafe { stop_when(ptr::null()) }.unwrap();
    assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1)));
}
