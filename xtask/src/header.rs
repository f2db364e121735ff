//! Writes the header of the C interface: cbindgen translates the declarations of the crate, and behind them stand the
//! functions that the header defines itself, two for each hash function without options.

use crate::outcome::Outcome;
use counterpoint::Algorithm;
use counterpoint::registry::Hash;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The crate of the C interface, in the repository.
const CRATE: &str = "crates/counterpoint-capi";

/// Writes the header, or compares it with the one that is there; returns how many files differ.
pub(crate) fn run(root: &Path, only_compare: bool) -> Outcome {
    let folder = root.join(CRATE);
    let path = folder.join("include/counterpoint.h");
    let header = header(&folder)?;
    if only_compare {
        let same = fs::read_to_string(&path)? == header;
        println!("{CRATE} {}", if same { "has its header" } else { "differs; `cargo xtask header` writes it" });
        return Ok(usize::from(!same));
    }
    fs::write(path, header)?;
    println!("{CRATE} has its header");
    Ok(0)
}

fn header(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    config.trailer = Some(one_call_functions());
    let mut header = Vec::new();
    cbindgen::Builder::new().with_config(config).with_crate(folder).generate()?.write(&mut header);
    Ok(String::from_utf8(header)?)
}

/// Returns the functions for hash functions without options. C++ does not have the parameter `digest[32]`, but accepts
/// it as a pointer.
fn one_call_functions() -> String {
    let mut text = String::from("/* Hash functions without options: one message, and a hasher on the heap. */\n");
    for algorithm in Algorithm::all() {
        let Some(hash) = algorithm.as_hash() else { continue };
        one_call(&mut text, algorithm.name, hash).expect("a string grows");
    }
    text
}

fn one_call(text: &mut String, name: &str, hash: &dyn Hash) -> std::fmt::Result {
    let (function, constant) = (name.replace('-', "_"), name.to_uppercase().replace('-', "_"));
    let number = format!("CPT_{constant}");
    writeln!(text)?;
    if hash.extendable() {
        writeln!(text, "/** Writes `output_bytes` bytes of the output of {name} for a message. */")?;
        writeln!(text, "static inline cpt_status cpt_{function}(const void *message, size_t message_bytes,")?;
        writeln!(text, "                                        uint8_t *output, size_t output_bytes) {{")?;
        writeln!(text, "  return cpt_hash(cpt_function_of({number}), message, message_bytes, output, output_bytes);")?;
    } else {
        let bytes = format!("{number}_DIGEST_BYTES");
        writeln!(text, "/** The length of the digest of {name}. */")?;
        writeln!(text, "#define {bytes} {}\n", hash.digest_bytes())?;
        writeln!(text, "/** Writes the digest of a message by {name}. */")?;
        writeln!(text, "static inline cpt_status cpt_{function}(const void *message, size_t message_bytes,")?;
        writeln!(text, "                                        uint8_t digest[{bytes}]) {{")?;
        writeln!(text, "  return cpt_hash(cpt_function_of({number}), message, message_bytes, digest,")?;
        writeln!(text, "                  {bytes});")?;
    }
    writeln!(text, "}}\n")?;
    writeln!(text, "/** Begins a message of {name}, as `cpt_hasher_new` does. */")?;
    writeln!(text, "static inline cpt_status cpt_{function}_new(cpt_hasher **hasher) {{")?;
    writeln!(text, "  return cpt_hasher_new(hasher, cpt_function_of({number}));")?;
    writeln!(text, "}}")
}
