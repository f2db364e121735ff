//! `sum --update LIST`: the files missing from a list.

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

/// A list, and the kind of digest that makes it unnecessary to hash a file again.
pub(super) struct Update {
    pub(super) list: OsString,
    pub(super) algorithm: &'static Algorithm,
    pub(super) settings: Settings,
    /// The length of the digests in bytes.
    pub(super) length: usize,
    /// Lines name their function. The function of a line that names none is then unknown.
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
                        "has one space before its names, so an added line with two would be misread; use --tag, or \
                         write a new list",
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
        // Anything but a regular file has been consumed by now, and opening it again may block.
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

    /// Returns whether a line has the kind of digest that this run writes.
    fn counts(&self, line: &ChecksumLine) -> bool {
        hash_functions::same(line.function, self.algorithm)
            && line.digest.len() == self.length
            && if line.tagged() { line.settings == self.settings } else { !self.tag }
    }

    /// Returns whether the lines of this run would be misread after this line.
    fn would_be_misread_after(&self, line: &ChecksumLine) -> bool {
        !self.tag && line.spacing == Some(Spacing::One)
    }

    /// Returns the error for a list to which lines can't be added.
    fn fault(&self, why: impl Display) -> Error {
        Error::Failed(format!("{}: {why}", shown(&self.list)))
    }

    /// Ends the last line of the list if it has no end, because the output of this run is usually appended to the list.
    /// If it goes elsewhere, the empty line does no harm.
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
