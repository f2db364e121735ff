//! Digests as values: compared, written, parsed and converted.

use counterpoint::{DigestValue, ParseDigestError};
use std::collections::HashMap;

/// Bytes whose digits include letters.
const BYTES: [u8; 4] = [0x00, 0x9a, 0xbc, 0xff];

#[test]
fn equal_if_all_bytes_are() {
    let digest = DigestValue::from(BYTES);
    let slice = &BYTES[..];
    assert_eq!(digest, DigestValue::from(BYTES));
    assert_eq!(digest, BYTES);
    assert_eq!(BYTES, digest);
    assert_eq!(digest, &BYTES);
    assert_eq!(&BYTES, digest);
    assert_eq!(digest, slice);
    assert_eq!(slice, digest);
    assert!(digest == BYTES[..]);
    assert!(BYTES[..] == digest);
    for bit in 0..32 {
        let mut other = BYTES;
        other[bit / 8] ^= 1 << (bit % 8);
        let (array, slice) = (&other, &other[..]);
        assert!(digest != DigestValue::from(other) && digest != other && digest != other[..], "bit {bit}");
        assert!(digest != array && digest != slice && other != digest && other[..] != digest, "bit {bit}");
        assert!(array != digest && slice != digest, "bit {bit}");
    }
    for length in 0..4 {
        assert!(digest != BYTES[..length], "{length} bytes");
        assert!(BYTES[..length] != digest, "{length} bytes");
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

/// Width, fill, alignment and precision work as for a string, or for a number with that many digits.
#[test]
fn padded_and_shortened() {
    let digest = DigestValue::from([0x1a, 0x9a, 0xbc, 0xff]);
    let (text, number) = ("1a9abcff", 0x1a9abcffu32);
    assert_eq!(format!("{digest:12}|{digest:<12}|"), format!("{text:12}|{text:<12}|"));
    assert_eq!(format!("{digest:^12}|{digest:>12}|"), format!("{text:^12}|{text:>12}|"));
    assert_eq!(format!("{digest:*^13}|{digest:3}|"), format!("{text:*^13}|{text:3}|"));
    for precision in [0, 1, 7, 8, 9] {
        assert_eq!(format!("{digest:-<10.precision$}"), format!("{text:-<10.precision$}"), "{precision}");
        let first = &text[..precision.min(8)];
        assert_eq!(format!("{digest:.precision$x}"), first, "{precision}");
        assert_eq!(format!("{digest:#.precision$X}"), format!("0x{}", first.to_uppercase()), "{precision}");
    }
    assert_eq!(format!("{digest:12x}|{digest:#12x}|"), format!("{number:12x}|{number:#12x}|"));
    assert_eq!(format!("{digest:012X}|{digest:#012X}|"), format!("{number:012X}|{number:#012X}|"));
    assert_eq!(format!("{digest:*^#13X}|{digest:<12x}|"), format!("{number:*^#13X}|{number:<12x}|"));
    assert_eq!(format!("{digest:#?}"), "DigestValue(1a9abcff)");
    assert_eq!(format!("{:3}|{:#x}", DigestValue::from([]), DigestValue::from([])), "   |0x");
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
    let no_digit = "' ' at position 7 of the digest, counted from 0, is not a hexadecimal digit; \
                    write only 0 to 9, a to f and A to F";
    assert_eq!(error("009abcf ").to_string(), no_digit);
    let length = "a digest of 7 hexadecimal digits; write 8, two for each byte";
    assert_eq!(error("009abcf").to_string(), length);
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
