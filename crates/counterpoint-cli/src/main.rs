//! The binary `counterpoint`. All of its code is in the library next to this file, where fuzz targets can call it.

fn main() -> std::process::ExitCode {
    counterpoint_cli::main()
}
