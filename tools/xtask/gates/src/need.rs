//! What checks require of the system: programs, and the Debian packages that provide them.

use crate::job::{Job, Outcome};
use crate::world::World;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A check's requirement on the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Need {
    pub(crate) found: Found,
    /// The Debian packages that provide it, separated by spaces.
    pub(crate) packages: &'static str,
}

/// How to find a requirement on the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A program in the PATH.
    Program(&'static str),
    /// The packages themselves: only dpkg knows whether they are installed.
    Packages,
    /// A shell command that succeeds.
    By(&'static str),
}

/// A program in the PATH, provided by Debian packages.
pub(crate) const fn program(name: &'static str, packages: &'static str) -> Need {
    Need { found: Found::Program(name), packages }
}

/// Debian packages.
pub(crate) const fn packages(packages: &'static str) -> Need {
    Need { found: Found::Packages, packages }
}

/// Something that a shell command finds and Debian packages provide.
pub(crate) const fn found_by(command: &'static str, packages: &'static str) -> Need {
    Need { found: Found::By(command), packages }
}

impl Need {
    /// Whether the system has it.
    pub(crate) fn is_met(&self, world: &World) -> bool {
        match self.found {
            Found::Program(name) => world.programs.once(name, || in_path(name).is_some()),
            Found::Packages => world.programs.once(self.packages, || {
                self.packages.split(' ').all(|package| {
                    let status = world.ask("dpkg-query", &["--show", "--showformat=${db:Status-Status}", package]);
                    status.is_some_and(|status| status.trim() == "installed")
                })
            }),
            Found::By(command) => world.programs.once(command, || world.ask("sh", &["-c", command]).is_some()),
        }
    }

    /// Whether its packages can be installed here: the system knows them all.
    pub(crate) fn can_be_installed(&self, world: &World) -> bool {
        let mut packages = self.packages.split(' ').filter(|package| !package.is_empty()).peekable();
        world.settings.installs && packages.peek().is_some() && packages.all(|package| is_known(world, package))
    }

    /// Returns what to tell the user if it is missing.
    pub(crate) fn missing(&self) -> String {
        let debian = if self.packages.is_empty() { String::new() } else { format!("Debian's {}", self.packages) };
        match self.found {
            Found::Program(name) if debian.is_empty() => name.to_owned(),
            Found::Program(name) => format!("{name} ({debian})"),
            Found::Packages => debian,
            Found::By(command) if debian.is_empty() => format!("that `{command}` succeeds"),
            Found::By(_) => debian,
        }
    }

    /// Returns what a later run compares: the program as it is now, or the packages' versions.
    pub(crate) fn version(&self, world: &World) -> String {
        let place = if let Found::Program(name) = self.found { in_path(name) } else { None };
        let program = place.map(|path| {
            let path = path.canonicalize().unwrap_or(path);
            let metadata = path.metadata().map(|metadata| (metadata.len(), metadata.modified().ok()));
            format!("{} {metadata:?}", path.display())
        });
        let packages = self.packages.split(' ').filter(|package| !package.is_empty());
        let arguments: Vec<&str> = ["--show"].into_iter().chain(packages).collect();
        let versions = (arguments.len() > 1).then(|| world.ask("dpkg-query", &arguments)).flatten();
        format!("{program:?} {versions:?}")
    }
}

/// Returns the file that a command with this name runs.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Whether this is Debian, with permission to install packages.
pub(crate) fn can_install() -> bool {
    in_path("apt-get").is_some() && rustix::process::geteuid().is_root()
}

/// Whether apt-get knows a package.
fn is_known(world: &World, package: &str) -> bool {
    let question = format!("apt-cache show {package}");
    world
        .programs
        .once(&question, || world.ask("apt-cache", &["show", package]).is_some_and(|text| !text.trim().is_empty()))
}

/// Returns the packages for all unmet requirements, each once.
pub(crate) fn missing_packages(world: &World, needs: &[Need]) -> Vec<&'static str> {
    let missing: BTreeSet<&str> =
        needs.iter().filter(|need| !need.is_met(world)).flat_map(|need| need.packages.split(' ')).collect();
    missing.into_iter().filter(|package| !package.is_empty()).collect()
}

/// Installs what is missing, with one call of apt-get. Packages unknown to this system are left out: the checks that
/// require them are skipped.
pub(crate) fn install(job: &Job<'_>, missing: &[&str]) -> Outcome {
    let world = job.world;
    for architecture in
        missing.iter().filter_map(|package| package.split_once(':')).map(|(_, architecture)| architecture)
    {
        let known = world.ask("dpkg", &["--print-foreign-architectures"]).unwrap_or_default();
        if !known.lines().any(|line| line == architecture) {
            job.command("dpkg --add-architecture").arg(architecture).run()?;
        }
    }
    job.run("apt-get update --quiet=2")?;
    world.programs.forget();
    let known = missing.iter().filter(|package| is_known(world, package));
    job.command("apt-get install --yes --quiet=2 --no-install-recommends --no-remove")
        .args(["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"])
        .args(known)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    world.programs.forget();
    Ok(())
}
