//! What the fuzz target `command` calls. It is no part of the interface, and changes with what it calls.

use crate::check::list::{Event, Form, List};
use crate::choice::Function;
use crate::lines::{self, Style};
use std::io::Cursor;

/// Reads bytes as `check` reads a list of digests whose lines end with NUL or with a line end. Each line that is
/// understood is written again, and has to be read as the same.
///
/// # Panics
///
/// If the list does not come to its end, or a line that was written is read as something else.
pub fn list(bytes: Vec<u8>, zero: bool) {
    let plain = Function::known("shake128").expect("it is built in");
    // Each line causes one event at most, and so does the list's end.
    let most = bytes.len() + 1;
    let form = Form { zero, plain, only_plain: false };
    let mut events = 0;
    for event in List::of(Box::new(Cursor::new(bytes)), form) {
        events += 1;
        assert!(events <= most, "more events than lines");
        let Event::Claim(claim) = event else { continue };
        let tag = lines::tag(claim.function, &claim.settings);
        let line = Style { tag: claim.tagged, binary: false, zero }.line(&tag, &claim.digest, &claim.name);
        let (end, line) = line.split_last().expect("a line has an end");
        assert_eq!(*end, if zero { 0 } else { b'\n' });
        let again = lines::read(line, zero, plain).expect("a line that was written is read");
        assert_eq!((again.tagged, &again.name), (claim.tagged, &claim.name));
        assert_eq!((again.function.name(), &again.settings), (claim.function.name(), &claim.settings));
        assert_eq!(again.digest, claim.digest);
    }
}
