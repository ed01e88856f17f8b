//! Computes the logarithms of many words at once (Claim L2) in doubles. The code has no branch and
//! no table, so the compiler can vectorise it.
//!
//! Only additions, multiplications and one division are used. Each is correctly rounded in the
//! default environment, which the caller sets, so every processor gives the same bits. Releases
//! depend only on the error bound, not on these bits.
#![allow(unsafe_code)] // calls a function that needs AVX2

/// Bits of a double just below the square root of 1/2.
const ROOT: u64 = 0x3fe6_a09e_667f_3bcc;
const ONE: u64 = 1023 << 52;
const LN_2: f64 = std::f64::consts::LN_2;
/// Adding this constant rounds to a multiple of 2^-44, which is the ulp of doubles between 256 and
/// 512.
const FIXED: f64 = 384.0;
/// Shifting an integer in units of 2^-44 left by this number of places converts it to units of
/// 2^-58.
const FINER: u32 = 14;
/// The coefficients 1/15, ..., 1/5, 1/3 of the series of artanh.
const ODD: [f64; 7] =
    [1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0];

#[cfg(test)]
thread_local! {
    /// If true, the logarithms of this thread are wrong by 2^-18. The audit must find this fault.
    pub(crate) static SPOILT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Computes the logarithms of these words, in the form of [`super::Logged::log`].
pub fn logs(words: &[u64], logs: &mut [u64]) {
    #[cfg(test)]
    if SPOILT.get() {
        logs_everywhere(words, logs);
        return logs.iter_mut().for_each(|log| *log += 1 << 40);
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: `logs_avx2` requires only AVX2, and the processor has it.
        unsafe { logs_avx2(words, logs) };
        return;
    }
    logs_everywhere(words, logs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn logs_avx2(words: &[u64], logs: &mut [u64]) {
    logs_everywhere(words, logs);
}

#[inline(always)]
pub(super) fn logs_everywhere(words: &[u64], logs: &mut [u64]) {
    for (word, log) in words.iter().zip(logs) {
        *log = one(*word);
    }
}

#[inline(always)]
fn one(word: u64) -> u64 {
    // u is the exact middle of [d, d+1)/2^52, where d is the integer that U's first 52 digits form.
    let digits = word << 1 >> 12;
    let u = f64::from_bits(ONE | digits) - (1.0 - f64::EPSILON / 2.0);
    let bits = u.to_bits();
    // u = y·2^-n with y near 1, between sqrt(1/2) and sqrt(2).
    let n = (ROOT + (1 << 52) - bits) >> 52;
    let y = f64::from_bits(bits + (n << 52));
    let whole = f64::from_bits((1075 << 52) | n) - 2f64.powi(52);
    let s = (y - 1.0) / (y + 1.0);
    let square = s * s;
    let [mut series, rest @ ..] = ODD;
    for term in rest {
        series = series * square + term;
    }
    let e = whole * LN_2 - 2.0 * (s + s * square * series);
    let fixed = (e + FIXED).to_bits() - FIXED.to_bits();
    let open = 5 + 1023 - (bits >> 52);
    fixed << FINER | open
}
