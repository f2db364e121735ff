//! `counterpoint column`: adds the digests of a column to a table.
//!
//! A table is read in batches of rows; each batch is hashed with the kernels for many messages, and written. Everything
//! else is copied byte for byte, unless `--to parquet` converts it:
//!
//! * `inputs`: the input files and their formats;
//! * `parquet`: Parquet files with the digests of a column;
//! * `rows`: CSV and JSON lines with the digests of a column, or converted to Parquet (`output`); `text` reads their
//!   bytes, and `csv` (with `records`) and `json` implement the trait in `table`;
//! * `pipeline`: reads, hashes and writes at the same time;
//! * `guard`: turns a panic of a decoder into an error.

use crate::common_args::CommonArgs;
use crate::console::{Console, shown};
use crate::exit::{Error, Exit, with_codes};
use crate::hash_functions;
use crate::numbers::length;
use crate::output_file::Output;
use clap::ValueHint;
use counterpoint_columns::ColumnHasher;
use inputs::{Format, Input};
use names::printable;
use records::Dialect;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use table::Request;

mod csv;
mod guard;
mod inputs;
mod json;
mod names;
mod output;
mod parquet;
mod pipeline;
mod records;
mod rows;
mod table;
mod text;

const EXAMPLES: &str = "\
Examples:
  counterpoint column users.parquet --column email -o hashed.parquet
      the file as it is, plus a column email_sha3-256 with the digest of each email
  counterpoint column users.csv --column email -a kmac128 --key-file KEY --name tag -o hashed.csv
      each row as it is, plus a tag in hexadecimal; without the key, nobody can find emails by hashing guesses
  counterpoint column parts/ --column email -o whole.parquet
      the Parquet files in a folder, joined into one file
  counterpoint column logs/ --column line -a kt128 --to parquet -o all.parquet
      the CSV or JSON-lines files in a folder, joined and converted to one Parquet file
  zcat events.jsonl.gz | counterpoint column - --format jsonl --column user -o events.jsonl
      JSON lines from standard input

Values:
  A null stays a null. Text is hashed as UTF-8.
  In CSV all columns are text, without the quotes around fields. An empty field is a null.
  A blank line is not a row; in a table with a single column, write \"\" for a null.
  In the hashed column, an escape before a letter or digit is an error: some programs drop the
  escape, some keep it, and some read a line feed or a null.
  In JSON lines the values of the column must be strings. A missing value is a null.

What is kept:
  The data of a Parquet file is copied byte for byte, and the digests of each row group are added.
  Only the hashed column is decoded. Lists of columns in the metadata are extended; those that can't
  be (iceberg.schema, Avro) are dropped, with a warning.
  Parquet files can be joined if they have the same columns and were written by the same program.
  Where their other metadata differs, that of the first file is kept, with a warning.
  Records of CSV and JSON lines are copied as they are, with the digest as a new last field.
  In folders, files whose names begin with `.` or `_` are skipped.

--to parquet changes types:
  CSV columns become text. JSON columns get the types of the first 1024 lines; numbers with a
  decimal point are rounded to 64 bits, and any other value that does not fit is an error.
  Columns without a unique name are renamed, with a warning.

Rows are read in batches of at most 32768. Pages take at most 1024 MiB of memory.";

/// The help text of `--jobs` for this command.
const JOBS: &str = "The number of threads that hash [default: one per processor]. With 2 or more, another one decodes \
                    the input and another one encodes the output";

/// The maximum number of rows in a batch.
const MOST_ROWS: usize = 1 << 15;

/// The maximum size of a batch's digests in bytes, unless a single digest is longer.
const DIGEST_BYTES: usize = 1 << 24;

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES), mut_arg("jobs", |jobs| jobs.help(JOBS)))]
pub(crate) struct Args {
    #[command(flatten)]
    common: CommonArgs,

    /// The column to hash.
    #[arg(short, long, value_name = "NAME")]
    column: String,

    /// The file to write, in the format of the input. An existing file is replaced once everything is done.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,

    /// The name of the new column [default: COLUMN_ALGORITHM].
    #[arg(short, long, value_name = "NAME")]
    name: Option<String>,

    /// The digest length in bytes, for functions without a fixed one; at most 1048576 [default: twice the security
    /// strength].
    #[arg(short, long, value_name = "BYTES", value_parser = length, allow_negative_numbers = true)]
    length: Option<usize>,

