//! The memory that JavaScript and the module share, and what is wiped after a call.

use crate::family::State;
use core::cell::UnsafeCell;

include!("stack_bytes.rs");

/// The length of [`Border::buffer`] and [`Border::output`].
pub(crate) const BYTES: usize = 1 << 16;
/// The most messages of a call.
pub(crate) const MESSAGES: usize = 2048;

/// What JavaScript reads and writes, by the addresses that the exports return.
#[repr(C, align(16))]
pub(crate) struct Border {
    /// Messages and options.
    pub buffer: [u8; BYTES],
    /// Digests, and other output.
    pub output: [u8; BYTES],
    /// Where messages of different lengths end.
    pub offsets: [u32; MESSAGES],
    /// A message that is absorbed in pieces.
    pub state: Kept,
}

/// A message that is absorbed in pieces, if there is one.
// In this form, zeros are no message.
#[repr(C, u32)]
pub(crate) enum Kept {
    Nothing = 0,
    Message(State) = 1,
}

impl Kept {
    /// How many bytes are in front of the message.
    pub(crate) const TAG_BYTES: usize = {
        let bytes = align_of::<State>();
        if bytes < 4 { 4 } else { bytes }
    };

    /// Returns the message. If there is none, JavaScript has called an export before `begin`, which is a trap.
    pub(crate) fn message(&mut self) -> &mut State {
        match self {
            Self::Message(state) => state,
            Self::Nothing => core::arch::wasm32::unreachable(),
        }
    }
}

struct Shared(UnsafeCell<Border>);

// SAFETY: WebAssembly without shared memory has one thread.
unsafe impl Sync for Shared {}

static BORDER: Shared = Shared(UnsafeCell::new(Border {
    buffer: [0; BYTES],
    output: [0; BYTES],
    offsets: [0; MESSAGES],
    state: Kept::Nothing,
}));

/// Returns the addresses only, without a reference to what is there.
pub(crate) fn address() -> *const Border {
    BORDER.0.get()
}

/// Runs an export's work on the shared memory, and wipes the stack that it used.
#[inline(always)]
pub(crate) fn call<R>(work: impl FnOnce(&mut Border) -> R) -> R {
    // SAFETY: the module imports nothing and its exports do not call each other, so no other reference exists while
    // `work` runs. JavaScript writes only plain numbers, and into `state` only bytes that this module has made.
    let border = unsafe { &mut *BORDER.0.get() };
    let result = work(border);
    wipe_stack();
    result
}

/// Overwrites the stack with zeros. JavaScript calls exports with an empty stack, so all of it is free here.
#[inline(always)]
fn wipe_stack() {
    let stack = core::ptr::with_exposed_provenance_mut::<u8>(STACK_BYTES - WIPED_BYTES);
    // SAFETY: by the linker's arguments (build.rs), the stack is the memory below this address. Exports have no value
    // on the stack themselves: what they call returned before.
    unsafe { core::ptr::write_bytes(stack, 0, WIPED_BYTES) };
}

/// How deep calls go on the stack; a test compares all memory after them.
const WIPED_BYTES: usize = 8 << 10;
