//! Keeps the compiler's remarks on the library's stack frames in a file next to the library.
//!
//! The analysis of machine code (`xtask kernels`) must know which slots in a frame are spilled registers, and only the
//! compiler knows. With a flag that does not change the code, it reports this in thousands of remarks, which Cargo
//! would show to everyone who builds the library. So a program that calls [`compile`] wraps the compiler:
//!
//! ```text
//! RUSTC_WRAPPER=PROGRAM cargo build --release ...
//!   PROGRAM rustc --crate-name counterpoint ...          the library: adds FLAG, and takes out the remarks
//!     target/release/deps/libcounterpoint-HASH.rlib
//!     target/release/deps/libcounterpoint-HASH.remarks   a line for the library's contents, and the remarks
//!   PROGRAM rustc --crate-name anything_else ...         passed on unchanged
//! ```
//!
//! RUSTC_WRAPPER is not an input of Cargo's builds. So a plain `cargo build` reuses the library built with remarks, and
//! nothing is built twice. If it was built without them before, [`of`] returns an error; [`remove_without`], or `cargo
//! clean --release --package counterpoint`, makes room for a build with them.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// The compiler flag that enables the remarks.
pub const FLAG: &str = "-Cremark=stack-frame-layout";

/// The crate whose remarks are kept.
const CRATE: &str = "counterpoint";

/// Parts of the compiler's lines that [`FLAG`] adds: the remarks, and a warning that there is no debug information.
const ADDED: [&str; 2] = ["stack-frame-layout (analysis)", "-C remark requires"];

/// Whether these are the arguments that Cargo passes to a RUSTC_WRAPPER, which begin with the compiler.
pub fn is_compilation(arguments: &[OsString]) -> bool {
    let name = arguments.first().and_then(|first| Path::new(first).file_stem()).and_then(OsStr::to_str);
    name.is_some_and(|name| name.starts_with("rustc") || name == "clippy-driver")
}

/// Runs the compiler with these arguments, the first of which is the compiler itself. If it builds the library, writes
/// the remarks next to it.
pub fn compile(arguments: &[OsString]) -> ExitCode {
    let [compiler, arguments @ ..] = arguments else {
        eprintln!("no compiler to run");
        return ExitCode::FAILURE;
    };
    let mut command = Command::new(compiler);
    command.args(arguments);
    let status = match library(arguments) {
        None => command.status(),
        Some(library) => keep(&mut command, &library),
    };
    match status.map(|status| status.code()) {
        Ok(code) => ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("{}: {error}", compiler.display());
            ExitCode::FAILURE
        }
    }
}

/// Returns the compiler's remarks on a library, one JSON message per line.
///
/// # Errors
///
/// If there is no file with remarks next to the library, or it is about other contents.
pub fn of(library: &Path) -> Result<String, String> {
    let file = beside(library);
    let again = "build it by RUSTC_WRAPPER, after `cargo clean --release --package counterpoint`";
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}; {again}", file.display()))?;
    let contents = fs::read(library).map_err(|error| format!("{}: {error}", library.display()))?;
    match text.split_once('\n') {
        Some((first, remarks)) if first == name_of(&contents) => Ok(remarks.into()),
        _ => Err(format!("{}: belongs to another build of the library; {again}", file.display())),
    }
}

/// Returns the libraries in a build's folder `deps`: one for each choice of features.
///
/// # Errors
///
/// If the folder can't be read.
pub fn libraries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let prefix = format!("lib{CRATE}-");
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with(&prefix) && name.ends_with(".rlib")
    };
    let paths: Vec<PathBuf> = fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    Ok(paths.into_iter().filter(is_library).collect())
}

/// Removes the libraries without remarks from a build's folder `deps`, so that Cargo builds them again. Without such a
/// folder, nothing has been built yet.
///
/// # Errors
///
/// If the folder can't be read, or a library in it can't be removed.
pub fn remove_without(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    libraries(folder)?.iter().filter(|library| of(library).is_err()).try_for_each(fs::remove_file)
}

