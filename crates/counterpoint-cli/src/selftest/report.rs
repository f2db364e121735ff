//! The report of a run: counts by implementation, failures, and records that were not run.

use super::plan::{Plan, Unsupported};
use super::results::{Failure, Results};
use crate::console::Console;
use anstyle::{AnsiColor, Style};
use counterpoint_vectors::File;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The format of the report.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Format {
    /// Tables for people.
    Text,
    /// One object with `results`, `failures` and `unsupported`.
    Json,
}

/// The counts of one implementation of one algorithm.
#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    implementation: &'static str,
    run: usize,
    failed: usize,
    not_run: usize,
}

/// The results of all jobs, as JSON shows them.
#[derive(Serialize)]
pub(super) struct Report<'p> {
    results: Vec<Row>,
    failures: Vec<Failure>,
    unsupported: &'p [Unsupported],
    #[serde(skip)]
    miscounted: bool,
    #[serde(skip)]
    unavailable: &'p BTreeMap<(&'static str, &'static str), String>,
}

impl<'p> Report<'p> {
    /// Combines the results. `miscounted` are the files that do not contain as many records as they state, `unreadable`
    /// the errors of unusable files.
    pub(super) fn new(
        plan: &'p Plan<'_>,
        results: Vec<Results>,
        miscounted: &[&File],
        unreadable: &[counterpoint_vectors::Error],
    ) -> Self {
        let mut counts: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
        for (&key, &records) in &plan.not_run {
            counts.entry(key).or_default()[2] += records;
        }
        let mut failures = Vec::new();
        for of_job in results {
            let count = counts.entry((of_job.algorithm, of_job.implementation)).or_default();
            count[0] += of_job.run;
            count[1] += of_job.failures.len();
            failures.extend(of_job.failures);
        }
        failures.sort_by(|a, b| {
            let key = |f: &Failure| (place(f), f.record);
            key(a).cmp(&key(b)).then_with(|| a.file.cmp(&b.file))
        });
        failures.extend(miscounted.iter().map(|file| miscounted_failure(file)));
        failures.extend(unreadable.iter().map(unreadable_failure));
        let mut results: Vec<Row> = counts
            .into_iter()
            .map(|((algorithm, implementation), [run, failed, not_run])| Row {
                algorithm,
                implementation,
                run,
                failed,
                not_run,
            })
            .collect();
        results.sort_by_key(|row| order(row.algorithm, row.implementation));
        let (unsupported, unavailable) = (&plan.unsupported, &plan.unavailable);
        Self { results, failures, unsupported, unavailable, miscounted: !miscounted.is_empty() }
    }

    /// Returns whether an answer was wrong or records are missing.
    pub(super) fn failed(&self) -> bool {
        self.miscounted || self.results.iter().any(|row| row.failed > 0)
    }

    /// Returns whether any record was run.
    pub(super) fn run(&self) -> bool {
        self.results.iter().any(|row| row.run > 0)
    }

    /// Returns whether there are unsupported records.
    pub(super) fn unsupported(&self) -> bool {
        !self.unsupported.is_empty()
    }

    /// Returns the report in this format.
    pub(super) fn show(&self, format: Format, console: &Console) -> String {
        match format {
            Format::Json => serde_json::to_string_pretty(self).expect("strings and numbers") + "\n",
            Format::Text => self.text(console),
        }
    }

    fn text(&self, console: &Console) -> String {
        let mut text = self.table(console);
        for ((algorithm, implementation), missing) in self.unavailable {
            text += &format!("not available: {algorithm} {implementation} requires {missing}\n");
        }
        text += &self.not_run_line();
        text += &self.unsupported_lines();
        let bad = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        for failure in self.failures.iter().filter(|failure| failure.algorithm.is_some()) {
            text += &format!("{} {failure}\n", console.styled(bad, "failed:"));
        }
        let sum = |count: fn(&Row) -> usize| self.results.iter().map(count).sum::<usize>();
        let not_supported: usize = self.unsupported.iter().map(|unsupported| unsupported.records).sum();
        text + &format!(
            "{} run, {} failed, {} not run, {not_supported} not supported\n",
            sum(|row| row.run),
            sum(|row| row.failed),
            sum(|row| row.not_run),
        )
    }

