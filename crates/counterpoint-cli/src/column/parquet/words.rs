//! The words for errors of the decoder.

/// Returns an error of the crates without the kinds in front.
pub(super) fn words(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut words = text.as_str();
    while let Some(rest) =
        ["Parquet argument error: ", "Parquet error: ", "External: "].iter().find_map(|kind| words.strip_prefix(kind))
    {
        words = rest;
    }
    words.to_owned()
}
