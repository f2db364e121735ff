//! A gate runs everything that the documents cite as evidence: each `cargo xtask`, `cargo gates` and `scripts/` command
//! with the named arguments, and each check named in a `make` command. If the same sentence, row or line names gates,
//! one of them must run the command; if only `make release` runs it, it must be named.
//!
//! The gate of each check is read from the table in CONTRIBUTING.md, and the commands of a check from the strings in
//! its entry in `tools/xtask/gates`.

use super::file::File;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The documents whose commands are evidence.
const DOCUMENTS: [&str; 3] = ["SOUNDNESS.md", "docs/proof.md", "README.md"];
const TABLE: &str = "CONTRIBUTING.md";
const ENTRIES: &str = "tools/xtask/gates/src/checks/";
/// The gates. Each but the last also runs the checks of those before it.
const GATES: [&str; 4] = ["check", "test", "test-all", RELEASE];
const RELEASE: &str = "release";

/// Returns the findings in the documents.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let checks = checks(files);
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| DOCUMENTS.contains(&&*file.name)) {
        for (number, statement) in statements(file) {
            let gates: Vec<&str> = spans(&statement).filter_map(|span| of_make(span).map(|(gate, _)| gate)).collect();
            let faults = spans(&statement).flat_map(|span| faults(&checks, span, &gates));
            findings.extend(faults.map(|fault| format!("{}:{number}: {fault}", file.name)));
        }
    }
    findings
}

/// Returns the faults of a command in a statement that names these gates.
fn faults(checks: &[Check<'_>], span: &str, gates: &[&str]) -> Vec<String> {
    if let Some((gate, names)) = of_make(span) {
        let has =
            |name: &str| checks.iter().any(|check| check.is_in(gate) && [check.name, check.group].contains(&name));
        let unknown = names.split_whitespace().filter(|name| !has(name));
        return unknown.map(|name| format!("`make {gate}` has no check or group {name}")).collect();
    }
    let Some(command) = Command::of(span) else { return Vec::new() };
    let runs: Vec<_> = checks.iter().filter(|check| check.runs.contains(&command)).collect();
    let is_run = |gate: &str| runs.iter().any(|check| check.is_in(gate));
    let fault = match () {
        () if runs.is_empty() => "no check runs it like this",
        () if gates.is_empty() && !is_run("test-all") => "only `make release` runs it, which is not stated here",
        () if !gates.is_empty() && !gates.iter().any(|gate| is_run(gate)) => "no gate named here runs it",
        () => return Vec::new(),
    };
    vec![format!("`{span}`: {fault}")]
}

/// Returns the gate that a `make` command runs, and the names in `ONLY`.
fn of_make(span: &str) -> Option<(&str, &str)> {
    let command = span.strip_prefix("make ")?;
    let (gate, names) = command.split_once(" ONLY=").unwrap_or((command, ""));
    GATES.contains(&gate).then_some((gate, names.trim_matches('"')))
}

/// A command with its arguments.
#[derive(PartialEq, Eq, Debug)]
enum Command {
    /// The arguments of `cargo xtask` or `cargo gates`.
    Task(Vec<String>),
    /// A script with its arguments.
    Script(Vec<String>),
}

impl Command {
    fn of(span: &str) -> Option<Self> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if span.starts_with("scripts/") {
            return Some(Self::Script(words(span)));
        }
        let mut task = words(["cargo xtask ", "cargo gates "].iter().find_map(|program| span.strip_prefix(program))?);
        // Words after the task name algorithms and implementations: gates run it for all of them.
        let mut index = 0..;
        task.retain(|word| index.next() == Some(0) || !word.starts_with(|c: char| c.is_ascii_alphabetic()));
        Some(Self::Task(task))
    }
}

/// A check in the table.
struct Check<'f> {
    gate: &'f str,
    group: &'f str,
    name: &'f str,
    runs: Vec<Command>,
}

impl Check<'_> {
    /// Whether a gate runs it.
    fn is_in(&self, gate: &str) -> bool {
        let place = |gate: &str| GATES.iter().position(|known| *known == gate);
        if gate == RELEASE { self.gate == RELEASE } else { place(self.gate) <= place(gate) }
    }
}

