//! The averaging attack. An attacker who may repeat a question without limit averages the noise
//! away, unless a budget refuses further answers.

use indp::budget;
use indp::entropy::seeded::Seeded;
use indp::snapping::Snapping;
use indp::Error;

use crate::evidence::Report;
use crate::{header, Attacks, Target};

/// The privacy loss of one answer, and the total loss that the owner intends to allow.
const EACH: f64 = 0.1;
const TOTAL: f64 = 1.0;
/// The number of times that the attacker asks.
const ASKED: usize = 1000;
/// The number of answers that the budget allows: ten times 0.1 is 1.
const ALLOWED: usize = 10;

/// Asks `ASKED` times and averages the answers.
struct Averaging {
    noise: Snapping,
    /// The number of answers that the attacker must get: `ASKED`, or `ALLOWED` if there is a
    /// budget.
    expected: usize,
    budget: Option<Vec<u8>>,
}

impl Averaging {
    fn new(budget: Option<Vec<u8>>) -> Self {
        // The double 0.1 is slightly larger than 1/10. A budget counts exactly 1/10, so answers
        // under a budget are released with the next smaller double.
        let epsilon = if budget.is_some() { EACH.next_down() } else { EACH };
        let noise = Snapping::new(epsilon, 1.0, f64::INFINITY, None).expect("sound");
        Averaging { noise, expected: if budget.is_some() { ALLOWED } else { ASKED }, budget }
    }
}

impl Target for Averaging {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        let mut budget = self.budget.clone();
        let (mut sum, mut answers) = (0.0, 0);
        for _ in 0..ASKED {
            match budget.as_mut().map(|b| budget::spend(b, EACH)) {
                Some(Err(error)) => {
                    assert_eq!(error, Error::Budget);
                    break;
                }
                Some(Ok(usable)) => assert!(usable <= EACH),
                None => {}
            }
            sum += self.noise.release_f64(f, tape).expect("endless");
            answers += 1;
        }
        assert_eq!(answers, self.expected);
        sum / answers as f64
    }
}

/// Runs the attack with a tenth of the usual number of trials, since a trial asks up to a thousand
/// times.
pub fn attack(report: &mut Report, attacks: &mut Attacks) -> bool {
    let all = attacks.n;
    attacks.n = all / 10;
    report.say(&format!(
        "\n4. The average of {ASKED} answers at epsilon = {EACH} each. On f = 0 and f' = 1; the \
         owner means to allow {TOTAL} in total."
    ));
    header(report, attacks.n, "   yes: the average is at least 1/2");
    let mut state = vec![0; budget::LENGTH];
    budget::init(&mut state, TOTAL).expect("sound");
    let mut good = true;
    for (name, budget) in
        [("without a budget", None), ("with a budget: the eleventh is refused", Some(state))]
    {
        let broken = budget.is_none();
        let mut line =
            attacks
                .line(name.into(), TOTAL, &Averaging::new(budget), (0.0, 1.0), |mean| mean >= 0.5);
        line.broken = broken;
        good &= line.say(report);
    }
    attacks.n = all;
    good
}
