//! What all checks share: the project's folder, the settings of this run, what Cargo has built, when to stop.

use crate::programs::Programs;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// Why a check that was interrupted, or not begun, has failed. The report recognises such a check by this ending.
pub(crate) const INTERRUPTION: &str = "the run was interrupted";

/// One run of the driver.
pub(crate) struct World {
    /// The workspace's folder, in which every command runs.
    pub(crate) root: PathBuf,
    /// The logs of all checks.
    pub(crate) logs: PathBuf,
    /// The results remembered from earlier runs.
    pub(crate) memory: PathBuf,
    pub(crate) settings: Settings,
    pub(crate) begin: Instant,
    /// The start by the clock used for file times.
    pub(crate) since: SystemTime,
    pub(crate) programs: Programs,
    /// Set when the run must end before its checks have.
    stopped: AtomicBool,
    built: Mutex<Vec<Artifact>>,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Whether to run checks whose inputs have not changed.
    pub(crate) force: bool,
    /// After this time no check begins, and running ones are ended.
    pub(crate) deadline: Option<Duration>,
    /// A check that writes nothing and uses next to no CPU time for this long is considered hung.
    pub(crate) hang: Duration,
    /// How many cores the checks may keep busy.
    pub(crate) cores: usize,
    /// Whether Debian's packages may be installed.
    pub(crate) installs: bool,
    /// The wrapper between Cargo and the compiler that keeps the remarks on the library: the driver itself.
    pub(crate) wrapper: Option<PathBuf>,
}

#[cfg(test)]
impl Settings {
    /// A test's run, in its own folder.
    pub(crate) const OF_TESTS: Settings = Settings {
        force: false,
        deadline: None,
        hang: Duration::from_secs(600),
        cores: 2,
        installs: false,
        wrapper: None,
    };
}

/// Something that Cargo has built.
#[derive(Clone, Debug)]
pub(crate) struct Artifact {
    pub(crate) package: String,
    pub(crate) target: String,
    /// Whether it is a program with the test harness.
    pub(crate) test: bool,
    pub(crate) features: Vec<String>,
    /// The folder of its package.
    pub(crate) folder: PathBuf,
    pub(crate) executable: Option<PathBuf>,
    pub(crate) files: Vec<PathBuf>,
}

