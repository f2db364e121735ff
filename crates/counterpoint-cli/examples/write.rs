//! Copies standard input to the output file named by the argument. Run by the tests.

use counterpoint_cli::exit::{self, Exit};
use counterpoint_cli::output_file;
use std::io::Read;
use std::path::PathBuf;

fn main() -> std::process::ExitCode {
    let path = PathBuf::from(std::env::args_os().nth(1).unwrap_or_default());
    let mut contents = Vec::new();
    let read = std::io::stdin().read_to_end(&mut contents).map_err(|error| error.to_string());
    let written = read.and_then(|_| output_file::write(&path, &contents)).map(|()| Exit::Good).map_err(Into::into);
    exit::code("write", written)
}
