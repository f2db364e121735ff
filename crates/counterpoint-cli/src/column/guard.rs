//! Calls into code that may panic over a corrupt file.
//!
//! The decoders check most of what a file says, and end with a panic where they rely on it. The user gets an
//! error that says that the file is corrupt, without the panic's place in the source. The cost: the process has another
//! panic hook from the first call on, which is silent during such calls.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What the crates put in front of their words.
const KINDS: [&str; 3] = ["Parquet argument error: ", "Parquet error: ", "External: "];

thread_local! {
    /// Whether this thread is in such a call.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls a decoder. The error of a panic is its message.
///
/// After an error the decoder must not be used again, because a panic may have left it in any state.
pub(super) fn guarded<T>(decoder: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                before(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(decoder));
    GUARDED.set(outer);
    done.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("the decoder failed");
        Err(message.lines().next().unwrap_or_default().to_owned())
    })
}

/// Returns the words for an error of a decoder, without the kinds that the crates put in front.
pub(super) fn words(error: impl Display) -> String {
    let mut words = error.to_string();
    while let Some(rest) = KINDS.iter().find_map(|kind| words.strip_prefix(kind)) {
        words = rest.to_owned();
    }
    words
}
