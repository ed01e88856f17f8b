//! The averaging attack. An attacker who may repeat a question without limit averages the noise
//! away, unless a budget refuses further answers, or the first answer is kept.

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

/// What the owner does about questions that are asked again.
enum Policy {
    Nothing,
    /// A budget refuses what it cannot pay.
    Budget(Vec<u8>),
    /// The first answer is kept, and given again for nothing.
    Kept,
}

/// Asks `ASKED` times and averages the answers.
struct Averaging {
    noise: Snapping,
    policy: Policy,
}

impl Averaging {
    fn new(policy: Policy) -> Self {
        // The double 0.1 is slightly larger than 1/10. A budget counts exactly 1/10, so answers
        // under a budget are released with the next smaller double.
        let epsilon = match policy {
            Policy::Budget(_) => EACH.next_down(),
            Policy::Nothing | Policy::Kept => EACH,
        };
        let noise = Snapping::new(epsilon, 1.0, f64::INFINITY, None).expect("sound");
        Averaging { noise, policy }
    }

    /// The number of answers that the attacker must get.
    fn expected(&self) -> usize {
        match self.policy {
            Policy::Budget(_) => ALLOWED,
            Policy::Nothing | Policy::Kept => ASKED,
        }
    }

    fn ask(&self, f: f64, tape: &mut Seeded) -> f64 {
        self.noise.release_f64(f, tape).expect("endless")
    }

    fn answers(&self, f: f64, tape: &mut Seeded) -> Vec<f64> {
        match &self.policy {
            Policy::Nothing => (0..ASKED).map(|_| self.ask(f, tape)).collect(),
            Policy::Budget(state) => {
                let mut state = state.clone();
                let pays = |_: &usize| match budget::spend(&mut state, EACH) {
                    Ok(usable) => usable <= EACH,
                    Err(error) => {
                        assert_eq!(error, Error::Budget);
                        false
                    }
                };
                (0..ASKED).take_while(pays).map(|_| self.ask(f, tape)).collect()
            }
            Policy::Kept => {
                let mut kept = None;
                (0..ASKED).map(|_| *kept.get_or_insert_with(|| self.ask(f, tape))).collect()
            }
        }
    }
}

impl Target for Averaging {
    fn draw(&self, f: f64, tape: &mut Seeded) -> f64 {
        let answers = self.answers(f, tape);
        assert_eq!(answers.len(), self.expected());
        answers.iter().sum::<f64>() / answers.len() as f64
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
    for (name, epsilon, policy) in [
        ("without a budget", TOTAL, Policy::Nothing),
        ("with a budget: the eleventh is refused", TOTAL, Policy::Budget(state)),
        ("kept: all are the first one", EACH, Policy::Kept),
    ] {
        let broken = matches!(policy, Policy::Nothing);
        let target = Averaging::new(policy);
        let mut line = attacks.line(name.into(), epsilon, &target, (0.0, 1.0), |mean| mean >= 0.5);
        line.broken = broken;
        good &= line.say(report);
    }
    attacks.n = all;
    good
}
