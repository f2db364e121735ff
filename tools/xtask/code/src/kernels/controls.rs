//! Functions with and without leaks, to check that the leaks are found and nothing else.
//!
//! `controls/kernels.rs` is compiled like kernels. `controls/kernels.wat` is WebAssembly text, which requires no
//! compiler.

use super::architecture::Architecture;
use super::function::Function;
use super::machine::{Flow, Instruction};
use super::taint::{Finding, findings};
use super::{frame, object_file, operands, wasm_module, wasm32};
use frame::Frame;
use std::path::Path;

/// Checks the functions, whose names state what must be found; returns their number.
fn look_at_all(
    architecture: &Architecture,
    functions: &[Function],
    frame_of: impl Fn(&Function, &[Instruction]) -> Frame,
) -> usize {
    let mut seen = 0;
    for function in functions {
        let name = function.name.trim_start_matches("kernels::");
        let (kind, _) = name.split_once('_').unwrap_or((name, ""));
        let expected = match kind {
            "clean" | "call" => None,
            "address" => Some(Finding::Address),
            "branch" => Some(Finding::Branch),
            "time" => Some(Finding::Time),
            "lost" => Some(Finding::Lost),
            _ => continue,
        };
        let (code, entry) = (architecture.decode(function).expect("a kernel"), architecture.entry());
        if kind == "call" {
            assert!(code.iter().any(|instruction| matches!(instruction.flow, Flow::Leave(_))), "{name}");
        }
        let operands = operands("a hash", entry.pointer_bytes);
        let found = findings(&code, entry, &frame_of(function, &code), &operands);
        let texts: Vec<_> = found.iter().map(|(index, finding)| (finding, &code[*index].text)).collect();
        match expected {
            None => assert!(found.is_empty() || kind == "call", "{name}: {texts:?}"),
            Some(expected) => assert!(found.iter().any(|(_, finding)| *finding == expected), "{name}: {texts:?}"),
        }
        let lost = found.iter().any(|(_, finding)| *finding == Finding::Lost);
        assert!(!lost || matches!(kind, "call" | "lost"), "{name}: {texts:?}");
        seen += 1;
    }
    seen
}

#[test]
#[cfg(target_arch = "x86_64")]
fn leaks_are_found_and_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let archive = std::env::temp_dir().join(format!("controls-{}.rlib", std::process::id()));
    let output = std::process::Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args([
            "--edition=2024",
            "-Copt-level=3",
            "-Ccodegen-units=1",
            "-Csymbol-mangling-version=v0",
            xtask_remarks::FLAG,
        ])
        .arg("-o")
        .arg(&archive)
        .arg(folder.join("controls/kernels.rs"))
        .output()
        .expect("rustc starts");
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{remarks}");
    let frames = frame::parse(&remarks);
    let (architecture, functions) =
        object_file::functions(&std::fs::read(&archive).expect("it is built")).expect("an archive");
    std::fs::remove_file(&archive).expect("it is there");
    assert_eq!(look_at_all(&architecture, &functions, |function, _| frames[&function.symbol].clone()), 8);
}

#[test]
fn leaks_in_webassembly_are_found_and_nothing_else() {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("controls/kernels.wat");
    let bytes = wat::parse_file(text).expect("valid text");
    let (module, functions) = wasm_module::read(&bytes).expect("a module");
    let architecture = Architecture::Wasm32(module);
    assert_eq!(look_at_all(&architecture, &functions, |_, code| wasm32::whole_frame(code)), 31);
}
