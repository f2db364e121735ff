//! Nonlinear functions of bits: S-boxes, and everything that a kernel computes between the input and the output of one.
//!
//! The specification runs first. Each of its S-boxes makes a *group*: the k sums that are its input, and new atoms. Of
//! the 2^k functions of k bits that are linearly independent,
//!
//! ```text
//!   1, the inputs            are sums that exist already
//!   functions that two       are sums that exist already, see `shared.rs`
//!     S-boxes have in common
//!   the outputs              are atoms: so after every S-box a bit of the state is one atom again
//!   some monomials           are atoms: they complete the basis
//! ```
//!
//! so every function of the S-box's input is exactly one sum. A kernel that computes the S-box in any way (with a
//! table, with nibbles, with a circuit of AND and XOR, in another basis of GF(2^8)) computes functions of the same k
//! bits on its way: every one of its operands is found in the group, its truth table is computed, and the result is
//! written as a sum. When the kernel reaches the output, it has the same atoms as the specification.
//!
//! A nonlinear function whose operands have no common group becomes an opaque atom, which equals nothing else. This is
//! sound, and only happens in lanes that contain no state.

use super::affine::Counters;
use super::sums::{Bit, Mark, Sums, fingerprint_of};
use std::collections::HashMap;

mod arithmetic;
mod assignment;
mod field;
mod sbox;
mod search;
mod shared;
mod table;

pub(crate) use assignment::Assignment;
pub(crate) use field::{AES_SBOX, INVERSES, shift_rows, times};
use sbox::Sbox;
use search::{Combinations, Member, Members};
use table::{TruthTable, add, affine, composed, holds, ones, table_of};

/// The largest number of inputs and shared functions of a group in total. All their sums are in a table.
const MOST_KNOWN: usize = 15;

/// An S-box somewhere in the specification.
struct Group {
    sbox: usize,
    /// The inputs, and the functions of them that were already sums, followed by zeros.
    known: [Bit; MOST_KNOWN],
    first_atom: u32,
}

/// Sums of atoms, and functions of them.
pub(crate) struct Logic {
    pub(crate) sums: Sums,
    /// Numbers that depend on the number of iterations of a loop.
    pub(crate) counters: Counters,
    sboxes: Vec<Sbox>,
    by_table: HashMap<(usize, Vec<TruthTable>, Vec<TruthTable>), usize>,
    groups: Vec<Group>,
    /// Entry n is for the atoms from n * [`ATOMS_OF_AN_OWNER`] on: the first group that owns one of them, or an earlier
    /// one.
    owners: Vec<u32>,
    /// All sums of inputs of a group.
    combinations: Combinations,
    members: Members,
    /// The number of functions whose operands had no common group.
    pub(crate) without_group: usize,
    /// Variables for the registers that a kernel must preserve for its caller.
    caller: Vec<Bit>,
}

/// The number of atoms that share an entry for their group.
const ATOMS_OF_AN_OWNER: usize = 32;

/// The number of callee-saved 64-bit registers, on the machine with the most of them.
const CALLER_REGISTERS: usize = 19;

/// A point in time, to which [`Logic::release`] returns.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    sums: Mark,
    groups: usize,
}

impl Logic {
    pub(crate) fn new() -> Self {
        let mut sums = Sums::new();
        let caller = (0..64 * CALLER_REGISTERS).map(|_| sums.variable()).collect();
        Self {
            caller,
            sums,
            counters: Counters::new(),
            sboxes: Vec::new(),
            by_table: HashMap::new(),
            groups: Vec::new(),
            owners: Vec::new(),
            combinations: Combinations::new(),
            members: Members::default(),
            without_group: 0,
        }
    }

    /// Returns the variables in the caller's register `n` when a kernel is called.
    pub(crate) fn caller(&self, n: usize) -> Vec<Bit> {
        self.caller[64 * n..][..64].to_vec()
    }

    /// Whether a bit depends only on the contents of the caller's registers.
    pub(crate) fn depends_on_the_caller_only(&self, bit: Bit) -> bool {
        // Their variables are the first atoms.
        self.sums.atoms_of(bit).last().is_none_or(|&atom| (atom as usize) < self.caller.len())
    }

    /// Returns the variables of all callee-saved registers.
    pub(crate) fn callers(&self) -> &[Bit] {
        &self.caller
    }

