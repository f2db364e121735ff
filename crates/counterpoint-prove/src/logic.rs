//! Nonlinear functions of bits: S-boxes, and whatever a kernel computes between the input and the output of one.
//!
//! The specification runs first. Each of its S-boxes makes a *group*: the k sums that are its input, and new atoms. Of
//! the 2^k functions of k bits that are linearly independent,
//!
//! ```text
//!   1, the inputs            are sums that exist already
//!   the outputs              are atoms: so behind every S-box a bit of the state is one atom again
//!   some monomials           are atoms: they complete the basis
//! ```
//!
//! so every function of the S-box's input is exactly one sum. A kernel that computes the S-box in any manner (by a
//! table, by nibbles, by a circuit of AND and XOR, in another basis of GF(2^8)) computes functions of the same k bits
//! on its way: every one of its operands is found in the group, its truth table is computed, and the result is written
//! as a sum. When the kernel arrives at the output, it arrives at the same atoms as the specification.
//!
//! A nonlinear function whose operands are in no common group becomes an opaque atom, which is equal to nothing else.
//! This is sound, and it only happens in lanes that contain no state.

use super::forms::{Bit, Forms, Mark};
use std::collections::HashMap;

mod assignment;

pub(crate) use assignment::Assignment;

/// The values of a function of at most 8 bits, one for each value of its input.
type TruthTable = [u64; 4];

/// A function of at most 8 bits that the specification calls nonlinear, and the basis that it makes.
struct Sbox {
    inputs: usize,
    /// The truth tables of the basis, in the order of the coefficients.
    basis: Vec<TruthTable>,
    /// The coefficients in the basis of the function that is 1 only at this input. Of a coefficient vector, bit 0 is
    /// the constant, the next bits are the inputs, and the others the atoms of the group.
    columns: Vec<TruthTable>,
}

/// An S-box somewhere in the specification.
struct Group {
    sbox: usize,
    inputs: Vec<Bit>,
    first_atom: u32,
}

/// A function of the inputs of a group.
#[derive(Clone, Copy)]
struct Member {
    group: u32,
    table: TruthTable,
}

/// Sums of atoms and functions of them.
pub(crate) struct Logic {
    pub(crate) forms: Forms,
    sboxes: Vec<Sbox>,
    by_table: HashMap<(usize, Vec<TruthTable>), usize>,
    groups: Vec<Group>,
    /// All sums of inputs of a group.
    combinations: Combinations,
    /// The groups that a sum was found in, by the number of the sum.
    members: Vec<Option<Vec<Member>>>,
    /// How many functions had operands in no common group.
    pub(crate) without_form: usize,
    /// Variables for the registers that a kernel has to give back to its caller.
    caller: Vec<Bit>,
}

/// The number of registers of 64 bits that belong to the caller, on the machine that has most of them.
const CALLER_REGISTERS: usize = 19;

/// A point in time, to which [`Logic::release`] goes back.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    forms: Mark,
    groups: usize,
}

impl Logic {
    pub(crate) fn new() -> Self {
        let mut forms = Forms::new();
        let caller = (0..64 * CALLER_REGISTERS).map(|_| forms.variable()).collect();
        Self {
            caller,
            forms,
            sboxes: Vec::new(),
            by_table: HashMap::new(),
            groups: Vec::new(),
            combinations: Combinations::new(),
            members: Vec::new(),
            without_form: 0,
        }
    }

    /// Returns the variables that register `n` of those that belong to the caller contains when a kernel is called.
    pub(crate) fn caller(&self, n: usize) -> Vec<Bit> {
        self.caller[64 * n..][..64].to_vec()
    }

    /// Returns the variables of all registers that belong to the caller.
    pub(crate) fn callers(&self) -> &[Bit] {
        &self.caller
    }

    pub(crate) fn variable(&mut self) -> Bit {
        self.forms.variable()
    }

    #[inline]
    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        self.forms.xor(a, b)
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
        self.look_up(&[a, b], 1, |index| u64::from(index == 3))[0]
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Returns `a` where `choice` is 1, and `b` elsewhere.
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

