//! The tables of a summary: family x technique x tier, and the fastest implementation of each algorithm.
//!
//! One algorithm represents each family: its hash with a 32-byte digest. The others run the same kernels, or wider ones
//! of the same kind.

use crate::plan::LONG;
use crate::record::{Lengths, Measurement};
use crate::subject::OURS;
use counterpoint::Algorithm;
use serde::Serialize;

/// The tiers in column order, from those that every CPU has to those that few have.
const TIERS: [&str; 12] =
    ["portable", "sse2", "ssse3", "aesni", "avx", "avx2", "vaes", "gfni", "avx512", "neon", "armaes", "armsha3"];
/// The preferred length of each message in a batch.
pub(crate) const MANY_BYTES: usize = 4096;

/// The techniques of a family, measured with the algorithm that represents it.
#[derive(Debug, Serialize)]
pub(crate) struct Family {
    /// The family's name.
    pub(crate) family: String,
    /// The algorithm that represents the family.
    pub(crate) algorithm: String,
    /// The techniques, in the order of the list.
    pub(crate) techniques: Vec<Technique>,
}

/// A technique on every tier.
#[derive(Debug, Serialize)]
pub(crate) struct Technique {
    /// The name.
    pub(crate) technique: String,
    /// Whether it is constant time.
    pub(crate) constant_time: bool,
    /// One per tier of [`Summary::tiers`]; `None` if there is no implementation.
    pub(crate) cells: Vec<Option<Cell>>,
}

/// Core cycles per byte of a technique on a tier.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Cell {
    /// The figure for one long message.
    pub(crate) one: Option<f64>,
    /// Whether that figure was disturbed.
    pub(crate) one_disturbed: bool,
    /// The figure for many messages in one call, with the fastest number of messages.
    pub(crate) many: Option<Many>,
    /// Whether `one` is the fastest constant-time figure of the family.
    pub(crate) best_one: bool,
    /// Whether `many` is the fastest constant-time figure of the family.
    pub(crate) best_many: bool,
    /// The shade of the cell: 1 if one message is as fast as the family's fastest, 0 if it is at least ten times
    /// slower.
    pub(crate) warmth: f64,
}

/// The figure for many messages in one call.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Many {
    /// The number of messages in the call.
    pub(crate) batch: usize,
    /// The length of each message in bytes.
    pub(crate) length_bytes: usize,
    /// Core cycles per byte.
    pub(crate) cycles_per_byte: f64,
    /// Whether that figure was disturbed.
    pub(crate) disturbed: bool,
    /// The implementation.
    pub(crate) implementation: String,
}

/// The figures by family, technique and tier.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    /// The measured tiers.
    pub(crate) tiers: Vec<String>,
    /// The families, in the registry's order.
    pub(crate) families: Vec<Family>,
}

/// The fastest constant-time figures of one algorithm.
#[derive(Debug, Serialize)]
pub(crate) struct Fastest {
    /// The algorithm.
    pub(crate) algorithm: String,
    /// Its family.
    pub(crate) family: String,
    /// The fastest implementation for one long message.
    pub(crate) implementation: String,
    /// The cycles per byte of one long message.
    pub(crate) long: f64,
    /// Whether that figure was disturbed.
    pub(crate) long_disturbed: bool,
    /// The cycles per byte of one 64-byte message with the fastest implementation for it, and whether they were
    /// disturbed.
    pub(crate) short: Option<(f64, bool)>,
    /// Many messages in one call.
    pub(crate) many: Option<Many>,
    /// The fastest peer with a correct digest for one long message: package, cycles per byte, and whether these were
    /// disturbed.
    pub(crate) peer: Option<(String, f64, bool)>,
}

