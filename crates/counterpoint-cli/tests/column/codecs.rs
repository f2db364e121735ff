//! Pages compressed in ways that neither the command nor this build of the crate `parquet` can write. The files come
//! from another writer, whose program is in `data/README.md`.

use crate::place::Place;
use crate::tables::{column, digests, expected};
use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaDataReader;
use std::fs::{self, File};
use std::path::Path;

#[test]
fn all_codecs() {
    let place = Place::new();
    let row = |i: usize| (i % 7 != 3).then(|| format!("row {i} {}", "x".repeat(i % 50)).into_bytes());
    let expected = expected("sha3-256", &(0..200).map(row).collect::<Vec<_>>(), 32);
    let is_codec = |name: &str, found| match name {
        "snappy" => found == Compression::SNAPPY,
        "gzip" => matches!(found, Compression::GZIP(_)),
        "lz4_raw" => found == Compression::LZ4_RAW,
        _ => matches!(found, Compression::BROTLI(_)),
    };
    for name in ["snappy", "gzip", "lz4_raw", "brotli"] {
        for version in [1, 2] {
            let file =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/column/data/{name}-{version}.parquet"));
            let metadata = ParquetMetaDataReader::new().parse_and_finish(&File::open(&file).unwrap()).unwrap();
            assert!(is_codec(name, metadata.row_group(0).column(0).compression()), "{name}");
            fs::copy(&file, place.path("table.parquet")).unwrap();
            column(&place).arg("table.parquet").prints("");
            assert!(digests(&place, "out.parquet", "key_sha3-256") == expected, "{name}, pages of version {version}");
        }
    }
}
