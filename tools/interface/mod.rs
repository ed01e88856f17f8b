//! Describes the C interface in two forms: `indp.json` for binding generators, and manual pages.
//!
//! Both come from the declarations in `src/ffi` and their documentation, as the header does. The
//! build fails if the documentation lacks an entry, or says something about a pointer in words that
//! these modules do not know. So nothing in `indp.json` is guessed.

mod documentation;
mod json;
mod manual;
mod parameter;
mod reference;
mod source;
mod types;

use std::path::Path;

use documentation::Documentation;
use parameter::Parameter;
use types::Type;

pub type Failure = Box<dyn std::error::Error>;

/// Everything that the header declares.
pub struct Interface {
    pub version: String,
    /// The comment at the top of the header, without comment delimiters.
    pub preamble: String,
    pub constants: Vec<Constant>,
    pub types: Vec<Alias>,
    pub structs: Vec<Struct>,
    pub functions: Vec<Function>,
}

pub struct Constant {
    pub name: String,
    pub kind: Type,
    pub value: u64,
    pub text: String,
}

pub struct Alias {
    pub name: String,
    pub of: Type,
    pub text: String,
}

/// A structure. A handle has no public fields.
pub struct Struct {
    pub name: String,
    pub fields: Vec<Field>,
    pub opaque: bool,
    pub text: String,
}

pub struct Field {
    pub name: String,
    pub kind: Type,
    pub text: String,
}

pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub returns: Type,
    pub documentation: Documentation,
}

/// Reads the declarations of these files and writes `indp.json` and the folder `man` into `out`.
pub fn write(
    files: &[std::path::PathBuf],
    preamble: &str,
    version: &str,
    out: &Path,
) -> Result<(), Failure> {
    let mut interface = Interface {
        version: version.into(),
        preamble: documentation::without_comment_signs(preamble),
        constants: vec![],
        types: vec![],
        structs: vec![],
        functions: vec![],
    };
    for file in files {
        source::read(file, &mut interface)?;
    }
    reference::follow(&mut interface)?;
    parameter::complete(&mut interface)?;
    std::fs::write(out.join("indp.json"), json::text(&interface)?)?;
    manual::write(&interface, &out.join("man"))
}
