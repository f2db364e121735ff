//! The command `papers`: the papers' tables, next to the figures of our implementations on this machine.
//!
//! The papers' figures are data (`data/papers.toml`). The data also names the technique that corresponds to a row, so a
//! row has a figure as soon as that technique exists.

use crate::console::{Error, print};
use crate::implementations;
use crate::measure::Source;
use crate::plan::{LONG, SubjectPlan};
use crate::record::Lengths;
use clap::Args;
use counterpoint::Algorithm;

mod comparison;
mod table;
mod text;

pub(crate) use comparison::{ComparedTable, OurResult, compare};
pub(crate) use table::{Table, tables};

/// The arguments of `papers`.
#[derive(Debug, Args)]
pub(crate) struct PapersArgs {
    #[command(flatten)]
    source: Source,
}

/// Prints all tables.
///
/// # Errors
///
/// Returns a message if a record can't be read or measuring failed. Prints what was measured before that.
pub(crate) fn run(args: &PapersArgs) -> Result<(), Error> {
    let (record, outcome) = args.source.record(plans)?;
    let compared: Vec<ComparedTable<'_>> = tables().iter().map(|table| compare(table, &record)).collect();
    print(&text::all(&compared, &record))?;
    outcome
}

/// Returns every implementation that corresponds to a row, each once, with a long message.
fn plans() -> Vec<SubjectPlan> {
    let mut plans: Vec<SubjectPlan> = Vec::new();
    for row in tables().iter().flat_map(|table| &table.rows) {
        let Ok(algorithm) = Algorithm::by_name(&row.algorithm) else { continue };
        let Some(name) = comparison::available(row) else { continue };
        if plans.iter().any(|g| g.subject.algorithm == algorithm.name && g.subject.implementation == name) {
            continue;
        }
        let subject = implementations::of(algorithm).into_iter().find(|subject| subject.implementation == name);
        plans.extend(subject.map(|subject| SubjectPlan { subject, points: vec![(1, Lengths::Equal, LONG)] }));
    }
    plans
}
