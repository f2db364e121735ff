//! Compiles `xtask/controls/kernels.rs` as kernels are compiled, and looks for the leaks in it.

use super::taint::{Finding, findings};
use super::{frame, object_file, operands, x86_64};
use std::path::Path;
use std::process::Command;

#[test]
#[cfg(target_arch = "x86_64")]
fn leaks_are_found_and_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let archive = std::env::temp_dir().join(format!("controls-{}.rlib", std::process::id()));
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "-Copt-level=3", "-Ccodegen-units=1", "-Csymbol-mangling-version=v0", frame::FLAG])
        .arg("-o")
        .arg(&archive)
        .arg(folder.join("controls/kernels.rs"))
        .output()
        .expect("rustc starts");
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{remarks}");
    let frames = frame::parse(&remarks);
    let (_, functions) = object_file::functions(&std::fs::read(&archive).expect("it is built")).expect("an archive");
    std::fs::remove_file(&archive).expect("it is there");

    let mut seen = 0;
    for function in functions {
        let name = function.name.trim_start_matches("kernels::");
        let expected = match name.split('_').next() {
            Some("clean") => None,
            Some("address") => Some(Finding::Address),
            Some("branch") => Some(Finding::Branch),
            Some("time") => Some(Finding::Time),
            _ => continue,
        };
        let code = x86_64::decode(&function);
        let found = findings(&code, x86_64::ENTRY, &frames[&function.symbol], &operands("a hash", 8));
        let texts: Vec<_> = found.iter().map(|(index, finding)| (finding, &code[*index].text)).collect();
        match expected {
            None => assert!(found.is_empty(), "{name}: {texts:?}"),
            Some(expected) => assert!(found.iter().any(|(_, finding)| *finding == expected), "{name}: {texts:?}"),
        }
        assert!(found.iter().all(|(_, finding)| *finding != Finding::Lost), "{name}: {texts:?}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}
