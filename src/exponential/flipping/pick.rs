//! Makes a uniform choice among `many` outcomes.

use crate::exponential::flipping::digits::MOST_WORDS;
use crate::tape::Words;
use crate::Error;

/// Returns floor(V·many), where V is uniform on [0, 1). Digits of V are read until only one answer
/// remains possible (Claim P4). A second word is read with probability below many·2^-64. `many`
/// must be positive.
///
/// # Errors
/// The errors of the tape; [`Error::Entropy`] if 32,768 digits do not decide.
pub fn pick<W: Words>(many: u64, tape: &mut W) -> Result<u64, Error> {
    let product = u128::from(tape.next()?) * u128::from(many);
    // After n words, V·many lies in [index + f, index + f + many·2^-64n), where f < 1 is a fraction
    // with 64n binary digits, that is, n words. The answer is open while f + many·2^-64n exceeds 1.
    // While the answer is open, all words of f except the last one, `last`, consist of ones.
    let (index, mut last) = ((product >> 64) as u64, product as u64);
    for read in 1..=MOST_WORDS {
        if u128::from(last) + u128::from(many) <= 1 << 64 {
            return Ok(index);
        }
        if read == MOST_WORDS {
            break;
        }
        let product = u128::from(tape.next()?) * u128::from(many);
        let (before, over) = last.overflowing_add((product >> 64) as u64);
        if over {
            return Ok(index + 1);
        }
        if before != u64::MAX {
            return Ok(index);
        }
        last = product as u64;
    }
    Err(Error::Entropy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::seeded::Seeded;
    use crate::tape::Recorded;
    use rug::Integer;

    /// Computes floor(V·many) by its definition: reads words until both endpoints of the interval
    /// of V give the same floor.
    fn slow(many: u64, words: &[u64]) -> (u64, usize) {
        for n in 1.. {
            let d = Integer::from_digits(&words[..n], rug::integer::Order::Msf);
            let bits = 64 * n as u32;
            let low = Integer::from(&d * many) >> bits;
            let high = (Integer::from(&d + 1u32) * many - 1u32) >> bits;
            if low == high {
                return (low.to_u64().unwrap(), n);
            }
        }
        unreachable!()
    }

    #[test]
    fn as_the_definition() {
        let mut random = Seeded::new(17, 0);
        let mut second = 0;
        for case in 0..200_000 {
            let mut next = || random.next().unwrap();
            let many = match case % 4 {
                0 => 1 + next() % 10,
                1 => 1 + (next() >> (next() % 63)) / 2,
                2 => 1 << (next() % 63),
                _ => 3 << (next() % 61),
            };
            // Most tapes begin with the digits of a boundary k/many, or of a number next to it.
            let k = next() % many;
            let mut words: Vec<u64> = (0..4).map(|_| next()).collect();
            if next() % 4 != 0 {
                let d = (Integer::from(k) << 256u32) / many;
                let near = d + (next() % 3) - 1u32;
                let near = near.keep_bits(256);
                let mut digits = near.to_digits::<u64>(rug::integer::Order::Msf);
                digits.splice(0..0, std::iter::repeat_n(0, 4 - digits.len()));
                let keep = (next() % 4) as usize;
                words[..=keep].copy_from_slice(&digits[..=keep]);
            }
            words.extend([1, 2, 3]);
            let mut tape = Recorded::new(&words);
            let answer = pick(many, &mut tape).unwrap();
            assert_eq!((answer, tape.used()), slow(many, &words), "{many} {words:x?}");
            second += usize::from(tape.used() > 1);
        }
        assert!(second > 1_000, "{second}");
    }
}
