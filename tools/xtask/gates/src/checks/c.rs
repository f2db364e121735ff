//! The C library: the installed files, the functions that a linker sees, and the examples with several compilers.

use super::cargo::VALGRIND;
use crate::check::{Check, Gate, Input, SHORT};
use crate::job::{Job, Outcome};
use crate::need::{self, Need};
use std::collections::BTreeSet;

pub(super) const INSTALLED: &str = "target/test/installed";

pub(super) const CC: Need = need::program("cc", "gcc libc6-dev");
pub(super) const GCC: Need = need::program("gcc", "gcc libc6-dev");
pub(super) const GXX: Need = need::program("g++", "g++");
pub(super) const PKG_CONFIG: Need = need::program("pkg-config", "pkg-config");
pub(super) const CMAKE: Need = need::program("cmake", "cmake");
const NM: Need = need::program("nm", "binutils");
const OBJCOPY: Need = need::program("objcopy", "binutils");

const SOURCES: &[Input] = &[
    Input::Made("target/test/installed/lib/libcounterpoint.so"),
    Input::Made("target/test/installed/include/counterpoint.h"),
    Input::Made("target/test/installed/bin/counterpoint"),
    Input::Made("target/test/installed/lib/pkgconfig"),
    Input::Tree("bindings/c/"),
    Input::Tree("scripts/install.sh"),
    Input::Tree("scripts/tests/c_examples.sh"),
    Input::Tree("Cargo.toml"),
    Input::Tree("README.md"),
];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "install",
        group: "c",
        why: "`make install`: command, manual pages, completions, library, header, pkg-config, CMake",
        needs: &[CC, CMAKE, OBJCOPY],
        after: &["build"],
        seconds: 10,
        uses: &["target/release"],
        run: |job| {
            let folder = job.world.root.join(INSTALLED);
            let _ = std::fs::remove_dir_all(&folder);
            job.command("scripts/install.sh").arg(folder).run()
        },
        ..SHORT
    },
    Check {
        name: "install-elsewhere",
        group: "c",
        why: "`make install` installs what Cargo has just built, wherever Cargo builds",
        needs: &[CC, CMAKE, OBJCOPY],
        after: &["build"],
        seconds: 10,
        uses: &["target/release"],
        run: |job| job.command("scripts/tests/install.sh").arg(job.world.root.join("target/test/elsewhere")).run(),
        ..SHORT
    },
    Check {
        name: "symbols",
        group: "c",
        why: "the shared library offers the functions of the header, and nothing else",
        needs: &[NM],
        after: &["install"],
        seconds: 1,
        run: symbols,
        ..SHORT
    },
    Check {
        name: "gcc",
        group: "c",
        why: "the examples in C99 without a warning, as pkg-config says; they print what the command prints",
        needs: &[GCC, PKG_CONFIG],
        after: &["install"],
        inputs: Some(SOURCES),
        seconds: 5,
        run: |job| examples(job, "", "gcc -std=c99 -O2"),
        ..SHORT
    },
    Check {
        name: "address",
        group: "c",
        why: "the examples with the sanitizer of addresses",
        needs: &[GCC, PKG_CONFIG],
        after: &["install"],
        inputs: Some(SOURCES),
        seconds: 8,
        run: |job| examples(job, "", "gcc -std=c99 -g -fsanitize=address"),
        ..SHORT
    },
    Check {
        name: "cmake",
        group: "c",
        why: "a project of CMake finds the library, the shared one and the archive",
        needs: &[GCC, CMAKE],
        after: &["install"],
        // An archive's members contain line numbers, so this runs more often.
        inputs: Some(&[
            Input::Made("target/test/installed/lib/libcounterpoint.a"),
            Input::Made("target/test/installed/lib/libcounterpoint.so"),
            Input::Made("target/test/installed/lib/cmake/counterpoint"),
            Input::Tree("bindings/c/"),
            Input::Tree("scripts/install.sh"),
        ]),
        seconds: 5,
        run: cmake,
        ..SHORT
    },
    Check {
        name: "g++",
        group: "c",
        gate: Gate::TestAll,
        why: "the examples in C++11; a second compiler",
        needs: &[GXX, PKG_CONFIG],
        after: &["install"],
        inputs: Some(SOURCES),
        seconds: 8,
        run: |job| examples(job, "", "g++ -x c++ -std=c++11 -O2"),
        ..SHORT
    },
    Check {
        name: "undefined",
        group: "c",
        gate: Gate::TestAll,
        why: "the examples with the sanitizer of undefined behaviour; a second sanitizer",
        needs: &[GCC, PKG_CONFIG],
        after: &["install"],
        inputs: Some(SOURCES),
        seconds: 8,
        run: |job| examples(job, "", "gcc -std=c99 -g -fsanitize=undefined -fno-sanitize-recover=all"),
        ..SHORT
    },
    Check {
        name: "valgrind",
        group: "c",
        gate: Gate::TestAll,
        why: "the examples under valgrind; it takes ten times as long",
        needs: &[GCC, PKG_CONFIG, VALGRIND],
        after: &["install"],
        inputs: Some(SOURCES),
        seconds: 40,
        run: |job| examples(job, "valgrind --quiet --error-exitcode=9 --leak-check=full", "gcc -std=c99 -g"),
        ..SHORT
    },
    Check {
        name: "musl",
        group: "c",
        gate: Gate::TestAll,
        why: "a static program for musl, where Rust has its libraries for it; it builds the product once more",
        needs: &[GCC, PKG_CONFIG, CMAKE, OBJCOPY],
        after: &["fetch"],
        minutes: 60,
        seconds: 90,
        run: |job| job.command("scripts/tests/musl.sh").arg(job.world.root.join("target/test/musl")).run(),
        ..SHORT
    },
];

