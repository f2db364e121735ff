//! Many messages at once: a list of pointers, or a table column.

use crate::function::{cpt_function, function_behind};
use crate::slices::{bytes, slice, slice_mut};
use crate::status::cpt_status::{CPT_ERROR_LENGTH, CPT_ERROR_NULL, CPT_ERROR_ROWS};
use crate::status::{Failure, cpt_status, status};
use core::ffi::{c_uint, c_void};
use counterpoint::registry::{Validity, digest_column};
use counterpoint::{EqualRows, Messages, Offset, Rows};

/// Messages as pointers and lengths. A pointer is null only if its message is empty.
pub(crate) struct Pointers<'a> {
    messages: &'a [*const c_void],
    lengths: &'a [usize],
}

impl<'a> Pointers<'a> {
    /// Returns `count` messages. `name` is the name of the parameter, and `one` the word for a message in errors.
    ///
    /// # Safety
    ///
    /// `messages` and `lengths` must point to this number of items, unless they are null, and each message that is not
    /// null to as many bytes as its length states. Nothing may write to them during 'a.
    pub(crate) unsafe fn new(
        (name, one): (&str, &str),
        messages: *const *const c_void,
        lengths: *const usize,
        count: usize,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let (messages, lengths) = unsafe { (slice(name, messages, count)?, slice("lengths", lengths, count)?) };
        for (index, (message, &bytes)) in messages.iter().zip(lengths).enumerate() {
            if message.is_null() && bytes > 0 {
                return Err(Failure::new(CPT_ERROR_NULL, format!("{one} {index} is a null pointer")));
            }
            if bytes > isize::MAX as usize {
                return Err(Failure::new(CPT_ERROR_LENGTH, format!("{one} {index} can't have {bytes} bytes")));
            }
        }
        Ok(Self { messages, lengths })
    }
}

// SAFETY: the messages are only read.
unsafe impl Sync for Pointers<'_> {}

impl Messages for Pointers<'_> {
    fn count(&self) -> usize {
        self.messages.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        let (message, bytes) = (self.messages[index], self.lengths[index]);
        if bytes == 0 {
            return &[];
        }
        // SAFETY: `new` has checked that the pointer is not null and the length not too large. Its caller promises that
        // there are this many bytes.
        unsafe { core::slice::from_raw_parts(message.cast(), bytes) }
    }
}

/// Empty rows, which `EqualRows` can't count.
struct EmptyRows(usize);

impl Messages for EmptyRows {
    fn count(&self) -> usize {
        self.0
    }
    fn message(&self, _: usize) -> &[u8] {
        &[]
    }
}

/// Returns the requested number of threads.
pub(crate) fn threads(asked: c_uint) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked as usize,
    }
}

/// Returns the memory for `count` outputs of `output_bytes` bytes.
///
/// # Safety
///
/// If `outputs` is not null, it must point to this many bytes, which nothing else reads or writes during 'a.
unsafe fn outputs<'a>(
    function: &cpt_function,
    outputs: *mut u8,
    output_bytes: usize,
    count: usize,
) -> Result<&'a mut [u8], Failure> {
    function.check_output(output_bytes)?;
    let bytes = output_bytes.checked_mul(count);
    let bytes = bytes.ok_or_else(|| Failure::new(CPT_ERROR_LENGTH, format!("{count} outputs do not fit in memory")))?;
    // SAFETY: the caller's promise.
    unsafe { slice_mut("outputs", outputs, bytes) }
}

/// Writes the concatenated hashes of many messages: `outputs` points to `count * output_bytes` bytes. An empty message
/// may be null.
///
/// `threads` is the maximum number of threads: 1 for the calling thread alone, 0 for one per CPU. The calling thread
/// always hashes a small batch alone.
///
/// ```c
/// const void *rows[3] = {"a", "bc", NULL};
/// const size_t lengths[3] = {1, 2, 0};
/// uint8_t digests[3][32];
/// cpt_hash_many(cpt_function_of(CPT_SHA3_256), rows, lengths, 3, digests[0], 32, 1);
/// ```
///
/// Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hash_many(
    function: *const cpt_function,
    messages: *const *const c_void,
    lengths: *const usize,
    count: usize,
    outputs: *mut u8,
    output_bytes: usize,
    threads: c_uint,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (function, messages) =
            unsafe { (function_behind(function)?, Pointers::new(("messages", "message"), messages, lengths, count)?) };
        // SAFETY: as above.
        let outputs = unsafe { self::outputs(function, outputs, output_bytes, count)? };
        let implementation = function.implementation();
        function.hash.digest_many_in_threads(implementation, &messages, outputs, self::threads(threads))?;
        Ok(())
    })
}

/// The parameters after the rows of the functions for columns.
struct Column {
    function: *const cpt_function,
    count: usize,
    validity: *const c_void,
    validity_offset: usize,
    outputs: *mut u8,
    output_bytes: usize,
    threads: c_uint,
}

