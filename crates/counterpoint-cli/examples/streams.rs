//! Prints a line to standard output, and the standard streams that were closed at the start to standard error. Run by
//! the tests.

use counterpoint_cli::streams::{self, Stream, closed_at_start};
use std::io::Write;

fn main() {
    for stream in [Stream::Input, Stream::Output, Stream::Error] {
        if closed_at_start(stream) {
            eprintln!("{stream:?} was closed");
        }
    }
    let written = streams::output().and_then(|mut output| output.write_all(b"a line\n"));
    if let Err(error) = written {
        eprintln!("Output: {}", counterpoint_cli::messages::reason(&error));
    }
}
