//! Transcripts of the command in tests/cmd: what a user types and what the command shows.
//!
//! `TRYCMD=overwrite cargo test -p counterpoint-cli --test transcripts` replaces the transcripts with the current
//! output. Wildcards must be restored afterwards.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .register_bin("counterpoint", std::path::Path::new(env!("CARGO_BIN_EXE_counterpoint")))
        .env("COUNTERPOINT_IMPLEMENTATION", "")
        .case("tests/cmd/*.trycmd");
}
