//! The sums that are functions of the inputs of an S-box: tables that are searched whenever bits meet in a nonlinear
//! instruction.

use super::table::TruthTable;
use crate::sums::Bit;

/// A function of the inputs of a group.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) group: u32,
    pub(super) table: TruthTable,
}

/// The groups in which a sum is a function of the inputs, for the sums looked up so far.
#[derive(Default)]
pub(super) struct Members {
    /// For each sum by its number, where its members begin in the list, and their number. Sums made one after the other
    /// are adjacent, so this is faster than a hash map.
    places: Vec<Option<(u32, u8)>>,
    list: Vec<Member>,
}

impl Members {
    /// Returns the members of a sum, without its constant, or `None` if it was not looked up.
    pub(super) fn of(&self, sum: Bit) -> Option<&[Member]> {
        let (start, count) = (*self.places.get(sum.node())?)?;
        Some(&self.list[start as usize..][..count.into()])
    }

    pub(super) fn insert(&mut self, sum: Bit, members: &[Member]) {
        if self.places.len() <= sum.node() {
            self.places.resize(sum.node() + 1 + sum.node() / 8, None);
        }
        // More than 255 are never needed: one group in common is enough.
        let members = &members[..members.len().min(255)];
        let start = u32::try_from(self.list.len()).expect("fewer than 2^32 members");
        self.places[sum.node()] = Some((start, members.len() as u8));
        self.list.extend_from_slice(members);
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.list.clear();
    }
}

/// A map from the fingerprint of a sum of inputs of a group to the group and the inputs, as a bit mask. It contains
/// hundreds of entries for each S-box, so it is a plain table with open addressing. Most searches find nothing and read
/// only the fingerprints.
pub(super) struct Combinations {
    /// The fingerprint of each entry, 0 for none.
    fingerprints: Vec<u64>,
    /// The number of the group of each entry, and the mask.
    values: Vec<(u32, u16)>,
    count: usize,
}

impl Combinations {
    pub(super) fn new() -> Self {
        Self { fingerprints: vec![0; 1 << 12], values: vec![(0, 0); 1 << 12], count: 0 }
    }

    pub(super) fn insert(&mut self, fingerprint: u64, group: u32, chosen: u16) {
        // A sum with fingerprint 0 is not found later. That only makes a proof fail, and never occurs.
        if fingerprint == 0 {
            return;
        }
        if 2 * self.count >= self.fingerprints.len() {
            let entries = 2 * self.fingerprints.len();
            let fingerprints = std::mem::replace(&mut self.fingerprints, vec![0; entries]);
            let values = std::mem::replace(&mut self.values, vec![(0, 0); entries]);
            for (fingerprint, value) in fingerprints.into_iter().zip(values).filter(|(found, _)| *found != 0) {
                self.put(fingerprint, value);
            }
        }
        self.count += 1;
        self.put(fingerprint, (group, chosen));
    }

    fn put(&mut self, fingerprint: u64, value: (u32, u16)) {
        let mask = self.fingerprints.len() - 1;
        let mut at = fingerprint as usize & mask;
        while self.fingerprints[at] != 0 {
            at = (at + 1) & mask;
        }
        (self.fingerprints[at], self.values[at]) = (fingerprint, value);
    }

    /// Reads the place of a fingerprint, to bring it into the cache.
    pub(super) fn at(&self, fingerprint: u64) -> u64 {
        self.fingerprints[fingerprint as usize & (self.fingerprints.len() - 1)]
    }

    /// Returns the groups and masks of a fingerprint.
    pub(super) fn get(&self, fingerprint: u64) -> impl Iterator<Item = (u32, u16)> + '_ {
        let mask = self.fingerprints.len() - 1;
        (0..)
            .map(move |n| (fingerprint as usize).wrapping_add(n) & mask)
            .take_while(|&at| self.fingerprints[at] != 0)
            .filter(move |&at| self.fingerprints[at] == fingerprint)
            .map(|at| self.values[at])
    }
}
