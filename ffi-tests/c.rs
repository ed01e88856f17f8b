//! Compiles the C programs of `ffi-tests/c` and runs them, as `programs.txt` says, without a shell
//! or make: `cargo test --test c`. A name after `--` selects programs, and `--list` lists them.
//!
//! The crate cc finds the compiler: gcc, clang, or what `CC` names. The library is built by cargo,
//! unless `INDP_C_LIBRARY` names the folder of one that is already built. The programs are written
//! to `build/ffi-tests`, where `run.sh` finds them.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

/// The machine that compiles, and the one that the tests are compiled for.
const HOST: &str = env!("INDP_HOST");
const TARGET: &str = env!("INDP_TARGET");

/// The exit code of a program that cannot run here. It says why in its last line.
const SKIPPED: i32 = 77;

/// A line of `programs.txt`.
struct Program {
    name: String,
    place: String,
    ways: Vec<String>,
    arguments: Vec<String>,
}

fn programs(root: &Path) -> Result<Vec<Program>, Box<dyn Error>> {
    let text = fs::read_to_string(root.join("ffi-tests/programs.txt"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split_whitespace().map(String::from);
            let mut field = || fields.next().ok_or_else(|| format!("too few fields: {line}"));
            let (name, place, ways) = (field()?, field()?, field()?);
            let ways = ways.split(',').map(String::from).collect();
            Ok(Program { name, place, ways, arguments: fields.collect() })
        })
        .collect()
}

fn runs_here(place: &str) -> bool {
    match place {
        "any" => true,
        "unix" => cfg!(unix),
        "linux" => cfg!(target_os = "linux"),
        other => panic!("programs.txt: no place is called {other}"),
    }
}

/// Fails if a program of `ffi-tests/c` is not in the list.
fn all_are_listed(root: &Path, programs: &[Program]) -> Result<(), Box<dyn Error>> {
    for file in fs::read_dir(root.join("ffi-tests/c"))? {
        let path = file?.path();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        if !programs.iter().any(|program| Some(&program.name) == name.as_ref()) {
            return Err(format!("ffi-tests/programs.txt lacks {}", path.display()).into());
        }
    }
    Ok(())
}

/// The folders and files that all programs need.
struct Setting {
    root: PathBuf,
    /// Where the programs are written.
    out: PathBuf,
    shared: PathBuf,
    archive: PathBuf,
    /// Whether only `indp_*` is global in the archive, as `make` builds it.
    localised: bool,
}

/// Builds the libraries for C as `tools/cargo-build.sh` does, and returns their paths.
fn build(root: &Path) -> Result<(PathBuf, PathBuf), Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["rustc", "--release", "--locked", "--lib"]);
    if TARGET != HOST {
        cargo.args(["--target", TARGET]);
    }
    // GMP compiles for another machine only if it is told so.
    let cross = if TARGET == HOST { "" } else { ",gmp-mpfr-sys/force-cross" };
    cargo.arg("--features").arg(format!("c-library{cross}"));
    cargo.args(["--crate-type", "cdylib,staticlib,rlib"]);
    cargo.arg("--message-format=json-render-diagnostics");
    if cfg!(target_os = "linux") {
        cargo.args(["--", "-Clink-arg=-Wl,-z,nodelete"]);
    }
    let output = cargo.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("cargo cannot build the libraries for C".into());
    }
    let files: Vec<PathBuf> = String::from_utf8(output.stdout)?
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "indp")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .collect();
    let find = |suffix: &str| {
        let found = files.iter().find(|file| file.to_string_lossy().ends_with(suffix));
        found.cloned().ok_or_else(|| format!("cargo built no {suffix}"))
    };
    Ok((find(&format!("{DLL_PREFIX}indp{DLL_SUFFIX}"))?, find("libindp.a")?))
}

