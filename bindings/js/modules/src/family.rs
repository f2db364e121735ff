//! Used instead of a family if no feature selects one.

compile_error!("choose a module with one of the features keccak, groestl, fugue, luffa, aes, aead, all and techniques");
