//! A list of digests on its way in, line by line, in bounded memory whatever it is.

use crate::choice::Function;
use crate::input::{Unread, standard_input};
use crate::lines::{self, Claim, LONGEST_LINE};
use crate::open::open;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read};

/// What a list has to say.
pub(crate) enum Event {
    Begins(OsString),
    Claim(Claim),
    /// The line of this number, from 1, is improperly formatted.
    Malformed(u64),
    /// The list ends here, or can't be read any further.
    Ends(Option<Unread>),
}

/// How the lines of a list are read.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Lines end with NUL.
    pub(crate) zero: bool,
    /// The function of lines without a tag.
    pub(crate) plain: Function,
    /// Lines with the tag of another function are improperly formatted.
    pub(crate) only_plain: bool,
}

/// An open list.
pub(crate) struct List {
    source: Box<dyn BufRead + Send>,
    form: Form,
    number: u64,
    ended: bool,
}

impl List {
    /// The list's events, from its beginning to its end.
    pub(crate) fn open(name: OsString, form: Form) -> impl Iterator<Item = Event> + Send {
        let (list, why) = match source(&name) {
            Ok(source) => (Some(Self::of(source, form)), None),
            Err(why) => (None, Some(Event::Ends(Some(why)))),
        };
        std::iter::once(Event::Begins(name)).chain(list.into_iter().flatten()).chain(why)
    }

    /// A list that is open; what is in it is an iterator's items, from its first line on.
    pub(crate) fn of(source: Box<dyn BufRead + Send>, form: Form) -> Self {
        Self { source, form, number: 0, ended: false }
    }

    /// The next line that says something; `None` at the end.
    fn event(&mut self) -> io::Result<Option<Event>> {
        while let Some(line) = self.line()? {
            self.number += 1;
            // Comments and empty lines say nothing, rightly.
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            let claim = lines::read(&line, self.form.zero, self.form.plain)
                .filter(|claim| !self.form.only_plain || claim.function == self.form.plain);
            return Ok(Some(claim.map_or(Event::Malformed(self.number), Event::Claim)));
        }
        Ok(None)
    }

    /// The next line, its end not included; `None` at the end. Of a line that is too long only a mark is returned that
    /// is improperly formatted: no digest has that length.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let end = if self.form.zero { 0 } else { b'\n' };
        let mut line = Vec::new();
        let read = self.source.by_ref().take(LONGEST_LINE as u64).read_until(end, &mut line)?;
        if line.pop_if(|last| *last == end).is_none() && read == LONGEST_LINE {
            self.source.skip_until(end)?;
            return Ok(Some(b"too long".to_vec()));
        }
        if !self.form.zero {
            line.pop_if(|last| *last == b'\r');
        }
        Ok((read > 0).then_some(line))
    }
}

impl Iterator for List {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        let end = match self.event() {
            Ok(Some(event)) => return Some(event),
            Ok(None) => None,
            Err(error) => Some(error.into()),
        };
        self.ended = true;
        Some(Event::Ends(end))
    }
}

fn source(name: &OsStr) -> Result<Box<dyn BufRead + Send>, Unread> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(standard_input()?)));
    }
    let file = open(name)?;
    if file.metadata()?.is_dir() {
        return Err(Unread::Directory);
    }
    Ok(Box::new(BufReader::new(file)))
}
