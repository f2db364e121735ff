//! `counterpoint list`: the algorithms, their implementations, and which of them this machine runs.
//!
//! The text form groups algorithms that stand on the same implementations; the JSON form has one record for each
//! algorithm and implementation.

use crate::console::Console;
use crate::exit::{Error, Exit, with_codes};
use anstyle::Style;
use counterpoint::Algorithm;
use counterpoint::registry::Kind;
use counterpoint_console::names::unknown;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  counterpoint list
      a table for people
  counterpoint list shake128 groestl
      of one algorithm and of a family only
  counterpoint list --format json
      records for programs";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    /// How it is shown.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Algorithms or families; none is all of them.
    #[arg(value_name = "ALG", value_parser = Selection::named)]
    selections: Vec<Selection>,
}

/// An algorithm, or all of a family.
#[derive(Clone)]
struct Selection(Vec<&'static Algorithm>);

impl Selection {
    fn named(name: &str) -> Result<Self, String> {
        let family: Vec<_> = Algorithm::all().filter(|algorithm| algorithm.family.eq_ignore_ascii_case(name)).collect();
        match Algorithm::by_name(name) {
            Ok(algorithm) => Ok(Self(vec![algorithm])),
            Err(_) if !family.is_empty() => Ok(Self(family)),
            Err(_) => Err(unknown("algorithm", name, Algorithm::all().map(|algorithm| algorithm.name))),
        }
    }
}

/// The algorithms that are selected, in the order of the selections, and each once.
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
    /// A table.
    Text,
    /// An array of records.
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
            let entries: Vec<Entry> = algorithms.iter().flat_map(|algorithm| entries(algorithm)).collect();
            serde_json::to_string_pretty(&entries).expect("strings and numbers") + "\n"
        }
        Format::Text => table(&algorithms, &console),
    };
    console.line(text.as_bytes())?;
    Ok(Exit::Good)
}

/// One implementation of one algorithm.
#[derive(Serialize)]
struct Entry {
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

fn entries(algorithm: &Algorithm) -> impl Iterator<Item = Entry> {
    algorithm.implementations().map(|implementation| {
        let card = implementation.card();
        Entry {
            algorithm: algorithm.name,
            implementation: card.name,
            technique: card.technique,
            tier: implementation.tier(),
            states: card.states,
            constant_time: card.constant_time,
            available: implementation.available(),
            missing: (0..).map_while(|n| implementation.missing(n)).collect(),
            chosen: card.name == algorithm.best(1),
        }
    })
}

const HEADINGS: [&str; 6] = ["implementation", "technique", "tier", "states", "constant time", "runs here"];

/// A table for people: a heading for algorithms of the same kind and the same implementations, and below it these.
fn table(algorithms: &[&'static Algorithm], console: &Console) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    for group in algorithms.chunk_by(|a, b| same_implementations(a, b)) {
        let names: Vec<_> = group.iter().map(|algorithm| algorithm.name).collect();
        let heading = format!("{} ({})", names.join(" "), what(group[0], names.len()));
        text += &format!("{}\n", console.styled(bold, &heading));
        let rows: Vec<[String; 6]> = entries(group[0]).map(|entry| row(&entry)).collect();
        let marks = entries(group[0]).map(|entry| mark(group[0], &entry));
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
    text + "* chosen for one message, + chosen for many at once\n"
}

fn same_implementations(a: &Algorithm, b: &Algorithm) -> bool {
    let key = |entry: Entry| (entry.implementation, entry.chosen);
    a.family == b.family
        && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
        && entries(a).map(key).eq(entries(b).map(key))
}

fn what(algorithm: &Algorithm, count: usize) -> &'static str {
    match (algorithm.kind, count) {
        (Kind::Hash(_), 1) => "hash function",
        (Kind::Hash(_), _) => "hash functions",
        (Kind::Mode(_), 1) => "hash function with options",
        (Kind::Mode(_), _) => "hash functions with options",
        (Kind::Permutation(_), 1) => "permutation",
        (Kind::Permutation(_), _) => "permutations",
        (Kind::BlockCipher(_), 1) => "block cipher",
        (Kind::BlockCipher(_), _) => "block ciphers",
        (Kind::Aead(_), _) => "authenticated encryption",
    }
}

fn mark(algorithm: &Algorithm, entry: &Entry) -> char {
    if entry.chosen {
        '*'
    } else if entry.implementation == algorithm.best(usize::MAX) {
        '+'
    } else {
        ' '
    }
}

fn row(entry: &Entry) -> [String; 6] {
    let here = if entry.available { "yes".to_owned() } else { format!("no, needs {}", entry.missing.join(" ")) };
    [
        entry.implementation.to_owned(),
        entry.technique.to_owned(),
        entry.tier.to_owned(),
        entry.states.to_string(),
        if entry.constant_time { "yes" } else { "no" }.to_owned(),
        here,
    ]
}