impl Setting {
    fn new() -> Result<Self, Box<dyn Error>> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let given = std::env::var_os("INDP_C_LIBRARY");
        let localised = given.is_some();
        let (shared, archive) = match given {
            Some(folder) => {
                let folder = root.join(folder);
                (folder.join(format!("{DLL_PREFIX}indp{DLL_SUFFIX}")), folder.join("libindp.a"))
            }
            None => build(&root)?,
        };
        let out = root.join("build/ffi-tests");
        fs::create_dir_all(&out)?;
        Ok(Setting { root, out, shared, archive, localised })
    }

    /// The compiler, with the flags of all programs.
    fn compiler(&self) -> Result<Command, cc::Error> {
        let mut build = cc::Build::new();
        build
            .target(env!("INDP_TARGET"))
            .host(env!("INDP_HOST"))
            .opt_level(2)
            .cargo_metadata(false);
        build.include(self.root.join("include")).std("c99").warnings(true);
        build.extra_warnings(true).warnings_into_errors(true).define("_GNU_SOURCE", None);
        let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
        build.define("EXPECTED_VERSION", Some(version.as_str()));
        build.try_get_compiler().map(|compiler| compiler.to_command())
    }

    fn compile(&self, name: &str, way: &str) -> Result<PathBuf, Failed> {
        let suffix = if way == "plain" { "shared" } else { "static" };
        let program = self.out.join(format!("{name}.{suffix}{EXE_SUFFIX}"));
        let mut compiler = self.compiler().map_err(|error| error.to_string())?;
        compiler.current_dir(&self.root).args(["-g", "-pedantic", "-pthread"]);
        compiler.arg(format!("ffi-tests/c/{name}.c")).arg("-o").arg(&program);
        if suffix == "static" {
            compiler.arg(&self.archive);
        } else {
            let folder = self.shared.parent().unwrap_or(&self.root).to_path_buf();
            compiler.arg("-L").arg(&folder).arg("-lindp");
            if cfg!(unix) {
                compiler.arg(format!("-Wl,-rpath,{}", folder.display()));
            }
        }
        if cfg!(windows) {
            compiler.args(["-lws2_32", "-luserenv", "-lntdll", "-lbcrypt"]);
        } else {
            compiler.args(["-rdynamic", "-lm", "-ldl"]);
        }
        let output = compiler.output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(program)
    }

    fn run(&self, program: &Program, way: &str) -> Result<(), Failed> {
        let path = self.compile(&program.name, way)?;
        let mut command = Command::new(path);
        let library = self.shared.to_string_lossy();
        let arguments = program.arguments.iter().map(|text| text.replace("@library@", &library));
        command.current_dir(&self.root).args(arguments);
        if cfg!(windows) {
            // Windows looks for libraries in the folders of the PATH.
            let old = std::env::var_os("PATH").unwrap_or_default();
            let folder = self.shared.parent().map(Path::to_path_buf);
            let all = folder.into_iter().chain(std::env::split_paths(&old));
            command.env("PATH", std::env::join_paths(all)?);
        }
        let output = command.output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        match output.status.code() {
            Some(0) => Ok(()),
            Some(SKIPPED) => {
                println!("skip  {} ({})", program.name, said.lines().last().unwrap_or(""));
                Ok(())
            }
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr);
                Err(format!("{}\n{said}{errors}", output.status).into())
            }
        }
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let setting = Arc::new(Setting::new()?);
    let mut trials = Vec::new();
    let programs = programs(&setting.root)?;
    all_are_listed(&setting.root, &programs)?;
    for program in programs {
        let program = Arc::new(program);
        let known = ["plain", "static", "localised"];
        for way in program.ways.iter().filter(|way| known.contains(&way.as_str())) {
            let (setting, inner, how) = (setting.clone(), program.clone(), way.clone());
            let localised = setting.localised;
            let name = format!("{}_{way}", program.name);
            let trial = Trial::test(name, move || setting.run(&inner, &how));
            let runs = runs_here(&program.place) && (way != "localised" || localised);
            trials.push(trial.with_ignored_flag(!runs));
        }
    }
    Ok(libtest_mimic::run(&arguments, trials).exit_code())
}
