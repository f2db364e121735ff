//! The rule that no two files of a crate import each other, directly or through other files.
//!
//! A reader can then take the files of a crate one after the other, each after those that it needs. The rule has no
//! exception for front pages: a file may use the modules in its folder, or they may use it, but not both.
//!
//! A name belongs to the file that defines it. So `use crate::Error` in a crate whose `lib.rs` says `pub use
//! error::Error` is an import from `error.rs`, and a front page that only declares and re-exports modules is never
//! part of a cycle. A re-export by name is no import, unless the file also uses the name or the name is a trait's.
//! A `use` inside of a function counts as one at the top of the file, and so does `use Enum::*` for an enum of another
//! file. An `impl` block may stand in another file than its type: only paths count, not calls of methods. Code under
//! `#[cfg(test)]` or `#[cfg(all(test, ...))]` does not count, because tests may look at anything.
//!
//! The check works on tokens: it reads the `mod`, `use` and item keywords of each file and follows every path (`a::b`),
//! in attributes and macro calls too. It does not expand macros.

use super::file::File;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// The crates that satisfy the rule and have to keep to it.
const CRATES: [&str; 6] = [
    "crates/counterpoint",
    "xtask",
    "crates/counterpoint-bench",
    "crates/counterpoint-cli",
    "crates/counterpoint-console",
    "crates/counterpoint-vectors",
];

/// The number of re-exports that are followed from one name to its definition before the search gives up.
const MOST_REEXPORTS: usize = 16;

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

/// A path such as `crate::plan::Job`, segment by segment. A path of a module begins below `crate`.
type Segments = Vec<String>;

/// What one module declares and which paths it mentions.
#[derive(Default)]
struct Module {
    /// The file that contains the module.
    file: usize,
    /// Functions, types, constants and macros.
    items: BTreeSet<String>,
    /// The names that `use` brings in, and the paths that they stand for.
    imports: BTreeMap<String, Segments>,
    /// The modules and enums from which `use` brings in all names.
    globs: Vec<Segments>,
    /// All paths in the module's code.
    paths: Vec<Segments>,
    /// The names that the module re-exports, and the paths that they stand for.
    reexports: Vec<(String, Segments)>,
    /// The identifiers in the module's code that are not a part of a path.
    words: BTreeSet<String>,
}

/// What a path leads to.
enum Target {
    Module(Segments),
    /// An item that this file defines.
    Item(usize),
}

/// All modules of a crate, by their paths.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Segments, Module>,
    /// The modules that exist in tests only.
    tests: BTreeSet<Segments>,
    /// The names of all traits.
    traits: BTreeSet<String>,
}

