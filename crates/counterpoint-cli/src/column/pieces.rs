//! Batches in pieces for the writer.
//!
//! A batch refers to values, and a dictionary may repeat a long one in every row. The writer copies values, and looks
//! at the length of its pages and row groups only after a number of rows. So it gets few rows at once where they are
//! long. The cost is a look at the length of each value.

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, make_array};
use arrow_schema::DataType;

/// The number of bytes that the rows of a piece have on average.
const PIECE_BYTES: usize = 1 << 23;

/// Returns the batch in pieces, in order.
pub(super) fn pieces(batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> + '_ {
    let bytes = batch.columns().iter().map(|column| written(column)).fold(0, usize::saturating_add);
    let rows = batch.num_rows();
    let each = rows.div_ceil(bytes / PIECE_BYTES + 1).max(1);
    (0..rows).step_by(each).map(move |begin| batch.slice(begin, each.min(rows - begin)))
}

/// Returns the number of bytes that the writer copies for the values to which a column refers, or a few more.
fn written(column: &dyn Array) -> usize {
    match column.data_type() {
        DataType::Utf8View => lengths(column.as_string_view().views()),
        DataType::BinaryView => lengths(column.as_binary_view().views()),
        DataType::Dictionary(..) => {
            let values = column.as_any_dictionary().values();
            // The longest may be in each row.
            longest(values).saturating_mul(column.len())
        }
        _ => {
            let parts = column.to_data();
            parts.child_data().iter().map(|part| written(&make_array(part.clone()))).fold(0, usize::saturating_add)
        }
    }
}

/// Returns the sum of the lengths of values. The lowest 32 bits of a view are the length.
fn lengths(views: &[u128]) -> usize {
    views.iter().map(|&view| view as u32 as usize).sum()
}

/// Returns the length of the longest value of a dictionary.
fn longest(values: &dyn Array) -> usize {
    let longest = match values.data_type() {
        DataType::Utf8 => values.as_string::<i32>().iter().flatten().map(str::len).max(),
        DataType::LargeUtf8 => values.as_string::<i64>().iter().flatten().map(str::len).max(),
        DataType::Binary => values.as_binary::<i32>().iter().flatten().map(<[u8]>::len).max(),
        DataType::LargeBinary => values.as_binary::<i64>().iter().flatten().map(<[u8]>::len).max(),
        DataType::FixedSizeBinary(width) => usize::try_from(*width).ok(),
        // Numbers.
        _ => Some(16),
    };
    longest.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::pieces;
    use arrow_array::types::Int8Type;
    use arrow_array::{ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringViewArray};
    use std::sync::Arc;

    #[test]
    fn rows_with_long_values_are_few() {
        let long = ["x", "y", "z"].map(|letter| letter.repeat(1 << 20));
        let values = || long.iter().cycle().take(100).map(|value| Some(value.as_str()));
        let views: StringViewArray = values().collect();
        let dictionary: DictionaryArray<Int8Type> = values().collect();
        let numbers = Int64Array::from_iter_values(0..100);
        for (column, most) in [(Arc::new(views) as ArrayRef, 10), (Arc::new(dictionary), 10), (Arc::new(numbers), 100)]
        {
            let batch = RecordBatch::try_from_iter([("column", column)]).unwrap();
            let (mut rows, mut begin) = (Vec::new(), 0);
            for piece in pieces(&batch) {
                rows.push(piece.num_rows());
                assert!(piece == batch.slice(begin, piece.num_rows()), "other rows from {begin} on");
                begin += piece.num_rows();
            }
            assert_eq!(begin, 100);
            assert!(rows[0] <= most && rows.iter().max() == rows.first(), "{rows:?}");
        }
    }
}
