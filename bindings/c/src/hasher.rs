//! One message in pieces.

use crate::function::{check_output, cpt_function, function_behind};
use crate::slices::{bytes, object, object_mut, slice_mut};
use crate::status::cpt_status::{CPT_ERROR_LENGTH, CPT_ERROR_MEMORY, CPT_ERROR_STATE, CPT_ERROR_WRONG_TAG};
use crate::status::{Failure, cpt_status, status};
use core::alloc::Layout;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use counterpoint::registry::{Hasher, InPlace, Reader};
use counterpoint::tag;

/// A message hashed in pieces, and its output.
pub struct cpt_hasher {
    message: Message,
    /// Whether the message has ended, and the output has begun.
    ended: bool,
    digest_bytes: usize,
    extendable: bool,
}

/// Where the message is.
enum Message {
    /// On the heap.
    Heap(Box<dyn Hasher>),
    /// After the `cpt_hasher`, in the caller's memory.
    Caller(InPlace<'static, dyn Hasher>),
}

impl cpt_hasher {
    fn new(function: &cpt_function, message: Message) -> Self {
        let hash = &function.hash;
        Self { message, ended: false, digest_bytes: hash.digest_bytes(), extendable: hash.extendable() }
    }

    fn hasher(&mut self) -> &mut dyn Hasher {
        match &mut self.message {
            Message::Heap(hasher) => &mut **hasher,
            Message::Caller(hasher) => &mut **hasher,
        }
    }

    fn shared_hasher(&self) -> &dyn Hasher {
        match &self.message {
            Message::Heap(hasher) => &**hasher,
            Message::Caller(hasher) => &**hasher,
        }
    }

    /// Returns an error unless the output can have this length.
    fn check_output(&self, bytes: usize) -> Result<(), Failure> {
        check_output(self.extendable, self.digest_bytes, bytes)
    }

    /// Returns an error if the message has ended.
    fn check_open(&self) -> Result<(), Failure> {
        if self.ended {
            return Err(Failure::new(
                CPT_ERROR_STATE,
                "the message has ended; call `cpt_hasher_reset` to begin another one",
            ));
        }
        Ok(())
    }

    /// Ends the message, unless it has already ended, and returns its output.
    fn output(&mut self) -> &mut dyn Reader {
        let ended = core::mem::replace(&mut self.ended, true);
        let hasher = self.hasher();
        if !ended {
            hasher.finalize_in_place(0, 0);
        }
        hasher.output()
    }
}

/// Returns the size and alignment of a hasher followed by its message.
fn layout(message: Layout) -> Layout {
    let (layout, _) = Layout::new::<cpt_hasher>().extend(message).expect("a hasher has a few thousand bytes");
    layout.pad_to_align()
}

/// Writes a hasher into the caller's memory. `hasher` creates it with its message in the memory that follows.
///
/// # Safety
///
/// If `memory` is not null, it must point to `bytes` bytes, which nothing else uses until the hasher is freed.
unsafe fn put(
    place: &mut *mut cpt_hasher,
    (memory, bytes): (*mut c_void, usize),
    layout: Layout,
    hasher: impl FnOnce(&'static mut [MaybeUninit<u8>]) -> Result<cpt_hasher, Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise. Possibly uninitialized bytes are not read.
    let memory = unsafe { slice_mut("memory", memory.cast::<MaybeUninit<u8>>(), bytes)? };
    let unused = memory.as_ptr().align_offset(layout.align());
    let Some(memory) = memory.get_mut(unused..).filter(|memory| memory.len() >= layout.size()) else {
        let (size, alignment) = (layout.size(), layout.align());
        let message = format!(
            "hasher buffer too small or misaligned: {bytes} bytes given; {size} bytes aligned to {alignment} required"
        );
        return Err(Failure::new(CPT_ERROR_MEMORY, message));
    };
    let (head, message) = memory.split_at_mut(size_of::<cpt_hasher>());
    let head = head.as_mut_ptr().cast::<cpt_hasher>();
    let hasher = hasher(message)?;
    // SAFETY: the memory has the required size and alignment.
    unsafe { head.write(hasher) };
    *place = head;
    Ok(())
}

/// Begins a message with a hasher on the heap, and writes it to `hasher`. Free it with `cpt_hasher_free`.
///
/// ```c
/// cpt_hasher *hasher;
/// uint8_t digest[32];
/// if (cpt_hasher_new(&hasher, cpt_function_of(CPT_SHA3_256)) == CPT_OK) {
///     cpt_hasher_update(hasher, "abc", 3);
///     cpt_hasher_final(hasher, digest, sizeof digest);
///     cpt_hasher_free(hasher);
/// }
/// ```
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_new(hasher: *mut *mut cpt_hasher, function: *const cpt_function) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("hasher", hasher)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        let function = unsafe { function_behind(function)? };
        let message = Message::Heap(function.hash.hasher(function.implementation())?);
        *place = Box::into_raw(Box::new(cpt_hasher::new(function, message)));
        Ok(())
    })
}

/// Returns the number of bytes required by `cpt_hasher_init` at an aligned address; 0 for null. `CPT_HASHER_BYTES`
/// bytes at any address are enough for every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_size(function: *const cpt_function) -> usize {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { function.as_ref() }.map_or(0, |function| layout(function.hash.hasher_layout()).size())
}

/// Returns the alignment of a hasher in bytes; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_alignment(function: *const cpt_function) -> usize {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { function.as_ref() }.map_or(0, |function| layout(function.hash.hasher_layout()).align())
}

/// Enough bytes for a hasher of any function, at any address.
pub const CPT_HASHER_BYTES: usize = 2048;

