//! The files that the operands stand for, and the format of each.

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
    /// Comma-separated values under a line with the names of the columns.
    Csv,
    /// One JSON object on each line.
    Jsonl,
}

/// How the names of files of each format end.
const ENDINGS: [(&str, Format); 4] =
    [("parquet", Format::Parquet), ("csv", Format::Csv), ("jsonl", Format::Jsonl), ("ndjson", Format::Jsonl)];

/// How the names of compressed files end.
const COMPRESSED: [&str; 5] = ["bz2", "gz", "lz4", "xz", "zst"];

/// Returns whether a name is that of a compressed file.
pub(super) fn is_compressed(name: &Path) -> bool {
    name.extension().is_some_and(|ending| COMPRESSED.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

impl Format {
    /// Returns the format for which a name ends like this, with what it may have behind if the file is compressed.
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
    /// Returns the name as messages show it.
    pub(super) fn shown(&self) -> String {
        if self.name == "-" { "standard input".to_owned() } else { shown(&self.name) }
    }

    /// Returns whether it is a regular file, which can be opened again.
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

/// Returns the files for the operands, in their order, which all have the same format. A folder stands for the tables
/// in it, sorted by name, without those whose names begin with `.` or `_`, as other programs have it.
///
/// # Errors
///
/// If the format of a file is not known, if two files have different ones, or if a folder has no tables.
pub(super) fn inputs(operands: &[OsString], format: Option<Format>, console: &Console) -> Result<Vec<Input>, Error> {
    let mut inputs: Vec<Input> = Vec::new();
    for name in operands {
        if name != "-" && Path::new(name).is_dir() {
            inputs.extend(in_folder(name, format, console)?);
        } else {
            inputs.push(input(name, format)?);
        }
    }
    // The types of Parquet, CSV and JSON differ, so the same column would have another type in each.
    if let Some((first, rest)) = inputs.split_first()
        && let Some(other) = rest.iter().find(|input| input.format != first.format)
    {
        return Err(Error::Usage(format!(
            "{}: its format is {}, and that of {} is {}; hash the files of each format in a run of their own (of a \
             folder, --format takes those of one format)",
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
            Err(Error::Usage("-: standard input has no name that tells its format; add --format csv or jsonl".into()))
        }
        None => Err(Error::Usage(format!(
            "{shown}: this name does not tell the format; add --format parquet, csv or jsonl"
        ))),
        Some(Format::Parquet) if name == "-" => Err(Error::Usage(
            "-: a Parquet file is not read from its beginning to its end, so it can't be standard input; name the file"
                .into(),
        )),
        Some(format) => Ok(Input { name: name.to_owned(), format }),
    }
}

/// Returns the tables in a folder. With a format, those of that format.
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
        console
            .message(format_args!("{}: left out because their names begin with '.' or '_': {hidden}", shown(folder)));
    }
    if inputs.is_empty() {
        let endings = ENDINGS.iter().filter(|(_, of)| format.is_none_or(|format| format == *of));
        let endings: Vec<String> = endings.map(|(ending, _)| format!(".{ending}")).collect();
        return Err(failed(&format!("no file in this folder ends with {}; name the files", endings.join(" or "))));
    }
    inputs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(inputs)
}
