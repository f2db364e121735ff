//! The build of the library to examine: an existing one, or one made here, in target/kernels.
//!
//! A build for this machine also builds the programs of `xtask-lists` with the library, so the lists match it.

use crate::lists::{self, Line};
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The features with which the library ships on machines with a standard library.
const FEATURES: [&str; 7] = ["std", "zeroize", "aes", "fugue", "groestl", "keccak", "luffa"];
/// The feature with the implementations that no machine chooses.
const ALL_TECHNIQUES: &str = "all-techniques";
/// The feature with study-only code. On an operating system, a build with all techniques has it.
const STUDIES: &str = "groestl0";

/// The options for the build.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options<'a> {
    library: Option<&'a str>,
    remarks: Option<&'a str>,
    target: Option<&'a str>,
    lists: Option<&'a str>,
    pub(crate) all_techniques: bool,
    /// Whether the library has line numbers, which change nothing in its machine code.
    pub(crate) line_numbers: bool,
}

/// The library, built.
pub(crate) struct Built {
    pub(crate) archive: PathBuf,
    pub(crate) lines: Vec<Line>,
    /// The program to run under valgrind, if it was built with the library.
    pub(crate) under_valgrind: Option<PathBuf>,
    /// The name and version of the compiler.
    pub(crate) compiler: String,
    /// The file with the compiler's remarks, unless it is next to the archive.
    remarks: Option<PathBuf>,
}

impl<'a> Options<'a> {
    /// Takes an argument, if it is one of these options, and its value from the rest.
    ///
    /// # Errors
    ///
    /// If the option requires a value and there is none.
    pub(crate) fn take(&mut self, argument: &str, rest: &mut std::slice::Iter<'_, &'a str>) -> Result<bool, String> {
        let place = match argument {
            "--all-techniques" => {
                self.all_techniques = true;
                return Ok(true);
            }
            "--library" => &mut self.library,
            "--remarks" => &mut self.remarks,
            "--target" => &mut self.target,
            "--lists" => &mut self.lists,
            _ => return Ok(false),
        };
        *place = Some(*rest.next().ok_or_else(|| format!("{argument} requires a value"))?);
        Ok(true)
    }

    /// The processor that the code is for: the first part of a target triple.
    pub(crate) fn processor(&self) -> &'a str {
        self.target.map_or(std::env::consts::ARCH, |triple| triple.split('-').next().unwrap_or(triple))
    }

    /// The file with the lists.
    pub(crate) fn lists(&self) -> Option<&'a str> {
        self.lists
    }

    /// The options for line numbers.
    fn line_numbers(&self) -> &'static [&'static str] {
        if self.line_numbers { &["--config", "profile.release.debug='line-tables-only'"] } else { &[] }
    }

    /// Whether the build exists.
    pub(crate) fn is_there(&self) -> bool {
        self.library.is_some()
    }

    /// Returns the build, and makes it if it does not exist.
    ///
    /// # Errors
    ///
    /// If cargo fails (with its own message), or options are missing or do not go together.
    pub(crate) fn build(&self, root: &Path) -> Result<Built, Box<dyn Error>> {
        match (self.library, self.lists) {
            (Some(_), _) if self.target.is_some() || self.all_techniques => {
                Err("--library is already built, so it can't be combined with --target or --all-techniques".into())
            }
            (Some(_), None) => Err("--library requires --lists, a file with the output of `xtask-lists`".into()),
            (Some(library), Some(lists)) => Ok(Built {
                archive: library.into(),
                lines: lists::read(lists)?,
                under_valgrind: None,
                compiler: compiler()?,
                remarks: self.remarks.map(PathBuf::from),
            }),
            (None, _) if self.remarks.is_some() => Err("--remarks requires --library".into()),
            (None, None) if self.target.is_some() => {
                Err("--target requires --lists, a file with the output of `xtask-lists` there".into())
            }
            (None, None) => self.with_lists(root),
            (None, Some(lists)) => self.library_alone(root, lists::read(lists)?),
        }
    }

    /// Builds the library for this machine, and the programs that print its lists and run under valgrind.
    fn with_lists(&self, root: &Path) -> Result<Built, Box<dyn Error>> {
        let mut options = vec!["--package", "xtask-lists", "--bin", "xtask-lists", "--bin", "under_valgrind"];
        if self.all_techniques {
            options.extend(["--features", "all-techniques,studies"]);
        }
        options.extend(self.line_numbers());
        let artifacts = cargo(root, &options)?;
        let program = program(&artifacts, "xtask-lists")?;
        let output = Command::new(&program).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("{}: {}", program.display(), output.status).into());
        }
        Ok(Built {
            archive: library(&artifacts)?,
            lines: lists::parse(&String::from_utf8(output.stdout)?, "xtask-lists")?,
            under_valgrind: Some(self::program(&artifacts, "under_valgrind")?),
            compiler: compiler()?,
            remarks: None,
        })
    }

    /// Builds the library alone, with the families of the lists.
    fn library_alone(&self, root: &Path, lines: Vec<Line>) -> Result<Built, Box<dyn Error>> {
        // A kernel's path begins with the crate and its family's module, which has the name of a feature.
        let families: BTreeSet<&str> = lines.iter().filter_map(|line| line.kernel.split("::").nth(1)).collect();
        let mut options = vec!["--package", "counterpoint", "--lib", "--no-default-features"];
        if let Some(target) = self.target {
            options.extend(["--target", target]);
        }
        let mut features: Vec<&str> = match self.target {
            Some(target) if target.starts_with("wasm32-unknown") => {
                // Without an operating system there is no standard library for it.
                options.push("-Zbuild-std=core,alloc");
                families.into_iter().chain(["alloc"]).collect()
            }
            _ if self.all_techniques => FEATURES.into_iter().chain([STUDIES]).collect(),
            _ => FEATURES.to_vec(),
        };
        if self.all_techniques {
            features.push(ALL_TECHNIQUES);
        }
        let features = features.join(",");
        options.extend(["--features", &features]);
        options.extend(self.line_numbers());
        let archive = library(&cargo(root, &options)?)?;
        Ok(Built { archive, lines, under_valgrind: None, compiler: compiler()?, remarks: None })
    }
}

