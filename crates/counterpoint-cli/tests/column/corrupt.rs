//! Corrupt Parquet files: one line, no panic, no memory without limit, no output.

use crate::place::Place;
use crate::tables::{binary, column, digests, expected, names, read, rows, table, write};
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::ParquetMetaDataWriter;
use parquet::file::properties::WriterProperties;
use std::fs::{self, File};
use std::path::Path;
use std::process::Output;

/// Runs the command with little memory.
fn limited(place: &Place) -> Output {
    place.shell("ulimit -v 2000000 && exec \"$0\" column table.parquet -c key -o out.parquet -j 1")
}

/// The command has to fail with one line about the file, and to leave nothing.
#[track_caller]
fn refused(place: &Place, output: &Output, change: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{change}: {words}");
    assert!(words.starts_with("counterpoint: table.parquet: ") && words.lines().count() == 1, "{change}: {words}");
    assert_eq!(names(place), ["table.parquet"], "{change}");
}

/// The command has to refuse the file for this reason.
#[track_caller]
fn refused_for(place: &Place, change: &str, reason: &str) {
    let output = limited(place);
    refused(place, &output, change);
    assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{change}");
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
    let footer = footer.concat();
    let content = [b"PAR1", &footer[..], &(footer.len() as u32).to_le_bytes(), b"PAR1"].concat();
    place.write("table.parquet", &content);
    refused_for(&place, "a long list", "a list of 2147483647 elements");
}

/// Lists in lists, each of which would take a part of the stack: as a footer, and as the header of a page.
#[test]
fn deep_nesting_is_refused() {
    let place = Place::new();
    let lists = [0x19; 1 << 20];
    place.write("table.parquet", &[b"PAR1", &lists[..], &(lists.len() as u32).to_le_bytes(), b"PAR1"].concat());
    refused_for(&place, "a deep footer", "nested too deeply");
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    let properties = properties.set_dictionary_enabled(false).build();
    write(&place, "table.parquet", &table([("key", binary(&[Some(vec![0; 1 << 20])]))]), Some(properties));
    let mut content = std::fs::read(place.path("table.parquet")).unwrap();
    content[4..1 << 20].fill(0x19);
    place.write("table.parquet", &content);
    refused_for(&place, "a deep header", "nested too deeply");
}

/// Bytes are changed and files are cut, in the pages and in the footer.
#[test]
fn changed_bytes_are_an_error_or_other_values() {
    let place = Place::new();
    let table = table([("key", binary(&rows(200)))]);
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
        for round in 0..120 {
            let mut bad = good.clone();
            // Half of the changes are in the footer, whose length is in front of the last mark.
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
                // Nothing says that the bytes of a value are other ones.
                std::fs::remove_file(place.path("out.parquet")).unwrap();
            } else {
                refused(&place, &output, &format!("{encoding:?}, round {round}"));
            }
        }
    }
}

/// A page of a few bytes by its header, which decompress to a megabyte.
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
    // The header begins with the type of the page and its length in four bytes, of which the last is the highest.
    assert_eq!((&content[4..7], content[10]), (&[0x15, 0, 0x15][..], 1));
    content[10] = 0;
    place.write("table.parquet", &content);
    refused_for(&place, "a shorter page", "a page can't be decompressed");
}

/// Another writer made the checksum (`data/README.md`).
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
    refused_for(&place, "another value", "a page has another checksum than it says");
}

/// The column is in this file as well, and a second footer says that it is in another one.
#[test]
fn a_column_of_another_file_is_refused() {
    let place = Place::new();
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), None);
    let (_, metadata) = read(&place, "table.parquet");
    let group = metadata.row_group(0).clone();
    let elsewhere = group.column(0).clone().into_builder().set_file_path("other.parquet".to_owned()).build().unwrap();
    let group = group.into_builder().set_column_metadata(vec![elsewhere]).build().unwrap();
    let metadata = metadata.as_ref().clone().into_builder().set_row_groups(vec![group]).build();
    let file = File::options().append(true).open(place.path("table.parquet")).unwrap();
    ParquetMetaDataWriter::new(file, &metadata).finish().unwrap();
    refused_for(&place, "another file", "a column is in another file");
}