fn examples(job: &Job<'_>, runner: &str, compiler: &str) -> Outcome {
    let folder = job.world.root.join(INSTALLED);
    let call = job.command("scripts/tests/c_examples.sh").arg(folder).arg(runner);
    call.args(compiler.split(' ')).args(["-Wall", "-Wextra", "-Wpedantic", "-Werror"]).run()
}

/// Checks what the library offers to a linker: the functions that the header declares but does not define, and nothing
/// else.
fn symbols(job: &Job<'_>) -> Outcome {
    let (library, options) = if cfg!(target_os = "macos") {
        ("libcounterpoint.dylib", ["-gU", "-P"].as_slice())
    } else {
        ("libcounterpoint.so", ["--dynamic", "--defined-only", "--format=posix"].as_slice())
    };
    let library = job.world.root.join(INSTALLED).join("lib").join(library);
    let listed = job.command("nm").args(options).arg(library).output()?;
    let offered: BTreeSet<&str> = listed
        .lines()
        .filter_map(|line| line.split_once(" T ").map(|(name, _)| name))
        // Apple's compilers put an underscore before every name.
        .map(|name| if cfg!(target_os = "macos") { name.trim_start_matches('_') } else { name })
        .collect();
    let header = job.world.root.join(INSTALLED).join("include/counterpoint.h");
    let header = std::fs::read_to_string(header).map_err(|error| error.to_string())?;
    let declared = functions(&header);
    let missing = declared.difference(&offered).map(|name| format!("not in the library: {name}"));
    let wrong =
        offered.iter().filter(|name| !name.starts_with("cpt_")).map(|name| format!("not the library's: {name}"));
    let findings: Vec<String> = missing.chain(wrong).collect();
    for finding in &findings {
        job.say(finding);
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("{} symbols", findings.len()).into()) }
}

/// Returns the functions that a header declares but does not define.
fn functions(header: &str) -> BTreeSet<&str> {
    let is_code = |line: &&str| !line.starts_with(" *") && !line.starts_with("CPT_INLINE");
    let defined: BTreeSet<&str> =
        header.lines().filter(|line| line.starts_with("CPT_INLINE")).flat_map(called).collect();
    header
        .lines()
        .filter(is_code)
        .map(without_comment)
        .flat_map(called)
        .filter(|name| !defined.contains(name))
        .collect()
}

fn without_comment(line: &str) -> &str {
    line.split("/*").next().unwrap_or_default()
}

/// Returns the names that begin with `cpt_` and are followed by a parenthesis.
fn called(line: &str) -> Vec<&str> {
    let pieces: Vec<&str> = line.split('(').collect();
    let [before @ .., _] = &pieces[..] else { return Vec::new() };
    let begin = |text: &str| {
        let name = text.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
        name.starts_with("cpt_").then_some(text.len() - name.len())
    };
    before.iter().filter_map(|text| begin(text).map(|begin| &text[begin..])).collect()
}

fn cmake(job: &Job<'_>) -> Outcome {
    const PROJECT: &str = "cmake_minimum_required(VERSION 3.13)
project(user C)
foreach(version 0.1.99 0.2 1)
  find_package(counterpoint ${version} QUIET)
  if(counterpoint_FOUND)
    message(FATAL_ERROR \"version ${counterpoint_VERSION} is taken for ${version}\")
  endif()
endforeach()
find_package(counterpoint 0.1 REQUIRED)
foreach(kind counterpoint static)
  add_executable(digest-${kind} ${EXAMPLES}/digest.c)
  target_link_libraries(digest-${kind} PRIVATE counterpoint::${kind})
endforeach()
";
    let folder = job.world.root.join("target/test/cmake");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("CMakeLists.txt"), PROJECT).map_err(|error| error.to_string())?;
    let definition = |name: &str, path: &str| format!("-D{name}={}", job.world.root.join(path).display());
    job.command("cmake -S target/test/cmake -B target/test/cmake/build")
        .arg(definition("CMAKE_PREFIX_PATH", INSTALLED))
        .arg(definition("EXAMPLES", "bindings/c/examples"))
        .run()?;
    job.run("cmake --build target/test/cmake/build")?;
    let [shared, archive] =
        ["counterpoint", "static"].map(|kind| job.program(format!("target/test/cmake/build/digest-{kind}")).output());
    let (shared, archive) = (shared?, archive?);
    if shared.is_empty() || shared != archive {
        return Err(format!("the shared library prints {shared}, the archive {archive}").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_a_header() {
        let header = "/**\n * Calls cpt_no(1).\n */\n\
            cpt_status cpt_one(const uint8_t *data, /* cpt_two( */ size_t n);\n\
            CPT_INLINE cpt_status cpt_here(int n) {\nvoid cpt_three(void);\n  return cpt_here(cpt_four(n));\n";
        assert_eq!(functions(header), BTreeSet::from(["cpt_one", "cpt_three", "cpt_four"]));
    }
}
