//! `counterpoint sum`: prints the digests of files.

use crate::choice::{Choice, Function, functions, length};
use crate::console::{Console, shown};
use crate::exit::{Error, Exit, with_codes};
use crate::in_order::in_order;
use crate::input::{Unread, absorb};
use crate::lines::Style;
use crate::walk::{Found, Walk};
use clap::ValueHint;
use std::ffi::{OsStr, OsString};

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
  counterpoint sum -a fugue256 --implementation spec-portable FILE
      by an implementation of your choice";

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES))]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,

    /// Bytes of an extendable output, 1048576 at most [default: twice the security strength].
    #[arg(short, long, value_name = "BYTES", value_parser = length)]
    length: Option<usize>,

    /// Write `ALG (name) = HEX`, which tells `check` the function.
    #[arg(long)]
    tag: bool,

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
}

/// What has become of an operand, or of a file below it.
enum Outcome {
    Digest(OsString, Vec<u8>),
    Unread(OsString, Unread),
    Special(OsString),
    Links(u64),
}

pub(crate) fn run(mut args: Args) -> Result<Exit, Error> {
    let function = args.choice.algorithm;
    let length = output_bytes(function, args.length)?;
    // The first hasher tells whether the implementation can be had; all others are copies.
    let empty = function.hasher(args.choice.implementation())?;
    if args.files.is_empty() {
        args.files.push("-".into());
    }
    let threads = args.choice.threads(if args.recursive { usize::MAX } else { args.files.len() });
    let walk = Walk::new(args.files, args.recursive, args.follow);
    let mut console = Console::new();
    let progress = console.progress();
    let digest = move |name: &OsStr| {
        let mut hasher = empty.boxed_clone();
        absorb(name, &mut *hasher, &progress)?;
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
    let style = Style { tag: args.tag, zero: args.zero };
    let mut good = true;
    in_order(walk, threads, work, |outcome| {
        match outcome {
            Outcome::Digest(name, digest) => {
                return Ok(console.line(&style.line(function.name, &digest, name.as_encoded_bytes()))?);
            }
            Outcome::Unread(name, why) => {
                // In a folder with its own list being written, the list is no loss.
                good &= args.recursive && matches!(why, Unread::Output);
                console.complain(format_args!("{}: {why}{}", shown(&name), remedy(&why)));
            }
            Outcome::Special(name) => console.complain(format_args!("{}: skipped, not a regular file", shown(&name))),
            Outcome::Links(1) => console.complain("1 symbolic link was not followed; --follow does"),
            Outcome::Links(n) => console.complain(format_args!("{n} symbolic links were not followed; --follow does")),
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

/// Bytes of output: as asked for, or the function's own.
fn output_bytes(function: Function, asked: Option<usize>) -> Result<usize, Error> {
    match asked {
        Some(_) if !function.hash.extendable() => {
            let extendable: Vec<_> = functions().filter(|f| f.hash.extendable()).map(|f| f.name).collect();
            Err(Error::Usage(format!(
                "{} always gives {} bytes; leave out --length, or choose an extendable output: {}",
                function.name,
                function.hash.digest_bytes(),
                extendable.join(", ")
            )))
        }
        Some(length) => Ok(length),
        None => Ok(function.hash.digest_bytes()),
    }
}
