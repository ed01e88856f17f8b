//! Implements above-threshold with exact weights in a slow and simple way.

use super::flip::{weight, Uniform};
use crate::exponential::eta::Eta;
use crate::tape::Words;
use crate::Error;

/// The index of the first count that reaches the threshold, or `None` if none does. The threshold
/// is `aim` plus noise.
///
/// # Errors
/// The errors of the tape.
pub fn first<W: Words>(
    (aim, eta): (u64, Eta),
    counts: &[u64],
    tape: &mut W,
) -> Result<Option<usize>, Error> {
    let aim = aim + geometric(eta, tape)?;
    let mut heads = Vec::new();
    for (number, block) in counts.chunks(64).enumerate() {
        let mut coins = Vec::new();
        for _ in block {
            coins.push(Uniform::of(tape.next()?));
        }
        for (i, (count, coin)) in block.iter().zip(coins).enumerate() {
            if coin.below(&weight(eta, aim.saturating_sub(count.saturating_mul(4))), tape)? {
                heads.push(64 * number + i);
            }
        }
    }
    Ok(heads.first().copied())
}

/// The largest g with U < 2^(-η·g).
fn geometric<W: Words>(eta: Eta, tape: &mut W) -> Result<u64, Error> {
    let mut uniform = Uniform::of(tape.next()?);
    loop {
        let (from, to) = uniform.ends();
        // U lies in [from, to). Let w be the weight of a gap of 1. `most` becomes the largest g
        // with from < w^g, and `least` becomes the largest g with to <= w^g.
        let (mut most, mut least) = (0, 0);
        if from > 0 {
            while from < weight(eta, most + 1) {
                most += 1;
            }
            while to <= weight(eta, least + 1) {
                least += 1;
            }
            if most == least {
                return Ok(most);
            }
        }
        uniform.more(tape)?;
    }
}

#[cfg(test)]
#[test]
fn halves() {
    use crate::tape::Recorded;
    let eta = Eta::new(1, 1, 1).unwrap();
    let draw = |words: &[u64]| geometric(eta, &mut Recorded::new(words)).unwrap();
    assert_eq!(draw(&[1 << 63]), 0);
    assert_eq!(draw(&[(1 << 63) - 1]), 1);
    assert_eq!(draw(&[0, 1 << 63]), 64);
    assert_eq!(weight(eta, 2), rug::Rational::from((1, 4)));
}
