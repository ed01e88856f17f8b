//! Follows references between descriptions, such as "as in indp_mean_init".

use super::documentation::statuses;
use super::{Failure, Interface};

pub fn follow(interface: &mut Interface) -> Result<(), Failure> {
    for f in 0..interface.functions.len() {
        for p in 0..interface.functions[f].parameters.len() {
            let text = parameter(interface, f, p)?;
            interface.functions[f].parameters[p].text = text;
        }
        if interface.functions[f].returns.named() == Some("indp_status") {
            let found = returned(interface, f, &mut vec![])?;
            if found.len() < 2 {
                return Err(format!(
                    "{}: the documentation names no failure",
                    interface.functions[f].name
                )
                .into());
            }
            interface.functions[f].documentation.statuses = found;
        }
    }
    Ok(())
}

/// The description of a parameter, followed by the descriptions to which it refers.
fn parameter(interface: &Interface, f: usize, p: usize) -> Result<String, Failure> {
    let name = &interface.functions[f].parameters[p].name;
    let mut text = interface.functions[f].parameters[p].text.clone();
    let mut seen = vec![f];
    while let Some(at) = text.rfind("as in indp_") {
        let other = function(interface, word(&text[at + "as in ".len()..]))?;
        // If that function has no parameter of this name, the reference is to the function's
        // behaviour.
        let same =
            interface.functions[other].parameters.iter().find(|parameter| parameter.name == *name);
        let (Some(same), false) = (same, seen.contains(&other)) else { break };
        text = format!("{text} {}", same.text);
        seen.push(other);
    }
    Ok(text)
}

/// The statuses that a function returns: those that its documentation names, and those of the
/// functions to which it refers, except those that it excludes.
fn returned(
    interface: &Interface,
    f: usize,
    seen: &mut Vec<usize>,
) -> Result<Vec<String>, Failure> {
    seen.push(f);
    let text = &interface.functions[f].documentation.returns;
    let (own, excepted) = text.split_once(", except ").unwrap_or((text, ""));
    let mut found = statuses(own);
    for (at, _) in own.match_indices("indp_") {
        let other = function(interface, word(&own[at..]))?;
        if !seen.contains(&other) {
            found.extend(returned(interface, other, seen)?);
        }
    }
    let excepted = statuses(excepted);
    let mut unique: Vec<String> = vec![];
    for status in found {
        if !excepted.contains(&status) && !unique.contains(&status) {
            unique.push(status);
        }
    }
    Ok(unique)
}

fn function(interface: &Interface, name: &str) -> Result<usize, Failure> {
    let at = interface.functions.iter().position(|function| function.name == name);
    Ok(at.ok_or_else(|| format!("{name} does not exist"))?)
}

/// The C identifier at the beginning of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}
