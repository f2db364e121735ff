//! The messages of one call: a list of slices, or consecutive rows of one buffer.
//!
//! A call reads its messages through a trait object, so the code that hashes many messages is compiled once per
//! primitive rather than once per type of list. Fetching up to 64 messages per call keeps the cost small.

#[cfg(feature = "alloc")]
use crate::wipe::Wiped;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The messages of one call, in a fixed order.
///
/// Implemented for slices, arrays and `Vec`s of any `AsRef<[u8]>`, and for [`Rows`] and [`EqualRows`]. Implement it for
/// your own storage to avoid building a list of slices.
///
/// ```
/// use counterpoint::{Messages, Sha3_256};
///
/// struct Twice(Vec<String>);
///
/// impl Messages for Twice {
///     fn count(&self) -> usize {
///         2 * self.0.len()
///     }
///     fn message(&self, index: usize) -> &[u8] {
///         self.0[index / 2].as_bytes()
///     }
/// }
///
/// let digests = Sha3_256::digest_many(&Twice(vec!["a".into(), "b".into()]));
/// assert_eq!(digests[2], Sha3_256::digest("b"));
/// assert_eq!(digests[2], digests[3]);
/// ```
pub trait Messages: Sync {
    /// Returns the number of messages.
    fn count(&self) -> usize;
    /// Returns the message with this index, which is less than [`Self::count`]. Calls with the same index must return
    /// the same bytes.
    fn message(&self, index: usize) -> &[u8];
    /// Fills `places` with the messages at the indices `first`, `first + 1`, ... The caller guarantees that there are
    /// enough messages.
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        for (index, place) in (first..).zip(places) {
            *place = self.message(index);
        }
    }
    /// Passes the elements of the tuple with this index to `append`, one after the other. Only functions that
    /// [hash tuples](crate::registry::Hash::tuple) call this, twice for each tuple: first for the lengths. By default,
    /// a message is a tuple with one element.
    ///
    /// ```
    /// # #[cfg(feature = "keccak")] {
    /// use counterpoint::{Algorithm, Messages, TupleHash128};
    ///
    /// struct Pairs(Vec<(&'static str, &'static str)>);
    ///
    /// impl Messages for Pairs {
    ///     fn count(&self) -> usize {
    ///         self.0.len()
    ///     }
    ///     fn message(&self, index: usize) -> &[u8] {
    ///         self.0[index].0.as_bytes()
    ///     }
    ///     fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
    ///         append(self.0[index].0.as_bytes());
    ///         append(self.0[index].1.as_bytes());
    ///     }
    /// }
    ///
    /// let hash = Algorithm::by_name("tuplehash128")?.hash(&Default::default())?;
    /// let (mut digest, mut expected) = ([0; 32], [0; 32]);
    /// hash.digest_many(None, &Pairs(vec![("ab", "c")]), &mut digest)?;
    /// TupleHash128::new(b"").digest_into(&["ab", "c"], &mut expected)?;
    /// assert_eq!(digest, expected);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
        append(self.message(index));
    }
}

impl<T: AsRef<[u8]> + Sync> Messages for [T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        self[index].as_ref()
    }
    #[inline]
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        for (message, place) in self[first..].iter().zip(places) {
            *place = message.as_ref();
        }
    }
}

/// Implements [`Messages`] for references to messages and for owned lists of them.
macro_rules! same_messages {
    ($([$($parameters:tt)*] $type:ty;)+) => {$(
        impl<$($parameters)*> Messages for $type {
            fn count(&self) -> usize {
                (**self).count()
            }
            fn message(&self, index: usize) -> &[u8] {
                (**self).message(index)
            }
            fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
                (**self).list(first, places);
            }
            fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
                (**self).elements(index, append);
            }
        }
    )+};
}
same_messages! {
    [M: Messages + ?Sized] &M;
}
#[cfg(feature = "alloc")]
same_messages! {
    [T: AsRef<[u8]> + Sync] alloc::vec::Vec<T>;
    [M: Messages + Send + ?Sized] alloc::boxed::Box<M>;
}

impl<T: AsRef<[u8]> + Sync, const N: usize> Messages for [T; N] {
    fn count(&self) -> usize {
        N
    }
    fn message(&self, index: usize) -> &[u8] {
        self[index].as_ref()
    }
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        self.as_slice().list(first, places);
    }
}

