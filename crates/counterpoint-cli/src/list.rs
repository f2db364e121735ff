//! `counterpoint list`: the algorithms, their implementations, and which of them this machine runs.
//!
//! The text form groups algorithms with the same implementations. The JSON form has a record for each pair of algorithm
//! and implementation.

use crate::console::Console;
use crate::exit::{Error, Exit, with_codes};
use crate::hash_functions::{self, ALL_TECHNIQUES};
use anstyle::Style;
use counterpoint::Algorithm;
use counterpoint::registry::Kind;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  counterpoint list
      tables of all algorithms
  counterpoint list shake128 groestl
      only one algorithm and one family
  counterpoint list --format json
      all algorithms, as JSON";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Algorithms or families [default: all].
    #[arg(value_name = "ALG", value_parser = Selection::named)]
    selections: Vec<Selection>,
}

/// An algorithm, or all algorithms of a family.
#[derive(Clone)]
struct Selection(Vec<&'static Algorithm>);

impl Selection {
    fn named(name: &str) -> Result<Self, String> {
        let family: Vec<_> = Algorithm::all().filter(|algorithm| algorithm.family.eq_ignore_ascii_case(name)).collect();
        match hash_functions::algorithm(name) {
            Ok(algorithm) => Ok(Self(vec![algorithm])),
            Err(_) if !family.is_empty() => Ok(Self(family)),
            Err(message) => Err(message),
        }
    }
}

/// Returns the selected algorithms, in the order of the selections, without duplicates.
fn selected(selections: &[Selection]) -> Vec<&'static Algorithm> {
    let mut algorithms: Vec<&'static Algorithm> = Vec::new();
    for algorithm in selections.iter().flat_map(|Selection(algorithms)| algorithms) {
        if algorithms.iter().all(|other| other.name != algorithm.name) {
            algorithms.push(algorithm);
        }
    }
    algorithms
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Tables for people.
    Text,
    /// An array of records for programs.
    Json,
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let algorithms: Vec<_> = match &args.selections[..] {
        [] => Algorithm::all().collect(),
        selections => selected(selections),
    };
    let mut console = Console::new();
    let text = match args.format {
        Format::Json => {
            let all: Vec<ImplementationRecord> = algorithms.iter().flat_map(|algorithm| records(algorithm)).collect();
            serde_json::to_string_pretty(&all).expect("strings and numbers") + "\n"
        }
        Format::Text => table(&algorithms, &console),
    };
    console.line(text.as_bytes())?;
    Ok(Exit::Good)
}

/// An implementation of an algorithm, as JSON shows it.
#[derive(Serialize)]
struct ImplementationRecord {
    algorithm: &'static str,
    implementation: &'static str,
    technique: &'static str,
    tier: &'static str,
    states: usize,
    constant_time: bool,
    available: bool,
    missing: Vec<&'static str>,
    chosen: bool,
}

/// Returns the implementations of an algorithm, in the order of the library's list.
fn records(algorithm: &Algorithm) -> impl Iterator<Item = ImplementationRecord> {
    algorithm.implementations().map(|implementation| ImplementationRecord {
        algorithm: algorithm.name,
        implementation: implementation.name(),
        technique: implementation.technique(),
        tier: implementation.tier(),
        states: implementation.states(),
        constant_time: implementation.constant_time(),
        available: implementation.available(),
        missing: implementation.missing_features().collect(),
        chosen: implementation.name() == algorithm.best(1).name(),
    })
}

const HEADINGS: [&str; 6] = ["implementation", "technique", "tier", "states", "constant time", "runs here"];

/// Returns the text form: a heading and a table for each group of algorithms with the same implementations.
fn table(algorithms: &[&'static Algorithm], console: &Console) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    for group in algorithms.chunk_by(|a, b| same_implementations(a, b)) {
        let names: Vec<_> = group.iter().map(|algorithm| algorithm.name).collect();
        let heading = format!("{} ({})", names.join(" "), kind_name(group[0], names.len()));
        text += &format!("{}\n", console.styled(bold, &heading));
        let rows: Vec<[String; 6]> = records(group[0]).map(|record| row(&record)).collect();
        let marks = records(group[0]).map(|record| mark(group[0], &record));
        let headings = HEADINGS.map(str::to_owned);
        let widths: [usize; 6] = std::array::from_fn(|column| {
            rows.iter().chain([&headings]).map(|row| row[column].len()).max().unwrap_or_default()
        });
        for (mark, row) in std::iter::once(' ').chain(marks).zip(std::iter::once(&headings).chain(&rows)) {
            let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            let line = format!("  {mark} {}", cells.join("  "));
            let style = if mark == '*' { bold } else { Style::new() };
            text += &format!("{}\n", console.styled(style, line.trim_end()));
        }
        text += "\n";
    }
    text += "* chosen for one message, + chosen for many at once\n";
    match left_out(algorithms) {
        0 => text,
        more => text + &format!("{more} more, which no CPU chooses, come with {ALL_TECHNIQUES}\n"),
    }
}

/// Returns how many implementations of these algorithms are not in this build. Algorithms with the same
/// implementations count once, as they are shown once.
fn left_out(algorithms: &[&'static Algorithm]) -> usize {
    algorithms.chunk_by(|a, b| same_implementations(a, b)).map(|group| group[0].left_out().len()).sum()
}

/// Returns whether two algorithms are of the same family and kind and have the same implementations.
fn same_implementations(a: &Algorithm, b: &Algorithm) -> bool {
    let key = |record: ImplementationRecord| (record.implementation, record.chosen);
    a.family == b.family && kind_name(a, 1) == kind_name(b, 1) && records(a).map(key).eq(records(b).map(key))
}

/// Returns the kind of `count` algorithms in words.
fn kind_name(algorithm: &Algorithm, count: usize) -> &'static str {
    match (algorithm.kind, count) {
        (Kind::Hash(hash), 1) if hash.takes.is_empty() => "hash function",
        (Kind::Hash(hash), _) if hash.takes.is_empty() => "hash functions",
        (Kind::Hash(_), 1) => "hash function with options",
        (Kind::Hash(_), _) => "hash functions with options",
        (Kind::Permutation(_), 1) => "permutation",
        (Kind::Permutation(_), _) => "permutations",
        (Kind::BlockCipher(_), 1) => "block cipher",
        (Kind::BlockCipher(_), _) => "block ciphers",
        (Kind::Aead(_), _) => "authenticated encryption",
        _ => "other",
    }
}

/// Returns the mark of an implementation: `*` for the default for one message, `+` for many.
fn mark(algorithm: &Algorithm, record: &ImplementationRecord) -> char {
    if record.chosen {
        '*'
    } else if record.implementation == algorithm.best(usize::MAX).name() {
        '+'
    } else {
        ' '
    }
}

/// Returns the cells of an implementation, in the order of [`HEADINGS`].
fn row(record: &ImplementationRecord) -> [String; 6] {
    let here = if record.available { "yes".to_owned() } else { format!("no, requires {}", record.missing.join(" ")) };
    [
        record.implementation.to_owned(),
        record.technique.to_owned(),
        record.tier.to_owned(),
        record.states.to_string(),
        if record.constant_time { "yes" } else { "no" }.to_owned(),
        here,
    ]
}
