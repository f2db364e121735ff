//! Writes studies/avr/harness/ketje_jr.json: 200 sessions of Ketje Jr computed by this library, with which the 8-bit
//! assembly is compared. With `--check`, only compares.

use counterpoint::KetjeJr;
use counterpoint::aead::AeadError;
use counterpoint::tag::MIN_TAG_BYTES;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Bytes that look random: the top bits of a linear congruential generator.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next()).collect()
    }

    /// Returns a random number of bytes, below `end`.
    fn take_below(&mut self, end: usize) -> Vec<u8> {
        let length = usize::from(self.next()) % end;
        self.take(length)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file with the answers, in the repository.
const FILE: &str = "studies/avr/harness/ketje_jr.json";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &arguments[..] {
        [] => write(),
        [option] if option == "--check" => compare(),
        _ => Err("usage: cargo xtask ketje-jr [--check]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the answers.
fn write() -> Result<bool, Box<dyn Error>> {
    fs::write(path(), answers()?).map_err(|error| format!("{FILE}: {error}"))?;
    println!("{FILE} is written");
    Ok(true)
}

/// Compares the answers with the existing ones. Returns whether they are equal.
fn compare() -> Result<bool, Box<dyn Error>> {
    let there = fs::read_to_string(path()).map_err(|error| format!("{FILE}: {error}"))?;
    let same = there == answers()?;
    println!("{FILE} {}", if same { "is up to date" } else { "differs; `cargo xtask ketje-jr` writes it" });
    Ok(same)
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(FILE)
}

fn answers() -> Result<String, AeadError> {
    let mut bytes = Bytes(1);
    let mut sessions = Vec::new();
    for _ in 0..200 {
        let key_bytes = 1 + usize::from(bytes.next()) % 22;
        let key = bytes.take(key_bytes);
        let nonce = bytes.take_below(23 - key.len());
        let mut session = KetjeJr::new(&key, &nonce)?;
        let mut steps = Vec::new();
        for _ in 0..=bytes.next() % 2 {
            let (data, plain) = (bytes.take_below(9), bytes.take_below(18));
            let (mut text, mut tag) = (plain.clone(), bytes.take_below(17));
            if tag.len() < MIN_TAG_BYTES {
                tag.clear();
                session.encrypt_without_tag(&data, &mut text)?;
            } else {
                session.wrap(&data, &mut text, &mut tag)?;
            }
            let values = [&data, &plain, &text, &tag].map(|value| hex(value));
            let names = ["associated_data", "plaintext", "ciphertext", "tag"];
            let fields: Vec<_> =
                names.iter().zip(values).map(|(name, value)| format!("\"{name}_hex\": \"{value}\"")).collect();
            steps.push(format!("{{{}}}", fields.join(", ")));
        }
        let (key, nonce) = (hex(&key), hex(&nonce));
        sessions.push(format!(
            "  {{\"key_hex\": \"{key}\", \"nonce_hex\": \"{nonce}\", \"steps\": [{}]}}",
            steps.join(", ")
        ));
    }
    Ok(format!("{{\"origin\": \"cargo xtask ketje-jr\", \"vectors\": [\n{}\n]}}\n", sessions.join(",\n")))
}
