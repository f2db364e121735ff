//! `counterpoint selftest`: known answers through every implementation that this machine runs.
//!
//! ```text
//! files ──parse──> cases ──plan──> jobs (file x algorithm x implementation) ──run──> outcomes ──> report
//!                    └──> what no code runs yet, what is too long: counted and named
//! ```
//!
//! The answers are those built in, or a file or folder tree. [`plan`] says what is run by what, [`hashes`], [`modes`] and
//! [`parts`] run it, [`report`] counts and shows.

use crate::choice::{jobs, threads};
use crate::console::{Console, complain, reason, shown};
use crate::exit::{Error, Exit, with_codes};
use clap::ValueHint;
use counterpoint::Algorithm;
use counterpoint_vectors::{EMBEDDED, File};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

mod hashes;
mod modes;
mod parts;
mod plan;
mod report;
mod sessions;

const EXAMPLES: &str = "\
Examples:
  counterpoint selftest
      the answers that are built in, through every implementation
  counterpoint selftest --vectors vectors/sha3 --format json
      all files of a folder tree, with a report for programs
  counterpoint selftest --vectors long.json --min-message 1GiB --max-message 16GiB --implementation best
      the longest messages only, each once, by the implementation that is the default";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    /// Known answers: a file, or a folder tree with files of `.json`, `.rsp` and `.txt` [default: those built in].
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    vectors: Option<PathBuf>,

    /// Messages that are longer are not run: bytes, or with a unit such as KiB, MiB, GiB. A Monte Carlo chain counts
    /// with all its messages.
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "16MiB")]
    max_message: u64,

    /// Messages that are shorter are not run.
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "0")]
    min_message: u64,

    /// Only answers of this algorithm; can be given several times.
    #[arg(short, long = "algorithm", value_name = "ALG", value_parser = named)]
    algorithms: Vec<&'static Algorithm>,

    /// Which implementations: `all` that run here, the `best` for one message, or one by its name or technique.
    #[arg(long, value_name = "NAME", default_value = "all")]
    implementation: String,

    /// How the result is shown.
    #[arg(long, value_enum, default_value_t = report::Format::Text)]
    format: report::Format,

    /// Threads [default: one a processor]. With 1 no thread is started, so that it runs under simple emulators too.
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<u16>,

    /// Fail if there are answers that no code can run.
    #[arg(long)]
    strict: bool,
}

fn named(name: &str) -> Result<&'static Algorithm, String> {
    Algorithm::by_name(name)
        .map_err(|_| counterpoint_console::names::unknown("algorithm", name, Algorithm::all().map(|a| a.name)))
}

/// Reads a number of bytes: `4096`, `16MiB`, `1G`.
fn size(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let power = match unit.trim().to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => Some(0),
        "k" => Some(10),
        "m" => Some(20),
        "g" => Some(30),
        "t" => Some(40),
        _ => None,
    };
    let bytes = power.and_then(|power| number.parse::<u64>().ok()?.checked_mul(1 << power));
    bytes.ok_or_else(|| "a size is a number of bytes, or one with the unit KiB, MiB, GiB or TiB".to_owned())
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let (files, unread) = match &args.vectors {
        None => (built_in(args.jobs)?, Vec::new()),
        Some(path) => from_disk(path, args.jobs)?,
    };
    for error in &unread {
        complain(format_args!("counterpoint: {error}"));
    }
    let miscounted: Vec<&File> =
        files.iter().filter(|file| file.declared.is_some_and(|count| count != file.records() as u64)).collect();
    for file in &miscounted {
        let (declared, found) = (file.declared.unwrap_or_default(), file.records());
        complain(format_args!(
            "counterpoint: {}: its field `count` is {declared}, but its records are {found}; is the file whole?",
            shown(file.name.as_ref())
        ));
    }
    let plan = plan::Plan::new(&files, &args)?;
    let mut console = Console::new();
    let progress = console.progress();
    progress.expect(plan.jobs.iter().fold(0, |bytes, job| job.bytes().saturating_add(bytes)));
    let outcomes = each(&plan.jobs, args.jobs, |job| report::Outcome::of(job, &progress))?;
    let report = report::Report::new(&plan, outcomes, &miscounted, &unread);
    drop(progress);
    console.line(report.show(args.format, &console).as_bytes())?;
    if report.failed() || (args.strict && report.unsupported()) {
        return Ok(Exit::Failed);
    }
    if !unread.is_empty() {
        return Ok(Exit::Usage);
    }
    // A test that compared nothing has shown nothing.
    if !report.run() {
        console.complain(format_args!("nothing was run: {}", nothing_run(&plan)));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Good)
}

/// Why nothing was run, and what to change.
fn nothing_run(plan: &plan::Plan<'_>) -> String {
    let length = "no message has a length from --min-message to --max-message; choose other limits";
    let code = "no record is of an algorithm and kind that this command has; `counterpoint list` shows all algorithms";
    match (plan.not_run.is_empty(), plan.unsupported.is_empty()) {
        (false, true) => length.to_owned(),
        (false, false) => format!("{length}; the other records are not supported"),
        _ => code.to_owned(),
    }
}

/// What `work` makes of each item, in the items' order. No more threads are started than there are items, and none for
/// one thread. The threads take the items one by one in their order, so that long work that stands first ends first.
fn each<T: Sync, R: Send>(items: &[T], jobs: Option<u16>, work: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Error> {
    let threads = threads(jobs).min(items.len());
    if threads <= 1 {
        return Ok(items.iter().map(work).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Usage(format!("--jobs: {threads} threads can't be started: {error}")))?;
    let mut results: Vec<(usize, R)> =
        pool.install(|| items.iter().enumerate().par_bridge().map(|(place, item)| (place, work(item))).collect());
    results.sort_by_key(|(place, _)| *place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// The answers that are built in.
fn built_in(jobs: Option<u16>) -> Result<Vec<File>, Error> {
    each(EMBEDDED, jobs, |file| file.parse().expect("a test reads every file that is built in"))
}

/// The answers at a path, and what is wrong with the files that can't be used.
fn from_disk(path: &Path, jobs: Option<u16>) -> Result<(Vec<File>, Vec<counterpoint_vectors::Error>), Error> {
    let usage = |why: String| Error::Usage(format!("{}: {why}", shown(path.as_os_str())));
    let paths = counterpoint_vectors::files(path).map_err(|error| Error::Usage(reason(&error)))?;
    if paths.is_empty() {
        return Err(usage("no known answers in this folder: no .json, .rsp or .txt file".to_owned()));
    }
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for result in each(&paths, jobs, |path| File::read(path))? {
        match result {
            Ok(file) => files.push(file),
            Err(error) => unread.push(error),
        }
    }
    if unread.is_empty() && files.iter().all(|file| file.records() == 0) {
        return Err(usage("no known answers: no file has a record".to_owned()));
    }
    Ok((files, unread))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("16MiB"), Ok(1 << 24));
        assert_eq!(size("1g"), Ok(1 << 30));
        for wrong in ["", "x", "1x", "-1", "MiB", "99999999999999999999", "99999999TiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
