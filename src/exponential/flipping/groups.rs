//! Draws the number of heads among outcomes that share a weight. It does so digit by digit: each
//! digit decides an undecided outcome with probability 1/2 (Claim P4).

use super::{digits, Flips};
use crate::exact::select;
use crate::exponential::levels::PLACES;
use crate::exponential::Eta;
use crate::memory;
use crate::tape::Words;
use crate::Error;

impl Flips<'_> {
    /// The number of heads among `many` outcomes that lie `gap` levels above the best.
    ///
    /// # Errors
    /// The errors of the tape; [`Error::Entropy`] if too many digits leave an outcome undecided.
    pub fn group<W: Words>(&mut self, gap: u64, many: u64, tape: &mut W) -> Result<u64, Error> {
        let mut digits = Digits::of(self, gap);
        let (mut heads, mut undecided) = (0, many);
        while undecided > 0 {
            let digit = digits.next()?;
            let ones = self.ones(undecided, tape)?;
            let zeros = undecided - ones;
            heads += select(digit, zeros, 0);
            undecided = select(digit, ones, zeros);
        }
        Ok(heads)
    }

    /// The number of ones among `many` random digits.
    fn ones<W: Words>(&mut self, many: u64, tape: &mut W) -> Result<u64, Error> {
        const TOGETHER: usize = 32;
        let (mut left, mut ones) = (many, 0u64);
        let mut words = [0; TOGETHER];
        while left > 0 {
            let wanted = left.div_ceil(u64::from(u64::BITS)).min(TOGETHER as u64) as usize;
            let words = words.get_mut(..wanted).unwrap_or(&mut []);
            tape.fill(words)?;
            self.read(words.len())?;
            for word in words {
                let used = left.min(u64::from(u64::BITS)) as u32;
                ones += u64::from((*word << (u64::BITS - used)).count_ones());
                left -= u64::from(used);
            }
        }
        Ok(ones)
    }
}

/// The largest number of digits that are taken from the 62-place bounds of a weight.
const FIRST: u32 = 48;

/// The digits of a weight, in the binary expansion that does not end in zeros. Whatever the weight
/// is, each of these digits decides each undecided outcome with probability 1/2. So the number of
/// words read reveals nothing about the weight.
struct Digits {
    eta: Eta,
    gap: u64,
    /// The next digits, most significant first.
    word: u64,
    left: u32,
    /// The number of digits up to and including the last one in `word`.
    known: u32,
}

impl Digits {
    fn of(flips: &Flips<'_>, gap: u64) -> Self {
        let weight = flips.powers.weight(gap);
        let [low, high] =
            [weight.low, weight.high].map(|end| end.saturating_sub(1) << (u64::BITS - PLACES));
        // The leading digits that both bounds share are certain. If these digits leave an outcome
        // undecided, MPFR computes the later ones. Whether an outcome stays undecided depends only
        // on the outcomes' random digits and on the number of shared digits.
        let shared = (low ^ high).leading_zeros().min(FIRST);
        Digits { eta: flips.eta, gap, word: low, left: shared, known: shared }
    }

    fn next(&mut self) -> Result<bool, Error> {
        if self.left == 0 {
            self.more()?;
        }
        let digit = self.word >> (u64::BITS - 1) == 1;
        self.word <<= 1;
        self.left -= 1;
        Ok(digit)
    }

    /// Computes the next 64 digits, or fewer at the limit of [`digits::MOST_DIGITS`]. If the bounds
    /// share 48 digits, as they usually do, a group of `many` outcomes needs this call with
    /// probability at most many·2^-48 on a uniform tape.
    #[cold]
    #[inline(never)]
    fn more(&mut self) -> Result<(), Error> {
        memory::go_on()?;
        self.left = (digits::MOST_DIGITS - self.known).min(u64::BITS);
        if self.left == 0 {
            return Err(Error::Entropy);
        }
        self.known += self.left;
        self.word = digits::expansion(self.eta, self.gap, self.known)? << (u64::BITS - self.left);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Positive;
    use crate::exponential::levels::Powers;
    use crate::exponential::Loss;

    /// Each digit equals the digit of the exact weight, however many digits the bounds share.
    #[test]
    fn digits_are_those_of_the_weight() {
        let loss = Loss::new(1, false).unwrap();
        let (mut early, mut seen) = (0, 0);
        for (epsilon, gaps) in [(1.0, 0..300), (0.01, 150..450), (1e-4, 300..600), (1e-6, 0..300)] {
            let eta =
                Eta::from_epsilon(&Positive::from_f64(epsilon).unwrap(), loss).unwrap().reduced();
            let powers = Powers::near(eta).unwrap();
            for gap in gaps {
                let mut digits = Digits::of(&Flips::new(eta, &powers), gap);
                early += u32::from(digits.left < FIRST);
                seen += 1;
                for places in [64, 128, 192] {
                    let next =
                        (0..64).fold(0u64, |all, _| all << 1 | u64::from(digits.next().unwrap()));
                    assert_eq!(
                        next,
                        digits::expansion(eta, gap, places).unwrap(),
                        "{epsilon} {gap}"
                    );
                }
            }
        }
        println!("{early} of {seen} weights share fewer digits than others");
        assert!(early > 5 && early < seen / 2);
    }
}
