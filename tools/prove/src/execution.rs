//! The run of a kernel on a machine of any architecture: the memory, the record of instructions, and the loop that runs
//! them.
//!
//! A machine is a [`Cpu`]: its registers, and the effect of each instruction on them. Everything independent of the
//! architecture is in the [`Execution`] that it contains.

use crate::image::Image;
use crate::logic::Logic;
use crate::memory::{Memory, number};
use crate::sums::Bit;
use crate::watch::Watch;
use crate::words::{Word, constant, depends_on_counters};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// More variable address bits than the table look-ups of any kernel have.
const MOST_ADDRESS_BITS: usize = 10;

/// More bytes than any kernel copies or fills with a function of the C library.
const MOST_BYTES: usize = 1 << 20;

/// The return address of a function called from outside.
pub(crate) const RETURN: u64 = 0x5000_0000;

/// The result of a step, or why there is none.
pub(crate) type Done<T> = Result<T, String>;

/// Why a run ended before the kernel returned.
#[derive(Clone, Debug)]
pub(crate) struct Stopped {
    /// The address of the instruction.
    pub(crate) at: u64,
    pub(crate) reason: String,
}

/// The registers of an architecture and its instructions.
pub(crate) trait Cpu<'a> {
    fn execution(&mut self) -> &mut Execution<'a>;

    /// Runs the instruction at `at` of the execution, and leaves the next one's address in `next`.
    fn step(&mut self) -> Done<()>;

    /// Lets the watch look at all registers, flags and bytes of memory.
    fn visit(&mut self);

    /// Whether the callee-saved registers have the same contents as at the call.
    fn gives_back(&self) -> bool;
}

/// The results of a run.
pub(crate) struct Run {
    pub(crate) ended: Result<(), Stopped>,
    pub(crate) memory: Memory,
    /// How often each instruction ran, by its address.
    pub(crate) executed: BTreeMap<u64, usize>,
    /// The instructions that access memory at a data-dependent address.
    pub(crate) data_addresses: BTreeSet<u64>,
    /// The first instruction that computed a function of bits that belong to no common S-box.
    pub(crate) first_opaque: Option<u64>,
}

/// A run of a kernel.
pub(crate) struct Execution<'a> {
    pub(crate) logic: &'a mut Logic,
    pub(crate) image: &'a Image,
    pub(crate) memory: Memory,
    /// The address of the current instruction.
    pub(crate) at: u64,
    /// The address of the next instruction.
    pub(crate) next: u64,
    pub(crate) watch: Watch,
    /// How often each instruction ran, by its address.
    executed: HashMap<u64, usize>,
    /// The instructions that accessed memory at a data-dependent address.
    data_addresses: BTreeSet<u64>,
    /// The first instruction that computed a function of bits that belong to no common S-box.
    first_opaque: Option<u64>,
}

impl<'a> Execution<'a> {
    pub(crate) fn new(logic: &'a mut Logic, image: &'a Image, memory: Memory, watch: Watch) -> Self {
        Self {
            logic,
            image,
            memory,
            at: 0,
            next: 0,
            watch,
            executed: HashMap::new(),
            data_addresses: BTreeSet::new(),
            first_opaque: None,
        }
    }

    /// Returns the results of the run.
    pub(crate) fn finish(self, ended: Result<(), Stopped>) -> (Run, Watch) {
        let Self { memory, executed, data_addresses, first_opaque, watch, .. } = self;
        (Run { ended, memory, executed: executed.into_iter().collect(), data_addresses, first_opaque }, watch)
    }

    /// Reads memory at an address that is the sum of some words, each times a factor. If the address depends on data,
    /// every possible address is read, and the result is a look-up in the table of these values.
    pub(crate) fn load(&mut self, parts: &[(Word, u64)], bytes: usize) -> Done<Word> {
        if parts.iter().any(|(part, _)| depends_on_counters(part)) {
            let mut parts = parts.to_vec();
            for (part, _) in parts.iter_mut().filter(|(part, _)| depends_on_counters(part)) {
                *part = constant(self.place(part)?, 64);
            }
            return self.load(&parts, bytes);
        }
        let mut start = 0u64;
        // The bits of the address that are not constant, and the amount that each adds.
        let mut bits: Vec<(Bit, u64)> = Vec::new();
        for (n, bit, factor) in
            parts.iter().flat_map(|(part, factor)| part.iter().enumerate().map(move |(n, bit)| (n, *bit, *factor)))
        {
            let weight = factor << n;
            // Unknown bits are all alike, so they must not cancel below.
            if bit.is_unknown() && weight != 0 {
                return Err("an address that depends on data".into());
            }
            let plain = bit.without_constant();
            if bit.complemented() {
                start = start.wrapping_add(weight);
            }
            if plain != Bit::ZERO {
                let weight = if bit.complemented() { weight.wrapping_neg() } else { weight };
                match bits.iter_mut().find(|(known, _)| *known == plain) {
                    Some((_, sum)) => *sum = sum.wrapping_add(weight),
                    None => bits.push((plain, weight)),
                }
            }
        }
        bits.retain(|(_, weight)| *weight != 0);
        if bits.is_empty() {
            return self.memory.read(self.image, start, bytes);
        }
        self.data_addresses.insert(self.at);
        if bits.len() > MOST_ADDRESS_BITS || bytes > 8 || bits.iter().any(|(bit, _)| bit.is_unknown()) {
            return Err("an address that depends on data".into());
        }
        let table: Vec<u64> = (0..1usize << bits.len())
            .map(|index| {
                let chosen = bits.iter().enumerate().filter(|(n, _)| index >> n & 1 == 1);
                let address = chosen.fold(start, |sum, (_, (_, weight))| sum.wrapping_add(*weight));
                let value = number(&self.memory.read(self.image, address, bytes)?);
                value.ok_or_else(|| "a table of values that are not constant".to_string())
            })
            .collect::<Done<_>>()?;
        let index: Word = bits.iter().map(|&(bit, _)| bit).collect();
        Ok(self.logic.look_up(&index, 8 * bytes, |index| table[index]))
    }

