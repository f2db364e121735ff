//! The machines that run kernels, by the architecture of the image.

use crate::call::Call;
use crate::execution::{Execution, Run};
use crate::image::Image;
use crate::logic::Logic;
use crate::watch::Watch;
use crate::{aarch64, x86_64};
use object::Architecture;

/// Runs the kernel at an address.
pub(crate) fn run(logic: &mut Logic, image: &Image, kernel: u64, call: Call, most_steps: usize) -> Run {
    watch(logic, image, kernel, call, most_steps, Watch::default()).0
}

/// Runs the kernel at an address, and watches all locations at one of its instructions.
pub(crate) fn watch(
    logic: &mut Logic,
    image: &Image,
    kernel: u64,
    call: Call,
    most_steps: usize,
    watch: Watch,
) -> (Run, Watch) {
    let execution = Execution::new(logic, image, call.memory, watch);
    if is_aarch64(image) {
        let mut machine = aarch64::Machine::new(execution);
        let ended = machine.call(kernel, call.operands, call.stack, most_steps);
        machine.execution.finish(ended)
    } else {
        let mut machine = x86_64::Machine::new(execution);
        let ended = machine.call(kernel, call.operands, call.stack, most_steps);
        machine.execution.finish(ended)
    }
}

fn is_aarch64(image: &Image) -> bool {
    image.architecture == Architecture::Aarch64
}

/// Returns an instruction in assembler syntax.
pub(crate) fn text(image: &Image, at: u64) -> String {
    if is_aarch64(image) { aarch64::text(image, at) } else { x86_64::text(image, at) }
}

/// Returns the addresses of the instructions of a function, without padding.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    if is_aarch64(image) {
        aarch64::instructions(image, start, bytes)
    } else {
        x86_64::instructions(image, start, bytes)
    }
}

/// Returns the possible successors of an instruction in its function, skipping padding.
pub(crate) fn successors(image: &Image, at: u64) -> Vec<u64> {
    assert!(!is_aarch64(image), "only x86-64 is asked for");
    x86_64::successors(image, at)
}

/// Returns the length of an instruction.
pub(crate) fn length(image: &Image, at: u64) -> usize {
    if is_aarch64(image) { 4 } else { x86_64::length(image, at) }
}

/// Whether kernels for this architecture can run here.
pub(crate) fn knows(architecture: Architecture) -> bool {
    matches!(architecture, Architecture::X86_64 | Architecture::Aarch64)
}
