//! Counts what ran, and shows it: for people, or as JSON.

use super::hashes::Function;
use super::modes;
use super::parts;
use super::plan::{Job, Plan, Unsupported};
use super::sessions;
use crate::console::{Console, Progress};
use anstyle::{AnsiColor, Style};
use counterpoint::registry::Kind;
use counterpoint_vectors::{Case, File, Output};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the result is shown.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Format {
    /// Tables for people.
    Text,
    /// One object with `results`, `failures` and `unsupported`.
    Json,
}

/// A record whose answer is another.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Failure {
    /// Absent where a whole file is at fault.
    algorithm: Option<&'static str>,
    implementation: Option<&'static str>,
    file: String,
    record: Option<usize>,
    /// What the record is called in its file.
    label: String,
    expected: String,
    found: String,
}

/// What comes of the records of a job, one after the other.
pub(super) struct Check {
    algorithm: &'static str,
    implementation: &'static str,
    file: String,
    run: usize,
    failures: Vec<Failure>,
}

impl Check {
    fn new(job: &Job<'_>) -> Self {
        let (algorithm, implementation) = (job.algorithm.name, job.implementation.card().name);
        Self { algorithm, implementation, file: job.file.to_owned(), run: 0, failures: Vec::new() }
    }

    /// A case of one record.
    pub(super) fn compare(&mut self, case: &Case, expected: &Output, found: &[u8]) {
        self.compare_bytes(case.record, &case.label, &expected.bytes, found);
    }

    pub(super) fn compare_bytes(&mut self, record: usize, label: &str, expected: &[u8], found: &[u8]) {
        self.compare_each(record, label, std::iter::once((expected, found)));
    }

    /// A record of several answers.
    pub(super) fn compare_each<'a>(
        &mut self,
        record: usize,
        label: &str,
        mut answers: impl Iterator<Item = (&'a [u8], &'a [u8])>,
    ) {
        match answers.find(|(expected, found)| expected != found) {
            None => self.run += 1,
            Some((expected, found)) => {
                self.failure(record, label, const_hex::encode(expected), const_hex::encode(found));
            }
        }
    }

    /// A record whose answer is wrong on purpose: it must be refused.
    pub(super) fn differ(&mut self, case: &Case, wrong: &Output, found: &[u8]) {
        match wrong.bytes == found {
            false => self.run += 1,
            true => self.failure(case.record, &case.label, "another answer".to_owned(), const_hex::encode(found)),
        }
    }

    /// A case that the implementation refused.
    pub(super) fn fail(&mut self, case: &Case, why: &str) {
        for n in 0..case.records() {
            self.fail_record(case.record + n, &case.label, why);
        }
    }

    /// A record that the implementation refused.
    pub(super) fn fail_record(&mut self, record: usize, label: &str, why: &str) {
        self.failure(record, label, "an answer".to_owned(), why.to_owned());
    }

    fn failure(&mut self, record: usize, label: &str, expected: String, found: String) {
        self.run += 1;
        self.failures.push(Failure {
            algorithm: Some(self.algorithm),
            implementation: Some(self.implementation),
            file: self.file.clone(),
            record: Some(record),
            label: label.to_owned(),
            expected,
            found,
        });
    }
}

/// What came of a job.
pub(super) struct Outcome(Check);

impl Outcome {
    /// Runs a job.
    pub(super) fn of(job: &Job<'_>, progress: &Progress) -> Self {
        let implementation = job.implementation.card().name;
        let work = || {
            let mut check = Check::new(job);
            let done = match job.algorithm.kind {
                Kind::Hash(hash) => Function { hash, implementation, progress }.run(&job.cases, &mut check),
                Kind::Mode(_) => modes::run(job.algorithm, implementation, progress, &job.cases, &mut check),
                Kind::Permutation(permutation) => {
                    parts::permutation(permutation, implementation, &job.cases, &mut check)
                }
                Kind::BlockCipher(cipher) => parts::blocks(cipher, implementation, &job.cases, &mut check),
                Kind::Aead(_) => {
                    sessions::run(job.algorithm.name, implementation, &job.cases, &mut check);
                    Ok(())
                }
            };
            done.map(|()| check).map_err(|error| error.to_string())
        };
        // An implementation that panics has failed; the others are still to be run.
        let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("a panic".to_owned()));
        if !job.algorithm.hashes() {
            progress.advance(job.bytes());
        }
        Self(done.unwrap_or_else(|why| {
            let mut check = Check::new(job);
            job.cases.iter().for_each(|case| check.fail(case, &why));
            check
        }))
    }
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

