//! The exports that all modules have, and the macro that defines the others.

use crate::border::{Border, Kept, address};
use crate::family;

/// Returns the version: major, minor and patch, in 16, 8 and 8 bits.
#[unsafe(no_mangle)]
extern "C" fn version() -> u32 {
    const fn number(text: &str) -> u32 {
        let (mut number, mut i) = (0, 0);
        while i < text.len() {
            number = 10 * number + (text.as_bytes()[i] - b'0') as u32;
            i += 1;
        }
        number
    }
    const {
        number(env!("CARGO_PKG_VERSION_MAJOR")) << 16
            | number(env!("CARGO_PKG_VERSION_MINOR")) << 8
            | number(env!("CARGO_PKG_VERSION_PATCH"))
    }
}

/// Returns the number of the family.
#[unsafe(no_mangle)]
extern "C" fn family() -> u32 {
    family::FAMILY
}

/// Defines exports that return the address of a part of the shared memory.
macro_rules! addresses {
    ($($field:ident)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $field() -> usize {
            address() as usize + core::mem::offset_of!(Border, $field)
        }
    )+};
}
addresses!(buffer output offsets state);

/// Returns the number of bytes of a state.
#[unsafe(no_mangle)]
extern "C" fn state_bytes(f: u32) -> usize {
    Kept::BYTES_BEFORE + family::state_bytes(f)
}

/// Defines exports. The work on the shared memory is a function of its own, so that nothing is on the stack when the
/// stack is wiped. It returns the export's result, and whether it used much of the stack.
macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($border:ident $(, $operand:ident: $type:ty)*) -> $result:ty $work:block)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        extern "C" fn $name($($operand: $type),*) -> $result {
            #[inline(never)]
            fn work($border: &mut $crate::border::Border $(, $operand: $type)*) -> ($result, bool) $work
            $crate::border::call(|border| work(border $(, $operand)*))
        }
    )+};
}

pub(crate) use exports;

/// The options, the key or the saved state are malformed.
pub(crate) const MALFORMED: u32 = 1;

/// Puts a state into the shared memory. Returns 0, or an error code; on an error, the state is unchanged.
pub(crate) fn put(state: Result<family::State, u32>, kept: &mut Kept) -> u32 {
    match state {
        Ok(state) => {
            kept.put(state);
            0
        }
        Err(code) => code,
    }
}
