//! The sequence of instructions that a kernel runs for the blocks of a long message, as input for models of CPU
//! pipelines.

use crate::call::Values;
use crate::cases::LongMessage;
use crate::image::Image;
use crate::kernels::{Kernel, by_subject};
use crate::machine;
use crate::prover::Prover;
use crate::report::Report;
use crate::subject::Subject;

/// The instructions that a kernel runs for further blocks.
#[derive(Clone, Debug)]
pub struct BlockCode {
    /// The kernel.
    pub kernel: Kernel,
    /// The number of absorbed blocks, over all messages.
    pub blocks: usize,
    /// The machine code of each instruction, in the order in which they run.
    pub instructions: Vec<Vec<u8>>,
}

/// Returns the instructions that each kernel runs for further blocks in the middle of long messages, for as many
/// messages as it processes at once. For AES these are single blocks.
///
/// # Errors
///
/// If the archive can't be read, does not contain the machine code of a kernel, or a kernel returns a wrong result.
pub fn block_code(archive: &[u8], kernels: &[Kernel]) -> Result<Vec<BlockCode>, Box<dyn std::error::Error>> {
    let image = Image::load(archive)?;
    let mut codes = Vec::new();
    for (subject, kernels) in by_subject(kernels)? {
        for kernel in kernels {
            codes.push(of_kernel(&image, subject, kernel)?);
        }
    }
    Ok(codes)
}

fn of_kernel(image: &Image, subject: Subject, kernel: &Kernel) -> Result<BlockCode, String> {
    let count = LongMessage::even_blocks(subject, kernel.states);
    let [message, ..] = LongMessage::of(subject, kernel.states)[..] else {
        return Err(format!("{} has no long message", kernel.kernel));
    };
    let case = |blocks| message.with(blocks);
    let address = Report::new(image, kernel)?.address;
    let mut tester = Prover::new(subject, Values::Random(1));
    let (few, more) = (tester.trace(image, address, &case(count))?, tester.trace(image, address, &case(2 * count))?);
    // The longer run continues where the shorter one leaves the loop.
    let start = few.iter().zip(&more).position(|(a, b)| a != b).unwrap_or(few.len());
    let further = &more[start..start + (more.len() - few.len())];
    let code = |&at: &u64| image.bytes(at, machine::length(image, at)).expect("it was run").to_vec();
    Ok(BlockCode {
        kernel: kernel.clone(),
        blocks: match subject {
            Subject::Hash(_) => count * kernel.states,
            Subject::Aes => count,
        },
        instructions: further.iter().map(code).collect(),
    })
}
