//! `bench papers`: the papers' own tables, with what ours reach on this machine beside them.
//!
//! The figures of the papers are data (`data/papers.toml`); which of our implementations answers to a row is told there by
//! technique, so that a row is filled as soon as its technique exists.

use crate::measure::{self, Group, Pace};
use crate::plan::LONG;
use crate::record::{Lengths, Record};
use crate::{subject, write_out};
use clap::Args;
use counterpoint::Algorithm;
use counterpoint_console::exit::Error;
use std::path::PathBuf;

mod answer;
mod table;
mod text;

pub(crate) use answer::{Answered, Ours, answer};
pub(crate) use table::{Table, tables};

/// What `bench papers` takes.
#[derive(Debug, Args)]
pub(crate) struct PapersArgs {
    #[command(flatten)]
    pace: Pace,
    /// Take our figures from these records instead of measuring.
    #[arg(long, value_name = "RECORD", num_args = 1.., conflicts_with_all = ["quick", "processes", "patience", "record"])]
    from: Vec<PathBuf>,
}

/// Prints all tables.
///
/// # Errors
///
/// A message for the user: a record can't be read, or measuring failed. What was measured until then is printed.
pub(crate) fn run(args: &PapersArgs) -> Result<(), Error> {
    let (record, outcome) = if args.from.is_empty() {
        measure::into_record(&groups(), &args.pace)
    } else {
        (Record::read_all(&args.from)?, Ok(()))
    };
    let answered: Vec<Answered<'_>> = tables().iter().map(|table| answer(table, &record)).collect();
    write_out(&text::all(&answered, &record))?;
    outcome
}

/// Every implementation that answers to a row, each once, on a long message.
fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in tables().iter().flat_map(|table| &table.rows) {
        let Ok(algorithm) = Algorithm::by_name(&row.algorithm) else { continue };
        let Some(name) = answer::available(row) else { continue };
        if groups.iter().any(|g| g.subject.algorithm == algorithm.name && g.subject.implementation == name) {
            continue;
        }
        let subject = subject::ours(algorithm).into_iter().find(|subject| subject.implementation == name);
        groups.extend(subject.map(|subject| Group { subject, points: vec![(1, Lengths::Equal, LONG)] }));
    }
    groups
}
