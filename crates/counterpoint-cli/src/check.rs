//! `counterpoint check`: checks files against lists of digests, with the messages of coreutils.
//!
//! [`list`] reads the lines, workers hash their files, many at a time, and [`report`] receives the results in the order
//! of the lines, counts them per list, and keeps the failures for the final summary.
//!
//! A list may come from an attacker. With a key, only lines whose function takes the key count, and all others fail: a
//! plain digest, which anyone can compute, must not be accepted as a tag. A line that can't be checked with the options
//! of this run also fails, and the other lines are still checked. The contents of a list never decide how much memory
//! is used.

use crate::checksum_line::{self, ChecksumLine, Spacing, file_name};
use crate::common_args::CommonArgs;
use crate::console::{Console, Progress};
use crate::exit::{Error, Exit, with_codes};
use crate::file_hasher::{FileHasher, PreparedHash};
use crate::hash_functions::{self, available_implementations, is_keyed};
use crate::hash_options::HashOptions;
use crate::input::{ReadError, read_element_into};
use crate::long_file::Threads;
use crate::numbers::length;
use crate::ordered_parallel::{Slot, Worker, map_in_order};
use crate::settings::Settings;
use crate::walk::Exclusion;
use base::Base;
use clap::ValueHint;
use counterpoint::Algorithm;
use counterpoint::tag::{self, MIN_TAG_BYTES};
use extra::Extra;
use list::{List, ListEvent, ListFormat};
use outcome::{FileResult, Outcome};
use report::Report;
pub(crate) use report::ReportOptions;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

mod base;
mod extra;
pub(crate) mod list;
mod outcome;
mod report;

const EXAMPLES: &str = "\
Examples:
  counterpoint check SUMS
      lines `HEX  name` are read as SHA3-256, lines `ALG (name) = HEX` name their function
  counterpoint check -a keccak256 --quiet SUMS
      lines of another function; only failures are shown
  counterpoint check -a kmac128 --key-file KEY SUMS
      tags under a secret key; lines of functions without a key fail
  counterpoint check --ignore-missing --strict SUMS
      missing files are skipped; malformed lines are failures
  counterpoint check --directory /mnt/copy SUMS
      files elsewhere, under the names in the list
  counterpoint check --extra=src SUMS
      files in `src` that the list does not name are failures
  counterpoint check --digest HEX FILE
      one file against one digest, without a list
  counterpoint sum --recursive src | counterpoint check
      a list from standard input";

