//! Rotators: the fewest steps, each a choice between two rotations, that reach all amounts of a list.
//!
//! A rotator of 64-bit lanes for all amounts has six such steps, by 1, 2, 4, 8, 16 and 32 places. The instructions for
//! Keccak use few amounts. Steps by other numbers of places reach them in fewer steps, and each step saved saves a
//! multiplexer per bit.

use std::collections::{BTreeMap, BTreeSet};

/// The number of bits of a lane.
const WIDTH: u32 = 64;

/// Steps that rotate by a number of places or leave the lane unchanged, and a fixed rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rotator {
    /// The fixed rotation, which costs nothing.
    pub base: u32,
    /// The places of each step.
    pub steps: Vec<u32>,
}

impl Rotator {
    /// Returns the first rotator with the fewest steps that reaches these amounts.
    pub(super) fn covering(amounts: &[u32]) -> Self {
        let wanted = set(amounts);
        let fewest = wanted.count_ones().max(1).next_power_of_two().ilog2();
        let mut first = None;
        (fewest..).find(|&count| {
            search(wanted, 1, count, &mut Vec::new(), &mut |base, steps| {
                first.get_or_insert_with(|| Self { base, steps: steps.to_vec() });
                true
            })
        });
        first.expect("six steps reach all amounts")
    }

    /// Returns all rotators with this number of steps that reach these amounts.
    fn all(amounts: &[u32], count: u32) -> Vec<Self> {
        let mut all = Vec::new();
        search(set(amounts), 1, count, &mut Vec::new(), &mut |base, steps| {
            all.push(Self { base, steps: steps.to_vec() });
            false
        });
        all
    }

    /// Returns each choice of steps that rotate, with the resulting number of places.
    fn ways(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..1_u32 << self.steps.len()).map(|chosen| {
            let places = self.steps.iter().enumerate().map(|(step, places)| (chosen >> step & 1) * places).sum::<u32>();
            (chosen, (self.base + places) % WIDTH)
        })
    }

    /// Returns which steps rotate for an amount that the rotator reaches.
    pub(super) fn steps_for(&self, amount: u32) -> Option<u32> {
        self.ways().find(|(_, reached)| *reached == amount % WIDTH).map(|(chosen, _)| chosen)
    }
}

/// Returns a bit for each amount.
fn set(amounts: &[u32]) -> u64 {
    amounts.iter().fold(0, |set, amount| set | 1_u64 << (amount % WIDTH))
}

/// Looks for `count` more steps, none smaller than the last, and passes each base with steps to `found` until that
/// returns true; returns whether it did. `reached` has a bit for each amount reached by the steps so far. Steps by more
/// than half a lane are not needed: each equals a step in the other direction, with another base.
fn search(
    wanted: u64,
    reached: u64,
    count: u32,
    steps: &mut Vec<u32>,
    found: &mut impl FnMut(u32, &[u32]) -> bool,
) -> bool {
    if count == 0 {
        let mut bases = (0..WIDTH).filter(|&base| wanted & !reached.rotate_left(base) == 0);
        return bases.any(|base| found(base, steps));
    }
    (steps.last().copied().unwrap_or(1)..=WIDTH / 2).any(|places| {
        steps.push(places);
        let done = search(wanted, reached | reached.rotate_left(places), count - 1, steps, found);
        steps.pop();
        done
    })
}

/// Rotators of both lanes that also make all terms of `v ^ rotl(v, p) ^ rotl(v, q)`, in any order. The upper one makes
/// one of them, and the lower one the two others. With well-chosen steps, this takes no additional ones.
#[derive(Debug)]
pub(super) struct Pair {
    /// The rotator of the lower lane.
    pub lower: Tapped,
    /// The rotator of the upper lane.
    pub upper: Rotator,
    /// For each p and q the steps of both that rotate.
    pub chosen: Vec<[u32; 2]>,
}

