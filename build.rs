//! Refuses targets that the library does not support, and generates the C header, `indp.json`,
//! which describes the header to tools, and the manual pages from `src/ffi`.

#[path = "tools/interface/mod.rs"]
mod interface;

use std::env;
use std::path::{Path, PathBuf};

/// The files of `src/ffi` that declare something, in the order of the header.
const FILES: [&str; 26] = [
    "status",
    "codes",
    "version",
    "stop",
    "options",
    "snapping",
    "count",
    "sum",
    "moments",
    "quantile",
    "value",
    "release",
    "parts",
    "mode",
    "histogram",
    "counts",
    "bounds",
    "state",
    "state_bytes",
    "budget",
    "eta",
    "exponential",
    "accuracy",
    "expect",
    "interval",
    "audit",
];

/// Says why the target is not supported, if it is not. `docs/platforms.md` has the reasons, and
/// `tools/platforms.sh` tests the refusals.
fn refusal() -> Option<&'static str> {
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let [os, env, arch] = ["OS", "ENV", "ARCH"].map(target);
    if !["linux", "macos", "windows"].contains(&os.as_str()) {
        Some("it runs on Linux, macOS and Windows only")
    } else if target("POINTER_WIDTH") != "64" || target("ENDIAN") != "little" {
        Some("it needs 64-bit pointers and little-endian memory")
    } else if !["x86_64", "aarch64"].contains(&arch.as_str()) {
        Some("it runs on x86-64 and aarch64 only")
    } else if os == "linux" && !["gnu", "musl"].contains(&env.as_str()) {
        Some("on Linux it needs glibc or musl")
    } else if (os == "windows" || env == "musl") && arch != "x86_64" {
        Some("with this system it runs on x86-64 only, where it was tested")
    } else if os == "windows" && env != "gnu" {
        Some("on Windows it is compiled for the GNU environment only, as GMP is")
    } else {
        None
    }
}

fn main() {
    if let Some(why) = refusal() {
        let target = env::var("TARGET").unwrap_or_default();
        eprintln!("indp does not compile for {target}: {why} (see docs/platforms.md)");
        std::process::exit(1);
    }
    // ffi-tests/c.rs compiles programs on this machine for the target.
    for (variable, name) in [("HOST", "INDP_HOST"), ("TARGET", "INDP_TARGET")] {
        println!("cargo:rustc-env={name}={}", env::var(variable).unwrap_or_default());
    }
    for path in ["src/ffi", "tools/interface", "cbindgen.toml", "build.rs"] {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Err(error) = header() {
        panic!("the C header or its description cannot be generated: {error}");
    }
}

fn header() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    config.after_includes = Some(versions()?);
    let files = FILES.map(|file| root.join(format!("src/ffi/{file}.rs")));
    let preamble = config.header.clone().unwrap_or_default();
    let builder = files
        .iter()
        .fold(cbindgen::Builder::new().with_config(config), |builder, file| builder.with_src(file));
    let out = PathBuf::from(env::var("OUT_DIR")?);
    builder.generate()?.write_to_file(out.join("indp.h"));
    copy_beside_library(&out);
    interface::write(&files, &preamble, &env::var("CARGO_PKG_VERSION")?, &out)
}

/// Returns the text of the macros that state the version. cbindgen cannot read the version from the
/// environment.
fn versions() -> Result<String, env::VarError> {
    let mut text = String::from("\n");
    for part in ["MAJOR", "MINOR", "PATCH"] {
        let number = env::var(format!("CARGO_PKG_VERSION_{part}"))?;
        text += &format!("#define INDP_VERSION_{part} {number}\n");
    }
    text += &format!("#define INDP_VERSION_STRING \"{}\"\n", env::var("CARGO_PKG_VERSION")?);
    text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif";
    Ok(text)
}

/// Copies the header to `target/<profile>/indp.h`, because the path of OUT_DIR contains a hash that
/// changes.
fn copy_beside_library(out: &Path) {
    if let Some(profile) = out.ancestors().nth(3) {
        // A failure is ignored, since the copy is a convenience. The header in OUT_DIR is the
        // authoritative one.
        let _ = std::fs::copy(out.join("indp.h"), profile.join("indp.h"));
    }
}
