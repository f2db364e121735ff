//! `counterpoint column`: adds the digests of a column to a table.
//!
//! A table is read in batches of rows, and each batch is hashed by the kernels for many messages and written:
//!
//! * `inputs`, `open`, `table`: which files there are, and a table as batches;
//! * `source`, `lines`, `csv`, `json`: tables of text;
//! * `parquet`: Parquet files;
//! * `output`, `pieces`: the file that is written;
//! * `pipeline`: reading, hashing and writing at the same time;
//! * `guard`: turns a panic of a decoder into an error.

use crate::common_args::CommonArgs;
use crate::console::{Console, Progress};
use crate::hash_functions;
use crate::numbers::length;
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use clap::ValueHint;
use counterpoint_arrow::{Hasher, is_hashable};
use counterpoint_console::exit::{Error, Exit, with_codes};
use counterpoint_console::names::similar;
use counterpoint_console::output::Output;
use inputs::{Format, Input};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use table::Request;

mod csv;
mod guard;
mod inputs;
mod json;
mod lines;
mod open;
mod output;
mod parquet;
mod pieces;
mod pipeline;
mod source;
mod table;

const EXAMPLES: &str = "\
Examples:
  counterpoint column users.parquet --column email -o hashed.parquet
      all columns, and email_sha3-256 with the digest of each email
  counterpoint column logs/ --column line -a kt128 --name id -o all.parquet
      the tables in a folder, one after the other; the new column is `id`
  counterpoint column users.csv --column email -a kmac128 --key-file KEY -o hashed.parquet
      tags under a secret key, which nobody can find by hashing likely values
  zcat events.jsonl.gz | counterpoint column - --format jsonl --column user -o events.parquet
      JSON lines from standard input

Values:
  A null stays a null. Of text, the bytes of its UTF-8 are hashed.
  In CSV files all columns are text, without the quotes around fields; an empty field is a null.
  A blank line is no row: where there is only one column, write \"\" for a null.
  In JSON lines the column has to consist of strings; the first 1024 lines decide the types of
  the others. A value that would have to be changed for its type is an error.
  Parquet files keep their types, except that times in the old type INT96 are written as INT64.
  They keep their metadata, except for the lists of all columns that Spark and Avro have there,
  because those lists would hide the new column.
  Rows are read in batches of at most 32768, and all pages in memory have at most 1024 MiB.";

/// What `--jobs` says here.
const JOBS: &str = "The number of threads that hash [default: one for each processor]. From 2 on there are two more: \
                    one decodes the input, and one encodes the output";

/// The greatest number of rows in a batch.
const MOST_ROWS: usize = 1 << 15;

/// The greatest number of bytes of the digests of a batch, unless a single one is longer.
const DIGEST_BYTES: usize = 1 << 24;

/// The greatest number of columns that a message names.
const MOST_NAMED: usize = 20;

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES), mut_arg("jobs", |jobs| jobs.help(JOBS)))]
pub(crate) struct Args {
    #[command(flatten)]
    common: CommonArgs,

    /// The column that is hashed.
    #[arg(short, long, value_name = "NAME")]
    column: String,

    /// The Parquet file that is written. If it exists, it is replaced when all is done.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,

    /// The name of the new column [default: COLUMN_ALGORITHM].
    #[arg(short, long, value_name = "NAME")]
    name: Option<String>,

    /// The length of a digest in bytes, if the function has no fixed one, at most 1048576 [default: twice the
    /// security strength].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    length: Option<usize>,

    /// The format of the files [default: by their names].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Parquet, CSV or JSON-lines files, or folders of them; `-` is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, required = true)]
    files: Vec<OsString>,
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    hash_column(args).map_err(|error| match error {
        Error::Usage(words) => Error::Usage(printable(&words)),
        Error::Failed(words) => Error::Failed(printable(&words)),
        other => other,
    })
}