impl World {
    pub(crate) fn new(root: &Path, target: &Path, settings: Settings) -> World {
        World {
            root: root.to_owned(),
            logs: target.join("test"),
            memory: target.join("gates"),
            settings,
            begin: Instant::now(),
            since: SystemTime::now(),
            programs: Programs::default(),
            stopped: AtomicBool::new(false),
            built: Mutex::default(),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Whether the run has used up its time.
    pub(crate) fn is_over(&self) -> bool {
        self.settings.deadline.is_some_and(|deadline| self.begin.elapsed() >= deadline)
    }

    /// Returns a command in the project's folder, without the variables that `cargo run` set for the driver.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let told = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"];
            if text == "CARGO" || told.iter().any(|prefix| text.starts_with(prefix)) {
                command.env_remove(&name);
            }
        }
        // Checks refer to build products by path.
        command.env("CARGO_TARGET_DIR", self.root.join("target")).env_remove("CARGO_BUILD_TARGET");
        if let Some(wrapper) = &self.settings.wrapper {
            command.env("RUSTC_WRAPPER", wrapper);
        }
        command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
        for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
            if let Some(folders) = std::env::var_os(name) {
                // Cargo adds folders of its builds and of the compiler, from which other programs must not load.
                let kept = std::env::split_paths(&folders)
                    .filter(|folder| !folder.starts_with(self.root.join("target")) && !is_compilers(folder));
                match std::env::join_paths(kept) {
                    Ok(kept) if !kept.is_empty() => command.env(name, kept),
                    _ => command.env_remove(name),
                };
            }
        }
        command
    }

    /// Returns the standard output of a command, if it succeeds.
    pub(crate) fn ask(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let output = self.command(program).args(arguments).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Returns the project's files sorted by name: those that git tracks, and new ones that it does not ignore. `None`
    /// if git does not list them.
    pub(crate) fn files(&self) -> Option<Vec<String>> {
        let listed = self.ask("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
        let mut files: Vec<String> = listed.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        files.sort();
        files.dedup();
        Some(files)
    }

    /// Records what Cargo reports to have built (`--message-format json`).
    pub(crate) fn keep_built(&self, artifacts: Vec<Artifact>) {
        lock(&self.built).extend(artifacts);
    }

    /// Returns what Cargo has built in this run that satisfies a condition, each once.
    pub(crate) fn built(&self, wanted: impl Fn(&Artifact) -> bool) -> Vec<Artifact> {
        let mut found: Vec<Artifact> = Vec::new();
        for artifact in lock(&self.built).iter().filter(|artifact| wanted(artifact)) {
            if !found.iter().any(|other| other.files == artifact.files && other.executable == artifact.executable) {
                found.push(artifact.clone());
            }
        }
        found
    }

    /// Returns the library built in a target folder. The compiler's remarks on it are next to the file that the
    /// compiler made, to which Cargo gives a second name in the folder above; the metadata have no second name.
    pub(crate) fn library(&self, folder: &str) -> Option<PathBuf> {
        let folder = self.root.join(folder);
        let is_library = |artifact: &Artifact| {
            let is_here = artifact.files.first().is_some_and(|file| file.starts_with(&folder));
            artifact.package == "counterpoint" && artifact.target == "counterpoint" && !artifact.test && is_here
        };
        let files = self.built(is_library).pop()?.files;
        let own = files.iter().find(|file| file.extension().is_some_and(|extension| extension == "rmeta"));
        let own = own.map(|file| file.with_extension("rlib")).filter(|file| file.is_file());
        own.or_else(|| files.into_iter().find(|file| file.extension().is_some_and(|extension| extension == "rlib")))
    }
}

/// Whether a folder belongs to a Rust toolchain.
fn is_compilers(folder: &Path) -> bool {
    folder.iter().any(|part| part == "rustlib") || folder.join("rustlib").is_dir()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Returns the contents of Cargo's messages: what it has built, and the compiler's messages.
pub(crate) fn parse_messages(messages: &str) -> (Vec<Artifact>, String) {
    let (mut artifacts, mut told) = (Vec::new(), String::new());
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        match message["reason"].as_str() {
            Some("compiler-artifact") => artifacts.extend(artifact(&message)),
            Some("compiler-message") => told += message["message"]["rendered"].as_str().unwrap_or_default(),
            _ => {}
        }
    }
    (artifacts, told)
}

fn artifact(message: &Value) -> Option<Artifact> {
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    // `path+file:///folder#name@0.1.0`, or without the name if the folder has it.
    let id = message["package_id"].as_str()?;
    let (place, fragment) = id.rsplit_once('#').unwrap_or((id, ""));
    let package = match fragment.split_once('@') {
        Some((name, _)) => name,
        None => place.rsplit('/').next().unwrap_or_default(),
    };
    let texts =
        |list: &Value| list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Some(Artifact {
        package: package.to_owned(),
        features: texts(&message["features"]),
        target: message["target"]["name"].as_str()?.to_owned(),
        test: message["profile"]["test"].as_bool().unwrap_or(false),
        folder,
        executable: message["executable"].as_str().map(PathBuf::from),
        files: message["filenames"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_has_built() {
        let artifact = |id: &str, folder: &str, target: &str, test: bool, files: &[&str], program: Option<&str>| {
            serde_json::json!({
                "reason": "compiler-artifact", "package_id": id, "manifest_path": format!("{folder}/Cargo.toml"),
                "target": {"name": target}, "profile": {"test": test}, "features": ["std"], "filenames": files,
                "executable": program, "fresh": true,
            })
        };
        let (folder, program) = ("/p/crates/counterpoint", "/p/target/release/deps/types-1");
        let id = format!("path+file://{folder}#0.1.0");
        let first = artifact(&id, folder, "types", true, &[program], Some(program));
        let id = "path+file:///p/crates/x#counterpoint-cli@0.1.0";
        let second = artifact(id, "/p/crates/x", "counterpoint_cli", false, &["a.rlib", "a.rmeta"], None);
        let third = r#"{"reason":"compiler-message","message":{"rendered":"warning: w\n"}}"#;
        let messages = format!("{first}\nnot JSON\n{second}\n{third}\n");
        let (artifacts, told) = parse_messages(&messages);
        assert_eq!(told, "warning: w\n");
        let [types, library] = &artifacts[..] else { panic!("{artifacts:?}") };
        assert_eq!((types.package.as_str(), types.target.as_str(), types.test), ("counterpoint", "types", true));
        assert_eq!(types.folder, Path::new("/p/crates/counterpoint"));
        assert_eq!((library.package.as_str(), library.executable.as_ref()), ("counterpoint-cli", None));
        assert_eq!(library.files.len(), 2);
    }
}
