//! The declarations in a crate's files, and the targets of the paths in them.
//!
//! The text is read as tokens: the `mod`, `use` and item keywords of each file, and every path (`a::b`), including
//! those in attributes and macro calls. Macros are not expanded. Code under `#[cfg(test)]` or `#[cfg(all(test, ...))]`
//! is skipped.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The number of re-exports followed from a name to its definition before the search gives up.
const MOST_REEXPORTS: usize = 16;

/// A path such as `crate::plan::Job`, segment by segment. A module's path begins below `crate`.
pub(super) type Segments = Vec<String>;

/// A module's declarations and the paths it mentions.
#[derive(Default)]
pub(super) struct Module {
    /// The number of the file that contains the module.
    pub(super) file: usize,
    /// Functions, types, constants and macros.
    items: BTreeSet<String>,
    /// The names that `use` brings in, and the paths they stand for.
    imports: BTreeMap<String, Segments>,
    /// The modules and enums from which `use` brings in all names.
    pub(super) globs: Vec<Segments>,
    /// All paths in the module's code.
    pub(super) paths: Vec<Segments>,
    /// The names that the module re-exports, and the paths they stand for.
    pub(super) reexports: Vec<(String, Segments)>,
    /// The identifiers in the module's code that are not part of a path.
    pub(super) words: BTreeSet<String>,
}

/// The target of a path.
pub(super) enum Target {
    Module(Segments),
    /// An item, defined in the file with this number.
    Item(usize),
}

/// All modules of a crate, by their paths.
#[derive(Default)]
pub(super) struct Crate {
    pub(super) modules: BTreeMap<Segments, Module>,
    /// The modules that exist only in tests.
    tests: BTreeSet<Segments>,
    /// All traits, by the numbers of their files and their names.
    pub(super) traits: BTreeSet<(usize, String)>,
}

/// Returns the path of a file's module: `report/page.rs` contains `report::page`, `lib.rs` the crate itself.
fn module_path(file: &str) -> Segments {
    match file {
        "lib.rs" | "main.rs" => Vec::new(),
        _ => Path::new(file).with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect(),
    }
}

/// Returns whether a token is this punctuation character.
fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Returns the identifier if a token is one.
fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

/// Returns the tokens in a group, if the token is a group with this delimiter.
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

/// Reads one tree of a `use` declaration, below the path named so far.
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

/// Reads the `use` declaration that begins at a token. Returns what it names and the position of its semicolon, or
/// `None` if no declaration begins there. (`use` in `impl Iterator + use<'a>` does not begin one.)
fn use_at(tokens: &[TokenTree], at: usize) -> Option<(Vec<Used>, usize)> {
    if ident(tokens.get(at)).as_deref() != Some("use") || is_punct(tokens.get(at + 1), '<') {
        return None;
    }
    let end = (at..tokens.len()).find(|&at| is_punct(tokens.get(at), ';')).unwrap_or(tokens.len());
    let mut names = Vec::new();
    read_use(&tokens[at + 1..end], &mut Vec::new(), &mut names);
    Some((names, end))
}

/// The names that `use` declarations in a function bring in, and the paths they stand for.
#[derive(Clone, Default)]
struct Locals(BTreeMap<String, Segments>);

impl Locals {
    /// Adds the names brought in at the top of these tokens. They apply to all of the tokens.
    fn extend(&mut self, tokens: &[TokenTree]) {
        let declarations = (0..tokens.len()).filter_map(|at| use_at(tokens, at));
        self.0.extend(
            declarations.flat_map(|(names, _)| names).filter_map(|Used { named, alias }| Some((alias?, named))),
        );
    }

    /// Returns the path as it is written outside the function: its first name may stand for a path, whose first name
    /// may too.
    fn expand(&self, mut path: Segments) -> Segments {
        for _ in 0..MOST_REEXPORTS {
            let Some(named) = path.first().and_then(|first| self.0.get(first)) else { break };
            // `use a::b as a;` begins with a name from outside the function.
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
    /// Reads the files of a crate, given with their paths below `src/`. A file's number is its position in the list. If
    /// a file can't be read, returns it.
    pub(super) fn of<'a>(files: &[(&'a str, &str)]) -> Result<Self, &'a str> {
        let mut all = Self::default();
        let library = files.iter().any(|(path, _)| *path == "lib.rs");
        for (number, (path, text)) in files.iter().enumerate() {
            // Next to a `lib.rs`, `main.rs` is the root of another crate.
            if library && *path == "main.rs" {
                continue;
            }
            let tokens: TokenStream = text.parse().map_err(|_| *path)?;
            all.read(tokens, &module_path(path), number, None);
        }
        Ok(all)
    }

    /// Returns the modules that exist outside tests, with their paths.
    pub(super) fn modules(&self) -> impl Iterator<Item = (&Segments, &Module)> {
        let in_tests = |path: &Segments| (1..=path.len()).any(|length| self.tests.contains(&path[..length]));
        self.modules.iter().filter(move |(path, _)| !in_tests(path))
    }

    /// Finds the target of a path in a module; `None` if it is outside the crate.
    pub(super) fn target(&self, from: &Segments, path: &[String]) -> Option<Target> {
        self.resolve(from, path, MOST_REEXPORTS)
    }

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
                        self.traits.insert((file, name.clone()));
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

    /// Adds the names in a `use` declaration. `locals` is `None` at the top of a module, and elsewhere contains the
    /// names that functions bring in. `public` is whether the declaration re-exports.
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

    /// Like [`Self::target`], but gives up after `depth` re-exports.
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
            // The name of another crate, if nothing here has this name.
            name if !self.has(from, name) && !self.has_by_glob(from, name, depth) => return None,
            _ => {}
        }
        while let [first, later @ ..] = rest {
            if first == "super" {
                module.pop()?;
            } else {
                match self.member(&module, first, depth.checked_sub(1)?)? {
                    Target::Module(inner) => module = inner,
                    item @ Target::Item(..) => return Some(item),
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

    /// Returns whether a module from which this one imports everything, by a full path, declares or imports this name.
    fn has_by_glob(&self, path: &Segments, name: &str, depth: usize) -> bool {
        let full = |glob: &&Segments| matches!(glob.first().map(String::as_str), Some("crate" | "self" | "super"));
        self.modules[path].globs.iter().filter(full).any(|glob| {
            let target = depth.checked_sub(1).and_then(|depth| self.resolve(path, glob, depth));
            matches!(target, Some(Target::Module(target)) if self.has(&target, name))
        })
    }

    /// Finds what a name in a module stands for: a module in it, an import, or an item of its own or of a module from
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