#[derive(clap::Args, Default)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// The length of each digest in bytes, for functions without a fixed one [default: any; with a key, 16 or more].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    pub(crate) length: Option<usize>,

    /// Read lines that end with NUL, as written by `sum --zero`.
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// The folder of the listed files [default: the current one].
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: Option<PathBuf>,

    /// Fail if no list names a file in or below this folder [default without a value: all of --directory]. The lists
    /// themselves do not count.
    #[arg(
        long,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "."
    )]
    pub(crate) extra: Vec<OsString>,

    /// Skip matching entries of --extra, like `sum --exclude`.
    #[arg(long, value_name = "GLOB", requires = "extra", value_parser = Exclusion::parse)]
    pub(crate) exclude: Vec<Exclusion>,

    /// Check one file, named in place of a list, against this digest.
    #[arg(long, value_name = "HEX", conflicts_with_all = ["zero", "extra", "strict", "warn"])]
    pub(crate) digest: Option<String>,

    #[command(flatten)]
    pub(crate) report: ReportOptions,

    /// Lists of digests; with none, or with `-`, standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let Args { common, length, zero, directory, extra, exclude, digest, report: report_options, mut lists } = args;
    let named = common.algorithm;
    let untagged = common.function();
    let implementation = common.implementation().map(str::to_owned);
    let threads = common.threads();
    let options = common.hash_options()?;
    let keyed = options.key.is_some();
    if let Some(bytes @ ..MIN_TAG_BYTES) = length.filter(|_| keyed) {
        let message = format!(
            "--length {bytes}: tags shorter than {MIN_TAG_BYTES} bytes are easily guessed; use {MIN_TAG_BYTES} or more"
        );
        return Err(Error::Usage(message));
    }
    // A function named on the command line must take the given parameters. Without one, each line's function is checked
    // when its line is.
    if let Some(function) = named {
        let hash = options.hash(function, length).map_err(Error::Usage)?;
        hash_functions::hasher(function, &*hash, implementation.as_deref()).map_err(Error::Usage)?;
    } else if let Some(name) = &implementation {
        let runs = |function| available_implementations(function).contains(&name.as_str());
        if !hash_functions::all().any(runs) {
            return Err(Error::Usage(hash_functions::unknown_implementation(untagged, name)));
        }
    }
    if lists.is_empty() {
        lists.push("-".into());
    }
    let format = ListFormat { zero, untagged, only_untagged: named.is_some() };
    let base = Base::new(directory);
    let mut extra = Extra::find(&extra, exclude, &lists, &base)?;
    let events: Box<dyn Iterator<Item = ListEvent> + Send> = match digest {
        Some(hex) => Box::new(one_file(&hex, lists, untagged)?),
        None => Box::new(lists.into_iter().flat_map(move |name| List::open(name, format))),
    };
    let console = Console::new();
    let progress = console.progress();
    let mut report = Report::new(report_options, format, keyed, console);
    let options = Arc::new(CheckOptions { options, implementation, length, base: base.clone() });
    let long = Arc::new(Threads::new(threads));
    let bytes = |event: &ListEvent| match event {
        ListEvent::Line(ChecksumLine { settings, digest, name, .. }) => {
            let texts = [&settings.customization, &settings.function_name];
            digest.len() + name.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
        }
        _ => 0,
    };
    let worker = move || Checker {
        options: Arc::clone(&options),
        last: None,
        progress: Arc::clone(&progress),
        files: FileHasher::new(Arc::clone(&progress), Arc::clone(&long), outcome),
    };
    map_in_order(events, threads, bytes, worker, |outcome| {
        if let Outcome::File(name, _) = &outcome {
            extra.found(name, &base);
        }
        report.add(outcome)
    })?;
    extra.report(&mut report, &base)?;
    Ok(report.summary())
}

/// Returns the events of a list with a single line: this digest for this file.
fn one_file(
    hex: &str,
    mut files: Vec<OsString>,
    function: &'static Algorithm,
) -> Result<impl Iterator<Item = ListEvent> + Send + 'static, Error> {
    let name = files.pop().filter(|_| files.is_empty()).ok_or_else(|| {
        Error::Usage("--digest checks one file; for several, write their digests into a list".to_owned())
    })?;
    let digest = checksum_line::digest(hex.trim().as_bytes(), function).ok_or_else(|| {
        let name = function.name;
        let digits = match hash_functions::fixed_digest_bytes(function) {
            Some(bytes) => format!("a digest of {name} has {} hexadecimal digits", 2 * bytes),
            None => format!("an output of {name} has two hexadecimal digits per byte"),
        };
        Error::Usage(format!("--digest: {digits}; -a selects another function"))
    })?;
    let name = name.into_encoded_bytes();
    let line = ChecksumLine { function, spacing: Some(Spacing::Two), settings: Settings::default(), digest, name };
    Ok([ListEvent::Begin("--digest".into()), ListEvent::Line(line), ListEvent::End(None)].into_iter())
}

/// The options for checking lines.
struct CheckOptions {
    options: HashOptions,
    implementation: Option<String>,
    /// The value of `--length`.
    length: Option<usize>,
    base: Base,
}

impl CheckOptions {
    /// Returns the path of a file named in a line.
    fn path(&self, name: &[u8]) -> OsString {
        self.base.path(&file_name(name))
    }

    /// Returns the function of a line with its parameters.
    fn function(&self, line: &ChecksumLine) -> Result<PreparedHash, String> {
        let bytes = line.digest.len();
        let hash = self.options.hash_of_line(line.function, &line.settings, bytes, self.length)?;
        PreparedHash::new(line.function, &*hash, self.implementation.as_deref(), bytes)
    }
}

