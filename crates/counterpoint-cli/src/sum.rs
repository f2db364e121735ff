//! `counterpoint sum`: prints the digests of files.

use crate::check;
use crate::checksum_line::{LONGEST_LINE, LineFormat, tag};
use crate::common_args::CommonArgs;
use crate::console::{Console, shown};
use crate::exit::{Error, Exit, with_codes};
use crate::file_hasher::{FileHasher, PreparedHash};
use crate::hash_functions::is_keyed;
use crate::input::{ReadError, check_readable, read_element_into};
use crate::long_file::Threads;
use crate::numbers::length;
use crate::ordered_parallel::{Slot, Worker, map_in_order};
use crate::walk::{Exclusion, Walk, WalkItem};
use clap::ValueHint;
use counterpoint::tag::MIN_TAG_BYTES;
use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::Arc;
use update::Update;

mod update;

const EXAMPLES: &str = "\
Examples:
  counterpoint sum README.md
      the SHA3-256 digest of a file
  counterpoint sum -a groestl512 *.iso > SUMS
      the digests of several files; `check -a groestl512 SUMS` checks them
  counterpoint sum --tag --recursive src
      all files in a directory; each line names the function
  counterpoint sum --recursive --exclude target/ --exclude '*.o' src
      all but some of them, by name at any depth or by path below the directory
  counterpoint sum --recursive --update SUMS src >> SUMS
      only the files that SUMS does not name yet
  printf abc | counterpoint sum -a shake128 --length 8
      8 bytes of output for standard input
  counterpoint sum -a kmac128 --key-file KEY --length 16 FILE
      a tag under a secret key; `check -a kmac128 --key-file KEY` verifies it
  counterpoint sum -a tuplehash128 FILE1 FILE2
      one digest of a sequence of files
  counterpoint sum -a fugue256 --implementation NAME FILE
      with one of the implementations that `counterpoint list fugue256` shows";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    common: CommonArgs,

    /// The output length in bytes, for functions without a fixed one; at most 1048576 [default: twice the security
    /// strength].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    length: Option<usize>,

    /// Write lines `ALG (name) = HEX`, which record the function and its settings for `check`.
    #[arg(long)]
    tag: bool,

    /// Write lines `HEX *name`; the digest is the same, as files are always read as binary.
    #[arg(short, long, overrides_with = "text")]
    binary: bool,

    /// Write lines `HEX  name` (the default).
    #[arg(short, long, conflicts_with = "tag")]
    text: bool,

    /// Read lists of digests from the FILEs and check them, like `counterpoint check`.
    #[arg(short, long, conflicts_with_all = ["tag", "binary", "text", "recursive", "follow"])]
    check: bool,

    /// End lines with NUL instead of a line feed, and do not escape names.
    #[arg(short, long)]
    zero: bool,

    /// Hash all files in and below directories, sorted by name.
    #[arg(short, long)]
    recursive: bool,

    /// Follow symbolic links inside directories.
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// Skip matching entries of directories, as in `.gitignore`: names, or paths if the pattern contains a slash.
    #[arg(long, value_name = "GLOB", requires = "recursive", value_parser = Exclusion::parse)]
    exclude: Vec<Exclusion>,

    /// Hash only the files for which this list has no digest of this function.
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, conflicts_with = "check")]
    update: Option<OsString>,

    /// The files to hash; with none, or with `-`, standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<OsString>,

    #[command(flatten, next_help_heading = "Options with --check")]
    report: check::ReportOptions,
}

/// The outcome of an item of the walk.
enum Outcome {
    /// The digest of the file of this name.
    Digest(OsString, Vec<u8>),
    NotHashed(WalkItem),
}

