//! `counterpoint check`: checks files against lists of digests, with the messages of coreutils.
//!
//! Workers hash the files of the lines that [`list`] reads, many at a time. The [`report`] receives the results in the
//! order of the lines, counts them list by list, and keeps the failures for the summary at the end.
//!
//! A list may come from an attacker. Under a key, only lines whose function takes the key count, and all others fail:
//! a plain digest, which everybody can compute, must not be accepted as a tag. A line that can't be checked with the
//! options of this run fails too, and the other lines are still checked. The contents of a list never decide how much
//! memory is taken.

use crate::checksum_line::ChecksumLine;
use crate::common_args::CommonArgs;
use crate::console::{Console, Progress};
use crate::hash_functions::{self, available_implementations, is_keyed};
use crate::hash_options::HashOptions;
use crate::input::{ReadError, read_element_into, read_into};
use crate::numbers::length;
use crate::ordered_parallel::map_in_order;
use clap::ValueHint;
use counterpoint::registry::{Hash, Hasher, Reader};
use counterpoint::tag::MIN_TAG_BYTES;
use counterpoint_console::exit::{Error, Exit, with_codes};
use list::{List, ListEvent, ListFormat};
use outcome::{FileResult, Outcome, file_name};
use report::Report;
pub(crate) use report::ReportOptions;
use std::ffi::OsString;

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
      files that are missing are no failure; malformed lines are one
  counterpoint sum --recursive src | counterpoint check
      a list from standard input";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// The length of each digest in bytes, if the function has no fixed one [default: any; 16 or more under a key].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    pub(crate) length: Option<usize>,

    /// Lines end with NUL, as `sum --zero` writes them.
    #[arg(short, long)]
    pub(crate) zero: bool,

    #[command(flatten)]
    pub(crate) report: ReportOptions,

    /// Lists of digests; `-` or none is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let Args { common, length, zero, report: report_options, mut lists } = args;
    let named = common.algorithm;
    let untagged = common.function();
    let implementation = common.implementation().map(str::to_owned);
    let threads = common.threads(usize::MAX);
    let options = common.hash_options()?;
    let keyed = options.key.is_some();
    if let Some(bytes @ ..MIN_TAG_BYTES) = length.filter(|_| keyed) {
        let message = format!(
            "--length {bytes}: a tag under a key needs {MIN_TAG_BYTES} bytes or more; a shorter one is easily guessed"
        );
        return Err(Error::Usage(message));
    }
    // A function that is named has to take the parameters that are given. Otherwise the function of each line is looked
    // at when the line is checked.
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
    let events = lists.into_iter().flat_map(move |name| List::open(name, format));
    let console = Console::new();
    let progress = console.progress();
    let mut report = Report::new(report_options, format, keyed, console);
    let checker = Checker { options, implementation, length };
    let bytes = |event: &ListEvent| match event {
        ListEvent::Line(ChecksumLine { settings, digest, name, .. }) => {
            let texts = [&settings.customization, &settings.function_name];
            digest.len() + name.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
        }
        _ => 0,
    };
    let work = move |event| checker.outcome(event, &progress);
    map_in_order(events, threads, bytes, work, |outcome| report.add(outcome))?;
    Ok(report.summary())
}

/// The options with which lines are checked.
struct Checker {
    options: HashOptions,
    implementation: Option<String>,
    /// The length of each digest in bytes, if one is asked for.
    length: Option<usize>,
}

impl Checker {
    /// Checks the file of a line, and passes all other events on.
    fn outcome(&self, event: ListEvent, progress: &Progress) -> Outcome {
        match event {
            ListEvent::Begin(name) => Outcome::Begin(name),
            ListEvent::Malformed(line) => Outcome::Malformed(line),
            ListEvent::End(why) => Outcome::End(why),
            ListEvent::Line(line) => {
                let result = self.check(&line, progress);
                Outcome::File(line.name, result)
            }
        }
    }

    /// Hashes the file of a line and compares the digest.
    fn check(&self, line: &ChecksumLine, progress: &Progress) -> FileResult {
        let (hash, mut hasher) = match self.hasher(line) {
            Ok(hasher) => hasher,
            Err(why) => return FileResult::Unchecked(why),
        };
        if let Err(why) = read_files_into(line, hash.tuple(), &mut *hasher, progress) {
            return FileResult::Unreadable(why);
        }
        if matches(&mut *hasher.finalize(0, 0), line) {
            FileResult::Match
        } else {
            FileResult::Mismatch { tagged: line.tagged }
        }
    }

    /// Returns the function of a line with its parameters, and a hasher for one message.
    fn hasher(&self, line: &ChecksumLine) -> Result<(Box<dyn Hash>, Box<dyn Hasher>), String> {
        let hash = self.options.hash_of_line(line.function, &line.settings, line.digest.len(), self.length)?;
        let hasher = hash_functions::hasher(line.function, &*hash, self.implementation.as_deref())?;
        Ok((hash, hasher))
    }
}

/// Returns whether the output is the digest of a line. A tag under a key is compared in constant time, because the
/// right one is a secret. A digest without a key is public, and may be as short as the list says.
fn matches(output: &mut dyn Reader, line: &ChecksumLine) -> bool {
    if is_keyed(line.function) {
        return output.matches(&line.digest);
    }
    let mut digest = vec![0; line.digest.len()];
    output.read(&mut digest);
    digest == line.digest
}

/// Passes the file of a line to the hasher. The line of a tuple names several files, one after the other.
fn read_files_into(
    line: &ChecksumLine,
    tuple: bool,
    hasher: &mut dyn Hasher,
    progress: &Progress,
) -> Result<(), ReadError> {
    if !tuple {
        return read_into(&file_name(&line.name), &mut |bytes| hasher.update(bytes), progress);
    }
    line.name.split(|&c| c == b'\n').try_for_each(|name| read_element_into(&file_name(name), hasher, progress))
}
