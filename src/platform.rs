//! Refuses to compile for machines on which the guarantees were not tested. `docs/platforms.md` has
//! the reasons, and `tools/platforms.sh` tests the refusals.

#[cfg(not(target_os = "linux"))]
compile_error!("indp runs on Linux only (see docs/platforms.md)");

#[cfg(all(target_os = "linux", not(target_env = "gnu")))]
compile_error!("indp needs glibc (see docs/platforms.md)");

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!(
    "indp runs on x86-64 and aarch64 only: it saves and restores the floating-point environment, \
     which differs between machines (see docs/platforms.md)"
);

#[cfg(not(all(target_pointer_width = "64", target_endian = "little")))]
compile_error!("indp needs 64-bit pointers and little-endian memory (see docs/platforms.md)");
