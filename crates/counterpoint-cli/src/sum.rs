//! `counterpoint sum`: prints the digests of files.

use crate::check;
use crate::choice::{Choice, length};
use crate::console::{Console, shown};
use crate::exit::{Error, Exit, with_codes};
use crate::in_order::in_order;
use crate::input::{Unread, absorb, absorb_element, can_be_opened};
use crate::lines::{LONGEST_LINE, Style, tag};
use crate::walk::{Found, Walk};
use clap::ValueHint;
use counterpoint::registry::Hasher;
use counterpoint::tag::MIN_TAG_BYTES;
use std::ffi::{OsStr, OsString};
use std::io;

const EXAMPLES: &str = "\
Examples:
  counterpoint sum README.md
      the SHA3-256 digest of a file
  counterpoint sum -a groestl512 *.iso > SUMS
      digests of several files; `check -a groestl512 SUMS` checks them
  counterpoint sum --tag --recursive src
      all files in a folder, each line with the function's name
  printf abc | counterpoint sum -a shake128 --length 8
      8 bytes of an extendable output, for standard input
  counterpoint sum -a kmac128 --key-file KEY --length 16 FILE
      a tag under a secret key; `check -a kmac128 --key-file KEY` verifies it
  counterpoint sum -a tuplehash128 FILE1 FILE2
      one digest of a sequence of files
  counterpoint sum -a fugue256 --implementation spec-portable FILE
      by an implementation of your choice";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,

    /// Bytes of output, where they can be chosen, 1048576 at most [default: twice the security strength].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    length: Option<usize>,

    /// Write `ALG (name) = HEX`, which tells `check` the function and its settings.
    #[arg(long)]
    tag: bool,

    /// Write `HEX *name`. All files are read as they are, so the digest is the same.
    #[arg(short, long, overrides_with = "text")]
    binary: bool,

    /// Write `HEX  name`, as without it.
    #[arg(short, long, conflicts_with = "tag")]
    text: bool,

    /// Check the files against the lists of digests that are named, as `counterpoint check` does.
    #[arg(short, long, conflicts_with_all = ["tag", "binary", "text", "recursive", "follow"])]
    check: bool,

    /// End lines with NUL, and write names as they are.
    #[arg(short, long)]
    zero: bool,

    /// Hash all files in directories, in the order of their names.
    #[arg(short, long)]
    recursive: bool,

    /// Follow symbolic links inside directories.
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// Files; `-` or none is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<OsString>,

    #[command(flatten, next_help_heading = "Options with --check")]
    manner: check::Manner,
}

/// What has become of an operand, or of a file below it.
enum Outcome {
    Digest(OsString, Vec<u8>),
    Unread(OsString, Unread),
    Special(OsString),
    Links(u64),
}

pub(crate) fn run(mut args: Args) -> Result<Exit, Error> {
    if args.check {
        let Args { choice, length, zero, manner, files: lists, .. } = args;
        return check::run(check::Args { choice, length, zero, manner, lists });
    }
    if let Some(option) = args.manner.given() {
        return Err(Error::Usage(format!("{option} says how lists are checked; give --check too, or leave it out")));
    }
    let function = args.choice.function();
    let implementation = args.choice.implementation().map(str::to_owned);
    let threads = args.choice.threads(if args.recursive { usize::MAX } else { args.files.len().max(1) });
    let values = args.choice.given.read()?;
    let hash = values.hash(function, args.length).map_err(Error::Usage)?;
    let length = args.length.unwrap_or(hash.digest_bytes());
    if args.tag && function.keyed() && length < MIN_TAG_BYTES {
        return Err(Error::Usage(format!(
            "--length {length}: no line with so short a tag is accepted by `check`; choose {MIN_TAG_BYTES} bytes or more, or leave \
             out --tag"
        )));
    }
    if let Some((option, most)) = values.settings().too_long_for_a_tag().filter(|_| args.tag) {
        let words = format!("{option}: a tag names {most} bytes at most; leave out --tag, or choose a shorter text");
        return Err(Error::Usage(words));
    }
    // The first hasher tells whether the implementation can be had; all others are copies.
    let empty = function.hasher(&*hash, implementation.as_deref()).map_err(Error::Usage)?;
    if args.files.is_empty() {
        args.files.push("-".into());
    }
    let walk = Walk::new(args.files, args.recursive, args.follow);
    let style = Style { tag: args.tag, binary: args.binary, zero: args.zero };
    let tag = tag(function, values.settings());
    if hash.tuple() {
        return tuple(walk, empty, length, args.recursive, &|digest, names| style.line(&tag, digest, names));
    }
    let mut console = Console::new();
    let progress = console.progress();
    let digest = move |name: &OsStr| {
        let mut hasher = empty.boxed_clone();
        absorb(name, &mut |bytes| hasher.update(bytes), &progress)?;
        let mut digest = vec![0; length];
        hasher.finalize(0, 0).read(&mut digest);
        Ok(digest)
    };
    let work = move |found| match found {
        Found::File(name) => match digest(&name) {
            Ok(digest) => Outcome::Digest(name, digest),
            Err(why) => Outcome::Unread(name, why),
        },
        Found::Unread(name, why) => Outcome::Unread(name, why),
        Found::Special(name) => Outcome::Special(name),
        Found::Links(links) => Outcome::Links(links),
    };
    let mut good = true;
    let bytes = move |found: &Found| found.bytes() + length;
    in_order(walk, threads, bytes, work, |outcome| {
        match outcome {
            Outcome::Digest(name, digest) => {
                good &= write(&mut console, &style.line(&tag, &digest, name.as_encoded_bytes()), &name)?;
            }
            // In a folder with its own list being written, the list is no loss.
            Outcome::Unread(name, why) => {
                good &= args.recursive && matches!(why, Unread::Output);
                complain_of(&console, &Found::Unread(name, why));
            }
            Outcome::Special(name) => complain_of(&console, &Found::Special(name)),
            Outcome::Links(links) => complain_of(&console, &Found::Links(links)),
        }
        Ok::<(), Error>(())
    })?;
    Ok(Exit::good_if(good))
}

