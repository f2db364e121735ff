//! The rule that no two files of a crate import each other, directly or through other files.
//!
//! So you can read the files of a crate one after another, each after those it depends on. The rule has no exception
//! for front pages: a file may use the modules in its folder, or they may use it, but not both.
//!
//! A name belongs to the file that defines it. So `use crate::Error` in a crate whose `lib.rs` contains `pub use
//! error::Error` is an import from `error.rs`, and a front page that only declares and re-exports modules is never part
//! of a cycle. A re-export by name is not an import, unless the file also uses the name or the name is a trait's. A
//! `use` inside a function counts like one at the top of the file, and so does `use Enum::*` for another file's enum.
//! An `impl` block may be in a different file than its type: only paths count, not method calls. Tests may use
//! anything.

use super::file::File;
use super::paths::{Crate, Target};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The project's crates.
const CRATES: [&str; 15] = [
    "bindings/c",
    "bindings/js/modules",
    "bindings/python",
    "crates/counterpoint",
    "crates/counterpoint-cli",
    "crates/counterpoint-columns",
    "crates/counterpoint-vectors",
    "studies/isa",
    "tools/bench",
    "tools/prove",
    "tools/xtask",
    "tools/xtask/code",
    "tools/xtask/gates",
    "tools/xtask/lists",
    "tools/xtask/remarks",
];

/// Adds a finding for each group of files that import each other. `files` are the sources of the workspace.
pub(super) fn check(files: &[File], findings: &mut Vec<String>) {
    for folder in CRATES {
        let prefix = format!("{folder}/src/");
        let sources = files.iter().filter_map(|file| Some((file.name.strip_prefix(&prefix)?, file.text.as_str())));
        match cycles(&sources.filter(|(path, _)| path.ends_with(".rs")).collect::<Vec<_>>()) {
            Ok(cycles) => findings.extend(cycles.iter().map(|cycle| {
                format!(
                    "{prefix}{}: imports itself: {}; move what both need into a file of its own",
                    cycle[0],
                    cycle.join(" -> ")
                )
            })),
            Err(file) => findings.push(format!("{prefix}{file}: can't be read as Rust")),
        }
    }
}

/// Returns one cycle of file names for each group of files that import each other, or the file that can't be read. A
/// cycle ends with its first file.
fn cycles<'a>(files: &[(&'a str, &str)]) -> Result<Vec<Vec<&'a str>>, &'a str> {
    let mut names: Vec<usize> = (0..files.len()).collect();
    names.sort_by_key(|&number| files[number].0);
    let imports = imports(&Crate::of(files)?, files.len());
    let mut found = Vec::new();
    let mut reported = BTreeSet::new();
    for number in names {
        if !reported.contains(&number)
            && let Some(cycle) = shortest_cycle(number, &imports)
        {
            reported.extend(cycle.iter().copied());
            found.push(cycle.into_iter().map(|number| files[number].0).collect());
        }
    }
    Ok(found)
}

/// Returns, for each of this number of files, the files it imports from.
fn imports(all: &Crate, files: usize) -> Vec<BTreeSet<usize>> {
    let mut imports = vec![BTreeSet::new(); files];
    // The identifiers in each file, in all its modules.
    let mut words = vec![BTreeSet::new(); files];
    for module in all.modules.values() {
        words[module.file].extend(&module.words);
    }
    // A trait is used wherever its methods are called, without mentioning its name.
    let is_used =
        |file: usize, alias: &String| words[file].contains(alias) || all.traits.iter().any(|(_, name)| name == alias);
    for (path, module) in all.modules() {
        let used = module.reexports.iter().filter(|(alias, _)| alias == "_" || is_used(module.file, alias));
        let used = used.map(|(_, named)| named);
        for named in module.paths.iter().chain(used) {
            // Importing only a module does not count; each use of it is another path.
            if let Some(Target::Item(file)) = all.target(path, named) {
                imports[module.file].insert(file);
            }
        }
        for named in &module.globs {
            imports[module.file].extend(all.target(path, named).map(|target| match target {
                Target::Module(target) => all.modules[&target].file,
                Target::Item(file) => file,
            }));
        }
        imports[module.file].remove(&module.file);
    }
    imports
}

