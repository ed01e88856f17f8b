//! Makes states of the library with rows, and releases each state many times, with random words
//! from a seed. (Users can release a state only once.)

use indp::aggregate::{mode, state, Aggregate, Answer, Mode, Quantile, Terms};
use indp::entropy::seeded::Seeded;
use indp::exponential::Rule;
use indp::options::Options;
use indp::Category;

/// A state with its mechanism and its source of random words.
pub struct Released<K: Aggregate> {
    bytes: Vec<u8>,
    state: K,
    mechanism: K::Mechanism,
    tape: Seeded,
}

impl<K: Aggregate> Released<K> {
    fn new(bytes: Vec<u8>, epsilon: f64, rule: Option<Rule>, tape: Seeded) -> Self {
        let state = K::read(&bytes).expect("sound");
        let terms = Terms::new(epsilon, Options { rule, ..Options::DEFAULT }).expect("positive");
        let mechanism = state.mechanism(&terms).expect("within reach");
        Released { bytes, state, mechanism, tape }
    }

    /// Makes the state of a mean, variance or standard deviation with these values. `write` writes
    /// the empty state.
    pub fn of_numbers(
        write: impl FnOnce(&mut [u8]) -> Result<(), indp::Error>,
        values: &[f64],
        epsilon: f64,
        tape: Seeded,
    ) -> Self {
        let mut bytes = vec![0; K::LENGTH];
        write(&mut bytes).expect("public parameters are sound");
        state::add_many(&mut bytes, values).expect("few rows");
        Self::new(bytes, epsilon, None, tape)
    }

    /// Releases the state once. Returns the answer as a double. For a mode, the answer is the
    /// number of a candidate.
    pub fn draw(&mut self) -> f64 {
        match self
            .state
            .release(&self.bytes, &self.mechanism, &mut self.tape)
            .expect("endless words")
        {
            Answer::Real(x) => x,
            Answer::Integer(n) => n as f64,
            Answer::Candidate(i) => i as f64,
        }
    }
}

/// Makes a state for the quantile q of integers between integer bounds. Releases use this selection
/// rule, or the default if there is none.
pub fn quantile(
    q: f64,
    (lo, hi): (i64, i64),
    rows: &[i64],
    epsilon: f64,
    rule: Option<Rule>,
    tape: Seeded,
) -> Released<Quantile> {
    let own = Quantile::new(q, lo as f64, hi as f64, 0, 1).expect("public parameters are sound");
    let mut bytes = vec![0; own.needs(rows.len() as u64) as usize];
    own.init(&mut bytes).expect("long enough");
    let values: Vec<f64> = rows.iter().map(|row| *row as f64).collect();
    state::add_many(&mut bytes, &values).expect("long enough");
    Released::new(bytes, epsilon, rule, tape)
}

/// Makes a state for the mode of candidates 0, 1, ... with these numbers of rows. Releases use this
/// selection rule, or the default if there is none. The answer is one of the candidates.
pub fn most_common(rows: &[u64], epsilon: f64, rule: Option<Rule>, tape: Seeded) -> Released<Mode> {
    let labels: Vec<Category> = (0..rows.len() as i64).map(Category::Integer).collect();
    let mut bytes = vec![0; mode::length(&labels).expect("not too many")];
    mode::init(&mut bytes, &labels, 1).expect("long enough");
    for (label, rows) in labels.iter().zip(rows) {
        for _ in 0..*rows {
            mode::add(&mut bytes, label).expect("few rows");
        }
    }
    Released::new(bytes, epsilon, rule, tape)
}
