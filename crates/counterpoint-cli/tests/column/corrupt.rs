//! Corrupt Parquet files: one line, no panic, no unlimited memory, no output.

use crate::place::Place;
use crate::tables::{binary, column, digests, expected, names, read, rows, table, write};
use arrow_array::FixedSizeBinaryArray;
use parquet::basic::{Compression, Encoding, Repetition, Type as Physical};
use parquet::file::metadata::{ColumnChunkMetaDataBuilder, ParquetMetaDataWriter};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

/// Runs the command with little memory.
fn limited(place: &Place) -> Output {
    place.shell("ulimit -v 2000000 && exec \"$0\" column table.parquet -c key -o out.parquet -j 1")
}

/// The command must fail with one line about the file and leave nothing.
#[track_caller]
fn refused(place: &Place, output: &Output, change: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{change}: {words}");
    assert!(words.starts_with("counterpoint: table.parquet: ") && words.lines().count() == 1, "{change}: {words}");
    assert_eq!(names(place), ["table.parquet"], "{change}");
}

/// The command must reject the file in this way, with this reason.
#[track_caller]
fn refused_for(place: &Place, reason: &str) {
    let output = limited(place);
    refused(place, &output, reason);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains(reason), "{reason}: {words}");
}

/// Writes a file that consists of this footer only.
fn write_footer(place: &Place, footer: &[u8]) {
    place.write("table.parquet", &[b"PAR1", footer, &(footer.len() as u32).to_le_bytes(), b"PAR1"].concat());
}

/// Appends another footer, which adds `rows` to the number of rows in the row group and changes the metadata of the
/// first column.
fn add_footer(place: &Place, rows: i64, change: impl FnOnce(ColumnChunkMetaDataBuilder) -> ColumnChunkMetaDataBuilder) {
    let (_, metadata) = read(place, "table.parquet");
    let group = metadata.row_group(0).clone();
    let mut columns = group.columns().to_vec();
    columns[0] = change(columns[0].clone().into_builder()).build().unwrap();
    let rows = group.num_rows() + rows;
    let group = group.into_builder().set_num_rows(rows).set_column_metadata(columns).build().unwrap();
    let metadata = metadata.as_ref().clone().into_builder().set_row_groups(vec![group]).build();
    let file = File::options().append(true).open(place.path("table.parquet")).unwrap();
    ParquetMetaDataWriter::new(file, &metadata).finish().unwrap();
}

#[test]
fn what_is_no_parquet_file_is_refused() {
    let place = Place::new();
    for content in
        [&b""[..], b"PAR1", b"key\nabc\n", b"PAR1\xff\xff\xff\x7fPAR1", b"PAR1\x03\0\0\0\x15\x02\0\x03\0\0\0PARE"]
    {
        place.write("table.parquet", content);
        refused(&place, &limited(&place), &format!("{content:?}"));
    }
    // A footer whose list of row groups claims to have two billion elements.
    let footer =
        [&[0x15, 2, 0x19, 0x1c, 0x48, 1, b'x', 0x15, 0, 0, 0x16, 0, 0x19, 0xfc][..], &[0xff, 0xff, 0xff, 0xff, 7]];
    write_footer(&place, &footer.concat());
    refused_for(&place, "a list of 2147483647 elements");
}

/// Each file exceeds a limit by one: those of SOUNDNESS.md, or the rows of its row group.
#[test]
fn what_is_beyond_a_limit_is_refused() {
    let place = Place::new();
    place.write("table.parquet", &[&b"PAR1"[..], &((1u32 << 25) + 1).to_le_bytes(), b"PAR1"].concat());
    refused_for(&place, "its footer has 33554433 bytes, more than 33554432");
    let leaf = Arc::new(Type::primitive_type_builder("leaf", Physical::BYTE_ARRAY).build().unwrap());
    let group = |name, fields: Vec<TypePtr>| {
        let group = Type::group_type_builder(name).with_repetition(Repetition::OPTIONAL).with_fields(fields);
        Arc::new(group.build().unwrap())
    };
    let nested = (0..64).fold(Arc::clone(&leaf), |inner, _| group("part", vec![inner]));
    for (columns, reason) in [
        (vec![nested], "its columns are nested 65 levels deep"),
        (vec![leaf; (1 << 16) + 1], "it has 65537 columns, more than 65536; is this the right file?"),
    ] {
        let file = File::create(place.path("table.parquet")).unwrap();
        SerializedFileWriter::new(file, group("schema", columns), Arc::default()).unwrap().close().unwrap();
        refused_for(&place, reason);
    }
    // Each value takes four bytes more in a batch.
    let wide = FixedSizeBinaryArray::try_from_iter([vec![0u8; (1 << 20) - 3]].iter()).unwrap();
    write(&place, "table.parquet", &table([("key", Arc::new(wide))]), None);
    refused_for(&place, "has values of 1048577 bytes, more than 1048576");
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), None);
    add_footer(&place, 0, |column| column.set_num_values(4));
    refused_for(&place, "has 4 values in a row group of 3 rows");
}

