//! The memory that JavaScript and the module share, and its wiping after each call.

use crate::family::{BUFFER_BYTES, State};
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, compiler_fence};

include!("stack_bytes.rs");

/// The length of [`Border::output`] in bytes.
const OUTPUT_BYTES: usize = 1 << 16;
/// The most messages in a call.
const MESSAGES: usize = 2048;

/// How many bytes of the stack are wiped after most calls, and after calls that use more. A test compares all memory.
const SHALLOW: usize = 2 << 10;
const DEEP: usize = STACK_BYTES - (1 << 10);

/// What JavaScript reads and writes, at the addresses that the exports return.
#[repr(C, align(16))]
pub(crate) struct Border {
    /// Messages, options and keys.
    pub buffer: [u8; BUFFER_BYTES],
    /// Digests, and other output.
    pub output: [u8; OUTPUT_BYTES],
    /// Where messages of different lengths end.
    pub offsets: [u32; MESSAGES],
    /// A message that is absorbed in pieces, or a key or session.
    pub state: Kept,
}

/// A message absorbed in pieces, if there is one; all zeros if there is none. A key or a session is treated as a
/// message that never ends.
#[repr(C)]
pub(crate) struct Kept {
    phase: u32,
    state: MaybeUninit<State>,
}

/// No message.
const NOTHING: u32 = 0;
/// A message that has not ended.
const ABSORBING: u32 = 1;
/// A message that has ended.
#[cfg(not(any(feature = "aes", feature = "aead")))]
const SQUEEZING: u32 = 2;

impl Kept {
    /// How many bytes precede the state.
    pub(crate) const BYTES_BEFORE: usize = core::mem::offset_of!(Self, state);

    /// Replaces the message with an empty one.
    pub(crate) fn put(&mut self, state: State) {
        self.phase = ABSORBING;
        self.state.write(state);
    }

    /// Returns the message, whether or not it has ended.
    #[cfg(not(any(feature = "aes", feature = "aead")))]
    pub(crate) fn any(&self) -> Option<&State> {
        // SAFETY: `put` has written it, or JavaScript has written back an earlier copy.
        (self.phase != NOTHING).then(|| unsafe { self.state.assume_init_ref() })
    }

    /// Returns the message. Traps if there is none or it has ended.
    pub(crate) fn absorbing(&mut self) -> &mut State {
        self.in_phase(ABSORBING)
    }

    /// Ends the message and returns it. Traps if there is none or it has already ended.
    #[cfg(not(any(feature = "aes", feature = "aead")))]
    pub(crate) fn ending(&mut self) -> &mut State {
        self.absorbing();
        self.phase = SQUEEZING;
        self.in_phase(SQUEEZING)
    }

    /// Returns the message, which has ended. Traps if there is none or it has not ended.
    #[cfg(not(any(feature = "aes", feature = "aead")))]
    pub(crate) fn squeezing(&mut self) -> &mut State {
        self.in_phase(SQUEEZING)
    }

    fn in_phase(&mut self, phase: u32) -> &mut State {
        if self.phase != phase {
            core::arch::wasm32::unreachable();
        }
        // SAFETY: as in `any`.
        unsafe { self.state.assume_init_mut() }
    }
}

struct Shared(UnsafeCell<Border>);

// SAFETY: WebAssembly without shared memory has one thread.
unsafe impl Sync for Shared {}

static BORDER: Shared = Shared(UnsafeCell::new(Border {
    buffer: [0; BUFFER_BYTES],
    output: [0; OUTPUT_BYTES],
    offsets: [0; MESSAGES],
    state: Kept { phase: NOTHING, state: MaybeUninit::zeroed() },
}));

/// Returns the address of the shared memory. Does not create a reference, which only [`call`] may do.
pub(crate) fn address() -> *const Border {
    BORDER.0.get()
}

/// Runs an export's work on the shared memory, then wipes the stack. The work returns whether it used more of the stack
/// than most calls do.
#[inline(always)]
pub(crate) fn call<R>(work: impl FnOnce(&mut Border) -> (R, bool)) -> R {
    // SAFETY: the module imports nothing and its exports do not call each other, so no other reference exists while
    // `work` runs. JavaScript writes only plain numbers, and into `state` only bytes that this module has produced.
    let border = unsafe { &mut *BORDER.0.get() };
    let (result, deep) = work(border);
    wipe_stack(if deep { DEEP } else { SHALLOW });
    result
}

/// Overwrites a message, key or options. For short ones, this avoids `memory.fill`, which engines implement as a
/// function call.
#[inline]
pub(crate) fn wipe(bytes: &mut [u8]) {
    if bytes.len() > 256 {
        return bytes.fill(0);
    }
    let (words, rest) = bytes.as_chunks_mut::<8>();
    for word in words {
        *word = [0; 8];
        // Otherwise the compiler turns the loop into that instruction.
        compiler_fence(Ordering::SeqCst);
    }
    for byte in rest {
        *byte = 0;
        compiler_fence(Ordering::SeqCst);
    }
}

/// Overwrites the upper part of the stack with zeros. JavaScript calls exports with an empty stack, so all of it is
/// free here.
#[inline(always)]
fn wipe_stack(bytes: usize) {
    let stack = core::ptr::with_exposed_provenance_mut::<u8>(STACK_BYTES - bytes);
    // SAFETY: by the linker's arguments (build.rs), the stack is the memory below this address. Exports keep no value
    // on the stack themselves, and the functions they called have returned.
    unsafe { core::ptr::write_bytes(stack, 0, bytes) };
}