/// Returns the library that the compiler makes with these arguments.
fn library(arguments: &[OsString]) -> Option<PathBuf> {
    let arguments: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let value = |option: &str| {
        let apart = arguments.windows(2).find(|two| two[0] == option).map(|two| two[1]);
        apart.or_else(|| arguments.iter().find_map(|argument| argument.strip_prefix(option)?.strip_prefix('=')))
    };
    let is_library = value("--crate-name") == Some(CRATE)
        && value("--crate-type") == Some("lib")
        && value("--emit").is_some_and(|kinds| kinds.split(',').any(|kind| kind == "link"));
    let suffix = arguments.iter().find_map(|argument| argument.strip_prefix("extra-filename="));
    let folder = value("--out-dir").filter(|_| is_library)?;
    Some(Path::new(folder).join(format!("lib{CRATE}{}.rlib", suffix.unwrap_or_default())))
}

/// Runs the compiler, passes on its messages except the remarks, and writes the remarks.
fn keep(command: &mut Command, library: &Path) -> io::Result<ExitStatus> {
    let mut child = command.arg(FLAG).stderr(Stdio::piped()).spawn()?;
    let mut remarks = String::new();
    if let Some(messages) = child.stderr.take() {
        // Cargo continues with other crates as soon as it reads that the library's metadata is ready.
        for line in BufReader::new(messages).lines() {
            let line = line?;
            if line.starts_with('{') && ADDED.iter().any(|added| line.contains(added)) {
                remarks.push_str(&line);
                remarks.push('\n');
            } else {
                writeln!(io::stderr(), "{line}")?;
            }
        }
    }
    let status = child.wait()?;
    if status.success() {
        fs::write(beside(library), format!("{}\n{remarks}", name_of(&fs::read(library)?)))?;
    }
    Ok(status)
}

fn beside(library: &Path) -> PathBuf {
    library.with_extension("remarks")
}

/// Returns the first line of the remarks on a library with these contents: its length and a checksum (FNV-1a), which
/// reveal a library that was built again without remarks.
fn name_of(contents: &[u8]) -> String {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{} bytes, {:016x}", contents.len(), contents.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_library_is_known_among_all_that_cargo_compiles() {
        let rest = "--emit=dep-info,metadata,link -C opt-level=3 -C extra-filename=-1a --out-dir deps";
        let of = |first: &str| library(&arguments(&format!("{first} {rest}")));
        assert_eq!(of("--crate-name counterpoint --crate-type lib"), Some("deps/libcounterpoint-1a.rlib".into()));
        for other in [
            "--crate-name counterpoint --test",
            "--crate-name counterpoint --crate-type bin",
            "--crate-name counterpoint_bench --crate-type lib",
            "--crate-name build_script_build --crate-type bin",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
        let check = "--crate-name counterpoint --crate-type lib --emit=dep-info,metadata --out-dir deps";
        assert_eq!(library(&arguments(check)), None);
    }

    #[test]
    fn a_call_by_cargo_is_known() {
        assert!(is_compilation(&arguments("bin/rustc --crate-name counterpoint")));
        assert!(is_compilation(&arguments("rustc.exe - --print=file-names")));
        assert!(!is_compilation(&arguments("kernels --lists rustc")));
        assert!(!is_compilation(&[]));
    }

    #[test]
    fn remarks_on_another_build_are_refused() {
        let folder = std::env::temp_dir().join(format!("remarks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let library = folder.join("libcounterpoint.rlib");
        fs::write(&library, "code").expect("a file");
        assert!(of(&library).is_err_and(|error| error.contains("cargo clean")));
        fs::write(beside(&library), format!("{}\n{{}}\n", name_of(b"code"))).expect("a file");
        assert_eq!(of(&library).as_deref(), Ok("{}\n"));
        fs::write(&library, "core").expect("a file");
        assert!(of(&library).is_err_and(|error| error.contains("another build")));
        fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn libraries_without_remarks_are_removed() {
        let folder = std::env::temp_dir().join(format!("libraries-{}", std::process::id()));
        remove_without(&folder).expect("nothing is built");
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["libcounterpoint-1.rlib", "libcounterpoint-2.rlib", "libcounterpoint_cli-3.rlib"] {
            fs::write(folder.join(name), "code").expect("a file");
        }
        let library = folder.join("libcounterpoint-1.rlib");
        fs::write(beside(&library), format!("{}\n{{}}\n", name_of(b"code"))).expect("a file");
        remove_without(&folder).expect("they can be removed");
        assert_eq!(libraries(&folder).expect("it is there"), [library]);
        assert!(folder.join("libcounterpoint_cli-3.rlib").exists(), "of another crate");
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
