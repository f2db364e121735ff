//! The C interface: the numbers and names of algorithms, and the header, which cbindgen makes from the crate's
//! declarations. The functions that the header itself defines follow, two for each hash function that takes only a
//! message.

use super::output::Output;
use super::table::{Entry, Table};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// The macro that the header defines to prevent double inclusion.
const GUARD: &str = "COUNTERPOINT_H";
/// The crate of the C interface, in the repository.
const CRATE: &str = "bindings/c";
pub(super) const HEADER: &str = "bindings/c/include/counterpoint.h";

/// The text before the functions that the header defines. Strict C89 has no `inline`.
const ONE_CALL: &str = "\
/* Hash functions without options: one message, and a hasher on the heap. */

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define CPT_INLINE static inline
#elif defined(__GNUC__) || defined(_MSC_VER)
#define CPT_INLINE static __inline
#else
#define CPT_INLINE static
#endif
";

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    let path = format!("{CRATE}/src/algorithm.rs");
    let mut numbered: Vec<Entry<'_>> = table.entries().filter(|entry| entry.function.c.is_some()).collect();
    numbered.sort_by_key(|entry| entry.c());
    let constants = numbered.iter().map(|entry| format!("{} = {},\n", entry.c_constant(), entry.c())).collect();
    let names = numbered.iter().map(|entry| format!("({}, {:?}),\n", entry.c_constant(), entry.name())).collect();
    vec![Output::region(path.clone(), "numbers", constants), Output::region(path, "names", names)]
}

/// Returns the header for the current sources.
pub(super) fn header(root: &Path, table: &Table) -> Result<String, Box<dyn Error>> {
    let folder = root.join(CRATE);
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    // cbindgen's own guard would end before the trailer, whose functions may be defined only once.
    let guard = format!("#ifndef {GUARD}\n#define {GUARD}");
    config.header = config.header.map(|header| format!("{header}\n\n{guard}"));
    config.trailer = Some(format!("{}\n#endif /* {GUARD} */", one_call_functions(table)));
    let mut header = Vec::new();
    cbindgen::Builder::new().with_config(config).with_crate(&folder).generate()?.write(&mut header);
    Ok(for_old_compilers(&String::from_utf8(header)?))
}

/// Replaces what cbindgen writes but C89 and C++98 lack: `//` comments, and a comma after the last constant of an
/// enumeration.
fn for_old_compilers(header: &str) -> String {
    let line = |line: &str| match line.split_once("// ") {
        Some((code, comment)) => format!("{code}/* {comment} */\n"),
        None => format!("{line}\n"),
    };
    header.lines().map(line).collect::<String>().replace(",\n}", "\n}")
}

/// Returns the functions for hash functions without options. C++ does not have the parameter `digest[32]`, but accepts
/// it as a pointer.
fn one_call_functions(table: &Table) -> String {
    let mut text = String::from(ONE_CALL);
    for entry in table.hashes().filter(|entry| entry.mode.takes.is_empty()) {
        one_call(&mut text, entry).expect("a string grows");
    }
    text
}

fn one_call(text: &mut String, entry: Entry<'_>) -> std::fmt::Result {
    let (name, function, number) = (entry.name(), entry.snake_case(), entry.c_constant());
    writeln!(text)?;
    if entry.mode.extendable {
        writeln!(text, "/** Writes `output_bytes` bytes of the {name} output for a message. */")?;
        writeln!(text, "CPT_INLINE cpt_status cpt_{function}(const void *message, size_t message_bytes,")?;
        writeln!(text, "                                      uint8_t *output, size_t output_bytes) {{")?;
        writeln!(text, "  return cpt_hash(cpt_function_of({number}), message, message_bytes, output, output_bytes);")?;
    } else {
        let bytes = format!("{number}_DIGEST_BYTES");
        writeln!(text, "/** The length of a {name} digest. */")?;
        writeln!(text, "#define {bytes} {}\n", entry.digest_bytes())?;
        writeln!(text, "/** Writes the {name} digest of a message. */")?;
        writeln!(text, "CPT_INLINE cpt_status cpt_{function}(const void *message, size_t message_bytes,")?;
        writeln!(text, "                                      uint8_t digest[{bytes}]) {{")?;
        writeln!(text, "  return cpt_hash(cpt_function_of({number}), message, message_bytes, digest,")?;
        writeln!(text, "                  {bytes});")?;
    }
    writeln!(text, "}}\n")?;
    writeln!(text, "/** Begins a message for {name}, like `cpt_hasher_new`. */")?;
    writeln!(text, "CPT_INLINE cpt_status cpt_{function}_new(cpt_hasher **hasher) {{")?;
    writeln!(text, "  return cpt_hasher_new(hasher, cpt_function_of({number}));")?;
    writeln!(text, "}}")
}