/// Returns one cycle of file names for each group of files that import each other, or the file that can't be read. The
/// first file of a cycle stands at its end again.
fn cycles<'a>(files: &[(&'a str, &str)]) -> Result<Vec<Vec<&'a str>>, &'a str> {
    let mut all = Crate::default();
    let library = files.iter().any(|(path, _)| *path == "lib.rs");
    for (number, (path, text)) in files.iter().enumerate() {
        // Beside a `lib.rs`, `main.rs` is the root of another crate.
        if library && *path == "main.rs" {
            continue;
        }
        let tokens: TokenStream = text.parse().map_err(|_| *path)?;
        all.read(tokens, &module_path(path), number, None);
    }
    let mut names: Vec<usize> = (0..files.len()).collect();
    names.sort_by_key(|&number| files[number].0);
    let imports = all.imports(files.len());
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

/// Returns the path of the module in a file: `report/page.rs` contains `report::page`, `lib.rs` the crate itself.
fn module_path(file: &str) -> Segments {
    match file {
        "lib.rs" | "main.rs" => Vec::new(),
        _ => Path::new(file).with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect(),
    }
}

/// Returns the shortest way from a file through its imports back to itself.
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

/// Returns whether a token is this punctuation character.
fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Returns the identifier that a token is.
fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

/// Returns the tokens in the group that a token is, if it has this delimiter.
fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<TokenStream> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

/// Returns whether the tokens before an item end with a visibility.
fn is_public(before: &[TokenTree]) -> bool {
    match before {
        [.., word, restriction] if group(Some(restriction), Delimiter::Parenthesis).is_some() => {
            ident(Some(word)).as_deref() == Some("pub")
        }
        [.., word] => ident(Some(word)).as_deref() == Some("pub"),
        [] => false,
    }
}

/// A name that a `use` declaration brings in.
struct Used {
    /// The path that the declaration names.
    named: Segments,
    /// The name in the module, or `None` if the declaration brings in all names below the path.
    alias: Option<String>,
}

/// Reads one tree of a `use` declaration, below the path that the declaration has named so far.
fn read_use(tree: &[TokenTree], named: &mut Segments, names: &mut Vec<Used>) {
    let before = named.len();
    let mut at = 0;
    while at < tree.len() {
        if let Some(inner) = group(tree.get(at), Delimiter::Brace) {
            let inner: Vec<TokenTree> = inner.into_iter().collect();
            for branch in inner.split(|token| is_punct(Some(token), ',')).filter(|branch| !branch.is_empty()) {
                read_use(branch, named, names);
            }
            named.truncate(before);
            return;
        }
        if is_punct(tree.get(at), '*') {
            names.push(Used { named: named.clone(), alias: None });
            named.truncate(before);
            return;
        }
        match ident(tree.get(at)).as_deref() {
            Some("as") => break,
            // `use a::{self}` names `a`.
            Some("self") if !named.is_empty() => {}
            Some(segment) => named.push(segment.to_owned()),
            None => {}
        }
        at += 1;
    }
    let alias = if at < tree.len() { ident(tree.get(at + 1)) } else { named.last().cloned() };
    names.extend(alias.map(|alias| Used { named: named.clone(), alias: Some(alias) }));
    named.truncate(before);
}

/// Reads the `use` declaration that begins at a token. Returns what it names and the place of its semicolon, or `None`
/// if no declaration begins there. (`use` in `impl Iterator + use<'a>` begins none.)
fn use_at(tokens: &[TokenTree], at: usize) -> Option<(Vec<Used>, usize)> {
    if ident(tokens.get(at)).as_deref() != Some("use") || is_punct(tokens.get(at + 1), '<') {
        return None;
    }
    let end = (at..tokens.len()).find(|&at| is_punct(tokens.get(at), ';')).unwrap_or(tokens.len());
    let mut names = Vec::new();
    read_use(&tokens[at + 1..end], &mut Vec::new(), &mut names);
    Some((names, end))
}

/// The names that `use` declarations in a function bring in, and the paths that they stand for.
#[derive(Clone, Default)]
struct Locals(BTreeMap<String, Segments>);

impl Locals {
    /// Adds the names that are brought in at the top of these tokens. They apply to all of the tokens.
    fn extend(&mut self, tokens: &[TokenTree]) {
        let declarations = (0..tokens.len()).filter_map(|at| use_at(tokens, at));
        self.0.extend(
            declarations.flat_map(|(names, _)| names).filter_map(|Used { named, alias }| Some((alias?, named))),
        );
    }

    /// Returns what a path is outside of the function: its first name may stand for a path, whose first name may too.
    fn expand(&self, mut path: Segments) -> Segments {
        for _ in 0..MOST_REEXPORTS {
            let Some(named) = path.first().and_then(|first| self.0.get(first)) else { break };
            // `use a::b as a;` begins with a name from outside of the function.
            let again = named.first() != path.first();
            path = [named, &path[1..]].concat();
            if !again {
                break;
            }
        }
        path
    }
}

impl Crate {
    /// Reads the tokens of a module (`around` is `None`) or of a part of it, such as the body of a function. `around`
    /// contains the names that the functions around the part bring in.
    fn read(&mut self, tokens: TokenStream, path: &Segments, file: usize, around: Option<&Locals>) {
        self.modules.entry(path.clone()).or_insert_with(|| Module { file, ..Module::default() });
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let top = around.is_none();
        let mut locals = around.cloned().unwrap_or_default();
        if !top {
            locals.extend(&tokens);
        }
        let mut at = 0;
        while at < tokens.len() {
            if is_punct(tokens.get(at), '#')
                && let Some(attribute) = group(tokens.get(at + 1), Delimiter::Bracket)
            {
                at += 2;
                let words = attribute.to_string().replace(' ', "");
                if words.starts_with("cfg(test)") || words.starts_with("cfg(all(test,") {
                    // The item ends with a semicolon or with a block.
                    let ends = |token: &TokenTree| {
                        is_punct(Some(token), ';') || group(Some(token), Delimiter::Brace).is_some()
                    };
                    let end = tokens[at..].iter().position(ends).map_or(tokens.len(), |item| at + item + 1);
                    let declared =
                        tokens[at..end].iter().position(|token| ident(Some(token)).as_deref() == Some("mod"));
                    if let Some(name) = declared.and_then(|module| ident(tokens.get(at + module + 1))) {
                        self.tests.insert([&path[..], &[name]].concat());
                    }
                    at = end;
                } else {
                    self.read(attribute, path, file, Some(&locals));
                }
                continue;
            }
            let Some(word) = ident(tokens.get(at)) else {
                if let TokenTree::Group(inner) = &tokens[at] {
                    self.read(inner.stream(), path, file, Some(&locals));
                }
                at += 1;
                continue;
            };
            if let Some((names, end)) = use_at(&tokens, at) {
                self.add_use(names, path, (!top).then_some(&locals), is_public(&tokens[..at]));
                at = end + 1;
                continue;
            }
            let next = ident(tokens.get(at + 1));
            match (word.as_str(), next) {
                // `pub(in crate::walk)` imports nothing.
                ("pub", _) if group(tokens.get(at + 1), Delimiter::Parenthesis).is_some() => at += 2,
                ("mod", Some(name)) if top => {
                    if let Some(inner) = group(tokens.get(at + 2), Delimiter::Brace) {
                        self.read(inner, &[&path[..], &[name]].concat(), file, None);
                    }
                    at += 3;
                }
                ("fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static", Some(name)) if top => {
                    if word == "trait" {
                        self.traits.insert(name.clone());
                    }
                    self.module(path).items.insert(name);
                    at += if word == "const" { 1 } else { 2 };
                }
                ("macro_rules", _) => {
                    if let Some(name) = ident(tokens.get(at + 2)) {
                        self.module(path).items.insert(name);
                    }
                    at += 3;
                }
                _ => {
                    let mut segments = vec![word];
                    at += 1;
                    while is_punct(tokens.get(at), ':')
                        && is_punct(tokens.get(at + 1), ':')
                        && let Some(segment) = ident(tokens.get(at + 2))
                    {
                        segments.push(segment);
                        at += 3;
                    }
                    let module = self.module(path);
                    if segments.len() > 1 {
                        module.paths.push(locals.expand(segments));
                    } else {
                        module.words.extend(segments);
                    }
                }
            }
        }
    }

    /// Adds what a `use` declaration names. `locals` is `None` at the top of a module, and elsewhere contains the names
    /// that functions bring in. `public` is whether the declaration re-exports.
    fn add_use(&mut self, names: Vec<Used>, path: &Segments, locals: Option<&Locals>, public: bool) {
        let module = self.module(path);
        for Used { named, alias } in names {
            let named = locals.map_or(named.clone(), |locals| locals.expand(named));
            let Some(alias) = alias else {
                module.globs.push(named);
                continue;
            };
            if public {
                module.reexports.push((alias.clone(), named.clone()));
            } else {
                module.paths.push(named.clone());
            }
            if locals.is_none() && alias != "_" {
                module.imports.insert(alias, named);
            }
        }
    }

    fn module(&mut self, path: &Segments) -> &mut Module {
        self.modules.entry(path.clone()).or_default()
    }

    /// Returns the files that each file imports from.
    fn imports(&self, files: usize) -> Vec<BTreeSet<usize>> {
        let mut imports = vec![BTreeSet::new(); files];
        let in_tests = |path: &Segments| (1..=path.len()).any(|length| self.tests.contains(&path[..length]));
        // The identifiers of each file, in all of its modules.
        let mut words = vec![BTreeSet::new(); files];
        for module in self.modules.values() {
            words[module.file].extend(&module.words);
        }
        // A trait is used where its methods are called, which does not mention its name.
        let is_used = |file: usize, alias: &String| words[file].contains(alias) || self.traits.contains(alias);
        for (path, module) in self.modules.iter().filter(|(path, _)| !in_tests(path)) {
            let used = module.reexports.iter().filter(|(alias, _)| alias == "_" || is_used(module.file, alias));
            let used = used.map(|(_, named)| named);
            for named in module.paths.iter().chain(used) {
                // The import of a module alone is none; what is used of it is another path.
                if let Some(Target::Item(file)) = self.resolve(path, named, MOST_REEXPORTS) {
                    imports[module.file].insert(file);
                }
            }
            for named in &module.globs {
                imports[module.file].extend(self.resolve(path, named, MOST_REEXPORTS).map(|target| match target {
                    Target::Module(target) => self.modules[&target].file,
                    Target::Item(file) => file,
                }));
            }
            imports[module.file].remove(&module.file);
        }
        imports
    }

    /// Finds what a path in a module leads to; `None` if that is outside of the crate.
    fn resolve(&self, from: &Segments, path: &[String], depth: usize) -> Option<Target> {
        let mut module = from.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            // The name of another crate, if nothing here has it.
            name if !self.has(from, name) && !self.has_by_glob(from, name, depth) => return None,
            _ => {}
        }
        while let [first, later @ ..] = rest {
            if first == "super" {
                module.pop()?;
            } else {
                match self.member(&module, first, depth.checked_sub(1)?)? {
                    Target::Module(inner) => module = inner,
                    item @ Target::Item(_) => return Some(item),
                }
            }
            rest = later;
        }
        Some(Target::Module(module))
    }

    /// Returns whether a module declares or imports this name.
    fn has(&self, path: &Segments, name: &str) -> bool {
        let module = &self.modules[path];
        let child = [&path[..], &[name.to_owned()]].concat();
        module.items.contains(name) || module.imports.contains_key(name) || self.modules.contains_key(&child)
    }

    /// Returns whether a module from which this one imports everything by a full path declares or imports this name.
    fn has_by_glob(&self, path: &Segments, name: &str, depth: usize) -> bool {
        let full = |glob: &&Segments| matches!(glob.first().map(String::as_str), Some("crate" | "self" | "super"));
        self.modules[path].globs.iter().filter(full).any(|glob| {
            let target = depth.checked_sub(1).and_then(|depth| self.resolve(path, glob, depth));
            matches!(target, Some(Target::Module(target)) if self.has(&target, name))
        })
    }

    /// Finds what a name in a module stands for: a module in it, an import, an item of its own or of a module from
    /// which it imports everything.
    fn member(&self, path: &Segments, name: &str, depth: usize) -> Option<Target> {
        let child = [&path[..], &[name.to_owned()]].concat();
        if self.modules.contains_key(&child) {
            return Some(Target::Module(child));
        }
        let module = self.modules.get(path)?;
        if module.items.contains(name) {
            return Some(Target::Item(module.file));
        }
        if let Some(import) = module.imports.get(name) {
            return self.resolve(path, import, depth);
        }
        let in_glob = |glob: &Segments| match self.resolve(path, glob, depth)? {
            Target::Module(target) if target != *path => self.member(&target, name, depth.checked_sub(1)?),
            _ => None,
        };
        module.globs.iter().find_map(in_glob)
    }
}