/// What came of all jobs.
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
    /// `miscounted` are files that state another number of records than they have.
    pub(super) fn new(
        plan: &'p Plan<'_>,
        outcomes: Vec<Outcome>,
        miscounted: &[&File],
        unread: &[counterpoint_vectors::Error],
    ) -> Self {
        let mut counts: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
        for (&key, &records) in &plan.not_run {
            counts.entry(key).or_default()[2] += records;
        }
        let mut failures = Vec::new();
        for Outcome(check) in outcomes {
            let count = counts.entry((check.algorithm, check.implementation)).or_default();
            count[0] += check.run;
            count[1] += check.failures.len();
            failures.extend(check.failures);
        }
        failures.sort_by(|a, b| {
            let key = |f: &Failure| (place(f), f.record);
            key(a).cmp(&key(b)).then_with(|| a.file.cmp(&b.file))
        });
        failures.extend(miscounted.iter().map(|file| miscounted_file(file)));
        failures.extend(unread.iter().map(unread_file));
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

    /// Whether an answer was another, or records are missing.
    pub(super) fn failed(&self) -> bool {
        self.miscounted || self.results.iter().any(|row| row.failed > 0)
    }

    /// Whether any record was run.
    pub(super) fn run(&self) -> bool {
        self.results.iter().any(|row| row.run > 0)
    }

    /// Whether there are answers that no code runs.
    pub(super) fn unsupported(&self) -> bool {
        !self.unsupported.is_empty()
    }

    pub(super) fn show(&self, format: Format, console: &Console) -> String {
        match format {
            Format::Json => serde_json::to_string_pretty(self).expect("strings and numbers") + "\n",
            Format::Text => self.text(console),
        }
    }

    fn text(&self, console: &Console) -> String {
        let mut text = self.table(console);
        for ((algorithm, implementation), missing) in self.unavailable {
            text += &format!("not here: {algorithm} {implementation} needs {missing}\n");
        }
        text += &self.too_long_or_short();
        text += &self.without_code();
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

    /// A line for the records that were left out for their message's length.
    fn too_long_or_short(&self) -> String {
        let mut left: Vec<(&str, usize)> = self.results.iter().map(|row| (row.algorithm, row.not_run)).collect();
        left.retain(|&(_, records)| records > 0);
        left.dedup_by_key(|(algorithm, _)| *algorithm);
        if left.is_empty() {
            return String::new();
        }
        let left: Vec<String> = left.iter().map(|(algorithm, records)| format!("{algorithm} {records}")).collect();
        format!("not run, for the length of their message (--max-message, --min-message): {}\n", left.join(", "))
    }

    /// A line for each kind of record that no code runs.
    fn without_code(&self) -> String {
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
            let records = in_words(records as u64);
            format!("not supported: {records} ({kind}) of {} in {place}: {reason}\n", names.join(" "))
        };
        kinds.iter().map(line).collect()
    }

    /// The counts, row by row.
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

/// A number of records.
fn in_words(records: u64) -> String {
    if records == 1 { "1 record".to_owned() } else { format!("{records} records") }
}

/// A file that states another number of records than it has, among the failures for programs.
fn miscounted_file(file: &File) -> Failure {
    Failure {
        algorithm: None,
        implementation: None,
        file: file.name.clone(),
        record: None,
        label: "count".to_owned(),
        expected: in_words(file.declared.unwrap_or_default()),
        found: in_words(file.records() as u64),
    }
}

/// A file that could not be read, among the failures for programs.
fn unread_file(error: &counterpoint_vectors::Error) -> Failure {
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

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { algorithm, implementation, file, record, label, expected, found } = self;
        let name = |name: &Option<&'static str>| name.unwrap_or("?");
        write!(f, "{} {}: {file}: record {}", name(algorithm), name(implementation), record.unwrap_or_default())?;
        if !label.is_empty() {
            write!(f, " ({label})")?;
        }
        write!(f, "\n  expected {expected}\n  found    {found}")
    }
}

/// Where the row of a failure is in the table.
fn place(failure: &Failure) -> (usize, usize) {
    order(failure.algorithm.unwrap_or_default(), failure.implementation.unwrap_or_default())
}

/// The place of an algorithm and an implementation in the library's lists.
fn order(algorithm: &str, implementation: &str) -> (usize, usize) {
    let Some(place) = counterpoint::Algorithm::all().position(|a| a.name == algorithm) else {
        return (usize::MAX, 0);
    };
    let found = counterpoint::Algorithm::all()
        .nth(place)
        .and_then(|algorithm| algorithm.implementations().position(|i| i.card().name == implementation));
    (place, found.unwrap_or(usize::MAX))
}
