//! The binary `counterpoint-isa`. All its code is in the library beside this file.

fn main() -> std::process::ExitCode {
    counterpoint_isa::command::main()
}
