//! The functions of Keccak, written word for word from their specifications over the sponge in bits: byte strings in,
//! byte strings out.

use counterpoint::Algorithm;
use counterpoint::keccak::Sponge;
use counterpoint::registry::Options;

/// A sponge with a rate in bytes; the suffix holds the domain bits and the padding's first 1.
pub(crate) fn sponge(rate: usize, rounds: usize, message: &[u8], suffix: u8, length: usize) -> Vec<u8> {
    let mut sponge = Sponge::<u64>::new(8 * rate, rounds).unwrap();
    sponge.absorb(message);
    let domain_bits = suffix.ilog2();
    sponge.absorb_bits(&[suffix][..usize::from(domain_bits > 0)], domain_bits.into());
    let mut out = vec![0; length];
    sponge.finalize().squeeze(&mut out);
    out
}

fn digits(x: usize) -> Vec<u8> {
    x.to_be_bytes().into_iter().skip_while(|&byte| byte == 0).collect()
}

fn at_least_one(x: usize) -> Vec<u8> {
    if x == 0 { vec![0] } else { digits(x) }
}

fn left_encode(x: usize) -> Vec<u8> {
    let digits = at_least_one(x);
    [vec![digits.len() as u8], digits].concat()
}

fn right_encode(x: usize) -> Vec<u8> {
    let digits = at_least_one(x);
    [digits.clone(), vec![digits.len() as u8]].concat()
}

fn encode_string(string: &[u8]) -> Vec<u8> {
    [left_encode(8 * string.len()), string.to_vec()].concat()
}

fn bytepad(x: Vec<u8>, rate: usize) -> Vec<u8> {
    let mut z = [left_encode(rate), x].concat();
    z.resize(z.len().next_multiple_of(rate), 0);
    z
}

pub(crate) fn cshake(rate: usize, message: &[u8], length: usize, name: &[u8], custom: &[u8]) -> Vec<u8> {
    if name.is_empty() && custom.is_empty() {
        return sponge(rate, 24, message, 0x1f, length);
    }
    let prefix = bytepad([encode_string(name), encode_string(custom)].concat(), rate);
    sponge(rate, 24, &[&prefix, message].concat(), 0x04, length)
}

pub(crate) fn kmac(rate: usize, key: &[u8], message: &[u8], length: usize, custom: &[u8], xof: bool) -> Vec<u8> {
    let end = right_encode(if xof { 0 } else { 8 * length });
    let x = [bytepad(encode_string(key), rate), message.to_vec(), end].concat();
    cshake(rate, &x, length, b"KMAC", custom)
}

pub(crate) fn tuple_hash(rate: usize, tuple: &[&[u8]], length: usize, custom: &[u8], xof: bool) -> Vec<u8> {
    let mut z: Vec<u8> = tuple.iter().flat_map(|element| encode_string(element)).collect();
    z.extend(right_encode(if xof { 0 } else { 8 * length }));
    cshake(rate, &z, length, b"TupleHash", custom)
}

pub(crate) fn parallel_hash(
    rate: usize,
    block: usize,
    message: &[u8],
    length: usize,
    custom: &[u8],
    xof: bool,
) -> Vec<u8> {
    let mut z = left_encode(block);
    let strength_bytes = (200 - rate) / 2;
    for part in message.chunks(block) {
        z.extend(cshake(rate, part, 2 * strength_bytes, b"", b""));
    }
    z.extend(right_encode(message.len().div_ceil(block)));
    z.extend(right_encode(if xof { 0 } else { 8 * length }));
    cshake(rate, &z, length, b"ParallelHash", custom)
}

pub(crate) fn turbo_shake(rate: usize, message: &[u8], domain: u8, length: usize) -> Vec<u8> {
    sponge(rate, 12, message, domain, length)
}

fn length_encode(x: usize) -> Vec<u8> {
    [digits(x), vec![digits(x).len() as u8]].concat()
}

pub(crate) fn kangaroo_twelve(rate: usize, message: &[u8], custom: &[u8], length: usize) -> Vec<u8> {
    let s = [message, custom, &length_encode(custom.len())].concat();
    if s.len() <= 8192 {
        return turbo_shake(rate, &s, 0x07, length);
    }
    let mut node = [&s[..8192], &[3, 0, 0, 0, 0, 0, 0, 0]].concat();
    let leaves = s[8192..].chunks(8192);
    let count = leaves.len();
    for leaf in leaves {
        node.extend(turbo_shake(rate, leaf, 0x0b, 200 - rate));
    }
    node.extend(length_encode(count));
    node.extend([0xff, 0xff]);
    turbo_shake(rate, &node, 0x06, length)
}

/// Returns the output of the named function with the options of [`Options::sample`], or `None` for another family.
/// TupleHash hashes a tuple whose only element is the message.
pub(crate) fn by_name(name: &str, message: &[u8], length: usize) -> Option<Vec<u8>> {
    let algorithm = Algorithm::by_name(name).unwrap();
    let Options { key, customization, function_name, domain, block_bytes, .. } = Options::sample(algorithm.takes());
    let [key, custom, function] = [key, customization, function_name].map(Option::unwrap_or_default);
    let mode = name.trim_end_matches(|end: char| end.is_ascii_digit());
    // The name ends in the strength or the digest's length in bits; the capacity is twice that.
    let rate = 200 - name[mode.len()..].parse::<usize>().unwrap_or_default() / 4;
    let output = match mode {
        _ if algorithm.family != "keccak" => return None,
        "sha3-" => sponge(rate, 24, message, 0x06, length),
        "keccak" => sponge(rate, 24, message, 0x01, length),
        "shake" => cshake(rate, message, length, b"", b""),
        "cshake" => cshake(rate, message, length, function, custom),
        "kmac" | "kmacxof" => kmac(rate, key, message, length, custom, mode == "kmacxof"),
        "tuplehash" | "tuplehashxof" => tuple_hash(rate, &[message], length, custom, mode == "tuplehashxof"),
        "parallelhash" | "parallelhashxof" => {
            let block = block_bytes.expect("a block size");
            parallel_hash(rate, block, message, length, custom, mode == "parallelhashxof")
        }
        "turboshake" => turbo_shake(rate, message, domain.expect("a domain byte"), length),
        "kt" => kangaroo_twelve(rate, message, custom, length),
        _ => panic!("no plain form of {name}"),
    };
    Some(output)
}
