//! What is run by what: each case finds its algorithm, and each implementation of that gets a job.

use super::Args;
use crate::exit::Error;
use counterpoint::Algorithm;
use counterpoint::registry::{Kind, Listed};
use counterpoint_vectors::{self as vectors, Body, Case, File, Procedure};
use std::collections::{BTreeMap, HashMap};

/// Cases of one file that one implementation of one algorithm runs.
pub(super) struct Job<'f> {
    pub(super) algorithm: &'static Algorithm,
    pub(super) implementation: &'static dyn Listed,
    pub(super) file: &'f str,
    pub(super) cases: Vec<&'f Case>,
}

/// Records that are not run, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub(super) struct Unsupported {
    pub(super) kind: String,
    pub(super) algorithm: String,
    pub(super) file: String,
    pub(super) reason: String,
    pub(super) records: usize,
}

/// What a run does and what it leaves out.
#[derive(Default)]
pub(super) struct Plan<'f> {
    /// The longest work first.
    pub(super) jobs: Vec<Job<'f>>,
    /// Records whose message is too long or too short, by algorithm and implementation.
    pub(super) not_run: BTreeMap<(&'static str, &'static str), usize>,
    /// Records that no code runs.
    pub(super) unsupported: Vec<Unsupported>,
    /// Where in that list records of a kind are. Files may have as many kinds as records, so they are not searched for.
    noted: HashMap<Unsupported, usize>,
    /// Implementations that this machine can't run, with the features that it lacks.
    pub(super) unavailable: BTreeMap<(&'static str, &'static str), String>,
}

/// Jobs of more than this many bytes are cut, so that all processors have work to the end.
const JOB_BYTES: u64 = 1 << 20;

impl<'f> Plan<'f> {
    pub(super) fn new(files: &'f [File], args: &Args) -> Result<Self, Error> {
        let mut plan = Self::default();
        let mut about = 0;
        for file in files {
            for (algorithm, cases) in plan.targets(file, args) {
                about += cases.len();
                plan.add(algorithm, &file.name, &cases, args);
            }
        }
        if !args.algorithms.is_empty() && about == 0 {
            let names: Vec<_> = args.algorithms.iter().map(|algorithm| algorithm.name).collect();
            return Err(Error::Usage(format!("no answers of {}", names.join(", "))));
        }
        if about > 0 && plan.jobs.is_empty() && plan.not_run.is_empty() {
            let name = &args.implementation;
            return Err(Error::Usage(format!(
                "no implementation '{name}' that runs here; `counterpoint list` shows all; or say `all` or `best`"
            )));
        }
        plan.jobs.sort_by_key(|job| std::cmp::Reverse(job.cost()));
        Ok(plan)
    }

    /// The cases of a file by their algorithm; those that have none are noted.
    fn targets(&mut self, file: &'f File, args: &Args) -> Vec<(&'static Algorithm, Vec<&'f Case>)> {
        let mut targets: Vec<(&'static Algorithm, Vec<&'f Case>)> = Vec::new();
        for case in &file.cases {
            match target(case) {
                Ok(algorithm) => {
                    if !args.algorithms.is_empty() && !args.algorithms.iter().any(|a| a.name == algorithm.name) {
                        continue;
                    }
                    match targets.iter_mut().find(|(target, _)| target.name == algorithm.name) {
                        Some((_, cases)) => cases.push(case),
                        None => targets.push((algorithm, vec![case])),
                    }
                }
                Err(reason) if args.algorithms.is_empty() => self.note(&file.name, case, reason),
                Err(_) => {}
            }
        }
        targets
    }

    /// Notes a case that no code runs.
    fn note(&mut self, file: &str, case: &Case, reason: String) {
        let none = Unsupported {
            kind: case.kind().to_owned(),
            algorithm: case.algorithm.clone(),
            file: file.to_owned(),
            reason,
            records: 0,
        };
        let place = *self.noted.entry(none).or_insert_with_key(|none| {
            self.unsupported.push(none.clone());
            self.unsupported.len() - 1
        });
        self.unsupported[place].records += case.records();
    }

