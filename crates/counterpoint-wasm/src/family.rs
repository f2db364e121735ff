//! Which family the module has, if no feature says so.

compile_error!("choose a family by one of the features keccak, groestl, fugue, luffa, aes and aead");