    /// Returns the outputs of a table, at most 64, at an index that consists of these bits, the lowest first. Of more
    /// than 16 bits that are no constants nothing is known.
    pub(crate) fn look_up(&mut self, index: &[Bit], outputs: usize, table: impl Fn(usize) -> u64) -> Vec<Bit> {
        if index.iter().any(|bit| bit.is_unknown()) {
            return self.look_up_with_unknown_bits(index, outputs, table);
        }
        // The bits that the index really depends on, and for each the places that it flips.
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
            return (0..outputs).map(|_| self.forms.opaque()).collect();
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
                    chosen.fold(start, |sum, (&(bit, _), _)| self.forms.xor(sum, bit))
                })
                .collect();
        }
        let bits: Vec<Bit> = variables.iter().map(|&(bit, _)| bit).collect();
        let Some((group, tables)) = self.common_group(&bits) else {
            self.without_form += 1;
            return (0..outputs).map(|_| self.forms.opaque()).collect();
        };
        let points = 1 << self.sboxes[self.groups[group].sbox].inputs;
        let mut results = vec![[0; 4]; outputs];
        for point in 0..points {
            let chosen =
                tables.iter().enumerate().fold(0, |sum, (n, table)| sum | usize::from(holds(table, point)) << n);
            let value = at(chosen);
            for (output, result) in results.iter_mut().enumerate() {
                result[point / 64] |= (value >> output & 1) << (point % 64);
            }
        }
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
            || !self.sums_of_inputs(inputs[0].without_constant()).is_empty() && self.common_group(inputs).is_some();
        if known {
            return self.look_up(inputs, outputs, |index| table[index].into());
        }
        let span = self.span(inputs);
        assert!(!span[1..].contains(&0), "an S-box whose inputs depend on each other");
        let tables: Vec<TruthTable> =
            (0..outputs).map(|output| table_of(1 << inputs.len(), |point| table[point] >> output & 1 == 1)).collect();
        let sbox = self.sbox_of(inputs.len(), tables.clone());
        let group = self.groups.len();
        let extra = (1 << inputs.len()) - 1 - inputs.len() as u32;
        let first_atom = self.forms.reserve(extra);
        for (combination, sum) in span.into_iter().enumerate().skip(1) {
            self.combinations.insert(sum, group as u32, combination as u8);
        }
        self.members.clear();
        self.groups.push(Group { sbox, inputs: inputs.to_vec(), first_atom });
        tables.iter().map(|table| self.function(group, table)).collect()
    }

    /// Returns the fingerprints of all sums of some bits.
    fn span(&self, bits: &[Bit]) -> Vec<u64> {
        let mut sums = vec![0];
        for &bit in bits {
            for n in 0..sums.len() {
                sums.push(sums[n] ^ self.forms.fingerprint(bit));
            }
        }
        sums
    }

    fn sbox_of(&mut self, inputs: usize, outputs: Vec<TruthTable>) -> usize {
        if let Some(&known) = self.by_table.get(&(inputs, outputs.clone())) {
            return known;
        }
        self.by_table.insert((inputs, outputs.clone()), self.sboxes.len());
        self.sboxes.push(Sbox::new(inputs, outputs));
        self.sboxes.len() - 1
    }

    /// Returns a function of the inputs of a group as a sum.
    fn function(&mut self, group: usize, table: &TruthTable) -> Bit {
        let Group { sbox, ref inputs, first_atom } = self.groups[group];
        let sbox = &self.sboxes[sbox];
        let coefficients = sbox.coefficients(table);
        let mut sum = Bit::constant(holds(&coefficients, 0));
        for (n, &input) in inputs.iter().enumerate() {
            if holds(&coefficients, 1 + n) {
                sum = self.forms.xor(sum, input);
            }
        }
        let first = 1 + sbox.inputs;
        let atoms: Vec<u32> = (first..1 << sbox.inputs)
            .filter(|&n| holds(&coefficients, n))
            .map(|n| first_atom + (n - first) as u32)
            .collect();
        self.forms.sum_of(sum, &atoms)
    }

    /// Returns a group in which all these bits are functions, and their truth tables.
    fn common_group(&mut self, bits: &[Bit]) -> Option<(usize, Vec<TruthTable>)> {
        let members: Vec<Vec<Member>> = bits.iter().map(|&bit| self.members_of(bit)).collect();
        members.first()?.iter().find_map(|candidate| {
            let tables = members.iter().map(|of_bit| Some(of_bit.iter().find(|m| m.group == candidate.group)?.table));
            Some((candidate.group as usize, tables.collect::<Option<_>>()?))
        })
    }

    /// Returns the groups in which a bit is a function of the inputs. The constant of the bit is taken into account.
    fn members_of(&mut self, bit: Bit) -> Vec<Member> {
        let plain = bit.without_constant();
        if self.members.len() <= plain.node() {
            self.members.resize(plain.node() + 1 + plain.node() / 2, None);
        }
        if self.members[plain.node()].is_none() {
            let mut members = self.sums_of_inputs(plain);
            let top = self.forms.atoms_of(plain).last().copied();
            if let Some(member) = top.and_then(|top| self.member_with_atom(plain, top))
                && members.iter().all(|known| known.group != member.group)
            {
                members.push(member);
            }
            self.members[plain.node()] = Some(members);
        }
        let mut members = self.members[plain.node()].clone().unwrap_or_default();
        if bit.complemented() {
            for word in members.iter_mut().flat_map(|member| &mut member.table) {
                *word = !*word;
            }
        }
        members
    }

    /// Returns the groups of whose inputs a bit is a sum.
    fn sums_of_inputs(&mut self, bit: Bit) -> Vec<Member> {
        let found: Vec<(u32, u8)> = self.combinations.get(self.forms.fingerprint(bit)).collect();
        found
            .into_iter()
            .filter_map(|(group, chosen)| {
                let inputs = self.groups[group as usize].inputs.clone();
                let mut sum = Bit::ZERO;
                let mut table = [0; 4];
                for (n, &input) in inputs.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1) {
                    sum = self.forms.xor(sum, input);
                    add(&mut table, &input_table(n));
                }
                if sum.complemented() {
                    add(&mut table, &[!0; 4]);
                }
                (sum.without_constant() == bit).then_some(Member { group, table })
            })
            .collect()
    }

    /// Returns the group that owns the newest atom of a bit, if the bit is a function of that group's inputs.
    fn member_with_atom(&mut self, bit: Bit, top: u32) -> Option<Member> {
        let owner = self.groups.partition_point(|group| group.first_atom <= top).checked_sub(1)?;
        let Group { sbox, first_atom, .. } = self.groups[owner];
        let first = 1 + self.sboxes[sbox].inputs;
        let extra = (1 << self.sboxes[sbox].inputs) - first;
        if top >= first_atom + extra as u32 {
            return None;
        }
        let own: Vec<u32> = self.forms.atoms_of(bit).iter().copied().filter(|&atom| atom >= first_atom).collect();
        let functions = self.forms.sum_of(Bit::ZERO, &own);
        let rest = self.forms.xor(bit, functions);
        let mut table = if rest == Bit::ZERO {
            [0; 4]
        } else {
            self.sums_of_inputs(rest).iter().find(|member| member.group as usize == owner)?.table
        };
        let basis = &self.sboxes[sbox];
        for atom in own {
            add(&mut table, &basis.basis[first + (atom - first_atom) as usize]);
        }
        Some(Member { group: owner as u32, table })
    }

    /// Returns the value of a bit where the inputs of the only group have the values of the bits of `point`, or `None`
    /// if the bit is no function of them.
    pub(crate) fn value_at(&mut self, bit: Bit, point: usize) -> Option<bool> {
        if bit.value().is_some() || bit.is_unknown() {
            return bit.value();
        }
        self.members_of(bit).first().map(|member| holds(&member.table, point))
    }

    /// Returns the present point in time.
    pub(crate) fn point(&self) -> Point {
        Point { forms: self.forms.mark(), groups: self.groups.len() }
    }

    /// Forgets the sums that were made since a point in time. There must be no new groups.
    pub(crate) fn release(&mut self, point: Point) {
        assert_eq!(self.groups.len(), point.groups, "only the specification makes groups");
        self.members.clear();
        self.forms.release(point.forms);
    }
}

