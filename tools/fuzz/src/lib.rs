//! What the fuzz targets run: [`hashes`] for each family, [`input_of_the_command`] for `command`.
//!
//! A family's target draws an algorithm of the family, options, an implementation, a batch of messages, and splits. It
//! compares every digest with that of the specification's plain form.

use arbitrary::{Result, Unstructured};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options, Parameter};

mod command;

pub use command::input_of_the_command;

/// Hashes what `data` describes, in every way the library offers.
///
/// # Panics
///
/// If the digests differ.
pub fn hashes(family: &str, data: &[u8]) {
    // Too little data is not an error; it describes nothing.
    let _ = run(family, &mut Unstructured::new(data));
}

fn run(family: &str, u: &mut Unstructured<'_>) -> Result<()> {
    let algorithms: Vec<&Algorithm> = Algorithm::all().filter(|a| a.family == family && a.hashes()).collect();
    let algorithm = *u.choose(&algorithms)?;
    let (key, customization, name): (Vec<u8>, Vec<u8>, Vec<u8>) = u.arbitrary()?;
    let takes = |parameter| algorithm.takes().contains(&parameter);
    let options = Options {
        key: takes(Parameter::Key).then_some(&key),
        customization: takes(Parameter::Customization).then_some(&customization),
        function_name: takes(Parameter::FunctionName).then_some(&name),
        domain: takes(Parameter::Domain).then_some(u.int_in_range(1..=0x7f)?),
        block_bytes: takes(Parameter::BlockBytes).then_some(u.int_in_range(1..=600)?),
        ..Options::default()
    };
    let hash = algorithm.hash(&options).expect("valid options");

    let messages = (0..u.int_in_range(0..=20)?).map(|_| message(u, &*hash)).collect::<Result<Vec<_>>>()?;
    let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let each = if hash.extendable() { u.int_in_range(1..=3 * hash.block_bytes())? } else { hash.digest_bytes() };
    let expected = expected(&*hash, &slices, each);

    let implementations: Vec<&str> = algorithm.implementations().filter(|i| i.available()).map(|i| i.name()).collect();
    let name = *u.choose(&implementations)?;
    for implementation in [None, Some(name)] {
        let mut outputs = vec![0; each * slices.len()];
        hash.digest_many(implementation, &slices, &mut outputs).expect("an available implementation");
        assert!(outputs == expected, "{} many by {implementation:?}", algorithm.name);
    }
    for (message, expected) in slices.iter().zip(expected.chunks(each)) {
        assert!(in_pieces(u, &*hash, name, message, each)? == expected, "{} in pieces by {name}", algorithm.name);
    }
    Ok(())
}

/// Draws a message with a length close to a few blocks or leaves, or any length up to that.
fn message(u: &mut Unstructured<'_>, hash: &dyn Hash) -> Result<Vec<u8>> {
    let block = *u.choose(&[hash.block_bytes(), hash.block_bytes(), 8192])?;
    let length = if u.arbitrary()? {
        (block * u.int_in_range(0..=3)?).saturating_add_signed(u.int_in_range(-9..=9)?)
    } else {
        u.int_in_range(0..=3 * block)?
    };
    // The bytes hardly matter, as long as they differ.
    let mut x: u64 = u.arbitrary()?;
    let mut next = || {
        x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (x >> 56) as u8
    };
    Ok((0..length).map(|_| next()).collect())
}

/// Hashes one message after another with the plain form.
fn expected(hash: &dyn Hash, messages: &[&[u8]], each: usize) -> Vec<u8> {
    let mut outputs = vec![0; each * messages.len()];
    for (message, output) in messages.iter().zip(outputs.chunks_mut(each)) {
        hash.digest_many(Some("spec"), &[message], output).expect("an implementation for every machine");
    }
    outputs
}

fn in_pieces(u: &mut Unstructured<'_>, hash: &dyn Hash, name: &str, message: &[u8], each: usize) -> Result<Vec<u8>> {
    let mut hasher = hash.hasher(Some(name)).expect("an available implementation");
    let mut rest = message;
    // Each piece would be an element of a tuple.
    while !hash.tuple() && !rest.is_empty() && u.arbitrary()? {
        let (piece, after) = rest.split_at(u.int_in_range(0..=rest.len())?);
        hasher.update(piece);
        rest = after;
    }
    hasher.update(rest);
    let mut reader = hasher.finalize(0, 0);
    let mut output = vec![0; each];
    let (first, second) = output.split_at_mut(u.int_in_range(0..=each)?);
    reader.read(first);
    reader.read(second);
    Ok(output)
}
