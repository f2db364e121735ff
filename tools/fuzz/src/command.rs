//! The command's parsers: no file makes one panic or use much memory, and parsed content survives writing and parsing
//! again.

use counterpoint_bench::record::Record;
use counterpoint_vectors::File;

/// Reads `data` as a file of the kind that its first byte selects.
///
/// # Panics
///
/// If parsed content changes when it is written and parsed again.
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
            let written = serde_json::to_string_pretty(&record).expect("a writable record");
            assert_eq!(Record::parse("record", &written), Ok(record));
        }
        Err(message) => assert!(message.starts_with("record: "), "{message}"),
    }
}
