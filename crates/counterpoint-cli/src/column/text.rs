//! Tables of text, to which a field is added: all other bytes of a record are copied as they are.

use super::csv::{Csv, quoted};
use super::inputs::{Format, Input};
use super::json::{STRINGS_ONLY, fit, no_object};
use super::lines::{Line, Lines};
use super::names::{MOST_NAMED, missing, refuse_existing};
use super::pipeline;
use super::records::Record;
use super::table::{BATCH_BYTES, Request};
use crate::exit::Error;
use crate::output_file::Output;
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray};
use counterpoint_columns::Hasher;
use std::io::Write;
use std::sync::Arc;

/// The greatest number of names of a file of JSON lines that a message chooses from.
const MOST_REMEMBERED: usize = MOST_NAMED + 1;

/// Rows as they are in the file.
struct Rows {
    bytes: Vec<u8>,
    /// Where the new field of each row belongs, and whether it is the only one.
    places: Vec<(usize, bool)>,
    /// The values that are hashed.
    values: ArrayRef,
}

/// The rows that are being collected.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    places: Vec<(usize, bool)>,
    values: StringBuilder,
}

impl Batch {
    fn is_full(&self, most: usize) -> bool {
        self.places.len() >= most || self.bytes.len() >= BATCH_BYTES
    }

    /// Returns the rows, or `None` if there are no bytes.
    fn rows(mut self) -> Option<Rows> {
        let values = Arc::new(self.values.finish());
        (!self.bytes.is_empty()).then_some(Rows { bytes: self.bytes, places: self.places, values })
    }
}

type Batches = Box<dyn Iterator<Item = Result<Rows, Error>> + Send>;

/// Copies tables of text one after the other, with the digests of a column as the last field.
///
/// # Errors
///
/// If a file does not have the column, or if it can't be read or the output can't be written.
pub(super) fn add(
    inputs: Vec<Input>,
    request: &Request,
    name: &str,
    hasher: &Hasher<'_>,
    output: &Output,
) -> Result<(), Error> {
    let Some(first) = inputs.first().cloned() else { return Ok(()) };
    let (before, only) = match first.format {
        Format::Jsonl => {
            let name = serde_json::to_string(name).map_err(|error| Error::Failed(error.to_string()))?;
            ([b",", name.as_bytes(), b":"].concat(), 1)
        }
        _ => (vec![request.dialect.delimiter], 0),
    };
    let (opening, closing, none) = match first.format {
        Format::Jsonl => (&b"\""[..], &b"\""[..], &b"null"[..]),
        _ => (&b""[..], &b""[..], &b""[..]),
    };
    let head = if first.format == Format::Csv { Some(Csv::open(&first, request)?) } else { None };
    let batches: Batches = match head {
        Some(head) => csv(head, inputs, request.clone(), name)?,
        None => {
            let (request, name) = (request.clone(), name.to_owned());
            Box::new(inputs.into_iter().flat_map(move |input| json(&input, &request, &name)))
        }
    };
    let mut writer = output.begin()?;
    let failed = |error: std::io::Error| Error::Failed(output.not_written(&error));
    let hash = |rows: Rows| {
        let digests = hasher.digest(&rows.values).map_err(|error| Error::Failed(error.to_string()))?;
        Ok((rows, digests))
    };
    // A file without a line end at its end may have another one after it.
    let mut open_end = false;
    let write = |(rows, digests): (Rows, FixedSizeBinaryArray)| {
        let each = before.len() + 2 + 2 * hasher.digest_bytes;
        let mut out = Vec::with_capacity(rows.bytes.len() + rows.places.len() * each + 1);
        if open_end {
            out.push(b'\n');
        }
        let mut done = 0;
        for (row, &(place, is_only)) in rows.places.iter().enumerate() {
            out.extend_from_slice(&rows.bytes[done..place]);
            out.extend_from_slice(&before[if is_only { only } else { 0 }..]);
            if digests.is_valid(row) {
                out.extend_from_slice(opening);
                out.extend_from_slice(const_hex::encode(digests.value(row)).as_bytes());
                out.extend_from_slice(closing);
            } else {
                out.extend_from_slice(none);
            }
            done = place;
        }
        out.extend_from_slice(&rows.bytes[done..]);
        open_end = !matches!(rows.bytes.last(), Some(b'\n' | b'\r'));
        writer.write_all(&out).map_err(failed)
    };
    pipeline::run(batches, hash, write, hasher.threads)?;
    Ok(writer.finish()?)
}

