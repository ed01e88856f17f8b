//! Code that the evidence programs share. It prints text and also writes it to build/evidence,
//! draws charts, and computes statistics.
#![allow(dead_code)] // each program that includes this file uses a part of it

pub mod chart;
pub mod statistics;

use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;

/// Collects the text that a program prints, so that it can also be written to a file.
pub struct Report {
    name: &'static str,
    text: String,
}

impl Report {
    pub fn new(name: &'static str) -> Self {
        Report { name, text: String::new() }
    }

    /// Prints one or more lines.
    pub fn say(&mut self, line: &str) {
        progress("");
        println!("{line}");
        let _ = writeln!(self.text, "{line}");
    }

    /// Writes the collected text to a file, and also the chart if there is one.
    pub fn save(&self, chart: Option<&str>) {
        let folder = folder();
        let write = |ending: &str, text: &str| {
            let path = folder.join(format!("{}.{ending}", self.name));
            match fs::write(&path, text) {
                Ok(()) => println!("written: {}", path.display()),
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
        };
        write("txt", &self.text);
        if let Some(svg) = chart {
            write("svg", svg);
        }
    }
}

fn folder() -> PathBuf {
    let folder =
        std::env::var_os("EVIDENCE").map_or_else(|| PathBuf::from("build/evidence"), PathBuf::from);
    let _ = fs::create_dir_all(&folder);
    folder
}

/// Shows the current step. On a terminal, the next step overwrites its line. Elsewhere each step
/// gets a line of its own, unless EVIDENCE_QUIET is set.
pub fn progress(what: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        let _ = write!(out, "\r\x1b[K{what}");
        let _ = out.flush();
    } else if !what.is_empty() && std::env::var_os("EVIDENCE_QUIET").is_none() {
        let _ = writeln!(out, "... {what}");
    }
}
