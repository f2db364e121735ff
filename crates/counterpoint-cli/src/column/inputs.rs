//! The input files and their formats.

use crate::console::{Console, reason, shown};
use crate::exit::Error;
use crate::input;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::Path;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Apache Parquet.
    Parquet,
    /// Comma-separated values below a line with the names of the columns.
    Csv,
    /// One JSON object per line.
    Jsonl,
}

/// The file name extensions of each format.
const ENDINGS: [(&str, Format); 4] =
    [("parquet", Format::Parquet), ("csv", Format::Csv), ("jsonl", Format::Jsonl), ("ndjson", Format::Jsonl)];

/// The file name extensions of compressed files.
const COMPRESSED: [&str; 5] = ["bz2", "gz", "lz4", "xz", "zst"];

/// Returns whether a name has the extension of a compressed file.
pub(super) fn is_compressed(name: &Path) -> bool {
    name.extension().is_some_and(|ending| COMPRESSED.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

impl Format {
    /// Returns the format for the extension of a name, ignoring an extension for compression after it.
    pub(super) fn of_name(name: &Path) -> Option<Self> {
        let name = if is_compressed(name) { Path::new(name.file_stem()?) } else { name };
        let ending = name.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|&(_, format)| format)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().as_ref().map_or("", PossibleValue::get_name))
    }
}

/// A file and its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) name: OsString,
    pub(super) format: Format,
}

impl Input {
    /// Returns the name for messages.
    pub(super) fn shown(&self) -> String {
        if self.name == "-" { "standard input".to_owned() } else { shown(&self.name) }
    }

    /// Returns whether this is a regular file, which can be opened again.
    pub(super) fn is_regular(&self) -> bool {
        self.name != "-" && fs::metadata(&self.name).is_ok_and(|found| found.is_file())
    }

    /// Opens the file.
    pub(super) fn open(&self) -> Result<input::Input, Error> {
        input::Input::open(&self.name).map_err(|why| self.failed(&why))
    }

    /// Returns the error for this file.
    pub(super) fn failed(&self, why: &dyn std::fmt::Display) -> Error {
        Error::Failed(format!("{}: {why}", self.shown()))
    }
}

/// Returns the files for the operands in order. They all have the same format. A folder is replaced by its tables,
/// sorted by name, except those whose names begin with `.` or `_`, as in other programs.
///
/// # Errors
///
/// If the format of a file is unknown, if two files have different formats, or if a folder has no tables.
pub(super) fn inputs(operands: &[OsString], format: Option<Format>, console: &Console) -> Result<Vec<Input>, Error> {
    let mut inputs: Vec<Input> = Vec::new();
    for name in operands {
        if name != "-" && Path::new(name).is_dir() {
            inputs.extend(in_folder(name, format, console)?);
        } else {
            inputs.push(input(name, format)?);
        }
    }
    // Parquet, CSV and JSON have different types, so one column would have a different type in each.
    if let Some((first, rest)) = inputs.split_first()
        && let Some(other) = rest.iter().find(|input| input.format != first.format)
    {
        return Err(Error::Usage(format!(
            "{}: its format is {}, but that of {} is {}; hash each format in a separate run (in a folder, --format \
             selects one)",
            other.shown(),
            other.format,
            first.shown(),
            first.format
        )));
    }
    Ok(inputs)
}

fn input(name: &OsStr, format: Option<Format>) -> Result<Input, Error> {
    let shown = shown(name);
    let format = format.or_else(|| Format::of_name(Path::new(name)));
    match format {
        None if name == "-" => {
            Err(Error::Usage("-: the format of standard input is unknown; add --format csv or jsonl".into()))
        }
        None => Err(Error::Usage(format!(
            "{shown}: the format of this file is unknown; add --format parquet, csv or jsonl"
        ))),
        Some(Format::Parquet) if name == "-" => Err(Error::Usage(
            "-: a Parquet file can't be standard input, because it is read from its end; name the file".into(),
        )),
        Some(format) => Ok(Input { name: name.to_owned(), format }),
    }
}

/// Returns the tables in a folder, or only those of one format.
fn in_folder(folder: &OsStr, format: Option<Format>, console: &Console) -> Result<Vec<Input>, Error> {
    let failed = |why: &str| Error::Failed(format!("{}: {why}", shown(folder)));
    let (mut inputs, mut hidden) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).map_err(|error| failed(&reason(&error)))? {
        let path = entry.map_err(|error| failed(&reason(&error)))?.path();
        if let Some(found) = Format::of_name(&path)
            && format.is_none_or(|format| format == found)
            && path.is_file()
        {
            match path.file_name().unwrap_or_default().as_encoded_bytes() {
                [b'.' | b'_', ..] => hidden += 1,
                _ => inputs.push(Input { name: path.into_os_string(), format: found }),
            }
        }
    }
    if hidden > 0 {
        console.message(format_args!("{}: skipped names that begin with '.' or '_': {hidden}", shown(folder)));
    }
    if inputs.is_empty() {
        let endings = ENDINGS.iter().filter(|(_, of)| format.is_none_or(|format| format == *of));
        let endings: Vec<String> = endings.map(|(ending, _)| format!(".{ending}")).collect();
        return Err(failed(&format!(
            "no file in this folder has the extension {}; name the files",
            endings.join(" or ")
        )));
    }
    inputs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(inputs)
}
