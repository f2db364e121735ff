//! The forms of the data instructions in the kernels.

use crate::image::Image;
use crate::kernels::shell;
use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, OpKind, Register};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The largest number of immediates of one form.
const MOST_IMMEDIATES: usize = 256;

/// A form: the operation of an instruction and the kinds of its operands, with encodings.
pub(super) struct Form {
    pub(super) name: String,
    pub(super) encodings: Vec<Vec<u8>>,
}

/// The encodings of one form and immediate.
struct Examples {
    registers: Vec<Register>,
    first: Vec<u8>,
    /// The last encoding with other registers.
    last: Option<Vec<u8>>,
}

/// Collects forms.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) instructions: usize,
    /// By the shape, and then by the immediate.
    examples: BTreeMap<(String, String), BTreeMap<u64, Examples>>,
}

impl Forms {
    /// Returns the forms in all kernels and their callees.
    pub(super) fn of_kernels(image: &Image) -> Self {
        let by_address: BTreeMap<u64, u64> = image.functions.values().copied().collect();
        let mut open: Vec<u64> = image
            .functions
            .iter()
            .filter(|(name, _)| shell(name).is_some())
            .map(|(_, (address, _))| *address)
            .collect();
        let mut seen: BTreeSet<u64> = open.iter().copied().collect();
        let mut forms = Self::default();
        while let Some(function) = open.pop() {
            let Some(code) = image.bytes(function, by_address[&function] as usize) else { continue };
            for i in Decoder::with_ip(64, code, function, DecoderOptions::NONE) {
                if i.flow_control() == FlowControl::Next && i.code() != Code::INVALID {
                    forms.add(&i, &code[(i.ip() - function) as usize..][..i.len()]);
                    continue;
                }
                forms.add_condition(&i);
                let target = i.near_branch_target();
                if i.op_count() > 0
                    && i.op0_kind() == OpKind::NearBranch64
                    && by_address.contains_key(&target)
                    && seen.insert(target)
                {
                    open.push(target);
                }
            }
        }
        forms
    }

    /// Adds the instruction that writes the condition of a branch into a register. The model evaluates both in the same
    /// way, and this one can run alone.
    fn add_condition(&mut self, branch: &Instruction) {
        if let Some(condition) = (branch.condition_code() as u8).checked_sub(1) {
            let bytes = [0x0f, 0x90 + condition, 0xc0];
            let i = Decoder::new(64, &bytes, DecoderOptions::NONE).decode();
            self.add(&i, &bytes);
        }
    }

    /// Adds an instruction.
    pub(super) fn add(&mut self, i: &Instruction, bytes: &[u8]) {
        self.instructions += 1;
        let key = (format!("{:?}", i.mnemonic()).to_lowercase(), shape(i));
        let immediate = (0..i.op_count()).find(|n| is_immediate(i.op_kind(*n))).map_or(0, |n| i.immediate(n));
        let registers = registers(i);
        let examples = self.examples.entry(key).or_default();
        match examples.get_mut(&immediate) {
            None => {
                examples.insert(immediate, Examples { registers, first: bytes.to_vec(), last: None });
            }
            Some(known) if known.registers != registers => known.last = Some(bytes.to_vec()),
            Some(_) => {}
        }
    }

    /// Returns all forms, each with encodings for up to [`MOST_IMMEDIATES`] immediates, one of them with two choices of
    /// registers.
    pub(super) fn chosen(self) -> Vec<Form> {
        let chosen = |((name, _), examples): (_, BTreeMap<u64, Examples>)| {
            let step = examples.len().div_ceil(MOST_IMMEDIATES);
            let mut encodings = Vec::new();
            for (n, examples) in examples.into_values().step_by(step).enumerate() {
                encodings.push(examples.first);
                encodings.extend(examples.last.filter(|_| n == 0));
            }
            Form { name, encodings }
        };
        self.examples.into_iter().map(chosen).collect()
    }
}

fn is_immediate(kind: OpKind) -> bool {
    !matches!(kind, OpKind::Register | OpKind::Memory | OpKind::NearBranch64)
}

/// Returns the registers that an instruction names.
fn registers(i: &Instruction) -> Vec<Register> {
    let operands = (0..i.op_count()).filter(|n| i.op_kind(*n) == OpKind::Register).map(|n| i.op_register(n));
    operands.chain([i.memory_base(), i.memory_index(), i.op_mask()]).collect()
}

/// Returns everything that distinguishes one form from another, as text: the operation with the widths of its operands;
/// for each operand whether it is a register or memory, which of them are the same register and which the second byte
/// of a register; masking; broadcasts; and the parts of an address.
fn shape(i: &Instruction) -> String {
    let mut seen: Vec<Register> = Vec::new();
    let mut number = |register: Register| {
        if register == Register::None || register == Register::RIP {
            return format!("{register:?}");
        }
        // A vector register has one name for each width.
        let full = if register.is_vector_register() {
            Register::ZMM0 + register.number() as u32
        } else {
            register.full_register()
        };
        let place = seen.iter().position(|known| *known == full).unwrap_or_else(|| {
            seen.push(full);
            seen.len() - 1
        });
        place.to_string()
    };
    let mut shape = format!("{:?}", i.code());
    for n in 0..i.op_count() {
        let _ = match i.op_kind(n) {
            OpKind::Register => {
                let register = i.op_register(n);
                let second = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
                write!(shape, " r{}{}", number(register), if second { "h" } else { "" })
            }
            OpKind::Memory => {
                let (base, index) = (number(i.memory_base()), number(i.memory_index()));
                write!(shape, " m{base}+{index}*{}", i.memory_index_scale())
            }
            _ => write!(shape, " i"),
        };
    }
    if i.op_mask() != Register::None {
        shape += if i.zeroing_masking() { " zeroed" } else { " merged" };
    }
    if i.is_broadcast() {
        shape += " broadcast";
    }
    if i.has_rep_prefix() || i.has_repne_prefix() || i.has_lock_prefix() || i.segment_prefix() != Register::None {
        shape += " prefixed";
    }
    shape
}