/// What to do about it, where that is not plain.
fn remedy(why: &Unread) -> &'static str {
    match why {
        Unread::Directory => "; --recursive hashes the files in it",
        _ => "",
    }
}

/// Says what is not hashed, and why.
fn complain_of(console: &Console, found: &Found) {
    match found {
        Found::Unread(name, why) => console.complain(format_args!("{}: {why}{}", shown(name), remedy(why))),
        Found::Special(name) => console.complain(format_args!("{}: skipped, not a regular file", shown(name))),
        Found::Links(1) => console.complain("1 symbolic link was not followed; --follow does"),
        Found::Links(n) => console.complain(format_args!("{n} symbolic links were not followed; --follow does")),
        Found::File(_) => {}
    }
}

/// Hashes all files as the elements of one tuple, in their order; its line names them all, a line end between two.
fn tuple(
    walk: Walk,
    hasher: Box<dyn Hasher>,
    length: usize,
    recursive: bool,
    line: &dyn Fn(&[u8], &[u8]) -> Vec<u8>,
) -> Result<Exit, Error> {
    let mut console = Console::new();
    let progress = console.progress();
    let mut names = Vec::new();
    // Without one of its elements it is another tuple. After the first that is missing, the rest is only looked at.
    let mut hasher = Some(hasher);
    for found in walk {
        let read = match &found {
            Found::File(name) if name.as_encoded_bytes().contains(&b'\n') => Err(None),
            Found::File(name) => match &mut hasher {
                Some(hasher) => absorb_element(name, &mut **hasher, &progress),
                None => can_be_opened(name),
            }
            .map_err(Some),
            Found::Unread(..) => Err(None),
            Found::Special(_) | Found::Links(_) => {
                complain_of(&console, &found);
                continue;
            }
        };
        match (found, read) {
            (Found::File(name), Ok(())) => names.push(name.into_encoded_bytes()),
            // In a folder with its own list being written, the list is no loss.
            (Found::File(name), Err(Some(why))) => {
                if !(recursive && matches!(why, Unread::Output)) {
                    hasher = None;
                }
                complain_of(&console, &Found::Unread(name, why));
            }
            (Found::File(name), Err(None)) => {
                hasher = None;
                let name = shown(&name);
                console.complain(format_args!("{name}: a file name with a line end can't stand in a tuple's line"));
            }
            (found, _) => {
                hasher = None;
                complain_of(&console, &found);
            }
        }
    }
    let Some(hasher) = hasher else { return Ok(Exit::Failed) };
    let mut digest = vec![0; length];
    hasher.finalize(0, 0).read(&mut digest);
    let line = line(&digest, &names.join(&b'\n'));
    Ok(Exit::good_if(write(&mut console, &line, "the tuple".as_ref())?))
}

/// Writes a line, unless it is longer than what `check` reads; returns whether it did.
fn write(console: &mut Console, line: &[u8], name: &OsStr) -> io::Result<bool> {
    let fits = line.len() <= LONGEST_LINE;
    if fits {
        console.line(line)?;
    } else {
        let (name, bytes) = (shown(name), line.len());
        console.complain(format_args!(
            "{name}: its line would have {bytes} bytes, and `check` reads {LONGEST_LINE}; choose shorter names or \
             outputs"
        ));
    }
    Ok(fits)
}