/// A map from the fingerprint of a sum of inputs of a group to the group and the inputs, as a bit mask. It contains
/// hundreds of entries for each S-box, so it is a plain table with open addressing.
struct Combinations {
    /// A mask of 0 marks an empty place.
    entries: Vec<(u64, u32, u8)>,
    count: usize,
}

impl Combinations {
    fn new() -> Self {
        Self { entries: vec![(0, 0, 0); 1 << 12], count: 0 }
    }

    fn insert(&mut self, fingerprint: u64, group: u32, chosen: u8) {
        if 2 * self.count >= self.entries.len() {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![(0, 0, 0); 2 * old.len()];
            for entry in old.into_iter().filter(|(.., chosen)| *chosen != 0) {
                self.put(entry);
            }
        }
        self.count += 1;
        self.put((fingerprint, group, chosen));
    }

    fn put(&mut self, entry: (u64, u32, u8)) {
        let mask = self.entries.len() - 1;
        let mut at = entry.0 as usize & mask;
        while self.entries[at].2 != 0 {
            at = (at + 1) & mask;
        }
        self.entries[at] = entry;
    }

    /// Returns the groups and masks of a fingerprint.
    fn get(&self, fingerprint: u64) -> impl Iterator<Item = (u32, u8)> + '_ {
        let mask = self.entries.len() - 1;
        (0..)
            .map(move |n| self.entries[(fingerprint as usize).wrapping_add(n) & mask])
            .take_while(|(.., chosen)| *chosen != 0)
            .filter(move |(found, ..)| *found == fingerprint)
            .map(|(_, group, chosen)| (group, chosen))
    }
}

