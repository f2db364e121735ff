//! Stands for the family if no feature names one.

compile_error!("choose a module by one of the features keccak, groestl, fugue, luffa, aes, aead, all and techniques");
