//! Hexadecimal digits.

/// Decodes hexadecimal digits of either case.
///
/// ```
/// assert_eq!(counterpoint_vectors::hex("00fF").unwrap(), [0, 0xff]);
/// assert!(counterpoint_vectors::hex("0").is_err());
/// ```
///
/// # Errors
///
/// Returns an error if a character is not a hexadecimal digit, or if the number of digits is odd.
pub fn hex(digits: &str) -> Result<Vec<u8>, const_hex::FromHexError> {
    // The decoder would skip a `0x` prefix, which no such file has.
    if digits.starts_with("0x") {
        return Err(const_hex::FromHexError::InvalidHexCharacter { c: 'x', index: 1 });
    }
    const_hex::decode(digits)
}
