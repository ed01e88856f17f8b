//! Writes `indp.json`, which describes the C interface for binding generators. docs/interface.md
//! describes its fields.

use serde_json::{json, Map, Value};

use super::parameter::{Direction, Nullable, Ownership, Parameter};
use super::types::Type;
use super::{Failure, Function, Interface};

pub fn text(interface: &Interface) -> Result<String, Failure> {
    let constants: Vec<_> = interface
        .constants
        .iter()
        .map(|c| json!({ "name": c.name, "type": of(&c.kind), "value": c.value, "text": c.text }))
        .collect();
    let types: Vec<_> = interface
        .types
        .iter()
        .map(|t| json!({ "name": t.name, "is": of(&t.of), "text": t.text }))
        .collect();
    let structs: Vec<_> = interface
        .structs
        .iter()
        .map(|s| {
            let fields: Vec<_> = s
                .fields
                .iter()
                .map(|f| json!({ "name": f.name, "type": of(&f.kind), "text": f.text }))
                .collect();
            json!({ "name": s.name, "opaque": s.opaque, "fields": fields, "text": s.text })
        })
        .collect();
    let functions: Vec<_> = interface.functions.iter().map(function).collect();
    let whole = json!({
        "format": 1,
        "library": "indp",
        "version": interface.version,
        "constants": constants,
        "types": types,
        "structs": structs,
        "functions": functions,
    });
    Ok(serde_json::to_string_pretty(&whole)? + "\n")
}

fn of(kind: &Type) -> Value {
    match kind {
        Type::Named(name) => json!({ "name": name }),
        Type::Pointer { to, constant } => json!({ "pointer": of(to), "const": constant }),
        Type::Array { of: inner, length } => json!({ "array": of(inner), "length": length }),
        Type::Callback(parameters) => {
            let parameters: Vec<_> = parameters
                .iter()
                .map(|(name, kind)| json!({ "name": name, "type": of(kind) }))
                .collect();
            json!({ "callback": parameters })
        }
    }
}

fn function(function: &Function) -> Value {
    let d = &function.documentation;
    let parameters: Vec<_> = function.parameters.iter().map(parameter).collect();
    let prototype: Vec<_> = function.parameters.iter().map(|p| p.kind.declare(&p.name)).collect();
    let prototype = if prototype.is_empty() { "void".into() } else { prototype.join(", ") };
    let mut made = json!({
        "name": function.name,
        "c": function.returns.declare(&format!("{}({prototype})", function.name)),
        "summary": d.summary,
        "description": d.description,
        "parameters": parameters,
        "returns": { "type": of(&function.returns), "statuses": d.statuses, "text": d.returns },
        "privacy": d.privacy,
        "threads": if d.threads.starts_with("safe") { "safe" } else { "one thread per object" },
        "threads_text": d.threads,
        "since": d.since,
    });
    for (name, value) in [("source", &d.source), ("example", &d.example)] {
        if !value.is_empty() {
            made[name] = json!(value);
        }
    }
    made
}

fn parameter(p: &Parameter) -> Value {
    let mut made = Map::new();
    made.insert("name".into(), json!(p.name));
    made.insert("type".into(), of(&p.kind));
    if matches!(p.kind, Type::Pointer { .. } | Type::Callback(_)) {
        made.insert(
            "direction".into(),
            json!(match p.direction {
                Direction::In => "in",
                Direction::Out => "out",
                Direction::InOut => "inout",
            }),
        );
        made.insert(
            "nullable".into(),
            match p.nullable {
                Nullable::No => json!(false),
                Nullable::Yes => json!(true),
                Nullable::IfEmpty => json!("if empty"),
            },
        );
    }
    if let Some(length) = &p.length {
        made.insert("length".into(), json!(length));
    }
    if p.state {
        made.insert("state".into(), json!(true));
    }
    match &p.ownership {
        Some(Ownership::FreeWith(name)) => made.insert("free_with".into(), json!(name)),
        Some(Ownership::Consumed) => made.insert("consumed".into(), json!(true)),
        Some(Ownership::Kept) => made.insert("kept".into(), json!(true)),
        None => None,
    };
    made.insert("text".into(), json!(p.text));
    Value::Object(made)
}