/// A page header with a field of 16 MiB, and one that claims that a byte decompresses to a gigabyte.
#[test]
fn long_headers_and_pages_are_refused() {
    let place = Place::new();
    let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
    write(&place, "table.parquet", &table([("key", binary(&[Some(vec![0; 17 << 20])]))]), Some(properties));
    add_footer(&place, 0, |column| column.set_compression(Compression::ZSTD(Default::default())));
    let content = fs::read(place.path("table.parquet")).unwrap();
    // The type of the page, its lengths in memory and in the file, and its number of values with three encodings.
    let page = [0x15, 0, 0x15, 0x80, 0x80, 0x80, 0x80, 8, 0x15, 2, 0x2c, 0x15, 2, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0];
    for (header, reason) in [
        (&[0x18, 0x80, 0x80, 0x80, 8][..], "its metadata is malformed"),
        (&page, "its pages take more than 1024 MiB at once"),
    ] {
        let mut content = content.clone();
        content[4..][..header.len()].copy_from_slice(header);
        place.write("table.parquet", &content);
        refused_for(&place, reason);
    }
}

/// Nested lists, each level of which would take stack space: in a footer, and in the header of a page.
#[test]
fn deep_nesting_is_refused() {
    let place = Place::new();
    write_footer(&place, &[0x19; 1 << 20]);
    refused_for(&place, "nested too deeply");
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    let properties = properties.set_dictionary_enabled(false).build();
    write(&place, "table.parquet", &table([("key", binary(&[Some(vec![0; 1 << 20])]))]), Some(properties));
    let mut content = std::fs::read(place.path("table.parquet")).unwrap();
    content[4..1 << 20].fill(0x19);
    place.write("table.parquet", &content);
    refused_for(&place, "nested too deeply");
}

/// Changes bytes and truncates files, in the pages and in the footer.
#[test]
fn changed_bytes_are_an_error_or_other_values() {
    let place = Place::new();
    let table = table([("key", binary(&rows(200)))]);
    // All changes would take minutes.
    let changes = std::env::var("COUNTERPOINT_CHANGES").map_or(360, |count| count.parse().unwrap()) / 3;
    for encoding in [None, Some(Encoding::DELTA_BYTE_ARRAY), Some(Encoding::DELTA_LENGTH_BYTE_ARRAY)] {
        let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
        let properties = match encoding {
            Some(encoding) => properties.set_dictionary_enabled(false).set_encoding(encoding),
            None => properties,
        };
        write(&place, "table.parquet", &table, Some(properties.build()));
        let good = std::fs::read(place.path("table.parquet")).unwrap();
        let mut state = 1u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(0x915f_77f5).wrapping_add(12345);
            (state >> 8) as usize % below
        };
        for round in 0..changes {
            let mut bad = good.clone();
            // Half of the changes are in the footer, whose length precedes the last mark.
            let footer = u32::from_le_bytes(good[good.len() - 8..][..4].try_into().unwrap()) as usize + 8;
            let place_of = |random: &mut dyn FnMut(usize) -> usize| match round % 4 {
                0 | 1 => good.len() - 1 - random(footer),
                2 => random(100),
                _ => random(good.len()),
            };
            for _ in 0..=round % 3 {
                let at = place_of(&mut random);
                bad[at] = [0, 0xff, 0x7f, random(256) as u8][random(4)];
            }
            if round % 10 == 9 {
                bad.truncate(random(good.len()));
            }
            place.write("table.parquet", &bad);
            let output = limited(&place);
            if output.status.code() == Some(0) {
                // Without checksums, nothing reveals a changed value.
                std::fs::remove_file(place.path("out.parquet")).unwrap();
            } else {
                refused(&place, &output, &format!("{encoding:?}, round {round}"));
            }
        }
    }
}

