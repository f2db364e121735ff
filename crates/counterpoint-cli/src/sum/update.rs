//! `sum --update LIST`: the files that a list lacks.

use crate::check::list::{List, ListEvent, ListFormat, Malformed, Misread};
use crate::checksum_line::{ChecksumLine, Spacing, file_name};
use crate::console::{Console, same_file, shown};
use crate::exit::Error;
use crate::hash_functions;
use crate::open::{may_wait, open};
use crate::settings::Settings;
use crate::unlisted::Unlisted;
use crate::walk::WalkItem;
use counterpoint::Algorithm;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};

/// A list, and what its digests have to be so that a file need not be hashed.
pub(super) struct Update {
    pub(super) list: OsString,
    pub(super) algorithm: &'static Algorithm,
    pub(super) settings: Settings,
    /// The length of the digests in bytes.
    pub(super) length: usize,
    /// Lines name their function. Then those that do not are of one that is not known.
    pub(super) tag: bool,
    /// Lines end with NUL.
    pub(super) zero: bool,
}

impl Update {
    /// Returns the items of a walk without the files that the list names, and without the list itself.
    ///
    /// # Errors
    ///
    /// Returns an error if the list can't be read to its end.
    pub(super) fn lacking(
        self,
        walk: impl Iterator<Item = WalkItem>,
        console: &mut Console,
    ) -> Result<impl Iterator<Item = WalkItem> + Send + 'static, Error> {
        let items: Vec<WalkItem> = walk.collect();
        let mut unlisted = Unlisted::new(items.iter().filter_map(WalkItem::file));
        let mut malformed = 0u64;
        let format = ListFormat { zero: self.zero, untagged: self.algorithm, only_untagged: false };
        for event in List::open(self.list.clone(), format) {
            match event {
                ListEvent::Line(line) if self.would_be_misread_after(&line) => {
                    return Err(self.fault(
                        "has lines with one blank before the name, after which a line with two would be read as \
                         another name; add --tag, or write the list again",
                    ));
                }
                ListEvent::Line(line) if self.counts(&line) => unlisted.found(&file_name(&line.name)),
                ListEvent::Malformed(Malformed { misread: Some(why @ Misread::Nul), .. }) => {
                    return Err(self.fault(why));
                }
                ListEvent::Malformed(_) => malformed += 1,
                ListEvent::End(Some(why)) => return Err(self.fault(why)),
                ListEvent::Begin(_) | ListEvent::Line(_) | ListEvent::End(None) => {}
            }
        }
        if malformed > 0 {
            let lines = if malformed == 1 { "1 line is".to_owned() } else { format!("{malformed} lines are") };
            console.message(format_args!("{}: WARNING: {lines} improperly formatted", shown(&self.list)));
        }
        // What is no regular file has been read, and opening it again may wait.
        let list = if self.list == "-" || may_wait(&self.list) { None } else { open(&self.list).ok() };
        let metadata = list.as_ref().and_then(|list| list.metadata().ok());
        let is_list = |name: &OsStr| {
            fs::metadata(name).is_ok_and(|file| metadata.as_ref().is_some_and(|list| same_file(list, &file)))
        };
        let lacks = |name: &OsStr| unlisted.contains(name) && !is_list(name);
        let lacking: Vec<WalkItem> = items.into_iter().filter(|item| item.file().is_none_or(lacks)).collect();
        if let Some(list) = list.filter(|_| lacking.iter().any(|item| item.file().is_some())) {
            self.end_last_line(list, console)?;
        }
        Ok(lacking.into_iter())
    }

    /// Returns whether a line has the digest that this run would write.
    fn counts(&self, line: &ChecksumLine) -> bool {
        hash_functions::same(line.function, self.algorithm)
            && line.digest.len() == self.length
            && if line.tagged() { line.settings == self.settings } else { !self.tag }
    }

    /// Returns whether a line that this run writes would be read in another way after this line.
    fn would_be_misread_after(&self, line: &ChecksumLine) -> bool {
        !self.tag && line.spacing == Some(Spacing::One)
    }

    /// Returns the error of a list that can't be added to.
    fn fault(&self, why: impl Display) -> Error {
        Error::Failed(format!("{}: {why}", shown(&self.list)))
    }

    /// Ends the last line of the list, to which the lines of this run are added: by this run, or by a program that gets
    /// them. An empty line is none.
    fn end_last_line(&self, list: File, console: &mut Console) -> io::Result<()> {
        let end = if self.zero { 0 } else { b'\n' };
        // An empty list has no last byte.
        let last = last_byte(list).ok();
        if last.is_some_and(|last| last != end) { console.line(&[end]) } else { Ok(()) }
    }
}

fn last_byte(mut file: File) -> io::Result<u8> {
    file.seek(SeekFrom::End(-1))?;
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}
