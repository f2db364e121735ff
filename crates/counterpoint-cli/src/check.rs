//! `counterpoint check`: checks files against lists of digests, in coreutils' words.
//!
//! The lists' lines ([`list`]) go through the workers in their order; the [`report`] counts what comes of them, list by
//! list, and keeps what failed for the summary at the end.
//!
//! A list may come from an attacker. So with a key, only lines count whose function takes it, and all others fail: a
//! plain digest, which everybody can compute, must not pass for a tag. A line that can't be checked with the options
//! that are given fails too, and the rest goes on. Nothing that a list says decides how much memory is taken.

use crate::choice::{Choice, functions, length};
use crate::console::{Console, Progress};
use crate::exit::{Error, Exit, with_codes};
use crate::given::Values;
use crate::in_order::in_order;
use crate::input::{Unread, absorb, absorb_element};
use crate::lines::Claim;
use clap::ValueHint;
use counterpoint::registry::{Hash, Hasher, Reader};
use counterpoint::tag::MIN_TAG_BYTES;
use list::{Event, Form, List};
use report::Report;
use std::ffi::{OsStr, OsString};

pub(crate) mod list;
mod report;

const EXAMPLES: &str = "\
Examples:
  counterpoint check SUMS
      `HEX  name` is SHA3-256, `ALG (name) = HEX` is what it says
  counterpoint check -a keccak256 --quiet SUMS
      lines of another function; only what fails is shown
  counterpoint check -a kmac128 --key-file KEY SUMS
      tags under a secret key; lines of functions without a key fail
  counterpoint check --ignore-missing --strict SUMS
      only the files that are here; a line that makes no sense is a failure
  counterpoint sum --recursive src | counterpoint check
      a list from standard input";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) choice: Choice,

    /// Bytes of each digest, where they can be chosen [default: any; 16 or more under a key].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    pub(crate) length: Option<usize>,

    /// Lines end with NUL, as `sum --zero` writes them.
    #[arg(short, long)]
    pub(crate) zero: bool,

    #[command(flatten)]
    pub(crate) manner: Manner,

    /// Lists of digests; `-` or none is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

/// What is shown, and what counts as a failure.
#[derive(clap::Args)]
pub(crate) struct Manner {
    /// Show no line for a file that is as it should be.
    #[arg(short, long)]
    quiet: bool,

    /// Show no result at all; the exit code tells.
    #[arg(long)]
    status: bool,

    /// Fail if a line is improperly formatted; with a key, always.
    #[arg(long)]
    strict: bool,

    /// Name each improperly formatted line.
    #[arg(short, long)]
    warn: bool,

    /// Pass over files that are not there.
    #[arg(long)]
    ignore_missing: bool,
}

impl Manner {
    /// The first of its options that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        [
            (self.quiet, "--quiet"),
            (self.status, "--status"),
            (self.strict, "--strict"),
            (self.warn, "--warn"),
            (self.ignore_missing, "--ignore-missing"),
        ]
        .into_iter()
        .find_map(|(given, option)| given.then_some(option))
    }
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    let Args { choice, length, zero, manner, mut lists } = args;
    let plain = choice.function();
    let implementation = choice.implementation().map(str::to_owned);
    let threads = choice.threads(usize::MAX);
    let values = choice.given.read()?;
    if let Some(bytes @ ..MIN_TAG_BYTES) = length.filter(|_| values.keyed()) {
        let words = format!("--length {bytes}: a tag under a key has {MIN_TAG_BYTES} bytes or more, or it is guessed");
        return Err(Error::Usage(words));
    }
    // A function that is asked for has to take what is given. Without one, each line's function is looked at when its
    // turn comes.
    if let Some(function) = choice.algorithm {
        let hash = values.hash(function, length).map_err(Error::Usage)?;
        function.hasher(&*hash, implementation.as_deref()).map_err(Error::Usage)?;
    } else if let Some(name) = implementation.as_deref().filter(|name| !functions().any(|f| f.runs(name))) {
        return Err(Error::Usage(plain.without(name)));
    }
    if lists.is_empty() {
        lists.push("-".into());
    }
    let form = Form { zero, plain, only_plain: choice.algorithm.is_some() };
    let events = lists.into_iter().flat_map(move |name| List::open(name, form));
    let console = Console::new();
    let progress = console.progress();
    let mut report = Report::new(manner, form, values.keyed(), console);
    let checker = Checker { values, implementation, length };
    let bytes = |event: &Event| match event {
        Event::Claim(Claim { settings, digest, name, .. }) => {
            let texts = [&settings.customization, &settings.function_name];
            digest.len() + name.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
        }
        _ => 0,
    };
    in_order(events, threads, bytes, move |event| checker.outcome(event, &progress), |outcome| report.take(outcome))?;
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
    /// The line can't be checked with the options that are given: why, and what to do.
    Unchecked(String),
}

/// What lines are checked with.
struct Checker {
    values: Values,
    implementation: Option<String>,
    /// Bytes of each digest, if a number is asked for.
    length: Option<usize>,
}

impl Checker {
    /// Hashes the file that a claim is about; passes everything else on.
    fn outcome(&self, event: Event, progress: &Progress) -> Outcome {
        match event {
            Event::Begins(name) => Outcome::Begins(name),
            Event::Malformed(line) => Outcome::Malformed(line),
            Event::Ends(why) => Outcome::Ends(why),
            Event::Claim(claim) => {
                let verdict = self.verdict(&claim, progress);
                Outcome::Verdict(claim.name, verdict)
            }
        }
    }

    fn verdict(&self, claim: &Claim, progress: &Progress) -> Verdict {
        let (hash, mut hasher) = match self.hasher(claim) {
            Ok(hasher) => hasher,
            Err(why) => return Verdict::Unchecked(why),
        };
        if let Err(why) = absorb_all(claim, hash.tuple(), &mut *hasher, progress) {
            return Verdict::Unread(why);
        }
        if matches(&mut *hasher.finalize(0, 0), claim) {
            Verdict::Match
        } else {
            Verdict::Mismatch { tagged: claim.tagged }
        }
    }

    /// The hash function of a claim, and a hasher for the empty message.
    fn hasher(&self, claim: &Claim) -> Result<(Box<dyn Hash>, Box<dyn Hasher>), String> {
        let function = claim.function;
        let hash = self.values.hash_of_line(function, &claim.settings, claim.digest.len(), self.length)?;
        let hasher = function.hasher(&*hash, self.implementation.as_deref())?;
        Ok((hash, hasher))
    }
}

/// Whether the output is what a line claims. A tag is secret as long as it is not known to be right, so it is
/// compared in constant time; a digest without a key is public, and may be as short as a list has it.
fn matches(output: &mut dyn Reader, claim: &Claim) -> bool {
    if claim.function.keyed() {
        return output.matches(&claim.digest);
    }
    let mut digest = vec![0; claim.digest.len()];
    output.read(&mut digest);
    digest == claim.digest
}

/// Gives the file that a claim is about to the hasher; of a tuple, one file after the other.
fn absorb_all(claim: &Claim, tuple: bool, hasher: &mut dyn Hasher, progress: &Progress) -> Result<(), Unread> {
    if !tuple {
        return absorb(&file_name(&claim.name), &mut |bytes| hasher.update(bytes), progress);
    }
    claim.name.split(|&c| c == b'\n').try_for_each(|name| absorb_element(&file_name(name), hasher, progress))
}

/// The file of this name. Where names are not bytes, what is no text names no file.
fn file_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
    #[cfg(not(unix))]
    OsStr::new(&*String::from_utf8_lossy(bytes)).to_owned()
}