/// Returns the rows of CSV files, the first of which has been opened; the first row is its header.
fn csv(first: Csv, inputs: Vec<Input>, request: Request, name: &str) -> Result<Batches, Error> {
    let input = &inputs[0];
    let names = first.names.clone();
    let Some(place) = names.iter().position(|found| *found == request.column) else {
        return Err(input.failed(&missing(names.iter().map(String::as_str), &request.column)));
    };
    refuse_existing(input, names.iter().map(String::as_str), name)?;
    let unseen = Request { progress: Arc::new(crate::console::Progress::unseen()), ..request.clone() };
    for other in inputs.iter().skip(1).filter(|input| input.is_regular()) {
        open_other(other, &unseen, &names)?;
    }
    let (header, dialect) = (&first.header, request.dialect);
    let field = [&[dialect.delimiter][..], quoted(name, dialect).as_bytes()].concat();
    let (text, end) = header.bytes.split_at(header.length);
    let header = Rows {
        bytes: [text, &field, end].concat(),
        places: Vec::new(),
        values: Arc::new(arrow_array::StringArray::from(Vec::<&str>::new())),
    };
    let mut inputs = inputs.into_iter();
    let mut open = inputs.next().map(|input| (input, first));
    let mut failed = false;
    let most = request.rows;
    let mut next = move || {
        loop {
            let Some((input, csv)) = &mut open else {
                let Some(input) = inputs.next() else { return Ok(None) };
                let csv = open_other(&input, &request, &names)?;
                open = Some((input, csv));
                continue;
            };
            let mut batch = Batch::default();
            let mut record = Record::default();
            while !batch.is_full(most) {
                let found = csv.row(&mut record, |blank| batch.bytes.extend_from_slice(blank));
                if !found.map_err(|why| input.failed(&why))? {
                    break;
                }
                batch.places.push((batch.bytes.len() + record.length, false));
                batch.bytes.extend_from_slice(&record.bytes);
                match csv.text(&record, place).map_err(|why| input.failed(&why))? {
                    text if text.is_empty() => batch.values.append_null(),
                    text => batch.values.append_value(text),
                }
            }
            match batch.rows() {
                None => open = None,
                rows => return Ok(rows),
            }
        }
    };
    let rows = std::iter::from_fn(move || {
        if failed {
            return None;
        }
        let rows = next();
        failed = rows.is_err();
        rows.transpose()
    });
    Ok(Box::new(std::iter::once(Ok(header)).chain(rows)))
}

/// Opens a file that has to have these columns.
fn open_other(input: &Input, request: &Request, names: &[String]) -> Result<Csv, Error> {
    let csv = Csv::open(input, request)?;
    match csv.names == names {
        true => Ok(csv),
        false => Err(input
            .failed(&"its columns are not those of the first file; hash files of different columns in separate runs")),
    }
}

/// Returns the rows of a file of JSON lines.
fn json(input: &Input, request: &Request, name: &str) -> Batches {
    let once = |error| Box::new(std::iter::once(Err(error))) as Batches;
    let source = match input.source(&request.progress) {
        Ok(source) => source,
        Err(error) => return once(error),
    };
    let mut lines = Lines::new(source);
    let (input, column, name, most) = (input.clone(), request.column.clone(), name.to_owned(), request.rows);
    let (mut names, mut seen, mut done) = (Vec::new(), false, false);
    Box::new(std::iter::from_fn(move || {
        if done {
            return None;
        }
        let mut batch = Batch::default();
        let mut read = || -> Result<(), String> {
            while !batch.is_full(most) {
                let Some(line) = lines.next()? else {
                    done = true;
                    break;
                };
                let begin = batch.bytes.len();
                batch.bytes.extend_from_slice(&line.all);
                if line.part.is_empty() {
                    continue;
                }
                let value = member(&line, &column, &name, |found| {
                    if names.len() < MOST_REMEMBERED && !names.iter().any(|known| known == found) {
                        names.push(found.to_owned());
                    }
                });
                let (value, is_empty) = value?;
                seen |= value.is_some();
                batch.places.push((begin + line.part.end - 1, is_empty));
                batch.values.append_option(value.flatten());
            }
            Ok(())
        };
        if let Err(why) = read() {
            done = true;
            return Some(Err(input.failed(&why)));
        }
        if done && !seen {
            let words = match names.is_empty() {
                true => "the file is empty; write one JSON object with the columns on each line".to_owned(),
                false => missing(names.iter().map(String::as_str), &column),
            };
            return Some(Err(input.failed(&words)));
        }
        batch.rows().map(Ok)
    }))
}

/// Returns the string that the object of a line has under the name of the hashed column, and whether it is empty. A
/// null is none. `names` gets the names of all members.
fn member(
    line: &Line,
    column: &str,
    name: &str,
    mut names: impl FnMut(&str),
) -> Result<(Option<Option<String>>, bool), String> {
    let entries = fit::entries(line.text()?).map_err(|error| line.wrong(&no_object(&error)))?;
    let mut found = None;
    for (member, value) in &entries {
        names(member);
        if member == name {
            return Err(line.wrong_in(name, "the object already has this name; choose another --name"));
        }
        if member != column {
            continue;
        }
        if found.is_some() {
            return Err(line.wrong_in(column, "this name occurs twice in the object; remove one of them"));
        }
        found = Some(match value.get().as_bytes() {
            [b'n', ..] => None,
            [b'"', ..] => {
                Some(serde_json::from_str(value.get()).map_err(|_| line.wrong_in(column, fit::HALF_CHARACTER))?)
            }
            _ => {
                let shown = fit::shown(value.get());
                return Err(line.wrong_in(column, &format!("{shown} is not a string, and {STRINGS_ONLY}")));
            }
        });
    }
    Ok((found, entries.is_empty()))
}
