//! Saves the caller's floating-point environment when a call begins, and restores it when the call
//! ends.
//!
//! This is needed because MPFR converts to and from doubles, the vector code computes with doubles,
//! and hosts built with -ffast-math set flush-to-zero. Both the control bits and the sticky
//! exception flags are restored.
#![allow(unsafe_code)] // reads and writes control registers

/// The saved environment. It is restored when this value is dropped, even while a panic unwinds.
pub struct FpEnv(imp::Saved);

impl FpEnv {
    /// Saves the environment and sets the default one: round to nearest, no traps, subnormals kept.
    #[inline]
    pub fn enter() -> Self {
        FpEnv(imp::enter())
    }

    /// Sets the default environment again, after a callback of the caller may have changed it.
    #[inline]
    pub fn again(&self) {
        imp::enter();
    }
}

impl Drop for FpEnv {
    #[inline]
    fn drop(&mut self) {
        imp::leave(&self.0);
    }
}

#[cfg(target_arch = "x86_64")]
mod imp {
    use core::arch::asm;

    /// The saved value of MXCSR. The x87 registers need no saving, since nothing that this library
    /// calls uses them.
    pub struct Saved(u32);

    const DEFAULT: u32 = 0x1f80;
    /// The bits other than the sticky exception flags.
    const CONTROL: u32 = 0xffc0;

    fn read() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores the four bytes of MXCSR into `value`, which has four bytes, and changes
        // nothing else.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
        value
    }

    fn write(value: u32) {
        // SAFETY: loads the four bytes of `value`, which were read from MXCSR or are the default,
        // so no reserved bit is set. Rust's floats need the default environment. Another
        // environment is restored only before control returns to code outside this library.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags))
        };
    }

    #[inline]
    pub fn enter() -> Saved {
        let saved = read();
        if saved & CONTROL != DEFAULT {
            write(DEFAULT);
        }
        Saved(saved)
    }

    #[inline]
    pub fn leave(saved: &Saved) {
        if read() != saved.0 {
            write(saved.0);
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod imp {
    use core::arch::asm;

    /// The saved values of FPCR and FPSR.
    pub struct Saved(u64, u64);

    fn read() -> (u64, u64) {
        let (control, status): (u64, u64);
        // SAFETY: reads two registers that user code may read, and changes nothing.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack));
            asm!("mrs {}, fpsr", out(reg) status, options(nomem, nostack));
        }
        (control, status)
    }

    #[inline]
    pub fn enter() -> Saved {
        let (control, status) = read();
        if control != 0 {
            // SAFETY: writes one register that user code may write. Zero is the default
            // environment, which Rust's floats need.
            unsafe { asm!("msr fpcr, {}", in(reg) 0u64, options(nomem, nostack)) };
        }
        Saved(control, status)
    }

    #[inline]
    pub fn leave(saved: &Saved) {
        // SAFETY: writes to two registers the values that were read from them, so no reserved bit
        // is set. A non-default environment is restored only before control returns to code outside
        // this library.
        unsafe {
            asm!("msr fpcr, {}", in(reg) saved.0, options(nomem, nostack));
            asm!("msr fpsr, {}", in(reg) saved.1, options(nomem, nostack));
        }
    }
}
