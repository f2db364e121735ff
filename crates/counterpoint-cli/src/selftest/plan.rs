//! Divides the cases of the files into jobs, by file, algorithm and implementation.

use super::record_options::RecordOptions;
use crate::exit::Error;
use crate::hash_functions::{self, ALL_TECHNIQUES};
use crate::numbers::size;
use counterpoint::Algorithm;
use counterpoint::registry::{Implementation, Kind};
use counterpoint_vectors::{self as vectors, Body, Case, File, Procedure};
use std::collections::{BTreeMap, HashMap};

/// Selects the records to run, and the implementations.
#[derive(clap::Args)]
pub(super) struct Filter {
    /// Skip longer messages, in bytes or with a unit such as KiB, MiB, GiB. A Monte Carlo chain counts all of its
    /// messages.
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "16MiB")]
    max_message: u64,

    /// Skip shorter messages.
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "0")]
    min_message: u64,

    /// Run only the answers of this algorithm; can be repeated.
    #[arg(short, long = "algorithm", value_name = "ALG", value_parser = hash_functions::algorithm)]
    algorithms: Vec<&'static Algorithm>,

    /// The implementations: `all` on this machine, the `best` for one message, or one by its name or technique.
    #[arg(long, value_name = "NAME", default_value = "all")]
    implementation: String,
}

/// Cases of one file for one implementation of one algorithm.
pub(super) struct Job<'f> {
    pub(super) algorithm: &'static Algorithm,
    pub(super) implementation: &'static Implementation,
    pub(super) file: &'f str,
    pub(super) cases: Vec<&'f Case>,
}

/// Unsupported records of one kind, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub(super) struct Unsupported {
    pub(super) kind: String,
    pub(super) algorithm: String,
    pub(super) file: String,
    pub(super) reason: String,
    pub(super) records: usize,
}

/// The jobs of a run, and the records that it does not run.
#[derive(Default)]
pub(super) struct Plan<'f> {
    /// The jobs, the longest first.
    pub(super) jobs: Vec<Job<'f>>,
    /// The number of records whose messages are too long or too short, by algorithm and implementation.
    pub(super) not_run: BTreeMap<(&'static str, &'static str), usize>,
    /// The unsupported records.
    pub(super) unsupported: Vec<Unsupported>,
    /// The indices in `unsupported`. A file may have as many kinds as records, so searching it would be quadratic.
    places: HashMap<Unsupported, usize>,
    /// The implementations that this machine can't run, and the missing CPU features.
    pub(super) unavailable: BTreeMap<(&'static str, &'static str), String>,
}

/// Jobs with more bytes than this are split, to keep all processors busy until the end.
const JOB_BYTES: u64 = 1 << 20;

impl<'f> Plan<'f> {
    /// Plans the jobs for these files.
    ///
    /// # Errors
    ///
    /// Returns an error if the filter's names select no record or no implementation.
    pub(super) fn new(files: &'f [File], filter: &Filter) -> Result<Self, Error> {
        let mut plan = Self::default();
        let mut selected = 0;
        for file in files {
            for (algorithm, cases) in plan.targets(file, filter) {
                selected += cases.len();
                plan.add_jobs(algorithm, &file.name, &cases, filter);
            }
        }
        if !filter.algorithms.is_empty() && selected == 0 {
            let names: Vec<_> = filter.algorithms.iter().map(|algorithm| algorithm.name).collect();
            return Err(Error::Usage(format!("no known answers of {}", names.join(", "))));
        }
        if selected > 0 && plan.jobs.is_empty() && plan.not_run.is_empty() {
            let name = &filter.implementation;
            if Algorithm::all().any(|algorithm| is_left_out(algorithm, name)) {
                return Err(Error::Usage(format!(
                    "implementation '{name}' is not in this build; run {ALL_TECHNIQUES}"
                )));
            }
            return Err(Error::Usage(format!(
                "no implementation '{name}' runs on this machine; run `counterpoint list`, or choose `all` or `best`"
            )));
        }
        plan.jobs.sort_by_key(|job| std::cmp::Reverse(job.cost()));
        Ok(plan)
    }

