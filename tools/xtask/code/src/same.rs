//! `cargo xtask kernels --same`: checks that each kernel in two builds of the library is the same in both.
//!
//! So results for the kernels in one build, such as the one with all techniques, hold for the other.

use crate::outcome::Outcome;
use counterpoint_prove::Archive;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

/// Prints the kernels whose machine code or constants differ; returns their number.
pub(crate) fn run(one: &str, other: &str) -> Outcome {
    let read = |file: &str| fs::read(file).map_err(|error| format!("{file}: {error}"));
    let (bytes, other_bytes) = (read(one)?, read(other)?);
    let archive = |file: &str, error: Box<dyn Error>| format!("{file}: {error}");
    let first = Archive::read(&bytes).map_err(|error| archive(one, error))?;
    let second = Archive::read(&other_bytes).map_err(|error| archive(other, error))?;
    let (names, other_names): (BTreeSet<_>, BTreeSet<_>) = (first.kernels().collect(), second.kernels().collect());
    let mut different = 0;
    for name in names.intersection(&other_names) {
        if first.fingerprint(name)? != second.fingerprint(name)? {
            println!("different: {name}");
            different += 1;
        }
    }
    let both = names.intersection(&other_names).count();
    println!(
        "{both} kernels are in both builds, {different} of them different; {} are in the first only, {} in the second",
        names.len() - both,
        other_names.len() - both
    );
    if both == 0 {
        return Err("there is no kernel to compare".into());
    }
    Ok(different)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    /// Compiles a library of two kernels, named like those of Counterpoint; returns the archive's path.
    fn compiled(folder: &Path, second: &str) -> String {
        let (source, archive) = (folder.join("made.rs"), folder.join(format!("{second}.rlib")));
        let text = format!(
            "pub struct First; pub struct Second;
            pub trait Kernel {{ fn run(x: u64) -> u64; }}
            impl Kernel for First {{ fn run(x: u64) -> u64 {{ x * 3 }} }}
            impl Kernel for Second {{ fn run(x: u64) -> u64 {{ x {second} 5 }} }}
            pub mod cpu {{
                pub struct Sse2;
                pub trait Tier {{ fn run<K: super::Kernel>(x: u64) -> u64; }}
                impl Tier for Sse2 {{
                    fn run<K: super::Kernel>(x: u64) -> u64 {{
                        #[inline(never)]
                        fn shell<K: super::Kernel>(x: u64) -> u64 {{ K::run(x) }}
                        shell::<K>(x)
                    }}
                }}
            }}
            pub fn both(x: u64) -> u64 {{
                <cpu::Sse2 as cpu::Tier>::run::<First>(x) ^ <cpu::Sse2 as cpu::Tier>::run::<Second>(x)
            }}"
        );
        fs::write(&source, text).expect("it is written");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let status = Command::new(rustc)
            .args(["--edition=2024", "--crate-name=counterpoint", "--crate-type=lib", "-Copt-level=3"])
            .args(["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-o"])
            .args([&archive, &source])
            .status()
            .expect("rustc starts");
        assert!(status.success());
        archive.to_str().expect("a path in UTF-8").to_owned()
    }

    #[test]
    fn kernels_that_differ_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let one = compiled(folder.path(), "+");
        assert_eq!(run(&one, &one).expect("kernels to compare"), 0);
        assert_eq!(run(&one, &compiled(folder.path(), "-")).expect("kernels to compare"), 1);
    }
}
