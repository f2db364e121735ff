//! Digests as values: compared, written, parsed and converted.

use counterpoint::{DigestValue, ParseDigestError};
use std::collections::HashMap;

/// Bytes with digits that are letters, and digits that are not.
const BYTES: [u8; 4] = [0x00, 0x9a, 0xbc, 0xff];

#[test]
fn equal_if_all_bytes_are() {
    let digest = DigestValue::from(BYTES);
    let slice = &BYTES[..];
    assert_eq!(digest, DigestValue::from(BYTES));
    assert_eq!(digest, BYTES);
    assert_eq!(BYTES, digest);
    assert_eq!(digest, slice);
    assert!(digest == BYTES[..]);
    for bit in 0..32 {
        let mut other = BYTES;
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(digest != DigestValue::from(other) && digest != other && digest != other[..], "bit {bit}");
    }
    for length in 0..4 {
        assert!(digest != BYTES[..length], "{length} bytes");
    }
    assert!(digest != [BYTES, BYTES].concat()[..]);
    assert_eq!(DigestValue::from([]), DigestValue::from([]));
}

#[test]
fn written_as_hexadecimal_digits() {
    let digest = DigestValue::from(BYTES);
    assert_eq!(format!("{digest} {digest:x} {digest:#x}"), "009abcff 009abcff 0x009abcff");
    assert_eq!(format!("{digest:X} {digest:#X}"), "009ABCFF 0x009ABCFF");
    assert_eq!(format!("{digest:?}"), "DigestValue(009abcff)");
}

#[test]
fn parsed_from_digits_of_either_case() {
    let every: [u8; 256] = core::array::from_fn(|i| i as u8);
    let digest = DigestValue::from(every);
    assert_eq!(format!("{digest}").parse(), Ok(digest));
    assert_eq!(format!("{digest:X}").parse(), Ok(digest));
    assert_eq!("009aBCfF".parse(), Ok(DigestValue::from(BYTES)));
    assert_eq!("".parse(), Ok(DigestValue::from([])));
}

#[test]
fn errors_name_what_is_wrong_and_where() {
    let error = |text: &str| text.parse::<DigestValue<4>>().unwrap_err();
    for (text, position, found) in [
        ("g09abcff", 0, 'g'),
        ("009abcf ", 7, ' '),
        ("009abcff\n", 8, '\n'),
        ("0x9abcff", 1, 'x'),
        ("00é9abcff", 2, 'é'),
        ("００９ａ", 0, '０'),
        ("00-", 2, '-'),
        ("+09abcff", 0, '+'),
    ] {
        assert_eq!(error(text), ParseDigestError::NoDigit { position, found }, "{text}");
    }
    for digits in [0, 1, 7, 9, 10, 100] {
        assert_eq!(error(&"a".repeat(digits)), ParseDigestError::Length { digits, needed: 8 });
    }
    assert_eq!(error("009abcf ").to_string(), "' ' at position 7 of the digest is no hexadecimal digit");
    assert_eq!(error("009abcf").to_string(), "a digest of 7 hexadecimal digits; it must have 8");
}

#[test]
fn converted() {
    let digest = DigestValue::from(BYTES);
    assert_eq!(<[u8; 4]>::from(digest), BYTES);
    assert_eq!((digest.as_ref(), digest.as_bytes()), (&BYTES[..], &BYTES));
    assert_eq!(DigestValue::try_from(&BYTES[..]).unwrap(), digest);
    assert!(DigestValue::<4>::try_from(&BYTES[1..]).is_err());
    let names = HashMap::from([(digest, "a file"), (DigestValue::from([0; 4]), "another")]);
    assert_eq!(names[&DigestValue::from(BYTES)], "a file");
}
