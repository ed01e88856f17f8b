//! Holds a state of any kind in memory of its own, which grows as needed.

use super::{call, Options};
use crate::aggregate::{state, Aggregate, Answer, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

#[derive(Clone)]
pub struct Held(Vec<u8>);

impl Held {
    /// A state of `length` bytes, which `init` writes.
    pub fn new(
        length: usize,
        init: impl FnOnce(&mut [u8]) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let mut own = Held(Vec::new());
        own.lengthen(length)?;
        init(&mut own.0)?;
        Ok(own)
    }

    fn lengthen(&mut self, length: usize) -> Result<(), Error> {
        let more = length.saturating_sub(self.0.len());
        self.0.try_reserve_exact(more).map_err(|_| Error::NoMemory)?;
        self.0.resize(length, 0);
        Ok(())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Adds rows, after making room for them if needed.
    pub fn add(
        &mut self,
        rows: u64,
        add: impl Fn(&mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        call(|| match add(&mut self.0) {
            Err(Error::Capacity) => {
                self.grow(rows)?;
                add(&mut self.0)
            }
            result => result,
        })
    }

    fn grow(&mut self, rows: u64) -> Result<(), Error> {
        let room = usize::try_from(state::room(&self.0, rows)?).map_err(|_| Error::NoMemory)?;
        self.lengthen(room)?;
        state::resized(&mut self.0)
    }

    pub fn merge(&mut self, other: &Held) -> Result<(), Error> {
        call(|| match state::merge(&mut self.0, &other.0) {
            Err(Error::Capacity) => {
                self.grow(state::check(&other.0)?.rows)?;
                state::merge(&mut self.0, &other.0)
            }
            result => result,
        })
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        call(|| {
            let length = state::serialised_length(&self.0)?;
            Held::new(length, |out| state::serialise(&self.0, out)).map(|made| made.0)
        })
    }

    /// A state of kind K, from its serialised bytes.
    pub fn from_bytes<K: Aggregate>(bytes: &[u8]) -> Result<Self, Error> {
        call(|| {
            if state::kind(bytes)? != K::KIND {
                return Err(Error::State);
            }
            Held::new(state::deserialised_length(bytes)?, |own| state::deserialise(bytes, own))
        })
    }

    pub fn release(&mut self, epsilon: f64, options: &Options) -> Result<Answer, Error> {
        struct Once<'a>(&'a mut [u8], Terms);
        impl Release for Once<'_> {
            type Output = Answer;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Answer, Error> {
                state::release(self.0, &self.1, tape)
            }
        }
        call(|| {
            let terms = Terms::new(epsilon, options.chosen)?;
            Numbered::new(options.source()).call(Once(&mut self.0, terms))
        })
    }

    pub fn can_release(&self, epsilon: f64, options: &Options) -> Result<(), Error> {
        call(|| state::can_release(&self.0, &Terms::new(epsilon, options.chosen)?))
    }

    pub fn release_real(&mut self, epsilon: f64, options: &Options) -> Result<f64, Error> {
        match self.release(epsilon, options)? {
            Answer::Real(answer) => Ok(answer),
            Answer::Integer(_) | Answer::Candidate(_) => Err(Error::State),
        }
    }
}
