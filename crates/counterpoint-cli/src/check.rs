//! `counterpoint check`: checks files against lists of digests, in coreutils' words.
//!
//! The lists' lines ([`list`]) go through the workers in their order; the [`report`] counts what comes of them, list by
//! list, and keeps what failed for the summary at the end.

use crate::choice::Choice;
use crate::console::{Console, Progress};
use crate::exit::{Error, Exit, with_codes};
use crate::given::Values;
use crate::in_order::in_order;
use crate::input::{Unread, absorb};
use crate::lines::Claim;
use clap::ValueHint;
use counterpoint::registry::Hasher;
use list::{Event, List};
use report::Report;
use std::ffi::{OsStr, OsString};

mod list;
mod report;

const EXAMPLES: &str = "\
Examples:
  counterpoint check SUMS
      `HEX  name` is SHA3-256, `ALG (name) = HEX` is what it says
  counterpoint check -a keccak256 --quiet SUMS
      lines of another function; only what fails is shown
  counterpoint check -a kmac128 --key-file KEY SUMS
      tags under a secret key
  counterpoint check --ignore-missing --strict SUMS
      only the files that are here; a line that makes no sense is a failure
  counterpoint sum --recursive src | counterpoint check
      a list from standard input";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    manner: Manner,

    /// Lists of digests; `-` or none is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    lists: Vec<OsString>,
}

/// What is shown, and what counts as a failure.
#[derive(clap::Args)]
struct Manner {
    /// Show no line for a file that is as it should be.
    #[arg(short, long)]
    quiet: bool,

    /// Show no result at all; the exit code tells.
    #[arg(long)]
    status: bool,

    /// Fail if a line is improperly formatted.
    #[arg(long)]
    strict: bool,

    /// Name each improperly formatted line.
    #[arg(short, long)]
    warn: bool,

    /// Pass over files that are not there.
    #[arg(long)]
    ignore_missing: bool,

    /// Lines end with NUL, as `sum --zero` writes them.
    #[arg(short, long)]
    zero: bool,
}

pub(crate) fn run(mut args: Args) -> Result<Exit, Error> {
    let plain = args.choice.function();
    let implementation = args.choice.implementation().map(str::to_owned);
    let threads = args.choice.threads(usize::MAX);
    let asked_for = args.choice.algorithm;
    let values = args.choice.given.read()?;
    // What is given may be for lines with a tag; but a function that is asked for has to take it.
    if let Some(function) = asked_for {
        values.hash(function, None)?;
    }
    if args.lists.is_empty() {
        args.lists.push("-".into());
    }
    let zero = args.manner.zero;
    let events = args.lists.into_iter().flat_map(move |name| List::open(name, zero, plain));
    let console = Console::new();
    let progress = console.progress();
    let work = move |event| verify(event, &values, implementation.as_deref(), &progress);
    let mut report = Report::new(args.manner, plain.name(), console);
    in_order(events, threads, work, |outcome| report.take(outcome?))?;
    Ok(report.summary())
}

/// What has become of an [`Event`].
enum Outcome {
    Begins(OsString),
    Verdict(Vec<u8>, Verdict),
    Malformed(u64),
    Ends(Option<Unread>),
}

enum Verdict {
    Match,
    /// Whether the line itself names the function.
    Mismatch {
        tagged: bool,
    },
    Unread(Unread),
}

/// Hashes the file that a claim is about; passes everything else on.
fn verify(event: Event, values: &Values, implementation: Option<&str>, progress: &Progress) -> Result<Outcome, Error> {
    let claim = match event {
        Event::Begins(name) => return Ok(Outcome::Begins(name)),
        Event::Malformed(line) => return Ok(Outcome::Malformed(line)),
        Event::Ends(why) => return Ok(Outcome::Ends(why)),
        Event::Claim(claim) => claim,
    };
    let hash = values.hash_among_others(claim.function, claim.digest.len())?;
    let mut hasher = claim.function.hasher(&*hash, implementation)?;
    let verdict = match absorb_all(&claim, hash.tuple(), &mut *hasher, progress) {
        Err(why) => Verdict::Unread(why),
        Ok(()) => {
            // A tag of KMAC may be among them, so not by a comparison that stops early.
            let matches = hasher.finalize(0, 0).matches(&claim.digest);
            if matches { Verdict::Match } else { Verdict::Mismatch { tagged: claim.tagged } }
        }
    };
    Ok(Outcome::Verdict(claim.name, verdict))
}

/// Gives the file that a claim is about to the hasher; of a tuple, one file after the other.
fn absorb_all(claim: &Claim, tuple: bool, hasher: &mut dyn Hasher, progress: &Progress) -> Result<(), Unread> {
    if !tuple {
        return absorb(&file_name(&claim.name), &mut |bytes| hasher.update(bytes), progress);
    }
    for name in claim.name.split(|&c| c == b'\n') {
        let mut element = Vec::new();
        absorb(&file_name(name), &mut |bytes| element.extend_from_slice(bytes), progress)?;
        hasher.update(&element);
    }
    Ok(())
}

/// The file of this name. Where names are not bytes, what is no text names no file.
fn file_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
    #[cfg(not(unix))]
    OsStr::new(&*String::from_utf8_lossy(bytes)).to_owned()
}
