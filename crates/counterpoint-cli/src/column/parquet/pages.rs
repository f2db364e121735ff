//! The pages of a chunk, under a limit on the size of all pages in memory.
//!
//! The decoder takes a page when it needs one, and keeps it as long as a batch refers to it. Each page counts from
//! before its decompression until it is freed, so the limit holds wherever pages are.

use super::claims;
use super::decompress::{UNCOMPRESSED, decompress};
use super::file::File;
use super::header::Header;
use crate::console::Progress;
use ::bytes::Bytes;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::schema::types::ColumnDescPtr;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The maximum total size of all pages in memory in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The size of the first part of a header that is read, and the maximum size of a header, which may contain the minimum
/// and the maximum value of the page.
const SHORT_HEADER: u64 = 1 << 10;
const LONGEST_HEADER: u64 = 1 << 24;

/// The total size of all pages in memory in bytes.
#[derive(Clone, Default)]
pub(super) struct Memory(Arc<AtomicU64>);

impl Memory {
    /// Counts bytes until the returned value is dropped.
    fn count(&self, bytes: u64) -> Result<Counted, String> {
        let before = self.0.fetch_add(bytes, Relaxed);
        let counted = Counted { bytes, memory: self.clone() };
        if before.saturating_add(bytes) > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(format!("its pages take more than {most} MiB at once; write it with smaller pages"));
        }
        Ok(counted)
    }
}

/// Bytes that count as long as they are in memory.
struct Counted {
    bytes: u64,
    memory: Memory,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.memory.0.fetch_sub(self.bytes, Relaxed);
    }
}

/// A page in memory.
struct Buffer(Vec<u8>, #[expect(dead_code, reason = "they count until they are dropped")] [Counted; 2]);

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The pages of a chunk.
pub(super) struct Pages {
    pub(super) file: Arc<File>,
    /// The position of the unread pages.
    pub(super) place: Range<u64>,
    /// The number of their values.
    pub(super) values: u64,
    pub(super) codec: i64,
    pub(super) column: ColumnDescPtr,
    pub(super) memory: Memory,
    pub(super) progress: Arc<Progress>,
}

impl Pages {
    /// Reads the next header.
    fn header(&mut self) -> Result<Header, String> {
        let mut length = SHORT_HEADER;
        loop {
            let end = self.place.end.min(self.place.start + length);
            match Header::parse(&self.file.read(self.place.start..end)?) {
                Ok((header, length)) => {
                    self.place.start += length as u64;
                    return Ok(header);
                }
                // It may be longer.
                Err(_) if end < self.place.end && length < LONGEST_HEADER => length *= 4,
                Err(why) => return Err(why),
            }
        }
    }

    /// Reads the next page, if there is one.
    fn page(&mut self) -> Result<Option<Page>, String> {
        while !self.place.is_empty() {
            let header = self.header()?;
            let end = self.place.start.checked_add(header.stored).filter(|&end| end <= self.place.end);
            let stored = self.place.start..end.ok_or("a page is longer than its column")?;
            self.place.start = stored.end;
            self.progress.advance(header.stored);
            if let Some(mut page) = header.page.clone() {
                if page.is_data_page() {
                    let left = self.values.checked_sub(page.num_values().into());
                    self.values = left.ok_or("the pages of a column have more values than declared")?;
                }
                let (bytes, counted) = self.bytes(&header, stored)?;
                let expanded = claims::check(&page, &bytes, &self.column)?;
                let counted = [counted, self.memory.count(expanded)?];
                let (Page::DataPage { buf, .. } | Page::DataPageV2 { buf, .. } | Page::DictionaryPage { buf, .. }) =
                    &mut page;
                *buf = Bytes::from_owner(Buffer(bytes, counted));
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    /// Reads the bytes of a page and decompresses them. Until then, the compressed bytes also count.
    fn bytes(&self, header: &Header, place: Range<u64>) -> Result<(Vec<u8>, Counted), String> {
        let counted = self.memory.count(header.stored)?;
        let stored = self.file.read(place)?;
        if header.checksum.is_some_and(|checksum| checksum != crc32fast::hash(&stored)) {
            return Err("the checksum of a page does not match".to_owned());
        }
        let longer = || "the levels of a page are longer than the page".to_owned();
        let (plain, values) = stored.split_at_checked(header.plain).ok_or_else(longer)?;
        if self.codec == UNCOMPRESSED || !header.compressed {
            return Ok((stored, counted));
        }
        let length = header.length.checked_sub(header.plain).ok_or_else(longer)?;
        let decompressed = self.memory.count(header.length as u64)?;
        // A page without values may have no bytes, not even those of an empty compressed page.
        let mut bytes = if length == 0 { Vec::new() } else { decompress(self.codec, values, length)? };
        if !plain.is_empty() {
            let _both = self.memory.count(header.length as u64)?;
            bytes = [plain, &bytes].concat();
        }
        Ok((bytes, decompressed))
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> ParquetResult<Option<Page>> {
        self.page().map_err(ParquetError::General)
    }

    /// Called only by readers that skip rows and by readers of lists.
    fn peek_next_page(&mut self) -> ParquetResult<Option<PageMetadata>> {
        Err(ParquetError::General("no page is skipped".to_owned()))
    }

    fn skip_next_page(&mut self) -> ParquetResult<()> {
        Err(ParquetError::General("no page is skipped".to_owned()))
    }
}

impl Iterator for Pages {
    type Item = ParquetResult<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