/// A page whose header claims a few bytes, which decompress to a megabyte.
#[test]
fn a_page_does_not_grow_beyond_its_header() {
    let place = Place::new();
    let zeros = vec![Some(vec![0; 1 << 20])];
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(Default::default()));
    let properties = properties
        .set_dictionary_enabled(false)
        .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None);
    write(&place, "table.parquet", &table([("key", binary(&zeros))]), Some(properties.build()));
    let mut content = std::fs::read(place.path("table.parquet")).unwrap();
    // The header begins with the type of the page and its length in four bytes, the last of which is the highest.
    assert_eq!((&content[4..7], content[10]), (&[0x15, 0, 0x15][..], 1));
    content[10] = 0;
    place.write("table.parquet", &content);
    refused_for(&place, "a page can't be decompressed");
}

/// Returns an integer in Thrift's encoding, seven bits in each byte. A signed one has its sign in the lowest bit.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Writes a file whose column `key` has this many values in one page of these bytes, which decompress to `length`.
fn write_page(place: &Place, values: u64, encoding: u8, codec: Compression, length: usize, stored: &[u8]) {
    write(place, "table.parquet", &table([("key", binary(&rows(1)))]), None);
    let sizes = [&[0x15, 0, 0x15][..], &varint(2 * length as u64), &[0x15], &varint(2 * stored.len() as u64)].concat();
    let header =
        [&sizes, &[0x2c, 0x15][..], &varint(2 * values), &[0x15, 2 * encoding, 0x15, 6, 0x15, 6, 0, 0]].concat();
    let mut content = fs::read(place.path("table.parquet")).unwrap();
    // Before the footer, whose length precedes the last mark.
    let footer = u32::from_le_bytes(content[content.len() - 8..][..4].try_into().unwrap()) as usize + 8;
    let begin = content.len() - footer;
    content.splice(begin..begin, [&header, stored].concat());
    place.write("table.parquet", &content);
    add_footer(place, values as i64 - 1, |column| {
        let column =
            column.set_data_page_offset(begin as i64).set_dictionary_page_offset(None).set_num_values(values as i64);
        column.set_total_compressed_size((header.len() + stored.len()) as i64).set_compression(codec)
    });
}

/// A megabyte of zeros, compressed with Brotli. The Brotli crate used here only decompresses.
const BROTLI_ZEROS: [u8; 14] = [0x5b, 0xff, 0xff, 0x8f, 0x7f, 2, 0x20, 0x1e, 0x0b, 4, 0x72, 0xef, 0x1f, 0];

#[test]
fn all_codecs_stop_at_the_length_of_the_page() {
    let place = Place::new();
    let value = b"value ".repeat(5000);
    // The levels of one value, and its length.
    let page = [&[2, 0, 0, 0, 2, 1][..], &(value.len() as u32).to_le_bytes(), &value].concat();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&page).unwrap();
    // LZ4 in three blocks, as written by Hadoop.
    let with_lengths = |part: &[u8]| {
        let block = lz4_flex::block::compress(part);
        [&(part.len() as u32).to_be_bytes()[..], &(block.len() as u32).to_be_bytes(), &block].concat()
    };
    let blocks = page.chunks(page.len() / 3 + 1).flat_map(with_lengths).collect();
    let block = lz4_flex::block::compress(&page);
    for (codec, stored) in [
        (Compression::UNCOMPRESSED, page.clone()),
        (Compression::SNAPPY, snap::raw::Encoder::new().compress_vec(&page).unwrap()),
        (Compression::ZSTD(Default::default()), zstd::bulk::compress(&page, 1).unwrap()),
        (Compression::ZSTD(Default::default()), zstd::encode_all(&page[..], 1).unwrap()),
        (Compression::GZIP(Default::default()), gzip.finish().unwrap()),
        (Compression::LZ4_RAW, block.clone()),
        (Compression::LZ4, blocks),
        (Compression::LZ4, block),
        (Compression::BROTLI(Default::default()), BROTLI_ZEROS.to_vec()),
    ] {
        if !matches!(codec, Compression::BROTLI(_)) {
            write_page(&place, 1, 0, codec, page.len(), &stored);
            column(&place).arg("table.parquet").prints("");
            let expected = expected("sha3-256", &[Some(value.clone())], 32);
            assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected, "{codec:?}");
            fs::remove_file(place.path("out.parquet")).unwrap();
        }
        let noise: Vec<u8> = (0..1000u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        for (length, stored) in [(1, &stored), (page.len() - 1, &stored), (page.len() + 1, &stored), (1 << 16, &noise)]
        {
            if codec != Compression::UNCOMPRESSED {
                write_page(&place, 1, 0, codec, length, stored);
                refused_for(&place, "a page can't be decompressed");
            }
        }
    }
}