    /// Jobs for the cases of a file that are of one algorithm.
    fn add(&mut self, algorithm: &'static Algorithm, file: &'f str, cases: &[&'f Case], args: &Args) {
        let wanted = |case: &&&Case| (args.min_message..=args.max_message).contains(&case.message_bytes());
        let (cases, left): (Vec<&'f Case>, Vec<&'f Case>) = cases.iter().partition(wanted);
        let left: usize = left.iter().map(|case| case.records()).sum();
        for implementation in algorithm.implementations() {
            let card = implementation.card();
            let chosen = match args.implementation.as_str() {
                "all" => true,
                "best" => card.name == algorithm.best(1),
                name => card.name == name || card.technique == name,
            };
            if !chosen {
                continue;
            }
            if !implementation.available() {
                let missing: Vec<_> = (0..).map_while(|n| implementation.missing(n)).collect();
                self.unavailable.insert((algorithm.name, card.name), missing.join(" "));
                continue;
            }
            if left > 0 {
                *self.not_run.entry((algorithm.name, card.name)).or_default() += left;
            }
            self.jobs.extend(cut(&cases).map(|cases| Job { algorithm, implementation, file, cases }));
        }
    }
}

/// Cuts cases into pieces of about [`JOB_BYTES`].
fn cut<'f>(cases: &[&'f Case]) -> impl Iterator<Item = Vec<&'f Case>> {
    let mut pieces: Vec<Vec<&'f Case>> = Vec::new();
    let mut bytes = u64::MAX;
    for case in cases {
        let more = work(case);
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

/// About how many bytes go through a case's algorithm.
pub(super) fn work(case: &Case) -> u64 {
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
    /// About how many bytes go through it.
    pub(super) fn bytes(&self) -> u64 {
        self.cases.iter().fold(0, |bytes, case| bytes.saturating_add(work(case)))
    }

    /// About how long it takes: the plain form of the specification is far slower than the others.
    fn cost(&self) -> u64 {
        let slow = if self.implementation.card().technique == "spec" { 32 } else { 1 };
        self.bytes().saturating_mul(slow)
    }
}

/// The algorithm that runs a case, or why there is none.
fn target(case: &Case) -> Result<&'static Algorithm, String> {
    let by_name = |name: &str| Algorithm::by_name(name).map_err(|_| "no algorithm has this name".to_owned());
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
                    Err(format!("{} has no output of chosen length", algorithm.name))
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
                _ => Err(format!("{} encrypts nothing with a key of this length", algorithm.name)),
            }
        }
        Body::AesRound(_) => by_name(&case.algorithm),
        Body::Session(_) => {
            let algorithm = by_name(&case.algorithm)?;
            let no_aead = || format!("{} encrypts no sessions", algorithm.name);
            algorithm.as_aead().map(|_| algorithm).ok_or_else(no_aead)
        }
        Body::CShake(_)
        | Body::Kmac(_)
        | Body::TupleHash(_)
        | Body::ParallelHash(_)
        | Body::TurboShake(_)
        | Body::KangarooTwelve(_) => {
            let algorithm = by_name(&case.algorithm)?;
            // Whether it takes what the record gives it is told without a message.
            super::modes::Given::of(case, algorithm)?.hash(algorithm)?;
            Ok(algorithm)
        }
        _ => Err("no code runs this kind yet".to_owned()),
    }
}

fn no_hash(algorithm: &Algorithm) -> String {
    format!("{} is no hash function", algorithm.name)
}

/// The permutation of this width, if it has so many rounds.
fn keccak_p(width: u64, rounds: u64) -> Result<&'static Algorithm, String> {
    let none = |_| format!("no permutation of {width} bits");
    let [full, any] = ["f", "p"].map(|kind| Algorithm::by_name(&format!("keccak-{kind}{width}")).map_err(none));
    for algorithm in [full?, any?] {
        let has = |rounds: &usize| algorithm.as_permutation().is_some_and(|p| p.rounds().contains(rounds));
        if usize::try_from(rounds).is_ok_and(|rounds| has(&rounds)) {
            return Ok(algorithm);
        }
    }
    Err(format!("the permutation of {width} bits has not {rounds} rounds"))
}

/// The permutation under a sponge or duplex of this rate and capacity.
fn keccak_f(rate: u64, capacity: u64, least_rate: u64) -> Result<&'static Algorithm, String> {
    let width = rate.checked_add(capacity).ok_or("no permutation of so many bits")?;
    if rate < least_rate || capacity == 0 {
        return Err(format!("no sponge has a rate of {rate} and a capacity of {capacity} bits"));
    }
    Algorithm::by_name(&format!("keccak-f{width}")).map_err(|_| format!("no permutation of {width} bits"))
}
