//! Writes the findings of an audit as JSON.

use std::fmt::{self, Write};

use super::pair::Finding;
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// Text that records a failed allocation instead of aborting.
struct Text(String, bool);

impl Write for Text {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        if self.0.try_reserve(s.len()).is_err() {
            self.1 = true;
            return Err(fmt::Error);
        }
        self.0.push_str(s);
        Ok(())
    }
}

/// A number as JSON, with enough digits to distinguish it from all other doubles. JSON has neither
/// infinities nor NaN, so they become null.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() {
            write!(f, "{:e}", self.0)
        } else {
            f.write_str("null")
        }
    }
}

const CASES: [&str; 7] = [
    "at_minus_bound",
    "below_first",
    "at_first",
    "between",
    "at_second",
    "above_second",
    "at_bound",
];

/// One JSON object with the parameters and the finding.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn json(p: &Snapping, found: &Finding) -> Result<String, Error> {
    let mut text = Text(String::new(), false);
    write(&mut text, p, found).map_err(|_| Error::NoMemory)?;
    Ok(text.0)
}

fn write(out: &mut Text, p: &Snapping, found: &Finding) -> fmt::Result {
    let number = |x: &crate::exact::Positive| {
        Number(crate::exact::round_up_to_f64(x.mantissa, x.exponent, false))
    };
    write!(out, "{{\"epsilon\":{},\"sensitivity\":{}", number(&p.epsilon), number(&p.sensitivity))?;
    match &p.bound {
        Some(bound) => write!(out, ",\"bound\":{}", number(bound))?,
        None => out.write_str(",\"bound\":null")?,
    }
    match p.arithmetic() {
        Arithmetic::Real => out.write_str(",\"arithmetic\":\"real\"")?,
        Arithmetic::Float(bits) => write!(out, ",\"arithmetic\":\"float\",\"precision\":{bits}")?,
    }
    write!(out, ",\"lambda\":{},\"grid\":{}", Number(p.lambda()), Number(p.grid()))?;
    write!(out, ",\"proven_loss\":{}", Number(p.loss()))?;
    write!(
        out,
        ",\"exact_loss\":{},\"excess_over_epsilon\":{}",
        Number(found.loss),
        Number(found.excess)
    )?;
    write!(out, ",\"output\":{}", Number(found.output))?;
    write!(out, ",\"values\":[{},{}]", Number(found.inputs.0), Number(found.inputs.1))?;
    out.write_str(",\"case_bounds_over_epsilon\":{")?;
    for (i, (name, bound)) in CASES.iter().zip(found.cases).enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}\"{name}\":{}", Number(bound))?;
    }
    write!(out, "}},\"outputs\":{},\"exhaustive\":{}", found.outputs, found.exhaustive)?;
    write!(out, ",\"ends\":{},\"wrong_ends\":{}", found.ends, found.wrong)?;
    write!(
        out,
        ",\"loss_at_most_epsilon\":{},\"as_defined\":{}}}",
        !found.exceeds,
        found.wrong == 0
    )
}
