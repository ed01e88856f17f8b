//! Runs the evidence programs `audit`, `attack` and `utility` for a short time. Each program must
//! detect what it is meant to detect, and report success or failure by its exit status.
//!
//! For each of the two inputs in a row of its table, `attack` makes at most 30,000 trials. For a
//! correct mechanism, a row reports a violation of ε with probability below 1e-10, and rejects a
//! predicted rate with probability 1e-8. `utility` makes nine comparisons with a false-alarm
//! probability below 1e-8 each, and fewer than 200 with a false-alarm probability below 1e-9 each.
//! Seeds are fixed, but `make soak` varies the seeds of `utility`'s means, variances, maxima and
//! selections.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs an evidence program. Cargo builds these programs as examples, into a folder next to the
/// folder of the tests.
fn run(name: &str, arguments: &[&str]) -> (Output, PathBuf) {
    let own = std::env::current_exe().unwrap();
    let program = own.parent().unwrap().parent().unwrap().join("examples").join(name);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("evidence-{name}-{}", arguments.len()));
    let output = Command::new(program)
        .args(arguments)
        .env("EVIDENCE", &folder)
        .env("EVIDENCE_QUIET", "1")
        .output()
        .expect("cargo test builds the examples");
    (output, folder)
}

/// Checks that the program exits with 0, and that it writes a picture and a table. The table must
/// contain these texts. Returns the folder that the program writes to.
fn passes(name: &str, says: &[&str]) -> PathBuf {
    let (output, folder) = run(name, &["--quick"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let table = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    for expected in says {
        assert!(
            text.contains(expected) && table.contains(expected),
            "{expected:?} is not in\n{text}"
        );
    }
    let picture = std::fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
    assert!(
        picture.starts_with("<svg") && picture.ends_with("</svg>\n") && !picture.contains("NaN")
    );
    folder
}

/// The audit rejects each planted fault with the expected verdicts, and accepts all deployments.
#[test]
fn audit_finds_the_planted_faults_and_no_other() {
    passes(
        "audit",
        &[
            "(a) FAIL (b) FAIL as required",
            "(a) pass (b) FAIL as required",
            "0 differ    (a) pass (b) pass",
        ],
    );
}

/// If a verdict on a deployment is bad, the audit exits with 1.
#[test]
fn audit_fails_if_a_deployment_does() {
    let (output, _) = run("audit", &["--quick", "--wrong"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("SOMETHING FAILED"));
}

/// The attacks break the mechanisms that are known to be broken, and do not break the library.
#[test]
fn attacks_break_the_others_only() {
    passes(
        "attack",
        &[
            "VIOLATED by \"yes\" and \"no\"",
            "row moves a running sum in doubles by 2,",
            "and none breaks the library.",
        ],
    );
}

/// With --wrong, `attack` judges the textbook sampler by the criteria for the library's mechanism.
/// It must reject the sampler.
#[test]
fn attack_fails_if_the_library_is_broken() {
    let (output, _) = run("attack", &["--quick", "--wrong"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("NOT AS REQUIRED"));
}

/// The errors of drawn releases agree with the computed errors, in every table.
#[test]
fn utility_computes_what_releases_show() {
    let folder =
        passes("utility", &["The computed errors agree with those of the drawn releases."]);
    for (table, verdict) in UTILITY {
        let text = std::fs::read_to_string(folder.join(table)).unwrap();
        assert!(text.contains(verdict[0]) && !text.contains(verdict[1]), "{text}");
    }
    let picture = std::fs::read_to_string(folder.join("means.svg")).unwrap();
    assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN") && !picture.contains("inf"));
}

/// The file of each table, with the text that reports correct releases and the text that reports
/// wrong releases.
const UTILITY: [(&str, [&str; 2]); 7] = [
    ("means.txt", ["measured errors of released means match the formula", "DOES NOT FIT"]),
    ("variances.txt", ["measured errors of released variances match the formula", "DOES NOT FIT"]),
    ("bounds.txt", ["The bounds found fit their exact distribution.", "DOES NOT FIT"]),
    ("extremes.txt", ["The drawn maxima fit their exact distribution.", "DOES NOT FIT"]),
    ("medians.txt", ["The drawn medians fit their exact distribution", "DOES NOT FIT"]),
    ("ranges.txt", ["The counts of the library have the noise that is stated.", "DOES NOT FIT"]),
    ("selections.txt", ["The drawn selections fit their exact distributions", "DOES NOT FIT"]),
];

/// With --wrong, releases spend only three quarters of ε. Every table must detect that their noise
/// is too large.
#[test]
fn utility_notices_noise_that_is_too_large() {
    let (output, folder) = run("utility", &["--quick", "--wrong"]);
    assert_eq!(output.status.code(), Some(1));
    for (table, verdict) in UTILITY {
        let text = std::fs::read_to_string(folder.join(table)).unwrap();
        assert!(!text.contains(verdict[0]) && text.contains(verdict[1]), "{text}");
    }
}
