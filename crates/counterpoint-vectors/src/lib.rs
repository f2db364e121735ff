//! Known answers, parsed into typed records.
//!
//! [`steps`] holds what goes in and out of every step of the algorithms.

pub mod steps;

/// The bytes that hexadecimal digits of either case spell.
///
/// ```
/// assert_eq!(counterpoint_vectors::hex("00fF").unwrap(), [0, 0xff]);
/// assert!(counterpoint_vectors::hex("0").is_err());
/// ```
///
/// # Errors
///
/// If a digit is none, or their number is odd.
pub fn hex(digits: &str) -> Result<Vec<u8>, const_hex::FromHexError> {
    // The decoder would pass over a prefix `0x`; no file of ours has one.
    if digits.starts_with("0x") {
        return Err(const_hex::FromHexError::InvalidHexCharacter { c: 'x', index: 1 });
    }
    const_hex::decode(digits)
}
