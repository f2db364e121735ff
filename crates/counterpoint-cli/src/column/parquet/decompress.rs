//! Decompression that stops at the length which the page has by its header.
//!
//! A few bytes can be decompressed to any length. So no decoder here gets a buffer that grows further.

use parquet::basic::Compression;
use std::io::Read;

/// Returns the decompressed bytes, which have to have this length.
pub(super) fn decompress(codec: Compression, bytes: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let decompressed = match codec {
        Compression::UNCOMPRESSED => Ok(bytes.to_vec()),
        Compression::SNAPPY => into(length, |out| snap::raw::Decoder::new().decompress(bytes, out)),
        Compression::ZSTD(_) => into(length, |out| zstd::bulk::Decompressor::new()?.decompress_to_buffer(bytes, out)),
        Compression::GZIP(_) => read(flate2::read::MultiGzDecoder::new(bytes), length),
        Compression::BROTLI(_) => read(brotli_decompressor::Decompressor::new(bytes, 1 << 16), length),
        Compression::LZ4_RAW => into(length, |out| lz4_flex::block::decompress_into(bytes, out)),
        Compression::LZ4 => lz4(bytes, length),
        Compression::LZO => Err("its pages are compressed by LZO, which is not supported".to_owned()),
    }?;
    if decompressed.len() == length { Ok(decompressed) } else { Err(wrong(&"its length is another one")) }
}

fn wrong(why: &dyn std::fmt::Display) -> String {
    format!("a page can't be decompressed: {why}")
}

/// Decompresses into a buffer of this length.
fn into<E: std::fmt::Display>(
    length: usize,
    decompress: impl FnOnce(&mut [u8]) -> Result<usize, E>,
) -> Result<Vec<u8>, String> {
    let mut out = vec![0; length];
    let written = decompress(&mut out).map_err(|error| wrong(&error))?;
    out.truncate(written);
    Ok(out)
}

/// Reads no more than one byte beyond this length.
fn read(decoder: impl Read, length: usize) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    decoder.take(length as u64 + 1).read_to_end(&mut out).map_err(|error| wrong(&error))?;
    Ok(out)
}

/// What the format calls LZ4 is either blocks with their lengths in front, as Hadoop writes them, or one block by
/// itself. Nothing says which, so both are tried.
fn lz4(bytes: &[u8], length: usize) -> Result<Vec<u8>, String> {
    match hadoop(bytes, length) {
        Ok(out) if out.len() == length => Ok(out),
        _ => into(length, |out| lz4_flex::block::decompress_into(bytes, out)),
    }
}

/// Decompresses blocks, each after its decompressed and its compressed length.
fn hadoop(mut bytes: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let end = || wrong(&"it ends too early");
    let mut out = vec![0; length];
    let mut done = 0;
    while !bytes.is_empty() {
        let (lengths, rest) = bytes.split_first_chunk::<8>().ok_or_else(end)?;
        let compressed = u32::from_be_bytes([lengths[4], lengths[5], lengths[6], lengths[7]]) as usize;
        let (block, rest) = rest.split_at_checked(compressed).ok_or_else(end)?;
        done += lz4_flex::block::decompress_into(block, &mut out[done..]).map_err(|error| wrong(&error))?;
        bytes = rest;
    }
    out.truncate(done);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::decompress;
    use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
    use std::io::Write;

    /// Some bytes, compressed in each way.
    fn compressed(bytes: &[u8]) -> Vec<(Compression, Vec<u8>)> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(bytes).unwrap();
        // LZ4 in three blocks, as Hadoop writes it.
        let with_lengths = |part: &[u8]| {
            let block = lz4_flex::block::compress(part);
            [&(part.len() as u32).to_be_bytes()[..], &(block.len() as u32).to_be_bytes(), &block].concat()
        };
        let blocks = bytes.chunks(bytes.len() / 3 + 1).flat_map(with_lengths).collect();
        let block = lz4_flex::block::compress(bytes);
        vec![
            (Compression::UNCOMPRESSED, bytes.to_vec()),
            (Compression::SNAPPY, snap::raw::Encoder::new().compress_vec(bytes).unwrap()),
            (Compression::ZSTD(ZstdLevel::default()), zstd::bulk::compress(bytes, 1).unwrap()),
            (Compression::ZSTD(ZstdLevel::default()), zstd::encode_all(bytes, 1).unwrap()),
            (Compression::GZIP(GzipLevel::default()), gzip.finish().unwrap()),
            (Compression::LZ4_RAW, block.clone()),
            (Compression::LZ4, blocks),
            (Compression::LZ4, block),
        ]
    }

    #[test]
    fn all_codecs_return_the_bytes() {
        let bytes: Vec<u8> = (0..100_000u32).flat_map(|i| (i / 7).to_le_bytes()).collect();
        for (codec, stored) in compressed(&bytes) {
            assert!(decompress(codec, &stored, bytes.len()).unwrap() == bytes, "{codec:?}");
        }
    }

    /// A megabyte of zeros, compressed by Brotli. The crate for Brotli here only decompresses.
    const BROTLI_ZEROS: [u8; 14] = [0x5b, 0xff, 0xff, 0x8f, 0x7f, 2, 0x20, 0x1e, 0x0b, 4, 0x72, 0xef, 0x1f, 0];

    #[test]
    fn brotli_returns_the_bytes() {
        let codec = Compression::BROTLI(BrotliLevel::default());
        assert!(decompress(codec, &BROTLI_ZEROS, 1 << 20).unwrap() == vec![0; 1 << 20]);
    }

    /// A megabyte of zeros, by a header a kilobyte.
    #[test]
    fn nothing_grows_beyond_the_length() {
        let brotli = (Compression::BROTLI(BrotliLevel::default()), BROTLI_ZEROS.to_vec());
        for (codec, stored) in compressed(&vec![0; 1 << 20]).into_iter().chain([brotli]) {
            for length in [0, 1 << 10, (1 << 20) - 1, (1 << 20) + 1] {
                assert!(decompress(codec, &stored, length).is_err(), "{codec:?}, {length} bytes");
            }
        }
    }

    #[test]
    fn any_bytes_are_an_error() {
        let noise: Vec<u8> = (0..1000u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        for (codec, _) in compressed(b"").into_iter().skip(1) {
            assert!(decompress(codec, &noise, 1 << 16).is_err(), "{codec:?}");
        }
    }
}
