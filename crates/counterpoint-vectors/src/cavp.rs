//! NIST's response files (`.rsp`) for SHA-3, SHAKE and AES blocks, and the Keccak team's DuplexKAT files.
//!
//! The keys of a stanza determine its kind. `Len, Msg, MD` is a message. `Seed` or `Msg` alone begins a Monte Carlo
//! chain, whose links have `COUNT` and `MD` or `Output`. `InLen, In, OutLen, Out` is a duplexing call. `KEY, PLAINTEXT,
//! CIPHERTEXT` are blocks, for encryption and for decryption. Lengths are in bits, and bits are in FIPS 202's order.

use crate::keccak_name::rate_and_capacity_in;
use crate::stanzas::{Item, Stanza, items};
use crate::{
    BitOrder, BitString, Blocks, Body, Case, Duplex, DuplexCall, Error, Fault, File, Hash, Link, MonteCarlo, Output,
    Place, Procedure,
};

/// The longest output of a Monte Carlo chain, in bytes. A file only states its length, but each output is in memory.
const LONGEST_OUTPUT: u64 = 1 << 20;

/// Parses a file in one of these formats.
pub(crate) fn parse(name: &str, text: &str) -> Result<File, Error> {
    let mut reader = Reader { file: name, ..Reader::default() };
    for item in items(name, text)? {
        match item {
            Item::Comment(comment) => reader.comment(comment),
            Item::Bracket(key, value) => reader.bracket(key, value)?,
            Item::Stanza(stanza) => reader.stanza(&stanza)?,
        }
    }
    if reader.records == 0 {
        let fault = Fault::NotVectors("it has no records".to_owned());
        return Err(fault.at(name, Place::default()));
    }
    Ok(File { name: name.to_owned(), declared: None, cases: reader.cases })
}

/// Returns the FIPS 202 function that a text names: SHA3-256, SHA3_256, SHAKE128.
fn function_in(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let digits = |rest: &str| rest.get(..3).filter(|size| size.bytes().all(|c| c.is_ascii_digit())).map(str::to_owned);
    let sha3 = text.match_indices("sha3").find_map(|(at, name)| {
        digits(text[at + name.len()..].trim_start_matches(['-', '_', '/'])).map(|size| format!("sha3-{size}"))
    });
    let shake = || {
        text.match_indices("shake")
            .find_map(|(at, name)| digits(&text[at + name.len()..]).map(|size| format!("shake{size}")))
    };
    sha3.or_else(shake)
}

/// The state of the parser after the lines so far.
#[derive(Default)]
struct Reader<'a> {
    file: &'a str,
    /// The algorithm from a comment.
    algorithm: Option<String>,
    /// The rate and the capacity from a comment.
    duplex: Option<(u64, u64)>,
    /// Whether the file is NIST's Monte Carlo test of a block cipher.
    monte_carlo_test: bool,
    /// Lengths from brackets, in bits: output length, its bounds, digest length, input length.
    output_bits: Option<u64>,
    bounds: (Option<u64>, Option<u64>),
    digest_bits: Option<u64>,
    input_bits: Option<u64>,
    records: usize,
    cases: Vec<Case>,
}

