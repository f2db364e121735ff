//! The table of functions, functions.toml: its contents, and the rules for them.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// The whole table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    #[serde(rename = "family")]
    pub(super) families: Vec<Family>,
}

/// A WebAssembly module.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Module {
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) buffer_bytes: Option<u32>,
    pub(super) embedded: Vec<String>,
    #[serde(default)]
    pub(super) files: Vec<String>,
}

/// Algorithms that share a specification.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Family {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) public: bool,
    lists: Option<Vec<String>>,
    #[serde(default)]
    pub(super) npm: bool,
    pub(super) modules: Vec<Module>,
    /// Available in every language.
    #[serde(rename = "mode")]
    pub(super) modes: Vec<Mode>,
    /// Available only in the library.
    #[serde(skip)]
    pub(super) studies: Vec<Mode>,
}

/// Functions that differ only in their sizes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mode {
    pub(super) name: String,
    title: Option<String>,
    only: Option<Only>,
    pub(super) kind: Kind,
    pub(super) source: String,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) extendable: bool,
    #[serde(default)]
    pub(super) tuple: bool,
    #[serde(default)]
    pub(super) takes: Vec<Parameter>,
    #[serde(default)]
    pub(super) needs: Vec<Parameter>,
    pub(super) file: String,
    pub(super) row: Option<String>,
    #[serde(rename = "type")]
    pub(super) rust_type: Option<String>,
    pub(super) key: Option<String>,
    pub(super) algorithm: Option<String>,
    list: Option<String>,
    pub(super) build: Option<String>,
    suffix: Option<String>,
    pub(super) by_value: Option<String>,
    module: Option<String>,
    pub(super) python: Option<String>,
    pub(super) javascript: Option<String>,
    pub(super) typescript: Option<String>,
    doc: Option<String>,
    summary: Option<String>,
    #[serde(default)]
    docs: BTreeMap<String, String>,
    #[serde(default)]
    summaries: BTreeMap<String, String>,
    pub(super) page: Option<String>,
    pub(super) page_about: Option<String>,
    pub(super) functions: Vec<Function>,
}

/// The only place that has functions.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Only {
    Rust,
}

/// What an algorithm does.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Hash,
    Permutation,
    Aead,
    #[serde(rename = "block cipher")]
    BlockCipher,
}

/// An option, with its name in Rust's registry.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) enum Parameter {
    Key,
    FunctionName,
    Customization,
    Domain,
    BlockBytes,
    OutputBits,
}

/// An algorithm.
#[derive(Deserialize)]
pub(super) struct Function {
    pub(super) name: String,
    title: Option<String>,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    rust: Option<String>,
    pub(super) c: Option<u32>,
    js: Option<u32>,
    block_bytes: Option<u32>,
    digest_bytes: Option<u32>,
    #[serde(flatten)]
    parameters: BTreeMap<String, Value>,
}

/// The contents of a type besides its sizes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(u32),
    Text(String),
}

impl Module {
    /// Returns the flavours that are built: those in bundles, then the others.
    pub(super) fn flavours(&self) -> impl Iterator<Item = &str> {
        self.embedded.iter().chain(&self.files).map(String::as_str)
    }
}

impl Family {
    /// Returns the names of the lists on the family's front page.
    pub(super) fn lists(&self) -> Vec<&str> {
        match &self.lists {
            Some(lists) => lists.iter().map(String::as_str).collect(),
            None => vec!["ALGORITHMS"],
        }
    }

    /// Whether some of its functions hash messages.
    pub(super) fn hashes(&self) -> bool {
        self.modes.iter().any(|mode| mode.kind == Kind::Hash)
    }

    /// Returns the family's algorithms, except those of studies.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.modes.iter().flat_map(|mode| self.entries_of(mode))
    }

    /// Returns the algorithms of one of its modes or studies.
    pub(super) fn entries_of<'t>(&'t self, mode: &'t Mode) -> impl Iterator<Item = Entry<'t>> {
        mode.functions.iter().map(move |function| Entry { family: self, mode, function })
    }
}

impl Mode {
    /// Returns the file with the list of its algorithms.
    pub(super) fn list(&self) -> &str {
        self.list.as_deref().unwrap_or(&self.file)
    }

    /// Whether a function takes only a message and has a fixed-length digest.
    pub(super) fn is_fixed(&self) -> bool {
        self.kind == Kind::Hash && self.takes.is_empty() && !self.extendable
    }
}

/// An algorithm, with the family and mode it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) family: &'t Family,
    pub(super) mode: &'t Mode,
    pub(super) function: &'t Function,
}

