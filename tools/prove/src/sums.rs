//! Bits as sums of unknown bits over GF(2).
//!
//! A bit of a register or of memory is a sum of *atoms* (unknown bits: of a message, of a key, or of the output of an
//! S-box), plus a constant. Equal sums get the same number when they are made, so comparing two bits means comparing
//! two numbers, and a bit that does not depend on any input is one of two numbers.
//!
//! ```text
//!   Bit = 2 * node + constant          node 0: the empty sum        nodes[n]: a sorted list of atoms
//! ```
//!
//! The fingerprint of a sum is the XOR of the fingerprints of its atoms. So the fingerprint of `a + b` is known before
//! the sum is made, and finds the sum in the table of all sums. Whenever two fingerprints are equal, the lists
//! themselves are compared, so no result relies on different sums having different fingerprints.

use crate::random;
use std::ops::Not;

/// A bit: a sum of atoms and a constant, or [`Bit::UNKNOWN`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bit(u32);

impl Bit {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(1);
    /// An unknown bit: it was never written, or it is a function of too many bits. Every sum with it is also unknown.
    /// It may be moved around, but it must not reach a result, an address or a branch.
    pub(crate) const UNKNOWN: Self = Self(u32::MAX - 1);

    /// Returns a bit of a number that depends on the number of iterations of a loop, see `affine.rs`. In sums it counts
    /// as unknown.
    pub(crate) fn of_counter(number: usize, place: usize) -> Self {
        assert!(number < MOST_COUNTERS && place < COUNTER_BITS, "few numbers depend on the number of iterations");
        Self(COUNTED + 2 * (number * COUNTER_BITS + place) as u32)
    }

    /// Returns the number to which this bit belongs, its place there, and whether this is its complement.
    pub(crate) fn counted(self) -> Option<(usize, usize, bool)> {
        let node = self.0.checked_sub(COUNTED)? as usize >> 1;
        (!self.is_nothing_known()).then_some((node / COUNTER_BITS, node % COUNTER_BITS, self.complemented()))
    }

    /// Whether this is [`Bit::UNKNOWN`].
    pub(crate) fn is_nothing_known(self) -> bool {
        self.0 >= Self::UNKNOWN.0
    }

    /// Returns the bit with a known value.
    pub(crate) fn constant(value: bool) -> Self {
        Self(value.into())
    }

    /// Returns the value, if the bit does not depend on any input.
    pub(crate) fn value(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// Whether this is not a sum: an unknown bit, or a bit of a counter.
    pub(crate) fn is_unknown(self) -> bool {
        self.0 >= COUNTED
    }

    /// Returns the number of the sum without its constant.
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns the constant of the sum.
    pub(crate) fn complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the sum without its constant.
    pub(crate) fn without_constant(self) -> Self {
        Self(self.0 & !1)
    }
}

impl Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        if self.is_nothing_known() { self } else { Self(self.0 ^ 1) }
    }
}

impl std::fmt::Debug for Bit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{}", u8::from(value)),
            None if self.is_nothing_known() => f.write_str("unknown"),
            None => write!(f, "{}#{}", if self.complemented() { "!" } else { "" }, self.node()),
        }
    }
}

/// Bits from here on are not sums: first those of counters, then the unknown bit.
const COUNTED: u32 = 0b11 << 30;

/// The largest number of bits of a counter.
const COUNTER_BITS: usize = 128;

/// The number of counters for which there are bits.
const MOST_COUNTERS: usize = (u32::MAX - COUNTED) as usize / 2 / COUNTER_BITS;

/// The first of the opaque atoms, for functions of bits without a common S-box.
const OPAQUE: u32 = 1 << 31;

/// If a sum of two bits with opaque atoms has more atoms than this, a new opaque atom replaces it. Such sums occur in
/// lanes that contain no state, and would grow from round to round. The sum of such a bit and one without opaque atoms
/// is always kept, because a kernel may swap the two with three sums.
const MOST_ATOMS_WITH_OPAQUE: usize = 64;

