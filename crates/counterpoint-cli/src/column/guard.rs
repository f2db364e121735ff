//! Calls into code that may panic on a corrupt file.
//!
//! The decoders check most of a file's claims, and panic over some that they trust. The user then gets an error about a
//! corrupt file, without a location in the source. The cost: from the first call on, the process has another panic
//! hook, which is silent during such calls.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The prefixes that the crates put before their messages.
const KINDS: [&str; 3] = ["Parquet argument error: ", "Parquet error: ", "External: "];

thread_local! {
    /// Whether this thread is inside such a call.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls a decoder. Turns a panic into an error with its message.
///
/// After an error the decoder must not be used again: a panic may have left it in any state.
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

/// Returns the message of a decoder's error, without the crates' prefixes.
pub(super) fn words(error: impl Display) -> String {
    let mut words = error.to_string();
    while let Some(rest) = KINDS.iter().find_map(|kind| words.strip_prefix(kind)) {
        words = rest.to_owned();
    }
    words
}