impl<'t> Entry<'t> {
    pub(super) fn name(self) -> &'t str {
        &self.function.name
    }

    /// Returns the name of the type in Rust; empty if it has none.
    pub(super) fn rust(self) -> &'t str {
        self.function.rust.as_deref().unwrap_or_default()
    }

    /// Returns the name of the constant in C.
    pub(super) fn c_constant(self) -> String {
        format!("CPT_{}", self.name().to_uppercase().replace('-', "_"))
    }

    /// Returns the number in C.
    pub(super) fn c(self) -> u32 {
        self.function.c.unwrap_or_default()
    }

    /// Returns the name in Python, and of functions in C.
    pub(super) fn snake_case(self) -> String {
        self.name().replace('-', "_")
    }

    /// Returns the name in JavaScript.
    pub(super) fn js_name(self) -> String {
        match self.mode.kind {
            Kind::Aead => {
                let mut words = self.name().split('-');
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
            }
            Kind::BlockCipher => self.rust().to_owned(),
            Kind::Hash | Kind::Permutation => self.snake_case(),
        }
    }

    /// Returns the number in its module's interface.
    pub(super) fn js(self) -> u32 {
        self.function.js.unwrap_or_default()
    }

    pub(super) fn block_bytes(self) -> u32 {
        self.function.block_bytes.unwrap_or_default()
    }

    pub(super) fn digest_bytes(self) -> u32 {
        self.function.digest_bytes.unwrap_or_default()
    }

    /// Returns the name of its WebAssembly module.
    pub(super) fn module(self) -> &'t str {
        self.mode.module.as_deref().unwrap_or(&self.family.name)
    }

    pub(super) fn title(self) -> String {
        let name = self.name();
        let of_mode = || {
            let end = name.strip_prefix(&self.mode.name).unwrap_or(name);
            format!("{}{end}", self.mode.title.as_deref().unwrap_or_default())
        };
        self.function.title.clone().unwrap_or_else(of_mode)
    }

    /// Returns its aliases in the form that Rust's registry takes.
    pub(super) fn aliases(self) -> String {
        let aliases: Vec<String> = self.function.aliases.iter().map(|alias| format!("{alias:?}")).collect();
        format!("&[{}]", aliases.join(", "))
    }

    /// Returns the documentation of its type.
    pub(super) fn doc(self) -> String {
        self.own(&self.mode.docs, self.mode.doc.as_ref())
    }

    /// Returns the line of documentation in other languages.
    pub(super) fn summary(self) -> String {
        self.own(&self.mode.summaries, self.mode.summary.as_ref())
    }

    /// Returns its own text, or its mode's.
    fn own(self, texts: &BTreeMap<String, String>, of_mode: Option<&String>) -> String {
        let text = texts.get(self.name()).or(of_mode).map_or("", |text| text.trim_end());
        self.text(text)
    }

    /// Returns a text with names in braces replaced by fields. Names that are not fields stay: [`Table::check`] has
    /// already looked for them.
    pub(super) fn text(self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, name, after)) = next_field(rest) {
            filled.push_str(before);
            filled.push_str(&self.field(name).unwrap_or_else(|| format!("{{{name}}}")));
            rest = after;
        }
        filled + rest
    }

    fn field(self, name: &str) -> Option<String> {
        fn number(number: Option<impl Display>) -> Option<String> {
            number.map(|number| number.to_string())
        }
        let digest = self.function.digest_bytes;
        match name {
            "name" => Some(self.name().to_owned()),
            "title" => Some(self.title()),
            "rust" => self.function.rust.clone(),
            "js" => number(self.function.js),
            "js_name" => Some(self.js_name()),
            "block_bytes" => number(self.function.block_bytes),
            "digest_bytes" => number(digest),
            "digest_bits" => number(digest.map(|bytes| 8 * bytes)),
            "strength" => number(digest.map(|bytes| 4 * bytes)),
            "suffix" => self.mode.suffix.clone(),
            "type" => self.mode.rust_type.as_deref().map(|rust_type| self.text(rust_type)),
            "names" => Some(format!("{:?}, {}", self.name(), self.aliases())),
            "aliases" => Some(self.aliases()),
            _ => self.parameter(name),
        }
    }

    /// Returns the contents of the type besides its sizes.
    pub(super) fn parameter(self, name: &str) -> Option<String> {
        self.function.parameters.get(name).map(|value| match value {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
        })
    }

    /// Returns all texts that may contain fields.
    fn texts(self) -> impl Iterator<Item = &'t String> {
        let mode = self.mode;
        let own = [mode.docs.get(self.name()), mode.summaries.get(self.name())];
        [
            &mode.row,
            &mode.rust_type,
            &mode.key,
            &mode.algorithm,
            &mode.build,
            &mode.by_value,
            &mode.javascript,
            &mode.doc,
            &mode.summary,
        ]
        .into_iter()
        .flatten()
        .chain(own.into_iter().flatten())
    }
}