/// Messages of any length stored consecutively in one buffer, like the values of a column in Apache Arrow: message `i`
/// begins at `offsets[i]` and ends at `offsets[i + 1]`.
///
/// Offsets can be `u32`, `u64`, `usize`, or Arrow's `i32` and `i64`.
///
/// ```
/// use counterpoint::{Rows, Sha3_256};
///
/// let rows = Rows::new(b"row 1row 2a longer row 3", &[0u32, 5, 10, 24])?;
/// let digests = Sha3_256::digest_many(&rows);
/// assert_eq!(digests[2], Sha3_256::digest("a longer row 3"));
/// # Ok::<(), counterpoint::RowsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, O = u32> {
    data: &'a [u8],
    offsets: &'a [O],
}

/// An integer that [`Rows`] accepts as an offset. The trait is sealed: only the library implements it.
pub trait Offset: Copy + Sync + sealed::ToIndex {}

mod sealed {
    /// An integer that can be converted to an index.
    pub trait ToIndex {
        /// Returns the index, or `None` if the integer is negative or too large.
        fn to_index(self) -> Option<usize>;
    }
}

macro_rules! offset {
    ($($integer:ty)+) => {$(
        impl Offset for $integer {}

        impl sealed::ToIndex for $integer {
            fn to_index(self) -> Option<usize> {
                self.try_into().ok()
            }
        }
    )+};
}
offset!(u32 u64 usize i32 i64);

impl<'a, O: Offset> Rows<'a, O> {
    /// Returns the rows of a buffer. There is one more offset than there are rows; an empty list of offsets means no
    /// rows.
    ///
    /// # Errors
    ///
    /// If an offset is negative, less than the one before it, or greater than the length of `data`.
    pub fn new(data: &'a [u8], offsets: &'a [O]) -> Result<Self, RowsError> {
        let mut previous = 0;
        for (index, offset) in offsets.iter().enumerate() {
            match offset.to_index() {
                Some(offset) if previous <= offset && offset <= data.len() => previous = offset,
                _ => return Err(RowsError::Offset { index }),
            }
        }
        Ok(Self { data, offsets })
    }
}

impl<O: Offset> Messages for Rows<'_, O> {
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }
    fn message(&self, index: usize) -> &[u8] {
        let offset = |index: usize| self.offsets[index].to_index().unwrap_or_default();
        &self.data[offset(index)..offset(index + 1)]
    }
}

/// Messages of equal length stored consecutively in one buffer, as in a column of Apache Arrow's type
/// `fixed_size_binary`.
///
/// If the length is known at compile time, you can pass `data.as_chunks().0` instead, which ignores bytes after the
/// last full row.
///
/// ```
/// use counterpoint::{EqualRows, Sha3_256};
///
/// let rows = EqualRows::new(b"row 1row 2row 3", 5)?;
/// assert_eq!(Sha3_256::digest_many(&rows)[1], Sha3_256::digest("row 2"));
/// # Ok::<(), counterpoint::RowsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EqualRows<'a> {
    data: &'a [u8],
    row_bytes: usize,
}

impl<'a> EqualRows<'a> {
    /// Returns the rows of a buffer, each of `row_bytes` bytes.
    ///
    /// # Errors
    ///
    /// If the length of `data` is not a multiple of `row_bytes`, or if `row_bytes` is 0.
    pub fn new(data: &'a [u8], row_bytes: usize) -> Result<Self, RowsError> {
        if row_bytes == 0 || !data.len().is_multiple_of(row_bytes) {
            return Err(RowsError::Length { bytes: data.len(), row_bytes });
        }
        Ok(Self { data, row_bytes })
    }
}

impl Messages for EqualRows<'_> {
    fn count(&self) -> usize {
        self.data.len() / self.row_bytes
    }
    fn message(&self, index: usize) -> &[u8] {
        &self.data[index * self.row_bytes..][..self.row_bytes]
    }
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        for (row, place) in self.data[first * self.row_bytes..].chunks_exact(self.row_bytes).zip(places) {
            *place = row;
        }
    }
}

/// Why a buffer can't be divided into rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowsError {
    /// An offset is negative, less than the one before it, or greater than the length of the buffer.
    Offset {
        /// Its index in the list of offsets.
        index: usize,
    },
    /// The buffer does not consist of rows of the given length.
    Length {
        /// The length of the buffer.
        bytes: usize,
        /// The length of a row.
        row_bytes: usize,
    },
    /// The validity bitmap has fewer bits than there are rows.
    Bitmap {
        /// The length of the bitmap.
        bytes: usize,
    },
}

