//! The command as a user sees it: what is typed and what is shown, in tests/cmd.
//!
//! `TRYCMD=overwrite cargo test -p counterpoint-cli --test transcripts` writes what is shown now.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .register_bin("counterpoint", std::path::Path::new(env!("CARGO_BIN_EXE_counterpoint")))
        .env("COUNTERPOINT_IMPLEMENTATION", "")
        .case("tests/cmd/*.trycmd");
}