impl Column {
    /// Hashes the rows.
    ///
    /// # Safety
    ///
    /// Each pointer must be null or point to as many bytes as documented for [`cpt_hash_rows32`].
    unsafe fn hash(self, rows: &dyn Messages) -> Result<(), Failure> {
        let bits = self.validity_offset.checked_add(self.count);
        let bits = bits.ok_or_else(|| Failure::new(CPT_ERROR_ROWS, "the bitmap does not fit in memory"))?;
        // SAFETY: the caller's promise.
        let (function, outputs) = unsafe {
            let function = function_behind(self.function)?;
            (function, outputs(function, self.outputs, self.output_bytes, self.count)?)
        };
        let mut validity = None;
        if !self.validity.is_null() {
            // SAFETY: the caller's promise.
            let bitmap = unsafe { bytes("validity", self.validity, bits.div_ceil(8))? };
            validity = Some(Validity::new(bitmap, self.validity_offset, self.count)?);
        }
        let (hash, threads) = (&*function.hash, threads(self.threads));
        digest_column(hash, function.implementation(), rows, validity, outputs, threads)?;
        Ok(())
    }

    /// Hashes rows by their offsets.
    ///
    /// # Safety
    ///
    /// As [`Self::hash`].
    unsafe fn hash_rows<O: Offset + Into<i64>>(self, data: *const c_void, offsets: *const O) -> Result<(), Failure> {
        if self.count == 0 {
            // SAFETY: the caller's promise.
            return unsafe { self.hash(&EmptyRows(0)) };
        }
        let offsets_count = self.count.checked_add(1);
        let count = offsets_count.ok_or_else(|| Failure::new(CPT_ERROR_ROWS, "the offsets do not fit in memory"))?;
        // SAFETY: the caller's promise.
        let offsets = unsafe { slice("offsets", offsets, count)? };
        // Only the last offset determines the number of bytes. `Rows` checks that no other offset is greater.
        let last: i64 = offsets[count - 1].into();
        let data_bytes = usize::try_from(last);
        let data_bytes =
            data_bytes.map_err(|_| Failure::new(CPT_ERROR_ROWS, format!("invalid last offset: {last}")))?;
        // SAFETY: the caller's promise.
        let data = unsafe { bytes("data", data, data_bytes)? };
        // SAFETY: the caller's promise.
        unsafe { self.hash(&Rows::new(data, offsets)?) }
    }
}

/// Writes the hashes of the rows of a column in Apache Arrow's format (`Binary`, `Utf8`): row `i` consists of the bytes
/// from `data[offsets[i]]` up to, but excluding, `data[offsets[i + 1]]`. There are `count + 1` offsets.
///
/// `validity` is null or a bitmap with a 0 for each null row: row `i` has the bit `validity_offset + i`, and bit `b` is
/// bit `b % 8` of byte `b / 8`, counted from the least significant bit. A null row is not hashed; its output is zeros.
///
/// Outputs, lengths and threads are as in `cpt_hash_many`.
///
/// Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`; `CPT_ERROR_ROWS` if an offset is negative or decreasing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hash_rows32(
    function: *const cpt_function,
    data: *const c_void,
    offsets: *const i32,
    count: usize,
    validity: *const c_void,
    validity_offset: usize,
    outputs: *mut u8,
    output_bytes: usize,
    threads: c_uint,
) -> cpt_status {
    let column = Column { function, count, validity, validity_offset, outputs, output_bytes, threads };
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    status(|| unsafe { column.hash_rows(data, offsets) })
}

/// Like `cpt_hash_rows32`, with 64-bit offsets (`LargeBinary`, `LargeUtf8`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hash_rows64(
    function: *const cpt_function,
    data: *const c_void,
    offsets: *const i64,
    count: usize,
    validity: *const c_void,
    validity_offset: usize,
    outputs: *mut u8,
    output_bytes: usize,
    threads: c_uint,
) -> cpt_status {
    let column = Column { function, count, validity, validity_offset, outputs, output_bytes, threads };
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    status(|| unsafe { column.hash_rows(data, offsets) })
}

/// Like `cpt_hash_rows32`, for rows of `row_bytes` bytes each (`FixedSizeBinary`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hash_equal_rows(
    function: *const cpt_function,
    data: *const c_void,
    row_bytes: usize,
    count: usize,
    validity: *const c_void,
    validity_offset: usize,
    outputs: *mut u8,
    output_bytes: usize,
    threads: c_uint,
) -> cpt_status {
    let column = Column { function, count, validity, validity_offset, outputs, output_bytes, threads };
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        unsafe { with_equal_rows(data, row_bytes, count, |rows| column.hash(rows)) }
    })
}

/// Calls `body` with `count` rows of equal length.
///
/// # Safety
///
/// If `data` is not null, it must point to this many bytes, which are not written during the call.
pub(crate) unsafe fn with_equal_rows<R>(
    data: *const c_void,
    row_bytes: usize,
    count: usize,
    body: impl FnOnce(&dyn Messages) -> Result<R, Failure>,
) -> Result<R, Failure> {
    if row_bytes == 0 {
        return body(&EmptyRows(count));
    }
    let data_bytes = row_bytes.checked_mul(count);
    let data_bytes = data_bytes.ok_or_else(|| Failure::new(CPT_ERROR_ROWS, "the rows do not fit in memory"))?;
    // SAFETY: the caller's promise.
    body(&EqualRows::new(unsafe { bytes("data", data, data_bytes)? }, row_bytes)?)
}
