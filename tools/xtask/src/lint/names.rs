//! What a document names exists: in the code spans of every Markdown file, each path of a file or folder, each
//! implementation, each command of this project's programs, and each target of the Makefile.
//!
//! A path may omit the folders that the text has just named: `rows/layout.rs` matches any file whose path ends like
//! this. Build outputs, and names with a star or braces, are not checked.

use super::file::File;
use serde_json::Value;
use std::collections::BTreeSet;

/// All implementations, by target.
const KERNELS: &str = "benchmarks/kernels.json";

/// The last part of an implementation's name, before the number of messages.
const TIERS: [&str; 15] = [
    "aesni", "armaes", "armsha3", "avx", "avx2", "avx512", "bmi2", "gfni", "neon", "portable", "relaxed", "simd128",
    "sse2", "ssse3", "vaes",
];

/// Missing from [`KERNELS`]: an implementation for 32-bit x86, whose machine code none of our tools read.
const UNREAD: [&str; 1] = ["ttable64-sse2"];

/// Programs, and the files with the enums of their commands.
const PROGRAMS: [(&str, &str); 3] = [
    ("counterpoint", "crates/counterpoint-cli/src/lib.rs"),
    ("counterpoint-bench", "tools/bench/src/lib.rs"),
    ("counterpoint-isa", "studies/isa/src/command.rs"),
];

/// Names that mean something else: the family in an example, and a path within an npm package.
const NO_FILES: [&str; 2] = ["crates/counterpoint/src/hamsi/", "counterpoint/wasm/"];

/// Returns the findings in all documents.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let known = Known::of(files);
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(&[".md"])) {
        for (number, line) in text_of(file) {
            let named = line.split('`').skip(1).step_by(2).filter_map(|span| known.missing(span));
            findings.extend(named.map(|what| format!("{}:{number}: {what} does not exist", file.name)));
        }
    }
    findings
}

/// Returns the lines of a document outside its code blocks.
fn text_of(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    file.lines().filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        !in_block && !fence
    })
}

/// The things that exist.
struct Known<'f> {
    /// Every file and every folder, with `/` before its path, and after it for a folder.
    paths: BTreeSet<String>,
    implementations: BTreeSet<String>,
    /// The first words of commands, and the second ones that may follow each.
    commands: Vec<(&'f str, BTreeSet<String>)>,
}

impl<'f> Known<'f> {
    fn of(files: &'f [File]) -> Self {
        let text = |name: &str| files.iter().find(|file| file.name == name).map_or("", |file| &*file.text);
        let mut paths = BTreeSet::new();
        for file in files {
            paths.insert(format!("/{}", file.name));
            paths.extend(file.name.match_indices('/').map(|(end, _)| format!("/{}/", &file.name[..end])));
        }
        let kernels: Value = serde_json::from_str(text(KERNELS)).unwrap_or_default();
        let targets = kernels.as_object().into_iter().flat_map(|targets| targets.values());
        let entries = targets.filter_map(|target| target["instructions"].as_object()).flat_map(|map| map.keys());
        let mut commands: Vec<_> =
            PROGRAMS.iter().map(|(program, file)| (*program, variants_of_command(text(file)))).collect();
        let targets = text("Makefile").lines().filter_map(|line| line.split_once(':')).map(|(target, _)| target);
        commands.push(("make", targets.flat_map(|target| target.split(' ')).map(str::to_owned).collect()));
        Self {
            paths,
            implementations: entries
                .filter_map(|entry| entry.split(' ').nth(1))
                .chain(UNREAD)
                .map(str::to_owned)
                .collect(),
            commands,
        }
    }

    /// Returns the names in a code span that do not exist.
    fn missing<'s>(&self, span: &'s str) -> Option<&'s str> {
        let missing = match span.split_once(' ') {
            Some((first, rest)) => {
                let word = rest.split(' ').next().unwrap_or_default();
                let is_command = word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.contains(['/', '.']);
                let command = self.commands.iter().find(|(program, _)| *program == first);
                is_command && command.is_some_and(|(_, words)| !words.contains(word))
            }
            None if is_implementation(span) => !self.implementations.contains(span),
            None if is_path(span) => {
                let end = format!("/{span}");
                !NO_FILES.contains(&span) && !self.paths.iter().any(|path| path.ends_with(&end))
            }
            None => false,
        };
        missing.then_some(span)
    }
}

/// Returns the names of the variants of `enum Command`, as spelt on the command line.
fn variants_of_command(source: &str) -> BTreeSet<String> {
    let body = source.split_once("enum Command {").map_or("", |(_, rest)| rest);
    let body = body.split_once("\n}").map_or(body, |(body, _)| body);
    let variants = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    names.map(|line| kebab(line.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default())).collect()
}

/// Converts `MeasureJobs` to `measure-jobs`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// Whether a span is `technique-tier` or `technique-tier-xN`.
fn is_implementation(span: &str) -> bool {
    let Some((technique, tier)) = span.split_once('-') else { return false };
    let tier = tier.rsplit_once("-x").map_or(tier, |(tier, _)| tier);
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    !technique.is_empty() && is_word(technique) && TIERS.contains(&tier)
}

/// Whether a span is the path of a file or folder in the tree.
fn is_path(span: &str) -> bool {
    let is_plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let last = span.rsplit('/').next().unwrap_or_default();
    let has_ending = last.is_empty() || last.split_once('.').is_some_and(|(stem, _)| !stem.is_empty());
    is_plain && has_ending && span.contains('/') && !span.starts_with(['/', '.']) && !span.contains("target/")
}

#[cfg(test)]
mod tests {
    use super::super::file::file;
    use super::*;

    #[test]
    fn names_of_what_does_not_exist_are_found() {
        let commands = "enum Command {\n    /// A sum.\n    Sum(Args),\n    MeasureJobs,\n}\n";
        let kernels = r#"{ "x86_64": { "instructions": { "groestl vperm-ssse3 Rows<8>": 1 } } }"#;
        let page = "`src/a.rs` `a.rs/b` `deep/src/` `target/x/y.rs` `no/a.rs` `no/`\n\
            `vperm-ssse3` `vperm-neon-x2` `post-quantum`\n`counterpoint sum` `counterpoint measure-jobs` \
            `counterpoint bench` `counterpoint FILE` `make test` `make tea`\n```\n`no/b.rs`\n```\n";
        let files = [
            file("deep/src/a.rs", ""),
            file(KERNELS, kernels),
            file(PROGRAMS[0].1, commands),
            file("Makefile", "test check: all\n"),
            file("page.md", page),
        ];
        let missing = ["1: no/a.rs", "1: no/", "2: vperm-neon-x2", "3: counterpoint bench", "3: make tea"];
        assert_eq!(check(&files), missing.map(|name| format!("page.md:{name} does not exist")));
    }
}
