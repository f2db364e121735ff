//! `counterpoint isa candidates` and `counterpoint isa frontier`.

use super::{failed, files};
use crate::frontier::{drawn, frontier, points};
use crate::search::candidates;
use counterpoint_console::exit::Error;
use counterpoint_console::messages::shown;
use counterpoint_console::output;
use std::fmt::Write as _;
use std::path::Path;

/// Returns all candidates of the search, a line of JSON each.
pub(super) fn listed() -> Result<String, Error> {
    let mut text = String::new();
    for candidate in candidates() {
        let added: Vec<&str> = candidate.added.iter().map(|definition| definition.name).collect();
        let line = serde_json::json!({
            "name": candidate.name(),
            "added": added,
            "registers": candidate.kernel.target.registers.vector,
            "sources": candidate.sources(),
            "instructions": candidate.instructions(),
            "sha3_512_instructions_per_byte": candidate.each_byte().map_err(failed)?,
        });
        writeln!(text, "{line}").map_err(failed)?;
    }
    Ok(text)
}

/// Returns the sets of a record that no other one beats, and draws all of them.
pub(super) fn run(record: &Path, svg: Option<&Path>) -> Result<String, Error> {
    let read = points(&files::read_text(record)?);
    let points = read.map_err(|why| Error::Failed(format!("{}: {why}", shown(record.as_os_str()))))?;
    if let Some(path) = svg {
        output::write(path, drawn(&points).as_bytes()).map_err(Error::Failed)?;
    }
    let mut text = format!("{:>10}{:>12}  {}\n", "gates", "sha3-512", "instructions that are added");
    for point in frontier(&points) {
        writeln!(text, "{:>10.0}{:>12}  {}", point.gates, format!("{:.2}/byte", point.each_byte), point.name)
            .map_err(failed)?;
    }
    writeln!(
        text,
        "\n{} sets; the others need more gates and as many instructions as one of these, or more.",
        points.len()
    )
    .map_err(failed)?;
    Ok(text)
}
