//! The bytes of a text file, without a byte order mark.

use super::inputs::Input;
use crate::console::{Progress, reason};
use crate::exit::Error;
use crate::foreign::foreign;
use crate::input::{self, check_unchanged};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

/// The maximum length of a row in bytes, and so of a value.
const LONGEST_ROW: usize = 1 << 26;

/// The size of the text in bytes at which a batch ends.
pub(super) const BATCH_BYTES: usize = 1 << 22;

/// The byte order mark that some programs write before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A text file being read.
pub(super) struct Text {
    reader: Box<dyn BufRead + Send>,
    /// The byte order mark, if there was one.
    pub(super) mark: &'static [u8],
    /// The number of lines read so far.
    pub(super) lines: u64,
    /// Whether the first line ends with a carriage return alone.
    pub(super) returns: bool,
}

impl Text {
    /// Opens a text file.
    ///
    /// # Errors
    ///
    /// If it can't be read, or if it is compressed or in another encoding.
    pub(super) fn open(input: &Input, progress: &Arc<Progress>) -> Result<Self, Error> {
        let mut source = Source { input: input.open()?, progress: Arc::clone(progress) };
        match source.input.length() {
            Some(length) => progress.expect(length),
            None => progress.expect_any(),
        }
        let mut beginning = Vec::new();
        let read = source.by_ref().take(8).read_to_end(&mut beginning);
        read.map_err(|error| input.failed(&reason(&error)))?;
        if let Some(foreign) = foreign(&beginning) {
            return Err(input.failed(&format_args!(
                "it {foreign}, and pipe the result into `counterpoint column - --format {}`",
                input.format
            )));
        }
        if beginning.starts_with(b"PAR1") {
            return Err(input.failed(&"it is a Parquet file; add `--format parquet`"));
        }
        let mark = if beginning.starts_with(MARK) { MARK } else { b"" };
        let beginning = Cursor::new(beginning.split_off(mark.len()));
        let reader = Box::new(beginning.chain(BufReader::with_capacity(1 << 16, source)));
        Ok(Self { reader, mark, lines: 0, returns: false })
    }

    /// Puts back everything read so far.
    pub(super) fn put_back(&mut self, bytes: Vec<u8>) {
        let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        (self.reader, self.lines) = (Box::new(Cursor::new(bytes).chain(rest)), 0);
    }

    /// Returns the next bytes, or none at the end. `held` is the number of bytes waiting for the end of a row.
    pub(super) fn bytes(&mut self, held: usize) -> Result<&[u8], String> {
        if held > LONGEST_ROW + BATCH_BYTES {
            return Err(self.too_long());
        }
        self.reader.fill_buf().map_err(|error| reason(&error))
    }

    /// Marks this many bytes as read.
    pub(super) fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }

    /// Appends the next line, including its end. Returns `false` at the end of the file.
    pub(super) fn line(&mut self, bytes: &mut Vec<u8>) -> Result<bool, String> {
        let begin = bytes.len();
        let read = self.reader.by_ref().take(LONGEST_ROW as u64 + 1).read_until(b'\n', bytes);
        read.map_err(|error| reason(&error))?;
        if bytes.len() - begin > LONGEST_ROW {
            return Err(self.too_long());
        }
        self.lines += 1;
        Ok(bytes.len() > begin)
    }

    fn too_long(&self) -> String {
        let line = self.lines + 1;
        format!("line {line}: a row is longer than {LONGEST_ROW} bytes; wrong file, or unclosed quote?")
    }
}

/// The bytes of a file, counted for the progress. A regular file must not change.
struct Source {
    input: input::Input,
    progress: Arc<Progress>,
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.input {
            input::Input::Regular(file, _) => file.read(bytes)?,
            input::Input::Stream(stream) => stream.read(bytes)?,
        };
        if let (0, input::Input::Regular(file, before)) = (read, &self.input) {
            check_unchanged(file, before).map_err(|why| io::Error::other(why.to_string()))?;
        }
        self.progress.advance(read as u64);
        Ok(read)
    }
}