impl Sbox {
    fn new(inputs: usize, outputs: Vec<TruthTable>) -> Self {
        let points = 1 << inputs;
        let mut reduced: Vec<(usize, TruthTable, TruthTable)> = Vec::new();
        let mut taken = 0;
        let mut functions = Vec::new();
        let ones = table_of(points, |_| true);
        let linear = (0..inputs).map(|n| table_of(points, |point| point >> n & 1 == 1));
        let monomials = (0..points).map(|factors| table_of(points, |point| point & factors == factors));
        for function in [ones].into_iter().chain(linear).chain(outputs.iter().copied()).chain(monomials) {
            let (mut rest, mut combination) = (function, [0; 4]);
            combination[taken / 64] |= u64::from(taken < points) << (taken % 64);
            for (pivot, row, of) in &reduced {
                if holds(&rest, *pivot) {
                    add(&mut rest, row);
                    add(&mut combination, of);
                }
            }
            let Some(pivot) = (0..points).find(|&point| holds(&rest, point)) else { continue };
            for (_, row, of) in &mut reduced {
                if holds(row, pivot) {
                    add(row, &rest);
                    add(of, &combination);
                }
            }
            reduced.push((pivot, rest, combination));
            functions.push(function);
            taken += 1;
            if taken == points {
                break;
            }
        }
        reduced.sort_by_key(|(pivot, ..)| *pivot);
        let columns = reduced.into_iter().map(|(_, _, combination)| combination).collect();
        Self { inputs, basis: functions, columns }
    }

    /// Returns the coefficients of a function in the basis.
    fn coefficients(&self, table: &TruthTable) -> TruthTable {
        let mut sum = [0; 4];
        for (point, column) in self.columns.iter().enumerate() {
            if holds(table, point) {
                add(&mut sum, column);
            }
        }
        sum
    }
}

/// Returns the truth table of a function.
fn table_of(points: usize, function: impl Fn(usize) -> bool) -> TruthTable {
    let mut table = [0; 4];
    for point in (0..points).filter(|&point| function(point)) {
        table[point / 64] |= 1 << (point % 64);
    }
    table
}

/// Returns the truth table of an input as a function of all inputs.
fn input_table(n: usize) -> TruthTable {
    table_of(256, |point| point >> n & 1 == 1)
}

fn holds(table: &TruthTable, point: usize) -> bool {
    table[point / 64] >> (point % 64) & 1 == 1
}

fn add(sum: &mut TruthTable, other: &TruthTable) {
    for (word, other) in sum.iter_mut().zip(other) {
        *word ^= other;
    }
}

/// Returns for each variable which outputs it flips, if every output of the table is a sum of variables and a constant.
fn affine(variables: usize, table: &impl Fn(usize) -> u64) -> Option<Vec<u64>> {
    let constant = table(0);
    let factors: Vec<u64> = (0..variables).map(|n| table(1 << n) ^ constant).collect();
    (0..1usize << variables)
        .all(|index| {
            let chosen = factors.iter().enumerate().filter(|(n, _)| index >> n & 1 == 1);
            chosen.fold(constant, |sum, (_, factor)| sum ^ factor) == table(index)
        })
        .then_some(factors)
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
        // A product of outputs is found by their atoms, and the whole table in one step.
        let both = logic.and(outputs[0], outputs[3]);
        let expected = logic.look_up(&inputs, 1, |point| u64::from(chi(point) & 9 == 9));
        assert_eq!(vec![both], expected);
        let elsewhere = logic.variable();
        let product = logic.and(outputs[0], elsewhere);
        assert!(logic.forms.is_opaque(product));
    }

    /// Of every function of three bits: where some of them are unknown, the result is known only if it is the same for
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
