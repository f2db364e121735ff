//! `counterpoint selftest`: tests every implementation that this machine runs with known answers.
//!
//! ```text
//! files ──parse──> cases ──plan──> jobs (file x algorithm x implementation) ──run──> results ──> report
//!                    └──> unsupported and overlong records: counted and named
//! ```
//!
//! The answers are built in or come from a file or a folder tree. [`plan`] makes the jobs, [`run`](mod@run) passes each
//! to the code for its kind of algorithm ([`hashes`], [`derived_functions`], [`permutations`], [`block_ciphers`],
//! [`sessions`]), and [`report`] shows the [`results`].

use crate::console::{Console, print_message, reason, shown};
use crate::exit::{Error, Exit, with_codes};
use crate::numbers::{jobs, threads};
use clap::ValueHint;
use counterpoint_vectors::{EMBEDDED, File};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

mod block_ciphers;
mod derived_functions;
mod hashes;
mod permutations;
mod plan;
mod record_options;
mod report;
mod results;
mod run;
mod sessions;

const EXAMPLES: &str = "\
Examples:
  counterpoint selftest
      all implementations, with the built-in answers
  counterpoint selftest --vectors vectors/sha3 --format json
      all files in a folder tree, with a report for programs
  counterpoint selftest --vectors long.json --min-message 1GiB --max-message 16GiB --implementation best
      only the longest messages, with the default implementation";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    /// Known answers: a file, or a folder tree with `.json`, `.rsp` and `.txt` files [default: the built-in ones].
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    vectors: Option<PathBuf>,

    #[command(flatten)]
    filter: plan::Filter,

    /// The report format.
    #[arg(long, value_enum, default_value_t = report::Format::Text)]
    format: report::Format,

    /// The number of threads [default: one per processor]. With 1, no thread is started, for simple emulators.
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<u16>,

    /// Fail if any answers are unsupported.
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let (files, unreadable) = match &args.vectors {
        None => (built_in(args.jobs)?, Vec::new()),
        Some(path) => from_disk(path, args.jobs)?,
    };
    for error in &unreadable {
        print_message(format_args!("counterpoint: {error}"));
    }
    let miscounted: Vec<&File> =
        files.iter().filter(|file| file.declared.is_some_and(|count| count != file.records() as u64)).collect();
    for file in &miscounted {
        let (declared, found) = (file.declared.unwrap_or_default(), file.records());
        print_message(format_args!(
            "counterpoint: {}: the field `count` is {declared}, but the number of records is {found}; is the file \
             complete?",
            shown(file.name.as_ref())
        ));
    }
    let plan = plan::Plan::new(&files, &args.filter)?;
    let mut console = Console::new();
    let progress = console.progress();
    progress.expect(plan.jobs.iter().fold(0, |bytes, job| job.bytes().saturating_add(bytes)));
    let results = map_parallel(&plan.jobs, args.jobs, |job| run::run(job, &progress))?;
    let report = report::Report::new(&plan, results, &miscounted, &unreadable);
    drop(progress);
    console.line(report.show(args.format, &console).as_bytes())?;
    if report.failed() || (args.strict && report.unsupported()) {
        return Ok(Exit::Failed);
    }
    if !unreadable.is_empty() {
        return Ok(Exit::Usage);
    }
    // A run that compared nothing must not pass.
    if !report.run() {
        console.message(format_args!("nothing was run: {}", why_nothing_was_run(&plan)));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Good)
}

/// Returns why nothing was run, and the remedy.
fn why_nothing_was_run(plan: &plan::Plan<'_>) -> String {
    let length = "no message length is between --min-message and --max-message; choose other limits";
    let code = "this command supports none of the records; run `counterpoint list` for all algorithms";
    match (plan.not_run.is_empty(), plan.unsupported.is_empty()) {
        (false, true) => length.to_owned(),
        (false, false) => format!("{length}; the other records are not supported"),
        _ => code.to_owned(),
    }
}

/// Returns the results of `work` for each item, in the order of the items. Starts at most one thread per item, and none
/// if one thread is enough. Threads take the items one by one in order, to begin long work first.
fn map_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<u16>,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let threads = threads(jobs).min(items.len());
    if threads <= 1 {
        return Ok(items.iter().map(work).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Usage(format!("--jobs: can't start {threads} threads: {error}")))?;
    let mut results: Vec<(usize, R)> =
        pool.install(|| items.iter().enumerate().par_bridge().map(|(place, item)| (place, work(item))).collect());
    results.sort_by_key(|(place, _)| *place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Returns the built-in answers.
fn built_in(jobs: Option<u16>) -> Result<Vec<File>, Error> {
    map_parallel(EMBEDDED, jobs, |file| file.parse().expect("a test parses every built-in file"))
}

/// Reads the answers at a path. Also returns the errors of unusable files.
fn from_disk(path: &Path, jobs: Option<u16>) -> Result<(Vec<File>, Vec<counterpoint_vectors::Error>), Error> {
    let usage = |why: String| Error::Usage(format!("{}: {why}", shown(path.as_os_str())));
    let paths = counterpoint_vectors::files(path).map_err(|error| Error::Usage(reason(&error)))?;
    if paths.is_empty() {
        return Err(usage("no known answers in this folder: no .json, .rsp or .txt file".to_owned()));
    }
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    for result in map_parallel(&paths, jobs, |path| File::read(path))? {
        match result {
            Ok(file) => files.push(file),
            Err(error) => unreadable.push(error),
        }
    }
    if unreadable.is_empty() && files.iter().all(|file| file.records() == 0) {
        return Err(usage("no known answers: the files contain no records".to_owned()));
    }
    Ok((files, unreadable))
}
