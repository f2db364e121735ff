//! The documents about the checks: the table in CONTRIBUTING.md, and the record of a release.

use crate::check::{Check, Gate};
use crate::gate::Ending;
use crate::world::World;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

const DOCUMENT: &str = "CONTRIBUTING.md";
const RECORD: &str = "benchmarks/release.json";
const BEGIN: &str = "<!-- checks: written by `cargo gates table` -->\n";
const END: &str = "<!-- checks: end -->\n";

/// Writes the table of all checks into the document, or compares it.
///
/// # Errors
///
/// If the document can't be read or written, or has no place for the table.
pub(crate) fn write(root: &Path, table: &[Check], only_compare: bool) -> Result<ExitCode, String> {
    let path = root.join(DOCUMENT);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let renewed = with_table(&text, table).ok_or_else(|| format!("{DOCUMENT} lacks the lines {BEGIN} and {END}"))?;
    if renewed == text {
        return Ok(ExitCode::SUCCESS);
    }
    if only_compare {
        println!("{DOCUMENT}: the table of checks does not match tools/xtask/gates; run `cargo gates table`");
        return Ok(ExitCode::FAILURE);
    }
    std::fs::write(&path, renewed).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    Ok(ExitCode::SUCCESS)
}

fn with_table(text: &str, table: &[Check]) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{}{END}{after}", rows(table)))
}

fn rows(table: &[Check]) -> String {
    let mut rows = String::from("\n| gate | group | check | what it tries, and why there |\n|---|---|---|---|\n");
    for gate in Gate::ALL {
        for check in table.iter().filter(|check| check.gate == gate) {
            rows += &format!("| {} | {} | `{}` | {} |\n", gate.name(), check.group, check.name, check.why);
        }
    }
    rows + "\n"
}

/// Records the results of `make release`. A run of some checks updates only their lines; an interrupted run, only those
/// of the checks that had ended.
///
/// # Errors
///
/// If the record can't be written.
pub(crate) fn record_release(world: &World, ending: &Ending) -> Result<(), String> {
    let path = world.root.join(RECORD);
    let known = std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
    let mut record: serde_json::Map<String, serde_json::Value> = known.unwrap_or_default();
    let ask = |program, arguments: &[&str]| world.ask(program, arguments).unwrap_or_default().trim().to_owned();
    let (commit, date) = (ask("git", &["rev-parse", "--short", "HEAD"]), ask("date", &["-u", "+%Y-%m-%d"]));
    // The record itself changes in every run.
    let others = format!(":(exclude){RECORD}");
    let changed = !ask("git", &["status", "--porcelain", "--untracked-files=no", "--", ".", &others]).is_empty();
    for line in ending.lines.iter().filter(|line| line.gate == Gate::Release && !line.interrupted) {
        let value = json!({
            "commit": if changed { format!("{commit} with changes") } else { commit.clone() },
            "date": date,
            "result": line.result,
            "passed": line.tally.passed,
            "failed": line.tally.failed,
            "seconds": line.seconds.round(),
        });
        record.insert(format!("{} {}", line.group, line.name), value);
    }
    let text = serde_json::to_string_pretty(&record).map_err(|error| error.to_string())?;
    std::fs::write(&path, text + "\n").map_err(|error| format!("{RECORD}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::SHORT;

    #[test]
    fn the_table_stands_between_its_marks() {
        let check = Check { name: "fmt", group: "rust", gate: Gate::Check, why: "because", ..SHORT };
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        let renewed = with_table(&text, &[check]).expect("a place");
        assert!(renewed.starts_with("before\n") && renewed.ends_with("after\n") && !renewed.contains("old"));
        assert!(renewed.contains("| check | rust | `fmt` | because |\n"));
        assert_eq!(with_table(&renewed, &[check]), Some(renewed.clone()));
        assert!(with_table("no marks", &[check]).is_none());
    }
}