impl core::fmt::Display for RowsError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Offset { index } => {
                write!(f, "row offset {index} is negative, decreasing, or past the end of the data")
            }
            Self::Length { bytes, row_bytes } => {
                write!(f, "{bytes} bytes can't be divided into rows of {row_bytes} bytes")
            }
            Self::Bitmap { bytes } => write!(f, "a bitmap of {bytes} bytes has fewer bits than there are rows"),
        }
    }
}

impl core::error::Error for RowsError {}

/// A range of consecutive messages.
#[derive(Clone, Copy)]
pub(crate) struct Part<'m> {
    messages: &'m dyn Messages,
    first: usize,
    count: usize,
}

impl<'m> Part<'m> {
    /// Returns the messages whose indices are in `range`.
    pub(crate) fn new(messages: &'m dyn Messages, range: core::ops::Range<usize>) -> Self {
        Self { messages, first: range.start, count: range.len() }
    }
}

impl Messages for Part<'_> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, index: usize) -> &[u8] {
        self.messages.message(self.first + index)
    }
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        self.messages.list(self.first + first, places);
    }
    fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
        self.messages.elements(self.first + index, append);
    }
}

/// Messages assembled from parts in one buffer, which is wiped on drop.
#[cfg(feature = "alloc")]
pub(crate) struct Joined {
    /// The messages, in a buffer allocated at its final length: if it grew, its old memory would not be wiped.
    bytes: Wiped<Vec<u8>>,
    /// The end of each message in the buffer.
    ends: Vec<usize>,
}

#[cfg(feature = "alloc")]
impl Joined {
    /// Returns a [window](Window) of messages from `first` on. `parts` appends the parts of a message one by one; it is
    /// called twice for each message.
    pub(crate) fn window(first: usize, count: usize, parts: impl Fn(usize, &mut dyn FnMut(&[u8]))) -> Self {
        let mut window = Window::default();
        for message in first..count {
            let mut bytes = 0;
            parts(message, &mut |part| bytes += part.len());
            if !window.append(bytes) {
                break;
            }
        }
        let mut bytes = Wiped(Vec::with_capacity(window.bytes));
        for message in first..first + window.ends.len() {
            parts(message, &mut |part| bytes.extend_from_slice(part));
        }
        Self { bytes, ends: window.ends }
    }

    /// Returns a [window](Window) of messages from `first` on, each after a prefix.
    pub(crate) fn prefixed(prefix: Option<u8>, messages: &dyn Messages, first: usize) -> Self {
        Self::written(usize::from(prefix.is_some()), messages, first, |bytes, message| {
            bytes.extend(prefix);
            bytes.extend_from_slice(message);
        })
    }

    /// Returns a [window](Window) of messages from `first` on, each with its lexicographically smaller half first.
    pub(crate) fn sorted_halves(messages: &dyn Messages, first: usize) -> Self {
        Self::written(0, messages, first, |bytes, message| {
            let (left, right) = message.split_at(message.len() / 2);
            bytes.extend_from_slice(left.min(right));
            bytes.extend_from_slice(left.max(right));
        })
    }

    /// Returns a [window](Window) of messages from `first` on, each written by `write`, which adds `more` bytes to it.
    /// The messages are fetched in lists, which is faster than one by one.
    fn written(more: usize, messages: &dyn Messages, first: usize, write: impl Fn(&mut Vec<u8>, &[u8])) -> Self {
        /// The number of messages fetched by one call.
        const LIST: usize = 64;
        let mut list: [&[u8]; LIST] = [&[]; LIST];
        let left = messages.count() - first;
        let mut window = Window::default();
        'lengths: for done in (0..left.min(Window::MOST)).step_by(LIST) {
            let list = &mut list[..LIST.min(left - done)];
            messages.list(first + done, list);
            for message in list {
                if !window.append(more + message.len()) {
                    break 'lengths;
                }
            }
        }
        let mut bytes = Wiped(Vec::with_capacity(window.bytes));
        for done in (0..window.ends.len()).step_by(LIST) {
            let list = &mut list[..LIST.min(window.ends.len() - done)];
            messages.list(first + done, list);
            list.iter().for_each(|message| write(&mut bytes, message));
        }
        Self { bytes, ends: window.ends }
    }
}

/// The messages joined and hashed together: few enough to stay in cache, and enough to fill every kernel.
#[cfg(feature = "alloc")]
#[derive(Default)]
struct Window {
    /// The end of each message.
    ends: Vec<usize>,
    /// The length of all messages.
    bytes: usize,
}

