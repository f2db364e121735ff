//! The pages of a column in a row group, under a limit of the bytes of all pages that are in memory.
//!
//! The decoder takes a page when it needs one, and keeps it as long as a batch refers to it. Each page is counted from
//! before it is decompressed until it is freed, so that the limit holds wherever the pages are, and for any number of
//! columns.

use super::claims;
use super::decompress::decompress;
use super::file::{File, Part};
use super::header::{Header, Kind};
use crate::console::{Progress, reason};
use ::bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::schema::types::ColumnDescPtr;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The greatest number of bytes of all pages that are in memory at the same time.
const MOST_BYTES: usize = 1 << 30;

/// The part of a page that one small read asks for. Each column has a buffer of this length.
const BUFFER: usize = 1 << 13;

/// What all columns of a file share.
#[derive(Clone)]
pub(super) struct Pages {
    file: Arc<File>,
    progress: Arc<Progress>,
    /// The number of bytes of all pages that are in memory.
    alive: Arc<AtomicUsize>,
}

impl Pages {
    pub(super) fn new(file: Arc<File>, progress: Arc<Progress>) -> Self {
        Self { file, progress, alive: Arc::default() }
    }

    /// Returns the pages of a column in this part of the file.
    pub(super) fn column(&self, range: Range<u64>, column: &ColumnChunkMetaData) -> Result<ColumnPages, String> {
        if range.end > self.file.before().len() {
            return Err("a column lies behind the end of the file".to_owned());
        }
        let reader = BufReader::with_capacity(BUFFER, Part::new(&self.file, range));
        Ok(ColumnPages {
            reader,
            pages: self.clone(),
            codec: column.compression(),
            column: column.column_descr_ptr(),
            values: column.num_values().unsigned_abs(),
            next: None,
        })
    }

    /// Counts the bytes of a page until the value that is returned is dropped.
    fn count(&self, bytes: usize) -> Result<Counted, String> {
        let before = self.alive.fetch_add(bytes, Relaxed);
        let counted = Counted { bytes, alive: Arc::clone(&self.alive) };
        if before.saturating_add(bytes) > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(format!("its pages need more than {most} MiB at once, so it has to have smaller pages"));
        }
        Ok(counted)
    }
}

/// Bytes that are counted as long as they are in memory.
struct Counted {
    bytes: usize,
    alive: Arc<AtomicUsize>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.alive.fetch_sub(self.bytes, Relaxed);
    }
}