/// Returns the text before the next name in braces, the name, and the text after it.
fn next_field(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find('{')?;
        let close = open + text[open..].find('}')?;
        let name = &text[open + 1..close];
        if !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_') {
            return Some((&text[..open], name, &text[close + 1..]));
        }
        from = open + 1;
    }
}

impl Table {
    /// Reads the table.
    ///
    /// # Errors
    ///
    /// If it lacks a field or has an unknown one, if two functions have the same name or number, or if a C number is
    /// missing.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut table: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for family in &mut table.families {
            family.studies = family.modes.extract_if(.., |mode| mode.only == Some(Only::Rust)).collect();
        }
        table.check()?;
        Ok(table)
    }

    /// Returns the WebAssembly modules sorted by number.
    pub(super) fn modules(&self) -> Vec<&Module> {
        let mut modules: Vec<&Module> = self.families.iter().flat_map(|family| &family.modules).collect();
        modules.sort_by_key(|module| module.number);
        modules
    }

    /// Returns all algorithms, except those of studies.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.families.iter().flat_map(Family::entries)
    }

    /// Returns the hash functions.
    pub(super) fn hashes(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries().filter(|entry| entry.mode.kind == Kind::Hash)
    }

    /// Returns the algorithms of studies.
    pub(super) fn in_studies(&self) -> impl Iterator<Item = Entry<'_>> {
        let studies = self.families.iter().flat_map(|family| family.studies.iter().map(move |study| (family, study)));
        studies.flat_map(|(family, study)| family.entries_of(study))
    }

    fn check(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        let mut types = BTreeSet::new();
        for entry in self.entries().chain(self.in_studies()) {
            let name = entry.name();
            for spelling in entry.function.aliases.iter().chain([&entry.function.name]) {
                let letters: String = spelling.chars().filter(|c| !matches!(c, '-' | '_' | '/')).collect();
                unique(&mut names, letters.to_lowercase(), name, "this name")?;
            }
            if let Some(rust) = &entry.function.rust {
                unique(&mut types, rust, name, "this type")?;
            }
            check_fields(entry)?;
        }
        self.in_studies().try_for_each(check_study)?;
        self.check_numbers()
    }

    /// Checks that every function has the numbers it requires, and that no other function has them.
    fn check_numbers(&self) -> Result<(), String> {
        let mut c = BTreeSet::new();
        let mut js = BTreeSet::new();
        let mut modules = BTreeSet::new();
        for module in self.modules() {
            unique(&mut modules, module.number, &module.name, "the number of this module")?;
        }
        for entry in self.entries() {
            let name = entry.name();
            let needed: &[(&str, bool)] = match entry.mode.kind {
                Kind::Hash => &[
                    ("c", entry.function.c.is_some()),
                    ("block_bytes", entry.function.block_bytes.is_some()),
                    ("digest_bytes", entry.function.digest_bytes.is_some()),
                ],
                Kind::Aead => &[("c", entry.function.c.is_some())],
                Kind::BlockCipher | Kind::Permutation => &[],
            };
            if let Some((field, _)) = needed.iter().find(|(_, there)| !there) {
                return Err(format!("{name} has no `{field}`"));
            }
            if entry.mode.kind != Kind::Permutation {
                for (field, there) in [("rust", entry.function.rust.is_some()), ("js", entry.function.js.is_some())] {
                    if !there {
                        return Err(format!("{name} has no `{field}`"));
                    }
                }
                if !self.modules().iter().any(|module| module.name == entry.module()) {
                    return Err(format!(
                        "{name} belongs to the module {:?}, which is not in `modules`",
                        entry.module()
                    ));
                }
                unique(&mut js, (entry.module(), entry.js()), name, "this number in JavaScript")?;
            }
            if let Some(number) = entry.function.c {
                unique(&mut c, number, name, "this number in C")?;
            }
        }
        match (1..).zip(&c).find(|(expected, number)| expected != *number) {
            Some((expected, _)) => Err(format!("no function has the number {expected} in C; the numbers have no gaps")),
            None => Ok(()),
        }
    }
}

fn unique<T: Ord>(seen: &mut BTreeSet<T>, value: T, name: &str, what: &str) -> Result<(), String> {
    if seen.insert(value) { Ok(()) } else { Err(format!("{name}: another function has {what}")) }
}

