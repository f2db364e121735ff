//! Places labels at the ends of lines so that they do not overlap.
//!
//! Labels at the ends of the lines make a legend unnecessary, but the ends may be close together. So labels that would
//! overlap are spread around the middle of their lines' ends, in the same order, and connected with thin leaders.

/// Places labels at least `gap` apart, each as near as possible to its place in `wishes`, within `from..=to` if they
/// fit. The result has the order of `wishes`.
///
/// Labels that would overlap form a block, which is centred on the mean of their wishes. Blocks that would overlap are
/// merged.
pub(super) fn place(wishes: &[f64], gap: f64, from: f64, to: f64) -> Vec<f64> {
    struct Block {
        /// The indices of the labels, from the first to the last.
        labels: Vec<usize>,
        /// A sum over the labels in the block: where the first label would have to be for each label to be in its
        /// place.
        sum: f64,
    }
    let first = |block: &Block| {
        let wanted = block.sum / block.labels.len() as f64;
        let room = to - gap * (block.labels.len() - 1) as f64;
        wanted.min(room).max(from)
    };
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&a, &b| wishes[a].total_cmp(&wishes[b]));
    let mut blocks: Vec<Block> = Vec::new();
    for label in order {
        let mut block = Block { labels: vec![label], sum: wishes[label] };
        while let Some(before) =
            blocks.pop_if(|before| first(before) + gap * before.labels.len() as f64 > first(&block))
        {
            let shift = gap * (before.labels.len() * block.labels.len()) as f64;
            block = Block { labels: [before.labels, block.labels].concat(), sum: before.sum + block.sum - shift };
        }
        blocks.push(block);
    }
    let mut places = vec![0.0; wishes.len()];
    for block in &blocks {
        for (i, &label) in block.labels.iter().enumerate() {
            places[label] = first(block) + gap * i as f64;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_with_room_stay_where_they_are() {
        assert_eq!(place(&[50.0, 10.0, 90.0], 12.0, 0.0, 100.0), [50.0, 10.0, 90.0]);
    }

    #[test]
    fn labels_that_meet_share_the_room_around_them() {
        assert_eq!(place(&[50.0, 50.0, 50.0], 10.0, 0.0, 100.0), [40.0, 50.0, 60.0]);
        assert_eq!(place(&[95.0, 99.0], 10.0, 0.0, 100.0), [90.0, 100.0]);
        assert_eq!(place(&[0.0, 1.0], 10.0, 0.0, 100.0), [0.0, 10.0]);
    }

    #[test]
    fn no_two_labels_overlap() {
        let wishes: Vec<f64> = (0..20).map(|i| f64::from(i * i % 37) * 5.0).collect();
        let mut places = place(&wishes, 8.0, 0.0, 200.0);
        places.sort_by(f64::total_cmp);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 7.999), "{places:?}");
        assert!(places[0] >= 0.0 && places[19] <= 200.001, "{places:?}");
    }
}