/// A sum of atoms.
#[derive(Clone, Copy)]
struct Node {
    start: u32,
    atoms: u32,
    fingerprint: u64,
}

/// All sums made so far.
pub(crate) struct Sums {
    nodes: Vec<Node>,
    /// The atoms of all sums, one list after the other.
    atoms: Vec<u32>,
    /// Open addressing by fingerprint; each entry is the number of a node below the upper half of its fingerprint, or
    /// 0.
    table: Vec<u64>,
    next_atom: u32,
    next_opaque: u32,
    /// Lists under construction.
    scratch: Vec<u32>,
    other_scratch: Vec<u32>,
}

/// A sum of bits, without its atoms.
struct Total {
    fingerprint: u64,
    constant: bool,
    /// The number of bits that contain opaque atoms.
    opaque: usize,
}

/// A point in time, to which [`Sums::release`] returns.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    nodes: usize,
    atoms: usize,
    next_atom: u32,
}

impl Sums {
    pub(crate) fn new() -> Self {
        Self {
            nodes: vec![Node { start: 0, atoms: 0, fingerprint: 0 }],
            atoms: Vec::new(),
            table: vec![0; 1 << 16],
            next_atom: 0,
            next_opaque: OPAQUE,
            scratch: Vec::new(),
            other_scratch: Vec::new(),
        }
    }

    /// Returns a new variable.
    pub(crate) fn variable(&mut self) -> Bit {
        let atom = self.reserve(1);
        self.total_with(Bit::ZERO, std::iter::empty(), [atom].into_iter())
    }

    /// Returns a new atom for a function of bits without a common S-box. It equals nothing else, so a kernel's result
    /// that contains it never equals the specification.
    pub(crate) fn opaque(&mut self) -> Bit {
        let atom = self.next_opaque;
        self.next_opaque = atom.checked_add(1).expect("at most 2^31 opaque bits");
        self.total_with(Bit::ZERO, std::iter::empty(), [atom].into_iter())
    }

    /// Whether a bit depends on an opaque atom, or is unknown.
    pub(crate) fn is_opaque(&self, bit: Bit) -> bool {
        bit.is_unknown() || self.atoms_of(bit).last().is_some_and(|&atom| atom >= OPAQUE)
    }

    /// Returns the first of `count` new atoms.
    pub(crate) fn reserve(&mut self, count: u32) -> u32 {
        let first = self.next_atom;
        self.next_atom += count;
        assert!(self.next_atom < OPAQUE, "at most 2^31 atoms that have a meaning");
        first
    }

    /// Returns the number of atoms so far.
    pub(crate) fn atom_count(&self) -> u32 {
        self.next_atom
    }