/// Returns the shortest path from a file through its imports back to itself.
fn shortest_cycle(start: usize, imports: &[BTreeSet<usize>]) -> Option<Vec<usize>> {
    let mut reached_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for &next in &imports[file] {
            if reached_from.contains_key(&next) {
                continue;
            }
            reached_from.insert(next, file);
            if next == start {
                let mut cycle = vec![start, file];
                while cycle[cycle.len() - 1] != start {
                    cycle.push(reached_from[&cycle[cycle.len() - 1]]);
                }
                cycle.reverse();
                return Some(cycle);
            }
            queue.push_back(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::cycles;

    fn found(files: &[(&'static str, &str)]) -> Vec<String> {
        cycles(files).unwrap().iter().map(|cycle| cycle.join(" ")).collect()
    }

    /// Returns the findings in a crate with the modules `a` and `b`, which have these texts.
    fn found_in_two(a: &str, b: &str) -> Vec<String> {
        found(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)])
    }

    #[test]
    fn files_that_import_each_other_are_found() {
        let a = "use crate::b::B; pub struct A;";
        assert_eq!(found_in_two(a, "pub struct B;"), [""; 0]);
        assert_eq!(found_in_two(a, "pub struct B; fn f() { crate::a::A; }"), ["a.rs b.rs a.rs"]);
        // Through a third file, through an imported module, inside an attribute.
        let a = ("a.rs", a);
        let b = ("b.rs", "use crate::c; pub struct B; fn f() { c::f(); }");
        let c = ("c.rs", "pub fn f() {} #[arg(value = super::a::A)] struct C;");
        assert_eq!(found(&[("lib.rs", "mod a; mod b; mod c;"), a, b, c]), ["a.rs b.rs c.rs a.rs"]);
    }

    #[test]
    fn imports_inside_functions_count() {
        let a = "use crate::b::B; pub struct A; pub enum E { X }";
        for f in [
            "use crate::a; fn g() { a::A; }",
            "use crate::a::{self, A as _};",
            "{ use crate::a as other; if true { other::A; } }",
            "a::A; use crate::a;",
            "use crate::a; use a::E; E::X;",
            "use super::a; use a::E::*; X;",
            "use crate::a::*;",
        ] {
            let b = format!("pub struct B; pub fn f() {{ {f} }}");
            assert_eq!(found_in_two(a, &b), ["a.rs b.rs a.rs"], "{f}");
        }
        // In another function's scope, the name refers to another crate.
        let b = "pub struct B; fn f() { use crate::a; } fn g() -> impl Fn() + use<'_> { a::A; }";
        assert_eq!(found_in_two(a, b), [""; 0]);
    }

    #[test]
    fn the_variants_of_an_enum_belong_to_its_file() {
        let a = "use crate::b::B; pub enum E { X } mod inner { pub enum I { Y } }";
        for b in [
            "pub struct B; use crate::a::E::*;",
            "pub struct B; use super::a::inner::I::*;",
            "pub struct B; use crate::a; use a::E::*;",
            "pub struct B; pub use crate::a::E; mod c { use super::*; fn f() { E::X; } }",
            "pub struct B; pub use crate::a::E; mod c { use super::*; fn f() { use E::*; } }",
        ] {
            assert_eq!(found_in_two(a, b), ["a.rs b.rs a.rs"], "{b}");
        }
        let b = "pub enum B { Z } use B::*; fn f() { use self::B::*; use std::cmp::Ordering::*; }";
        assert_eq!(found_in_two(a, b), [""; 0]);
    }

    #[test]
    fn a_front_page_uses_its_modules_or_they_use_it() {
        let child = ("a/b.rs", "use super::A; pub fn f() {}");
        assert_eq!(found(&[("lib.rs", "mod a;"), ("a.rs", "mod b; pub struct A;"), child]), [""; 0]);
        let page = ("a.rs", "mod b; pub struct A; fn g() { b::f(); }");
        assert_eq!(found(&[("lib.rs", "mod a;"), page, child]), ["a.rs a/b.rs a.rs"]);
    }

    #[test]
    fn a_reexport_counts_where_the_name_is_used() {
        let child = ("a/b.rs", "use super::A; pub struct B;");
        let page = ("a.rs", "mod b; pub(super) use b::B; pub struct A;");
        assert!(cycles(&[("lib.rs", "mod a;"), page, child]).unwrap().is_empty());
        for page in [
            "mod b; pub(super) use b::B; pub struct A(B);",
            "mod b; pub(super) use b::B; pub struct A; mod inner { use super::*; fn f(_: B) {} }",
        ] {
            assert_eq!(cycles(&[("lib.rs", "mod a;"), ("a.rs", page), child]).unwrap(), [["a.rs", "a/b.rs", "a.rs"]]);
        }
        let child = ("a/b.rs", "use super::A; pub trait B {}");
        let page = ("a.rs", "mod b; pub(super) use b::B; pub struct A;");
        assert_eq!(cycles(&[("lib.rs", "mod a;"), page, child]).unwrap(), [["a.rs", "a/b.rs", "a.rs"]]);
    }

    #[test]
    fn files_of_tests_may_look_at_anything() {
        let page = ("a.rs", "#[cfg(all(test, unix))] mod tests; pub struct A;");
        let tests = ("a/tests.rs", "use super::A; mod more; pub fn f() { more::g(); }");
        let more = ("a/tests/more.rs", "use super::f; pub fn g() {}");
        assert!(cycles(&[("lib.rs", "mod a;"), page, tests, more]).unwrap().is_empty());
    }

    #[test]
    fn a_name_belongs_to_the_file_that_defines_it() {
        let lib = ("lib.rs", "mod a; mod b; mod c; pub use a::A; pub use b::*; fn f() { c::f(); }");
        let a = ("a.rs", "pub struct A;");
        let b = ("b.rs", "use crate::A; pub struct B;");
        let c = ("c.rs", "use crate::{A, B}; pub fn f() {}");
        assert_eq!(found(&[lib, a, b, c]), [""; 0]);
        let c = ("c.rs", "use crate::f as g; pub fn f() {}");
        assert_eq!(found(&[lib, a, b, c]), ["c.rs lib.rs c.rs"]);
    }

    #[test]
    fn tests_modules_inside_files_and_visibilities_do_not_count() {
        let a = ("a.rs", "use crate::b::B; #[cfg(test)] mod tests { use crate::c::C; } pub(in crate::c) struct A;");
        let b =
            ("b.rs", "mod unix { use super::inside; } fn inside() {} pub use unix::B; #[cfg(test)] use crate::a::A;");
        let c = ("c.rs", "use crate::a::A; pub struct C;");
        assert_eq!(found(&[("lib.rs", "mod a; mod b; mod c;"), a, b, c]), [""; 0]);
        assert_eq!(cycles(&[("lib.rs", "fn (")]), Err("lib.rs"));
    }
}
