//! Entry points for the fuzz target `command` and the program under valgrind. They are not part of the interface and
//! may change with any release.

use crate::check::list::{List, ListEvent, ListFormat};
use crate::check::matches;
use crate::checksum_line::{self, ChecksumLine, LineFormat};
use crate::hash_functions::{self, is_keyed};
use crate::settings::Settings;
use std::io::Cursor;

/// Reads bytes as `check` reads a list of digests, with lines that end with NUL or with a line feed. Writes each parsed
/// line again, and parses the result, which must be the same line.
///
/// # Panics
///
/// Panics if the list does not end, or if a written line is parsed differently.
pub fn list(bytes: Vec<u8>, zero: bool) {
    let untagged = hash_functions::by_name("shake128").expect("it is built in");
    // At most one event per line, and one for the end of the list.
    let most = bytes.len() + 1;
    let format = ListFormat { zero, untagged, only_untagged: false };
    let mut events = 0;
    for event in List::from_reader(Box::new(Cursor::new(bytes)), format) {
        events += 1;
        assert!(events <= most, "more events than lines");
        let ListEvent::Line(line) = event else { continue };
        let tag = checksum_line::tag(line.function, &line.settings);
        let written = LineFormat { tag: line.tagged(), binary: false, zero }.line(&tag, &line.digest, &line.name);
        let (end, written) = written.split_last().expect("a line has an end");
        assert_eq!(*end, if zero { 0 } else { b'\n' });
        let again =
            checksum_line::parse(written, zero, untagged, &mut None).expect("a line that was written is parsed");
        assert_eq!((again.tagged(), &again.name), (line.tagged(), &line.name));
        assert_eq!((again.function.name, &again.settings), (line.function.name, &line.settings));
        assert_eq!(again.digest, line.digest);
    }
}

/// Compares the tag of a line with the correct one, like `check`.
pub fn tag_matches(listed: &[u8], right: &[u8]) -> bool {
    hash_functions::all().find(|function| is_keyed(function)).is_some_and(|function| {
        let (settings, digest) = (Settings::default(), listed.to_vec());
        matches(&ChecksumLine { function, spacing: None, settings, digest, name: Vec::new() }, right)
    })
}