/// A line, and the place for its result.
type Pending = (ChecksumLine, Slot<Outcome>);

/// Checks the files of lines.
struct Checker<D> {
    options: Arc<CheckOptions>,
    progress: Arc<Progress>,
    /// The function of the last line. Most lists have only one function, whose files are hashed together.
    last: Option<Prepared>,
    files: FileHasher<Pending, D>,
}

/// A prepared function, and the parts of a line on which it depends.
struct Prepared {
    algorithm: &'static Algorithm,
    settings: Settings,
    function: Arc<PreparedHash>,
}

impl<D: Fn(Pending, Result<&[u8], ReadError>)> Worker<ListEvent, Outcome> for Checker<D> {
    /// Checks the file of a line, and passes on all other events.
    fn item(&mut self, event: ListEvent, slot: Slot<Outcome>) {
        match event {
            ListEvent::Begin(name) => slot.fill(Outcome::Begin(name)),
            ListEvent::Malformed(line) => slot.fill(Outcome::Malformed(line)),
            ListEvent::End(why) => slot.fill(Outcome::End(why)),
            ListEvent::Line(line) => self.check(line, slot),
        }
    }

    fn finish(&mut self) {
        self.files.finish();
    }
}

impl<D: Fn(Pending, Result<&[u8], ReadError>)> Checker<D> {
    /// Hashes the file of a line, or holds it back until [`Self::finish`].
    fn check(&mut self, line: ChecksumLine, slot: Slot<Outcome>) {
        let function = match self.function(&line) {
            Ok(function) => function,
            Err(why) => return slot.fill(Outcome::File(line.name, FileResult::Unchecked(why))),
        };
        if function.tuple {
            self.files.finish();
            match tuple(&line, &function, &self.options, &self.progress) {
                Ok(digest) => outcome((line, slot), Ok(&digest)),
                Err(why) => outcome((line, slot), Err(why)),
            }
        } else {
            self.files.hash(&function, &self.options.path(&line.name), (line, slot));
        }
    }

    /// Returns the function of a line.
    fn function(&mut self, line: &ChecksumLine) -> Result<Arc<PreparedHash>, String> {
        let same = |last: &Prepared| {
            hash_functions::same(last.algorithm, line.function)
                && last.settings == line.settings
                && last.function.digest_bytes == line.digest.len()
        };
        self.last.take_if(|last| !same(last));
        if let Some(last) = &self.last {
            return Ok(Arc::clone(&last.function));
        }
        let function = Arc::new(self.options.function(line)?);
        let (algorithm, settings) = (line.function, line.settings.clone());
        self.last = Some(Prepared { algorithm, settings, function: Arc::clone(&function) });
        Ok(function)
    }
}

/// Fills the slot of a line whose file has this digest.
fn outcome((line, slot): Pending, digest: Result<&[u8], ReadError>) {
    let result = match digest {
        Err(why) => FileResult::Unreadable(why),
        Ok(digest) if matches(&line, digest) => FileResult::Match,
        Ok(_) => FileResult::Mismatch { tagged: line.tagged() },
    };
    slot.fill(Outcome::File(line.name, result));
}

/// Returns whether a digest equals the one in a line. A tag is compared in constant time, because the correct one is
/// secret. A digest without a key is public, and may be as short as the list makes it.
pub(crate) fn matches(line: &ChecksumLine, digest: &[u8]) -> bool {
    if is_keyed(line.function) { tag::equal(&line.digest, digest) } else { digest == line.digest }
}

/// Returns the digest of a tuple, whose line names its files one after another.
fn tuple(
    line: &ChecksumLine,
    function: &PreparedHash,
    options: &CheckOptions,
    progress: &Progress,
) -> Result<Vec<u8>, ReadError> {
    let mut hasher = function.empty.boxed_clone();
    let mut names = line.name.split(|&c| c == b'\n');
    names.try_for_each(|name| read_element_into(&options.path(name), &mut *hasher, progress))?;
    Ok(function.digest(hasher))
}
