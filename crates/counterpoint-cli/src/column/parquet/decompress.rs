//! Decompression that stops at the length in the page's header.
//!
//! A few bytes can decompress to any length, so no decoder's buffer may grow past the length in the header.

use std::io::Read;

/// The number of the codec that does nothing.
pub(super) const UNCOMPRESSED: i64 = 0;

/// Decompresses the bytes from a codec. The result must have this length.
pub(super) fn decompress(codec: i64, bytes: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let decompressed = match codec {
        UNCOMPRESSED => Ok(bytes.to_vec()),
        1 => into(length, |out| snap::raw::Decoder::new().decompress(bytes, out)),
        2 => read(flate2::read::MultiGzDecoder::new(bytes), length),
        3 => Err("its pages are compressed with LZO, which is not supported".to_owned()),
        4 => read(brotli_decompressor::Decompressor::new(bytes, 1 << 16), length),
        5 => lz4(bytes, length),
        6 => into(length, |out| zstd::bulk::Decompressor::new()?.decompress_to_buffer(bytes, out)),
        7 => into(length, |out| lz4_flex::block::decompress_into(bytes, out)),
        _ => Err(format!("its pages are compressed with an unknown codec, number {codec}")),
    }?;
    if decompressed.len() == length { Ok(decompressed) } else { Err(wrong(&"its length is wrong")) }
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

/// Reads at most one byte past this length.
fn read(decoder: impl Read, length: usize) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    decoder.take(length as u64 + 1).read_to_end(&mut out).map_err(|error| wrong(&error))?;
    Ok(out)
}

/// What the format calls LZ4 is either blocks preceded by their lengths, as written by Hadoop, or a single bare block.
/// Nothing indicates which, so both are tried.
fn lz4(bytes: &[u8], length: usize) -> Result<Vec<u8>, String> {
    match hadoop(bytes, length) {
        Ok(out) if out.len() == length => Ok(out),
        _ => into(length, |out| lz4_flex::block::decompress_into(bytes, out)),
    }
}

/// Decompresses blocks, each preceded by its decompressed and its compressed length.
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