impl Summary {
    /// Summarizes the measurements on one CPU.
    pub(crate) fn of(measurements: &[Measurement]) -> Self {
        let ours: Vec<&Measurement> = measurements.iter().filter(|m| m.package == OURS).collect();
        let mut tiers: Vec<String> = distinct(ours.iter().map(|m| m.tier.as_str()));
        tiers.sort_by_key(|tier| TIERS.iter().position(|known| known == tier).unwrap_or(TIERS.len()));
        let families = distinct(ours.iter().map(|m| family(&m.algorithm)));
        let families = families.iter().map(|name| family_of(name, &ours, &tiers)).collect();
        Self { tiers, families }
    }
}

/// Returns the fastest figures of each of this library's algorithms that was measured with one message.
pub(crate) fn fastest(measurements: &[Measurement]) -> Vec<Fastest> {
    let single = |m: &&Measurement| m.package == OURS && m.constant_time == Some(true) && m.batch == 1 && !for_many(m);
    distinct(measurements.iter().filter(single).map(|m| m.algorithm.as_str()))
        .into_iter()
        .filter_map(|algorithm| {
            let of_algorithm: Vec<&Measurement> = measurements.iter().filter(|m| m.algorithm == algorithm).collect();
            let one: Vec<&Measurement> = of_algorithm.iter().copied().filter(single).collect();
            let long_bytes = long_bytes(&one);
            let long = fastest_of(one.iter().copied().filter(|m| m.length_bytes == long_bytes))?;
            let many = of_algorithm.iter().copied().filter(|m| m.package == OURS && m.constant_time == Some(true));
            let peers = of_algorithm.iter().copied().filter(|m| {
                m.package != OURS && m.digest_correct && m.batch == 1 && m.length_bytes == long.length_bytes
            });
            Some(Fastest {
                family: family(&algorithm).to_owned(),
                implementation: long.implementation.clone(),
                long: long.figure(),
                long_disturbed: long.disturbed,
                short: fastest_of(one.iter().copied().filter(|m| m.length_bytes == 64))
                    .map(|m| (m.figure(), m.disturbed)),
                many: best_batch(many),
                peer: fastest_of(peers).map(|m| (m.package.clone(), m.figure(), m.disturbed)),
                algorithm,
            })
        })
        .collect()
}

/// Returns the techniques of a family.
fn family_of(name: &str, ours: &[&Measurement], tiers: &[String]) -> Family {
    let algorithms = distinct(ours.iter().map(|m| m.algorithm.as_str()).filter(|algorithm| family(algorithm) == name));
    let algorithm = algorithms.iter().min_by_key(|algorithm| rank(algorithm)).cloned().unwrap_or_default();
    let of_algorithm: Vec<&Measurement> = ours.iter().copied().filter(|m| m.algorithm == algorithm).collect();
    let long = long_bytes(&of_algorithm);
    let mut techniques: Vec<Technique> = distinct(of_algorithm.iter().map(|m| m.technique.as_str()))
        .into_iter()
        .map(|technique| {
            let own: Vec<&Measurement> = of_algorithm.iter().copied().filter(|m| m.technique == technique).collect();
            Technique {
                constant_time: own.iter().all(|m| m.constant_time == Some(true)),
                cells: tiers.iter().map(|tier| cell(own.iter().copied().filter(|m| m.tier == *tier), long)).collect(),
                technique,
            }
        })
        .filter(|technique: &Technique| technique.cells.iter().any(Option::is_some))
        .collect();
    mark_best(&mut techniques);
    Family { family: name.to_owned(), algorithm, techniques }
}

/// Returns the cell for measurements of one technique on one tier.
fn cell<'a>(measurements: impl Iterator<Item = &'a Measurement>, long: usize) -> Option<Cell> {
    let all: Vec<&Measurement> = measurements.collect();
    // An implementation for several messages is never chosen for one.
    let single: Vec<&Measurement> = all.iter().copied().filter(|m| m.batch == 1 && !for_many(m)).collect();
    let one = fastest_of(single.iter().copied().filter(|m| m.length_bytes == long));
    let many = best_batch(all.iter().copied());
    (one.is_some() || many.is_some()).then(|| Cell {
        one: one.map(Measurement::figure),
        one_disturbed: one.is_some_and(|m| m.disturbed),
        many,
        ..Cell::default()
    })
}