    /// Returns the number in a part of an address: a constant, or one that is linear in the number of iterations.
    pub(crate) fn place(&self, part: &[Bit]) -> Done<u64> {
        let place = number(part).or_else(|| self.logic.counters.concrete(part));
        place.ok_or_else(|| self.dependent("an address", part))
    }

    /// Returns an address: the sum of some words, each times a factor.
    pub(crate) fn address(&self, parts: &[(Word, u64)]) -> Done<u64> {
        parts.iter().try_fold(0u64, |sum, (part, factor)| Ok(sum.wrapping_add(self.place(part)?.wrapping_mul(*factor))))
    }

    /// Returns the value of a bit that decides the next instruction or the value of a word.
    pub(crate) fn decision(&self, what: &str, bit: Bit) -> Done<bool> {
        self.logic.counters.settled(bit).ok_or_else(|| self.dependent(what, &[bit]))
    }

    /// Returns the message that something depends on the origin of these bits.
    pub(crate) fn dependent(&self, what: &str, word: &[Bit]) -> String {
        format!("{what} that depends on {}", self.logic.counters.origin(word).unwrap_or("data"))
    }

    /// Lets the watch look at the locations: registers, under their names; conditions; and all writable memory except
    /// for the region replaced part by part.
    pub(crate) fn visit<'b>(
        &'b mut self,
        registers: impl Iterator<Item = &'b mut Bit>,
        conditions: impl IntoIterator<Item = &'b mut Bit>,
        register: impl Fn(usize) -> String,
        stack_pointer: Option<u64>,
    ) {
        let Self { memory, watch, logic, .. } = self;
        if !watch.looks() {
            return;
        }
        let words = memory.writable_words();
        let names: BTreeMap<usize, String> =
            words.iter().map(|&(first, address)| (first, memory.name_of(address, stack_pointer))).collect();
        watch.in_place.extend(memory.in_place().map(<[Bit]>::to_vec));
        let mut locations: Vec<&mut Bit> = registers.collect();
        let before = locations.len();
        watch.words = (0..before).step_by(64).chain(words.iter().map(|(first, _)| before + first)).collect();
        locations.extend(memory.writable_bits());
        locations.extend(conditions);
        watch.visit(logic, locations, |n| match n.checked_sub(before) {
            Some(bit) => names.range(..=bit).next_back().map_or_else(String::new, |(_, name)| name.clone()),
            None => register(n),
        });
    }

    /// Applies a function of the C library with these arguments to memory.
    pub(crate) fn library_function(&mut self, name: &str, arguments: [&Word; 3]) -> Done<()> {
        let argument =
            |n: usize| number(arguments[n]).ok_or_else(|| format!("an argument of {name} that depends on data"));
        if !["memcpy", "memmove", "memset"].contains(&name) {
            return Err(format!("it calls {name}"));
        }
        let (to, count) = (argument(0)?, argument(2)? as usize);
        if count > MOST_BYTES {
            return Err(format!("it calls {name} for {count} bytes"));
        }
        if count == 0 {
            return Ok(());
        }
        let bytes = match name {
            "memset" => arguments[1][..8].repeat(count),
            _ => self.memory.read(self.image, argument(1)?, count)?,
        };
        self.memory.write(to, &bytes)
    }
}

/// Runs instructions, starting at `next`, until the called function returns.
pub(crate) fn execute<'a>(cpu: &mut impl Cpu<'a>, most_steps: usize) -> Result<(), Stopped> {
    for _ in 0..most_steps {
        let execution = cpu.execution();
        let at = execution.next;
        if at == RETURN {
            let reason = "a register that belongs to the caller has another value".into();
            return if cpu.gives_back() { Ok(()) } else { Err(Stopped { at, reason }) };
        }
        if execution.watch.step(at) {
            cpu.visit();
        }
        let execution = cpu.execution();
        execution.at = at;
        *execution.executed.entry(at).or_insert(0) += 1;
        let opaque = execution.logic.without_group;
        cpu.step().map_err(|reason| Stopped { at, reason })?;
        let execution = cpu.execution();
        if execution.logic.without_group > opaque && execution.first_opaque.is_none() {
            execution.first_opaque = Some(at);
        }
    }
    let at = cpu.execution().next;
    Err(Stopped { at, reason: format!("it does not return within {most_steps} instructions") })
}