/// All checks.
fn checks(files: &[File]) -> Vec<Check<'_>> {
    let sources = files.iter().filter(|file| file.name.starts_with(ENTRIES) && file.ends_with(&[".rs"]));
    let mut entries = Vec::new();
    for source in sources {
        read_entries(source.text.parse().unwrap_or_default(), &mut entries);
    }
    let table = files.iter().filter(|file| file.name == TABLE).flat_map(|file| file.text.lines());
    let row = |line| {
        let cells: Vec<&str> = str::split(line, " | ").collect();
        let [gate, group, name, _] = cells[..] else { return None };
        let (gate, name) = (gate.strip_prefix("| ")?, name.trim_matches('`'));
        let at = entries.iter().position(|(entry, _)| entry == name);
        let runs = at.map(|at| entries.swap_remove(at).1).unwrap_or_default();
        GATES.contains(&gate).then_some(Check { gate, group, name, runs })
    };
    table.filter_map(row).collect()
}

/// Finds the entries of checks, by name, with the commands they run.
fn read_entries(tokens: TokenStream, entries: &mut Vec<(String, Vec<Command>)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_entry = index > 0 && is_word(&tokens[index - 1], "Check") && group.delimiter() == Delimiter::Brace;
        if !is_entry {
            read_entries(group.stream(), entries);
            continue;
        }
        let fields: Vec<TokenTree> = group.stream().into_iter().collect();
        // After a field's name and its colon.
        let value = |name| fields.get(fields.iter().position(|token| is_word(token, name))? + 2..);
        if let Some(name) = value("name").and_then(|value| string(value.first()?)) {
            let mut runs = Vec::new();
            read_commands(value("run").unwrap_or_default(), &mut runs);
            entries.push((name, runs));
        }
    }
}