/// Checks that a study's function has what the library requires, and no number.
fn check_study(entry: Entry<'_>) -> Result<(), String> {
    let Entry { family, mode, function } = entry;
    let name = entry.name();
    let file = format!("{}/{}.rs", family.name, mode.name);
    if mode.file != file {
        return Err(format!("{name} is only in Rust, so its `file` is {file:?}"));
    }
    for (field, there, wanted) in [
        ("rust", function.rust.is_some(), true),
        ("block_bytes", function.block_bytes.is_some(), true),
        ("digest_bytes", function.digest_bytes.is_some(), true),
        ("c", function.c.is_some(), false),
        ("js", function.js.is_some(), false),
    ] {
        if there != wanted {
            return Err(format!("{name} is only in Rust, so it has {} `{field}`", if wanted { "a" } else { "no" }));
        }
    }
    Ok(())
}

/// Checks that every field named in a text exists, and that every parameter is named.
fn check_fields(entry: Entry<'_>) -> Result<(), String> {
    let mut named = BTreeSet::new();
    for text in entry.texts() {
        let mut rest = text.as_str();
        while let Some((_, field, after)) = next_field(rest) {
            if entry.field(field).is_none() {
                return Err(format!("{} has no field {field:?}, which {text:?} contains", entry.name()));
            }
            named.insert(field);
            rest = after;
        }
    }
    match entry.function.parameters.keys().find(|name| !named.contains(name.as_str())) {
        Some(unknown) => Err(format!("{} has the field {unknown:?}, which no text of its mode contains", entry.name())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        [[family]]
        name = "f"
        title = "F"
        modules = [{ name = "f", number = 1, embedded = [] }]
        [[family.mode]]
        name = "hash"
        title = "Hash"
        kind = "hash"
        source = ""
        file = ""
        summary = "{title} of {digest_bits} bits, {rounds} rounds: { braces }"
        functions = [
            { name = "hash-1", rust = "A", c = 1, js = 0, block_bytes = 8, digest_bytes = 4, rounds = 3 },
            { name = "hash-2", rust = "B", c = 2, js = 1, block_bytes = 8, digest_bytes = 4, rounds = 4 },
        ]
    "#;

    #[test]
    fn texts_are_filled() {
        let table = Table::parse(GOOD).unwrap_or_else(|error| panic!("{error}"));
        let summaries: Vec<String> = table.entries().map(Entry::summary).collect();
        assert_eq!(summaries[1], "Hash-2 of 32 bits, 4 rounds: { braces }");
    }

    #[test]
    fn a_study_is_no_part_of_the_lists() {
        let study = GOOD.replace("file = \"\"", "file = \"f/hash.rs\"\nonly = \"rust\"");
        let study = study.replace("c = 1, js = 0, ", "").replace("c = 2, js = 1, ", "");
        let table = Table::parse(&study).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.entries().count(), 0);
        assert_eq!(table.in_studies().map(Entry::rust).collect::<Vec<_>>(), ["A", "B"]);
    }

    #[test]
    fn mistakes_are_named() {
        for (good, wrong, words) in [
            ("\"hash-2\"", "\"HASH_1\"", "HASH_1: another function has this name"),
            ("rust = \"B\"", "rust = \"A\"", "this type"),
            ("js = 1", "js = 0", "this number in JavaScript"),
            ("c = 2", "c = 1", "this number in C"),
            ("c = 2", "c = 3", "no function has the number 2 in C"),
            ("c = 2, ", "", "hash-2 has no `c`"),
            ("rounds = 4", "ruonds = 4", "no field \"rounds\""),
            ("{rounds} rounds", "rounds", "the field \"rounds\", which no text"),
            ("number = 1, ", "", "missing field `number`"),
            ("kind = \"hash\"", "kind = \"hash\"\nkinds = 1", "unknown field `kinds`"),
            ("kind = \"hash\"", "kind = \"hash\"\nonly = \"c\"", "unknown variant `c`, expected `rust`"),
            ("kind = \"hash\"", "kind = \"hash\"\nonly = \"rust\"", "so its `file` is \"f/hash.rs\""),
            ("file = \"\"", "file = \"f/hash.rs\"\nonly = \"rust\"", "hash-1 is only in Rust, so it has no `c`"),
        ] {
            assert!(GOOD.contains(good), "{good}");
            let error = Table::parse(&GOOD.replace(good, wrong)).err().unwrap_or_default();
            assert!(error.contains(words), "{wrong}: {error}");
        }
    }
}
