//! Documents generated from the definitions of the instructions: their reference, macros for an assembler, and vectors
//! for testing another implementation. The files are in studies/isa/; a test compares them, and `counterpoint-isa
//! write` updates them.

use crate::encoding::{code, encode};
use crate::instruction::{Definition, Encoding, File, Set};
use crate::operation::{Compute, Operation};
use crate::sets::SETS;
use std::fmt::Write as _;

/// A file of studies/isa/, and its contents.
pub struct Document {
    /// The name of the file.
    pub name: &'static str,
    /// Its contents.
    pub contents: String,
}

/// Returns all files generated from the definitions.
pub fn documents() -> [Document; 3] {
    [
        Document { name: "instructions.md", contents: reference() },
        Document { name: "macros.s", contents: macros() },
        Document { name: "vectors.txt", contents: vectors() },
    ]
}

/// Returns the sets that the architecture lacks.
fn extension() -> impl Iterator<Item = &'static Set> {
    let of_extension = |definition: &&Definition| matches!(definition.encoding, Encoding::Extension(_));
    SETS.into_iter().filter(move |set| set.instructions.iter().copied().all(|definition| of_extension(&definition)))
}

/// Returns the names of the operands that are written, the destination first.
fn operands(definition: &Definition) -> Vec<&'static str> {
    let mut names = ["d", "n", "m", "a"][..=definition.named_sources()].to_vec();
    if definition.has_immediate() {
        names.push("#i");
    }
    names
}

fn reference() -> String {
    let mut text = String::from(
        "# The instructions of the extension\n\n\
         Written by `counterpoint-isa write` from their definitions in `studies/isa/src/sets/`.\n\n\
         Registers have 128 bits: two lanes of 64, of which [0] is the lower one. d is written; n, m and a are\n\
         read. `a ^ b` is the sum of each bit modulo 2, `a & ~b` the bits of a where b has zeros, and\n\
         `rotl(a, r)` a rotation to the left, towards the most significant bit. Lanes of 32, 16 or 8 bits are\n\
         repeated to fill 64 bits, and so are the results, so these instructions serve all widths of Keccak-p. If\n\
         lanes of several states are side by side in 64 bits instead, only rotating instructions need the width,\n\
         which is in bits 7 and 6 of the code: 3 for lanes of 64 bits, 2 for 32, 1 for 16 and 0 for 8.\n\n\
         ## Encoding\n\n\
         All words have 0001 in bits 28 to 25, which the architecture leaves free.\n\n\
         | bits | 31 to 29 | 28 to 25 | 24 to 21 | 20 to 16 | 15 | 14 to 10 | 9 to 5 | 4 to 0 |\n\
         |---|---|---|---|---|---|---|---|---|\n\
         | | code, bits 7 to 5 | 0001 | code, bits 4 to 1 | m | code, bit 0 | a | n | d |\n\n\
         The code of an instruction with an immediate operand i is its code for i = 0, plus i.\n",
    );
    text.push_str(&described(&extension().collect::<Vec<_>>()));
    text
}

/// Describes each instruction of some sets, lane by lane, in Markdown.
pub fn described(sets: &[&Set]) -> String {
    let mut text = String::new();
    for set in sets {
        write!(text, "\n## Set {}: {}\n", set.name, set.about).expect("text can be appended");
        for definition in set.instructions {
            text.push_str(&explained(definition));
        }
    }
    text
}

/// The number of columns of a line.
const COLUMNS: usize = 120;

/// Wraps a paragraph into lines.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut columns = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if columns > 0 && columns + 1 + length <= COLUMNS {
            lines.push(' ');
            columns += 1;
        } else if columns > 0 {
            lines.push('\n');
            columns = 0;
        }
        lines.push_str(word);
        columns += length;
    }
    lines.push('\n');
    lines
}

