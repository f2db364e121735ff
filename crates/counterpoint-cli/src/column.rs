//! `counterpoint column`: adds the digests of a column to a table.
//!
//! A table is read in batches of rows, and each batch is hashed by the kernels for many messages and written. What is
//! not hashed is copied as bytes, unless `--to parquet` asks for another format:
//!
//! * `inputs`: which files there are;
//! * `parquet`: a Parquet file with the digests of a column;
//! * `rows`: CSV and JSON lines with the digests of a column, or as Parquet (`output`); `text` reads their bytes, `csv`
//!   with `records` and `json` are each a `table` of values;
//! * `pipeline`: reading, hashing and writing at the same time;
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
      all of the file as it is, and email_sha3-256 with the digest of each email
  counterpoint column users.csv --column email -a kmac128 --key-file KEY --name tag -o hashed.csv
      each row as it is, and its tag in hexadecimal; nobody without the key can find it by hashing likely values
  counterpoint column parts/ --column email -o whole.parquet
      the Parquet files in a folder, one after the other, as one file
  counterpoint column logs/ --column line -a kt128 --to parquet -o all.parquet
      the CSV or JSON-lines files in a folder, one after the other, converted to one Parquet file
  zcat events.jsonl.gz | counterpoint column - --format jsonl --column user -o events.jsonl
      JSON lines from standard input

Values:
  A null stays a null. Of text, the bytes of its UTF-8 are hashed.
  In CSV files all columns are text, without the quotes around fields; an empty field is a null.
  A blank line is no row: where there is only one column, write \"\" for a null.
  After --escape, a letter or digit in the hashed column is an error: some programs drop the escape,
  some keep it, and to some it means a line feed or a null.
  In JSON lines the column has to consist of strings. Where it is missing, it is a null.

What is kept:
  Of a Parquet file everything is copied as it is, and the digests of each row group are added. Only
  the hashed column is decoded. Lists of the columns in the metadata get one column more; those that
  can't (iceberg.schema, Avro) are left out, with a warning.
  Parquet files that become one have to have the same columns and writer. Other metadata are those of
  the first one, with a warning.
  Records of CSV and JSON lines are copied as they are; the digest is their last field.
  In folders, names that begin with `.` or `_` are left out.

--to parquet changes types:
  Columns of CSV become text. Those of JSON get the types of the first 1024 lines; numbers with a
  point are rounded to 64 bits, and any other value that would have to be changed is an error.
  Columns without a name or with that of another one are renamed, with a warning.

Rows are read in batches of at most 32768, and all pages in memory have at most 1024 MiB.";

/// What `--jobs` says here.
const JOBS: &str = "The number of threads that hash [default: one for each processor]. From 2 on there are two more: \
                    one decodes the input, and one encodes the output";

/// The greatest number of rows in a batch.
const MOST_ROWS: usize = 1 << 15;

/// The greatest number of bytes of the digests of a batch, unless a single one is longer.
const DIGEST_BYTES: usize = 1 << 24;

#[derive(clap::Args)]
#[command(after_long_help = with_codes(EXAMPLES), mut_arg("jobs", |jobs| jobs.help(JOBS)))]
pub(crate) struct Args {
    #[command(flatten)]
    common: CommonArgs,

    /// The column that is hashed.
    #[arg(short, long, value_name = "NAME")]
    column: String,

    /// The file that is written, in the format of the input. If it exists, it is replaced when all is done.
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

    /// The format that is written [default: that of the files]. CSV and JSON lines can be converted to Parquet.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// The character between the fields of a CSV file, not a letter or a digit, or `tab` [default: a comma].
    #[arg(long, value_name = "CHARACTER", value_parser = character)]
    delimiter: Option<u8>,

    /// The character that escapes the next one in a CSV file, such as `\\` [default: none, a quote in a field is
    /// doubled].
    #[arg(long, value_name = "CHARACTER", value_parser = character)]
    escape: Option<u8>,

    /// Parquet, CSV or JSON-lines files of the same columns, or folders of them; `-` is standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, required = true)]
    files: Vec<OsString>,
}

/// Reads a character of CSV: one byte of ASCII that neither ends a line nor is a digit of a digest.
fn character(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        &[byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'\n' | b'\r') => Ok(byte),
        _ => Err("give one character of ASCII that is not a letter or a digit, or `tab`".to_owned()),
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
        return Err(Error::Usage("--delimiter and --escape are for CSV files".to_owned()));
    }
    let quote = b'"';
    // Without another escape, a quote is what escapes a quote.
    let escape = args.escape.filter(|&escape| escape != quote);
    let dialect = Dialect { delimiter: args.delimiter.unwrap_or(b','), escape };
    if [Some(quote), escape].contains(&Some(dialect.delimiter)) {
        return Err(Error::Usage("--delimiter: it has to differ from the quote and from --escape".to_owned()));
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

/// Returns the format that is written: that of the input, unless `--to` names another one.
fn format_of_output(from: Format, to: Option<Format>, output: &Path) -> Result<Format, Error> {
    let written = to.unwrap_or(from);
    if written != from && written != Format::Parquet {
        return Err(Error::Usage(format!("--to {written}: a {from} file is written as {from}, or by --to parquet")));
    }
    let remedy = match Format::of_name(output) {
        Some(_) if inputs::is_compressed(output) => "write /dev/stdout, and compress what comes from there",
        Some(Format::Parquet) if written != Format::Parquet => "add --to parquet, or name another file",
        Some(named) if named != written => "name another file, or another format by --to",
        _ => return Ok(written),
    };
    let output = shown(output.as_os_str());
    Err(Error::Usage(format!("--output: {output} ends unlike {written}, which is written; {remedy}")))
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
