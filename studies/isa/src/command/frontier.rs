//! `counterpoint-isa candidates` and `counterpoint-isa frontier`.

use super::files;
use crate::console::{self, Error, failed, shown};
use crate::count::ROUNDS;
use crate::frontier::{MEASURES, drawn, frontier, points};
use crate::kernels::Kernel;
use crate::pipeline::models::models;
use crate::pipeline::permutation;
use crate::search::{Candidate, candidates};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `counterpoint-isa candidates`.
#[derive(Debug, Args)]
pub(super) struct CandidatesArgs {
    /// Only the candidate with this name.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Schedule the kernels for the models of processors, and print their cycles as well.
    #[arg(long)]
    cycles: bool,
}

/// The arguments of `counterpoint-isa frontier`.
#[derive(Debug, Args)]
pub(super) struct FrontierArgs {
    /// The record of all sets, written by studies/rtl/syn/search.py.
    #[arg(value_name = "RECORD", default_value = "benchmarks/isa/frontier.json")]
    record: PathBuf,
    /// The measure to compare with the gates: instructions per byte, or cycles on a model.
    #[arg(long, value_name = "MEASURE", default_value = MEASURES[0].name,
        value_parser = PossibleValuesParser::new(MEASURES.iter().map(|measure| measure.name)))]
    by: String,
    /// Write the drawing to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Returns all candidates of the search, a line of JSON each.
pub(super) fn listed(args: &CandidatesArgs) -> Result<String, Error> {
    let chosen = |candidate: &Candidate| args.only.as_ref().is_none_or(|only| *only == candidate.name());
    let chosen: Vec<Candidate> = candidates().into_iter().filter(chosen).collect();
    if let (Some(only), []) = (&args.only, &chosen[..]) {
        return Err(Error::Usage(format!("{only}: unknown candidate; `counterpoint-isa candidates` lists them all")));
    }
    let mut text = String::new();
    for candidate in chosen {
        let added: Vec<&str> = candidate.added.iter().map(|definition| definition.name).collect();
        let mut line = serde_json::json!({
            "name": candidate.name(),
            "added": added,
            "registers": candidate.kernel.target.registers.vector,
            "sources": candidate.sources(),
            "instructions": candidate.instructions(),
            (MEASURES[0].unit): candidate.each_byte().map_err(failed)?,
        });
        if args.cycles {
            let target = &candidate.kernel.target;
            for (model, measure) in models().iter().zip(&MEASURES[1..]) {
                let kernel = Kernel::new(target).map(|kernel| kernel.scheduled(model));
                line[measure.unit] = kernel.map(|kernel| permutation(&kernel, ROUNDS, model)).into();
            }
        }
        writeln!(text, "{line}").map_err(failed)?;
    }
    Ok(text)
}

/// Returns the sets of a record that no other one beats, and draws all sets.
pub(super) fn run(args: &FrontierArgs) -> Result<String, Error> {
    let measure = MEASURES.iter().find(|measure| measure.name == args.by).unwrap_or(&MEASURES[0]);
    let read = points(&files::read_text(&args.record)?, measure);
    let points = read.map_err(|why| Error::Failed(format!("{}: {why}", shown(args.record.as_os_str()))))?;
    if let Some(path) = &args.svg {
        console::write(path, drawn(&points, measure).as_bytes())?;
    }
    let mut text = format!("Gate equivalents, and {}:\n\n", measure.about);
    for point in frontier(&points) {
        writeln!(text, "{:>8.0}{:>10.2}  {}", point.gates, point.figure, point.name).map_err(failed)?;
    }
    writeln!(text, "\nOf {} sets, no other one beats these in both.", points.len()).map_err(failed)?;
    Ok(text)
}
