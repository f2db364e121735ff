//! Checks what a release requires, without publishing anything: the order of the crates, their metadata, the contents
//! of their packages, and that the packages work on their own, outside the repository.
//!
//! The packages are unpacked into a folder outside the repository. There they form a workspace in which each replaces
//! the crate of its name in the registry, because none of them is there before the release.

use crate::outcome::Outcome;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that each package must contain.
const REQUIRED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The largest package that the registry accepts.
const LARGEST: u64 = 10 << 20;

/// A published crate.
struct Package {
    name: String,
    version: String,
    /// Cargo's description of it.
    metadata: Value,
}

/// Prints the release order and each finding; returns how many findings there are. With `packages`, also makes and
/// tests the packages.
///
/// # Errors
///
/// If Cargo or tar fails.
pub(crate) fn run(root: &Path, packages: bool) -> Outcome {
    let published = in_release_order(published(root)?)?;
    for package in &published {
        println!("{} {}", package.name, package.version);
    }
    let mut findings = Vec::new();
    for package in &published {
        findings.extend(faults(package, &published));
        let contents = cargo_output(root, &["package", "--list", "--allow-dirty", "--package", &package.name])?;
        findings.extend(missing(&package.name, &contents));
    }
    let mut open = Vec::new();
    if packages {
        findings.extend(try_packages(root, &published)?);
        open = still_open(root, &published)?;
    }
    for finding in &findings {
        println!("{finding}");
    }
    println!("{} crates, {} findings", published.len(), findings.len());
    for open in open {
        println!("to do before the release: {open}");
    }
    Ok(findings.len())
}

/// The crates of the workspace that may be published.
fn published(root: &Path) -> Result<Vec<Package>, Box<dyn Error>> {
    let text = cargo_output(root, &["metadata", "--no-deps", "--format-version", "1"])?;
    let mut metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array_mut().ok_or("cargo metadata names no packages")?;
    let published = packages.drain(..).filter(|package| package["publish"].is_null());
    Ok(published
        .map(|metadata| Package {
            name: metadata["name"].as_str().unwrap_or_default().to_owned(),
            version: metadata["version"].as_str().unwrap_or_default().to_owned(),
            metadata,
        })
        .collect())
}

impl Package {
    /// Returns the dependencies given by a path: crates of this workspace.
    fn neighbours(&self) -> impl Iterator<Item = &Value> {
        self.metadata["dependencies"].as_array().into_iter().flatten().filter(|d| d["path"].is_string())
    }

    /// Returns the folder into which its package unpacks.
    fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// Returns the packages, each after all its dependencies, since the registry accepts a crate only if it has these.
fn in_release_order(mut packages: Vec<Package>) -> Result<Vec<Package>, String> {
    let mut ordered: Vec<Package> = Vec::new();
    while !packages.is_empty() {
        let waits = |package: &Package| {
            package.neighbours().any(|d| packages.iter().any(|other| d["name"] == *other.name.as_str()))
        };
        let next = packages.iter().position(|package| !waits(package));
        let next = next.ok_or("these crates depend on each other in a circle, so none can be published first")?;
        ordered.push(packages.remove(next));
    }
    Ok(ordered)
}

/// Returns the faults of a crate's manifest.
fn faults(package: &Package, published: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for field in ["description", "license", "rust_version"] {
        if package.metadata[field].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{}: Cargo.toml has no {}", package.name, field.replace('_', "-")));
        }
    }
    if package.metadata["repository"].is_null() {
        faults.push(format!("{}: Cargo.toml does not inherit the workspace's `repository`", package.name));
    }
    for dependency in package.neighbours() {
        let name = dependency["name"].as_str().unwrap_or_default();
        match published.iter().find(|other| other.name == name) {
            None => faults.push(format!("{}: depends on {name}, which is not published", package.name)),
            Some(other) if dependency["req"] != format!("^{}", other.version) => faults.push(format!(
                "{}: depends on {name} {}, but its version is {}",
                package.name, dependency["req"], other.version
            )),
            Some(_) => {}
        }
    }
    faults
}

/// Returns the required files missing from a package's list of contents.
fn missing(name: &str, contents: &str) -> Vec<String> {
    let contents: BTreeSet<&str> = contents.lines().collect();
    let missing = REQUIRED.iter().filter(|file| !contents.contains(*file));
    missing.map(|file| format!("{name}: the package does not contain {file}")).collect()
}

