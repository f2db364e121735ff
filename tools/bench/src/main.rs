//! The binary `counterpoint-bench`. All of its code is in the library next to this file, so that tests and fuzz targets
//! can call it.

fn main() -> std::process::ExitCode {
    counterpoint_bench::main()
}
