//! Tables of text: batches of records, copied with the digests of a column or converted to Parquet.

use super::inputs::{Format, Input};
use super::output::Parquet;
use super::table::{Opened, Places, Request, Table};
use super::text::{BATCH_BYTES, Text};
use super::{csv, json, pipeline};
use crate::console::{Console, Progress};
use crate::exit::Error;
use crate::output_file::{Output, Writer};
use arrow_array::{Array, FixedSizeBinaryArray, RecordBatch};
use counterpoint_columns::ColumnHasher;
use std::io::Write;
use std::sync::Arc;

/// The rows in a part of a file.
struct Batch {
    bytes: Vec<u8>,
    places: Places,
    columns: RecordBatch,
}

/// Writes tables of text one after another, with the digests of a column as the last column.
///
/// # Errors
///
/// If a file lacks the column or can't be read, or if the output can't be written.
pub(super) fn add(
    inputs: Vec<Input>,
    request: Request,
    hasher: &ColumnHasher<'_>,
    output: &Output,
    console: &Console,
) -> Result<(), Error> {
    let mut inputs = inputs.into_iter();
    let Some(input) = inputs.next() else { return Ok(()) };
    let mut text = Text::open(&input, &request.progress)?;
    let Opened { table, schema, place } = match input.format {
        Format::Jsonl => json::open(&input, &mut text, &request)?,
        _ => csv::open(&input, &mut text, &request, console)?,
    };
    // Find a file with other columns before the long work.
    let unseen = Arc::new(Progress::unseen());
    for other in inputs.as_slice().iter().filter(|input| input.is_regular()) {
        table.begin(&mut Text::open(other, &unseen)?).map_err(|why| other.failed(&why))?;
    }
    let field = Field::new(&request, input.format)?;
    let hash = |batch: Batch| {
        let digests = hasher.digest(batch.columns.column(place)).map_err(|error| Error::Failed(error.to_string()))?;
        Ok((batch, digests))
    };
    let (convert, name) = (request.convert, request.name.clone());
    let batches = Batches { input, text, table, inputs, request, open_end: false, ended: false };
    if convert {
        let mut parquet = Parquet::begin(output, &schema, &name, hasher.digest_bytes)?;
        pipeline::run(batches, hash, |(batch, digests)| parquet.write(&batch.columns, digests), hasher.threads)?;
        return parquet.finish();
    }
    let mut writer = output.begin()?;
    let copy = |(batch, digests): (Batch, FixedSizeBinaryArray)| field.write(&batch, &digests, output, &mut writer);
    pipeline::run(batches, hash, copy, hasher.threads)?;
    Ok(writer.finish()?)
}

/// How a digest is written into a record.
struct Field {
    /// What precedes a digest. The first byte separates fields.
    before: Vec<u8>,
    quote: &'static [u8],
    null: &'static [u8],
}

impl Field {
    fn new(request: &Request, format: Format) -> Result<Self, Error> {
        if format == Format::Csv {
            return Ok(Self { before: vec![request.dialect.delimiter], quote: b"", null: b"" });
        }
        let name = serde_json::to_string(&request.name).map_err(|error| Error::Failed(error.to_string()))?;
        Ok(Self { before: format!(",{name}:").into_bytes(), quote: b"\"", null: b"null" })
    }

    /// Writes the records of a batch, each with its digest.
    fn write(
        &self,
        batch: &Batch,
        digests: &FixedSizeBinaryArray,
        output: &Output,
        writer: &mut Writer<'_>,
    ) -> Result<(), Error> {
        let digits = 2 * usize::try_from(digests.value_length()).unwrap_or_default();
        let mut out = Vec::with_capacity(batch.bytes.len() + batch.places.len() * (self.before.len() + 4 + digits));
        let mut done = 0;
        for (row, &(place, is_only)) in batch.places.iter().enumerate() {
            out.extend_from_slice(&batch.bytes[done..place]);
            out.extend_from_slice(&self.before[usize::from(is_only)..]);
            if digests.is_valid(row) {
                out.extend_from_slice(self.quote);
                let begin = out.len();
                out.resize(begin + digits, 0);
                const_hex::encode_to_slice(digests.value(row), &mut out[begin..])
                    .map_err(|error| Error::Failed(error.to_string()))?;
                out.extend_from_slice(self.quote);
            } else {
                out.extend_from_slice(self.null);
            }
            done = place;
        }
        out.extend_from_slice(&batch.bytes[done..]);
        writer.write_all(&out).map_err(|error| Error::Failed(output.not_written(&error)))
    }
}

/// The batches of all files.
struct Batches {
    /// The current file.
    input: Input,
    text: Text,
    table: Box<dyn Table>,
    /// The remaining files.
    inputs: std::vec::IntoIter<Input>,
    request: Request,
    /// Whether the last record lacks a line end, which must precede another record.
    open_end: bool,
    ended: bool,
}

impl Batches {
    fn batch(&mut self) -> Result<Option<Batch>, Error> {
        let (mut bytes, mut places) = (Vec::with_capacity(BATCH_BYTES), Places::new());
        while !self.ended && places.len() < self.request.rows && bytes.len() < BATCH_BYTES {
            let read = self.table.read(&mut self.text, &mut bytes, &mut places);
            if read.map_err(|why| self.input.failed(&why))? {
                self.open_end = !matches!(bytes.last(), Some(b'\n' | b'\r'));
            } else if let Some(input) = self.inputs.next() {
                self.text = Text::open(&input, &self.request.progress)?;
                self.table.begin(&mut self.text).map_err(|why| input.failed(&why))?;
                self.input = input;
                if std::mem::take(&mut self.open_end) {
                    bytes.push(b'\n');
                }
            } else {
                self.ended = true;
                self.table.end().map_err(|why| self.input.failed(&why))?;
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let columns = self.table.columns(&bytes).map_err(|why| self.input.failed(&why))?;
        Ok(Some(Batch { bytes, places, columns }))
    }
}

impl Iterator for Batches {
    type Item = Result<Batch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batch().transpose();
        self.ended |= batch.as_ref().is_none_or(Result::is_err);
        batch
    }
}