/// Finds the commands in code: a list of strings is a task's arguments, and so is the only string in a call of `arg`.
fn read_commands(tokens: &[TokenTree], runs: &mut Vec<Command>) {
    for (index, token) in tokens.iter().enumerate() {
        if let Some(Command::Script(script)) = string(token).and_then(|text| Command::of(&text)) {
            runs.push(Command::Script(script));
        }
        let TokenTree::Group(group) = token else { continue };
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_argument = index > 0 && is_word(&tokens[index - 1], "arg");
        if group.delimiter() == Delimiter::Bracket || is_argument {
            let items = inner.iter().filter(|token| !matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
            runs.extend(items.map(string).collect::<Option<_>>().map(Command::Task));
        }
        read_commands(&inner, runs);
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Returns the text of a token that is a string.
fn string(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    Some(literal.to_string().strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Returns the sentences of a document, the rows of its tables and the commands in its code blocks, with the numbers of
/// the lines in which they begin.
fn statements(file: &File) -> Vec<(usize, String)> {
    let mut statements = Vec::new();
    let (mut in_block, mut in_code, mut goes_on) = (false, false, false);
    for (number, line) in file.lines() {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("<!--") {
            in_block ^= line.starts_with("```");
            goes_on = false;
            continue;
        }
        if in_block {
            if let Some(command) = line.strip_prefix("$ ") {
                let (command, comment) = command.split_once('#').unwrap_or((command, ""));
                statements.push((number, format!("`{}` {comment}", command.trim())));
            }
            continue;
        }
        // A paragraph's sentences may begin and end within lines. A row is one statement.
        let is_row = line.starts_with('|');
        goes_on &= !is_row && !line.is_empty() && !line.starts_with("* ");
        in_code &= goes_on;
        for word in line.split_whitespace() {
            match statements.last_mut() {
                Some((_, statement)) if goes_on => *statement += &format!(" {word}"),
                _ => statements.push((number, word.to_owned())),
            }
            in_code ^= word.matches('`').count() % 2 == 1;
            goes_on = is_row || in_code || !word.trim_end_matches([')', '*', '"']).ends_with('.');
        }
        goes_on &= !is_row;
    }
    statements
}

/// Returns the code in a statement.
fn spans(statement: &str) -> impl Iterator<Item = &str> {
    statement.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::super::file::file;
    use super::*;

    const CHECKS: &str = r#"
        const CHECKS: &[Check] = &[
            Check { name: "kernels", after: &["prove"], run: |job| on_library(job, SHIPS, &["kernels"]), ..SHORT },
            Check { name: "first-proof", run: |job| on_library(job, &["prove", "--principal"]), ..SHORT },
            Check { name: "proof-all", run: |job| { on_library(job, ALL, &["prove"]) }, ..SHORT },
            Check { name: "rules", run: |job| job.program(XTASK).arg("lint").run(), ..SHORT },
            Check { name: "web-kernels", run: |job| job.command("scripts/web.sh portable").run(), ..SHORT },
        ];
        fn isa(job: &Job<'_>) -> Outcome { job.program(ISA).args(["search"]).run() }
    "#;
    const TABLE: &str = "| gate | group | check | what it tries, and why there |\n|---|---|---|---|\n\
        | check | rust | `rules` | its rules |\n| test | proof | `kernels` | code |\n\
        | test | proof | `first-proof` | two cases |\n| release | proof | `proof-all` | all cases |\n\
        | release | web | `web-kernels` | all of them |\n";

    /// Returns the findings in a document, without its name.
    fn findings(text: &str) -> Vec<String> {
        let files = [
            file("tools/xtask/gates/src/checks/proof.rs", CHECKS),
            file(super::TABLE, TABLE),
            file("SOUNDNESS.md", text),
        ];
        check(&files).iter().map(|finding| finding.replace("SOUNDNESS.md:", "")).collect()
    }

    #[test]
    fn a_check_that_does_not_exist_is_found() {
        assert_eq!(findings("By `make test ONLY=\"kernels proof\"` and `make release ONLY=web`.\n"), [""; 0]);
        assert_eq!(
            findings("By `make test ONLY=\"kernels magic\"`.\n"),
            ["1: `make test` has no check or group magic"]
        );
        // A release runs no checks of the other gates, and they run none of a release.
        assert_eq!(findings("`make release ONLY=kernels`").len(), 1);
        assert_eq!(findings("`make test-all ONLY=web-kernels`").len(), 1);
    }

    #[test]
    fn a_command_that_no_check_runs_is_found() {
        assert_eq!(
            findings("`cargo xtask kernels`, `cargo xtask lint`, `cargo xtask prove --principal luffa512`"),
            [""; 0]
        );
        for command in ["cargo xtask search", "cargo xtask prove --any-number", "scripts/web.sh"] {
            assert_eq!(findings(&format!("`{command}`")), [format!("1: `{command}`: no check runs it like this")]);
        }
        assert_eq!(findings("```console\n$ cargo xtask kernels   # all\n$ cargo xtask magic # none\n```\n").len(), 1);
    }

    #[test]
    fn what_only_the_release_runs_is_called_so() {
        let unsaid = "only `make release` runs it, which is not stated here";
        assert_eq!(findings("First.\nThen\n`cargo xtask prove`."), [format!("2: `cargo xtask prove`: {unsaid}")]);
        assert_eq!(findings("It is `cargo xtask prove`. `make release` runs\nmore.").len(), 1);
        assert_eq!(findings("| `scripts/web.sh portable` |\n| `make release` |\n").len(), 1);
        assert_eq!(findings("`make release` runs\n`cargo xtask prove`.\n"), [""; 0]);
        assert_eq!(findings("```console\n$ cargo xtask prove  # all of it; `make release`\n```\n"), [""; 0]);
    }

    #[test]
    fn a_gate_that_does_not_run_what_is_named_is_found() {
        assert_eq!(findings("| `cargo xtask prove --principal` | `make test-all` |\n"), [""; 0]);
        let unrun = "1: `cargo xtask prove --principal`: no gate named here runs it";
        assert_eq!(findings("| `cargo xtask prove --principal` | `make check` |\n"), [unrun]);
        assert_eq!(findings("| `cargo xtask prove --principal` | `make release` |\n"), [unrun]);
    }
}