/// A rotator that makes two terms. Its input is v, rotated by a fixed number of places. One term is its output, the
/// other is the output of its first steps, rotated by a fixed number of places. Fixed rotations are wiring.
#[derive(Clone, Debug)]
pub(super) struct Tapped {
    /// The rotator.
    pub rotator: Rotator,
    /// The rotation of v before it enters the rotator.
    pub offset: u32,
    /// The number of steps before the second term is taken: 0 or 1.
    pub after: usize,
    /// The rotation of that term.
    pub tap: u32,
}

impl Pair {
    /// Returns the first pair with the fewest steps, for some p and q and for the other amounts of each lane. The
    /// numbers of steps of both lanes differ by at most one.
    pub(super) fn covering(amounts: &[Vec<u32>; 2], spreads: &[[u32; 2]]) -> Self {
        let counts =
            (0..=12_u32).flat_map(|total| (total / 2..=total.div_ceil(2)).map(move |lower| [lower, total - lower]));
        let mut pairs = counts.filter_map(|counts| Self::with_steps(amounts, spreads, counts));
        pairs.next().expect("two rotators for all amounts make all terms")
    }

    fn with_steps(amounts: &[Vec<u32>; 2], spreads: &[[u32; 2]], counts: [u32; 2]) -> Option<Self> {
        let lower = Rotator::all(&amounts[0], counts[0]);
        if lower.is_empty() {
            return None;
        }
        // Which terms an upper rotator makes, for each p and q; and the first that makes them.
        let mut uppers: BTreeMap<Vec<[bool; 3]>, Rotator> = BTreeMap::new();
        for rotator in Rotator::all(&amounts[1], counts[1]) {
            let reached = rotator.ways().fold(0, |reached, (_, places)| reached | 1_u64 << places);
            let makes = |&spread| terms(spread).map(|term| reached >> term & 1 == 1);
            uppers.entry(spreads.iter().map(makes).collect()).or_insert(rotator);
        }
        if uppers.is_empty() {
            return None;
        }
        // Without other amounts, the offset is part of the base.
        let offsets = if amounts[0].is_empty() { 1 } else { WIDTH };
        let mut seen = BTreeSet::new();
        for lower in lower.iter().flat_map(|rotator| Tapped::all(rotator, offsets)) {
            let left: Vec<[Option<u32>; 3]> = spreads.iter().map(|&spread| lower.left(spread)).collect();
            let wanted: Vec<[bool; 3]> = left.iter().map(|left| left.map(|way| way.is_some())).collect();
            if wanted.contains(&[false; 3]) || !seen.insert(wanted.clone()) {
                continue;
            }
            let fits = |makes: &[[bool; 3]]| wanted.iter().zip(makes).all(|(wanted, makes)| common(wanted, makes));
            if let Some((_, upper)) = uppers.iter().find(|(makes, _)| fits(makes)) {
                let steps = |(&spread, left): (&[u32; 2], &[Option<u32>; 3])| {
                    let mut both = terms(spread).into_iter().zip(left);
                    both.find_map(|(term, left)| Some([(*left)?, upper.steps_for(term)?])).expect("the terms fit")
                };
                let chosen = spreads.iter().zip(&left).map(steps).collect();
                return Some(Self { lower, upper: upper.clone(), chosen });
            }
        }
        None
    }
}

impl Tapped {
    /// Returns all ways to take a second term from a rotator, after one of its steps or before all, in which one of
    /// the term's two possible rotations is zero.
    fn all(rotator: &Rotator, offsets: u32) -> Vec<Self> {
        let mut all = Vec::new();
        for first in 0..=rotator.steps.len() {
            let mut rotator = rotator.clone();
            let after = first.min(1);
            rotator.steps[..first].rotate_right(after);
            let step = rotator.steps[..after].iter().sum::<u32>();
            for places in [0, WIDTH - step] {
                all.extend((0..offsets).map(|offset| {
                    let tap = (places + WIDTH - offset) % WIDTH;
                    Self { rotator: rotator.clone(), offset, after, tap }
                }));
            }
        }
        all
    }

