//! Implements permute-and-flip with exact fractions as weights, one coin after another, in a slow
//! and simple way.

use rug::{Integer, Rational};

use crate::exponential::eta::Eta;
use crate::tape::Words;
use crate::Error;

/// `(x/2^y)^(z·gap)`.
pub(super) fn weight(eta: Eta, gap: u64) -> Rational {
    let (x, y, z) = eta.parts();
    let mut weight = Rational::from(1);
    for _ in 0..gap * u64::from(z) {
        weight *= x;
        weight >>= y;
    }
    weight
}

/// The first digits of a uniform number.
pub(super) struct Uniform {
    digits: Integer,
    n: u32,
}

impl Uniform {
    pub(super) fn of(word: u64) -> Self {
        Uniform { digits: Integer::from(word), n: 64 }
    }

    pub(super) fn more<W: Words>(&mut self, tape: &mut W) -> Result<(), Error> {
        self.digits <<= 64;
        self.digits += tape.next()?;
        self.n += 64;
        Ok(())
    }

    /// The number lies in [first, second).
    pub(super) fn ends(&self) -> (Rational, Rational) {
        let at = |d: &Integer| Rational::from(d) >> self.n;
        (at(&self.digits), at(&Integer::from(&self.digits + 1u32)))
    }

    /// Whether the number lies below `weight`. Reads digits until they decide this.
    pub(super) fn below<W: Words>(
        mut self,
        weight: &Rational,
        tape: &mut W,
    ) -> Result<bool, Error> {
        loop {
            let (from, to) = self.ends();
            if to <= *weight {
                return Ok(true);
            }
            if from >= *weight {
                return Ok(false);
            }
            self.more(tape)?;
        }
    }
}

/// A uniform choice among `many` outcomes.
fn pick<W: Words>(many: u64, tape: &mut W) -> Result<u64, Error> {
    let mut uniform = Uniform::of(tape.next()?);
    loop {
        let (from, to) = uniform.ends();
        let first = Integer::from((from * many).floor_ref());
        let last = Integer::from((to * many).ceil_ref()) - 1u32;
        if first == last {
            return first.to_u64().ok_or(Error::Panic);
        }
        uniform.more(tape)?;
    }
}

/// Selects one outcome by permute-and-flip, given the outcomes' levels, and returns its index.
///
/// # Errors
/// [`Error::Empty`], and the errors of the tape.
pub fn select<W: Words>(eta: Eta, levels: &[u64], tape: &mut W) -> Result<usize, Error> {
    let smallest = levels.iter().copied().min().ok_or(Error::Empty)?;
    let mut heads = Vec::new();
    for (number, block) in levels.chunks(64).enumerate() {
        let mut coins = Vec::new();
        for _ in block {
            coins.push(Uniform::of(tape.next()?));
        }
        for (i, (level, coin)) in block.iter().zip(coins).enumerate() {
            if coin.below(&weight(eta, level - smallest), tape)? {
                heads.push(64 * number + i);
            }
        }
    }
    let chosen = pick(heads.len() as u64, tape)?;
    heads.get(chosen as usize).copied().ok_or(Error::Panic)
}

/// Selects a group and one of its members, given the groups' levels and multiplicities, and returns
/// both indices.
///
/// # Errors
/// The errors of [`select`].
pub fn select_member<W: Words>(
    eta: Eta,
    groups: &[(u64, u64)],
    tape: &mut W,
) -> Result<(usize, u64), Error> {
    let group = select_group(eta, groups, tape)?;
    let many = groups.get(group).map_or(0, |(_, many)| *many);
    Ok((group, pick(many, tape)?))
}

/// Selects a group, given the groups' levels and multiplicities, and returns its index.
///
/// # Errors
/// The errors of [`select`].
pub fn select_group<W: Words>(
    eta: Eta,
    groups: &[(u64, u64)],
    tape: &mut W,
) -> Result<usize, Error> {
    let used = groups.iter().filter(|(_, many)| *many > 0).map(|(level, _)| *level);
    let smallest = used.min().ok_or(Error::Empty)?;
    let mut heads = Vec::new();
    for (level, many) in groups {
        let weight = weight(eta, level.saturating_sub(smallest));
        let (mut own, mut undecided, mut places) = (0, *many, 0u32);
        while undecided > 0 {
            places += 1;
            // The last bit of `before` is digit number `places` of the weight, in the expansion
            // that does not end in zeros.
            let before = Integer::from(Rational::from(&weight << places).ceil_ref()) - 1u32;
            let mut ones = 0;
            for first in (0..undecided).step_by(64) {
                let word = tape.next()?;
                ones += (0..64)
                    .filter(|bit| first + bit < undecided && word >> bit & 1 == 1)
                    .count() as u64;
            }
            if before.is_odd() {
                own += undecided - ones;
                undecided = ones;
            } else {
                undecided -= ones;
            }
        }
        heads.push(own);
    }
    let (chosen, mut seen) = (pick(heads.iter().sum(), tape)?, 0);
    for (i, own) in heads.iter().enumerate() {
        seen += own;
        if chosen < seen {
            return Ok(i);
        }
    }
    Err(Error::Panic)
}