    /// The format of the files [default: from their names].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// The output format [default: the input format]. CSV and JSON lines can be converted to Parquet.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// The character that separates the fields of a CSV file, not a letter or a digit, or `tab` [default: a comma].
    #[arg(long, value_name = "CHARACTER", value_parser = character)]
    delimiter: Option<u8>,

    /// The escape character of a CSV file, such as `\\` [default: none; quotes inside fields are doubled].
    #[arg(long, value_name = "CHARACTER", value_parser = character)]
    escape: Option<u8>,

    /// Parquet, CSV or JSON-lines files with the same columns, or folders of them; `-` is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, required = true)]
    files: Vec<OsString>,
}

/// Parses a special character of CSV: an ASCII character that neither ends a line nor can be part of a digest.
fn character(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        &[byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'\n' | b'\r') => Ok(byte),
        _ => Err("expected one character, in ASCII and not a letter or a digit, or `tab`".to_owned()),
    }
}

pub(crate) fn run(args: Args) -> Result<Exit, Error> {
    hash_column(args).map_err(|error| match error {
        Error::Usage(words) => Error::Usage(printable(&words)),
        Error::Failed(words) => Error::Failed(printable(&words)),
        other => other,
    })
}

fn hash_column(args: Args) -> Result<Exit, Error> {
    let function = args.common.function();
    let implementation = args.common.implementation().map(str::to_owned);
    let threads = args.common.threads();
    let hash = args.common.hash_options()?.hash(function, args.length).map_err(Error::Usage)?;
    // This fails if the implementation can't run.
    hash_functions::hasher(function, &*hash, implementation.as_deref()).map_err(Error::Usage)?;
    let digest_bytes = args.length.unwrap_or(hash.digest_bytes());
    let name = args.name.unwrap_or_else(|| format!("{}_{}", args.column, function.name));
    let console = Console::new();
    let inputs = inputs::inputs(&args.files, args.format, &console)?;
    let target = Output::at(&args.output)?;
    refuse_own_output(&inputs, &target)?;
    let Some(first) = inputs.first() else { return Err(Error::Usage("name a file".to_owned())) };
    let to = format_of_output(first.format, args.to, &args.output)?;
    if first.format != Format::Csv && (args.delimiter.is_some() || args.escape.is_some()) {
        return Err(Error::Usage("--delimiter and --escape apply only to CSV files".to_owned()));
    }
    let quote = b'"';
    // Without an escape character, a quote escapes a quote.
    let escape = args.escape.filter(|&escape| escape != quote);
    let dialect = Dialect { delimiter: args.delimiter.unwrap_or(b','), escape };
    if [Some(quote), escape].contains(&Some(dialect.delimiter)) {
        return Err(Error::Usage("--delimiter must differ from the quote and from --escape".to_owned()));
    }

    let hasher = ColumnHasher { hash: &*hash, implementation: implementation.as_deref(), digest_bytes, threads };
    let rows = (DIGEST_BYTES / digest_bytes).clamp(1, MOST_ROWS);
    if first.format == Format::Parquet {
        parquet::add(&inputs, &args.column, &name, rows, &hasher, &target, &console)?;
    } else {
        let convert = to == Format::Parquet;
        let request = Request { column: args.column, name, convert, rows, dialect, progress: console.progress() };
        rows::add(inputs, request, &hasher, &target, &console)?;
    }
    Ok(Exit::Good)
}

/// Returns the output format: the input's, unless `--to` names another.
fn format_of_output(from: Format, to: Option<Format>, output: &Path) -> Result<Format, Error> {
    let written = to.unwrap_or(from);
    if written != from && written != Format::Parquet {
        return Err(Error::Usage(format!("--to {written}: {from} files can only be written as {from} or parquet")));
    }
    let remedy = match Format::of_name(output) {
        Some(_) if inputs::is_compressed(output) => "write to /dev/stdout, and compress from there",
        Some(Format::Parquet) if written != Format::Parquet => "add --to parquet, or name another file",
        Some(named) if named != written => "name another file, or another format with --to",
        _ => return Ok(written),
    };
    let output = shown(output.as_os_str());
    Err(Error::Usage(format!("--output: the extension of {output} is not that of the format {written}; {remedy}")))
}

/// Returns an error if the output would replace one of the inputs.
fn refuse_own_output(inputs: &[Input], target: &Output) -> Result<(), Error> {
    let same =
        |input: &&Input| input.name != "-" && std::fs::metadata(&input.name).is_ok_and(|found| target.is(&found));
    match inputs.iter().find(same) {
        Some(input) => Err(Error::Usage(format!("--output: {} is also an input; name another file", input.shown()))),
        None => Ok(()),
    }
}