/// Begins a message with a hasher in the caller's memory, and writes the pointer to it to `hasher`. The memory must not
/// be moved or copied. `cpt_hasher_free` wipes the hasher but does not free the memory.
///
/// ```c
/// unsigned char memory[CPT_HASHER_BYTES];
/// cpt_hasher *hasher;
/// cpt_hasher_init(&hasher, memory, sizeof memory, cpt_function_of(CPT_SHA3_256));
/// ```
///
/// Errors: `CPT_ERROR_MEMORY`, `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_init(
    hasher: *mut *mut cpt_hasher,
    memory: *mut c_void,
    memory_bytes: usize,
    function: *const cpt_function,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("hasher", hasher)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        let function = unsafe { function_behind(function)? };
        let message_layout = function.hash.hasher_layout();
        // SAFETY: as above.
        unsafe {
            put(place, (memory, memory_bytes), layout(message_layout), |memory| {
                let message = function.hash.hasher_in(function.implementation(), memory)?;
                Ok(cpt_hasher::new(function, Message::Caller(message)))
            })
        }
    })
}

/// Wipes a hasher, and frees it if it is on the heap. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_free(hasher: *mut cpt_hasher) {
    if hasher.is_null() {
        return;
    }
    // SAFETY: a function of this file created it where its message is, and the caller no longer uses it.
    unsafe {
        match (*hasher).message {
            Message::Heap(_) => drop(Box::from_raw(hasher)),
            Message::Caller(_) => hasher.drop_in_place(),
        }
    }
}

/// Appends to the message. For TupleHash, appends an element to the tuple. `data` may be null if `data_bytes` is 0.
///
/// Errors: `CPT_ERROR_STATE` if the message has ended; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_update(
    hasher: *mut cpt_hasher,
    data: *const c_void,
    data_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (hasher, data) = unsafe { (object_mut("hasher", hasher)?, bytes("data", data, data_bytes)?) };
        hasher.check_open()?;
        hasher.hasher().update(data);
        Ok(())
    })
}

/// Ends the message and writes its digest. An extendable output can also be read in pieces, with `cpt_hasher_squeeze`.
///
/// Errors: `CPT_ERROR_LENGTH` if the digest has a different length; `CPT_ERROR_STATE` if the message has ended;
/// `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_final(hasher: *mut cpt_hasher, output: *mut u8, output_bytes: usize) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (hasher, output) = unsafe { (object_mut("hasher", hasher)?, slice_mut("output", output, output_bytes)?) };
        hasher.check_open()?;
        hasher.check_output(output_bytes)?;
        hasher.output().read(output);
        Ok(())
    })
}

/// Ends the message, unless it has already ended, and writes the next bytes of an extendable output.
///
/// Errors: `CPT_ERROR_LENGTH` if the digest has a fixed length; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_squeeze(
    hasher: *mut cpt_hasher,
    output: *mut u8,
    output_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (hasher, output) = unsafe { (object_mut("hasher", hasher)?, slice_mut("output", output, output_bytes)?) };
        if !hasher.extendable {
            let message =
                format!("the digest has a fixed length of {} bytes: use `cpt_hasher_final`", hasher.digest_bytes);
            return Err(Failure::new(CPT_ERROR_LENGTH, message));
        }
        hasher.output().read(output);
        Ok(())
    })
}

/// Ends the message and compares its digest with a tag in constant time. The tag may be shorter than the digest if the
/// sender truncated it, but must have at least 8 bytes.
///
/// Errors: `CPT_ERROR_WRONG_TAG`; `CPT_ERROR_LENGTH` if the tag has fewer than 8 bytes, or more than the digest;
/// `CPT_ERROR_STATE` if the message has ended; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_verify(
    hasher: *mut cpt_hasher,
    tag: *const c_void,
    tag_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (hasher, tag) = unsafe { (object_mut("hasher", hasher)?, bytes("tag", tag, tag_bytes)?) };
        hasher.check_open()?;
        let output_bits = (!hasher.extendable).then_some(8 * hasher.digest_bytes as u64);
        tag::check_length(tag_bytes, output_bits)?;
        if !hasher.output().matches(tag) {
            return Err(Failure::new(CPT_ERROR_WRONG_TAG, "the tag is wrong: do not trust the message"));
        }
        Ok(())
    })
}

/// Begins another message with the same function.
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_reset(hasher: *mut cpt_hasher) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let hasher = unsafe { object_mut("hasher", hasher)? };
        hasher.hasher().reset();
        hasher.ended = false;
        Ok(())
    })
}

/// Copies a hasher to the heap, and writes the independent copy to `copy`.
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_copy(hasher: *const cpt_hasher, copy: *mut *mut cpt_hasher) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("copy", copy)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        let hasher = unsafe { object("hasher", hasher)? };
        let message = Message::Heap(hasher.shared_hasher().boxed_clone());
        *place = Box::into_raw(Box::new(cpt_hasher { message, ..*hasher }));
        Ok(())
    })
}

/// Copies a hasher into the caller's memory, like `cpt_hasher_init`, and writes the independent copy to `copy`.
///
/// Errors: `CPT_ERROR_MEMORY`, `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hasher_copy_init(
    hasher: *const cpt_hasher,
    copy: *mut *mut cpt_hasher,
    memory: *mut c_void,
    memory_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("copy", copy)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        let hasher = unsafe { object("hasher", hasher)? };
        let message_layout = Layout::for_value(hasher.shared_hasher());
        // SAFETY: as above.
        unsafe {
            put(place, (memory, memory_bytes), layout(message_layout), |memory| {
                let message = Message::Caller(hasher.shared_hasher().clone_in(memory));
                Ok(cpt_hasher { message, ..*hasher })
            })
        }
    })
}