/// Short lists of lengths: of values that repeat the previous ones, and of more values than there are.
#[test]
fn lists_of_lengths_are_counted() {
    let place = Place::new();
    // One block of lengths in four parts. Each length exceeds the previous one by a constant step, which takes no bits.
    let list = |count: u64, first: u64, step: u64| {
        [&varint(1 << 32)[..], &[4], &varint(count), &varint(2 * first), &varint(2 * step), &[0; 4]].concat()
    };
    let page = |values: u64, lists: &[Vec<u8>], bytes: &[u8]| {
        let levels = [varint(2 * values), vec![1]].concat();
        [&(levels.len() as u32).to_le_bytes()[..], &levels, &lists.concat(), bytes].concat()
    };
    let (of_length, of_array) = (6, 7);
    let good = page(3, &[list(3, 0, 1), list(3, 1, 0)], b"abc");
    write_page(&place, 3, of_array, Compression::UNCOMPRESSED, good.len(), &good);
    column(&place).arg("table.parquet").prints("");
    let rows = [b"a".to_vec(), b"ab".to_vec(), b"abc".to_vec()].map(Some);
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
    fs::remove_file(place.path("out.parquet")).unwrap();
    let more = "its pages take more than 1024 MiB at once";
    let fewer = "a page has fewer values than declared";
    let count = 60_000;
    for (values, encoding, page, reason) in [
        (count, of_array, page(count, &[list(count, 0, 1), list(count, 1, 0)], &vec![b'x'; count as usize]), more),
        (1 << 29, of_length, page(1 << 29, &[list(1 << 29, 0, 0)], b""), more),
        (3, of_length, page(3, &[list(4, 1, 0)], b"abcd"), fewer),
        (3, of_array, page(3, &[list(3, 0, 0), list(1 << 40, 0, 0)], b""), fewer),
        (3, of_length, page(3, &[list(3, 1, 0)[..4].to_vec()], b""), fewer),
    ] {
        write_page(&place, values, encoding, Compression::UNCOMPRESSED, page.len(), &page);
        refused_for(&place, reason);
    }
}

/// The checksum comes from another writer (`data/README.md`).
#[test]
fn a_page_has_the_checksum_that_it_says() {
    let place = Place::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/column/data/checksum.parquet");
    let mut content = fs::read(file).unwrap();
    place.write("table.parquet", &content);
    column(&place).arg("table.parquet").prints("");
    let rows = [b"first", b"other", b"third"].map(|row| Some(row.to_vec()));
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
    fs::remove_file(place.path("out.parquet")).unwrap();
    let at = content.windows(5).position(|bytes| bytes == b"other").unwrap();
    content[at] ^= 1;
    place.write("table.parquet", &content);
    refused_for(&place, "the checksum of a page does not match");
}

/// The column is in this file, but a second footer claims that it is in another one.
#[test]
fn a_column_of_another_file_is_refused() {
    let place = Place::new();
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), None);
    add_footer(&place, 0, |column| column.set_file_path("other.parquet".to_owned()));
    refused_for(&place, "a column is in another file");
}

#[test]
fn a_row_group_has_the_rows_that_it_says() {
    let place = Place::new();
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), None);
    add_footer(&place, 1, |column| column);
    refused_for(&place, "a row group has fewer rows than declared");
}

/// Some writers record offset 0 for a missing dictionary.
#[test]
fn a_dictionary_at_offset_0_is_none() {
    let place = Place::new();
    let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), Some(properties));
    add_footer(&place, 0, |column| column.set_dictionary_page_offset(Some(0)));
    column(&place).arg("table.parquet").prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows(3), 32));
}