#[cfg(feature = "alloc")]
impl Window {
    /// The minimum number of messages, however long they are, unless there are no more.
    const LEAST: usize = 16;
    /// The maximum number of messages.
    const MOST: usize = 1 << 10;
    /// The maximum length in bytes of a window with more than the minimum number of messages.
    const BYTES: usize = 1 << 17;

    /// Appends a message and returns true, or returns false if the window ends before it.
    fn append(&mut self, bytes: usize) -> bool {
        let count = self.ends.len();
        if count == Self::MOST || count >= Self::LEAST && self.bytes + bytes > Self::BYTES {
            return false;
        }
        self.bytes += bytes;
        self.ends.push(self.bytes);
        true
    }
}

#[cfg(feature = "alloc")]
impl Messages for Joined {
    fn count(&self) -> usize {
        self.ends.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[begin..self.ends[index]]
    }
}

/// Calls `each` with every maximal run of consecutive short messages, and with every other message on its own.
#[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "only trees treat short messages differently"))]
pub(crate) fn by_short_parts(
    messages: &dyn Messages,
    is_short: impl Fn(&[u8]) -> bool,
    mut each: impl FnMut(core::ops::Range<usize>, bool),
) {
    let mut begin = 0;
    while begin < messages.count() {
        let short = |index: usize| is_short(messages.message(index));
        let is_short = short(begin);
        let mut end = begin + 1;
        while is_short && end < messages.count() && short(end) {
            end += 1;
        }
        each(begin..end, is_short);
        begin = end;
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{Joined, Messages, Window, sealed::ToIndex};
    use std::vec;
    use std::vec::Vec;

    /// Messages with the default `list`, which panics past the last message.
    struct OneByOne<'m>(&'m [Vec<u8>]);

    impl Messages for OneByOne<'_> {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn message(&self, index: usize) -> &[u8] {
            &self.0[index]
        }
    }

    /// Returns the number of messages in each window, and compares the messages in it.
    fn windows(messages: &[Vec<u8>], prefix: Option<u8>) -> Vec<usize> {
        let mut counts = vec![];
        let mut first = 0;
        while first < messages.len() {
            let parts = |message: usize, append: &mut dyn FnMut(&[u8])| {
                append(prefix.as_slice());
                append(&messages[message]);
            };
            let prefixed = Joined::prefixed(prefix, &OneByOne(messages), first);
            let window = Joined::window(first, messages.len(), parts);
            assert_eq!(prefixed.count(), window.count());
            for index in 0..window.count() {
                let expected = [prefix.as_slice(), &messages[first + index]].concat();
                assert_eq!((window.message(index), prefixed.message(index)), (&expected[..], &expected[..]));
            }
            counts.push(window.count());
            first += window.count();
        }
        counts
    }

    #[test]
    fn the_lesser_half_is_first() {
        let messages = [b"ab".as_slice(), b"ba", b"", b"1202", b"0212", b"aa"];
        let sorted = Joined::sorted_halves(&messages, 1);
        let sorted: Vec<_> = (0..sorted.count()).map(|index| sorted.message(index).to_vec()).collect();
        assert_eq!(sorted, [b"ab".as_slice(), b"", b"0212", b"0212", b"aa"]);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn offsets_past_4_gib() {
        let offset = (1 << 32) + 10;
        assert_eq!([(offset as i64).to_index(), (offset as u64).to_index(), offset.to_index()], [Some(offset); 3]);
    }

    #[test]
    fn windows_end_by_their_number_of_messages_or_of_bytes() {
        let (most, least) = (Window::MOST, Window::LEAST);
        for prefix in [None, Some(7)] {
            assert_eq!(windows(&vec![vec![1; 3]; 2 * most + 5], prefix), [most, most, 5]);
            assert_eq!(windows(&vec![vec![1; 2 * Window::BYTES]; 2 * least + 1], prefix), [least, least, 1]);
            assert_eq!(windows(&vec![vec![]; most + 1], prefix), [most, 1]);
            assert_eq!(windows(&vec![vec![1; 3]; 100], prefix), [100]);
            let mut mixed = vec![vec![2; 5]; least];
            mixed.extend([vec![3; Window::BYTES], vec![4; 9]]);
            assert_eq!(windows(&mixed, prefix), [least, 2]);
        }
        assert!(windows(&[], None).is_empty());
    }
}