/// A page in memory.
struct Buffer(Vec<u8>, #[expect(dead_code, reason = "they count until they are dropped")] [Counted; 2]);

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The pages of a column in a row group.
pub(super) struct ColumnPages {
    reader: BufReader<Part>,
    pages: Pages,
    codec: Compression,
    column: ColumnDescPtr,
    /// The number of values that the pages still have.
    values: u64,
    /// The header of the next page, if it has been read.
    next: Option<Header>,
}

impl ColumnPages {
    /// Reads the header of the next page that is not skipped, unless it has been read. There is none at the end.
    fn peek(&mut self) -> Result<Option<Header>, String> {
        while self.next.is_none() {
            if self.reader.fill_buf().map_err(|error| reason(&error))?.is_empty() {
                return Ok(None);
            }
            let header = Header::read(&mut self.reader)?;
            let left = self.reader.buffer().len() as u64 + self.reader.get_ref().left();
            if header.stored as u64 > left {
                return Err("a page is longer than its column".to_owned());
            }
            if let Kind::Other = header.kind {
                self.skip(header.stored)?;
                continue;
            }
            if !matches!(header.kind, Kind::Dictionary { .. }) {
                let more = || "the pages of a column have more values than it says".to_owned();
                self.values = self.values.checked_sub(header.values.into()).ok_or_else(more)?;
            }
            self.next = Some(header);
        }
        Ok(self.next)
    }

    fn skip(&mut self, bytes: usize) -> Result<(), String> {
        self.pages.progress.advance(bytes as u64);
        let skipped = io::copy(&mut self.reader.by_ref().take(bytes as u64), &mut io::sink());
        skipped.map(drop).map_err(|error| reason(&error))
    }

    /// Reads the bytes of a page as they are in the file.
    fn stored(&mut self, header: &Header) -> Result<Vec<u8>, String> {
        // The header has been compared with the length of the file.
        let mut stored = Vec::with_capacity(header.stored);
        let read = self.reader.by_ref().take(header.stored as u64).read_to_end(&mut stored);
        if read.map_err(|error| reason(&error))? != header.stored {
            return Err("it ends too early".to_owned());
        }
        self.pages.progress.advance(header.stored as u64);
        if header.checksum.is_some_and(|checksum| checksum != crc32fast::hash(&stored)) {
            return Err("the checksum of a page does not match".to_owned());
        }
        Ok(stored)
    }

    /// Reads the bytes of a page, and decompresses them. Until that is done, the bytes in the file count, too.
    fn bytes(&mut self, header: &Header) -> Result<Bytes, String> {
        let counted = self.pages.count(header.stored)?;
        let stored = self.stored(header)?;
        let (plain, compressed) = match header.kind {
            // The levels are in front, and are never compressed.
            Kind::DataV2 { definition, repetition, compressed, .. } => {
                let levels = definition as usize + repetition as usize;
                (if compressed { levels } else { header.stored }, compressed)
            }
            _ => (0, true),
        };
        if self.codec == Compression::UNCOMPRESSED || !compressed {
            return self.checked(header, stored, counted);
        }
        let longer = || "the levels of a page are longer than the page".to_owned();
        let (levels, values) = stored.split_at_checked(plain).ok_or_else(longer)?;
        let length = header.length.checked_sub(plain).ok_or_else(longer)?;
        let decompressed = self.pages.count(header.length)?;
        // A page without values may have no bytes, not even those of an empty compressed page.
        let values = if length == 0 { Vec::new() } else { decompress(self.codec, values, length)? };
        let bytes = if levels.is_empty() {
            values
        } else {
            let _both = self.pages.count(length)?;
            [levels, &values].concat()
        };
        self.checked(header, bytes, decompressed)
    }

    /// Returns the bytes of a page, once it is known that its values fit into the memory, too.
    fn checked(&self, header: &Header, bytes: Vec<u8>, counted: Counted) -> Result<Bytes, String> {
        let expanded = claims::check(header, &bytes, &self.column)?;
        let expanded = self.pages.count(usize::try_from(expanded).unwrap_or(MOST_BYTES))?;
        Ok(Bytes::from_owner(Buffer(bytes, [counted, expanded])))
    }

    /// Returns the next page.
    fn page(&mut self) -> Result<Option<Page>, String> {
        let Some(header) = self.peek()? else { return Ok(None) };
        self.next = None;
        let buf = self.bytes(&header)?;
        let num_values = header.values;
        Ok(Some(match header.kind {
            Kind::Data { encoding, definition, repetition } => Page::DataPage {
                buf,
                num_values,
                encoding,
                def_level_encoding: definition,
                rep_level_encoding: repetition,
                statistics: None,
            },
            Kind::DataV2 { encoding, nulls, rows, definition, repetition, .. } => {
                if definition as usize + repetition as usize > buf.len() {
                    return Err("the levels of a page are longer than the page".to_owned());
                }
                Page::DataPageV2 {
                    buf,
                    num_values,
                    encoding,
                    num_nulls: nulls,
                    num_rows: rows,
                    def_levels_byte_len: definition,
                    rep_levels_byte_len: repetition,
                    is_compressed: false,
                    statistics: None,
                }
            }
            Kind::Dictionary { encoding, sorted } => {
                Page::DictionaryPage { buf, num_values, encoding, is_sorted: sorted }
            }
            Kind::Other => return Ok(None),
        }))
    }
}

impl PageReader for ColumnPages {
    fn get_next_page(&mut self) -> ParquetResult<Option<Page>> {
        self.page().map_err(ParquetError::General)
    }

    fn peek_next_page(&mut self) -> ParquetResult<Option<PageMetadata>> {
        let header = self.peek().map_err(ParquetError::General)?;
        Ok(header.map(|header| header.metadata()))
    }

    fn skip_next_page(&mut self) -> ParquetResult<()> {
        if let Some(header) = self.peek().map_err(ParquetError::General)? {
            self.next = None;
            self.skip(header.stored).map_err(ParquetError::General)?;
        }
        Ok(())
    }
}

impl Iterator for ColumnPages {
    type Item = ParquetResult<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