#[cfg(test)]
mod tests {
    use super::cycles;

    fn found(files: &[(&'static str, &str)]) -> Vec<String> {
        cycles(files).unwrap().iter().map(|cycle| cycle.join(" ")).collect()
    }

    #[test]
    fn files_that_import_each_other_are_found() {
        let a = ("a.rs", "use crate::b::B; pub struct A;");
        assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, ("b.rs", "pub struct B;")]), [""; 0]);
        let b = ("b.rs", "pub struct B; fn f() { crate::a::A; }");
        assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, b]), ["a.rs b.rs a.rs"]);
        // Through a third file, by way of an imported module, inside an attribute.
        let b = ("b.rs", "use crate::c; pub struct B; fn f() { c::f(); }");
        let c = ("c.rs", "pub fn f() {} #[arg(value = super::a::A)] struct C;");
        assert_eq!(found(&[("lib.rs", "mod a; mod b; mod c;"), a, b, c]), ["a.rs b.rs c.rs a.rs"]);
    }

    #[test]
    fn imports_inside_functions_count() {
        let a = ("a.rs", "use crate::b::B; pub struct A; pub enum E { X }");
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
            assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, ("b.rs", &b)]), ["a.rs b.rs a.rs"], "{f}");
        }
        // In the scope of another function, the name stands for another crate.
        let b = ("b.rs", "pub struct B; fn f() { use crate::a; } fn g() -> impl Fn() + use<'_> { a::A; }");
        assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, b]), [""; 0]);
    }

    #[test]
    fn the_variants_of_an_enum_belong_to_its_file() {
        let a = ("a.rs", "use crate::b::B; pub enum E { X } mod inner { pub enum I { Y } }");
        for b in [
            "pub struct B; use crate::a::E::*;",
            "pub struct B; use super::a::inner::I::*;",
            "pub struct B; use crate::a; use a::E::*;",
            "pub struct B; pub use crate::a::E; mod c { use super::*; fn f() { E::X; } }",
            "pub struct B; pub use crate::a::E; mod c { use super::*; fn f() { use E::*; } }",
        ] {
            assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, ("b.rs", b)]), ["a.rs b.rs a.rs"], "{b}");
        }
        let b = ("b.rs", "pub enum B { Z } use B::*; fn f() { use self::B::*; use std::cmp::Ordering::*; }");
        assert_eq!(found(&[("lib.rs", "mod a; mod b;"), a, b]), [""; 0]);
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