    pub(crate) fn variable(&mut self) -> Bit {
        self.sums.variable()
    }

    #[inline]
    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        if a.is_unknown() || b.is_unknown() {
            return self.xor_of_unknown(a, b);
        }
        self.sums.xor(a, b)
    }

    /// Returns the sum of two bits, at least one of which is unknown or belongs to a counter.
    fn xor_of_unknown(&mut self, a: Bit, b: Bit) -> Bit {
        if a.value().is_some() || b.value().is_some() {
            return self.sums.xor(a, b);
        }
        if a == b && a.counted().is_some() {
            return Bit::ZERO;
        }
        match (self.counters.settled(a), self.counters.settled(b)) {
            (Some(a), Some(b)) => Bit::constant(a != b),
            (Some(a), None) => self.sums.xor(Bit::constant(a), b),
            (None, Some(b)) => self.sums.xor(a, Bit::constant(b)),
            (None, None) => self.counters.unsettled_by(&[a, b]),
        }
    }

    /// Returns the sum of several bits.
    pub(crate) fn total(&mut self, bits: impl Iterator<Item = Bit>) -> Bit {
        self.sums.total(Bit::ZERO, bits)
    }

    /// Returns the product of two bits.
    #[inline]
    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match (a.value(), b.value()) {
            (Some(false), _) | (_, Some(false)) => return Bit::ZERO,
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            _ => {}
        }
        if a == b {
            return a;
        }
        if a == !b && !a.is_unknown() {
            return Bit::ZERO;
        }
        if a.counted().or(b.counted()).is_some() {
            return match (self.counters.settled(a), self.counters.settled(b)) {
                (Some(false), _) | (_, Some(false)) => Bit::ZERO,
                (Some(true), _) => b,
                (_, Some(true)) => a,
                (None, None) => self.counters.unsettled_by(&[a, b]),
            };
        }
        let known = !a.is_unknown() && !b.is_unknown();
        match known.then(|| self.common_group(&[a, b])).flatten() {
            Some((group, tables)) => {
                let product = std::array::from_fn(|word| tables[0][word] & tables[1][word]);
                self.function(group, &product)
            }
            None => self.look_up(&[a, b], 1, |index| u64::from(index == 3))[0],
        }
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Returns `a` if `choice` is 1, else `b`.
    pub(crate) fn choose(&mut self, choice: Bit, a: Bit, b: Bit) -> Bit {
        match choice.value() {
            Some(true) => a,
            Some(false) => b,
            None => {
                let difference = self.xor(a, b);
                let change = self.and(choice, difference);
                self.xor(b, change)
            }
        }
    }

    /// Returns the outputs of a table, at most 64, at an index made of these bits, the lowest first. With more than 16
    /// bits that are not constant, nothing is known.
    pub(crate) fn look_up(&mut self, index: &[Bit], outputs: usize, table: impl Fn(usize) -> u64) -> Vec<Bit> {
        if index.iter().any(|bit| bit.is_unknown()) {
            return self.look_up_with_unknown_bits(index, outputs, table);
        }
        // The bits on which the index really depends, and for each the places that it flips.
        let (mut base, mut variables): (usize, Vec<(Bit, usize)>) = (0, Vec::new());
        for (place, &bit) in index.iter().enumerate() {
            base |= usize::from(bit.complemented()) << place;
            let bit = bit.without_constant();
            if bit == Bit::ZERO {
                continue;
            }
            match variables.iter_mut().find(|(known, _)| *known == bit) {
                Some((_, flips)) => *flips |= 1 << place,
                None => variables.push((bit, 1 << place)),
            }
        }
        if variables.len() > 16 {
            return (0..outputs).map(|_| self.sums.opaque()).collect();
        }
        let at = |chosen: usize| {
            let flips = variables.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1);
            table(flips.fold(base, |index, (_, (_, flips))| index ^ flips))
        };
        if let Some(factors) = affine(variables.len(), &at) {
            let constant = at(0);
            return (0..outputs)
                .map(|output| {
                    let start = Bit::constant(constant >> output & 1 == 1);
                    let chosen = variables.iter().zip(&factors).filter(|(_, factor)| *factor >> output & 1 == 1);
                    self.sums.total(start, chosen.map(|((bit, _), _)| *bit))
                })
                .collect();
        }
        let bits: Vec<Bit> = variables.iter().map(|&(bit, _)| bit).collect();
        let Some((group, tables)) = self.common_group(&bits) else {
            self.without_group += 1;
            return (0..outputs).map(|_| self.sums.opaque()).collect();
        };
        let results = composed(&tables, outputs, at);
        results.iter().map(|table| self.function(group, table)).collect()
    }

    /// Returns the outputs that do not depend on the unknown bits of the index.
    fn look_up_with_unknown_bits(&mut self, index: &[Bit], outputs: usize, table: impl Fn(usize) -> u64) -> Vec<Bit> {
        let places = |which: &dyn Fn(Bit) -> bool| {
            index.iter().enumerate().filter(|(_, bit)| which(**bit)).fold(0, |sum, (place, _)| sum | 1usize << place)
        };
        let (unknown, ones) = (places(&|bit| bit.is_unknown()), places(&|bit| bit == Bit::ONE));
        let fixed = places(&|bit| bit.value().is_some());
        let mut depends = 0;
        for at in (0..1usize << index.len()).filter(|at| at & fixed == ones) {
            depends |= table(at) ^ table(at & !unknown);
        }
        if depends.count_ones() as usize >= outputs {
            return vec![Bit::UNKNOWN; outputs];
        }
        let known: Vec<Bit> = index.iter().map(|&bit| if bit.is_unknown() { Bit::ZERO } else { bit }).collect();
        let mut results = self.look_up(&known, outputs, table);
        for (_, result) in results.iter_mut().enumerate().filter(|(output, _)| depends >> output & 1 == 1) {
            *result = Bit::UNKNOWN;
        }
        results
    }

    /// Returns the output of an S-box of the specification. `table` contains its values.
    pub(crate) fn sbox(&mut self, inputs: &[Bit], outputs: usize, table: &[u8]) -> Vec<Bit> {
        assert!(inputs.iter().all(|bit| !bit.is_unknown()), "the specification is defined everywhere");
        let known = inputs.iter().all(|bit| bit.value().is_some())
            || self.combinations.get(self.sums.fingerprint(inputs[0])).next().is_some()
                && self.common_group(inputs).is_some();
        if known {
            return self.look_up(inputs, outputs, |index| table[index].into());
        }
        let span = self.span(inputs);
        if span[1..].contains(&0) {
            let (independent, sums) = self.independent(inputs);
            let input = |point: usize| {
                sums.iter().enumerate().fold(0, |input, (n, &(chosen, constant))| {
                    input | usize::from(((point & chosen).count_ones() % 2 == 1) ^ constant) << n
                })
            };
            let reduced: Vec<u8> = (0..1 << independent.len()).map(|point| table[input(point)]).collect();
            assert!(independent.len() < inputs.len(), "two sums with one fingerprint");
            return self.sbox(&independent, outputs, &reduced);
        }
        let shared = self.shared(inputs, &span);
        let tables: Vec<TruthTable> =
            (0..outputs).map(|output| table_of(1 << inputs.len(), |point| table[point] >> output & 1 == 1)).collect();
        let sbox = self.sbox_of(inputs.len(), shared.iter().map(|(table, _)| *table).collect(), tables.clone());
        let mut known = inputs.to_vec();
        known.extend(self.sboxes[sbox].shared.iter().map(|&n| shared[n].1));
        let group = self.groups.len();
        let atoms = self.sboxes[sbox].atoms();
        let first_atom = self.sums.reserve(atoms);
        let end = (first_atom + atoms) as usize;
        // The atoms before it may be variables, which have no owner, so any group fits them.
        self.owners.resize(end.div_ceil(ATOMS_OF_AN_OWNER), group as u32);
        for (combination, sum) in self.span(&known).into_iter().enumerate().skip(1) {
            self.combinations.insert(sum, group as u32, combination as u16);
        }
        self.members.clear();
        let known = std::array::from_fn(|n| known.get(n).copied().unwrap_or(Bit::ZERO));
        self.groups.push(Group { sbox, known, first_atom });
        tables.iter().map(|table| self.function(group, table)).collect()
    }

    /// Returns the bits that are not sums of the ones before them, without their constants, and every bit as a sum of
    /// these: a bit mask and a constant.
    fn independent(&mut self, bits: &[Bit]) -> (Vec<Bit>, Vec<(usize, bool)>) {
        let (mut independent, mut spanned, mut sums) = (Vec::new(), vec![Bit::ZERO], Vec::new());
        for &bit in bits {
            let plain = bit.without_constant();
            let found = spanned.iter().position(|sum| sum.without_constant() == plain);
            let chosen = found.unwrap_or_else(|| {
                independent.push(plain);
                for n in 0..spanned.len() {
                    let sum = self.sums.xor(spanned[n], plain);
                    spanned.push(sum);
                }
                spanned.len() / 2
            });
            sums.push((chosen, bit.complemented()));
        }
        (independent, sums)
    }

    /// Returns the fingerprints of all sums of some bits.
    fn span(&self, bits: &[Bit]) -> Vec<u64> {
        let mut sums = vec![0];
        for &bit in bits {
            for n in 0..sums.len() {
                sums.push(sums[n] ^ self.sums.fingerprint(bit));
            }
        }
        sums
    }

    fn sbox_of(&mut self, inputs: usize, shared: Vec<TruthTable>, outputs: Vec<TruthTable>) -> usize {
        let next = self.sboxes.len();
        let sbox = *self.by_table.entry((inputs, shared.clone(), outputs.clone())).or_insert(next);
        if sbox == next {
            self.sboxes.push(Sbox::new(inputs, shared, outputs));
        }
        sbox
    }

    /// Returns a function of the inputs of a group as a sum.
    fn function(&mut self, group: usize, table: &TruthTable) -> Bit {
        let Group { sbox, ref known, first_atom } = self.groups[group];
        let sbox = &mut self.sboxes[sbox];
        let coefficients = sbox.coefficients(table);
        let constant = Bit::constant(holds(&coefficients, 0));
        let first = sbox.first();
        let chosen =
            known[..first - 1].iter().enumerate().filter(|(n, _)| holds(&coefficients, 1 + n)).map(|(_, &bit)| bit);
        let atoms = ones(coefficients).skip_while(|&n| n < first).map(|n| first_atom + (n - first) as u32);
        self.sums.total_with(constant, chosen, atoms)
    }

    /// Brings the entries for pairs of bits into the cache, which is smaller than the table of all sums of inputs: the
    /// CPU searches for many of them at the same time.
    pub(crate) fn fetch_groups(&self, a: &[Bit], b: &[Bit]) {
        let symbolic = a
            .iter()
            .zip(b)
            .filter(|(a, b)| a.value().is_none() && b.value().is_none() && !a.is_unknown() && !b.is_unknown());
        let found = symbolic
            .flat_map(|(a, b)| [a, b])
            .fold(0, |sum, bit| sum ^ self.combinations.at(self.sums.fingerprint(*bit)));
        std::hint::black_box(found);
    }

    /// Returns a group of which all these bits are functions, and their truth tables.
    fn common_group(&mut self, bits: &[Bit]) -> Option<(usize, Vec<TruthTable>)> {
        for &bit in bits {
            self.find_members(bit.without_constant());
        }
        let members = |bit: &Bit| self.members.of(*bit).unwrap_or_default();
        let (first, others) = bits.split_first()?;
        let group = members(first)
            .iter()
            .map(|candidate| candidate.group)
            .find(|group| others.iter().all(|bit| members(bit).iter().any(|member| member.group == *group)))?;
        let tables = bits.iter().filter_map(|bit| {
            let member = members(bit).iter().find(|member| member.group == group)?;
            Some(if bit.complemented() { member.table.map(|word| !word) } else { member.table })
        });
        Some((group as usize, tables.collect()))
    }

    /// Finds the groups in which a sum is a function of the inputs.
    fn find_members(&mut self, sum: Bit) {
        if self.members.of(sum).is_some() {
            return;
        }
        let atoms = self.sums.atoms_of(sum).to_vec();
        let mut members = self.sums_of_inputs(self.sums.fingerprint(sum), &atoms, Some(sum));
        if let Some(member) = self.member_with_newest_atom(sum, &atoms)
            && members.iter().all(|known| known.group != member.group)
        {
            members.push(member);
        }
        self.members.insert(sum, &members);
    }

    /// Returns the groups in which the sum of some atoms is a sum of inputs and a constant. `sum` is the sum, if it has
    /// a number.
    fn sums_of_inputs(&mut self, fingerprint: u64, atoms: &[u32], sum: Option<Bit>) -> Vec<Member> {
        let mut members = Vec::new();
        for (group, chosen) in self.combinations.get(fingerprint) {
            let Group { sbox, known, .. } = &self.groups[group as usize];
            let single = chosen.is_power_of_two().then(|| known[chosen.trailing_zeros() as usize]);
            let chosen = || known.iter().enumerate().filter(move |(n, _)| chosen >> n & 1 == 1);
            let constant = match single {
                Some(input) if sum == Some(input.without_constant()) => Some(input.complemented()),
                _ => self.sums.is_total(atoms, chosen().map(|(_, &input)| input)),
            };
            if let Some(constant) = constant {
                let mut table = [if constant { !0 } else { 0 }; 4];
                for (n, _) in chosen() {
                    add(&mut table, &self.sboxes[*sbox].basis[1 + n]);
                }
                members.push(Member { group, table });
            }
        }
        members
    }

    /// Returns the group that owns the newest atom of a sum, if the sum is a function of that group's inputs.
    fn member_with_newest_atom(&mut self, sum: Bit, atoms: &[u32]) -> Option<Member> {
        let newest = *atoms.last()?;
        let owner = *self.owners.get(newest as usize / ATOMS_OF_AN_OWNER)? as usize;
        let owner = (owner..self.groups.len()).take_while(|&group| self.groups[group].first_atom <= newest).last()?;
        let Group { sbox, first_atom, .. } = self.groups[owner];
        let first = self.sboxes[sbox].first();
        if newest >= first_atom + self.sboxes[sbox].atoms() {
            return None;
        }
        let (others, own) = atoms.split_at(atoms.partition_point(|atom| *atom < first_atom));
        let mut table = [0; 4];
        if !others.is_empty() {
            let fingerprint = own.iter().fold(self.sums.fingerprint(sum), |rest, &atom| rest ^ fingerprint_of(atom));
            table = self
                .sums_of_inputs(fingerprint, others, None)
                .iter()
                .find(|member| member.group as usize == owner)?
                .table;
        }
        let basis = &self.sboxes[sbox];
        for atom in own {
            add(&mut table, &basis.basis[first + (atom - first_atom) as usize]);
        }
        Some(Member { group: owner as u32, table })
    }

    /// Returns the value of a bit when the inputs of the only group have the values of the bits of `point`, or `None`
    /// if the bit is not a function of them.
    pub(crate) fn value_at(&mut self, bit: Bit, point: usize) -> Option<bool> {
        if bit.value().is_some() || bit.is_unknown() {
            return bit.value();
        }
        let sum = bit.without_constant();
        self.find_members(sum);
        let member = self.members.of(sum)?.first()?;
        Some(holds(&member.table, point) != bit.complemented())
    }

    /// Returns the present point in time.
    pub(crate) fn point(&self) -> Point {
        Point { sums: self.sums.mark(), groups: self.groups.len() }
    }

    /// Forgets the sums made since a point in time. There must be no new groups.
    pub(crate) fn release(&mut self, point: Point) {
        assert_eq!(self.groups.len(), point.groups, "only the specification makes groups");
        self.members.clear();
        self.sums.release(point.sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of chi: each output is x_i + (x_(i+1) + 1) x_(i+2).
    fn chi(point: usize) -> u8 {
        (0..5).fold(0, |row, i| {
            let bit = |n: usize| point >> ((i + n) % 5) & 1;
            row | ((bit(0) ^ (bit(1) ^ 1) & bit(2)) << i) as u8
        })
    }

    #[test]
    fn a_circuit_arrives_at_the_outputs_of_the_s_box() {
        let mut logic = Logic::new();
        let inputs: Vec<Bit> = (0..5).map(|_| logic.variable()).collect();
        let table: Vec<u8> = (0..32).map(chi).collect();
        let outputs = logic.sbox(&inputs, 5, &table);
        for i in 0..5 {
            let product = logic.and(!inputs[(i + 1) % 5], inputs[(i + 2) % 5]);
            assert_eq!(logic.xor(inputs[i], product), outputs[i]);
        }
        // A product of outputs is found through their atoms, and the whole table in one step.
        let both = logic.and(outputs[0], outputs[3]);
        let expected = logic.look_up(&inputs, 1, |point| u64::from(chi(point) & 9 == 9));
        assert_eq!(vec![both], expected);
        let elsewhere = logic.variable();
        let product = logic.and(outputs[0], elsewhere);
        assert!(logic.sums.is_opaque(product));
    }

    #[test]
    fn a_product_with_an_unknown_bit_is_unknown() {
        let mut logic = Logic::new();
        let variable = logic.variable();
        assert_eq!(logic.and(variable, Bit::UNKNOWN), Bit::UNKNOWN);
        assert_eq!(logic.and(Bit::UNKNOWN, Bit::ZERO), Bit::ZERO);
    }

    /// For every function of three bits: if some of them are unknown, the result is known only if it is the same for
    /// all their values.
    #[test]
    fn unknown_bits_are_ignored_only_where_the_function_ignores_them() {
        let mut logic = Logic::new();
        for table in 0..=255u64 {
            for states in 0..27 {
                // Each bit is 0, 1 or unknown.
                let digits = [states % 3, states / 3 % 3, states / 9];
                let bits = digits.map(|digit| [Bit::ZERO, Bit::ONE, Bit::UNKNOWN][digit]);
                let possible: Vec<u64> = (0..8usize)
                    .filter(|index| (0..3).all(|n| digits[n] == 2 || digits[n] == index >> n & 1))
                    .map(|index| table >> index & 1)
                    .collect();
                let expected = if possible.iter().all(|value| *value == possible[0]) {
                    Bit::constant(possible[0] == 1)
                } else {
                    Bit::UNKNOWN
                };
                let result = logic.look_up(&bits, 1, |index| table >> index & 1)[0];
                assert_eq!(result, expected, "table {table:#x}, bits {digits:?}");
            }
        }
    }

    #[test]
    fn inputs_of_an_s_box_may_depend_on_each_other() {
        let mut logic = Logic::new();
        let [a, b, c] = std::array::from_fn(|_| logic.variable());
        let sum = logic.xor(a, b);
        let table: Vec<u8> = (0..32).map(chi).collect();
        // The third input is the sum of the first two, complemented, and the fourth is a constant.
        let inputs = [a, b, !sum, Bit::ONE, c];
        let outputs = logic.sbox(&inputs, 5, &table);
        for i in 0..5 {
            let product = logic.and(!inputs[(i + 1) % 5], inputs[(i + 2) % 5]);
            assert_eq!(logic.xor(inputs[i], product), outputs[i], "output {i}");
        }
        assert!(outputs.iter().all(|output| !logic.sums.is_opaque(*output)));
    }

    #[test]
    fn a_look_up_that_is_linear_needs_no_group() {
        let mut logic = Logic::new();
        let index: Vec<Bit> = (0..4).map(|_| logic.variable()).collect();
        let outputs = logic.look_up(&index, 2, |index| (index >> 1 & 1 | (index & 1 ^ index >> 3 & 1) << 1) as u64);
        assert_eq!(outputs, [index[1], logic.xor(index[0], index[3])]);
        let same = logic.look_up(&[index[0], !index[0]], 1, |index| u64::from(index == 1));
        assert_eq!(same, [index[0]]);
    }

    #[test]
    fn the_inputs_may_be_sums() {
        let mut logic = Logic::new();
        let variables: Vec<Bit> = (0..9).map(|_| logic.variable()).collect();
        let inputs: Vec<Bit> = (0..8).map(|n| !logic.xor(variables[n], variables[n + 1])).collect();
        let table: Vec<u8> = (0..=255u8).map(|n| n.wrapping_mul(n).rotate_left(3) ^ n >> 1 ^ 0x5a).collect();
        let outputs = logic.sbox(&inputs, 8, &table);
        let sum = logic.xor(inputs[0], inputs[3]);
        let mut basis: Vec<Bit> = inputs.clone();
        basis[0] = sum;
        let again = logic.look_up(&basis, 8, |index| table[index ^ index >> 3 & 1].into());
        assert_eq!(again, outputs);
    }
}
