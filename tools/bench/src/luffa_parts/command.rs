//! The command `luffa-parts`: measures the parts, and prints the figures next to the paper's results.

use super::{LAYOUTS, PARTS, Part, subjects};
use crate::console::{Error, print};
use crate::format::{MARK, marked};
use crate::measure::Source;
use crate::output::columns;
use crate::plan::{LONG, SubjectPlan};
use crate::record::{Lengths, Measurement, Record};
use clap::Args;

/// The arguments of `luffa-parts`.
#[derive(Debug, Args)]
pub(crate) struct LuffaPartsArgs {
    #[command(flatten)]
    source: Source,
}

/// Measures and prints.
///
/// # Errors
///
/// Returns a message if a record can't be read or measuring failed. Prints what was measured before that.
pub(crate) fn run(args: &LuffaPartsArgs) -> Result<(), Error> {
    let plan = |subject| SubjectPlan { subject, points: vec![(1, Lengths::Equal, LONG)] };
    let (record, outcome) = args.source.record(|| subjects().into_iter().map(plan).collect())?;
    print(&PARTS.iter().map(|part| table(part, &record)).collect::<String>())?;
    if let Some(m) = record.measurements.iter().find(|m| PARTS.iter().any(|part| part.name == m.algorithm)) {
        print(&format!("{}; {}; {}\n", m.cpu, m.rustc, m.date))?;
    }
    if record.measurements.iter().any(|m| m.disturbed) {
        print(&format!("{MARK}\n"))?;
    }
    outcome
}

/// Returns the lines of a part: core cycles per repetition, per byte of [`Part::bytes`], and relative to plain words.
fn table(part: &Part, record: &Record) -> String {
    let found = |implementation: &str| -> Option<&Measurement> {
        record.measurements.iter().find(|m| m.algorithm == part.name && m.implementation == implementation)
    };
    let plain = found(LAYOUTS[0].2).map(Measurement::figure);
    let heading = ["", "cycles", "per byte", "relative to words", "paper"].map(str::to_owned).to_vec();
    let lines = LAYOUTS.iter().zip(part.paper).map(|((_, _, implementation), paper)| {
        let Some(m) = found(implementation) else {
            return vec![(*implementation).to_owned(), "not measured".to_owned()];
        };
        let figure = m.figure();
        let cycles = marked(format!("{:.2}", figure * part.bytes as f64), m.disturbed);
        let ratio = plain.map_or(String::new(), |plain| format!("{:.2}", figure / plain));
        vec![(*implementation).to_owned(), cycles, format!("{figure:.3}"), ratio, paper.to_owned()]
    });
    let lines: Vec<Vec<String>> = std::iter::once(heading).chain(lines).collect();
    format!("{}, {} bytes\n{}\n", part.title, part.bytes, columns(&lines, "lrrrl"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_has_a_line() {
        for part in &PARTS {
            let text = table(part, &Record::default());
            assert_eq!(text.matches("not measured").count(), LAYOUTS.len(), "{text}");
            let measured = LAYOUTS.map(|(_, _, name)| crate::record::tests::measured(part.name, name, 1, LONG, 0.5));
            let text = table(part, &Record { measurements: measured.to_vec(), ..Record::default() });
            assert_eq!(text.matches("1.00").count(), LAYOUTS.len(), "{text}");
        }
    }
}