    /// Returns for each term the steps that make the two others, if there are any.
    fn left(&self, spread: [u32; 2]) -> [Option<u32>; 3] {
        let mut left = [None; 3];
        let terms = terms(spread);
        for (chosen, reached) in self.rotator.ways() {
            let before = self.rotator.steps.iter().take(self.after).map(|places| (chosen & 1) * places).sum::<u32>();
            let made = [(self.offset + reached) % WIDTH, (self.offset + before + self.tap) % WIDTH];
            for term in 0..3 {
                let others = [terms[(term + 1) % 3], terms[(term + 2) % 3]];
                if made == others || [made[1], made[0]] == others {
                    left[term].get_or_insert(chosen);
                }
            }
        }
        left
    }
}

/// Returns by how many places each term of `v ^ rotl(v, p) ^ rotl(v, q)` is rotated.
fn terms([p, q]: [u32; 2]) -> [u32; 3] {
    [0, p % WIDTH, q % WIDTH]
}

/// Returns whether both have a term in common.
fn common(one: &[bool; 3], other: &[bool; 3]) -> bool {
    one.iter().zip(other).any(|(one, other)| *one && *other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::ascon::ROTATIONS;
    use crate::sets::k::{PARTS, lanes_of};
    use crate::spec::{from, rotation};

    #[test]
    fn all_amounts_take_six_steps_and_one_takes_none() {
        assert_eq!(Rotator::covering(&(0..64).collect::<Vec<_>>()).steps.len(), 6);
        assert_eq!(Rotator::covering(&[7]), Rotator { base: 7, steps: vec![] });
    }

    /// Rotators that also make the terms of Ascon's linear layer take no more steps.
    #[test]
    fn the_terms_of_ascon_take_no_more_steps() {
        let amounts = [0, 1].map(|lane| {
            let lanes = PARTS.iter().filter_map(|&part| lanes_of(part).get(lane).copied());
            lanes.map(|(x, y)| from(x, y)).map(|(x, y)| rotation(x, y, 64)).chain([0]).collect::<Vec<u32>>()
        });
        let spreads = ROTATIONS.map(|lane| lane.map(|places| 64 - places));
        let Pair { lower, upper, chosen } = Pair::covering(&amounts, &spreads);
        assert_eq!([lower.rotator.steps.len(), upper.steps.len()], [5, 5], "{lower:?} {upper:?}");
        for (rotator, amounts) in [&lower.rotator, &upper].into_iter().zip(amounts) {
            assert!(amounts.iter().all(|&amount| rotator.steps_for(amount).is_some()));
        }
        let places = |rotator: &Rotator, steps: u32| rotator.ways().find(|(chosen, _)| *chosen == steps).unwrap().1;
        for (spread, steps) in spreads.into_iter().zip(chosen) {
            let step = if lower.after == 1 { (steps[0] & 1) * lower.rotator.steps[0] } else { 0 };
            let returned = lower.offset + places(&lower.rotator, steps[0]);
            let mut made = [places(&upper, steps[1]), returned % 64, (lower.offset + step + lower.tap) % 64];
            made.sort_unstable();
            let mut wanted = terms(spread);
            wanted.sort_unstable();
            assert_eq!(made, wanted);
        }
    }

    /// The search finds that the rotators of set K take five steps, and that four are not enough.
    #[test]
    fn the_amounts_of_keccak_take_five_steps() {
        for lane in 0..2 {
            let lanes = PARTS.iter().filter_map(|&part| lanes_of(part).get(lane).copied());
            let amounts: Vec<u32> =
                lanes.map(|(x, y)| from(x, y)).map(|(x, y)| rotation(x, y, 64)).chain([0]).collect();
            let rotator = Rotator::covering(&amounts);
            assert_eq!(rotator.steps.len(), 5, "{rotator:?}");
            for amount in amounts {
                let chosen = rotator.steps_for(amount).unwrap();
                let rotated = rotator.steps.iter().enumerate().map(|(step, places)| (chosen >> step & 1) * places);
                assert_eq!((rotator.base + rotated.sum::<u32>()) % 64, amount);
            }
        }
    }
}