    /// Returns the sum of two bits.
    #[inline]
    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        if a.0 < 2 {
            return if a.0 == 0 { b } else { !b };
        }
        if b.0 < 2 {
            return if b.0 == 0 { a } else { !a };
        }
        if a.is_unknown() || b.is_unknown() {
            return Bit::UNKNOWN;
        }
        let constant = (a.0 ^ b.0) & 1;
        if a.node() == b.node() {
            return Bit(constant);
        }
        let (left, right) = (self.nodes[a.node()], self.nodes[b.node()]);
        let fingerprint = left.fingerprint ^ right.fingerprint;
        let mut scratch = std::mem::take(&mut self.scratch);
        merge(self.list(left), self.list(right), &mut scratch);
        let grows = scratch.len() > MOST_ATOMS_WITH_OPAQUE && self.is_opaque(a) && self.is_opaque(b);
        let sum = if grows { 0 } else { self.intern(&scratch, fingerprint) << 1 | constant };
        self.scratch = scratch;
        if grows { self.opaque() } else { Bit(sum) }
    }

    /// Brings the entries for the sums of pairs into the cache. The table is larger than the cache, so each search in
    /// it waits for memory; here the CPU searches for many sums at the same time.
    pub(crate) fn fetch_sums(&self, a: &[Bit], b: &[Bit]) {
        let mask = self.table.len() - 1;
        let found = a.iter().zip(b).filter(|(a, b)| a.0 > 1 && b.0 > 1 && !a.is_unknown() && !b.is_unknown()).fold(
            0,
            |sum: u32, (a, b)| {
                let fingerprint = self.fingerprint(*a) ^ self.fingerprint(*b);
                let entry = self.table[fingerprint as usize & mask];
                let node = if entry >> 32 == fingerprint >> 32 { entry as u32 as usize } else { 0 };
                let node = self.nodes[node];
                sum ^ self.atoms.get(node.start as usize).copied().unwrap_or(0)
            },
        );
        std::hint::black_box(found);
    }

    /// Returns the sum of several bits. No intermediate sum gets a number.
    pub(crate) fn total(&mut self, start: Bit, bits: impl Iterator<Item = Bit>) -> Bit {
        self.total_with(start, bits, std::iter::empty())
    }

    /// Returns the sum of several bits and further atoms, which are in order and all newer than the atoms of the bits.
    pub(crate) fn total_with(
        &mut self,
        start: Bit,
        bits: impl Iterator<Item = Bit>,
        newer: impl Iterator<Item = u32>,
    ) -> Bit {
        let Some(Total { fingerprint, constant, opaque }) = self.add_up([start].into_iter().chain(bits)) else {
            return Bit::UNKNOWN;
        };
        if opaque > 1 && self.scratch.len() > MOST_ATOMS_WITH_OPAQUE {
            return self.opaque();
        }
        let mut sum = std::mem::take(&mut self.scratch);
        let mut fingerprint = fingerprint;
        for atom in newer {
            assert!(sum.last().is_none_or(|last| *last < atom), "the atoms are newer");
            sum.push(atom);
            fingerprint ^= fingerprint_of(atom);
        }
        let node = self.intern(&sum, fingerprint);
        self.scratch = sum;
        Bit(node << 1 | u32::from(constant))
    }

    /// Returns the constant of the sum of several bits, if it consists of these atoms.
    pub(crate) fn is_total(&mut self, atoms: &[u32], bits: impl Iterator<Item = Bit>) -> Option<bool> {
        let Total { constant, .. } = self.add_up(bits)?;
        (self.scratch == atoms).then_some(constant)
    }

    /// Leaves the atoms of the sum of several bits in `scratch`. Returns `None` if one of them is unknown.
    fn add_up(&mut self, bits: impl Iterator<Item = Bit>) -> Option<Total> {
        let (mut sum, mut next) = (std::mem::take(&mut self.scratch), std::mem::take(&mut self.other_scratch));
        sum.clear();
        let mut total = Some(Total { fingerprint: 0, constant: false, opaque: 0 });
        for bit in bits {
            if bit.is_unknown() {
                total = None;
            }
            let Some(Total { fingerprint, constant, opaque }) = &mut total else { break };
            let node = self.nodes[bit.node()];
            *fingerprint ^= node.fingerprint;
            *constant ^= bit.complemented();
            *opaque += usize::from(self.is_opaque(bit));
            merge(&sum, self.list(node), &mut next);
            std::mem::swap(&mut sum, &mut next);
        }
        (self.scratch, self.other_scratch) = (sum, next);
        total
    }

    /// Returns the atoms of a sum in order.
    pub(crate) fn atoms_of(&self, bit: Bit) -> &[u32] {
        self.list(self.nodes[bit.node()])
    }

    /// Returns the fingerprint of a sum without its constant.
    pub(crate) fn fingerprint(&self, bit: Bit) -> u64 {
        self.nodes[bit.node()].fingerprint
    }

    fn list(&self, node: Node) -> &[u32] {
        &self.atoms[node.start as usize..][..node.atoms as usize]
    }

    /// Returns the node of a list of atoms in order.
    fn intern(&mut self, list: &[u32], fingerprint: u64) -> u32 {
        if list.is_empty() {
            return 0;
        }
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = fingerprint as usize & mask;
        while self.table[at] != 0 {
            let entry = self.table[at];
            if entry >> 32 == fingerprint >> 32 {
                let found = self.nodes[entry as u32 as usize];
                if found.fingerprint == fingerprint && self.list(found) == list {
                    return entry as u32;
                }
            }
            at = (at + 1) & mask;
        }
        let node = u32::try_from(self.nodes.len()).expect("at most 2^31 sums");
        assert!(node < COUNTED >> 1, "at most 3 * 2^29 sums");
        let start = u32::try_from(self.atoms.len()).expect("at most 2^32 atoms in all sums");
        self.nodes.push(Node { start, atoms: list.len() as u32, fingerprint });
        self.atoms.extend_from_slice(list);
        self.table[at] = entry_of(fingerprint, node);
        node
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table.clear();
        self.table.resize(mask + 1, 0);
        for (node, contents) in self.nodes.iter().enumerate().skip(1) {
            let mut at = contents.fingerprint as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = entry_of(contents.fingerprint, node as u32);
        }
    }

    /// Returns the present point in time.
    pub(crate) fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), atoms: self.atoms.len(), next_atom: self.next_atom }
    }

    /// Forgets everything made since a point in time.
    pub(crate) fn release(&mut self, mark: Mark) {
        assert_eq!(self.next_atom, mark.next_atom, "there are no new variables that somebody may have kept");
        let mask = self.table.len() - 1;
        // In reverse order of insertion, so that no entry is separated from those inserted before it.
        for node in (mark.nodes..self.nodes.len()).rev() {
            let mut at = self.nodes[node].fingerprint as usize & mask;
            while self.table[at] as u32 as usize != node {
                at = (at + 1) & mask;
            }
            self.table[at] = 0;
        }
        self.nodes.truncate(mark.nodes);
        self.atoms.truncate(mark.atoms);
        self.next_atom = mark.next_atom;
    }
}