pub(crate) fn run(mut args: Args) -> Result<Exit, Error> {
    if args.check {
        let Args { common, length, zero, report, files: lists, .. } = args;
        return check::run(check::Args { common, length, zero, report, lists, ..check::Args::default() });
    }
    if let Some(option) = args.report.first_given() {
        return Err(Error::Usage(format!("{option} works only with --check; add --check, or omit it")));
    }
    let algorithm = args.common.function();
    let implementation = args.common.implementation().map(str::to_owned);
    let threads = args.common.threads();
    let options = args.common.hash_options()?;
    let hash = options.hash(algorithm, args.length).map_err(Error::Usage)?;
    let length = args.length.unwrap_or(hash.digest_bytes());
    if args.tag && is_keyed(algorithm) && length < MIN_TAG_BYTES {
        return Err(Error::Usage(format!(
            "--length {length}: `check` accepts no tag this short; choose {MIN_TAG_BYTES} bytes or more, or omit --tag"
        )));
    }
    if let Some((option, most)) = options.settings.too_long_for_a_tag().filter(|_| args.tag) {
        let message = format!("{option}: a tag holds at most {most} bytes of it; omit --tag, or choose a shorter text");
        return Err(Error::Usage(message));
    }
    let tag = tag(algorithm, &options.settings);
    // This fails if the implementation can't run.
    let function = PreparedHash::new(algorithm, &*hash, implementation.as_deref(), length).map_err(Error::Usage)?;
    if args.files.is_empty() {
        args.files.push("-".into());
    }
    // A single file is hashed on this thread, unless it is long.
    let workers = if args.recursive || args.files.len() > 1 { threads } else { 0 };
    let walk = Walk::new(args.files, args.recursive, args.follow).excluding(args.exclude);
    let format = LineFormat { tag: args.tag, binary: args.binary, zero: args.zero };
    if function.tuple {
        if args.update.is_some() {
            let name = algorithm.name;
            return Err(Error::Usage(format!("--update: {name} makes one digest of all files; omit the option")));
        }
        return tuple(walk, &function, args.recursive, &|digest, names| format.line(&tag, digest, names));
    }
    let mut console = Console::new();
    let walk: Box<dyn Iterator<Item = WalkItem> + Send> = match args.update {
        None => Box::new(walk),
        Some(list) => {
            let settings = options.settings;
            Box::new(
                Update { list, algorithm, settings, length, tag: args.tag, zero: args.zero }
                    .lacking(walk, &mut console)?,
            )
        }
    };
    let progress = console.progress();
    let (function, threads) = (Arc::new(function), Arc::new(Threads::new(threads)));
    let worker = move || Summer {
        function: Arc::clone(&function),
        files: FileHasher::new(Arc::clone(&progress), Arc::clone(&threads), outcome),
    };
    let mut good = true;
    let bytes = move |item: &WalkItem| item.bytes() + length;
    map_in_order(walk, workers, bytes, worker, |outcome| {
        match outcome {
            Outcome::Digest(name, digest) => {
                good &= write(&mut console, &format.line(&tag, &digest, name.as_encoded_bytes()), &name)?;
            }
            Outcome::NotHashed(item) => {
                if let WalkItem::Unreadable(_, why) = &item {
                    good &= args.recursive && is_own_output(why);
                }
                report_unhashed(&console, &item);
            }
        }
        Ok::<(), Error>(())
    })?;
    Ok(Exit::good_if(good))
}

/// Turns the items of the walk into outcomes.
struct Summer<D> {
    function: Arc<PreparedHash>,
    files: FileHasher<(OsString, Slot<Outcome>), D>,
}

impl<D: Fn((OsString, Slot<Outcome>), Result<&[u8], ReadError>)> Worker<WalkItem, Outcome> for Summer<D> {
    fn item(&mut self, item: WalkItem, slot: Slot<Outcome>) {
        match item {
            WalkItem::File(name) => self.files.hash(&self.function, &name.clone(), (name, slot)),
            other => slot.fill(Outcome::NotHashed(other)),
        }
    }

    fn finish(&mut self) {
        self.files.finish();
    }
}

