//! The binary `counterpoint`. All of its code is in the library beside this file, so that fuzz targets can call it.

fn main() -> std::process::ExitCode {
    counterpoint_cli::main()
}
