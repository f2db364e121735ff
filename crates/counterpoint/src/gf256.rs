//! The field GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, and the AES S-box derived from it.
