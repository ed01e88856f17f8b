//! Tests that a workspace serves one call at a time.

use std::sync::atomic::Ordering;

use crate::memory::{idle, reserved, Busy, Workspace};
use crate::Error;

#[test]
fn one_at_a_time() {
    let workspace = Workspace::of_this_thread().unwrap();
    for _ in 0..2 {
        assert_eq!(idle(), Ok(()));
        let busy = Busy::release(workspace).unwrap();
        assert_eq!((idle(), Busy::release(workspace).err()), (Err(Error::Busy), Some(Error::Busy)));
        // Inside a computation that is part of the release, the workspace is still in use.
        assert_eq!(reserved(idle), Err(Error::Busy));
        assert_eq!(busy.in_one_process(), Ok(()));
        drop(busy);
        assert_eq!(reserved(|| reserved(idle)), Err(Error::Busy));
    }
    let panicking = std::panic::catch_unwind(|| {
        let _busy = Busy::release(workspace);
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(panicking.is_err() && idle().is_ok());
}

#[test]
fn a_wiped_mark_ends_the_release_and_a_left_region_the_thread() {
    let workspace = Workspace::of_this_thread().unwrap();
    let busy = Busy::release(workspace).unwrap();
    // This store clears the mark, as the kernel does in a child process that is forked while the
    // call computes.
    workspace.mark().store(0, Ordering::Relaxed);
    assert_eq!(reserved(|| Ok(())), Ok(()));
    assert_eq!(busy.in_one_process(), Err(Error::Busy));
    drop(busy);
    assert_eq!(idle(), Ok(()));
    reserved(|| {
        // This store clears the mark during a computation. The region is still active, which shows
        // that the workspace is in use.
        workspace.mark().store(0, Ordering::Relaxed);
        assert_eq!((idle(), Busy::release(workspace).err()), (Err(Error::Busy), Some(Error::Busy)));
        Ok(())
    })
    .unwrap();
    assert_eq!(idle(), Ok(()));
}
