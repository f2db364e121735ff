//! The parsers of the command: nothing that a file says makes one panic or take much memory, and what was read is
//! written as such.

use counterpoint_bench::record::Record;
use counterpoint_vectors::File;

/// Reads `data` as a file of the kind that its first byte names.
///
/// # Panics
///
/// If what was read and written is read differently.
pub fn input_of_the_command(data: &[u8]) {
    match data.split_first() {
        Some((b'l', list)) => counterpoint_cli::fuzzing::list(list.to_vec(), false),
        Some((b'z', list)) => counterpoint_cli::fuzzing::list(list.to_vec(), true),
        Some((b'v', answers)) => known_answers(answers),
        Some((b'r', record)) => measurements(record),
        _ => {}
    }
}

fn known_answers(data: &[u8]) {
    match File::parse("answers", data) {
        Ok(file) => {
            for case in &file.cases {
                assert!(!case.kind().is_empty() && case.records() <= file.records());
                case.message_bytes();
            }
        }
        Err(error) => assert!(error.to_string().starts_with("answers"), "{error}"),
    }
}

fn measurements(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Record::parse("record", text) {
        Ok(record) => {
            let written = serde_json::to_string_pretty(&record).expect("a record can be written");
            assert_eq!(Record::parse("record", &written), Ok(record));
        }
        Err(message) => assert!(message.starts_with("record: "), "{message}"),
    }
}