/// Fills the slot of a file.
fn outcome((name, slot): (OsString, Slot<Outcome>), digest: Result<&[u8], ReadError>) {
    slot.fill(match digest {
        Ok(digest) => Outcome::Digest(name, digest.to_vec()),
        Err(why) => Outcome::NotHashed(WalkItem::Unreadable(name, why)),
    });
}

/// Returns whether a file can't be read because this run writes its output to it. With `--recursive` this is not a
/// failure: nobody expects the list to contain itself.
fn is_own_output(why: &ReadError) -> bool {
    matches!(why, ReadError::Output)
}

/// Returns the remedy for an error, if it is not obvious.
fn remedy(why: &ReadError) -> &'static str {
    match why {
        ReadError::Directory => "; use --recursive to hash the files in it",
        _ => "",
    }
}

/// Prints a message about an item that is not hashed.
fn report_unhashed(console: &Console, item: &WalkItem) {
    match item {
        WalkItem::Unreadable(name, why) => console.message(format_args!("{}: {why}{}", shown(name), remedy(why))),
        WalkItem::Special(name) => console.message(format_args!("{}: skipped, not a regular file", shown(name))),
        WalkItem::UnfollowedLinks(1) => console.message("1 symbolic link was not followed; use --follow to follow it"),
        WalkItem::UnfollowedLinks(n) => {
            console.message(format_args!("{n} symbolic links were not followed; use --follow to follow them"));
        }
        WalkItem::File(_) => {}
    }
}

/// Hashes all files as the elements of one tuple, in order. Its line contains all names, separated by line feeds.
fn tuple(
    walk: Walk,
    function: &PreparedHash,
    recursive: bool,
    line: &dyn Fn(&[u8], &[u8]) -> Vec<u8>,
) -> Result<Exit, Error> {
    let mut console = Console::new();
    let progress = console.progress();
    let mut names = Vec::new();
    // Without one of its elements, it would be a different tuple. So after the first error, the remaining files are
    // only opened, to report their errors.
    let mut hasher = Some(function.empty.boxed_clone());
    for item in walk {
        let read = match &item {
            WalkItem::File(name) if name.as_encoded_bytes().contains(&b'\n') => Err(None),
            WalkItem::File(name) => match &mut hasher {
                Some(hasher) => read_element_into(name, &mut **hasher, &progress),
                None => check_readable(name),
            }
            .map_err(Some),
            WalkItem::Unreadable(..) => Err(None),
            WalkItem::Special(_) | WalkItem::UnfollowedLinks(_) => {
                report_unhashed(&console, &item);
                continue;
            }
        };
        match (item, read) {
            (WalkItem::File(name), Ok(())) => names.push(name.into_encoded_bytes()),
            (WalkItem::File(name), Err(Some(why))) => {
                if !(recursive && is_own_output(&why)) {
                    hasher = None;
                }
                report_unhashed(&console, &WalkItem::Unreadable(name, why));
            }
            (WalkItem::File(name), Err(None)) => {
                hasher = None;
                let name = shown(&name);
                console.message(format_args!("{name}: a tuple can't contain a file with a line feed in its name"));
            }
            (item, _) => {
                hasher = None;
                report_unhashed(&console, &item);
            }
        }
    }
    let Some(hasher) = hasher else { return Ok(Exit::Failed) };
    let line = line(&function.digest(hasher), &names.join(&b'\n'));
    Ok(Exit::good_if(write(&mut console, &line, "the tuple".as_ref())?))
}

/// Writes a line, unless it is too long for `check`. Returns whether it was written.
fn write(console: &mut Console, line: &[u8], name: &OsStr) -> io::Result<bool> {
    let fits = line.len() <= LONGEST_LINE;
    if fits {
        console.line(line)?;
    } else {
        let (name, bytes) = (shown(name), line.len());
        console.message(format_args!(
            "{name}: its line would be {bytes} bytes long, but `check` reads at most {LONGEST_LINE}; choose shorter \
             names or outputs"
        ));
    }
    Ok(fits)
}