    /// Returns a line with the numbers of records skipped for the length of their messages.
    fn not_run_line(&self) -> String {
        let mut skipped: Vec<(&str, usize)> = self.results.iter().map(|row| (row.algorithm, row.not_run)).collect();
        skipped.retain(|&(_, records)| records > 0);
        skipped.dedup_by_key(|(algorithm, _)| *algorithm);
        if skipped.is_empty() {
            return String::new();
        }
        let skipped: Vec<String> =
            skipped.iter().map(|(algorithm, records)| format!("{algorithm} {records}")).collect();
        format!("not run because of their message lengths (--max-message, --min-message): {}\n", skipped.join(", "))
    }

    /// Returns a line for each kind of unsupported record.
    fn unsupported_lines(&self) -> String {
        let mut kinds: BTreeMap<(&str, &str), Vec<&Unsupported>> = BTreeMap::new();
        for unsupported in self.unsupported {
            kinds.entry((&unsupported.reason, &unsupported.kind)).or_default().push(unsupported);
        }
        let line = |((reason, kind), all): (&(&str, &str), &Vec<&Unsupported>)| {
            let records: usize = all.iter().map(|unsupported| unsupported.records).sum();
            let names: BTreeSet<&str> = all.iter().map(|unsupported| &*unsupported.algorithm).collect();
            let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
            let files: BTreeSet<&str> = all.iter().map(|unsupported| &*unsupported.file).collect();
            let place = match (files.len(), files.first()) {
                (1, Some(file)) => (*file).to_owned(),
                (files, _) => format!("{files} files"),
            };
            let records = records_text(records as u64);
            format!("not supported: {records} ({kind}) of {} in {place}: {reason}\n", names.join(" "))
        };
        kinds.iter().map(line).collect()
    }

    /// Returns the table of the counts.
    fn table(&self, console: &Console) -> String {
        if self.results.is_empty() {
            return String::new();
        }
        let headings = ["algorithm", "implementation", "run", "failed", "not run"].map(str::to_owned);
        let cells = |row: &Row| {
            let [run, failed, not_run] = [row.run, row.failed, row.not_run].map(|count| count.to_string());
            [row.algorithm.to_owned(), row.implementation.to_owned(), run, failed, not_run]
        };
        let rows: Vec<[String; 5]> = std::iter::once(headings).chain(self.results.iter().map(cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
        let mut text = String::new();
        for (n, [algorithm, implementation, run, failed, not_run]) in rows.iter().enumerate() {
            let line = format!(
                "{algorithm:0$}  {implementation:1$}  {run:>2$}  {failed:>3$}  {not_run:>4$}",
                width(0),
                width(1),
                width(2),
                width(3),
                width(4)
            );
            let style = if n == 0 { Style::new().bold() } else { Style::new() };
            text += &format!("{}\n", console.styled(style, &line));
        }
        text
    }
}

/// Returns a number of records as text.
fn records_text(records: u64) -> String {
    if records == 1 { "1 record".to_owned() } else { format!("{records} records") }
}

/// Returns the failure of a file that does not contain as many records as it states. Only JSON shows it.
fn miscounted_failure(file: &File) -> Failure {
    Failure {
        algorithm: None,
        implementation: None,
        file: file.name.clone(),
        record: None,
        label: "count".to_owned(),
        expected: records_text(file.declared.unwrap_or_default()),
        found: records_text(file.records() as u64),
    }
}

/// Returns the failure of a file that could not be read. Only JSON shows it.
fn unreadable_failure(error: &counterpoint_vectors::Error) -> Failure {
    Failure {
        algorithm: None,
        implementation: None,
        file: error.file.clone(),
        record: error.place.record,
        label: error.place.line.map(|line| format!("line {line}")).unwrap_or_default(),
        expected: "known answers".to_owned(),
        found: error.fault.to_string(),
    }
}

/// Returns the position of a failure's row in the table.
fn place(failure: &Failure) -> (usize, usize) {
    order(failure.algorithm.unwrap_or_default(), failure.implementation.unwrap_or_default())
}

/// Returns the positions of an algorithm and an implementation in the lists of the library.
fn order(algorithm: &str, implementation: &str) -> (usize, usize) {
    let Some(place) = counterpoint::Algorithm::all().position(|a| a.name == algorithm) else {
        return (usize::MAX, 0);
    };
    let found = counterpoint::Algorithm::all()
        .nth(place)
        .and_then(|algorithm| algorithm.implementations().position(|i| i.name() == implementation));
    (place, found.unwrap_or(usize::MAX))
}
