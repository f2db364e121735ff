//! The results of one implementation: how many records it ran, and which of them failed.

use counterpoint_vectors::{Case, Output};
use serde::Serialize;

/// A record whose answer was wrong or could not be computed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Failure {
    /// `None` if a whole file failed.
    pub(super) algorithm: Option<&'static str>,
    pub(super) implementation: Option<&'static str>,
    pub(super) file: String,
    pub(super) record: Option<usize>,
    /// The label of the record in its file.
    pub(super) label: String,
    pub(super) expected: String,
    pub(super) found: String,
}

/// The results of one implementation of one algorithm for records of one file.
pub(super) struct Results {
    pub(super) algorithm: &'static str,
    pub(super) implementation: &'static str,
    pub(super) file: String,
    pub(super) run: usize,
    pub(super) failures: Vec<Failure>,
}

impl Results {
    /// Creates the results of a job, without any records yet.
    pub(super) fn new(algorithm: &'static str, implementation: &'static str, file: &str) -> Self {
        Self { algorithm, implementation, file: file.to_owned(), run: 0, failures: Vec::new() }
    }

    /// Adds a case of one record.
    pub(super) fn compare(&mut self, case: &Case, expected: &Output, found: &[u8]) {
        self.compare_bytes(case.record, &case.label, &expected.bytes, found);
    }

    /// Adds a record with one answer.
    pub(super) fn compare_bytes(&mut self, record: usize, label: &str, expected: &[u8], found: &[u8]) {
        self.compare_each(record, label, std::iter::once((expected, found)));
    }

    /// Adds a record with several answers: pairs of expected and computed bytes.
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

    /// Adds a record whose answer is intentionally wrong: the computed one must differ.
    pub(super) fn must_differ(&mut self, case: &Case, wrong: &Output, found: &[u8]) {
        match wrong.bytes == found {
            false => self.run += 1,
            true => self.failure(case.record, &case.label, "another answer".to_owned(), const_hex::encode(found)),
        }
    }

    /// Adds a case that could not be run.
    pub(super) fn fail(&mut self, case: &Case, why: &str) {
        for n in 0..case.records() {
            self.fail_record(case.record + n, &case.label, why);
        }
    }

    /// Adds a record that could not be run.
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
