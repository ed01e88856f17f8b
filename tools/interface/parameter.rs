//! Derives the facts about a parameter that bindings need: its direction, whether it may be NULL,
//! its length, and who owns it.

use super::types::Type;
use super::{Failure, Interface};

/// Phrases by which a description says that a pointer may be NULL.
const NULLABLE: [&str; 7] = [
    "may be NULL",
    "NULL is accepted",
    "NULL, or",
    "or NULL",
    "NULL for no",
    "NULL if all",
    "is NULL and",
];

#[derive(Clone)]
pub struct Parameter {
    pub name: String,
    pub kind: Type,
    pub text: String,
    pub direction: Direction,
    pub nullable: Nullable,
    /// The name of the parameter that holds the number of elements of an array.
    pub length: Option<String>,
    /// What the library does with the object behind a pointer, besides reading or writing it.
    pub ownership: Option<Ownership>,
    /// Whether the parameter points to a state, which lies in the caller's memory at any alignment.
    pub state: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Direction {
    In,
    Out,
    InOut,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Nullable {
    No,
    Yes,
    /// The pointer may be NULL only if the array is empty.
    IfEmpty,
}

#[derive(Clone, PartialEq)]
pub enum Ownership {
    /// The call makes an object, which the function of this name frees.
    FreeWith(String),
    /// The call frees the object.
    Consumed,
    /// The library uses the object after the call.
    Kept,
}

impl Parameter {
    pub fn new(name: String, kind: Type, text: String) -> Parameter {
        let direction = Direction::In;
        Parameter {
            name,
            kind,
            text,
            direction,
            nullable: Nullable::No,
            length: None,
            ownership: None,
            state: false,
        }
    }

    fn pointer(&self) -> Option<(&Type, bool)> {
        match &self.kind {
            Type::Pointer { to, constant } => Some((to, *constant)),
            _ => None,
        }
    }
}

/// Derives the facts of all parameters from their types and descriptions.
pub fn complete(interface: &mut Interface) -> Result<(), Failure> {
    let structs: Vec<(String, bool)> =
        interface.structs.iter().map(|s| (s.name.clone(), s.opaque)).collect();
    for function in &mut interface.functions {
        let names: Vec<String> =
            function.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        for parameter in &mut function.parameters {
            facts(parameter, &function.name, &names, &structs)
                .map_err(|error| format!("{}, {}: {error}", function.name, parameter.name))?;
        }
    }
    Ok(())
}

fn facts(
    p: &mut Parameter,
    function: &str,
    names: &[String],
    structs: &[(String, bool)],
) -> Result<(), Failure> {
    let text = p.text.clone();
    if matches!(p.kind, Type::Callback(_)) {
        p.ownership = function.contains("_set_").then_some(Ownership::Kept);
        return Ok(());
    }
    let Some((to, constant)) = p.pointer() else { return Ok(()) };
    let to = to.clone();
    let says = |what: &str| text.contains(what);

    p.nullable = if says("may be NULL if") {
        Nullable::IfEmpty
    } else if NULLABLE.iter().any(|said| says(said)) {
        Nullable::Yes
    } else {
        Nullable::No
    };
    if p.nullable == Nullable::No && text.replace("NULL on failure", "").contains("NULL") {
        return Err("the description mentions NULL in a way that the rules do not know".into());
    }

    p.length = length(&text);
    if let Some(length) = &p.length {
        if !names.contains(length) {
            return Err(format!("its length '{length}' is not a parameter").into());
        }
    }

    // Without a length, generators would treat the array as one number. (A flag, which the library
    // reads atomically, is one number.)
    let number = to.named().is_some_and(|name| name == "double" || name.ends_with("_t"));
    if constant && number && p.length.is_none() && !says("atomically") {
        return Err("the description does not give the length of the array".into());
    }

    let handle =
        |kind: &Type| structs.iter().any(|(name, opaque)| *opaque && kind.named() == Some(name));
    if to == Type::void() {
        p.state = matches!(p.name.as_str(), "state" | "other");
        if !p.state && p.length.is_none() {
            // This is the context of a callback. The library keeps it if the function sets the
            // callback.
            p.ownership = function.contains("_set_").then_some(Ownership::Kept);
        }
    }
    p.direction = if constant {
        if says("atomically") {
            p.ownership = Some(Ownership::Kept);
        }
        Direction::In
    } else if says("not used again") {
        p.ownership = Some(Ownership::Consumed);
        Direction::In
    } else if handle(&to) || p.name == "ctx" || says("that receives the rows") {
        Direction::InOut
    } else if says("receives") || p.name == "out" || (p.state && p.length.is_some()) {
        Direction::Out
    } else if p.state {
        Direction::InOut
    } else {
        return Err("the description does not say whether it receives something".into());
    };
    if let (Direction::Out, Some(at)) =
        (p.direction, text.find("free it with ").or(text.find("free them with ")))
    {
        let name = text[at..].split_whitespace().nth(3).unwrap_or_default();
        p.ownership = Some(Ownership::FreeWith(name.trim_end_matches('.').into()));
    }
    if p.direction == Direction::Out && matches!(to, Type::Pointer { .. }) && p.ownership.is_none()
    {
        return Err("the description does not say who frees it".into());
    }
    Ok(())
}

/// The number of elements according to a description, such as "an array of n doubles" or "a buffer
/// of `size` bytes".
fn length(text: &str) -> Option<String> {
    let at = ["an array of ", "a buffer of "]
        .iter()
        .find_map(|said| Some(text.find(said)? + said.len()))?;
    let word = text[at..].split_whitespace().next()?;
    Some(word.trim_matches('`').into())
}
