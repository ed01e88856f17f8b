//! Tests which memory GMP uses, and that a computation leaves nothing behind in the region.

mod busy;
mod stop;

use rug::Float;

use super::hooks::install;
use super::reserved::Running;
use super::*;

#[test]
fn mpfr_works_before_inside_and_after() {
    let outside = || Float::with_val(500, 7).ln() * Float::with_val(500, rug::float::Constant::Pi);
    let first = outside();
    let inside = reserved(|| Ok(outside().to_f64())).unwrap();
    assert_eq!(first.to_f64(), inside);
    assert_eq!(outside(), first);
}

#[test]
fn blocks_from_malloc_may_grow_inside() {
    let mut x = rug::Integer::from(1) << 200;
    reserved(|| {
        let moved: rug::Integer = std::mem::take(&mut x) << 100_000u32;
        assert_eq!(moved.significant_bits(), 100_201);
        Ok(())
    })
    .unwrap();
}

#[test]
fn the_highest_precision_fits_and_leaves_nothing_behind() {
    for _ in 0..3 {
        reserved(|| {
            let x = Float::with_val(1 << 16, 3).ln().to_rational().unwrap()
                * rug::Rational::from((1, 7));
            assert!((x >> 3000u32).floor() == 0);
            Ok(())
        })
        .unwrap();
        let room = Workspace::existing().unwrap().room();
        // SAFETY: the room is mapped, belongs to this thread, and no computation runs in it.
        let all = unsafe { std::slice::from_raw_parts(room.start as *const u8, room.len()) };
        assert!(all.iter().all(|b| *b == 0));
    }
    let used = Use::of_this_thread();
    println!("logarithms at 65,536 bits: {used:?} of {SIZE} bytes");
    assert!(used.spilled == 0 && used.peak > 100_000 && used.peak < SIZE / 4);
}

#[test]
fn a_region_too_small_is_counted() {
    install();
    let workspace = Workspace::of_this_thread().unwrap();
    let _running = Running::new(workspace);
    workspace.region().close();
    drop(rug::Integer::from(5));
    assert_eq!(Use::of_this_thread().spilled, 1);
}

/// A number outlives a whole computation, or one step of a computation. For each of these cases the
/// test runs itself again in a separate process, which must abort.
#[cfg(unix)] // what an abort looks like
#[test]
fn a_number_that_outlives_its_computation_ends_the_process() {
    use std::os::unix::process::ExitStatusExt;
    const WHICH: &str = "INDP_TEST_OUTLIVES";
    let mut kept = Float::new(53);
    match std::env::var(WHICH).as_deref() {
        Ok("whole") => {
            let _ = reserved(|| {
                kept = Float::with_val(200, 3).ln();
                Ok(())
            });
        }
        Ok("step") => {
            let _ = reserved(|| {
                scratch(|| kept = Float::with_val(200, 3).ln());
                Ok(())
            });
        }
        _ => {
            for which in ["whole", "step"] {
                let own = "memory::tests::a_number_that_outlives_its_computation_ends_the_process";
                let mut child = std::process::Command::new(std::env::current_exe().unwrap());
                child.args(["--exact", own]).env(WHICH, which).stdout(std::process::Stdio::null());
                let status = child.stderr(std::process::Stdio::null()).status().unwrap();
                assert_eq!(status.signal(), Some(libc::SIGABRT), "{which}");
            }
            return;
        }
    }
    println!("{kept}");
}