fn entry_of(fingerprint: u64, node: u32) -> u64 {
    fingerprint >> 32 << 32 | u64::from(node)
}

/// The atoms that are in one of two lists, but not in both.
fn merge(a: &[u32], b: &[u32], sum: &mut Vec<u32>) {
    sum.clear();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => {
                sum.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                sum.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
        }
    }
    sum.extend_from_slice(&a[i..]);
    sum.extend_from_slice(&b[j..]);
}

/// Returns the fingerprint of an atom: a pseudorandom number, different for each.
pub(crate) fn fingerprint_of(atom: u32) -> u64 {
    random::number(atom.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_equal_when_their_atoms_are() {
        let mut sums = Sums::new();
        let [a, b, c] = std::array::from_fn(|_| sums.variable());
        let (ab, bc) = (sums.xor(a, b), sums.xor(c, b));
        assert_eq!(sums.xor(ab, bc), sums.xor(c, a));
        assert_eq!(sums.xor(ab, !ab), Bit::ONE);
        assert_eq!(sums.xor(!ab, b), !a);
        assert_eq!(sums.xor(Bit::UNKNOWN, a), Bit::UNKNOWN);
        assert_eq!(!Bit::UNKNOWN, Bit::UNKNOWN);
    }

    #[test]
    fn what_is_released_can_be_made_again() {
        let mut sums = Sums::new();
        let variables: Vec<Bit> = (0..40).map(|_| sums.variable()).collect();
        let kept: Vec<Bit> = variables.windows(2).map(|two| sums.xor(two[0], two[1])).collect();
        let mark = sums.mark();
        for (a, b) in variables.iter().flat_map(|a| variables.iter().map(move |b| (a, b))) {
            let sum = sums.xor(*a, !*b);
            sums.xor(sum, variables[7]);
        }
        sums.release(mark);
        let again: Vec<Bit> = variables.windows(2).map(|two| sums.xor(two[0], two[1])).collect();
        assert_eq!(kept, again);
    }
}
