//! The two sides of each call: the fastest of ours and the fastest peer. Readers look for their ratio.

use crate::plan::Point;
use crate::record::Measurement;
use crate::subject::OURS;
use std::collections::BTreeMap;

/// What both sides computed: the CPU, the algorithm, and the messages.
pub(crate) type Cell<'a> = (&'a str, &'a str, Point);

/// The fastest of each side. Only constant-time implementations of ours count, because no others are ever chosen, and
/// only peers with correct digests.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sides<'a> {
    pub(crate) ours: Option<&'a Measurement>,
    pub(crate) peer: Option<&'a Measurement>,
}

impl Sides<'_> {
    /// Returns the cycles of ours divided by those of the peer, if both were measured.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.ours?.figure() / self.peer?.figure())
    }
}

/// Returns the cell of a measurement.
pub(crate) fn cell(m: &Measurement) -> Cell<'_> {
    (&m.cpu, &m.algorithm, (m.batch, m.lengths, m.length_bytes))
}

/// Returns both sides of each cell.
pub(crate) fn sides<'a>(measurements: impl IntoIterator<Item = &'a Measurement>) -> BTreeMap<Cell<'a>, Sides<'a>> {
    let mut cells: BTreeMap<Cell<'_>, Sides<'_>> = BTreeMap::new();
    for m in measurements {
        let sides = cells.entry(cell(m)).or_default();
        let (fastest, counts) = match m.package == OURS {
            true => (&mut sides.ours, m.constant_time == Some(true)),
            false => (&mut sides.peer, m.digest_correct),
        };
        if counts && fastest.is_none_or(|known| m.figure() < known.figure()) {
            *fastest = Some(m);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::measured;

    #[test]
    fn the_fastest_of_each_side_counts() {
        let peer = |package: &str, median: f64| Measurement {
            package: package.to_owned(),
            constant_time: None,
            ..measured("groestl256", "hash", 1, 64, median)
        };
        let wrong = Measurement { digest_correct: false, ..peer("wrong 1.0", 1.0) };
        let all = [
            measured("groestl256", "rows-gfni", 1, 64, 15.0),
            measured("groestl256", "ttable-portable", 1, 64, 2.0),
            measured("groestl256", "rows-avx512", 1, 64, 12.0),
            measured("groestl256", "rows-avx512", 8, 64, 3.0),
            peer("slow 1.0", 20.0),
            peer("fast 1.0", 16.0),
            wrong,
        ];
        let cells = sides(&all);
        assert_eq!(cells.len(), 2);
        let one = cells[&cell(&all[0])];
        assert_eq!(one.ours.map(|m| m.implementation.as_str()), Some("rows-avx512"));
        assert_eq!(one.peer.map(|m| m.package.as_str()), Some("fast 1.0"));
        assert_eq!(one.ratio(), Some(0.75));
        assert_eq!(cells[&cell(&all[3])].ratio(), None);
    }
}
