//! Parts of Luffa that [Luffa-shuffle] 5.1 measures in addition to whole hashes, in 64-bit registers: `MixWord` alone,
//! and the cost of converting words to a layout and back.
//!
//! The functions come from the library's kernels. Each repeats its part often enough for the work before and after not
//! to matter, and returns plain words. So the outputs of all layouts must be equal, which is checked as for every other
//! figure.
//!
//! On x86-64 the loops of `MixWord` have no vector instructions: 32 operations for a chain in words, 96 and 32 for two
//! chains side by side and shuffled. For the conversions the compiler uses vector instructions, as it does in the
//! kernels.

use crate::clock;
use crate::subject::{Call, OURS, Subject, Unit};
use counterpoint::luffa_parts::{Layout, add_messages, enter_and_leave, mix_word};

pub(crate) mod command;

/// A part, and the paper's results for it.
struct Part {
    /// Its name in records.
    name: &'static str,
    title: &'static str,
    /// The bytes of the message for each repetition of the part.
    bytes: usize,
    /// The bytes of the output.
    output_bytes: usize,
    /// The paper's result for each of [`LAYOUTS`].
    paper: [&'static str; 3],
    call: fn(Layout, usize, &[u8], &mut [u8]),
}

const PARTS: [Part; 3] = [
    Part {
        name: "luffa-mix-word",
        title: "MixWord of two chains, four pairs of words each",
        bytes: 64,
        output_bytes: 64,
        paper: ["", "139 % more", "a rotation is one instruction again"],
        call: |layout, times, message, output| {
            let mut chains = words(message);
            mix_word(layout, &mut chains, times, clock::in_general_register);
            write(&chains, output);
        },
    },
    Part {
        name: "luffa-add-message",
        title: "the multiples of a message block, added to three chains",
        bytes: 32,
        output_bytes: 96,
        paper: ["", "about 2 cycles per byte more", "about 3 more than side by side"],
        call: |layout, times, message, output| {
            // Few enough to stay in the first-level cache.
            let blocks = message.as_chunks().0;
            let blocks = &blocks[..blocks.len().min(64)];
            let mut chains = words(message);
            for start in (0..times).step_by(blocks.len().max(1)) {
                add_messages(
                    layout,
                    &mut chains,
                    &blocks[..blocks.len().min(times - start)],
                    clock::in_general_register,
                );
            }
            write(&chains, output);
        },
    },
    Part {
        name: "luffa-enter-and-leave",
        title: "three chains, converted to the layout and back",
        bytes: 96,
        output_bytes: 96,
        paper: [""; 3],
        call: |layout, times, message, output| {
            let mut states = [words(message); 32];
            for start in (0..times).step_by(states.len()) {
                let count = states.len().min(times - start);
                enter_and_leave(layout, &mut states[..count], clock::in_general_register);
            }
            write(&states[0], output);
        },
    },
];

/// The layouts, and the techniques that use them.
const LAYOUTS: [(Layout, &str, &str); 3] = [
    (Layout::Apart, "words", "words-portable"),
    (Layout::SideBySide, "parallel64", "parallel64-portable"),
    (Layout::PerfectlyShuffled, "shuffle64", "shuffle64-portable"),
];

/// Returns each part in each layout.
pub(crate) fn subjects() -> Vec<Subject> {
    let subject = |part: &'static Part, (layout, technique, implementation): (Layout, &str, &str)| Subject {
        package: OURS.to_owned(),
        algorithm: part.name,
        implementation: implementation.to_owned(),
        technique: technique.to_owned(),
        tier: "portable".to_owned(),
        constant_time: Some(true),
        states: 1,
        whole_batches: false,
        unit: Unit::Message { output_bytes: part.output_bytes },
        prepare: Box::new(move || call(part, layout)),
    };
    PARTS.iter().flat_map(|part| LAYOUTS.map(|layout| subject(part, layout))).collect()
}

fn call(part: &'static Part, layout: Layout) -> Call {
    Box::new(move |messages, outputs| (part.call)(layout, messages.bytes.len() / part.bytes, messages.bytes, outputs))
}

/// Returns chains with the first words of a message.
fn words<const CHAINS: usize>(message: &[u8]) -> [[u32; 8]; CHAINS] {
    let mut words = message.as_chunks().0.iter().map(|bytes| u32::from_be_bytes(*bytes));
    [(); CHAINS].map(|()| [(); 8].map(|()| words.next().unwrap_or_default()))
}

fn write(chains: &[[u32; 8]], output: &mut [u8]) {
    for (bytes, word) in output.as_chunks_mut().0.iter_mut().zip(chains.iter().flatten()) {
        *bytes = word.to_be_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest;
    use crate::record::Lengths;

    #[test]
    fn the_layouts_agree() {
        for length in [96, 4096, 100_000] {
            for part in subjects().chunks(LAYOUTS.len()) {
                let outputs: Vec<String> =
                    part.iter().map(|subject| digest::computed(subject, 1, Lengths::Equal, length)).collect();
                assert!(outputs.iter().all(|output| *output == outputs[0]), "{}, {length} bytes", part[0].algorithm);
            }
        }
    }
}