impl Reader<'_> {
    fn comment(&mut self, comment: &str) {
        // `"SHA3-256 ShortMsg" information for ...`, `AESVS GFSbox test data for ECB`, `Algorithm: Duplex[... r=1026,
        // c=574 ...]`
        if let Some(title) = comment.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
            self.algorithm = title.split_whitespace().next().map(str::to_owned);
        } else if comment.starts_with("AESVS") {
            self.monte_carlo_test = comment.contains("MCT");
            self.algorithm =
                comment.split_whitespace().next_back().map(|mode| format!("aes-{}", mode.to_ascii_lowercase()));
        } else if comment.contains("Duplex[") {
            self.duplex = rate_and_capacity_in(comment);
        } else if self.algorithm.is_none() {
            self.algorithm = function_in(comment);
        }
    }

    fn bracket(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let number = match value {
            "" => None,
            _ => value.parse::<u64>().ok(),
        };
        let key = key.to_ascii_lowercase();
        match key.as_str() {
            // The files of the older hash functions state the digest length in bytes.
            "l" if self.algorithm.as_deref().is_some_and(|name| name.starts_with("SHA-")) => {
                self.digest_bits = number.map(|bytes| bytes.saturating_mul(8));
            }
            "l" => self.digest_bits = number,
            "outputlen" => self.output_bits = number,
            "input length" => self.input_bits = number,
            _ if key.starts_with("minimum output length") => self.bounds.0 = number,
            _ if key.starts_with("maximum output length") => self.bounds.1 = number,
            // All other brackets, such as the tested lengths, are only for human readers.
            _ => return Ok(()),
        }
        if number.is_none() && !value.is_empty() {
            let fault = Fault::Type { field: key, wanted: "a whole number, not negative" };
            return Err(fault.at(self.file, Place { record: Some(self.records + 1), line: None }));
        }
        Ok(())
    }

    fn stanza(&mut self, stanza: &Stanza<'_>) -> Result<(), Error> {
        if stanza.has("Seed") || (stanza.keys().eq(["Msg"]) && self.bounds.1.is_some()) {
            return self.chain(stanza);
        }
        self.records += 1;
        let record = self.records;
        if stanza.has("InLen") || stanza.has("OutLen") {
            return self.duplex_call(stanza);
        }
        let (label, algorithm, body) = if stanza.has("Msg") || stanza.has("Len") {
            let label = match (stanza.get("Len"), stanza.get("COUNT")) {
                (Some(bits), _) => format!("Len {bits}"),
                (None, Some(count)) => format!("COUNT {count}"),
                (None, None) => String::new(),
            };
            (label, self.hash_name(stanza)?, self.message(stanza)?)
        } else if stanza.has("KEY") || stanza.has("PLAINTEXT") || stanza.has("CIPHERTEXT") {
            let (algorithm, body) = self.blocks(stanza)?;
            (format!("COUNT {}", stanza.get("COUNT").unwrap_or("?")), algorithm, body)
        } else if stanza.has("COUNT") || stanza.has("MD") || stanza.has("Output") {
            return self.link(stanza);
        } else {
            let keys = stanza.keys().collect::<Vec<_>>().join(", ");
            return Err(stanza.error(record, Fault::NotVectors(format!("unknown fields {keys}"))));
        };
        self.cases.push(Case { algorithm, record, label, body });
        Ok(())
    }

    /// Returns the hash function named in a comment; failing that, SHA-3 with the digest length from a bracket; failing
    /// that, the function in the file's name.
    fn hash_name(&self, stanza: &Stanza<'_>) -> Result<String, Error> {
        let by_length = || self.digest_bits.map(|bits| format!("sha3-{bits}"));
        let name = self.algorithm.clone().or_else(by_length).or_else(|| function_in(self.file));
        name.ok_or_else(|| stanza.error(self.records.max(1), Fault::Missing("algorithm")))
    }

    /// Returns the digest: `MD` if its length is fixed, `Output` if it can be chosen.
    fn output(&self, stanza: &Stanza<'_>) -> Result<Output, Error> {
        let record = self.records;
        let (key, bits) = match stanza.has("Output") || stanza.has("Outputlen") {
            true if stanza.has("Outputlen") => ("Output", Some(stanza.number(record, "Outputlen")?)),
            true => ("Output", self.output_bits),
            false => ("MD", self.digest_bits),
        };
        let bytes = match bits {
            Some(bits) => stanza.hex_of_bits(record, key, bits)?,
            None => stanza.hex(record, key)?,
        };
        if bytes.is_empty() {
            let problem = "is empty: there is nothing to compare".to_owned();
            return Err(stanza.error(record, Fault::Value { field: key.to_owned(), problem }));
        }
        Ok(Output { bits: bits.unwrap_or(8 * bytes.len() as u64), bytes, skip: 0 })
    }

    fn message(&self, stanza: &Stanza<'_>) -> Result<Body, Error> {
        let record = self.records;
        let bytes = stanza.hex(record, "Msg")?;
        let bits = match stanza.has("Len") {
            true => stanza.number(record, "Len")?,
            false => self.input_bits.unwrap_or(8 * bytes.len() as u64),
        };
        let message = BitString::cut("Msg", bytes, bits, Some(BitOrder::Lsb));
        let message = message.map_err(|fault| stanza.error(record, fault))?;
        Ok(Body::Hash(Hash { message, output: self.output(stanza)? }))
    }

    /// Begins a Monte Carlo chain.
    fn chain(&mut self, stanza: &Stanza<'_>) -> Result<(), Error> {
        let record = self.records + 1;
        let (seed, procedure) = if stanza.has("Seed") {
            (stanza.hex(record, "Seed")?, Procedure::Rehash { repeats: 1000 })
        } else {
            let bound = |bound: Option<u64>, name| bound.ok_or_else(|| stanza.error(record, Fault::Missing(name)));
            let minimum = bound(self.bounds.0, "Minimum Output Length (bits)")?;
            let maximum = bound(self.bounds.1, "Maximum Output Length (bits)")?;
            let wrong = |name: &str, problem| stanza.error(record, Fault::Value { field: name.to_owned(), problem });
            if maximum > 8 * LONGEST_OUTPUT {
                let problem = format!("is {maximum}, which is more than {LONGEST_OUTPUT} bytes");
                return Err(wrong("Maximum Output Length (bits)", problem));
            }
            // The maximum is small here. If the minimum is larger, the next test fails.
            let (minimum_bytes, maximum_bytes) = (minimum.div_ceil(8) as usize, (maximum / 8) as usize);
            if minimum_bytes < 2 || maximum_bytes < minimum_bytes {
                let problem = format!("is {minimum}, which with a maximum of {maximum} leaves no lengths");
                return Err(wrong("Minimum Output Length (bits)", problem));
            }
            (stanza.hex(record, "Msg")?, Procedure::Shake { repeats: 1000, minimum_bytes, maximum_bytes })
        };
        let algorithm = self.hash_name(stanza)?;
        let body = Body::MonteCarlo(MonteCarlo { seed, procedure, links: Vec::new() });
        self.cases.push(Case { algorithm, record, label: "Monte Carlo".to_owned(), body });
        Ok(())
    }

    /// Adds a value to the latest chain.
    fn link(&mut self, stanza: &Stanza<'_>) -> Result<(), Error> {
        let record = self.records;
        let number = stanza.number(record, "COUNT")?;
        let digest = self.output(stanza)?.bytes;
        let Some(Case { body: Body::MonteCarlo(chain), .. }) = self.cases.last_mut() else {
            return Err(stanza.error(record, Fault::Missing("Msg")));
        };
        if chain.links.last().is_some_and(|link| link.number >= number) {
            let problem = format!("is {number}, not greater than the previous one");
            return Err(stanza.error(record, Fault::Value { field: "COUNT".to_owned(), problem }));
        }
        chain.links.push(Link { record, number, digest });
        Ok(())
    }

    fn blocks(&self, stanza: &Stanza<'_>) -> Result<(String, Body), Error> {
        let record = self.records;
        let key = stanza.hex(record, "KEY")?;
        let plaintext = stanza.hex(record, "PLAINTEXT")?;
        let ciphertext = stanza.hex_of_bits(record, "CIPHERTEXT", 8 * plaintext.len() as u64)?;
        if plaintext.is_empty() || plaintext.len() % 16 != 0 || !matches!(key.len(), 16 | 24 | 32) {
            let problem = "or the field `KEY` has a length that AES does not support".to_owned();
            return Err(stanza.error(record, Fault::Value { field: "PLAINTEXT".to_owned(), problem }));
        }
        let mode = self.algorithm.as_deref().and_then(|name| name.strip_prefix("aes-")).unwrap_or("ecb");
        let algorithm = match (mode, stanza.has("IV")) {
            ("ecb", false) => format!("aes{}", 8 * key.len()),
            ("ecb", true) => format!("aes{}-iv", 8 * key.len()),
            _ => format!("aes{}-{mode}", 8 * key.len()),
        };
        let repeats = if self.monte_carlo_test { 1000 } else { 1 };
        Ok((algorithm, Body::Blocks(Blocks { key, plaintext, ciphertext, repeats })))
    }

    /// Adds a call of the duplex object. A file has one such object.
    fn duplex_call(&mut self, stanza: &Stanza<'_>) -> Result<(), Error> {
        let record = self.records;
        let input_bits = stanza.number(record, "InLen")?;
        let input = BitString::cut("In", stanza.hex(record, "In")?, input_bits, Some(BitOrder::Lsb));
        let bits = stanza.number(record, "OutLen")?;
        let output = Output { bytes: stanza.hex_of_bits(record, "Out", bits)?, bits, skip: 0 };
        let input = input.map_err(|fault| stanza.error(record, fault))?;
        let missing = || stanza.error(record, Fault::Missing("Algorithm: Duplex[..., r=..., c=...]"));
        let (rate, capacity) = self.duplex.ok_or_else(missing)?;
        if input_bits + 2 > rate || bits > rate {
            let problem = format!("or `OutLen` is more than the rate of {rate} bits allows");
            return Err(stanza.error(record, Fault::Value { field: "InLen".to_owned(), problem }));
        }
        let call = DuplexCall { record, input, output };
        if let Some(Case { body: Body::Duplex(duplex), .. }) = self.cases.last_mut() {
            duplex.calls.push(call);
            return Ok(());
        }
        let body = Body::Duplex(Duplex { rate, capacity, calls: vec![call] });
        let algorithm = format!("keccakr{rate}c{capacity}");
        self.cases.push(Case { algorithm, record, label: "duplex".to_owned(), body });
        Ok(())
    }
}