fn explained(definition: &Definition) -> String {
    let (name, about) = (definition.name, wrapped(definition.about));
    let mut text = format!("\n### {name} {}\n\n{about}", operands(definition).join(", "));
    if let (Some(first), true) = (code(definition, definition.widths[0], 0), definition.widths != [64]) {
        writeln!(text, "\nIts code is {first} + i.").expect("text can be appended");
        return text;
    }
    text.push('\n');
    match definition.file() {
        File::General => text.push_str("| i | code | d |\n|---:|---:|---|\n"),
        File::Vector => text.push_str("| i | code | d[0] | d[1] |\n|---:|---:|---|---|\n"),
    }
    for (width, immediate) in definition.forms() {
        // Shifts and rotations are alike for all numbers of places.
        if definition.immediates.len() as u32 + 1 >= width && immediate > 1 {
            continue;
        }
        // All short lanes are alike.
        let lanes: Vec<String> =
            (definition.formulas)(width, immediate).iter().take(2).map(|lane| format!("`{lane}`")).collect();
        let number = if definition.has_immediate() { immediate.to_string() } else { String::new() };
        let code = code(definition, width, immediate);
        writeln!(
            text,
            "| {number} | {} | {} |",
            code.map_or(String::new(), |code| code.to_string()),
            lanes.join(" | ")
        )
        .expect("text can be appended");
    }
    text
}

fn macros() -> String {
    let mut text = String::from(
        "// The instructions of the extension as macros for the GNU assembler and LLVM's, such as\n\
         //     krhopi v1, v2, v3, v4, 5\n\
         // Written by `counterpoint-isa write`.\n\n",
    );
    for number in 0..32 {
        writeln!(text, ".set .Lnumber_of_v{number}, {number}").expect("text can be appended");
    }
    for definition in extension().flat_map(|set| set.instructions.iter().copied()) {
        let names: Vec<&str> = operands(definition).iter().map(|name| name.trim_start_matches('#')).collect();
        let required: Vec<String> = names.iter().map(|name| format!("{name}:req")).collect();
        let first = code(definition, definition.widths[0], definition.immediates.start);
        let first = first.expect("it is of the extension");
        let code = if definition.has_immediate() { format!("{first} + \\i") } else { first.to_string() };
        let places = [("d", 0), ("n", 5), ("m", 16), ("a", 10)];
        let registers = places.iter().filter(|(name, _)| names.contains(name));
        let registers: Vec<String> =
            registers.map(|(name, place)| format!(".Lnumber_of_\\{name} << {place}")).collect();
        write!(
            text,
            "\n.macro {} {}\n.set .Lcode, {code}\n\
             .set .Lregisters, {}\n\
             .inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters\n\
             .endm\n",
            definition.name,
            required.join(", "),
            registers.join(" | "),
        )
        .expect("text can be appended");
    }
    text
}

/// The number of vectors for each form of each instruction.
const VECTORS: usize = 2;

fn vectors() -> String {
    let mut text = String::from(
        "# Each form of each instruction of the extension: the word for v0 and v1, v2, v3, then n, m, a and the\n\
         # result in hexadecimal, the most significant digit first. If an instruction reads the written register,\n\
         # that is the last of n, m, a.\n\
         # Written by `counterpoint-isa write`.\n",
    );
    let mut random = 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978_u128;
    for definition in extension().flat_map(|set| set.instructions.iter().copied()) {
        for (width, immediate) in definition.forms() {
            for _ in 0..VECTORS {
                let sources: Vec<u128> = (0..definition.sources).map(|_| next(&mut random)).collect();
                let mut numbers = [0; 3];
                (1..).zip(&mut numbers[..definition.sources]).for_each(|(number, source)| *source = number);
                let compute = Compute { definition, width, immediate, d: 0, sources: numbers };
                let word = encode(&Operation::Compute(compute));
                let sources_text: Vec<String> = sources.iter().map(|source| format!("{source:032x}")).collect();
                let result = definition.result(width, immediate, &sources);
                writeln!(text, "{:<8} {word:08x} {} {result:032x}", definition.name, sources_text.join(" "))
                    .expect("text can be appended");
            }
        }
    }
    text
}

/// Returns the next number of a sequence that looks random (a linear congruence with its upper half mixed in).
fn next(random: &mut u128) -> u128 {
    *random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
    *random ^ *random >> 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_files_are_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        for Document { name, contents } in documents() {
            let found = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(found == contents, "studies/isa/{name} is out of date; run `counterpoint-isa write studies/isa`");
        }
    }
}
