//! `counterpoint-isa cost`: the cost of instruction sets described in files.

use super::files;
use crate::console::{Error, failed, shown};
use crate::count::{ROUNDS, each_byte, permutation};
use crate::frontier::{MEASURES, Point, gates_of, points};
use crate::functions::Function;
use crate::search::Candidate;
use crate::set_file::{Described, parse};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct CostArgs {
    /// The files that describe the sets.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The record of the search, with the gate equivalents of units.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The record to read if none is named and this one exists.
const RECORD: &str = "benchmarks/isa/frontier.json";

/// The functions whose instructions per byte are shown.
const SHOWN: [&str; 6] = ["sha3-512", "sha3-256", "shake128", "lake-keyak", "river-keyak", "ketje-sr"];

fn shown_functions() -> impl Iterator<Item = &'static Function> {
    SHOWN.into_iter().filter_map(Function::by_name)
}

/// Returns a table of the sets.
pub(super) fn run(args: &CostArgs) -> Result<String, Error> {
    let points = recorded(args.record.as_deref())?;
    let mut text = format!("{:<20}{:>10}{:>8}{:>9}", "set", "registers", "gates", "f[1600]");
    for function in shown_functions() {
        write!(text, "{:>12}", function.name).map_err(failed)?;
    }
    text.push('\n');
    let mut unknown = String::new();
    for path in &args.files {
        let described = described(path)?;
        let candidate = Candidate::new(&described.target).ok_or_else(|| {
            let name = shown(path.as_os_str());
            Error::Failed(format!("{name}: these instructions can't compute a round; add the set neon"))
        })?;
        let added: Vec<&str> = candidate.added.iter().map(|definition| definition.name).collect();
        let gates = if added.is_empty() { Some(0.0) } else { gates_of(&points, &added) };
        if gates.is_none() {
            let name = &described.target.name;
            writeln!(unknown, "gates of {name}: studies/rtl/syn/gates.py COUNTERPOINT price any {}", added.join(" "))
                .map_err(failed)?;
        }
        text.push_str(&row(&described, &candidate, gates)?);
    }
    text.push_str(
        "\nGates are gate equivalents of one unit for all instructions except plain vector logic (OSU 0.18 µm).\n\
         f[1600] is a permutation with the loads and stores of its state (of both, if the set has two states).\n\
         The others are instructions per byte.\n",
    );
    text.push_str(&unknown);
    Ok(text)
}

/// Returns the points of the record, or none if no record is named and the default one does not exist.
fn recorded(path: Option<&Path>) -> Result<Vec<Point>, Error> {
    let named = path.unwrap_or(Path::new(RECORD));
    if path.is_none() && !named.exists() {
        return Ok(Vec::new());
    }
    let read = points(&files::read_text(named)?, &MEASURES[0]);
    read.map_err(|why| Error::Failed(format!("{}: {why}", shown(named.as_os_str()))))
}

/// Reads a file that describes a set.
fn described(path: &Path) -> Result<Described, Error> {
    let text = files::read_text(path)?;
    parse(&text).map_err(|error| Error::Failed(format!("{}: {error}", shown(path.as_os_str()))))
}

fn row(described: &Described, candidate: &Candidate, gates: Option<f64>) -> Result<String, Error> {
    let (target, kernel) = (&described.target, &candidate.kernel);
    let all: u64 = permutation(kernel, ROUNDS).map_err(failed)?.values().sum();
    let gates = gates.map_or("-".to_owned(), |gates| format!("{gates:.0}"));
    let mut text = format!("{:<20}{:>10}{gates:>8}{all:>9}", target.name, target.registers.vector);
    for function in shown_functions() {
        // Functions of widths that don't matter are left out.
        let each = if described.widths.contains(&function.blocks.width) {
            format!("{:.2}", each_byte(kernel, function).map_err(failed)?)
        } else {
            "-".to_owned()
        };
        write!(text, "{each:>12}").map_err(failed)?;
    }
    text.push('\n');
    Ok(text)
}
