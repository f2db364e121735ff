//! Sets the shared library's name for the loader, with the version of its interface.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let part = |name: &str| std::env::var(name).unwrap_or_default();
    // Before version 1.0, each minor version may change the interface.
    let version = match part("CARGO_PKG_VERSION_MAJOR").as_str() {
        "0" => format!("0.{}", part("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    };
    match part("CARGO_CFG_TARGET_OS").as_str() {
        "linux" | "freebsd" | "netbsd" | "openbsd" | "android" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcounterpoint.so.{version}");
        }
        "macos" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libcounterpoint.{version}.dylib");
        }
        _ => {}
    }
}
