//! The binary `counterpoint`. All of it is in the library beside this file, so that fuzz targets can call its parts.

fn main() -> std::process::ExitCode {
    counterpoint_cli::main()
}