/// Returns the fastest call with many messages of equal length: of [`MANY_BYTES`] each or, if there are none, of the
/// longest.
fn best_batch<'a>(measurements: impl Iterator<Item = &'a Measurement>) -> Option<Many> {
    let many: Vec<&Measurement> = measurements.filter(|m| m.batch > 1 && m.lengths == Lengths::Equal).collect();
    let lengths = many.iter().map(|m| m.length_bytes);
    let length = lengths.clone().find(|&length| length == MANY_BYTES).or_else(|| lengths.max())?;
    fastest_of(many.into_iter().filter(|m| m.length_bytes == length)).map(|m| Many {
        batch: m.batch,
        length_bytes: m.length_bytes,
        cycles_per_byte: m.figure(),
        disturbed: m.disturbed,
        implementation: m.implementation.clone(),
    })
}

/// Marks the fastest constant-time cells.
fn mark_best(techniques: &mut [Technique]) {
    let mut cells: Vec<&mut Cell> =
        techniques.iter_mut().filter(|t| t.constant_time).flat_map(|t| t.cells.iter_mut().flatten()).collect();
    let many = |cell: &Cell| cell.many.as_ref().map(|many| many.cycles_per_byte);
    let least = |figures: &mut dyn Iterator<Item = f64>| figures.fold(f64::INFINITY, f64::min);
    let best_one = least(&mut cells.iter().filter_map(|cell| cell.one));
    let best_many = least(&mut cells.iter().filter_map(|cell| many(cell)));
    for cell in &mut cells {
        cell.best_one = cell.one == Some(best_one);
        cell.best_many = many(cell) == Some(best_many);
    }
    for cell in techniques.iter_mut().flat_map(|t| t.cells.iter_mut().flatten()) {
        cell.warmth = cell.one.map_or(0.0, |one| (1.0 - (one / best_one).log10()).clamp(0.0, 1.0));
    }
}

/// Returns the fastest of some measurements.
fn fastest_of<'a>(measurements: impl Iterator<Item = &'a Measurement>) -> Option<&'a Measurement> {
    measurements.min_by(|a, b| a.figure().total_cmp(&b.figure()))
}

/// Returns the length of long messages: the longest measured.
pub(crate) fn long_bytes(measurements: &[&Measurement]) -> usize {
    measurements.iter().map(|m| m.length_bytes).max().unwrap_or(LONG)
}

/// Returns whether an implementation is for many messages: its name ends with `-xN`, and it does not encrypt, since in
/// encryption one long message has many blocks or several states.
pub(crate) fn for_many(m: &Measurement) -> bool {
    let several = m.implementation.rsplit('-').next().and_then(|last| last.strip_prefix('x')?.parse::<u32>().ok());
    let encrypts = |known: &Algorithm| known.as_block_cipher().is_some() || known.as_aead().is_some();
    several.is_some() && !Algorithm::by_name(&m.algorithm).is_ok_and(encrypts)
}

/// Returns the family of an algorithm. For an algorithm that this library does not have, this is its name without the
/// number.
pub(crate) fn family(algorithm: &str) -> &str {
    match Algorithm::by_name(algorithm) {
        Ok(known) => known.family,
        Err(_) => algorithm.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-'),
    }
}

/// Returns the rank of an algorithm in its family. The one with the smallest rank represents the family.
fn rank(algorithm: &str) -> (u8, usize) {
    let known: Vec<&'static Algorithm> = Algorithm::all().collect();
    let place = known.iter().position(|a| a.name == algorithm).unwrap_or(known.len());
    let kind = match known.get(place).and_then(|a| a.as_hash()) {
        Some(hash) if hash.digest_bytes() == 32 && !hash.extendable() => 0,
        Some(_) => 1,
        None => 2,
    };
    (kind, place)
}

