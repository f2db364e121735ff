//! Rotators: the fewest choices between two rotations, one after the other, that reach all amounts of a list.
//!
//! A rotator of lanes of 64 bits for all amounts has six such steps, by 1, 2, 4, 8, 16 and 32 places. The instructions
//! for Keccak use few amounts. Steps by other numbers of places reach them with fewer steps, and each step that is left
//! out saves a choice for each bit.

/// The number of bits of a lane.
const WIDTH: u32 = 64;

/// Steps that rotate by a number of places or leave the lane as it is, and a rotation that is always done.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rotator {
    /// The rotation that is always done; it costs nothing.
    pub base: u32,
    /// The places of each step.
    pub steps: Vec<u32>,
}

impl Rotator {
    /// Returns the first rotator with the fewest steps that reaches these amounts.
    pub(super) fn covering(amounts: &[u32]) -> Self {
        let wanted = amounts.iter().fold(0, |wanted, amount| wanted | 1_u64 << (amount % WIDTH));
        let fewest = wanted.count_ones().max(1).next_power_of_two().ilog2();
        let mut steps = Vec::new();
        let base = (fewest..).find_map(|count| search(wanted, 1, count, &mut steps)).unwrap_or_default();
        Self { base, steps }
    }

    /// Returns which steps rotate, for an amount that the rotator reaches.
    pub(super) fn steps_for(&self, amount: u32) -> Option<u32> {
        (0..1 << self.steps.len()).find(|chosen| {
            let rotated =
                self.steps.iter().enumerate().map(|(step, places)| (chosen >> step & 1) * places).sum::<u32>();
            (self.base + rotated) % WIDTH == amount % WIDTH
        })
    }
}

/// Looks for `count` more steps, none smaller than the last. `reached` has a bit for each amount that the steps so far
/// reach. A step by more than half a lane is not needed: it is one in the other direction, with another base.
fn search(wanted: u64, reached: u64, count: u32, steps: &mut Vec<u32>) -> Option<u32> {
    if count == 0 {
        return (0..WIDTH).find(|&base| wanted & !reached.rotate_left(base) == 0);
    }
    for places in steps.last().copied().unwrap_or(1)..=WIDTH / 2 {
        steps.push(places);
        let base = search(wanted, reached | reached.rotate_left(places), count - 1, steps);
        if base.is_some() {
            return base;
        }
        steps.pop();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::k::{PARTS, lanes_of};
    use crate::spec::{from, rotation};

    #[test]
    fn all_amounts_take_six_steps_and_one_takes_none() {
        assert_eq!(Rotator::covering(&(0..64).collect::<Vec<_>>()).steps.len(), 6);
        assert_eq!(Rotator::covering(&[7]), Rotator { base: 7, steps: vec![] });
    }

    /// The rotators of set K have five steps, and four are not enough: this is what the search finds.
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
