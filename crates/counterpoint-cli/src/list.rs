//! `counterpoint list`: the algorithms, their implementations, and which of them this machine runs.
//!
//! The text form groups algorithms that stand on the same implementations; the JSON form has one record for each
//! algorithm and implementation.

use crate::exit::{Error, Exit};
use counterpoint::Algorithm;
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// For people or for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
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

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let entries: Vec<Entry> = Algorithm::all().flat_map(entries).collect();
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&entries).expect("strings and numbers"),
        Format::Text => String::new(),
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(Exit::Good)
}

fn entries(algorithm: &'static Algorithm) -> impl Iterator<Item = Entry> {
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