    /// Groups the cases of a file by algorithm, and records the unsupported ones.
    fn targets(&mut self, file: &'f File, filter: &Filter) -> Vec<(&'static Algorithm, Vec<&'f Case>)> {
        let mut targets: Vec<(&'static Algorithm, Vec<&'f Case>)> = Vec::new();
        for case in &file.cases {
            match target(case) {
                Ok(algorithm) => {
                    if !filter.algorithms.is_empty() && !filter.algorithms.iter().any(|a| a.name == algorithm.name) {
                        continue;
                    }
                    match targets.iter_mut().find(|(target, _)| target.name == algorithm.name) {
                        Some((_, cases)) => cases.push(case),
                        None => targets.push((algorithm, vec![case])),
                    }
                }
                Err(reason) if filter.algorithms.is_empty() => self.note_unsupported(&file.name, case, reason),
                Err(_) => {}
            }
        }
        targets
    }

    /// Records an unsupported case.
    fn note_unsupported(&mut self, file: &str, case: &Case, reason: String) {
        let none = Unsupported {
            kind: case.kind().to_owned(),
            algorithm: case.algorithm.clone(),
            file: file.to_owned(),
            reason,
            records: 0,
        };
        let place = *self.places.entry(none).or_insert_with_key(|none| {
            self.unsupported.push(none.clone());
            self.unsupported.len() - 1
        });
        self.unsupported[place].records += case.records();
    }

    /// Adds the jobs for cases of one file and one algorithm.
    fn add_jobs(&mut self, algorithm: &'static Algorithm, file: &'f str, cases: &[&'f Case], filter: &Filter) {
        let wanted = |case: &&&Case| (filter.min_message..=filter.max_message).contains(&case.message_bytes());
        let (cases, skipped): (Vec<&'f Case>, Vec<&'f Case>) = cases.iter().partition(wanted);
        let skipped: usize = skipped.iter().map(|case| case.records()).sum();
        for implementation in algorithm.implementations() {
            let chosen = match filter.implementation.as_str() {
                "all" => true,
                "best" => implementation.name() == algorithm.best(1).name(),
                name => implementation.name() == name || implementation.technique() == name,
            };
            if !chosen {
                continue;
            }
            if !implementation.available() {
                let missing: Vec<_> = implementation.missing_features().collect();
                self.unavailable.insert((algorithm.name, implementation.name()), missing.join(" "));
                continue;
            }
            if skipped > 0 {
                *self.not_run.entry((algorithm.name, implementation.name())).or_default() += skipped;
            }
            self.jobs.extend(split(&cases).map(|cases| Job { algorithm, implementation, file, cases }));
        }
    }
}

/// Splits cases into pieces of about [`JOB_BYTES`].
fn split<'f>(cases: &[&'f Case]) -> impl Iterator<Item = Vec<&'f Case>> {
    let mut pieces: Vec<Vec<&'f Case>> = Vec::new();
    let mut bytes = u64::MAX;
    for case in cases {
        let more = hashed_bytes(case);
        match pieces.last_mut() {
            Some(piece) if bytes.saturating_add(more) <= JOB_BYTES => {
                piece.push(case);
                bytes += more;
            }
            _ => {
                pieces.push(vec![case]);
                bytes = more;
            }
        }
    }
    pieces.into_iter()
}

/// Estimates how many bytes a case makes its algorithm process.
fn hashed_bytes(case: &Case) -> u64 {
    match &case.body {
        Body::Hash(vectors::Hash { message, output }) => {
            message.byte_length().saturating_add(output.skip).saturating_add(output.bytes.len() as u64)
        }
        Body::MonteCarlo(chain) => chain.bytes(),
        Body::Duplex(duplex) => (duplex.calls.len() as u64).saturating_mul(duplex.rate) / 8,
        Body::Blocks(blocks) => blocks.repeats.saturating_mul(blocks.plaintext.len() as u64),
        Body::KeccakTrace(trace) => trace.rounds.len() as u64 * trace.width / 8,
        Body::Session(session) => {
            session.wraps.iter().map(|wrap| (wrap.associated_data.len() + wrap.plaintext.len()) as u64).sum()
        }
        _ => case.message_bytes(),
    }
}

impl Job<'_> {
    /// Estimates how many bytes the job processes.
    pub(super) fn bytes(&self) -> u64 {
        self.cases.iter().fold(0, |bytes, case| bytes.saturating_add(hashed_bytes(case)))
    }

    /// Estimates how long the job takes, in an arbitrary unit. The technique `spec` is far slower than all others.
    fn cost(&self) -> u64 {
        let slow = if self.implementation.technique() == "spec" { 32 } else { 1 };
        self.bytes().saturating_mul(slow)
    }
}