/// Returns a message whose control characters are escaped. Names of columns and errors of decoders contain what is in a
/// file, which must not control the terminal.
fn printable(words: &str) -> String {
    let escaped = |c: char| match c.is_control() && c != '\n' {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    words.chars().map(escaped).collect()
}

fn hash_column(args: Args) -> Result<Exit, Error> {
    let function = args.common.function();
    let implementation = args.common.implementation().map(str::to_owned);
    let threads = args.common.threads();
    let hash = args.common.hash_options()?.hash(function, args.length).map_err(Error::Usage)?;
    // This fails if the implementation can't run.
    hash_functions::hasher(function, &*hash, implementation.as_deref()).map_err(Error::Usage)?;
    let digest_bytes = args.length.unwrap_or(hash.digest_bytes());
    let digests = args.name.unwrap_or_else(|| format!("{}_{}", args.column, function.name));
    let digests = output::digests(&digests, digest_bytes);
    let inputs = inputs::inputs(&args.files, args.format)?;
    let target = Output::at(&args.output)?;
    refuse_own_output(&inputs, &target)?;

    let console = Console::new();
    let hasher = Hasher { hash: &*hash, implementation: implementation.as_deref(), digest_bytes, threads };
    let rows = (DIGEST_BYTES / digest_bytes).clamp(1, MOST_ROWS);
    let request = Request { column: args.column, rows, schema: None, progress: console.progress() };
    let (first, rest) = inputs.split_first().ok_or_else(|| Error::Usage("name a file".to_owned()))?;
    let table = open::open(first, &request)?;
    let place = place_of(first, &table.declared, &request.column)?;
    refuse_existing(first, &table.schema, digests.name())?;
    let request = Request { schema: Some(Arc::clone(&table.schema)), ..request };
    check(rest, &request)?;
    let mut sink = output::Sink::new(&target, &table, &digests)?;
    let with_digests = sink.schema();
    let rest = rest.to_vec();
    let others = rest.into_iter().map(move |input| open::open(&input, &request).map(|table| table.batches));
    let batches = std::iter::once(Ok(table.batches)).chain(others).flat_map(in_order);
    let hash = |batch: RecordBatch| {
        let digests = hasher.digest(batch.column(place)).map_err(|error| Error::Failed(error.to_string()))?;
        let columns = batch.columns().iter().cloned().chain([Arc::new(digests) as _]).collect();
        RecordBatch::try_new(Arc::clone(&with_digests), columns).map_err(|error| Error::Failed(error.to_string()))
    };
    pipeline::run(batches, hash, |batch| sink.write(&batch), threads)?;
    sink.finish()?;
    Ok(Exit::Good)
}

/// Returns the batches of a table, or the error that there is instead of it.
fn in_order(table: Result<table::Batches, Error>) -> table::Batches {
    table.unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
}

/// Returns an error if the output would replace one of the inputs.
fn refuse_own_output(inputs: &[Input], target: &Output) -> Result<(), Error> {
    let same =
        |input: &&Input| input.name != "-" && std::fs::metadata(&input.name).is_ok_and(|found| target.is(&found));
    match inputs.iter().find(same) {
        Some(input) => Err(Error::Usage(format!(
            "--output: {} is one of the files that are read; name another file",
            input.shown()
        ))),
        None => Ok(()),
    }
}

/// Opens the other tables once before the long work, so that one of other columns is known before it.
fn check(inputs: &[Input], request: &Request) -> Result<(), Error> {
    let unseen = Request { progress: Arc::new(Progress::unseen()), ..request.clone() };
    inputs.iter().filter(|input| input.is_regular()).try_for_each(|input| open::open(input, &unseen).map(drop))
}

/// Returns the place of the column that is hashed.
fn place_of(input: &Input, schema: &Schema, column: &str) -> Result<usize, Error> {
    let mut places = schema.fields().iter().enumerate().filter(|(_, field)| field.name() == column);
    let Some((place, field)) = places.next() else {
        return Err(input.failed(&missing(schema, column)));
    };
    if places.next().is_some() {
        return Err(input.failed(&format!("two columns have the name '{column}'; rename one of them")));
    }
    if !is_hashable(field.data_type()) {
        let error = counterpoint_arrow::Error::Type(field.data_type().clone());
        return Err(input.failed(&format!("column '{column}': {error}")));
    }
    Ok(place)
}

/// Returns the message for a column that is not there.
fn missing(schema: &Schema, column: &str) -> String {
    let names = || schema.fields().iter().map(|field| field.name().as_str());
    let similar = match similar(column, names())[..] {
        [] => String::new(),
        ref similar => format!("; similar are {}", similar.join(", ")),
    };
    let named: Vec<&str> = names().take(MOST_NAMED).collect();
    let more = if names().count() > MOST_NAMED { ", ..." } else { "" };
    format!("no column has the name '{column}'{similar}; its columns are {}{more}", named.join(", "))
}

/// Returns an error if a column already has the name of the new one.
fn refuse_existing(input: &Input, schema: &Schema, name: &str) -> Result<(), Error> {
    match schema.fields().iter().any(|field| field.name() == name) {
        true => {
            Err(Error::Usage(format!("{}: it already has a column '{name}'; choose another --name", input.shown())))
        }
        false => Ok(()),
    }
}
