//! Writes manual pages of section 3: one for each function, and indp(3) for what all functions have
//! in common.

use std::fmt::Write;
use std::path::Path;

use super::{Failure, Function, Interface};

pub fn write(interface: &Interface, folder: &Path) -> Result<(), Failure> {
    // Pages of functions that no longer exist must be removed.
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("indp.3"), overview(interface)?)?;
    for function in &interface.functions {
        std::fs::write(folder.join(format!("{}.3", function.name)), page(interface, function)?)?;
    }
    Ok(())
}

fn head(interface: &Interface, name: &str, summary: &str) -> String {
    let version = &interface.version;
    format!(
        ".\\\" Generated from src/ffi.\n.TH {} 3 \"\" \"indp {version}\" \"indp manual\"\n.SH \
         NAME\n{name} \\- {}\n",
        name.to_uppercase(),
        inline(summary.trim_end_matches('.'))
    )
}

fn page(interface: &Interface, function: &Function) -> Result<String, Failure> {
    let d = &function.documentation;
    // The first sentence is the line that apropos shows.
    let short = d.summary.split(". ").next().unwrap_or_default();
    let mut text = head(interface, &function.name, short);
    let parameters: Vec<_> = function.parameters.iter().map(|p| p.kind.declare(&p.name)).collect();
    let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(",\n    ") };
    write!(text, ".SH SYNOPSIS\n.nf\n.B #include <indp.h>\n.PP\n")?;
    writeln!(
        text,
        "{}\n.fi",
        raw(&function.returns.declare(&format!("{}({parameters})", function.name))) + ";"
    )?;
    writeln!(
        text,
        ".SH DESCRIPTION\n{}",
        paragraphs(&format!("{}\n\n{}", d.summary, d.description))
    )?;
    if !d.parameters.is_empty() {
        writeln!(text, ".SH PARAMETERS")?;
        for (names, about) in &d.parameters {
            writeln!(text, ".TP\n.I {}\n{}", names.join(", "), sentence(about))?;
        }
    }
    writeln!(text, ".SH RETURN VALUE\n{}", inline(&d.returns))?;
    for (title, about) in
        [("PRIVACY", &d.privacy), ("THREAD SAFETY", &d.threads), ("SOURCE", &d.source)]
    {
        if !about.is_empty() {
            writeln!(text, ".SH {title}\n{}", sentence(about))?;
        }
    }
    writeln!(text, ".SH HISTORY\nSince version {}.\n.SH SEE ALSO\n.BR indp (3)", inline(&d.since))?;
    Ok(text)
}

fn overview(interface: &Interface) -> Result<String, Failure> {
    let mut text = head(interface, "indp", "differential privacy inside the database");
    writeln!(text, ".SH SYNOPSIS\n.nf\n.B #include <indp.h>\n.fi\n.SH DESCRIPTION")?;
    writeln!(
        text,
        "The sections below describe what several functions share. Each function has a page of its \
         own."
    )?;
    // The first part of the preamble introduces the header, so it is left out.
    for section in interface.preamble.split("\n\n\n").skip(1).map(str::trim_end) {
        let (title, rest) = section.split_once("\n\n").unwrap_or((section, ""));
        let body = if title.chars().all(|c| c.is_ascii_uppercase() || c == ' ' || c == ',') {
            writeln!(text, ".SH \"{title}\"")?;
            rest
        } else {
            section
        };
        writeln!(text, "{}", paragraphs(body))?;
    }
    writeln!(text, ".SH CONSTANTS")?;
    for constant in &interface.constants {
        writeln!(
            text,
            ".TP\n.BR {} \" = {}\"\n{}",
            constant.name,
            constant.value,
            inline(&joined(&constant.text))
        )?;
    }
    writeln!(text, ".SH TYPES")?;
    for alias in &interface.types {
        writeln!(
            text,
            ".TP\n.BR {} \" = {}\"\n{}",
            alias.name,
            alias.of.declare(""),
            inline(&joined(&alias.text))
        )?;
    }
    for structure in &interface.structs {
        writeln!(
            text,
            ".TP\n.B struct {}\n{}\n.RS",
            structure.name,
            inline(&joined(&structure.text))
        )?;
        for field in &structure.fields {
            writeln!(
                text,
                ".TP\n.I {}\n{}",
                raw(&field.kind.declare(&field.name)),
                inline(&joined(&field.text))
            )?;
        }
        writeln!(text, ".RE")?;
    }
    writeln!(text, ".SH FUNCTIONS")?;
    for function in &interface.functions {
        let summary = function.documentation.summary.split(". ").next().unwrap_or_default();
        writeln!(
            text,
            ".TP\n.BR {} (3)\n{}.",
            function.name,
            inline(summary.trim_end_matches('.'))
        )?;
    }
    Ok(text)
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Formats paragraphs, which empty lines separate. Indented paragraphs and lists keep their line
/// breaks.
fn paragraphs(text: &str) -> String {
    let mut made = String::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let kept = paragraph.lines().any(|line| line.starts_with(' ') || line.starts_with("- "));
        let text = if kept {
            let lines: Vec<_> = paragraph.lines().map(raw).collect();
            format!(".nf\n{}\n.fi\n", lines.join("\n"))
        } else {
            format!("{}\n", inline(&joined(paragraph)))
        };
        made += if made.is_empty() { "" } else { ".PP\n" };
        made += &text;
    }
    made.trim_end().into()
}

/// Escapes a text, and sets names in backquotes in italics.
fn inline(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    let mut made = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        let piece = escape(piece);
        made += &if i % 2 == 1 { format!("\\fI{piece}\\fR") } else { piece };
    }
    guarded(&made)
}

/// Like `inline`, with a capital letter at the beginning, unless the first word contains an
/// underscore.
fn sentence(text: &str) -> String {
    let name = text.split_whitespace().next().unwrap_or_default();
    if !text.starts_with(|c: char| c.is_ascii_lowercase()) || name.contains('_') {
        return inline(text);
    }
    inline(&format!("{}{}", text[..1].to_uppercase(), &text[1..]))
}

/// Escapes a line whose line break is kept.
fn raw(line: &str) -> String {
    line.lines().map(|line| guarded(&escape(line))).collect::<Vec<_>>().join("\n")
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('^', "\\(ha").replace('~', "\\(ti")
}

/// Protects a line that begins with a dot or an apostrophe, which groff would take for a request.
fn guarded(line: &str) -> String {
    if line.starts_with(['.', '\'']) {
        format!("\\&{line}")
    } else {
        line.into()
    }
}