/// Makes the packages, and tests them outside the repository; returns the findings.
fn try_packages(root: &Path, published: &[Package]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut findings = Vec::new();
    let outside = tempfile::tempdir()?;
    let target = root.join("target/release-check");
    for package in published {
        // Without a lock file, because Cargo would look in the registry for crates that are not there yet.
        let arguments =
            ["package", "--quiet", "--no-verify", "--allow-dirty", "--exclude-lockfile", "--package", &package.name];
        succeed(cargo(root, &target).args(arguments))?;
        let file = target.join("package").join(format!("{}.crate", package.folder()));
        let size = fs::metadata(&file)?.len();
        println!("{}: {} KiB", package.folder(), size.div_ceil(1024));
        if size > LARGEST {
            findings.push(format!("{}: the package has {size} bytes; the registry accepts {LARGEST}", package.name));
        }
        // All files in a package are dated 2006. With `m` they get the current time, so that Cargo notices changes.
        succeed(Command::new("tar").arg("-xmzf").arg(&file).arg("-C").arg(outside.path()))?;
        // A link in the repository must be a file in the package.
        for licence in REQUIRED.iter().filter(|file| file.starts_with("LICENSE")) {
            let unpacked = fs::read(outside.path().join(package.folder()).join(licence)).unwrap_or_default();
            if unpacked != fs::read(root.join(licence))? {
                findings.push(format!("{}: {licence} in the package is not the repository's", package.name));
            }
        }
    }
    fs::write(outside.path().join("Cargo.toml"), workspace_of(published))?;
    // Use the same versions of all other crates as the tests.
    fs::copy(root.join("Cargo.lock"), outside.path().join("Cargo.lock"))?;
    for package in published {
        println!("{}: documentation tests, and all features and targets", package.folder());
        for arguments in [&["test", "--doc"][..], &["check", "--all-features", "--all-targets"]] {
            let mut command = cargo(outside.path(), &target);
            if !command.args(arguments).args(["--quiet", "--package", &package.name]).status()?.success() {
                findings.push(format!(
                    "{}: `cargo {}` fails in the unpacked package",
                    package.name,
                    arguments.join(" ")
                ));
            }
        }
    }
    Ok(findings)
}

/// Returns the manifest of the workspace of unpacked packages.
fn workspace_of(published: &[Package]) -> String {
    let members: Vec<String> = published.iter().map(|package| format!("{:?}", package.folder())).collect();
    let mut manifest =
        format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n", members.join(", "));
    for package in published {
        manifest += &format!("{} = {{ path = {:?} }}\n", package.name, package.folder());
    }
    manifest
}

/// Returns what only the person releasing can fill in.
fn still_open(root: &Path, published: &[Package]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut open = Vec::new();
    if published.iter().any(|package| package.metadata["repository"] == "") {
        open.push("`repository` in Cargo.toml under [workspace.package] is empty, which the registry rejects".into());
    }
    if fs::read_to_string(root.join("CHANGELOG.md"))?.contains("not yet released") {
        open.push("CHANGELOG.md has \"not yet released\" in place of the release date".into());
    }
    Ok(open)
}

/// Returns the Cargo that runs this program, with a working folder and a target folder.
fn cargo(folder: &Path, target: &PathBuf) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).env("CARGO_TARGET_DIR", target);
    command
}

fn cargo_output(root: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut command = cargo(root, &root.join("target"));
    let output = command.args(arguments).stderr(std::process::Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("`cargo {}` fails", arguments.join(" ")).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn succeed(command: &mut Command) -> Result<(), Box<dyn Error>> {
    match command.status()? {
        status if status.success() => Ok(()),
        status => Err(format!("{command:?} ended with {status}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, neighbours: &[(&str, &str)]) -> Package {
        let dependencies: Vec<Value> =
            neighbours.iter().map(|(name, req)| json!({"name": name, "req": req, "path": "a folder"})).collect();
        let metadata = json!({
            "description": "a crate", "license": "MIT", "rust_version": "1.89", "repository": "",
            "dependencies": dependencies,
        });
        Package { name: name.to_owned(), version: "0.1.0".to_owned(), metadata }
    }

    #[test]
    fn dependencies_are_released_first() {
        let packages =
            vec![package("command", &[("library", ""), ("parser", "")]), package("library", &[("parser", "")])];
        let ordered = in_release_order([packages, vec![package("parser", &[])]].into_iter().flatten().collect());
        let names: Vec<String> = ordered.expect("no circle").into_iter().map(|package| package.name).collect();
        assert_eq!(names, ["parser", "library", "command"]);
        assert!(in_release_order(vec![package("a", &[("b", "")]), package("b", &[("a", "")])]).is_err());
    }

    #[test]
    fn faults_of_manifests_are_found() {
        let published = [package("library", &[]), package("command", &[("library", "^0.1.0")])];
        assert!(faults(&published[1], &published).is_empty());
        assert_eq!(faults(&package("command", &[("library", "*")]), &published).len(), 1, "a path without a version");
        assert_eq!(faults(&package("command", &[("helper", "^0.1.0")]), &published).len(), 1, "not published");
        let mut bare = package("library", &[]);
        bare.metadata = json!({});
        assert_eq!(faults(&bare, &published).len(), 4);
    }

    #[test]
    fn missing_files_are_found() {
        assert!(missing("library", "Cargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs").is_empty());
        assert_eq!(missing("library", "Cargo.toml\nLICENSE-MIT\nREADME.md").len(), 1);
    }
}