impl Built {
    /// Returns the compiler's remarks on the library's stack frames.
    ///
    /// # Errors
    ///
    /// If there are none, or they can't be read.
    pub(crate) fn remarks(&self) -> Result<String, Box<dyn Error>> {
        let lines = match &self.remarks {
            Some(file) => fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?,
            None => xtask_remarks::of(&self.archive)?,
        };
        let mut remarks = String::new();
        for message in lines.lines().filter(|line| line.starts_with('{')) {
            let message: Value = serde_json::from_str(message)?;
            remarks.push_str(message["message"].as_str().unwrap_or_default());
            remarks.push('\n');
        }
        Ok(remarks)
    }
}

/// Makes an optimised build in its own folder, so that the compiler's remarks on the library are kept. Returns Cargo's
/// messages about what was built.
fn cargo(root: &Path, options: &[&str]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["build", "--locked", "--release", "--quiet", "--message-format", "json-render-diagnostics"])
        .arg("--target-dir")
        .arg(root.join("target/kernels"))
        .args(options)
        .env("RUSTC_WRAPPER", std::env::current_exe()?)
        .current_dir(root)
        .stderr(Stdio::inherit());
    // Flags in the environment replace those of .cargo/config.toml, which give symbols full paths.
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        command.env("RUSTFLAGS", format!("{flags} -Csymbol-mangling-version=v0"));
    }
    let output = command.output()?;
    if !output.status.success() {
        return Err("the library does not build".into());
    }
    let messages = String::from_utf8(output.stdout)?;
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(messages.filter(|message| message["reason"] == "compiler-artifact").collect())
}

/// Returns the library from what was built. Its remarks are next to the file that the compiler made, to which Cargo
/// gives a second name in the folder above.
fn library(artifacts: &[Value]) -> Result<PathBuf, Box<dyn Error>> {
    let artifact = artifacts.iter().find(|a| a["target"]["name"] == "counterpoint" && a["target"]["kind"][0] == "lib");
    let files = artifact.and_then(|artifact| artifact["filenames"].as_array()).into_iter().flatten();
    let files: Vec<PathBuf> = files.filter_map(Value::as_str).map(PathBuf::from).collect();
    let has = |extension: &str| files.iter().find(|file| file.extension().is_some_and(|e| e == extension));
    let library = has("rlib").ok_or("cargo reported no library")?;
    // The metadata has no second name.
    let own = has("rmeta").map(|metadata| metadata.with_extension("rlib")).filter(|file| file.is_file());
    Ok(own.unwrap_or_else(|| library.clone()))
}

fn program(artifacts: &[Value], name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let artifact = artifacts.iter().find(|artifact| artifact["target"]["name"] == name);
    let path = artifact.and_then(|artifact| artifact["executable"].as_str());
    Ok(path.ok_or_else(|| format!("cargo reported no program {name}"))?.into())
}

fn compiler() -> Result<String, Box<dyn Error>> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version").output()?;
    let version = String::from_utf8(output.stdout)?;
    Ok(version.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}