/// Returns each name once, in order of first appearance.
pub(crate) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::measured;

    fn some() -> Vec<Measurement> {
        vec![
            measured("sha3-224", "lanes-portable", 1, LONG, 7.0),
            measured("sha3-256", "spec-portable", 1, LONG, 90.0),
            measured("sha3-256", "lanes-portable", 1, LONG, 8.0),
            measured("sha3-256", "lanes-portable", 1, 64, 18.0),
            measured("sha3-256", "planes-avx512", 1, LONG, 6.0),
            measured("sha3-256", "planes-avx512", 1, 64, 19.0),
            measured("sha3-256", "lanes-avx2-x4", 1, LONG, 11.0),
            measured("sha3-256", "lanes-avx2-x4", 4, 4096, 2.9),
            measured("sha3-256", "lanes-avx2-x4", 8, 4096, 2.8),
            measured("sha3-256", "lanes-avx2-x4", 8, 64, 2.1),
            measured("luffa256", "ttable-portable", 1, LONG, 2.0),
        ]
    }

    #[test]
    fn a_family_is_shown_by_its_hash_of_32_bytes() {
        let summary = Summary::of(&some());
        assert_eq!(summary.tiers, ["portable", "avx2", "avx512"]);
        let keccak = &summary.families[0];
        assert_eq!((keccak.family.as_str(), keccak.algorithm.as_str()), ("keccak", "sha3-256"));
        let names: Vec<&str> = keccak.techniques.iter().map(|t| t.technique.as_str()).collect();
        assert_eq!(names, ["spec", "lanes", "planes"]);
    }

    #[test]
    fn a_cell_has_one_message_and_many() {
        let summary = Summary::of(&some());
        let lanes = &summary.families[0].techniques[1];
        let portable = lanes.cells[0].as_ref().expect("it was measured");
        assert_eq!((portable.one, portable.many.is_none()), (Some(8.0), true));
        // One message through an implementation for four is not shown.
        let avx2 = lanes.cells[1].as_ref().expect("it was measured");
        let many = avx2.many.as_ref().expect("it was measured");
        assert_eq!((avx2.one, many.batch, many.cycles_per_byte), (None, 8, 2.8));
        assert!(avx2.best_many && !portable.best_one);
        assert_eq!(portable.warmth, 1.0 - (8.0_f64 / 6.0).log10());
        assert!(lanes.cells[2].is_none());
        // Blocks are many in one message.
        assert!(for_many(&measured("sha3-256", "lanes-avx2-x4", 1, LONG, 1.0)));
        assert!(!for_many(&measured("aes128", "ni-vaes-x16", 1, LONG, 1.0)));
    }

    #[test]
    fn the_best_is_constant_time() {
        let summary = Summary::of(&some());
        let luffa = &summary.families[1];
        assert!(luffa.techniques[0].cells.iter().flatten().all(|cell| !cell.best_one));
    }

    #[test]
    fn the_fastest_of_an_algorithm() {
        let mut all = some();
        let mut peer = measured("sha3-256", "EVP", 1, LONG, 9.0);
        peer.package = "OpenSSL 3".into();
        let mut wrong = peer.clone();
        wrong.digest_correct = false;
        wrong.cycles_per_byte.median = 1.0;
        all.extend([peer, wrong]);
        let fastest = fastest(&all);
        let sha3 = fastest.iter().find(|f| f.algorithm == "sha3-256").expect("it was measured");
        assert_eq!((sha3.implementation.as_str(), sha3.long, sha3.short), ("planes-avx512", 6.0, Some((18.0, false))));
        assert_eq!(sha3.peer, Some(("OpenSSL 3".to_owned(), 9.0, false)));
        // Not constant time: not shown.
        assert!(!fastest.iter().any(|f| f.algorithm == "luffa256"));
    }
}