/// Returns whether only a build with all techniques has an implementation of this name or technique.
fn is_left_out(algorithm: &Algorithm, name: &str) -> bool {
    let technique = |full: &str| full.split_once('-').is_some_and(|(technique, _)| technique == name);
    algorithm.left_out().iter().any(|full| *full == name || technique(full))
}

/// Returns the algorithm that runs a case, or the reason why none can.
fn target(case: &Case) -> Result<&'static Algorithm, String> {
    let by_name = |name: &str| Algorithm::by_name(name).map_err(|_| "unknown algorithm".to_owned());
    match &case.body {
        Body::Hash(_) | Body::GroestlTrace(_) => {
            let algorithm = by_name(&case.algorithm)?;
            algorithm.as_hash().map(|_| algorithm).ok_or_else(|| no_hash(algorithm))
        }
        Body::MonteCarlo(chain) => {
            let algorithm = by_name(&case.algorithm)?;
            match (algorithm.as_hash(), chain.procedure) {
                (None, _) => Err(no_hash(algorithm)),
                (Some(hash), Procedure::Shake { .. }) if !hash.extendable() => {
                    Err(format!("{} has a fixed output length", algorithm.name))
                }
                (Some(_), _) => Ok(algorithm),
            }
        }
        Body::Permutation(permutation) => keccak_p(permutation.width, permutation.rounds),
        Body::KeccakTrace(trace) => keccak_p(trace.width, 0),
        Body::Sponge(sponge) => keccak_f(sponge.rate, sponge.capacity, 1),
        Body::Duplex(duplex) => keccak_f(duplex.rate, duplex.capacity, 2),
        Body::Blocks(vectors::Blocks { key, .. }) | Body::KeySchedule(vectors::KeySchedule { key, .. }) => {
            let algorithm = by_name(&case.algorithm)?;
            match algorithm.kind {
                Kind::BlockCipher(cipher) if cipher.key_bytes() == key.len() => Ok(algorithm),
                _ => Err(format!("{} has no keys of this length", algorithm.name)),
            }
        }
        Body::AesRound(_) => by_name(&case.algorithm),
        Body::Session(_) => {
            let algorithm = by_name(&case.algorithm)?;
            let no_aead = || format!("{} has no sessions", algorithm.name);
            algorithm.as_aead().map(|_| algorithm).ok_or_else(no_aead)
        }
        Body::CShake(_)
        | Body::Kmac(_)
        | Body::TupleHash(_)
        | Body::ParallelHash(_)
        | Body::TurboShake(_)
        | Body::KangarooTwelve(_) => {
            let algorithm = by_name(&case.algorithm)?;
            // Fails if the algorithm does not take the parameters of the record.
            RecordOptions::new(case, algorithm)?.hash(algorithm)?;
            Ok(algorithm)
        }
        _ => Err("this kind is not supported".to_owned()),
    }
}

fn no_hash(algorithm: &Algorithm) -> String {
    format!("{} is not a hash function", algorithm.name)
}

/// Returns the permutation of this width, if it can have this number of rounds.
fn keccak_p(width: u64, rounds: u64) -> Result<&'static Algorithm, String> {
    let none = |_| format!("no permutation of {width} bits");
    let [full, any] = ["f", "p"].map(|kind| Algorithm::by_name(&format!("keccak-{kind}{width}")).map_err(none));
    for algorithm in [full?, any?] {
        let has = |rounds: &usize| algorithm.as_permutation().is_some_and(|p| p.rounds().contains(rounds));
        if usize::try_from(rounds).is_ok_and(|rounds| has(&rounds)) {
            return Ok(algorithm);
        }
    }
    Err(format!("the permutation of {width} bits can't have {rounds} rounds"))
}

/// Returns the permutation of a sponge or duplex with this rate and capacity.
fn keccak_f(rate: u64, capacity: u64, least_rate: u64) -> Result<&'static Algorithm, String> {
    let width = rate.checked_add(capacity).ok_or("no permutation has that many bits")?;
    if rate < least_rate || capacity == 0 {
        return Err(format!("no sponge has a rate of {rate} and a capacity of {capacity} bits"));
    }
    Algorithm::by_name(&format!("keccak-f{width}")).map_err(|_| format!("no permutation of {width} bits"))
}
